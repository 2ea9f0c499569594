"""Matchmaker's lines: the deal, the settlement, and its own irregularities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.cards import Card, Device
from croupier.games.matchmaker import irregularities, play, settle
from croupier.games.matchmaker.terms import Bet
from croupier.scripts.acts import CLOSING_BY_TIME, SHARED_AREAS, TAKING_BACK
from croupier.scripts.card_acts import CORRECT_DISCARD, CORRECTIONS, CUT_AND_BURN, FAULTS
from croupier.scripts.expectations import same
from croupier.scripts.forms import Act, Broken, Chapter, Direction, Expectation, Given, Setting
from croupier.scripts.kinds import Subject
from croupier.scripts.shown import CLOSING_FROM, ONLOOKER
from croupier.scripts.table import Table
from croupier.table import rounds
from croupier.table.by_area import unpaid_area
from croupier.table.contract import Clauses, Command, Refusal
from croupier.table.faults import ShowCuttingCard
from croupier.table.people import Join, Leave
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager

STAFF = {
    "dealer": "dealer",
    "supervisor": "game-supervisor",
    "pit boss": "pit-boss",
    "operator": "casino-operator",
    "director": "tournament-director",
    "commissioner": "regulator",
    "inspector": "regulator",
}
BETS = tuple(Bet)
DEALER = Subject("dealer", "dealer")
PASSER_BY = Subject("Passer-by")


def in_turn(commands: Iterable[Command], by: Subject, table: Table) -> Refusal | None:
    """Perform one command after another until one is refused."""
    return next((refusal for each in commands if (refusal := table.perform(each, by)) is not None), None)


def _deal(it: Given, table: Table) -> Refusal | None:
    by = it.by or DEALER
    if table.state.stage is Stage.BETTING:
        refusal = table.perform(rounds.AnnounceNoMoreBets(), by)
        if refusal is not None:
            return refusal
    listed: Iterable[Card | None] = _while_due(table) if it.cards is None else it.cards
    return in_turn((play.DealCard(card=table.card_out(card)) for card in listed), by, table)


def _deal_by_area(it: Given, table: Table) -> Refusal | None:
    """Each area's own cards, in the order in which the table deals."""
    by, left = it.by or DEALER, {area: list(cards) for area, cards in it.layout}
    if table.state.stage is Stage.BETTING:
        refusal = table.perform(rounds.AnnounceNoMoreBets(), by)
        if refusal is not None:
            return refusal
    while (due := table.game.engine.rules(table.state).spot_due(table.state)) is not None:
        cards = left.get(due.area)
        refusal = table.perform(play.DealCard(card=table.card_out(cards.pop(0) if cards else None)), by)
        if refusal is not None:
            return refusal
    if over := [f"{cards[0]} is listed for area {area}" for area, cards in left.items() if cards]:
        raise Broken(f"{over[0]}, but no card was dealt there for it")
    return None


def _while_due(table: Table) -> Iterator[None]:
    """Any card, and again while the deal goes on; once at least, so that the game may say why not."""
    yield None
    while (dues := table.game.due(table.state)) and isinstance(dues[0].command, play.DealCard):
        yield None


def _settle(it: Given, table: Table) -> Refusal | None:
    by = it.by or DEALER
    if table.state.stage is not Stage.PAYING:
        refusal = table.perform(settle.ClearLosers(), by)
        if refusal is not None:
            return refusal
    while (area := unpaid_area(table.state)) is not None:
        refusal = table.perform(settle.PayArea(area=area), by)
        if refusal is not None:
            return refusal
    return table.perform(rounds.CollectCards(), by)


def _play_on(it: Given, table: Table) -> Refusal | None:
    """Rounds of one area each, two cards a round, by a passer-by who then leaves."""
    low = min(limits.minimum for limits in table.state.limits.values())
    with table.silence():
        refusal = table.perform(Join(cents=low * table.state.shoe.size), PASSER_BY)
        while refusal is None and table.state.shoe.inside > it.number:
            refusal = table.perform(PlaceWager(area=1, bet=Bet.PAIR_MATCH, cents=low), PASSER_BY)
            while refusal is None and table.state.wagers:
                if isinstance(table.game.due(table.state)[0].command, ShowCuttingCard):
                    raise Broken(f"the cutting card comes first, {table.state.shoe.inside} cards from the end")
                table.perform_due()
        return refusal or table.perform(Leave(), PASSER_BY)


def _laid(it: Given) -> tuple[irregularities.Laid, ...]:
    return tuple(irregularities.Laid(area, cards) for area, cards in it.layout)


def _without_wagers(it: Given, table: Table) -> Command:
    cards: tuple[Card, ...] = it.cards
    if not table.is_real:
        table.to_come += cards
        cards = ()
    return irregularities.ReportDealtWithoutWagers(areas=it.areas, cards=cards)


def _area_cards(it: Given, table: Table) -> Clauses:
    shown = table.area_seen_by(ONLOOKER, it.area).cards
    same(f"on area {it.area}", " ".join(it.cards or ()) or "no cards", " ".join(shown) or "no cards")
    return table.cited()


SETTINGS = (
    Setting("<number> decks", "How many decks.", lambda it: {"decks": it.number}),
    Setting("shoe", "Cards come from a shoe, as they do when nothing is said.", lambda it: {"device": Device.SHOE}),
    Setting("machine", "Cards come from a shuffling machine.", lambda it: {"device": Device.MACHINE}),
    Setting(
        "cutting card <number> from the back",
        "Where the dealer puts the cutting card.",
        lambda it: {"cutting_card_behind": it.number},
    ),
    Setting(
        "miss match pays opposite pairs",
        "The other reading of ruling 11.",
        lambda it: {"miss_match_on_opposite_pairs": True},
    ),
)

PLAY = Chapter(
    "The round",
    (
        Direction(
            "deal [<cards>] [by <by:who>]",
            "Closes bets if they are open, then deals these cards to the areas due, one by one; where none is listed, "
            "any cards until every area has two.",
            _deal,
        ),
        Direction(
            "deal <layout> [by <by:who>]",
            "The same with each area's own cards, in whatever order they come: `deal 1: Th Ts, 2: 8h 8d`.",
            _deal_by_area,
        ),
        Direction(
            "settle [by <by:who>]",
            "Clears the losers, pays every area and collects the cards.",
            _settle,
        ),
        Direction(
            "play on until at most <number> cards are left",
            "A passer-by plays rounds of two cards until the shoe holds no more; they are not on record.",
            _play_on,
        ),
        Act("<who> closes bets", "No more bets.", lambda it, table: rounds.AnnounceNoMoreBets()),
        Act(
            "<who> deals a card",
            "Deals any card to the area due.",
            lambda it, table: play.DealCard(card=table.card_out(None)),
        ),
        Act(
            "<who> deals <card>",
            "Deals this card to the area due.",
            lambda it, table: play.DealCard(card=table.card_out(it.card)),
        ),
        Act(
            "<who> deals without entering a card",
            "Deals with no card entered.",
            lambda it, table: play.DealCard(),
        ),
        Act(
            "<who> enters <card>",
            "Deals with this card entered, as only a real table may.",
            lambda it, table: play.DealCard(card=it.card),
        ),
        *CORRECTIONS,
        CORRECT_DISCARD,
        Act("<who> clears losers", "Takes up the losing wagers.", lambda it, table: settle.ClearLosers()),
        Act("<who> pays area <area>", "Pays an area's winners.", lambda it, table: settle.PayArea(area=it.area)),
        Act("<who> collects the cards", "Ends the round.", lambda it, table: rounds.CollectCards()),
    ),
)

IRREGULARITIES = Chapter(
    "What goes wrong in the deal",
    (
        Act(
            "<who> misplaces a card on area <area> [<card>]",
            "A card goes to an area out of turn.",
            lambda it, table: irregularities.ReportMisplacedCard(area=it.area, card=table.card_out(it.card)),
        ),
        Act("<who> lets the cards lie", "Misplaced cards stay.", lambda it, table: irregularities.LetCardsLie()),
        Act(
            "<who> orders the hand rebuilt [because <text>]",
            "The cards are to be put right.",
            lambda it, table: irregularities.OrderReconstruction(why=it.text or ""),
        ),
        Act(
            "<who> rebuilds the hand",
            "Lays the cards again in the order they came.",
            lambda it, table: irregularities.ReconstructHand(),
        ),
        Act(
            "<who> rebuilds the hand as <layout>",
            "Lays the cards as the line says.",
            lambda it, table: irregularities.ReconstructHand(layout=_laid(it)),
        ),
        Act(
            "<who> rebuilds the first round",
            "The first card becomes the burn that was missed.",
            lambda it, table: irregularities.ReconstructFirstRound(),
        ),
        Act(
            "<who> deals <cards> to areas <areas> without wagers",
            "Cards go out though no one has wagered.",
            _without_wagers,
        ),
        Act(
            "<who> declares the round void",
            "Rules on such a round.",
            lambda it, table: irregularities.DeclareRoundVoid(),
        ),
        Act(
            "<who> burns the dealt cards",
            "Puts such cards away.",
            lambda it, table: irregularities.BurnDealtCards(),
        ),
    ),
)

ON_SHOW = Chapter(
    "Expecting what is on show at this game",
    (
        CLOSING_FROM,
        Expectation("area <area> cards <cards>", "The cards on an area, in order.", _area_cards),
        Expectation("area <area> no cards", "An area without cards.", _area_cards),
    ),
)

ACTS = (SHARED_AREAS, CUT_AND_BURN, CLOSING_BY_TIME, FAULTS, PLAY, IRREGULARITIES, TAKING_BACK)
SHOWN = (ON_SHOW,)
