"""Faults in the code itself: a module's source with one small change, and the running functions that take it over."""

from __future__ import annotations

import ast
import builtins
import gc
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import msgspec

import croupier

ROOT = Path(croupier.__file__).parent
HIT = "__passed__"
"""The name under which changed functions find whom to tell that they came past a place."""
BOUNDS = ("minimum", "maximum", "least", "most", "low", "high", "cap", "limit", "cents", "MOST", "stack", "step")
"""Words in a comparison by which it is one of a bound."""
JUST_BESIDE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
_SAID = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}

Places = dict[tuple[str, int], list[FunctionType]]


class Fault(msgspec.Struct, frozen=True):
    """One change of one module: what it is called, and the number of the node it changes."""

    name: str
    module: str
    node: int
    sort: str


def modules_of(*packages: str) -> list[ModuleType]:
    """The loaded modules of some packages, by name."""
    wanted = tuple(f"croupier.{each}" for each in packages)
    return [sys.modules[name] for name in sorted(sys.modules) if any(_within(name, each) for each in wanted)]


def _within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


@cache
def _tree(path: str) -> ast.Module:
    return ast.parse(Path(path).read_text(encoding="utf-8"), path)


def faults(module: ModuleType) -> Iterator[Fault]:
    """Every refusal of a module that can be left out, and every bound that can be off by one."""
    path, short = str(module.__file__), module.__name__.removeprefix("croupier.")
    seen: Counter[str] = Counter()
    for number, (node, where) in enumerate(_numbered(_tree(path))):
        found = _refusal(node) if isinstance(node, ast.If | ast.IfExp) else None
        sort = "refusal left out"
        if found is None and isinstance(node, ast.Compare):
            found, sort = _bound(node), "bound off by one"
        if found is None or not where:
            continue
        name = f"{short}.{where}: {found}"
        seen[sort + name] += 1
        more = f" #{seen[sort + name]}" if seen[sort + name] > 1 else ""
        yield Fault(f"{name}{more}", module.__name__, number, sort)


def _numbered(tree: ast.AST, where: str = "") -> Iterator[tuple[ast.AST, str]]:
    """Every node in a fixed order, with the function it stands in."""
    for child in ast.iter_child_nodes(tree):
        inner = where
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            inner = f"{where}.{child.name}" if where else child.name
        yield child, where
        yield from _numbered(child, inner)


def _refusal(node: ast.If | ast.IfExp) -> str | None:
    """What a refusal says for which this decides, in short: its reason and what it cites."""
    if isinstance(node, ast.IfExp):
        returned: ast.expr | None = node.body
    else:
        last = node.body[-1]
        returned = last.value if isinstance(last, ast.Return) and len(node.body) == 1 else None
    if isinstance(returned, ast.Call) and isinstance(returned.func, ast.Name) and returned.func.id == "Refusal":
        return _short(" ".join(ast.unparse(each) for each in returned.args[:2]).replace("Reason.", ""))
    return None


def _bound(node: ast.Compare) -> str | None:
    written = ast.unparse(node)
    if len(node.ops) > 2 or not any(type(each) in JUST_BESIDE for each in node.ops):
        return None
    return _short(written) if any(word in written for word in BOUNDS) else None


def _short(text: str) -> str:
    return text if len(text) <= 90 else f"{text[:87]}..."


def changed(fault: Fault) -> ast.Module:
    """The module's source with the fault in it."""
    tree = deepcopy(_tree(str(sys.modules[fault.module].__file__)))
    node = next(each for number, (each, _) in enumerate(_numbered(tree)) if number == fault.node)
    if isinstance(node, ast.If | ast.IfExp):  # the test is still made, for what it may name on its way
        node.test = ast.BoolOp(ast.And(), [node.test, ast.Constant(False)])
    elif isinstance(node, ast.Compare):
        place = next(n for n, each in enumerate(node.ops) if type(each) in JUST_BESIDE)
        node.ops[place] = JUST_BESIDE[type(node.ops[place])]()
    return ast.fix_missing_locations(tree)


def marked(module: ModuleType, found: Iterable[Fault]) -> ast.Module:
    """The module's source, saying of each place that someone came past it."""
    tree = deepcopy(_tree(str(module.__file__)))
    wanted = {each.node: each.name for each in found}
    for number, (node, _) in enumerate(list(_numbered(tree))):
        if number not in wanted:
            continue
        told: ast.expr = ast.Call(ast.Name(HIT, ast.Load()), [ast.Constant(wanted[number])], [])
        if isinstance(node, ast.If):
            node.body.insert(0, ast.Expr(told))
        elif isinstance(node, ast.IfExp):
            node.body = ast.BoolOp(ast.Or(), [told, node.body])
        elif isinstance(node, ast.Compare):
            node.left = ast.BoolOp(ast.Or(), [told, node.left]) if False else _after(told, node.left)
    return ast.fix_missing_locations(tree)


def _after(told: ast.expr, value: ast.expr) -> ast.expr:
    """The value, once someone has been told."""
    return ast.Subscript(ast.Tuple([told, value], ast.Load()), ast.Constant(1), ast.Load())


def tell(whom: Callable[[str], object]) -> None:
    """Say who is told of places that are passed."""
    setattr(builtins, HIT, whom)


@cache
def running() -> dict[str, Places]:
    """Every function there is, by its file, its name and its first line."""
    found: dict[str, Places] = defaultdict(lambda: defaultdict(list))
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            code = each.__code__
            found[code.co_filename][code.co_qualname, code.co_firstlineno].append(each)
    return found


def take_over(module: ModuleType, tree: ast.Module) -> None:
    """Have the functions of a module run as a changed source says."""
    path = str(module.__file__)
    places = running()[path]
    for code in _codes(compile(tree, path, "exec")):
        for function in places.get((code.co_qualname, code.co_firstlineno), ()):
            if function.__code__.co_freevars == code.co_freevars:
                function.__code__ = code


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)
