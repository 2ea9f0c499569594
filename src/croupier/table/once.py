"""Answers that a state gives the same whoever asks: worked out once while that state is the last one asked about."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

AnswerT = TypeVar("AnswerT")


def once_a_state(work: Callable[[Any], AnswerT]) -> Callable[[Any], AnswerT]:
    """The same answer for the same state, which nobody changes."""
    last: tuple[Any, Any] = (None, None)

    @wraps(work)
    def answer(state: Any) -> AnswerT:
        nonlocal last
        known, found = last
        if known is not state:
            found = work(state)
            last = (state, found)
        result: AnswerT = found
        return result

    return answer
