"""The Blackjack family's engine against its PAR sheet: every bet on every area, by the best play."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np

from croupier.cards import Card
from croupier.games.blackjack.bonus import LINE, OTHERS
from croupier.games.blackjack.choices import Double, Draw, Split, Stand, deciding
from croupier.games.blackjack.early import GoOn, Insure, Surrender
from croupier.games.blackjack.pandemonium import ButtonPressed
from croupier.games.blackjack.rescue import KeepDouble, Rescue
from croupier.games.blackjack.state import State
from croupier.games.blackjack.terms import Bet, is_natural, pair_of, sevens_of, total, value
from croupier.money import money
from croupier.odds.blackjack import hands_played as ways
from croupier.odds.blackjack.compositions import hands
from croupier.odds.blackjack.kernel import line_names
from croupier.odds.blackjack.plan import compiled, rules_of
from croupier.odds.blackjack.settings import Played
from croupier.odds.blackjack.sheet import BlackjackSheet
from croupier.odds.blackjack.side_bets import FIRST_NOT_SEVEN, NO_PAIR, NO_PONTOON, SECOND_NOT_SEVEN
from croupier.odds.blackjack.stack import byte_of
from croupier.odds.blackjack.strategy import DOUBLE, SPLIT, STAND, SURRENDER
from croupier.odds.verdict import Seen
from croupier.table.contract import Actor, Command, Due
from croupier.table.hands import DEALERS, Spot, spot
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager
from croupier.verify.playing import PlayedTable

_SAYS: dict[int, type[Command]] = {STAND: Stand, DOUBLE: Double, SPLIT: Split, SURRENDER: Surrender}


class Table(PlayedTable):
    """A table with a player on every area, who bets all there is, insures against every ace and plays by the sheet.

    Outcomes are read off the cards, by the kernel's settlement and not the engine's. Gains are read off the players'
    chips: side bets, insurance and what another's Super Bonus gave have gained what the table's results say, and the
    main wager with all its splits and doubles the rest, so that no chip is left unexplained.

    What is paid is looked at on every area, but only one of them, drawn by lot, is a trial for the frequencies: all
    areas of a round meet the same dealer's hand.
    """

    def __init__(self, settings: Played, sheet: BlackjackSheet, seed: int) -> None:
        super().__init__(settings, sheet, seed)
        terms = self.state.terms
        self.rules = rules_of(terms)
        self.plan = compiled(sheet.starts, sheet.plan, by_first_aces=self.rules.pays_21_at_once)
        self.names = line_names(terms.playing)
        insurance = next(wager for wager in sheet.wagers if wager.name == Bet.INSURANCE)
        self.insurance = tuple(line.name for line in insurance.outcomes)
        """The lines of insurance that wins, and that loses."""
        self.stakes = {bet: terms.limits[bet].minimum for bet in terms.bets}
        self.withdrawn: set[Spot] = set()
        self.prizes: dict[int, int] = {}
        self.players = {area: Actor(f"player {area}", f"Player {area}") for area in range(1, terms.areas + 1)}
        for area, player in self.players.items():
            self.join(player, area)

    def round(self) -> Counter[Seen]:
        """Play one round and see how every wager ended."""
        main = self.stakes[self.state.main]
        for player in self.players.values():
            self.afford(player, sum(self.stakes.values()) + 6 * main)
        before = {player.id: self.state.stack(player.id) for player in self.players.values()}
        self.withdrawn, self.prizes = set(), {}
        for area, player in self.players.items():
            for bet, cents in self.stakes.items():
                self.give(PlaceWager(area=area, bet=bet.value, cents=cents), player)
        laid = self.state
        for event in self.do_what_is_due():
            if isinstance(event, ButtonPressed):
                self.prizes[event.area] = event.prize
            if self.state.stage is Stage.SETTLED:
                laid = self.state
        gains = {area: self.state.stack(player.id) - before[player.id] for area, player in self.players.items()}
        lot = self.chance.choice(list(self.players))
        seen: Counter[Seen] = Counter()
        for area, gain in gains.items():
            for wager, outcome, pays in self._ended(laid, area, gain):
                seen[Seen(wager, outcome, pays, area == lot)] += 1
        return seen

    def chosen(self, due: tuple[Due, ...]) -> Due:
        """Players insure against an ace, then do what the sheet's plan says."""
        offered = {type(each.command): each for each in due}
        if GoOn in offered:
            return offered.get(Insure) or self._early(offered)
        if KeepDouble in offered:
            return self._rescue(offered)
        place = deciding(self.state)
        if place is None or Stand not in offered:
            return due[0]
        says = self._says(place)
        split_again = Split in offered and self.state.play_of(place).split
        return offered[Split if split_again else _SAYS.get(says, Draw)]

    def _early(self, offered: dict[type[Command], Due]) -> Due:
        given_up = offered.get(Surrender, offered[GoOn])
        if isinstance(given_up.command, Surrender) and self._says(spot(given_up.command.area)) == SURRENDER:
            return given_up
        return offered[GoOn]

    def _rescue(self, offered: dict[type[Command], Due]) -> Due:
        asked = offered[KeepDouble].command
        assert isinstance(asked, KeepDouble)
        place = Spot(asked.area, asked.hand)
        cards = self.state.cards_of(place)
        held, counted = self._held(cards), self._total(self.state, place)
        split = 1 + self._rank(cards[0]) if self.state.play_of(place).split else 0
        if self.plan.rescues[split, int(counted > hands().hard[held]), held, self._upcard]:
            self.withdrawn.add(place)
            return offered[Rescue]
        return offered[KeepDouble]

    def _says(self, place: Spot) -> int:
        """What the plan says of a hand as it lies."""
        cards, split = self.state.cards_of(place), self.state.play_of(place).split
        first, second = self._rank(cards[0]), self._rank(cards[1])
        if len(cards) == 2 and not split:
            suits = ways.suits_of(byte_of(cards[0]), byte_of(cards[1]))
            return int(self.plan.firsts[suits, first, second, self._upcard])
        layer = (first == 0) + (second == 0) if self.plan.by_first_aces else 0
        return int(self.plan.actions[1 + first if split else 0, layer, self._held(cards), self._upcard])

    @property
    def _upcard(self) -> int:
        card = self.state.dealers_first
        assert card is not None
        return self._rank(card)

    @staticmethod
    def _rank(card: Card) -> int:
        return value(card) - 1

    def _held(self, cards: tuple[Card, ...]) -> int:
        held = 0
        for card in cards:
            held = int(hands().grown[held, self._rank(card)])
        return held

    def _total(self, state: State, place: Spot) -> int:
        doubled = state.play_of(place).doubled and self.rules.first_aces_count_one
        return total(state.cards_of(place), 2 if doubled else 0)[0]

    def _ended(self, laid: State, area: int, gain: int) -> list[tuple[str, str, Fraction]]:
        """How each wager of an area ended, by the cards, and what it gained in units of its stake."""
        player, main = self.players[area].id, laid.main
        results = {each.bet: each.paid - each.taken for each in self.state.results if each.area == area}
        found = []
        cards = tuple(each.card for each in laid.drawn if each.spot.area == area)
        for bet in self.stakes:
            if bet != main:
                found.append((bet.value, self._side_bet(bet, area, cards), Fraction(results[bet], self.stakes[bet])))
        dealers = laid.cards_of(DEALERS)
        insured = laid.added(spot(area), player, Bet.INSURANCE)
        if insured is not None:
            line = self.insurance[0 if is_natural(dealers[:2]) else 1]
            found.append((Bet.INSURANCE.value, line, Fraction(results[Bet.INSURANCE], insured.cents)))
        rest = gain - sum(results.get(bet, 0) for bet in (*self.stakes, Bet.INSURANCE, OTHERS) if bet != main)
        found.append((main.value, self.names[self._way(laid, area)], Fraction(rest, self.stakes[main])))
        return found

    def _side_bet(self, bet: Bet, area: int, cards: tuple[Card, ...]) -> str:
        if bet is Bet.PAIRS:
            pair = pair_of(cards[0], cards[1])
            return NO_PAIR if pair is None else pair.value
        if bet is Bet.SEVENS:
            sevens = sevens_of(cards[:3])
            return sevens.value if sevens else SECOND_NOT_SEVEN if cards[0].rank == "7" else FIRST_NOT_SEVEN
        return money(self.prizes[area]) if is_natural(cards[:2]) else NO_PONTOON

    def _way(self, laid: State, area: int) -> int:
        """How the main wager ended, by the cards as they lie."""
        ended = np.zeros((3, 4), dtype=np.int64)
        player = self.players[area].id
        places = laid.hands_of(area)
        for number, place in enumerate(places):
            cards, play = laid.cards_of(place), laid.play_of(place)
            counted = min(self._total(laid, place), 22)
            lies, halves = ways.IN_PLAY, 0
            if len(places) == 1 and is_natural(cards):
                lies, halves = ways.PAID if self.rules.pays_21_at_once else ways.NATURAL, 3
            elif (area, player) in laid.surrendered:
                lies = ways.SURRENDERED
            elif place in self.withdrawn:
                lies = ways.RESCUED
            elif counted == 21 and self.rules.pays_21_at_once:
                lies, halves = ways.PAID, 4
                if not play.doubled:
                    first, second, third, *_ = (*map(byte_of, cards), 0)
                    halves = ways.bonus_halves(len(cards), first, second, third)
                    counted = ways.line_of(len(cards), self._rank(cards[0]), self._rank(cards[1]), halves)
            ended[number] = counted, 1 + play.doubled, lies, halves
        bonus = int(any(each.bet == LINE and each.area == area for each in laid.wagers))
        return ways.way_of(ended, len(places), bonus, self._made(laid), self.rules)

    @staticmethod
    def _made(laid: State) -> int:
        dealers = laid.cards_of(DEALERS)
        if len(dealers) < 2:
            return ways.MADE_NOTHING
        counted, _ = total(dealers)
        if is_natural(dealers):
            return ways.MADE_NATURAL
        return ways.MADE_OVER if counted > 21 else max(counted - 17, 0)
