"""One plain sentence for every event and one short label for every command, for screens and transcripts.

A game adds its own rows to the same two tables when it is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.books import book
from croupier.money import dollars
from croupier.table import (
    care,
    closing,
    closing_by_hands,
    conduct,
    cut,
    dealer_cut,
    disputes,
    faults,
    one_deck,
    people,
    permissions,
    retracting,
    rounds,
    signs,
    voiding,
    wagers,
)
from croupier.table.contract import Command, Event
from croupier.table.state import Ending, Settled

Who = Callable[[str], str]
"""A person's name, given their id."""

SENTENCES: dict[type[Event], Callable[[Any, Who], str]] = {}
LABELS: dict[type[Command], Callable[[Any, Who], str]] = {}


def say(event: Event, names: Mapping[str, str]) -> str:
    """What happened, in one sentence; `names` gives people's names by their ids.

    >>> say(permissions.BettorsRestricted(players=2, under=("MM 5.6",)), {})
    'At most 2 players may wager on one area.'
    """
    return SENTENCES[type(event)](event, _who(names))


def say_command(command: Command, names: Mapping[str, str] | None = None) -> str:
    """What a command asks for, as the label of a button.

    >>> say_command(cut.LoadShoe())
    'Load the shoe'
    """
    return LABELS[type(command)](command, _who(names or {}))


def _who(names: Mapping[str, str]) -> Who:
    return lambda person: names.get(person, person)


def count(number: int, thing: str, things: str = "") -> str:
    """So many of a thing: `1 card`, `2 cards`."""
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


def because(why: str) -> str:
    """A reason, where one was given."""
    return f": {why.removesuffix('.')}" if why else ""


def moved(event: Event) -> str:
    """The money an event moved, as one amount."""
    return dollars(sum(move.cents for move in event.moves))


def minutes(start: int, end: int) -> str:
    """The time between two moments."""
    return count((end - start) // 60_000, "minute")


def _ended(each: Settled, who: Who) -> str:
    what = f"{dollars(each.stake)} on {each.bet}" if each.stake else each.bet
    stake = f"{who(each.player)}'s {what} at {each.area}"
    match each.ending:
        case Ending.WON:
            return f"{stake} wins {dollars(each.paid)} at {each.odds}"
        case Ending.RETURNED:
            return f"{stake} goes back"
        case Ending.LOST if each.returned:
            return f"{stake} loses {dollars(each.taken)}, and {dollars(each.returned)} over the maximum goes back"
        case Ending.LOST:
            return f"{stake} loses"


def endings(settled: tuple[Settled, ...], who: Who, otherwise: str) -> str:
    """How these wagers ended, or what there is to say when there were none."""
    return ("; ".join(_ended(each, who) for each in settled) or otherwise) + "."


INSPECTOR = "The inspector"


def _reviewer(event: Event) -> str:
    """Who reviews a ruling, by the book that an event cites."""
    reviewer = book(event.under[0].partition(" ")[0]).reviewer
    return INSPECTOR if reviewer == "regulator" else f"A {reviewer.replace('-', ' ')}"


def _raised(event: disputes.DisputeRaised, who: Who) -> str:
    regulator = book(event.under[0].partition(" ")[0]).regulator
    if _reviewer(event) == INSPECTOR:
        told = f"is told that an inspector of the {regulator} is present and may be consulted"
    else:
        told = f"may ask that {_reviewer(event).lower()} review the ruling on it"
    return f"{who(event.complainant)} raises dispute {event.dispute} and {told}{because(event.about)}."


def _joined(event: people.PlayerJoined, who: Who) -> str:
    where = "stands at the table" if event.seat is None else f"takes seat {event.seat}"
    return f"{event.name} {where}" + (f" with {moved(event)}." if event.moves else ".")


def _limit_agreed(event: permissions.PersonalLimitAgreed, who: Who) -> str:
    if event.minimum is None or event.maximum is None:
        return f"{who(event.player)}'s personal limit has ended."
    limits = f"{dollars(event.minimum)} to {dollars(event.maximum)}"
    return f"{who(event.player)} has a personal limit of {limits} on {count(event.areas, 'area')}, shown by a marker."


def _place(place: int) -> str:
    return {0: "the dealer", -1: "the Jackpot Cards"}.get(place, f"area {place}")


def _voided(event: voiding.RoundVoided, who: Who) -> str:
    back = "its wagers go back" if event.kept else "every wager goes back"
    kept = f", but for what the house keeps: {endings(event.kept, who, '')}" if event.kept else "."
    return f"Round {event.round} is void and {back}{because(event.why)}{kept}"


def _machine_failed(event: faults.MachineFailed, who: Who) -> str:
    what = "The machine failed" if event.fault is faults.MachineFault.MALFUNCTION else "Cards came out together"
    return f"{what}; the round can {'still' if event.completable else 'not'} be completed."


SENTENCES |= {
    people.PlayerJoined: _joined,
    people.ChipsBought: lambda e, who: f"{who(e.player)} changes {moved(e)} into chips.",
    people.PlayerLeft: lambda e, who: f"{who(e.player)} leaves with {moved(e)}.",
    people.SeatVacated: lambda e, who: f"{who(e.player)} gives up seat {e.seat}.",
    wagers.WagerPlaced: lambda e, who: (
        f"{who(e.player)} bets {dollars(e.cents)} on {e.bet} at {e.area}"
        + (f", {dollars(e.total)} in all." if e.total != e.cents else ".")
    ),
    wagers.WagerTakenBack: lambda e, who: f"{who(e.player)}'s {dollars(e.cents)} on {e.bet} at {e.area} goes back.",
    wagers.WagerSpoken: lambda e, who: (
        f"{who(e.player)} calls {dollars(e.cents)} on {e.bet} at {e.area}, showing {e.shown}."
    ),
    wagers.SpokenWagerLapsed: lambda e, who: f"{who(e.player)}'s call on {e.bet} at {e.area} came to nothing.",
    permissions.BettorsRestricted: lambda e, who: f"At most {count(e.players, 'player')} may wager on one area.",
    permissions.AreasPermitted: lambda e, who: f"{who(e.player)} may wager on {count(e.areas, 'area')}.",
    permissions.PersonalLimitAgreed: _limit_agreed,
    care.CardsChecked: lambda e, who: f"{count(e.cards, 'card')} are checked and right.",
    care.CardsCounted: lambda e, who: (
        f"{count(e.cards, 'card')} are counted; "
        + (
            f"{e.missing} are missing."
            if e.missing > 0
            else f"{-e.missing} too many."
            if e.missing
            else "none is missing."
        )
    ),
    care.TableOpened: lambda e, who: "The table is open and its limits are on the sign.",
    care.CardsSecured: lambda e, who: f"A shuffled set is locked away{because(e.where)}.",
    care.CardsShuffled: lambda e, who: (
        f"{count(e.cards, 'card')} are {'brought out shuffled' if e.pre_shuffled else 'shuffled'}: {e.cause.value}."
    ),
    cut.CutOffered: lambda e, who: f"{who(e.player)} is offered the cut.",
    cut.CutDeclined: lambda e, who: (
        f"{who(e.player)} {'does not answer and the cut passes on' if e.for_them else 'declines the cut'}."
    ),
    cut.CardsCut: lambda e, who: f"{who(e.by)} cuts {count(e.depth, 'card')} from the front.",
    cut.ShoeLoaded: lambda e, who: f"The shoe is loaded with the cutting card {e.behind} from the back.",
    cut.CardBurned: lambda e, who: "A card is burned.",
    cut.BurnCardAsked: lambda e, who: f"{who(e.player)} asks to see the burn card.",
    cut.BurnCardShown: lambda e, who: f"The burn card is shown: {e.card}.",
    one_deck.CardExposed: lambda e, who: f"A card of {_place(e.place)} was exposed: {e.card}.",
    one_deck.CountOrdered: lambda e, who: f"The deck is to be counted{because(e.why)}.",
    one_deck.DeckCounted: lambda e, who: f"The deck is counted: {count(e.cards, 'card')}.",
    one_deck.ShufflerFailed: lambda e, who: "The shuffling device failed; the cards are shuffled again.",
    dealer_cut.DeckCut: lambda e, who: f"The dealer cuts {count(e.depth, 'card')} from the top.",
    care.ShuffleOrdered: lambda e, who: f"A shuffle is ordered for {e.cause.value}{because(e.why)}.",
    care.CardsRenewed: lambda e, who: f"The cards are replaced by new ones{because(e.why)}.",
    signs.MinimumNoticePosted: lambda e, who: (
        f"A sign announces a minimum of {dollars(e.minimum)} on {e.bet} in {minutes(e.posted_at, e.effective_at)}."
    ),
    signs.LimitsChanged: lambda e, who: (
        f"The sign now says {dollars(e.minimum)} to {dollars(e.maximum)} on {e.bet}, in steps of {dollars(e.step)}."
    ),
    closing.ClosingSignPosted: lambda e, who: (
        f"A sign announces that the table closes in {minutes(e.posted_at, e.closes_at)}."
    ),
    closing_by_hands.ClosingNoticeGiven: lambda e, who: (
        f"The players are told that the table closes after round {e.after_round}."
    ),
    closing.TableClosed: lambda e, who: "The table is closed.",
    rounds.PlayerAdvised: lambda e, who: (
        f"{who(e.player)} is told that further wagers under the minimum go back whatever happens."
    ),
    rounds.BetsClosed: lambda e, who: f"No more bets: round {e.round} has {count(len(e.wagers), 'wager')}.",
    rounds.RoundClosed: lambda e, who: f"Round {e.round} is over and {count(e.cards, 'card')} are taken up.",
    retracting.WagersRetracted: lambda e, who: f"{who(e.player)} takes {dollars(e.cents)} back.",
    retracting.WagersKept: lambda e, who: f"{who(e.player)} leaves the wagers on.",
    faults.CuttingCardShown: lambda e, who: (
        "The cutting card comes out " + ("as the first card of the round." if e.first else "during the round.")
    ),
    faults.BurnMissed: lambda e, who: "No card was burned; play goes on.",
    faults.FaceUpCardDiscarded: lambda e, who: f"{e.card} was face up in the shoe and is discarded.",
    faults.ExcessCardHeld: lambda e, who: "A card too many came out and is held face down as the next card.",
    faults.ShuffleMissed: lambda e, who: "The shuffle was missed; it follows this round.",
    faults.DiscardsShuffled: lambda e, who: (
        f"The shoe is empty: {count(e.cards, 'card')} are shuffled to finish the round."
    ),
    faults.MachineFailed: _machine_failed,
    faults.MachineRestored: lambda e, who: "The machine works again.",
    faults.WrongCardsFound: lambda e, who: f"The decks are not right and leave the table{because(e.what)}.",
    faults.LateErrorRecorded: lambda e, who: (
        f"An error in round {e.round} came to light too late to matter{because(e.what)}."
    ),
    voiding.RoundVoided: _voided,
    voiding.HandVoided: lambda e, who: f"The hand of area {e.area} is void and its wagers go back{because(e.why)}.",
    voiding.WagersVoided: lambda e, who: f"{who(e.player)}'s wagers are void and go back.",
    conduct.ContraventionRecorded: lambda e, who: f"{who(e.person)} is reported under {e.clause}{because(e.what)}.",
    conduct.PlayerExcluded: lambda e, who: f"{e.name} is excluded from the game.",
    conduct.WinningsSeized: lambda e, who: (
        f"{dollars(e.cents)} that {who(e.player)} won since round {e.since_round} is held while it is looked into."
    ),
    conduct.InvestigationConcluded: lambda e, who: (
        f"The {dollars(e.cents)} held of {who(e.player)} {'goes back' if e.to_player else 'stays with the house'}."
    ),
    conduct.DeviceConfiscated: lambda e, who: f"{who(e.person)}'s device is taken away{because(e.device)}.",
    conduct.PersonDetained: lambda e, who: (
        f"{who(e.person)} is " + (f"handed over to {e.handed_to}." if e.handed_to else "held for someone authorised.")
    ),
    conduct.RulesShown: lambda e, who: f"{who(e.person)} is given the rules to read.",
    disputes.DisputeRaised: _raised,
    disputes.DisputeRuled: lambda e, who: (
        f"Dispute {e.dispute} is decided"
        + (f" with {dollars(e.award)} awarded" if e.award else "")
        + f"{because(e.ruling)}."
    ),
    disputes.ReviewAsked: lambda e, who: f"{_reviewer(e)} is asked to review dispute {e.dispute}.",
    disputes.DisputeReviewed: lambda e, who: (
        f"{_reviewer(e)} {'upholds' if e.upheld else 'does not uphold'} the ruling on dispute {e.dispute}"
        f"{because(e.finding)}."
    ),
}


def _for(player: str | None, who: Who) -> str:
    return f" for {who(player)}" if player else ""


def _join(command: people.Join, who: Who) -> str:
    where = "Stand at the table" if command.seat is None else f"Take seat {command.seat}"
    return f"{where} with {dollars(command.cents)}" if command.cents else where


def _agree_limit(command: permissions.AgreePersonalLimit, who: Who) -> str:
    if command.minimum is None or command.maximum is None:
        return f"End {who(command.player)}'s personal limit"
    return f"Agree {dollars(command.minimum)} to {dollars(command.maximum)} with {who(command.player)}"


LABELS |= {
    people.Join: _join,
    people.BuyChips: lambda c, who: f"Buy {dollars(c.cents)} in chips",
    people.Leave: lambda c, who: "Leave the table",
    people.VacateSeat: lambda c, who: f"Ask {who(c.player)} to give up the seat",
    wagers.PlaceWager: lambda c, who: f"Bet {dollars(c.cents)} on {c.bet} at {c.area}",
    wagers.WithdrawWager: lambda c, who: f"Take back {c.bet} at {c.area}",
    wagers.SpeakWager: lambda c, who: f"Call {dollars(c.cents)} on {c.bet} at {c.area}",
    wagers.ConvertSpoken: lambda c, who: f"Change {who(c.player)}'s call on {c.bet} at {c.area} into chips",
    wagers.RefuseWager: lambda c, who: f"Refuse {who(c.player)}'s wager on {c.bet} at {c.area}",
    permissions.RestrictBettors: lambda c, who: f"Allow {count(c.players, 'player')} on an area",
    permissions.PermitAreas: lambda c, who: f"Allow {who(c.player)} {count(c.areas, 'area')}",
    permissions.AgreePersonalLimit: _agree_limit,
    conduct.ProposeSideBet: lambda c, who: f"Offer {who(c.against)} a side bet of {dollars(c.cents)}",
    care.CheckCards: lambda c, who: "Check the cards",
    care.CountCards: lambda c, who: "Count the cards",
    care.OpenTable: lambda c, who: "Open the table",
    care.SecureCards: lambda c, who: "Lock shuffled cards away",
    care.ShuffleCards: lambda c, who: "Bring out the shuffled cards" if c.pre_shuffled else "Shuffle",
    cut.OfferCut: lambda c, who: "Offer the cut",
    cut.DeclineCut: lambda c, who: f"Decline the cut{_for(c.player, who)}",
    cut.CutCards: lambda c, who: f"Cut the cards{_for(c.player, who)}",
    cut.LoadShoe: lambda c, who: "Load the shoe",
    cut.BurnCard: lambda c, who: "Burn a card",
    cut.AskForBurnCard: lambda c, who: "Ask to see the burn card",
    cut.ShowBurnCard: lambda c, who: "Show the burn card",
    one_deck.CountDeck: lambda c, who: f"Count the deck: {count(c.cards, 'card')}",
    one_deck.OrderCount: lambda c, who: "Order a count of the deck",
    dealer_cut.CutDeck: lambda c, who: "Cut the deck",
    care.OrderShuffle: lambda c, who: (
        "Order a shuffle: abnormal sequence" if c.abnormal else "Order a shuffle: reasonable cause"
    ),
    care.RenewCards: lambda c, who: "Replace unfit cards" if c.unfit else "Replace the cards",
    signs.PostMinimumNotice: lambda c, who: f"Announce a minimum of {dollars(c.minimum)} on {c.bet}",
    signs.ChangeLimits: lambda c, who: f"Set {c.bet} to {dollars(c.minimum)} to {dollars(c.maximum)}",
    closing.PostClosingSign: lambda c, who: "Announce closing",
    closing_by_hands.GiveClosingNotice: lambda c, who: "Give three hands' notice of closing",
    closing.CloseTable: lambda c, who: "Close the table",
    rounds.AnnounceNoMoreBets: lambda c, who: "No more bets",
    rounds.CollectCards: lambda c, who: "Collect the cards",
    retracting.RetractWagers: lambda c, who: "Take the wagers back",
    retracting.KeepWagers: lambda c, who: "Leave the wagers on",
    faults.ShowCuttingCard: lambda c, who: "Show the cutting card",
    faults.ReportMissedBurn: lambda c, who: "Report a missed burn",
    faults.ReportFaceUpCard: lambda c, who: "Report a card face up in the shoe",
    faults.ReportExcessCard: lambda c, who: "Report a card too many",
    faults.ReportMissedShuffle: lambda c, who: "Report a missed shuffle",
    faults.ShuffleDiscards: lambda c, who: "Shuffle the discards",
    faults.ReportMachineFault: lambda c, who: (
        "Report a machine failure" if c.fault is faults.MachineFault.MALFUNCTION else "Report cards that came together"
    ),
    faults.RestoreMachine: lambda c, who: "Put the machine back to work",
    faults.ReportWrongCards: lambda c, who: "Report wrong cards",
    faults.ReportLateError: lambda c, who: "Record an error found after settlement",
    conduct.ReportContravention: lambda c, who: f"Report {who(c.person)} for a contravention",
    conduct.VoidWagers: lambda c, who: f"Void {who(c.player)}'s wagers",
    conduct.ExcludePlayer: lambda c, who: f"Exclude {who(c.player)}",
    conduct.SeizeWinnings: lambda c, who: f"Seize what {who(c.player)} won since round {c.since_round}",
    conduct.ConcludeInvestigation: lambda c, who: (
        f"Give back what is held of {who(c.player)}" if c.to_player else f"Keep what is held of {who(c.player)}"
    ),
    conduct.ConfiscateDevice: lambda c, who: f"Confiscate {who(c.person)}'s device",
    conduct.DetainPerson: lambda c, who: f"Have {who(c.person)} held",
    conduct.InvalidateRound: lambda c, who: (
        "Invalidate the round: fraud" if c.fraud else "Invalidate the round: disruption"
    ),
    conduct.AskForRules: lambda c, who: "Ask for the rules",
    disputes.RaiseDispute: lambda c, who: f"Raise a dispute{_for(c.player, who)}",
    disputes.RuleOnDispute: lambda c, who: f"Rule on dispute {c.dispute}",
    disputes.AskForReview: lambda c, who: f"Ask for a review of dispute {c.dispute}",
    disputes.ReviewDispute: lambda c, who: f"Review dispute {c.dispute}",
}
