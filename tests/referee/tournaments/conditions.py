"""Conditions by chance: everything that they may say is varied, as far as the manager acts on it and it can stand."""

from __future__ import annotations

from functools import cache
from math import gcd
from random import Random
from typing import Any

from msgspec.structs import replace

from croupier.games import game
from croupier.house.tournaments.findings import findings, tournament_book, whole
from croupier.house.tournaments.reading import read
from croupier.table.tournaments import conditions as terms
from croupier.table.tournaments.conditions import Afterwards, Conditions, Prize, Progress, Round, Statement, Ties
from croupier.table.tournaments.contradictions import SECRET_WAGERS


def conditions(random: Random, book: str, entrants: int) -> Conditions:
    """Conditions of a book that so many can enter, different in everything that the manager acts on."""
    plain = as_offered(book)
    ties = random.choice((Ties.EXTRA_HANDS, Ties.EXTRA_HANDS, Ties.SHARED, Ties.DRAW))
    knockout = book == "crown-poker" and random.random() < 0.85
    elimination = _knockout(random, entrants) if knockout else None
    if elimination is not None and random.random() < 0.2:
        elimination = _shoot_out(elimination, entrants)
    rounds = _rounds(random, book, entrants) if elimination is None else _knockout_rounds(elimination, random)
    afterwards = random.choice((Afterwards.WORTHLESS, Afterwards.CASH, Afterwards.CARRIED))
    every_round = random.random() < 0.5 and afterwards is not Afterwards.CARRIED
    start = random.choice((50, 100, 300, 1000)) if book != "crown-poker" else random.choice((200, 1000, 3000))
    employees = book in ("three-card-poker", "crown-poker") and random.random() < 0.3
    fee, buy_in = random.choice((0, 10_00, 35_37)), random.choice((0, 20_00, 33_33))
    seats = seats_of(book) if not knockout else 9
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
            top_up=random.choice((start, start, 2 * start, 3, None)),
            afterwards=afterwards,
            worth=7 if afterwards is Afterwards.CASH else None,
        ),
        wagers=replace(
            plain.wagers,
            compulsory=_compulsory(random) if random.random() < 0.4 else False,
            secret=_secret(random) if not knockout_book(book) and _knows_secrets(book) else False,
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
        prizes=_prizes(random, entrants, ties, elimination),
        statements=plain.statements
        | {Statement.EARLY_END_AGREED, Statement.PROMOTION, Statement.MAY_REFUSE}
        | ({Statement.EMPLOYEES} if employees else set()),
    )
    said = consistent(said)
    found = findings(said)
    assert found.complete, found
    return varied(random, reworded(random, said))


def consistent(said: Conditions) -> Conditions:
    """The same without what could never come true: a price for what is not sold, a time over before it begins."""
    details, structure, bank = said.details, said.structure, said.bank
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
    must = said.wagers.compulsory.least if isinstance(said.wagers.compulsory, terms.Compulsory) else None
    return replace(
        said,
        details=replace(
            details,
            starts=starts,
            re_buy=details.re_buy if sold else None,
            add_on=details.add_on if play is not None and play.add_on else None,
        ),
        bank=replace(bank, top_up=None if (bank.top_up or 0) < (must or 0) else bank.top_up),
        structure=replace(structure, rounds=rounds, buy_back=back, elimination=play),
    )


@cache
def as_offered(book: str, *, won: bool = False) -> Conditions:
    """The conditions that a book's file has to start from."""
    return read(whole(book, won=won))


def seats_of(book: str) -> int:
    """How many sit at a table."""
    return tournament_book(book).seats


def knockout_book(book: str) -> bool:
    """Whether players of this book wager against each other, in turn."""
    return tournament_book(book).clauses.elimination is not None


def terms_of(said: Conditions) -> Any:
    """Tables with as many seats as the book lets sit at one, and with few cards to a shoe where shoes are played."""
    plain, seats = game(said.book).terms(), seats_of(said.book)
    if knockout_book(said.book):
        variant = type(plain.setting.variant)(said.variation or plain.setting.variant)
        setting = replace(plain.setting, variant=variant)
        return replace(plain, seats=min(seats, setting.game.most_players), setting=setting)
    if any(each.shoes for each in said.structure.rounds or ()):
        return replace(plain, areas=seats, decks=4, cutting_card_behind=4 * 26)
    return replace(plain, areas=seats)


def reworded(random: Random, said: Any) -> Any:
    """Conditions in which words are others now and then; names that mean something stay."""
    changed: dict[str, Any] = {}
    for name in said.__struct_fields__:
        value = getattr(said, name)
        if isinstance(value, terms.Said):
            changed[name] = reworded(random, value)
        elif isinstance(value, tuple):
            changed[name] = tuple([reworded(random, each) if isinstance(each, terms.Said) else each for each in value])
        elif type(value) is str and name not in MEANT and random.random() < 0.3:
            changed[name] = f"{value}, as it is said at the desk"
    return replace(said, **changed)


MEANT = ("book", "variation", "clause", "at", "each")
"""Fields of words that are no mere words."""
WORDS = "As it is said at the desk"
OPEN: dict[str, tuple[Any, ...]] = {
    "variation": ("omaha", None),
    "details.clock_minutes": (-300, 60, 600),
    "details.notice_minutes": (10, 45),
    "details.place": (None,),
    "details.starts": (None, (terms.Start(session="Everything", at="2027-06-05 18:30"),)),
    "entry.available": (None, WORDS),
    "entry.criteria": (None, False, WORDS),
    "entry.employees": (False,),
    "entry.form": (None, WORDS),
    "entry.method": (None,),
    "entry.refusing": (None, False),
    "entry.signed_copies": (None, False, True),
    "bank.kind": (None,),
    "bank.top_up": (None,),
    "conduct.disqualified_chips": (None, WORDS),
    "conduct.penalised": (None, False, WORDS),
    "conduct.refunds": (False, WORDS),
    "conduct.substituted": (None, False),
    "conduct.substitutes": (False,),
    "conduct.telephones": (None, False, WORDS),
    "prizes.deals": (True,),
    "prizes.found": (None, WORDS),
    "prizes.winners": (None,),
    "readings.employees_alone": (True,),
    "readings.left_over_to_first": (True,),
    "readings.substitutes_own": (True,),
    "structure.basis": (None,),
    "structure.early_end": (None,),
    "structure.progress": (None, False),
    "structure.second_chances": (None, False, WORDS),
    "wagers.jackpots": (None, False),
    "wagers.side_wagers": (None, False),
    "varies": (
        (terms.Variation(clause="MM 5.6", instead="One wagers on an area"),),
        (terms.Variation(clause="MM 5.6", instead="Two wager on an area", most=2),),
        (terms.Variation(clause="MM 8.1:Pair Match", instead="Ten to one", pays=10),),
        (terms.Variation(clause="MM 5.5.3(a)", instead="No Miss Match", excluded=True),),
    ),
}
"""What else may be said, or left out, where it can stand."""


def varied(random: Random, said: Conditions) -> Conditions:
    """Conditions that say some things otherwise, where they are whole and nothing is against a rule even so."""
    for path, choices in OPEN.items():
        if random.random() < 0.25:
            said = _if_whole(said, changed(said, path, random.choice(choices)))
    for each in sorted(said.statements):
        if random.random() < 0.1:
            said = _if_whole(said, replace(said, statements=said.statements - {each}))
    return said


def changed(said: Any, path: str, value: Any) -> Any:
    """Conditions with something else at a path."""
    name, _, rest = path.partition(".")
    return replace(said, **{name: changed(getattr(said, name), rest, value) if rest else value})


def _if_whole(said: Conditions, other: Conditions) -> Conditions:
    """The other conditions, if they can stand, and if a tournament by them can be played to its end."""
    seats = other.variation == said.variation or other.structure.elimination is not None
    return other if findings(other).complete and seats else said


def _compulsory(random: Random) -> terms.Compulsory:
    """One amount, or, now and then, words that the director sees to."""
    if random.random() < 0.1:
        return terms.Compulsory(found="Half of what was wagered in the hand before")
    return terms.Compulsory(least=random.choice((5, 10, 25)))


def _knows_secrets(book: str) -> bool:
    return SECRET_WAGERS not in tournament_book(book).readings


def _secret(random: Random) -> terms.Secret | bool:
    if random.random() < 0.6:
        return False
    each = random.choice(("each round of play", "a session"))
    return terms.Secret(many=random.randint(1, 2), each=each, how="On a slip, face down")


def _rounds(random: Random, book: str, entrants: int) -> tuple[Round, ...]:
    """Rounds of a few hands from each of which some go on, the last without."""
    seats = seats_of(book)
    left, found = entrants + 3, list[Round]()
    for number in range(random.choice((0, 1, 1, 1, 2))):
        tables = -(-left // seats) + (random.random() < 0.2)
        each, others = random.randint(1, 2), random.choice((0, 0, 1, 2, 3))
        said = random.random() < 0.6
        found.append(
            Round(
                name=f"Round {number + 1}",
                sessions=random.choice((1, 1, 2)),
                apart=random.random() < 0.6,
                tables=tables if said else None,
                **_length(random, book),
                progress=Progress(each_table=each, others=others),
            )
        )
        left = each * tables * (found[-1].sessions if found[-1].apart else 1) + others
    tables = -(-left // seats)
    return (*found, Round(name="Final", tables=tables if random.random() < 0.7 else None, **_length(random, book)))


def _length(random: Random, book: str) -> dict[str, Any]:
    """How long a round is: so many hands, a time, or shoes where there are any."""
    if book in OF_SHOES and random.random() < 0.04:
        return {"shoes": 1}
    return {"hands": random.randint(1, 4)} if random.random() < 0.85 else {"minutes": random.randint(1, 3)}


OF_SHOES = ("matchmaker", "blackjack")
"""Books whose cards are not shuffled for every round of play."""


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


def _knockout(random: Random, entrants: int) -> terms.Elimination:
    levels = _levels(random)
    chance = random.random()
    return terms.Elimination(
        levels=_raced(levels) if random.random() < 0.5 else levels,
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


def _levels(random: Random) -> tuple[terms.Level, ...]:
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
    return tuple(levels)


def _raced(levels: tuple[terms.Level, ...]) -> tuple[terms.Level, ...]:
    """Levels whose smallest chips leave play in the breaks, as soon as larger ones do for all that follows."""
    found, smallest = [levels[0]], 0
    for number, level in enumerate(levels[1:], 1):
        posted = [chips for each in levels[number:] for chips in (*each.blinds, each.ante, each.blind_ante)]
        grows = bool(levels[number - 1].break_minutes) and gcd(*posted) > max(smallest, 1)
        smallest = gcd(*posted) if grows else smallest
        found.append(replace(level, smallest=smallest) if grows else level)
    return tuple(found)


def _buy_back(random: Random) -> terms.BuyBack:
    return terms.BuyBack(
        method="At the desk",
        until="The third hand",
        chips=random.choice((None, 40)),
        most=random.choice((None, 2)),
        hands=random.choice((None, 1, 3)),
    )


def _prizes(random: Random, entrants: int, ties: Ties, knockout: terms.Elimination | None) -> terms.Prizes:
    """Prizes in amounts, in shares, in things, seats elsewhere; a pool that is stated or what was paid in."""
    many = random.randint(1, min(5, entrants))
    kind = random.choice(("amounts", "shares", "shares", "mixed", "seats"))
    pool = None
    if kind == "shares":
        parts = sorted((random.randint(1, 1000 // many) for _ in range(many)), reverse=True)
        parts[0] += 1000 - sum(parts)
        places = [Prize(per_mille=each) for each in parts]
        pool = random.choice((None, None, 1_000_01))
    elif kind == "amounts":
        places = [Prize(amount=each) for each in sorted(random.choice((50_00, 99_99, 200_00)) for _ in range(many))]
        places.reverse()
    elif kind == "seats":
        seats = knockout.winners if knockout else random.randint(1, 2)
        places = [*[Prize(thing="A seat in the main event")] * seats, Prize(amount=60_00), Prize(amount=10_01)]
        places = places[: seats + random.randint(0, 2)]
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
