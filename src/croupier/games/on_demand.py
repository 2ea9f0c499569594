"""What a game's package offers, imported when it is first asked for: its terms alone are light, its rules are not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

CONTRACT = ("decide", "evolve", "due", "options")
"""The functions of the contract, which are the engine's."""


def on_demand(package: str, modules: Mapping[str, tuple[str, ...]]) -> Callable[[str], Any]:
    """The `__getattr__` of a package that offers these names of its modules, and what its engine does.

    Asked for one it has all of them from then on, also where a module and a function in it are called alike.
    """
    names = {each for offered in modules.values() for each in offered} | set(CONTRACT)

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: dict[str, Any] = {}
        for module, offered in modules.items():
            imported = import_module(f"{package}.{module}")
            found |= {each: getattr(imported, each) for each in offered}
        found |= {each: getattr(found["ENGINE"], each) for each in CONTRACT}
        vars(sys.modules[package]).update(found)
        return found[name]

    return find
