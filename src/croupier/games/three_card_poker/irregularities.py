"""Section 11: what can go wrong between the shuffle and the settlement, and the book's remedy at each moment.

Much turns on whether the dealer has made the call to play or fold (ruling 54). A misdeal voids the round but carries the
Jackpot wagers over to the next (11.15).
"""

from __future__ import annotations

from msgspec.structs import replace

from croupier.cards import Card, Device
from croupier.games.three_card_poker.clauses import ThreeCardClauses
from croupier.games.three_card_poker.jackpot import cancelled, given_back, jackpot_wagers
from croupier.games.three_card_poker.play import faces, revealed
from croupier.games.three_card_poker.state import DEALER, HAND, JACKPOT, JACKPOT_CARDS, Choice, State
from croupier.games.three_card_poker.terms import Bet
from croupier.table.care import to_shuffle
from croupier.table.contract import Clauses, Command, Context, Decision, Event, Part, Reason, Refusal
from croupier.table.people import after_round, bank
from croupier.table.state import ShuffleCause, Stage, Step
from croupier.table.voiding import refunds

part = Part()

FULL_DECK = 52


class ReportExposedCard(Command, frozen=True, kw_only=True):
    """A card showed its face while it was dealt: to an area, to the dealer (0) or as a Jackpot Card (-1)."""

    place: int
    card: Card | None = None


class ReportWrongNumber(Command, frozen=True, kw_only=True):
    """An area with a wager (or the dealer, 0) has no cards or a wrong number of them."""

    place: int
    found: int


class DeclareMisdeal(Command, frozen=True, kw_only=True):
    """Declare the round a misdeal for the error that was reported."""


class CountDeck(Command, frozen=True, kw_only=True):
    """Count all the cards."""

    cards: int


class OrderCount(Command, frozen=True, kw_only=True):
    """Have the dealer count the deck."""


class RuleOnOrder(Command, frozen=True, kw_only=True):
    """Rule whether the correct order of the dealer's cards can be determined."""

    known: bool


class ReportUnstakedArea(Command, frozen=True, kw_only=True):
    """Cards were dealt to an area without an Ante or Pair Plus wager."""

    area: int


class ReportWrongJackpotCards(Command, frozen=True, kw_only=True):
    """A wrong number of Jackpot Cards was dealt."""

    found: int


class RebuildJackpotCards(Command, frozen=True, kw_only=True):
    """Rule whether the Jackpot Cards can be rebuilt."""

    possible: bool


class ReportCardsTaken(Command, frozen=True, kw_only=True):
    """A hand its player had looked at was taken up by mistake; were its cards alone in the discard rack?"""

    area: int
    alone: bool = False


class NominateCards(Command, frozen=True, kw_only=True):
    """Name the three cards that were taken; at a real table the dealer says whether they are on top of the rack."""

    cards: tuple[Card, ...]
    on_top: bool | None = None
    player: str | None = None


class ReportViewedHands(Command, frozen=True, kw_only=True):
    """A player with several areas looked at hands they may not see."""

    player: str
    areas: tuple[int, ...]


class ReportWrongDeck(Command, frozen=True, kw_only=True):
    """The deck in use does not have fifty-two cards."""

    cards: int


class DeclareShortPlay(Command, frozen=True, kw_only=True):
    """A player cannot place a Play wager equal to the Ante."""

    area: int


class CorrectPlayWager(Command, frozen=True, kw_only=True):
    """A Play wager is found, at settlement, to be more or less than its Ante."""

    area: int
    cents: int


class ReportMixedCards(Command, frozen=True, kw_only=True):
    """A player's cards became mixed with the dealer's, or with the Jackpot Cards."""

    with_jackpot: bool = False


class ReportShufflerFault(Command, frozen=True, kw_only=True):
    """The shuffling shoe jammed or stopped, or it could not verify the number of cards."""

    unverified: bool = False


class CardExposed(Event, frozen=True, kw_only=True):
    """Everyone saw a card."""

    place: int
    card: Card


class WrongNumberReported(Event, frozen=True, kw_only=True):
    """A wrong number of cards lies somewhere; the floor has been told."""

    place: int
    found: int
    late: bool


class Misdealt(Event, frozen=True, kw_only=True):
    """The round is void; wagers are back but for Jackpot wagers, which stand for the next round."""

    round: int
    why: str


class CountOrdered(Event, frozen=True, kw_only=True):
    """The dealer is to count the deck."""

    why: str


class DeckCounted(Event, frozen=True, kw_only=True):
    """All the cards were counted."""

    cards: int


class HandVoided(Event, frozen=True, kw_only=True):
    """The hand of an area is void and its wagers are back."""

    area: int
    why: str


class RetractionOffered(Event, frozen=True, kw_only=True):
    """These players may take their wagers back."""

    players: tuple[str, ...]


class OrderRuled(Event, frozen=True, kw_only=True):
    """The correct order of the dealer's cards is known, and the game goes on."""


class OrderInDoubt(Event, frozen=True, kw_only=True):
    """The order of the dealer's cards is in doubt until ruled on."""

    why: str


class UnstakedCardsBurned(Event, frozen=True, kw_only=True):
    """Cards dealt to an area without a wager are burned."""

    area: int


class JackpotCardsInDoubt(Event, frozen=True, kw_only=True):
    """The Jackpot Cards are wrong until ruled on."""

    found: int


class JackpotCardsRebuilt(Event, frozen=True, kw_only=True):
    """The Jackpot Cards are right again."""


class JackpotCardsLost(Event, frozen=True, kw_only=True):
    """The Jackpot Cards cannot be rebuilt; there is no jackpot in this round."""


class CardsTakenByMistake(Event, frozen=True, kw_only=True):
    """A hand was taken up by mistake; its player may name the cards."""

    area: int
    alone: bool


class CardsGivenBack(Event, frozen=True, kw_only=True):
    """The hand is back with its player."""

    area: int


class HandDeemedSeated(Event, frozen=True, kw_only=True):
    """The one hand a player looked at counts as that of the seat; the two areas have changed hands."""

    player: str
    seat: int
    area: int


class PlayerWarned(Event, frozen=True, kw_only=True):
    """A player was told what a further instance will cost, or how much is to be wagered."""

    player: str


class AnteForfeited(Event, frozen=True, kw_only=True):
    """A warned player could not place a Play wager again: the Ante is lost and the cards are taken."""

    area: int
    player: str


class PlayWagerCorrected(Event, frozen=True, kw_only=True):
    """A Play wager was put right before it was settled."""

    area: int
    was: int
    now: int


class ShufflerFailed(Event, frozen=True, kw_only=True):
    """The shuffling shoe failed and the cards are shuffled again."""


def misdeal(state: State, why: str, under: Clauses, ctx: Context) -> Misdealt:
    """The event of a misdeal."""
    back = tuple(each for each in state.wagers if each.bet != Bet.JACKPOT)
    under = (*under, ctx.clauses.misdeal_carries, "ruling 54")
    return Misdealt(round=state.round, why=why, moves=refunds(state, back), under=under)


@part.evolves(Misdealt)
def misdealt(state: State, event: Misdealt) -> State:
    """Jackpot wagers, even one just lost by folding, stay on the layout for the next round."""
    people = after_round(state, tuple((each.player, 0) for each in state.wagers))
    return replace(state, people=people, chips=bank(state, event.moves), results=()).cleared(carry=True)


def _dealing_or_before_call(state: State) -> bool:
    return state.in_play and not state.called


@part.decides(ReportExposedCard, rank="one_exposed")
def report_exposed_card(state: State, command: ReportExposedCard, ctx: Context) -> Decision:
    """One is turned over again; a second, or one of the dealer's, makes a misdeal."""
    clauses: ThreeCardClauses = ctx.clauses
    cite: Clauses = (clauses.one_exposed,)
    if not _dealing_or_before_call(state) or not state.hand(command.place).hidden:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    known = state.hand(command.place).faces
    one = replace(state, hands={**state.hands, command.place: replace(state.hand(command.place), cards=len(known) + 1)})
    shown = faces(one, command.place, (*known, command.card) if command.card else (), ctx, cite)
    if isinstance(shown, Refusal):
        return shown
    before = sum(len(hand.exposed) for hand in state.hands.values())
    if command.place == DEALER:
        exposed = CardExposed(place=DEALER, card=shown[-1], under=(clauses.dealer_exposed,))
        return (exposed, misdeal(state, "a card of the dealer's was exposed", (clauses.dealer_exposed,), ctx))
    exposed = CardExposed(place=command.place, card=shown[-1], under=(clauses.two_exposed if before else cite[0],))
    if before:
        return (exposed, misdeal(state, "two cards were exposed", (clauses.two_exposed,), ctx))
    return (exposed,)


@part.evolves(CardExposed)
def card_exposed(state: State, event: CardExposed) -> State:
    """Everyone has seen it, though it lies face down again."""
    hand = state.hand(event.place)
    return revealed(state, event.place, (*hand.faces, event.card), exposed=(*hand.exposed, event.card))


@part.decides(ReportWrongNumber, rank="dealing")
def report_wrong_number(state: State, command: ReportWrongNumber, ctx: Context) -> Decision:
    """Before the call it is a misdeal; after it the cards are counted, or their order ruled on."""
    clauses: ThreeCardClauses = ctx.clauses
    early: Clauses = (clauses.early_number_error,)
    if not state.in_play or state.stage not in (Stage.DEALING, Stage.DECIDING) or state.wrong:
        return Refusal(Reason.NOT_NOW, early, {"stage": state.stage.value})
    if command.place not in (*state.staked, DEALER) or command.found == HAND or command.found < 0:
        return Refusal(Reason.NO_CAUSE, early, {"place": command.place, "found": command.found})
    refusal = state.obstacle(clauses)
    if refusal is not None:
        return refusal
    late = state.called
    clause = early[0] if not late else clauses.late_dealer_error if command.place == DEALER else clauses.late_area_error
    return (WrongNumberReported(place=command.place, found=command.found, late=late, under=(clause,)),)


@part.evolves(WrongNumberReported)
def wrong_number_reported(state: State, event: WrongNumberReported) -> State:
    """The round stands still until the floor has ruled."""
    if not event.late:
        return replace(state, wrong="number")
    if event.place == DEALER:
        return replace(state, ordering=True)
    return replace(state, counting="number", wrong_area=event.place)


@part.decides(DeclareMisdeal, rank="early_number_error")
def declare_misdeal(state: State, command: DeclareMisdeal, ctx: Context) -> Decision:
    """For an error reported before the call."""
    cite: Clauses = (ctx.clauses.early_number_error,)
    if not state.wrong:
        return Refusal(Reason.NO_CAUSE, cite, {"reported": "nothing"})
    return (misdeal(state, "a wrong number of cards", cite, ctx),)


@part.decides(OrderCount, rank="count_ordered")
def order_count(state: State, command: OrderCount, ctx: Context) -> Decision:
    """At any time."""
    cite: Clauses = (ctx.clauses.count_ordered,)
    if not state.is_open or state.counting:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    return (CountOrdered(why="ordered", under=cite),)


@part.evolves(CountOrdered)
def count_ordered(state: State, event: CountOrdered) -> State:
    """Nothing goes on until the deck is counted."""
    return replace(state, counting=event.why)


@part.decides(CountDeck, rank="dealing")
def count_deck(state: State, command: CountDeck, ctx: Context) -> Decision:
    """What the count comes to decides the round."""
    clauses: ThreeCardClauses = ctx.clauses
    right = command.cards == FULL_DECK
    if not state.counting or not 0 <= command.cards <= 2 * FULL_DECK:
        return Refusal(Reason.NOT_NOW, (clauses.count_ordered,), {"cards": command.cards})
    under: Clauses = (clauses.count_ordered,)
    if state.counting == "number":
        under = (clauses.late_count_right if right else clauses.late_count_wrong,)
    elif state.counting == "unverified":
        under = (clauses.shuffler_count,)
    counted = DeckCounted(cards=command.cards, under=under)
    if right:
        if state.counting != "number":
            return (counted,)
        return (counted, *_void_and_offer(state, (state.wrong_area,), "no right number of cards", under, ctx))
    if not (state.wagers or state.in_play):
        return (counted,)
    why = {"number": clauses.late_count_wrong, "unverified": clauses.shuffler_count}
    return (counted, misdeal(state, "the deck is not right", (why.get(state.counting, clauses.deck_not_52),), ctx))


@part.evolves(DeckCounted)
def deck_counted(state: State, event: DeckCounted) -> State:
    """A deck that is not right is replaced."""
    state = replace(state, counting="", wrong_area=0)
    if event.cards == FULL_DECK or state.in_play:
        return state
    return replace(state, care=replace(state.care, step=Step.CHECK, cause=ShuffleCause.RENEWED))


def _void_and_offer(state: State, areas: tuple[int, ...], why: str, under: Clauses, ctx: Context) -> tuple[Event, ...]:
    """Hands made void, their wagers back, and everyone else asked about theirs."""
    events: list[Event] = []
    jackpots = False
    for area in areas:
        wagers = tuple(each for each in state.wagers if each.area == area)
        jackpots |= any(each.bet == Bet.JACKPOT for each in wagers)
        events.append(HandVoided(area=area, why=why, moves=refunds(state, wagers), under=under))
    if jackpots:
        events += cancelled(state, (ctx.clauses.retract_jackpot,))
    others = tuple(dict.fromkeys(each.player for each in state.wagers if each.area not in areas and not each.settled))
    if others:
        events.append(RetractionOffered(players=others, under=(ctx.clauses.retract,)))
    return tuple(events)


@part.evolves(HandVoided)
def hand_voided(state: State, event: HandVoided) -> State:
    """The area takes no further part."""
    wagers = tuple(each for each in state.wagers if each.area != event.area)
    choices = {**state.choices, event.area: Choice.VOID}
    return replace(state, wagers=wagers, choices=choices, chips=bank(state, event.moves))


@part.evolves(RetractionOffered)
def retraction_offered(state: State, event: RetractionOffered) -> State:
    """Each is asked."""
    return replace(state, retracting=event.players)


@part.decides(RuleOnOrder, rank="order_known")
def rule_on_order(state: State, command: RuleOnOrder, ctx: Context) -> Decision:
    """The game goes on, or it is a misdeal."""
    clauses: ThreeCardClauses = ctx.clauses
    if not state.ordering:
        return Refusal(Reason.NO_CAUSE, (clauses.late_dealer_error,), {"reported": "nothing"})
    if command.known:
        return (OrderRuled(under=(clauses.order_known,)),)
    return (misdeal(state, "the order of the dealer's cards is not known", (clauses.order_unknown,), ctx),)


@part.evolves(OrderRuled)
def order_ruled(state: State, event: OrderRuled) -> State:
    """As if nothing had happened."""
    return replace(state, ordering=False)


@part.decides(ReportUnstakedArea, rank="early_unstaked")
def report_unstaked_area(state: State, command: ReportUnstakedArea, ctx: Context) -> Decision:
    """Before the call a misdeal; after it the cards are burned and the players asked."""
    clauses: ThreeCardClauses = ctx.clauses
    clause = clauses.late_unstaked if state.called else clauses.early_unstaked
    if not state.in_play or state.stage not in (Stage.DEALING, Stage.DECIDING):
        return Refusal(Reason.NOT_NOW, (clause,), {"stage": state.stage.value})
    if not 1 <= command.area <= state.seats or command.area in state.staked:
        return Refusal(Reason.NO_CAUSE, (clause,), {"area": command.area})
    refusal = state.obstacle(clauses)
    if refusal is not None:
        return refusal
    if not state.called:
        return (misdeal(state, "cards were dealt where no wager was", (clause,), ctx),)
    players = tuple(dict.fromkeys(each.player for each in state.wagers if not each.settled))
    burned = UnstakedCardsBurned(area=command.area, under=(clause,))
    return (burned, RetractionOffered(players=players, under=(clause,)))


@part.evolves(UnstakedCardsBurned)
def unstaked_cards_burned(state: State, event: UnstakedCardsBurned) -> State:
    """Three cards fewer in the deck."""
    return replace(state, shoe=state.shoe.out_unseen(HAND))


@part.decides(ReportWrongJackpotCards, rank="dealing")
def report_wrong_jackpot_cards(state: State, command: ReportWrongJackpotCards, ctx: Context) -> Decision:
    """The floor rules whether they can be rebuilt."""
    cite: Clauses = (ctx.clauses.wrong_jackpot_cards,)
    in_hand = state.stage in (Stage.DECIDING, Stage.DEALING)
    if not state.jackpot_offered or not in_hand or state.hand(JACKPOT).up or state.jackpot_in_doubt:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if command.found == JACKPOT_CARDS or command.found < 0:
        return Refusal(Reason.NO_CAUSE, cite, {"found": command.found})
    return (JackpotCardsInDoubt(found=command.found, under=cite),)


@part.evolves(JackpotCardsInDoubt)
def jackpot_cards_in_doubt(state: State, event: JackpotCardsInDoubt) -> State:
    """Ruled on before they are turned up."""
    return replace(state, jackpot_in_doubt=True)


@part.decides(RebuildJackpotCards, rank="wrong_jackpot_cards")
def rebuild_jackpot_cards(state: State, command: RebuildJackpotCards, ctx: Context) -> Decision:
    """If not, every Jackpot wager goes back and the hand is completed."""
    cite: Clauses = (ctx.clauses.wrong_jackpot_cards,)
    if not state.jackpot_in_doubt:
        return Refusal(Reason.NO_CAUSE, cite, {"reported": "nothing"})
    if command.possible:
        return (JackpotCardsRebuilt(under=cite),)
    wagers = jackpot_wagers(state)
    back = (given_back(wagers, cite),) if wagers else ()
    return (*cancelled(state, cite), *back, JackpotCardsLost(under=cite))


@part.evolves(JackpotCardsRebuilt)
def jackpot_cards_rebuilt(state: State, event: JackpotCardsRebuilt) -> State:
    """As they should be."""
    return replace(state, jackpot_in_doubt=False)


@part.evolves(JackpotCardsLost)
def jackpot_cards_lost(state: State, event: JackpotCardsLost) -> State:
    """The hand goes on without them."""
    return replace(state, jackpot_in_doubt=False, no_jackpot=True)


@part.decides(ReportCardsTaken, rank="taken_in_error")
def report_cards_taken(state: State, command: ReportCardsTaken, ctx: Context) -> Decision:
    """Only a hand its player had looked at."""
    cite: Clauses = (ctx.clauses.taken_in_error,)
    real_or_seen = state.source == "real" or state.hand(command.area).seen_by is not None
    if state.stage is not Stage.DECIDING or command.area not in state.staked or not real_or_seen or state.taken_area:
        return Refusal(Reason.NOT_NOW, cite, {"area": command.area})
    if state.choices.get(command.area) in (Choice.FOLD, Choice.VOID):
        return Refusal(Reason.NO_CAUSE, cite, {"area": command.area})
    return (CardsTakenByMistake(area=command.area, alone=command.alone, under=cite),)


@part.evolves(CardsTakenByMistake)
def cards_taken_by_mistake(state: State, event: CardsTakenByMistake) -> State:
    """The player names them."""
    return replace(state, taken_area=event.area, taken_alone=event.alone)


@part.decides(NominateCards)
def nominate_cards(state: State, command: NominateCards, ctx: Context) -> Decision:
    """Named exactly, or alone in the rack: they come back. Otherwise they stay and the wagers come back."""
    clauses: ThreeCardClauses = ctx.clauses
    area = state.taken_area
    if not area:
        return Refusal(Reason.NO_CAUSE, (clauses.cards_nominated,), {"reported": "nothing"})
    owner = state.owner(area)
    if ctx.by.id != owner and not ctx.book.may(ctx.by.rank, clauses.dealing):
        return Refusal(Reason.NOT_YOURS, (clauses.cards_nominated,))
    hand = state.hand(area).faces
    agrees = sorted(command.cards) == sorted(hand) if len(hand) == HAND else bool(command.on_top)
    if agrees or state.taken_alone:
        clause = clauses.cards_nominated if agrees else clauses.cards_stay
        return (CardsGivenBack(area=area, under=(clause,)),)
    wagers = tuple(each for each in state.wagers if each.area == area)
    under = (clauses.cards_stay, clauses.taken_in_error)
    void = HandVoided(area=area, why="taken by mistake", moves=refunds(state, wagers), under=under)
    jackpot = any(each.bet == Bet.JACKPOT for each in wagers)
    return (void, *(cancelled(state, (clauses.retract_jackpot,)) if jackpot else ()), CardsGivenUp(area=area, under=under))


class CardsGivenUp(Event, frozen=True, kw_only=True):
    """The cards stay in the rack."""

    area: int


@part.evolves(CardsGivenBack)
def cards_given_back(state: State, event: CardsGivenBack) -> State:
    """The hand plays on."""
    return replace(state, taken_area=0, taken_alone=False)


@part.evolves(CardsGivenUp)
def cards_given_up(state: State, event: CardsGivenUp) -> State:
    """The hand is out."""
    return replace(state, taken_area=0, taken_alone=False)


@part.decides(ReportViewedHands, rank="viewed_one")
def report_viewed_hands(state: State, command: ReportViewedHands, ctx: Context) -> Decision:
    """One hand looked at becomes the seat's; with more, only the seat's own is valid."""
    clauses: ThreeCardClauses = ctx.clauses
    cite: Clauses = (clauses.viewed_one, clauses.blind)
    person = state.people.get(command.player)
    owned = {each.area for each in state.wagers_of(command.player) if each.bet != Bet.JACKPOT}
    areas = tuple(dict.fromkeys(command.areas))
    if state.stage is not Stage.DECIDING or person is None or person.seat is None:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if not areas or not set(areas) <= owned or areas == (person.seat,) or person.seat not in owned:
        return Refusal(Reason.NO_CAUSE, cite, {"areas": len(areas)})
    if len(areas) == 1 and state.hand(person.seat).seen_by is None:
        seat = HandDeemedSeated(player=person.id, seat=person.seat, area=areas[0], under=(clauses.viewed_one,))
        return (seat,)
    void = tuple(area for area in areas if area != person.seat)
    return _void_and_offer(state, void, "looked at", (clauses.viewed_several,), ctx)


@part.evolves(HandDeemedSeated)
def hand_deemed_seated(state: State, event: HandDeemedSeated) -> State:
    """The two hands change places."""
    seat, other = state.hand(event.seat), state.hand(event.area)
    hands = {**state.hands, event.seat: other, event.area: seat}
    return replace(state, hands=hands)


@part.decides(ReportWrongDeck, rank="dealing")
def report_wrong_deck(state: State, command: ReportWrongDeck, ctx: Context) -> Decision:
    """The round is void."""
    cite: Clauses = (ctx.clauses.deck_not_52,)
    if not state.in_play:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if command.cards == FULL_DECK or command.cards < 0:
        return Refusal(Reason.NO_CAUSE, cite, {"cards": command.cards})
    return (misdeal(state, "the deck does not have fifty-two cards", cite, ctx), CountOrdered(why="deck", under=cite))


@part.decides(DeclareShortPlay, rank="short_play")
def declare_short_play(state: State, command: DeclareShortPlay, ctx: Context) -> Decision:
    """The first time the hand is void; after a warning the Ante is lost."""
    clauses: ThreeCardClauses = ctx.clauses
    cite: Clauses = (clauses.short_play,)
    if command.area not in state.choosing() or state.wager(command.area, Bet.ANTE) is None:
        return Refusal(Reason.NOT_NOW, cite, {"area": command.area})
    player = state.owner(command.area)
    wagers = tuple(each for each in state.wagers if each.area == command.area)
    jackpot = any(each.bet == Bet.JACKPOT for each in wagers)
    undo = cancelled(state, (*cite, "ruling 54")) if jackpot else ()
    if player in state.short_played:
        ante = next(each for each in wagers if each.bet == Bet.ANTE)
        from croupier.money import moves

        back = refunds(state, tuple(each for each in wagers if each is not ante))
        taken = moves(
            ("layout", "rack", ante.at_risk), ("layout", f"stack:{player}", ante.cents - ante.at_risk)
        )
        return (AnteForfeited(area=command.area, player=player, moves=(*taken, *back), under=cite), *undo)
    void = HandVoided(area=command.area, why="no equal Play wager", moves=refunds(state, wagers), under=cite)
    return (void, *undo, PlayerWarned(player=player, under=cite))


@part.evolves(PlayerWarned)
def player_warned(state: State, event: PlayerWarned) -> State:
    """Remembered as long as the table is."""
    return replace(state, short_played=state.short_played | {event.player})


@part.evolves(AnteForfeited)
def ante_forfeited(state: State, event: AnteForfeited) -> State:
    """The hand is out."""
    wagers = tuple(each for each in state.wagers if each.area != event.area)
    choices = {**state.choices, event.area: Choice.VOID}
    return replace(state, wagers=wagers, choices=choices, chips=bank(state, event.moves))


@part.decides(CorrectPlayWager, rank="play_more")
def correct_play_wager(state: State, command: CorrectPlayWager, ctx: Context) -> Decision:
    """Too much comes back; too little is settled as it is and the player told."""
    clauses: ThreeCardClauses = ctx.clauses
    wager, ante = state.wager(command.area, Bet.PLAY), state.wager(command.area, Bet.ANTE)
    if state.stage is not Stage.SETTLING or wager is None or ante is None or wager.settled is not None:
        return Refusal(Reason.NOT_NOW, (clauses.play_more,), {"stage": state.stage.value})
    more = command.cents > ante.cents
    if command.cents < 1 or command.cents == wager.cents:
        return Refusal(Reason.NO_CAUSE, (clauses.play_more,), {"play": wager.cents, "ante": ante.cents})
    from croupier.money import moves

    stack = f"stack:{wager.player}"
    if more:
        if command.cents - wager.cents > state.stack(wager.player):
            return Refusal(Reason.NOT_ENOUGH_CHIPS, (clauses.play_more,), {"has": state.stack(wager.player)})
        made, clause = moves((stack, "layout", command.cents - wager.cents)), clauses.play_more
    else:
        made, clause = moves(("layout", stack, wager.cents - command.cents)), clauses.play_less
    fixed = PlayWagerCorrected(area=command.area, was=wager.cents, now=command.cents, moves=made, under=(clause,))
    return (fixed,) if more else (fixed, PlayerTold(player=wager.player, cents=ante.cents, under=(clause,)))


class PlayerTold(Event, frozen=True, kw_only=True):
    """A player was told how much is to be wagered on Play."""

    player: str
    cents: int


@part.evolves(PlayerTold)
def player_told(state: State, event: PlayerTold) -> State:
    """On record."""
    return state


@part.evolves(PlayWagerCorrected)
def play_wager_corrected(state: State, event: PlayWagerCorrected) -> State:
    """No more than the Ante is at risk."""
    ante = state.wager(event.area, Bet.ANTE)
    assert ante is not None
    wagers = tuple(
        replace(each, cents=event.now, at_risk=min(event.now, ante.at_risk))
        if each.area == event.area and each.bet == Bet.PLAY
        else each
        for each in state.wagers
    )
    return replace(state, wagers=wagers, chips=bank(state, event.moves))


@part.decides(ReportMixedCards, rank="mixed_with_dealer")
def report_mixed_cards(state: State, command: ReportMixedCards, ctx: Context) -> Decision:
    """Treated like a wrong dealer's hand, or like wrong Jackpot Cards."""
    clauses: ThreeCardClauses = ctx.clauses
    cite: Clauses = (clauses.mixed_with_jackpot if command.with_jackpot else clauses.mixed_with_dealer,)
    if state.stage not in (Stage.DEALING, Stage.DECIDING) or not state.in_play:
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if command.with_jackpot:
        if state.hand(JACKPOT).up or state.jackpot_in_doubt or not state.jackpot_offered:
            return Refusal(Reason.NOT_NOW, cite, {"jackpot cards": state.hand(JACKPOT).cards})
        return (JackpotCardsInDoubt(found=JACKPOT_CARDS, under=(*cite, clauses.wrong_jackpot_cards)),)
    if state.ordering:
        return Refusal(Reason.ALREADY, cite)
    return (OrderInDoubt(why="mixed", under=(*cite, clauses.late_dealer_error)),)


@part.evolves(OrderInDoubt)
def order_in_doubt(state: State, event: OrderInDoubt) -> State:
    """Until the floor has ruled."""
    return replace(state, ordering=True)


@part.decides(ReportShufflerFault, rank="shuffler_jam")
def report_shuffler_fault(state: State, command: ReportShufflerFault, ctx: Context) -> Decision:
    """A jam is shuffled out; a deck that cannot be verified is counted."""
    clauses: ThreeCardClauses = ctx.clauses
    cite: Clauses = (clauses.shuffler_count if command.unverified else clauses.shuffler_jam,)
    if state.shoe.device is not Device.SHUFFLER:
        return Refusal(Reason.WRONG_DEVICE, cite)
    if not state.is_open or state.counting or state.stage not in (Stage.BETTING, Stage.NO_MORE_BETS, Stage.DEALING):
        return Refusal(Reason.NOT_NOW, cite, {"stage": state.stage.value})
    if command.unverified:
        return (CountOrdered(why="unverified", under=cite),)
    return (ShufflerFailed(under=cite),)


@part.evolves(ShufflerFailed)
def shuffler_failed(state: State, event: ShufflerFailed) -> State:
    """Shuffled again before anything else."""
    return replace(state, care=to_shuffle(state, ShuffleCause.JAMMED))
