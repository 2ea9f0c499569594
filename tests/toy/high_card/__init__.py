"""High Card: each area plays a card, dealt face down, against the dealer's; one raise and one split are allowed.

The smallest game that has everything: a hidden card, a turn, stakes added in play, two hands on one area, a variant.
"""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from croupier.books import Book, Clause
from croupier.cards import Card, CardSource, Shoe
from croupier.money import ChipSet, Limits, Odds, moves
from croupier.table import care, dealer_cut, people, rounds, wagers
from croupier.table.contract import Command, Event, Pace, Reason, Refusal, Turn
from croupier.table.declare import EVERYONE, Aloud, Desk, Part, Secret
from croupier.table.duty import before_play, betting_due, betting_turn, one_deck_due
from croupier.table.endings import lost, moved, returned, stakes_moved, won
from croupier.table.engine import Engine
from croupier.table.examples import is_player
from croupier.table.faces import faces, revealed
from croupier.table.hands import DEALERS, Spot
from croupier.table.plain import PlainView, plain_view
from croupier.table.rules import BankedRules
from croupier.table.state import BankedTable, Settled, ShuffleCause, Stage, Step, Wager
from croupier.table.value import SETTLED
from croupier.table.words import endings

# The book, and where it says what the shared chapters rest on


def clause(number, asks, authority="dealer"):
    return Clause(number, "general", authority, asks, "enforced", "By the engine.")


BOOK = Book(
    code="HC",
    slug="high-card",
    title="High Card",
    jurisdiction="The tests",
    version="1",
    ladder=("player", "dealer", "game-supervisor", "casino-operator"),
    beside=("regulator",),
    sections={"1": "The table", "2": "Play"},
    clauses=(
        clause("1.1", "The house runs the table."),
        clause("2.1", "One card each, face down."),
        clause("2.2", "Each player stands, raises once or splits once.", "player"),
        clause("2.3", "The higher card wins even money."),
    ),
)


@dataclass(frozen=True, kw_only=True)
class Clauses(
    people.PeopleClauses,
    wagers.WagerClauses,
    care.CareClauses,
    dealer_cut.DealerCutClauses,
    rounds.RoundClauses,
):
    deal: str
    choose: str
    settle: str


PLAIN = {each.name: "HC 1.1" for each in fields(Clauses) if each.type == "str"}
CLAUSES = Clauses(
    **PLAIN | {"deal": "HC 2.1", "choose": "HC 2.2", "settle": "HC 2.3"},
    area_total=None,
    cards_renewed=None,
    pre_shuffled="HC 1.1",
    idle_seat="HC 1.1",
    shuffle_causes=dict.fromkeys(ShuffleCause, "HC 1.1"),
    machine_shuffles=("HC 1.1",),
    nothing_to_deal=("HC 1.1",),
)

# The state, the commands and the events


class Bet(StrEnum):
    ANTE = "ante"


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    table: str = "high-card"
    variant: str = ""
    cards: CardSource = CardSource.VIRTUAL
    areas: int = 3
    chips: ChipSet = ChipSet((100, 500))
    limits: dict[str, Limits] = msgspec.field(default_factory=lambda: {Bet.ANTE.value: Limits(100, 10_000)})
    casino: str = "Croupier"
    version: int = 1


class State(BankedTable, frozen=True, kw_only=True):
    staked: tuple[int, ...] = ()
    stood: tuple[int, ...] = ()


class DealCard(Command, frozen=True, kw_only=True):
    """Give the next card face down."""


class Look(Command, frozen=True, kw_only=True):
    """Look at one's cards."""


class Stand(Command, frozen=True, kw_only=True):
    """Stay as one is."""

    player: str | None = None


class AddStake(Command, frozen=True, kw_only=True):
    """As much again: on the hand one has, or for a second hand beside it."""

    split: bool = False


class ShowDown(Command, frozen=True, kw_only=True):
    """Turn up all cards and settle."""


class CardDealt(Event, frozen=True, kw_only=True):
    spot: Spot


class CardSeen(Event, frozen=True, kw_only=True):
    spot: Spot
    player: str
    cards: tuple[Card, ...]


class Stood(Event, frozen=True, kw_only=True):
    area: int
    player: str


class StakeAdded(Event, frozen=True, kw_only=True):
    spot: Spot
    bet: str
    player: str
    cents: int


class ShownDown(Event, frozen=True, kw_only=True):
    hands: tuple[tuple[Spot, Card], ...]
    settled: tuple[Settled, ...]


# The play

part = Part("high-card", Clauses)


@part.command(DealCard, under="deal", label="Deal a card", desk=Desk.DEAL, pace=Pace.CARD)
def deal_card(state, command, ctx):
    spot = ctx.rules.spot_due(state)
    if spot is None:
        return Refusal(Reason.NOT_NOW, (ctx.clauses.deal,), {"stage": state.stage.value})
    return ctx.rules.why_not_go_on(state) or (CardDealt(spot=spot, under=(ctx.clauses.deal,)),)


@part.event(CardDealt, audience=EVERYONE, says="A card is dealt face down.")
def card_dealt(state, event, rules):
    staked = state.staked or rules.areas_to_deal(state)
    state = replace(laid(state, event.spot), staked=staked, stage=Stage.DEALING)
    return state if rules.spot_due(state) else replace(state, stage=Stage.CHOOSING)


def laid(state, spot):
    return replace(state.with_hand(spot, state.hand(*spot).face_down()), shoe=state.shoe.out_unseen())


def area_of(state, player, ctx):
    person = people.subject(state, player, ctx)
    if isinstance(person, Refusal):
        return person
    if not any(turn.player == person.id for turn in ctx.rules.turns(state)):
        return Refusal(Reason.NOT_NOW, (ctx.clauses.choose,), {"stage": state.stage.value})
    return state.wagers_of(person.id)[0].area


@part.command(Look, label="Look", desk=Desk.TABLE)
def look(state, command, ctx):
    area, cite = area_of(state, None, ctx), (ctx.clauses.choose,)
    if isinstance(area, Refusal):
        return area
    spots = [spot for spot in (Spot(area), Spot(area, 2)) if state.hand(*spot).hidden]
    if not spots or state.is_real:
        return Refusal(Reason.ALREADY, cite)
    cards = faces(state, spots[0], (), ctx, cite)
    return (CardSeen(spot=spots[0], player=ctx.by.id, cards=cards, under=cite),)


@part.event(
    CardSeen,
    audience=EVERYONE,
    secret=Secret("cards", owner="player"),
    aloud=Aloud.TO_OWNER,
    says=lambda e, who: f"{who(e.player)} looks at a card{': ' + ' '.join(e.cards) if e.cards else ''}.",
)
def card_seen(state, event):
    return revealed(state, event.spot, event.cards, seen_by=event.player)


def stands(state, ctx):
    asked = [turn.player for turn in ctx.rules.turns(state) if turn.player]
    return [Stand()] if is_player(ctx) else [Stand(player=player) for player in asked]


@part.command(Stand, label="Stand", desk=Desk.TABLE, examples=stands)
def stand(state, command, ctx):
    area = area_of(state, command.player, ctx)
    if isinstance(area, Refusal):
        return area
    return (Stood(area=area, player=command.player or ctx.by.id, under=(ctx.clauses.choose,)),)


@part.event(Stood, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} stands.", aloud=True)
def stood(state, event, rules):
    state = replace(state, stood=(*state.stood, event.area))
    return state if rules.turns(state) else replace(state, stage=Stage.SETTLING)


@part.command(AddStake, label="Raise or split", desk=Desk.TABLE, examples=lambda *_: [AddStake(), AddStake(split=True)])
def add_stake(state, command, ctx):
    area, cite = area_of(state, None, ctx), (ctx.clauses.choose,)
    if isinstance(area, Refusal):
        return area
    spot, bet = (Spot(area, 2), "ante") if command.split else (Spot(area), "raise")
    cents = state.wager(area, "ante").cents
    if any((each.spot, each.bet) == (spot, bet) for each in state.wagers):
        return Refusal(Reason.ALREADY, cite)
    if state.stack(ctx.by.id) < cents:
        return Refusal(Reason.NOT_ENOUGH_CHIPS, cite, {"needs": cents})
    made = moves((f"stack:{ctx.by.id}", "layout", cents))
    return (StakeAdded(spot=spot, bet=bet, player=ctx.by.id, cents=cents, moves=made, under=cite),)


@part.event(StakeAdded, audience=EVERYONE, says=lambda e, who: f"{who(e.player)} adds a stake.", stakes=stakes_moved)
def stake_added(state, event):
    wager = Wager(event.spot.area, event.bet, event.player, event.cents, event.cents, hand=event.spot.hand)
    state = replace(state, wagers=(*state.wagers, wager), chips=people.bank(state, event.moves))
    return state if state.hand(*event.spot).cards else laid(state, event.spot)


@part.command(ShowDown, under="settle", label="Turn up and settle", desk=Desk.DEAL, pace=Pace.SETTLING)
def show_down(state, command, ctx):
    cite = (ctx.clauses.settle,)
    if state.stage is not Stage.SETTLING:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    shown, now = {}, state
    for spot in state.hands:
        cards = faces(now, spot, (), ctx, cite)
        if isinstance(cards, Refusal):
            return cards
        shown[spot], now = cards[0], revealed(now, spot, cards, up=True)
    settled = tuple(ended(each, shown, ctx) for each in state.wagers)
    return (ShownDown(hands=tuple(shown.items()), settled=settled, moves=moved(settled), under=cite),)


def ended(wager, shown, ctx):
    mine, dealers = (ctx.rules.height(shown[spot]) for spot in (wager.spot, DEALERS))
    if mine == dealers:
        return returned(wager, (ctx.clauses.settle,))
    if mine > dealers:
        return won(wager, Odds(1), wager.at_risk, (ctx.clauses.settle,))
    return lost(wager, (ctx.clauses.settle,), ctx.clauses.over_maximum)


@part.event(
    ShownDown, value=SETTLED, audience=EVERYONE, says=lambda e, who: endings(e.settled, who, "Nothing"), aloud=True
)
def shown_down(state, event):
    for spot, card in event.hands:
        state = revealed(state, spot, (card,), up=True)
    return replace(rounds.with_endings(state, event.settled, event.moves), stage=Stage.SETTLED)


# The rules, and a variant that differs in one thing


class HighCardRules(BankedRules):
    name, book, clauses = "high-card", BOOK, CLAUSES
    parts = (people.part, wagers.part, care.part, dealer_cut.part, rounds.part, part)
    stage_names: ClassVar = {Stage.CHOOSING: "stand, raise or split"}

    def height(self, card):
        return card.height

    def due(self, state):
        if state.stage is Stage.CLOSED:
            return before_play(state, self)
        return one_deck_due(state, self) or self.round_due(state)

    def round_due(self, state):
        match state.stage:
            case Stage.BETTING:
                return betting_due(state, self)
            case Stage.NO_MORE_BETS | Stage.DEALING:
                return (self.act(DealCard(), self.clauses.deal),)
            case Stage.CHOOSING:
                return self.asked(self.turns(state)[0])
            case Stage.SETTLING:
                return (self.act(ShowDown(), self.clauses.settle),)
            case _:
                return (self.act(rounds.CollectCards(), self.clauses.dealing),)

    def turns(self, state):
        if state.stage is not Stage.CHOOSING:
            return betting_turn(state, self)
        owners = {each.area: each.player for each in state.wagers}
        waiting = [area for area in state.staked if area not in state.stood]
        return tuple(self.turn(f"choose {state.round} {area}", owners[area]) for area in waiting)

    def turn(self, key, player):
        silent, under = Stand(player=player), (self.clauses.choose,)
        return Turn(key=key, player=player, choices=(silent,), silent=silent, pace=Pace.CHOICE, under=under)

    def spot_due(self, state):
        if state.stage not in (Stage.NO_MORE_BETS, Stage.DEALING):
            return None
        spots = (*map(Spot, state.staked or self.areas_to_deal(state)), DEALERS)
        return next((spot for spot in spots if not state.hand(*spot).cards), None)

    def areas_to_deal(self, state):
        return tuple(sorted({each.area for each in state.wagers}))

    def placed_under(self, state, bet):
        return (self.clauses.before_first_card,)

    def why_not_go_on(self, state):
        step = state.care.step
        return None if step is Step.READY else Refusal(Reason.NOT_NOW, (self.clauses.shuffle,), {"next": step.value})

    def cleared(self, state):
        state = replace(state, stage=Stage.BETTING, wagers=(), hands={}, staked=(), stood=())
        return replace(state, care=care.to_shuffle(state, ShuffleCause.ROUND_OVER), shoe=state.shoe.reshuffled())


class AceLowRules(HighCardRules):
    variant = "ace-low"

    def height(self, card):
        return 1 if card.rank == "A" else card.height


RULES = HighCardRules()
ENGINE = Engine(RULES, AceLowRules())


class TableView(PlainView, frozen=True, kw_only=True, tag_field="game", tag="high-card"):
    """A High Card table as one viewer may see it."""


def initial(terms):
    return State(terms=terms, seats=terms.areas, shoe=Shoe.of(1), limits=terms.limits, bettors_per_area=1)


def view(state, viewer, at=0, deadlines={}):  # noqa: B006
    return plain_view(TableView, ENGINE, state, viewer, at=at, deadlines=deadlines)
