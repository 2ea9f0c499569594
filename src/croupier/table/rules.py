"""Rules: what a game, or a variant of it, decides differently from other tables. A stateless object; state is data.

A variant is a subclass of its parent's rules that replaces clauses, parts and hooks, and nothing else. Hooks say what
they answer: `why_not_…` gives the refusal or None, `after_…` the events that follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from croupier.books import Book
from croupier.cards import Card
from croupier.money import Limits
from croupier.table.accounts import stack
from croupier.table.contract import DEALER, PLAYER, Actor, Clauses, Command, Due, Event, Reason, Refusal, Turn
from croupier.table.declare import COMMANDS, Desk, Ends, Part
from croupier.table.engine import Context
from croupier.table.hands import Spot
from croupier.table.once import once_a_state
from croupier.table.state import BankedTable, Claim, Person, Settled, Stage, Table, Wager


@dataclass(frozen=True, kw_only=True)
class TableClauses:
    """Where a book says what every table rests on."""

    dealing: str
    dealers_powers: str
    seats: str
    card_check: str
    chips_only: str
    no_handling: str
    exclude: str
    no_influence: str


StateT = TypeVar("StateT", bound=Table)
BankedT = TypeVar("BankedT", bound=BankedTable)
ClausesT = TypeVar("ClausesT", bound=TableClauses)

STAGE_NAMES: Mapping[Stage, str] = {Stage.BETTING: "place your bets", Stage.PAYING: "paying winners"}
"""What a stage is called where its own word does not say enough."""


class MeterLink(msgspec.Struct, frozen=True):
    """How a table plays for a prize meter: the bet that counts, its price, the row of prizes, and the wagers down."""

    bet: str
    price: int
    option: int
    wagers: int
    meter: str | None = None
    """The meter it plays this round for, nothing for none; None where the meters themselves say."""
    busy: bool = False
    """Whether a round has begun, which is finished as it was begun."""
    recorded: bool = False
    """Whether the outcome of a round that may yet be void is on the meter."""
    changes: bool = False
    """Whether other terms have been announced for the next round."""


class Winner(msgspec.Struct, frozen=True):
    """Someone who has won an entry to a tournament, and what they are called."""

    player: str
    name: str


class OneVersion(msgspec.Struct, frozen=True):
    """A bet that all tables of the house offer in one version: the version here, and what says so."""

    name: str
    version: int
    under: Clauses
    announced: bool = True
    """Whether its notice has hung at this table, or nothing changes; else it may only be what the others play."""
    notice_under: Clauses = ()
    won_by: tuple[Winner, ...] = ()
    """Who has won tournament entries by the round on the layout, each as often as they have."""
    entries_under: Clauses = ()
    """What keeps this version from being played while entries are open."""


class Rules(Generic[StateT, ClausesT]):
    """The rules of one game at a table of any kind."""

    name: ClassVar[str]
    """The game, as the command line and the floor write it."""
    variant: ClassVar[str] = ""
    """Which of the game's variants this is; a table's terms name it."""
    book: Book
    clauses: ClausesT
    parts: tuple[Part, ...]
    stage_names: Mapping[Stage, str] = STAGE_NAMES
    automatic_rank: str = DEALER
    """The rank of an automatic dealer: the lowest that may do all that ordinary play makes due."""

    def __init__(self) -> None:
        self._lacking: dict[tuple[str, str], Refusal | None] = {}
        self._lowest: dict[str, str] = {}
        self._acts: dict[tuple[type[Command], str], Due] = {}
        # What a state asks for is looked at by deciders, evolvers, dealers and every viewer: worked out once for each.
        for answer in ("due", "turns", "spot_due"):
            self.__dict__[answer] = once_a_state(getattr(self, answer))

    def lacks_rank(self, rank: str, clause: str) -> Refusal | None:
        """The refusal for someone below the rank that a clause asks for."""
        key = (rank, clause)
        if key not in self._lacking:
            facts = {"needs": self.book.clause(clause).authority, "holds": rank}
            may = self.book.may(rank, clause)
            self._lacking[key] = None if may else Refusal(Reason.RANK, (clause,), facts)
        return self._lacking[key]

    def is_staff(self, rank: str) -> bool:
        """Whether someone of this rank may deal."""
        return self.lacks_rank(rank, self.clauses.dealing) is None

    def lowest_rank(self, clause: str) -> str:
        """The lowest rank a clause lets act."""
        found = self._lowest.get(clause)
        if found is None:
            authority = self.book.clause(clause).authority
            found = self._lowest[clause] = PLAYER if authority == "none" else authority
        return found

    def act(self, command: Command, clause: str) -> Due:
        """An act due under a clause, by the lowest rank that clause allows."""
        if command.__struct_fields__:
            return Due(command, self.lowest_rank(clause), (clause,))
        key = (type(command), clause)
        found = self._acts.get(key)
        if found is None:
            found = self._acts[key] = Due(command, self.lowest_rank(clause), (clause,))
        return found

    def asked(self, turn: Turn) -> tuple[Due, ...]:
        """What the one whose turn it is may do, as acts due."""
        return tuple([Due(choice, PLAYER, turn.under, turn.player) for choice in turn.choices])

    def stage_name(self, state: StateT) -> str:
        """What this game calls the stage its round is at."""
        return self.stage_names.get(state.stage, state.stage.value)

    def due(self, state: StateT) -> tuple[Due, ...]:
        """What must happen next, the foremost first; nothing while betting is open and no one has wagered."""
        raise NotImplementedError

    def turns(self, state: StateT) -> tuple[Turn, ...]:
        """Who is asked now, in the order in which they would be acted for."""
        return ()

    def why_not_go_on(self, state: StateT) -> Refusal | None:
        """What keeps the round from going on: cards not ready, a ruling or an answer outstanding."""
        raise NotImplementedError

    def why_not_join(self, state: StateT, player: str) -> Refusal | None:
        """Why this player may not come to the table, or to another seat."""
        return None

    def about(self, state: StateT) -> dict[str, str]:
        """What whoever looks for a table wants to know of this one beside its limits, by headings."""
        return {}

    def variation(self, state: StateT) -> str:
        """Which of the book's games is played, where it has several."""
        return ""

    def bet_under(self, bet: str) -> Clauses:
        """The clauses of the book that offer a bet, where conditions of a tournament may set them aside."""
        return ()

    def main_bets(self, state: StateT) -> tuple[str, ...]:
        """The bets that a round is played for and a table is chosen by: not those beside them."""
        return tuple(state.limits)

    def main_limits(self, state: StateT) -> Limits | None:
        """The least and the most of the main wager; nothing where players wager against each other alone."""
        found = [state.limits[bet] for bet in self.main_bets(state)]
        if not found:
            return None
        return Limits(min(each.minimum for each in found), max(each.maximum for each in found))

    def unsaid_by(self, terms: Any) -> str:
        """What these terms leave out that the sign of a new table has to say; nothing where they say all."""
        return ""

    def waiting(self, state: StateT) -> dict[str, str]:
        """Who waits for a seat, the first in line first: names by ids."""
        return {}

    def struck_off(self, state: StateT, player: str) -> Command | None:
        """The command by which someone who waits for a seat and is gone is off the list, so that others move up."""
        return None

    def least_buy_in(self, state: StateT) -> int:
        """The chips that someone comes to the table with at least."""
        return 100

    def why_not_leave(self, state: StateT, player: str) -> Refusal | None:
        """Why this player may not go now."""
        return None

    def why_not_change_seat(self, state: StateT, player: str, seat: int) -> Refusal | None:
        """Why this player may not take that seat now."""
        return None

    def why_not_vacate(self, state: StateT, player: str, cite: Clauses) -> Refusal | None:
        """Why this player cannot be asked for the seat, idle as they are."""
        return None

    def before_leaving(self, state: StateT, player: str) -> tuple[Event, ...]:
        """What ends when this player goes."""
        return ()

    def purse(self, state: StateT, player: str, cents: int) -> str:
        """Where money goes that comes to a player otherwise than by play: to the chips in front of whoever is here."""
        return stack(player) if player in state.people else state.away(player)

    def without_player(self, state: StateT, player: str) -> StateT:
        """The table without what it still knew of a player who has gone."""
        return state

    def cleared(self, state: StateT) -> StateT:
        """The table after a round, its layout empty."""
        raise NotImplementedError

    def reoccupied(self, state: StateT) -> StateT:
        """The table once someone has come to it while nobody was there."""
        return state

    def spot_due(self, state: StateT) -> Spot | None:
        """Where the next card goes, if one is due."""
        return None

    def stakes(self, state: StateT) -> tuple[Wager, ...]:
        """What lies staked in the round not yet over."""
        return ()

    def claims(self, state: StateT, ends: Ends | None = None, kept: tuple[Settled, ...] = ()) -> tuple[Claim, ...]:
        """What the wagers of the round on the layout could bring each player, and what comes of them.

        `ends` says that the round ends as it now lies, and `kept` which wagers of a void one stay with the house.
        """
        return ()

    def why_not_reserved(self, state: StateT) -> Refusal | None:
        """What of play for cash must be over before the table can be reserved for a tournament."""
        return None

    def for_tournament(self, state: StateT) -> StateT:
        """The table once it is reserved for a tournament, without what the house takes and offers in cash play."""
        return state

    def for_cash(self, state: StateT) -> StateT:
        """The table once it is released from a tournament, as it was before."""
        return state

    def sent_back(self, state: StateT, under: Clauses) -> tuple[Event, ...]:
        """Wagers for a round that has not begun, going back because play waits."""
        return ()

    def why_not_taken_up(self, state: StateT, player: str) -> Refusal | None:
        """Why an entrant's chips cannot be taken up now: something of theirs is in a round that is under way."""
        wagers = sum([each.player == player for each in self.stakes(state)])
        if wagers:
            return Refusal(Reason.NOT_NOW, (self.clauses.no_handling,), {"wagers": wagers})
        return self.why_not_leave(state, player)

    def swing(self, state: StateT) -> tuple[int | None, int | None]:
        """What one player on one area can lose in a round at the most, and win; None where nobody can say."""
        return None, None

    def agreed_to_close(self, state: StateT) -> bool:
        """Whether the players have agreed that the table closes without the notice it would need."""
        return False

    def meter_link(self, state: StateT) -> MeterLink | None:
        """How this table plays for a prize meter, if it does."""
        return None

    def one_version(self, state: StateT) -> OneVersion | None:
        """The bet of this table that the whole house offers in one version, if it has one."""
        return None

    def cards_behind_cut(self, state: StateT) -> int:
        """How many cards the dealer leaves behind the cutting card."""
        raise NotImplementedError

    def concealed(self, state: StateT, by: Actor) -> StateT:
        """The table without the faces that this person may not see: nothing decided on it can give one away."""
        hands, shoe = dict(state.hands), state.shoe
        for spot, hand in state.hands.items():
            shown = hand.concealed_from(by.id)
            if shown.cards != hand.cards:
                for card, kept in zip(hand.cards, shown.cards, strict=True):
                    shoe = shoe.hidden_again(card) if card is not None and kept is None else shoe
                hands[spot] = shown
        return state if shoe is state.shoe else replace(state, hands=hands, shoe=shoe)


def entitlement(state: BankedTable, area: int, person: Person) -> tuple[int, int]:
    """A player's place in the order of claims on an area: its own seat, then clockwise, then those standing."""
    if person.seat is None:
        return (state.seats, person.arrived)
    return ((person.seat - area) % state.seats, 0)


class BankedRules(Rules[BankedT, ClausesT]):
    """The rules of one game at a table where wagers are placed against the house."""

    retracts_by_area: ClassVar[bool] = False
    """Whether players are asked for each betting area apart whether they take their wagers back."""

    def stage_name(self, state: BankedT) -> str:
        """While cards are checked, shuffled or cut nobody is told to place bets."""
        if state.stage is Stage.BETTING:
            first = next(iter(self.due(state)), None)
            if first is not None and COMMANDS[type(first.command)].desk is Desk.CARDS:
                return "the cards are made ready"
        return super().stage_name(state)

    def order_matters(self, state: BankedT, cards: int) -> bool | None:
        """Whether any result depends on the order of the last cards dealt; None when the cards cannot tell."""
        return None

    def claim(self, state: BankedT, area: int, person: Person) -> tuple[int, int]:
        """How good a player's claim on an area is against others who wager there, the best first."""
        return entitlement(state, area, person)

    def areas_to_deal(self, state: BankedT) -> tuple[int, ...]:
        """The areas that are dealt cards, from the left."""
        raise NotImplementedError

    def why_not_leave(self, state: BankedT, player: str) -> Refusal | None:
        """Nobody goes out of a round with a wager undecided; whoever is settled and paid may."""
        wagers = len([each for each in state.wagers_of(player) if each.settled is None])
        return Refusal(Reason.NOT_NOW, (self.clauses.no_handling,), {"wagers": wagers}) if wagers else None

    def stakes(self, state: BankedT) -> tuple[Wager, ...]:
        """The wagers on the layout."""
        return state.wagers

    def best_payment(self, state: BankedT, wager: Wager) -> int:
        """The most that this wager could be paid beside its stake, by the pay tables in force; a game says so."""
        return 0

    def claims(self, state: BankedT, ends: Ends | None = None, kept: tuple[Settled, ...] = ()) -> tuple[Claim, ...]:
        """From every wager that was in the round: those that lie there, went back, or belong to players who left.

        What was paid beside a wager, without a stake of its own, is part of what that wager could bring.
        """
        lying = {each.key for each in state.wagers}
        back = [each for each in state.given_back if each.key not in lying]
        ended = {each.key: each for each in kept} if ends is Ends.VOID else {}
        most, got, away = dict[str, int](), dict[str, int](), dict[str, int]()
        for wager in (*state.wagers, *state.left_behind, *back):
            best = wager.cents + self.best_payment(state, wager) if wager.cents else 0
            if wager in back:
                came = wager.cents if wager.key not in ended else ended[wager.key].returned
            elif ends is Ends.VOID:
                stays = ended.get(wager.key)
                came = wager.cents if stays is None else stays.returned
                if stays is None and wager.player not in state.people:
                    away[wager.player] = away.get(wager.player, 0) + wager.came - wager.cents
            else:
                came = best if wager.settled is None else wager.settled.returned + wager.settled.paid
            # a prize off a meter is known only once it is paid
            most[wager.player] = most.get(wager.player, 0) + (max(best, came) if wager.cents else best)
            got[wager.player] = got.get(wager.player, 0) + came
        for player, net in away.items():  # what someone took away beyond the stakes of a void round is out of reach
            got[player] += max(0, net)
        return tuple([Claim(state.round_now, player, cents, got[player]) for player, cents in most.items()])

    def why_not_change_seat(self, state: BankedT, player: str, seat: int) -> Refusal | None:
        """Nobody moves away from wagers on which cards have been dealt."""
        if state.in_play and state.wagers_of(player):
            return Refusal(Reason.NOT_NOW, (self.clauses.no_handling,))
        return None

    def why_not_vacate(self, state: BankedT, player: str, cite: Clauses) -> Refusal | None:
        """Whoever has a wager down is not idle."""
        wagers = len(state.wagers_of(player))
        return Refusal(Reason.NO_CAUSE, cite, {"wagers": wagers}) if wagers else None

    def without_player(self, state: BankedT, player: str) -> BankedT:
        """What they called out is gone with them; what was settled of theirs is remembered until the round is over."""
        if not state.spoken and not state.wagers:
            return state
        return replace(
            state,
            spoken=tuple(each for each in state.spoken if each.player != player),
            wagers=tuple(each for each in state.wagers if each.player != player),
            left_behind=(*state.left_behind, *state.wagers_of(player)),
        )

    def retractable(self, state: BankedT, player: str) -> tuple[Wager, ...]:
        """The wagers a player who is asked may take back."""
        return ()

    def asked_back_under(self, state: BankedT) -> Clauses:
        """What gives players the choice to take wagers back."""
        clause: str = self.clauses.retract  # type: ignore[attr-defined]  # of a book that has it
        return (clause, *(("ruling 15",) if self.retracts_by_area else ()))

    def questions(self, state: BankedT) -> tuple[tuple[str, int | None], ...]:
        """Who is asked whether they take wagers back and has not answered, and on which area where that is asked apart.

        Whoever is excluded is asked nothing more.
        """
        found: list[tuple[str, int | None]] = []
        for player in state.retracting or ():
            wagers = () if player in state.excluded else self.retractable(state, player)
            if wagers and not self.retracts_by_area:
                found.append((player, None))
            elif wagers:
                areas = sorted({each.area for each in wagers})
                found += [(player, area) for area in areas if (player, area) not in state.left_on]
        return tuple(found)

    def undecided(self, state: BankedT) -> tuple[str, ...]:
        """Those asked whether they take their wagers back who still have some and no answer given."""
        return tuple(dict.fromkeys(player for player, _ in self.questions(state)))

    def answered(self, state: BankedT, player: str) -> BankedT:
        """One player fewer to ask whether they take wagers back."""
        return replace(state, retracting=tuple(each for each in state.retracting or () if each != player))

    def has_bet(self, state: BankedT, bet: str) -> bool:
        """Whether the layout has such a bet, whatever may be staked on it now."""
        return bet in state.limits

    def why_not_place(self, state: BankedT, wager: Wager) -> Refusal | None:
        """Why the game itself does not allow this wager to be placed."""
        return None

    def placed_under(self, state: BankedT, bet: str) -> Clauses:
        """What lets a wager be placed on a bet."""
        raise NotImplementedError

    def why_not_withdraw(self, state: BankedT, wager: Wager) -> Refusal | None:
        """Why the game itself does not allow this wager to be taken back."""
        return None

    def after_wager(self, state: BankedT, wager: Wager) -> tuple[Event, ...]:
        """What else follows when this wager is placed or taken back."""
        return ()

    def after_withdrawal(self, state: BankedT, wager: Wager) -> tuple[Event, ...]:
        """What goes back with this wager when it is taken back or refused: what may not lie there without it."""
        return ()

    def after_wagers_left(self, state: BankedT, wagers: tuple[Wager, ...]) -> tuple[Event, ...]:
        """What else follows when these wagers go back otherwise: to a better claim, an exclusion, made void."""
        return ()

    def after_exclusion(self, state: BankedT, player: str) -> tuple[Event, ...]:
        """What else follows when a player is excluded in a round that has begun: they decide nothing more in it."""
        return ()

    def after_retraction(self, state: BankedT, wagers: tuple[Wager, ...]) -> tuple[Event, ...]:
        """What else follows when these wagers are taken back after an irregularity."""
        return ()

    def after_void(self, state: BankedT) -> tuple[Event, ...]:
        """What else follows when the round is void."""
        return ()

    def went_back(self, state: BankedT) -> tuple[Wager, ...]:
        """Wagers that went back in this round and can be forfeited for fraud all the same."""
        return ()

    def why_not_void(self, state: BankedT, player: str) -> Refusal | None:
        """Why this player's wagers cannot be made void just now."""
        return None

    def why_not_reprice(self, state: BankedT, bet: str) -> Refusal | None:
        """Why the sign cannot change what this bet costs."""
        return None

    def cards_entered(self, state: BankedT) -> dict[Spot, tuple[Card | None, ...]]:
        """The cards of this round whose faces were entered and may be put right, by place; None for a face unknown."""
        return {spot: hand.cards for spot, hand in state.hands.items()}

    def areas_resting_on(self, state: BankedT, spot: Spot) -> tuple[int, ...]:
        """The areas whose wagers are settled on the cards of one place."""
        return (spot.area,)

    def rests_on_cards(self, state: BankedT, wager: Wager) -> bool:
        """Whether a settled wager of such an area was settled on cards at all."""
        return True

    def rests_on(self, state: BankedT, wager: Wager, spots: tuple[Spot, ...]) -> bool:
        """Whether a settled wager was settled on the cards of these places."""
        return self.rests_on_cards(state, wager)

    def still_ended(self, state: BankedT, wager: Wager) -> bool:
        """Whether a wager that a choice or a prize has ended may stay so, given the table with the right cards."""
        return False

    def why_not_put_right(self, state: BankedT, areas: tuple[int, ...]) -> Refusal | None:
        """Why what rests on a card entered wrongly cannot be settled anew."""
        return None

    def with_card(self, state: BankedT, spot: Spot, nth: int, card: Card) -> BankedT:
        """The table with another face for the card of this number in one place."""
        hand = state.hands[spot]
        cards = (*hand.cards[: nth - 1], card, *hand.cards[nth:])
        return state.with_hand(spot, replace(hand, cards=cards))

    def corrected(self, state: BankedT) -> BankedT:
        """The table once a card has been put right and what was settled on it undone."""
        return state

    def after_correction(self, state: BankedT, areas: tuple[int, ...]) -> tuple[Event, ...]:
        """What is settled anew at once on the table as it was put right."""
        return ()

    def ends_now(self, state: BankedT, wagers: tuple[Wager, ...]) -> tuple[Settled, ...]:
        """How the wagers that a player who has left had on one area end on the record as it now is."""
        return tuple([each.settled for each in wagers if each.settled is not None])

    def resumed(self, state: BankedT) -> BankedT:
        """The table once wagers have left it: with none to deal for betting is open, with all settled nothing waits."""
        if state.stage is Stage.NO_MORE_BETS and not self.areas_to_deal(state):
            return state.bets_open_again()
        if state.stage is Stage.PAYING and all(each.settled for each in state.wagers):
            return replace(state, stage=Stage.SETTLED)
        return state

    def limits_for(self, state: BankedT, wager: Wager) -> Limits:
        """The sign's limits, or the owner's own where they hold."""
        person = state.people.get(wager.player)
        return state.limits[wager.bet] if person is None or person.personal is None else person.personal

    def why_not_close(self, state: BankedT) -> Refusal | None:
        """What is still owed for a round whose wagers are all settled."""
        return None

    def is_low(self, state: BankedT, wager: Wager) -> bool:
        """Whether a wager is under the minimum as betting closes."""
        return wager.cents < self.limits_for(state, wager).minimum

    def at_risk(self, state: BankedT, wager: Wager) -> int:
        """How much of a wager is played for as betting closes."""
        return self.limits_for(state, wager).at_risk(wager.cents)

    def standing(self, wagers: tuple[Wager, ...]) -> tuple[Wager, ...]:
        """The wagers of a round as they stand, where some go back only because others do."""
        return wagers

    def exactly_payable(self, state: BankedT, wager: Wager) -> bool:
        """Whether every win of this wager can be paid exactly in the table's chips; a game with odds says so."""
        raise NotImplementedError


if TYPE_CHECKING:
    AnyClauses_co = TypeVar("AnyClauses_co", bound=TableClauses, covariant=True)

    class BankedContext(Context[AnyClauses_co]):
        """A context whose rules are those of a table with a bank."""

        rules: BankedRules[Any, AnyClauses_co]
else:
    BankedContext = Context
