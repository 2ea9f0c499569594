"""Lines as people would write them, and lines for what others cannot tell: the hands of a split, the house's tables."""

from __future__ import annotations

import pytest

from croupier.scripts import Result, ScriptError, parse, run

BLACKJACK = """# A rule.
table blackjack, 8 decks, limits $5 to $500
Ann sits at 1 with $100
Ann bets $10 on blackjack
deal 8c 6d 8h
"""


def played(text: str) -> Result:
    return run(parse(text))


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Ann hits", "expected “draws”, not “hits”"),
        ("Ann hit", "expected “draws”, not “hit”"),
        ("Ann hits 5h", "expected “draws”, not “hits”"),
        ("Ann twists", "expected “draws”, not “twists”"),
        ("Ann sticks", "expected “stands”, not “sticks”"),
    ],
)
def test_a_word_of_other_tables_is_answered_with_that_of_scripts(line: str, meant: str) -> None:
    with pytest.raises(ScriptError) as unread:
        parse(f"{BLACKJACK}{line}\n")
    assert unread.value.message == meant and unread.value.column == 5


def test_whoever_passes_at_poker_folds() -> None:
    text = "# A rule.\ntable crown-poker, holdem, no limit $10, blinds $5 and $10\nAnn passes\n"
    with pytest.raises(ScriptError, match=r"expected “(checks|folds)”, not “passes”"):
        parse(text)


@pytest.mark.parametrize(
    ("table", "bet", "clause"),
    [
        ("blackjack, 8 decks", "pontoon", "BJ 2.2.1"),
        ("blackjack, 8 decks", "pandemonium", "BJ 2.2.1"),
        ("blackjack, crown pontoon, 8 decks", "blackjack", "BJ 2.2.1"),
        ("blackjack, vegas blackjack, 4 decks", "magnificent sevens", "BJ 2.2.1"),
        ("crown-poker, holdem, no limit $10, blinds $5 and $10", "red", "CP 8.15.1"),
    ],
)
def test_a_bet_that_the_variant_does_not_have_is_said_to_be_none_of_it(table: str, bet: str, clause: str) -> None:
    fault = played(f"# A rule.\ntable {table}\nAnn sits at 1 with $500\nAnn bets $10 on {bet}\n").fault
    assert fault is not None and fault.line == 4
    assert fault.message == f"refused: that bet is not offered here (bet {bet}) [{clause}]"


SPLIT = f"""{BLACKJACK}Ann splits
deal Th
Ann stands
deal 5h
expect wager of Ann $20 on blackjack at 1
expect wager of Ann $10 on blackjack at 1 hand 2
Ann draws
deal Kd
deal Tc Kc
settle
expect blackjack of Ann +$10 at 1 hand 1
expect blackjack of Ann -$10 at 1 hand 2
expect Ann no change
"""
"""18 and 23 against a dealer who goes over 21."""


def test_each_hand_of_a_split_can_be_expected_by_itself() -> None:
    fault = played(SPLIT).fault
    assert fault is None, fault
    for right, wrong in (("+$10 at 1 hand 1", "+$10 at 1 hand 2"), ("-$10 at 1 hand 2", "-$10 at 1 hand 1")):
        other = played(SPLIT.replace(right, wrong)).fault
        assert other is not None and "expected blackjack of Ann" in other.message
    third = played(SPLIT.replace("hand 2\nexpect Ann", "hand 3\nexpect Ann")).fault
    assert third is not None and third.message == "Ann's wager on blackjack of hand 3 has not ended"


def test_another_table_of_the_house_has_a_version_only_where_this_one_has() -> None:
    fault = played(f"{BLACKJACK}another table opens with version 1\n").fault
    assert fault is not None
    assert fault.message == "this table offers nothing that all tables have in one version"


NOTED = """# What a hand will be at a real table holds though its player picks it up first.
table {table}
Ann sits at 1 with $100
{lines}
"""
DOUBLE_CHANCE = """Ann bets $10 on wager
hand at 1: Ks 3h 9c 5d Jc
deal
Ann picks up
Ann discards any 3
sixth cards 2h
expect Ann +$10 under DC 9.3
"""
"""The 2 of hearts is beaten by the 3 that was kept."""


def test_a_noted_hand_is_not_used_up_by_picking_it_up_at_a_real_table() -> None:
    text = NOTED.format(table="double-chance, real, limits $5 to $500", lines=DOUBLE_CHANCE)
    fault = played(text).fault
    assert fault is None, fault
