"""The project itself: its command line, its built pages, and what its files may not say."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import croupier
import hatch_build
from bench import Report

ROOT = Path(__file__).parents[1]
COMMANDS = {
    "backup",
    "completion",
    "hands",
    "restore",
    "store",
    "run",
    "rules",
    "script",
    "odds",
    "simulate",
    "verify",
    "audit",
    "meters",
    "tournament",
    "staff",
}

# Places on one person's machine, and the hosts packages are fetched from.
MACHINE = re.compile(r"(?<![\w.~-])/(?:work|tmp|root)/|https?://[^\s/]*(?:registry|pypi|npmjs)")


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_help_lists_every_command() -> None:
    answer = python("-m", "croupier", "--help")
    assert answer.returncode == 0, answer.stderr
    listed = set(re.findall(r"^[^\w-]*([a-z]+)\s{2,}", answer.stdout, re.MULTILINE))
    assert listed == COMMANDS


def test_help_imports_none_of_the_heavy_libraries() -> None:
    answer = python("-X", "importtime", "-m", "croupier", "--help")
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in answer.stderr.splitlines()}
    assert {"croupier", "cyclopts"} <= imported
    assert imported.isdisjoint({"numba", "numpy", "sqlalchemy", "litestar", "uvicorn", "psycopg", "matplotlib", "dask"})


def test_the_version_is_the_package_s_own() -> None:
    answer = python("-m", "croupier", "--version")
    assert answer.stdout.strip() == croupier.__version__ == version("croupier")


@pytest.mark.parametrize("arguments", [["pontoon"], ["--pontoon"], ["[b]"]])
def test_bad_usage_exits_with_2_and_names_the_culprit(arguments: list[str]) -> None:
    answer = python("-m", "croupier", *arguments)
    assert answer.returncode == 2
    assert arguments[0] in answer.stderr
    assert "Traceback" not in answer.stderr


def test_files_name_no_machine_and_no_registry() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout, so there is no list of tracked files")
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    found = []
    for name in filter(None, listing.stdout.split("\0")):
        path = ROOT / name
        if not path.is_file() or b"\0" in (content := path.read_bytes()):
            continue
        lines = content.decode().splitlines()
        found += [f"{name}:{number}: {line}" for number, line in enumerate(lines, 1) if MACHINE.search(line)]
    assert found == []


def test_the_search_for_machine_names_finds_them() -> None:
    for place in ("work", "tmp", "root"):
        assert MACHINE.search(f"see /{place}/notes")
        assert not MACHINE.search(f"docs/{place}/notes")
    assert MACHINE.search("https://" + "registry.example/left-pad")


def test_the_lock_file_leaves_the_registry_to_the_installer() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    assert len(packages) > 1
    assert [name for name, package in packages.items() if "resolved" in package] == []


def test_benchmarks_report_ratios_and_remember_missed_targets(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    report("folding", 300_000, "events/s", at_least=200_000, peer=("a loop", 600_000))
    report("answering", 0.4, "s", at_most=0.3)
    printed = capsys.readouterr().out
    assert "0.5 × a loop" in printed
    assert "at least 200,000: met" in printed
    assert "at most 0.3: MISSED" in printed
    assert report.missed == ["answering"]


def test_pages_are_built_only_when_their_sources_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    web, output = tmp_path / "web", tmp_path / "src" / "croupier" / "web"
    web.mkdir()
    output.parent.mkdir(parents=True)
    ran: list[str | Path] = []

    def node(folder: Path, program: Path, *arguments: str | Path) -> None:
        ran.append(program.stem if program.name == "compress.js" else arguments[0])
        if ran[-1] != "compress":
            made = folder / "node_modules" if ran[-1] == "ci" else Path(arguments[2])
            made.mkdir(exist_ok=True)

    monkeypatch.setattr(hatch_build, "node", node)

    def built_after(name: str, content: str) -> list[str | Path]:
        (web / name).write_text(content)
        ran.clear()
        hatch_build.build_web(tmp_path)
        return ran

    assert built_after("package-lock.json", "{}") == ["ci", "build", "compress"]
    assert built_after("node_modules/vite.js", "not a source") == []
    assert built_after("App.svelte", "<h1>Croupier</h1>") == ["build", "compress"]
    assert built_after("App.svelte", "<h1>Croupier</h1>") == []
    assert built_after("package-lock.json", "{ }") == ["ci", "build", "compress"]
    assert [path.name for path in output.iterdir()] == [hatch_build.STAMP]
    assert [path.name for path in output.parent.iterdir()] == ["web"]


def test_an_installed_package_accounts_for_every_clause_as_the_checkout_does(tmp_path: Path) -> None:
    hatch_build.keep_witnesses(ROOT)
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path / "dist")]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, env=os.environ | {"HATCH_BUILD_NO_HOOKS": "1"})
    [wheel] = (tmp_path / "dist").glob("*.whl")
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(installed, [name for name in packed.namelist() if "/web/" not in name])
    asked = [sys.executable, "-m", "croupier", "rules", "--coverage", "--format", "json"]
    answers = [
        subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=False, env=os.environ | where)
        for where in ({"PYTHONPATH": str(installed)}, {"PYTHONPATH": str(ROOT / "src")})
    ]
    assert [answer.returncode for answer in answers] == [0, 0], answers[0].stderr
    wheel_says, checkout_says = (json.loads(answer.stdout) for answer in answers)
    assert wheel_says == checkout_says
    assert [each["totals"]["unaccounted"] for each in wheel_says["books"]] == [0, 0, 0, 0, 0]


def test_the_build_keeps_what_the_tests_witness(tmp_path: Path) -> None:
    books = tmp_path / "src" / "croupier" / "books"
    books.mkdir(parents=True)
    shutil.copy(ROOT / "src" / "croupier" / "books" / "marks.py", books)
    hatch_build.keep_witnesses(tmp_path)
    assert not (books / "witnesses.json").exists(), "a source distribution has no tests to read"
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text('@witnesses("MM 9.8")\ndef test_a(): ...\n')
    hatch_build.keep_witnesses(tmp_path)
    assert json.loads((books / "witnesses.json").read_text()) == [["tests/test_a.py", 1, "MM 9.8", "shown"]]


@pytest.mark.browser
def test_the_built_pages_come_up_in_a_browser(browser: Browser) -> None:
    handler = partial(SimpleHTTPRequestHandler, directory=str(ROOT / "src" / "croupier" / "web"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with browser.new_page() as page:
            page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
            page.wait_for_selector("#app > *")
            assert page.title() == "Croupier"
        server.shutdown()


def test_the_parts_of_the_tests_make_up_the_whole_and_share_nothing() -> None:
    parts = re.findall(r"^test-\w+:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert len(parts) == 4
    named = [word for part in parts for word in part.split() if word.startswith("tests/")]
    tests = ROOT / "tests"
    folders = {f"tests/{path.relative_to(tests).parts[0]}" for path in tests.rglob("test_*.py")}
    assert sorted(named) == sorted(folders)
