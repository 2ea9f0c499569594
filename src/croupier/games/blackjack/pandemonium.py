"""Pontoon Pandemonium: who presses the jackpot button, in which order, for which prize; and what follows a failure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.books import cite
from croupier.games.blackjack.at_risk import within
from croupier.games.blackjack.clauses import BlackjackClauses
from croupier.games.blackjack.flow import advanced
from croupier.games.blackjack.state import State
from croupier.games.blackjack.terms import PANDEMONIUM_PRIZES, Bet, pandemonium_clause, value
from croupier.money import dollars
from croupier.table.contract import DEALER, Clauses, Command, Decision, Event, Pace, Reason, Refusal, Turn
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.endings import moved, returned
from croupier.table.examples import is_player, only
from croupier.table.fields import TO_FILL_IN, Asks
from croupier.table.people import chooser, subject
from croupier.table.rounds import with_endings
from croupier.table.rules import BankedContext
from croupier.table.state import Ending, Settled, Stage, Wager
from croupier.table.value import SETTLED
from croupier.table.words import because, endings

part = Part("blackjack", BlackjackClauses)

DETERMINED, BY_TABLE = cite("BJ 11.6.1"), cite("BJ 11.6.2")
EACH_PRESSES, IN_ORDER = cite("BJ 11.6.4"), cite("BJ 11.6.4(a)")
NOMINATES, DEALER_PRESSES, PAID_FIRST = cite("BJ 11.6.4(b)"), cite("BJ 11.6.4(c)"), cite("BJ 11.6.4(d)")
EXCLUDED = cite("ruling 124")
BUTTON = (cite("BJ 11.2.1:jackpot button"), cite("BJ 11.2.1:Pontoon Pandemonium Bonus Meter"))
WITHOUT_WAGER = cite("BJ 11.6.5")
PRESSED_BY_ANOTHER, PRESSED_OTHERWISE = cite("BJ 11.7.1"), cite("BJ 11.7.2")
NOT_OFFERED, FAILED_IN_ROUND = cite("BJ 11.7.3(a)"), cite("BJ 11.7.3(b)")
WINS = (cite("BJ 11.4.1(a)"), cite("BJ 11.4.1(b)"))

Prize = Annotated[int | None, Asks("The prize shown for each dollar", "count", optional=True)]


class PressButton(Command, frozen=True, kw_only=True):
    """Press the jackpot button: whose turn it is, the one they nominated, or the dealer where no one decides.

    At a real table the prize that the meter shows is entered.
    """

    prize: Prize = None
    player: str | None = None
    undecided: Annotated[bool, Asks("Nobody decides: the dealer presses", always=False)] = False


class NominatePresser(Command, frozen=True, kw_only=True):
    """Have someone else press the button, who has no winning Pontoon Pandemonium wager."""

    nominee: Annotated[str, Asks("Who presses")]
    player: str | None = None


class ReportPress(Command, frozen=True, kw_only=True):
    """The button was activated other than by who was entitled, or when it was offered to no one."""

    prize: Prize = None
    why: str
    without_wager: Annotated[str | None, Asks("Who pressed with a Pontoon and no side bet", optional=True)] = None
    """A player who asked for the button, or was offered it, with a Pontoon and no valid wager for it."""


class AcceptPrize(Command, frozen=True, kw_only=True):
    """Take the prize that came up though the button was not pressed by who was entitled."""

    player: str | None = None


class ReportButtonFailure(Command, frozen=True, kw_only=True):
    """The jackpot button or its meter has failed."""

    why: str


class RestoreButton(Command, frozen=True, kw_only=True):
    """The jackpot button works again."""


class ButtonPressed(Event, frozen=True, kw_only=True):
    """A prize came up for each dollar of a wager, and was paid."""

    area: int
    player: str
    by: str
    prize: int
    settled: tuple[Settled, ...]


class PresserNominated(Event, frozen=True, kw_only=True):
    """Someone else is to press the button."""

    player: str
    nominee: str


class StrayPress(Event, frozen=True, kw_only=True):
    """A prize came up without having been called for: whose choice it is, or nobody's where it is void."""

    prize: int
    player: str
    why: str


class ButtonFailed(Event, frozen=True, kw_only=True):
    """The electronics failed: what was won in this round is paid by the lowest prize."""

    settled: tuple[Settled, ...]
    why: str


class ButtonRestored(Event, frozen=True, kw_only=True):
    """Pontoon Pandemonium is offered again."""


def pressing(state: State) -> Wager | None:
    """The winning wager whose player has the button: from the left, on an area from its caller on."""
    if state.stage is not Stage.INTERIM or state.button_down or state.ruling_waits:
        return None
    for area in state.staked:
        order = {each.player: place for place, each in enumerate(state.bettors(area))}
        mine = [each for each in state.wagers if (each.area, each.bet) == (area, Bet.PANDEMONIUM) and wins(state, each)]
        if mine:
            return min(mine, key=lambda each: order.get(each.player, len(order)))
    return None


def offered(state: State) -> Wager | None:
    """The winning wager whose player is offered the button, as an excluded player is not (ruling 124)."""
    wager = pressing(state)
    return None if wager is None or wager.player in state.excluded else wager


def named(state: State) -> str | None:
    """Who may press for the player who has the button: while they are there, and neither of the two is excluded."""
    gone = state.nominee in state.excluded or state.nominee not in state.people
    return None if gone or offered(state) is None else state.nominee


def wins(state: State, wager: Wager) -> bool:
    """Whether a wager has won and its prize is still to come."""
    return wager.settled is None and not wager.sent_back and state.is_natural(wager.spot)


def prizes_of(state: State) -> dict[int, int]:
    """The prizes for each dollar at this table, and how many of all possible ones are that."""
    return PANDEMONIUM_PRIZES[state.terms.pandemonium]


def won_prize(state: State, wager: Wager, prize: int, clauses: BlackjackClauses, why: Clauses) -> Settled:
    """A wager with its prize: for each whole dollar at risk, with the stake or without it (rulings 40, 49)."""
    back = state.terms.readings.pandemonium_stake_returns
    exact = prize * (wager.at_risk // 100) * 100
    paid = state.terms.chips.next_payable(exact)
    rounded = (clauses.round_up, "ruling 3") if paid != exact else ()
    line = pandemonium_clause(state.terms.pandemonium, prize)
    first = state.dealers_first
    against = WINS if first is not None and value(first) in (1, 10) else WINS[:1]
    under = (*against, *why, line, "ruling 40", "ruling 49", *rounded)
    return Settled(
        wager.area,
        wager.bet,
        wager.player,
        wager.cents,
        Ending.WON,
        0 if back else wager.at_risk,
        wager.cents if back else wager.cents - wager.at_risk,
        paid,
        (*under, *within(wager, clauses)),
        f"{dollars(prize * 100)} for each {dollars(100)}",
    )


def _prize(state: State, entered: int | None, ctx: BankedContext[BlackjackClauses]) -> int | Refusal:
    """The prize that came up: drawn at a virtual table, entered at a real one."""
    prizes = prizes_of(state)
    if not state.is_real:
        if entered is not None:
            return Refusal(Reason.CARD_DRAWN, (DETERMINED,))
        return tuple(prizes)[ctx.chance.one_of(tuple(prizes.values()))]
    if entered not in prizes:
        return Refusal(Reason.CARD_NEEDED, (DETERMINED, BY_TABLE), {"prize": entered or 0})
    return entered


def _entered(state: State) -> int | None:
    return min(prizes_of(state)) if state.is_real else None


def _presses(state: State, ctx: BankedContext[BlackjackClauses]) -> Iterator[Command]:
    wager, due = pressing(state), pressed_for(state)
    if due is not None:
        yield due
    elif wager is not None:
        mine = ctx.by.id in (wager.player, named(state))
        if mine or not is_player(ctx):
            yield PressButton(prize=_entered(state), player=None if mine else wager.player)


def _has_natural(state: State, player: str) -> bool:
    mine = state.wagers_of(player) if state.dealt_first_cards else ()
    return any(each.bet == state.main and state.is_natural(each.spot) for each in mine)


def _winners(state: State) -> set[str]:
    """Who has a winning Pontoon Pandemonium wager in this round, its prize paid or still to come."""
    return {
        each.player
        for each in state.wagers
        if each.bet == Bet.PANDEMONIUM and not each.sent_back and state.is_natural(each.spot)
    }


def _presser(state: State, command: PressButton, wager: Wager, ctx: BankedContext[BlackjackClauses]) -> str | Refusal:
    """Who presses: the wager's player or nominee, of whom staff at a real table note it, or the dealer for them."""
    if ctx.time_ran_out:
        return DEALER
    if wager.player in state.excluded:
        if not ctx.is_staff:
            return Refusal(Reason.EXCLUDED, (ctx.clauses.exclude, EXCLUDED), {"player": wager.player})
        elsewhere = command.player not in (None, wager.player)
        return Refusal(Reason.NOT_YOURS, (IN_ORDER,), {"area": wager.area}) if elsewhere else DEALER
    if command.player is None or not ctx.is_staff:
        mine = ctx.by.id in (wager.player, named(state))
        return ctx.by.id if mine else Refusal(Reason.NOT_YOURS, (IN_ORDER,), {"area": wager.area})
    person = subject(state, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    if person.id != wager.player:
        return Refusal(Reason.NOT_YOURS, (IN_ORDER,), {"area": wager.area})
    return DEALER if command.undecided else named(state) or person.id


def _who_presses(command: PressButton, who: Who) -> str:
    """Who has the button, or for whom the dealer presses it."""
    player = who(command.player) if command.player else "The player"
    return f"The dealer presses the button for {player}" if command.undecided else f"{player} has the jackpot button"


@part.command(
    PressButton,
    cites="caller",
    label="Press the button",
    next=_who_presses,
    if_silent="the dealer presses the button",
    desk=Desk.TABLE,
    pace=Pace.CHOICE,
    examples=_presses,
)
def press_button(state: State, command: PressButton, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Whose turn it is, or their nominee; the dealer for who does not decide."""
    wager = pressing(state)
    if wager is None:
        has_natural = _has_natural(state, command.player or ctx.by.id)
        return Refusal(Reason.NOT_NOW, (WITHOUT_WAGER if has_natural else EACH_PRESSES,), {"stage": state.stage.value})
    by = _presser(state, command, wager, ctx)
    if isinstance(by, Refusal):
        return by
    prize = _prize(state, command.prize, ctx)
    if isinstance(prize, Refusal):
        return prize
    how = DEALER_PRESSES if by == DEALER else NOMINATES if by != wager.player else EACH_PRESSES
    gone = (EXCLUDED,) if wager.player in state.excluded else ()
    settled = (won_prize(state, wager, prize, ctx.clauses, (DETERMINED, how, *gone)),)
    under = (how, *gone, IN_ORDER, PAID_FIRST, DETERMINED, *BUTTON)
    return (
        ButtonPressed(
            area=wager.area,
            player=wager.player,
            by=by,
            prize=prize,
            settled=settled,
            moves=moved(settled),
            under=under,
        ),
    )


@part.event(
    ButtonPressed,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: f"The button shows {dollars(e.prize * 100)} for each dollar. {endings(e.settled, who, '')}",
    aloud=True,
)
def button_pressed(state: State, event: ButtonPressed) -> State:
    """Paid before the button goes to the next player."""
    return advanced(replace(with_endings(state, event.settled, event.moves), nominee=None, stray=None))


@part.command(
    NominatePresser,
    cites="caller",
    label="Have someone else press",
    says=lambda c, who: f"Have {who(c.nominee)} press the button",
    desk=Desk.TABLE,
    pace=Pace.CHOICE,
    examples=lambda state, ctx: (
        [NominatePresser(nominee=each) for each in sorted(state.people) if each != ctx.by.id]
        if (wager := pressing(state)) is not None and wager.player == ctx.by.id
        else []
    ),
)
def nominate_presser(state: State, command: NominatePresser, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Anyone at the table who has no winning wager of the kind."""
    person, wager = chooser(state, command.player, ctx), pressing(state)
    if isinstance(person, Refusal):
        return person
    if wager is None or person.id != wager.player:
        return Refusal(Reason.NOT_NOW, (NOMINATES,), {"stage": state.stage.value})
    if command.nominee not in state.people:
        return Refusal(Reason.NOT_HERE, (NOMINATES,), {"player": command.nominee})
    if command.nominee in _winners(state) or command.nominee in state.excluded:
        return Refusal(Reason.FORBIDDEN, (NOMINATES,), {"player": command.nominee})
    return (PresserNominated(player=person.id, nominee=command.nominee, under=(NOMINATES,)),)


@part.event(
    PresserNominated,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} lets {who(e.nominee)} press the button.",
)
def presser_nominated(state: State, event: PresserNominated) -> State:
    """Either may press."""
    return replace(state, nominee=event.nominee)


@part.command(
    ReportPress,
    under="dealing",
    label="The button was activated otherwise",
    words="pressed by mistake itself twice",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: [ReportPress(prize=_entered(state), why=TO_FILL_IN)],
)
def report_press(state: State, command: ReportPress, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """While it is offered, its player may take the result or press again; at any other time the result is void.

    At a virtual table nothing but the button's own players can set it off.
    """
    wager, pusher = offered(state), command.without_wager
    if state.button_down or not state.is_open:
        return Refusal(Reason.NOT_NOW, (PRESSED_OTHERWISE,), {"stage": state.stage.value})
    if not state.is_real:
        return Refusal(Reason.NO_CAUSE, (PRESSED_OTHERWISE, DETERMINED))
    if pusher is not None and (not _has_natural(state, pusher) or pusher in _winners(state)):
        return Refusal(Reason.NO_CAUSE, (WITHOUT_WAGER,), {"player": pusher})
    prize = _prize(state, command.prize, ctx)
    if isinstance(prize, Refusal):
        return prize
    if pusher is not None:
        return (StrayPress(prize=prize, player="", why=command.why, under=(WITHOUT_WAGER,)),)
    clause = PRESSED_OTHERWISE if wager is None else PRESSED_BY_ANOTHER
    player = "" if wager is None else wager.player
    return (StrayPress(prize=prize, player=player, why=command.why, under=(clause,)),)


@part.event(
    StrayPress,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The button came up with {dollars(e.prize * 100)} for each dollar{because(e.why)}: "
        + (f"{who(e.player)} may take it or press again." if e.player else "void.")
    ),
    aloud=True,
)
def stray_press(state: State, event: StrayPress) -> State:
    """Whoever has the button decides; a result that may be taken is not lost by a second accident."""
    return replace(state, stray=max(state.stray or 0, event.prize)) if event.player else state


@part.command(
    AcceptPrize,
    cites="caller",
    label="Take this prize",
    next=lambda c, who: f"{who(c.player) if c.player else 'The player'} may take the prize that came up",
    desk=Desk.TABLE,
    pace=Pace.CHOICE,
    examples=lambda state, ctx: (
        [AcceptPrize(player=None if wager.player == ctx.by.id else wager.player)]
        if state.stray is not None and (wager := pressing(state)) is not None
        else []
    ),
)
def accept_prize(state: State, command: AcceptPrize, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Only what came up while the button was theirs."""
    person, wager = chooser(state, command.player, ctx), pressing(state)
    if isinstance(person, Refusal):
        return person
    if wager is None or state.stray is None or person.id != wager.player:
        return Refusal(Reason.NOT_NOW, (PRESSED_BY_ANOTHER,), {"stage": state.stage.value})
    settled = (won_prize(state, wager, state.stray, ctx.clauses, (PRESSED_BY_ANOTHER,)),)
    return (
        ButtonPressed(
            area=wager.area,
            player=wager.player,
            by="",
            prize=state.stray,
            settled=settled,
            moves=moved(settled),
            under=(PRESSED_BY_ANOTHER, PAID_FIRST),
        ),
    )


@part.command(
    ReportButtonFailure,
    under="dealing",
    label="The jackpot button has failed",
    words="broken fault does not work",
    desk=Desk.IRREGULARITIES,
    examples=only(ReportButtonFailure(why=TO_FILL_IN)),
)
def report_button_failure(state: State, command: ReportButtonFailure, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Winners of the round are paid the lowest prize; before the first card the side bets go back."""
    if state.button_down:
        return Refusal(Reason.ALREADY, (NOT_OFFERED,))
    open_ = [each for each in state.wagers if each.bet == Bet.PANDEMONIUM and each.settled is None]
    if not state.in_play:
        settled = tuple(returned(each, (NOT_OFFERED,)) for each in open_)
        return (ButtonFailed(settled=settled, why=command.why, moves=moved(settled), under=(NOT_OFFERED,)),)
    won = [each for each in open_ if wins(state, each)] if state.dealt_first_cards else []
    settled = tuple(
        won_prize(state, each, state.stray, ctx.clauses, (PRESSED_BY_ANOTHER, FAILED_IN_ROUND))
        if state.stray is not None and each == pressing(state)  # pressing again is out of reach, the result is not
        else without_button(state, each, ctx.clauses)
        for each in won
    )
    return (ButtonFailed(settled=settled, why=command.why, moves=moved(settled), under=(FAILED_IN_ROUND,)),)


def without_button(state: State, wager: Wager, clauses: BlackjackClauses) -> Settled:
    """How a winning wager ends when no prize can be drawn."""
    if not state.terms.readings.failure_pays_lowest:
        return returned(wager, (FAILED_IN_ROUND, "ruling 40"))
    return won_prize(state, wager, min(prizes_of(state)), clauses, (FAILED_IN_ROUND,))


@part.event(
    ButtonFailed,
    value=SETTLED,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The jackpot button has failed{because(e.why)}. {endings(e.settled, who, 'Nothing waits for it')}"
    ),
    aloud=True,
)
def button_failed(state: State, event: ButtonFailed) -> State:
    """A regular game goes on until the button works again."""
    down = replace(with_endings(state, event.settled, event.moves), button_down=True, nominee=None, stray=None)
    if not state.in_play:
        down = replace(down, wagers=tuple(each for each in down.wagers if each.bet != Bet.PANDEMONIUM))
    return advanced(down)


@part.command(
    RestoreButton, under="dealing", label="The button works again", words="repaired fixed", desk=Desk.IRREGULARITIES
)
def restore_button(state: State, command: RestoreButton, ctx: BankedContext[BlackjackClauses]) -> Decision:
    """Between two rounds: those of the round it failed in are settled without it."""
    if not state.button_down:
        return Refusal(Reason.NO_CAUSE, (NOT_OFFERED,))
    if state.in_play:
        return Refusal(Reason.NOT_NOW, (FAILED_IN_ROUND,), {"stage": state.stage.value})
    return (ButtonRestored(under=(NOT_OFFERED,)),)


@part.event(ButtonRestored, audience=EVERYONE, says="Pontoon Pandemonium is offered again.")
def button_restored(state: State, event: ButtonRestored) -> State:
    """The side bet may be placed again."""
    return replace(state, button_down=False)


def pressed_for(state: State) -> PressButton | None:
    """The dealer's press for a wager whose player was excluded, where that comes next (ruling 124)."""
    wager = pressing(state)
    if wager is None or wager.player not in state.excluded:
        return None
    return PressButton(prize=_entered(state), player=wager.player, undecided=True)


def button_turn(state: State) -> tuple[Turn, ...]:
    """Who has the button may press it, or let another; for the silent the dealer presses it."""
    wager = offered(state)
    if wager is None:
        return ()
    press = PressButton(prize=_entered(state), player=wager.player)
    taking = () if state.stray is None else (AcceptPrize(player=wager.player),)
    return (
        Turn(
            key=f"button {state.round} {wager.area} {wager.player} {state.stray}",
            player=wager.player,
            choices=(*taking, press),
            silent=press,
            pace=Pace.CHOICE,
            under=(EACH_PRESSES,),
        ),
    )
