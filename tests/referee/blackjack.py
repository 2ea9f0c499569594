"""The second reading: a round of the Blackjack family as the book and the rulings have it, act by act.

`Round` is told what was laid, each card and each decision, and says at every moment who may do what, where the next
card must go, and in the end what every wager came to. It never guesses: a card or a decision that the book does not
allow at that moment raises `Disallowed`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from .tables import House, count, natural, value
from .wagers import Laid, Wager, at_risk

DEALER = 0
"""The place of the dealer's hand, where areas are numbered from one."""


class Disallowed(Exception):
    """Something happened that the book does not allow at that moment."""


class May(NamedTuple):
    """Something that a player may do now; amounts in cents, nought where none is put up."""

    act: str
    player: str
    area: int
    hand: int = 0
    least: int = 0
    most: int = 0


@dataclass
class Part:
    """One player's money on one hand: the wager, and what was put up to double it."""

    wager: int
    double: int = 0
    withdrawn: bool = False


@dataclass
class Hand:
    """One hand of an area; the first is number one, others are numbered as they are formed."""

    number: int
    cards: list[str]
    parts: dict[str, Part]
    split: bool = False
    aces_split: bool = False
    doubled: bool = False
    done: bool = False

    @property
    def counted(self) -> tuple[int, bool]:
        """Its total, and whether it is soft."""
        return count(self.cards, 2 if self.doubled and self.ace_rule else 0)

    ace_rule: bool = False
    """Whether aces among the first two cards of a double count one (10.7.2)."""

    @property
    def total(self) -> int:
        """Its total."""
        return self.counted[0]


@dataclass
class Area:
    """One betting area: its wagers from nearest the dealer, its hands in the order they are served."""

    number: int
    wagers: list[Wager]
    hands: list[Hand]
    dealt: list[str] = field(default_factory=list)
    """Every card that came to it, in order."""
    declined: bool = False
    """Whether a split was declined, which ends the right to it (7.5.5(e), R34)."""

    @property
    def natural(self) -> bool:
        """Whether its hand is a Blackjack or a Pontoon: never a split one (7.5.5(g), R34)."""
        return len(self.hands) == 1 and not self.hands[0].split and natural(self.hands[0].cards)


class Round:
    """One round at a table."""

    def __init__(self, house: House, laid: list[Laid], advised: frozenset[str] = frozenset()) -> None:
        self.house = house
        self.wagers, self.advised = at_risk(house, laid, advised)
        self.dealer: list[str] = []
        self.areas: dict[int, Area] = {}
        for wager in sorted(self.wagers, key=lambda each: each.area):
            area = self.areas.setdefault(wager.area, Area(wager.area, [], [Hand(1, [], {})]))
            area.wagers.append(wager)
            area.hands[0].parts[wager.player] = Part(wager.original)
            area.hands[0].ace_rule = house.pontoon
        self.asking: tuple[Area, Hand, str] | None = None
        """The hand that is being doubled or split, while those who share it are asked, and which of the two."""
        self.unanswered: set[str] = set()
        self.formed: Hand | None = None
        """The hand that the last split formed."""
        self.drawing: Hand | None = None
        """The hand that asked for one more card."""
        self.playing = False
        """Whether the subsequent deal has begun."""

    # Where the next card goes.

    @property
    def dealt_out(self) -> bool:
        """Whether the initial deal is complete."""
        return bool(self.dealer) and all(len(area.dealt) >= 2 for area in self.areas.values())

    def next_card(self) -> tuple[int, int] | None:
        """The area and hand that the next card is for; None while a player must decide first, or when all is over."""
        for area in self.areas.values():
            if not area.dealt:
                return area.number, 1
        if not self.dealer:
            return (DEALER, 1) if self.areas else None
        for area in self.areas.values():
            if len(area.dealt) == 1:
                return area.number, 1
        turn = self.turn()
        if self.asking is not None:
            return None
        if turn is not None:
            area, hand = turn
            wanted = len(hand.cards) < 2 or self.drawing is hand
            return (area.number, hand.number) if wanted else None
        return (DEALER, 1) if self.dealer_draws() else None

    def turn(self) -> tuple[Area, Hand] | None:
        """The hand that is served now: areas from the left, an area's hands in their order."""
        if not self.dealt_out:
            return None
        for area in self.areas.values():
            for hand in area.hands:
                if not hand.done:
                    return area, hand
        return None

    def dealer_draws(self) -> bool:
        """Whether the dealer takes another card: only while something depends on it (7.5.6(c))."""
        if len(self.dealer) == 1:
            return self._live() or self._waits_for_second_card()
        total, soft = count(self.dealer)
        enough = total >= 18 or (total == 17 and not (soft and self.house.hits_soft_17))
        return self._live() and not enough

    def _live(self) -> bool:
        """Whether any hand is still played out against the dealer's."""
        return any(
            not area.natural and self.in_play(hand, part)
            for area in self.areas.values()
            for hand in area.hands
            for part in hand.parts.values()
        )

    def in_play(self, hand: Hand, part: Part) -> bool:
        """Whether money on a hand waits for the dealer: not when it bust, was withdrawn, or was paid as a 21."""
        return hand.total <= 21 and not part.withdrawn and not (self.house.pontoon and hand.total == 21)

    def _waits_for_second_card(self) -> bool:
        """Insurance, what was surrendered, and a Blackjack that could not be paid yet."""
        return any(
            wager.insured
            or (wager.surrendered and value(self.dealer[0]) in (1, 10))
            or (area.natural and not self.paid_early(area) and not wager.even_money)
            for area in self.areas.values()
            for wager in area.wagers
        )

    def paid_early(self, area: Area) -> bool:
        """Whether an area's natural is paid in the interim settlement (7.4.1(a), 10.6.1(a))."""
        return area.natural and (self.house.pontoon or value(self.dealer[0]) not in (1, 10))

    def card(self, face: str) -> None:
        """The next card, wherever it must go."""
        place = self.next_card()
        if place is None:
            raise Disallowed("no card is due")
        number, _ = place
        if number == DEALER:
            self.playing = self.dealt_out
            self.dealer.append(face)
            return
        area = self.areas[number]
        hand = next(each for each in area.hands if each.number == place[1])
        hand.cards.append(face)
        area.dealt.append(face)
        self.drawing = None
        if len(hand.cards) >= 2:
            self._look_at(hand)

    def _look_at(self, hand: Hand) -> None:
        """Whether a hand needs nothing more."""
        if hand.total >= 21 or hand.doubled or hand.aces_split:
            hand.done = True

    # Who may do what.

    def caller(self, area: Area) -> str:
        """Who calls for an area: the wager nearest the dealer (5.9), or the next one if control passes on (R42)."""
        if self.house.readings.caller_surrenders == "passes":
            for wager in area.wagers:
                if not wager.surrendered:
                    return wager.player
        return area.wagers[0].player

    def may(self) -> set[May]:
        """All that players may do at this moment."""
        if not self.dealt_out:
            return set()
        allowed = self._rescues() if self.playing else self._early()
        if self.asking is not None:
            return allowed | self._shared(*self.asking)
        turn = self.turn()
        if turn is not None and self.next_card() is None:
            allowed |= self._decisions(*turn)
        return allowed

    def _early(self) -> set[May]:
        """Insurance, even money and surrender, open until the first decision of the subsequent deal (R43)."""
        allowed = set()
        ace = self.dealer[0][0] == "A"
        for area in self.areas.values():
            ahead_surrendered = True
            for at, wager in enumerate(area.wagers):
                who = wager.player
                half = 0 if self.house.pontoon and area.natural else wager.original // 2
                if ace and half and not wager.insured and not wager.even_money:
                    allowed.add(May("insure", who, area.number, 0, 1, half))
                barred = wager.insured and not self.house.readings.insured_even_money
                if ace and area.natural and not self.house.pontoon and not wager.even_money and not barred:
                    allowed.add(May("even money", who, area.number))
                passing = self.house.readings.caller_surrenders == "passes"
                called = at == 0 or (ahead_surrendered if passing else area.wagers[0].surrendered)
                offered = self.dealer[0][0] in self.house.surrender_against and area.hands[0].total < 21
                if offered and called and not wager.surrendered:
                    allowed.add(May("surrender", who, area.number))
                ahead_surrendered = ahead_surrendered and wager.surrendered
        return allowed

    def _decisions(self, area: Area, hand: Hand) -> set[May]:
        """What the caller may decide for a hand (7.5.1)."""
        who = self.caller(area)
        allowed = {May(act, who, area.number, hand.number) for act in ("stand", "draw")}
        if self._may_double(hand):
            allowed.add(May("double", who, area.number, hand.number, 1, hand.parts[who].wager))
        if self._may_split(area, hand):
            wager = hand.parts[who].wager
            allowed.add(May("split", who, area.number, hand.number, wager, wager))
        return allowed

    def _may_double(self, hand: Hand) -> bool:
        if hand.aces_split or hand.total >= 21:
            return False
        if self.house.pontoon:
            return True
        if len(hand.cards) != 2:
            return False
        if self.house.version == "vegas":
            return True
        low = sum(value(card) for card in hand.cards)
        aces = any(card[0] == "A" for card in hand.cards)
        return 9 <= low <= 11 and (not aces or self.house.readings.doubles_on_a8_a9)

    def _may_split(self, area: Area, hand: Hand) -> bool:
        return (
            len(hand.cards) == 2
            and value(hand.cards[0]) == value(hand.cards[1])
            and not hand.aces_split
            and not area.declined
            and len(area.hands) < 3
        )

    def _shared(self, area: Area, hand: Hand, act: str) -> set[May]:
        """What those who share a hand may answer when its caller doubles or splits (R42)."""
        allowed = set()
        for who in self.unanswered:
            wager = hand.parts[who].wager
            allowed.add(May(f"join {act}", who, area.number, hand.number, 1 if act == "double" else wager, wager))
            reading = self.house.readings.unfunded
            if act == "double" or reading != "follows":
                allowed.add(May("stay", who, area.number, hand.number))
            if act == "split" and reading == "chooses" and self.formed is not None:
                allowed.add(May("stay", who, area.number, self.formed.number))
        return allowed

    def _rescues(self) -> set[May]:
        """Doubled parts that may be withdrawn until the dealer draws (10.7.5, R36, R49)."""
        if not self.house.pontoon or len(self.dealer) > 1:
            return set()
        return {
            May("rescue", who, area.number, hand.number)
            for area in self.areas.values()
            for hand in area.hands
            if hand.doubled and len(hand.cards) > 2 and hand.done
            for who, part in hand.parts.items()
            if part.double and self.in_play(hand, part)
        }

    def directed(self) -> str:
        """What is done with the hand of a silent caller: it stands, or draws one more (7.5.3)."""
        turn = self.turn()
        if turn is None or self.next_card() is not None:
            raise Disallowed("no hand waits for its player")
        total, soft = turn[1].counted
        return "stand" if total >= (17 if soft else 12) else "draw"

    # What players do.

    def act(self, act: str, player: str, area: int, hand: int = 0, cents: int = 0) -> None:
        """What a player does, with what it puts up in cents."""
        for allowed in self.may():
            same = (allowed.act, allowed.player, allowed.area, allowed.hand) == (act, player, area, hand)
            if same and (cents == 0 if not allowed.most else allowed.least <= cents <= allowed.most):
                break
        else:
            raise Disallowed(f"{player} may not {act} on {area}.{hand} for {cents}")
        place = self.areas[area]
        mine = next(wager for wager in place.wagers if wager.player == player)
        at = next((each for each in place.hands if each.number == hand), place.hands[0])
        match act:
            case "insure":
                mine.insured = cents
            case "even money":
                mine.even_money = True
            case "surrender":
                self._surrender(place, mine)
            case "rescue":
                at.parts[player].withdrawn = True
            case "join double" | "join split" | "stay":
                self._answer(act, at, player, cents)
            case _:
                self._decide(act, place, at, player, cents)

    def _surrender(self, area: Area, mine: Wager) -> None:
        binds = self.house.readings.caller_surrenders == "binds"
        for wager in area.wagers if binds else [mine]:
            wager.surrendered = True
            area.hands[0].parts.pop(wager.player, None)
        passes = self.house.readings.caller_surrenders == "passes"
        area.hands[0].done = not passes or all(wager.surrendered for wager in area.wagers)

    def _decide(self, act: str, area: Area, hand: Hand, player: str, cents: int) -> None:
        self.playing = True
        if act == "split":
            self._split(area, hand, player)
            return
        if self._may_split(area, hand):
            area.declined = True
        if act == "stand":
            hand.done = True
        else:
            self.drawing = hand
        if act == "double":
            hand.doubled = True
            hand.parts[player].double = cents
            self._ask(area, hand, "double")

    def _split(self, area: Area, hand: Hand, player: str) -> None:
        number = len(area.hands) + 1
        formed = Hand(number, [hand.cards.pop()], {}, split=True, ace_rule=hand.ace_rule)
        hand.split = True
        if value(hand.cards[0]) == 1:
            hand.aces_split = formed.aces_split = True
        if self.house.readings.resplit_last:
            area.hands.append(formed)
        else:
            area.hands.insert(area.hands.index(hand) + 1, formed)
        formed.parts[player] = Part(hand.parts[player].wager)
        self.formed = formed
        self._ask(area, hand, "split")

    def _ask(self, area: Area, hand: Hand, act: str) -> None:
        self.unanswered = set(hand.parts) - {self.caller(area)}
        self.asking = (area, hand, act) if self.unanswered else None

    def _answer(self, act: str, named: Hand, player: str, cents: int) -> None:
        assert self.asking is not None
        _, hand, _ = self.asking
        if act == "join double":
            hand.parts[player].double = cents
        elif self.formed is not None and act == "join split":
            self.formed.parts[player] = Part(hand.parts[player].wager)
        elif named is not hand:
            named.parts[player] = hand.parts.pop(player)
        self.unanswered.discard(player)
        if not self.unanswered:
            self.asking = None
