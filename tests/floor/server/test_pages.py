"""The pages and what protects them."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from croupier.floor.server import pages
from tests.floor.server.serving import Served


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "secret.txt").write_text("not a page")
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<h1>Croupier</h1>")
    (folder / "assets" / "index-3fa9.js").write_text("export {}")
    monkeypatch.setattr(pages, "BUILT", folder)
    return folder


@pytest.mark.parametrize("path", ["/", "/table/mm-1", "/table/mm-1/deal", "/rules/matchmaker/9.8", "/odds"])
def test_every_address_of_the_pages_is_answered_with_the_page(house: Served, path: str) -> None:
    answer = house.stranger().http.get(path)
    assert (answer.status_code, answer.text) == (200, "<h1>Croupier</h1>")
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"


def test_files_with_a_hash_in_their_name_are_kept_for_good(house: Served) -> None:
    answer = house.stranger().http.get("/assets/index-3fa9.js")
    assert answer.text == "export {}"
    assert "javascript" in answer.headers["content-type"]
    assert "immutable" in answer.headers["cache-control"]
    assert house.stranger().http.get("/assets/index-old.js").status_code == 404


def test_a_page_that_one_has_is_not_sent_again(house: Served) -> None:
    http = house.stranger().http
    first = http.get("/table/mm-1")
    again = http.get("/", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "no-cache"


def test_what_the_build_has_packed_is_sent_to_those_who_take_it(house: Served, built: Path) -> None:
    script = built / "assets" / "index-3fa9.js"
    packed = gzip.compress(b"packed")
    script.with_name(script.name + ".gz").write_bytes(packed)
    script.with_name(script.name + ".br").write_bytes(b"brotli's own bytes")
    http = house.stranger().http

    def got(accepted: str) -> tuple[str | None, bytes]:
        with http.stream("GET", "/assets/index-3fa9.js", headers={"accept-encoding": accepted}) as answer:
            assert answer.headers["vary"] == "accept-encoding"
            assert "javascript" in answer.headers["content-type"]
            assert "immutable" in answer.headers["cache-control"]
            return answer.headers.get("content-encoding"), b"".join(answer.iter_raw())

    assert got("gzip, deflate, br") == ("br", b"brotli's own bytes")
    assert got("gzip, br;q=0") == ("gzip", packed)
    assert got("identity") == (None, b"export {}")
    assert http.get("/assets/index-3fa9.js.gz").status_code == 404


def test_what_everyone_may_read_is_packed_and_what_is_one_s_own_is_not(house: Served) -> None:
    ann = house.guest()
    takes = {"accept-encoding": "gzip"}
    for path in ("/api/rules/matchmaker", "/api/rulings", "/api/odds"):
        packed = ann.http.get(path, headers=takes)
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.headers["vary"] == "accept-encoding"
        plain = ann.http.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.json() == packed.json()
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
    table = house.new_table("packing", open=False)
    for path in (f"/api/tables/{table}", "/api/me", "/api/session"):
        assert "content-encoding" not in ann.http.get(path, headers=takes).headers


def test_one_is_told_who_one_is_and_at_which_tables(house: Served) -> None:
    assert house.stranger().get("/api/session") == {"me": None}
    assert house.stranger().http.get("/api/me/places").status_code == 401
    ann, table = house.guest(), house.new_table("places")
    assert ann.get("/api/session") == {"me": ann.get("/api/me")}
    assert ann.get("/api/me/places") == []
    ann.do(table, "Join", cents=50_00, seat=2)
    assert ann.get("/api/me/places") == [{"table": table, "title": table, "seat": 2, "chips": 50_00, "in_chips": False}]


@pytest.mark.parametrize("path", ["/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "//etc/passwd"])
def test_nothing_outside_the_pages_can_be_had(house: Served, path: str) -> None:
    import http.client

    host = house.address.removeprefix("http://")
    connection = http.client.HTTPConnection(host)  # sends the path as it stands, which a browser would tidy up
    connection.request("GET", path)
    body = connection.getresponse().read()
    connection.close()
    assert b"not a page" not in body
    assert b"root:" not in body


def test_without_built_pages_the_server_says_how_to_build_them(house: Served, built: Path) -> None:
    (built / "index.html").unlink()
    answer = house.stranger().http.get("/")
    assert answer.status_code == 503
    assert "make web" in answer.text


@pytest.mark.parametrize("path", ["/", "/api/health", "/api/nothing", "/api/tables/nowhere", "/assets/none.js"])
def test_every_answer_carries_the_protecting_headers(house: Served, path: str) -> None:
    headers = house.stranger().http.get(path).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"


def test_citations_are_looked_up_a_few_at_a_time(house: Served) -> None:
    stranger = house.stranger()
    found = stranger.get("/api/clauses", cite=["MM 9.8", "ruling 11", "MM 9.8", "MM 99", "XX 1"])
    assert [each["cite"] for each in found] == ["MM 9.8", "ruling 11"]
    assert found[0]["clause"] == stranger.get("/api/rules/matchmaker/9.8")
    assert (found[0]["book"], found[0]["section"], found[0]["section_title"]) == ("matchmaker", "9", "Irregularities")
    assert found[1]["ruling"] in stranger.get("/api/rulings")
    assert stranger.http.get("/api/clauses", params={"cite": ["MM 9.8"] * 41}).status_code == 400
    assert stranger.http.get("/api/clauses", params={"cite": "M" * 121}).status_code == 400
    assert stranger.http.get("/api/clauses").status_code == 400


def test_an_address_of_the_api_that_is_none_is_not_a_page(house: Served) -> None:
    answer = house.stranger().http.get("/api/nothing/here")
    assert answer.status_code == 404
    assert answer.json()["error"]


def test_the_rules_the_rulings_and_the_odds_can_be_read(house: Served) -> None:
    stranger = house.stranger()
    assert stranger.get("/api/rules") == [
        {"slug": "matchmaker", "code": "MM", "title": "Matchmaker"},
        {"slug": "double-chance", "code": "DC", "title": "Double Chance"},
        {"slug": "blackjack", "code": "BJ", "title": "Blackjack"},
        {"slug": "three-card-poker", "code": "TCP", "title": "Three Card Poker"},
        {"slug": "crown-poker", "code": "CP", "title": "Crown Poker"},
    ]
    book = stranger.get("/api/rules/matchmaker")
    assert book["sections"]["9"] == "Irregularities"
    clause = stranger.get("/api/rules/matchmaker/9.8")
    assert clause in book["clauses"]
    assert clause == stranger.get("/api/rules/MM/MM 9.8")
    assert stranger.http.get("/api/rules/matchmaker/99.9").status_code == 404
    assert stranger.http.get("/api/rules/poker").status_code == 404
    assert stranger.get("/api/rules/matchmaker/sections/9") == [
        each for each in book["clauses"] if each["id"] == "9" or each["id"].startswith("9.")
    ]
    assert stranger.http.get("/api/rules/matchmaker/sections/99").status_code == 404
    contents = stranger.get("/api/rules/matchmaker/contents")
    assert {each["number"]: each["title"] for each in contents["sections"]} == book["sections"]
    assert sum(each["clauses"] for each in contents["sections"]) == len(book["clauses"])
    read = {ruling["id"]: ruling["clauses"] for ruling in stranger.get("/api/rulings")}
    assert {"R10", "R11"} <= read.keys() and "MM 5.5.3(b)" in read["R11"]
    odds = stranger.get("/api/odds/matchmaker", decks=8)
    edges = {wager["name"]: wager["edge"]["exact"] for wager in odds["wagers"]}
    # 31 of the 415 other cards make a pair, at 11 to 1: the house keeps (384 - 31 x 11) / 415.
    assert edges["pair match"] == "43/415"
    assert stranger.http.get("/api/odds/matchmaker", params={"decks": 9}).status_code == 400
    assert stranger.http.get("/api/odds/poker").status_code == 404
