"""What goes wrong in a deal (DC 12.1 to 12.10, 12.12): much turns on whether a player has handled cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.double_chance.clauses import DoubleChanceClauses
from croupier.games.double_chance.settle import SixthCardBurned
from croupier.games.double_chance.state import Choice, State, discards_at, sixth_at
from croupier.games.double_chance.terms import HAND, Bet
from croupier.games.double_chance.voids import void
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Desk, Part, Who
from croupier.table.examples import card_to_enter, only
from croupier.table.faces import exposed, one_exposed
from croupier.table.fields import TO_FILL_IN, Asks
from croupier.table.hands import NO_HAND, Spot
from croupier.table.one_deck import FULL_DECK, CardExposed, CountDeck, DeckCounted
from croupier.table.people import bank
from croupier.table.rounds import round_over
from croupier.table.rules import BankedContext, BankedRules
from croupier.table.state import Care, ShuffleCause, Stage, Step
from croupier.table.voiding import HandVoided, voided
from croupier.table.words import count

part = Part("double-chance", DoubleChanceClauses)


class DeclareMisdeal(Command, frozen=True, kw_only=True):
    """Declare that the cards were dealt incorrectly, before any player has handled them."""

    why: str


class ReportExposedCard(Command, frozen=True, kw_only=True):
    """A card showed its face while it was dealt to an area."""

    area: int
    card: Card | None = None


class ReportWrongNumber(Command, frozen=True, kw_only=True):
    """A hand has too few or too many cards."""

    area: int
    found: int


class ReportUnstakedArea(Command, frozen=True, kw_only=True):
    """Cards were dealt to an area without a wager."""

    area: int


class ReportWrongDeck(Command, frozen=True, kw_only=True):
    """Cards are missing from the shoe or device, or cards were found that are none of the deck's."""

    missing: Annotated[int, Asks("Cards missing", low=0)] = 0
    foreign: Annotated[int, Asks("Cards that are none of the deck's", low=0)] = 0


class BurnSixthCard(Command, frozen=True, kw_only=True):
    """Burn the sixth card that was dealt in error to a declared hand."""

    area: int


class DeclareAbsent(Command, frozen=True, kw_only=True):
    """Declare void the hand of a player who is not there to play it."""

    area: int


class HandRacked(Event, frozen=True, kw_only=True):
    """Cards dealt to an area without a wager are counted and in the rack."""

    area: int
    cards: int


class WrongNumberFound(Event, frozen=True, kw_only=True):
    """A hand was found with so many cards."""

    area: int
    found: int


class DeckFoundWrong(Event, frozen=True, kw_only=True):
    """Cards are missing or foreign; the deck is to be checked for others."""

    missing: int
    foreign: int


class SixthCardExposed(Event, frozen=True, kw_only=True):
    """A sixth card was dealt face up."""

    area: int
    card: Card


def _before_handling(state: State) -> bool:
    """Whether cards are out and no player has handled any."""
    return state.stage in (Stage.DEALING, Stage.CHOOSING) and not state.handled


def _misdeal(state: State, why: str, under: Clauses, ctx: BankedContext[DoubleChanceClauses]) -> tuple[Event, ...]:
    """All wagers void and a new round to be dealt."""
    under = (*under, ctx.clauses.misdeal_voids, "ruling 1", "ruling 72")
    return voided(state, f"a misdeal, {why}", under, ctx, misdeal=True)


@part.command(
    DeclareMisdeal,
    under="misdeal",
    label="The cards were dealt wrongly",
    words="misdeal error mistake void",
    says="Declare a misdeal",
    desk=Desk.IRREGULARITIES,
    pace=Pace.RULING,
    examples=only(DeclareMisdeal(why=TO_FILL_IN)),
)
def declare_misdeal(state: State, command: DeclareMisdeal, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """For cards dealt incorrectly, and not once a player has handled theirs."""
    cite: Clauses = (ctx.clauses.misdeal,)
    if not _before_handling(state):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value, "hands handled": len(state.handled)})
    if not command.why.strip():
        return Refusal(Reason.NO_CAUSE, cite, {"why": "a reason must be given"})
    return _misdeal(state, command.why, cite, ctx)


def _cards_to_expose(state: State, ctx: BankedContext[DoubleChanceClauses]) -> Iterator[Command]:
    card = card_to_enter(state)
    for area in state.staked:
        yield ReportExposedCard(area=area, card=card)


@part.command(
    ReportExposedCard,
    under="exposed",
    label="A card was exposed in the deal",
    words="flashed seen face up turned misdeal",
    says=lambda c, who: f"Report an exposed card of area {c.area}",
    desk=Desk.IRREGULARITIES,
    examples=_cards_to_expose,
)
def report_exposed_card(state: State, command: ReportExposedCard, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """A misdeal of the whole round, whenever it is told: only 12.1 asks whether players have handled their cards."""
    clauses, area = ctx.clauses, command.area
    sixth = sixth_at(area) in state.hands
    cite: Clauses = (clauses.exposed_dealt,) if sixth else (clauses.exposed, clauses.exposed_dealt)
    if not state.in_play:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if area not in state.staked:
        return Refusal(Reason.NO_CAUSE, cite, {"area": area, "cards there": 0})
    if not state.hand(area).size and area not in state.declared_hands:
        return Refusal(Reason.NOT_NOW, cite, {"area": area, "cards there": 0})
    shown = _shown(state, command, cite, ctx)
    if isinstance(shown, Refusal):
        return shown
    if not sixth:
        late = ("ruling 68",) if state.stage not in (Stage.DEALING, Stage.CHOOSING) else ()
        return (*shown, *_misdeal(state, "a card was exposed", (*cite, *late), ctx))
    cite = (*cite, "ruling 26")
    if not state.terms.exposed_sixth_spares_settled:
        return (*shown, *_misdeal(state, "a sixth card was exposed", cite, ctx))
    under: Clauses = (*cite, clauses.misdeal_voids, "ruling 1")
    voids = tuple(void(state, each, "a sixth card was exposed", under) for each in state.staying())
    return (*shown, *voids) if voids else Refusal(Reason.NO_CAUSE, cite, {"undecided": 0})


def _shown(
    state: State, command: ReportExposedCard, cite: Clauses, ctx: BankedContext[DoubleChanceClauses]
) -> tuple[Event, ...] | Refusal:
    """The face that everyone saw, where it is on no record yet; one that only its player knows is not given away."""
    area, sixth = command.area, state.hands.get(sixth_at(command.area))
    spot = Spot(area) if sixth is None else sixth_at(area)
    if not state.hand(*spot).hidden:
        return Refusal(Reason.CARD_DRAWN, cite) if command.card is not None and not state.is_real else ()
    card = one_exposed(state, spot, command.card, ctx, cite)
    if isinstance(card, Refusal):
        return card
    if sixth is None:
        return (CardExposed(place=area, card=card, under=cite),)
    return (SixthCardExposed(area=area, card=card, under=cite),)


@part.event(
    SixthCardExposed,
    audience=EVERYONE,
    says=lambda e, who: f"The sixth card of area {e.area} was dealt face up: {e.card}.",
    aloud=True,
)
def sixth_card_exposed(state: State, event: SixthCardExposed) -> State:
    """Everyone has seen it."""
    return exposed(state, sixth_at(event.area), event.card)


@part.evolves(HandVoided)
def hand_voided(state: State, event: HandVoided, rules: BankedRules[State, Any]) -> State:
    """The area takes no further part."""
    wagers = tuple(
        each for each in state.wagers if each.area != event.area or (event.open_only and each.settled is not None)
    )
    gone = tuple(each for each in state.left_behind if event.open_only or each.area != event.area)
    choices = {**state.choices, event.area: Choice.VOID}
    if rules.clauses.absent in event.under:
        back = tuple(each for each in state.wagers if each not in wagers)
        state = replace(state, sent_back=(*state.sent_back, *back))
    chips = bank(state, event.moves)
    return rules.resumed(replace(state, wagers=wagers, left_behind=gone, choices=choices, chips=chips))


@part.command(
    ReportWrongNumber,
    under="wrong_number",
    label="A hand has a wrong number of cards",
    words="four six too many few missing misdeal",
    says=lambda c, who: f"Report {count(c.found, 'card')} at area {c.area}",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: [ReportWrongNumber(area=area, found=HAND - 1) for area in state.staked],
)
def report_wrong_number(state: State, command: ReportWrongNumber, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """Before any player has handled cards a misdeal; afterwards that hand alone is void, settled or not."""
    clauses, area = ctx.clauses, command.area
    cite: Clauses = (clauses.wrong_number,)
    if not state.in_play:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if area not in state.staked or state.choices.get(area) is Choice.VOID:
        return Refusal(Reason.NO_CAUSE, cite, {"area": area})
    least = len(state.faces_up(area)) or _on_the_line(state, area)
    most = HAND + max(0, state.shoe.inside - state.sixths_to_come)
    if command.found == HAND or not least <= command.found <= most:
        return Refusal(Reason.NO_CAUSE, cite, {"found": command.found, "should be": HAND})
    if _before_handling(state):
        return _misdeal(state, f"{command.found} cards at area {area}", (clauses.misdeal,), ctx)
    if not state.is_real and area in state.handled:
        return Refusal(Reason.NO_CAUSE, cite, {"area": area, "on record": HAND})
    found = WrongNumberFound(area=area, found=command.found, under=cite)
    late = ("ruling 27",) if state.turned_up(area) or state.wager(area, Bet.JACKPOT) is not None else ()
    return (found, void(state, area, "not five cards", (*cite, *late, "ruling 1"), whole=True))


def _on_the_line(state: State, area: int) -> int:
    """How many cards of a hand lie on the discard line."""
    return state.hands.get(discards_at(area), NO_HAND).size


@part.event(
    WrongNumberFound,
    audience=EVERYONE,
    says=lambda e, who: f"{count(e.found, 'card')} instead of five at area {e.area}.",
)
def wrong_number_found(state: State, event: WrongNumberFound) -> State:
    """The shoe has as many cards less, or more, than it would have."""
    more = event.found - HAND
    shoe = state.shoe.out_unseen(more)
    if state.turned_up(event.area):
        return replace(state, shoe=shoe.discarded(more))
    left = event.found - _on_the_line(state, event.area)
    hand = replace(state.hand(event.area), cards=(None,) * left)
    return replace(state.with_hand(Spot(event.area), hand), shoe=shoe)


def _unstaked(state: State, ctx: BankedContext[DoubleChanceClauses]) -> Iterator[Command]:
    for area in range(1, state.seats + 1):
        if area not in state.staked:
            yield ReportUnstakedArea(area=area)


@part.command(
    ReportUnstakedArea,
    under="late_unstaked",
    label="Cards went to an area without a wager",
    words="no bet misdeal extra hand",
    says=lambda c, who: f"Report cards at area {c.area}, where no wager is",
    desk=Desk.IRREGULARITIES,
    examples=_unstaked,
)
def report_unstaked_area(
    state: State, command: ReportUnstakedArea, ctx: BankedContext[DoubleChanceClauses]
) -> Decision:
    """Before any player has handled cards a misdeal; afterwards the cards are counted and racked."""
    clauses = ctx.clauses
    early = _before_handling(state)
    clause = clauses.misdeal if early else clauses.late_unstaked
    if not state.in_play:
        return Refusal(Reason.NOT_NOW, (clause,), {"stage": state.stage.value})
    if not 1 <= command.area <= state.seats or command.area in (*state.staked, *state.racked):
        return Refusal(Reason.NO_CAUSE, (clause,), {"area": command.area})
    if early:
        return _misdeal(state, "cards were dealt where no wager was", (clause,), ctx)
    if state.shoe.inside < HAND + state.sixths_to_come:
        return Refusal(Reason.CARD_NOT_LEFT, (clause,), {"inside": state.shoe.inside})
    return (HandRacked(area=command.area, cards=HAND, under=(clause,)),)


@part.event(
    HandRacked,
    audience=EVERYONE,
    says=lambda e, who: (
        f"{count(e.cards, 'card')} dealt to area {e.area}, where no wager is, "
        f"{'is' if e.cards == 1 else 'are'} counted and racked."
    ),
)
def hand_racked(state: State, event: HandRacked) -> State:
    """So many cards fewer in the deck."""
    shoe = state.shoe.out_unseen(event.cards).discarded(event.cards)
    return replace(state, shoe=shoe, racked=(*state.racked, event.area))


def _wrong_deck(state: State, missing: int, foreign: int, ctx: BankedContext[DoubleChanceClauses]) -> tuple[Event, ...]:
    """The round in which it is found is void, earlier ones stand, and the deck is checked.

    A round whose wagers are all settled has concluded (1.1): its cards are taken up and its results stand.
    """
    clauses = ctx.clauses
    found = DeckFoundWrong(missing=missing, foreign=foreign, under=(clauses.deck_checked, clauses.deck_stands))
    if not state.in_play:
        return (found,)
    if state.stage is Stage.SETTLED:
        return (round_over(state, clauses), found)
    why = "cards missing from the deck" if missing else "cards that are none of the deck's"
    return (*voided(state, why, (clauses.deck_void, clauses.deck_stands), ctx), found)


@part.command(
    ReportWrongDeck,
    under="deck_checked",
    label="Cards are missing, or foreign",
    words="duplicate marked lost count",
    says=lambda c, who: "Report a foreign card" if c.foreign else "Report a missing card",
    desk=Desk.IRREGULARITIES,
    examples=only(ReportWrongDeck(missing=1), ReportWrongDeck(foreign=1)),
)
def report_wrong_deck(state: State, command: ReportWrongDeck, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """Whenever it is found while the table is open."""
    cite: Clauses = (ctx.clauses.deck_void,)
    if not state.is_open or state.care.step is Step.CHECK:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value, "next": state.care.step.value})
    amounts = (command.missing, command.foreign)
    if min(amounts) < 0 or max(amounts) > FULL_DECK or not any(amounts):
        return Refusal(Reason.NO_CAUSE, cite, {"missing": command.missing, "foreign": command.foreign})
    return _wrong_deck(state, command.missing, command.foreign, ctx)


def _deck(event: DeckFoundWrong, who: Who) -> str:
    missing = f"{count(event.missing, 'card')} missing" if event.missing else ""
    foreign = f"{count(event.foreign, 'card')} foreign" if event.foreign else ""
    return f"The deck is not right: {' and '.join(filter(None, (missing, foreign)))}. It is checked for more."


@part.event(DeckFoundWrong, audience=EVERYONE, says=_deck, aloud=True)
def deck_found_wrong(state: State, event: DeckFoundWrong) -> State:
    """Nothing is dealt before the deck is whole again."""
    care = Care(step=Step.CHECK, cause=ShuffleCause.RENEWED, pre_shuffled=state.care.pre_shuffled)
    return replace(state, care=care, counting="", shoe=state.shoe.reshuffled())


@part.decides(CountDeck, under="deck_checked")
def count_deck(state: State, command: CountDeck, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """A count that is right changes nothing; one that is not voids the round."""
    cite: Clauses = (ctx.clauses.count_ordered,)
    if not state.counting or not 0 <= command.cards <= 2 * FULL_DECK:
        return Refusal(Reason.NOT_NOW, cite, {"cards": command.cards})
    counted = DeckCounted(cards=command.cards, under=cite)
    if command.cards == FULL_DECK:
        return (counted,)
    missing = FULL_DECK - command.cards
    return (counted, *_wrong_deck(state, max(missing, 0), max(-missing, 0), ctx))


@part.command(
    BurnSixthCard,
    under="sixth_burned",
    label="A declared hand was dealt a sixth card",
    words="discard mistake extra",
    says=lambda c, who: f"Burn the sixth card of the declared hand of area {c.area}",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: [BurnSixthCard(area=area) for area in state.declared_hands],
)
def burn_sixth_card(state: State, command: BurnSixthCard, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """Only a hand that was declared and has been settled, and once."""
    cite: Clauses = (ctx.clauses.sixth_burned,)
    settling = state.stage in (Stage.DRAWING, Stage.SETTLED) or command.area in state.declared_hands
    if not settling:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if command.area not in state.declared_hands or command.area in state.sixths_burned or not state.shoe.inside:
        return Refusal(Reason.NO_CAUSE, cite, {"area": command.area})
    return (SixthCardBurned(area=command.area, under=cite),)


@part.command(
    DeclareAbsent,
    under="absent",
    label="A player is not there to decide",
    words="gone away left missing leave",
    says=lambda c, who: f"Void the hand of area {c.area}: its player is absent",
    if_silent="your hand is void and its wagers go back",
    desk=Desk.IRREGULARITIES,
    examples=lambda state, ctx: [DeclareAbsent(area=area) for area in state.choosing() if state.is_real],
)
def declare_absent(state: State, command: DeclareAbsent, ctx: BankedContext[DoubleChanceClauses]) -> Decision:
    """Whoever has yet to decide; once the hand was handled it takes a supervisor, and at a virtual table time alone."""
    cite: Clauses = (ctx.clauses.absent,)
    if not (state.is_real or ctx.time_ran_out):
        return Refusal(Reason.NOT_YOURS, (*cite, "ruling 25", "ruling 70"), {"area": command.area})
    if command.area not in (*state.waiting(), state.must_discard) or state.stage is Stage.DEALING:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value, "area": command.area})
    why = "the player is absent"
    if command.area in state.handled:
        cite = (*cite, "ruling 25")
        lacking = ctx.lacks_rank(ctx.clauses.act_first)
        if lacking is not None:
            return Refusal(lacking.reason, cite, {**lacking.facts, "hand": "picked up"})
    elif ctx.time_ran_out:
        why, cite = "the time has run out", (*cite, "ruling 25")
    return (void(state, command.area, why, (*cite, "ruling 1")),)
