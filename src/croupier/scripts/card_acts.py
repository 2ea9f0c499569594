"""The lines about the cards: their care at every table; cut, count, burn card and faults where a game has them."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.cards import Device
from croupier.scripts.forms import Act, Broken, Chapter, Direction, Given
from croupier.scripts.table import Table
from croupier.table import care, corrections, cut, dealer_cut, discards, faults, one_deck


def depth_of(it: Given, table: Table) -> int:
    """How deep a cut goes: as the line says, else to the middle."""
    depth: int = table.state.shoe.inside // 2 if it.depth is None else it.depth
    return depth


def all_cards(it: Given, table: Table) -> int:
    """How many cards the line says were found, else all there should be."""
    cards: int = table.state.shoe.size if it.cards is None else it.cards
    return cards


def _dealt_before(it: Given, table: Table) -> None:
    """The shoe without cards of earlier rounds, so that it is not its first any more."""
    shoe, cards = table.state.shoe, [card for card, times in it.counted for _ in range(times)]
    if table.state.in_play or shoe.device is Device.MACHINE:
        raise Broken("only between rounds, and from a shoe, have cards been dealt before")
    for card in cards:
        if not shoe.may_hold(card):
            raise Broken(f"{card} has not so often been in the shoe")
        shoe = shoe.dealt(card)
    shoe = shoe.out_unseen(it.number or 0).discarded(len(cards) + (it.number or 0))
    table.state = replace(table.state, shoe=shoe, care=replace(table.state.care, first_round=False))


CARE = Chapter(
    "The care of the cards",
    (
        Act(
            "<who> checks the cards [finding <cards:number>]",
            "Checks the set before play; all of it unless a number is given.",
            lambda it, table: care.CheckCards(cards=all_cards(it, table)),
        ),
        Act("<who> opens the table", "Opens for play.", lambda it, table: care.OpenTable()),
        Act(
            "<who> counts the cards [finding <cards:number>]",
            "Counts the set after play.",
            lambda it, table: care.CountCards(cards=all_cards(it, table)),
        ),
        Act(
            "<who> locks shuffled cards away in <text>",
            "Keeps a set that was shuffled ahead.",
            lambda it, table: care.SecureCards(where=it.text),
        ),
        Act("<who> shuffles [the cards]", "Shuffles.", lambda it, table: care.ShuffleCards()),
        Act(
            "<who> brings out the shuffled cards",
            "Uses the set that was shuffled ahead.",
            lambda it, table: care.ShuffleCards(pre_shuffled=True),
        ),
        Act(
            "<who> orders a shuffle because <text>",
            "Wants a shuffle on reasonable cause.",
            lambda it, table: care.OrderShuffle(abnormal=False, why=it.text),
        ),
        Act(
            "<who> orders a shuffle for an abnormal sequence because <text>",
            "Wants a shuffle at once because the cards run strangely.",
            lambda it, table: care.OrderShuffle(abnormal=True, why=it.text),
        ),
        Act(
            "<who> replaces the cards [because <text>]",
            "Brings new cards before a shuffle.",
            lambda it, table: care.RenewCards(why=it.text or ""),
        ),
        Act(
            "<who> replaces unfit cards [because <text>]",
            "Brings new cards because these are unfit.",
            lambda it, table: care.RenewCards(unfit=True, why=it.text or ""),
        ),
    ),
)

CUT_DECK = Act(
    "<who> cuts the deck [<depth:number> from the top]",
    "Cuts once, half way unless a depth is given.",
    lambda it, table: dealer_cut.CutDeck(depth=depth_of(it, table)),
)
ORDER_COUNT = Act(
    "<who> orders a count of the deck",
    "Has all the cards counted.",
    lambda it, table: one_deck.OrderCount(),
)
COUNT_DECK = Act(
    "<who> counts the deck [finding <cards:number>]",
    "Counts it; all 52 unless a number is given.",
    lambda it, table: one_deck.CountDeck(cards=all_cards(it, table)),
)

CORRECTIONS = (
    Act(
        "<who> corrects card <nth:number> on area <area> to <card>",
        "Puts right a card that was entered wrongly.",
        lambda it, table: corrections.CorrectCard(area=it.area, nth=it.nth, card=it.card),
    ),
    Act(
        "<who> corrects card <nth:number> on area <area> to <card> and the other way round",
        "Puts right two cards that were entered in each other's place.",
        lambda it, table: corrections.CorrectCard(area=it.area, nth=it.nth, card=it.card, swap=True),
    ),
)

CORRECT_DISCARD = Act(
    "<who> corrects a discarded <was:card> to <now:card>",
    "Puts right a card that was entered wrongly and lies in the discards, or aside.",
    lambda it, table: discards.CorrectDiscard(was=it.was, now=it.now),
)

DEALT_BEFORE = Direction(
    "<counted> have been dealt [and <number> face down]",
    "Where the shoe stands: these cards have come out of it since the shuffle and lie in the discards.",
    _dealt_before,
)

CUT_AND_BURN = Chapter(
    "The cut and the burn card",
    (
        DEALT_BEFORE,
        Act("<who> offers the cut", "Offers the stack to whoever is next.", lambda it, table: cut.OfferCut()),
        Act(
            "<player> declines the cut",
            "Lets the cut pass on.",
            lambda it, table: cut.DeclineCut(player=it.represented),
        ),
        Act(
            "<who> cuts [<depth:number> from the front]",
            "Puts the cutting card in, half way unless a depth is given.",
            lambda it, table: cut.CutCards(depth=depth_of(it, table)),
        ),
        Act(
            "<who> loads the shoe [with the cutting card <behind:number> from the back]",
            "Loads the shoe, the cutting card as the terms have it unless a place is given.",
            lambda it, table: cut.LoadShoe(behind=it.behind),
        ),
        Act("<who> burns a card", "Burns the first card.", lambda it, table: cut.BurnCard()),
        Act(
            "<player> asks to see the burn card",
            "Asks for the burn card.",
            lambda it, table: cut.AskForBurnCard(player=it.represented),
        ),
        Act(
            "<who> shows the burn card [<card>]",
            "Turns the burn card up.",
            lambda it, table: cut.ShowBurnCard(card=table.card_out(it.card)),
        ),
    ),
)

FAULTS = Chapter(
    "What goes wrong with the cards",
    (
        Act("<who> draws the cutting card", "The cutting card comes out.", lambda it, table: faults.ShowCuttingCard()),
        Act(
            "<who> reports a missed burn",
            "No card was burned after the shuffle.",
            lambda it, table: faults.ReportMissedBurn(),
        ),
        Act(
            "<who> finds a card face up in the shoe [<card>]",
            "A card lies the wrong way up.",
            lambda it, table: faults.ReportFaceUpCard(card=table.card_out(it.card)),
        ),
        Act(
            "<who> draws a card too many [<card>]",
            "A surplus card comes out; its face is given only if a real table saw it.",
            lambda it, table: faults.ReportExcessCard(card=it.card),
        ),
        Act(
            "<who> reports a missed shuffle",
            "Play went on past the cutting card.",
            lambda it, table: faults.ReportMissedShuffle(),
        ),
        Act("<who> shuffles the discards", "Refills an empty shoe.", lambda it, table: faults.ShuffleDiscards()),
        Act(
            "<who> reports <fault>",
            "The round cannot be completed after a machine failure, or cards that came together.",
            lambda it, table: faults.ReportMachineFault(fault=it.fault),
        ),
        Act(
            "<who> reports <fault> but the round can go on",
            "The same where the round can be completed.",
            lambda it, table: faults.ReportMachineFault(fault=it.fault, completable=True),
        ),
        Act(
            "<who> reports <number> cards that came together",
            "The same of more than two cards.",
            lambda it, table: faults.ReportMachineFault(fault=faults.MachineFault.TOGETHER, cards=it.number),
        ),
        Act("<who> restores the machine", "The machine deals again.", lambda it, table: faults.RestoreMachine()),
        Act(
            "<who> reports wrong cards <text>",
            "The decks are not the right ones.",
            lambda it, table: faults.ReportWrongCards(what=it.text),
        ),
        Act(
            "<who> reports a late error <text>",
            "An error came to light after settlement.",
            lambda it, table: faults.ReportLateError(what=it.text),
        ),
    ),
)
