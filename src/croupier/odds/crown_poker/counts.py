"""How many of all hands of seven cards are of each category."""

from __future__ import annotations

from math import comb

import numpy as np
from numba import njit

from croupier.cards import CARDS_IN_A_DECK
from croupier.cards.ranking import FiveCards
from croupier.odds.crown_poker.evaluate import FLUSH, by_sum, suit_of_flush
from croupier.odds.crown_poker.lookup import Lookup, category_starts, lookup

HANDS = comb(CARDS_IN_A_DECK, 7)


def categories_of_sevens() -> dict[FiveCards, int]:
    """Every choice of seven cards, by what the best five of them make."""
    table = lookup()
    found = _counted(table)
    edges = np.append(category_starts(), len(found))
    return {each: int(found[edges[each] : edges[each + 1]].sum()) for each in FiveCards}


@njit(cache=True, nogil=True)
def _counted(table: Lookup):  # type: ignore[no-untyped-def]
    keys, shifts, values, flushes = table.keys, table.shifts, table.values, table.flushes
    bits = np.zeros(52, np.int64)
    for card in range(52):
        bits[card] = 1 << (13 * table.suits[card] + table.ranks[card])
    found = np.zeros(7463, np.int64)
    for a in range(6, 52):
        sum_a, mask_a = table.empty + keys[a], bits[a]
        for b in range(5, a):
            sum_b, mask_b = sum_a + keys[b], mask_a | bits[b]
            for c in range(4, b):
                sum_c, mask_c = sum_b + keys[c], mask_b | bits[c]
                for d in range(3, c):
                    sum_d, mask_d = sum_c + keys[d], mask_c | bits[d]
                    for e in range(2, d):
                        sum_e, mask_e = sum_d + keys[e], mask_d | bits[e]
                        for f in range(1, e):
                            sum_f, mask_f = sum_e + keys[f], mask_e | bits[f]
                            for g in range(f):
                                total = sum_f + keys[g]
                                if total & FLUSH:
                                    suit = suit_of_flush(total)
                                    value = flushes[((mask_f | bits[g]) >> (13 * suit)) & 8191]
                                else:
                                    value = by_sum(total, shifts, values)
                                found[value] += 1
    return found
