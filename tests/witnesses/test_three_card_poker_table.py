"""What the Three Card Poker book says of a table as a whole, or forbids without any one event citing it."""

from croupier.cards import BY_CHANCE
from croupier.games import game
from croupier.games.three_card_poker.play import CardsDealt
from croupier.games.three_card_poker.settle import AreaSettled
from croupier.games.three_card_poker.state import IN_RACK
from croupier.games.three_card_poker.terms import ANTE_BONUS, PAIR_PLUS, Terms
from croupier.scripts.kinds import Subject
from croupier.table.care import CheckCards, OpenTable
from croupier.table.contract import Actor, Reason
from croupier.table.hands import DEALERS, Spot
from croupier.table.wagers import PlaceWager
from tests.witness import witnesses
from tests.witnesses.poker import holds, table_after

ANN = Subject("Ann")
DEALER = Subject("dealer", "dealer")
POKER = game("three-card-poker")


@witnesses("TCP 1.1:Dealer")
def test_the_game_is_run_by_the_dealer() -> None:
    table = table_after("Ann bets $10 on ante\n")
    for _ in range(8):
        (due, *_) = POKER.due(table.state)
        assert due.rank == "dealer"
        refused = table.perform(due.command, ANN)
        assert refused is not None
        assert refused.reason is Reason.RANK
        assert table.perform(due.command, DEALER) is None
    # No more bets, six cards and the call: the next word is the player's.
    assert POKER.due(table.state)[0].person == "Ann"


@witnesses("TCP 1.3")
def test_a_game_is_that_of_one_table() -> None:
    dealer = Actor("dan", "Dan", "dealer")
    one, two = (POKER.initial(Terms(table=name)) for name in ("one", "two"))
    for event in POKER.decide(one, CheckCards(cards=52), dealer, 0, BY_CHANCE):
        one = POKER.evolve(one, event)
    assert [POKER.due(state)[0].command for state in (one, two)] == [OpenTable(), CheckCards(cards=52)]
    assert [POKER.view(state, dealer, 0).table for state in (one, two)] == ["one", "two"]


@witnesses("TCP 4.2.2")
def test_no_player_is_asked_to_cut_or_allowed_to() -> None:
    table = table_after("dealer shuffles\n", ", not yet shuffled")
    (due,) = POKER.due(table.state)
    assert (due.rank, due.person) == ("dealer", None)
    refused = table.perform(due.command, ANN)
    assert refused is not None
    assert refused.reason is Reason.RANK
    assert type(due.command).__name__ not in {offer.type for offer in table.seen_by(ANN).options}


@witnesses("TCP 5.4.1")
def test_the_first_set_to_leave_a_shuffling_shoe_locks_every_wager() -> None:
    before = "Bob sits at 2 with $100\nAnn bets $10 on ante\nBob bets $10 on ante\ndealer closes bets\n"
    assert holds(f"{before}Ann takes back ante\nexpect no wager of Ann\n", ", shuffling shoe")
    after = f"{before}dealer deals a card\nBob takes back ante\nexpect refused cards out\n"
    kept = "expect Onlooker sees no cards at 2\nexpect wager of Bob $10 on ante at 2\n"
    assert holds(f"{after}{kept}", ", shuffling shoe")


@witnesses("TCP 5.11")
def test_a_player_with_two_areas_has_two_hands_and_two_choices() -> None:
    lines = (
        "dealer allows Ann 2 areas\nAnn bets $10 on ante\nAnn bets $20 on ante at 2\ndeal\n"
        "Ann plays at 2\nAnn folds at 1\n"
    )
    table = table_after(lines)
    assert {spot: hand.size for spot, hand in table.state.hands.items()} == {
        Spot(1, IN_RACK): 3,
        Spot(2): 3,
        DEALERS: 3,
    }
    assert {area: choice.value for area, choice in table.state.choices.items()} == {1: "fold", 2: "play"}
    assert table.state.stack("Ann") == 20_000 - 1_000 - 2_000 - 2_000


@witnesses("TCP 9.3", "TCP 9.4")
def test_a_hand_held_shoe_deals_single_cards_and_a_shuffling_shoe_sets_of_three() -> None:
    lines = "Bob sits at 4 with $100\nBob bets $10 on ante\nAnn bets $10 on ante\ndeal\n"

    def dealt(table: str) -> list[tuple[int, int]]:
        return [(event.place, event.cards) for event in table_after(lines, table).log if isinstance(event, CardsDealt)]

    assert dealt(", shuffling shoe") == [(1, 3), (4, 3), (0, 3)]
    assert dealt(", hand shoe") == [(1, 1), (4, 1), (0, 1)] * 3


@witnesses("TCP 10.2")
def test_a_bet_outside_the_payout_table_cannot_be_placed() -> None:
    refused = table_after("").perform(PlaceWager(area=1, bet="high card", cents=500), ANN)
    assert refused is not None
    assert refused.reason is Reason.NO_SUCH_BET


@witnesses("TCP 10.2", "TCP 10.3")
def test_any_bonus_table_goes_with_any_pair_plus_table_and_both_pay_by_the_sign() -> None:
    # Three nines on a $10 Ante and $10 of Pair Plus, by the columns of Table 9.
    bonuses = {"A": 4_000, "B": 3_000, "C": 3_000}
    pairs = {"A": 30_000, "B": 25_000, "C": 30_000, "D": 30_000, "E": 25_000, "F": 33_000}
    lines = (
        "Ann bets $10 on ante\nAnn bets $10 on pair plus\ndeal\nAnn looks: 9c 9d 9h\nAnn plays\n"
        "dealer shows Qc 7d 2s\nsettle\n"
    )
    assert (set(bonuses), set(pairs)) == (set(ANTE_BONUS), set(PAIR_PLUS))
    for bonus, extra in bonuses.items():
        for pair, wins in pairs.items():
            table = table_after(lines, f", ante bonus {bonus}, pair plus {pair}")
            (settled,) = (event for event in table.log if isinstance(event, AreaSettled))
            paid = {each.bet: each.paid for each in (*settled.settled, *settled.bonuses)}
            assert paid == {"ante": 1_000, "play": 1_000, "ante bonus": extra, "pair plus": wins}
