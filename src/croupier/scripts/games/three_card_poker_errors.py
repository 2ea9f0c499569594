"""Three Card Poker's lines about what goes wrong (TCP 11)."""

from __future__ import annotations

from croupier.games.three_card_poker import hand_errors, irregularities, jackpot_errors
from croupier.scripts.card_acts import COUNT_DECK, ORDER_COUNT
from croupier.scripts.forms import Act, Chapter, Given
from croupier.scripts.table import Table
from croupier.table.contract import Command


def _nominate(it: Given, on_top: bool | None = None) -> Command:
    return hand_errors.NominateCards(cards=it.cards, on_top=on_top, player=it.represented)


def _exposed(it: Given, table: Table) -> Command:
    return irregularities.ReportExposedCard(place=it.place, card=table.card_out(it.card))


IN_THE_DEAL = Chapter(
    "What goes wrong in the deal",
    (
        Act("<who> exposes a card at <place> [<card>]", "A card shows its face while it is dealt.", _exposed),
        Act(
            "<who> finds <number> cards at <place>",
            "An area with a wager, or the dealer, has not three cards.",
            lambda it, table: irregularities.ReportWrongNumber(place=it.place, found=it.number),
        ),
        Act(
            "<who> finds <number> jackpot cards",
            "There are not two of them.",
            lambda it, table: jackpot_errors.ReportWrongJackpotCards(found=it.number),
        ),
        Act(
            "<who> declares a misdeal",
            "For the error that was reported before the call.",
            lambda it, table: irregularities.DeclareMisdeal(),
        ),
        ORDER_COUNT,
        COUNT_DECK,
        Act(
            "<who> rules that the order is known",
            "The dealer's cards can be put in order and the game goes on.",
            lambda it, table: irregularities.RuleOnOrder(known=True),
        ),
        Act(
            "<who> rules that the order is unknown",
            "They cannot, and it is a misdeal.",
            lambda it, table: irregularities.RuleOnOrder(known=False),
        ),
        Act(
            "<who> reports cards at <area> without a wager",
            "Cards were dealt to an area where nobody has wagered.",
            lambda it, table: irregularities.ReportUnstakedArea(area=it.area),
        ),
        Act(
            "<who> reports a deck of <number> cards",
            "The deck in use is not one of fifty-two.",
            lambda it, table: irregularities.ReportWrongDeck(cards=it.number),
        ),
        Act(
            "<who> reports the shuffling shoe jammed",
            "It jammed, stopped or did not finish.",
            lambda it, table: irregularities.ReportShufflerFault(),
        ),
        Act(
            "<who> reports the shuffling shoe unable to verify the deck",
            "It does not say that all the cards are there.",
            lambda it, table: irregularities.ReportShufflerFault(unverified=True),
        ),
        Act(
            "<who> rules that the jackpot cards can be rebuilt",
            "They are put right.",
            lambda it, table: jackpot_errors.RebuildJackpotCards(possible=True),
        ),
        Act(
            "<who> rules that the jackpot cards cannot be rebuilt",
            "Jackpot wagers go back and the round goes on without them.",
            lambda it, table: jackpot_errors.RebuildJackpotCards(possible=False),
        ),
        Act(
            "<who> reports cards mixed with the dealer's",
            "A player's cards and the dealer's became mixed.",
            lambda it, table: jackpot_errors.ReportMixedCards(),
        ),
        Act(
            "<who> reports cards mixed with the jackpot cards",
            "A player's cards and the Jackpot Cards became mixed.",
            lambda it, table: jackpot_errors.ReportMixedCards(with_jackpot=True),
        ),
    ),
)

WITH_A_HAND = Chapter(
    "What goes wrong with a hand",
    (
        Act(
            "<who> takes the hand at <area> by mistake",
            "A hand that was looked at lies among other cards in the rack.",
            lambda it, table: hand_errors.ReportCardsTaken(area=it.area),
        ),
        Act(
            "<who> takes the hand at <area> by mistake into an empty rack",
            "No other cards lie there.",
            lambda it, table: hand_errors.ReportCardsTaken(area=it.area, alone=True),
        ),
        Act("<player> names <cards>", "Says which cards were taken.", lambda it, table: _nominate(it)),
        Act(
            "<player> names <cards> which are on top of the rack",
            "The same at a real table, where the dealer looks.",
            lambda it, table: _nominate(it, on_top=True),
        ),
        Act(
            "<player> names <cards> which are not on top of the rack",
            "The same when they are not.",
            lambda it, table: _nominate(it, on_top=False),
        ),
        Act(
            "<who> reports that <player> looked at <areas>",
            "A player with several areas saw hands that are to be played blind.",
            lambda it, table: hand_errors.ReportViewedHands(player=it.player.name, areas=it.areas),
        ),
        Act(
            "<who> declares that area <area> cannot match its ante",
            "A player cannot place an equal Play wager.",
            lambda it, table: hand_errors.DeclareShortPlay(area=it.area),
        ),
        Act(
            "<who> finds <amount> on play at <area>",
            "A Play wager turns out, at settlement, to be more or less than its Ante.",
            lambda it, table: hand_errors.CorrectPlayWager(area=it.area, cents=it.amount),
        ),
    ),
)
