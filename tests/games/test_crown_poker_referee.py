"""A second reading of every hand: who takes what, worked out from the record alone and from the book, chip by chip."""

from __future__ import annotations

import os
from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

from croupier.cards import DECK, Card, Counts, Drawn
from croupier.cards.ranking import five_cards
from croupier.games import crown_poker
from croupier.games.crown_poker.actions import Called, Folded, Raise, Raised, asked_bounds
from croupier.games.crown_poker.blinds import HandBegun
from croupier.games.crown_poker.collecting import BettingOver
from croupier.games.crown_poker.dealing import CommunityCardsDealt, LookAtCards
from croupier.games.crown_poker.showdown import HandMucked, HandShown, PotsPushed
from croupier.games.crown_poker.state import Post
from croupier.games.crown_poker.straddling import Straddled
from croupier.games.crown_poker.terms import Commission, Limit, LimitKind, Readings, Setting, Terms, Variant
from croupier.table.contract import Actor, Command, Event, Refusal
from croupier.table.people import BuyChips, Join

CHIP = 100
HANDS = int(os.environ.get("CROUPIER_HANDS", "60"))
"""How many hands at each table; set CROUPIER_HANDS for a longer look."""
DEALER = Actor("dee", "Dee", "dealer")
LIMITS = {
    LimitKind.FIXED: Limit(LimitKind.FIXED, (1000, 1000, 2000)),
    LimitKind.SPREAD: Limit(LimitKind.SPREAD, (500,), (3000,)),
    LimitKind.HALF_POT: Limit(LimitKind.HALF_POT, (1000,)),
    LimitKind.POT: Limit(LimitKind.POT, (1000,)),
    LimitKind.NO_LIMIT: Limit(LimitKind.NO_LIMIT, (1000,)),
}
COMMISSIONS = (
    Commission(),
    Commission(per_mille=50, cap=700),
    Commission(per_mille=100),
    Commission(hand_fees=((2, 300), (4, 500)), cap=800, per_mille=20),
)
OTHER_READINGS = Readings(rake_once=True, no_flop_no_rake=True, button_posts_small=True, short_all_ins_add_up=True)


class Referee:
    """What the record of one hand says, and what follows from it."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def begin(self, event: HandBegun) -> None:
        """The chips put in before the cards, and the order from the button's left."""
        self.order = [player for _, player in event.dealt]
        self.put: Counter[str] = Counter()
        self.dead = 0
        self.out: set[str] = set()
        self.folded: set[str] = set()
        self.cards: dict[str, tuple[Card, ...]] = {}
        self.board: tuple[Card, ...] = ()
        self.betting = False
        for each in event.posts:
            if each.what is Post.DEAD:
                self.dead += each.cents
            else:
                self.put[each.player] += each.cents

    def hear(self, event: Event) -> None:
        """One thing more that happened."""
        match event:
            case HandBegun():
                self.begin(event)
            case Called() | Raised():
                self.put[event.player] += event.cents
                self.betting = True
            case Straddled():
                self.put[event.player] += event.cents
            case BettingOver():
                self.put[event.player] -= event.cents
            case Folded():
                self.out.add(event.player)
                self.folded.add(event.player)
            case HandMucked():
                self.out.add(event.player)
            case CommunityCardsDealt():
                self.board = (*self.board, *event.cards)
            case HandShown():
                self.cards[event.player] = event.cards

    def pots(self) -> list[tuple[set[str], int]]:
        """Every chip by those who have matched it and not folded, the pot of most claims first."""
        live = [player for player in self.order if player not in self.folded]
        found: list[tuple[set[str], int]] = []
        for level in range(CHIP, max(self.put.values()) + CHIP, CHIP):
            cents = CHIP * sum(put >= level for put in self.put.values())
            claims = {player for player in live if self.put[player] >= level}
            if found and claims in (found[-1][0], set()):
                found[-1] = (found[-1][0], found[-1][1] + cents)
            else:
                found.append((claims, cents))
        found[0] = (found[0][0], found[0][1] + self.dead)
        return found

    def high(self, player: str) -> tuple[int, ...]:
        """The best of every five that the game lets a player make."""
        return max(five_cards(five) for five in self.fives(player))

    def low(self, player: str) -> tuple[int, ...] | None:
        """The best low, greater being better, of every five that the game lets a player make."""
        lows = []
        for five in self.fives(player):
            ranks = sorted({1 if card.rank == "A" else card.height for card in five}, reverse=True)
            if len(ranks) == 5 and ranks[0] <= 8:
                lows.append(tuple(-rank for rank in ranks))
        return max(lows, default=None)

    def fives(self, player: str) -> list[tuple[Card, ...]]:
        hole = self.cards[player]
        if self.terms.setting.variant in (Variant.OMAHA, Variant.OMAHA_HI_LO):
            return [(*two, *three) for two in combinations(hole, 2) for three in combinations(self.board, 3)]
        return list(combinations((*hole, *self.board), 5))

    def tied(self) -> bool:
        """Whether all who put something in have shown hands alike, both ways."""
        paid = [player for player in self.order if self.put[player]]
        if self.dead or any(player in self.out for player in paid) or any(p not in self.cards for p in paid):
            return False
        hi_lo = "hi-lo" in self.terms.setting.variant.value
        worth = {(self.high(player), self.low(player) if hi_lo else None) for player in paid}
        return len(worth) == 1 and len(paid) > 1

    def rakes(self, pots: list[tuple[set[str], int]]) -> list[int]:
        """What the house takes of each pot."""
        commission, readings = self.terms.commission, self.terms.readings
        if not self.betting or (readings.no_flop_no_rake and not self.board):
            return [0] * len(pots)
        percent = [cents * commission.per_mille // 1000 // CHIP * CHIP for _, cents in pots]
        if readings.rake_once:
            whole = sum(cents for _, cents in pots) * commission.per_mille // 1000 // CHIP * CHIP
            percent = []
            for _, cents in pots:
                percent.append(min(whole, cents))
                whole -= percent[-1]
        if self.tied():
            percent = [0] * len(pots)
        fee = next((cents for least, cents in reversed(commission.hand_fees) if len(self.order) >= least), 0)
        left = 10**9 if commission.cap is None else commission.cap
        taken = []
        for (_, cents), part in zip(pots, percent, strict=True):
            of_fee = min(fee, cents)
            fee -= of_fee
            taken.append(min(part + of_fee, cents, left))
            left -= taken[-1]
        return taken

    def gains(self) -> tuple[Counter[str], int]:
        """What each player is to take, and the house."""
        won: Counter[str] = Counter()
        pots = self.pots()
        rakes = self.rakes(pots)
        for (claims, cents), rake in zip(pots, rakes, strict=True):
            rest = cents - rake
            claiming = [player for player in self.order if player in claims and player not in self.out]
            if len(claiming) == 1:
                won[claiming[0]] += rest
                continue
            best = max(self.high(player) for player in claiming)
            lows = {p: low for p in claiming if (low := self.low(p)) is not None}
            low_half = rest // 2 // CHIP * CHIP if "hi-lo" in self.terms.setting.variant.value and lows else 0
            self.deal_out(won, [p for p in claiming if self.high(p) == best], rest - low_half)
            if low_half:
                self.deal_out(won, [p for p in lows if lows[p] == max(lows.values())], low_half)
        return won, sum(rakes)

    def deal_out(self, won: Counter[str], winners: list[str], cents: int) -> None:
        """Chip by chip, clockwise from the button's left."""
        for chip in range(cents // CHIP):
            won[winners[chip % len(winners)]] += CHIP


class Evening:
    """Six players who do anything that is open to them, and a referee who hears all of it."""

    def __init__(self, terms: Terms, seed: int) -> None:
        self.engine, self.luck, self.referee = crown_poker.ENGINE, Random(seed), Referee(terms)
        self.state = crown_poker.initial(terms)
        self.chance = Drawn(self.card)
        self.people = {f"p{seat}": Actor(f"p{seat}", f"P{seat}") for seat in range(1, 7)}
        self.checked = 0
        self.seen: Counter[str] = Counter()
        while not self.state.is_open:
            self.do(self.engine.due(self.state)[0].command, DEALER)
        for seat, player in enumerate(self.people.values(), 1):
            self.do(Join(cents=CHIP * self.luck.randint(20, 400), seat=seat), player)

    def card(self, unseen: Counts) -> Card:
        return self.luck.choice([card for card in DECK if unseen[card.number]])

    def do(self, command: Command, by: Actor) -> None:
        """Decide, fold and let the referee hear of it."""
        decision = self.engine.decide(self.state, command, by, 0, self.chance)
        assert not isinstance(decision, Refusal), f"{command}: {decision}"
        for event in decision:
            if isinstance(event, PotsPushed):
                self.check(event)
            self.state = self.engine.evolve(self.state, event)
            self.referee.hear(event)

    def check(self, event: PotsPushed) -> None:
        """The pots go as the referee has it."""
        won, rake = self.referee.gains()
        pushed: Counter[str] = Counter()
        for pot in event.pots:
            assert sum(share.cents for share in pot.shares) + pot.rake == pot.cents
            for share in pot.shares:
                pushed[share.player] += share.cents
        assert +pushed == +won, f"{event} {self.referee.__dict__}"
        assert sum(pot.rake for pot in event.pots) == rake
        assert sum(move.cents for move in event.moves) == sum(won.values()) + rake
        self.checked += 1
        self.seen["side pots"] += len(event.pots) > 1
        self.seen["shared"] += any(len(pot.shares) > 1 for pot in event.pots)
        self.seen["raked"] += rake > 0

    def hands(self, many: int) -> None:
        while self.checked < many:
            due = self.engine.due(self.state)
            if not due or type(due[0].command).__name__ == "BeginHand":
                self.rebuy()
                due = self.engine.due(self.state)
            choice: Any = self.luck.choice(due) if due[0].person else due[0]
            command, by = choice.command, DEALER if choice.person is None else self.people[choice.person]
            if isinstance(command, Raise):
                bounds = asked_bounds(self.state)
                assert bounds is not None
                low, high = (bounds.low, bounds.high)
                middle = low + (high - low) * self.luck.randint(0, 3) // 9 // CHIP * CHIP
                command = Raise(to=self.luck.choice((low, high, middle)))
            elif type(command).__name__ == "Fold" and self.luck.random() < 0.6:
                continue
            if choice.person and self.luck.random() < 0.05 and self.state.hand(1).seen_by is None:
                self.look(by)
            self.do(command, by)

    def look(self, by: Actor) -> None:
        decision = self.engine.decide(self.state, LookAtCards(), by, 0, self.chance)
        if not isinstance(decision, Refusal):
            for event in decision:
                self.state = self.engine.evolve(self.state, event)

    def rebuy(self) -> None:
        for player in self.people.values():
            if self.state.stack(player.id) < 2000:
                self.do(BuyChips(cents=CHIP * self.luck.randint(20, 400)), player)


TABLES = [
    (variant, kind, commission, readings)
    for nth, variant in enumerate(Variant)
    for turn, kind in enumerate(LimitKind)
    for commission, readings in [
        (COMMISSIONS[(nth + turn) % len(COMMISSIONS)], OTHER_READINGS if (nth + turn) % 3 == 2 else Readings())
    ]
]


@pytest.mark.parametrize(("variant", "kind", "commission", "readings"), TABLES)
def test_every_pot_goes_as_a_second_reading_has_it(
    variant: Variant, kind: LimitKind, commission: Commission, readings: Readings
) -> None:
    setting = Setting(variant=variant, limit=LIMITS[kind], minimum_buy_in=CHIP, straddles=1)
    terms = Terms(seats=6, setting=setting, commission=commission, readings=readings)
    evening = Evening(terms, seed=len(variant.value) * 31 + len(kind.value))
    evening.hands(HANDS)
    assert evening.seen["side pots"] > 2 and evening.checked == HANDS
    assert sum(evening.state.chips.values()) == 0
