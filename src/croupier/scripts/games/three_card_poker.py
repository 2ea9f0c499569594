"""Three Card Poker's lines: the deal face down, play or fold, the showing of hands, the settlement, and the jackpot."""

from __future__ import annotations

from typing import Any

from croupier.cards import Card, Device
from croupier.games.three_card_poker import jackpot, play, settle, tables
from croupier.games.three_card_poker.corrections import CorrectChoice, Noted
from croupier.games.three_card_poker.state import DEALER, JACKPOT
from croupier.games.three_card_poker.terms import ANTE_BONUS, PAIR_PLUS, Bet
from croupier.house import linked
from croupier.scripts import meters
from croupier.scripts.acts import TAKING_BACK, area_of
from croupier.scripts.card_acts import CORRECTIONS, CUT_DECK
from croupier.scripts.expectations import same
from croupier.scripts.face_down import FaceDownTable
from croupier.scripts.forms import Act, Broken, Chapter, Direction, Expectation, Given, Setting
from croupier.scripts.games.three_card_poker_errors import IN_THE_DEAL, WITH_A_HAND
from croupier.scripts.kinds import NUMBER, Subject, Words, choice
from croupier.scripts.meters import MeteredTable
from croupier.scripts.pattern import Kind
from croupier.scripts.shown import CLOSING_AFTER, COLOUR, ONLOOKER, deck_in_use, pays, sees
from croupier.scripts.table import Table
from croupier.table import care, closing_by_hands, dealer_cut, linked_jackpot, rounds
from croupier.table.contract import Clauses, Command, Refusal
from croupier.table.corrections import CorrectCard

STAFF = {
    "dealer": "dealer",
    "higher duties dealer": "tg-higher-duties-dealer",
    "area manager": "tg-area-manager",
    "manager": "tg-assistant-casino-manager",
    "assistant casino manager": "tg-assistant-casino-manager",
    "operator": "casino-operator",
    "director": "tournament-director",
    "inspector": "regulator",
}
BETS = tuple(Bet)
THE_DEALER = Subject("dealer", "dealer")
DEALING = (
    care.ShuffleCards,
    dealer_cut.CutDeck,
    rounds.AnnounceNoMoreBets,
    jackpot.RegisterJackpot,
    play.DealCard,
    play.CallPlayOrFold,
)
SETTLING = (
    play.ShowDealerHand,
    play.ShowJackpotCards,
    settle.PayAntes,
    settle.SettleArea,
    jackpot.RecordJackpotOutcome,
    rounds.CollectCards,
)


class PokerTable(FaceDownTable, MeteredTable):
    """A table whose cards lie face down, linked to a meter."""


def _poker(table: Table) -> PokerTable:
    assert isinstance(table, PokerTable)
    return table


def _deal(it: Given, table: Table, stop: tuple[type[Command], ...] = ()) -> Refusal | None:
    """Whatever the deal waits for, until the players are to choose."""
    by, started = it.by or THE_DEALER, False
    while True:
        dues = table.game.due(table.state)
        command = dues[0].command if dues else None
        if not isinstance(command, DEALING) or isinstance(command, stop):
            return None if started else table.perform(rounds.AnnounceNoMoreBets(), by)
        refusal = table.perform(command, by)
        if refusal is not None:
            return refusal
        started = True


def _deal_without_call(it: Given, table: Table) -> Refusal | None:
    return _deal(it, table, (play.CallPlayOrFold,))


def _settle(it: Given, table: Table) -> Refusal | None:
    """Whatever the settlement waits for, until the round is over or a manager has to determine prizes."""
    by, started = it.by or THE_DEALER, False
    while True:
        dues = table.game.due(table.state)
        command = dues[0].command if dues else None
        if not isinstance(command, SETTLING):
            return None if started else table.perform(play.ShowDealerHand(), by)
        refusal = table.perform(_with_faces(command, _poker(table)), by)
        if refusal is not None or isinstance(command, rounds.CollectCards):
            return refusal
        started = True


def _with_faces(command: Command, table: PokerTable) -> Command:
    match command:
        case settle.SettleArea():
            return settle.SettleArea(area=command.area, cards=table.faces(command.area, None))
        case play.ShowDealerHand():
            return play.ShowDealerHand(cards=table.faces(DEALER, None))
        case play.ShowJackpotCards():
            return play.ShowJackpotCards(cards=table.faces(JACKPOT, None))
        case _:
            return command


def _hand_at(it: Given, table: Table) -> None:
    _poker(table).noted[it.place] = it.cards


def _jackpot_cards(it: Given, table: Table) -> Refusal | None:
    command = play.ShowJackpotCards(cards=_poker(table).faces(JACKPOT, it.cards))
    return table.perform(command, it.by or THE_DEALER)


def _look(it: Given, table: Table) -> Command:
    person = table.state.people.get(it.player.name)
    if person is not None and person.seat is not None:
        _poker(table).looked_at(person.seat, it.cards)
    return play.LookAtHand()


def _deal_set(it: Given, table: Table) -> Command:
    due = table.game.engine.rules(table.state).spot_due(table.state)
    if table.state.shoe.device is not Device.SHUFFLER or (due is not None and due.area == JACKPOT):
        raise Broken("no set comes here but a single card: write “deals a card”")
    return play.DealCard()


def _play_pair_plus(it: Given, table: Table) -> Command:
    area = area_of(it, table)
    if table.state.wager(area, Bet.ANTE) is not None:
        raise Broken(f"an Ante lies at {area}: write “{it.player.name} folds but keeps pair plus”")
    return play.FoldHand(area=area, keep_pair_plus=True, player=it.represented)


def _confirm(it: Given, table: Table) -> Command:
    poker = _poker(table)
    name = poker.named(meters.THIS_TABLE)
    due = linked.prizes_due(poker.meter_of(name), name)
    return linked_jackpot.PayJackpotPrizes(prizes=() if isinstance(due, Refusal) else due)


def _seen(it: Given, table: Table) -> tuple[Card | None, ...]:
    view = table.seen_by(it.who or ONLOOKER)
    match it.place:
        case 0:
            hand = view.dealer
        case -1:
            hand = view.jackpot_cards
        case _:
            hand = table.area_seen_by(it.who or ONLOOKER, it.place).hand
    cards: tuple[Card | None, ...] = hand.cards
    return cards


def _sees(it: Given, table: Table) -> Clauses:
    return sees(it, _seen(it, table), table)


def _tables(it: Given, table: Table) -> Clauses:
    sign = table.seen_by(ONLOOKER).sign
    wanted = f"ante bonus {it.bonus}, pair plus {it.pairs}"
    same("sign", wanted, f"ante bonus {sign.ante_bonus}, pair plus {sign.pair_plus}")
    return table.cited()


def _read_place(words: Words, place: int) -> tuple[int, int] | None:
    pair = " ".join(word.text for word in words[place : place + 2])
    if pair in _PLACES:
        return _PLACES[pair], place + 2
    return NUMBER.read(words, place)


def _write_place(value: Any) -> str | None:
    return next((text for text, place in _PLACES.items() if place == value), None) or NUMBER.write(value)


_PLACES = {"the dealer": DEALER, "the jackpot": JACKPOT}

TABLE = PokerTable
EVENTS = meters.EVENTS
KINDS = {
    **meters.KINDS,
    "bonus": choice("a table of Ante Bonus: A, B or C", {name: name for name in ANTE_BONUS}),
    "colour": COLOUR,
    "pairs": choice("a table of Pair Plus: A to F", {name: name for name in PAIR_PLUS}),
    "place": Kind("an area's number, the dealer or the jackpot", _read_place, _write_place),
}

SETTINGS = (
    Setting(
        "hand shoe",
        "Cards come one by one from a hand-held shoe; so it is when nothing is said.",
        lambda it: {"device": Device.SHOE},
    ),
    Setting("shuffling shoe", "A shuffling shoe gives sets of three.", lambda it: {"device": Device.SHUFFLER}),
    Setting(
        "machine", "Cards come from a machine, which this book does not know.", lambda it: {"device": Device.MACHINE}
    ),
    Setting("ante bonus <bonus>", "The table that Ante Bonus pays by.", lambda it: {"ante_bonus": it.bonus}),
    Setting("pair plus <pairs>", "The table that Pair Plus pays by.", lambda it: {"pair_plus": it.pairs}),
    Setting(
        "jackpot <price:amount> [option <option:number>] [seed <seed:number>] [meter <exact>]",
        "Jackpot wagers at this price, and the meter the table is linked to: option 1, seed 10000, at its seed, "
        "unless the line says otherwise.",
        lambda it: {
            "jackpot_price": it.price,
            "jackpot_option": it.option or 1,
            "meter": (it.seed or 10_000, None if it.exact is None else it.exact[0]),
        },
    ),
    Setting(
        "jackpot <price:amount> [option <option:number>] without a meter",
        "Jackpot wagers at this price at a table that no meter has yet.",
        lambda it: {"jackpot_price": it.price, "jackpot_option": it.option or 1},
    ),
    Setting(
        "percentages as printed",
        "The other reading of ruling 53: prizes that the meter pays together go by the percentages of the book.",
        lambda it: {"as_printed": True},
    ),
)

DECK = Chapter(
    "The deck",
    (
        CUT_DECK,
        Act(
            "<who> gives notice of closing",
            "Tells the players that the table closes after three more hands.",
            lambda it, table: closing_by_hands.GiveClosingNotice(),
        ),
        Act(
            "<who> changes the pay tables to ante bonus <bonus> and pair plus <pairs>",
            "Pays by other tables from the next round on.",
            lambda it, table: tables.ChangePayTables(ante_bonus=it.bonus, pair_plus=it.pairs),
        ),
    ),
)

PLAY = Chapter(
    "The round",
    (
        Direction(
            "deal [by <by:who>]",
            "Shuffles and cuts if that is due, closes bets, registers Jackpot wagers, deals every card and calls "
            "“play or fold”.",
            _deal,
        ),
        Direction("deal without the call [by <by:who>]", "The same up to the last card.", _deal_without_call),
        Direction(
            "hand at <place> <cards>",
            "Notes which cards these will be when they are turned up; nothing happens yet.",
            _hand_at,
        ),
        Direction("jackpot cards <cards> [by <by:who>]", "The dealer turns up the Jackpot Cards.", _jackpot_cards),
        Direction(
            "settle [by <by:who>]",
            "Shows what is still face down, settles every hand from the dealer's right, records the outcome of the "
            "jackpot and collects the cards, unless a manager has to determine a prize first.",
            _settle,
        ),
        Act("<who> closes bets", "No more bets.", lambda it, table: rounds.AnnounceNoMoreBets()),
        Act("<who> deals a card", "Deals what is due: a card, or a set of three.", lambda it, table: play.DealCard()),
        Act("<who> deals a set", "Deals the set of three that is due from a shuffling shoe.", _deal_set),
        Act("<who> calls play or fold", "The players may choose.", lambda it, table: play.CallPlayOrFold()),
        Act("<player> looks [<cards>]", "Looks at the hand of the own seat: these cards.", _look),
        Act(
            "<player> plays [at <area>]",
            "Stays in with as much as the Ante.",
            lambda it, table: play.PlayHand(area=area_of(it, table), player=it.represented),
        ),
        Act(
            "<player> plays pair plus alone [at <area>]",
            "Lays the hand down without a wager, there being no Ante.",
            _play_pair_plus,
        ),
        Act(
            "<player> folds [at <area>]",
            "Gives the hand up.",
            lambda it, table: play.FoldHand(area=area_of(it, table), player=it.represented),
        ),
        Act(
            "<player> folds but keeps pair plus [at <area>]",
            "Gives up the Ante and stays in for Pair Plus.",
            lambda it, table: play.FoldHand(area=area_of(it, table), keep_pair_plus=True, player=it.represented),
        ),
        Act(
            "<who> shows <cards>",
            "Turns up the dealer's hand.",
            lambda it, table: play.ShowDealerHand(cards=_poker(table).faces(DEALER, it.cards)),
        ),
        Act(
            "<who> shows the hand",
            "Turns up the dealer's hand, as noted or whatever it is.",
            lambda it, table: play.ShowDealerHand(cards=_poker(table).faces(DEALER, None)),
        ),
        Act(
            "<who> shows the jackpot cards [<cards>]",
            "Turns up the Jackpot Cards.",
            lambda it, table: play.ShowJackpotCards(cards=_poker(table).faces(JACKPOT, it.cards)),
        ),
        Act("<who> pays the antes", "Pays them when the dealer has no hand.", lambda it, table: settle.PayAntes()),
        Act(
            "<who> settles area <area> [<cards>]",
            "Turns up a hand and pays or takes its wagers.",
            lambda it, table: settle.SettleArea(area=it.area, cards=_poker(table).faces(it.area, it.cards)),
        ),
        Act("<who> collects the cards", "Ends the round.", lambda it, table: rounds.CollectCards()),
        Act(
            "<who> forfeits the wagers of <player>",
            "Takes the wagers of a player who spoke of the cards or exchanged them.",
            lambda it, table: tables.ForfeitWagers(player=it.player.name),
        ),
    ),
)

PUT_RIGHT = Chapter(
    "What was noted wrongly",
    (
        *CORRECTIONS,
        Act(
            "<who> corrects card <nth:number> of <place> to <card>",
            "The same for the dealer's hand and the Jackpot Cards.",
            lambda it, table: CorrectCard(area=it.place, nth=it.nth, card=it.card),
        ),
        *(
            Act(
                f"<who> corrects area <area> to {choice.value}",
                f"In fact the player {told}.",
                lambda it, table, choice=choice: CorrectChoice(area=it.area, choice=choice),  # type: ignore[misc]
            )
            for choice, told in {
                Noted.PLAY: "played",
                Noted.FOLD: "folded",
                Noted.KEEP_PAIR_PLUS: "folded the Ante alone",
                Noted.NOT_CHOSEN: "had not chosen yet",
            }.items()
        ),
    ),
)

JACKPOTS = Chapter(
    "The jackpot at the table",
    (
        Act(
            "<who> registers the jackpot wagers",
            "Starts the jackpot game on the meter.",
            lambda it, table: jackpot.RegisterJackpot(),
        ),
        Act(
            "<who> cancels the jackpot game",
            "Undoes a game that was started wrongly.",
            lambda it, table: jackpot.CancelJackpotGame(),
        ),
        Act(
            "<who> records the jackpot outcome",
            "Tells the meter how the round came out.",
            lambda it, table: jackpot.RecordJackpotOutcome(),
        ),
        Act("<who> confirms the jackpot", "Determines and pays the prizes that the meter holds.", _confirm),
        Act(
            "<who> confirms a jackpot of <prizes>",
            "Names the prizes; they must be those that the meter holds.",
            lambda it, table: linked_jackpot.PayJackpotPrizes(prizes=it.prizes),
        ),
        Act(
            "<who> rejects the jackpot because <text>",
            "Determines that there is no prize.",
            lambda it, table: linked_jackpot.RejectJackpotPrizes(why=it.text),
        ),
        Act(
            "<who> reports the jackpot equipment down because <text>",
            "The equipment does not work.",
            lambda it, table: jackpot.ReportEquipmentDown(what=it.text),
        ),
        Act(
            "<who> arranges <text> instead of the equipment",
            "Jackpot wagers are taken by hand.",
            lambda it, table: jackpot.ArrangeManually(how=it.text),
        ),
        Act(
            "<who> restores the jackpot equipment",
            "The equipment works again.",
            lambda it, table: jackpot.RestoreEquipment(),
        ),
    ),
)

ON_SHOW = Chapter(
    "Expecting what is on show at this game",
    (
        CLOSING_AFTER,
        Expectation(
            "<who> sees <cards> at <place>",
            "The faces that this person may see there; an Onlooker is shown what everyone is.",
            _sees,
        ),
        Expectation("<who> sees <number> backs at <place>", "Cards there lie face down for this person.", _sees),
        Expectation("<who> sees no cards at <place>", "Nothing lies there.", _sees),
        Expectation("sign ante bonus <bonus> and pair plus <pairs>", "The pay tables in force.", _tables),
        Expectation(
            "sign <what:text> pays <odds:text> on <hand:text>",
            "A line of a pay table: “ante bonus”, “pair plus” or “jackpot”.",
            pays,
        ),
        Expectation("the <colour> deck", "The deck in use at a shuffling shoe.", deck_in_use),
    ),
)

ACTS = (DECK, PLAY, PUT_RIGHT, JACKPOTS, meters.METERS, IN_THE_DEAL, WITH_A_HAND, TAKING_BACK)
SHOWN = (ON_SHOW, meters.ON_METERS)
