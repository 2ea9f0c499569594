"""What the house takes at Crown Poker, its side wager and its prizes, where no single line of a script shows it."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from random import Random
from typing import NamedTuple

import pytest

from croupier.cards import Drawn
from croupier.games import game
from croupier.games.crown_poker import Commission, Readings, Setting, Terms
from croupier.games.crown_poker.actions import Folded
from croupier.games.crown_poker.collecting import BettingOver
from croupier.games.crown_poker.flop_chase import reopening, undecided
from croupier.games.crown_poker.rules import CLAUSES
from croupier.games.crown_poker.showdown import HandShown, PotsPushed
from croupier.games.crown_poker.terms import Bonus, BonusKind, Variant
from croupier.games.crown_poker.turning_up import HandsTurnedUp
from croupier.money import ChipSet, Limits
from croupier.scripts.kinds import Subject
from croupier.table.contract import Actor, Event, Refusal
from croupier.table.people import Join
from croupier.table.rounds import RoundClosed
from tests.conformance.hidden import lucky
from tests.witness import witnesses
from tests.witnesses.scripted import Scripted

scripted = Scripted("crown-poker")
ONLOOKER = Subject("Onlooker")
COLOURS = ", limits $5 to $100 on red, limits $5 to $100 on black"
RULES = game("crown-poker")


@witnesses("CP 7.1", "CP 7.2", "CP 7.2.2(c)", "CP 7.2.3(b)", "CP 7.2.4(a)", "CP 1.1:Commission")
def test_the_sign_says_what_the_house_takes_by_each_of_the_four_methods() -> None:
    taken = Commission(per_mille=25, hand_fees=((2, 300), (6, 500)), cap=1000, person_fee=100, hourly_fee=600)
    sign = RULES.view(RULES.initial(Terms(commission=taken)), Actor("an onlooker", "Onlooker"), 0).sign
    assert sign.commission == taken
    assert [sign.commission.for_hand(players) for players in (2, 5, 6, 9)] == [300, 300, 500, 500]
    assert {"CP 7.1", "CP 7.2.2(c)", "CP 7.2.3(b)", "CP 7.2.4(a)"} <= set(sign.under["commission"])


@witnesses("CP 7.2.1")
@pytest.mark.parametrize(("per_mille", "allowed"), [(19, False), (20, True), (100, True), (101, False)])
def test_a_percentage_lies_between_two_and_ten(per_mille: int, allowed: bool) -> None:
    if allowed:
        assert Commission(per_mille=per_mille).from_pots
    else:
        with pytest.raises(ValueError, match=r"CP 7\.2\.1 "):
            Commission(per_mille=per_mille)


def test_no_commission_is_set_up_that_chips_cannot_pay() -> None:
    with pytest.raises(ValueError, match=r"CP 7\.1 "):
        Terms(chips=ChipSet((500,)), commission=Commission(person_fee=200))


@witnesses("CP 1.1:Drop slide", "CP 1.1:Chip Box", "CP 1.1:Drop", "CP 1.1:Rake")
def test_what_is_taken_lies_on_the_slide_until_the_pots_are_pushed() -> None:
    table = scripted.table_after(
        "Bob and Cid sit at 2 and 3 with $200 each\ndeal\nCid raises to $30\nAnn folds\nBob calls",
        ", no limit $10, blinds $5 and $10, commission 10 per cent",
    )
    # $65 were put in; ten per cent is $6.50, and $6 in whole dollars.
    assert (table.state.chips["slide"], table.state.chips.get("rake", 0), table.state.chips["pot:1"]) == (600, 0, 5900)
    for line in ("board 2c 7d 9h", "Bob bets $50", "Cid folds", "dealer pushes the pots"):
        assert scripted.then(table, line) is None
    assert (table.state.chips.get("slide", 0), table.state.chips["rake"]) == (0, 600)
    assert table.state.stack("Bob") == 20_000 - 3_000 + 5_900


@witnesses("CP 1.1:Stand-alone Table")
def test_a_table_that_stands_alone_adds_it_to_its_rack() -> None:
    lines = "Bob and Cid sit at 2 and 3 with $200 each\nbegin"
    alone = scripted.table_after(lines, ", commission $2 a player, stand-alone")
    assert (alone.state.chips["rack"], alone.state.chips.get("rake", 0)) == (600, 0)
    other = scripted.table_after(lines, ", commission $2 a player")
    assert (other.state.chips.get("rack", 0), other.state.chips["rake"]) == (0, 600)


@witnesses("CP 1.1:Time Collection", "CP 1.1:Collection time", "CP 7.2.2(b)")
def test_the_first_hand_after_an_hour_takes_the_fee_of_the_next() -> None:
    hand = "\n".join(["deal", "Cid folds", "Ann folds", "dealer pushes the pots", "dealer collects the cards"])
    table = scripted.table_after(
        f"Bob and Cid sit at 2 and 3 with $200 each\n{hand}", ", blinds $5 and $10, commission $6 an hour"
    )
    assert table.state.chips["slide:time"] == 1_800
    table.now += 59 * 60_000
    assert scripted.then(table, "begin") is None
    assert table.state.chips["slide:time"] == 1_800
    for line in ("dealer deals hole cards", "Ann folds", "Bob folds", "dealer pushes the pots"):
        assert scripted.then(table, line) is None
    assert scripted.then(table, "dealer collects the cards") is None
    table.now += 60_000
    assert scripted.then(table, "begin") is None
    assert table.state.chips["slide:time"] == 3_600


@witnesses("CP 1.1:Flop Chase wager", "CP 1.1:Side Wager")
def test_a_side_wager_lies_apart_from_the_pots_and_needs_no_hand() -> None:
    table = scripted.table_after(
        "Bob and Cid sit at 2 and 3 with $200 each\nCid sits out\nCid bets $20 on red\ndeal", COLOURS
    )
    assert table.state.play.of("Cid") is None
    assert (table.state.chips["layout"], table.state.chips["pot:1"]) == (2_000, 1_500)


@witnesses("CP 9.16", "ruling 66")
def test_a_flop_put_right_brings_side_wagers_back_and_decides_them_anew() -> None:
    table = scripted.table_after(
        "Bob and Cid sit at 2 and 3 with $200 each\nAnn bets $10 on red\nBob bets $20 on black\ndeal\nCid calls\n"
        "Ann calls\nBob checks\nboard 2h 7d 9h\nAnn checks\ndealer settles the side wagers",
        COLOURS,
    )
    before = dict(table.state.chips)
    assert (before["layout"], before["advance"]) == (8_000, -5_000)  # $10 and the $70 it won; $70 paid, $20 taken
    (event,) = reopening(table.state, CLAUSES)
    table.evolve(event)
    assert (table.state.chips["layout"], table.worth("rack")) == (3_000, 0)
    assert [each.bet for each in undecided(table.state)] == ["red", "black"]
    assert reopening(table.state, CLAUSES) == ()
    assert table.state.stack("Ann") == before["stack:Ann"]


@witnesses("CP 11.1", "CP 11.2")
def test_the_sign_lists_prizes_of_all_three_kinds() -> None:
    bonuses = (
        Bonus(name="Quads", hand="four of a kind", cents=5_000),
        Bonus(name="Jacket", hand="straight flush", kind=BonusKind.GOODS, what="a jacket"),
        Bonus(name="Dinner", hand="royal flush", kind=BonusKind.SERVICES, what="a dinner"),
    )
    sign = RULES.view(RULES.initial(Terms(bonuses=bonuses)), Actor("an onlooker", "Onlooker"), 0).sign
    assert sign.bonuses == bonuses
    assert sign.under["bonuses"] == ("CP 11.2",)


@pytest.mark.parametrize(
    "wrong",
    [
        {"hand": "five of a kind", "cents": 100},
        {"hand": "flush"},
        {"hand": "flush", "cents": 100, "what": "a hat"},
        {"hand": "flush", "kind": BonusKind.GOODS},
        {"hand": "flush", "kind": BonusKind.GOODS, "what": "a hat", "cents": 100},
    ],
)
def test_a_prize_without_its_kind_or_its_hand_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"CP 11\.2 "):
        Bonus(name="Odd", **wrong)  # type: ignore[arg-type]


class Hand:
    """One random hand, and what its players put in by the moves of its events alone."""

    def __init__(self, terms: Terms, seed: int) -> None:
        self.chance, self.seed = Random(seed), seed
        self.state = RULES.initial(terms)
        self.log: list[Event] = []
        players = self.chance.randrange(2, 6)
        while not self.state.is_open:
            self._due()
        for seat in range(1, players + 1):
            cents = self.chance.choice((1_300, 2_100, 4_700, 9_900, 20_000))
            self._give(Join(cents=cents, seat=seat), Actor(f"p{seat}", f"P{seat}"))
        self.log.clear()
        while not any(isinstance(event, RoundClosed) for event in self.log):
            self._due()

    def _due(self) -> None:
        due = RULES.due(self.state)
        raises = [each for each in due if type(each.command).__name__ == "Raise"]
        pick_one = self.chance.choices(
            due, [6 if n == 0 else 3 if each in raises else 1 for n, each in enumerate(due)]
        )[0]
        who = Actor(pick_one.person, pick_one.person) if pick_one.person else Actor("staff", "Staff", pick_one.rank)
        self._give(pick_one.command, who)

    def _give(self, command: object, who: Actor) -> None:
        luck = 0.0 if self.seed % 3 else 0.95  # with it the board is a royal flush, and all hands are alike
        draw = Drawn(lambda counts: lucky(counts, self.chance, luck))
        decision = RULES.decide(self.state, command, who, 0, draw)  # type: ignore[arg-type]
        assert not isinstance(decision, Refusal), decision
        for event in decision:
            self.state = RULES.evolve(self.state, event)
            self.log.append(event)

    def contributions(self) -> dict[str, int]:
        """What everyone had in the pots when they were pushed."""
        put: dict[str, int] = defaultdict(int)
        for event in self.log:
            if isinstance(event, PotsPushed):
                return dict(put)
            for move in event.moves:
                if move.target == "pot:1" and move.source.startswith("stack:"):
                    put[move.source.removeprefix("stack:")] += move.cents
                if move.source == "pot:1" and move.target.startswith("stack:"):
                    put[move.target.removeprefix("stack:")] -= move.cents
        raise AssertionError("no pot was pushed")


class Said(NamedTuple):
    """What a sign says, and how rulings are read."""

    percent: int = 0
    cap: int | None = None
    fee: int = 0
    once: bool = False
    no_flop: bool = False


def rake_by_the_book(hand: Hand, said: Said) -> int:
    """CP 7 and rulings 64 and 115 over again, in cents, with dollars as the smallest chip."""
    met = circumstances(hand)
    if "only blinds" in met or ("no flop" in met and said.no_flop):
        return 0
    pots, rate = pots_of(hand), Fraction(said.percent, 100)
    found = 0
    if "all alike" not in met:
        found = sum(pots) * rate // 100 * 100 if said.once else sum(each * rate // 100 * 100 for each in pots)
    total = int(found) + said.fee
    return total if said.cap is None else min(total, said.cap)


def pots_of(hand: Hand) -> list[int]:
    """The main pot and the side pots, by what everyone put in and who did not fold."""
    put = hand.contributions()
    folded = {event.player for event in hand.log if isinstance(event, Folded)}
    pots, below = [], 0
    for level in sorted({cents for player, cents in put.items() if player not in folded}):
        pots.append(sum(min(cents, level) - min(cents, below) for cents in put.values()))
        below = level
    pots[-1] += sum(max(0, cents - below) for cents in put.values())
    return pots


def circumstances(hand: Hand) -> set[str]:
    """What a commission turns on in a hand."""
    kinds, put = {type(event).__name__ for event in hand.log}, hand.contributions()
    folded = {event.player for event in hand.log if isinstance(event, Folded)}
    shown = {event.player for event in hand.log if isinstance(event, HandShown)}
    shown |= {each.player for event in hand.log if isinstance(event, HandsTurnedUp) for each in event.hands}
    pushed = next(event for event in hand.log if isinstance(event, PotsPushed))
    found = {
        "only blinds": not kinds & {"Called", "Raised"},
        "no flop": "CommunityCardsDealt" not in kinds,
        "several pots": len(pots_of(hand)) > 1,
        "all alike": _alike(pushed, put, folded, shown),
    }
    return {name for name, so in found.items() if so}


def _alike(pushed: PotsPushed, put: dict[str, int], folded: set[str], shown: set[str]) -> bool:
    """Whether all who paid in showed hands that share every pot they are in alike (7.8)."""
    paid = {player for player, cents in put.items() if cents}
    if paid & folded or not paid <= shown or len(paid) < 2:
        return False
    for each in pushed.pots:
        for way in {share.way for share in each.shares}:
            if len([share for share in each.shares if share.way == way]) < len(each.seats):
                return False
    return True


CASES = [
    (Commission(per_mille=50), Readings(), Said(5)),
    (Commission(per_mille=100, cap=700), Readings(), Said(10, 700)),
    (Commission(per_mille=100, cap=700), Readings(rake_once=True), Said(10, 700, once=True)),
    (Commission(per_mille=70), Readings(no_flop_no_rake=True), Said(7, no_flop=True)),
    (Commission(hand_fees=((2, 300),)), Readings(), Said(fee=300)),
    (Commission(per_mille=20, hand_fees=((2, 300),), cap=400), Readings(), Said(2, 400, 300)),
]


@witnesses("CP 7.2.1", "CP 7.5", "CP 7.6", "CP 7.7", "CP 7.8", "CP 1.1:Cap", "ruling 64", "ruling 115")
@pytest.mark.parametrize("case", range(len(CASES)))
@pytest.mark.parametrize("variant", [Variant.HOLDEM, Variant.HOLDEM_HI_LO])
def test_the_rake_of_random_hands_agrees_with_a_second_reading(case: int, variant: Variant) -> None:
    commission, readings, said = CASES[case]
    terms = Terms(
        setting=Setting(variant=variant, minimum_buy_in=100),
        commission=commission,
        readings=readings,
        limits=dict.fromkeys(("red", "black"), Limits(500, 10_000, 500)),
    )
    met, wanted = set[str](), {"only blinds", "no flop", "several pots", "all alike"}
    for seed in range(1_000):
        if seed >= 150 and met == wanted:
            break
        hand = Hand(terms, 1_000 * case + seed)
        rake = rake_by_the_book(hand, said)
        assert hand.state.chips.get("rake", 0) == rake, f"seed {seed}"
        assert hand.state.chips.get("slide", 0) == 0
        slid = sum(event.rake for event in hand.log if isinstance(event, BettingOver))
        assert slid >= rake or readings.no_flop_no_rake
        met |= circumstances(hand)
    assert met == wanted


HIGH, LOW, IDLE = ("9c 9d", "9c 9d Qs Js"), ("As 2s", "As 2s Jd Ts"), ("Kc Kd", "Kc Kd 6s 6d")
QUEENS = ("Qc Qd", "Qc Qd Kh Ks")


@witnesses("CP 8.20.4(b)(v)", "CP 8.20.4(d)(v)")
@pytest.mark.parametrize(
    ("game", "own", "clause"), [("holdem hi-lo", 0, "CP 8.20.4(b)(v)"), ("omaha hi-lo", 1, "CP 8.20.4(d)(v)")]
)
@pytest.mark.parametrize(
    ("lines", "ann", "cid", "stacks", "odd"),
    [
        # $60 less $5 is $55: $30 for Bob's high and $25 for Ann's low
        ("Cid raises to $20\nAnn calls\nBob calls", LOW, IDLE, {"Ann": 205, "Bob": 210, "Cid": 180}, True),
        # $55 less $5 is $50: a half each for Bob and Cid
        ("Cid raises to $25\nAnn folds\nBob calls", IDLE, LOW, {"Ann": 195, "Bob": 200, "Cid": 200}, False),
        # the $55 without a low, which nobody halves
        ("Cid raises to $20\nAnn calls\nBob calls", IDLE, QUEENS, {"Ann": 180, "Bob": 235, "Cid": 180}, False),
    ],
)
def test_what_is_odd_after_the_rake_is_the_highs_and_cited_only_then(
    *,
    game: str,
    own: int,
    clause: str,
    lines: str,
    ann: tuple[str, str],
    cid: tuple[str, str],
    stacks: dict[str, int],
    odd: bool,
) -> None:
    checked = "\n".join(f"{name} checks" for name in ("Ann", "Bob", "Cid") if f"{name} folds" not in lines)
    streets = "\n".join(f"board {cards}\n{checked}" for cards in ("3h 5h 8c", "9s", "Td"))
    table = scripted.table_after(
        "Bob and Cid sit at 2 and 3 with $200 each\n"
        f"Ann is dealt {ann[own]}\nBob is dealt {HIGH[own]}\nCid is dealt {cid[own]}\n"
        f"deal\n{lines}\n{streets}\nshow down\n",
        f", {game}, chips $5 and $25, blinds $5 and $10, commission 10 per cent",
    )
    pushed = next(event for event in table.log if isinstance(event, PotsPushed))
    assert {name: table.state.stack(name) // 100 for name in stacks} == stacks
    assert (clause in pushed.under) is odd
