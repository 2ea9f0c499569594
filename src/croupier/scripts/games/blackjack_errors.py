"""Blackjack's lines about what goes wrong in the deal, and what was entered wrongly at a real table."""

from __future__ import annotations

from croupier.games.blackjack import corrections, dealing, misdeals, mishandled, reconstruct
from croupier.scripts.forms import Act, Broken, Chapter, Given
from croupier.scripts.table import Table
from croupier.table.corrections import CorrectCard
from croupier.table.hands import DEALERS


def _laid(it: Given) -> tuple[reconstruct.Laid, ...]:
    return tuple(reconstruct.Laid(area, cards) for area, cards in it.layout)


def _called_area(it: Given, table: Table) -> int:
    """The area a line names, or the one on which its player decides."""
    if it.area is not None:
        return int(it.area)
    called = [area for area in table.state.staked if table.state.caller(area) == it.player.name]
    if not called:
        raise Broken(f"{it.player.name} decides on no area")
    return int(called[0])


IRREGULARITIES = Chapter(
    "What goes wrong in the deal",
    (
        Act(
            "<who> deals the card held aside",
            "Deals a surplus card, whose face is known, to the hand due.",
            lambda it, table: dealing.DealCard(),
        ),
        Act(
            "<who> misplaces a card on area <area> [hand <number>] [<card>]",
            "A card goes to a hand out of turn.",
            lambda it, table: reconstruct.ReportMisplacedCard(
                area=it.area, hand=it.number or 1, card=table.card_out(it.card)
            ),
        ),
        Act(
            "<who> misplaces a card with the dealer [<card>]",
            "A card goes to the dealer's hand out of turn.",
            lambda it, table: reconstruct.ReportMisplacedCard(area=DEALERS.area, card=table.card_out(it.card)),
        ),
        Act("<who> lets the cards lie", "Misplaced cards stay.", lambda it, table: reconstruct.LetCardsLie()),
        Act(
            "<who> orders the hand rebuilt [because <text>]",
            "The cards are to be put right.",
            lambda it, table: reconstruct.OrderReconstruction(why=it.text or ""),
        ),
        Act(
            "<who> rebuilds the hand",
            "Lays the cards again in the order they came.",
            lambda it, table: reconstruct.ReconstructHand(),
        ),
        Act(
            "<who> rebuilds the hand as <layout>",
            "Lays the first cards as the line says, the dealer's at 0.",
            lambda it, table: reconstruct.ReconstructHand(layout=_laid(it)),
        ),
        Act(
            "<who> rebuilds the first round",
            "The first card becomes the burn that was missed.",
            lambda it, table: reconstruct.ReconstructFirstRound(),
        ),
        Act(
            "<who> reports that area <area> got no first card",
            "An area was passed over when first cards were dealt.",
            lambda it, table: misdeals.ReportPassedOver(area=it.area),
        ),
        Act(
            "<who> reports that area <area> got no second card",
            "An area was passed over when second cards were dealt.",
            lambda it, table: misdeals.ReportPassedOver(area=it.area, nth=2),
        ),
        Act(
            "<who> reports that the dealer took no first card",
            "The dealer was passed over.",
            lambda it, table: misdeals.ReportPassedOver(area=DEALERS.area),
        ),
        Act(
            "<player> calls for the dealer's card [by <by:who>]",
            "Has the dealer take the first card that is missing.",
            lambda it, table: misdeals.CallForDealersCard(player=it.represented),
        ),
        Act(
            "<who> gives back the wagers of area <area>",
            "Wagers that got no cards are void.",
            lambda it, table: misdeals.VoidUndealtWagers(area=it.area),
        ),
        Act(
            "<who> discards the hand of area <area>",
            "Puts cards away that were dealt for nobody.",
            lambda it, table: misdeals.DiscardUnstakedHand(area=it.area),
        ),
        Act(
            "<who> draws a card to the dealer's finished hand [<card>]",
            "A card too many comes to the dealer face up.",
            lambda it, table: misdeals.ReportCardBeyond(card=table.card_out(it.card)),
        ),
        Act(
            "<who> reports decision <nth:number> on area <area> [hand <number>] mishandled",
            "A decision was not asked for or not carried out.",
            lambda it, table: mishandled.ReportMishandledDecision(area=it.area, hand=it.number or 1, nth=it.nth),
        ),
        Act(
            "<who> reports that <player> was not asked [on area <area>] [hand <number>]",
            "The last decision on record was not the player's: they had not been asked.",
            lambda it, table: mishandled.ReportMishandledDecision(area=_called_area(it, table), hand=it.number or 1),
        ),
    ),
)

PUT_RIGHT = Chapter(
    "What was entered wrongly at a real table",
    (
        Act(
            "<who> corrects card <nth:number> on area <area> hand <number> to <card>",
            "Puts right a card of a split hand.",
            lambda it, table: CorrectCard(area=it.area, hand=it.number, nth=it.nth, card=it.card),
        ),
        Act(
            "<who> corrects card <nth:number> of the dealer to <card>",
            "Puts right a card of the dealer's hand.",
            lambda it, table: CorrectCard(area=DEALERS.area, nth=it.nth, card=it.card),
        ),
        Act(
            "<who> takes back the decision of <guest:player> [number <number>]",
            "The record goes back to before a player's last decision, or an earlier one.",
            lambda it, table: corrections.TakeBackDecision(player=it.guest.name, nth=it.number),
        ),
        Act(
            "<who> takes back the last <number> cards",
            "The record goes back to before the last cards.",
            lambda it, table: corrections.TakeBackCards(cards=it.number),
        ),
    ),
)

ERRORS = (IRREGULARITIES, PUT_RIGHT)
