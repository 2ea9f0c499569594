"""A seeded walk over a table: many people, sensible acts and nonsense, all that must hold checked on the way."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

from msgspec import msgpack
from msgspec.structs import replace

from croupier.books import cite
from croupier.cards import Card, Chance, Counts, Drawn, pick
from croupier.games import Game
from croupier.games.three_card_poker.misdeal import Misdealt
from croupier.house.linked import prizes_due
from croupier.house.meter import Meter
from croupier.table.contract import Actor, Command, Decision, Due, Event, Refusal
from croupier.table.disputes import DisputeDecided, DisputeReviewed, DisputeRuled
from croupier.table.fields import with_words
from croupier.table.holding import InvestigationConcluded
from croupier.table.linked_jackpot import PayJackpotPrizes
from croupier.table.rounds import RoundClosed
from croupier.table.state import BankedTable, Stage
from croupier.table.tournaments.reserved import TableReleased
from croupier.table.voiding import HandVoided, RoundVoided
from tests.conformance import nonsense
from tests.conformance.clearing import Clearing
from tests.conformance.concealment import Concealment
from tests.conformance.hidden import lucky, with_faces
from tests.conformance.invariants import check
from tests.conformance.linked import HERE, changed_option, check_meter, linked_meter, play_elsewhere, told_meter
from tests.conformance.tables import WORDS

PLAYERS = tuple(Actor(f"p{n}", f"Player {n}") for n in range(1, 7))
BESIDE = (Actor("inspector", "Inspector", "regulator"), Actor("director", "Director", "tournament-director"))
LONGEST_FINISH = 400
"""More acts than the longest way to the end of a round: eighteen cards, and a shuffle with every cut declined."""

WEIGHTS = {
    "PlaceWager": 8.0,
    "AskForRules": 0.1,
    "RaiseDispute": 0.1,
    "Leave": 0.2,
    "CloseTable": 0.2,
    "LookAtHand": 20.0,
    "PickUpHand": 20.0,
    "DiscardCards": 3.0,
    "PayJackpotPrizes": 9.0,
    "DeclareShortPlay": 3.0,
    "LookAtCards": 9.0,
    "Fold": 0.3,
    "SitOut": 0.3,
} | dict.fromkeys(
    """
    ReportWrongCards InvalidateRound RenewCards ReportLateError RestrictBettors ExcludePlayer OrderCount OrderShuffle
    ReportExposedCard ReportWrongNumber ReportUnstakedArea ReportWrongDeck ReportMixedCards ReportShufflerFault
    CancelJackpotGame ReportEquipmentDown DeclareAbsent ExcludeFromCasino KeepApart SetJackpot SetMaximumPayout
    """.split(),  # noqa: SIM905
    0.2,
)
"""How much likelier than others some acts are, so that walks are mostly play and seldom its end."""


def everyone(game: Game) -> tuple[Actor, ...]:
    """The players, one person of each rank of the house, and those beside it."""
    return (*PLAYERS, *(Actor(rank, rank.title(), rank) for rank in game.engine.book.ladder[1:]), *BESIDE)


def words(game: Game) -> tuple[str, ...]:
    """What the texts of made-up commands may say."""
    return ("", "p1", "p2", "p9", "dealer", "nothing of the sort", "…", *WORDS[game.name])


class Walk:
    """One table, its log, the meter it is linked to if any, and the chance that drives it all."""

    def __init__(self, game: Game, terms: Any, seed: int) -> None:
        self.game, self.terms, self.chance = game, terms, Random(seed)
        self.everyone, self.words = everyone(game), words(game)
        self.luck = 0.95 if seed % 2 else 0.0
        self.state = game.initial(terms)
        self.meter: Meter | None = linked_meter(self.state)
        self.log: list[Event] = []
        self.at = 0
        self.house_won = 0
        self.refusals: Counter[str] = Counter()
        self.concealment = Concealment(game)
        self.clearing = Clearing(game)

    def branch(self) -> Walk:
        """Another walk from this moment on."""
        other = Walk(self.game, self.terms, self.chance.getrandbits(32))
        other.state, other.at, other.house_won = self.state, self.at, self.house_won
        other.meter, other.luck = self.meter, self.luck
        other.concealment = self.concealment.branch()
        return other

    def step(self) -> None:
        """One more act by someone: often what is due, mostly what is open to them, at times nonsense."""
        self.at += self.chance.choice((0, 0, 0, 1_000, 30_000, 600_000))
        by, roll, due = self.chance.choice(self.everyone), self.chance.random(), self.game.due(self.state)
        if self.meter is not None and self.chance.random() < 0.1:
            self.meter = play_elsewhere(self.meter, self.chance, self.at)
            if self.chance.random() < 0.1:
                self.change_option()
        if self.state.stage is Stage.BETTING and wagers_down(self.game, self.state) and self.chance.random() < 0.6:
            self.take_option(self.chance.choice(PLAYERS))
        elif due and roll < 0.45:
            chosen = due[0] if self.chance.random() < 0.8 else self.chance.choice(due)
            command = self.with_card(chosen.command)
            self.do(command, performer(chosen, command))
        elif roll < 0.6:
            command = nonsense.command(self.game.engine.commands, self.words, self.chance)
            self.do(self.game.commands.decode(self.game.encode(command)), by)
        else:
            self.take_option(by)

    def change_option(self) -> None:
        """The meter goes by another row of the book, and the table with it from its next round."""
        link = self.game.engine.rules(self.state).meter_link(self.state)
        changed = None if self.meter is None else changed_option(self.meter, link, self.chance, self.at)
        if changed is None:
            return
        self.meter, words = changed
        for event in words:
            self.state = self.game.evolve(self.state, event)
            self.log.append(event)

    def take_option(self, by: Actor) -> None:
        """One of the acts open to this person, as offered; then, at times, the same with a field changed."""
        options = [each.command for each in self.game.options(self.state, by, self.at)]
        if not options:
            return
        kinds = sorted({type(each).__name__ for each in options})
        kind = self.chance.choices(kinds, [WEIGHTS.get(each, 1.0) for each in kinds])[0]
        alike = [each for each in options if type(each).__name__ == kind]
        rarest = [each for each in alike if getattr(each, "bet", "") == "jackpot"]
        command = self.with_prizes(self.chance.choice(rarest if rarest and self.chance.random() < 0.5 else alike))
        if kind in ("Join", "BuyChips") and self.chance.random() < 0.8:
            command = replace(command, cents=20_000)
        command = with_words(command, "as it was seen")
        decision = self.do(command, by)
        assert not isinstance(decision, Refusal), f"{command} was offered to {by.rank} and refused: {decision}"
        if self.chance.random() < 0.3:
            self.do(nonsense.changed(command, self.words, self.chance), by)

    def do(self, command: Command, by: Actor) -> Decision:
        """Put a command to the table, and what comes of it to its meter, and check what came of both."""
        decision, meter = self.with_meter(command, by, self.decide(command, by))
        if isinstance(decision, Refusal):
            self.refusals[decision.reason.name] += 1
            cited(decision.under, decision)
            self.game.encode(decision)
            self.concealment.refused(by, decision)
            return decision
        assert decision, f"{command} led to nothing"
        for event in decision:
            cited(event.under, event)
            before, self.state = self.state, self.game.evolve(self.state, event)
            self.log.append(event)
            self.keep_books(event, before)
            self.concealment.happened(event, before, self.state)
            self.clearing.happened(event, before, self.state)
        check(self.state)
        if isinstance(self.state, BankedTable):
            self.check_rack()
        if meter is not None:
            self.meter = meter
            check_meter(meter, self.state)
        return decision

    def with_meter(self, command: Command, by: Actor, decision: Decision) -> tuple[Decision, Meter | None]:
        """A decision with what the meter then tells the table, and the meter after it; refused where the meter does."""
        if self.meter is None or isinstance(decision, Refusal):
            return decision, self.meter
        link = self.game.engine.rules(self.state).meter_link(self.state)
        told = told_meter(self.meter, link, decision, by, self.at)
        if isinstance(told, Refusal):
            assert isinstance(command, PayJackpotPrizes), f"the meter does not take {command}: {told}"
            return told, self.meter
        meter, words = told
        return (*decision, *words), meter

    def keep_books(self, event: Event, before: Any) -> None:
        """What a house with a bank has won for good: by rounds that are closed, and by rulings outside any round.

        What someone who left was paid stays paid, though the wager turns out to be void.
        """
        if not isinstance(self.state, BankedTable):
            return
        self.keep_tournament(event)
        if isinstance(event, RoundVoided | HandVoided | Misdealt):
            gone = [each.settled for each in before.left_behind if each not in self.state.left_behind]
            sent = sum(move.cents for move in event.moves if move.target.startswith("wallet:"))
            self.house_won += sum(each.taken - each.paid for each in gone) - sent
        if isinstance(event, RoundClosed):
            self.house_won += sum(each.taken - each.paid for each in self.state.results)
        elif isinstance(event, RoundVoided):
            self.house_won += sum(each.taken for each in event.kept)
        elif isinstance(event, DisputeRuled | DisputeReviewed | DisputeDecided | InvestigationConcluded):
            self.house_won += sum(m.cents * ((m.target == "rack") - (m.source == "rack")) for m in event.moves)

    def keep_tournament(self, event: Event) -> None:
        """Chips that a tournament's bank brings to the rack of its table, and takes out of it once that is released."""
        if self.state.reserved is None and not isinstance(event, TableReleased):
            return
        for move in event.moves:
            self.house_won += move.cents * (move.target == "rack" and move.source.startswith("tournament:"))
            self.house_won -= move.cents * (move.source == "rack" and move.target.startswith("tournament:"))

    def check_rack(self) -> None:
        """The rack holds what the cage brought, and what wagers lost less what they won in all rounds and this one."""
        wagers = (*self.state.wagers, *self.state.left_behind)
        settled = [wager.settled for wager in wagers if wager.settled is not None]
        now = sum(each.taken - each.paid for each in settled)
        brought = -self.state.chips.get("cage", 0) - self.state.chips.get("advance", 0)
        there = self.state.chips.get("rack", 0) + self.state.chips.get("reserve", 0)
        assert there == self.house_won + now + brought

    def decide(self, command: Command, by: Actor) -> Decision:
        """The decision, made twice from the same inputs: it must be the same, and leave the state as it was."""
        before, seed = msgpack.encode(self.state), self.chance.getrandbits(32)
        first = self.game.decide(self.state, command, by, self.at, drawing(seed, self.luck))
        again = self.game.decide(self.state, command, by, self.at, drawing(seed, self.luck))
        assert first == again, f"{command} was decided in two ways"
        assert msgpack.encode(self.state) == before, f"deciding {command} changed the state"
        return first

    def with_card(self, command: Command) -> Command:
        """The command with cards that may come, where a dealer at a real table must enter them, and with words."""
        command = with_words(command, "as it was seen")
        command = with_faces(self.state, command, self.chance, self.luck)
        if not self.state.is_real or "card" not in command.__struct_fields__:
            return command
        if type(command).__name__ == "DealCard" and self.state.care.excess and self.state.care.excess[0] is not None:
            return command
        return replace(command, card=pick(self.state.shoe.unseen, self.chance.randrange(sum(self.state.shoe.unseen))))

    def with_prizes(self, command: Command) -> Command:
        """The command with the prizes that wait on the meter, where a manager is to name them."""
        if self.meter is None or not isinstance(command, PayJackpotPrizes):
            return command
        prizes = prizes_due(self.meter, HERE)
        return command if isinstance(prizes, Refusal) else replace(command, prizes=prizes)

    def finish(self) -> None:
        """Do what is due until nothing is; every act due must be accepted and the end must come."""
        begun = 0
        for _ in range(LONGEST_FINISH):
            due = self.game.due(self.state)
            begun += bool(due) and type(due[0].command).__name__ == "BeginHand"
            if not due or begun > 1:  # where hands follow one another of themselves, one of them is enough
                return
            command = self.with_card(due[0].command)
            decision = self.do(command, performer(due[0], command))
            assert not isinstance(decision, Refusal), f"{due[0]} was due and refused: {decision}"
        raise AssertionError(f"the round does not end: {self.game.due(self.state)} at {self.state.stage}")


def wagers_down(game: Game, state: Any) -> bool:
    """Whether a round waits only for the dealer, and others may still join in."""
    return isinstance(state, BankedTable) and bool(game.engine.rules(state).areas_to_deal(state))


def performer(due: Due, command: Command) -> Actor:
    """The lowest of those who may do what is due; faces of real cards are entered by the dealer."""
    if due.person is not None and not enters_faces(due, command):
        return Actor(due.person, due.person)
    rank = due.rank if due.person is None else "dealer"
    return Actor(rank, rank, rank)


def enters_faces(due: Due, command: Command) -> bool:
    """Whether a command names cards that what is due leaves open."""
    return getattr(command, "cards", ()) != getattr(due.command, "cards", ())


def drawing(seed: int, luck: float = 0.0) -> Chance:
    """Chance that gives the same cards for the same seed, which costs nothing where none is asked for."""
    chance = cache(lambda: Random(seed))

    def draw(counts: Counts) -> Card:
        return lucky(counts, chance(), luck)

    return Drawn(draw, entropy=lambda many: chance().randbytes(many))


def cited(under: tuple[str, ...], what: object) -> None:
    """Something rests on at least one clause, and every one is known."""
    assert under, f"{what} cites nothing"
    for clause in under:
        cite(clause)
