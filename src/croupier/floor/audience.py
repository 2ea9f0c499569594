"""Who may be told of which event: what a viewer hears never says more than what that viewer may see."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games import GAMES, game
from croupier.games.double_chance.supervision import DisputeDecided
from croupier.table.contract import Actor, Event
from croupier.table.disputes import DisputeReviewed, DisputeRuled, ReviewAsked
from croupier.table.faults import ExcessCardHeld
from croupier.table.state import TableState

NOBODY = Actor("", "")
"""A viewer who is not signed in: a player who is not at the table."""

INSPECTOR = Actor("", "", "regulator")
"""The viewer who hears of everything; even so, of faces only as they become public."""

TOLD = tuple(game(name).told for name in GAMES)
"""How each game tells of its own events: a face that is for one player alone is in what that player hears, only."""

EVERYONE = frozenset(
    """
    TableRegistered AutomaticSet
    PlayerJoined ChipsBought PlayerLeft SeatVacated
    WagerPlaced WagerSpoken WagerTakenBack SpokenWagerLapsed BettorsRestricted
    CardsChecked CardsCounted CardsShuffled ShuffleOrdered CardsRenewed CardsSecured TableOpened
    CutOffered CutDeclined CardsCut ShoeLoaded CardBurned BurnCardAsked BurnCardShown
    ClosingSignPosted LimitsChanged MinimumNoticePosted TableClosed
    BurnMissed CuttingCardShown DiscardsShuffled ExcessCardHeld FaceUpCardDiscarded
    MachineFailed MachineRestored ShuffleMissed WrongCardsFound
    RoundVoided WagersVoided
    BetsClosed CardDealt CardCorrected LosersCleared AreaPaid RoundClosed
    CardMisplaced CardsLeftLying DealtCardsBurned DealtWithoutWagers FirstRoundReconstructed HandReconstructed
    ReconstructionOrdered RoundDeclaredVoid WagersKept WagersRetracted
    DeckCut ClosingNoticeGiven PayTablesChanged
    CardsDealt PlayOrFoldCalled HandSeen HandPlayed HandFolded DealerHandShown JackpotCardsShown AntesPaid AreaSettled
    JackpotRegistered JackpotGameCancelled JackpotOutcomeRecorded JackpotOutcomeUndone JackpotWagersReturned
    JackpotPrizesPaid JackpotPrizesRejected EquipmentFailed ManualArrangementsMade EquipmentRestored
    Misdealt HandVoided RetractionOffered CardExposed WrongNumberReported CountOrdered DeckCounted OrderRuled
    UnstakedCardsBurned ShufflerFailed CardsTakenByMistake CardsGivenBack CardsGivenUp HandDeemedSeated
    AnteForfeited PlayWagerCorrected WagersForfeited
    OrderInDoubt JackpotCardsInDoubt JackpotCardsRebuilt JackpotCardsLost
    HandPickedUp HandDeclared DeclarationFailed CardsDiscarded HandTurnedUp DiscardsCounted HandSettled
    DeclaredHandRacked SixthCardDealt SixthCardTurned
    HandRacked WrongNumberFound DeckFoundWrong SixthCardBurned SixthCardExposed
    JackpotSet MaximumPayoutSet VoucherExchanged ShuffledByHand DeviceFailed DeviceReplaced EnglishOrdered
    """.split()  # noqa: SIM905  (one line to a chapter)
)
"""Events that happen in the open. A kind that is in none of these three lists is for the house alone."""

ONE_PLAYER = {
    "PlayerAdvised": "player",
    "PersonalLimitAgreed": "player",
    "AreasPermitted": "player",
    "PlayerExcluded": "player",
    "WinningsSeized": "player",
    "InvestigationConcluded": "player",
    "RulesShown": "person",
    "DeviceConfiscated": "person",
    "DisputeRaised": "complainant",
    "PlayerWarned": "player",
    "PlayerTold": "player",
    "ActingOrderDirected": "player",
    "PlayersKeptApart": "players",
    "ExcludedFromCasino": "player",
}
"""Events between the house and one player, or a few, and the field that names the player."""

THE_HOUSE = frozenset({"PersonIntroduced", "ContraventionRecorded", "PersonDetained", "LateErrorRecorded"})
"""Events that only the house and the inspector hear of."""

DISPUTES = (DisputeRuled, ReviewAsked, DisputeReviewed, DisputeDecided)
"""Events that reach the one who raised the dispute."""


def heard(event: Event, viewer: Actor, state: TableState) -> Event | None:
    """The event as a viewer of a table may hear of it, or None."""
    for told in TOLD:
        event = told(event, viewer)
    if viewer.rank != "player":
        return event
    if isinstance(event, ExcessCardHeld):
        return replace(event, card=None)
    kind = type(event).__name__
    if kind in EVERYONE:
        return event
    return event if viewer.id and viewer.id in _concerned(event, kind, state) else None


def _concerned(event: Event, kind: str, state: TableState) -> tuple[str, ...]:
    """The players for whom an event is that not everyone hears of."""
    if isinstance(event, DISPUTES):
        return tuple(each.complainant for each in state.disputes if each.number == event.dispute)
    named = getattr(event, ONE_PLAYER[kind]) if kind in ONE_PLAYER else ()
    return (named,) if isinstance(named, str) else named


def seat_of(viewer: Actor, state: TableState) -> Actor:
    """The least that must be known of a viewer to render the table: viewers of one seat share every message."""
    if viewer.rank != "player":
        return Actor("", "", viewer.rank)
    concerned = (
        viewer.id in state.people
        or viewer.id in state.excluded
        or any(each.complainant == viewer.id for each in state.disputes)
    )
    return Actor(viewer.id, "") if concerned and viewer.id else NOBODY
