"""Double Chance's lines about what goes wrong with the cards (DC 12.1 to 12.10, 12.12) and with the device (DC 13)."""

from __future__ import annotations

from croupier.games.double_chance import irregularities, off_sign, operating
from croupier.scripts.forms import Act, Chapter

IN_THE_ROUND = Chapter(
    "What goes wrong in the round",
    (
        Act(
            "<who> declares a misdeal because <text>",
            "The cards were dealt incorrectly.",
            lambda it, table: irregularities.DeclareMisdeal(why=it.text),
        ),
        Act(
            "<who> exposes a card at <area> [<card>]",
            "A card, or a sixth card, shows its face while it is dealt.",
            lambda it, table: irregularities.ReportExposedCard(area=it.area, card=table.card_out(it.card)),
        ),
        Act(
            "<who> finds <number> cards at <area>",
            "A hand has not five cards, its discards among them.",
            lambda it, table: irregularities.ReportWrongNumber(area=it.area, found=it.number),
        ),
        Act(
            "<who> finds a wager of <amount> at <area>",
            "Once cards are out, a wager turns out to be less or more than the sign allows.",
            lambda it, table: off_sign.ReportWagerFound(area=it.area, cents=it.amount),
        ),
        Act(
            "<who> reports cards at <area> without a wager",
            "Cards were dealt to an area where nobody has wagered.",
            lambda it, table: irregularities.ReportUnstakedArea(area=it.area),
        ),
        Act(
            "<who> reports <number> cards missing",
            "The deck is not whole.",
            lambda it, table: irregularities.ReportWrongDeck(missing=it.number),
        ),
        Act(
            "<who> reports <number> foreign cards",
            "There are cards that are none of the deck's.",
            lambda it, table: irregularities.ReportWrongDeck(foreign=it.number),
        ),
        Act(
            "<who> burns the sixth card of area <area>",
            "It was dealt in error to a declared hand.",
            lambda it, table: irregularities.BurnSixthCard(area=it.area),
        ),
        Act(
            "<who> declares the player at <area> absent",
            "Nobody is there to play the hand.",
            lambda it, table: irregularities.DeclareAbsent(area=it.area),
        ),
    ),
)

THE_DEVICE = Chapter(
    "The shuffling device",
    (
        Act("<who> shuffles by hand", "Before the device shuffles.", lambda it, table: operating.ShuffleByHand()),
        Act(
            "<who> reports the shuffling device jammed",
            "It jammed, stopped or did not finish.",
            lambda it, table: operating.ReportShufflerFault(),
        ),
        Act(
            "<who> reports the shuffling device unusable",
            "It no longer works as it should.",
            lambda it, table: operating.ReportShufflerFault(unusable=True),
        ),
        Act(
            "<who> goes on with <device>",
            "Puts another device on the table, with new cards.",
            lambda it, table: operating.ReplaceDevice(device=it.device),
        ),
    ),
)
