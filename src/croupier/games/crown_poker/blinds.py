"""The button and the blinds: where they go from hand to hand, who is dealt in, and what everyone posts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from croupier.games.crown_poker.betting import Betting
from croupier.games.crown_poker.changing import changed_now, setting_changed
from croupier.games.crown_poker.charging import time_charged, time_due
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.flow import rotated
from croupier.games.crown_poker.state import SITTING, Contender, Play, Post, Posted, Sitting, State
from croupier.games.crown_poker.terms import LimitKind
from croupier.money import Move, dollars
from croupier.table.accounts import pot, stack
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.engine import Context
from croupier.table.people import bank
from croupier.table.state import Person, Stage, Wager
from croupier.table.words import several

part = Part("crown-poker", PokerClauses)


class BeginHand(Command, frozen=True, kw_only=True):
    """Move the button and have the blinds posted for the next hand."""


class HandBegun(Event, frozen=True, kw_only=True):
    """A hand has its number, its button and blinds, what was posted, and those who are dealt in."""

    round: int
    line: tuple[int, ...]
    dealt: tuple[tuple[int, str], ...]
    """Seat and player of each, clockwise from the button's left."""
    posts: tuple[Posted, ...]
    sittings: tuple[tuple[str, Sitting], ...]
    """How those sit of whom that has changed."""
    wagers: tuple[Wager, ...] = ()
    """The side wagers that lie there already."""


class Lineup(NamedTuple):
    """How the next hand begins."""

    line: tuple[int, ...]
    dealt: tuple[Person, ...]
    """Clockwise from the button's left."""
    sittings: dict[str, Sitting]
    """How those sit of whom that changes."""


def ready(state: State) -> dict[int, Person]:
    """Those who sit at the table with chips for more than the house's fee, and are not away, by seat."""
    chips, fee, kept = state.chips, state.commission.person_fee, state.fees_kept
    return {
        each.seat: each
        for each in state.people.values()
        if each.seat is not None
        and chips.get(f"stack:{each.id}", 0) > (0 if each.id in kept else fee)
        and not state.sitting(each.id).away
        and each.id not in state.excluded
    }


def lineup(state: State) -> Lineup | None:
    """How the next hand begins; None while fewer than two can play.

    Each blind moves on by one seat: the last to the next player who is there, every other to where the one after it
    was, and the button to where the first blind was, though that seat may be empty (CP 8.9.6).
    """
    here = ready(state)
    if len(here) < 2:
        return None
    repeated = _repeated(state, here)
    line = repeated or _line(state, here)
    big, playing, changed = line[-1], dict[int, Person](), dict[str, Sitting]()
    if state.sittings:
        waived = sum(not state.sitting(each.id).waits for each in here.values()) < 2
        between = _between(state, line)
        for seat, person in here.items():
            sitting = state.sitting(person.id)
            if sitting.waits and not waived and seat != big and not (sitting.posts and seat not in between):
                continue
            playing[seat] = person
            if sitting != SITTING:
                changed[person.id] = SITTING
    else:
        playing = here
    changed |= _missed(state, line, playing)
    if len(playing) == 2 and len(line) == 3 and not repeated and state.terms.readings.button_posts_small:
        other = next(seat for seat in playing if seat != big)
        line = (other, other, big) if state.line else (big, big, other)
    elif len(playing) > 2 and line[0] == big:
        line = (_right_of(state, playing, line[1]), *line[1:])
    dealt = tuple([playing[seat] for seat in state.clockwise(line[0]) if seat in playing])
    return Lineup(line, dealt, changed)


def _right_of(state: State, playing: dict[int, Person], first: int) -> int:
    """The player right of the first blind: once more than two play, the button is not where the big blind is.

    Of two players one has both, so that the next hand would leave them together (CP 8.9.2).
    """
    return [seat for seat in state.clockwise(first) if seat in playing and seat != first][-1]


def _repeated(state: State, here: dict[int, Person]) -> tuple[int, ...]:
    """The seats of a misdeal, where all of them can still play: the same player is dealt to first again (CP 9.1.1)."""
    again = state.again
    fits = len(again) - 1 <= len(state.setting.blinds)
    return again if again and fits and all(seat in here for seat in again) else ()


def _line(state: State, here: dict[int, Person]) -> tuple[int, ...]:
    """The seats of the button and the blinds in the next hand."""
    many, was, seats = min(len(state.setting.blinds), len(here)), state.line, sorted(here)
    if len(was) >= many and was:
        return (*was, _next(seats, was[-1]))[-many - 1 :]
    found = [_next(seats, was[0]) if was else seats[-1]]
    for _ in range(many):
        found.append(_next(seats, found[-1]))
    return tuple(found)


def _next(seats: list[int], after: int) -> int:
    """The next of some seats clockwise."""
    for seat in seats:
        if seat > after:
            return seat
    return seats[0]


def back_again(picked_up: dict[str, int], back: Collection[str]) -> dict[str, int]:
    """Those picked up without some who are back: the place at the top of the list is theirs once."""
    return {player: at for player, at in picked_up.items() if player not in back}


def _between(state: State, line: tuple[int, ...]) -> frozenset[int]:
    """The seats from the button on up to the big blind, where nobody comes in by posting (CP 8.10, ruling 119)."""
    found = {line[0]}
    for seat in state.clockwise(line[0]):
        if seat == line[-1]:
            break
        found.add(seat)
    return frozenset(found)


def _missed(state: State, line: tuple[int, ...], playing: dict[int, Person]) -> dict[str, Sitting]:
    """How those sit who have let a blind go by: they wait, or post what they owe."""
    if not state.line:
        return {}
    absent = [each for each in state.people.values() if each.seat is not None and each.seat not in playing]
    if not absent:
        return {}
    passed = set[int]()
    for seat in state.clockwise(state.line[-1]):
        if seat == line[-1]:
            break
        passed.add(seat)
    found = {}
    for person in absent:
        sitting = state.sitting(person.id)
        big, small = person.seat in passed, person.seat in line[1:-1] and not sitting.waits
        if big or small:
            found[person.id] = replace(
                sitting, waits=True, owes_big=sitting.owes_big or big, owes_small=sitting.owes_small or big or small
            )
    return found


def posts(state: State, plan: Lineup) -> Iterator[Posted]:
    """What everyone dealt in puts in before the cards: antes, then blinds, then what others post to come in."""
    setting, left = state.setting, {each.id: state.stack(each.id) for each in plan.dealt}
    blinds = dict(zip(plan.line[1:], setting.blinds[1 - len(plan.line) :], strict=True))
    big = plan.line[-1]

    fee, kept = state.commission.person_fee, state.fees_kept
    wanted = [(each, Post.FEE, fee) for each in plan.dealt if each.id not in kept] if fee else []
    if setting.ante:
        wanted += [(each, Post.ANTE, setting.ante) for each in plan.dealt]
    for person in plan.dealt:
        if person.seat == big and setting.blind_ante:
            wanted.append((person, Post.DEAD, setting.blind_ante))
        if person.seat in blinds:
            wanted.append((person, Post.BLIND, blinds[person.seat]))
    for person in plan.dealt if state.sittings else ():
        sitting = state.sitting(person.id)
        if sitting.waits and sitting.posts and person.id in plan.sittings and person.seat not in blinds:
            wanted.append((person, Post.LIVE, setting.big_blind))
            if sitting.owes_small and not state.terms.readings.big_blind_only:
                wanted.append((person, Post.DEAD, setting.small_blind))
    for person, what, nominal in wanted:
        cents = min(nominal, left[person.id])
        left[person.id] -= cents
        if cents:
            yield Posted(person.seat or 0, person.id, what, cents, nominal)


@part.command(
    BeginHand,
    under="dealing",
    label="Begin the hand",
    next="The button moves and the blinds are posted",
    desk=Desk.DEAL,
    pace=Pace.LOOKING,
)
def begin_hand(state: State, command: BeginHand, ctx: Context[PokerClauses]) -> Decision:
    """Between two hands, with the deck ready and two players at least; an hour that begins is paid for first."""
    clauses = ctx.clauses
    if state.stage is not Stage.BETTING:
        return Refusal(Reason.NOT_NOW, (clauses.dealing,), {"stage": state.stage.value})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    changes = changed_now(state, ctx.at, clauses)
    for change in changes:
        state = setting_changed(state, change)
    if lineup(state) is None:
        return Refusal(Reason.NOT_NOW, (clauses.dealing,), {"players": len(ready(state))})
    charges = tuple(time_due(state, ctx.at, clauses))
    for charge in charges:
        state = time_charged(state, charge)
    plan = lineup(state)
    if plan is None:  # whoever paid with the last chip does not play
        return (*changes, *charges)
    posted = tuple(posts(state, plan))
    return (
        *changes,
        *charges,
        HandBegun(
            round=state.round + 1,
            line=plan.line,
            dealt=tuple([(each.seat or 0, each.id) for each in plan.dealt]),
            posts=posted,
            sittings=tuple(plan.sittings.items()),
            wagers=state.wagers,
            moves=tuple([Move(stack(each.player), _goes_to(state, each), each.cents) for each in posted]),
            under=_rests_on(state, plan, posted, clauses),
        ),
    )


def _goes_to(state: State, posted: Posted) -> str:
    return state.takes_to if posted.what is Post.FEE else pot()


def _rests_on(state: State, plan: Lineup, posted: Sequence[Posted], clauses: PokerClauses) -> Clauses:
    """What the beginning of a hand rests on."""
    found = [clauses.button, clauses.blinds]
    if len(plan.line) > 2:
        found.append(clauses.next_blinds)
    seats = {each.seat for each in plan.dealt}
    if any(seat not in seats for seat in plan.line[1:-1]):
        found.append(clauses.no_small_blind)
    if plan.line[0] not in seats:
        found.append(clauses.dead_button)
    if len(plan.dealt) == 2:
        found.append("ruling 116")
    kinds = {each.what for each in posted}
    if Post.FEE in kinds:
        found += [clauses.person_fee, clauses.person_fee_dropped]
    if Post.ANTE in kinds:
        found.append(clauses.forced_bet)
    if Post.LIVE in kinds:
        found += [clauses.blinds_in_turn, clauses.newcomer_posts, "ruling 119"]
    if any(each.waits for _, each in plan.sittings.items()):
        found.append(clauses.blinds_in_turn)
    return tuple(dict.fromkeys(found))


def may_straddle(
    state: State, contenders: tuple[Contender, ...], chips: dict[str, int], after: int, straddles: int
) -> int:
    """The seat that may post twice the last blind or straddle, where one may; who has put nothing in yet and can."""
    setting = state.setting
    if straddles >= setting.straddles:
        return 0
    first = rotated(contenders, after)[0]
    cents = setting.big_blind << straddles + 1
    return first.seat if not first.bet and chips.get(stack(first.player), 0) >= cents else 0


def _begun(event: HandBegun, who: Who) -> str:
    said = several(f"{who(each.player)} {dollars(each.cents)} ({each.what.value})" for each in event.posts)
    return f"Hand {event.round}: the button is at seat {event.line[0]}; {said} posted."


def _staked(event: Event) -> Iterator[tuple[str, int]]:
    """Who stakes how much by moves into the pot; less than nothing where chips come back out of it."""
    for move in event.moves:
        if move.target.startswith("pot:") and move.source.startswith("stack:"):
            yield move.source.removeprefix("stack:"), move.cents
        elif move.source.startswith("pot:") and move.target.startswith("stack:"):
            yield move.target.removeprefix("stack:"), -move.cents


stakes_in_pot = _staked


def _first_stakes(event: HandBegun) -> Iterator[tuple[str, int]]:
    yield from stakes_in_pot(event)
    yield from ((each.player, each.cents) for each in event.wagers)


@part.event(HandBegun, audience=EVERYONE, says=_begun, aloud=True, stakes=_first_stakes, begins=True)
def hand_begun(state: State, event: HandBegun) -> State:
    """The blinds lie there; the cards come next, unless someone may straddle."""
    sittings = dict(state.sittings)
    for player, sitting in event.sittings:
        if sitting == SITTING:
            sittings.pop(player, None)
        else:
            sittings[player] = sitting
    chips = bank(state, event.moves)
    bets, put, dead = dict[int, int](), dict[int, int](), dict[int, int]()
    for each in event.posts:
        if each.what is Post.FEE:
            continue
        if each.what is Post.DEAD:
            dead[each.seat] = dead.get(each.seat, 0) + each.cents
            continue
        put[each.seat] = put.get(each.seat, 0) + each.cents
        if each.what is not Post.ANTE:
            bets[each.seat] = bets.get(each.seat, 0) + each.cents
    contenders = tuple(
        [
            Contender(seat, player, bets.get(seat, 0), put.get(seat, 0), dead=dead.get(seat, 0))
            for seat, player in event.dealt
        ]
    )
    limit, big = state.setting.limit, state.setting.big_blind
    least = limit.bet(0) if limit.kind is LimitKind.FIXED else big
    play = Play(
        contenders=contenders,
        betting=Betting(big, big, least, 0),
        bettor=event.line[-1],
        line_before=state.line,
        sittings_before=state.sittings,
        straddler=may_straddle(state, contenders, chips, event.line[-1], 0),
    )
    return replace(
        state,
        stage=Stage.NO_MORE_BETS,
        round=event.round,
        line=event.line,
        again=(),
        sittings=sittings,
        chips=chips,
        play=play,
        hands={},
        fees_kept=(),
        drawn_out={},
        picked_up=back_again(state.picked_up, [player for _, player in event.dealt]) if state.picked_up else {},
    )
