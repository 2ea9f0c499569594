"""Double Chance's engine against its PAR sheet: a wager, and any Jackpot wager, on every area, the best cards kept."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.double_chance import Bet
from croupier.games.double_chance.play import DeclareHand, DiscardCards, HandPickedUp, PickUpHand
from croupier.games.double_chance.settle import SixthCardTurned
from croupier.games.double_chance.terms import JACKPOT_HANDS, declared
from croupier.odds.double_chance.rule import Kept, best_keep
from croupier.odds.double_chance.settings import Played
from croupier.odds.double_chance.sheet import ChanceSheet
from croupier.odds.double_chance.wagers import LOSES, NOTHING, WINS
from croupier.odds.verdict import Seen
from croupier.table.contract import Actor, Command, Due, Event
from croupier.table.declare import told
from croupier.table.wagers import PlaceWager
from croupier.verify.playing import PlayedTable


class Table(PlayedTable):
    """A table with a player on every area, who bets all there is, declares what can be and else keeps the best cards.

    Outcomes are read off the cards: each player's five as the table tells that player, the sixth as it is turned up.
    Gains are read off the players' chips: the Jackpot wager has gained what the table's results say and the wager all
    the rest, so that no chip is left unexplained.

    What is paid is looked at on every area, but only one of them, drawn by lot, is a trial for the frequencies: all
    areas of a round are dealt from one deck.
    """

    def __init__(self, settings: Played, sheet: ChanceSheet, seed: int) -> None:
        super().__init__(settings, sheet, seed)
        terms = self.state.terms
        self.stakes = {Bet.WAGER: terms.limits[Bet.WAGER].minimum}
        if terms.jackpot:
            self.stakes[Bet.JACKPOT] = terms.jackpot.price
        self.hand_at: dict[int, tuple[Card, ...]] = {}
        self.sixth_at: dict[int, Card] = {}
        self.players = {area: Actor(f"player {area}", f"Player {area}") for area in range(1, terms.areas + 1)}
        self.area_of = {player.id: area for area, player in self.players.items()}
        for area, player in self.players.items():
            self.join(player, area)

    def round(self) -> Counter[Seen]:
        """Play one round and see how every wager ended."""
        for player in self.players.values():
            self.afford(player, sum(self.stakes.values()))
        before = {player.id: self.state.stack(player.id) for player in self.players.values()}
        self.hand_at, self.sixth_at = {}, {}
        for area, player in self.players.items():
            for bet, cents in self.stakes.items():
                self.give(PlaceWager(area=area, bet=bet.value, cents=cents), player)
        for event in self.do_what_is_due():
            if isinstance(event, SixthCardTurned):
                self.sixth_at[event.area] = event.card
        return self._seen(
            {area: self.state.stack(player.id) - before[player.id] for area, player in self.players.items()}
        )

    def chosen(self, due: tuple[Due, ...]) -> Due:
        """Players who have a choice declare a hand of rule 11, and of any other discard all but the best cards."""
        match due[0]:
            case Due(command=DeclareHand() as command, person=str(player)):
                return replace(due[0], command=self._choice(command, self.hand_at[self.area_of[player]]))
            case _:
                return due[0]

    def give(self, command: Command, by: Actor) -> tuple[Event, ...]:
        """Give a command that the table must obey; whoever picks up a hand is told its cards."""
        events = super().give(command, by)
        if isinstance(command, PickUpHand):
            for event in events:
                match told(event, by.id):
                    case HandPickedUp(area=area, cards=cards):
                        self.hand_at[area] = cards
        return events

    @staticmethod
    def _choice(declaring: DeclareHand, hand: tuple[Card, ...]) -> Command:
        if declared(hand) is not None:
            return declaring
        kept = best_keep(hand)
        return DiscardCards(cards=tuple(card for card in hand if card not in kept), player=declaring.player)

    def _seen(self, gains: dict[int, int]) -> Counter[Seen]:
        jackpots = {each.area: each.paid - each.taken for each in self.state.results if each.bet == Bet.JACKPOT}
        lot = self.chance.choice(list(self.players))
        seen: Counter[Seen] = Counter()
        for area, gain in gains.items():
            hand, prize, trial = self.hand_at[area], jackpots.get(area, 0), area == lot
            made = declared(hand)
            ended = made.value if made else WINS if _wins(best_keep(hand), self.sixth_at[area]) else LOSES
            seen[Seen(Bet.WAGER.value, ended, Fraction(gain - prize, self.stakes[Bet.WAGER]), trial)] += 1
            if Bet.JACKPOT in self.stakes:
                qualified = made.value if made in JACKPOT_HANDS else NOTHING
                paid = Fraction(prize, self.stakes[Bet.JACKPOT])
                seen[Seen(Bet.JACKPOT.value, qualified, paid, trial)] += 1
        return seen


def _wins(kept: Kept, sixth: Card) -> bool:
    """DC 9.3 read off the cards: of the kept cards of its suit, if there are any, the highest is above the sixth."""
    return max((card.height for card in kept if card.suit == sixth.suit), default=0) > sixth.height
