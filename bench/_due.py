"""Who does what is due: the one whom the rules ask, or else someone of the house."""

from croupier.table.contract import Actor, Due


def doer(due: Due, house: Actor, players: dict[str, Actor]) -> Actor:
    """Who is to do something that is due: the player who is asked for it, or someone of the house."""
    return house if due.person is None else players[due.person]
