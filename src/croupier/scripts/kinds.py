"""What the slots of the language hold, read and written: amounts, cards, times, people, clauses and the like."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.books import UnknownClause, cite, split_citations
from croupier.cards import DECK, Card
from croupier.money import dollars, read_dollars
from croupier.scripts import meanings
from croupier.scripts.meanings import NEAR, alike
from croupier.scripts.pattern import Kind, Meant, Misread, Word
from croupier.table.contract import Event, Reason
from croupier.table.faults import MachineFault
from croupier.table.state import DisputeStage, Stage
from croupier.table.wagers import Tender

Words = tuple[Word, ...]
MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
_NAME = re.compile(r"[A-Z][\w'-]*")
_CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?")

_ON_ONE_LINE = re.compile(r"[^\S ]")


class Subject(msgspec.Struct, frozen=True):
    """Who a line is about: a player by name, or someone of the house by rank."""

    name: str
    rank: str = "player"


def one_word(
    what: str,
    read: Callable[[str], Any],
    write: Callable[[Any], str | None],
    means: Callable[[str], str | None] | None = None,
) -> Kind:
    """A kind of a single word; `read` gives its value and `write` the word for one, or None when it is not one."""

    def take(words: Words, place: int) -> tuple[Any, int] | None:
        value = read(words[place].text)
        return None if value is None else (value, place + 1)

    return Kind(what, take, write) if means is None else Kind(what, take, write, meant=meanings.one(means))


def several(what: str, one: Kind, joined_by: str = "and", least: int = 1, between: str = " ") -> Kind:
    """A kind of one value or more; an "and" or a comma between them is there for the reader alone."""

    def take(words: Words, place: int) -> tuple[tuple[Any, ...], int] | None:
        values: list[Any] = []
        while place < len(words):
            after = place + 1 if values and words[place].text == joined_by and place + 1 < len(words) else place
            read = one.read(words, after)
            if read is None:
                break
            value, place = read
            values.append(value)
        return (tuple(values), place) if len(values) >= least else None

    def write(values: Any) -> str | None:
        if not isinstance(values, tuple | list) or len(values) < least:
            return None
        said = [text for value in values if (text := one.write(value)) is not None]
        return between.join(said) if len(said) == len(values) else None

    return Kind(what, take, write, more=True, meant=one.meant)


def choice(what: str, choices: Mapping[str, Any]) -> Kind:
    """A kind with a closed list of wordings, the longest that fits being taken."""
    by_words = sorted(((tuple(text.split()), value) for text, value in choices.items()), key=lambda each: -len(each[0]))

    def take(words: Words, place: int) -> tuple[Any, int] | None:
        for wording, value in by_words:
            if tuple(word.text for word in words[place : place + len(wording)]) == wording:
                return value, place + len(wording)
        return None

    def write(value: Any) -> str | None:
        return next((text for text, each in choices.items() if each == value), None)

    def meant(words: Words, place: int) -> Iterator[Meant]:
        for wording, _ in by_words:
            written = " ".join(word.text for word in words[place : place + len(wording)])
            sure = alike(written, " ".join(wording))
            if sure >= NEAR:
                yield Meant(" ".join(wording), len(wording), sure)

    return Kind(what, take, write, meant=meant)


def by_name(what: str, members: Iterable[StrEnum]) -> Kind:
    """A choice among an enumeration's members, called by their names in small letters or by their values."""
    choices: dict[str, Any] = {}
    for member in members:
        choices |= {by_its_name(member): member, member.value: member}
    return choice(what, choices)


def is_number(value: Any) -> bool:
    """Whether a value is a whole number that scripts can write, and neither a yes nor a no."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**MOST_DIGITS


def write_number(value: Any) -> str | None:
    """A number as scripts write it."""
    return str(value) if is_number(value) else None


def write_amount(value: Any) -> str | None:
    """An amount of money as scripts write it."""
    return dollars(value) if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def signed(cents: int) -> str:
    """A change of money as scripts write it."""
    return f"{'-' if cents < 0 else '+'}{dollars(abs(cents))}"


def _amount(text: str) -> int | None:
    try:
        return read_dollars(text) if text.startswith("$") else None
    except ValueError:
        return None


def _change(text: str) -> int | None:
    cents = _amount(text[1:])
    return None if cents is None or text[0] not in "+-" else cents if text[0] == "+" else -cents


def _write_change(value: Any) -> str | None:
    return signed(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= MOST_DIGITS else None


MOST_DIGITS = 9


def _clock(text: str) -> int | None:
    found = _CLOCK.fullmatch(text)
    return None if found is None else int(found[1]) * HOUR_MS + int(found[2]) * MINUTE_MS + int(found[3] or 0) * 1000


def clock(of_day: int) -> str:
    """A time of day in milliseconds as scripts write it, its seconds only where there are some."""
    minutes, rest = divmod(of_day % DAY_MS, MINUTE_MS)
    seconds = rest // 1000
    return f"{minutes // 60:02}:{minutes % 60:02}" + (f":{seconds:02}" if seconds else "")


def _write_time(value: Any) -> str | None:
    return clock(value) if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < DAY_MS else None


def _quoted(text: str) -> str | None:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else None


def _quote(value: Any) -> str | None:
    """Words in quotes; quotes among them become single ones, and all stands on one line."""
    if not isinstance(value, str) or isinstance(value, StrEnum):
        return None
    return f'"{_ON_ONE_LINE.sub(" ", value.replace(chr(34), chr(39)))}"'


def _name(text: str) -> Subject | None:
    return Subject(text) if _NAME.fullmatch(text) else None


def _write_name(value: Any) -> str | None:
    return value.name if isinstance(value, Subject) and value.rank == "player" and _NAME.fullmatch(value.name) else None


def _write_duration(value: Any) -> str | None:
    if not isinstance(value, int) or isinstance(value, bool) or value <= 0 or value % MINUTE_MS:
        return None
    number, unit = (value // HOUR_MS, "hour") if value % HOUR_MS == 0 else (value // MINUTE_MS, "minute")
    return f"{number} {unit}" + ("s" if number != 1 else "")


def _duration(words: Words, place: int) -> tuple[int, int] | None:
    number = _number(words[place].text)
    unit = words[place + 1].text if place + 1 < len(words) else ""
    size = {"minute": MINUTE_MS, "minutes": MINUTE_MS, "hour": HOUR_MS, "hours": HOUR_MS}.get(unit)
    return None if number is None or size is None else (number * size, place + 2)


class _Citing:
    """The citations of one game's scripts; its book is the one that a clause without a code is looked for in."""

    def __init__(self, code: str) -> None:
        self.code = code

    def clause(self, words: Words, place: int) -> tuple[str, int] | None:
        """A single citation, up to the quoted words or the end."""
        end = next((n for n in range(place, len(words)) if words[n].text.startswith('"')), len(words))
        text = " ".join(word.text for word in words[place:end])
        return (self._cited(text, words[place].column), end) if text else None

    def citations(self, words: Words, place: int) -> tuple[tuple[str, ...], int]:
        """All that is left of the line, as a list of citations."""
        columns, text = dict[int, int](), ""
        for word in words[place:]:
            columns[len(text)] = word.column
            text += f"{word.written} "
        found, start = [], 0
        for citation in split_citations(text):
            start = text.index(citation, start)
            found.append(self._cited(citation, columns[start]))
        return tuple(found), len(words)

    def write(self, value: Any) -> str | None:
        """A citation as it is, if there is such a clause."""
        try:
            return cite(value) if isinstance(value, str) else None
        except UnknownClause:
            return None

    def _cited(self, text: str, column: int) -> str:
        try:
            return cite(text)
        except UnknownClause as unknown:
            meant = meanings.citation(text, self.code)
            said = str(unknown) if meant is None else f"no clause or ruling is cited as {text!r}; perhaps {meant}"
            raise Misread(column, said) from None


def _layout(words: Words, place: int) -> tuple[tuple[tuple[int, tuple[Card, ...]], ...], int] | None:
    """Areas with their cards, such as `1 Th Ts 2 Ks Kd`."""
    laid = []
    while place < len(words) and (area := _number(words[place].text)) is not None:
        read = CARDS.read(words, place + 1) if place + 1 < len(words) else None
        if read is None:
            return None
        cards, place = read
        laid.append((area, cards))
    return (tuple(laid), place) if laid else None


def _stake(bet: Kind) -> Kind:
    """An amount on a bet."""

    def take(words: Words, place: int) -> tuple[tuple[int, Any], int] | None:
        amount = AMOUNT.read(words, place)
        if amount is None or amount[1] + 1 >= len(words) or words[amount[1]].text != "on":
            return None
        found = bet.read(words, amount[1] + 1)
        return None if found is None else ((amount[0], found[0]), found[1])

    def write(value: Any) -> str | None:
        amount, on = (write_amount(value[0]), bet.write(value[1])) if _is_pair(value) else (None, None)
        return None if amount is None or on is None else f"{amount} on {on}"

    return Kind("a wager like $10 on a bet", take, write)


def _is_pair(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2


def _write_layout(value: Any) -> str | None:
    """Areas with their cards, such as `1: Th Ts, 2: Ks Kd`."""
    if not isinstance(value, tuple) or not value or not all(_is_pair(each) for each in value):
        return None
    said = [(write_number(area), CARDS.write(cards)) for area, cards in value]
    return None if any(None in each for each in said) else ", ".join(f"{area}: {cards}" for area, cards in said)


def _write_card(value: Any) -> str | None:
    return value.value if isinstance(value, Card) else None


def _counted(text: str) -> tuple[Card, int] | None:
    times, _, card = text.rpartition("x")
    number = _number(times) if times else 1
    return (Card(card), number) if card in set(DECK) and number else None


def _write_counted(value: Any) -> str | None:
    card, times = value if _is_pair(value) else (None, None)
    if not isinstance(card, Card) or not is_number(times) or not times:
        return None
    return card.value if times == 1 else f"{times}x{card.value}"


TENDERS = {"chips": Tender.CHIPS, "cash": Tender.CASH, "vouchers": Tender.VOUCHER, "tokens": Tender.TOKEN}
FAULTS = {"a machine failure": MachineFault.MALFUNCTION, "cards that came together": MachineFault.TOGETHER}
CARD = one_word("a card like Th", {card.value: card for card in DECK}.get, _write_card, meanings.card)
CARDS = several("cards like Th Ks", CARD)
COUNTED = several("cards like Th or 3xTh", one_word("a card like Th or 3xTh", _counted, _write_counted))
NUMBER = one_word("a number", _number, write_number, meanings.number)
AMOUNT = one_word("an amount like $5", _amount, write_amount, meanings.amount)
PLAYER = replace(one_word("a player's name like Ann", _name, _write_name), meant=meanings.name)


def kinds_for(
    staff: Mapping[str, str],
    bets: Iterable[StrEnum],
    events: Iterable[type[Event]],
    stages: Mapping[Stage, str],
    code: str,
) -> dict[str, Kind]:
    """Every kind of slot, with the people, bets and events of one game, what it calls the stages, and its book."""
    house = choice("someone of the house", {word: Subject(word, rank) for word, rank in staff.items()})
    guest, cited = _guest(tuple(staff)), _Citing(code)
    what = f"a player's name like Ann, or {', '.join(staff)}"
    bet = choice(f"a bet: {', '.join(bet.value for bet in bets)}", {bet.value: bet for bet in bets})
    return {
        "amount": AMOUNT,
        "amounts": several("amounts like $1 $5 $25", AMOUNT),
        "area": one_word("an area's number", _number, write_number, meanings.number),
        "areas": several("areas like 1 2", NUMBER),
        "bet": bet,
        "card": CARD,
        "cards": CARDS,
        "change": replace(one_word("a change like +$20 or -$5", _change, _write_change), meant=meanings.change),
        "citations": Kind(f"clauses like {code} 5.6", cited.citations, lambda value: ", ".join(value) or None),
        "clause": Kind(f"a clause like {code} 11.1", cited.clause, cited.write),
        "counted": COUNTED,
        "dispute_stage": by_name("open, ruled, under review or reviewed", DisputeStage),
        "duration": Kind(
            "a time span like 20 minutes", _duration, _write_duration, meant=meanings.one(meanings.number)
        ),
        "event": choice("an event like CardDealt", _wordings(events)),
        "fault": choice("a machine failure, or cards that came together", FAULTS),
        "layout": Kind("areas and cards like 1 Th Ts 2 Ks Kd", _layout, _write_layout),
        "number": NUMBER,
        "player": guest,
        "players": several("players like Ann and Bob", guest, between=" and "),
        "reason": by_name("a reason like not now", Reason),
        "stage": choice("a stage like betting", _stages(stages)),
        "stakes": several(
            f"wagers like $10 on {next(iter(bets)).value} and $5 on another", _stake(bet), least=2, between=" and "
        ),
        "tender": choice("chips, cash, vouchers or tokens", TENDERS),
        "text": replace(one_word('words in quotes, "like these"', _quoted, _quote), meant=meanings.quoted),
        "time": one_word("a time like 14:20", _clock, _write_time, meanings.time),
        "who": Kind(
            what,
            lambda words, place: house.read(words, place) or guest.read(words, place),
            lambda value: house.write(value) or guest.write(value),
            meant=lambda words, place: (*house.meant(words, place), *guest.meant(words, place)),
        ),
    }


def _guest(house: tuple[str, ...]) -> Kind:
    """A player's name, which at the head of a line is not what someone of the house is called."""
    called = [tuple(word.split()) for word in house]

    def take(words: Words, place: int) -> tuple[Subject, int] | None:
        if place:
            return PLAYER.read(words, place)
        lower = [word.text.lower() for word in words[: max(map(len, called), default=0)]]
        if any(tuple(lower[: len(each)]) == each for each in called):
            return None
        return PLAYER.read(words, place)

    return replace(PLAYER, read=take)


def _stages(called: Mapping[Stage, str]) -> dict[str, Stage]:
    """Stages by their own names, and by what the game calls them."""
    return {stage.value: stage for stage in Stage} | {name: stage for stage, name in called.items()}


def _wordings(events: Iterable[type[Event]]) -> dict[str, type[Event]]:
    """Events by their names, as one word or in small words: `CardDealt`, `card dealt`."""
    named: dict[str, type[Event]] = {}
    for event in events:
        named |= {event.__name__: event, in_small_words(event): event}
    return named


def in_small_words(event: type[Event]) -> str:
    """The name of an event as it is said: `card dealt`."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", event.__name__).lower()


def by_its_name(member: StrEnum) -> str:
    """What a script calls the member of an enumeration."""
    return member.name.lower().replace("_", " ")
