"""`croupier staff`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.cli.staff import staff
from croupier.floor.acts.clock import Clock
from croupier.floor.people.accounts import POSTS, People
from croupier.floor.store import open_store
from tests.floor.people.conftest import CHEAP


def test_accounts_are_listed_and_a_forged_rank_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'floor.db'}"
    store = open_store(url)
    People(store, Clock(), hasher=CHEAP).first_start()
    store.close()
    assert staff(store=url) == 0
    assert {line.split()[0] for line in capsys.readouterr().out.splitlines()} == POSTS.keys()
    store = open_store(url)
    dealer = store.people.get("dealer")
    assert dealer is not None
    dealer.ranks["*"] = "casino-operator"
    store.people.put(dealer)
    store.close()
    assert staff(store=url, format="json") == 1
    said = json.loads(capsys.readouterr().out)
    assert [each["who"] for each in said["differences"]] == ["dealer"]
    assert next(each for each in said["people"] if each["name"] == "dealer")["ranks"]["*"] == "dealer"


def test_a_store_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert staff(store=f"sqlite:///{tmp_path / 'none.db'}") == 2
    assert "there is no store" in capsys.readouterr().err
