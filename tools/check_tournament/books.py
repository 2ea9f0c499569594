"""What the books say differently, and how much everything is."""

from __future__ import annotations

CHIP = 100
MINUTE = 60_000
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
