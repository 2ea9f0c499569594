"""What the Blackjack book defines but no single event cites: ranks, wagers, totals, what a table and its shoe are."""

from __future__ import annotations

import msgspec
import pytest

from croupier.books import book
from croupier.cards import Card
from croupier.games.blackjack.choices import HandSplit
from croupier.games.blackjack.dealing import CardDealt
from croupier.games.blackjack.state import State
from croupier.games.blackjack.terms import Bet, Terms, is_natural, total
from croupier.scripts.kinds import Subject
from croupier.table.contract import Reason, Refusal
from croupier.table.hands import DEALERS, Spot
from croupier.table.wagers import WagerPlaced
from tests.witness import witnesses
from tests.witnesses.scripted import Scripted

BJ = book("blackjack")
ONLOOKER = Subject("Onlooker")
scripted = Scripted("blackjack")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


@witnesses("BJ Notice 1/2003")
def test_the_book_is_the_edition_of_the_notice() -> None:
    assert BJ.version == "Casino Rules Notice 1 of 2003"


@witnesses("BJ 1.1:Casino Supervisor", "BJ 1.1:Game Supervisor", "BJ 1.1:Dealer")
def test_dealer_game_supervisor_and_casino_supervisor_are_three_rungs_one_above_the_other() -> None:
    ladder = list(BJ.ladder)
    assert ladder[1:4] == ["dealer", "game-supervisor", "casino-supervisor"]
    assert [BJ.may(rank, "BJ 7.1") for rank in ladder[:4]] == [False, True, True, True]
    assert [BJ.may(rank, "BJ 5.8") for rank in ladder[:4]] == [False, False, True, True]
    assert [BJ.may(rank, "BJ 4.1.1(d)") for rank in ladder[:4]] == [False, False, False, True]


@witnesses("BJ 1.1:Blackjack", "BJ 3.2.3")
@pytest.mark.parametrize(
    ("dealt", "natural"),
    [
        ("As Kd", True),
        ("Th Ah", True),
        ("Jc As", True),
        ("Ad Qs", True),
        ("As 9d", False),
        ("Ts Kd", False),
        ("As Ad", False),
        ("7s 7d 7h", False),
        ("As 5d 5h", False),
    ],
)
def test_an_ace_and_a_card_of_ten_are_a_blackjack_if_they_are_two(dealt: str, natural: bool) -> None:
    assert is_natural(cards(dealt)) is natural


@witnesses("BJ 1.1:Blackjack")
def test_the_dealers_first_two_cards_are_one_too_and_those_of_a_split_are_not() -> None:
    table = scripted.table_after("Ann bets $10 on blackjack\ndeal Ts Kc 9d\nAnn stands\ndeal Ah\n")
    assert table.seen_by(ONLOOKER).dealer.natural
    table = scripted.table_after("Ann bets $10 on blackjack\ndeal As 9c Ad\nAnn splits\ndeal Kh Qh\n")
    assert [each.natural for each in table.area_seen_by(ONLOOKER, 1).hands] == [False, False]


@witnesses("BJ 1.1:Hard Total", "BJ 1.1:Soft Total", "BJ 3.2.1", "BJ 3.2.2", "BJ 3.2.3")
@pytest.mark.parametrize(
    ("held", "counts", "soft"),
    [
        ("2c 3d", 5, False),
        ("4c 5d 6h", 15, False),
        ("7c 8d", 15, False),
        ("9c Td", 19, False),
        ("Jc Qd", 20, False),
        ("Kc Qd 2h", 22, False),
        ("Ac 6d", 17, True),
        ("Ac Ad", 12, True),
        ("Ac Ad 9h", 21, True),
        ("Ac Ad Th", 12, False),
        ("Ac 6d Th", 17, False),
        ("Ac Ad Ah As", 14, True),
        ("5c 5d Ah", 21, True),
        ("Tc 5d 6h Ah", 22, False),
    ],
)
def test_an_ace_counts_eleven_unless_that_is_too_much(held: str, counts: int, soft: bool) -> None:
    assert total(cards(held)) == (counts, soft)


@witnesses("BJ 3.2.4")
def test_what_is_announced_is_no_part_of_what_is_settled() -> None:
    table = scripted.table_after("Ann bets $10 on blackjack\ndeal Ts 9c 6d\nAnn stands by dealer\n", ", real")
    dealt = [each for each in table.log if isinstance(each, CardDealt)]
    assert [each.total for each in dealt] == ["", "", "16"]
    assert not {"total", "announced"} & set(State.__struct_fields__)


@witnesses("BJ 1.1:Void")
def test_a_void_wager_goes_back_and_has_no_result() -> None:
    table = scripted.table_after(
        "Ann bets $10 on blackjack\ndeal Ts 9c Td\nAnn stands\n"
        'dealer reports Ann for breaking BJ 5.4 "touched a wager"\ncasino supervisor voids the wagers of Ann\n'
    )
    assert table.state.stack("Ann") == 200_00
    assert table.state.results == ()
    assert table.state.wagers == ()


@witnesses("BJ 1.1:Distinctive Marker")
def test_the_marker_bears_the_words_personal_limit() -> None:
    table = scripted.table_after("operator agrees $100 to $2,000 with Ann\n")
    assert table.area_seen_by(ONLOOKER, 1).marker == "personal limit"
    assert table.area_seen_by(ONLOOKER, 2).marker is None


@witnesses("BJ 1.3")
def test_what_happens_at_one_table_is_no_part_of_another() -> None:
    here, there = scripted.table_after(""), scripted.table_after("")
    scripted.then(here, "casino supervisor sets blackjack to $5 to $50")
    assert here.state.limits["blackjack"].maximum == 50_00
    assert there.state.limits["blackjack"].maximum == 500_00


@witnesses("BJ 1.4.1", "BJ 1.4.2")
def test_a_bet_is_a_name_and_a_wager_is_money_on_it() -> None:
    assert {bet.value for bet in Terms(pairs=True, sevens=1).bets} == {
        "blackjack",
        "magnificent sevens",
        "perfect pairs",
    }
    table = scripted.table_after("Ann bets $10 on blackjack\nAnn bets $5 on blackjack\n")
    placed = [each for each in table.log if isinstance(each, WagerPlaced)]
    assert [(each.player, each.area, each.bet, each.cents, each.total) for each in placed] == [
        ("Ann", 1, Bet.BLACKJACK, 10_00, 10_00),
        ("Ann", 1, Bet.BLACKJACK, 5_00, 15_00),
    ]
    refusal = scripted.then(table, "Ann bets $5 on perfect pairs")
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.NO_SUCH_BET


@witnesses("BJ 2.3", "BJ 1.1:Dealing Shoe")
def test_shoe_layout_and_discards_hold_the_whole_set_at_every_moment() -> None:
    def where(state: State) -> int:
        return state.shoe.inside + len(state.cards_on_table()) + state.shoe.discards

    lines = ["Ann bets $10 on blackjack", "deal Ts 9c 6d", "Ann draws", "deal 4h", "Ann stands", "deal Kh", "settle"]
    for many in range(len(lines) + 1):
        table = scripted.table_after("\n".join(lines[:many]) + "\n", ", 4 decks")
        assert where(table.state) == 4 * 52


@witnesses("BJ 7.5.7(a)")
def test_every_hand_of_a_round_can_be_laid_out_again_from_the_record() -> None:
    table = scripted.table_after(
        "Ann bets $10 on blackjack\ndeal 8s 9c 8d\nAnn splits\ndeal 3h\nAnn doubles\ndeal Kh\n"
        "deal 5c\nAnn draws\ndeal 4c\nAnn stands\ndeal Td\nsettle\n"
    )
    laid: dict[Spot, list[str]] = {}
    for event in table.log:
        if isinstance(event, CardDealt):
            laid.setdefault(event.spot, []).append(event.card.value)
        elif isinstance(event, HandSplit):
            laid[Spot(1, 2)] = [laid[Spot(1)].pop()]
    assert laid == {Spot(1): ["8s", "3h", "Kh"], Spot(1, 2): ["8d", "5c", "4c"], DEALERS: ["9c", "Td"]}


@witnesses("BJ 2.2.2")
def test_everyone_is_shown_whose_casino_it_is() -> None:
    table = scripted.table_after("", ', casino "Aurora"')
    assert table.seen_by(ONLOOKER).casino == "Aurora"


def round_of(first: str, last: str) -> str:
    return f"Ann bets $10 on blackjack\ndeal {first}\nAnn stands\ndeal {last}\nsettle\n"


@witnesses("BJ 17.5", "BJ 17.1")
def test_a_player_is_shown_and_offered_the_same_whatever_cards_are_left() -> None:
    same_round = round_of("Ts 9c 8d", "Th") + "Ann bets $10 on blackjack\ndeal 5s Ac 6d\n"
    tens_gone = scripted.table_after(round_of("Kc 9c 8h", "Kh") * 3 + same_round)
    small_gone = scripted.table_after(round_of("2c 7c 3h", "Kh") * 3 + same_round)
    assert tens_gone.state.shoe.unseen != small_gone.state.shoe.unseen
    for viewer in (Subject("Ann"), ONLOOKER):
        assert msgspec.json.encode(tens_gone.seen_by(viewer)) == msgspec.json.encode(small_gone.seen_by(viewer))
