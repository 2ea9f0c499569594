"""Whole tournaments by chance, from the draft to the declared result: each seed is one, with everything that happens.

What the conditions may say is varied as far as the manager acts on it; what people do is left to chance. A tournament
that cannot go on although nobody did anything forbidden is a fault: it raises `Stuck`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from croupier.house.tournaments import agreeing, buying_back, disputing, entering, founding, people, sessions
from croupier.house.tournaments.determined import is_determined
from croupier.house.tournaments.elimination import clock, late, moving, out, racing
from croupier.house.tournaments.elimination.seating import elimination, needed, tables_in_play
from croupier.house.tournaments.export import Data, exported, tables_of, won_at
from croupier.house.tournaments.export_tables import Happened
from croupier.house.tournaments.findings import tournament_book
from croupier.house.tournaments.hands import AgreeToEnd, EndTableEarly
from croupier.house.tournaments.model import Entrant, Stage, Status
from croupier.house.tournaments.results import CloseSession, DeclareResult, prizes_as_it_stands
from croupier.house.tournaments.rounds import ends_round, is_final
from croupier.house.tournaments.tables import DesignateTables, DrawSeats
from croupier.house.tournaments.ties import BreakTie
from croupier.house.wallet import TopUp
from croupier.house.wallets import WALLETS
from croupier.table.contract import Actor, Command, Refusal
from croupier.table.state import Stage as TableStage
from croupier.table.tournaments.conditions import Conditions, Elimination
from croupier.table.tournaments.secret_wagers import LaySecret
from croupier.table.wagers import PlaceWager
from tests.house.tournaments.evening import CUP, OPERATOR, REGULATOR, Evening
from tests.referee.tournaments.conditions import seats_of, terms_of

MANAGER = Actor("dee", "Dee", "tg-assistant-casino-manager")
"""The director, who holds the ranks as well that move players and break tables."""
DEPUTY = Actor("fin", "Fin", "dealer")
MINUTE = 60_000
PATIENCE = 60_000
"""After so many steps a tournament will not end any more."""


class Stuck(AssertionError):
    """A tournament that cannot go on."""


class Tournament(Evening):
    """One tournament from the draft to the result."""

    def __init__(self, random: Random, said: Conditions, entrants: int) -> None:
        self.luck, self.many = random, entrants
        self.knockout = said.structure.elimination
        self.steps = 0
        self.opens_house(said)

    def opens_house(self, said: Conditions) -> None:
        """As many tables as everyone fills."""
        seats = self.knockout.seats if self.knockout else seats_of(said.book)
        tables = max([each.tables or 0 for each in said.structure.rounds or ()])
        tables = max(tables, -(-(self.many + 3) // seats))
        self.sets_up(said, [f"{said.book[:2]}-{number}" for number in range(1, tables + 1)], terms_of(said))

    def sets_up(self, said: Conditions, tables: Sequence[str], terms: Any) -> None:
        """A house with these tables."""
        super().__init__(said, tables, seed=self.luck.randrange(2**32), terms=terms)

    def document(self) -> Data:
        """What is exported of it."""
        streams: dict[tuple[str, str], list[Happened]] = {}
        for told in self.house.record:
            streams.setdefault((told.at.kind, told.at.id), []).append(Happened(told.when, told.event))
        own = streams.get(("tournament", CUP), [])
        at_tables, where_won = ({name: streams["table", name] for name in named(own)} for named in (tables_of, won_at))
        return exported(CUP, own, at_tables, where_won)

    def whole(self) -> None:
        """Everything."""
        self.founded()
        self.enter_all()
        if self.cup.stage is Stage.OFF:
            return
        self.tables_ready()
        while self.cup.stage is Stage.READY:
            if not self.session_opened():
                end = self.can(DeclareResult()) or self.tries(founding.CallOff(why="nobody is left"), OPERATOR)
                assert not isinstance(end, Refusal), end
                return
            self.played()

    def maybe(self, chance: float) -> bool:
        """So often."""
        return self.luck.random() < chance

    def can(self, command: Command) -> bool:
        """Whether the director has just done something."""
        return not isinstance(self.tries(command, MANAGER), Refusal)

    # Before play.

    def founded(self) -> None:
        """As an evening is, with deputies, signatures and employees as it happens."""
        self.at = max(self.at, 1_000)
        super().founded()
        if self.maybe(0.3):
            self.tries(people.NameDeputy(person="fin", name="Fin", qualified=True), self._namer())
            self.tries(people.Attend(), DEPUTY)
        if self.maybe(0.2):
            self.tries(people.AskForSignatures(), MANAGER)
        self.tries(entering.GiveEmployeesLeave(), OPERATOR)

    def _namer(self) -> Actor:
        return OPERATOR if self.game.book.code == "BJ" else MANAGER

    def enter_all(self) -> None:
        """People enter, withdraw, are turned away, and a text may change meanwhile; then entries are closed."""
        for number in range(self.many):
            self._enters(number + 1)
            if self.maybe(0.03) and self.cup.in_play:
                self._withdraws(self.luck.choice(self.cup.in_play))
            if self.maybe(0.02):
                self.tries(entering.TurnAway(player=f"p{self.luck.randint(1, self.many)}", why="reasons"), OPERATOR)
            if self.maybe(0.02):
                self._changed_text()
        if self.cup.starts and self.maybe(0.2):
            self._moved_start()
        if self.maybe(0.3) and self.cup.starts:
            self.at = max(self.at, self.cup.starts[0] - 30 * MINUTE)
            for each in self.cup.in_play:
                if self.maybe(0.05):
                    self._withdraws(each)
        if self.maybe(0.02):
            self.does(founding.CallOff(why="no time"), OPERATOR)
        else:
            self.does(founding.CloseEntries(), OPERATOR)

    def _enters(self, number: int) -> None:
        who = Actor(f"p{number}", f"Player {number}")
        self.house.act(WALLETS, who.id, TopUp(), who, self.at, chance=self.chance)
        works = bool(self.conditions.entry.employees) and self.maybe(0.2)
        enters = entering.Enter(text=self.cup.text, employee=works, promotion=self.maybe(0.3))
        self.tries(replace(enters, contractor=works and self.maybe(0.5)), who)

    def _withdraws(self, each: Entrant) -> None:
        self.tries(entering.Withdraw(entrant=each.number), Actor(each.person, each.name))

    def _changed_text(self) -> None:
        changed = replace(self.conditions, details=replace(self.conditions.details, place=f"Room {self.at}"))
        if isinstance(self.tries(founding.DraftConditions(conditions=changed), OPERATOR), Refusal):
            return
        self.conditions = changed
        self.tries(founding.TellRegulator(), OPERATOR)
        self.tries(founding.ApproveConditions(text=self.cup.text), REGULATOR)

    def _moved_start(self) -> None:
        ahead = self.luck.choice((-40, 25, 90)) * MINUTE
        self.tries(sessions.MoveStart(session=1, at=self.cup.starts[0] + ahead), MANAGER)

    def session_opened(self) -> bool:
        """Seats drawn, some absent, gone or in another's hands before it begins; everyone there briefed and signed."""
        if not self.cup.designated:
            by = MANAGER if self.game.book.code in ("MM", "BJ") else OPERATOR
            self.does(DesignateTables(tables=self.tables), by)
        self.tries(DrawSeats(), MANAGER)
        for each in self.cup.in_play:
            if self.maybe(0.06):
                self.tries(sessions.MarkLate(entrant=each.number), MANAGER)
            self._something_about(each, 0.03)
        self._prepared(self.cup.in_play)
        if not self.cup.in_play:
            return False
        self.tries(DrawSeats(), MANAGER)
        starts = self.cup.starts
        if not self.can(sessions.OpenSession()):
            self.at = max([self.at, *starts[self.cup.played : self.cup.played + 1]])
            self.does(sessions.OpenSession(), MANAGER)
        return True

    def _prepared(self, entrants: Sequence[Entrant]) -> None:
        """Whoever plays is briefed, and signs where that was asked."""
        strange = tuple([each.number for each in entrants if each.plays not in each.briefed])
        if strange:
            self.does(people.Brief(entrants=strange), MANAGER)
        for each in entrants:
            if self.cup.must_sign:
                self.tries(people.SignConditions(), Actor(each.plays, each.plays))

    def _something_about(self, each: Entrant, chance: float) -> None:
        """By chance somebody retires, is put out or punished, or has somebody else play."""
        if self.maybe(chance):
            act: Callable[[], Command] = self.luck.choice(
                (
                    lambda: sessions.Retire(entrant=each.number),
                    lambda: sessions.Disqualify(entrant=each.number, why="reasons"),
                    lambda: sessions.Penalise(entrant=each.number, why="reasons"),
                    lambda: entering.NominateSubstitute(
                        entrant=each.number, player=f"s{each.number}-{self.steps}", name="Sub"
                    ),
                )
            )
            command = act()
            if isinstance(command, entering.NominateSubstitute):
                self.tries(command, Actor(each.person, each.name))
                self.tries(entering.ApproveSubstitute(entrant=each.number), MANAGER)
                if self.cup.sitting is not None and self.maybe(0.7):
                    self._prepared([self.cup.entrants[each.number]])
                    self.tries(sessions.MarkLate(entrant=each.number, absent=False), MANAGER)
            else:
                self.tries(command, MANAGER)

    # Play.

    def played(self) -> None:
        """A session with all that happens in it, to its close or the result."""
        for _ in range(PATIENCE):
            self.steps += 1
            cup = self.cup
            tie = cup.sitting is not None and cup.sitting.tie is not None
            if cup.stage is Stage.SESSION or tie:
                if not tie:
                    self._meanwhile()
                elif not self.can(BreakTie()) and self.maybe(0.03):
                    self._something_about(self.luck.choice(cup.in_play), 1)
                self._hands()
                self.at += self.luck.choice((400, 3_000, 9_000))
            elif not cup.present:
                self.does(people.Attend(), MANAGER)
            elif cup.in_play and self.maybe(0.02):
                self._something_about(self.luck.choice(cup.in_play), 1)
            elif not isinstance(self.tries(CloseSession(), MANAGER), Refusal) or not isinstance(
                self.tries(DeclareResult(), MANAGER), Refusal
            ):
                return
            else:
                done = self.tries(BreakTie(), MANAGER)
                if isinstance(done, Refusal):
                    self._last_hands(done)
        raise Stuck(f"{self.cup.stage}, with {len(self.cup.in_play)} left")

    def _last_hands(self, why: Refusal) -> None:
        """A hand may still be under way when all is decided: it is finished, and anything else cannot go on."""
        under_way = [each for each in self.tables if self.house.table(each).stage is not TableStage.BETTING]
        for name in under_way:
            self.deals(name)
        if not under_way:
            raise Stuck(f"{self.cup.stage.value}: {why}")

    def _meanwhile(self) -> None:
        """What a director and the people do between hands."""
        rarely = 0.4 / (1 + len(self.cup.in_play)) / (10 if self.knockout else 1)
        for each in self.cup.in_play if self.maybe(0.3) else ():
            self._something_about(each, rarely / 4)
            if self.maybe(rarely) and self.cup.entrants[each.number].status is Status.IN:
                self._prepared([self.cup.entrants[each.number]])
                self.tries(sessions.MarkLate(entrant=each.number, absent=not each.absent), MANAGER)
        if self.conditions.prizes.deals and self.maybe(0.03):
            self._deal()
        if self.maybe(0.01):
            self._objection()
        if self.maybe(0.01):
            self.tries(people.Attend(there=False), MANAGER)
            self._hands()
        if not self.cup.present:
            self.tries(people.Attend(), MANAGER)
        if self.knockout is not None:
            self._between_hands()
        elif self.cup.stage is Stage.SESSION:
            self._buying()
            self._ending()

    def _deal(self) -> None:
        """What is at stake is shared evenly, if nobody of those who are left has anything against it."""
        if self.cup.sitting is None or not is_final(self.cup) or not ends_round(self.cup):
            return
        left, (won, _) = agreeing.sharers(self.cup), prizes_as_it_stands(self.cup, self.conditions)
        together = sum(won.get(each.number, 0) for each in self.cup.in_play)
        each_has, over = divmod(together, max(1, len(left)))
        shares = [agreeing.Share(each.number, each_has + (n < over)) for n, each in enumerate(left)]
        if not self.can(agreeing.ProposeDeal(shares=tuple(shares), how="evenly")):
            return
        for each in left:
            answer = agreeing.RefuseDeal() if self.maybe(0.1) else agreeing.AgreeToDeal()
            self.tries(answer, Actor(self.cup.owner(each), each.name))

    def _objection(self) -> None:
        """Somebody objects, it is decided, and now and then the regulator has the last word."""
        each = self.luck.choice(tuple(self.cup.entrants.values()))
        who = Actor(each.person, each.name)
        if isinstance(self.tries(disputing.RaiseObjection(about="the draw"), who), Refusal):
            return
        number = self.cup.objections[-1].number
        decided = disputing.DecideObjection(objection=number, decision="It stands")
        book = tournament_book(self.conditions.book)
        ruth = Actor("ruth", "Ruth", self.game.book.clause(book.disputes_under).authority)
        done = self.tries(decided, MANAGER if book.director_final else ruth)
        if not isinstance(done, Refusal) and self.maybe(0.5):
            self.does(disputing.Complain(objection=number), who)
            self.does(disputing.AnswerComplaint(objection=number, answer="It stands"), REGULATOR)

    def _buying(self) -> None:
        for each in self.cup.in_play:
            if each.table and self.maybe(0.5):
                self.tries(buying_back.BuyBack(entrant=each.number), Actor(each.person, each.name))

    def _ending(self) -> None:
        """A table is ended early where it may be, now and then after everyone has agreed."""
        sitting = self.cup.sitting
        assert sitting is not None
        for name, here in sitting.tables.items():
            if not here.finished and (self.maybe(0.02) or is_determined(self.cup, name)):
                if self.maybe(0.6):
                    for number in here.seats.values():
                        plays = self.cup.entrants[number].plays
                        self.tries(AgreeToEnd(), Actor(plays, plays))
                self.tries(EndTableEarly(table=name), MANAGER)

    def _between_hands(self) -> None:
        said = self.knockout
        assert said is not None
        if self.maybe(0.5) and racing.to_race(self.cup):
            self.tries(racing.RaceChips(), MANAGER)
        if self.maybe(0.01):
            self.tries(clock.StopClock(why="a spill"), MANAGER)
        if self.maybe(0.3):
            self.tries(clock.StopClock(stopped=False), MANAGER)
        self.tries(clock.NextLevel(), MANAGER)
        if self.maybe(0.005):
            self._put_right()
        self._late_and_again(said)
        if self.cup.stage is not Stage.SESSION:
            return
        wants = needed(self.cup)
        if wants is not None and wants.breaks:
            if isinstance(self.tries(moving.BreakTable(table=wants.breaks), MANAGER), Refusal):
                self.tries(moving.AnnounceBreak(table=wants.breaks), MANAGER)
                for each in self.cup.in_play:
                    if each.table == wants.breaks and self.maybe(0.3):
                        self.tries(moving.AgreeToBreak(entrant=each.number), Actor(each.plays, each.plays))
        elif wants is not None and wants.move is not None:
            move = wants.move
            self.tries(moving.MoveEntrant(entrant=move.entrant, table=move.table, seat=move.seat), MANAGER)
        if self.cup.sitting is not None and self.cup.sitting.waiting:
            self.tries(out.NextHand(), MANAGER)

    def _put_right(self) -> None:
        """Whoever was out last was not: some chips of theirs had been overlooked."""
        gone = [each for each in self.cup.entrants.values() if each.status is Status.OUT]
        if gone:
            last = min(gone, key=lambda each: each.place)
            chips = max(1, (self.conditions.bank.start or 0) // 10)
            self.tries(out.Reinstate(entrant=last.number, chips=chips, why="a chip under a card"), MANAGER)

    def _late_and_again(self, said: Elimination) -> None:
        """Late entries, second ones, and more chips."""
        level = self.cup.sitting.clock.level if self.cup.sitting and self.cup.sitting.clock else 0
        if level < said.late_levels and self.maybe(0.02):
            self._enters(self.luck.randint(1, self.many + 3))
        for each in [each for each in self.cup.in_play if not each.table]:
            self._prepared([each])
            self.tries(late.SeatLate(entrant=each.number), MANAGER)
        if said.re_buys:
            for each in self.cup.in_play:
                if each.bank <= (self.conditions.bank.start or 0) * 100 and self.maybe(0.3):
                    self.tries(buying_back.BuyBack(entrant=each.number), Actor(each.person, each.name))
                if self.maybe(0.3):
                    self.tries(buying_back.BuyAddOn(entrant=each.number), Actor(each.person, each.name))

    def _hands(self) -> None:
        """The tables go on a little each."""
        sitting = self.cup.sitting
        if sitting is None:
            return
        by_hand = elimination(self.cup) is not None or self.game.book.code == "CP"
        names = [sitting.tie.table] if sitting.tie is not None else list(sitting.tables)
        if elimination(self.cup) is not None and sitting.tie is None:
            names = list(tables_in_play(sitting))
        for name in names:
            for _ in range(self.luck.choice((1, 5, 25)) if by_hand else 30):
                if not by_hand:
                    self._wagered(name)
                self.deals(name)
                if self.house.table(name).stage is TableStage.BETTING:
                    break

    def _wagered(self, name: str) -> None:
        """Everyone who can wagers the least, all, or something between; now and then nothing."""
        state = self.house.table(name)
        if state.stage is not TableStage.BETTING or state.wagers or self.game.due(state):
            return
        bet = self.game.engine.rules(state).main_bets(state)[0]
        limits, secrets = state.limits[bet], self.conditions.wagers.secret
        for player, person in state.people.items():
            most = min(limits.maximum, state.stack(player)) // limits.step * limits.step
            if most >= limits.minimum and self.maybe(0.9):
                cents = self.wagers(limits.minimum, most, limits.step)
                if secrets and self.maybe(0.3):
                    said = self.luck.choice((f"${cents // 100}", f"{most // 50}", "all of it", "0.50"))
                    secret = LaySecret(area=person.seat, bet=bet, said=said)
                    self.house.act_at_table(name, secret, Actor(player, person.name), self.at, self.chance)
                    if self.maybe(0.7):
                        continue
                wager = PlaceWager(area=person.seat, bet=bet, cents=cents)
                self.house.act_at_table(name, wager, Actor(player, person.name), self.at, self.chance)

    def wagers(self, least: int, most: int, step: int) -> int:
        """The least, the most, or something between."""
        return self.luck.choice((least, most, self.luck.randrange(least, most + 1, step)))
