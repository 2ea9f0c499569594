"""Three Card Poker's engine against its PAR sheet: every wager on every area, by the best fold rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from croupier.cards import Card
from croupier.cards.ranking import FiveCards, ThreeCards, five_cards, three_cards
from croupier.games.three_card_poker import Bet
from croupier.games.three_card_poker.play import (
    DealerHandShown,
    FoldHand,
    HandSeen,
    JackpotCardsShown,
    LookAtHand,
    PlayHand,
    PlayOrFoldCalled,
)
from croupier.games.three_card_poker.terms import ANTE_BONUS, METER_SHARE, SIGNED_BETS
from croupier.house import linked, meter
from croupier.house.prizes import MITES
from croupier.odds.three_card_poker.classes import QUALIFIES, Key, key_of
from croupier.odds.three_card_poker.rule import FoldRule
from croupier.odds.three_card_poker.settings import Played
from croupier.odds.three_card_poker.sheet import PokerSheet
from croupier.odds.three_card_poker.wagers import FOLDED, NOTHING, RESULTS, ante_line, words
from croupier.odds.verdict import Seen
from croupier.table.contract import Actor, Command, Due, Event, Refusal
from croupier.table.declare import told
from croupier.table.wagers import PlaceWager
from croupier.verify.playing import PlayedTable

OPERATOR = Actor("operator", "The operator", "casino-operator")


class Followed(msgspec.Struct, frozen=True):
    """A fold rule to follow: the classes of hands to play, and the sheet's names for the wagers of whoever does."""

    plays: frozenset[Key]
    ante_and_play: str
    jackpot: str

    @classmethod
    def of(cls, rule: FoldRule, ante_and_play: str, jackpot: str) -> Followed:
        """The rule as it can be looked up."""
        return cls(frozenset(key_of(hand.cards) for hand in rule.played), ante_and_play, jackpot)


def rules_of(found: PokerSheet) -> tuple[Followed, ...]:
    """The rules of a sheet: the main game's, and with a Jackpot wager the one that is best for both together."""
    if found.riding is None:
        return (Followed.of(found.rule, found.wagers[0].name, ""),)
    main, _, jackpot, riding, jackpot_riding = (wager.name for wager in found.wagers)
    return Followed.of(found.rule, main, jackpot), Followed.of(found.riding, riding, jackpot_riding)


def meter_of(settings: Played) -> meter.Meter:
    """The meter that the table is linked to, showing what the settings say; closed where there is no Jackpot wager."""
    closed, terms, system = meter.Meter(id="meter"), settings.terms(), settings.system
    if system is None or terms.jackpot_price is None:
        return closed
    opening = meter.OpenMeter(option=system.option, seed=system.seed, price=terms.jackpot_price, tables=(terms.table,))
    opened = meter.decide(closed, opening, OPERATOR, 0)
    if isinstance(opened, Refusal):
        raise RuntimeError(f"the meter would not open: {opened}")
    for event in opened:
        closed = meter.evolve(closed, event)
    return replace(closed, mites=int(system.value * 100 * MITES))


class Table(PlayedTable):
    """A table with a player on every area, who bets all there is and follows one of the sheet's fold rules, by lot.

    Outcomes are read off the cards: each player's own as the table tells that player, the dealer's and the Jackpot
    Cards as shown. Gains are read off the players' chips: Pair Plus and the Jackpot wager have gained what the table's
    results say, and Ante and Play with its bonus all the rest, so that no chip is left unexplained.

    What is paid is looked at on every area, but only one of them, drawn by lot, is a trial for the frequencies: all
    areas of a round meet the same dealer's hand and the same Jackpot Cards.
    """

    def __init__(self, settings: Played, sheet: PokerSheet, seed: int) -> None:
        self.meter = meter_of(settings)
        self.mites = self.meter.mites
        super().__init__(settings, sheet, seed)
        terms = self.state.terms
        self.sheet = sheet
        self.rules = rules_of(sheet)
        self.trials_a_round = 1 / len(self.rules)
        self.rule_at: dict[int, Followed] = {}
        self.hand_at: dict[int, tuple[Card, ...]] = {}
        self.stakes = {bet: terms.limits[bet].minimum for bet in SIGNED_BETS}
        if terms.jackpot_price:
            self.stakes[Bet.JACKPOT] = terms.jackpot_price
        self.players = {area: Actor(f"player {area}", f"Player {area}") for area in range(1, terms.areas + 1)}
        for area, player in self.players.items():
            self.join(player, area)

    def round(self) -> Counter[Seen]:
        """Play one round and see how every wager ended."""
        for player in self.players.values():
            self.afford(player, sum(self.stakes.values()) + self.stakes[Bet.ANTE])
        before = {player.id: self.state.stack(player.id) for player in self.players.values()}
        self.rule_at = {area: self.chance.choice(self.rules) for area in self.players}
        for area, player in self.players.items():
            for bet, cents in self.stakes.items():
                self.give(PlaceWager(area=area, bet=bet.value, cents=cents), player)
        dealers, jackpot = tuple[Card, ...](), tuple[Card, ...]()
        for event in self.do_what_is_due():
            match event:
                case PlayOrFoldCalled():
                    self._look()
                case DealerHandShown():
                    dealers = event.cards
                case JackpotCardsShown():
                    jackpot = event.cards
        gains = {area: self.state.stack(player.id) - before[player.id] for area, player in self.players.items()}
        return self._seen(gains, dealers, jackpot)

    def chosen(self, due: tuple[Due, ...]) -> Due:
        """Players fold by their rule and keep Pair Plus; the manager pays what the meter holds."""
        match due[0].command:
            case PlayHand(area=area) if not self._plays(area):
                return next(each for each in due if isinstance(each.command, FoldHand) and each.command.keep_pair_plus)
            case _:
                return due[0]

    def give(self, command: Command, by: Actor) -> tuple[Event, ...]:
        """Give a command that the table must obey, and its meter with it; the meter then shows what it always does."""
        events = super().give(command, by)
        asked = linked.on_meter(self.meter, self.state.terms.table, events, by, 0)
        if isinstance(asked, Refusal):
            raise RuntimeError(f"the meter refused {command}: {asked}")
        link = self.game.engine.rules(self.state).meter_link(self.state)
        words = linked.told_table(self.meter, asked, self.state.terms.table, link, by)
        for event in asked:
            self.meter = replace(meter.evolve(self.meter, event), mites=self.mites)
        for event in words:
            self.state = self.game.evolve(self.state, event)
        return (*events, *words)

    def _look(self) -> None:
        for area, player in self.players.items():
            for event in self.give(LookAtHand(), player):
                match told(event, player.id):
                    case HandSeen(cards=cards):
                        self.hand_at[area] = cards

    def _plays(self, area: int) -> bool:
        return key_of(self.hand_at[area]) in self.rule_at[area].plays

    def _seen(self, gains: dict[int, int], dealers: tuple[Card, ...], jackpot: tuple[Card, ...]) -> Counter[Seen]:
        results = {(each.area, each.bet): each.paid - each.taken for each in self.state.results}
        made = {area: self._made(area, jackpot) for area in self.players} if jackpot else {}
        from_meter = sum(each in _FROM_METER for each in made.values())
        lot = self.chance.choice(list(self.players))
        seen: Counter[Seen] = Counter()
        for area, gain in gains.items():
            hand, rule, trial = self.hand_at[area], self.rule_at[area], area == lot
            paid = {bet: results.get((area, bet.value), 0) for bet in self.stakes if bet is not Bet.ANTE}
            rest = gain - sum(paid.values())
            met = self._met(hand, dealers) if self._plays(area) else FOLDED
            seen[Seen(rule.ante_and_play, met, Fraction(rest, self.stakes[Bet.ANTE]), trial)] += 1
            kind = words(ThreeCards(three_cards(hand)[0]))
            seen[Seen("pair plus", kind, Fraction(paid[Bet.PAIR_PLUS], self.stakes[Bet.PAIR_PLUS]), trial)] += 1
            # The sheet is of a hand that wins from the meter alone, not of several that share (TCP 7.4).
            if jackpot and not (from_meter > 1 and made[area] in _FROM_METER):
                prize = Fraction(paid[Bet.JACKPOT], self.stakes[Bet.JACKPOT])
                seen[Seen(rule.jackpot, made[area], prize, trial)] += 1
        return seen

    def _met(self, hand: tuple[Card, ...], dealers: tuple[Card, ...]) -> str:
        mine, theirs = three_cards(hand), three_cards(dealers)
        no_hand, wins, stand_off, loses = RESULTS
        result = no_hand if theirs < QUALIFIES else wins if mine > theirs else loses if mine < theirs else stand_off
        kind = ThreeCards(mine[0])
        return ante_line(result, kind if kind in ANTE_BONUS[self.sheet.settings.ante_bonus] else None)

    def _made(self, area: int, jackpot: tuple[Card, ...]) -> str:
        if not self._plays(area):
            return FOLDED
        made = FiveCards(five_cards((*self.hand_at[area], *jackpot))[0])
        system = self.sheet.settings.system
        return words(made) if system and made in system.prizes else NOTHING


_FROM_METER = {words(made) for made in METER_SHARE}
