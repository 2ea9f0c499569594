"""Double Chance's lines: the deal face down, declare or discard, the settlement, the sixth cards, and the jackpot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.cards import Card, Device
from croupier.games.double_chance import operating, play, settle
from croupier.games.double_chance.corrections import CorrectChoice, Played
from croupier.games.double_chance.state import SIXTH
from croupier.games.double_chance.terms import JACKPOT_HANDS, Bet, Declared, Jackpot
from croupier.money import dollars
from croupier.scripts.acts import CLOSING_BY_TIME
from croupier.scripts.card_acts import CORRECTIONS, COUNT_DECK, CUT_DECK, ORDER_COUNT
from croupier.scripts.expectations import same
from croupier.scripts.face_down import FaceDownTable
from croupier.scripts.forms import Act, Broken, Chapter, Direction, Expectation, Given, Setting
from croupier.scripts.games.double_chance_errors import IN_THE_ROUND, THE_DEVICE
from croupier.scripts.games.double_chance_house import ON_SUSPICION, THE_HOUSE, UNDONE
from croupier.scripts.kinds import NUMBER, Subject, Words, by_name, choice, several
from croupier.scripts.pattern import Kind
from croupier.scripts.shown import CLOSING_FROM, COLOUR, ONLOOKER, deck_in_use, pays, sees
from croupier.scripts.table import Table
from croupier.table import care, dealer_cut, rounds
from croupier.table.contract import Clauses, Command, Refusal
from croupier.table.corrections import CorrectCard
from croupier.table.state import DisputeStage

STAFF = {
    "dealer": "dealer",
    "supervisor": "game-supervisor",
    "casino supervisor": "casino-supervisor",
    "operator": "casino-operator",
    "inspector": "regulator",
}
BETS = tuple(Bet)
THE_DEALER = Subject("dealer", "dealer")
DEALING = (care.ShuffleCards, dealer_cut.CutDeck, rounds.AnnounceNoMoreBets, play.DealCard)
SETTLING = (settle.TurnUpHand, settle.DealSixthCard, settle.TurnSixthCard, rounds.CollectCards)


def _face_down(table: Table) -> FaceDownTable:
    assert isinstance(table, FaceDownTable)
    return table


def _due(table: Table) -> Command | None:
    dues = table.game.due(table.state)
    return dues[0].command if dues else None


def _deal(it: Given, table: Table) -> Refusal | None:
    """Whatever the deal waits for, until the players are to choose."""
    by, started = it.by or THE_DEALER, False
    while True:
        command = _due(table)
        if not isinstance(command, DEALING):
            return None if started else table.perform(rounds.AnnounceNoMoreBets(), by)
        refusal = table.perform(command, by)
        if refusal is not None:
            return refusal
        started = True


def _settling(table: Table, sixths: Iterator[Card]) -> Iterator[Command]:
    """What the settlement waits for, one act after another, with the faces that are entered or come."""
    while isinstance(command := _due(table), SETTLING):
        match command:
            case settle.TurnUpHand(area=area):
                yield settle.TurnUpHand(area=area, cards=_face_down(table).faces(area, None))
            case settle.TurnSixthCard(area=area):
                yield settle.TurnSixthCard(area=area, card=table.card_out(next(sixths, None)))
            case _:
                yield command


def _settle(it: Given, table: Table) -> Refusal | None:
    by, started = it.by or THE_DEALER, False
    for command in _settling(table, iter(())):
        refusal = table.perform(command, by)
        if refusal is not None or isinstance(command, rounds.CollectCards):
            return refusal
        started = True
    return None if started else table.perform(rounds.CollectCards(), by)


def _sixth_cards(it: Given, table: Table) -> Refusal | None:
    """The settlement up to the last sixth card that the line names."""
    by, left = it.by or THE_DEALER, len(it.cards)
    for command in _settling(table, iter(it.cards)):
        if isinstance(command, rounds.CollectCards):
            break
        refusal = table.perform(command, by)
        left -= isinstance(command, settle.TurnSixthCard)
        if refusal is not None or not left:
            return refusal
    if left < len(it.cards):
        raise Broken(f"{it.cards[-left]} is listed, but no hand takes it as a sixth card")
    return table.perform(settle.DealSixthCard(), by)


def _hand_at(it: Given, table: Table) -> None:
    _face_down(table).noted[it.area] = it.cards


def _seat(it: Given, table: Table) -> int | None:
    person = table.state.people.get(it.player.name)
    return None if person is None else person.seat


def _pick_up(it: Given, table: Table) -> Command:
    seat = _seat(it, table)
    if table.is_real and it.cards:
        raise Broken("at a real table nobody enters what a player picks up")
    if seat is not None:
        _face_down(table).looked_at(seat, it.cards)
    return play.PickUpHand(player=it.represented)


def _deal_set(it: Given, table: Table) -> Command:
    if table.state.shoe.device is not Device.SHUFFLER:
        raise Broken("no set comes from a card shoe but a single card: write “deals a card”")
    return play.DealCard()


def _keep(it: Given, table: Table) -> Command:
    """All but these go; at a real table, where no faces are on record, these are noted for when they are shown."""
    seat = _seat(it, table)
    if seat is None:
        return play.DiscardCards(player=it.represented)
    hand = table.state.hand(seat)
    if not hand.faces:
        _face_down(table).note_if_done(seat, it.cards)
        return play.DiscardCards(number=hand.size - len(it.cards), player=it.represented)
    # Of cards that are not held the game is asked to take the same, which it refuses as it does at the table.
    strange = tuple(card for card in it.cards if card not in hand.faces)
    cards = strange or tuple(card for card in hand.faces if card not in it.cards)
    return play.DiscardCards(cards=cards, player=it.represented)


def _choice(it: Given, choice: Played) -> Command:
    return CorrectChoice(area=it.area, choice=choice, number=it.number or 0, cards=it.cards or ())


def _sees(it: Given, table: Table) -> Clauses:
    return sees(it, table.area_seen_by(it.who, it.area).hand.cards, table)


def _sees_discards(it: Given, table: Table) -> Clauses:
    return sees(it, table.area_seen_by(it.who, it.area).discards.cards, table)


def _sixth(it: Given, table: Table) -> str:
    sixth = table.area_seen_by(it.who, it.area).sixth
    return "none" if sixth is None else sixth.card or "a back"


def _sees_sixth(it: Given, table: Table) -> Clauses:
    same(f"{it.who.name} to see as sixth card", it.card or "a back", _sixth(it, table))
    return table.cited()


def _no_sixth(it: Given, table: Table) -> Clauses:
    same(f"{it.who.name} to see as sixth card", "none", _sixth(it, table))
    return table.cited()


def _payout(it: Given, table: Table) -> Clauses:
    cents = table.seen_by(ONLOOKER).sign.maximum_payout
    wanted, shown = ("none" if each is None else dollars(each) for each in (it.amount, cents))
    same("sign maximum payout", wanted, shown)
    return table.cited()


def _no_jackpot(it: Given, table: Table) -> Clauses:
    same("jackpot on the sign", None, table.seen_by(ONLOOKER).sign.jackpot)
    return table.cited()


def _absent(it: Given, table: Table) -> Clauses:
    same("absent when time runs out", True, table.seen_by(ONLOOKER).sign.absent_when_time_runs_out)
    return table.cited()


def _spares(it: Given, table: Table) -> Clauses:
    same("settled hands spared", True, table.seen_by(ONLOOKER).sign.exposed_sixth_spares_settled)
    return table.cited()


def _english(it: Given, table: Table) -> Clauses:
    same("English only on the sign", True, table.seen_by(ONLOOKER).sign.english_only)
    return table.cited()


def _any_language(it: Given, table: Table) -> Clauses:
    same("English only on the sign", False, table.seen_by(ONLOOKER).sign.english_only)
    return table.cited()


def _read_prizes(words: Words, place: int) -> tuple[dict[Declared, int], int] | None:
    read = _NUMBERS.read(words, place)
    if read is None or len(read[0]) > len(JACKPOT_HANDS):
        return None
    return dict(zip(JACKPOT_HANDS, read[0], strict=False)), read[1]


def _write_prizes(value: Any) -> str | None:
    """The odds in the order of the seven hands; those at the end may be missing."""
    if not isinstance(value, dict) or not value or list(value) != list(JACKPOT_HANDS[: len(value)]):
        return None
    return _NUMBERS.write(tuple(value.values()))


_NUMBERS = several("numbers", NUMBER)

TABLE = FaceDownTable
KINDS = {
    "colour": COLOUR,
    "device": choice(
        "a card shoe, another shuffling device or a machine",
        {"a card shoe": Device.SHOE, "another shuffling device": Device.SHUFFLER, "a machine": Device.MACHINE},
    ),
    "dispute_stage": by_name("open, ruled, under review, reviewed or finally decided", DisputeStage),
    "prizes": Kind(
        "odds to 1 for royal flush, straight flush, four of a kind, full house, flush, straight and dead hand",
        _read_prizes,
        _write_prizes,
        more=True,
    ),
}

SETTINGS = (
    Setting(
        "card shoe",
        "Cards come one by one from a card shoe; so it is when nothing is said.",
        lambda it: {"device": Device.SHOE},
    ),
    Setting(
        "shuffling device", "A shuffling device gives five cards at a time.", lambda it: {"device": Device.SHUFFLER}
    ),
    Setting(
        "machine", "Cards come from a machine, which this book does not know.", lambda it: {"device": Device.MACHINE}
    ),
    Setting(
        "absent when time runs out",
        "The other reading of ruling 25: whoever lets the time run out is absent.",
        lambda it: {"absent_when_time_runs_out": True},
    ),
    Setting(
        "exposed sixth card spares settled hands",
        "The other reading of ruling 26: only undecided wagers are void.",
        lambda it: {"exposed_sixth_spares_settled": True},
    ),
    Setting("maximum payout <amount>", "The most that a declared hand wins.", lambda it: {"maximum_payout": it.amount}),
    Setting(
        "jackpot <price:amount> paying <prizes>",
        "Jackpot wagers at this price, and the odds of the seven hands.",
        lambda it: {"jackpot": Jackpot(it.price, it.prizes)},
    ),
)

PLAY = Chapter(
    "The round",
    (
        CUT_DECK,
        Direction(
            "deal [by <by:who>]", "Shuffles and cuts if that is due, closes bets and deals five cards to each.", _deal
        ),
        Direction(
            "hand at <area> <cards>",
            "Notes which cards these will be when they are picked up, or entered; nothing happens yet.",
            _hand_at,
        ),
        Direction(
            "sixth cards <cards> [by <by:who>]",
            "Turns up every hand, deals the sixth cards and turns them up from the left: these. "
            "Where fewer are named, the rest stay face down.",
            _sixth_cards,
        ),
        Direction(
            "settle [by <by:who>]",
            "Does what is left: hands turned up, sixth cards dealt and turned up, the cards collected.",
            _settle,
        ),
        Act("<who> closes bets", "No more bets.", lambda it, table: rounds.AnnounceNoMoreBets()),
        Act("<who> deals a card", "Deals what is due: a card, or a set of five.", lambda it, table: play.DealCard()),
        Act("<who> deals a set", "Deals the set of five that is due from a shuffling device.", _deal_set),
        Act("<player> picks up [<cards>]", "Picks up the hand: these cards.", _pick_up),
        Act("<player> declares", "Keeps all five.", lambda it, table: play.DeclareHand(player=it.represented)),
        Act(
            "<player> discards <cards>",
            "Lays these on the discard line.",
            lambda it, table: play.DiscardCards(cards=it.cards, player=it.represented),
        ),
        Act(
            "<player> discards any <number>",
            "Lays so many there; of cards on record the last.",
            lambda it, table: play.DiscardCards(number=it.number, player=it.represented),
        ),
        Act("<player> keeps <cards>", "Discards all the others.", _keep),
        Act(
            "<who> turns up area <area> [<cards>]",
            "Shows what was kept, counts the discards and settles a declared hand.",
            lambda it, table: settle.TurnUpHand(area=it.area, cards=_face_down(table).faces(it.area, it.cards)),
        ),
        Act("<who> deals a sixth card", "Face down, where it is due.", lambda it, table: settle.DealSixthCard()),
        Act(
            "<who> turns up the sixth card of area <area> [<card>]",
            "Shows it and settles the hand.",
            lambda it, table: settle.TurnSixthCard(area=it.area, card=table.card_out(it.card)),
        ),
        Act("<who> collects the cards", "Ends the round.", lambda it, table: rounds.CollectCards()),
    ),
)

PUT_RIGHT = Chapter(
    "What was entered wrongly at a real table",
    (
        *CORRECTIONS,
        Act(
            "<who> corrects the sixth card of area <area> to <card>",
            "The same for a sixth card.",
            lambda it, table: CorrectCard(area=it.area, hand=SIXTH, nth=1, card=it.card),
        ),
        Act(
            "<who> corrects area <area> to declared [keeping <cards>]",
            "The player had declared; the cards where they lie face up.",
            lambda it, table: _choice(it, Played.DECLARED),
        ),
        Act(
            "<who> corrects area <area> to <number> discards [keeping <cards>]",
            "The player had discarded so many.",
            lambda it, table: _choice(it, Played.DISCARDED),
        ),
        Act(
            "<who> corrects area <area> to not chosen",
            "The player had not said anything yet.",
            lambda it, table: _choice(it, Played.NOT_CHOSEN),
        ),
        Act(
            "<who> corrects area <area> to not picked up",
            "The player had not even picked up the cards.",
            lambda it, table: _choice(it, Played.NOT_PICKED_UP),
        ),
    ),
)

SIGN = Chapter(
    "The sign",
    (
        Act(
            "<who> offers jackpot wagers at <amount> paying <prizes>",
            "Sets their price and the odds of the seven hands.",
            lambda it, table: operating.SetJackpot(price=it.amount, schedule=it.prizes),
        ),
        Act("<who> ends the jackpot", "Offers none any more.", lambda it, table: operating.SetJackpot()),
        Act(
            "<who> sets a maximum payout of <amount>",
            "Limits what a declared hand wins.",
            lambda it, table: operating.SetMaximumPayout(cents=it.amount),
        ),
        Act("<who> ends the maximum payout", "Lifts that.", lambda it, table: operating.SetMaximumPayout()),
    ),
)

COUNTS = Chapter("Counts of the deck", (ORDER_COUNT, COUNT_DECK))

ON_SHOW = Chapter(
    "Expecting what is on show at this game",
    (
        CLOSING_FROM,
        Expectation(
            "<who> sees <cards> at <area>",
            "The faces that this person may see there; an Onlooker is shown what everyone is.",
            _sees,
        ),
        Expectation("<who> sees <number> backs at <area>", "Cards there lie face down for this person.", _sees),
        Expectation("<who> sees no cards at <area>", "Nothing lies there.", _sees),
        Expectation("<who> sees <cards> on the line at <area>", "The same of the discard line.", _sees_discards),
        Expectation("<who> sees <number> backs on the line at <area>", "Discards face down.", _sees_discards),
        Expectation("<who> sees no cards on the line at <area>", "No discards.", _sees_discards),
        Expectation("<who> sees sixth card <card> at <area>", "A sixth card that is up.", _sees_sixth),
        Expectation("<who> sees a sixth card face down at <area>", "One that is not.", _sees_sixth),
        Expectation("<who> sees no sixth card at <area>", "None lies there.", _no_sixth),
        Expectation("sign maximum payout <amount>", "The notice of a maximum payout.", _payout),
        Expectation("sign no maximum payout", "There is none.", _payout),
        Expectation("sign no jackpot", "No Jackpot wagers are offered.", _no_jackpot),
        Expectation("sign absent when time runs out", "The terms say so.", _absent),
        Expectation("sign exposed sixth card spares settled hands", "The terms say so.", _spares),
        Expectation("sign English only", "The direction stands on the sign.", _english),
        Expectation("sign any language", "It does not.", _any_language),
        Expectation(
            "sign <what:text> pays <odds:text> on <hand:text>", "A line of a pay table: “declared” or “jackpot”.", pays
        ),
        Expectation("the <colour> deck", "The deck in use at a shuffling device.", deck_in_use),
    ),
)

ACTS = (PLAY, PUT_RIGHT, SIGN, COUNTS, THE_DEVICE, IN_THE_ROUND, ON_SUSPICION, UNDONE, THE_HOUSE, CLOSING_BY_TIME)
SHOWN = (ON_SHOW,)
