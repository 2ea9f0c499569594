"""The beginning of a hand: the button moves, and everyone dealt in posts blinds, antes and what they have missed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from croupier.games.crown_poker.betting import Betting
from croupier.games.crown_poker.button import Lineup, lineup, ready
from croupier.games.crown_poker.changing import changed_now, setting_changed
from croupier.games.crown_poker.charging import time_charged, time_due
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.flow import rotated
from croupier.games.crown_poker.state import SITTING, Contender, Play, Post, Posted, Sitting, State
from croupier.games.crown_poker.terms import LimitKind, Readings, Setting
from croupier.money import Move, dollars
from croupier.table.accounts import pot, stack
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.engine import Context
from croupier.table.people import bank
from croupier.table.state import Stage, Wager
from croupier.table.tournaments.reserved_play import why_held
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


def back_again(picked_up: dict[str, int], back: Collection[str]) -> dict[str, int]:
    """Those picked up without some who are back: the place at the top of the list is theirs once."""
    return {player: at for player, at in picked_up.items() if player not in back}


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
            live, dead = to_come_in(sitting, setting, state.terms.readings)
            wanted += [(person, Post.LIVE, live), (person, Post.DEAD, dead)]
    for person, what, nominal in wanted:
        cents = min(nominal, left[person.id])
        left[person.id] -= cents
        if cents:
            yield Posted(person.seat or 0, person.id, what, cents, nominal)


def to_come_in(sitting: Sitting, setting: Setting, readings: Readings) -> tuple[int, int]:
    """What someone posts who would have to wait: the big blind, live, and those smaller ones missed, dead (ruling 119).

    Who missed the smaller ones alone posts these; newcomers, and those who moved past the big blind, as much as that.
    """
    if readings.big_blind_only or not sitting.owes_small:
        return setting.big_blind, 0
    return setting.big_blind if sitting.owes_big else 0, sum(setting.blinds[:-1][: sitting.smaller or None])


@part.command(
    BeginHand,
    under="dealing",
    label="Begin the hand",
    words="start deal next new",
    next="The button moves and the blinds are posted",
    desk=Desk.DEAL,
    pace=Pace.LOOKING,
)
def begin_hand(state: State, command: BeginHand, ctx: Context[PokerClauses]) -> Decision:
    """Between two hands, with the deck ready and two players at least; an hour that begins is paid for first."""
    clauses = ctx.clauses
    if state.stage is not Stage.BETTING:
        return Refusal(Reason.NOT_NOW, (clauses.dealing,), {"stage": state.stage.value})
    refusal = why_held(state, clauses) or ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    changes = changed_now(state, ctx.at, clauses)
    for change in changes:
        state = setting_changed(state, change)
    plan = lineup(state)
    if plan is None:
        return Refusal(Reason.NOT_NOW, (clauses.dealing,), {"players": len(ready(state))})
    charges = tuple(time_due(state, ctx.at, clauses))
    if charges:
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
        found.append(clauses.newcomer_posts)
    if Post.LIVE in kinds or any(each.what is Post.DEAD and each.seat != plan.line[-1] for each in posted):
        found += [clauses.blinds_in_turn, "ruling 119"]
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


def _first_stakes(event: HandBegun) -> Iterator[tuple[str, int]]:
    """Of everyone dealt in, whoever posts nothing and folds has played the hand as well; and the side wagers."""
    yield from ((player, 0) for _, player in event.dealt)
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
        sittings_begun=sittings,
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
