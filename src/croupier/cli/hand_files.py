"""Files of poker hands: one hand or many in each, folders of them, and archives, which are never read without bound."""

from __future__ import annotations

import gzip
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from io import RawIOBase
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from croupier.cli.output import STANDARD, Refused, read_text, told

ENDINGS = (".phh", ".phhs")
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz")

LARGEST_FILE = 64 * 2**20
"""Bytes of a file within an archive."""
LARGEST_ARCHIVE = 1024 * 2**20
"""Bytes that an archive may come to."""
MOST_FILES = 200_000
"""Files in an archive."""


class Text(NamedTuple):
    """The text of a file of hands, or why there is none."""

    name: str
    text: str
    why: str = ""


class TooMuch(Exception):
    """An archive that holds more than is read."""


def texts(files: Iterable[Path]) -> Iterator[Text]:
    """The texts of these files, and of all hands in these folders and archives."""
    for path in files:
        if path == STANDARD or not path.is_dir():
            yield from _of_file(path)
            continue
        found = sorted(each for each in path.rglob("*") if each.name.endswith((*ENDINGS, *ARCHIVES)) and each.is_file())
        if not found:
            raise Refused(f"there is no .phh file, no .phhs file and no archive in {path}")
        for each in found:
            yield from _of_file(each)


def _of_file(path: Path) -> Iterator[Text]:
    if path == STANDARD or not path.name.endswith(ARCHIVES):
        yield Text(str(path), read_text(path))
        return
    many = 0
    try:
        for name, content in _zipped(path) if path.name.endswith(".zip") else _tarred(path):
            many += 1
            yield _decoded(f"{path}: {_printable(name)}", content)
    except TooMuch as bound:
        yield Text(str(path), "", str(bound))
        return
    except _SPOILT as error:
        yield Text(str(path), "", f"no archive that can be read: {told(error)}" if str(error) else "no archive")
        return
    if not many:
        yield Text(str(path), "", "there is no .phh file and no .phhs file in this archive")


_SPOILT = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    gzip.BadGzipFile,
    EOFError,
    NotImplementedError,
    RuntimeError,
    RecursionError,
    ValueError,
    OverflowError,
)
"""What comes of archives that are none, are cut off, or are made to harm."""


def _decoded(name: str, content: bytes) -> Text:
    try:
        return Text(name, content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return Text(name, "", "no text in UTF-8")


def _printable(name: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in name)


def _is_of_hands(name: str) -> bool:
    return name.endswith(ENDINGS) and not PurePosixPath(name).name.startswith("._")


def _zipped(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        listed = archive.infolist()
        if len(listed) > MOST_FILES:
            raise TooMuch(f"an archive of {len(listed):,} files; {MOST_FILES:,} are read")
        left = LARGEST_ARCHIVE
        for each in listed:
            if each.is_dir() or not _is_of_hands(each.filename):
                continue
            with archive.open(each) as file:
                content = _within(each.filename, file, left)
            left -= len(content)
            yield each.filename, content


def _tarred(path: Path) -> Iterator[tuple[str, bytes]]:
    with path.open("rb") as raw:
        packed = path.name.endswith("gz")
        unpacked: IO[bytes] = gzip.GzipFile(fileobj=raw) if packed else raw  # type: ignore[assignment]
        with tarfile.open(fileobj=_Bounded(unpacked), mode="r|") as archive:
            for many, each in enumerate(archive, 1):
                if many > MOST_FILES:
                    raise TooMuch(f"an archive of more than {MOST_FILES:,} files")
                if not each.isreg() or not _is_of_hands(each.name):
                    continue
                file = archive.extractfile(each)
                if file is not None:
                    yield each.name, _within(each.name, file, LARGEST_ARCHIVE)
                archive.members = []  # type: ignore[attr-defined]  # it would remember every one of them


def _within(name: str, file: IO[bytes], left: int) -> bytes:
    """What a file of an archive holds, once it is sure that it holds no more than is read."""
    most = min(LARGEST_FILE, left)
    content = file.read(most + 1)
    if len(content) > most:
        raise TooMuch(f"{_printable(name)} brings it to more than {most >> 20} MiB, and no more is read")
    return content


class _Bounded(RawIOBase):
    """What comes out of an archive, up to so many bytes."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.left = file, LARGEST_ARCHIVE

    def read(self, size: int = -1) -> bytes:
        """No more than is left."""
        content = self.file.read(self.left + 1 if size < 0 else min(size, self.left + 1))
        self.left -= len(content)
        if self.left < 0:
            raise TooMuch(f"an archive of more than {LARGEST_ARCHIVE >> 20} MiB; no more is read")
        return content
