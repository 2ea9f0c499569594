"""A Crown Poker table before a hand: what its table line says, and where button and blinds were and how players sit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.games.crown_poker.charging import TIME_ON_SLIDE
from croupier.games.crown_poker.state import SITTING, Sitting, State, Waiting
from croupier.games.crown_poker.terms import Bonus, BonusKind, Limit, LimitKind, Terms, Variant
from croupier.money import Move
from croupier.scripts.forms import Broken, Direction, Form, Given, Setting
from croupier.scripts.kinds import AMOUNT, NUMBER, Subject, Words, choice, one_word, several
from croupier.scripts.pattern import Kind
from croupier.scripts.table import Table
from croupier.table.accounts import CASH
from croupier.table.people import bank


def _setting(**values: Any) -> dict[str, Any]:
    return {"setting": values}


def _reading(name: str) -> Any:
    return lambda it: {"readings": {name: True}}


def _bets(kind: LimitKind) -> Any:
    return lambda it: _setting(limit=Limit(kind, it.amounts))


def _prize(it: Given, kind: BonusKind) -> dict[str, Any]:
    """A bonus prize by its name, so that a line may say several."""
    prize = Bonus(name=it.name, hand=it.made, kind=kind, cents=it.amount or 0, what=it.text or "")
    return {"bonuses": {it.name: prize}}


def _per_mille(text: str) -> int | None:
    whole, _, tenth = text.partition(".")
    if not (whole.isascii() and whole.isdigit() and len(whole) < 4 and tenth in "0123456789"):
        return None
    return 10 * int(whole) + int(tenth or 0)


def _write_per_mille(value: Any) -> str | None:
    if type(value) is not int or value < 0:
        return None
    return f"{value / 10:g}"


def _take_fee(words: Words, place: int) -> tuple[tuple[int, int], int] | None:
    """From how many players on a hand costs how much, as the terms hold it."""
    amount = AMOUNT.read(words, place)
    if amount is None or amount[1] + 1 >= len(words) or words[amount[1]].text != "from":
        return None
    players = NUMBER.read(words, amount[1] + 1)
    return None if players is None else ((players[0], amount[0]), players[1])


def _write_fee(value: Any) -> str | None:
    if not (isinstance(value, tuple) and len(value) == 2):
        return None
    players, cents = NUMBER.write(value[0]), AMOUNT.write(value[1])
    return None if players is None or cents is None else f"{cents} from {players}"


_FEE = Kind("a sum like $5 from 4", _take_fee, _write_fee)
_OWED = {
    "nothing": (False, False, 0),
    "the big blind": (True, False, 0),
    "the small blind": (False, True, 0),
    "both blinds": (True, True, 0),
    "the first blind": (False, True, 1),
    "the first and the big blind": (True, True, 1),
    **{f"the first {many} blinds": (False, True, many) for many in range(2, 10)},
    **{f"the first {many} blinds and the big one": (True, True, many) for many in range(2, 10)},
}
KINDS = {
    "percent": one_word("a percentage like 5 or 2.5", _per_mille, _write_per_mille),
    "fees": several("sums like $2 from 2 and $5 from 5", _FEE, between=" and "),
    "seats": several("seats like 4 and 5", NUMBER, between=" and "),
    "owed": choice("nothing, the big blind, the small blind or both blinds", _OWED),
}

SETTINGS = (
    *(
        Setting(
            variant.value,
            f"The game played: {variant.value}.",
            lambda it, variant=variant: _setting(variant=variant),  # type: ignore[misc]
        )
        for variant in Variant
    ),
    Setting("<number> seats", "How many seats.", lambda it: {"seats": it.number}),
    Setting("no limit <amounts>", "No limit, with the least bet of each round.", _bets(LimitKind.NO_LIMIT)),
    Setting("fixed limit <amounts>", "Fixed limit, with the bet of each round.", _bets(LimitKind.FIXED)),
    Setting("pot limit <amounts>", "Pot limit, with the least bet of each round.", _bets(LimitKind.POT)),
    Setting("half pot limit <amounts>", "Half pot, with the least bet of each round.", _bets(LimitKind.HALF_POT)),
    Setting(
        "spread limit <low:amounts> to <high:amounts>",
        "Spread limit, with the least and the most of every bet and raise, or of those of each round.",
        lambda it: _setting(limit=Limit(LimitKind.SPREAD, it.low, it.high)),
    ),
    Setting(
        "blinds <amounts>",
        "The compulsory blinds, the last of them the big one.",
        lambda it: _setting(blinds=it.amounts),
    ),
    Setting("ante <amount>", "A forced bet of everyone dealt in.", lambda it: _setting(ante=it.amount)),
    Setting(
        "blind ante <amount>",
        "A forced bet that the big blind makes for all.",
        lambda it: _setting(blind_ante=it.amount),
    ),
    Setting("buy-in <amount>", "The least buy-in.", lambda it: _setting(minimum_buy_in=it.amount)),
    Setting("straddles <number>", "How many may straddle.", lambda it: _setting(straddles=it.number)),
    Setting(
        "<number> seconds to act",
        "How long a player has to act.",
        lambda it: _setting(seconds_to_act=it.number),
    ),
    Setting(
        "more time <number> times for <amount> [of <seconds:number> seconds]",
        "How often a player may buy time to act in a hand, the fee, and how much it is: 30 seconds unless it is said.",
        lambda it: _setting(extra_times=it.number, extra_fee=it.amount, extra_seconds=it.seconds or 30),
    ),
    Setting(
        "commission <percent> per cent [capped at <cap:amount>]",
        "A percentage of the pots.",
        lambda it: {"commission": {"per_mille": it.percent, "cap": it.cap}},
    ),
    Setting(
        "commission <amount> a hand [capped at <cap:amount>]",
        "A fixed sum of the pots.",
        lambda it: {"commission": {"hand_fees": ((2, it.amount),), "cap": it.cap}},
    ),
    Setting(
        "commission <fees> players a hand [capped at <cap:amount>]",
        "A fixed sum of the pots by how many are dealt in.",
        lambda it: {"commission": {"hand_fees": it.fees, "cap": it.cap}},
    ),
    Setting(
        "commission <amount> a player",
        "A fee of each player and hand.",
        lambda it: {"commission": {"person_fee": it.amount}},
    ),
    Setting(
        "commission <amount> an hour",
        "A fee of each player and hour.",
        lambda it: {"commission": {"hourly_fee": it.amount}},
    ),
    Setting(
        "bonus <name:text> of <amount> for <made:text>",
        "A bonus prize in cash for what a hand must make.",
        lambda it: _prize(it, BonusKind.CASH),
    ),
    *(
        Setting(
            f"bonus <name:text> of {kind.value} <text> for <made:text>",
            f"A bonus prize of {kind.value}.",
            lambda it, kind=kind: _prize(it, kind),  # type: ignore[misc]
        )
        for kind in (BonusKind.GOODS, BonusKind.SERVICES)
    ),
    Setting("stand-alone", "The table works without the poker cage.", lambda it: {"stand_alone": True}),
    Setting("rake rounded once", "The other reading of ruling 115 on rounding.", _reading("rake_once")),
    Setting("no flop no rake", "The other reading of ruling 115 on the flop.", _reading("no_flop_no_rake")),
    Setting(
        "button posts the small blind",
        "The other reading of ruling 116 with two players.",
        _reading("button_posts_small"),
    ),
    Setting("short all-ins add up", "The other reading of ruling 117.", _reading("short_all_ins_add_up")),
    Setting("raise by the straddle", "The other reading of ruling 118.", _reading("straddle_is_the_raise")),
    Setting("post the big blind only", "The other reading of ruling 119.", _reading("big_blind_only")),
)


def _between_hands(table: Table) -> State:
    state: State = table.state
    if state.play is not None:
        raise Broken("only between hands can it be said how the table stood")
    return state


def _button_was(it: Given, table: Table) -> None:
    table.state = replace(_between_hands(table), line=(it.seat, *it.seats))


def _dealt_again(it: Given, table: Table) -> None:
    table.state = replace(_between_hands(table), again=(it.seat, *it.seats))


def _sits(it: Given, table: Table, **how: bool) -> None:
    state = _between_hands(table)
    big, small, smaller = it.owed
    sitting = Sitting(owes_big=big, owes_small=small, smaller=smaller, **how)
    table.state = replace(state, sittings={**state.sittings, it.player.name: sitting})


def _moved(it: Given, table: Table, *, on: bool) -> None:
    state = _between_hands(table)
    before = state.sittings.get(it.player.name, SITTING)
    sitting = replace(before, passed=it.number if on else -it.number)
    table.state = replace(state, sittings={**state.sittings, it.player.name: sitting})


def _fee_paid(it: Given, table: Table) -> None:
    state = _between_hands(table)
    table.state = replace(state, fees_kept=(*state.fees_kept, it.player.name))


def _charged(it: Given, table: Table) -> None:
    state = _between_hands(table)
    moves = (Move(CASH, TIME_ON_SLIDE, it.amount),) if it.amount else ()
    table.state = replace(state, charged_at=it.time, chips=bank(state, moves))


def _list_was(it: Given, table: Table) -> None:
    waiting = tuple(Waiting(each.name, each.name) for each in it.players)
    table.state = replace(_between_hands(table), waiting=waiting)


def _was_picked_up(it: Given, table: Table) -> None:
    state = _between_hands(table)
    table.state = replace(state, picked_up={**state.picked_up, it.player.name: it.time})


BUTTON_WAS = Direction(
    "the button was at <seat:number> and the blinds at <seats>",
    "Where button and blinds were in the hand before.",
    _button_was,
)
DEALT_AGAIN = Direction(
    "the deal is made again with the button at <seat:number> and the blinds at <seats>",
    "The hand before was a misdeal, and the same player is dealt to first again.",
    _dealt_again,
)
FEE_PAID = Direction("<player> has paid the fee of the hand", "Paid before a misdeal, and not again.", _fee_paid)
CHARGED = Direction(
    "time was charged for at <time> [and <amount> lies on the slide]",
    "When the hour that is paid for began, and what of it is not dropped yet.",
    _charged,
)
LIST_WAS = Direction("the list has <players>", "Who waits for a seat, the first first.", _list_was)
WAS_PICKED_UP = Direction("<player> was picked up at <time>", "Someone whose chips are secured.", _was_picked_up)
_WAYS = {
    (away, waits, posts): Direction(
        f"<player> {' and '.join(said)} owing <owed>",
        "How a player sits between hands, and which blinds were missed.",
        lambda it, table, away=away, waits=waits, posts=posts: _sits(it, table, away=away, waits=waits, posts=posts),  # type: ignore[misc]
    )
    for away, waits, posts, said in (
        (True, False, False, ("is away",)),
        (False, True, False, ("waits",)),
        (False, True, True, ("waits", "posts")),
        (True, True, False, ("is away", "waits")),
        (True, True, True, ("is away", "waits", "posts")),
    )
}
MOVED_ON, MOVED_BACK = (
    Direction(
        f"<player> has moved {way} past <number>",
        f"How many others a player has gone past by moving {way} since the last big blind paid.",
        lambda it, table, on=on: _moved(it, table, on=on),  # type: ignore[misc]
    )
    for way, on in (("on", True), ("back", False))
)
STOOD: tuple[Form, ...] = (
    BUTTON_WAS,
    DEALT_AGAIN,
    *_WAYS.values(),
    MOVED_ON,
    MOVED_BACK,
    FEE_PAID,
    CHARGED,
    LIST_WAS,
    WAS_PICKED_UP,
)
"""The lines that say how a table stood between two hands."""


def terms_now(state: State) -> Terms:
    """The terms as the signs now show them."""
    return replace(state.terms, setting=state.setting, commission=state.commission)


def stood(state: State) -> Iterator[tuple[Form, Mapping[str, Any]]]:
    """The lines, with their values, that bring a table to where an earlier hand has left it."""
    if state.line:
        yield BUTTON_WAS, {"seat": state.line[0], "seats": state.line[1:]}
    if state.again:
        yield DEALT_AGAIN, {"seat": state.again[0], "seats": state.again[1:]}
    for player, sitting in state.sittings.items():
        way = _WAYS.get((sitting.away, sitting.waits, sitting.posts))
        if sitting != SITTING and way is not None:
            yield way, {"player": Subject(player), "owed": (sitting.owes_big, sitting.owes_small, sitting.smaller)}
        if sitting.passed:
            form = MOVED_ON if sitting.passed > 0 else MOVED_BACK
            yield form, {"player": Subject(player), "number": abs(sitting.passed)}
    for player in state.fees_kept:
        yield FEE_PAID, {"player": Subject(player)}
    if state.charged_at is not None:
        yield CHARGED, {"time": state.charged_at, "amount": state.chips.get(TIME_ON_SLIDE)}
    if state.waiting:
        yield LIST_WAS, {"players": tuple(Subject(each.player) for each in state.waiting)}
    for player, at in state.picked_up.items():
        yield WAS_PICKED_UP, {"player": Subject(player), "time": at}
