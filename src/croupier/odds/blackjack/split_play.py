"""How the hands of a split pair are best played against a first card that may become a natural.

What a natural takes turns on all hands at once: one original wager more if any is alive, or one in all where ruling 31
is read so. For one hand that is a cost of being alive, or a share of a bust hand that comes back; how much, turns on
how the others are played. The best play is the best answer to some such number. Each has its own; of these plays the
one that is worth most for all hands together is taken.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.odds.blackjack.compositions import ACE, TEN
from croupier.odds.blackjack.exact_split import Policy, Splits

COSTS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)
"""What a natural may cost a live hand, beside what is usual."""
SHARES = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""What part of a bust hand may come back, where one wager is lost in all."""


def best_play(splits: Splits, pair: int, *, in_all: bool, worth: Callable[[Policy, int], float]) -> Policy:
    """The best policy for the hands of a pair; `worth` says what splitting is worth by one, against a first card."""
    usual = splits.policy(pair)
    if pair == ACE or (splits.game.endless and not in_all):
        return usual
    found = [splits.policy(pair, costs=costs) for costs in COSTS if not in_all]
    found += [splits.policy(pair, costs=0.0, spares=share) for share in SHARES if in_all]
    best = Policy(usual.actions.copy(), usual.rescues.copy())
    for upcard in (ACE, TEN):
        plays = {_play(each, upcard): each for each in (*reversed(found), usual)}
        chosen = usual if len(plays) == 1 else max(plays.values(), key=lambda each: worth(each, upcard))
        best.actions[:, :, upcard] = chosen.actions[:, :, upcard]
        best.rescues[:, :, upcard] = chosen.rescues[:, :, upcard]
    return best


def _play(policy: Policy, upcard: int) -> tuple[bytes, bytes]:
    return policy.actions[:, :, upcard].tobytes(), policy.rescues[:, :, upcard].tobytes()
