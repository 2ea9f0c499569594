"""Crown Poker's lines: its games and limits, the deal, what players do in turn, and how pots are won."""

from __future__ import annotations

from croupier.cards import Card
from croupier.games.crown_poker import (
    actions,
    blinds,
    bonus,
    changing,
    charging,
    dealing,
    discards,
    drawing,
    flop_chase,
    inspection,
    laying,
    offenders,
    out_of_turn,
    seating,
    showdown,
    straddling,
    time_bought,
    turning_up,
    waiting,
)
from croupier.games.crown_poker.state import Act as Early
from croupier.games.crown_poker.terms import Bet, LimitKind, Variant
from croupier.scripts.card_acts import CUT_DECK
from croupier.scripts.face_down import FaceDownTable
from croupier.scripts.forms import Act, Broken, Chapter, Direction, Given
from croupier.scripts.games import crown_poker_table
from croupier.scripts.games.crown_poker_errors import IN_THE_DEAL, ON_THE_BOARD, PUT_RIGHT
from croupier.scripts.games.crown_poker_shown import SHOWN
from croupier.scripts.games.crown_poker_table import SETTINGS, stood, terms_now
from croupier.scripts.kinds import Subject, by_name
from croupier.scripts.table import Table
from croupier.table import care, closing_by_hands, dealer_cut, one_deck, rounds
from croupier.table.accounts import ADVANCE, RACK
from croupier.table.contract import Command, Refusal

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
DEALING = (care.ShuffleCards, dealer_cut.CutDeck, blinds.BeginHand, dealing.DealHoleCards)


class PokerTable(FaceDownTable):
    """A table without a bank: what someone has put into pots not yet pushed is still theirs."""

    def worth(self, whose: str) -> int:
        """All a player has: chips, what lies in the pots, and what the wallet gained or gave."""
        chips, play = self.state.chips, self.state.play
        if whose == RACK:
            return int(chips.get(RACK, 0) + chips.get(ADVANCE, 0))
        holds = None if play is None or play.pots else play.of(whose)
        in_pots = 0 if holds is None else holds.put + holds.dead
        on_the_side = sum(flop_chase.worth(each) for each in self.state.wagers_of(whose))
        return int(self.state.stack(whose) + in_pots + on_the_side + chips.get(f"wallet:{whose}", 0))


def _poker(table: Table) -> PokerTable:
    assert isinstance(table, PokerTable)
    return table


def _run(it: Given, table: Table, kinds: tuple[type[Command], ...], first: Command) -> Refusal | None:
    """Whatever of these kinds is due, one after the other; the first of them where none is."""
    by, started = it.by or THE_DEALER, False
    while True:
        due = [each.command for each in table.game.due(table.state) if isinstance(each.command, kinds)]
        if not due:
            return None if started else table.perform(first, by)
        command = due[0]
        refusal = table.perform(command, by)
        if refusal is not None:
            return refusal
        started = True


def _deal(it: Given, table: Table) -> Refusal | None:
    return _run(it, table, DEALING, blinds.BeginHand())


def _begin(it: Given, table: Table) -> Refusal | None:
    return _run(it, table, DEALING[:-1], blinds.BeginHand())


def _street(it: Given, table: Table) -> Refusal | None:
    by, cards = it.by or THE_DEALER, it.cards or ()
    play = table.state.play
    if play is not None and not play.burned:
        refusal = table.perform(dealing.BurnCard(), by)
        if refusal is not None:
            return refusal
    return table.perform(_lay(it, table, cards), by)


def _lay(it: Given, table: Table, cards: tuple[Card, ...]) -> Command:
    if table.is_real:
        return dealing.DealCommunityCards(cards=cards)
    table.to_come += cards
    return dealing.DealCommunityCards()


def _seat_of(name: str, table: Table) -> int:
    person = table.state.people.get(name)
    if person is None or person.seat is None:
        raise Broken(f"{name} has no seat")
    return int(person.seat)


def _holds(it: Given, table: Table) -> None:
    _poker(table).noted[_seat_of(it.player.name, table)] = it.cards


def _looks(it: Given, table: Table) -> Command:
    _poker(table).looked_at(_seat_of(it.player.name, table), it.cards)
    return dealing.LookAtCards()


def _shows(it: Given, table: Table) -> Command:
    seat = _seat_of(it.player.name, table)
    return showdown.ShowHand(seat=seat, cards=_poker(table).faces(seat, it.cards), player=it.represented)


def _turns_up(it: Given, table: Table) -> Command:
    for each in turning_up.to_turn_up(table.state):
        _poker(table).faces(each.seat, None)
    return turning_up.TurnUpHands()


def _discards(it: Given, table: Table) -> Command:
    nth = it.number or 1
    if it.card is not None:
        cards = table.state.hand(_seat_of(it.player.name, table)).cards
        if it.card not in cards:
            raise Broken(f"{it.card} is not among the cards that {it.player.name} has seen")
        nth = cards.index(it.card) + 1
    return discards.Discard(nth=nth, player=it.represented)


def _bonus_cards(it: Given, table: Table) -> tuple[Card, ...]:
    return _poker(table).faces(it.seat, it.cards) if table.is_real else ()


def _show_down(it: Given, table: Table) -> Refusal | None:
    """Everyone shows in turn, the pots are pushed, and the cards taken up."""
    by = it.by or THE_DEALER
    while (play := table.state.play) is not None and play.to_show:
        who = play.at(play.to_show[0])
        command = showdown.ShowHand(seat=who.seat, cards=_poker(table).faces(who.seat, None), player=who.player)
        refusal = table.perform(command, Subject(who.player))
        if refusal is not None:
            return refusal
    return table.perform(showdown.PushPots(), by) or table.perform(rounds.CollectCards(), by)


def _draws(it: Given, table: Table) -> Command:
    names = tuple(each.name for each in it.players)
    if table.is_real:
        return drawing.DrawForSeat(seat=it.seat, players=names, cards=it.cards)
    table.to_come += it.cards
    return drawing.DrawForSeat(seat=it.seat, players=names)


def _all_in(it: Given, table: Table) -> Command:
    play = table.state.play
    holds = None if play is None else play.of(it.player.name)
    bet = 0 if holds is None else holds.bet
    stack = table.state.stack(it.player.name)
    if play is not None and stack + bet <= play.betting.level:
        return actions.CallBet(player=it.represented)
    return actions.Raise(to=stack + bet, player=it.represented)


TABLE = PokerTable
KINDS = {**crown_poker_table.KINDS, "game": by_name("a game of the book", Variant)}
DEAL = Chapter(
    "The deal",
    (
        Direction(
            "deal [by <by:who>]",
            "Shuffles and cuts if that is due, moves the button, has the blinds posted and deals the hole cards.",
            _deal,
        ),
        Direction("begin [by <by:who>]", "The same up to the blinds.", _begin),
        Direction(
            "<player> is dealt <cards>",
            "Notes which cards these will be when they are seen; nothing happens yet.",
            _holds,
        ),
        Direction("board <cards> [by <by:who>]", "Burns a card and deals these community cards.", _street),
        Direction(
            "show down [by <by:who>]",
            "Everyone shows in turn, the pots are pushed and the cards taken up.",
            _show_down,
        ),
        Act("<who> begins the hand", "Moves the button; blinds are posted.", lambda it, table: blinds.BeginHand()),
        Act(
            "<who> deals [<number>] hole cards",
            "Deals all hole cards, or so many.",
            lambda it, table: dealing.DealHoleCards(cards=it.number),
        ),
        CUT_DECK,
        Act("<who> burns a card", "Puts the top card aside.", lambda it, table: dealing.BurnCard()),
        Act(
            "<who> lays <cards>",
            "Deals these community cards.",
            lambda it, table: _lay(it, table, it.cards),
        ),
        Act(
            "<who> settles the side wagers",
            "Takes and pays what the flop has decided.",
            lambda it, table: flop_chase.SettleSideWagers(),
        ),
        Act(
            "<who> notes the bonus <text> at <seat:number> [with <cards>]",
            "Calls a higher duties dealer for a hand that has won a bonus prize.",
            lambda it, table: bonus.NotifyBonus(seat=it.seat, bonus=it.text, cards=_bonus_cards(it, table)),
        ),
        Act(
            "<who> verifies bonus <number>",
            "The hand has won its prize.",
            lambda it, table: bonus.VerifyBonus(number=it.number),
        ),
        Act(
            "<who> refuses bonus <number>",
            "The hand has not won it.",
            lambda it, table: bonus.VerifyBonus(number=it.number, holds=False),
        ),
        Act(
            "<who> hands over prize <number>",
            "Goods or services go to their winner.",
            lambda it, table: bonus.HandOverPrize(number=it.number),
        ),
        Act("<who> turns up the hands", "Those of all who are left, where nobody can bet any more.", _turns_up),
        Act("<who> pushes the pots", "The pots go to their winners.", lambda it, table: showdown.PushPots()),
        Act("<who> collects the cards", "Ends the hand.", lambda it, table: rounds.CollectCards()),
        Act(
            "<who> changes the commission to <percent> per cent [capped at <cap:amount>]",
            "Has a percentage of the pots taken.",
            lambda it, table: charging.ChangeCommission(per_mille=it.percent, cap=it.cap),
        ),
        Act(
            "<who> changes the commission to <amount> a hand or <larger:amount> from <number> players",
            "Has a fixed sum of the pots taken.",
            lambda it, table: charging.ChangeCommission(
                hand_fee=it.amount, larger_fee=it.larger, larger_from=it.number
            ),
        ),
        Act(
            "<who> changes the commission to <amount> a player",
            "Has a fee of each player taken before each hand.",
            lambda it, table: charging.ChangeCommission(person_fee=it.amount),
        ),
        Act(
            "<who> changes the commission to <amount> an hour",
            "Has each player charged for time.",
            lambda it, table: charging.ChangeCommission(hourly_fee=it.amount),
        ),
        Act(
            "<who> gives notice of closing",
            "Tells the players that the table closes after three more hands.",
            lambda it, table: closing_by_hands.GiveClosingNotice(),
        ),
        Act(
            "<who> announces <game>",
            "Another game after three more hands.",
            lambda it, table: changing.AnnounceChange(variant=it.game),
        ),
        Act(
            "<who> announces pot limit <amounts> [with blinds <blinds:amounts>]",
            "Pot limit after three more hands.",
            lambda it, table: changing.AnnounceChange(kind=LimitKind.POT, bets=it.amounts, blinds=it.blinds or ()),
        ),
        Act(
            "<who> announces blinds <amounts>",
            "Other blinds after three more hands.",
            lambda it, table: changing.AnnounceChange(blinds=it.amounts),
        ),
        Act("<who> takes the change back", "Nothing changes.", lambda it, table: changing.CancelChange()),
        Act(
            "<who> goes on without the excluded player",
            "Checks or folds for them.",
            lambda it, table: offenders.PassOver(),
        ),
        Act("<who> takes no commission", "Has nothing taken.", lambda it, table: charging.ChangeCommission()),
        Act("<who> charges for time", "Takes the hourly fee.", lambda it, table: charging.ChargeTime()),
        Act("<who> drops the time charge", "Verifies and drops it.", lambda it, table: charging.DropTimeCharge()),
        Act("<who> has the deck counted", "Orders a count.", lambda it, table: one_deck.OrderCount()),
        Act(
            "<who> counts <number> cards in the deck",
            "Counts the deck.",
            lambda it, table: one_deck.CountDeck(cards=it.number),
        ),
    ),
)

PLAY = Chapter(
    "What players do",
    (
        Act("<player> looks [and finds <cards>]", "Looks at the hole cards.", _looks),
        Act("<player> checks", "Stays in without a bet.", lambda it, table: actions.Check(player=it.represented)),
        Act("<player> calls", "Matches the bet.", lambda it, table: actions.CallBet(player=it.represented)),
        Act(
            "<player> bets <amount>",
            "Makes the first bet of the round.",
            lambda it, table: actions.Raise(to=it.amount, player=it.represented),
        ),
        Act(
            "<player> raises to <amount>",
            "Raises to an amount, all that is bet in this round.",
            lambda it, table: actions.Raise(to=it.amount, player=it.represented),
        ),
        Act("<player> goes all in", "Puts in all there is.", _all_in),
        Act("<player> folds", "Gives up the hand.", lambda it, table: actions.Fold(player=it.represented)),
        Act("<player> discards <card>", "Lays a card away that was looked at.", _discards),
        Act("<player> discards card <number>", "Lays away the card of this number.", _discards),
        Act("<player> shows [<cards>]", "Lays the hole cards open.", _shows),
        Act(
            "<player> asks to see the hand of <guest:player> [and it is <cards>]",
            "Has a hand of the showdown laid open that was given up.",
            lambda it, table: inspection.AskToSee(
                seat=_seat_of(it.guest.name, table),
                cards=_poker(table).faces(_seat_of(it.guest.name, table), it.cards),
                player=it.represented,
            ),
        ),
        Act("<player> mucks", "Gives the hand up unseen.", lambda it, table: showdown.MuckHand(player=it.represented)),
        Act(
            "<player> sits out",
            "Is dealt out from the next hand on.",
            lambda it, table: seating.SitOut(player=it.represented),
        ),
        Act(
            "<player> comes back",
            "Is dealt in again.",
            lambda it, table: seating.SitOut(away=False, player=it.represented),
        ),
        Act(
            "<player> takes <amount> off the table",
            "Means to play on with the other chips, which nobody may.",
            lambda it, table: seating.TakeChipsAway(cents=it.amount, player=it.represented),
        ),
        Act(
            "<player> straddles",
            "Posts twice the last blind before the cards.",
            lambda it, table: straddling.Straddle(player=it.represented),
        ),
        Act(
            "<player> straddles for <amount>",
            "Posts so much, which is a straddle only if it is twice what was posted before.",
            lambda it, table: straddling.Straddle(player=it.represented, cents=it.amount),
        ),
        Act(
            "<player> does not straddle",
            "Lets the cards come.",
            lambda it, table: straddling.DeclineStraddle(player=it.represented),
        ),
        Act(
            "<player> lays <amount>",
            "Puts chips forward without a word, at a real table.",
            lambda it, table: laying.LayChips(cents=it.amount, player=it.represented),
        ),
        Act(
            "<player> lays one chip of <amount>",
            "Puts one chip forward without a word.",
            lambda it, table: laying.LayChips(cents=it.amount, one_chip=True, player=it.represented),
        ),
        Act(
            "<player> says raise and lays one chip of <amount>",
            "Announces a raise with one chip.",
            lambda it, table: laying.LayChips(cents=it.amount, one_chip=True, says_raise=True, player=it.represented),
        ),
        *(
            Act(
                f"<who> notes that <player> {said} out of turn",
                f"A player {said} before the turn, at a real table.",
                lambda it, table, act=act: out_of_turn.ActEarly(act=act, player=it.player.name),  # type: ignore[misc]
            )
            for act, said in ((Early.CHECK, "checks"), (Early.CALL, "calls"), (Early.FOLD, "folds"))
        ),
        Act(
            "<who> notes that <player> bets <amount> out of turn",
            "A player bets or raises to an amount before the turn.",
            lambda it, table: out_of_turn.ActEarly(act=Early.RAISE, player=it.player.name, to=it.amount),
        ),
        Act("<who> reads the early act", "What was done early counts.", lambda it, table: out_of_turn.ReadEarlyAct()),
        Act(
            "<player> buys time",
            "Buys more time to act.",
            lambda it, table: time_bought.BuyTime(player=it.represented),
        ),
        Act(
            "<player> waits for a seat",
            "Goes on the waiting list.",
            lambda it, table: waiting.JoinList(player=it.represented, name=it.represented),
        ),
        Act(
            "<player> waits no longer",
            "Leaves the waiting list.",
            lambda it, table: waiting.LeaveList(player=it.represented),
        ),
        Act(
            "<who> picks <player> up because <text>",
            "Secures the chips of someone away too long.",
            lambda it, table: waiting.PickUp(player=it.player.name, why=it.text),
        ),
        Act(
            "<who> has <players> draw <cards> for seat <seat:number>",
            "Cards decide who has a seat that several want.",
            _draws,
        ),
        Act(
            "<who> deals <player> in because <text>",
            "Has someone moved by the house dealt in at once.",
            lambda it, table: seating.AdmitPlayer(player=it.player.name, why=it.text),
        ),
        Act(
            "<player> agrees to the change",
            "Needs no notice of an announced change.",
            lambda it, table: changing.AgreeToChange(player=it.represented),
        ),
        Act(
            "<player> agrees to close",
            "Needs no notice of closing.",
            lambda it, table: changing.AgreeToClose(player=it.represented),
        ),
        Act(
            "<player> posts",
            "Posts at the next hand instead of waiting.",
            lambda it, table: seating.PostToPlay(player=it.represented),
        ),
    ),
)

STOOD = Chapter("How the table stood", crown_poker_table.STOOD)
ACTS = (STOOD, DEAL, PLAY, IN_THE_DEAL, ON_THE_BOARD, PUT_RIGHT)

__all__ = ["ACTS", "BETS", "KINDS", "SETTINGS", "SHOWN", "STAFF", "TABLE", "stood", "terms_now"]
