"""Plays real tables of the Blackjack family at random and holds every act and every cent against the second reading."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

from croupier.cards import Card, Counts, Drawn
from croupier.games import game
from croupier.games.blackjack import choices, early, pandemonium, rescue, sharing
from croupier.games.blackjack.dealing import CardDealt, DealCard
from croupier.games.blackjack.settle import PayTwentyOne, SettleInterim, SevensSettled
from croupier.games.blackjack.terms import Bet, Surrendered, Terms, Unfunded
from croupier.table.contract import CLOCK, Actor, Command, Refusal
from croupier.table.hands import DEALERS, Spot
from croupier.table.people import Join
from croupier.table.permissions import PermitAreas
from croupier.table.rounds import AnnounceNoMoreBets, CollectCards
from croupier.table.state import Stage
from croupier.table.wagers import PlaceWager

from . import money
from .blackjack import DEALER, May, Round
from .kinds import kinds
from .moods import MOODS, Mood, next_card
from .tables import House, Readings, natural
from .wagers import MAIN, Laid

GAME = game("blackjack")
PLAYERS = tuple(Actor(f"p{n}", f"Player {n}") for n in range(1, 6))
DEALS = Actor("dealer", "Dealer", "dealer")
BROUGHT = 10**11
LONGEST = 600
"""More acts than any round takes."""
SIDES = {"sevens": Bet.SEVENS, "pairs": Bet.PAIRS, "pandemonium": Bet.PANDEMONIUM}
UNFUNDED = {Unfunded.FIRST_HAND: "first", Unfunded.CHOOSES: "chooses", Unfunded.MUST_FOLLOW: "follows"}
SURRENDERED = {
    Surrendered.STANDS: "stands",
    Surrendered.BINDS_ALL: "binds",
    Surrendered.CONTROL_PASSES: "passes",
}
DECISIONS = ("stand", "draw", "double", "split")


class Disagreement(AssertionError):
    """The table and the second reading differ."""


def house_of(terms: Terms) -> House:
    """A table's terms in the second reading's own words."""
    it = terms.readings
    names = {terms.playing.bet: MAIN, **{bet: name for name, bet in SIDES.items()}}
    return House(
        version=terms.variant.value,
        decks=terms.decks,
        chips=terms.chips.cents,
        limits={names[bet]: (each.minimum, each.maximum) for bet, each in terms.limits.items()},
        sevens=terms.sevens,
        prize_table=terms.pandemonium,
        readings=Readings(
            natural_beats_21=it.blackjack_beats_21,
            one_wager_in_all=not it.busts_lost_to_blackjack,
            all_bust_all_lost=it.all_bust_lost,
            doubles_on_a8_a9=it.doubles_soft_19_20,
            prize_and_stake=it.pandemonium_stake_returns,
            failure_pays_lowest=it.failure_pays_lowest,
            unfunded=UNFUNDED[it.unfunded_split],
            caller_surrenders=SURRENDERED[it.surrender],
            insured_even_money=it.even_money_after_insurance,
            limits_each=it.limits_by_wager,
            half_rounded_up=it.surrender_rounded_up,
            resplit_last=it.resplit_served_last,
            bonus_after_unsuited_split=it.bonus_after_unsuited_split,
        ),
    )


class Table:
    """One real table, the second reading beside it, and the chance that drives both."""

    def __init__(self, terms: Terms, seed: int) -> None:
        self.terms, self.house, self.chance = terms, house_of(terms), Random(seed)
        self.seed = seed
        self.state: Any = GAME.initial(terms)
        self.mood: Mood = MOODS[0]
        self.counted: Counter[str] = Counter()
        self.told: list[str] = []
        self.referee: Round | None = None
        self.prizes: dict[tuple[str, int], int | None] = {}
        self.entries: set[tuple[str, int]] = set()
        self._until_ready()
        for number, player in enumerate(PLAYERS, 1):
            self.do(Join(cents=BROUGHT, seat=number if number <= terms.areas else None), player)
            permit = PermitAreas(player=player.id, areas=terms.areas, seats_elsewhere=True)
            self.do(permit, Actor("supervisor", "Supervisor", "game-supervisor"))

    # The real table.

    def draw(self, counts: Counts) -> Card:
        """The next card, as the mood of the round has it."""
        if self.referee is None:
            return next_card(MOODS[0], counts, None, self.chance)
        place, out = self.referee.next_card(), sum(len(area.dealt) for area in self.referee.areas.values())
        if place is not None and place[0] == DEALER:
            return next_card(self.mood, counts, len(self.referee.dealer), self.chance)
        return next_card(self.mood, counts, None, self.chance, out)

    def decide(self, command: Command, by: Actor) -> Any:
        """What the table says to a command."""
        return GAME.decide(self.state, command, by, 0, Drawn(self.draw, self.chance.randbytes))

    def do(self, command: Command, by: Actor) -> None:
        """Give a command that the table must accept, and tell the second reading which cards came of it."""
        decision = self.decide(command, by)
        if isinstance(decision, Refusal):
            raise self.differ(f"{by.id} {command} was refused: {decision}")
        for event in decision:
            self.state = GAME.evolve(self.state, event)
            if isinstance(event, CardDealt) and self.referee is not None:
                self.see(event.spot, event.card)
            elif isinstance(event, pandemonium.ButtonPressed):
                self.prizes[event.player, event.area] = event.prize
            elif isinstance(event, SevensSettled):
                self.entries |= {(player, event.area) for player in event.entries}

    def see(self, spot: Spot, card: Card) -> None:
        """A card came: it must be where the second reading wants the next one."""
        assert self.referee is not None
        place = (DEALER, 1) if spot == DEALERS else (spot.area, spot.hand)
        if self.referee.next_card() != place:
            raise self.differ(f"{card} went to {place}, and belongs to {self.referee.next_card()}")
        self.told.append(f"{card.value} to {place[0]}.{place[1]}")
        self.referee.card(card.value)

    def differ(self, what: str) -> Disagreement:
        """The disagreement, with all that led to it."""
        return Disagreement(f"{what}\nseed {self.seed}, {self.terms}\n" + "\n".join(self.told))

    def due(self) -> Any:
        """The foremost act due."""
        return GAME.due(self.state)[0]

    def do_due(self) -> None:
        """Do the foremost act due, by the lowest who may."""
        due = self.due()
        name = due.person or due.rank
        self.do(due.command, Actor(name, name, due.rank))

    def _until_ready(self) -> None:
        for _ in range(LONGEST):
            due = GAME.due(self.state)
            if not due or isinstance(due[0].command, AnnounceNoMoreBets):
                return
            self.do_due()
        raise AssertionError("the table is never ready")

    # One round.

    def round(self) -> None:
        """Bets, cards and decisions at random, to the end of the round, and the money compared."""
        self.referee, self.prizes, self.entries, self.told = None, {}, set(), []
        self._until_ready()
        self.mood = self.chance.choice(MOODS)
        if self.state.button_down and self.chance.random() < 0.5:
            self.do(pandemonium.RestoreButton(), DEALS)
        before = {each.id: self.state.stack(each.id) for each in PLAYERS}
        advised = frozenset(self.state.advised)
        self.bet()
        laid = self.laid()
        self.told.append(f"{self.mood.name}; advised {sorted(advised)}; {laid}")
        self.do(AnnounceNoMoreBets(), DEALS)
        self.referee = Round(self.house, laid, advised)
        if not self.referee.areas:
            self.void_of_wagers()
            return
        for _ in range(LONGEST):
            due = self.due()
            if isinstance(due.command, CollectCards):
                break
            self.step(due)
        else:
            raise self.differ("the round does not end")
        self.compare(before)
        self.counted["rounds"] += 1
        self.counted.update(kinds(self.referee))
        self.do_due()

    def void_of_wagers(self) -> None:
        """Every wager goes back: there is nothing to deal for."""
        for _ in range(LONGEST):
            if self.state.stage in (Stage.BETTING, Stage.CLOSED):
                break
            self.told.append(f"due {self.due().command}")
            self.do_due()
        self.counted["no wager takes part"] += 1

    def bet(self) -> None:
        """Random wagers, on few areas, often several on one, now and then over or under the limits."""
        many = 1 if self.mood.order else self.chance.choice((1, 1, 2, min(3, self.terms.areas)))
        for area in self.chance.sample(range(1, self.terms.areas + 1), many):
            for player in self.chance.sample(PLAYERS, self.chance.choice((1, 1, 2, 3))):
                self.place(player, area, self.terms.playing.bet)
                for bet in self.terms.bets[1:]:
                    if self.chance.random() < 0.6:
                        self.place(player, area, bet)
        if not self.state.wagers:
            self.bet()

    def place(self, player: Actor, area: int, bet: Bet) -> None:
        """A wager of some amount; the table may have no room for it."""
        limits, roll = self.terms.limits[bet], self.chance.random()
        low, high = limits.minimum, limits.maximum
        if roll < 0.06:
            cents = self.chance.randrange(1, low) if low > 1 else low
        elif roll < 0.16:
            cents = self.chance.randrange(high // 2, high * 2)
        elif roll < 0.3:
            cents = self.chance.randrange(low, high + 1)
        else:
            cents = self.chance.choice((low, low + 100, low + 50, 2500, 2400, 200, 1000, 1500, high))
        unit = self.chance.choice((1, 50, 50, 100, 100))
        cents = max(1, cents // unit * unit)
        decision = self.decide(PlaceWager(area=area, bet=bet.value, cents=cents), player)
        if isinstance(decision, Refusal):
            return
        for event in decision:
            self.state = GAME.evolve(self.state, event)

    def laid(self) -> list[Laid]:
        """What lies on the cloth, each area's wagers from the one nearest the dealer on."""
        found = []
        for area in range(1, self.terms.areas + 1):
            for main in self.state.bettors(area):
                sides = {
                    name: each.cents
                    for name, bet in SIDES.items()
                    for each in self.state.wagers
                    if (each.area, each.player, each.bet) == (area, main.player, bet)
                }
                found.append(Laid(main.player, area, main.cents, sides))
        return found

    def step(self, due: Any) -> None:
        """One act: what is due of the house, or what a player may do by the second reading."""
        assert self.referee is not None
        if isinstance(due.command, DealCard):
            if self.referee.next_card() is None:
                raise self.differ(f"a card is due to {GAME.engine.rules(self.state).spot_due(self.state)}")
        elif self.state.stage in (Stage.SETTLING, Stage.PAYING, Stage.SETTLED) and (card := self.referee.next_card()):
            raise self.differ(f"the round is settled while a card is due to {card}")
        examined = self.state.stage in (Stage.INTERIM, Stage.CHOOSING, Stage.DRAWING)
        if examined and not isinstance(due.command, PayTwentyOne) and self.chance.random() < 0.02:
            self.cross_examine(due)
        asked, acting = due.person is not None, self.chance.random()
        if not asked and acting > 0.1:
            self.do_due()
            return
        allowed = sorted(self.open_now(due))
        if allowed and acting < 0.75:
            self.take(self.choose(allowed))
        elif asked:
            self.pass_on(due, allowed)
        else:
            self.do_due()

    def open_now(self, due: Any) -> set[May]:
        """What players may do now; what comes after the interim settlement, and after being asked, only then."""
        assert self.referee is not None
        waiting = self.waiting(due)
        return {each for each in self.referee.may() if each.act not in waiting}

    def waiting(self, due: Any) -> tuple[str, ...]:
        """What players may say but the dealer has something to do first, which the second reading takes as done."""
        if isinstance(due.command, SettleInterim | pandemonium.PressButton):
            return (*DECISIONS, "even money", "surrender")
        return () if isinstance(due.command, choices.Stand | choices.Draw) else DECISIONS

    def choose(self, allowed: list[May]) -> May:
        """One of these, splits and doubles often, and cards drawn until a hand is likely to be bust."""
        weights = {"split": 6.0, "double": 2.0, "draw": 2.5, "stand": 1.0, "rescue": 0.5, "surrender": 0.6}
        if self.mood.eager:
            weights |= {"split": 20.0 if self.mood.order else 1.0, "draw": 20.0}
        return self.chance.choices(allowed, [weights.get(each.act, 1.0) for each in allowed])[0]

    def pass_on(self, due: Any, allowed: list[May]) -> None:
        """What is done for the silent: early choices and doubles go by, hands are played as directed."""
        assert self.referee is not None
        silent = GAME.turns(self.state)[0].silent
        if isinstance(silent, choices.Stand | choices.Draw):
            directed = self.referee.directed()
            if directed != type(silent).__name__.lower():
                raise self.differ(f"the hand of the silent is to {directed}, not {silent}")
            self.counted["directed"] += 1
            by = next(each for each in allowed if each.act == directed)
            self.note(by, 0)
            self.do(silent, Actor(CLOCK, "Time", "game-supervisor"))
        elif isinstance(silent, sharing.StayOut):
            mine = [each for each in allowed if each.player == due.person]
            if not mine:
                raise self.differ(f"{due.person} is asked to go along")
            self.take(next((each for each in mine if each.act == "stay"), mine[0]))
        elif isinstance(silent, pandemonium.PressButton) and self.chance.random() < 0.1:
            self.fail()
        else:
            self.do(silent, Actor(due.person, due.person))

    def fail(self) -> None:
        """The jackpot button fails: what waits for it is settled without a prize drawn."""
        waiting = [each for each in self.state.wagers if each.bet == Bet.PANDEMONIUM and each.settled is None]
        self.do(pandemonium.ReportButtonFailure(why="no light"), DEALS)
        self.prizes |= {(each.player, each.area): None for each in waiting}
        self.counted["the button failed"] += 1

    def take(self, may: May) -> None:
        """A player does something, for all or a part of what may be put up."""
        cents = may.most if self.chance.random() < 0.7 else self.chance.randint(may.least, may.most)
        command = self.command(may, cents)
        self.note(may, cents)
        self.do(command, Actor(may.player, may.player))

    def note(self, may: May, cents: int) -> None:
        """Tell the second reading what a player does."""
        assert self.referee is not None
        self.told.append(f"{may.player} {may.act} {may.area}.{may.hand} {cents or ''}")
        self.referee.act(may.act, may.player, may.area, may.hand, cents)

    def command(self, may: May, cents: int) -> Command:
        """An act of the second reading as a command."""
        match may.act:
            case "insure":
                return early.Insure(area=may.area, cents=cents)
            case "even money":
                return early.TakeEvenMoney(area=may.area)
            case "surrender":
                return early.Surrender(area=may.area)
            case "stand":
                return choices.Stand()
            case "draw":
                return choices.Draw()
            case "double":
                return choices.Double(cents=cents)
            case "split":
                return choices.Split()
            case "rescue":
                return rescue.Rescue(area=may.area, hand=may.hand)
            case "stay":
                asked = self.state.asked
                return sharing.StayOut(second=asked is not None and may.hand != asked.origin.hand)
            case _:
                return sharing.GoAlong(cents=cents)

    def cross_examine(self, due: Any) -> None:
        """Everything that any player could say now: the table accepts it exactly if the second reading allows it."""
        assert self.referee is not None
        self.counted["moments examined"] += 1
        allowed = self.referee.may()
        waiting = self.waiting(due)
        for said, cents in self.sayings():
            fits = any(
                (each.act, each.player, each.area, each.hand) == (said.act, said.player, said.area, said.hand)
                and (not each.most or each.least <= cents <= each.most)
                for each in allowed
            )
            accepted = not isinstance(self.decide(self.command(said, cents), Actor(said.player, said.player)), Refusal)
            if said.act in waiting and not accepted:
                continue
            if fits != accepted:
                verb = "allows" if accepted else "refuses"
                raise self.differ(f"the table {verb} {said} for {cents}; the second reading says {allowed}")

    def sayings(self) -> Iterator[tuple[May, int]]:
        """Every act of every player on every area and hand, with amounts at and beyond what could be put up."""
        assert self.referee is not None
        turn, asking = self.referee.turn(), self.referee.asking
        for area in self.referee.areas.values():
            for wager in area.wagers:
                who, original = wager.player, wager.original
                yield May("even money", who, area.number), 0
                yield May("surrender", who, area.number), 0
                for cents in (1, original // 2, original // 2 + 1):
                    if cents:
                        yield May("insure", who, area.number), cents
                for hand in area.hands:
                    if self.house.pontoon:
                        yield May("rescue", who, area.number, hand.number), 0
                if turn is not None and turn[0] is area:
                    for act in ("stand", "draw"):
                        yield May(act, who, area.number, turn[1].number), 0
                    yield May("split", who, area.number, turn[1].number), original
                    for cents in (1, original, original + 1):
                        yield May("double", who, area.number, turn[1].number), cents
                if asking is not None and asking[0] is area:
                    act, number = f"join {asking[2]}", asking[1].number
                    for cents in (1, original, original + 1):
                        yield May(act, who, area.number, number), cents
                    yield May("stay", who, area.number, number), 0
                    if asking[2] == "split" and self.referee.formed is not None:
                        yield May("stay", who, area.number, self.referee.formed.number), 0

    # What came of it.

    def compare(self, before: dict[str, int]) -> None:
        """Every wager's end and every player's chips, to the cent."""
        assert self.referee is not None
        expected = money.settled(self.referee, self.prizes)
        names = {self.terms.playing.bet: MAIN, Bet.DOUBLE: MAIN, "super bonus of another": money.SUPER_BONUS}
        names |= {bet: name for name, bet in SIDES.items()}
        found: dict[money.Key, int] = defaultdict(int)
        by_hand: dict[tuple[str, int, int], int] = defaultdict(int)
        for each in self.state.wagers:
            end = each.settled
            if end is None or end.taken + end.returned != each.cents:
                raise self.differ(f"{each} has not ended whole")
            name = names.get(each.bet, str(each.bet))
            found[each.player, each.area, name] += end.paid - end.taken
            if name == MAIN:
                by_hand[each.player, each.area, each.hand] += end.paid - end.taken
        actual = {key: cents for key, cents in found.items() if cents}
        if actual != expected:
            wrong = {key: (actual.get(key, 0), expected.get(key, 0)) for key in actual.keys() | expected.keys()}
            wrong = {key: pair for key, pair in wrong.items() if pair[0] != pair[1]}
            raise self.differ(f"(the table's, the second reading's) {wrong}; dealer {self.referee.dealer}")
        for player in PLAYERS:
            won = sum(cents for (who, _, _), cents in expected.items() if who == player.id)
            if self.state.stack(player.id) - before[player.id] != won:
                raise self.differ(f"{player.id} has {self.state.stack(player.id) - before[player.id]} more, not {won}")
        if not natural(self.referee.dealer):
            for key, cents in money.each_hand(self.referee).items():
                if by_hand[key] != cents:
                    raise self.differ(f"hand {key} came to {by_hand[key]}, not {cents}")
        if self.entries != money.entries(self.referee):
            raise self.differ(f"entries {self.entries}")
        if frozenset(self.state.advised) != self.referee.advised:
            raise self.differ(f"advised {self.state.advised}, not {self.referee.advised}")
