"""What the Crown Poker book defines but no single event cites: buttons, bets and limits, pots, ranks, the table."""

from __future__ import annotations

import pytest

from croupier.books import book
from croupier.floor.tempo import NO_WAITING, NORMAL
from croupier.games import game
from croupier.games.crown_poker.actions import CallBet, Called, Checked, Raised
from croupier.games.crown_poker.blinds import HandBegun
from croupier.games.crown_poker.dealing import CommunityCardsDealt
from croupier.games.crown_poker.showdown import HandShown, PotsPushed
from croupier.games.crown_poker.state import BOARD
from croupier.games.crown_poker.terms import STREETS, Limit, LimitKind, Setting, Terms, Variant
from croupier.scripts.kinds import Subject
from croupier.scripts.table import Table, actor
from croupier.table.accounts import RACK, RAKE
from croupier.table.contract import Refusal
from croupier.table.people import PlayerJoined
from croupier.table.rounds import RoundClosed
from croupier.table.state import Stage
from tests.witness import witnesses
from tests.witnesses.scripted import Scripted

CP = book("crown-poker")
ONLOOKER = Subject("Onlooker")
scripted = Scripted("crown-poker")
FOUR = "Bob, Cid and Dan sit at 2, 3 and 4 with $200 each\n"
THREE = "Bob and Cid sit at 2 and 3 with $200 each\n"
WON_UNSEEN = "Cid folds\nDan folds\nAnn folds\ndealer pushes the pots\ndealer collects the cards\n"


def markers(table: Table, seat: int) -> tuple[str, ...]:
    found: tuple[str, ...] = table.area_seen_by(ONLOOKER, seat).markers
    return found


@witnesses("CP 1.1:TG Higher Duties Dealer", "CP 1.1:TG Area Manager", "CP 1.1:TG Assistant Casino Manager", "CP 1.2")
def test_the_ranks_stand_one_above_the_other_and_each_may_do_what_a_dealer_does() -> None:
    ladder = list(CP.ladder)
    assert ladder[1:5] == ["dealer", "tg-higher-duties-dealer", "tg-area-manager", "tg-assistant-casino-manager"]
    assert [CP.may(rank, "CP 8.4") for rank in ladder[:5]] == [False, True, True, True, True]
    assert [CP.may(rank, "CP 3.4") for rank in ladder[:5]] == [False, False, True, True, True]
    assert [CP.may(rank, "CP 8.11") for rank in ladder[:5]] == [False, False, False, True, True]
    assert [CP.may(rank, "CP 13.2.1") for rank in ladder[:5]] == [False, False, False, False, True]


@witnesses("CP 1.2")
@pytest.mark.parametrize("rank", ["higher duties dealer", "area manager", "manager"])
def test_whoever_is_above_the_dealer_deals_a_hand(rank: str) -> None:
    table = scripted.table_after(f"{THREE}deal by {rank}\nCid calls\nAnn calls\nBob checks\nboard 2c 7d 9h by {rank}\n")
    assert table.state.hand(*BOARD).size == 3


@witnesses("CP 1.1:Dealer", "CP 1.1:Deal")
def test_the_dealer_deals_and_has_no_hand_and_no_stake() -> None:
    table = scripted.table_after(f"{THREE}deal\n")
    assert isinstance(table.perform(CallBet(), Subject("dealer", "dealer")), Refusal)
    play = table.state.play
    assert play is not None
    assert {each.player for each in play.contenders} == {"Ann", "Bob", "Cid"}
    assert [table.state.hand(seat).size for seat in (1, 2, 3)] == [2, 2, 2]
    assert isinstance(scripted.then(scripted.table_after(f"{THREE}begin\n"), "Ann deals hole cards"), Refusal)


@witnesses("CP 1.1:House", "CP 1.1:VCGLR", "CP 1.1:Poker")
def test_the_book_names_its_game_its_operator_and_its_regulator() -> None:
    assert CP.title == "Crown Poker"
    assert "VCGLR" in CP.regulator
    assert CP.ladder[-1] == "casino-operator"
    assert "regulator" in CP.beside
    assert scripted.table_after("", ', casino "Aurora"').seen_by(ONLOOKER).casino == "Aurora"


@witnesses("CP 1.1:Holdem", "CP 1.1:Omaha")
def test_holdem_and_omaha_are_among_the_games_a_table_can_be_set_up_for() -> None:
    assert {each.value for each in Variant} >= {"holdem", "omaha"}
    for variant in Variant:
        assert scripted.table_after("", f", {variant.value}").seen_by(ONLOOKER).sign.setting.variant is variant


MOST = {
    "CP 4.1:Holdem": (Variant.HOLDEM, 11),
    "CP 4.1:Pineapple Holdem": (Variant.PINEAPPLE, 11),
    "CP 4.1:Crazy Pineapple Holdem": (Variant.CRAZY_PINEAPPLE, 11),
    "CP 4.1:Crazy Pineapple Holdem Hi-Lo Eight Qualifier": (Variant.CRAZY_PINEAPPLE_HI_LO, 11),
    "CP 4.1:Holdem Hi-Lo Eight Qualifier": (Variant.HOLDEM_HI_LO, 11),
    "CP 4.1:Omaha": (Variant.OMAHA, 10),
    "CP 4.1:Omaha Hi-Lo Eight Qualifier": (Variant.OMAHA_HI_LO, 10),
}


@witnesses(
    "CP 2.1",
    "CP 4.1:Holdem",
    "CP 4.1:Pineapple Holdem",
    "CP 4.1:Crazy Pineapple Holdem",
    "CP 4.1:Crazy Pineapple Holdem Hi-Lo Eight Qualifier",
    "CP 4.1:Holdem Hi-Lo Eight Qualifier",
    "CP 4.1:Omaha",
    "CP 4.1:Omaha Hi-Lo Eight Qualifier",
)
@pytest.mark.parametrize("clause", MOST)
def test_each_game_seats_so_many_and_no_more(clause: str) -> None:
    variant, most = MOST[clause]
    terms = Terms(setting=Setting(variant=variant), seats=most)
    assert len(game("crown-poker").view(game("crown-poker").initial(terms), actor(ONLOOKER)).areas) == most
    with pytest.raises(ValueError, match=clause.split(":")[1]):
        Terms(setting=Setting(variant=variant), seats=most + 1)


@witnesses("CP 4.1:Omaha")
def test_a_table_of_eleven_does_not_change_to_omaha() -> None:
    table = scripted.table_after("", ", 11 seats")
    refusal = scripted.then(table, "area manager announces omaha")
    assert isinstance(refusal, Refusal)
    assert "CP 4.1:Omaha" in refusal.under


@witnesses("CP 1.3")
def test_what_happens_at_one_table_is_no_part_of_another() -> None:
    here, there = scripted.table_after(THREE), scripted.table_after(THREE)
    scripted.then(here, "deal")
    assert (here.state.round, there.state.round) == (1, 0)
    assert here.state.stack("Bob") == 190_00
    assert there.state.stack("Bob") == 200_00


@witnesses(
    "CP 1.1:Button",
    "CP 1.1:Player Walking Button",
    "CP 1.1:Absent Button",
    "CP 1.1:Missed Blind Button",
    "CP 1.1:Dealt-out Button",
)
def test_buttons_show_who_is_away_who_missed_a_blind_and_who_is_dealt_out() -> None:
    table = scripted.table_after(f"{FOUR}deal\n{WON_UNSEEN}Cid sits out\n")
    assert markers(table, 3) == ("walking",)
    table = scripted.table_after(f"{FOUR}deal\n{WON_UNSEEN}Cid sits out\nbegin\n")
    assert markers(table, 3) == ("absent", "dealt out")
    table = scripted.table_after(f"{FOUR}deal\n{WON_UNSEEN}Cid sits out\nbegin\nCid comes back\n")
    assert markers(table, 3) == ("missed blind", "dealt out")
    assert [each.button for each in table.seen_by(ONLOOKER).areas[:4]] == [True, False, False, False]
    assert [markers(table, seat) for seat in (1, 2, 4)] == [(), (), ()]


@witnesses("CP 1.1:Absent Button")
def test_whoever_missed_only_the_small_blind_and_is_away_has_the_absent_button_too() -> None:
    table = scripted.table_after(f"{FOUR}deal\n{WON_UNSEEN}Bob sits out\nbegin\n")
    assert markers(table, 2) == ("absent", "dealt out")


@witnesses("CP 1.1:Reserved Button", "CP 8.3")
def test_a_reserved_button_lies_at_a_seat_left_for_good_until_someone_sits_there() -> None:
    table = scripted.table_after(f"{FOUR}Cid leaves\n")
    assert markers(table, 3) == ("reserved",)
    scripted.then(table, "Dan sits at 3")
    assert markers(table, 3) == ()


@witnesses("CP 1.1:Buy-in", "CP 6.3")
def test_chips_are_bought_before_a_hand_and_paid_for_from_the_wallet_at_once() -> None:
    table = scripted.table_after("")
    joined = next(each for each in table.log if isinstance(each, PlayerJoined))
    assert [(move.source, move.target, move.cents) for move in joined.moves] == [("wallet:Ann", "stack:Ann", 200_00)]
    assert table.area_seen_by(ONLOOKER, 1).stack == 200_00


@witnesses("CP 8.8")
def test_everyone_sees_what_chips_lie_before_each_player() -> None:
    table = scripted.table_after(f"{THREE}deal\nCid raises to $50\n")
    assert [each.stack for each in table.seen_by(ONLOOKER).areas[:3]] == [195_00, 190_00, 150_00]


@witnesses("CP 1.1:Bet", "CP 1.1:Wager", "CP 1.1:Open", "CP 1.1:Opener", "CP 1.1:Pot", "CP 1.1:Blind")
def test_bets_are_chips_that_go_into_the_pot_and_the_first_of_a_round_opens_it() -> None:
    table = scripted.table_after(
        f"{THREE}deal\nCid calls\nAnn calls\nBob checks\nboard 2c 7d 9h\nAnn checks\nBob bets $30\nCid calls\n"
    )
    raised = next(each for each in table.log if isinstance(each, Raised))
    assert (raised.player, raised.opens, raised.cents) == ("Bob", True, 30_00)
    assert [(move.source, move.target) for move in raised.moves] == [("stack:Bob", "pot:1")]
    calls = [(each.player, each.cents) for each in table.log if isinstance(each, Called)]
    assert calls == [("Cid", 10_00), ("Ann", 5_00), ("Cid", 30_00)]
    assert table.seen_by(ONLOOKER).betting.pot == 90_00


@witnesses("CP 1.1:Blind", "CP 1.1:Forced bet")
def test_a_blind_is_put_in_before_any_card_and_takes_the_pot_when_nobody_calls() -> None:
    table = scripted.table_after(f"{THREE}begin\n")
    assert table.state.play is not None
    assert table.state.play.in_pot == 15_00
    assert table.state.hands == {}
    table = scripted.table_after(f"{THREE}deal\nCid folds\nAnn folds\ndealer pushes the pots\n")
    assert table.state.stack("Bob") == 205_00


@witnesses("CP 1.1:Forced bet")
def test_an_ante_is_put_in_by_everyone_dealt_in() -> None:
    table = scripted.table_after(f"{THREE}begin\n", ", ante $1")
    assert [table.state.stack(name) for name in ("Ann", "Bob", "Cid")] == [194_00, 189_00, 199_00]
    assert any("CP 1.1:Forced bet" in each.under for each in table.log if isinstance(each, HandBegun))


@witnesses("CP 1.1:Over-blind bet")
def test_an_over_blind_is_voluntary_and_twice_the_blind_before_it() -> None:
    table = scripted.table_after(f"{FOUR}begin\n", ", straddles 2")
    assert [turn.player for turn in table.game.turns(table.state)] == ["Cid"]
    scripted.then(table, "Cid straddles")
    scripted.then(table, "Dan straddles")
    assert [table.state.stack(name) for name in ("Cid", "Dan")] == [180_00, 160_00]


def bounds(table: Table) -> tuple[int, int]:
    betting = table.seen_by(ONLOOKER).betting
    return betting.low, betting.high


@witnesses("CP 1.1:Limits", "CP 1.1:Fixed bet", "CP 1.1:Structured limit")
def test_at_fixed_limit_a_bet_has_one_size_in_each_round() -> None:
    table = scripted.table_after(f"{THREE}deal\n", ", fixed limit $10 $10 $20")
    assert bounds(table) == (20_00, 20_00)
    assert [Limit(LimitKind.FIXED, (10_00, 10_00, 20_00)).bet(street) for street in range(4)] == [
        10_00,
        10_00,
        20_00,
        20_00,
    ]


@witnesses("CP 1.1:Flexible bet", "CP 1.1:Spread Limit")
def test_at_spread_limit_a_bet_may_vary_between_two_bounds() -> None:
    table = scripted.table_after(f"{THREE}deal\nCid calls\nAnn calls\nBob checks\nboard 2c 7d 9h\n", SPREAD)
    assert bounds(table) == (5_00, 20_00)


SPREAD = ", spread limit $5 to $20"


@witnesses("CP 1.1:No limit", "CP 1.1:Raise")
def test_at_no_limit_only_the_chips_bound_a_raise_and_the_least_is_what_was_last_added() -> None:
    table = scripted.table_after(f"{THREE}deal\nCid raises to $35\n")
    assert bounds(table) == (60_00, 200_00)


@witnesses("CP 1.1:Head to Head")
def test_with_two_who_can_bet_the_raises_are_not_counted() -> None:
    raises = "Ann raises to $20\nBob raises to $30\nAnn raises to $40\nBob raises to $50\n"
    table = scripted.table_after(f"{THREE}deal\nCid folds\n{raises}", ", fixed limit $10")
    assert bounds(table) == (60_00, 60_00)
    table = scripted.table_after(
        f"{THREE}deal\nCid raises to $20\nAnn raises to $30\nBob raises to $40\n", ", fixed limit $10"
    )
    assert bounds(table) == (None, None)


@witnesses("CP 1.1:Oversize chip")
def test_an_oversize_chip_is_one_chip_of_the_table_and_more_than_the_bet() -> None:
    table = scripted.table_after(f"{THREE}deal\nCid lays one chip of $25\n", ", real")
    assert table.state.stack("Cid") == 190_00
    table = scripted.table_after(f"{THREE}deal\nCid lays $25\n", ", real")
    assert table.state.stack("Cid") == 175_00


@witnesses("CP 1.1:Community cards", "CP 1.1:Flop")
def test_three_cards_come_together_and_then_one_and_one_and_count_for_everyone() -> None:
    checks = "Ann checks\nBob checks\nCid checks\n"
    table = scripted.table_after(
        f"{THREE}deal\nCid calls\nAnn calls\nBob checks\n"
        f"board 2c 7d 9h\n{checks}board 3s\n{checks}board 4s\n{checks}show down\n"
    )
    laid = [each.cards for each in table.log if isinstance(each, CommunityCardsDealt)]
    assert [len(cards) for cards in laid] == [3, 1, 1] == [street.cards for street in STREETS[1:]]


@witnesses("CP 1.1:Down card")
def test_a_card_that_lies_face_down_has_no_face_even_on_record() -> None:
    table = scripted.table_after(f"{THREE}deal\n")
    assert table.state.hand(1).cards == (None, None)
    assert table.area_seen_by(Subject("Bob"), 1).hand.cards == (None, None)


@witnesses("CP 1.1:Cards speak", "CP 1.1:Showdown", "CP 1.1:Hand")
def test_open_cards_win_for_what_they_make_and_nobody_names_them() -> None:
    checks = "Ann checks\nBob checks\n"
    table = scripted.table_after(
        "Bob sits at 2 with $200\nAnn is dealt 9c 9d\nBob is dealt As Kd\ndeal\nAnn calls\nBob checks\n"
        f"board 4h 5h 6s\n{checks}board 7d\n{checks}board 8c\n{checks}Ann shows 9c 9d\nBob shows As Kd\n"
        "dealer pushes the pots\n"
    )
    shown = [each for each in table.log if isinstance(each, HandShown)]
    assert [each.hand for each in shown] == ["straight, nine high", "straight, eight high"]
    pushed = next(each for each in table.log if isinstance(each, PotsPushed))
    assert [(share.player, share.cents) for share in pushed.pots[0].shares] == [("Ann", 20_00)]


@witnesses("CP 1.1:Main Pot")
def test_the_main_pot_is_the_first_and_everyone_left_plays_for_it() -> None:
    table = scripted.table_after(
        "Bob sits at 2 with $500\nCid sits at 3 with $500\ndeal\nCid raises to $300\nAnn goes all in\nBob calls\n"
    )
    pots = table.seen_by(ONLOOKER).pots
    assert [(pot.number, pot.cents, pot.seats) for pot in pots] == [(1, 600_00, (1, 2, 3)), (2, 200_00, (2, 3))]


@witnesses("CP 1.1:Round of Play")
def test_a_round_lasts_from_the_first_card_until_the_pot_is_pushed_and_the_cards_are_up() -> None:
    table = scripted.table_after(f"{THREE}deal\nCid folds\nAnn folds\n")
    assert isinstance(scripted.then(table, "dealer collects the cards"), Refusal)
    scripted.then(table, "dealer pushes the pots")
    assert table.state.stage is Stage.SETTLED
    scripted.then(table, "dealer collects the cards")
    closed = next(each for each in table.log if isinstance(each, RoundClosed))
    assert closed.round == 1
    assert table.state.play is None


@witnesses("CP 1.1:Rack")
def test_chips_of_side_wagers_are_paid_and_taken_at_the_rack_and_pots_never_are() -> None:
    lines = f"{THREE}Ann bets $10 on red\ndeal\nCid calls\nAnn calls\nBob checks\nboard 2c 7d 9h\nAnn checks\n"
    table = scripted.table_after(lines, ", limits $5 to $100 on red")
    before = table.state.chips.get(RACK, 0)
    assert scripted.then(table, "dealer settles the side wagers") is None
    assert table.state.chips.get(RACK, 0) == before + 10_00


@witnesses("CP 1.1:Cut")
def test_a_cut_changes_the_place_of_no_card_that_is_known() -> None:
    table = scripted.table_after(THREE)
    before = table.state.shoe.full
    scripted.then(table, "begin")
    assert table.state.shoe.full == before
    assert table.state.shoe.inside == 52


@witnesses("CP 6.4")
def test_the_last_blind_is_at_least_the_least_bet_of_the_first_round() -> None:
    assert Setting(limit=Limit(LimitKind.FIXED, (10_00,)), blinds=(5_00, 10_00)).big_blind == 10_00
    with pytest.raises(ValueError, match=r"CP 6\.4"):
        Setting(limit=Limit(LimitKind.FIXED, (20_00,)), blinds=(5_00, 10_00))
    assert Setting(limit=Limit(LimitKind.FIXED, (4_00,)), blinds=(5_00, 10_00)).big_blind == 10_00


@witnesses("CP 6.1", "CP 6.1.1", "CP 6.1 fn2:s66(1)(c)", "CP 6.15.2", "CP 8.9.1", "CP 6.8")
def test_the_sign_names_game_buy_in_limits_blinds_commission_and_times() -> None:
    sign = (
        scripted.table_after(
            "",
            ", omaha hi-lo, spread limit $5 to $20, blinds $2 and $5, buy-in $100, commission 5 per cent capped at $10"
            ", 25 seconds to act, more time 2 times for $3",
        )
        .seen_by(ONLOOKER)
        .sign
    )
    setting = sign.setting
    assert setting.variant is Variant.OMAHA_HI_LO
    assert setting.minimum_buy_in == 100_00
    assert (setting.limit.kind, setting.limit.bets, setting.limit.most) == (LimitKind.SPREAD, (5_00,), (20_00,))
    assert setting.blinds == (2_00, 5_00)
    assert (sign.commission.per_mille, sign.commission.cap) == (50, 10_00)
    assert (setting.seconds_to_act, setting.extra_times, setting.extra_seconds, setting.extra_fee) == (25, 2, 30, 3_00)
    assert (sign.under["limits"], sign.under["blinds"]) == (("CP 6.1.1",), ("CP 8.9.1",))


@witnesses("CP 6.15", "CP 6.15.1")
def test_a_turn_lasts_as_long_as_the_sign_says_and_longer_when_time_is_bought() -> None:
    table = scripted.table_after(f"{THREE}deal\n", ", 25 seconds to act, more time 1 times for $3")
    before = table.game.turns(table.state)[0]
    scripted.then(table, "Cid buys time")
    after = table.game.turns(table.state)[0]
    assert (before.seconds, after.seconds) == (25, 55)
    assert before.key != after.key
    unsigned = scripted.table_after(f"{THREE}deal\n")
    assert unsigned.game.turns(unsigned.state)[0].seconds is None


@witnesses("CP 6.15.1", "CP 6.15.2")
def test_time_is_bought_for_one_turn() -> None:
    table = scripted.table_after(f"{THREE}deal\n", ", 25 seconds to act, more time 2 times for $3")
    for line in ("Cid buys time", "Cid raises to $20", "Ann raises to $40", "Bob folds"):
        assert scripted.then(table, line) is None
    assert table.game.turns(table.state)[0].seconds == 25
    scripted.then(table, "Cid buys time")
    assert table.game.turns(table.state)[0].seconds == 55
    for line in ("Cid calls", "board 2c 7d 9h", "Ann checks"):
        assert scripted.then(table, line) is None
    assert table.game.turns(table.state)[0].seconds == 25


@witnesses("CP 6.15", "CP 6.15.1")
def test_the_floor_keeps_the_time_on_the_sign_and_its_own_where_there_is_none() -> None:
    timed = scripted.table_after(f"{THREE}deal\n", ", 25 seconds to act")
    untimed = scripted.table_after(f"{THREE}deal\n")
    turns = [table.game.turns(table.state)[0] for table in (timed, untimed)]
    assert [NORMAL.for_turn(turn) for turn in turns] == [25, NORMAL.choice]
    assert [NO_WAITING.for_turn(turn) for turn in turns] == [0, 0]


@witnesses("CP 2.4")
def test_what_the_house_takes_lies_on_the_slide_in_sight_and_falls_into_the_box_with_the_push() -> None:
    lines = f"{THREE}deal\nCid raises to $50\nAnn calls\nBob calls\n"
    table = scripted.table_after(lines, ", commission 10 per cent")
    assert table.seen_by(ONLOOKER).slide == 15_00
    assert table.state.chips.get(RAKE, 0) == 0
    for line in ("board 2c 7d 9h", "Ann bets $10", "Bob folds", "Cid folds", "dealer pushes the pots"):
        assert scripted.then(table, line) is None
    assert table.seen_by(ONLOOKER).slide == 0
    assert table.state.chips[RAKE] == 15_00


@witnesses("CP 8.5.2")
@pytest.mark.parametrize("variant", Variant)
def test_no_hand_of_any_game_begins_without_a_button(variant: Variant) -> None:
    table = scripted.table_after(f"{THREE}begin\n", f", {variant.value}")
    begun = next(each for each in table.log if isinstance(each, HandBegun))
    assert begun.line[0] == 3
    assert table.seen_by(ONLOOKER).areas[2].button


@witnesses("CP 6.18", "CP 1.1:Action")
def test_what_is_said_in_turn_is_done_and_cannot_be_said_again_otherwise() -> None:
    table = scripted.table_after(f"{THREE}deal\nCid calls\nAnn calls\nBob checks\nboard 2c 7d 9h\nAnn checks\n")
    assert [each.player for each in table.log if isinstance(each, Checked)] == ["Bob", "Ann"]
    refusal = scripted.then(table, "Ann bets $50")
    assert isinstance(refusal, Refusal)
    assert {"CP 1.1:Action", "CP 6.18"} <= set(refusal.under)
