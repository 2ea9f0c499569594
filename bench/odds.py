"""How fast the odds are worked out and rounds are simulated."""

from collections.abc import Callable
from fractions import Fraction
from time import perf_counter, process_time

import numpy as np

from bench import Report
from croupier.cards import DECK
from croupier.games.crown_poker.terms import GAMES, Variant
from croupier.games.matchmaker.terms import Outcome, Terms, outcome_of
from croupier.odds import ParSheet, analysis
from croupier.odds.crown_poker.counts import HANDS, categories_of_sevens
from croupier.odds.crown_poker.equity import equities
from croupier.odds.crown_poker.evaluate import high, omaha_high
from croupier.odds.matchmaker.settings import Simulated
from croupier.odds.simulate import Chunk, simulate
from croupier.odds.tournament.finishing import chances
from croupier.odds.tournament.last_hands.banks import Ending, last_hands
from croupier.odds.tournament.push_fold.equilibrium import solve
from croupier.odds.tournament.push_fold.flops import no_flops
from croupier.odds.tournament.push_fold.hands import two_cards
from croupier.odds.tournament.push_fold.model import model
from croupier.odds.tournament.push_fold.showdowns import TOGETHER, dealt
from croupier.odds.tournament.push_fold.spot import Spot

ROUNDS = 5_000_000
PEER_SHOES = 4_000
PEER_DECKS = 100_000


def bench(report: Report) -> None:
    """Time the sheets of all deck counts, and the kernel on one and on all cores against whole-array NumPy."""
    matchmaker = analysis("matchmaker")
    matchmaker.comparisons(matchmaker.settings())
    report("matchmaker odds, all deck counts, warm", sheets(), "s", at_most=0.2)
    settings = Simulated()
    sheet, chunk = matchmaker.sheet(settings), matchmaker.chunk(settings)
    peer = numpy_rounds_per_second(settings.terms())
    for workers, where in ((1, "one core"), (None, "all cores")):
        found = simulate(sheet, chunk, rounds=ROUNDS, seed=1, workers=workers)
        report(f"matchmaker rounds simulated, {where}", found.rounds / found.seconds, "rounds/s", peer=("NumPy", peer))
    double_chance(report)
    three_card_poker(report)
    crown_poker(report)
    tournaments(report)


def double_chance(report: Report) -> None:
    """Time the whole sheet with a Jackpot wager and a maximum payout, and the kernel on one core and on all."""
    chance = analysis("double-chance")
    settings = chance.settings(
        stake=Fraction(25),
        maximum_payout=Fraction(2500),
        jackpot_price=Fraction(1),
        jackpot_schedule=(5000, 500, 200, 30, 20, 10, 100),
    )
    chunk = chance.chunk(settings)
    chance.sheet(settings)
    start = perf_counter()
    sheet = chance.sheet(settings)
    chance.comparisons(settings)
    report("double chance odds, the whole sheet, warm", perf_counter() - start, "s", at_most=0.5)
    simulated(report, "double chance", sheet, chunk, cards=6)


def three_card_poker(report: Report) -> None:
    """Time the whole sheet with a Jackpot wager, and the kernel on one core and on all."""
    poker = analysis("three-card-poker")
    settings = poker.settings(pair_plus="E", jackpot=2, meter=Fraction(84_250), ante=Fraction(5))
    sheet, chunk = poker.sheet(settings), poker.chunk(settings)
    start = perf_counter()
    poker.sheet(settings)
    poker.comparisons(settings)
    report("three card poker odds, the whole sheet, warm", perf_counter() - start, "s", at_most=1)
    simulated(report, "three card poker", sheet, chunk, cards=8, least=10_000_000)


def simulated(
    report: Report, game: str, sheet: ParSheet, chunk: Chunk, *, cards: int, least: int | None = None
) -> None:
    """Time a kernel on one core and on all against dealing as many cards a round by NumPy."""
    peer = numpy_deals_per_second(cards)
    for workers, where, wanted in ((1, "one core", least), (None, "all cores", None)):
        runs = [simulate(sheet, chunk, rounds=2 * ROUNDS, seed=seed, workers=workers) for seed in range(3)]
        speed = max(found.rounds / found.seconds for found in runs)
        what = f"{game} rounds simulated, {where}"
        report(what, speed, "rounds/s", at_least=wanted, peer=("NumPy dealing alone", peer))


def sheets() -> float:
    """Seconds for the sheet of each deck count."""
    start = perf_counter()
    for decks in range(4, 9):
        analysis("matchmaker").sheet(Simulated(decks=decks))
    return perf_counter() - start


def numpy_rounds_per_second(terms: Terms) -> float:
    """The same rounds by whole-array NumPy: many shoes shuffled at once, then every area's pair looked up."""
    outcomes = list(Outcome)
    table = np.array([[outcomes.index(outcome_of(first, second)) for second in DECK] for first in DECK])
    shoe = np.tile(np.arange(52, dtype=np.int8), terms.decks)
    in_round = 2 * terms.areas
    rounds = -(-(len(shoe) - 1 - terms.cards_behind_cut) // in_round)
    chance = np.random.default_rng(1)
    start = perf_counter()
    shoes = chance.permuted(np.tile(shoe, (PEER_SHOES, 1)), axis=1)
    dealt = shoes[:, 1 : 1 + rounds * in_round].reshape(PEER_SHOES * rounds, 2, terms.areas)
    counts = np.bincount(table[dealt[:, 0], dealt[:, 1]].ravel(), minlength=len(outcomes))
    seconds = perf_counter() - start
    if counts.sum() != PEER_SHOES * rounds * terms.areas:
        raise AssertionError("the peer lost a hand")
    return PEER_SHOES * rounds / seconds


def numpy_deals_per_second(cards: int) -> float:
    """So many cards of a shuffled deck for each of many rounds by whole-array NumPy, not even looked at."""
    chance = np.random.default_rng(1)
    decks = np.tile(np.arange(52, dtype=np.int8), (PEER_DECKS, 1))
    start = perf_counter()
    dealt = chance.permuted(decks, axis=1)[:, :cards]
    seconds = perf_counter() - start
    if dealt.shape != (PEER_DECKS, cards):
        raise AssertionError("the peer lost a card")
    return PEER_DECKS / seconds


SHOWN = 2_000_000
TRIES = 5


def crown_poker(report: Report) -> None:
    """Time hands valued at random and one after another, and two hands compared over every board, on one core."""
    cards = np.argsort(np.random.default_rng(1).random((SHOWN, 52), dtype=np.float32), axis=1)[:, :9].astype(np.uint8)
    sevens, holes, boards = (np.ascontiguousarray(cards[:, at]) for at in (slice(7), slice(4), slice(4, 9)))
    for what, hands, valued, least in (
        ("random hands of seven cards valued", SHOWN, lambda: high(sevens), 150_000_000),
        ("hands of seven cards valued one after another", HANDS, categories_of_sevens, 400_000_000),
        ("random hands of Omaha valued", SHOWN, lambda: omaha_high(holes, boards), 7_000_000),
    ):
        report(f"crown poker, {what}", hands / quickest(valued), "hands/s", at_least=least)
    game, pairs = GAMES[Variant.HOLDEM], (("As", "Ah"), ("Ks", "Kd"))
    took = quickest(lambda: equities(game, pairs))
    report("crown poker, two hands over every board", 1000 * took, "ms", at_most=10)


ENTRANTS, PRIZES = 1_000, 150
BOARDS = 100_000


def tournaments(report: Report) -> None:
    """Time what chips are worth, an equilibrium with all its best answers, showdowns dealt, and the last hands."""
    stacks = [int(each) for each in np.random.default_rng(5).integers(1_000, 300_000, ENTRANTS)]
    found = quickest(lambda: chances(stacks, PRIZES))
    report(f"tournament, {ENTRANTS:,} entrants' chances of {PRIZES} prizes", found, "s", at_most=0.5)
    counted, spot = model(Variant.HOLDEM, 2).showdowns, Spot((1_000, 1_000), 50, 100)
    report("tournament, push or fold of two at Holdem", 1000 * quickest(lambda: solve(spot, counted)), "ms")
    game, hands, none = GAMES[Variant.HOLDEM], two_cards(), no_flops()
    took = quickest(lambda: dealt(game, hands, none, 2, deals=BOARDS, seed=1))
    peer = numpy_deals_per_second(TOGETHER * game.hole + 5)
    report("tournament, boards with six hands dealt", BOARDS / took, "boards/s", peer=("NumPy dealing alone", peer))
    ending = Ending(banks=(1_000, 1_100), hands=3, minimum=50, maximum=500, step=50, prizes=(1,))
    report("tournament, the last three hands of two at Blackjack", quickest(lambda: last_hands(ending)), "s", at_most=5)


def quickest(work: Callable[[], object]) -> float:
    """The processor's time for something at its best, once it is warm."""
    work()
    found = []
    for _ in range(TRIES):
        start = process_time()
        work()
        found.append(process_time() - start)
    return min(found)
