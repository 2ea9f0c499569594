"""Plays real Crown Poker tables at random and holds each act, bound and cent against the second reading."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, NoReturn

from croupier.cards import DECK, Card, Counts, Drawn
from croupier.games import crown_poker
from croupier.games.crown_poker.actions import CallBet, Check, Fold, Raise
from croupier.games.crown_poker.bad_deals import DealFault, ReportBadDeal, ReportDefectiveDeck
from croupier.games.crown_poker.blinds import BeginHand
from croupier.games.crown_poker.charging import ChangeCommission
from croupier.games.crown_poker.dealing import BurnCard, DealCommunityCards, LookAtCards
from croupier.games.crown_poker.flop_chase import SettleSideWagers
from croupier.games.crown_poker.hand_errors import DeclareDeadHand, ReportWrongNumber
from croupier.games.crown_poker.seating import PostToPlay, SitOut
from croupier.games.crown_poker.showdown import MuckHand
from croupier.games.crown_poker.straddling import Straddle
from croupier.games.crown_poker.terms import Bet, Terms
from croupier.games.crown_poker.turning_up import TurnUpHands
from croupier.table.accounts import ADVANCE, LAYOUT, RACK, RAKE, stack
from croupier.table.conduct import ReportContravention, VoidWagers
from croupier.table.contract import Actor, Command, Event, Refusal
from croupier.table.people import BuyChips, Join, Leave
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager, WithdrawWager

from .betting import Player
from .hand import Hand
from .kinds import of_hand, of_table
from .moods import Mood, mood_of
from .record import Record
from .settings import house_of, taken_of

ENGINE = crown_poker.ENGINE
FLOOR = Actor("boss", "Boss", "tg-area-manager")
MANAGER = Actor("manager", "Manager", "tg-assistant-casino-manager")
MINUTE = 60_000
LONGEST = 1500
"""More acts than any hand takes."""


class Disagreement(AssertionError):
    """The table and the second reading differ."""


class Table:
    """One real table, the second reading beside it, and the chance that drives both."""

    def __init__(self, terms: Terms, seed: int) -> None:
        self.terms, self.chance, self.seed = terms, Random(seed), seed
        self.state: Any = crown_poker.initial(terms)
        self.cards = Drawn(self.draw, self.chance.randbytes)
        self.at = 0
        self.mood: Mood = mood_of(self.chance)
        self.record = Record(house_of(terms), taken_of(terms.commission))
        self.people = {f"p{n}": Actor(f"p{n}", f"P{n}") for n in range(1, terms.seats + 3)}
        self.counted: Counter[str] = Counter(of_table(self.record.table, self.record.commission))
        self.told: list[str] = []
        while not self.state.is_open:
            self.do(ENGINE.due(self.state)[0].command, FLOOR)
        for seat, player in enumerate(list(self.people.values())[: terms.seats], 1):
            self.join(player, seat)
        self.banked = {RACK: self.rack, RAKE: self.state.chips.get(RAKE, 0)}

    # The real table.

    def draw(self, unseen: Counts) -> Card:
        """The next card, as the mood of the hand has it."""
        for _ in range(60):
            number = int(self.chance.random() * len(DECK))
            if unseen[number] and self.mood.likes(DECK[number].rank, self.chance):
                return DECK[number]
        return self.chance.choice([card for card in DECK if unseen[card.number]])

    def decide(self, command: Command, by: Actor) -> Any:
        """What the table says to a command."""
        return ENGINE.decide(self.state, command, by, self.at, self.cards)

    def do(self, command: Command, by: Actor) -> None:
        """Give a command that the table must accept."""
        if not self.tries(command, by):
            self.differ(f"{by.id} {command} was refused: {self.decide(command, by)}")

    def tries(self, command: Command, by: Actor) -> bool:
        """Give a command that the table may refuse; whether it has not."""
        decision = self.decide(command, by)
        if isinstance(decision, Refusal):
            return False
        self.told.append(f"{by.id} {command}")
        for event in decision:
            before, self.state = self.state, ENGINE.evolve(self.state, event)
            self.hear(event, before)
        return True

    @property
    def rack(self) -> int:
        """What the house has at the table: its rack, less what was advanced to it."""
        return int(self.state.chips.get(RACK, 0) + self.state.chips.get(ADVANCE, 0))

    def refuses(self, command: Command, by: Actor) -> None:
        """Give a command that the book forbids."""
        if not isinstance(self.decide(command, by), Refusal):
            self.differ(f"{by.id} {command} was not refused")

    def differ(self, what: str) -> NoReturn:
        """The two readings differ."""
        hand = self.record.hand
        players = [] if hand is None else hand.players
        raise Disagreement(
            "\n".join([what, f"seed {self.seed}", *self.told[-40:], *map(str, players), str(self.terms)])
        )

    def same(self, what: str, here: Any, there: Any) -> None:
        """What the table has and what the second reading has."""
        if here != there:
            self.differ(f"{what}: the table has {here}, the second reading {there}")

    # What the second reading hears, and says of it.

    def hear(self, event: Event, before: Any) -> None:
        """One thing happened: the second reading works out the same, or there is a disagreement."""
        found = getattr(self, f"on_{type(event).__name__}", None)
        if found is not None:
            found(event, before)

    def on_HandBegun(self, event: Any, before: Any) -> None:
        """The button and the blinds, who is dealt in, and each post as far as chips go."""
        self.told = self.told[-3:]
        posted = [(each.player, each.what.value, each.cents) for each in event.posts]
        hand, line, dealt, owing = self.record.begin()
        self.same("button and blinds", list(event.line), line)
        self.same("dealt in", list(event.dealt), dealt)
        self.same("posts", posted, hand.posts(self.record.fees_due(), owing))
        self.record.taken += sum(cents for _, what, cents in posted if what == "fee")
        seats = {seat for seat, _ in dealt}
        self.counted["a dead button"] += line[0] not in seats
        self.counted["no small blind"] += any(seat not in seats for seat in line[1:-1])
        self.counted["two players"] += len(dealt) == 2
        for owed in owing.values():
            big = len(self.terms.setting.blinds) - 1
            smaller = owed - {big}
            words = [word for word, so in (("big", big in owed), ("small", smaller)) if so]
            self.counted[f"posted to play, owing {' and '.join(words) or 'nothing'}"] += 1
            self.counted["posted to play, owing some of the smaller blinds"] += 0 < len(smaller) < big

    def on_Straddled(self, event: Any, before: Any) -> None:
        """Twice what was there."""
        self.same("straddle", event.cents, self.hand.straddle(event.player))
        self.counted["straddled"] += 1
        self.counted["straddled twice"] += self.hand.straddles > 1

    def on_Checked(self, event: Any, before: Any) -> None:
        """Nothing moves."""
        self.hand.check(event.player)

    def on_Called(self, event: Any, before: Any) -> None:
        """The chips it takes."""
        self.same("call", event.cents, self.hand.call(event.player))
        self.same("stack", self.state.stack(event.player), self.hand.at(event.player).chips)

    def on_Raised(self, event: Any, before: Any) -> None:
        """The chips it takes; in the right bounds."""
        bounds = self.hand.bounds()
        if bounds is None or not bounds[0] <= event.to <= bounds[1]:
            self.differ(f"a raise to {event.to} within {bounds}")
        self.same("raise", event.cents, self.hand.bet_to(event.player, event.to))
        self.same("stack", self.state.stack(event.player), self.hand.at(event.player).chips)

    def on_Folded(self, event: Any, before: Any) -> None:
        """Nothing moves."""
        self.hand.fold(event.player)

    def on_BettingOver(self, event: Any, before: Any) -> None:
        """What nobody called, and what goes onto the slide."""
        self.same("betting over", (event.player, event.cents, event.rake), self.hand.betting_over())
        self.counted["an uncalled bet"] += event.cents > 0

    def on_CommunityCardsDealt(self, event: Any, before: Any) -> None:
        """Side wagers are decided by the first three."""
        self.hand.lay(tuple(map(str, event.cards)))
        if event.street == 1:
            self.record.flop(tuple(map(str, event.cards)))
            self.counted["a flop for side wagers alone"] += len(self.hand.live) == 1

    def on_HandShown(self, event: Any, before: Any) -> None:
        """The cards speak."""
        self.hand.holes[event.player] = tuple(map(str, event.cards))

    def on_HandsTurnedUp(self, event: Any, before: Any) -> None:
        """Those of everyone who is left."""
        turned = sorted(each.player for each in event.hands)
        self.same("turned up", turned, sorted(each.name for each in self.hand.live))
        for each in event.hands:
            self.hand.holes[each.player] = tuple(map(str, each.cards))

    def on_HandMucked(self, event: Any, before: Any) -> None:
        """No claim any more."""
        self.hand.at(event.player).mucked = True
        self.counted["mucked"] += 1

    def on_HandDead(self, event: Any, before: Any) -> None:
        """Its chips stay in the pots (13.14, 1.1)."""
        self.same("given back", event.back, 0)
        self.hand.dead(event.player, refunded=False)
        self.counted["a dead hand"] += 1

    def on_WagersVoided(self, event: Any, before: Any) -> None:
        """What the player had put in goes back (13.2.1)."""
        one = self.hand.at(event.player)
        back = sum(move.cents for move in event.moves if move.target == stack(one.name))
        self.same("given back", back, one.put + one.dead)
        self.hand.dead(event.player, refunded=True)
        self.counted["a dead hand given its chips back"] += 1

    def on_SidePotReturned(self, event: Any, before: Any) -> None:
        """What nobody left can win."""
        back = {player: cents for _, player, cents in event.back}
        self.same("out of reach", back, self.hand.out_of_reach())
        self.counted["a side pot that nobody left can win"] += 1

    def on_PotsPushed(self, event: Any, before: Any) -> None:
        """Every pot, claim, rake and share."""
        hand = self.hand
        self.same("out of reach", {}, hand.out_of_reach())
        there = hand.settle()
        names = {each.seat: each.name for each in hand.players}
        pushed = []
        for pot in event.pots:
            shares: Counter[str] = Counter()
            for share in pot.shares:
                shares[share.player] += share.cents
            pushed.append((pot.cents, [names[seat] for seat in pot.seats], pot.rake, dict(+shares)))
        ours = [(pot.cents, [each.name for each in pot.claims], pot.rake, dict(+pot.shares)) for pot in there]
        self.same("pots", [each for each in pushed if each[0]], ours)
        self.record.taken += sum(pot.rake for pot in there)
        self.counted.update(of_hand(hand, there))

    def on_SideWagersSettled(self, event: Any, before: Any) -> None:
        """Seven to one, or lost."""
        ended = {each.player: each.paid + each.returned for each in event.settled}
        self.same("side wagers", ended, self.record.settle_sides())
        self.counted["a side wager won"] += any(ended.values())
        self.counted["a side wager lost"] += not all(ended.values())

    def on_HandMisdealt(self, event: Any, before: Any) -> None:
        """As if there had been no hand, but a fee is not taken twice."""
        self.record.misdealt()
        self.check_chips()
        self.counted["a misdeal"] += 1
        self.counted["a misdeal with side wagers"] += bool(self.record.sides)

    def on_RoundClosed(self, event: Any, before: Any) -> None:
        """Stacks are what they should be, and nothing is left in the middle."""
        self.record.close()
        self.check_chips()
        self.counted["hands"] += 1

    def on_TimeCharged(self, event: Any, before: Any) -> None:
        """Everyone seated pays, as far as chips go."""
        paid = {move.source.removeprefix("stack:"): move.cents for move in event.moves}
        self.same("time charge", paid, self.record.charge_time(self.at))
        self.counted["a time charge"] += 1

    def on_SideWagerTakenBack(self, event: Any, before: Any) -> None:
        """Before any card."""
        self.record.side_back(event.player, left=bool(event.moves[0].target.startswith("wallet:")))

    def on_SideWinningsTaken(self, event: Any, before: Any) -> None:
        """A player who leaves takes along what a side wager has come to."""
        self.same("taken along", event.moves[0].cents, self.record.side_taken_along(event.player))

    def on_PlayerLeft(self, event: Any, before: Any) -> None:
        """With all of the stack."""
        self.same("leaves with", sum(move.cents for move in event.moves), self.record.leave(event.player, self.at))

    def check_chips(self) -> None:
        """All accounts are as the second reading has them, and come to nothing together."""
        chips, record = self.state.chips, self.record
        stacks = {name: chips.get(stack(name), 0) for name in record.stacks}
        self.same("stacks", stacks, record.stacks)
        self.same("middle", {key: cents for key, cents in chips.items() if key.startswith("pot:") and cents}, {})
        self.same("slide", chips.get("slide", 0), 0)
        self.same("layout", chips.get(LAYOUT, 0), sum(record.sides[name][1] for name in record.sides))
        on_slide = chips.get("slide:time", 0)
        if self.terms.stand_alone:
            self.same("float", self.rack - self.banked[RACK] + on_slide, record.taken + record.house)
        else:
            self.same("box", chips.get(RAKE, 0) - self.banked[RAKE] + on_slide, record.taken)
            self.same("rack", self.rack - self.banked[RACK], record.house)
        self.same("all accounts", sum(chips.values()), 0)

    # Playing.

    @property
    def hand(self) -> Hand:
        """The second reading of the hand that is played."""
        assert self.record.hand is not None
        return self.record.hand

    def join(self, player: Actor, seat: int) -> None:
        """Someone comes, with few chips or many."""
        chip = self.terms.chips.smallest
        most = self.chance.choice((5, 20, 100, 100, 500))
        cents = chip * self.chance.randint(1, most)
        if self.tries(Join(cents=cents, seat=seat), player):
            self.record.join(player.id, seat, cents, self.at)

    def play(self, hands: int) -> None:
        """So many hands."""
        until = self.counted["hands"] + hands
        while self.counted["hands"] < until:
            self.between_hands()
            self.one_hand()

    def one_hand(self) -> None:
        """From the posts to the cards taken up, or to a misdeal."""
        self.mood = mood_of(self.chance)
        begun = False
        for _ in range(LONGEST):
            due = ENGINE.due(self.state)
            if not due or (begun and self.record.hand is None):
                return
            begun = begun or isinstance(due[0].command, BeginHand)
            if self.record.hand is not None and self.chance.random() < 0.006:
                self.goes_wrong()
                continue
            if due[0].person is None:
                self.quiet(due[0].command)
                self.do(self.next_act(due[0].command), FLOOR)
            else:
                self.asked(due)
        self.differ("the hand does not end")

    def next_act(self, due: Command) -> Command:
        """What the dealer does now: hands that are all in are turned up at once, or asked for when all cards lie there.

        The book asks for hands in order when the betting is over (8.20.4), and may be read either way.
        """
        if not isinstance(due, TurnUpHands):
            return due
        self.same("all in", sum(one.chips > 0 for one in self.hand.live) < 2, True)
        if self.chance.random() < 0.5:
            self.counted["turned up together"] += 1
            return due
        return DealCommunityCards() if self.state.play.burned else BurnCard()

    def quiet(self, command: Command) -> None:
        """Nobody is to act where the dealer goes on."""
        if self.record.hand is None or isinstance(command, SettleSideWagers):
            return
        one = self.hand.turn() if self.state.stage is Stage.CHOOSING and not self.state.play.to_discard else None
        if one is not None:
            self.differ(f"{command} while it is the turn of {one.name}")

    def asked(self, due: Any) -> None:
        """A player does one of the things that are open."""
        by, play = self.people[due[0].person], self.state.play
        commands = [each.command for each in due]
        if play.straddler:
            self.straddles(by, commands)
        elif play.to_discard or play.to_show:
            if play.to_show:
                self.at_showdown(by, commands)
            self.do(self.chance.choice(commands), by)
        else:
            self.acts(by, commands)

    def straddles(self, by: Actor, commands: list[Command]) -> None:
        """Those with the chips for it may."""
        one = self.hand.straddler()
        self.same("straddler", by.id, one and one.name)
        straddle = [each for each in commands if isinstance(each, Straddle)]
        self.do(straddle[0] if self.chance.random() < 0.6 else commands[0], by)

    def at_showdown(self, by: Actor, commands: list[Command]) -> None:
        """In the right order, and nobody gives up a pot that would have no winner."""
        hand, play = self.hand, self.state.play
        if not any(each.shown or each.mucked for each in play.contenders):
            self.same("order", [play.at(seat).player for seat in play.to_show], hand.show_order())
        self.same("may muck", any(isinstance(each, MuckHand) for each in commands), hand.may_muck(by.id))

    def acts(self, by: Actor, commands: list[Command]) -> None:
        """Exactly what the book opens to the one whose turn it is."""
        hand, chance, mood = self.hand, self.chance, self.mood
        one = hand.turn()
        self.same("turn", by.id, one and one.name)
        assert one is not None
        owed, bounds = hand.round.owed(one), hand.bounds()
        self.same("call or check", [type(each) for each in commands[:1]], [CallBet if owed else Check])
        raises = [each.to for each in commands if isinstance(each, Raise)]
        self.same("least raise", raises, [bounds[0]] if bounds else [])
        if chance.random() < 0.08:
            self.probe(by, bounds, owed)
        if chance.random() < 0.04:
            self.tries(LookAtCards(), by)
        luck = chance.random()
        if bounds is not None and luck < mood.raises:
            self.do(Raise(to=self.amount(*bounds)), by)
        elif luck > 1 - (mood.folds if owed else 0.01):
            self.do(Fold(), by)
        else:
            self.do(CallBet() if owed else Check(), by)

    def amount(self, low: int, high: int) -> int:
        """What to bet or raise to: the least, the most, or something between."""
        luck = self.chance.random()
        if luck < 0.4 or low == high:
            return low
        if luck < 0.4 + self.mood.all_in:
            return high
        chip = self.terms.chips.smallest
        return min(high, low + int((high - low) * self.chance.random() ** 3) // chip * chip)

    def probe(self, by: Actor, bounds: tuple[int, int] | None, owed: int) -> None:
        """What the book does not open is refused."""
        chip = self.terms.chips.smallest
        self.refuses(Check() if owed else CallBet(), by)
        if bounds is None:
            level = self.hand.round.high
            for to in (level + chip, level + self.hand.round.step, self.hand.at(by.id).bet + self.hand.at(by.id).chips):
                self.refuses(Raise(to=to), by)
        else:
            self.refuses(Raise(to=bounds[0] - chip), by)
            self.refuses(Raise(to=bounds[1] + chip), by)
            if bounds[0] < bounds[1]:
                self.refuses(Raise(to=bounds[0] + 1), by)
        other = self.chance.choice([each for each in self.hand.players if each.name != by.id])
        if other.name in self.people:
            self.refuses(Fold(), self.people[other.name])
        self.refuses(BuyChips(cents=10 * chip), by)

    def goes_wrong(self) -> None:
        """Now and then a deal is a misdeal, a deck defective or a hand dead, or someone who folded leaves."""
        chance, stage = self.chance, self.state.stage
        luck = chance.random()
        if stage is Stage.SETTLED:
            return
        if luck < 0.02:
            self.refuses(ReportBadDeal(fault=chance.choice(list(DealFault))), FLOOR)
        elif luck < 0.35:
            self.tries(ReportDefectiveDeck(what="a card is marked"), FLOOR)
        elif luck < 0.7 and stage in (Stage.CHOOSING, Stage.DRAWING):
            self.hand_out(chance.choice(self.hand.live))
        else:
            folded = [each.name for each in self.hand.players if each.folded and each.name in self.record.stacks]
            if folded and self.tries(Leave(), self.people[chance.choice(folded)]):
                self.counted["left during a hand"] += 1

    def hand_out(self, one: Player) -> None:
        """A hand is declared dead, or its wagers void, for a rule that was broken; never by what the table knows."""
        self.refuses(ReportWrongNumber(seat=one.seat, cards=self.state.hand(one.seat).size + 1), FLOOR)
        told = ReportContravention(person=one.name, clause="CP 13.14", what="told of the cards")
        if one.name not in self.record.stacks or one.name in self.record.sides or not self.tries(told, FLOOR):
            return
        if one.acted:
            self.tries(DeclareDeadHand(seat=one.seat, why="told of the cards"), FLOOR)
        elif one.bet < self.hand.round.high:  # what others need not match is theirs alone to have back
            self.tries(VoidWagers(player=one.name), MANAGER)

    def between_hands(self) -> None:
        """People come and go, move, sit out, buy chips, wager on the flop; the sign may change."""
        chance, record = self.chance, self.record
        chip = self.terms.chips.smallest
        self.at += chance.randint(1, 12) * MINUTE
        for name in list(record.stacks):
            by, luck = self.people[name], chance.random()
            cents = record.stacks[name]
            if cents < 8 * chip or luck < 0.04:
                more = chip * chance.choice((chance.randint(1, 15), chance.randint(1, 300)))
                if luck > 0.9 and self.tries(Leave(), by):
                    self.counted["left"] += 1
                    continue
                if luck < 0.7 and self.tries(BuyChips(cents=more), by):
                    record.stacks[name] += more
            elif cents > 1500 * chip and self.tries(Leave(), by):
                continue
            self.moves(by, chance.random())
            self.wagers_beside(by, chance.random())
        if chance.random() < 0.1:
            self.newcomer()
        if chance.random() < 0.01:
            self.new_sign()
        self.enough_players()

    def moves(self, by: Actor, luck: float) -> None:
        """Someone changes seats, sits out, comes back, or posts to play."""
        seats, one = self.record.seats, self.record.seats.sitters[by.id]
        if luck < 0.02:
            seat = self.chance.randint(1, self.terms.seats)
            if seat != one.seat and self.tries(Join(cents=0, seat=seat), by):
                seats.move(by.id, seat, self.record.ready)
                self.counted["moved past the blind" if one.waits else "moved"] += 1
        elif luck < 0.05 or (one.away and luck < 0.4):
            self.do(SitOut(away=not one.away), by)
            seats.sit_out(by.id, not one.away)
            self.counted["sat out"] += 1
        elif one.waits and not one.posts and luck < 0.5:
            self.do(PostToPlay(), by)
            one.posts = True

    def wagers_beside(self, by: Actor, luck: float) -> None:
        """Someone wagers on the colour of the flop, or takes the wager back."""
        if not self.terms.limits or luck > 0.15:
            return
        there, seat = self.record.sides.get(by.id), self.state.people[by.id].seat
        if there is not None and luck < 0.03:
            self.tries(WithdrawWager(area=seat, bet=there[0]), by)
            return
        bet = self.chance.choice(list(Bet))
        cents = self.terms.chips.smallest * self.chance.randint(1, 8)
        if seat and self.tries(PlaceWager(area=seat, bet=bet, cents=cents), by):
            self.record.side(by.id, bet.value, cents)

    def newcomer(self) -> None:
        """Someone comes to a seat that is free."""
        free = [seat for seat in range(1, self.terms.seats + 1) if self.state.seated(seat) is None]
        away = [each for name, each in self.people.items() if name not in self.record.stacks]
        if free and away:
            self.join(self.chance.choice(away), self.chance.choice(free))
            self.counted["a newcomer"] += 1

    def enough_players(self) -> None:
        """Two at least who can play."""
        for _ in range(60):
            if ENGINE.due(self.state):
                return
            self.newcomer()
            for name in list(self.record.stacks):
                by = self.people[name]
                if self.record.seats.sitters[name].away:
                    self.do(SitOut(away=False), by)
                    self.record.seats.sit_out(name, away=False)
                more = 60 * self.terms.chips.smallest
                if self.record.stacks[name] < more and self.tries(BuyChips(cents=more), by):
                    self.record.stacks[name] += more
        self.differ("no hand can begin")

    def new_sign(self) -> None:
        """The house takes something else from the next hand on (7.3, 7.4)."""
        chip = self.terms.chips.smallest
        command = ChangeCommission(
            per_mille=self.chance.choice((0, 50, 100)),
            cap=self.chance.choice((3 * chip, 20 * chip, 10_000 * chip)),
            person_fee=self.chance.choice((0, 0, chip)),
            hand_fee=self.chance.choice((0, 0, 2 * chip)),
        )
        if self.tries(command, FLOOR):
            self.record.commission = taken_of(self.state.commission)
            self.counted["a new sign"] += 1
