"""Seats and stakes: the buy-in, chips added between hands, walking away and coming back, and how newcomers come in."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from croupier.games.crown_poker.button import blind_at, owing_smaller, passed, ready
from croupier.games.crown_poker.clauses import PokerClauses
from croupier.games.crown_poker.drawing import why_not_drawn
from croupier.games.crown_poker.state import FREE_MOVE, SITTING, Sitting, State
from croupier.games.crown_poker.waiting import just_gone, off_the_list, why_not_back, why_not_yet
from croupier.money import dollars
from croupier.table.contract import Clauses, Command, Decision, Event, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.engine import Context
from croupier.table.examples import is_player
from croupier.table.fields import TO_FILL_IN, Asks
from croupier.table.people import BuyChips, Join, buy_chips, join, subject

part = Part("crown-poker", PokerClauses)


class SitOut(Command, frozen=True, kw_only=True):
    """Be dealt out from the next hand on, or come back to the game."""

    away: Annotated[bool, Asks("From the next hand on", words={True: "deal me out", False: "deal me in"})] = True
    player: str | None = None


class PostToPlay(Command, frozen=True, kw_only=True):
    """Post at the next hand instead of waiting for the big blind."""

    player: str | None = None


class TakeChipsAway(Command, frozen=True, kw_only=True):
    """Take some of one's chips off the table and play on with the others."""

    cents: int
    player: str | None = None


class SittingChanged(Event, frozen=True, kw_only=True):
    """A player sits at the table in another way: away or back, waiting for the blind or about to post."""

    player: str
    sitting: Sitting


def in_hand(state: State, player: str) -> bool:
    """Whether a player holds cards in a hand that is played."""
    holds = None if state.play is None else state.play.of(player)
    return holds is not None and not holds.folded


def dealt_in(state: State, player: str) -> bool:
    """Whether a player was dealt into the hand that is played."""
    return state.play is not None and state.play.of(player) is not None


@part.decides(Join, overrides=True)
def take_seat(state: State, command: Join, ctx: Context[PokerClauses]) -> Decision:
    """With the least buy-in in whole chips, at a seat; once the game is on, a newcomer waits for the blind or posts."""
    player, clauses = command.player or ctx.by.id, ctx.clauses
    decision = join(state, command, ctx)
    if isinstance(decision, Refusal):
        return decision
    known = player in state.people
    back = None if known else why_not_back(state, player, command.cents, ctx.at, clauses)
    refusal = why_not_buy(state, player, command.cents, clauses) or back
    if refusal is not None:
        return refusal
    if command.seat is None:
        return decision
    drawn = why_not_drawn(state, player, command.seat, clauses)
    if drawn is not None:
        return drawn
    seated = state.people[player].seat if known else None
    if seated is None:
        refusal = why_not_yet(state, player, command.seat, clauses)
        if refusal is not None:
            return refusal
    decision = (*decision, *off_the_list(state, player, clauses))
    waits = _newcomer(state, player, ctx) if seated is None else _moved(state, player, seated, command.seat, clauses)
    return decision if waits is None else (*decision, waits)


def _newcomer(state: State, player: str, ctx: Context[PokerClauses]) -> SittingChanged | None:
    """Newcomers wait for the big blind or post it, and who had just left with blinds owed still owes them."""
    if not state.line and not state.again:
        return None
    under: Clauses = (ctx.clauses.not_at_button, ctx.clauses.newcomer_waits)
    sat = just_gone(state, player, ctx.at).sitting
    if sat.owes_big or sat.owes_small:
        under = (*under, ctx.clauses.blinds_in_turn)
        sat = replace(sat, owes_big=True)
    elif sat.owes:
        under = (*under, ctx.clauses.moves)
    return SittingChanged(player=player, sitting=replace(sat, waits=True, away=False, posts=False), under=under)


def _moved(state: State, player: str, was: int, seat: int, clauses: PokerClauses) -> SittingChanged | None:
    """How someone sits who has moved: further than past two players clockwise they wait for the big blind, or post.

    Which way a move goes is told by the big blind: whoever need not pass it moves back, towards it, and freely; the
    other way the players passed are counted, and whoever sits down where it was has passed it. Moves are counted
    together from where one was when one last paid a big blind. A move away from a smaller blind that is due leaves it
    owed. The seat of the button is free for whoever posted a blind in the hand before (CP 8.9.5, ruling 119).
    """
    line, before = state.line, state.sitting(player)
    if not line:
        return None
    live = [each for each, person in ready(state).items() if person.id != player]
    ahead, behind = [sum(each in live for each in passed(state, *way)) for way in ((was, seat), (seat, was))]
    on = line[-1] in (seat, *passed(state, seat, was))
    sitting = replace(before, passed=before.passed + ahead if on else before.passed - behind)
    under: Clauses = (clauses.moves, "ruling 119")
    if seat == line[0] and was in line[1:]:
        sitting = replace(sitting, passed=min(sitting.passed, FREE_MOVE))
    elif on and sitting.passed > FREE_MOVE:
        sitting = replace(sitting, waits=True, posts=False, owes_big=sitting.owes_big or sitting.owes_small)
    elif not on and was in line[2:] and ahead > FREE_MOVE:
        blinds = len(state.setting.blinds)
        sitting = replace(owing_smaller(sitting, blind_at(line, was, blinds) - 1, blinds), posts=False)
        under = (clauses.blinds_in_turn, *under)
    return None if sitting == before else SittingChanged(player=player, sitting=sitting, under=under)


def why_not_buy(state: State, player: str, cents: int, clauses: PokerClauses) -> Refusal | None:
    """Why so many chips cannot be brought to the table now; whoever has none there brings the least buy-in."""
    if cents and in_hand(state, player):
        return Refusal(Reason.NOT_NOW, (clauses.no_handling, clauses.table_stakes), {"hand": state.round})
    least = state.setting.minimum_buy_in
    buys_in = not state.stack(player) and (bool(cents) or player not in state.people)
    if buys_in and cents < least:
        return Refusal(Reason.LIMITS, (clauses.buy_in,), {"least": least, "offered": cents})
    if cents % state.terms.chips.smallest:
        return Refusal(Reason.CHIPS_ONLY, (clauses.chips_only, clauses.buy_in), {"chips": cents})
    return None


@part.decides(BuyChips, overrides=True)
def add_chips(state: State, command: BuyChips, ctx: Context[PokerClauses]) -> Decision:
    """Not while one holds cards; whoever has nothing left buys in anew."""
    decision = buy_chips(state, command, ctx)
    if isinstance(decision, Refusal):
        return decision
    return why_not_buy(state, command.player or ctx.by.id, command.cents, ctx.clauses) or decision


@part.command(
    TakeChipsAway,
    label="Take chips off the table",
    words="reduce stake pocket rathole go south",
    says=lambda c, who: f"Take {dollars(c.cents)} off the table",
    desk=Desk.TABLE,
)
def take_chips_away(state: State, command: TakeChipsAway, ctx: Context[PokerClauses]) -> Decision:
    """Never: a stake may grow between hands, and goes with its player alone."""
    person = subject(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    facts: dict[str, str | int] = {"chips": command.cents, "stake": state.stack(person.id)}
    reason = Reason.NOT_NOW if in_hand(state, person.id) else Reason.FORBIDDEN
    return Refusal(reason, (ctx.clauses.no_handling, ctx.clauses.table_stakes), facts)


def _comings(state: State, ctx: Context[PokerClauses]) -> list[Command]:
    players = [ctx.by.id] if is_player(ctx) else sorted(state.people)
    found = list[Command]()
    for player in players:
        if player in state.people:
            named = None if is_player(ctx) else player
            found.append(SitOut(away=not state.sitting(player).away, player=named))
    return found


@part.command(
    SitOut,
    label="Sit out or come back",
    says=lambda c, who: "Be dealt out" if c.away else "Be dealt in again",
    desk=Desk.TABLE,
    examples=_comings,
)
def sit_out(state: State, command: SitOut, ctx: Context[PokerClauses]) -> Decision:
    """From the next hand on; blinds that go by meanwhile are owed."""
    person = subject(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    sitting, clauses = state.sitting(person.id), ctx.clauses
    cite: Clauses = (clauses.walking, clauses.blinds_in_turn)
    if state.reserved is not None:
        return Refusal(
            Reason.FORBIDDEN, (clauses.tables_reserved, "ruling 113"), {"reserved for": state.reserved.title}
        )
    if person.seat is None:
        return Refusal(Reason.NOT_HERE, cite, {"seat": "none"})
    if sitting.away is command.away:
        return Refusal(Reason.ALREADY, cite)
    changed = replace(sitting, away=command.away, posts=False)
    return (SittingChanged(player=person.id, sitting=changed, under=cite),)


@part.command(
    PostToPlay,
    label="Post to play",
    says="Post at the next hand",
    desk=Desk.TABLE,
    examples=lambda state, ctx: [
        PostToPlay(player=None if is_player(ctx) else player)
        for player in ([ctx.by.id] if is_player(ctx) else sorted(state.sittings))
    ],
)
def post_to_play(state: State, command: PostToPlay, ctx: Context[PokerClauses]) -> Decision:
    """For whoever would have to wait until the big blind comes to them."""
    person = subject(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    sitting, clauses = state.sitting(person.id), ctx.clauses
    cite: Clauses = (clauses.newcomer_posts, clauses.blinds_in_turn, "ruling 119")
    if person.seat is None or not sitting.waits:
        return Refusal(Reason.NO_CAUSE, cite, {"waits": "no"})
    if sitting.posts:
        return Refusal(Reason.ALREADY, cite)
    return (SittingChanged(player=person.id, sitting=replace(sitting, posts=True), under=cite),)


class AdmitPlayer(Command, frozen=True, kw_only=True):
    """Deal someone in at once who comes from a game that has closed, or whom the house has moved."""

    player: str
    why: str


@part.command(
    AdmitPlayer,
    under="not_at_button",
    label="Deal a moved player in",
    words="move seat post blind let in",
    says=lambda c, who: f"Deal {who(c.player)} in at once",
    desk=Desk.PLAYERS,
    examples=lambda state, ctx: [
        AdmitPlayer(player=player, why=TO_FILL_IN) for player, each in sorted(state.sittings.items()) if each.waits
    ],
)
def admit_player(state: State, command: AdmitPlayer, ctx: Context[PokerClauses]) -> Decision:
    """Not for blinds that were missed, which are owed."""
    sitting, cite = state.sitting(command.player), (ctx.clauses.not_at_button,)
    if command.player not in state.people or not sitting.waits:
        return Refusal(Reason.NO_CAUSE, cite, {"player": command.player})
    if sitting.owes_big or sitting.owes_small:
        return Refusal(Reason.FORBIDDEN, (ctx.clauses.blinds_in_turn, *cite), {"owes": "blinds"})
    sitting = replace(sitting, waits=False, posts=False, passed=0)
    return (SittingChanged(player=command.player, sitting=sitting, under=cite),)


def _sits(event: SittingChanged, who: Who) -> str:
    sitting, name = event.sitting, who(event.player)
    if sitting.away:
        return f"{name} is dealt out."
    if sitting.posts:
        return f"{name} posts at the next hand."
    return f"{name} waits for the big blind, or posts." if sitting.waits else f"{name} is dealt in."


@part.event(SittingChanged, audience=EVERYONE, says=_sits)
def sitting_changed(state: State, event: SittingChanged) -> State:
    """What is nothing special is not remembered."""
    sittings = {player: each for player, each in state.sittings.items() if player != event.player}
    if event.sitting != SITTING:
        sittings[event.player] = event.sitting
    silences = state.silences
    if event.player in silences and not event.sitting.away:
        silences = {player: times for player, times in silences.items() if player != event.player}
    return replace(state, sittings=sittings, silences=silences)
