"""A hand in the PHH format, read from its text: who sits with what, what is posted, and the actions one by one.

Amounts may have fractions and be of any currency. They are counted in the largest power of a tenth in which all of
them are whole.
"""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.games.crown_poker.terms import Limit, LimitKind
from croupier.hands.codes import CODES, Code
from croupier.hands.many import holds_many
from croupier.hands.numbers import Unreadable, exact, numbers, places, plain, said, units
from croupier.hands.own import OWN, Own
from croupier.hands.rake import Rake, rake_of

LONGEST = 1_000_000
"""More signs than the text of any hand has."""


DEALER = 0


class Action(msgspec.Struct, frozen=True):
    """One entry of the actions: whose it is (the dealer is 0), what is done, for how much or with which cards."""

    text: str
    who: int
    does: str
    amount: int = 0
    cards: tuple[Card | None, ...] = ()
    """The cards named, None for one that nobody knows."""
    as_dealt: bool = False
    """Whether it names those that were dealt, without saying them again."""


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as its text says it, amounts in whole units of which `scale` make one of the text's."""

    code: Code
    limit: Limit
    antes: tuple[int, ...]
    posted: tuple[int, ...]
    """What each player posts, in the order of the players; less than nothing for a post out of turn."""
    stacks: tuple[int, ...]
    unknown: frozenset[int]
    """The players, by number, whose stack the text does not know; they have more than is ever asked of them."""
    actions: tuple[Action, ...]
    finishing: tuple[Fraction, ...] | None
    """What each player ends with, in units, where the text says it; it may have parts that no chip has."""
    winnings: tuple[Fraction, ...] | None
    """What each player collects of the pots, likewise."""
    rake: Rake | None
    """What the text says of the house's commission."""
    players: tuple[str, ...]
    seats: tuple[int, ...]
    seat_count: int
    scale: int
    own: Own | None
    """What this house has added; nothing in a hand of others."""

    def units(self, amount: object) -> int:
        """An amount of the text in whole units."""
        return units(amount, self.scale)

    def said(self, units: Fraction | int) -> str:
        """So many units as an amount of the text."""
        return plain(Fraction(units) / self.scale)


def parse(text: str, *, finer: bool = False) -> Written:
    """The hand that a text holds, or `Unreadable`; `finer` counts in units in which its end is whole as well."""
    fields = _fields(text)
    code = CODES.get(_wanted(fields, "variant", str))
    if code is None:
        raise Unreadable(f"the book has no game of the code {said(fields['variant'])}")
    raw = [_entry(each) for each in _wanted(fields, "actions", list)]
    own, rake = _own(fields), rake_of(fields)
    scale = max(_scale(fields, raw, rake, finer=finer), 1 if own is None else own.scale)
    posted = _units_of(fields, "blinds_or_straddles", scale, negative=True)
    antes = _units_of(fields, "antes", scale)
    actions = tuple(_action(each, scale) for each in raw)
    asked = sum(map(abs, posted)) + sum(antes) + sum(each.amount for each in actions)
    stacks, unknown = _stacks(fields, scale, asked)
    many = len(stacks)
    if not 2 <= many <= 11:
        raise Unreadable(f"a hand of {many} players")
    posted, antes = _sized(posted, many, "blinds_or_straddles"), _sized(antes, many, "antes")
    return Written(
        code=code,
        limit=_limit(fields, code, scale, own),
        antes=antes[::-1] if many == 2 and (own is None or own.antes_as_blinds) else antes,
        posted=posted[::-1] if many == 2 else posted,  # of two players the second blind is the first player's
        stacks=stacks,
        unknown=unknown,
        actions=actions,
        finishing=_sized(_fractions(fields, "finishing_stacks", scale), many, "finishing_stacks") or None,
        winnings=_sized(_fractions(fields, "winnings", scale), many, "winnings") or None,
        rake=rake,
        players=_names(fields, many),
        seats=_seats(fields, many),
        seat_count=_whole(fields.get("seat_count", 0), "seat_count"),
        scale=scale,
        own=own,
    )


_INPUTS = ("antes", "blinds_or_straddles", "starting_stacks", "min_bet", "small_bet", "big_bet", OWN)
_ENDS = ("finishing_stacks", "winnings")


def _scale(fields: dict[str, Any], raw: list[Entry], rake: Rake | None, *, finer: bool) -> int:
    """How many units make one of the text's, so that all that is put in is whole."""
    names = (*_INPUTS, *_ENDS) if finer else _INPUTS
    amounts = [*numbers([fields.get(name, ()) for name in names]), *numbers([each[3] for each in raw])]
    amounts += numbers(() if rake is None else rake.amounts)
    return int(10 ** max([places(each) for each in amounts if not each.is_infinite()], default=0))


def _stacks(fields: dict[str, Any], scale: int, asked: int) -> tuple[tuple[int, ...], frozenset[int]]:
    """What everyone has; whoever has an unknown amount has enough for all that is asked of anyone."""
    listed = _wanted(fields, "starting_stacks", list)
    unknown = frozenset(nth for nth, each in enumerate(listed, 1) if each == _UNKNOWN)
    found = [0 if each == _UNKNOWN else units(each, scale) for each in listed]
    if any(each < 0 for each in found):
        raise Unreadable("starting_stacks holds less than nothing")
    enough = asked + sum(found) + 1
    return tuple(enough if nth in unknown else each for nth, each in enumerate(found, 1)), unknown


_UNKNOWN = Decimal("inf")
"""How the format writes a stack that nobody knows."""


def _fields(text: str) -> dict[str, Any]:
    """The fields of a hand, which may stand in a table of their own."""
    fields = _toml(text)
    if holds_many(text) and len(fields) == 1:
        (alone,) = fields.values()
        fields = alone if isinstance(alone, dict) else fields
    return fields


def _toml(text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise Unreadable(f"this is longer than any hand: {len(text):,} signs")
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(f"this is not TOML: {error}") from error
    except RecursionError as error:
        raise Unreadable("this is not TOML of a hand: its lists lie too deep in one another") from error
    except ValueError as error:
        raise Unreadable("this is not TOML of a hand: it holds a number of thousands of digits") from error


def _own(fields: dict[str, Any]) -> Own | None:
    if OWN not in fields:
        return None
    try:
        return msgspec.convert(fields[OWN], Own)
    except msgspec.ValidationError as error:
        raise Unreadable(f"{OWN}: {error}") from error


def _limit(fields: dict[str, Any], code: Code, scale: int, own: Own | None) -> Limit:
    if code.kind is LimitKind.FIXED:
        small, big = (units(_there(fields, name), scale) for name in ("small_bet", "big_bet"))
        bets: tuple[int, ...] = (small, small, big)
    else:
        bets = (units(_there(fields, "min_bet"), scale),)
    most: tuple[int, ...] = ()
    if own is not None:
        bets, most = (tuple([units(each, scale) for each in amounts]) for amounts in (own.bets, own.most))
    try:
        return Limit(code.kind, bets, most)
    except ValueError as error:
        raise Unreadable(str(error)) from error


def _there(fields: dict[str, Any], name: str) -> Any:
    if name not in fields:
        raise Unreadable(f"the field {name} is missing")
    return fields[name]


def _wanted(fields: dict[str, Any], name: str, kind: type) -> Any:
    found = _there(fields, name)
    if not isinstance(found, kind):
        raise Unreadable(f"the field {name} is not {_KINDS[kind]}")
    return found


_KINDS: dict[type, str] = {str: "a text", list: "a list"}


def _units_of(fields: dict[str, Any], name: str, scale: int, *, negative: bool = False) -> tuple[int, ...]:
    found = tuple(units(each, scale) for each in _wanted(fields, name, list))
    if not negative and any(each < 0 for each in found):
        raise Unreadable(f"{name} holds less than nothing")
    return found


def _fractions(fields: dict[str, Any], name: str, scale: int) -> tuple[Fraction, ...]:
    found = fields.get(name, [])
    if not isinstance(found, list):
        raise Unreadable(f"{name} must be a list of amounts")
    try:
        return tuple(exact(each) * scale for each in found)
    except Unreadable as error:
        raise Unreadable(f"{name}: {error}") from error


def _sized(found: tuple[Any, ...], many: int, name: str) -> tuple[Any, ...]:
    if found and len(found) != many:
        raise Unreadable(f"{name} speaks of {len(found)} players, and there are {many}")
    return found or ((0,) * many if name in ("antes", "blinds_or_straddles") else ())


def _names(fields: dict[str, Any], many: int) -> tuple[str, ...]:
    found = fields.get("players") or [f"Player {nth}" for nth in range(1, many + 1)]
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise Unreadable("players must be a list of names")
    return _sized(tuple(found), many, "players")


def _seats(fields: dict[str, Any], many: int) -> tuple[int, ...]:
    listed = fields.get("seats", [])
    if not isinstance(listed, list):
        raise Unreadable("seats must be a list")
    found = tuple(_whole(each, "seats") for each in listed or range(1, many + 1))
    if len(found) != many or len(set(found)) != many:
        raise Unreadable("seats must be one for each player, and no two alike")
    return found


def _whole(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise Unreadable(f"{name} must be whole numbers, and none below nothing")
    return value


Entry = tuple[str, int, str, Decimal | None, str]
"""An action in its parts: all of it, whose, what, how much, and the cards as they are written."""
_PLAYER = re.compile(r"p([1-9][0-9]?)")
_AMOUNT = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?")


def _player(word: str, text: str) -> int:
    found = _PLAYER.fullmatch(word)
    if found is None:
        raise Unreadable(f"{said(text)} names no player")
    return int(found[1])


def _entry(entry: object) -> Entry:
    """One action, its commentary left away."""
    if not isinstance(entry, str):
        raise Unreadable(f"{said(entry)} is no action")
    text = entry.partition("#")[0].strip()
    match text.split():
        case ["d", "dh", player, cards]:
            return text, _player(player, text), "dh", None, cards
        case ["d", "db", cards]:
            return text, DEALER, "db", None, cards
        case [player, "f" | "cc" as does]:
            return text, _player(player, text), does, None, ""
        case [player, "cbr", amount]:
            if _AMOUNT.fullmatch(amount) is None:
                raise Unreadable(f"{said(text)} names no amount")
            return text, _player(player, text), "cbr", Decimal(amount), ""
        case [player, "sd", cards]:
            return text, _player(player, text), "sd", None, cards
        case [player, "sm", *cards] if len(cards) <= 1:
            return text, _player(player, text), "sm", None, "".join(cards)
        case []:
            return "", DEALER, "", None, ""
    raise Unreadable(f"{said(text)} is no action of the games of the book")


def _action(entry: Entry, scale: int) -> Action:
    text, who, does, amount, cards = entry
    as_dealt = does == "sm" and cards == "-"
    named = () if as_dealt else _cards(cards, text)
    return Action(text, who, does, 0 if amount is None else units(amount, scale), named, as_dealt)


def _cards(written: str, text: str) -> tuple[Card | None, ...]:
    if len(written) % 2:
        raise Unreadable(f"{said(text)} names half a card")
    pairs = [written[at : at + 2] for at in range(0, len(written), 2)]
    try:
        return tuple(None if each == "??" else Card(each) for each in pairs)
    except ValueError as error:
        raise Unreadable(f"{said(text)} names a card that there is not") from error
