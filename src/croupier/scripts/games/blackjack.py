"""Blackjack's lines: its versions, the deal, what players decide, and the settlement."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.cards import Card, Device
from croupier.games.blackjack import (
    callers,
    choices,
    dealing,
    directing,
    early,
    face_down,
    pandemonium,
    prizes_put_right,
    rescue,
    restrictions,
    settle,
    sharing,
)
from croupier.games.blackjack.bonus import PaySuperBonus
from croupier.games.blackjack.terms import Bet, Surrendered, Unfunded, Variant
from croupier.scripts.acts import CLOSING_BY_TIME, SHARED_AREAS, TAKING_BACK
from croupier.scripts.card_acts import CORRECT_DISCARD, CORRECTIONS, CUT_AND_BURN, FAULTS
from croupier.scripts.expectations import same
from croupier.scripts.forms import Act, Broken, Chapter, Direction, Expectation, Given, Setting
from croupier.scripts.games.blackjack_errors import ERRORS
from croupier.scripts.house import HOUSE, ON_THE_HOUSE, HouseTable
from croupier.scripts.kinds import Subject
from croupier.scripts.shown import CLOSING_FROM, ONLOOKER, sees
from croupier.scripts.table import Table
from croupier.table import rounds, versions
from croupier.table.by_area import unpaid_area
from croupier.table.contract import Clauses, Command, Refusal
from croupier.table.hands import DEALERS
from croupier.table.state import Stage

STAFF = {
    "dealer": "dealer",
    "supervisor": "game-supervisor",
    "casino supervisor": "casino-supervisor",
    "operations manager": "table-games-operations-manager",
    "operator": "casino-operator",
    "director": "tournament-director",
    "director of surveillance": "regulator",
    "inspector": "regulator",
}
BETS = tuple(Bet)
DEALER = Subject("dealer", "dealer")
BEFORE_A_CARD = (settle.SettleInterim, settle.PayTwentyOne, settle.SettleSevens, settle.CollectInsurance)
"""What the dealer settles before the next card comes."""


def _settle_first(by: Subject, table: Table) -> Refusal | None:
    """Do what the dealer settles before a card."""
    while (dues := table.game.due(table.state)) and isinstance(dues[0].command, BEFORE_A_CARD):
        refusal = table.perform(dues[0].command, by)
        if refusal is not None:
            return refusal
    return None


def _deal(it: Given, table: Table) -> Refusal | None:
    by = it.by or DEALER
    if table.state.stage is Stage.BETTING:
        refusal = table.perform(rounds.AnnounceNoMoreBets(), by)
        if refusal is not None:
            return refusal
    cards: Iterable[Card] = it.cards
    for card in cards:
        refusal = _settle_first(by, table) or table.perform(dealing.DealCard(card=table.card_out(card)), by)
        if refusal is not None:
            return refusal
    return None


def _deal_down(it: Given, table: Table) -> Refusal | None:
    by, refusal = it.by or DEALER, None
    if table.state.stage is Stage.BETTING:
        refusal = table.perform(rounds.AnnounceNoMoreBets(), by)
    while refusal is None and (place := table.game.engine.rules(table.state).spot_due(table.state)):
        if table.state.stage not in (Stage.NO_MORE_BETS, Stage.DEALING):
            break
        at_dealers = place == DEALERS
        card = dealing.DealCard(card=table.card_out(it.card)) if at_dealers else dealing.DealFaceDown()
        refusal = table.perform(card, by)
    return refusal


def _sees(it: Given, table: Table) -> Clauses:
    shown = {each.hand: each.cards for each in table.area_seen_by(it.who, it.area).hands}
    return sees(it, shown.get(1, ()), table)


def _settle(it: Given, table: Table) -> Refusal | None:
    by = it.by or DEALER
    refusal = _settle_first(by, table)
    if refusal is None and table.state.stage is not Stage.PAYING:
        refusal = table.perform(settle.ClearLosers(), by)
    while refusal is None and table.state.stage is Stage.PAYING:
        refusal = table.perform(settle.PayArea(area=unpaid_area(table.state) or 1), by)
    if refusal is None and isinstance(table.game.due(table.state)[0].command, PaySuperBonus):
        refusal = table.perform(PaySuperBonus(), by)
    return refusal or table.perform(rounds.CollectCards(), by)


def _reading(name: str, value: Any) -> Any:
    return lambda it: {"readings": {name: value}}


def _area_cards(it: Given, table: Table) -> Clauses:
    hands = {each.hand: each.cards for each in table.area_seen_by(ONLOOKER, it.area).hands}
    shown = hands.get(it.number or 1, ())
    same(f"on area {it.area}", " ".join(it.cards or ()) or "no cards", " ".join(shown) or "no cards")
    return table.cited()


def _total(it: Given, table: Table) -> Clauses:
    hands = {each.hand: each.total for each in table.area_seen_by(ONLOOKER, it.area).hands}
    same(f"the total of area {it.area}", it.text, hands.get(it.number or 1, ""))
    return table.cited()


def _dealer_total(it: Given, table: Table) -> Clauses:
    same("the dealer's total", it.text, table.seen_by(ONLOOKER).dealer.total)
    return table.cited()


def _caller(it: Given, table: Table) -> Clauses:
    same(f"the caller of area {it.area}", it.player.name, table.area_seen_by(ONLOOKER, it.area).caller or "nobody")
    return table.cited()


def _per(it: Given, table: Table) -> Clauses:
    sign = table.seen_by(ONLOOKER).sign
    same("limits", it.text, sign.per)
    return (*table.cited(), *sign.under["limits"])


def _held(it: Given, table: Table) -> Clauses:
    seen = {each.player: each for each in table.seen_by(it.who).held_to_least}
    if it.player.name not in seen:
        raise Broken(f"{it.who.name} sees no limit of {it.player.name}")
    return (*table.cited(), seen[it.player.name].under)


def _not_held(it: Given, table: Table) -> Clauses:
    if it.player.name in {each.player for each in table.seen_by(it.who).held_to_least}:
        raise Broken(f"{it.who.name} sees a limit of {it.player.name}")
    return table.cited()


def _dealer_cards(it: Given, table: Table) -> Clauses:
    shown = table.state.cards_of(DEALERS)
    same("before the dealer", " ".join(it.cards or ()) or "no cards", " ".join(shown) or "no cards")
    return table.cited()


SETTINGS = (
    *(
        Setting(written, f"The version played: {written}.", lambda it, variant=variant: {"variant": variant})  # type: ignore[misc]
        for written, variant in (
            ("crown blackjack", Variant.CROWN),
            ("vegas blackjack", Variant.VEGAS),
            ("crown pontoon", Variant.PONTOON),
            ("pontoon pandemonium", Variant.PANDEMONIUM),
        )
    ),
    Setting("<number> decks", "How many decks.", lambda it: {"decks": it.number}),
    Setting("shoe", "Cards come from a shoe, as they do when nothing is said.", lambda it: {"device": Device.SHOE}),
    Setting(
        "shuffling shoe",
        "Cards come from an automatic shuffling and dealing shoe.",
        lambda it: {"device": Device.MACHINE},
    ),
    Setting(
        "cutting card <number> from the back",
        "Where the dealer puts the cutting card.",
        lambda it: {"cutting_card_behind": it.number},
    ),
    Setting("cards face down", "Players' first two cards come face down.", lambda it: {"face_down": True}),
    Setting("magnificent sevens version <number>", "Magnificent Sevens is offered.", lambda it: {"sevens": it.number}),
    Setting("perfect pairs", "Perfect Pairs is offered.", lambda it: {"pairs": True}),
    Setting("pay table <number>", "The pay table of the jackpot button.", lambda it: {"pandemonium": it.number}),
    Setting("drawn 21 ties blackjack", "The other reading of ruling 30.", _reading("blackjack_beats_21", False)),
    Setting("one original wager in all", "The other reading of ruling 31.", _reading("busts_lost_to_blackjack", False)),
    Setting("all bust hands are lost", "The other reading of ruling 47.", _reading("all_bust_lost", True)),
    Setting("soft 19 and 20 may double", "The other reading of ruling 33.", _reading("doubles_soft_19_20", True)),
    Setting(
        "side stake stays", "The other reading of ruling 40 on prizes.", _reading("pandemonium_stake_returns", False)
    ),
    Setting(
        "failure returns stakes", "The other reading of ruling 40 on failures.", _reading("failure_pays_lowest", False)
    ),
    Setting(
        "unfunded split chooses",
        "Another reading of ruling 42 on splits.",
        _reading("unfunded_split", Unfunded.CHOOSES),
    ),
    Setting(
        "unfunded split follows",
        "Another reading of ruling 42 on splits.",
        _reading("unfunded_split", Unfunded.MUST_FOLLOW),
    ),
    Setting(
        "surrender binds all",
        "Another reading of ruling 42 on surrender.",
        _reading("surrender", Surrendered.BINDS_ALL),
    ),
    Setting(
        "surrender passes control",
        "Another reading of ruling 42 on surrender.",
        _reading("surrender", Surrendered.CONTROL_PASSES),
    ),
    Setting(
        "insurance excludes even money",
        "The other reading of ruling 43.",
        _reading("even_money_after_insurance", False),
    ),
    Setting("limits by wager", "The other reading of ruling 44.", _reading("limits_by_wager", True)),
    Setting("surrender rounds down", "The other reading of ruling 45.", _reading("surrender_rounded_up", False)),
    Setting("resplit hand served last", "The other reading of ruling 46.", _reading("resplit_served_last", True)),
    Setting(
        "no bonus after splitting sevens",
        "The other reading of ruling 48.",
        _reading("bonus_after_unsuited_split", False),
    ),
)

PLAY = Chapter(
    "The round",
    (
        Direction(
            "deal <cards> [by <by:who>]",
            "Closes bets if they are open, then deals these cards to the hands due, one by one; what the dealer "
            "settles before a card is settled.",
            _deal,
        ),
        Direction(
            "settle [by <by:who>]",
            "Settles what is left: naturals and hands of 21, the losers, every area; and collects the cards.",
            _settle,
        ),
        Act("<who> closes bets", "No more bets.", lambda it, table: rounds.AnnounceNoMoreBets()),
        Act(
            "<who> deals <card>",
            "Deals this card to the hand due.",
            lambda it, table: dealing.DealCard(card=table.card_out(it.card)),
        ),
        Act(
            "<who> settles area <area> in the interim",
            "Settles what the first cards of an area decide.",
            lambda it, table: settle.SettleInterim(area=it.area),
        ),
        Act(
            "<who> pays 21 on area <area> [hand <number>]",
            "Pays a hand of 21.",
            lambda it, table: settle.PayTwentyOne(area=it.area, hand=it.number or 1),
        ),
        Act(
            "<who> settles magnificent sevens on area <area>",
            "Settles that side bet.",
            lambda it, table: settle.SettleSevens(area=it.area),
        ),
        Act(
            "<who> collects the insurance",
            "Takes up insurance that the second card has lost.",
            lambda it, table: settle.CollectInsurance(),
        ),
        *CORRECTIONS,
        CORRECT_DISCARD,
        Act("<who> clears losers", "Takes up the losing wagers.", lambda it, table: settle.ClearLosers()),
        Act("<who> pays area <area>", "Pays an area's winners.", lambda it, table: settle.PayArea(area=it.area)),
        Act("<who> pays the super bonus", "Pays the Super Bonus.", lambda it, table: PaySuperBonus()),
        Act("<who> collects the cards", "Ends the round.", lambda it, table: rounds.CollectCards()),
    ),
)

BUTTON = Chapter(
    "The jackpot button",
    (
        Act(
            "<player> presses the button [and it shows <amount>] [by <by:who>]",
            "Presses the jackpot button; at a real table the prize for each dollar is entered.",
            lambda it, table: pandemonium.PressButton(prize=_prize(it), player=it.represented),
        ),
        Act(
            "<player> lets <nominee:player> press [by <by:who>]",
            "Has someone else press the button.",
            lambda it, table: pandemonium.NominatePresser(nominee=it.nominee.name, player=it.represented),
        ),
        Act(
            "<player> takes the prize [by <by:who>]",
            "Takes what came up without being called for.",
            lambda it, table: pandemonium.AcceptPrize(player=it.represented),
        ),
        Act(
            "<who> presses the button for <player> [and it shows <amount>]",
            "Presses for a player who does not decide.",
            lambda it, table: pandemonium.PressButton(prize=_prize(it), player=it.player.name, undecided=True),
        ),
        Act(
            "<who> reports the button pressed [showing <amount>] because <text>",
            "The button went off otherwise.",
            lambda it, table: pandemonium.ReportPress(prize=_prize(it), why=it.text),
        ),
        Act(
            "<who> reports the button pressed by <player> without the side bet [showing <amount>] because <text>",
            "Someone with a Pontoon and no side bet pressed it.",
            lambda it, table: pandemonium.ReportPress(prize=_prize(it), why=it.text, without_wager=it.player.name),
        ),
        Act(
            "<who> corrects the prize of <player> on area <area> to <amount>",
            "Puts right a prize that was entered wrongly.",
            lambda it, table: prizes_put_right.CorrectPrize(
                area=it.area, player=it.player.name, prize=it.amount // 100
            ),
        ),
        Act(
            "<who> reports the button failed because <text>",
            "The electronics are down.",
            lambda it, table: pandemonium.ReportButtonFailure(why=it.text),
        ),
        Act("<who> restores the button", "The electronics work again.", lambda it, table: pandemonium.RestoreButton()),
    ),
)


def _prize(it: Given) -> int | None:
    return None if it.amount is None else it.amount // 100


DECISIONS = Chapter(
    "What players decide",
    (
        Act(
            "<player> insures [area <area>] [for <amount>] [by <by:who>]",
            "Insures against a card of ten, for half the wager unless less is said.",
            lambda it, table: early.Insure(area=_own_area(it, table), cents=it.amount, player=it.represented),
        ),
        Act(
            "<player> takes even money [on area <area>] [by <by:who>]",
            "Has a natural paid at even money.",
            lambda it, table: early.TakeEvenMoney(area=_own_area(it, table), player=it.represented),
        ),
        Act(
            "<player> surrenders [area <area>] [by <by:who>]",
            "Gives up half the wager.",
            lambda it, table: early.Surrender(area=_own_area(it, table), player=it.represented),
        ),
        Act(
            "<player> goes on [by <by:who>]",
            "Lets the early choices go by.",
            lambda it, table: early.GoOn(player=it.represented),
        ),
        Act(
            "<player> stands [by <by:who>]",
            "Takes no further card.",
            lambda it, table: choices.Stand(player=it.represented),
        ),
        Act("<player> draws [by <by:who>]", "Asks for a card.", lambda it, table: choices.Draw(player=it.represented)),
        Act(
            "<player> doubles [for <amount>] [by <by:who>]",
            "Doubles, or adds less.",
            lambda it, table: choices.Double(cents=it.amount, player=it.represented),
        ),
        Act(
            "<player> splits [by <by:who>]",
            "Makes two hands of one.",
            lambda it, table: choices.Split(player=it.represented),
        ),
        Act(
            "<player> goes along [for <amount>] [by <by:who>]",
            "Doubles or splits with the caller of a shared area.",
            lambda it, table: sharing.GoAlong(cents=it.amount, player=it.represented),
        ),
        Act(
            "<player> stays out [by <by:who>]",
            "Leaves the wager on a shared area as it is.",
            lambda it, table: sharing.StayOut(player=it.represented),
        ),
        Act(
            "<player> stays out on the new hand [by <by:who>]",
            "Moves the wager to the hand that a split has made.",
            lambda it, table: sharing.StayOut(second=True, player=it.represented),
        ),
        Act(
            "<player> rescues area <area> [hand <number>] [by <by:who>]",
            "Withdraws a double.",
            lambda it, table: rescue.Rescue(area=it.area, hand=it.number or 1, player=it.represented),
        ),
        Act(
            "<player> keeps the double on area <area> [hand <number>] [by <by:who>]",
            "Plays a doubled hand.",
            lambda it, table: rescue.KeepDouble(area=it.area, hand=it.number or 1, player=it.represented),
        ),
        Act(
            "<who> asks for the hand to be directed",
            "The dealer's word that a player was waited for and does not act.",
            lambda it, table: directing.AskForDirection(),
        ),
        Act(
            "<who> asks for the hand to be directed as the player is not there",
            "The same where the player has gone away.",
            lambda it, table: directing.AskForDirection(absent=True),
        ),
        Act(
            "<who> directs the hand",
            "Has a silent player's hand played as the book directs.",
            lambda it, table: directing.DirectHand(),
        ),
    ),
)


def _own_area(it: Given, table: Table) -> int:
    """The area a line names, or the one its player has a wager on."""
    if it.area is not None:
        return int(it.area)
    mine = table.state.wagers_of(it.player.name)
    seat = table.state.people[it.player.name].seat if it.player.name in table.state.people else None
    return mine[0].area if mine else seat or 1


def _looks(it: Given, table: Table) -> Command:
    _entered(it, table)
    return face_down.LookAtHand(area=it.area)


def _entered(it: Given, table: Table) -> tuple[Card, ...]:
    """The faces of a covered hand: entered at a real table, at a virtual one the next to be drawn."""
    cards = tuple(it.cards or ())
    if table.is_real:
        return cards
    fresh = list(cards)
    for known in table.state.hand(it.area).faces:
        if known in fresh:
            fresh.remove(known)
    table.to_come += fresh
    return ()


FACE_DOWN = Chapter(
    "Cards dealt face down",
    (
        Act(
            "<who> approves dealing face down",
            "The Director's approval.",
            lambda it, table: face_down.ApproveFaceDown(),
        ),
        Act(
            "<who> deals a card face down",
            "The next of the players' first two cards.",
            lambda it, table: dealing.DealFaceDown(),
        ),
        Act(
            "<player> looks at area <area> [<cards>]",
            "Looks at the two cards of an area one calls on: these.",
            _looks,
        ),
        Act(
            "<who> turns up area <area> [<cards>]",
            "Turns a covered hand up; at a real table with what it shows.",
            lambda it, table: face_down.TurnUpHand(area=it.area, cards=_entered(it, table)),
        ),
        Direction(
            "deal face down to all [and <card> to the dealer]",
            "Closes bets if they are open and deals the whole initial deal, the players' cards face down.",
            _deal_down,
        ),
    ),
)

HELD = Chapter(
    "Callers, and players held to the least wager",
    (
        Act(
            "<who> notes that <player> calls on area <area>",
            "Names who decides for a shared area.",
            lambda it, table: callers.NoteCaller(area=it.area, player=it.player.name),
        ),
        Act(
            "<who> records that <text> was told of limiting <player>",
            "The Director's office is notified.",
            lambda it, table: restrictions.NotifyDirector(player=it.player.name, told=it.text),
        ),
        Act(
            "<who> limits <player> to the minimum because <text>",
            "One area, and there the least.",
            lambda it, table: restrictions.LimitPlayer(player=it.player.name, why=it.text),
        ),
        Act(
            "<who> restricts <player> to the minimum for this shoe because <text>",
            "The least, until the cards are shuffled.",
            lambda it, table: restrictions.RestrictForShoe(player=it.player.name, why=it.text),
        ),
        Act(
            "<who> lifts the limit of <player> because <text>",
            "Wagers like everyone again.",
            lambda it, table: restrictions.LiftLimit(player=it.player.name, why=it.text),
        ),
    ),
)

ON_SHOW = Chapter(
    "Expecting what is on show at this game",
    (
        CLOSING_FROM,
        Expectation("area <area> [hand <number>] cards <cards>", "The cards of a hand, in order.", _area_cards),
        Expectation("area <area> no cards", "An area without cards.", _area_cards),
        Expectation("area <area> [hand <number>] total <text>", "A total as the dealer announces it.", _total),
        Expectation("<who> to see <cards> on area <area>", "The cards of an area as someone sees them.", _sees),
        Expectation("<who> to see <number> backs on area <area>", "Cards of which someone sees the backs.", _sees),
        Expectation("dealer cards <cards>", "The dealer's cards, in order.", _dealer_cards),
        Expectation("dealer total <text>", "The dealer's total as it is announced.", _dealer_total),
        Expectation("caller of area <area> <player>", "Who decides for an area.", _caller),
        Expectation("limits <text>", "Of whom the sign asks its limits.", _per),
        Expectation("<who> to see a limit of <player>", "That a player is held to the least wager.", _held),
        Expectation("<who> to see no limit of <player>", "That this viewer sees no such thing.", _not_held),
    ),
)

VERSIONS = Chapter(
    "Versions of Magnificent Sevens",
    (
        Act(
            "<who> announces version <number> from <then:time>",
            "Puts up the notice of another version.",
            lambda it, table: versions.AnnounceVersion(version=it.number, effective_at=table.moment(it.then)),
        ),
        Act(
            "<who> changes to version <number>",
            "Changes the version at a closed table.",
            lambda it, table: versions.ChangeVersion(version=it.number),
        ),
        Act(
            "<who> declares the last tournament entry determined",
            "No entry that was won here is open any more.",
            lambda it, table: versions.DetermineLastEntry(),
        ),
    ),
)

ACTS = (
    SHARED_AREAS,
    CUT_AND_BURN,
    CLOSING_BY_TIME,
    FAULTS,
    PLAY,
    DECISIONS,
    FACE_DOWN,
    HELD,
    BUTTON,
    VERSIONS,
    HOUSE,
    TAKING_BACK,
    *ERRORS,
)
SHOWN = (ON_SHOW, ON_THE_HOUSE)
TABLE = HouseTable
