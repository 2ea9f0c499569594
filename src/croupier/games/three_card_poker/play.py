"""The round: three cards each face down, the call to play or fold, each player's choice, the dealer's hand shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated

from msgspec.structs import replace

from croupier.cards import Card, Device
from croupier.cards.naming import three_named
from croupier.cards.ranking import three_cards
from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.jackpot_game import unregistered, when_checked
from croupier.games.three_card_poker.misdeal import taken_up
from croupier.games.three_card_poker.state import (
    DEALER,
    HAND,
    JACKPOT,
    JACKPOTS,
    Choice,
    State,
    staked_areas,
)
from croupier.games.three_card_poker.terms import Bet
from croupier.games.three_card_poker.words import shown
from croupier.money import dollars, moves
from croupier.table.contract import Clauses, Command, Decision, Event, Pace, Reason, Refusal
from croupier.table.declare import EVERYONE, Aloud, Desk, Here, Part, Secret, Who
from croupier.table.endings import lost, moved, returned, stakes_moved
from croupier.table.examples import hand_to_enter, is_player
from croupier.table.faces import faces, revealed
from croupier.table.fields import Asks
from croupier.table.hands import DEALERS, Spot, spot
from croupier.table.people import bank, chooser
from croupier.table.rounds import with_endings
from croupier.table.rules import BankedContext, BankedRules
from croupier.table.state import Person, Settled, Stage, Wager
from croupier.table.value import SETTLED
from croupier.table.words import count, endings, place_due, several, written
from croupier.table.words import place as place_word

part = Part("three-card-poker", ThreeCardClauses)

DEALERS_HAND = Asks("The dealer's hand", "hand", hand=lambda command: DEALERS)
BOTH_JACKPOT_CARDS = Asks("The Jackpot Cards", "hand", hand=lambda command: JACKPOTS)

QUEEN_HIGH = three_cards((Card.QUEEN_OF_CLUBS, Card.THREE_OF_HEARTS, Card.TWO_OF_HEARTS))
"""The lowest hand with which the dealer qualifies."""


class DealCard(Command, frozen=True, kw_only=True):
    """Give the next card face down, or the next set of three from a shuffling shoe."""


class CallPlayOrFold(Command, frozen=True, kw_only=True):
    """Announce that the players may play or fold."""


class LookAtHand(Command, frozen=True, kw_only=True):
    """Pick up and look at the hand of the area one sits at."""


class PlayHand(Command, frozen=True, kw_only=True):
    """Stay in with a Play wager equal to the Ante."""

    area: int
    player: str | None = None


class FoldHand(Command, frozen=True, kw_only=True):
    """Give up the hand; the Pair Plus wager may be kept."""

    area: int
    keep_pair_plus: Annotated[bool, Asks("Keep Pair Plus", always=False)] = False
    player: str | None = None


class ShowDealerHand(Command, frozen=True, kw_only=True):
    """Turn up the dealer's cards."""

    cards: Annotated[tuple[Card, ...], DEALERS_HAND] = ()


class ShowJackpotCards(Command, frozen=True, kw_only=True):
    """Turn up the two Jackpot Cards."""

    cards: Annotated[tuple[Card, ...], BOTH_JACKPOT_CARDS] = ()


class CardsDealt(Event, frozen=True, kw_only=True):
    """So many cards lie face down on an area, before the dealer (0) or as Jackpot Cards (-1)."""

    place: int
    cards: int


class PlayOrFoldCalled(Event, frozen=True, kw_only=True):
    """The players may play or fold."""


class HandSeen(Event, frozen=True, kw_only=True):
    """A player has looked at their own hand; its faces are for them alone."""

    area: int
    player: str
    cards: tuple[Card, ...]


class HandPlayed(Event, frozen=True, kw_only=True):
    """A player stays in with a Play wager."""

    area: int
    player: str
    cents: int


class HandFolded(Event, frozen=True, kw_only=True):
    """A player has folded; `keeps` when the Pair Plus wager stays, `for_them` when the dealer noted it."""

    area: int
    player: str
    keeps: bool
    settled: tuple[Settled, ...]
    for_them: bool = False
    silent: str = ""
    """Why it followed of itself, where nobody chose it."""


class DealerHandShown(Event, frozen=True, kw_only=True):
    """The dealer's hand is up, named, and qualifies or not."""

    cards: tuple[Card, ...]
    hand: str
    qualifies: bool


class JackpotCardsShown(Event, frozen=True, kw_only=True):
    """The Jackpot Cards are up."""

    cards: tuple[Card, ...]


def _next_cards(here: Here | None) -> str:
    """What goes where next, where a table says it."""
    due = place_due(here)
    if due is None or here is None:
        return "a card"
    if due == JACKPOT:
        return "a Jackpot Card"
    return f"{'three cards' if here.state.shoe.device is Device.SHUFFLER else 'a card'} to {place_word(due)}"


@part.command(
    DealCard,
    under="dealing",
    label="Deal",
    says=lambda c, who, here: f"Deal {_next_cards(here)}",
    next=lambda c, who, here: f"The dealer deals {_next_cards(here)}",
    desk=Desk.DEAL,
    pace=Pace.CARD,
)
def deal_card(state: State, command: DealCard, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """From the left, each staked area then the dealer; the Jackpot Cards last."""
    clauses, due = ctx.clauses, ctx.rules.spot_due(state)
    if due is None:
        return Refusal(Reason.NOT_NOW, (clauses.no_more_bets,), {"stage": state.stage.value})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    if state.stage is Stage.NO_MORE_BETS and unregistered(state):
        return Refusal(Reason.NOT_NOW, (clauses.meter_working,), {"next": "register the jackpot wagers"})
    place, sets = due.area, state.shoe.device is Device.SHUFFLER
    if place == JACKPOT:
        clause, cards = (clauses.jackpot_cards_after_sets if sets else clauses.jackpot_cards), 1
    elif sets:
        clause, cards = (clauses.set_to_dealer if place == DEALER else clauses.set_each), HAND
    elif state.hand(place).cards:
        clause, cards = clauses.three_each, 1
    else:
        clause, cards = (clauses.one_to_dealer if place == DEALER else clauses.one_each), 1
    return (CardsDealt(place=place, cards=cards, under=(clause,)),)


def _dealt(event: CardsDealt, who: Who) -> str:
    if event.place == JACKPOT:
        return "A Jackpot Card is dealt face down."
    return f"{count(event.cards, 'card')} face down to {place_word(event.place)}."


@part.event(CardsDealt, audience=EVERYONE, says=_dealt)
def cards_dealt(state: State, event: CardsDealt, rules: BankedRules[State, ThreeCardClauses]) -> State:
    """With the last card the players may pick up their hands."""
    state = replace(
        state,
        hands={**state.hands, spot(event.place): state.hand(event.place).face_down(event.cards)},
        staked=state.staked if state.in_play else staked_areas(state.wagers),
        stage=Stage.DEALING,
        shoe=state.shoe.out_unseen(event.cards),
    )
    if event.place > DEALER or rules.spot_due(state) is not None:  # no deal ends with a card to an area
        return state
    return replace(state, stage=Stage.CHOOSING)


@part.command(
    CallPlayOrFold,
    under="dealing",
    label="Call “Play or fold”",
    next="The players look at their cards; the dealer calls “Play or fold”",
    desk=Desk.DEAL,
    pace=Pace.CARD,
)
def call_play_or_fold(state: State, command: CallPlayOrFold, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """Once, when the deal is done: the irregularities turn on it. The excluded are not asked."""
    cite: Clauses = (ctx.clauses.choose, "ruling 54")
    if state.stage is not Stage.CHOOSING or state.called:
        return Refusal(Reason.ALREADY if state.called else Reason.NOT_NOW, cite, {"stage": state.stage.value})
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    called = PlayOrFoldCalled(under=cite)
    return (called, *folds_of_the_excluded(play_or_fold_called(state, called), ctx.clauses))


@part.event(PlayOrFoldCalled, audience=EVERYONE, says="The dealer calls: play or fold.", aloud=True)
def play_or_fold_called(state: State, event: PlayOrFoldCalled) -> State:
    """Each player chooses."""
    return replace(state, called=True)


@part.command(LookAtHand, label="Look at your hand", desk=Desk.TABLE)
def look_at_hand(state: State, command: LookAtHand, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """Only the hand of one's own seat; further areas are played blind."""
    clauses = ctx.clauses
    person = chooser(state, None, ctx)
    if isinstance(person, Refusal):
        return person
    if state.stage is not Stage.CHOOSING:
        return Refusal(Reason.NOT_NOW, (clauses.pick_up,), {"stage": state.stage.value})
    area = state.deemed.get(person.id, person.seat)
    if area is None or area not in state.staked or state.owner(area) != person.id:
        return Refusal(Reason.NOT_YOURS, (clauses.blind,))
    if state.is_real:
        return Refusal(Reason.FORBIDDEN, (clauses.pick_up,), {"cards": "on the table, not on a screen"})
    if state.hand(area).seen_by is not None or area in state.choices:
        return Refusal(Reason.ALREADY, (clauses.pick_up,))
    cards = faces(state, Spot(area), (), ctx, (clauses.pick_up,))
    if isinstance(cards, Refusal):
        return cards
    return (HandSeen(area=area, player=person.id, cards=cards, under=(clauses.pick_up, clauses.blind)),)


@part.event(
    HandSeen,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} looks at the hand of area {e.area}{shown(e.cards)}.",
    secret=Secret("cards", owner="player"),
    aloud=Aloud.TO_OWNER,
)
def hand_seen(state: State, event: HandSeen) -> State:
    """The faces are on record for their owner alone."""
    return revealed(state, Spot(event.area), event.cards, seen_by=event.player)


def _choosing(state: State, area: int, player: str | None, ctx: BankedContext[ThreeCardClauses]) -> Person | Refusal:
    clauses = ctx.clauses
    person = chooser(state, player, ctx)
    if isinstance(person, Refusal):
        return person
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    if not state.called:
        return Refusal(Reason.NOT_NOW, (clauses.choose, "ruling 54"), {"stage": state.stage.value})
    if not state.may_choose(area):
        return Refusal(Reason.ALREADY if area in state.choices else Reason.NO_SUCH_WAGER, (clauses.choose,))
    if state.owner(area) != person.id:
        return Refusal(Reason.NOT_YOURS, (clauses.choose,), {"area": area})
    return person


Choosing = Callable[[int, str | None], Iterator[Command]]


def _each_hand(choices: Choosing) -> Callable[[State, BankedContext[ThreeCardClauses]], Iterator[Command]]:
    """These choices for one's own hands, or for each player's where staff say it for them."""

    def found(state: State, ctx: BankedContext[ThreeCardClauses]) -> Iterator[Command]:
        for area in state.choosing():
            owner = state.owner(area)
            if not is_player(ctx):
                yield from choices(area, owner)
            elif owner == ctx.by.id:
                yield from choices(area, None)

    return found


def _ways_to_fold(area: int, player: str | None) -> Iterator[Command]:
    yield FoldHand(area=area, player=player)
    yield FoldHand(area=area, keep_pair_plus=True, player=player)


def _may_choose(command: PlayHand | FoldHand, who: Who, here: Here | None) -> str:
    owners = () if here is None else [here.state.owner(area) for area in here.state.choosing()]
    return f"{several(map(who, owners)) if owners else 'The player'} may play or fold"


@part.command(
    PlayHand,
    label="Play",
    says=lambda c, who: f"Play at area {c.area}",
    next=_may_choose,
    desk=Desk.DEAL,
    pace=Pace.CHOICE,
    examples=_each_hand(lambda area, player: iter((PlayHand(area=area, player=player),))),
)
def play_hand(state: State, command: PlayHand, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """Exactly the Ante again."""
    clauses = ctx.clauses
    person = _choosing(state, command.area, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    ante = state.wager(command.area, Bet.ANTE)
    if ante is None:
        return Refusal(Reason.NO_SUCH_WAGER, (clauses.pair_plus_alone,), {"ante": 0})
    if state.stack(person.id) < ante.cents:
        facts = {"has": state.stack(person.id), "needs": ante.cents}
        return Refusal(Reason.NOT_ENOUGH_CHIPS, (clauses.play_equals_ante, clauses.short_play), facts)
    return (
        HandPlayed(
            area=command.area,
            player=person.id,
            cents=ante.cents,
            moves=moves((f"stack:{person.id}", "layout", ante.cents)),
            under=(clauses.may_play, clauses.play, clauses.play_equals_ante),
        ),
    )


@part.event(
    HandPlayed,
    audience=EVERYONE,
    says=lambda e, who: f"{who(e.player)} plays at area {e.area} with {dollars(e.cents)}.",
    stakes=stakes_moved,
)
def hand_played(state: State, event: HandPlayed) -> State:
    """The Play wager lies beside the Ante, at risk as the Ante is."""
    ante = state.wager(event.area, Bet.ANTE)
    assert ante is not None
    wager = Wager(event.area, Bet.PLAY.value, event.player, event.cents, ante.at_risk, ante.sent_back)
    return replace(
        state,
        wagers=(*state.wagers, wager),
        choices={**state.choices, event.area: Choice.PLAY},
        chips=bank(state, event.moves),
    )


@part.command(
    FoldHand,
    label="Fold",
    says=lambda c, who: f"Fold at area {c.area}{', keep Pair Plus' if c.keep_pair_plus else ''}",
    next=_may_choose,
    if_silent=lambda c, who: f"area {c.area} folds{' but keeps Pair Plus' if c.keep_pair_plus else ''}",
    desk=Desk.DEAL,
    pace=Pace.CHOICE,
    examples=_each_hand(_ways_to_fold),
)
def fold_hand(state: State, command: FoldHand, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """The Ante and the Jackpot wager are lost, and the Pair Plus wager unless it is kept."""
    clauses = ctx.clauses
    person = _choosing(state, command.area, command.player, ctx)
    if isinstance(person, Refusal):
        return person
    if command.keep_pair_plus and state.wager(command.area, Bet.PAIR_PLUS) is None:
        return Refusal(Reason.NO_SUCH_WAGER, (clauses.keep_pair_plus,), {"bet": Bet.PAIR_PLUS.value})
    if ctx.time_ran_out:
        return folded(state, command.area, clauses, keeps=command.keep_pair_plus, silent=TIME_RAN_OUT)
    return folded(state, command.area, clauses, keeps=command.keep_pair_plus, for_them=ctx.by.id != person.id)


TIME_RAN_OUT = "time has run out"
EXCLUDED = "excluded from the game"
_FOLLOWS: dict[str, Clauses] = {TIME_RAN_OUT: ("ruling 70",), EXCLUDED: ("ruling 14",)}
"""What lets a fold follow of itself."""


def folded(
    state: State, area: int, clauses: ThreeCardClauses, *, keeps: bool, for_them: bool = False, silent: str = ""
) -> tuple[Event, ...]:
    """The events of a hand folded, with its cards taken up unless they stay for Pair Plus."""
    player = state.owner(area)
    assert player is not None
    lost = fold_endings(state, area, clauses, keeps=keeps)
    if keeps:
        ante = any(each.bet == Bet.ANTE for each in lost)
        under: Clauses = (clauses.keep_pair_plus,) if ante else (clauses.pair_plus_alone,)
    else:
        under = (clauses.fold, clauses.fold_collected, clauses.fold_counted, "ruling 50")
    event = HandFolded(
        area=area,
        player=player,
        keeps=keeps,
        settled=lost,
        for_them=for_them,
        silent=silent,
        moves=moved(lost),
        under=(*under, *_FOLLOWS.get(silent, ())),
    )
    if keeps:
        return (event,)
    return (event, *taken_up(state, (area,), (clauses.fold_collected, clauses.fold_counted)))


def fold_endings(state: State, area: int, clauses: ThreeCardClauses, *, keeps: bool) -> tuple[Settled, ...]:
    """How the wagers of a hand end when it is folded; a Play wager noted by mistake is none of them."""
    kept = (Bet.PLAY, Bet.PAIR_PLUS) if keeps else (Bet.PLAY,)
    here = (each for each in state.wagers if each.area == area and each.settled is None)
    return tuple(given_up(each, clauses) for each in here if each.bet not in kept)


def folds_of_the_excluded(state: State, clauses: ThreeCardClauses) -> tuple[Event, ...]:
    """Whoever is excluded chooses nothing more: the hands are folded as for one who stays silent."""
    return tuple(
        event
        for area in state.choosing()
        if state.owner(area) in state.excluded
        for event in folded(state, area, clauses, keeps=state.wager(area, Bet.PAIR_PLUS) is not None, silent=EXCLUDED)
    )


_GIVEN_UP = {Bet.ANTE: "TCP 5.7.2(a)", Bet.JACKPOT: "TCP 5.10.2(a)", Bet.PAIR_PLUS: "TCP 9.5.2(a)(i)"}


def given_up(wager: Wager, clauses: ThreeCardClauses, why: Clauses = ()) -> Settled:
    """How a wager ends when its hand is folded, or forfeited for a reason given."""
    if wager.sent_back:
        return returned(wager, (clauses.under_minimum, "ruling 2"))
    return lost(wager, why or (_GIVEN_UP[Bet(wager.bet)], "ruling 50"), clauses.over_maximum)


def _folded(event: HandFolded, who: Who) -> str:
    keeps = " but keeps Pair Plus" if event.keeps else ""
    said = f", {event.silent}" if event.silent else ", as the dealer notes" if event.for_them else ""
    return (
        f"{who(event.player)} folds at area {event.area}{keeps}{said}: {endings(event.settled, who, 'nothing is lost')}"
    )


@part.event(HandFolded, value=SETTLED, audience=EVERYONE, says=_folded)
def hand_folded(state: State, event: HandFolded) -> State:
    """The player is out, unless the hand stays for Pair Plus."""
    choice = Choice.PAIR_PLUS if event.keeps else Choice.FOLD
    state = with_endings(state, event.settled, event.moves)
    return replace(state, choices={**state.choices, event.area: choice})


@part.command(
    ShowDealerHand,
    under="dealer_shows",
    label="Turn up the dealer's hand",
    says=lambda c, who: f"Turn up the dealer's hand{shown(c.cards)}",
    next="The dealer turns up the dealer's hand",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
    examples=lambda state, ctx: (ShowDealerHand(cards=hand_to_enter(state, DEALERS)),),
)
def show_dealer_hand(state: State, command: ShowDealerHand, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """When every player has chosen."""
    cite: Clauses = (ctx.clauses.dealer_shows,)
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    if not state.called or state.choosing() or state.turned_up(DEALER):
        return Refusal(Reason.NOT_NOW, cite, {"players to choose": len(state.choosing())})
    cards = faces(state, DEALERS, command.cards, ctx, cite)
    if isinstance(cards, Refusal):
        return cards
    value = three_cards(cards)
    qualifies = value >= QUEEN_HIGH
    under = cite if qualifies else (*cite, ctx.clauses.no_hand)
    return (DealerHandShown(cards=cards, hand=named(cards), qualifies=qualifies, under=under),)


def named(cards: tuple[Card, ...]) -> str:
    """What three cards are called."""
    return three_named(three_cards(cards))


@part.event(
    DealerHandShown,
    audience=EVERYONE,
    says=lambda e, who: (
        f"The dealer shows {written(e.cards)}, {e.hand}: {'it qualifies' if e.qualifies else 'no hand'}."
    ),
    aloud=True,
)
def dealer_hand_shown(state: State, event: DealerHandShown) -> State:
    """Settlement follows, once the Jackpot Cards are up too."""
    state = replace(revealed(state, DEALERS, event.cards, up=True), qualifies=event.qualifies)
    return to_settle(state)


@part.command(
    ShowJackpotCards,
    under="jackpot_shows",
    label="Turn up the Jackpot Cards",
    says=lambda c, who: f"Turn up the Jackpot Cards{shown(c.cards)}",
    next="The dealer turns up the Jackpot Cards",
    desk=Desk.DEAL,
    pace=Pace.SETTLING,
    examples=lambda state, ctx: (ShowJackpotCards(cards=hand_to_enter(state, JACKPOTS)),),
)
def show_jackpot_cards(state: State, command: ShowJackpotCards, ctx: BankedContext[ThreeCardClauses]) -> Decision:
    """After the dealer's hand."""
    cite: Clauses = (ctx.clauses.jackpot_shows,)
    refusal = ctx.rules.why_not_go_on(state)
    if refusal is not None:
        return refusal
    if not state.turned_up(DEALER) or state.turned_up(JACKPOT) or state.no_jackpot or not state.hand(JACKPOT).cards:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    cards = faces(state, JACKPOTS, command.cards, ctx, cite)
    return cards if isinstance(cards, Refusal) else (JackpotCardsShown(cards=cards, under=cite),)


@part.event(
    JackpotCardsShown, audience=EVERYONE, says=lambda e, who: f"The Jackpot Cards are {written(e.cards)}.", aloud=True
)
def jackpot_cards_shown(state: State, event: JackpotCardsShown) -> State:
    """Settlement follows."""
    return to_settle(revealed(state, JACKPOTS, event.cards, up=True))


def to_settle(state: State) -> State:
    """Settlement begins once the dealer's hand is up, and the Jackpot Cards where there are any."""
    waiting = state.jackpot_offered and not state.no_jackpot and not state.turned_up(JACKPOT)
    if not state.turned_up(DEALER) or waiting:
        return state
    return when_checked(replace(state, stage=Stage.SETTLING))
