"""Simulation: right within four standard errors, and the same for the same seed whoever plays it."""

from math import sqrt

import numpy as np
import pytest

from croupier.cards import Device
from croupier.odds import analysis
from croupier.odds.cluster import on_cluster
from croupier.odds.matchmaker.kernel import _deal
from croupier.odds.matchmaker.settings import Simulated
from croupier.odds.simulate import MOST_CHUNKS, ROUNDS_IN_A_CHUNK, chunks, simulate

MATCHMAKER = analysis("matchmaker")


def run(settings, **effort):
    return simulate(MATCHMAKER.sheet(settings), MATCHMAKER.chunk(settings), **effort)


@pytest.mark.parametrize(
    "settings",
    [
        Simulated(decks=8),
        Simulated(decks=4, areas=1),
        Simulated(decks=6, device=Device.MACHINE),
        Simulated(decks=5, cutting_card_behind=1),
        Simulated(decks=7, miss_match_on_opposite_pairs=True),
    ],
)
def test_simulated_odds_are_the_exact_ones_within_four_standard_errors(settings):
    found = run(settings, rounds=300_000, seed=20_240_607)
    for estimate in found.estimates:
        assert estimate.trials == 300_000 * settings.areas
        assert abs(estimate.z) < 4
        assert max(map(abs, estimate.outcome_z)) < 4
        assert estimate.chi_square_p > 1e-4


def test_a_wrong_sheet_is_found_out():
    played = MATCHMAKER.chunk(Simulated(decks=8))
    found = simulate(MATCHMAKER.sheet(Simulated(decks=4)), played, rounds=300_000, seed=1)
    assert all(estimate.chi_square_p < 1e-6 for estimate in found.estimates)


def test_the_same_seed_gives_the_same_counts_on_any_number_of_workers():
    one, three = (run(Simulated(), rounds=450_001, seed=7, workers=workers) for workers in (1, 3))
    assert one.estimates == three.estimates
    assert run(Simulated(), rounds=450_001, seed=8).estimates != one.estimates


def test_progress_adds_up_to_all_rounds():
    seen = []
    run(Simulated(areas=1), rounds=250_000, seed=7, progress=seen.append)
    assert sorted(seen) == [50_000, 100_000, 100_000]


def test_a_seed_is_chosen_and_told_when_none_is_given():
    first = run(Simulated(areas=1), rounds=1000)
    again = run(Simulated(areas=1), rounds=1000, seed=first.seed)
    assert again.estimates == first.estimates
    assert run(Simulated(areas=1), rounds=1000).seed != first.seed


@pytest.mark.parametrize("rounds", [1, ROUNDS_IN_A_CHUNK, ROUNDS_IN_A_CHUNK + 1, 10**12 + 7])
def test_chunks_cover_the_rounds_with_seeds_of_their_own(rounds):
    plan = chunks(rounds, 5)
    assert sum(size for _, size in plan) == rounds
    assert len({seed for seed, _ in plan}) == len(plan) <= MOST_CHUNKS


@pytest.mark.parametrize("effort", [{"rounds": 0}, {"rounds": 5, "seed": -1}, {"rounds": 5, "workers": 0}])
def test_senseless_effort_is_refused(effort):
    with pytest.raises(ValueError, match=r"a simulation needs|a seed is"):
        run(Simulated(), **effort)


def test_a_shoe_that_runs_dry_is_completed_from_the_discards_without_repeating_a_card():
    # Twenty unlike cards and eight areas: after the burn a second round finds only three cards (MM 9.7).
    size, areas, rounds = 20, 8, 50_000
    stack = np.arange(size)
    is_next = np.zeros((size, size), dtype=np.int64)
    is_next[np.arange(size), (np.arange(size) + 1) % size] = 1
    np.fill_diagonal(is_next, 2)
    neither, followed, same = _deal(np.random.Generator(np.random.PCG64(3)), rounds, stack, areas, False, 1, is_next)
    hands = rounds * areas
    assert neither + followed + same == hands
    assert same == 0
    assert sorted(stack) == list(range(size))
    chance = 1 / (size - 1)
    assert abs(followed - hands * chance) < 4 * sqrt(hands * chance * (1 - chance))


def test_a_dask_cluster_of_two_workers_counts_as_the_cores_do():
    distributed = pytest.importorskip("distributed")
    setting = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**setting) as cluster:
        seen = []
        far = run(Simulated(), rounds=400_000, seed=11, cluster=cluster.scheduler_address, progress=seen.append)
    assert seen == [100_000] * 4
    assert far.estimates == run(Simulated(), rounds=400_000, seed=11).estimates


@pytest.mark.parametrize("address", ["nonsense", "", "ftp://somewhere", "127.0.0.1"])
def test_an_address_where_no_scheduler_can_be_is_refused(address):
    pytest.importorskip("distributed")
    with pytest.raises(ValueError, match="no scheduler answers at"):
        list(on_cluster(slowly(), [(1, 1)], address))


def test_a_scheduler_without_workers_is_not_waited_for():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=None) as cluster,
        pytest.raises(ValueError, match=r"has no workers: start some with `dask worker"),
    ):
        list(on_cluster(slowly(), [(1, 1)], cluster.scheduler_address))


def test_a_scheduler_that_goes_away_is_noticed():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, processes=True, threads_per_worker=1, dashboard_address=None) as cluster:
        playing = on_cluster(slowly(), [(1, 0), (2, 100)], cluster.scheduler_address)
        assert next(playing) == (0, 1)
        cluster.close(timeout=5)
        with pytest.raises(ValueError, match="has gone away"):
            next(playing)


def slowly():
    """A chunk that takes a second for each round; made here, so that it reaches a worker whole."""

    def chunk(seed, rounds):
        import time

        time.sleep(rounds)
        return seed

    return chunk
