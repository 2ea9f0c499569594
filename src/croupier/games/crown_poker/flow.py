"""How a hand goes on: who is asked in a round of betting, what follows when it is over, and who shows first."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.games.crown_poker.betting import Betting
from croupier.games.crown_poker.state import Contender, Laid, Play, State
from croupier.games.crown_poker.terms import RIVER, STREETS
from croupier.table.state import Stage


def rotated(contenders: tuple[Contender, ...], after: int) -> tuple[Contender, ...]:
    """Those in the hand clockwise, beginning after a seat; as they lie, they begin at the button's left."""
    for place, each in enumerate(contenders):
        if each.seat == after:
            return contenders[place + 1 :] + contenders[: place + 1]
    return contenders


def able(state: State, play: Play) -> tuple[Contender, ...]:
    """Those in the hand who still have chips to bet with."""
    chips = state.chips
    return tuple([each for each in play.contenders if not each.folded and f"stack:{each.player}" in chips])


def others_able(state: State, play: Play, who: Contender, most: int) -> int:
    """How many others in the hand still have chips to bet with, counted up to so many."""
    chips, found = state.chips, 0
    for each in play.contenders:
        if each is not who and not each.folded and f"stack:{each.player}" in chips:
            found += 1
            if found == most:
                break
    return found


def to_ask(state: State, play: Play, after: int) -> tuple[int, ...]:
    """The seats asked in a round of betting that begins after a seat.

    The only player who still has chips is asked no more than whether to match what others have bet (ruling 120).
    """
    chips, contenders = state.chips, rotated(play.contenders, after) if after else play.contenders
    asked = tuple([each.seat for each in contenders if not each.folded and f"stack:{each.player}" in chips])
    if len(asked) == 1:
        alone = play.at(asked[0])
        most = max([each.bet for each in contenders if not each.folded and each is not alone], default=0)
        return asked if most > alone.bet else ()
    return asked


def still_asked(chips: Mapping[str, int], contenders: tuple[Contender, ...], asked: tuple[int, ...]) -> tuple[int, ...]:
    """Those yet to act after someone has acted: nobody, where the last of them has nothing to match nor to bet for."""
    if len(asked) != 1:
        return asked
    (seat,) = asked
    bet = next(each.bet for each in contenders if each.seat == seat)
    for each in contenders:
        if each.seat != seat and not each.folded and (each.bet > bet or f"stack:{each.player}" in chips):
            return asked
    return ()


def left_unasked(state: State, play: Play) -> bool:
    """Whether one player of several has chips left and is not asked, for a check would mean nothing (ruling 120)."""
    left = able(state, play) if len(play.live) > 1 else ()
    return len(left) == 1 and left[0].seat not in play.acted


def after_betting(state: State) -> State:
    """The table when a round of betting is over: the bets lie in the pots, and cards are discarded, dealt or shown."""
    play = state.play
    assert play is not None
    contenders = tuple([_collected(each) for each in play.contenders])
    live = [each for each in contenders if not each.folded]
    play = replace(play, contenders=contenders, asked=(), early=())
    discard_after = state.setting.game.discard_after
    if len(live) > 1 and discard_after == play.street and any(not each.discarded for each in live):
        seats = tuple([each.seat for each in live if not each.discarded])
        return replace(state, play=replace(play, to_discard=seats), stage=Stage.CHOOSING)
    return after_discards(replace(state, play=play))


def _collected(each: Contender) -> Contender:
    return replace(each, bet=0, only_calls=False, barred=False) if each.bet or each.only_calls or each.barred else each


def after_discards(state: State) -> State:
    """The table when nothing more is bet or discarded in a round: more cards come, or hands are shown, or it is won."""
    play = state.play
    assert play is not None
    live = play.live
    if len(live) == 1:
        return replace(state, stage=Stage.SETTLING)
    if play.street == RIVER:
        asked = tuple([seat for seat in show_order(play) if not play.at(seat).shown])
        return replace(state, play=replace(play, to_show=asked), stage=Stage.SETTLING)
    return replace(state, stage=Stage.DRAWING)


def show_order(play: Play) -> tuple[int, ...]:
    """Who shows first, and then clockwise: whoever was called, else the first left of the button (ruling 120)."""
    live = play.live
    seats = [each.seat for each in live]
    first = play.bettor or (0 if play.acted else play.called)
    if first not in seats:
        return tuple(seats)
    place = seats.index(first)
    return (*seats[place:], *seats[:place])


def opened(state: State, play: Play, street: int) -> State:
    """The table when the community cards of a street lie there: betting begins at the button's left, if anyone can."""
    least = state.setting.limit.bet(street)
    acted_before = (*play.acted_before, *[seat for seat in play.acted if seat not in play.acted_before])
    laid = Laid(tuple([each.put for each in play.contenders]), acted_before, play.called)
    play = replace(
        play,
        street=street,
        betting=Betting(0, 0, least, 0),
        acted=(),
        acted_before=acted_before,
        played=(*play.played, play.street) if len(play.acted) > 1 else play.played,
        laid=(*play.laid, laid),
        bettor=0,
        raised_from=(),
        burned=False,
        asked=(),
        to_show=(),
    )
    asked = to_ask(state, play, 0)
    state = replace(state, play=replace(play, asked=asked), stage=Stage.CHOOSING)
    return state if asked else after_betting(state)


def street_name(street: int) -> str:
    """What a round of betting is called."""
    return STREETS[street].name
