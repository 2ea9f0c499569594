"""The second reading: what every wager of a finished round came to, to the cent."""

from __future__ import annotations

from collections import defaultdict

from .blackjack import Area, Hand, Part, Round
from .tables import LOWEST_PRIZE, PRIZES, count, natural, odds_of_21, pair_odds, sevens_odds, suited_sevens, value
from .wagers import MAIN, Wager

Key = tuple[str, int, str]
"""A player, an area and a bet."""

SUPER_BONUS, FIFTY = "super bonus", 50_00


def settled(game: Round, prizes: dict[tuple[str, int], int | None] | None = None) -> dict[Key, int]:
    """What each player won or lost by each bet on each area; nothing is said of what moved no money.

    `prizes` are the dollars that the jackpot button gave each player and area; None where the button failed.
    """
    sums: dict[Key, int] = defaultdict(int)
    for area in game.areas.values():
        for wager in area.wagers:
            who = wager.player
            sums[who, area.number, MAIN] += main_wager(game, area, wager)
            if wager.insured:
                won = len(game.dealer) > 1 and value(game.dealer[1]) == 10
                sums[who, area.number, "insurance"] += game.house.payable(2 * wager.insured) if won else -wager.insured
            for bet, stake in wager.sides.items():
                sums[who, area.number, bet] += side_bet(game, area, bet, stake, (prizes or {}).get((who, area.number)))
    for (who, number), cents in super_bonus(game).items():
        sums[who, number, SUPER_BONUS] += cents
    return {key: cents for key, cents in sums.items() if cents}


def main_wager(game: Round, area: Area, wager: Wager) -> int:
    """What the wager on an area's hands won or lost, doubles and splits included."""
    house, dealer_natural = game.house, natural(game.dealer)
    if wager.surrendered:
        if dealer_natural:
            return -wager.original
        back = house.payable if house.readings.half_rounded_up else house.payable_below
        return min(0, back(wager.original, 2) - wager.original)
    if area.natural:
        if wager.even_money:
            return house.payable(wager.original)
        if dealer_natural and not game.paid_early(area):
            return 0
        return house.payable(3 * wager.original, 2)
    mine = [(hand, hand.parts[wager.player]) for hand in area.hands if wager.player in hand.parts]
    if dealer_natural:
        return _before_a_natural(game, wager, mine)
    return sum(_hand(game, hand, part) for hand, part in mine)


def each_hand(game: Round) -> dict[tuple[str, int, int], int]:
    """What each hand won or lost for each player, where the dealer has no natural that would join them together."""
    return {
        (who, area.number, hand.number): _hand(game, hand, part)
        for area in game.areas.values()
        if not area.natural
        for hand in area.hands
        for who, part in hand.parts.items()
    }


def entries(game: Round) -> set[tuple[str, int]]:
    """Who has won an entry to the tournament: three suited sevens in version 1 (13 Table 1)."""
    return {
        (wager.player, area.number)
        for area in game.areas.values()
        for wager in area.wagers
        if "sevens" in wager.sides and game.house.sevens == 1 and suited_sevens(area.dealt[:3])
    }


def _hand(game: Round, hand: Hand, part: Part) -> int:
    """What one hand comes to against a dealer who has no natural, or none that was drawn."""
    if part.withdrawn:
        return -part.wager
    amount = part.wager + part.double
    if hand.total > 21:
        return -amount
    if game.house.pontoon and hand.total == 21:
        return _twenty_one(game, hand, part)
    dealer, _ = count(game.dealer)
    if dealer > 21 or hand.total > dealer:
        return game.house.payable(amount)
    return 0 if hand.total == dealer else -amount


def _twenty_one(game: Round, hand: Hand, part: Part) -> int:
    """A 21 of Pontoon, paid at once: by its cards, but one to one on a doubled hand, joined or not (10.7.4)."""
    to, per = (1, 1) if hand.doubled else odds_of_21(hand.cards)
    return game.house.payable(to * (part.wager + part.double), per)


def _before_a_natural(game: Round, wager: Wager, mine: list[tuple[Hand, Part]]) -> int:
    """The dealer has a natural: what is lost of doubles and splits (7.5.4(b), 7.5.5(h), (i), R30, R31, R47)."""
    readings = game.house.readings
    paid = forfeited = bust = 0
    live = standing = False
    for hand, part in mine:
        if game.in_play(hand, part):
            standing = True
            live = live or hand.total < 21 or readings.natural_beats_21
        elif part.withdrawn:
            forfeited += part.wager
        elif hand.total > 21:
            bust += part.wager + part.double
        else:
            paid += _twenty_one(game, hand, part)
    all_bust_lost = readings.all_bust_all_lost and not standing
    if not readings.one_wager_in_all or all_bust_lost:
        return paid - forfeited - bust - (wager.original if live else 0)
    # what was forfeited has been taken up already and stays settled (R69)
    return paid - max(forfeited, wager.original if live or bust else 0)


def side_bet(game: Round, area: Area, bet: str, stake: int, dollars: int | None) -> int:
    """What a side bet won or lost."""
    house = game.house
    if bet == "pandemonium":
        if not area.natural:
            return -stake
        if dollars is None and not house.readings.failure_pays_lowest:
            return 0
        if dollars is not None and dollars not in PRIZES[house.prize_table]:
            raise AssertionError(f"the button cannot give {dollars}")
        prize = (LOWEST_PRIZE[house.prize_table] if dollars is None else dollars) * 100 * (stake // 100)
        return prize - (0 if house.readings.prize_and_stake else stake)
    odds = pair_odds(house, *area.dealt[:2]) if bet == "pairs" else sevens_odds(house, area.dealt)
    return -stake if odds is None else house.payable(odds * stake)


def super_bonus(game: Round) -> dict[tuple[str, int], int]:
    """What three sevens of one suit against a seven win, and the $50 of everyone else (10 Table 1, R38, R48)."""
    if not game.house.pontoon or value(game.dealer[0]) != 7:
        return {}
    won: dict[tuple[str, int], int] = defaultdict(int)
    for area in game.areas.values():
        for hand in area.hands:
            if not suited_sevens(hand.cards) or hand.doubled:
                continue
            suited_start = area.dealt[0] == area.dealt[1]
            if hand.split and (suited_start or not game.house.readings.bonus_after_unsuited_split):
                continue
            for who, part in hand.parts.items():
                if part.wager >= 2_00:
                    won[who, area.number] += 5_000_00 if part.wager >= 25_00 else 1_000_00
    if won:
        for wager in game.wagers:
            if (wager.player, wager.area) not in won:
                won[wager.player, wager.area] = FIFTY
    return dict(won)
