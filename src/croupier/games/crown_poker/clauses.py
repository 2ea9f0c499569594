"""Where the Crown Poker book says what every table shares, and what it alone says."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.books import cite
from croupier.table.care import CareClauses
from croupier.table.closing import ClosingClauses
from croupier.table.dealer_cut import DealerCutClauses
from croupier.table.disputes import DisputeClauses
from croupier.table.holding import HoldingClauses
from croupier.table.one_deck import OneDeckClauses
from croupier.table.people import PeopleClauses
from croupier.table.rack import RackClauses
from croupier.table.state import ShuffleCause
from croupier.table.tournaments.reserved import ReservedClauses


@dataclass(frozen=True, kw_only=True)
class PokerClauses(
    PeopleClauses,
    RackClauses,
    CareClauses,
    DealerCutClauses,
    OneDeckClauses,
    DisputeClauses,
    ClosingClauses,
    HoldingClauses,
    ReservedClauses,
):
    """Crown Poker's clauses, by what they are about."""

    # seats, stakes and blinds
    buy_in: str
    table_stakes: str
    choose_seat: str
    reserved: str
    button: str
    dead_button: str
    blinds: str
    next_blinds: str
    blinds_in_turn: str
    forced_bet: str
    no_small_blind: str
    not_at_button: str
    newcomer_waits: str
    newcomer_posts: str
    moves: str
    walking: str
    move_first: str
    seat_draw: str
    pick_up: str
    picked_up: str
    list_order: str
    straddle: str
    straddler_last: str
    straddle_uncounted: str
    over_blinds: str
    # the deal
    hole_cards: str
    protect: str
    burn: str
    community: str
    # betting
    action: str
    call: str
    calling: str
    check: str
    checking: str
    raise_: str
    raising: str
    fold: str
    fold_means: str
    betting_round: str
    passed_on: str
    raise_size: str
    pot_ratio: str
    spread: str
    raises: str
    silent_raise: str
    oversize_limit: str
    oversize_first: str
    oversize_later: str
    oversize_raise: str
    time: str
    all_in: str
    short_of_half: str
    half_or_more: str
    short_of_raise: str
    short_of_call: str
    declared: str
    early_stands: str
    early_raised: str
    early_check: str
    early_all_in: str
    buy_time: str
    time_sign: str
    uncalled: str
    discards_open: str
    # the end
    showdown: str
    showdown_means: str
    cards_speak: str
    seen_on_request: str
    shared: str
    odd_chip: str
    no_deals: str
    side_pots: str
    all_in_wins: str
    dead_hand: str
    round_over: str
    change: str
    higher_minimum: str
    # what the house takes
    commission_sign: str
    percentage: str
    slide: str
    dropped: str
    float_kept: str
    hourly: str
    hourly_ahead: str
    hourly_slide: str
    hourly_verified: str
    hand_fee: str
    hand_fee_dropped: str
    hand_fee_sign: str
    person_fee: str
    person_fee_dropped: str
    vary_commission: str
    nil_commission: str
    blinds_free: str
    cap: str
    shared_free: str
    # the side wager
    side_means: str
    side_offered: str
    side_before_cards: str
    side_stakes: str
    side_after_round: str
    side_flop: str
    side_settled: str
    side_corrected: str
    # bonus prizes
    bonus_sign: str
    bonus_verified: str
    bonus_cash: str
    bonus_goods: str
    bonus_folded: str
    # irregularities
    misdeal: str
    """What every misdeal leads to."""
    cut_exposed: str
    not_shuffled: str
    out_of_order: str
    hand_missing: str
    wrong_number: str
    wrong_number_found: str
    alone_with_wrong_number: str
    defective: str
    deck_means: str
    several_exposed: str
    substantial: str
    shown_to_one: str
    boxed: str
    missed_burn: str
    player_exposed: str
    dealer_exposed: str
    flop_unburned: str
    flop_too_many: str
    flop_early: str
    river_early: str
    turn_early: str
    turn_anew: str
    aside_shuffled: str
    two_opened: str
    extra_burned: str
    extra_mucked: str
    more_opened: str
    not_discarded: str
    inspect: str
    integrity: str
    collusion: str
    boxed_means: str
    burn_card: str
    misdeal_means: str
    muck: str


CLAUSES = PokerClauses(
    dealing=cite("CP 8.4"),
    dealers_powers=cite("CP 1.2"),
    second_signature=cite("CP 1.2"),
    seats=cite("CP 8.1"),
    card_check=cite("CP 5.3.2"),
    chips_only=cite("CP 6.2"),
    no_handling=cite("CP 6.11"),
    exclude=cite("CP 13.2.2"),
    no_influence=cite("CP 13.8"),
    idle_seat=None,
    sign=cite("CP 6.1"),
    shuffle=cite("CP 5.1"),
    pre_shuffled=None,
    cards_unfit=cite("CP 5.3.1"),
    new_cards_prepared=cite("CP 5.3.2"),
    shuffle_causes={
        ShuffleCause.START: cite("CP 5.1"),
        ShuffleCause.ROUND_OVER: cite("CP 5.1"),
        ShuffleCause.RENEWED: cite("CP 5.3.2"),
        ShuffleCause.TAKEN_BACK: cite("CP 5.1"),
    },
    machine_shuffles=(),
    cards_renewed=None,
    dealer_cuts=cite("CP 5.2"),
    only_dealer_cuts=cite("CP 5.2"),
    no_cut=cite("CP 5.2"),
    count_ordered=cite("CP 3.4"),
    inspector_told=cite("CP 13.9"),
    dispute_final=cite("CP 13.10"),
    review=cite("CP 13.11"),
    buy_in=cite("CP 6.3"),
    table_stakes=cite("CP 1.1:Table stakes"),
    choose_seat=cite("CP 8.1"),
    reserved=cite("CP 8.3"),
    button=cite("CP 1.1:Dealer Button"),
    dead_button=cite("CP 1.1:Dead button"),
    blinds=cite("CP 8.9.2(a)"),
    next_blinds=cite("CP 8.9.2(b)"),
    blinds_in_turn=cite("CP 8.9.3"),
    forced_bet=cite("CP 1.1:Forced bet"),
    no_small_blind=cite("CP 8.9.6"),
    not_at_button=cite("CP 8.10"),
    newcomer_waits=cite("CP 8.10.1"),
    newcomer_posts=cite("CP 8.10.2"),
    moves=cite("CP 8.9.5"),
    walking=cite("CP 1.1:Player Walking Button"),
    move_first=cite("CP 8.1.2"),
    seat_draw=cite("CP 8.1.1"),
    pick_up=cite("CP 8.11"),
    picked_up=cite("CP 1.1:Picked up"),
    list_order=cite("CP 8.12"),
    straddle=cite("CP 6.5"),
    straddler_last=cite("CP 6.5.1"),
    straddle_uncounted=cite("CP 6.5.1(a)"),
    over_blinds=cite("CP 8.9.4"),
    hole_cards=cite("CP 1.1:Hole cards"),
    protect=cite("CP 8.14"),
    burn=cite("CP 1.1:Burn"),
    community=cite("CP 1.1:Community cards"),
    action=cite("CP 1.1:Action"),
    call=cite("CP 1.1:Call"),
    calling=cite("CP 8.2.1"),
    check=cite("CP 1.1:Check"),
    checking=cite("CP 8.2.4"),
    raise_=cite("CP 1.1:Raise"),
    raising=cite("CP 8.2.2"),
    fold=cite("CP 8.2.3"),
    fold_means=cite("CP 1.1:Fold"),
    betting_round=cite("CP 1.1:Betting round"),
    passed_on=cite("CP 8.17.2"),
    raise_size=cite("CP 6.6"),
    pot_ratio=cite("CP 6.7"),
    spread=cite("CP 6.8"),
    raises=cite("CP 6.9"),
    silent_raise=cite("CP 6.12"),
    oversize_limit=cite("CP 6.13"),
    oversize_first=cite("CP 6.14.1(a)"),
    oversize_later=cite("CP 6.14.1(b)"),
    oversize_raise=cite("CP 6.14.2"),
    time=cite("CP 6.15"),
    all_in=cite("CP 6.16.1"),
    short_of_half=cite("CP 6.16.2(a)"),
    half_or_more=cite("CP 6.16.2(b)"),
    short_of_raise=cite("CP 6.16.3"),
    short_of_call=cite("CP 6.17"),
    declared=cite("CP 6.18"),
    early_stands=cite("CP 6.18.1"),
    early_raised=cite("CP 6.18.2"),
    early_check=cite("CP 6.18.3"),
    early_all_in=cite("CP 6.18.4"),
    buy_time=cite("CP 6.15.1"),
    time_sign=cite("CP 6.15.2"),
    uncalled=cite("CP 7.5"),
    discards_open=cite("CP 9.15.1"),
    showdown=cite("CP 8.20.4"),
    showdown_means=cite("CP 1.1:Showdown"),
    cards_speak=cite("CP 8.7"),
    seen_on_request=cite("CP 9.5"),
    shared=cite("CP 8.5"),
    odd_chip=cite("CP 8.5.1"),
    no_deals=cite("CP 8.6"),
    all_in_wins=cite("CP 1.1:All-in"),
    side_pots=cite("CP 1.1:Side pot(s)"),
    dead_hand=cite("CP 1.1:Dead hand"),
    round_over=cite("CP 1.1:Round of Play"),
    change=cite("CP 6.10"),
    higher_minimum=cite("CP 6.1 fn2:s66(2)"),
    close_notice=cite("CP 13.3"),
    refund=cite("CP 13.6"),
    over_maximum=cite("CP 6.6"),
    tables_designated=cite("CP 12.2.4"),
    tables_reserved=cite("CP 12.2.5"),
    devices=cite("CP 13.1"),
    void_wagers=cite("CP 13.2.1"),
    seize=cite("CP 13.2.3"),
    confiscate=cite("CP 13.2.4"),
    detain=cite("CP 13.2.5"),
    disrupted=cite("CP 13.5.1"),
    fraud=cite("CP 13.5.2"),
    no_side_bets=cite("CP 13.12"),
    rules_on_request=cite("CP 13.13"),
    commission_sign=cite("CP 7.1"),
    percentage=cite("CP 7.2.1"),
    slide=cite("CP 7.2.1(a)"),
    dropped=cite("CP 7.2.1(b)"),
    hand_fee_dropped=cite("CP 7.2.3(c)"),
    hand_fee_sign=cite("CP 7.2.3(b)"),
    float_kept=cite("CP 7.2.1(c)"),
    hourly=cite("CP 7.2.2(a)"),
    hourly_ahead=cite("CP 7.2.2(b)"),
    hourly_slide=cite("CP 7.2.2(d)"),
    hourly_verified=cite("CP 7.2.2(e)"),
    hand_fee=cite("CP 7.2.3(a)"),
    person_fee=cite("CP 7.2.4(b)"),
    person_fee_dropped=cite("CP 7.2.4(c)"),
    vary_commission=cite("CP 7.3"),
    nil_commission=cite("CP 7.4"),
    blinds_free=cite("CP 7.6"),
    cap=cite("CP 7.7"),
    shared_free=cite("CP 7.8"),
    side_means=cite("CP 1.1:Flop Chase wager"),
    side_offered=cite("CP 8.15.1"),
    side_before_cards=cite("CP 8.15.2"),
    side_stakes=cite("CP 6.11.1(a)"),
    side_after_round=cite("CP 6.11.1(b)"),
    side_flop=cite("CP 8.17.3(a)(i)"),
    side_settled=cite("CP 10.2.1"),
    side_corrected=cite("CP 9.16"),
    misdeal=cite("CP 9.1.1"),
    cut_exposed=cite("CP 9.1.1(a)"),
    not_shuffled=cite("CP 9.1.1(b)"),
    out_of_order=cite("CP 9.1.1(c)"),
    hand_missing=cite("CP 9.1.1(d)"),
    wrong_number=cite("CP 9.1.1(e)"),
    wrong_number_found=cite("CP 9.1.1(f)"),
    alone_with_wrong_number=cite("CP 9.1.1(g)"),
    several_exposed=cite("CP 9.1.1(i)"),
    substantial=cite("CP 1.1:Substantial action"),
    shown_to_one=cite("CP 9.2"),
    boxed=cite("CP 9.3"),
    missed_burn=cite("CP 9.4"),
    player_exposed=cite("CP 9.6"),
    dealer_exposed=cite("CP 9.7"),
    flop_unburned=cite("CP 9.8"),
    flop_too_many=cite("CP 9.9"),
    flop_early=cite("CP 9.10"),
    river_early=cite("CP 9.11"),
    turn_early=cite("CP 9.12.1"),
    turn_anew=cite("CP 9.12.2"),
    aside_shuffled=cite("CP 9.12.3"),
    two_opened=cite("CP 9.13.1"),
    extra_burned=cite("CP 9.13.2"),
    extra_mucked=cite("CP 9.13.3"),
    more_opened=cite("CP 9.14"),
    not_discarded=cite("CP 9.15.2"),
    inspect=cite("CP 8.21"),
    integrity=cite("CP 13.4"),
    collusion=cite("CP 13.14"),
    boxed_means=cite("CP 1.1:Boxed Card"),
    burn_card=cite("CP 1.1:Burn card"),
    misdeal_means=cite("CP 1.1:Misdeal"),
    muck=cite("CP 1.1:Muck"),
    bonus_sign=cite("CP 11.2"),
    bonus_verified=cite("CP 11.3"),
    bonus_cash=cite("CP 11.3.1"),
    bonus_goods=cite("CP 11.3.2"),
    bonus_folded=cite("CP 11.4"),
    defective=cite("CP 9.1.1(h)"),
    deck_means=cite("CP 1.1:Defective deck"),
)
