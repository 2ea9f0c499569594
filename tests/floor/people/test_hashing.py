"""Passwords hashed without hurry."""

from __future__ import annotations

import os
import sys
import threading

import pytest
from argon2.exceptions import VerifyMismatchError

from croupier.floor.people.hashing import NICENESS, PatientHasher


def test_passwords_are_hashed_one_after_another_behind_all_else() -> None:
    hasher = PatientHasher()
    hasher.give_way()
    hashed = hasher.hash("a long enough secret")
    assert hasher.verify(hashed, "a long enough secret")
    with pytest.raises(VerifyMismatchError):
        hasher.verify(hashed, "another secret")
    (thread,) = hasher._thread._threads
    if sys.platform == "linux":
        own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        assert os.getpriority(os.PRIO_PROCESS, thread.native_id or 0) == min(19, own + NICENESS)
