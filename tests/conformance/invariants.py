"""What must hold at every table at every moment: chips and cards are conserved, and people are where they can be."""

from __future__ import annotations

from collections import Counter

from croupier.games.crown_poker import State as CrownPoker
from croupier.games.crown_poker.commission import SLIDE
from croupier.table.accounts import pot
from croupier.table.state import BankedTable, Stage, Table

OWED = ("cash", "wallet", "cage", "advance", "tournament")
"""Accounts that may be below nothing: value that came from outside the table, and what the cage brought."""
IN_PLAY = ("stack", "layout", "rack", "pot", "slide", "held")
"""Accounts, as far as a colon, that hold a tournament's chips while a table is reserved for it."""


def check(state: Table, *, below: tuple[str, ...] = OWED) -> None:
    """Everything that must hold; `below` begin the accounts that may hold less than nothing."""
    chips_conserved(state, below)
    cards_conserved(state)
    people_consistent(state)


def chips_conserved(state: Table, below: tuple[str, ...] = OWED) -> None:
    """Accounts sum to nothing, nobody has less than nothing, and the layout holds exactly the open wagers."""
    accounts_balance(state, below)
    chips_do_not_mix(state)
    if isinstance(state, BankedTable):
        wagers_lie_there(state)
    if isinstance(state, CrownPoker):
        side_wagers_lie_there(state)
        pots_hold_what_was_put_in(state)


def accounts_balance(state: Table, below: tuple[str, ...] = OWED) -> None:
    """Money is only moved, and no account below nothing but those it came from."""
    assert sum(state.chips.values()) == 0
    less = {name: cents for name, cents in state.chips.items() if cents < 0 and not name.startswith(below)}
    assert not less, f"less than nothing: {less}"
    assert all(state.chips.values()), "an account that came to nothing is kept"


def chips_do_not_mix(state: Table) -> None:
    """What lies at a reserved table came from the tournament's bank, and none of it stays at one for cash."""
    banks = {name: cents for name, cents in state.chips.items() if name.startswith("tournament:")}
    if state.reserved is None:
        assert not banks and not state.chips.get("reserve")
        return
    assert set(banks) <= {state.reserved.account}
    there = sum(cents for name, cents in state.chips.items() if name.partition(":")[0] in IN_PLAY)
    assert there + sum(banks.values()) == 0, "cash chips are among the tournament's"


def wagers_lie_there(state: BankedTable) -> None:
    """The layout holds the open wagers, and those settled have gone where they went."""
    open_wagers = sum(each.cents for each in state.wagers if each.settled is None)
    assert state.chips.get("layout", 0) == open_wagers
    assert all(0 <= each.at_risk <= each.cents and (each.cents > 0 or each.settled) for each in state.wagers)
    for each in state.wagers:
        if each.settled is not None:
            assert each.settled.taken + each.settled.returned == each.cents


def side_wagers_lie_there(state: CrownPoker) -> None:
    """The layout holds the side wagers that wait, and with what they won those that nobody has been given yet."""
    waiting = sum(each.cents for each in state.wagers if each.settled is None)
    won = [each for each in state.wagers if each.settled is not None and each.settled.paid and not each.sent_back]
    assert state.chips.get("layout", 0) == waiting + sum(8 * each.cents for each in won)
    assert len({each.player for each in state.wagers}) == len(state.wagers)


def pots_hold_what_was_put_in(state: CrownPoker) -> None:
    """Pot and slide hold what the players have put in, until the pots are pushed; then nothing is left of either."""
    play = state.play
    there = state.chips.get(pot(), 0) + state.chips.get(SLIDE, 0)
    assert there == (0 if play is None or play.pots else play.in_pot)
    assert play is None or play.slide == state.chips.get(SLIDE, 0)


def cards_conserved(state: Table) -> None:
    """Every card is in the shoe, on the table, held aside or discarded; none is seen more often than it exists."""
    shoe, on_table, aside, face_down = state.shoe, state.cards_on_table(), state.care.excess, state.face_down()
    assert shoe.inside >= 0 and shoe.discards >= 0 and face_down >= 0
    assert shoe.inside + shoe.discards + len(on_table) + face_down + len(aside) == shoe.size
    seen = Counter(card for card in (*on_table, *aside) if card is not None)
    for card, times in seen.items():
        assert shoe.unseen[card.number] + times <= shoe.full[card.number], f"one {card} too many"
    assert max(shoe.unseen) <= shoe.decks
    unseen_outside = sum(shoe.unseen) - shoe.inside
    assert face_down <= unseen_outside <= face_down + shoe.discards + sum(card is None for card in aside)


def people_consistent(state: Table) -> None:
    """Seats are taken once, every wager's owner is here, and nobody wagers at a closed table."""
    seats = [person.seat for person in state.people.values() if person.seat is not None]
    assert len(seats) == len(set(seats)) and all(1 <= seat <= state.seats for seat in seats)
    if state.stage is Stage.CLOSED:
        assert not state.people and not state.cards_on_table()
    if not isinstance(state, BankedTable):
        return
    assert all(wager.player in state.people for wager in state.wagers)
    assert all(spoken.player in state.people for spoken in state.spoken)
    assert len({wager.key for wager in state.wagers}) == len(state.wagers)
    if state.stage is Stage.CLOSED:
        assert not state.wagers
