"""A supervisor's way: the pit board, the call, the matter itself, a dispute with its replay, and an act by PIN."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.web.house import PASSWORD, Staff, Table
from tests.web.test_player import sit

PIN = "280317"
PHONE = {"width": 390, "height": 664}


def astray(table: Table) -> None:
    """A settled round in which Ann's pair of nines won, and another in which a card went to the wrong area."""
    for player, area in (("ann", 1), ("bob", 2)):
        table.do("Join", player=player, name=player.capitalize(), cents=10_000, seat=area)
        table.do("PlaceWager", player=player, area=area, bet="pair match", cents=1_000)
    table.work("9c", "4h", "9d", "5s")
    for player, area in (("ann", 1), ("bob", 2)):
        table.do("PlaceWager", player=player, area=area, bet="pair match", cents=1_000)
    table.do("AnnounceNoMoreBets")
    table.do("ReportMisplacedCard", area=2, card="Th")


def texts(staff: Staff, table: Table) -> list[str]:
    found: list[dict[str, Any]] = staff.http.get(f"/api/find?table={table.id}&limit=20").json()
    return [each["text"] for each in found]


def test_a_supervisor_is_called_comes_from_the_board_and_acts_at_the_station(
    supervisor: Page, dealer: Page, table: Table, supervisors_account: Staff
) -> None:
    astray(table)
    # The supervisor has a PIN of their own.
    supervisor.goto("/account")
    supervisor.get_by_text("Choose a PIN").or_(supervisor.get_by_text("Choose another")).click()
    supervisor.get_by_label("New PIN, 6 to 12 digits").fill(PIN)
    supervisor.get_by_label("New PIN again").fill(PIN)
    pin = supervisor.locator("form").filter(has_text="New PIN again")
    pin.get_by_label("Your password").fill(PASSWORD)
    supervisor.get_by_role("button", name="Set the PIN").click()
    expect(supervisor.get_by_role("status")).to_contain_text("Your PIN is set.")

    # The dealer may not rule: the console says who may, and what is possible meanwhile (MM 9.5).
    dealer.goto(f"/table/{table.id}/deal")
    expect(dealer.get_by_text("The game supervisor is needed: Have the hand rebuilt.")).to_be_visible()
    expect(dealer.get_by_text("Meanwhile you may")).to_contain_text("One card too many came out")
    dealer.get_by_role("button", name="Call the game supervisor").click()
    expect(dealer.get_by_text("The game supervisor is called (Have the hand rebuilt)")).to_be_visible()

    # The lobby says so, and the board has it before all else, one click from the table.
    supervisor.goto("/")
    expect(
        supervisor.get_by_role("link", name=re.compile("Needs you: .*calls for the game supervisor"))
    ).to_be_visible()
    supervisor.get_by_role("link", name="Pit", exact=True).click()
    row = supervisor.locator(f'tr[data-table="{table.id}"]')
    # One cause is one matter, although the table waits for it and the dealer has called for it.
    expect(row.get_by_role("link", name="Have the hand rebuilt")).to_have_count(1)
    expect(row).to_contain_text("Have the hand rebuilt: dealer calls for the game supervisor")
    expect(row).to_contain_text("2 of 9")
    matters = supervisor.get_by_role("region", name=re.compile("for you$"))
    matter = matters.get_by_role("link", name=re.compile("^Have the hand rebuilt.*A quiet table"))
    matter.and_(supervisor.locator(f'[href*="{table.id}"]')).click()
    expect(supervisor).to_have_url(re.compile(f"/table/{table.id}/supervise"))

    # They come to the act itself, see what would happen, and leave it for the table.
    dialog = supervisor.get_by_role("dialog", name="Have the hand rebuilt")
    expect(dialog.get_by_test_id("consequence")).to_contain_text("Ann")
    dialog.get_by_role("button", name="Not now").click()
    due = supervisor.get_by_role("region", name="Due now")
    expect(due).to_contain_text("calls for the game supervisor")

    # At the dealer's station: a wrong PIN, then the right one, one act, and the dealer is still signed in.
    dealer.get_by_role("button", name="Supervisor here: PIN").click()
    station = dealer.get_by_role("dialog")
    for typed in ("604918", PIN):
        station.get_by_label("Your name").fill("supervisor")
        station.get_by_label("Your PIN").fill(typed)
        station.get_by_role("button", name="Go on").click()
        if typed != PIN:
            expect(station.get_by_role("alert")).to_contain_text("the name or the PIN is wrong")
            expect(station.get_by_label("Your PIN")).to_have_value("")
    expect(dealer.get_by_role("dialog", name="supervisor, game supervisor")).to_be_visible()
    station.get_by_role("button", name="Have the hand rebuilt").first.click()
    expect(station.get_by_test_id("consequence")).to_contain_text("Ann")
    station.get_by_role("button", name="Have the hand rebuilt").click()
    expect(station).to_be_hidden()
    expect(dealer.get_by_text("dealer", exact=True).first).to_be_visible()
    expect(dealer.get_by_text("The game supervisor is needed")).to_have_count(0)
    expect(due).not_to_contain_text("calls for the game supervisor")
    said = texts(supervisors_account, table)
    assert "supervisor acts at the station of dealer." in said
    assert "supervisor has come to the table." in said


def test_a_dispute_is_ruled_on_with_its_round_replayed_beside(
    pit_boss: Page, table: Table, new_context: Callable[..., BrowserContext], pit_bosses_account: Staff
) -> None:
    astray(table)
    table.do("RaiseDispute", about="My pair of nines was not paid", player="ann", round=1)
    for size in (None, PHONE):
        page = pit_boss if size is None else new_context(pit_bosses_account, viewport=size).new_page()
        page.goto("/pit")
        page.get_by_role("link", name=re.compile("Rule on dispute 1: My pair of nines.*A quiet table")).first.click()
        case = page.get_by_role("region", name="Dispute 1")
        expect(case).to_contain_text("My pair of nines was not paid")
        replay = case.get_by_role("region", name="Replay of round 1")
        replay.get_by_role("button", name="Last step").click()
        # Round 1 is the one that was disputed, though round 2 is being dealt.
        expect(replay.get_by_test_id("step text")).to_have_text("Round 1 is over and 4 cards are taken up.")
        expect(page).to_have_url(re.compile(f"/table/{table.id}/supervise"))
    expect(page.get_by_role("button", name="Rule on it")).to_have_count(1)
    case.get_by_label("Ruling").fill("It was paid at eleven to one.")
    expect(case.get_by_test_id("consequence")).to_contain_text("It was paid at eleven to one.")
    case.get_by_role("button", name="Rule on it").click()
    expect(case).to_be_hidden()
    assert table.view["disputes"][0]["ruling"] == "It was paid at eleven to one."


def test_powers_fold_away_are_found_by_words_and_say_why_not(supervisor: Page, table: Table) -> None:
    supervisor.goto(f"/table/{table.id}/supervise")
    powers = supervisor.get_by_role("region", name="All powers")
    act = powers.get_by_role("button", name="Set how many may wager on one area")
    expect(act).to_be_hidden()
    for words in ("5.6", "wager many"):
        powers.get_by_label("Find an act").fill(words)
        expect(act).to_be_enabled()
    # The machine has not failed: that act is greyed, with its reason and the clause.
    powers.get_by_label("Find an act").fill("machine works again")
    shut = powers.get_by_role("listitem").filter(has_text="The machine works again")
    expect(shut.get_by_role("button")).to_be_disabled()
    expect(shut).to_contain_text("Nothing on record allows it")
    expect(shut.get_by_role("link", name="MM 9.8")).to_be_visible()
    # MM 11.7 leaves closing to the pit boss.
    powers.get_by_label("Find an act").fill("announce closing")
    expect(powers.get_by_role("listitem").filter(has_text="Announce closing")).to_contain_text("For the pit boss")


WANTED = {
    "exclude": "Exclude from the game",
    "ban": "Exclude from the game",
    "kick": "Exclude from the game",
    "limit": "Change the limits",
    "minimum": "Agree a personal limit",
    "leaving": "Free an idle seat",
    "absent": "Free an idle seat",
    "cheating": "Record a contravention",
    "phone": "Take the device away",
    "reshuffle": "Order a shuffle",
    "broken": "The machine failed",
    "cancel": "Void the round",
    "refund": "Void the round",
    "shut": "Close the table",
    "complaint": "Raise a dispute",
    "overpaid": "An error found after settlement",
    "fill": "Write a slip",
    "two boxes": "Allow several areas",
    "please exclude her": "Exclude from the game",
}
"""Words that people use, and what they mean by them."""


def test_acts_are_found_by_the_words_that_people_use(supervisor: Page, table: Table) -> None:
    table.do("Join", player="ann", name="Ann", cents=10_000, seat=1)
    supervisor.goto(f"/table/{table.id}/supervise")
    powers = supervisor.get_by_role("region", name="All powers")
    for words, act in WANTED.items():
        powers.get_by_label("Find an act").fill(words)
        expect(powers.get_by_role("button", name=act, exact=True), words).to_be_visible()
    # MM 11.2.2 leaves that to the pit boss: the act is there, with the reason why it cannot be done.
    excluded = powers.get_by_role("listitem").filter(has_text="Exclude from the game")
    expect(excluded).to_contain_text("For the pit boss")


def test_a_call_ends_with_the_act_that_it_was_about(
    supervisor: Page, dealer: Page, table: Table, supervisors_account: Staff
) -> None:
    astray(table)
    dealer.goto(f"/table/{table.id}/deal")
    dealer.get_by_role("button", name="Call the game supervisor").click()
    supervisor.goto(f"/table/{table.id}/supervise")
    waiting = supervisor.get_by_role("region", name="Due now")
    expect(waiting).to_contain_text("dealer calls for the")
    waiting.get_by_role("button", name="Have the hand rebuilt").click()
    dialog = supervisor.get_by_role("dialog", name="Have the hand rebuilt")
    dialog.get_by_role("button", name="Have the hand rebuilt").click()
    expect(waiting).not_to_contain_text("calls for the")
    expect(dealer.get_by_text("is called")).to_have_count(0)
    assert "supervisor has come to the table." in texts(supervisors_account, table)


def test_a_player_says_which_round_a_dispute_is_about(page: Page, table: Table) -> None:
    sit(page, table, "Quarrelsome")
    me = table.view["people"][0]["id"]
    for cards in (("9c", "9d"), ("4h", "5s")):
        table.do("PlaceWager", player=me, area=3, bet="pair match", cents=1_000)
        table.work(*cards)
    page.get_by_role("button", name="Raise a dispute").click()
    dialog = page.get_by_role("dialog", name="Raise a dispute")
    dialog.get_by_label("What is it about?").fill("It paid too little")
    dialog.get_by_label("Which round?").select_option("1")
    dialog.get_by_role("button", name="Raise a dispute").click()
    expect(dialog).to_be_hidden()
    assert table.view["disputes"][0]["round"] == 1


def test_a_large_award_waits_for_a_second_person_who_finds_it_on_the_board(
    pit_boss: Page,
    table: Table,
    new_context: Callable[..., BrowserContext],
    operator: Staff,
    supervisors_account: Staff,
) -> None:
    astray(table)
    table.do("WriteSlip", kind="fill", cents=50_000)
    by_supervisor = Table(supervisors_account, table.id)
    by_supervisor.do("SignSlip", number=1)
    by_supervisor.do("RaiseDispute", about="My five was a four", player="bob", round=1)

    # $10 on Pair Match could bring $120, and Bob had nothing of it: more than $100 takes two.
    pit_boss.goto(f"/table/{table.id}/supervise?act=RuleOnDispute&dispute=1")
    case = pit_boss.get_by_role("region", name="Dispute 1")
    prospect = case.get_by_role("group", name="What can be awarded")
    expect(prospect).to_contain_text("Bob’s wagers of round 1 could bring $120")  # noqa: RUF001
    expect(prospect).to_contain_text("Can be awarded, at most $120")
    expect(prospect).to_contain_text("More than $100 takes effect when a second person signs.")
    case.get_by_label("Ruling").fill("It was: the stake and eleven to one.")
    award = case.get_by_label("Paid from the house")
    award.fill("120.01")
    expect(case.get_by_test_id("consequence")).to_contain_text("The limits do not allow it")
    award.fill("120")
    expect(case.get_by_test_id("consequence")).to_contain_text(
        "would give Bob $120, which waits for a second signature"
    )
    case.get_by_role("button", name="Rule on it").click()
    expect(pit_boss.get_by_role("region", name="Due now")).to_contain_text("Sign for $120 to Bob, rule on dispute 1")
    assert table.stack("Bob") == 8_000
    # No further word is wanted meanwhile, and the first is offered no second signature.
    expect(pit_boss.get_by_role("button", name="Refuse to sign")).to_be_visible()
    expect(pit_boss.get_by_role("button", name="Sign as the second person")).to_have_count(0)
    expect(pit_boss.get_by_role("button", name="Rule on it")).to_have_count(0)

    # Who gave it cannot sign; the second person finds it on the board, on a phone too, and signs.
    pit_boss.goto("/pit")
    matter = re.compile("Sign for [$]120 to Bob.*A quiet table")
    expect(pit_boss.locator(f'tr[data-table="{table.id}"]')).to_contain_text("Sign for $120 to Bob")
    expect(pit_boss.get_by_role("link", name=matter).and_(pit_boss.locator(f'[href*="{table.id}"]'))).to_have_count(0)
    page = new_context(operator, viewport=PHONE).new_page()
    page.goto("/pit")
    page.get_by_role("link", name=matter).and_(page.locator(f'[href*="{table.id}"]')).first.click()
    case = page.get_by_role("region", name="Dispute 1")
    expect(case.get_by_role("group", name="What can be awarded")).to_contain_text("would award $120")
    case.get_by_role("button", name="Sign as the second person").last.click()
    expect(case).to_be_hidden()
    assert table.stack("Bob") == 20_000
    assert table.view["disputes"][0]["stage"] == "ruled"


def test_several_acts_that_wait_for_a_second_signature_are_all_shown(
    pit_boss: Page, operator: Staff, dealers_account: Staff
) -> None:
    table = operator.open_chance("Large vouchers", cards="real", device="shuffling shoe")
    by_dealer = Table(dealers_account, table.id)
    for player, area in (("ann", 1), ("bob", 2)):
        by_dealer.do("Join", player=player, name=player.capitalize(), cents=5_000, seat=area)
        by_dealer.do("ExchangeVoucher", player=player, voucher=f"large-{player}", cents=15_000)

    pit_boss.goto(f"/table/{table.id}/supervise")
    waiting = pit_boss.get_by_role("region", name="Due now")
    for name in ("Ann", "Bob"):
        expect(waiting).to_contain_text(re.compile(f"[$]150 to {name}"))
    table.do("Countersign", number=1)
    expect(waiting).not_to_contain_text("to Ann")
    expect(waiting).to_contain_text(re.compile("[$]150 to Bob"))
