"""The dealer's console at a real shoe, and the supervisor's rulings with what they will do."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, WebSocketRoute, expect

from croupier.books import book
from tests.web.house import Staff, Table, power
from tests.web.test_player import bet_on_everything, box, sit

pytestmark = pytest.mark.browser

BOOK = book("matchmaker")


def seat(page: Page, name: str, dollars: str = "100") -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Chips, $").fill(dollars)
    page.get_by_role("button", name="Seat them").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def wager(page: Page, name: str, bet: str, dollars: str) -> None:
    """Type a wager as the layout names it: the area, the letter of the bet, the amount."""
    area = page.get_by_role("region", name="Area").filter(has=page.get_by_role("heading", name=name))
    number = (area.get_attribute("aria-label") or "").removeprefix("Area ")
    letter = area.get_by_role("button", name=f"{bet}, area {number}").locator("kbd").inner_text()
    page.keyboard.type(f"{number}{letter}{dollars}")
    page.keyboard.press("Enter")


def due(page: Page, name: str) -> Locator:
    """The button of an act that is due."""
    return page.get_by_role("region", name="Next act").get_by_role("button", name=name, exact=True)


def closed(page: Page, name: str, desk: str = "Irregularities") -> None:
    """An act that cannot be given now has no button, though its desk is open."""
    expect(page.get_by_role("heading", name=desk)).to_be_visible()
    expect(page.get_by_role("button", name=name)).to_have_count(0)


def tap(page: Page, rank: str, suit: str) -> None:
    pad = page.get_by_role("group", name="Enter a card")
    pad.get_by_role("button", name=rank, exact=True).click()
    pad.get_by_role("button", name=suit, exact=True).click()


def test_a_dealer_enters_a_round_in_two_taps_a_card_and_corrects_one(dealer: Page, table: Table) -> None:
    dealer.goto(f"/table/{table.id}/deal")
    seat(dealer, "Ann")
    seat(dealer, "Bob")
    table.work()
    wager(dealer, "Ann", "Pair Match", "10")
    wager(dealer, "Bob", "Miss Match", "20")
    due(dealer, "No more bets").click()

    ann, bob = dealer.get_by_role("region", name="Area 1"), dealer.get_by_role("region", name="Area 2")
    for area, rank, suit in ((ann, "ten", "hearts"), (bob, "two", "clubs"), (ann, "queen", "spades")):
        tap(dealer, rank, suit)
        expect(area.get_by_role("img", name=f"{rank} of {suit}")).to_be_visible()
    expect(dealer.get_by_test_id("due")).to_have_text("The dealer deals area 2 its second card")
    expect(bob).to_have_class(re.compile(r"\bdue\b"))

    ann.get_by_role("img", name="queen of spades").click()
    dialog = dealer.get_by_role("dialog", name="Correct a card")
    expect(dialog).to_contain_text("The queen of spades is on record.")
    dialog.get_by_role("button", name="ten", exact=True).click()
    dialog.get_by_role("button", name="spades", exact=True).click()
    dialog.get_by_role("button", name="Correct a card").click()
    expect(dialog).to_be_hidden()
    expect(ann.get_by_role("img", name="ten of spades")).to_be_visible()

    tap(dealer, "seven", "diamonds")
    due(dealer, "Clear the losing wagers").click()
    due(dealer, "Pay the winners of area 1").click()
    due(dealer, "Pay the winners of area 2").click()
    # $10 on a pair pays 11 to 1; $20 on opposite colours pays 1 to 1 (MM 8.1).
    expect(ann).to_contain_text("+$110")
    expect(bob).to_contain_text("+$20")
    assert table.stack("Ann") == 10000 + 11000
    assert table.stack("Bob") == 10000 + 2000
    due(dealer, "Collect the cards").click()
    expect(dealer.get_by_test_id("stage")).to_have_text("Place your bets")


def test_the_keyboard_deals_too(dealer: Page, table: Table) -> None:
    dealer.goto(f"/table/{table.id}/deal")
    seat(dealer, "Ann")
    table.work()
    wager(dealer, "Ann", "Suit Match", "10")
    expect(dealer.get_by_test_id("due")).to_be_visible()
    dealer.get_by_role("heading", name="Irregularities").click()
    dealer.keyboard.press("Space")
    expect(dealer.get_by_test_id("due")).to_have_text("The dealer deals area 1 its first card")
    expect(dealer.get_by_role("region", name="Area 1")).to_have_class(re.compile(r"\bdue\b"))
    dealer.keyboard.type("Th4h")
    expect(due(dealer, "Clear the losing wagers")).to_be_enabled()
    dealer.keyboard.press("n")  # one step of what Space would do at once
    expect(due(dealer, "Pay the winners of area 1")).to_be_enabled()
    dealer.keyboard.press("Enter")
    expect(due(dealer, "Collect the cards")).to_be_enabled()


def test_a_refusal_to_the_dealer_is_shown(dealer: Page, table: Table) -> None:
    dealer.goto(f"/table/{table.id}/deal")
    seat(dealer, "Ann")
    table.work()
    wager(dealer, "Ann", "Suit Match", "1000")
    expect(dealer.get_by_role("alert")).to_contain_text("Not enough chips")


def test_irregularities_are_named_and_say_what_happens(dealer: Page, table: Table) -> None:
    dealer.goto(f"/table/{table.id}/deal")
    seat(dealer, "Ann")
    table.work()
    closed(dealer, "A card went to the wrong area")
    wager(dealer, "Ann", "Pair Match", "10")
    due(dealer, "No more bets").click()
    dealer.get_by_role("button", name="The machine failed").click()
    dialog = dealer.get_by_role("dialog", name="The machine failed")
    expect(dialog).to_contain_text(BOOK.clause("9.8").asks)
    expect(dialog.get_by_test_id("consequence")).to_have_text(
        "The machine failed; the round cannot be completed, and nothing is dealt until the machine works. "
        "Round 1 is void and every wager goes back: malfunction. $10 goes back to Ann."
    )
    dialog.get_by_role("button", name="The machine failed").click()
    expect(dialog).to_be_hidden()
    assert table.stack("Ann") == 10000
    expect(due(dealer, "The machine works again")).to_be_visible()


def test_a_spoken_wager_becomes_chips(dealer: Page, table: Table) -> None:
    dealer.goto(f"/table/{table.id}/deal")
    seat(dealer, "Ann")
    table.work()
    dealer.get_by_role("list", name="Patrons").get_by_role("button", name="Ann").click()
    dialog = dealer.get_by_role("dialog", name="Ann, seat 1")
    dialog.get_by_role("combobox", name="Shown as").select_option(label="spoken, cash shown")
    dialog.get_by_label("Stake, $").fill("15")
    dialog.get_by_role("button", name="Put it down").click()
    dealer.keyboard.press("Escape")
    dealer.get_by_role("button", name="Turn a spoken wager into chips").click()
    expect(dealer.get_by_role("region", name="Area 1")).to_contain_text("$15")
    assert table.stack("Ann") == 10000


def test_the_automatic_dealer_is_switched_on_over_real_cards_by_no_single_touch(dealer: Page, table: Table) -> None:
    dealer.goto(f"/table/{table.id}/deal")
    switch = dealer.get_by_role("switch", name="Automatic dealer")
    dealer.get_by_role("button", name="Automatic dealer…").click()
    dialog = dealer.get_by_role("dialog", name="A machine over real cards?")
    expect(dialog.get_by_role("button", name="Let it deal")).to_be_disabled()
    dialog.get_by_role("checkbox").check()
    dialog.get_by_role("button", name="Let it deal").click()
    expect(switch).to_be_checked()
    switch.click()
    expect(dealer.get_by_role("button", name="Automatic dealer…")).to_be_visible()


def test_the_automatic_dealer_is_switched_on_and_off_where_cards_are_drawn(dealer: Page, operator: Staff) -> None:
    dealer.goto(f"/table/{operator.open_table('Drawn cards').id}/deal")
    switch = dealer.get_by_role("switch", name="Automatic dealer")
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()


def test_a_pit_boss_voids_a_round_knowing_what_will_happen(pit_boss: Page, page: Page, table: Table) -> None:
    own = sit(page, table)
    table.work()
    bet_on_everything(own)
    table.work("2c", until="settling")

    pit_boss.goto(f"/table/{table.id}/supervise")
    power(pit_boss, "Void the round").click()
    dialog = pit_boss.get_by_role("dialog", name="Void the round")
    expect(dialog).to_contain_text(BOOK.clause("11.3.1").asks)
    confirm = dialog.get_by_role("button", name="Void the round")
    expect(confirm).to_be_disabled()
    dialog.get_by_label("Reason, for the record").fill("A fire alarm")
    expect(dialog.get_by_test_id("consequence")).to_have_text(
        "Round 1 is void and every wager goes back: A fire alarm. $15 goes back to Stranger."
    )
    confirm.click()
    expect(dialog).to_be_hidden()

    expect(pit_boss.get_by_role("listitem").filter(has_text="A fire alarm")).to_be_visible()
    expect(pit_boss.get_by_role("link", name="MM 11.4").first).to_be_visible()
    assert table.stack("Stranger") == 10000
    expect(page.get_by_test_id("stage")).to_have_text("Place your bets")
    expect(own.get_by_role("button", name=re.compile("Your wager"))).to_have_count(0)


def test_a_contravention_opens_the_way_to_exclusion(pit_boss: Page, page: Page, table: Table) -> None:
    sit(page, table)
    pit_boss.goto(f"/table/{table.id}/supervise")
    pit_boss.get_by_text("Act on Stranger").click()
    expect(pit_boss.get_by_role("button", name="Exclude from the game")).to_have_count(0)
    pit_boss.get_by_role("button", name="Record a contravention").click()
    dialog = pit_boss.get_by_role("dialog", name="Record a contravention")
    dialog.get_by_label("What happened").fill("A card counter in the pocket")
    dialog.get_by_role("button", name="Record a contravention").click()
    pit_boss.get_by_role("button", name="Exclude from the game").click()
    dialog = pit_boss.get_by_role("dialog", name="Exclude from the game")
    expect(dialog.get_by_test_id("consequence")).to_contain_text("Stranger is excluded from the game.")
    dialog.get_by_role("button", name="Exclude from the game").click()
    expect(page.get_by_role("region", name="Area 3, yours")).to_have_count(0)
    expect(page.get_by_role("button", name="Sit at area 3")).to_have_count(0)


def test_a_closing_sign_is_shown_at_the_table_with_its_time(pit_boss: Page, page: Page, table: Table) -> None:
    page.goto(f"/table/{table.id}")
    # Minutes are counted on the floor's clock, whatever that of a screen says.
    pit_boss.add_init_script("const told = Date.now; Date.now = () => told() - 300_000")
    pit_boss.goto(f"/table/{table.id}/supervise")
    power(pit_boss, "Announce closing").click()
    dialog = pit_boss.get_by_role("dialog", name="Announce closing")
    minutes, give = dialog.get_by_label("In how many minutes"), dialog.get_by_role("button", name="Announce closing")
    expect(minutes).to_have_value("20")
    where = give.bounding_box()
    minutes.fill("5")
    # MM 11.7 wants twenty minutes. A sign names a whole minute, so in a minute's last two seconds five become six.
    expect(dialog.get_by_test_id("consequence")).to_contain_text(re.compile("minutes given: [56] · minutes needed: 20"))
    expect(give).to_be_disabled()
    assert give.bounding_box() == where, "what will happen moves no button"
    minutes.fill("20")
    give.click()
    expect(dialog).to_be_hidden()
    sign = page.get_by_role("region", name="Limit sign")
    expect(sign).to_contain_text(re.compile(r"This table closes at \d\d:\d\d"))
    expect(sign).to_contain_text(re.compile("in 2[01] minutes"))


def test_a_personal_limit_puts_a_marker_on_the_area(
    new_context: Callable[..., BrowserContext], operator: Staff, page: Page, table: Table
) -> None:
    own = sit(page, table)
    table.work()
    console = new_context(operator).new_page()
    console.goto(f"/table/{table.id}/supervise")
    console.get_by_text("Act on Stranger").click()
    console.get_by_role("button", name="Agree a personal limit").click()
    dialog = console.get_by_role("dialog", name="Agree a personal limit")
    dialog.get_by_label("Minimum").fill("1")
    dialog.get_by_label("Maximum").fill("20")
    dialog.get_by_role("button", name="Agree a personal limit").click()
    expect(own).to_contain_text("personal limit")
    page.get_by_role("radio", name="$25").check()
    box(own, "Pair Match").click()
    expect(page.get_by_role("alert")).to_contain_text(BOOK.clause("6.3.4").asks)


def test_a_dealer_has_no_supervisors_console(dealer: Page, table: Table) -> None:
    dealer.goto(f"/table/{table.id}/supervise")
    expect(dealer.get_by_role("heading", name="For those who may supervise here")).to_be_visible()


def test_a_ruling_above_ones_rank_waits_for_the_supervisor(dealer: Page, table: Table) -> None:
    dealer.goto(f"/table/{table.id}/deal")
    seat(dealer, "Ann")
    table.work()
    wager(dealer, "Ann", "Pair Match", "10")
    due(dealer, "No more bets").click()
    dealer.get_by_role("button", name="A card went to the wrong area").click()
    dialog = dealer.get_by_role("dialog", name="A card went to the wrong area")
    dialog.get_by_label("The area it lies on").select_option("4")
    dialog.get_by_role("button", name="nine", exact=True).click()
    dialog.get_by_role("button", name="clubs", exact=True).click()
    dialog.get_by_role("button", name="A card went to the wrong area").click()
    expect(dealer.get_by_text("Waiting for the game supervisor: Have the hand rebuilt.")).to_be_visible()


def test_the_dealer_enters_what_a_player_does_who_is_offered_the_cut(dealer: Page, shoe: Table) -> None:
    dealer.goto(f"/table/{shoe.id}/deal")
    for name in ("Ann", "Bob"):
        seat(dealer, name)
    due(dealer, "Shuffle").click()
    due(dealer, "Offer the cut to Ann").click()
    act = dealer.get_by_role("region", name="Next act")
    expect(dealer.get_by_test_id("due")).to_have_text("Ann may cut the cards")
    act.get_by_role("group", name="Ann").get_by_role("button", name="The cut is declined").click()
    due(dealer, "Offer the cut to Bob").click()
    act.get_by_role("group", name="Bob").get_by_role("button", name="Cut the cards").click()
    dialog = dealer.get_by_role("dialog", name="Cut the cards")
    # MM 4.2.3: a deck at least from either end.
    dialog.get_by_label("Cards from the front (52 to 156)").fill("60")
    expect(dialog.get_by_test_id("consequence")).to_have_text("Bob cuts 60 cards from the front.")
    dialog.get_by_role("button", name="Cut the cards").click()
    expect(due(dealer, "Load the shoe")).to_be_visible()


def test_the_dealer_enters_who_takes_wagers_back_before_a_hand_is_rebuilt(dealer: Page, table: Table) -> None:
    dealer.goto(f"/table/{table.id}/deal")
    seat(dealer, "Ann")
    seat(dealer, "Bob")
    table.work()
    wager(dealer, "Ann", "Pair Match", "10")
    wager(dealer, "Bob", "Pair Match", "10")
    due(dealer, "No more bets").click()
    table.do("ReportMisplacedCard", area=5, card="4s")
    table.do("OrderReconstruction", why="the card went to area 5")
    expect(dealer.get_by_test_id("due")).to_have_text("Ann and Bob may take wagers back")
    act = dealer.get_by_role("region", name="Next act")
    act.get_by_role("group", name="Ann").get_by_role("button", name="Takes wagers back").click()
    act.get_by_role("group", name="Bob").get_by_role("button", name="Leaves wagers on").click()
    expect(dealer.get_by_text("Waiting for the game supervisor: Rebuild the hand.")).to_be_visible()
    assert table.stack("Ann") == 10000
    assert table.stack("Bob") == 9000


def test_what_is_recalled_before_the_feed_tells_of_it_stands_in_the_log_once(dealer: Page, table: Table) -> None:
    """The record may be ahead of the feed, as where another server has written."""
    late: list[tuple[WebSocketRoute, str | bytes]] = []
    recalled: list[Route] = []
    told = False

    def relay(page: WebSocketRoute) -> None:
        floor = page.connect_to_server()
        floor.on_message(
            lambda said: page.send(said) if told or '"type":"events"' not in str(said) else late.append((page, said))
        )

    def hold(recall: Route) -> None:
        recalled.append(recall)

    dealer.route_web_socket(re.compile(f"/api/tables/{table.id}/feed"), relay)
    dealer.route(re.compile(f"/api/find.table={table.id}"), hold)
    dealer.goto(f"/table/{table.id}/deal")
    expect(dealer.get_by_test_id("stage")).to_be_visible()
    events = table.do("ChangeLimits", bet="pair match", minimum=500, maximum=60000, step=100)
    while not (late and recalled):
        dealer.wait_for_timeout(20)
    recalled[0].continue_()
    just_now = dealer.locator("section").filter(has=dealer.get_by_role("heading", name="Just now"))
    log = just_now.get_by_role("listitem").filter(has_text=events[-1]["text"])
    expect(log).to_have_count(1)
    told = True
    for page, said in late:
        page.send(said)
    expect(dealer.get_by_test_id("stage")).to_be_visible()
    table.do("ChangeLimits", bet="pair match", minimum=500, maximum=70000, step=100)
    expect(just_now).to_contain_text("$700")
    expect(log).to_have_count(1)
