"""A table's terms as a page of evidence says them."""

from __future__ import annotations

from croupier.games import game
from croupier.games.crown_poker import Commission, Setting
from croupier.scripts.standing import terms_said
from croupier.scripts.vocabulary import vocabulary

POKER = game("crown-poker")


def said(**terms: object) -> list[str]:
    return terms_said(vocabulary("crown-poker"), POKER.initial(POKER.terms(**terms)), {})


def test_a_table_without_a_time_of_its_own_is_not_said_to_give_no_time() -> None:
    """At 0 seconds to act it takes the time of its house, which each turn on record says."""
    assert not [each for each in said() if "seconds to act" in each]
    assert "20 seconds to act" in said(setting=Setting(seconds_to_act=20))


def test_what_there_is_none_of_is_no_term() -> None:
    assert not [each for each in said() if each.startswith(("ante", "blind ante", "straddles", "commission"))]
    found = said(setting=Setting(ante=100, straddles=2), commission=Commission(per_mille=50, cap=1000))
    assert {"ante $1", "straddles 2", "commission 5 per cent capped at $10"} <= set(found)
    assert "blind ante $0" not in found
