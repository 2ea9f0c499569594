"""Whole tournaments by chance, from the draft to the declared result: each seed is one, with everything that happens.

What the conditions may say is varied as far as the manager acts on it; what people do is left to chance. A tournament
that cannot go on although nobody did anything forbidden is a fault: it raises `Stuck`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from croupier.games import game
from croupier.house.tournaments import buying_back, entering, founding, people, sessions
from croupier.house.tournaments.determined import is_determined
from croupier.house.tournaments.elimination import clock, late, moving, out
from croupier.house.tournaments.elimination.seating import elimination, needed, tables_in_play
from croupier.house.tournaments.export import Data, Happened, exported, tables_of
from croupier.house.tournaments.findings import findings, tournament_book, whole
from croupier.house.tournaments.hands import AgreeToEnd, EndTableEarly
from croupier.house.tournaments.model import Entrant, Stage, Status
from croupier.house.tournaments.reading import read
from croupier.house.tournaments.results import CloseSession, DeclareResult
from croupier.house.tournaments.tables import DesignateTables, DrawSeats
from croupier.house.tournaments.ties import BreakTie
from croupier.house.wallet import TopUp
from croupier.house.wallets import WALLETS
from croupier.table.contract import Actor, Command, Refusal
from croupier.table.state import Stage as TableStage
from croupier.table.tournaments import conditions as terms
from croupier.table.tournaments.conditions import Afterwards, Conditions, Prize, Progress, Round, Statement, Ties
from croupier.table.wagers import PlaceWager
from tests.house.tournaments.evening import OPERATOR, REGULATOR, Evening

BOOKS = ("matchmaker", "blackjack", "three-card-poker", "crown-poker")
MANAGER = Actor("dee", "Dee", "tg-assistant-casino-manager")
"""The director, who holds the ranks as well that move players and break tables."""
DEPUTY = Actor("fin", "Fin", "dealer")
SIZES = (8, 8, 9, 9, 10, 10, 11, 12, 14, 20)
"""How many enter, unless it is said."""
MINUTE = 60_000
LEAST_WAGER = 5_00
"""The least at the tables with a bank, as they come."""
PATIENCE = 60_000
"""After so many steps a tournament will not end any more."""


class Stuck(AssertionError):
    """A tournament that cannot go on."""


def document(seed: int, entrants: int | None = None) -> Data:
    """The exported document of the tournament with this seed, as whoever checks it reads it."""
    random = Random(seed)
    book, many = random.choice(BOOKS), entrants or random.choice(SIZES)
    return played(Tournament(random, conditions(random, book, many), many))


def played(tournament: Tournament) -> Data:
    """The document of a tournament once it has been played."""
    tournament.whole()
    found: Data = json.loads(json.dumps(tournament.document()))
    return found


def conditions(random: Random, book: str, entrants: int) -> Conditions:
    """Conditions of a book that so many can enter, different in everything that the manager acts on."""
    plain = read(whole(book))
    ties = random.choice((Ties.EXTRA_HANDS, Ties.EXTRA_HANDS, Ties.SHARED, Ties.DRAW))
    knockout = book == "crown-poker" and random.random() < 0.85
    elimination = _knockout(random) if knockout else None
    if elimination is not None and random.random() < 0.2:
        elimination = _shoot_out(elimination, entrants)
    rounds = _rounds(random, book, entrants) if elimination is None else _knockout_rounds(elimination, random)
    afterwards = random.choice((Afterwards.WORTHLESS, Afterwards.CASH))
    every_round = random.random() < 0.5
    start = random.choice((50, 100, 300, 1000)) if book != "crown-poker" else random.choice((200, 1000, 3000))
    employees = book in ("three-card-poker", "crown-poker") and random.random() < 0.3
    fee, buy_in = random.choice((0, 10_00, 35_37)), random.choice((0, 20_00, 33_33))
    seats = _seats(book) if not knockout else 9
    said = replace(
        plain,
        details=replace(
            plain.details,
            fee=fee or False,
            buy_in=buy_in or False,
            re_buy=random.choice((5_00, 12_34)),
            add_on=random.choice((3_00, 7_77)),
            least=random.randint(1, 6),
            starts_with=random.choice((None, None, None, 7)),
            most=min(sum(each.tables or 1 for each in rounds[:1]) * seats, entrants + random.randint(0, 3))
            if rounds[0].tables
            else entrants + random.randint(0, 3),
        ),
        entry=replace(plain.entry, free_minutes=random.choice((0, 60)), refusing=True, employees=employees or None),
        bank=replace(
            plain.bank,
            start=start,
            every_round=every_round,
            top_up=start,
            afterwards=afterwards,
            worth=7 if afterwards is Afterwards.CASH else None,
        ),
        wagers=replace(
            plain.wagers,
            compulsory=terms.Compulsory(least=random.choice((5, 10, 25))) if random.random() < 0.4 else False,
        ),
        structure=replace(
            plain.structure,
            rounds=rounds,
            basis="As many tables as everyone fills",
            progress="By the banks",
            early_end=random.choice((True, True, False)),
            elimination=elimination,
            buy_back=_buy_back(random) if random.random() < 0.3 and not knockout else False,
        ),
        conduct=replace(
            plain.conduct,
            substitutes="Anyone may name one",
            substituted="The substitute plays on",
            penalised="A warning",
            eliminated="Whoever has no chips",
        ),
        prizes=_prizes(random, entrants, ties),
        statements=plain.statements
        | {Statement.EARLY_END_AGREED, Statement.PROMOTION, Statement.MAY_REFUSE}
        | ({Statement.EMPLOYEES} if employees else set()),
    )
    said = _consistent(said)
    found = findings(said)
    assert found.complete, found
    return said


def _consistent(said: Conditions) -> Conditions:
    """The same without what could never come true: a price for what is not sold, a time over before it begins."""
    details, structure = said.details, said.structure
    play, back, rounds = structure.elimination, structure.buy_back, structure.rounds or ()
    rounds = tuple([replace(each, apart=each.apart and each.sessions > 1) for each in rounds])
    if isinstance(back, terms.BuyBack) and back.hands and rounds[0].hands:
        back = replace(back, hands=min(back.hands, rounds[0].hands))
    if play is not None:
        at = play.re_buy_levels - 1
        levels = [replace(each, break_minutes=2) if n == at else each for n, each in enumerate(play.levels)]
        play = replace(play, levels=tuple(levels), re_entries=play.re_entries if play.late_levels else 0)
        play = replace(play, add_on=play.add_on if play.re_buy_levels else None)
    sold = back or (play is not None and play.re_buys)
    starts = (details.starts or ())[: sum(each.sessions for each in rounds)]
    return replace(
        said,
        details=replace(
            details,
            starts=starts,
            re_buy=details.re_buy if sold else None,
            add_on=details.add_on if play is not None and play.add_on else None,
        ),
        structure=replace(structure, rounds=rounds, buy_back=back, elimination=play),
    )


def _seats(book: str) -> int:
    """How many sit at a table."""
    return tournament_book(book).seats


def _table_terms(book: str) -> Any:
    """Tables with as many seats as the book lets sit at one."""
    plain, seats = game(book).terms(), tournament_book(book).seats
    return replace(plain, **{"seats" if book == "crown-poker" else "areas": seats})


def _rounds(random: Random, book: str, entrants: int) -> tuple[Round, ...]:
    """Rounds of a few hands from each of which some go on, the last without."""
    seats = _seats(book)
    left, found = entrants + 3, list[Round]()
    for number in range(random.choice((0, 1, 1, 1, 2))):
        tables = -(-left // seats) + (random.random() < 0.2)
        each, others = random.randint(1, 2), random.choice((0, 0, 1, 2, 3))
        said = random.random() < 0.6
        found.append(
            Round(
                name=f"Round {number + 1}",
                sessions=random.choice((1, 1, 1, 2)),
                apart=random.random() < 0.3,
                tables=tables if said else None,
                **_length(random),
                progress=Progress(each_table=each, others=others),
            )
        )
        left = each * tables * (found[-1].sessions if found[-1].apart else 1) + others
    tables = -(-left // seats)
    return (*found, Round(name="Final", tables=tables if random.random() < 0.7 else None, **_length(random)))


def _length(random: Random) -> dict[str, Any]:
    """How long a round is: so many hands, or a time."""
    return {"hands": random.randint(1, 4)} if random.random() < 0.85 else {"minutes": random.randint(1, 3)}


def _knockout_rounds(said: terms.Elimination, random: Random) -> tuple[Round, ...]:
    """One day; of a shoot-out, tables from which some go on to the final."""
    if not said.shoot_out:
        return (Round(name="One day", minutes=600),)
    return (Round(name="Tables", minutes=600, progress=Progress(each_table=1)), Round(name="Final", minutes=600))


def _shoot_out(said: terms.Elimination, entrants: int) -> terms.Elimination:
    """Every table plays until one is left, and those meet at another."""
    seats = max(said.seats, 6)
    return replace(
        said, shoot_out=True, seats=seats, late_levels=0, re_entries=0, re_buys=0, re_buy_levels=0, add_on=None
    )


def _knockout(random: Random) -> terms.Elimination:
    steps, blinds, steep = random.randint(5, 8), random.choice((1, 2, 5)), random.choice((2, 3, 4))
    levels = []
    for number in range(steps):
        big = 2 * blinds * steep**number
        ante = random.choice((0, 0, 1)) if number else 0
        levels.append(
            terms.Level(
                blinds=(big // 2, big),
                ante=ante * big // 4,
                blind_ante=big if random.random() < 0.3 and not ante else 0,
                minutes=random.randint(1, 3),
                break_minutes=random.choice((0, 0, 2)),
            )
        )
    chance = random.random()
    return terms.Elimination(
        levels=tuple(levels),
        seats=random.choice((2, 3, 4, 5, 6, 9)),
        winners=random.choice((1, 1, 1, 2, 3)),
        late_levels=random.choice((0, 1, 2)),
        re_entries=random.choice((0, 1)),
        re_buys=random.choice((1, 2)) if chance < 0.3 else 0,
        re_buy_levels=random.choice((1, 2)) if chance < 0.3 else 0,
        add_on=random.choice((100, 500)) if chance < 0.3 else None,
        apart=random.choice((1, 1, 2)),
        hand_for_hand=random.random() < 0.7,
        redraw=random.random() < 0.6,
        announced_order=random.random() < 0.5,
    )


def _buy_back(random: Random) -> terms.BuyBack:
    return terms.BuyBack(
        method="At the desk",
        until="The third hand",
        chips=random.choice((None, 40)),
        most=random.choice((None, 2)),
        hands=random.choice((None, 1, 3)),
    )


def _prizes(random: Random, entrants: int, ties: Ties) -> terms.Prizes:
    """Prizes in amounts, in shares, in things; a pool that is stated or what was paid in."""
    many = random.randint(1, min(5, entrants))
    kind = random.choice(("amounts", "shares", "shares", "mixed"))
    pool = None
    if kind == "shares":
        parts = sorted((random.randint(1, 1000 // many) for _ in range(many)), reverse=True)
        parts[0] += 1000 - sum(parts)
        places = [Prize(per_mille=each) for each in parts]
        pool = random.choice((None, None, 1_000_01))
    elif kind == "amounts":
        places = [Prize(amount=each) for each in sorted(random.choice((50_00, 99_99, 200_00)) for _ in range(many))]
        places.reverse()
    else:
        places = [Prize(amount=50_01), Prize(per_mille=700), Prize(per_mille=300), Prize(thing="A cup")][:many]
    return terms.Prizes(
        pool=pool,
        found=None if pool else "What is paid in",
        fees=random.choice((1000, 900, 333)),
        places=tuple(places),
        winners="The highest banks",
        ties=ties,
        deals=False,
    )


class Tournament(Evening):
    """One tournament from the draft to the result."""

    def __init__(self, random: Random, said: Conditions, entrants: int) -> None:
        self.luck, self.many = random, entrants
        self.knockout = said.structure.elimination
        seats = self.knockout.seats if self.knockout else _seats(said.book)
        tables = max([each.tables or 0 for each in said.structure.rounds or ()])
        tables = max(tables, -(-(self.many + 3) // seats))
        super().__init__(
            said,
            [f"{said.book[:2]}-{number}" for number in range(1, tables + 1)],
            seed=random.randrange(2**32),
            terms=_table_terms(said.book),
        )
        self.wallets = 0
        self.steps = 0

    def document(self) -> Data:
        """What is exported of it."""
        record = self.house.record
        own = [Happened(told.when, told.event) for told in record if told.at.kind == "tournament"]
        by_table: dict[str, list[Happened]] = {name: [] for name in tables_of(own)}
        for told in record:
            if told.at.kind == "table" and told.at.id in by_table:
                by_table[told.at.id].append(Happened(told.when, told.event))
        return exported("cup", own, by_table)

    def whole(self) -> None:
        """Everything."""
        self.founded()
        self.enter_all()
        if self.cup.stage is Stage.OFF:
            return
        self.tables_ready()
        while self.cup.stage is Stage.READY:
            if not self.session_opened():
                return  # everyone has gone between two sessions
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
        self.at = 1_000
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
        self.tries(entering.Enter(text=self.cup.text, employee=works, promotion=self.maybe(0.3)), who)

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
        self.does(DrawSeats(), MANAGER)
        for each in self.cup.in_play:
            if self.maybe(0.06):
                self.tries(sessions.MarkLate(entrant=each.number), MANAGER)
            self._something_about(each, 0.03)
        self._prepared(self.cup.in_play)
        if not self.cup.placings:
            return False
        starts = self.cup.starts
        if not self.can(sessions.OpenSession()):
            self.at = max(self.at, starts[self.cup.played])
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
            else:
                self.tries(command, MANAGER)

    # Play.

    def played(self) -> None:
        """A session with all that happens in it, to its close or the result."""
        for _ in range(PATIENCE):
            self.steps += 1
            cup = self.cup
            tie = cup.sitting is not None and cup.sitting.tie is not None
            if self._idle():
                return
            if cup.stage is Stage.SESSION or tie:
                if not tie:
                    self._meanwhile()
                self._hands()
                self.at += self.luck.choice((400, 3_000, 9_000))
            elif not isinstance(self.tries(CloseSession(), MANAGER), Refusal) or not isinstance(
                self.tries(DeclareResult(), MANAGER), Refusal
            ):
                return
            else:
                done = self.tries(BreakTie(), MANAGER)
                if isinstance(done, Refusal):
                    self._last_hands(done)
        raise Stuck(f"{self.cup.stage}, with {len(self.cup.in_play)} left")

    def _idle(self) -> bool:
        """Whether a session has begun with banks of which none is enough for the least wager of its tables.

        The tournament learns from a first hand what that is, and no hand is ever dealt: this is known, and not settled.
        """
        sitting = self.cup.sitting
        if sitting is None or self.game.book.code == "CP":
            return False
        tie = sitting.tie
        played = [sitting.tables[tie.table]] if tie is not None else sitting.tables.values()
        waiting = [each for each in played if not each.least and (tie is not None or not each.finished)]
        banks = [self.cup.entrants[number].bank for each in waiting for number in each.seats.values()]
        banks = banks if tie is None or not waiting else list(tie.banks.values())
        return bool(banks) and max(banks) < LEAST_WAGER and len(waiting) == len(played)

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
        if self.maybe(0.01):
            self.tries(clock.StopClock(why="a spill"), MANAGER)
        if self.maybe(0.3):
            self.tries(clock.StopClock(stopped=False), MANAGER)
        self.tries(clock.NextLevel(), MANAGER)
        self._late_and_again(said)
        if self.cup.stage is not Stage.SESSION:
            return
        wants = needed(self.cup)
        if wants is not None and wants.breaks:
            if isinstance(self.tries(moving.BreakTable(table=wants.breaks), MANAGER), Refusal):
                self.tries(moving.AnnounceBreak(table=wants.breaks), MANAGER)
        elif wants is not None and wants.move is not None:
            move = wants.move
            self.tries(moving.MoveEntrant(entrant=move.entrant, table=move.table, seat=move.seat), MANAGER)
        self.tries(out.NextHand(), MANAGER)

    def _late_and_again(self, said: terms.Elimination) -> None:
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
        limits = state.limits[bet]
        for player, person in state.people.items():
            most = min(limits.maximum, state.stack(player)) // limits.step * limits.step
            if most >= limits.minimum and self.maybe(0.9):
                some = self.luck.randrange(limits.minimum, most + 1, limits.step)
                cents = self.luck.choice((limits.minimum, most, some))
                wager = PlaceWager(area=person.seat, bet=bet, cents=cents)
                self.house.act_at_table(name, wager, Actor(player, person.name), self.at, self.chance)
