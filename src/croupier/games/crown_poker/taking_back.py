"""A street taken back: its cards leave the board, and what was bet on them goes back to its players.

Cards that go back into the deck have no order there: what everyone has seen of them is on record, and any may come.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.crown_poker.bonus import without_unverified
from croupier.games.crown_poker.commission import SLIDE
from croupier.games.crown_poker.misdeal import pushed_back
from croupier.games.crown_poker.state import BOARD, BURNS, Contender, Play, State, account
from croupier.games.crown_poker.terms import STREETS
from croupier.money import Move
from croupier.table.accounts import pot
from croupier.table.care import to_shuffle
from croupier.table.hands import Hand
from croupier.table.state import ShuffleCause, Stage


def newest(state: State) -> int:
    """The street whose cards were laid last; a flop dealt for side wagers alone counts."""
    play = state.play
    if play is None:
        return 0
    return play.street or (1 if state.hand(*BOARD).size else 0)


def bets_back(state: State, play: Play, since: int | None = None) -> Iterator[Move]:
    """What was bet since the cards of a street were laid, back to its players; the slide is reckoned anew.

    The street is that laid last unless it is said; pots that were pushed come back first.
    """
    if play.pots:
        yield from pushed_back(state, play)
    elif play.street and play.slide:
        yield Move(SLIDE, pot(), play.slide)
    for each, before in zip(play.contenders, _puts(play, since or play.street), strict=True):
        if play.street and each.put > before:
            yield Move(pot(), account(state, each.player), each.put - before)


def _puts(play: Play, street: int) -> tuple[int, ...]:
    """What everyone had put in when a street was laid; whoever was given something back since has no more in."""
    if not street:
        return tuple([each.put for each in play.contenders])
    puts = play.laid[street - 1].puts
    return tuple([min(each.put, put) for each, put in zip(play.contenders, puts, strict=True)])


def _as_before(each: Contender, put: int, street: int) -> Contender:
    """A player without what they did since the cards of a street were laid."""
    return replace(
        each,
        bet=0,
        put=put,
        wagered=None if each.wagered is not None and each.wagered >= street else each.wagered,
        only_calls=False,
        barred=False,
        shown=False,
        mucked=False,
    )


def street_off(state: State, since: int | None = None) -> tuple[State, tuple[Card, ...]]:
    """The table without a street and its betting, the one laid last unless it is said; those who folded stay out.

    What came after it goes with it.
    """
    play, street = state.play, since or newest(state)
    assert play is not None
    board = state.hand(*BOARD)
    keep = sum([each.cards for each in STREETS[:street]])
    cards = tuple([card for card in board.cards[keep:] if card is not None])
    hands = {place: hand for place, hand in state.hands.items() if place != BOARD}
    if keep:
        hands[BOARD] = Hand(board.cards[:keep], (1 << keep) - 1)
    if not play.street:  # it was dealt for side wagers alone
        play = replace(play, pots=(), told=())
        return replace(state, hands=hands, play=play, stage=Stage.SETTLING, prizes=without_unverified(state)), cards
    then, puts = play.laid[street - 1], _puts(play, street)
    contenders = [_as_before(each, put, street) for each, put in zip(play.contenders, puts, strict=True)]
    play = replace(
        play,
        contenders=tuple(contenders),
        street=street - 1,
        laid=play.laid[: street - 1],
        asked=(),
        acted=(),
        acted_before=then.acted,
        played=tuple([each for each in play.played if each < street]),
        unburned=tuple([each for each in play.unburned if each <= street]),
        bettor=0,
        early=(),
        to_show=(),
        to_discard=(),
        chosen=(),
        called=then.called,
        slide=0,
        pots=(),
        told=(),
    )
    state = replace(state, prizes=without_unverified(state))
    stage = Stage.DRAWING if len(play.live) > 1 else Stage.SETTLING
    return replace(state, hands=hands, play=play, stage=stage), cards


def burns_less(state: State) -> State:
    """The table without the burn that was written down and never made: that card is still in the deck."""
    burns = state.hand(*BURNS)
    nth = max(place for place, card in enumerate(burns.cards) if card is None)
    left = Hand((*burns.cards[:nth], *burns.cards[nth + 1 :]), _closed_up(burns.open, nth))
    hands = {place: hand for place, hand in state.hands.items() if place != BURNS}
    if left.size:
        hands[BURNS] = left
    return replace(state, hands=hands, shoe=replace(state.shoe, inside=state.shoe.inside + 1))


def _closed_up(bits: int, place: int) -> int:
    below = bits & ((1 << place) - 1)
    return below | (bits >> (place + 1)) << place


def burned_too(state: State) -> State:
    """The table with a burn made before cards that came too early; it stays."""
    hands = {**state.hands, BURNS: state.hands.get(BURNS, Hand()).face_down()}
    return replace(state, hands=hands, shoe=state.shoe.out_unseen())


def to_be_shuffled(state: State, cards: tuple[Card, ...]) -> State:
    """The table once these cards are in the deck again, to be shuffled and cut."""
    play = state.play
    assert play is not None
    then = play.burns_then if play.returned else state.hand(*BURNS).hidden
    play = replace(play, returned=tuple(dict.fromkeys((*play.returned, *cards))), burns_then=then)
    state = replace(state, play=play)
    shoe = state.shoe.reshuffled(state.cards_on_table(), state.face_down())
    return replace(state, shoe=shoe, care=to_shuffle(state, ShuffleCause.TAKEN_BACK))
