"""Tournament entries that are open keep a version from being left, wherever in the house they were won."""

from msgspec.structs import replace

from croupier.games.blackjack import RULES, Terms, Variant, initial
from croupier.house.streams import Source
from croupier.house.versions import VERSIONS, CountEntries, TakeUp, VersionsInPlay
from croupier.table.contract import Actor, Reason, Refusal
from croupier.table.rounds import RoundClosed
from croupier.table.rules import OneVersion
from croupier.table.state import Ending, Settled, Wager
from croupier.table.versions import LastEntryDetermined
from tests.witness import witnesses

HOUSE = Actor("house", "The house", "casino-operator")
RULE = RULES[Variant.BLACKJACK]
TO_TWO = OneVersion(
    name="magnificent-sevens",
    version=2,
    under=("BJ 13.7.2",),
    notice_under=("BJ 13.7.3",),
    entries_under=("BJ 13.7.3(a)",),
)


@witnesses("BJ 13.7.3(a)")
def test_an_entry_open_at_another_table_bars_version_2() -> None:
    before = VersionsInPlay(entries={"far": 1}, version=1)
    refused = VERSIONS.decide(before, TakeUp(table="near", plays=TO_TWO), HOUSE, 0, {})
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.under) == (Reason.NOT_NOW, ("BJ 13.7.3(a)",))
    after = VersionsInPlay(version=1)
    assert not isinstance(VERSIONS.decide(after, TakeUp(table="near", plays=TO_TWO), HOUSE, 0, {}), Refusal)


def test_entries_are_counted_when_their_round_is_over_and_taken_off_when_the_last_is_determined() -> None:
    under = ("BJ 13 Table 1:Three Sevens same suit",)
    won = Settled(1, "magnificent sevens", "ann", 1_00, Ending.WON, 0, 1_00, 7_770_00, under)
    lost = Settled(2, "magnificent sevens", "bob", 1_00, Ending.LOST, 1_00, 0, 0, ("BJ 13.4.2(a)",))
    table = initial(Terms(sevens=1))
    wagers = tuple(Wager(each.area, each.bet, each.player, each.stake, settled=each) for each in (won, lost))
    state = replace(table, wagers=wagers)
    events = (RoundClosed(round=1, cards=9, under=()), LastEntryDetermined(entries=3, under=()))
    source = Source(kind="table", id="near", events=events, by=HOUSE, at=0, state=state, rules=RULE)
    asked = VERSIONS.asked(source, {})
    assert [each.command for each in asked] == [
        CountEntries(table="near", entries=1),
        CountEntries(table="near", entries=-3),
    ]
    assert {each.id for each in asked} == {"magnificent-sevens"}
