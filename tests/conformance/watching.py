"""Following a script with the list of what is hidden in hand: what happens, and what everyone sees between the acts."""

from __future__ import annotations

from croupier.scripts.kinds import Subject
from croupier.scripts.table import Table
from croupier.table.contract import Actor, Command, Event
from tests.conformance.clearing import Clearing
from tests.conformance.concealment import HOUSE, ONLOOKER, Concealment


class Watch:
    """Follows one script: what happens, and between the acts what everyone sees."""

    def __init__(self, table: Table) -> None:
        self.concealment, self.before = Concealment(table.game), table.state
        self.clearing = Clearing(table.game)

    def asked(self, table: Table, command: Command, by: Subject) -> None:
        """Before an act everyone looks at the table, if anything on it is not for everyone."""
        self.before = table.state
        self.look(table)

    def happened(self, table: Table, event: Event) -> None:
        """Each event is held against the list."""
        self.concealment.happened(event, self.before, table.state)
        self.clearing.happened(event, self.before, table.state)
        self.before = table.state

    def look(self, table: Table) -> None:
        """Everyone's view of the table as it is."""
        if not self.concealment.hidden:
            return
        people = [Actor(person.id, person.name) for person in table.state.people.values()]
        for viewer in (*people, ONLOOKER, *HOUSE):
            view = table.game.encode(table.game.view(table.state, viewer, table.now))
            self.concealment.looks(viewer, view)
