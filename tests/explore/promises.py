"""What must hold in every state of a table, and between one state and the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from croupier.books import cite
from croupier.cards import Device
from croupier.games.crown_poker.state import ASIDE
from croupier.games.three_card_poker.state import COUNT_OF_A_ROUND
from croupier.table.contract import Command, Event, Pace, Reason, Refusal
from croupier.table.declare import COMMANDS, Desk
from croupier.table.endings import endings_in
from croupier.table.fields import with_words
from croupier.table.state import ShuffleCause, Stage, Step
from tests.conformance.invariants import check
from tests.explore.node import Node, Play, performer, staff

WORDS = "as seen by the dealer"


def worded(command: Command) -> Command:
    """The command with words where a person must give them."""
    return with_words(command, WORDS)


def conserved(node: Node) -> Iterator[str]:
    """Chips and cards are all somewhere, once."""
    try:
        check(node.state)
    except AssertionError as error:
        yield f"not conserved: {error}"


VOIDS = ("HandVoided", "Misdealt", "RoundVoided")
"""By these a hand or a round has never been: what it won goes back with what it lost (ruling 69)."""


def due_is_fair(node: Node, play: Play) -> Iterator[str]:
    """What is due is accepted, asks a person for words, and takes from players only what wagers lost.

    Where someone has to rule one way or the other, what stands first does not void what has been won.
    """
    dues = play.game.due(node.state)
    for due in dues:
        command = play.entered(node, due.command)
        if (said := worded(command)) != command:
            if not isinstance(play.decide(node, command, performer(due, command)), Refusal):
                yield f"due is {_named(command)}, and is taken without the words that a person must give"
            command = said
        if due is not dues[0] and due.person is not None:
            continue  # a choice that may turn on cards which only its player knows
        decision = play.decide(node, command, performer(due, command))
        if isinstance(decision, Refusal):
            yield f"due is {command}, and refused: {decision}"
            continue
        ruling = len([each for each in dues if type(each.command) is type(due.command)]) > 1
        for event in decision if due.person is None else ():
            if type(event).__name__ in VOIDS and (due is not dues[0] or not ruling):
                continue
            lost = sum(each.taken for each in endings_in(event))
            taken = sum(move.cents for move in event.moves if move.target == "rack" and move.source != "advance")
            if taken > lost:
                yield f"due is {command}, by which {event} takes {taken - lost} from players"


def players_choose(node: Node, play: Play) -> Iterator[str]:
    """Where cards are virtual nobody of the house does what is a player's to choose."""
    if node.state.is_real:
        return
    ladder = play.game.engine.book.ladder
    for turn in play.game.turns(node.state):
        if turn.player is None:
            continue
        silent = () if turn.silent is None else (turn.silent,)
        for choice in (*turn.choices, *silent):
            named = replace(choice, player=turn.player) if "player" in choice.__struct_fields__ else choice
            for rank in ladder[1:]:
                if not isinstance(play.decide(node, named, staff(rank)), Refusal):
                    yield f"a {rank} chooses for {turn.player}: {named}"


def nobody_chooses_for(node: Node, play: Play, command: Command, player: str) -> Iterator[str]:
    """What a player chose where cards are virtual, asked for at that pace or not, nobody of the house does for them."""
    if node.state.is_real or play.game.engine.wired(node.state).infos[type(command)].pace is not Pace.CHOICE:
        return
    named = replace(command, player=player) if "player" in command.__struct_fields__ else command
    for rank in play.game.engine.book.ladder[1:]:
        if not isinstance(play.decide(node, named, staff(rank)), Refusal):
            yield f"a {rank} chooses for {player}: {named}"


def nobody_chose(events: Iterable[Event], chosen: set[type[Event]]) -> Iterator[str]:
    """Whatever staff do at a virtual table, none of it is what a player in turn has done by choosing.

    Where a player is excluded the rules finish the hand as they would for one who is not there (ruling 14).
    """
    for event in events:
        if type(event).__name__ in FOLLOWS or "ruling 14" in event.under:
            continue
        if type(event) in chosen and getattr(event, "player", None) is not None:
            yield f"an act of the house is a player's choice: {type(event).__name__}"


FOLLOWS = ("BettingOver",)
"""What follows from the last choice of a round of betting, and as well from a hand that is dead: nobody chooses it."""


def one_may(node: Node, play: Play, command: Command) -> Iterator[str]:
    """Whoever stands above someone who may, may too, and who may not is shown the clause that says so."""
    book = play.game.engine.book
    refused_below = None
    for rank in reversed(book.ladder[1:]):
        decision = play.decide(node, command, staff(rank))
        if not isinstance(decision, Refusal):
            if refused_below is not None:
                yield f"{_named(command)} is open to a {rank} and not to a {refused_below}"
            continue
        if decision.reason is Reason.RANK:
            asked = {book.clause(each).authority for each in decision.under if each.startswith(book.code)}
            by_ruling = any(each.startswith("ruling") for each in decision.under)
            if not by_ruling and not any(not book.reaches(rank, each) for each in asked):
                yield f"{_named(command)} is refused to a {rank} under {decision.under}, which let them"
        refused_below = rank


def cites(refusal: Refusal, book: Any) -> Iterator[str]:
    """A refusal names clauses of its own book, or rulings."""
    if not refusal.under:
        yield f"cites nothing: {refusal}"
    for clause in refusal.under:
        cite(clause)
        if not clause.startswith((book.code, "ruling ")):
            yield f"cites another book: {refusal}"


def held_up_under(node: Node, play: Play) -> set[str]:
    """The clauses of what must come first: of what is due, and of whatever keeps the round from going on."""
    held_up = play.game.engine.rules(node.state).why_not_go_on(node.state)
    due = {clause for each in play.game.due(node.state) for clause in each.under}
    return due | set(held_up.under if held_up is not None else ())


Owes = Callable[[Any], object]
"""What is owed or broken at a table; nothing when it is false."""


def _shuffle(state: Any) -> bool:
    return state.care.shuffle_after is not None or (_unshuffled(state) and not _of_cards_taken_back(state))


def _unshuffled(state: Any) -> bool:
    return state.care.step in (Step.CHECK, Step.COUNT, Step.SHUFFLE)


def _of_cards_taken_back(state: Any) -> bool:
    """In the middle of a hand, because community cards went back into the deck."""
    return _unshuffled(state) and state.care.cause is ShuffleCause.TAKEN_BACK


def _in_hand(count: Callable[[Any], int]) -> Callable[[Any], int]:
    """So many of something in the poker hand that is played."""
    return lambda state: count(state.play) if getattr(state, "play", None) is not None else 0


def _burn(state: Any) -> bool:
    """A shoe of several decks has a card burned after each shuffle and cut, but not where a round ran out of cards."""
    burns = (
        state.shoe.device is Device.SHOE and state.shoe.decks > 1 and state.care.cause is not ShuffleCause.SHOE_EMPTY
    )
    return burns and state.care.step in TO_THE_BURN


TO_THE_BURN = (Step.CHECK, Step.COUNT, Step.SHUFFLE, Step.CUT, Step.LOAD, Step.BURN)
RENEWED = {"CardsRenewed", "WrongCardsFound", "DeckFoundWrong", "TableClosed"}
"""By these another set of cards comes, or all cards are put away: what the old ones were owed went with them."""

UNDONE = ("ActTakenBack", "HandMisdealt")
"""By these a hand of poker stands as it did before, or has never been."""
TAKEN_BACK = ("FlopTakenBack", "CardTakenBack")
"""By these the cards of a street go back, and what was bet on them."""

OWED: dict[str, tuple[Owes, set[str]]] = {
    "a machine that failed": (lambda state: state.care.machine_down, {"MachineRestored"}),
    "a device that failed": (lambda state: getattr(state, "device_out", False), {"DeviceReplaced"}),
    "equipment that failed": (lambda state: getattr(state, "equipment_down", False), {"EquipmentRestored"}),
    "a shuffle": (_shuffle, {"CardsShuffled", "TableClosed", "ShuffledByHand"}),
    "a shuffle of cards taken back": (_of_cards_taken_back, {"CardsShuffled", *UNDONE, *RENEWED}),
    "a deck that was condemned": (lambda state: getattr(state, "condemned", False), {"RoundClosed", "HandMisdealt"}),
    "a card set aside": (
        lambda state: ASIDE in state.hands,
        {"AsideShuffled", "RoundClosed", "FlopTakenBack", *UNDONE},
    ),
    "an exposed card": (
        _in_hand(lambda play: play.to_replace is not None),
        {"ExposedCardReplaced", *UNDONE},
    ),
    "a hand that is out": (
        _in_hand(lambda play: sum(each.folded for each in play.contenders)),
        {"RoundClosed", *UNDONE},
    ),
    "an act before its turn": (
        _in_hand(lambda play: len(play.early)),
        {"Checked", "Called", "Raised", "Folded", "HandDead", "WagersVoided", *TAKEN_BACK, *UNDONE},
    ),
    "a bonus prize": (
        lambda state: len(getattr(state, "prizes", ())),
        {"BonusVerified", "BonusDenied", "BonusTakenBack", "PrizeHandedOver", "CardCorrected", *TAKEN_BACK, *UNDONE},
    ),
    "a burn": (_burn, {"CardBurned", "BurnMissed", "ShuffleMissed", *RENEWED}),
    "a count": (
        lambda state: state.counting not in ("", COUNT_OF_A_ROUND) or state.care.step is Step.COUNT,
        {"DeckCounted", "CardsCounted", *RENEWED},
    ),
    "a surplus card": (
        lambda state: len(state.care.excess),
        {
            "CardDealt",
            "CardMisplaced",
            "DealtWithoutWagers",
            "CardsShuffled",
            "RoundVoided",
            "FaceUpCardDiscarded",
            "CardBurned",
            "DealtCardsBurned",
            "CardBeyondDiscarded",
            *RENEWED,
        },
    ),
    "a spoken wager": (lambda state: len(getattr(state, "spoken", ())), {"WagerPlaced", "SpokenWagerLapsed"}),
    "a burn card someone asked to see": (lambda state: state.care.burn_wanted, {"BurnCardShown", "CardsCounted"}),
    "a set locked away": (lambda state: state.care.pre_shuffled, {"CardsShuffled"}),
    "a ruling on cards out of place": (
        lambda state: getattr(state, "misplaced", False),
        {"CardsLeftLying", "HandReconstructed", "FirstRoundReconstructed", *VOIDS},
    ),
    "a ruling on a round without wagers": (
        lambda state: getattr(state, "in_vain", False),
        {"DealtCardsBurned", *VOIDS},
    ),
    "a player's answer": (
        lambda state: len(getattr(state, "retracting", None) or ()),
        {"WagersKept", "WagersRetracted", "WagersVoided", "PlayerExcluded", "HandReconstructed", *VOIDS},
    ),
    "discards of a hand that failed": (
        lambda state: len(getattr(state, "failed", ())),
        {"CardsDiscarded", "WagersVoided", "ChoiceCorrected", "CardCorrected", *VOIDS},
    ),
    "limits posted for the next round": (
        lambda state: len(getattr(state, "coming_limits", ())),
        {"RoundClosed", "LimitsChanged", "WagerTakenBack", "WagersVoided", "PlayerExcluded", *VOIDS},
    ),
    "a direction to a player": (
        lambda state: len(getattr(state, "act_first", ())) + len(getattr(state, "kept_apart", ())),
        {"ActingOrderDirected", "PlayersKeptApart"},
    ),
    "a direction to the table": (lambda state: getattr(state, "english_only", False), {"EnglishOrdered"}),
    "a limit of a player's own": (
        lambda state: sum(each.personal is not None for each in state.people.values()),
        {"PersonalLimitAgreed", "PlayerLeft", "SeatVacated"},
    ),
    "an exclusion": (lambda state: len(state.excluded), set()),
    "a contravention on record": (lambda state: len(state.breaches), set()),
    "the advice of a low wager": (lambda state: len(getattr(state, "advised", ())), set()),
}
"""What is owed or broken, and the events by which it is done or mended."""


def remembered(before: Node, after: Node, events: Iterable[Event]) -> Iterator[str]:
    """What is owed or broken stays so until it is done or mended."""
    happened = {type(event).__name__ for event in events}
    for name, (owes, mends) in OWED.items():
        if _much(owes(before.state)) > _much(owes(after.state)) and not happened & mends:
            yield f"{name} is forgotten by {sorted(happened)}"


def _much(owed: object) -> int:
    return owed if isinstance(owed, int) else int(bool(owed))


LONGEST = 300
"""More acts than the longest way to the end of a round."""


def is_over(node: Node) -> bool:
    """Whether no round is under way: betting is open without a wager, or the table is closed."""
    return node.state.stage is Stage.CLOSED or (node.state.stage is Stage.BETTING and not node.state.wagers)


class Closing:
    """Finds out whether the round can be brought to its end from a state, by what is due."""

    def __init__(self, play: Play) -> None:
        self._play, self._known = play, dict[bytes, str]()

    def stuck(self, node: Node) -> str:
        """Why the round does not end from here; empty when it does."""
        way = list[bytes]()
        for _ in range(LONGEST):
            key = node.key
            if key in self._known or is_over(node):
                return self._note(way, self._known.get(key, ""))
            way.append(key)
            due = self._play.game.due(node.state)
            if not due and node.state.stage is Stage.BETTING:
                return self._note(way, "")  # nobody but carried or returned wagers: betting goes on
            if not due:
                return self._note(way, f"nothing is due at {node.state.stage}")
            command = worded(self._play.entered(node, due[0].command))
            by = performer(due[0], command)
            decision = self._play.decide(node, command, by)
            if isinstance(decision, Refusal):
                return self._note(way, f"due is {command}, and refused: {decision}")
            node = self._play.after(node, decision, by)
        return self._note(way, "the round does not end by what is due")

    def _note(self, way: list[bytes], why: str) -> str:
        self._known |= dict.fromkeys(way, why)
        return why


def _named(command: Command) -> str:
    return type(command).__name__


def is_remedy(kind: type[Command]) -> bool:
    """Whether a command mends or answers something that went wrong."""
    return COMMANDS[kind].desk in REMEDIES or kind.__name__ in ORDERED


REMEDIES = (Desk.IRREGULARITIES, Desk.ROUND, Desk.SUSPICION, Desk.PRIZES, Desk.PLAYERS)
ORDERED = frozenset(
    "OrderShuffle RenewCards OrderCount AskForBurnCard CorrectCard CorrectChoice CorrectDiscard".split()  # noqa: SIM905
)
"""Remedies that stand at other desks: what the house may order for the cards, and what is put right."""
