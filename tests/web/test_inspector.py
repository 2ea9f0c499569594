"""The inspector's reception and the rules pages in a real browser."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from croupier.books import book, rulings
from croupier.scripts import parse, run
from tests.web.house import Table

pytestmark = pytest.mark.browser

CLAUSE_9_8 = book("matchmaker").clause("9.8")


def seat_ann(table: Table) -> None:
    """Ann sits at 1 with $100 and bets $10, $5 and $20."""
    table.do("Join", player="ann", name="Ann", cents=100_00, seat=1)
    for bet, cents in (("pair match", 10_00), ("suit match", 5_00), ("miss match", 20_00)):
        table.do("PlaceWager", player="ann", area=1, bet=bet, cents=cents)


@pytest.fixture
def played(table: Table) -> Table:
    """A table where Ann was dealt two tens of opposite colours: $10 wins 11 to 1, $5 and $20 lose."""
    seat_ann(table)
    table.work("Th", "Ts")
    assert table.view["stage"] == "betting"
    return table


@pytest.fixture
def reception(inspector: Page, played: Table) -> Page:
    """The inspector's page with the rounds of the table."""
    inspector.goto(f"/inspector/{played.id}")
    expect(round_link(inspector, "settled")).to_be_visible()
    return inspector


@pytest.fixture
def replay(reception: Page) -> Page:
    """The replay of the round, opened from the list."""
    round_link(reception, "settled").click()
    expect(reception.get_by_role("heading", name="Round 1 at A quiet table")).to_be_visible()
    return reception


def round_link(reception: Page, outcome: str) -> Locator:
    return reception.get_by_role("region", name="Rounds").get_by_role(
        "link", name=re.compile(rf"^Round 1\b.*\b{outcome}\b")
    )


def jump_to(replay: Page, text: str) -> Locator:
    """Choose a step by its sentence; what the page says of it."""
    replay.get_by_role("list").get_by_role("button", name=re.compile(re.escape(text))).click()
    expect(replay.get_by_test_id("step text")).to_contain_text(text)
    return replay.get_by_role("article").filter(has_text="In the record")


def test_the_list_tells_what_was_staked_and_won(reception: Page) -> None:
    expect(round_link(reception, "settled")).to_contain_text("1 player · $35 staked, $110 won")


def test_a_round_is_replayed_step_by_step_with_the_keys(replay: Page) -> None:
    expect(replay.get_by_text("Nothing done here changes the table.")).to_be_visible()
    felt = replay.get_by_test_id("replay felt")
    slider = replay.get_by_role("slider", name="Step")
    last = slider.get_attribute("max")
    expect(replay.get_by_text(f"Step 1 of {last}")).to_be_visible()
    replay.keyboard.press("ArrowRight")
    expect(replay.get_by_text(f"Step 2 of {last}")).to_be_visible()
    replay.keyboard.press("ArrowLeft")
    expect(replay.get_by_text(f"Step 1 of {last}")).to_be_visible()
    jump_to(replay, "Th to area 1")
    expect(felt.get_by_role("img", name="ten of hearts")).to_be_visible()
    expect(felt.get_by_role("img", name="ten of spades")).to_have_count(0)
    replay.keyboard.press("ArrowRight")
    expect(felt.get_by_role("img", name="ten of spades")).to_be_visible()
    expect(felt).to_contain_text("pair of opposite colours")
    replay.keyboard.press("End")
    expect(replay.get_by_test_id("step text")).to_contain_text("Round 1 is over")
    expect(replay.get_by_role("button", name="Step forward")).to_be_disabled()
    slider.fill("1")
    expect(replay.get_by_text(f"Step 1 of {last}")).to_be_visible()


def test_a_replay_plays_by_itself_until_it_is_paused(replay: Page) -> None:
    replay.get_by_role("heading", name="Inspector").click()
    replay.keyboard.press("Space")
    expect(replay.get_by_role("button", name="Pause")).to_be_visible()
    expect(replay.get_by_text("Step 2 of ")).to_be_visible()
    replay.keyboard.press("Space")
    expect(replay.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_paid_wager_says_why_with_its_clauses_and_money(replay: Page) -> None:
    told = jump_to(replay, "wins $110 at 11 to 1")
    expect(told).to_contain_text("11 to 1 on $10 pays $110, and the stake goes back")
    for clause in ("5.10.2", "5.5.1(a)", "8.1:Pair Match"):
        expect(told.get_by_role("link", name=f"MM {clause}", exact=True)).to_be_visible()
        expect(told).to_contain_text(book("matchmaker").clause(clause).asks)
    expect(told.get_by_role("listitem").filter(has_text="the rack → Ann’s chips")).to_contain_text("$110")  # noqa: RUF001
    expect(told.get_by_role("listitem").filter(has_text="the layout → Ann’s chips")).to_contain_text("$10")  # noqa: RUF001
    expect(replay.get_by_test_id("replay felt").get_by_text("won +$110")).to_be_visible()


def test_lost_wagers_say_why_with_the_ruling(replay: Page) -> None:
    told = jump_to(replay, "loses")
    expect(told).to_contain_text("lost: $5 to the rack")
    expect(told).to_contain_text("lost: $20 to the rack")
    for cite in ("MM 5.5.2(b)", "MM 5.5.3(b)", "ruling 11"):
        expect(told.get_by_role("link", name=cite, exact=True)).to_be_visible()


def test_a_step_has_an_address_of_its_own(replay: Page) -> None:
    jump_to(replay, "Ts to area 1")
    replay.reload()
    expect(replay.get_by_test_id("step text")).to_contain_text("Ts to area 1")


def test_a_voided_round_is_listed_as_void_and_shows_the_stakes_going_back(inspector: Page, table: Table) -> None:
    seat_ann(table)
    table.work("Th")
    table.do("InvalidateRound", fraud=False, why="The lights went out")
    inspector.goto(f"/inspector/{table.id}")
    round_link(inspector, "void").click()
    expect(inspector.get_by_role("heading", name="Round 1 at A quiet table")).to_be_visible()
    inspector.keyboard.press("End")
    expect(inspector.get_by_test_id("step text")).to_contain_text("The lights went out")
    back = inspector.get_by_role("listitem").filter(has_text="the layout → Ann’s chips")  # noqa: RUF001
    expect(back.get_by_text(re.compile(r"^\$(10|5|20)$"))).to_have_count(3)


def test_rounds_are_found_by_clause_and_open_at_the_event(reception: Page) -> None:
    reception.get_by_label("Clauses or rulings").fill("8.1:Pair Match")
    reception.get_by_role("button", name="Find", exact=True).click()
    hit = reception.get_by_role("region", name="What was found").get_by_role("article")
    expect(hit).to_have_count(1)
    expect(hit.get_by_role("heading")).to_contain_text("Round 1")
    hit.get_by_role("link", name=re.compile("wins")).click()
    expect(reception.get_by_test_id("step text")).to_contain_text("wins $110")


def test_a_search_that_finds_nothing_says_so(reception: Page) -> None:
    reception.get_by_label("Person").fill("Nobody of this name")
    reception.get_by_label("Clauses or rulings").fill("7.3.1, R11")
    reception.get_by_role("button", name="Find", exact=True).click()
    found = reception.get_by_role("region", name="What was found")
    expect(found.get_by_role("status")).to_contain_text("Nothing on record fits all of that.")
    expect(found).to_contain_text("Looked for: A quiet table; what rests on MM 7.3.1 and on ruling 11; “Nobody of")
    expect(found).to_contain_text("name has that in it")


def test_a_part_of_a_name_is_enough_and_filters_combine(reception: Page, played: Table) -> None:
    reception.get_by_label("Person").fill("NN")
    reception.get_by_role("button", name="Find", exact=True).click()
    found = reception.get_by_role("region", name="What was found")
    expect(found).to_contain_text(re.compile("whatever names or was done by .*Ann"))
    expect(found.get_by_role("link", name=re.compile("wins"))).to_be_visible()
    expect(found.get_by_role("link", name=re.compile("loses"))).to_be_visible()
    reception.get_by_label("Clauses or rulings").fill("8.1:Pair Match, 5.5.1(a)")
    reception.get_by_role("button", name="Find", exact=True).click()
    expect(found.get_by_role("link", name=re.compile("wins"))).to_be_visible()
    expect(found.get_by_role("link", name=re.compile("loses"))).to_have_count(0)
    reception.get_by_label("Round", exact=True).fill("7")
    reception.get_by_role("button", name="Find", exact=True).click()
    expect(found.get_by_role("status")).to_contain_text("Nothing on record fits all of that.")


def test_a_table_is_found_by_a_part_of_its_name(reception: Page, played: Table) -> None:
    reception.goto("/inspector")
    reception.get_by_label("Part of its name").fill("no such table")
    expect(reception.locator("form.panel select")).to_contain_text("No table is called so: all tables")
    reception.get_by_label("Part of its name").fill(played.id.upper())
    expect(reception.locator("form.panel select")).to_have_value(played.id)


def test_where_several_tables_are_called_so_one_of_them_is_to_be_chosen(inspector: Page) -> None:
    inspector.goto("/inspector")
    inspector.get_by_label("Part of its name").fill("omaha")
    tables = inspector.locator("form.panel select")
    # Other tests on this floor may have opened one more that is called so.
    expect(inspector.get_by_text(re.compile(r"[2-9] tables are called so: choose one of them\."))).to_be_visible()
    inspector.get_by_role("button", name="Find", exact=True).click()
    expect(tables).to_be_focused()
    tables.select_option(label="Pot-limit Omaha 5/10")
    expect(inspector.get_by_text("are called so")).to_have_count(0)
    inspector.get_by_role("button", name="Find", exact=True).click()
    expect(inspector).to_have_url(re.compile("/inspector/cp-3$"))


def test_a_round_that_was_not_played_is_told_so(reception: Page) -> None:
    reception.get_by_label("Round", exact=True).fill("999")
    reception.get_by_role("button", name="Find", exact=True).click()
    expect(reception.get_by_role("alert")).to_contain_text("999")


def test_the_chain_is_verified_with_its_head_and_digest(reception: Page) -> None:
    reception.get_by_role("button", name="Verify the chain").click()
    verdict = reception.get_by_test_id("verdict")
    expect(verdict).to_contain_text("Whole and unaltered")
    expect(verdict).to_contain_text(re.compile(r"up to position \d+"))
    expect(verdict).to_contain_text(re.compile(r"[0-9a-f]{64}"))


def test_a_broken_chain_is_told_with_its_position(reception: Page) -> None:
    answer = {"ok": False, "position": 41, "events": 40, "reason": "the event is not what was written"}
    reception.route("**/api/audit/verify", lambda route: route.fulfill(json=answer))
    reception.get_by_role("button", name="Verify the chain").click()
    expect(reception.get_by_test_id("verdict")).to_contain_text(
        "Tampered at position 41: the event is not what was written"
    )


def test_the_record_of_a_table_is_exported(reception: Page, played: Table) -> None:
    for format in ("CSV", "JSONL"):
        with reception.expect_download() as downloading:
            reception.get_by_role("link", name=f"Export {format}", exact=True).click()
        exported = downloading.value.path().read_text()
        assert exported.count("RoundClosed") >= 1
        assert f"table:{played.id}" in exported
        assert "table:mm-1" not in exported


def test_a_dispute_that_waits_for_review_gets_the_inspectors_word(reception: Page, played: Table) -> None:
    about = f"Suit Match should have won at {played.id}."
    played.do("RaiseDispute", about=about, player="ann")
    played.do("RuleOnDispute", dispute=1, ruling="Two suits are no suit match.")
    played.do("AskForReview", dispute=1, player="ann")
    reception.reload()
    waiting = reception.get_by_role("region", name="Disputes").get_by_role("article").filter(has_text=about)
    expect(waiting).to_contain_text("Two suits are no suit match.")
    waiting.get_by_role("button", name="Look into it").click()
    # The round that it is about is replayed beside the form.
    expect(waiting.get_by_role("region", name="Replay of round 1")).to_be_visible()
    send = waiting.get_by_role("button", name="Review the ruling")
    expect(send).to_be_disabled()
    waiting.get_by_label("The ruling").select_option(label="is not upheld")
    waiting.get_by_label("Finding").fill("The cards were ten of hearts and ten of spades.")
    send.click()
    expect(waiting).to_be_hidden()
    dispute = played.view["disputes"][0]
    assert dispute["stage"] == "reviewed"
    assert dispute["review"] == "not upheld: The cards were ten of hearts and ten of spades."


def test_a_round_is_handed_out_as_evidence_that_reads_and_prints(replay: Page, played: Table) -> None:
    with replay.expect_popup() as opened:
        replay.get_by_role("link", name="Evidence", exact=True).click()
    page = opened.value
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1 at A quiet table")
    expect(page.get_by_role("row").filter(has_text="10♥ to area 1.")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="won at 11 to 1")).to_contain_text("+$110")
    expect(page.get_by_text("Ann bets $10 on pair match at 1")).to_be_visible()
    with page.expect_download() as script:
        page.get_by_role("link", name="Save it").click()
    assert run(parse(script.value.path().read_text("utf-8"))).holds
    page.set_viewport_size({"width": 390, "height": 664})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.emulate_media(media="print")
    expect(page.get_by_text("The events and their proof")).to_be_hidden()
    assert page.pdf(format="A4", prefer_css_page_size=True).startswith(b"%PDF-")
    page.close()
    replay.goto(f"/inspector/{played.id}")
    with replay.expect_popup() as opened:
        replay.get_by_role("link", name="Evidence of the day").click()
    expect(opened.value.get_by_role("heading", level=2, name="Round 1")).to_be_visible()


def test_all_tables_means_all(reception: Page, played: Table) -> None:
    finder = reception.get_by_role("form").or_(reception.locator("form.panel")).first
    finder.get_by_label("Table").select_option(label="All tables")
    finder.get_by_role("button", name="Find").click()
    rounds = reception.get_by_role("region", name="Rounds")
    expect(rounds.get_by_role("heading", name="Rounds of all tables")).to_be_visible()
    mine = rounds.locator(f"a[href='/inspector/{played.id}/1']")
    expect(mine).to_contain_text("A quiet table")
    finder.get_by_label("Round").fill("1")
    finder.get_by_role("button", name="Find").click()
    expect(rounds.get_by_role("heading", name="Round 1 of all tables")).to_be_visible()
    mine.click()
    expect(reception.get_by_role("heading", name="Round 1 at A quiet table")).to_be_visible()


def test_strangers_are_told_to_sign_in(page: Page) -> None:
    page.goto("/inspector")
    expect(page.get_by_text("Sign in to read it.")).to_be_visible()
    expect(page.get_by_role("button", name="Verify the chain")).to_have_count(0)


def test_a_phone_shows_a_replay_without_sideways_scrolling(replay: Page) -> None:
    replay.set_viewport_size({"width": 390, "height": 844})
    replay.keyboard.press("End")
    assert replay.evaluate("document.documentElement.scrollWidth") <= 390
    expect(replay.get_by_role("button", name="Step back")).to_be_in_viewport()


def test_clause_9_8_is_found_in_the_rules_by_its_address(page: Page) -> None:
    page.goto("/rules/matchmaker/9.8")
    clause = page.locator("article[aria-current]")
    expect(clause.get_by_role("heading", name="MM 9.8", exact=True)).to_be_in_viewport()
    for said in (CLAUSE_9_8.asks, CLAUSE_9_8.how, CLAUSE_9_8.met, "Ruling 1 "):
        expect(clause).to_contain_text(said)


def test_the_rules_are_searched_by_words_and_by_number(page: Page) -> None:
    page.goto("/rules/matchmaker")
    search = page.get_by_role("searchbox", name="Search the book")
    search.fill("machine failed unknowable")
    expect(page.get_by_role("article")).to_have_count(1)
    expect(page.get_by_role("heading", name="MM 9.8", exact=True)).to_be_visible()
    search.fill("no such words here")
    expect(page.get_by_role("article")).to_have_count(0)
    search.fill("")
    expect(page.get_by_role("article")).to_have_count(len(book("matchmaker").clauses))


def test_a_clause_that_is_not_in_the_book_is_told_so(page: Page) -> None:
    page.goto("/rules/matchmaker/99.9")
    expect(page.get_by_role("alert")).to_have_text("There is no clause MM 99.9 in this book.")


def test_a_ruling_is_linked_from_its_clause(page: Page) -> None:
    page.goto("/rules/matchmaker/9.8")
    page.locator("article[aria-current]").get_by_role("link", name="Ruling 1", exact=True).click()
    drawer = page.get_by_role("dialog", name="Ruling 1", exact=True)
    expect(drawer).to_contain_text(rulings()["R1"].says)
    with page.expect_popup() as opened:
        drawer.get_by_role("link", name="In the book").click()
    expect(opened.value.get_by_role("heading", name=re.compile("^Ruling 1 "))).to_be_in_viewport()


def test_a_checkpoint_is_shown_kept_and_verified_against_later(reception: Page) -> None:
    seal = reception.get_by_role("region", name="The seal")
    shown = seal.get_by_test_id("checkpoint")
    expect(shown).to_contain_text(re.compile(r"\n\d+\n[\w+/=]{44}\n\n— \S+ [\w+/=]+"))
    with reception.expect_download() as kept:
        seal.get_by_role("link", name="Download").click()
    held = kept.value.path().read_text("utf-8")
    seal.get_by_label("A checkpoint that you hold").fill(held)
    seal.get_by_role("button", name="Verify since then").click()
    size = held.splitlines()[1]
    expect(seal.get_by_test_id("grown")).to_contain_text(f"The record only grew since it had {size} events")
    seal.get_by_label("A checkpoint that you hold").fill(held.replace(f"\n{size}\n", "\n1\n"))
    seal.get_by_role("button", name="Verify since then").click()
    expect(seal.get_by_role("alert")).to_contain_text("no checkpoint of this house")
    seal.get_by_label("Position of an event").fill("1")
    with reception.expect_download() as proof:
        seal.get_by_role("link", name="Proof of event 1").click()
    assert '"inclusion"' in proof.value.path().read_text("utf-8")
