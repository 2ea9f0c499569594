"""Matchmaker's own events and commands in plain words."""

from __future__ import annotations

from croupier.games.matchmaker import irregularities, play, settle
from croupier.games.matchmaker.state import Drawn
from croupier.table.say import LABELS, SENTENCES, because, count, endings


def _laid(drawn: tuple[Drawn, ...]) -> str:
    return ", ".join(f"{each.card} on {each.area}" for each in drawn) or "no cards"


SENTENCES |= {
    play.CardDealt: lambda e, who: f"{e.card} to area {e.area}{', the card held aside' if e.held else ''}.",
    play.CardCorrected: lambda e, who: f"Card {e.nth} on area {e.area} is {e.now}, not {e.was}.",
    settle.LosersCleared: lambda e, who: endings(e.settled, who, "No wager loses"),
    settle.AreaPaid: lambda e, who: endings(e.settled, who, f"Area {e.area} has nothing to be paid"),
    irregularities.CardMisplaced: lambda e, who: (
        f"{e.card} was put on area {e.area}, though area {e.due_area} was next."
    ),
    irregularities.CardsLeftLying: lambda e, who: "The cards stay where they lie.",
    irregularities.ReconstructionOrdered: lambda e, who: (
        f"The hand is to be rebuilt{because(e.why)}; {', '.join(map(who, e.players)) or 'no one'} may take wagers back."
    ),
    irregularities.HandReconstructed: lambda e, who: (
        f"The hand is rebuilt: {_laid(e.drawn)}"
        + (f"; {count(len(e.surplus), 'card')} held as next." if e.surplus else ".")
    ),
    irregularities.FirstRoundReconstructed: lambda e, who: (
        f"The shoe starts over: {e.burned} is the burn card, then {_laid(e.drawn)}."
    ),
    irregularities.DealtWithoutWagers: lambda e, who: f"Cards were dealt though no one had wagered: {_laid(e.drawn)}.",
    irregularities.RoundDeclaredVoid: lambda e, who: f"Round {e.round} is void; its cards are to be burned.",
    irregularities.DealtCardsBurned: lambda e, who: f"{count(e.cards, 'card')} dealt without a wager are burned.",
}

LABELS |= {
    play.DealCard: lambda c, who: f"Deal {c.card}" if c.card else "Deal a card",
    play.CorrectCard: lambda c, who: f"Correct card {c.nth} on area {c.area} to {c.card}",
    settle.ClearLosers: lambda c, who: "Clear the losers",
    settle.PayArea: lambda c, who: f"Pay area {c.area}",
    irregularities.ReportMisplacedCard: lambda c, who: f"Report a card misplaced on area {c.area}",
    irregularities.LetCardsLie: lambda c, who: "Let the cards lie",
    irregularities.OrderReconstruction: lambda c, who: "Order the hand rebuilt",
    irregularities.ReconstructHand: lambda c, who: "Rebuild the hand",
    irregularities.ReconstructFirstRound: lambda c, who: "Rebuild the first round with its burn",
    irregularities.ReportDealtWithoutWagers: lambda c, who: "Report cards dealt without wagers",
    irregularities.DeclareRoundVoid: lambda c, who: "Declare the round void",
    irregularities.BurnDealtCards: lambda c, who: "Burn the dealt cards",
}
