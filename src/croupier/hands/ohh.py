"""A hand of the record as Open Hand History 1.4, with rake, dead blinds, and what was paid beside the pots.

What side wagers and bonus prizes paid is the bonus of the format. Its jackpot is what a pot gives to one; the book has
none, and what goes beside the pots, such as fees and side wagers, has no place there. It stands in a field of this
house's own, and is not in the stacks with which the hand is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec

from croupier import __version__
from croupier.games.crown_poker.state import Post, Posted
from croupier.games.crown_poker.terms import STREETS, LimitKind, Variant
from croupier.hands.numbers import plain
from croupier.hands.own import OWN
from croupier.hands.record import SHOWDOWN, Deed, Hand, Shown, wins_of

SPEC = "1.4.7"
_GAMES = {Variant.HOLDEM: "Holdem", Variant.OMAHA: "Omaha", Variant.OMAHA_HI_LO: "OmahaHiLo"}
_LIMITS = {LimitKind.NO_LIMIT: "NL", LimitKind.POT: "PL", LimitKind.FIXED: "FL"}
_STREETS = ("Preflop", "Flop", "Turn", "River")
_DEEDS = {
    "check": "Check",
    "call": "Call",
    "bet": "Bet",
    "raise": "Raise",
    "fold": "Fold",
    "dead": "Fold",
    "void": "Fold",
}


class CannotSay(ValueError):
    """A hand that the format has no words for."""


PLAY_CHIPS = "XPM"
"""What the format calls chips that are no money."""


def ohh_text(hand: Hand) -> str:
    """The hand as a line of JSON in the format."""
    return f"{msgspec.json.Encoder(decimal_format='number').encode(as_ohh(hand)).decode()}\n"


def as_ohh(hand: Hand, currency: str = PLAY_CHIPS) -> dict[str, Any]:
    """The hand as the object of the format, to be written as JSON."""
    setting = hand.setting
    game, limit = _GAMES.get(setting.variant), _LIMITS.get(setting.limit.kind)
    if game is None or limit is None:
        raise CannotSay(f"OHH has no words for {setting.variant.value} at {setting.limit.kind.value}")
    return {
        "ohh": {
            "spec_version": SPEC,
            "site_name": hand.casino,
            "network_name": "Croupier",
            "internal_version": __version__,
            "game_number": f"{hand.table}-{hand.number}",
            "start_date_utc": f"{datetime.fromtimestamp(hand.at / 1000, UTC):%Y-%m-%dT%H:%M:%SZ}",
            "table_name": hand.table,
            "game_type": game,
            "bet_limit": {"bet_type": limit, "bet_cap": 0},
            "table_size": hand.seats,
            "currency": currency,
            **_event(hand),
            "dealer_seat": hand.line[0],
            "small_blind_amount": _amount(hand, setting.small_blind),
            "big_blind_amount": _amount(hand, setting.big_blind),
            "ante_amount": _amount(hand, setting.ante or setting.blind_ante),
            "hero_player_id": None,
            "flags": ["Observed"],
            "players": [
                {"id": nth, "seat": each.seat, "name": each.name, "starting_stack": _amount(hand, each.start)}
                for nth, each in enumerate(hand.players)
            ],
            "rounds": list(_rounds(hand)),
            "pots": list(_pots(hand)),
            OWN: _own(hand),
        }
    }


def _event(hand: Hand) -> dict[str, Any]:
    """That it was played in a tournament; what entering it cost is not the table's to know."""
    event = hand.event
    if event is None:
        return {}
    begun = {"initial_stack": _amount(hand, event.started)} if event.started else {}
    return {"tournament": True, "tournament_info": {"tournament_number": event.id, "name": event.title, **begun}}


def _own(hand: Hand) -> dict[str, Any]:
    """What the format has no words for."""
    return {
        "beside": [
            {"player_id": nth, "amount": _amount(hand, each.beside)}
            for nth, each in enumerate(hand.players)
            if each.beside
        ],
        "returned": [{"player_id": nth, "amount": _amount(hand, units)} for nth, units in _returned(hand) if units],
        "burns": hand.burns,
        "under": list(hand.under),
        "beyond": list(hand.beyond),
    }


def _returned(hand: Hand) -> Iterator[tuple[int, int]]:
    """What went back to each player of what they put in: what nobody called, above all, is in no pot of the format."""
    for nth, each in enumerate(hand.players):
        put = sum(post.cents for post in hand.posts if post.seat == each.seat)
        put += sum(deed.cents for deed in hand.deeds if deed.seat == each.seat)
        won = sum(wins_of(pot).get(each.seat, 0) for pot in hand.pots)
        yield nth, each.end - (each.start - put + won)


def _amount(hand: Hand, units: int) -> int | Decimal:
    """An amount in the currency, as it is written: without a point where it is whole, and never with an exponent."""
    whole, rest = divmod(units, hand.scale)
    return Decimal(plain(Fraction(units, hand.scale))) if rest else whole


def _ids(hand: Hand) -> dict[int, int]:
    return {each.seat: nth for nth, each in enumerate(hand.players)}


def _rounds(hand: Hand) -> Iterator[dict[str, Any]]:
    """The rounds of betting, and a showdown where a hand was opened; actions are counted through."""
    numbers = iter(range(1, 10_000))
    rounds = [(_STREETS[street], street, list(_street_actions(hand, street))) for street in range(hand.street + 1)]
    shown = list(_showdown(hand))
    if shown:
        rounds.append(("Showdown", len(STREETS), shown))
    for place, (name, street, actions) in enumerate(rounds):
        cards = [card.value for card in hand.at_street(street)] if 0 < street < len(STREETS) else []
        yield {
            "id": place,
            "street": name,
            "cards": cards,
            "actions": [{"action_number": next(numbers), **each} for each in actions],
        }


def _street_actions(hand: Hand, street: int) -> Iterator[dict[str, Any]]:
    if not street:
        yield from _before_betting(hand)
    laid, ids = dict[int, int](), _ids(hand)
    for deed in hand.deeds:
        if deed.street != street or deed.does == "discard":
            continue
        if deed.does == "laid":
            laid[deed.seat] = laid.get(deed.seat, 0) + deed.cents
            continue
        before = laid.pop(deed.seat, 0)
        if before and not deed.cents:  # chips that were laid and then given up
            yield {"player_id": ids[deed.seat], "action": "Call", **_paid(hand, before)}
        paid = _paid(hand, deed.cents + before) if deed.cents else {}
        all_in = {"is_allin": True} if deed.all_in else {}
        yield {"player_id": ids[deed.seat], "action": _deed(deed), **paid, **all_in}


def _before_betting(hand: Hand) -> Iterator[dict[str, Any]]:
    """What is posted, and the deal."""
    ids, left = _ids(hand), {each.seat: each.start for each in hand.players}
    for each in hand.posts:
        left[each.seat] -= each.cents
        all_in = {} if left[each.seat] else {"is_allin": True}
        yield {"player_id": ids[each.seat], "action": _post(hand, each), **_paid(hand, each.cents), **all_in}
    for who in hand.players:
        seen = {"cards": [card.value for card in who.cards]} if who.cards else {}
        yield {"player_id": ids[who.seat], "action": "Dealt Cards", **seen}


def _paid(hand: Hand, cents: int) -> dict[str, Any]:
    return {"amount": _amount(hand, cents)}


def _post(hand: Hand, posted: Posted) -> str:
    """What the format calls chips that were put in before the cards."""
    if posted.what is Post.ANTE:
        return "Post Ante"
    if posted.what is Post.STRADDLE:
        return "Straddle"
    if posted.what is Post.LIVE:
        return "Post Extra Blind"
    if posted.what is Post.DEAD:
        return "Post Ante" if hand.setting.blind_ante and posted.seat == hand.line[-1] else "Post Dead"
    if posted.seat == hand.line[-1] and posted.nominal == hand.setting.big_blind:
        return "Post BB"
    return "Post SB" if posted.seat == hand.line[-2] else "Post Extra Blind"


def _deed(deed: Deed) -> str:
    """What the format calls it: before the flop the blinds count as the bet."""
    return "Raise" if deed.does == "bet" and not deed.street else _DEEDS[deed.does]


def _showdown(hand: Hand) -> Iterator[dict[str, Any]]:
    """Each hand that was opened, and where one was those that were given up; what was ruled dead then is folded."""
    ids, opened = _ids(hand), {each.seat for each in hand.shown if each.cards}
    told = set[int]()
    for act in hand.acts:
        if isinstance(act, Deed) and act.street == SHOWDOWN:
            yield {"player_id": ids[act.seat], "action": "Fold"}
        elif isinstance(act, Shown) and act.cards and act.seat not in told:
            told.add(act.seat)
            yield {"player_id": ids[act.seat], "action": "Shows Cards", "cards": [card.value for card in act.cards]}
        elif isinstance(act, Shown) and not act.cards and opened:
            yield {"player_id": ids[act.seat], "action": "Mucks Cards"}


def _pots(hand: Hand) -> Iterator[dict[str, Any]]:
    """The pots with what the house took; what was paid beside them is a bonus of the first."""
    ids = _ids(hand)
    beside = {each.seat: each.won_beside + each.prizes for each in hand.players if each.won_beside + each.prizes}
    for place, each in enumerate(hand.pots):
        wins = wins_of(each)
        bonus = beside if not place else {}
        yield {
            "number": place,
            "amount": _amount(hand, each.cents),
            "rake": _amount(hand, each.rake),
            "jackpot": 0,
            "player_wins": [
                {
                    "player_id": ids[seat],
                    "win_amount": _amount(hand, wins.get(seat, 0)),
                    "cashout_amount": 0,
                    "cashout_fee": 0,
                    "bonus_amount": _amount(hand, bonus.get(seat, 0)),
                }
                for seat in dict.fromkeys((*wins, *bonus))
            ],
        }
