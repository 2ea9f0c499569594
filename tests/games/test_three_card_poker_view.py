"""What a player may see of a hand that is out of their hands."""

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.three_card_poker import Terms, initial, view
from croupier.table.contract import Actor
from croupier.table.hands import Hand, Spot
from croupier.table.state import Person, Stage
from tests.witness import witnesses

HELD = (Card.QUEEN_OF_HEARTS, Card.SEVEN_OF_CLUBS, Card.TWO_OF_SPADES)


@witnesses("TCP 11.10.1")
def test_cards_taken_by_mistake_are_named_from_memory_not_read_off_the_screen() -> None:
    table = replace(
        initial(Terms(areas=3)),
        stage=Stage.CHOOSING,
        people={"ann": Person("ann", "Ann", 2, 0)},
        hands={Spot(2): Hand(HELD, seen_by="ann")},
    )
    ann = Actor("ann", "Ann")
    assert view(table, ann).areas[1].hand.cards == HELD
    taken = view(replace(table, taken_area=2), ann).areas[1].hand
    assert taken.cards == (None, None, None)
    assert not taken.yours
