"""Three Card Poker's own events and commands in plain words."""

from __future__ import annotations

from croupier.cards import Card
from croupier.games.three_card_poker import (
    hands,
    irregularities,
    jackpot,
    jackpot_errors,
    misdeal,
    on_the_meter,
    play,
    settle,
    tables,
)
from croupier.games.three_card_poker.state import DEALER, JACKPOT
from croupier.money import dollars
from croupier.table.say import LABELS, SENTENCES, Who, because, count, endings


def _place(place: int) -> str:
    return {DEALER: "the dealer", JACKPOT: "the Jackpot Cards"}.get(place, f"area {place}")


def _areas(areas: tuple[int, ...]) -> str:
    return f"{'area' if len(areas) == 1 else 'areas'} {', '.join(map(str, areas))}"


def _shown(cards: tuple[Card, ...]) -> str:
    return f": {' '.join(cards)}" if cards else ""


def _dealt(event: play.CardsDealt, who: Who) -> str:
    if event.place == JACKPOT:
        return "A Jackpot Card is dealt face down."
    return f"{count(event.cards, 'card')} face down to {_place(event.place)}."


def _folded(event: play.HandFolded, who: Who) -> str:
    keeps = " but keeps Pair Plus" if event.keeps else ""
    said = ", as the house says for them" if event.for_them else ""
    return f"{who(event.player)} folds at {event.area}{keeps}{said}: {endings(event.settled, who, 'nothing is lost')}"


def _settled(event: settle.AreaSettled, who: Who) -> str:
    told = endings((*event.settled, *event.bonuses), who, "nothing more is settled")
    win = f" Its {event.meter_win} wins from the meter." if event.meter_win else ""
    return f"Area {event.area} shows {' '.join(event.cards)}, {event.hand}: {told}{win}"


def _outcome(event: on_the_meter.JackpotOutcomeRecorded, who: Who) -> str:
    wins = ", ".join(f"{hand} at {area}" for area, hand in event.wins) or "nothing won from it"
    return f"The outcome of round {event.round} is recorded on the meter: {wins}."


def _deemed(event: hands.HandDeemedSeated, who: Who) -> str:
    return (
        f"{who(event.player)} looked at the hand of area {event.area} alone; "
        f"it counts as that of seat {event.seat}, and the two change places."
    )


SENTENCES |= {
    play.CardsDealt: _dealt,
    play.PlayOrFoldCalled: lambda e, who: "The dealer calls: play or fold.",
    play.HandSeen: lambda e, who: f"{who(e.player)} looks at the hand of area {e.area}{_shown(e.cards)}.",
    play.HandPlayed: lambda e, who: f"{who(e.player)} plays at {e.area} with {dollars(e.cents)}.",
    play.HandFolded: _folded,
    play.DealerHandShown: lambda e, who: (
        f"The dealer shows {' '.join(e.cards)}, {e.hand}: {'it qualifies' if e.qualifies else 'no hand'}."
    ),
    play.JackpotCardsShown: lambda e, who: f"The Jackpot Cards are {' '.join(e.cards)}.",
    settle.AntesPaid: lambda e, who: endings(e.settled, who, "No Ante is left to be paid"),
    settle.AreaSettled: _settled,
    on_the_meter.JackpotRegistered: lambda e, who: (
        f"The Jackpot wagers of {_areas(e.areas)}, {dollars(e.cents)} in all, are registered on the meter."
    ),
    on_the_meter.JackpotGameCancelled: lambda e, who: f"The jackpot game of {_areas(e.areas)} is cancelled.",
    on_the_meter.JackpotOutcomeRecorded: _outcome,
    on_the_meter.JackpotOutcomeUndone: lambda e, who: f"What was recorded for round {e.round} is taken off the meter.",
    jackpot.JackpotWagersReturned: lambda e, who: f"The Jackpot wagers of {_areas(e.areas)} go back.",
    jackpot.JackpotPrizesPaid: lambda e, who: endings(e.settled, who, "No prize is paid"),
    jackpot.JackpotPrizesRejected: lambda e, who: (
        f"No prize is won from the meter{because(e.why)}: {endings(e.settled, who, 'nothing is lost')}"
    ),
    jackpot.EquipmentFailed: lambda e, who: f"The jackpot equipment does not work{because(e.what)}.",
    jackpot.ManualArrangementsMade: lambda e, who: f"Jackpot wagers are taken by hand{because(e.how)}.",
    jackpot.EquipmentRestored: lambda e, who: "The jackpot equipment works again.",
    misdeal.Misdealt: lambda e, who: (
        f"Round {e.round} is a misdeal{because(e.why)}; wagers go back, and Jackpot wagers stand for the next round."
    ),
    misdeal.RetractionOffered: lambda e, who: f"{', '.join(map(who, e.players)) or 'No one'} may take wagers back.",
    irregularities.WrongNumberReported: lambda e, who: (
        f"{count(e.found, 'card')} instead of three were found at {_place(e.place)}, "
        f"{'after' if e.late else 'before'} the call to play or fold"
        f"{'; the area manager is told' if e.late and e.place > 0 else ''}."
    ),
    irregularities.OrderRuled: lambda e, who: "The order of the dealer's cards is known and the game goes on.",
    irregularities.UnstakedCardsBurned: lambda e, who: (
        f"The cards dealt to area {e.area}, which had no wager, are burned."
    ),
    hands.CardsTakenByMistake: lambda e, who: (
        f"The hand of area {e.area} was taken by mistake and lies "
        f"{'alone' if e.alone else 'with other cards'} in the rack."
    ),
    hands.CardsGivenBack: lambda e, who: f"The hand of area {e.area} is given back.",
    hands.CardsGivenUp: lambda e, who: f"The hand of area {e.area} stays in the rack.",
    hands.HandDeemedSeated: _deemed,
    hands.PlayerWarned: lambda e, who: f"{who(e.player)} is told that next time the Ante is forfeited.",
    hands.AnteForfeited: lambda e, who: f"{who(e.player)} forfeits the Ante at {e.area} and the cards are taken.",
    hands.PlayWagerCorrected: lambda e, who: (
        f"The Play wager at {e.area} is found to be {dollars(e.now)}, not {dollars(e.was)}."
    ),
    hands.PlayerTold: lambda e, who: f"{who(e.player)} is told that Play takes {dollars(e.cents)}.",
    jackpot_errors.OrderInDoubt: lambda e, who: f"The order of the dealer's cards is in doubt{because(e.why)}.",
    jackpot_errors.JackpotCardsInDoubt: lambda e, who: (
        f"The Jackpot Cards are not right: {count(e.found, 'card')} were found."
    ),
    jackpot_errors.JackpotCardsRebuilt: lambda e, who: "The Jackpot Cards are right again.",
    jackpot_errors.JackpotCardsLost: lambda e, who: "The Jackpot Cards cannot be rebuilt; the round goes on without.",
    tables.PayTablesChanged: lambda e, who: (
        f"The players are told: Ante Bonus pays by table {e.ante_bonus}, Pair Plus by table {e.pair_plus}."
    ),
    tables.WagersForfeited: lambda e, who: (
        f"{who(e.player)} forfeits wagers: {endings(e.settled, who, 'there were none')}"
    ),
}


def _nominate(command: hands.NominateCards, who: Who) -> str:
    return f"Name the cards taken{_shown(command.cards)}"


def _winners(command: jackpot.PayJackpotPrizes) -> tuple[int, ...]:
    return tuple(area for area, _ in command.prizes)


LABELS |= {
    play.DealCard: lambda c, who: "Deal a card",
    play.CallPlayOrFold: lambda c, who: "Call: play or fold",
    play.LookAtHand: lambda c, who: "Look at your hand",
    play.PlayHand: lambda c, who: f"Play at {c.area}",
    play.FoldHand: lambda c, who: f"Fold at {c.area}{', keep Pair Plus' if c.keep_pair_plus else ''}",
    play.ShowDealerHand: lambda c, who: f"Show the dealer's hand{_shown(c.cards)}",
    play.ShowJackpotCards: lambda c, who: f"Show the Jackpot Cards{_shown(c.cards)}",
    settle.PayAntes: lambda c, who: "Pay the Antes",
    settle.SettleArea: lambda c, who: f"Settle area {c.area}{_shown(c.cards)}",
    jackpot.RegisterJackpot: lambda c, who: "Register the Jackpot wagers",
    jackpot.RecordJackpotOutcome: lambda c, who: "Record the jackpot outcome",
    jackpot.PayJackpotPrizes: lambda c, who: (
        f"Confirm {dollars(sum(cents for _, cents in c.prizes))} from the meter for {_areas(_winners(c))}"
    ),
    jackpot.RejectJackpotPrizes: lambda c, who: "Reject the prizes from the meter",
    jackpot.CancelJackpotGame: lambda c, who: "Cancel the jackpot game",
    jackpot.ReportEquipmentDown: lambda c, who: "Report the jackpot equipment down",
    jackpot.ArrangeManually: lambda c, who: "Take Jackpot wagers by hand",
    jackpot.RestoreEquipment: lambda c, who: "Put the jackpot equipment back to work",
    irregularities.ReportExposedCard: lambda c, who: f"Report an exposed card of {_place(c.place)}",
    irregularities.ReportWrongNumber: lambda c, who: f"Report {count(c.found, 'card')} at {_place(c.place)}",
    irregularities.DeclareMisdeal: lambda c, who: "Declare a misdeal",
    irregularities.RuleOnOrder: lambda c, who: (
        "Rule that the order is known" if c.known else "Rule that the order is not known"
    ),
    irregularities.ReportUnstakedArea: lambda c, who: f"Report cards at area {c.area} without a wager",
    irregularities.ReportWrongDeck: lambda c, who: f"Report a deck of {count(c.cards, 'card')}",
    irregularities.ReportShufflerFault: lambda c, who: (
        "Report that the shuffling shoe cannot verify" if c.unverified else "Report the shuffling shoe jammed"
    ),
    hands.ReportCardsTaken: lambda c, who: f"Report the hand of area {c.area} taken by mistake",
    hands.NominateCards: _nominate,
    hands.ReportViewedHands: lambda c, who: f"Report that {who(c.player)} looked at {_areas(c.areas)}",
    hands.DeclareShortPlay: lambda c, who: f"Declare that area {c.area} cannot match its Ante",
    hands.CorrectPlayWager: lambda c, who: f"Correct the Play wager at {c.area} to {dollars(c.cents)}",
    jackpot_errors.ReportWrongJackpotCards: lambda c, who: f"Report {count(c.found, 'Jackpot Card')}",
    jackpot_errors.RebuildJackpotCards: lambda c, who: (
        "Rebuild the Jackpot Cards" if c.possible else "Rule that the Jackpot Cards cannot be rebuilt"
    ),
    jackpot_errors.ReportMixedCards: lambda c, who: (
        f"Report cards mixed with the {'Jackpot Cards' if c.with_jackpot else 'hand of the dealer'}"
    ),
    tables.ChangePayTables: lambda c, who: f"Pay Ante Bonus by table {c.ante_bonus}, Pair Plus by table {c.pair_plus}",
    tables.ForfeitWagers: lambda c, who: f"Take the wagers of {who(c.player)} as forfeited",
}
