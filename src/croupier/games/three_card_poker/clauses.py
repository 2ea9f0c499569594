"""Where the Three Card Poker book says what every table shares, and what it alone says."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.books import cite
from croupier.table.care import CareClauses
from croupier.table.closing import ClosingClauses
from croupier.table.corrections import CorrectionClauses
from croupier.table.dealer_cut import DealerCutClauses
from croupier.table.disputes import DisputeClauses
from croupier.table.holding import HoldingClauses
from croupier.table.linked_jackpot import LinkedJackpotClauses
from croupier.table.one_deck import OneDeckClauses
from croupier.table.people import PeopleClauses
from croupier.table.permissions import PermissionClauses
from croupier.table.rack import RackClauses
from croupier.table.retracting import RetractingClauses
from croupier.table.rounds import RoundClauses
from croupier.table.signs import SignClauses
from croupier.table.state import ShuffleCause
from croupier.table.tournaments.secret_wagers import SecretClauses
from croupier.table.wagers import SpeakingClauses


@dataclass(frozen=True, kw_only=True)
class ThreeCardClauses(
    PeopleClauses,
    SpeakingClauses,
    PermissionClauses,
    RackClauses,
    CareClauses,
    CorrectionClauses,
    DealerCutClauses,
    OneDeckClauses,
    SignClauses,
    ClosingClauses,
    HoldingClauses,
    DisputeClauses,
    RetractingClauses,
    RoundClauses,
    LinkedJackpotClauses,
    SecretClauses,
):
    """Three Card Poker's clauses, by what they are about."""

    # wagers and the deal
    may_play: str
    play_equals_ante: str
    jackpot_equipment: str
    jackpot_with_ante: str
    meter_working: str
    one_jackpot_a_hand: str
    jackpot_price: str
    jackpot_group: str
    blind: str
    one_each: str
    one_to_dealer: str
    three_each: str
    jackpot_cards: str
    set_each: str
    set_to_dealer: str
    jackpot_cards_after_sets: str
    pick_up: str
    no_talk: str
    choose: str
    fold: str
    fold_collected: str
    fold_counted: str
    keep_pair_plus: str
    play: str
    pair_plus_alone: str
    dealer_shows: str
    jackpot_shows: str
    # settlement
    no_hand: str
    antes_on_no_hand: str
    from_the_right: str
    best_value: str
    pay_tables: str
    pay_tables_changed: str
    round_up: str
    outcome_time: str
    # irregularities
    one_exposed: str
    two_exposed: str
    dealer_exposed: str
    early_number_error: str
    late_area_error: str
    late_count_wrong: str
    late_count_right: str
    retract_jackpot: str
    late_dealer_error: str
    order_known: str
    order_unknown: str
    early_unstaked: str
    late_unstaked: str
    unstaked_jackpot: str
    wrong_jackpot_cards: str
    cards_nominated: str
    cards_stay: str
    taken_in_error: str
    viewed_one: str
    viewed_several: str
    others_retract: str
    deck_not_52: str
    short_play: str
    play_more: str
    play_less: str
    misdeal_carries: str
    leaver_carried: str
    newcomer_carried: str
    mixed_with_dealer: str
    mixed_with_jackpot: str
    false_start: str
    shuffler_jam: str
    shuffler_count: str


CLAUSES = ThreeCardClauses(
    dealing=cite("TCP 9.1"),
    dealers_powers=cite("TCP 1.2"),
    second_signature=cite("TCP 1.2"),
    seats=cite("TCP 2.1"),
    areas=cite("TCP 2.2.1"),
    card_check=cite("TCP 3.2"),
    shuffle=cite("TCP 4.1.1"),
    pre_shuffled=cite("TCP 4.1.2"),
    cards_unfit=cite("TCP 3.4"),
    new_cards_prepared=cite("TCP 3.4"),
    shuffle_causes={
        ShuffleCause.START: cite("TCP 4.1.1(a)"),
        ShuffleCause.ABNORMAL: cite("TCP 4.1.1(b)"),
        ShuffleCause.WARRANTED: cite("TCP 4.1.1(c)"),
        ShuffleCause.RENEWED: cite("TCP 3.4"),
        ShuffleCause.JAMMED: cite("TCP 11.19"),
    },
    machine_shuffles=(cite("TCP 3.1.1(a)"), cite("TCP 3.1.1(b)"), cite("TCP 4.2.1(a)")),
    cards_renewed=None,
    dealer_cuts=cite("TCP 4.2.1"),
    only_dealer_cuts=cite("TCP 4.2.1"),
    no_cut=cite("TCP 4.2.1(a)"),
    count_ordered=cite("TCP 3.3"),
    chips_only=cite("TCP 5.1"),
    before_first_card=cite("TCP 5.2"),
    spoken=cite("TCP 5.3"),
    no_handling=cite("TCP 5.4"),
    bettors_per_area=cite("TCP 5.11.1"),
    restrict_bettors=None,
    entitlement=cite("TCP 5.11.1"),
    several_areas=cite("TCP 5.11.1"),
    permit_areas=cite("TCP 9.1"),
    no_more_bets=cite("TCP 9.2"),
    nothing_to_deal=(cite("TCP 9.2"), cite("TCP 5.5")),
    clear_losers=cite("TCP 10.1"),
    pay_winners=cite("TCP 10.1.3"),
    under_minimum=cite("TCP 8.2.1"),
    over_maximum=cite("TCP 8.2.2"),
    round_up=cite("TCP 8.2.3"),
    personal_limit=cite("TCP 8.3"),
    marker=cite("TCP 8.3"),
    personal_several_areas=cite("TCP 5.11.1"),
    area_total=None,
    sign=cite("TCP 8.1"),
    sign_shown=cite("TCP 8.1 fn1:s66(1)(c)"),
    raise_notice=cite("TCP 8.1 fn1:s66(2)"),
    close_notice=cite("TCP 13.8"),
    tables_designated=cite("TCP 12.2.4"),
    tables_reserved=cite("TCP 12.2.5"),
    secret_wagers=cite("TCP 12.4.4(c)"),
    devices=cite("TCP 13.1"),
    void_wagers=cite("TCP 13.2.1"),
    exclude=cite("TCP 13.2.2"),
    seize=cite("TCP 13.2.3"),
    confiscate=cite("TCP 13.2.4"),
    detain=cite("TCP 13.2.5"),
    disrupted=cite("TCP 13.4"),
    fraud=cite("TCP 13.3"),
    refund=cite("TCP 13.5"),
    no_influence=cite("TCP 13.7"),
    idle_seat=cite("TCP 13.9"),
    inspector_told=cite("TCP 13.11"),
    dispute_final=cite("TCP 13.10"),
    review=cite("TCP 13.12"),
    no_side_bets=cite("TCP 13.13"),
    rules_on_request=cite("TCP 13.14"),
    may_play=cite("TCP 5.6"),
    play_equals_ante=cite("TCP 9.5.2(c)(i)"),
    jackpot_equipment=cite("TCP 2.4"),
    jackpot_with_ante=cite("TCP 5.5.1(a)"),
    meter_working=cite("TCP 6.2.1"),
    one_jackpot_a_hand=cite("TCP 6.2.2"),
    jackpot_price=cite("TCP 6.2.3"),
    jackpot_group=cite("TCP 6.1.1(a)"),
    blind=cite("TCP 5.11.2"),
    one_each=cite("TCP 9.3.1"),
    one_to_dealer=cite("TCP 9.3.2"),
    three_each=cite("TCP 9.3.3"),
    jackpot_cards=cite("TCP 9.3.4"),
    set_each=cite("TCP 9.4.1"),
    set_to_dealer=cite("TCP 9.4.2"),
    jackpot_cards_after_sets=cite("TCP 9.4.3"),
    pick_up=cite("TCP 9.5.1"),
    no_talk=cite("TCP 9.5.1(a)"),
    choose=cite("TCP 9.5.2"),
    fold=cite("TCP 9.5.2(a)"),
    fold_collected=cite("TCP 9.5.2(a)(i)"),
    fold_counted=cite("TCP 9.5.2(a)(ii)"),
    keep_pair_plus=cite("TCP 9.5.2(b)"),
    play=cite("TCP 9.5.2(c)"),
    pair_plus_alone=cite("TCP 9.5.3"),
    dealer_shows=cite("TCP 9.5.4(a)"),
    jackpot_shows=cite("TCP 9.5.4(b)"),
    no_hand=cite("TCP 10.1.1"),
    antes_on_no_hand=cite("TCP 10.1.1(a)"),
    from_the_right=cite("TCP 10.1.2"),
    best_value=cite("TCP 10.1.4"),
    cards_shown=cite("TCP 10.1.4"),
    pay_tables=cite("TCP 10.3(a)"),
    pay_tables_changed=cite("TCP 10.3(b)"),
    outcome_time=cite("TCP 7.3.2"),
    meter_prizes=cite("TCP 7.1.1"),
    one_exposed=cite("TCP 11.1"),
    two_exposed=cite("TCP 11.2"),
    dealer_exposed=cite("TCP 11.3"),
    early_number_error=cite("TCP 11.4"),
    late_area_error=cite("TCP 11.5"),
    late_count_wrong=cite("TCP 11.5.1"),
    late_count_right=cite("TCP 11.5.2"),
    retract=cite("TCP 11.5.2"),
    retract_jackpot=cite("TCP 11.5.2(a)"),
    late_dealer_error=cite("TCP 11.6"),
    order_known=cite("TCP 11.6.1"),
    order_unknown=cite("TCP 11.6.2"),
    early_unstaked=cite("TCP 11.7"),
    late_unstaked=cite("TCP 11.8"),
    unstaked_jackpot=cite("TCP 11.8.1"),
    wrong_jackpot_cards=cite("TCP 11.9"),
    cards_nominated=cite("TCP 11.10.1"),
    cards_stay=cite("TCP 11.10.2"),
    taken_in_error=cite("TCP 11.10.3"),
    viewed_one=cite("TCP 11.11.1"),
    viewed_several=cite("TCP 11.11.2"),
    others_retract=cite("TCP 11.11.2(a)"),
    deck_not_52=cite("TCP 11.12"),
    short_play=cite("TCP 11.13"),
    play_more=cite("TCP 11.14.1"),
    play_less=cite("TCP 11.14.2"),
    misdeal_carries=cite("TCP 11.15"),
    leaver_carried=cite("TCP 11.15.1"),
    newcomer_carried=cite("TCP 11.15.2"),
    mixed_with_dealer=cite("TCP 11.16"),
    mixed_with_jackpot=cite("TCP 11.17"),
    false_start=cite("TCP 11.18"),
    shuffler_jam=cite("TCP 11.19"),
    shuffler_count=cite("TCP 11.20"),
)
