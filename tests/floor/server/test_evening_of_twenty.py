"""The evening of docs/tournament-director.md, by its own conditions and with twenty entrants, over HTTP."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from croupier.house.tournaments.commands import ORDINARY
from croupier.house.tournaments.findings import findings
from croupier.house.tournaments.reading import read
from croupier.table.declare import COMMANDS
from tests.floor.server.evenings import announced, desk, entered, page, play_on, seated
from tests.floor.server.serving import Staffed, served

GUIDE = Path(__file__).parents[3] / "docs/tournament-director.md"
CHIP = {"minimum": 25_00, "maximum": 500_00, "step": 25_00}


def test_twenty_entrants_play_the_evening_that_the_guide_describes(tmp_path: Path) -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    text, sit_and_go = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)
    assert findings(read(sit_and_go)).complete
    # Now instead of on that evening, and with a hand instead of fifteen: that changes nothing of what is done.
    text = text.replace("2027-03-05", "2020-03-05").replace("hands = 15", "hands = 1")
    with served(tmp_path, house=Staffed) as house:
        limits = dict.fromkeys(("pair match", "suit match", "miss match"), CHIP)
        tables = [house.new_table(f"heats-{number}", limits=limits, device="machine") for number in (1, 2, 3)]
        announced(house, "friday-heats", text)
        people = entered(house, "friday-heats", *[f"Guest {letter}" for letter in "ABCDEFGHIJKLMNOPQRST"])
        seated(house, "friday-heats", *tables)
        begun = page(house.stranger(), "friday-heats")
        assert sorted(Counter(each["table"] for each in begun["standings"]).values()) == [6, 7, 7]
        play_on(house, "friday-heats", people)
        over = desk(house.staff("supervisor"), "friday-heats")
        ranks = [each["rank"] for each in over["tournament"]["standings"]]
        assert ranks[:4] == [1, 2, 3, 4], "those who are paid differently are told apart; the others may be equal"
        assert sum(rank <= 7 for rank in ranks) == 7
        assert [each["prize"] for each in over["tournament"]["standings"][:4]] == [500_00, 300_00, 200_00, 0]
        assert over["issued"] == over["withdrawn"]
        assert sum(house.store.balances().values()) == 0


def test_every_act_that_the_guide_names_is_called_so() -> None:
    named = set(re.findall(r"\*\*([^*]+)\*\*", GUIDE.read_text(encoding="utf-8")))
    labels = {COMMANDS[kind].label for kind in ORDINARY}
    elsewhere = {
        *("operator", "inspector", "director", "Operate", "A new table", "Tournaments", "A new tournament"),
        *("Write the conditions down", "Change the conditions", "Due next", "Everything else", "Sign in to enter"),
        *(
            "Seat cards",
            "To your seat",
            "Results to print",
            "Who sits where",
            "Move",
            "Put right",
            "Put it on the floor",
            "A deal",
        ),
        *("Pause", "Let the clock go on", "Begin level 2", "Begin the break"),
    }
    assert named - elsewhere <= labels
    assert len(named & labels) > 15
