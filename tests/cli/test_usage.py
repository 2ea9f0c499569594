"""What is said to whoever gives a command wrongly: one line, no traceback; and to whoever stops reading: nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import croupier as package
from tests.cli.forking import croupier

ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(package.__file__).parents[1])}

WRONG = [
    (("odds", "double-chance", "--stake", "abc"), "--stake: abc is not an amount"),
    (("odds", "double-chance", "--stake", ""), "--stake: nothing is not an amount"),
    (("odds", "double-chance", "--stake", "nan"), "--stake: amounts are in dollars and cents"),
    (("odds", "double-chance", "--stake", "-1"), "DC 5.2.1 wants a wager"),
    (("odds", "double-chance", "--stake", "1e999999999"), "--stake: amounts are in dollars and cents"),
    (("odds", "double-chance", "--stake", "9" * 5000), "--stake: amounts are in dollars and cents"),
    (("odds", "double-chance", "--stake", "५"), None),
    (("odds", "double-chance", "--maximum-payout", "$5"), "--maximum-payout: $5 is not an amount"),
    (("odds", "double-chance", "--jackpot-price", "1", "--jackpot-schedule", "5,x"), "--jackpot-schedule: write whole"),
    (("odds", "double-chance", "--jackpot-price", "1", "--jackpot-schedule", ""), "--jackpot-schedule: write whole"),
    (("odds", "three-card-poker", "--jackpot", "3"), '--jackpot: "3" is none of 1, 2'),
    (("odds", "three-card-poker", "--ante", "x"), "--ante: x is not an amount"),
    (("odds", "matchmaker", "--decks", "x"), '--decks: "x" is not a whole number'),
    (("odds", "matchmaker", "--decks", "9" * 5000), "is not a whole number"),
    (("odds", "matchmaker", "--decks", "99999999999"), "decks: whole numbers are less than a billion"),
    (("odds", "matchmaker", "--decks", "5", "--decks", "6"), "--decks can be given only once"),
    (("odds", "matchmaker", "--decks"), "--decks needs a value"),
    (("odds", "matchmaker", "--format", "jsn"), '"jsn" is none of text, json, csv, html; did you mean json?'),
    (("odds", "matchmaker", "--dekcs", "8"), "there is no option --dekcs; did you mean --decks?"),
    (("odds", "matchmaker", "surplus"), 'nothing is known of "surplus" here'),
    (("odds", "matchmaker", "--out", "/"), "/: is a directory"),
    (("odds", "matchmaker", "--out", "--format"), "--out: name a file"),
    (("odds", "matchmakr"), 'there is no command "matchmakr"; did you mean matchmaker?'),
    (("simulate", "matchmaker", "--rounds", "0"), "at least one round"),
    (("simulate", "matchmaker", "--rounds", "1e6"), '--rounds: "1e6" is not a whole number'),
    (("simulate", "matchmaker", "--rounds", "10", "--workers", "0"), "at least one worker"),
    (("simulate", "matchmaker", "--rounds", "10", "--seed", "-1"), "a seed is a whole number from nought up"),
    (("verify", "matchmaker", "--rounds", "3"), "too few rounds to judge by"),
    (("verify", "double-chance", "--stake", "2.50"), "chips are of whole dollars"),
    (("simulte", "matchmaker"), 'there is no command "simulte"; did you mean simulate?'),
    (("audit", "verfy"), 'there is no command "verfy"; did you mean verify?'),
    (("audit", "verify", "--sinse", "x"), "there is no option --sinse; did you mean --since?"),
    (("audit", "verify", "--store", "nonsense"), "the store's address must look like"),
    (("audit", "verify", "--store", ""), "the store's address must look like"),
    (("audit", "verify", "--store", "mysql://a/b"), "no store speaks 'mysql'"),
    (("audit", "proof"), "POSITION is missing"),
    (("audit", "proof", "first"), 'POSITION: "first" is not a whole number'),
    (("audit", "key", "--key", "/"), "the key in / cannot be read: Is a directory"),
    (("backup", "-"), "a backup is a database, not a stream"),
    (("restore", "-"), "a backup is a database, not a stream"),
    (("restore", "nowhere.db"), "there is no backup at nowhere.db"),
    (("run", "--port", "70000"), "--port: 70000 is not from 0 to 65535"),
    (("run", "--port", "-1"), "--port: -1 is not from 0 to 65535"),
    (("run", "--staff-hours", "nan"), "--staff-hours: nan is not from"),
    (("run", "--staff-hours", "inf"), "--staff-hours: inf is not from"),
    (("run", "--pace", "slow"), '--pace: "slow" is none of normal, fast'),
    (("rules", "MM", "9.88"), "perhaps MM 9.8"),
    (("rules", "ruling", "9999"), "there is no ruling 9999; there are 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13"),
    (("script",), "name the scripts to run"),
    (("script", "nowhere.table"), "nowhere.table: there is no such file"),
    (("script", "."), "there are no scripts in this folder"),
    (("script", "--gramar"), "there is no option --gramar; perhaps --grammar"),
    (("script", "--grammar", "poker"), "no game is called 'poker'; there is matchmaker, double-chance"),
    (("completion", "tcsh"), 'SHELL: "tcsh" is none of bash, zsh, fish'),
    (("--hlp",), "there is no option --hlp; did you mean --help?"),
    (("\N{PLAYING CARD ACE OF SPADES}",), "there is no command"),
    (("",), "there is no command"),
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=[" ".join(words)[:50] for words, _ in WRONG])
def test_bad_usage_is_answered_in_one_line(words: tuple[str, ...], said: str | None, tmp_path: Path) -> None:
    answer = croupier(*words, cwd=tmp_path)
    assert "Traceback" not in answer.stderr
    if said is None:
        return
    assert answer.returncode == 2, answer
    assert answer.stderr.startswith("croupier"), answer.stderr
    assert said in answer.stderr
    assert answer.stderr.count("\n") == 1, answer.stderr
    assert answer.stdout == ""
    assert list(tmp_path.iterdir()) == []


ANSWERS = [
    ["--help"],
    ["rules"],
    ["rules", "--coverage"],
    ["rules", "three-card-poker", "--format", "json"],
    ["rules", "ruling"],
    ["odds", "matchmaker"],
    ["odds", "matchmaker", "--format", "json"],
    ["odds", "matchmaker", "--format", "html"],
    ["simulate", "matchmaker", "--rounds", "1000"],
    ["completion", "bash"],
    ["script", "--grammar"],
    ["script", "--grammar", "matchmaker"],
]


@pytest.mark.parametrize("words", ANSWERS, ids=" ".join)
def test_whoever_stops_reading_is_told_nothing(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "croupier", *words]
    try:
        ran = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False, text=True, env=ENVIRONMENT)
    finally:
        os.close(writing)
    assert ran.stderr == ""
    assert ran.returncode == 141


@pytest.mark.parametrize("words", ANSWERS, ids=" ".join)
def test_closed_streams_do_no_harm(words: list[str]) -> None:
    command = [sys.executable, "-m", "croupier", *words]
    ran = subprocess.run(
        ["sh", "-c", '"$@" >&- <&-', "sh", *command], stderr=subprocess.PIPE, check=False, text=True, env=ENVIRONMENT
    )
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("words", [["rules"], ["odds", "matchmaker", "--format", "json"], ["completion", "fish"]])
def test_a_full_disk_is_said(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "croupier", *words]
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, text=True, env=ENVIRONMENT)
    assert ran.returncode == 2
    assert ran.stderr.endswith(": no space left on device\n")
    assert ran.stderr.count("\n") == 1


def test_a_dash_writes_to_standard_output(tmp_path: Path) -> None:
    shown, plain = (
        croupier("odds", "matchmaker", "--format", "csv", *more, cwd=tmp_path) for more in (["--out", "-"], [])
    )
    assert shown.stdout == plain.stdout != ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_commands_options_and_choices(shell: str) -> None:
    answer = croupier("completion", shell)
    assert answer.returncode == 0, answer.stderr
    for word in ("audit", "verify", "double-chance", "maximum-payout", "completion"):
        assert word in answer.stdout


def test_bash_completes_what_was_begun() -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash here")
    script = croupier("completion", "bash").stdout
    words = "COMP_WORDS=(croupier odds matchmaker --de); COMP_CWORD=3; _croupier; printf '%s\\n' \"${COMPREPLY[@]}\""
    ran = subprocess.run([bash, "-c", f"{script}\n{words}"], capture_output=True, text=True, check=True)
    assert set(ran.stdout.split()) == {"--decks", "--device"}
