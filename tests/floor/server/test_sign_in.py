"""Signing in over the wire."""

from __future__ import annotations

import time
from pathlib import Path

from croupier.floor.opening import Opening
from croupier.floor.server.reception import Settings
from tests.floor.server.serving import PASSWORD, Served, served


def test_the_session_is_a_cookie_that_scripts_and_other_sites_cannot_use(house: Served) -> None:
    answer = house.stranger().http.post("/api/sign-in/guest", json={"name": "Ann"})
    cookie = answer.headers["set-cookie"]
    flags = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert cookie.startswith("croupier_session=")
    assert {"httponly", "samesite=strict", "path=/"} <= flags
    assert "secure" not in flags


def test_behind_https_the_cookie_travels_over_nothing_else(tmp_path: Path) -> None:
    with served(tmp_path, Opening(settings=Settings(secure_cookie=True), demo=False)) as behind:
        answer = behind.stranger().http.post("/api/sign-in/guest", json={"name": "Ann"})
        assert "secure" in answer.headers["set-cookie"].lower()


def test_who_has_a_one_time_password_may_do_nothing_but_change_it(house: Served) -> None:
    house.new_table("mm-one-time", open=False)
    boss = house.stranger()
    one_time = house.house.passwords["pitboss"]
    me = boss.http.post("/api/sign-in/staff", json={"name": "pitboss", "password": one_time}).json()
    assert (me["rank"], me["must_change_password"]) == ("pit-boss", True)
    assert boss.try_to("mm-one-time", "CheckCards", cards=416).status_code == 403
    assert boss.http.get("/api/find").status_code == 403
    assert boss.view("mm-one-time")["house"] is None
    wrong = boss.http.post("/api/password", json={"old": "not it", "new": PASSWORD})
    assert wrong.status_code == 401
    assert boss.http.post("/api/password", json={"old": one_time, "new": "short"}).status_code == 400
    assert boss.http.post("/api/password", json={"old": one_time, "new": PASSWORD}).status_code == 200
    assert boss.get("/api/me")["must_change_password"] is False
    boss.do("mm-one-time", "CheckCards", cards=416)


def test_wrong_passwords_are_told_to_wait_and_how_long(house: Served) -> None:
    answers = []
    while not answers or answers[-1].status_code != 429:  # on a busy machine the first waits are over too soon
        wrong = {"name": "dealer", "password": "wrong"}
        answers.append(house.stranger().http.post("/api/sign-in/staff", json=wrong))
        assert len(answers) < 12
    assert [answer.status_code for answer in answers[:-1]] == [401] * (len(answers) - 1)
    assert len(answers) >= 4
    time.sleep(int(answers[-1].headers["retry-after"]) + 0.1)
    right = {"name": "dealer", "password": house.house.passwords["dealer"]}
    assert house.stranger().http.post("/api/sign-in/staff", json=right).status_code == 200
    found = house.staff("inspector").get("/api/find", kind="LockedOut")
    assert [line["event"]["person"] for line in found] == ["dealer"]
    assert found[0]["table"] is None


def test_signing_out_forgets_who_one_is(house: Served) -> None:
    ann = house.guest()
    assert ann.http.post("/api/sign-out").status_code == 204
    assert ann.http.get("/api/me").status_code == 401


def test_signing_in_anew_ends_the_session_before(house: Served) -> None:
    ann = house.guest("Ann")
    before = ann.http.cookies["croupier_session"]
    ann.http.post("/api/sign-in/guest", json={"name": "Beth"})
    old = house.stranger()
    old.http.cookies["croupier_session"] = before
    assert old.http.get("/api/me").status_code == 401
    assert ann.get("/api/me")["name"] == "Beth"


def test_a_guest_may_refill_the_wallet_up_to_the_starting_amount(house: Served) -> None:
    house.new_table("mm-wallet")
    ann = house.guest()
    ann.do("mm-wallet", "Join", cents=30_000)
    assert ann.http.post("/api/wallet/top-up").json()["wallet"] == 100_000
    assert ann.http.post("/api/wallet/top-up").json()["wallet"] == 100_000
    ann.do("mm-wallet", "BuyChips", cents=30_000)
    again = ann.http.post("/api/wallet/top-up")
    assert (again.status_code, again.json()["error"]) == (429, "your chips were topped up within the hour")
    assert 3500 < int(again.headers["retry-after"]) <= 3600
    assert ann.get("/api/me")["wallet"] == 70_000
    assert house.staff("supervisor").http.post("/api/wallet/top-up").status_code == 403


def test_one_address_may_try_only_so_often(tmp_path: Path) -> None:
    with served(tmp_path, Opening(settings=Settings(sign_ins_a_minute=5), demo=False)) as strict:
        ways = [strict.stranger().http.post("/api/sign-in/guest", json={"name": f"Ann {n}"}) for n in range(7)]
        assert [answer.status_code for answer in ways] == [200] * 5 + [429] * 2
        assert ways[-1].json()["error"]
        assert strict.stranger().http.get("/api/health").json()["ok"] is True
