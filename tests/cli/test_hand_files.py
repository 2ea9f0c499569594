"""`croupier hands replay` of files with many hands, of folders and of archives; what it says to people and programs."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from croupier.cli import hand_files
from tests.cli.forking import croupier

HAND = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200.5, 100]
actions = ["d dh p1 ????", "d dh p2 ????", "p2 cbr 6", "p1 cc", "d db 2c9hQd", "p1 cc", "p2 cbr 10", "p1 f"]
winnings = [0, 11.5]
"""
"""Two put in 6 each; p2 takes 11.5 of the 12 without a showdown."""
WRONG = HAND.replace("11.5]", "13]")
OTHER = 'variant = "F7S"\n'


def replayed(*arguments: str | Path, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    return croupier("hands", "replay", *map(str, arguments), stdin=stdin)


def many(*hands: str) -> str:
    return "".join(f"[{nth}]\n{text}\n" for nth, text in enumerate(hands, 1))


def test_a_file_of_many_hands_is_read_hand_by_hand(tmp_path: Path) -> None:
    file = tmp_path / "room.phhs"
    file.write_text(many(HAND, WRONG, "\nthis is no TOML\n", OTHER, HAND))
    answer = replayed(file)
    assert answer.returncode == 2
    lines = answer.stdout.splitlines()
    assert lines[0] == f"{file}, hand 1: holds, with 1 departure"
    assert lines[1] == "    the house keeps 0.5 of 12, and no sign says why [CP 7.1]"
    assert lines[2] == f"{file}, hand 2: the end: 13 is collected of pots of 12"
    assert lines[3].startswith(f"{file}, hand 3: this is not TOML")
    assert lines[4] == f"{file}, hand 4: the book has no game of the code 'F7S'"
    assert lines[-1] == "5 hands, 3 that do not hold, 2 of them unreadable or of no game of the book; 2 with departures"
    assert replayed("-", stdin=many(HAND)).returncode == 0


def test_strict_refuses_what_departs_and_rake_that_is_named_departs_from_nothing(tmp_path: Path) -> None:
    """5 per cent of 12 are 0.6, and 0.5 were taken: no more than that."""
    file = tmp_path / "one.phh"
    file.write_text(HAND)
    assert replayed(file).returncode == 0
    strictly = replayed("--strict", file)
    assert strictly.returncode == 1 and "the start: the house keeps 0.5 of 12" in strictly.stdout
    assert replayed("--strict", "--rake", "5%", "--rake-cap", "0.5", file).returncode == 0
    assert replayed("--strict", "--rake-per-hand", "0.50", file).returncode == 0
    differs = replayed("--rake", "5", file)
    assert differs.returncode == 1 and "p2 ends with 105.4, not 105.5" in differs.stdout
    for bad in (("--rake", "much"), ("--rake", "11"), ("--rake-cap", "3"), ("--no-flop-no-rake",)):
        refused = replayed(*bad, file)
        assert refused.returncode in (1, 2) and "Traceback" not in refused.stderr


def test_programs_are_told_stacks_pots_rake_and_departures_in_plain_numbers(tmp_path: Path) -> None:
    file = tmp_path / "one.phh"
    huge = HAND.replace("200.5", "1000000").replace("100]", "0.00006]").replace("11.5", "0.00012")
    huge = huge.replace("[1, 2]", "[0.00001, 0.00002]").replace("min_bet = 2", "min_bet = 0.00002")
    huge = (
        huge.replace("p2 cbr 6", "p2 cbr 0.00006")
        .replace(', "p2 cbr 10", "p1 f"', "")
        .replace(', "p1 cc", "d db 2c9hQd", "p1 cc"', ', "p1 f"')
    )
    file.write_text(HAND)
    (hand,) = json.loads(replayed("--format", "json", file).stdout)["hands"]
    assert hand["holds"] and hand["end_told"] and hand["rake"] == 0.5
    assert [(each["start"], each["finish"]) for each in hand["players"]] == [(200.5, 194.5), (100, 105.5)]
    assert hand["pots"] == [{"number": 1, "amount": 12, "rake": 0.5, "wins": [{"player": 2, "amount": 11.5}]}]
    assert hand["departures"][0]["clause"] == "CP 7.1" and hand["departures"][0]["action"] is None
    # p2 raises 0.00006 over blinds of 0.00001 and 0.00002, and takes the larger one.
    file.write_text(huge.replace("winnings = [0, 0.00012]\n", ""))
    text = replayed("--format", "json", file).stdout
    assert '"start": 0.00006' in text and '"start": 1000000' in text and '"finish": 0.00008' in text, text
    file.write_text(HAND.replace("[200.5, 100]", "[inf, 100]"))
    (hand,) = json.loads(replayed("--format", "json", file).stdout)["hands"]
    assert [(each["start"], each["finish"], each["net"]) for each in hand["players"]] == [
        (None, None, -6),
        (100, 105.5, 5.5),
    ]


def zipped(path: Path, **files: str) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_", "."), text)
    return path


def tarred(path: Path, files: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return path


def test_archives_and_folders_are_read(tmp_path: Path) -> None:
    first = zipped(tmp_path / "a.zip", one_phh=HAND, notes_txt="nothing", room_phhs=many(HAND, HAND))
    second = tarred(
        tmp_path / "b.tar.gz", {"in/one.phh": HAND.encode(), "bad\x1b.phh": b"\xff\xfe", "._one.phh": b"\x00"}
    )
    answer = replayed(first)
    assert answer.returncode == 0, answer.stderr
    assert f"{first}: room.phhs, hand 2: holds" in answer.stdout and "3 hands, none that does not hold" in answer.stdout
    answer = replayed(second)
    assert answer.returncode == 2
    assert f"{second}: in/one.phh: holds" in answer.stdout and "bad?.phh: no text in UTF-8" in answer.stdout
    (tmp_path / "c.phhs").write_text(many(HAND))
    assert "6 hands" in replayed(tmp_path).stdout


@pytest.mark.parametrize("name", ["no.zip", "no.tar.gz", "no.tgz", "no.tar"])
def test_what_is_no_archive_is_said_in_one_line(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    for content in (b"", b"PK\x03\x04" + b"\x00" * 40, gzip.compress(b"nothing in it"), b"\x1f\x8b"):
        file.write_bytes(content)
        answer = replayed(file)
        assert answer.returncode == 2 and "Traceback" not in answer.stderr
        assert len(answer.stdout.splitlines()) == 2, answer.stdout


def test_an_archive_that_swells_is_read_no_further_than_its_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few kilobytes that come to many megabytes: within one file, and in files one after another."""
    monkeypatch.setattr(hand_files, "LARGEST_FILE", 2**20)
    monkeypatch.setattr(hand_files, "LARGEST_ARCHIVE", 4 * 2**20)
    monkeypatch.setattr(hand_files, "MOST_FILES", 50)
    swollen, large = b"#" * 2**24, b"#" * (2**20 - 1)
    cases = (
        zipped(tmp_path / "one.zip", one_phh=swollen.decode()),
        zipped(tmp_path / "ten.zip", **{f"n{nth}_phh": large.decode() for nth in range(10)}),
        zipped(tmp_path / "many.zip", **{f"n{nth}_phh": "" for nth in range(60)}),
        tarred(tmp_path / "one.tar.gz", {"one.phh": swollen}),
        tarred(tmp_path / "other.tar.gz", {"other.txt": swollen, "one.phh": HAND.encode()}),
        tarred(tmp_path / "ten.tar.gz", {f"{nth}.phh": large for nth in range(10)}),
        tarred(tmp_path / "many.tar.gz", {f"{nth}.phh": b"" for nth in range(60)}),
    )
    for path in cases:
        last = list(hand_files.texts([path]))[-1]
        assert "read" in last.why or "more than" in last.why, (path, last)


def test_headers_of_an_archive_that_never_end_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An extended header may say any length, and would be read into memory whole."""
    monkeypatch.setattr(hand_files, "LARGEST_ARCHIVE", 4 * 2**20)
    entry = tarfile.TarInfo("pax")
    entry.type, entry.size = tarfile.XHDTYPE, 2**33
    path = tmp_path / "pax.tar.gz"
    path.write_bytes(gzip.compress(entry.tobuf(tarfile.GNU_FORMAT) + b"\x00" * 2**24))
    (found,) = hand_files.texts([path])
    assert found.why
