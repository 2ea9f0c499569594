"""Matchmaker's lines: the deal, the settlement, and its own irregularities."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.cards import Card
from croupier.games.matchmaker import irregularities, play, settle
from croupier.games.matchmaker.terms import Bet
from croupier.money import dollars
from croupier.scripts.expectations import same
from croupier.scripts.forms import Act, Broken, Chapter, Direction, Expectation, Given, Setting
from croupier.scripts.kinds import Subject
from croupier.scripts.table import Table, clock
from croupier.table import retracting, rounds
from croupier.table.contract import Clauses, Command, Refusal
from croupier.table.faults import ShowCuttingCard
from croupier.table.people import Join, Leave
from croupier.table.state import Notice, NoticeKind, Stage
from croupier.table.wagers import PlaceWager

STAFF = {
    "dealer": "dealer",
    "supervisor": "game-supervisor",
    "pit boss": "pit-boss",
    "operator": "casino-operator",
    "director": "tournament-director",
    "inspector": "regulator",
}
BETS = tuple(Bet)
DEALER = Subject("dealer", "dealer")
ONLOOKER = Subject("Onlooker")
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
    return in_turn((play.DealCard(card=table.card_out(card)) for card in it.cards), by, table)


def _settle(it: Given, table: Table) -> Refusal | None:
    by = it.by or DEALER
    if table.state.stage is not Stage.PAYING:
        refusal = table.perform(settle.ClearLosers(), by)
        if refusal is not None:
            return refusal
    while (area := settle.unpaid_area(table.state)) is not None:
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
    shown = table.seen_by(ONLOOKER).areas[it.area - 1].cards
    same(f"on area {it.area}", " ".join(it.cards or ()) or "no cards", " ".join(shown) or "no cards")
    return table.cited()


def _sign(it: Given, table: Table) -> Clauses:
    shown = table.seen_by(ONLOOKER).sign.limits[it.bet]
    step = f" in steps of {dollars(shown.step)}" if it.step else ""
    was = f"{dollars(shown.minimum)} to {dollars(shown.maximum)}{step}"
    wanted = f"{dollars(it.low)} to {dollars(it.high)}" + (f" in steps of {dollars(it.step)}" if it.step else "")
    same(f"sign {it.bet}", wanted, was)
    return table.cited()


def _notices(table: Table) -> str:
    def told(notice: Notice) -> str:
        what = f"{notice.bet} {dollars(notice.minimum)}" if notice.kind is NoticeKind.MINIMUM else "closing"
        return f"{what} from {clock(notice.effective_at)}"

    return ", ".join(told(each) for each in table.seen_by(ONLOOKER).sign.notices) or "none"


def _notice(wanted: str, table: Table) -> Clauses:
    shown = _notices(table)
    if wanted not in shown.split(", "):
        raise Broken(f"expected notice {wanted}, was {shown}")
    return table.cited()


def _minimum_notice(it: Given, table: Table) -> Clauses:
    return _notice(f"{it.bet} {dollars(it.amount)} from {clock(it.then)}", table)


def _closing_notice(it: Given, table: Table) -> Clauses:
    return _notice(f"closing from {clock(it.then)}", table)


def _no_notice(it: Given, table: Table) -> Clauses:
    same("notice", "none", _notices(table))
    return table.cited()


def _marker(it: Given, table: Table) -> Clauses:
    same(f"marker at {it.area}", True, table.seen_by(ONLOOKER).areas[it.area - 1].marker is not None)
    return table.cited()


def _no_marker(it: Given, table: Table) -> Clauses:
    same(f"marker at {it.area}", False, table.seen_by(ONLOOKER).areas[it.area - 1].marker is not None)
    return table.cited()


SETTINGS = (
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
            "deal <cards> [by <by:who>]",
            "Closes bets if they are open, then deals these cards to the areas due, one by one.",
            _deal,
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
        Act(
            "<who> corrects card <nth:number> on area <area> to <card>",
            "Puts right a card that was entered wrongly.",
            lambda it, table: play.CorrectCard(area=it.area, nth=it.nth, card=it.card),
        ),
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
            "<player> retracts",
            "Takes the wagers back before the hand is rebuilt.",
            lambda it, table: retracting.RetractWagers(player=it.represented),
        ),
        Act(
            "<player> keeps the wagers",
            "Leaves them on.",
            lambda it, table: retracting.KeepWagers(player=it.represented),
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
    "Expecting what everyone is shown",
    (
        Expectation("area <area> cards <cards>", "The cards on an area, in order.", _area_cards),
        Expectation("area <area> no cards", "An area without cards.", _area_cards),
        Expectation(
            "sign <bet> <low:amount> to <high:amount> [in steps of <step:amount>]", "What the sign says.", _sign
        ),
        Expectation("notice <bet> <amount> from <then:time>", "A sign of a higher minimum.", _minimum_notice),
        Expectation("notice closing from <then:time>", "The closing sign.", _closing_notice),
        Expectation("no notice", "No timed sign is up.", _no_notice),
        Expectation("marker at <area>", "The marker of a personal limit lies there.", _marker),
        Expectation("no marker at <area>", "It does not.", _no_marker),
    ),
)

ACTS = (PLAY, IRREGULARITIES)
SHOWN = (ON_SHOW,)
