"""A hand of the record in the PHH format; what the format has no words for stands in a field of this house's own.

Amounts are in the currency, and in chips where the hand names a tournament as its event. The order of the players, the
blinds of two players, posts as amounts below nothing and hands opened before the board is complete are as the format's
other readers expect them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from decimal import Decimal

from croupier.cards import Card
from croupier.games.crown_poker.blinds import to_come_in
from croupier.games.crown_poker.state import Post, Posted
from croupier.games.crown_poker.terms import RIVER, LimitKind, Readings
from croupier.hands.codes import CODE_OF, Code
from croupier.hands.own import OWN, words_of
from croupier.hands.record import SHOWDOWN, Deed, Hand, Player, Shown


def as_phh(hand: Hand) -> str:
    """The hand as the text of a `.phh` file."""
    code = CODE_OF[Code(hand.setting.variant, hand.setting.limit.kind)]
    return "".join(f"{line}\n" for line in (*_fields(hand, code), "", f"[{OWN}]", *_own(hand)))


def _fields(hand: Hand, code: str) -> Iterator[str]:
    """What the format can say."""
    limit, players = hand.setting.limit, hand.players
    dead = any(each.what is Post.DEAD for each in hand.posts)
    posted = [_posted(hand, who) for who in players]
    antes = [sum(each.nominal for each in _of(hand, who) if each.what in (Post.ANTE, Post.DEAD)) for who in players]
    yield f"variant = {_text(code)}"
    yield f"ante_trimming_status = {'false' if dead else 'true'}"
    yield f"antes = {_amounts(hand, antes[::-1] if len(players) == 2 else antes)}"
    yield f"blinds_or_straddles = {_amounts(hand, posted[::-1] if len(players) == 2 else posted)}"
    if limit.kind is LimitKind.FIXED:
        yield f"small_bet = {_amount(hand, limit.bet(0))}"
        yield f"big_bet = {_amount(hand, limit.bet(RIVER))}"
    else:
        yield f"min_bet = {_amount(hand, limit.bet(0))}"
    yield f"starting_stacks = {_amounts(hand, (each.start for each in players))}"
    yield f"actions = [{', '.join(map(_text, _actions(hand)))}]"
    if hand.at:
        when = datetime.fromtimestamp(hand.at / 1000, UTC)
        yield f"time = {when:%H:%M:%S}"
        yield 'time_zone = "UTC"'
        yield from (f"day = {when.day}", f"month = {when.month}", f"year = {when.year}")
    if hand.event is not None:
        yield f"event = {_text(hand.event.title)}"
    yield f"venue = {_text(hand.casino)}"
    yield f"table = {_text(hand.table)}"
    yield f"hand = {hand.number}"
    yield f"seats = [{', '.join(str(each.seat) for each in players)}]"
    yield f"seat_count = {hand.seats}"
    yield f"players = [{', '.join(_text(each.name) for each in players)}]"
    yield f"finishing_stacks = {_amounts(hand, (each.end for each in players))}"


def _own(hand: Hand) -> Iterator[str]:
    """What the format cannot say: enough to play the hand again, and to know what it cost and rested on."""
    setting, commission, players = hand.setting, hand.commission, hand.players
    yield f"scale = {hand.scale}"
    yield f"at = {hand.at}"
    if hand.event is not None:
        yield f"tournament = {_text(hand.event.id)}"
    yield "antes_as_blinds = true"
    yield f"smallest_chip = {_amount(hand, hand.smallest)}"
    yield f"line = [{', '.join(map(str, hand.line))}]"
    yield f"line_before = [{', '.join(map(str, hand.line_before))}]"
    yield f"again = [{', '.join(map(str, hand.again))}]"
    yield f"blinds = {_amounts(hand, setting.blinds)}"
    yield f"bets = {_amounts(hand, setting.limit.bets)}"
    if setting.limit.most:
        yield f"most = {_amounts(hand, setting.limit.most)}"
    yield f"straddles = {setting.straddles}"
    yield f"ante = {_amount(hand, setting.ante)}"
    yield f"blind_ante = {_amount(hand, setting.blind_ante)}"
    yield f"sittings = [{', '.join(_text(words_of(each.sitting)) for each in players)}]"
    yield f"waiting = [{', '.join(map(str, hand.waiting))}]"
    yield f"dead_blinds = {_amounts(hand, (_missed(hand, each) for each in players))}"
    yield f"beside = {_amounts(hand, (each.beside for each in players))}"
    yield f"paid_beside = {_amounts(hand, (each.won_beside for each in players))}"
    yield f"prizes = {_amounts(hand, (each.prizes for each in players))}"
    on = [name for name in Readings.__struct_fields__ if getattr(hand.readings, name)]
    yield f"readings = [{', '.join(map(_text, on))}]"
    parts = [f"per_mille = {commission.per_mille}"]
    fees = ", ".join(f"[{least}, {_amount(hand, cents)}]" for least, cents in commission.hand_fees)
    parts += [f"hand_fees = [{fees}]"] if fees else []
    parts += [f"cap = {_amount(hand, commission.cap)}"] if commission.cap is not None else []
    yield f"commission = {{ {', '.join(parts)} }}"
    yield f"rake = {_amounts(hand, (each.rake for each in hand.pots))}"
    if hand.rake and not commission.from_pots:
        yield "rake_told = true"
    yield f"burns = {hand.burns}"
    yield f"laid = [{', '.join(_laid(hand))}]"
    for ruled in ("dead", "void"):
        yield f"{ruled} = [{', '.join(_ruled(hand, ruled))}]"
    places = _places(hand)
    yield f"early = [{', '.join(str(places[id(each)]) for each in hand.deeds if each.early)}]"
    yield f"times = [{', '.join(_times(hand))}]"
    yield f"under = [{', '.join(map(_text, hand.under))}]"
    yield f"beyond = [{', '.join(map(_text, hand.beyond))}]"


def _of(hand: Hand, who: Player) -> list[Posted]:
    return [each for each in hand.posts if each.player == who.id]


def _posted(hand: Hand, who: Player) -> int:
    """The blind or straddle that was due of someone, or a post out of turn below nothing, had the chips sufficed."""
    blinds = dict(zip(hand.line[1:], hand.setting.blinds[1 - len(hand.line) :], strict=True))
    if who.seat in blinds:
        return blinds[who.seat]
    posts = who.sitting.posts and who.sitting.waits
    live = to_come_in(who.sitting, hand.setting, hand.readings)[0] if posts else 0
    return -live or sum(each.nominal for each in _of(hand, who) if each.what is Post.STRADDLE)


def _missed(hand: Hand, who: Player) -> int:
    """The dead chips that are a missed blind, not the ante of the last blind."""
    return sum(each.nominal for each in _of(hand, who) if each.what is Post.DEAD) if who.sitting.posts else 0


def _written(hand: Hand) -> Iterator[tuple[str, Deed | Shown | None]]:
    """Every action, and what was done by it."""
    number = {each.seat: f"p{nth}" for nth, each in enumerate(hand.players, 1)}
    for who in hand.players:
        hidden = "??" * (hand.setting.game.hole - len(who.cards))
        yield f"d dh {number[who.seat]} {_cards(who.cards)}{hidden}", None
    last = _shown_after(hand)
    for street in range(hand.street + 1):
        if street:
            yield f"d db {_cards(hand.at_street(street))}", None
        for each in hand.acts:
            if isinstance(each, Deed) and each.street == street and each.does != "laid":
                yield f"{number[each.seat]} {_does(hand, each)}", each
        if street == last:
            for act in hand.acts:
                if isinstance(act, Shown) and act.asked:
                    yield f"{number[act.seat]} sm {_cards(act.cards)}".rstrip(), act
                elif isinstance(act, Deed) and act.street == SHOWDOWN:
                    yield f"{number[act.seat]} {_does(hand, act)}", act


def _shown_after(hand: Hand) -> int:
    """The street after which hands are opened: as others write it, once nobody can bet any more and all are opened."""
    given_up = any(not each.cards for each in hand.shown if each.asked)
    ruled = any(each.street == SHOWDOWN for each in hand.deeds)
    if given_up or ruled or hand.setting.game.discard_after is not None:
        return hand.street
    return max([each.street for each in hand.deeds], default=0)


def _actions(hand: Hand) -> Iterator[str]:
    yield from (text for text, _ in _written(hand))


def _does(hand: Hand, deed: Deed) -> str:
    if deed.does in ("fold", "dead", "void"):
        return "f"
    if deed.does == "discard":
        return "sd ??"
    return "cc" if deed.does in ("check", "call") else f"cbr {_amount(hand, deed.to)}"


def _places(hand: Hand) -> dict[int, int]:
    """The number of the action by which each thing was done."""
    return {id(act): place for place, (_, act) in enumerate(_written(hand), 1) if act is not None}


def _ruled(hand: Hand, ruled: str) -> Iterator[str]:
    """The numbers of the folds that were rulings."""
    places = _places(hand)
    yield from (str(places[id(each)]) for each in hand.deeds if each.does == ruled)


def _times(hand: Hand) -> Iterator[str]:
    """When things were done: the number of the action, and the milliseconds since the hand began."""
    places = _places(hand)
    yield from (f"[{places[id(each)]}, {each.at}]" for each in hand.deeds if each.at and id(each) in places)


def _laid(hand: Hand) -> Iterator[str]:
    """Chips laid short of a call, each with the number of the action that followed."""
    places = _places(hand)
    for nth, deed in enumerate(hand.deeds):
        if deed.does == "laid":
            then = next(each for each in hand.deeds[nth:] if each.seat == deed.seat and each.does != "laid")
            yield f"[{places[id(then)]}, {_amount(hand, deed.cents)}]"


def _cards(cards: Iterable[Card]) -> str:
    return "".join(card.value for card in cards)


def _amount(hand: Hand, units: int) -> str:
    """An amount in the currency, without a point where it is whole."""
    whole, rest = divmod(units, hand.scale)
    return str(whole) if not rest else f"{(Decimal(units) / hand.scale).normalize():f}"


def _amounts(hand: Hand, units: Iterable[int]) -> str:
    return f"[{', '.join(_amount(hand, each) for each in units)}]"


def _text(text: str) -> str:
    """A string of TOML, whose escapes are those of JSON but for one."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
