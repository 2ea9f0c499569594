"""The odds lab in a real browser: what it shows is what counting the cards gives."""

import csv
import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

SUITED_PAIR_AT_8 = Fraction(7, 415)
"""Of the 415 cards that can follow the first of 416, seven are its copies."""


def edges(decks: int, *, opposite_pairs_win: bool = False) -> dict[str, Fraction]:
    """The house's edges by counting second cards: those that win, times what a unit comes back as."""
    others = 52 * decks - 1
    copies = decks - 1
    same_rank = 4 * decks - 1
    same_suit_other_rank = 12 * decks
    other_colour = (26 if opposite_pairs_win else 24) * decks
    back = {
        "pair match": 12 * same_rank,
        "suit match": 12 * copies + 3 * same_suit_other_rank,
        "miss match": 2 * other_colour,
    }
    return {bet: 1 - Fraction(units, others) for bet, units in back.items()}


def shown(edge: Fraction) -> re.Pattern[str]:
    """An edge as the lab writes it: in per cent to three places, then exactly."""
    percent = Decimal(100 * edge.numerator) / Decimal(edge.denominator)
    rounded = str(percent.quantize(Decimal("0.001"), ROUND_HALF_UP))
    return re.compile(rf"^\s*{re.escape(f'{rounded}% {edge}'.replace('-', '−'))}(\s|$)")  # noqa: RUF001


@pytest.fixture
def lab(page: Page) -> Page:
    """The lab once its sheets are there."""
    page.goto("/odds")
    expect(page.get_by_test_id("par pair match")).to_be_visible()
    return page


def test_the_hand_count_agrees_with_the_fractions_known_for_eight_decks() -> None:
    assert edges(8) == {
        "pair match": Fraction(43, 415),
        "suit match": Fraction(43, 415),
        "miss match": Fraction(31, 415),
    }
    assert edges(8, opposite_pairs_win=True)["miss match"] == Fraction(-1, 415)


def test_every_deck_count_shows_the_edges_that_counting_gives(lab: Page) -> None:
    for decks in (4, 5, 6, 7, 8):
        lab.get_by_label(str(decks), exact=True).check()
        for bet, edge in edges(decks).items():
            expect(lab.get_by_test_id(f"par {bet}")).to_have_text(shown(edge))


def test_the_other_reading_of_miss_match_gives_the_player_the_better_of_it(lab: Page) -> None:
    lab.get_by_label("wins", exact=True).check()
    expect(lab.get_by_test_id("par miss match")).to_have_text(shown(edges(8, opposite_pairs_win=True)["miss match"]))
    expect(lab.get_by_role("region", name="Miss Match")).to_contain_text("the player has the better of it")
    expect(lab.get_by_test_id("par pair match")).to_have_text(shown(edges(8)["pair match"]))


def test_a_link_opens_the_lab_at_its_decks_and_reading(page: Page) -> None:
    page.goto("/odds?decks=5&miss_match_on_opposite_pairs=true")
    expect(page.get_by_test_id("par miss match")).to_have_text(shown(edges(5, opposite_pairs_win=True)["miss match"]))


def test_the_address_says_what_is_asked_for(lab: Page) -> None:
    lab.get_by_label("6", exact=True).check()
    expect(lab).to_have_url(re.compile(r"/odds\?decks=6&device=shoe&miss_match_on_opposite_pairs=false$"))
    lab.reload()
    expect(lab.get_by_test_id("par pair match")).to_have_text(shown(edges(6)["pair match"]))


def test_a_refusal_is_the_servers_own(page: Page) -> None:
    page.goto("/odds/double-chance?stake=10&maximum_payout=-1")
    expect(page.get_by_role("alert")).to_contain_text("but not one that pays nothing")
    page.get_by_role("spinbutton", name="Maximum payout, $").fill("")
    expect(page.get_by_test_id("par wager")).to_have_text(shown(chance_edge()))


def test_a_payout_that_is_no_whole_number_of_stakes_is_shown_exactly(page: Page) -> None:
    page.goto("/odds/double-chance?stake=30&maximum_payout=100")
    expect(page.get_by_test_id("par wager")).to_have_text(shown(Fraction(1457203, 30537780)))
    expect(page.get_by_test_id("edge of wager")).to_contain_text("1457203/30537780")
    expect(page.get_by_text("0.00015%").first).to_be_attached()


def test_another_pay_table_changes_the_edge_exactly(lab: Page) -> None:
    edge = lab.get_by_test_id("edge of pair match")
    pays = lab.get_by_label("Pair Match pays on suited pair")
    pays.fill("12 to 1")
    expect(edge).to_have_text(shown(edges(8)["pair match"] - SUITED_PAIR_AT_8))
    pays.fill("23/2")
    expect(edge).to_have_text(shown(edges(8)["pair match"] - SUITED_PAIR_AT_8 / 2))
    pays.fill("loses")
    expect(edge).to_have_text(shown(edges(8)["pair match"] + 12 * SUITED_PAIR_AT_8))
    expect(lab.get_by_test_id("edge of suit match")).to_have_text(shown(edges(8)["suit match"]))
    lab.get_by_role("button", name="Back to the pay table").click()
    expect(edge).to_have_text(shown(edges(8)["pair match"]))
    expect(pays).to_have_value("11 to 1")


def test_odds_that_are_none_are_refused_and_change_nothing(lab: Page) -> None:
    pays = lab.get_by_label("Miss Match pays on opposite colours, no pair")
    for nonsense in ("eleven", "1 to 0", "-3 to 1", ""):
        pays.fill("1 to 1")
        expect(pays).to_have_attribute("aria-invalid", "false")
        pays.fill(nonsense)
        expect(pays).to_have_attribute("aria-invalid", "true")
        expect(lab.get_by_text("Write odds such as")).to_be_visible()
        expect(lab.get_by_test_id("edge of miss match")).to_have_text(shown(edges(8)["miss match"]))


def test_the_sheet_downloads_as_csv_whose_chances_add_up_to_one(lab: Page) -> None:
    with lab.expect_download() as downloading:
        lab.get_by_role("button", name="This sheet as CSV").click()
    with downloading.value.path().open(newline="") as file:
        rows = list(csv.DictReader(file))
    for bet, edge in edges(8).items():
        lines = [row for row in rows if row["wager"] == bet]
        assert sum(Fraction(row["chance_exact"]) for row in lines) == 1
        assert -sum(Fraction(row["chance_exact"]) * Fraction(row["pays_exact"]) for row in lines) == edge


def test_the_lab_says_that_live_tables_give_no_such_help(lab: Page) -> None:
    expect(lab.get_by_text("The live tables give no such help")).to_be_visible()


def test_a_phone_shows_the_lab_without_sideways_scrolling(lab: Page) -> None:
    lab.set_viewport_size({"width": 390, "height": 844})
    assert lab.evaluate("document.documentElement.scrollWidth") <= 390


HANDS = 2_598_960
DECLARED = {200: 4, 50: 36, 20: 624, 6: 3744, 4: 5108, 2: 10_200, 1: 54_912 + 123_552 + 12}
"""DC 9.1: how many of all hands win each odds to 1."""
WINNING = 48_084_636
"""Hands that discard times the sixth cards that win, the best cards kept: every hand dealt one by one."""


def chance_edge(most: Fraction | int = 200) -> Fraction:
    """The edge of a Double Chance wager when a declared hand wins no more than this many stakes."""
    declared = sum(min(odds, most) * many for odds, many in DECLARED.items())
    discarding = HANDS - sum(DECLARED.values())
    return -Fraction(declared, HANDS) - Fraction(2 * WINNING - 47 * discarding, 47 * HANDS)


@pytest.fixture
def chance_lab(page: Page) -> Page:
    """The lab of Double Chance once its sheet is there."""
    page.goto("/odds/double-chance")
    expect(page.get_by_test_id("par wager")).to_be_visible()
    return page


def test_double_chance_costs_what_every_hand_and_every_sixth_card_give(chance_lab: Page) -> None:
    expect(chance_lab.get_by_test_id("par wager")).to_have_text(shown(chance_edge()))
    expect(chance_lab.get_by_role("region", name="Wager")).to_contain_text("keep the highest card of every suit")
    habits = chance_lab.get_by_role("row", name=re.compile("^the same, the last line forgotten"))
    expect(habits).to_contain_text("17,160")


def test_a_maximum_payout_raises_the_edge_at_its_stake(chance_lab: Page) -> None:
    chance_lab.get_by_role("spinbutton", name="Maximum payout, $").fill("500")
    chance_lab.get_by_role("spinbutton", name="Stake, $").fill("25")
    # $500 for $25: no hand wins more than twenty stakes.
    expect(chance_lab.get_by_test_id("par wager")).to_have_text(shown(chance_edge(20)))
    expect(chance_lab.get_by_role("row", name=re.compile("^royal flush \\$2.50"))).to_be_visible()
    chance_lab.get_by_role("spinbutton", name="Stake, $").fill("0")
    expect(chance_lab.get_by_role("alert")).to_contain_text("more than nothing")


def test_a_jackpot_schedule_of_ones_own_is_reckoned_exactly(chance_lab: Page) -> None:
    chance_lab.get_by_role("spinbutton", name="Price of a Jackpot wager, $").fill("1")
    prizes = {"Royal flush": 5000, "Straight flush": 500, "Four of a kind": 200, "Full house": 30}
    prizes |= {"Flush": 20, "Straight": 10, "Dead hand": 100}
    many = (4, 36, 624, 3744, 5108, 10_200, 12)
    for name, odds in prizes.items():
        chance_lab.get_by_role("spinbutton", name=name, exact=True).fill(str(odds))
    back = sum((odds + 1) * each for odds, each in zip(prizes.values(), many, strict=True))
    edge = 1 - Fraction(back, HANDS)
    expect(chance_lab.get_by_test_id("par jackpot")).to_have_text(shown(edge))
    # Each of the four royal flushes would have to bring back a quarter of what the wager still loses.
    fair = 5000 + edge * HANDS / 4
    expect(chance_lab.get_by_test_id("fair royal flush")).to_have_text(f"{int(fair):,}")


def test_five_cards_show_the_best_to_keep_and_every_other_way(chance_lab: Page) -> None:
    chance_lab.get_by_role("button", name="None", exact=True).click()
    deck = chance_lab.get_by_role("group", name="The deck")
    for card in ("ace of hearts", "queen of diamonds", "nine of clubs", "five of clubs", "nine of spades"):
        deck.get_by_role("button", name=card).click()
    ways = chance_lab.get_by_role("button", name=re.compile("^keep "))
    # Twelve hearts, ten diamonds, seven spades; with the other nine one club fewer, the 5 being held.
    best = chance_lab.get_by_role("button", name="keep ace of hearts, queen of diamonds, nine of spades")
    expect(ways.first).to_contain_text("29/47")
    expect(best).to_have_attribute("aria-pressed", "true")
    expect(ways.nth(1)).to_contain_text("28/47")
    chance_lab.get_by_role("button", name="All 25 ways").click()
    expect(ways).to_have_count(25)


def test_a_hand_that_may_be_declared_is_not_broken_up(chance_lab: Page) -> None:
    chance_lab.get_by_role("button", name="None", exact=True).click()
    deck = chance_lab.get_by_role("group", name="The deck")
    for card in ("two of hearts", "three of hearts", "four of hearts", "five of hearts", "two of spades"):
        deck.get_by_role("button", name=card).click()
    expect(chance_lab.get_by_text("Declare: dead hand.")).to_be_visible()
    expect(chance_lab.get_by_role("button", name=re.compile("^keep "))).to_have_count(0)


def test_a_phone_shows_the_double_chance_lab_without_sideways_scrolling(chance_lab: Page) -> None:
    chance_lab.set_viewport_size({"width": 390, "height": 844})
    assert chance_lab.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.fixture
def pot_lab(page: Page) -> Page:
    """The lab of Crown Poker once its sheet is there."""
    page.goto("/odds/crown-poker")
    expect(page.get_by_test_id("par flop chase red")).to_be_visible(timeout=60_000)
    return page


def test_a_flop_of_one_colour_costs_a_seventeenth(pot_lab: Page) -> None:
    # 26 · 25 · 24 of 52 · 51 · 50 flops are red: two of seventeen, and each brings eight units back.
    for colour in ("red", "black"):
        expect(pot_lab.get_by_test_id(f"par flop chase {colour}")).to_have_text(shown(1 - 8 * Fraction(2, 17)))


def test_hands_and_a_board_are_typed_and_their_equity_is_exact(pot_lab: Page) -> None:
    pot_lab.get_by_role("textbox", name="Hands").fill("AsAh,KsKh")
    pot_lab.get_by_role("textbox", name="Board").fill("2c7d9h3s")
    # One card comes of 44, and two of them are kings.
    expect(pot_lab.get_by_role("row", name=re.compile("^AsAh"))).to_contain_text("95.455%")
    expect(pot_lab.get_by_role("row", name=re.compile("^KsKh"))).to_contain_text("4.545%")
    pot_lab.get_by_role("textbox", name="Hands").fill("AsAh,AsKh")
    expect(pot_lab.get_by_role("alert")).to_be_visible()


def test_commission_is_cut_down_to_whole_chips_and_capped(pot_lab: Page) -> None:
    pot_lab.get_by_role("spinbutton", name="Commission, per cent").fill("10")
    pot_lab.get_by_role("spinbutton", name="Cap, $").fill("7")
    pot_lab.get_by_role("spinbutton", name="Pot, $").fill("58")
    # Ten per cent of $58 is $5.80, in dollars $5; four times the pot would give $23 and gives the cap.
    expect(pot_lab.get_by_role("row", name=re.compile(r"^\$58"))).to_contain_text("$5")
    expect(pot_lab.get_by_role("row", name=re.compile(r"^\$232"))).to_contain_text("$7")


def test_a_phone_shows_the_crown_poker_lab_without_sideways_scrolling(pot_lab: Page) -> None:
    pot_lab.set_viewport_size({"width": 390, "height": 844})
    assert pot_lab.evaluate("document.documentElement.scrollWidth") <= 390


def test_whoever_plays_a_game_is_kindly_refused_its_odds(page: Page) -> None:
    page.goto("/odds")
    origin = {"origin": page.url.rstrip("/").removesuffix("/odds")}
    page.request.post("/api/sign-in/guest", data={"name": "Winifred"}, headers=origin)
    join = {"id": "lab-join", "command": {"type": "Join", "cents": 10_000}}
    assert page.request.post("/api/tables/mm-1/commands", data=join, headers=origin).ok
    page.reload()
    note = page.get_by_role("note")
    expect(note).to_contain_text("Not while you play it")
    expect(note).to_contain_text("MM 11.1")
    expect(note).to_contain_text("leave")
    leave = {"id": "lab-leave", "command": {"type": "Leave"}}
    assert page.request.post("/api/tables/mm-1/commands", data=leave, headers=origin).ok
    page.reload()
    expect(page.get_by_test_id("par pair match")).to_be_visible()


def test_blackjack_has_its_chart_and_what_every_first_hand_is_worth(page: Page) -> None:
    """By counting: 128 of the 415 cards after an ace count ten; a natural against a six is paid at once, 3 to 2."""
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.goto("/odds")
    page.get_by_role("link", name="Blackjack", exact=True).or_(
        page.get_by_role("button", name="Blackjack", exact=True)
    ).first.click()
    expect(page.get_by_test_id("par insurance")).to_have_text(shown(1 - 3 * Fraction(128, 415)), timeout=60_000)
    expect(page.get_by_test_id("par blackjack")).to_be_visible()
    hard = page.get_by_role("table").filter(has_text="Hard totals")
    expect(hard.get_by_role("row", name=re.compile("^20 ")).get_by_role("cell")).to_have_text(["S"] * 10)
    natural = page.get_by_role("button", name="A,10 against 6: +1.5000", exact=True)
    natural.click()
    expect(page.get_by_role("heading", name="A,10 against 6")).to_be_visible()
    expect(natural).to_have_attribute("aria-pressed", "true")
    assert broken == []
