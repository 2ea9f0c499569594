"""What is kept of the mutants: what killed each, one to a line, and the reasons for those that nothing can notice."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from tests.mutants.trying import DidNotEnd

HERE = Path(__file__).parent
EVERY = "every-table"
"""Instead of a book's name: what all of them share."""
SURVIVED = "-"
NOT_BY_SCRIPTS = "?"
"""No script has noticed it, and tests were not asked."""
NO_END = "it did not end"


class Outcome(msgspec.Struct, frozen=True):
    """What became of a mutant: the witness that noticed it, or nothing."""

    by: str

    @classmethod
    def of(cls, killer: Any, *, by_tests: bool = True) -> Outcome:
        """The outcome of a try; where only scripts were asked, tests may yet notice what they did not."""
        if isinstance(killer, DidNotEnd):
            return cls(NO_END)
        return cls((SURVIVED if by_tests else NOT_BY_SCRIPTS) if killer is None else str(killer))

    @property
    def killed(self) -> bool:
        """Whether something noticed it."""
        return self.by not in (SURVIVED, NOT_BY_SCRIPTS)


def explained(name: str) -> dict[str, str]:
    """The mutants of a book that survive, each with the reason why nothing that a book asks could tell."""
    path = HERE / "explained" / f"{name}.toml"
    if not path.is_file():
        return {}
    found: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))["survives"]
    return found


def write(name: str, outcomes: Mapping[str, Outcome]) -> None:
    """Keep what killed each mutant of a book."""
    lines = [f"{each}\t{outcome.by}\n" for each, outcome in sorted(outcomes.items())]
    (HERE / "killed" / f"{name}.tsv").write_text("".join(lines), encoding="utf-8")


def read(name: str) -> dict[str, str]:
    """What killed each mutant of a book when they were tried last."""
    path = HERE / "killed" / f"{name}.tsv"
    if not path.is_file():
        return {}
    lines = (line.rpartition("\t") for line in path.read_text(encoding="utf-8").splitlines())
    return {each: by for each, _, by in lines}
