"""Three Card Poker: how each wager ends under a fold rule, with what chance, pay and clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from croupier.books import cite
from croupier.cards.ranking import FiveCards, ThreeCards
from croupier.games.three_card_poker.terms import (
    ANTE_BONUS,
    ANTE_BONUS_CLAUSE,
    BONUS_CLAUSE,
    METER_CLAUSE,
    PAIR_PLUS,
    PAIR_PLUS_CLAUSE,
)
from croupier.odds.model import OutcomeLine, WagerAnalysis
from croupier.odds.three_card_poker.classes import DEALER_HANDS, DEALS, JACKPOT_PAIRS, hand_classes
from croupier.odds.three_card_poker.rule import FoldRule, Prizes

RESULTS = ("dealer has no hand", "player wins", "stand-off", "dealer wins")
"""How a played hand meets the dealer's."""

FOLDED = "folded"
NOTHING = "nothing"

_GAIN = {"dealer has no hand": 1, "player wins": 2, "stand-off": 0, "dealer wins": -2}
_UNDER = {
    "dealer has no hand": (cite("TCP 5.7.1(a)"), cite("TCP 5.9.4")),
    "player wins": (cite("TCP 5.7.1(b)"), cite("TCP 5.9.1")),
    "stand-off": (cite("TCP 5.7.3"), cite("TCP 5.9.3")),
    "dealer wins": (cite("TCP 5.7.2(b)"), cite("TCP 5.9.2")),
}
_BONUS_UNDER = {result: cite("TCP 10.1.2(d)") for result in RESULTS} | {RESULTS[0]: cite("TCP 10.1.1(b)(ii)")}
_FOLD_UNDER = (cite("TCP 5.7.2(a)"), cite("ruling 50"))
_PAIR_PLUS_WINS, _PAIR_PLUS_LOSES = cite("TCP 5.8.1"), cite("TCP 5.8.2")
_JACKPOT_WINS, _JACKPOT_FOLDED, _JACKPOT_LOSES = cite("TCP 5.10.1(b)"), cite("TCP 5.10.2(a)"), cite("TCP 5.10.2(b)")
_WHOLE_PAYMENT = cite("ruling 52")


def words(made: ThreeCards | FiveCards) -> str:
    """A hand's name in words.

    >>> words(FiveCards.FOUR_OF_A_KIND)
    'four of a kind'
    """
    return made.name.lower().replace("_", " ")


def ante_line(result: str, made: ThreeCards | None) -> str:
    """The name of an outcome of Ante and Play: how it met the dealer, and what the Ante Bonus was paid for."""
    return result if made is None else f"{result}, bonus for {words(made)}"


def ante_and_play(rule: FoldRule, table: str) -> WagerAnalysis:
    """Ante, Play and Ante Bonus as one wager of one Ante, the Play a second stake when the hand is played."""
    bonus = ANTE_BONUS[table]
    deals: Counter[tuple[ThreeCards | None, str]] = Counter()
    for hand in rule.played:
        for result, met in zip(RESULTS, (hand.no_hand, hand.win, hand.stand_off, hand.lose), strict=True):
            deals[hand.kind if hand.kind in bonus else None, result] += hand.many * met
    lines = [OutcomeLine(FOLDED, 1 - rule.chance, Fraction(-1), _FOLD_UNDER)]
    for made in (None, *reversed(bonus)):
        for result in RESULTS:
            prize = bonus[made].value if made is not None else Fraction(0)
            clauses = (_BONUS_UNDER[result], ANTE_BONUS_CLAUSE[table]) if made is not None else ()
            lines.append(
                OutcomeLine(
                    ante_line(result, made),
                    Fraction(deals[made, result], DEALS * DEALER_HANDS),
                    _GAIN[result] + prize,
                    (*_UNDER[result], *clauses),
                )
            )
    return WagerAnalysis("ante and play", tuple(lines), rule.words)


def element_of_risk(wager: WagerAnalysis, rule: FoldRule) -> Fraction:
    """The edge of Ante and Play for each unit staked on either, on average."""
    return Fraction(wager.edge) / (1 + rule.chance)


def pair_plus(table: str) -> WagerAnalysis:
    """Pair Plus: the three cards alone decide it."""
    many: Counter[ThreeCards] = Counter()
    for hand in hand_classes():
        many[hand.kind] += hand.many
    return WagerAnalysis("pair plus", tuple(_pair_plus_lines(table, many)))


def _pair_plus_lines(table: str, many: Counter[ThreeCards]) -> Iterator[OutcomeLine]:
    for made in reversed(ThreeCards):
        chance = Fraction(many[made], DEALS)
        if made in PAIR_PLUS[table]:
            under = _PAIR_PLUS_WINS, PAIR_PLUS_CLAUSE[table]
            yield OutcomeLine(words(made), chance, PAIR_PLUS[table][made].value, under)
        else:
            yield OutcomeLine(words(made), chance, Fraction(-1), (_PAIR_PLUS_LOSES,))


def jackpot_chances(rule: FoldRule) -> dict[FiveCards, Fraction]:
    """How often a Jackpot wager makes each hand from a straight up and is still in play."""
    made: Counter[FiveCards] = Counter()
    for hand in rule.played:
        for each, pairs in hand.prizes.items():
            made[each] += hand.many * pairs
    return {each: Fraction(made[each], DEALS * JACKPOT_PAIRS) for each in reversed(FiveCards) if made[each]}


def jackpot(rule: FoldRule, option: int, prizes: Prizes) -> WagerAnalysis:
    """A Jackpot wager of one unit; `prizes` are whole payments for it, and its stake stays with the house."""
    chances = jackpot_chances(rule)
    clauses = BONUS_CLAUSE | METER_CLAUSE
    won = [
        OutcomeLine(
            words(made),
            chances[made],
            prize - 1,
            (_JACKPOT_WINS, clauses[option, made], *((_WHOLE_PAYMENT,) if (option, made) in BONUS_CLAUSE else ())),
        )
        for made, prize in sorted(prizes.items(), reverse=True)
    ]
    rest = rule.chance - sum(line.probability for line in won)
    lost = (
        OutcomeLine(NOTHING, rest, Fraction(-1), (_JACKPOT_LOSES,)),
        OutcomeLine(FOLDED, 1 - rule.chance, Fraction(-1), (_JACKPOT_FOLDED,)),
    )
    return WagerAnalysis("jackpot", (*won, *lost))
