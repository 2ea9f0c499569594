"""A wallet is never overdrawn, and every chip in it came from somewhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.double_chance.operating import VoucherExchanged
from croupier.house.streams import TABLE, Source
from croupier.house.wallet import (
    CASH,
    PLAY_CHIPS,
    ChipsBrought,
    ChipsGiven,
    ChipsGranted,
    ChipsTaken,
    Give,
    Take,
    TopUp,
    Wallet,
    decide,
    evolve,
)
from croupier.house.wallets import WALLETS
from croupier.money import Move
from croupier.table.contract import Actor, Command, Event, Reason, Refusal

UNDER = ("MM 5.1",)
VOUCHER = ("DC 1.1:casino promotional voucher",)


def after(wallet: Wallet, command: Command) -> tuple[Wallet, tuple[Event, ...]]:
    decision = decide(wallet, command)
    assert not isinstance(decision, Refusal), decision
    for event in decision:
        wallet = evolve(wallet, event)
    return wallet, decision


def test_a_guest_is_topped_up_to_a_thousand_dollars_of_play_chips() -> None:
    wallet, events = after(Wallet("ann", 300_00), TopUp())
    assert wallet.cents == 1_000_00
    assert events == (
        ChipsGranted(player="ann", cents=700_00, moves=(Move(PLAY_CHIPS, "wallet:ann", 700_00),), under=()),
    )


@pytest.mark.parametrize("cents", [1_000_00, 1_000_01])
def test_a_wallet_that_holds_enough_is_not_topped_up(cents: int) -> None:
    assert decide(Wallet("ann", cents), TopUp()) == Refusal(Reason.ALREADY, (), {"has": cents, "up to": 1_000_00})


def test_all_of_a_wallet_may_be_taken_to_a_table_but_not_a_cent_more() -> None:
    wallet, events = after(Wallet("ann", 500), Take(cents=500, table="mm-1", under=UNDER))
    assert wallet.cents == 0
    assert events == (ChipsTaken(player="ann", cents=500, table="mm-1", under=UNDER),)
    refusal = decide(Wallet("ann", 500), Take(cents=501, table="mm-1", under=UNDER))
    assert refusal == Refusal(Reason.NOT_ENOUGH_CHIPS, UNDER, {"has": 500, "asked": 501})


def test_what_a_walk_in_lacks_is_brought_as_cash_and_on_record() -> None:
    wallet, events = after(Wallet("ann", 200), Take(cents=500, table="mm-1", under=UNDER, brought=True))
    assert wallet.cents == 0
    assert events == (
        ChipsBrought(player="ann", cents=300, moves=(Move(CASH, "wallet:ann", 300),), under=UNDER),
        ChipsTaken(player="ann", cents=500, table="mm-1", under=UNDER),
    )


def test_chips_come_back_from_a_table() -> None:
    wallet, events = after(Wallet("ann", 200), Give(cents=500, table="mm-1", under=UNDER))
    assert wallet.cents == 700
    assert events == (ChipsGiven(player="ann", cents=500, table="mm-1", under=UNDER),)


amounts = st.integers(1, 2_000_00)
commands = st.one_of(
    st.builds(TopUp, to=amounts),
    st.builds(Take, cents=amounts, table=st.just("mm-1"), under=st.just(UNDER), brought=st.booleans()),
    st.builds(Give, cents=amounts, table=st.just("mm-1"), under=st.just(UNDER)),
)


@given(st.lists(commands, max_size=30))
def test_whatever_is_asked_a_wallet_is_never_overdrawn_and_adds_up(asked: list[Command]) -> None:
    wallet, came, went = Wallet("ann"), 0, 0
    for command in asked:
        decision = decide(wallet, command)
        if isinstance(decision, Refusal):
            continue
        for event in decision:
            wallet = evolve(wallet, event)
            came += 0 if isinstance(event, ChipsTaken) else event.cents
            went += event.cents if isinstance(event, ChipsTaken) else 0
            assert wallet.cents >= 0
    assert wallet.cents == came - went


def test_a_voucher_is_exchanged_once_in_the_whole_house() -> None:
    exchanged = VoucherExchanged(player="ann", voucher="A-17", cents=500, tokens=False, under=VOUCHER)
    dan = Actor("dan", "Dan", "dealer")
    asked = [
        WALLETS.asked(Source(kind=TABLE, id=table, events=(exchanged,), by=dan, at=0, state=None), {})
        for table in ("dc-1", "dc-2")
    ]
    (here,), (there,) = asked
    assert here.id == there.id == "voucher:A-17"
    purse, _ = after(WALLETS.initial(here.id), here.command)
    assert decide(purse, there.command) == Refusal(Reason.ALREADY, VOUCHER, {"voucher": "exchanged"})
