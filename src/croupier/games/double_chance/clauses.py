"""Where the Double Chance book says what every table shares, and what it alone says."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.books import cite
from croupier.table.care import CareClauses
from croupier.table.closing import ClosingClauses
from croupier.table.conduct import BarringClauses
from croupier.table.corrections import CorrectionClauses
from croupier.table.dealer_cut import DealerCutClauses
from croupier.table.disputes import OperatorFinalClauses
from croupier.table.one_deck import OneDeckClauses
from croupier.table.people import PeopleClauses
from croupier.table.rack import RackClauses
from croupier.table.rounds import RoundClauses
from croupier.table.signs import SignClauses
from croupier.table.state import ShuffleCause
from croupier.table.wagers import Tender, WagerClauses


@dataclass(frozen=True, kw_only=True)
class DoubleChanceClauses(
    PeopleClauses,
    RackClauses,
    WagerClauses,
    CareClauses,
    DealerCutClauses,
    OneDeckClauses,
    SignClauses,
    ClosingClauses,
    BarringClauses,
    OperatorFinalClauses,
    CorrectionClauses,
    RoundClauses,
):
    """Double Chance's clauses, by what they are about."""

    # the deck
    manual_shuffle: str
    voucher: str
    # wagers and the deal
    own_area: str
    refuse_wager: str
    jackpot_with_wager: str
    jackpot_price: str
    jackpot_schedule: str
    jackpot_chance: str
    maximum_payout: str
    face_down: str
    from_the_left: str
    one_each: str
    five_each: str
    set_of_five: str
    # the players' choice
    pick_up: str
    declare: str
    must_declare: str
    discard: str
    no_return: str
    complies: str
    # settlement
    from_the_right: str
    turn_up: str
    count_discards: str
    jackpot_collected: str
    settle_declared: str
    jackpot_paid: str
    rack_declared: str
    sixth_card: str
    best_value: str
    sixth_lower: str
    sixth_higher: str
    sixth_other_suit: str
    jackpot_loses: str
    jackpot_besides: str
    # irregularities
    misdeal: str
    exposed: str
    exposed_dealt: str
    misdeal_voids: str
    wrong_number: str
    not_complying: str
    four_held: str
    deck_stands: str
    deck_void: str
    deck_checked: str
    late_unstaked: str
    sixth_burned: str
    act_first: str
    keep_apart: str
    english: str
    absent: str
    device_jam: str
    device_void: str
    device_stands: str
    device_replaced: str


CLAUSES = DoubleChanceClauses(
    dealing=cite("DC 7.2.2"),
    dealers_powers=cite("DC 1.1:dealer"),
    second_signature=cite("DC 14.8"),
    seats=cite("DC 2.1"),
    areas=cite("DC 2.2.1"),
    card_check=cite("DC 3.4"),
    shuffle=cite("DC 4.1"),
    pre_shuffled=cite("DC 3.5"),
    cards_unfit=cite("DC 3.7"),
    unfit_until_first_card=True,
    new_cards_prepared=cite("DC 3.7"),
    shuffle_causes={
        ShuffleCause.START: cite("DC 4.1.1"),
        ShuffleCause.ROUND_OVER: cite("DC 4.1.2"),
        ShuffleCause.VACANT: cite("DC 4.1.3"),
        ShuffleCause.RENEWED: cite("DC 3.7"),
        ShuffleCause.JAMMED: cite("DC 13.1"),
    },
    machine_shuffles=(cite("DC 4.4"), cite("DC 3.2.1"), cite("DC 3.2.2")),
    cards_renewed=None,
    dealer_cuts=cite("DC 4.2"),
    only_dealer_cuts=cite("DC 4.3"),
    no_cut=cite("DC 4.4"),
    cut_by_whoever_deals=True,
    count_ordered=cite("DC 3.8"),
    also_order_counts=("regulator",),
    manual_shuffle=cite("DC 4.5"),
    voucher=cite("DC 1.1:casino promotional voucher"),
    chips_only=cite("DC 5.1"),
    tenders=(Tender.CHIPS, Tender.TOKEN),
    before_first_card=cite("DC 5.2.1"),
    no_handling=cite("DC 5.3"),
    bettors_per_area=cite("DC 5.5"),
    entitlement=cite("DC 5.5"),
    several_areas=cite("DC 5.4"),
    own_area=cite("DC 5.2.1"),
    refuse_wager=cite("DC 14.11"),
    no_more_bets=cite("DC 7.2.1"),
    nothing_to_deal=(cite("DC 7.2.1"), cite("DC 5.2.1")),
    clear_losers=cite("DC 9.7"),
    pay_winners=cite("DC 1.1:round of play"),
    under_minimum=cite("DC 6.2"),
    low_wagers_stand=True,
    over_maximum=cite("DC 6.3"),
    area_total=None,
    sign=cite("DC 6.1"),
    sign_shown=cite("DC 6.5"),
    raise_notice=cite("DC 6.5"),
    posted_in_a_round=(cite("DC 6.5"), cite("ruling 28")),
    close_notice=cite("DC 14.8"),
    devices=cite("DC 14.1"),
    only_devices=True,
    void_wagers=cite("DC 14.3.1"),
    exclude=cite("DC 14.3.2"),
    disrupted=cite("DC 14.4.1"),
    fraud=cite("DC 14.4.2"),
    refund=cite("DC 14.5"),
    refund_optional=True,
    no_influence=cite("DC 14.7"),
    idle_seat=cite("DC 14.9"),
    inspector_told=cite("DC 14.12"),
    dispute_final=cite("DC 14.12"),
    review=cite("DC 14.12"),
    no_side_bets=cite("DC 14.10"),
    rules_on_request=cite("DC 14.14"),
    jackpot_with_wager=cite("DC 10.1"),
    jackpot_price=cite("DC 10.2"),
    jackpot_schedule=cite("DC 10.3"),
    jackpot_chance=cite("DC 5.2.2"),
    maximum_payout=cite("DC 9.2"),
    face_down=cite("DC 7.1"),
    from_the_left=cite("DC 7.2.2"),
    one_each=cite("DC 7.3.1"),
    five_each=cite("DC 7.3.2"),
    set_of_five=cite("DC 7.4.1"),
    pick_up=cite("DC 8.1"),
    declare=cite("DC 1.1:declare"),
    must_declare=cite("DC 8.3"),
    discard=cite("DC 8.4"),
    no_return=cite("DC 8.5"),
    complies=cite("DC 11.1"),
    from_the_right=cite("DC 8.6"),
    turn_up=cite("DC 8.6.1"),
    cards_shown=cite("DC 8.6.1"),
    count_discards=cite("DC 8.6.2"),
    jackpot_collected=cite("DC 8.6.3"),
    settle_declared=cite("DC 8.6.4"),
    jackpot_paid=cite("DC 8.6.5"),
    rack_declared=cite("DC 8.6.6"),
    sixth_card=cite("DC 8.7"),
    best_value=cite("DC 8.9"),
    sixth_lower=cite("DC 9.3"),
    sixth_higher=cite("DC 9.4"),
    sixth_other_suit=cite("DC 9.5"),
    jackpot_loses=cite("DC 9.6"),
    jackpot_besides=cite("DC 10.5"),
    misdeal=cite("DC 12.1"),
    exposed=cite("DC 12.2"),
    exposed_dealt=cite("DC 12.4"),
    misdeal_voids=cite("DC 12.3"),
    wrong_number=cite("DC 12.5"),
    not_complying=cite("DC 12.6"),
    four_held=cite("DC 12.7"),
    deck_stands=cite("DC 12.8.1"),
    deck_void=cite("DC 12.8.2"),
    deck_checked=cite("DC 12.8.3"),
    late_unstaked=cite("DC 12.9"),
    sixth_burned=cite("DC 12.10"),
    act_first=cite("DC 12.11.1"),
    keep_apart=cite("DC 12.11.2"),
    english=cite("DC 12.11.3"),
    absent=cite("DC 12.12"),
    device_jam=cite("DC 13.1"),
    device_void=cite("DC 13.2.1"),
    device_stands=cite("DC 13.2.2"),
    device_replaced=cite("DC 13.2.3"),
    exclude_from_casino=cite("DC 14.3.3"),
    first_instance=cite("DC 14.12"),
    operator_final=cite("DC 14.13"),
)
