"""Notes, checkpoints and keys: as others write them, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import make_url
from tlog_scales.signing import PlainEd25519Signer, Vkey
from tlog_scales.tlog import Checkpoint as Theirs

from croupier.floor.seal import keys, note
from croupier.floor.seal.checkpoint import Checkpoint
from croupier.floor.seal.note import Key, NoteError, Signer

# From the Go project's tests of golang.org/x/mod/sumdb/note.
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETERS = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
    "\n"
    "\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
PETERS_OWN = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
ROOT = bytes(range(32))


@pytest.fixture
def signer() -> Signer:
    return Signer("example.com/floor", Ed25519PrivateKey.from_private_bytes(bytes(range(32))))


def test_a_note_that_another_program_signed_is_read() -> None:
    key = Key.parse(PETER)
    assert str(key) == PETER
    assert note.opened(PETERS, [key]).endswith("what your problem is.\n")


def test_a_key_file_of_another_program_signs_the_same(tmp_path: Path) -> None:
    path = tmp_path / "peter.key"
    path.touch(0o600)
    path.write_text(PETERS_OWN)
    assert keys.read(path).sign(PETERS.rpartition("\n\n")[0] + "\n") == PETERS


@pytest.mark.parametrize(
    "broken",
    [
        PETERS.replace("answer", "question"),
        PETERS.replace("\n\n", "\n"),
        PETERS[:-1],
        PETERS.replace("x08go", "x08gp"),
        PETERS.replace("PeterNeumann", "EnochRoot"),
        PETERS.replace("\u2014", "-"),
        PETERS.replace("you ", "you\t"),
        PETERS + "\u2014 PeterNeumann AAAA\n",
        PETERS + "\u2014 PeterNeumann x08gow" + "A" * 85 + "=\n",
        PETERS.partition("\n\n")[2],
        "",
    ],
)
def test_a_note_with_anything_changed_is_refused(broken: str) -> None:
    with pytest.raises(NoteError):
        note.opened(broken, [Key.parse(PETER)])


def test_signatures_of_strangers_are_passed_over(signer: Signer) -> None:
    ours = signer.sign("hello\n")
    both = ours + PETERS.rpartition("\n\n")[2]
    assert note.opened(both, [signer.key]) == "hello\n"
    with pytest.raises(NoteError, match="does not fit"):
        note.opened(both, [signer.key, Key.parse(PETER)])


@pytest.mark.parametrize(
    "text", [PETER.replace("c74f", "c74e"), PETER + "A", "PeterNeumann", PETER.replace("+ARpc", "+BRpc"), "a b+00+AA=="]
)
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(NoteError):
        Key.parse(text)


@pytest.mark.parametrize("text", ["no end", "a\rb\n"])
def test_only_plain_lines_are_signed(signer: Signer, text: str) -> None:
    with pytest.raises(NoteError):
        signer.sign(text)


def test_checkpoints_are_the_same_as_an_independent_library_makes_and_reads(signer: Signer) -> None:
    ours = Checkpoint.sign(signer, 70_000, ROOT)
    theirs = PlainEd25519Signer("example.com/floor", bytes(range(32)))
    assert Theirs.make_signed("example.com/floor", 70_000, ROOT, [theirs]).serialize() == ours.note
    Theirs.from_text(ours.note).verify(Vkey.from_string(str(signer.key)))
    assert Checkpoint.read(ours.note, signer.key) == ours


def test_a_checkpoint_is_of_the_key_s_own_log_and_well_formed(signer: Signer) -> None:
    with pytest.raises(NoteError, match="is of elsewhere"):
        Checkpoint.read(Checkpoint.sign(signer, 1, ROOT, origin="elsewhere").note, signer.key)
    for text in (
        "a\n1\n",
        "a\n01\nAAAA\n",
        "a\n-1\nAAAA\n",
        "a\n1\nAAAA\n",
        "a\n1\n*\n",
        "\n1\nAAAA\n",
        "a\n٣\nAAAA\n",
    ):
        with pytest.raises(NoteError):
            Checkpoint.read(signer.sign(text))
    with pytest.raises(NoteError):
        Checkpoint.sign(signer, 1, ROOT, origin="two\nlines")


def test_a_key_is_made_once_for_its_owner_s_eyes_only(tmp_path: Path) -> None:
    path = keys.place(make_url(f"sqlite:///{tmp_path / 'new' / 'floor.db'}"))
    assert path == tmp_path / "new" / "floor.key"
    made = keys.signer(path, "example.com/floor")
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]
    assert keys.signer(path).key == keys.signer(path, "example.com/floor").key == made.key
    with pytest.raises(keys.KeyRefused, match="not of elsewhere"):
        keys.signer(path, "elsewhere")
    assert keys.signer(tmp_path / "other.key").key.public != made.key.public
    one, two = (keys.place(make_url(f"postgresql://me:secret@{host}/the floor")) for host in ("localhost", "elsewhere"))
    assert one != two, "each database has a key and an anchor of its own"
    assert one == keys.place(make_url("postgresql+psycopg://you:other@localhost/the floor"))
    assert one.name.startswith("the-floor-")


def test_a_key_that_others_can_read_or_that_is_damaged_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "floor.key"
    line = (keys.signer(path) and path.read_text()).strip()
    path.chmod(0o640)
    with pytest.raises(keys.KeyRefused, match="others can read"):
        keys.signer(path)
    path.chmod(0o600)
    for damaged in ("", "hello", line[8:], line[:-8] + "AAAAAAA=", line.replace("localhost/", "localhost/x"), "\udcff"):
        path.write_bytes(damaged.encode(errors="surrogateescape"))
        with pytest.raises(keys.KeyRefused):
            keys.signer(path)
    with pytest.raises(keys.KeyRefused):
        keys.signer(tmp_path / "named.key", "two words")
    assert not (tmp_path / "named.key").exists()
    if os.geteuid():
        path.chmod(0o000)
        with pytest.raises(keys.KeyRefused):
            keys.signer(path)
