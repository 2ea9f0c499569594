"""What the books say differently, and how much everything is."""

from __future__ import annotations

CHIP = 100
MINUTE = 60_000
DAY = 24 * 60 * MINUTE
ENDLESS = 10**18

BOOKS = {
    "MM": {"seats": 9, "approved": True, "agreed_besides": True, "released_each_session": True, "employees": False},
    "BJ": {"seats": 9, "approved": True, "agreed_besides": True, "released_each_session": True, "employees": False},
    "TCP": {"seats": 9, "approved": False, "agreed_besides": False, "released_each_session": False, "employees": True},
    "CP": {"seats": 11, "approved": False, "agreed_besides": False, "released_each_session": False, "employees": True},
}
"""What the books say differently: MM 10, BJ 16, TCP 12, CP 12."""
NOTICE_HANDS = 3
"""Hands of notice before a poker table is closed (CP 13.3)."""
TICKETS_EACH = 10_000
"""In a race for odd chips, chip number k of an entrant has the ticket of their number times this, and k more."""
BONUS = 770_00
"""What an entry that was won brings when the first heat opens (BJ 13.9.5)."""
TABLE_3 = {
    49: ([(1, 1, 0)], 370_000, (250_000, 50_000, 25_000, 15_000, 10_000, 10_000, 10_000)),
    98: ([(2, 3, 7), (1, 1, 0)], 740_000, (500_000, 100_000, 50_000, 30_000, 20_000, 20_000, 20_000)),
    147: (
        [(3, 4, 14), (2, 3, 7), (1, 1, 0)],
        1_110_000,
        (750_000, 150_000, 75_000, 45_000, 30_000, 30_000, 30_000),
    ),
    196: (
        [(4, 5, 7), (3, 4, 14), (2, 3, 7), (1, 1, 0)],
        1_480_000,
        (1_000_000, 200_000, 100_000, 60_000, 40_000, 40_000, 40_000),
    ),
}
"""By how many enter: for each round of heats how often seven tables sit, how many go on from each table and beside
them; then the pool and its places in dollars (BJ 13, Table 3)."""
