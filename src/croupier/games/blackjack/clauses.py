"""Where the Blackjack book says what every table shares, and what it alone says; its versions replace what differs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from croupier.books import cite
from croupier.games.blackjack.terms import Variant
from croupier.table.care import CareClauses
from croupier.table.closing import ClosingClauses
from croupier.table.corrections import CorrectionClauses
from croupier.table.cut import CutClauses
from croupier.table.disputes import DisputeClauses
from croupier.table.faults import FaultClauses
from croupier.table.from_the_shoe import ShoeClauses
from croupier.table.holding import HoldingClauses
from croupier.table.people import PeopleClauses
from croupier.table.permissions import PermissionClauses
from croupier.table.rack import RackClauses
from croupier.table.retracting import RetractingClauses
from croupier.table.rounds import RoundClauses
from croupier.table.signs import SignClauses
from croupier.table.state import ShuffleCause
from croupier.table.tournaments.secret_wagers import SecretClauses
from croupier.table.versions import VersionClauses
from croupier.table.wagers import SpeakingClauses, UnpayableClauses


@dataclass(frozen=True, kw_only=True)
class BlackjackClauses(
    PeopleClauses,
    SpeakingClauses,
    UnpayableClauses,
    PermissionClauses,
    RackClauses,
    CareClauses,
    CutClauses,
    SignClauses,
    ClosingClauses,
    FaultClauses,
    ShoeClauses,
    HoldingClauses,
    DisputeClauses,
    RetractingClauses,
    CorrectionClauses,
    RoundClauses,
    VersionClauses,
    SecretClauses,
):
    """Blackjack's clauses, by what they are about."""

    from_the_left: str
    dealers_card: str
    second_card: str
    face_up: str
    face_down: str
    own_two_cards: str
    face_down_approved: str
    totals_announced: str
    dealers_ace: str
    """That the dealer's first ace counts eleven and ends the drawing from 17 on; no clause where 17 is drawn to."""
    main_bet: str
    insurance_bet: str
    limits_on_sign: str
    caller: str
    ascertain: str
    nearest: str
    in_line: str
    limit_player: str
    director_told: str
    restrict_for_shoe: str
    insure: str
    insure_in_time: str
    insurance_wins: str
    insurance_loses: str
    insurance_taken: str
    not_with_natural: str
    natural_paid: str
    even_money: str
    interim: str
    act: str
    may_double: str
    may_split: str
    stand: str
    draw: str
    does_not_act: str
    not_there: str
    split_stand: str
    split_draw: str
    cards_drawn: str
    silent_soft_stands: str
    silent_soft_draws: str
    silent_hard_stands: str
    silent_hard_draws: str
    double: str
    double_wager: str
    doubled_before_natural: str
    no_double_on_natural: str
    split: str
    split_wager: str
    split_first_hand: str
    split_again: str
    most_hands: str
    split_declined: str
    split_no_natural: str
    split_bust: str
    split_before_natural: str
    dealer_draws: str
    no_effect: str
    natural_wins: str
    dealer_over: str
    higher_wins: str
    equal: str
    over: str
    lower_loses: str
    even: str
    round_up: str
    cards_kept_in_order: str
    reconstruct_first_round: str
    beyond_dealers_hand: str
    unstaked_hand: str
    dealer_after_hand: str
    dealer_called: str
    no_cards: str
    one_card: str
    mishandled: str
    surrender: str = ""
    surrender_means: str = ""
    surrender_after: str = ""
    surrender_marked: str = ""
    surrender_void: str = ""
    surrender_taken: str = ""
    surrender_follows: str = ""
    twenty_one_wins: str = ""
    twenty_one_paid: str = ""
    doubled_pays_even: str = ""
    not_in_line: str = ""
    rescue: str = ""
    rescue_of_each: str = ""
    double_aces: str = ""
    double_drawn: str = ""
    double_split: str = ""


CLAUSES = BlackjackClauses(
    dealing=cite("BJ 7.1"),
    dealers_powers=cite("BJ 1.2"),
    second_signature=cite("BJ 1.2"),
    seats=cite("BJ 2.1"),
    areas=cite("BJ 2.2.1"),
    card_check=cite("BJ 3.2.5"),
    shuffle=cite("BJ 4.1.1"),
    shuffle_causes={
        ShuffleCause.START: cite("BJ 4.1.1(a)"),
        ShuffleCause.CUTTING_CARD_FIRST: cite("BJ 4.1.1(b)"),
        ShuffleCause.CUTTING_CARD_LATER: cite("BJ 4.1.1(c)"),
        ShuffleCause.ABNORMAL: cite("BJ 4.1.1(d)"),
        ShuffleCause.WARRANTED: cite("BJ 4.1.1(e)"),
        ShuffleCause.RENEWED: cite("BJ 4.4.3"),
        ShuffleCause.SHOE_EMPTY: cite("BJ 9.9"),
    },
    machine_shuffles=(cite("BJ 4.1.1(f)"), cite("BJ 3.1.1")),
    cutting_card_first=cite("BJ 4.1.1(b)"),
    cutting_card_later=cite("BJ 4.1.1(c)"),
    no_cutting_card=cite("BJ 3.1.1"),
    pre_shuffled=cite("BJ 4.1.2"),
    cut_offered=cite("BJ 4.2.1"),
    cut_at_start=cite("BJ 4.2.1(a)"),
    cut_by_area=cite("BJ 4.2.1(b)"),
    cut_after_dealers=cite("BJ 4.2.1(c)"),
    cut_after_replacement=cite("BJ 4.2.1(d)"),
    cut_declined=cite("BJ 4.2.2"),
    cut_place=cite("BJ 4.2.3"),
    cut_taken=cite("BJ 4.2.4(a)"),
    cutting_card_back=cite("BJ 4.2.4(b)"),
    shoe_loaded=cite("BJ 4.2.4(c)"),
    burn=cite("BJ 4.3.1"),
    no_burn_with_machine=cite("BJ 4.3.1"),
    burn_made_good=(cite("BJ 9.1.1"),),
    held_is_next=(cite("BJ 9.3"),),
    cards_renewed=cite("BJ 4.4.1"),
    cards_unfit=cite("BJ 4.4.2"),
    unfit_until_first_card=True,
    new_cards_prepared=cite("BJ 4.4.3"),
    chips_only=cite("BJ 5.1"),
    before_first_card=cite("BJ 5.2"),
    spoken=cite("BJ 5.3"),
    no_handling=cite("BJ 5.4"),
    bettors_per_area=cite("BJ 5.8"),
    restrict_bettors=cite("BJ 5.8"),
    entitlement=cite("BJ 5.10.1"),
    nobody_gives_way=(cite("ruling 125"),),
    several_areas=cite("BJ 5.10"),
    personal_several_areas=cite("BJ 5.10"),
    permit_areas=cite("BJ 5.10"),
    full_patronage=cite("BJ 5.10.1"),
    refuse_unpayable=cite("BJ 5.13"),
    clear_losers=cite("BJ 5.14.1"),
    pay_winners=cite("BJ 5.14.2"),
    sign=cite("BJ 6.1"),
    sign_shown=cite("BJ 6.4"),
    sign_by_law=(cite("BJ 6.1 fn2:s66(1)(d)"),),
    raise_notice=cite("BJ 6.4"),
    notice_by_law=(cite("BJ 6.1 fn2:s66(2)"),),
    posted_in_a_round=(cite("BJ 6.4"),),
    posted_over_wagers=True,
    under_minimum=cite("BJ 6.2.1"),
    over_maximum=cite("BJ 6.2.2"),
    round_up=cite("BJ 6.2.3"),
    personal_limit=cite("BJ 6.3"),
    marker=cite("BJ 6.3"),
    area_total=None,
    face_up=cite("BJ 7.1.1"),
    cards_shown=cite("BJ 7.1.1"),
    no_more_bets=cite("BJ 7.3.1(a)"),
    nothing_to_deal=(cite("BJ 7.3.1(b)"),),
    from_the_left=cite("BJ 7.3.1(b)"),
    dealers_card=cite("BJ 7.3.1(c)"),
    second_card=cite("BJ 7.3.1(d)"),
    caller=cite("BJ 5.9"),
    ascertain=cite("BJ 5.9.1(a)"),
    nearest=cite("BJ 5.9.1(b)"),
    in_line=cite("BJ 5.9.1(c)"),
    limit_player=cite("BJ 5.11"),
    director_told=cite("BJ 5.11.1"),
    restrict_for_shoe=cite("BJ 5.12"),
    face_down=cite("BJ 7.1.2"),
    own_two_cards=cite("BJ 7.1.2(a)"),
    face_down_approved=cite("BJ 7.1.2(b)"),
    totals_announced=cite("BJ 3.2.1(a)"),
    dealers_ace=cite("BJ 3.2.1(b)"),
    main_bet=cite("BJ 5.5.1"),
    insurance_bet=cite("BJ 5.5.2"),
    limits_on_sign=cite("BJ 6.5"),
    insure=cite("BJ 7.3.2"),
    insure_in_time=cite("BJ 7.3.2(a)"),
    insurance_wins=cite("BJ 5.7.1"),
    insurance_loses=cite("BJ 5.7.2"),
    insurance_taken=cite("BJ 7.5.6(b)"),
    not_with_natural=cite("BJ 7.3.2"),
    natural_paid=cite("BJ 7.4.1(a)"),
    even_money=cite("BJ 7.4.1(b)"),
    interim=cite("BJ 7.4.1(a)"),
    act=cite("BJ 7.5.1"),
    may_double=cite("BJ 7.5.1(a)"),
    may_split=cite("BJ 7.5.1(b)"),
    does_not_act=cite("BJ 7.5.3(a)"),
    not_there=cite("BJ 7.5.3(b)"),
    split_stand=cite("BJ 7.5.5(c)(i)"),
    split_draw=cite("BJ 7.5.5(c)(ii)"),
    stand=cite("BJ 7.5.1(c)"),
    draw=cite("BJ 7.5.1(d)"),
    cards_drawn=cite("BJ 7.5.2"),
    silent_soft_stands=cite("BJ 7.5.3(c)"),
    silent_soft_draws=cite("BJ 7.5.3(d)"),
    silent_hard_stands=cite("BJ 7.5.3(e)"),
    silent_hard_draws=cite("BJ 7.5.3(f)"),
    double=cite("BJ 7.5.4(a)"),
    double_wager=cite("BJ 7.5.4(a)(i)"),
    doubled_before_natural=cite("BJ 7.5.4(b)"),
    no_double_on_natural=cite("BJ 7.5.4(c)"),
    split=cite("BJ 7.5.5(a)"),
    split_wager=cite("BJ 7.5.5(a)(i)"),
    split_first_hand=cite("BJ 7.5.5(b)"),
    split_again=cite("BJ 7.5.5(c)(iii)"),
    most_hands=cite("BJ 7.5.5(d)"),
    split_declined=cite("BJ 7.5.5(e)"),
    split_no_natural=cite("BJ 7.5.5(g)"),
    split_bust=cite("BJ 7.5.5(h)"),
    split_before_natural=cite("BJ 7.5.5(i)"),
    dealer_draws=cite("BJ 7.5.6(a)"),
    no_effect=cite("BJ 7.5.6(c)"),
    cards_kept_in_order=cite("BJ 7.5.7(a)"),
    natural_wins=cite("BJ 5.6.1"),
    dealer_over=cite("BJ 5.6.2"),
    higher_wins=cite("BJ 5.6.3"),
    equal=cite("BJ 5.6.4"),
    over=cite("BJ 5.6.5"),
    lower_loses=cite("BJ 5.6.6"),
    even=cite("BJ 8.1:All other winning wagers"),
    missed_burn=cite("BJ 9.1"),
    face_up_card=cite("BJ 9.2"),
    excess_card=cite("BJ 9.3"),
    reconstruct_first_round=cite("BJ 9.1.1"),
    beyond_dealers_hand=cite("BJ 9.3(a)"),
    unstaked_hand=cite("BJ 9.5"),
    dealer_after_hand=cite("BJ 9.6.1"),
    dealer_called=cite("BJ 9.6.2"),
    no_cards=cite("BJ 9.7"),
    one_card=cite("BJ 9.7(a)"),
    mishandled=cite("BJ 9.8"),
    retract=cite("BJ 9.4"),
    missed_shuffle=None,
    shoe_empty=cite("BJ 9.9"),
    machine_fault=cite("BJ 9.10"),
    came_together=cite("BJ 9.11"),
    settled_stands=False,
    wrong_cards_stand=cite("BJ 9.12.1"),
    wrong_cards_void=cite("BJ 9.12.2"),
    wrong_cards_withdrawn=cite("BJ 9.12.3"),
    late_error=cite("BJ 9.8(a)"),
    late_from_next_round=True,
    devices=cite("BJ 17.1"),
    void_wagers=cite("BJ 17.2.1"),
    exclude=cite("BJ 17.2.2"),
    seize=cite("BJ 17.2.3"),
    confiscate=cite("BJ 17.2.4"),
    detain=cite("BJ 17.2.5"),
    disrupted=cite("BJ 17.3.1"),
    fraud=cite("BJ 17.3.2"),
    refund=cite("BJ 17.4"),
    no_influence=cite("BJ 17.6"),
    close_notice=cite("BJ 17.7"),
    idle_seat=cite("BJ 17.8"),
    inspector_told=cite("BJ 17.9"),
    dispute_final=cite("BJ 17.10"),
    review=cite("BJ 17.10"),
    versions={1: cite("BJ 13.7.1(a)"), 2: cite("BJ 13.7.1(b)")},
    version_notice=cite("BJ 13.7.3"),
    version_left={1: cite("BJ 13.7.3(a)"), 2: cite("BJ 13.7.3(b)")},
    tables_designated=cite("BJ 16.3.1"),
    tables_reserved=cite("BJ 16.3.2"),
    secret_wagers=cite("BJ 16.2.1(k)"),
    entries=cite("BJ 13 Table 1:* free entry"),
    no_side_bets=cite("BJ 17.11"),
    rules_on_request=cite("BJ 17.12"),
)
CROWN_BLACKJACK = replace(CLAUSES, dealer_draws=cite("BJ 14.2.1(a)"), dealers_ace="")
VEGAS = replace(
    CLAUSES,
    double=cite("BJ 12.4.2(a)"),
    no_double_on_natural=cite("BJ 12.4.2(a)"),
    double_wager=cite("BJ 12.4.2(a)"),
    surrender=cite("BJ 12.4.1(a)"),
    surrender_means=cite("BJ 12.2.1:Surrender"),
    surrender_after=cite("BJ 12.2.1:Surrender"),
    surrender_marked=cite("BJ 12.4.1(b)"),
    surrender_void=cite("BJ 12.4.1(c)"),
    surrender_taken=cite("BJ 12.4.1(d)"),
    surrender_follows=cite("BJ 12.4.1(e)"),
)
PONTOON = replace(
    CLAUSES,
    dealer_draws=cite("BJ 10.10.1"),
    dealers_ace="",
    natural_paid=cite("BJ 10.6.1(a)"),
    natural_wins=cite("BJ 10.5.1(c)"),
    not_with_natural=cite("BJ 10.6.1(a)(i)"),
    interim=cite("BJ 10.6.1(a)"),
    twenty_one_wins=cite("BJ 10.5.1(d)"),
    twenty_one_paid=cite("BJ 10.6.1(b)"),
    dealer_over=cite("BJ 10.5.1(a)"),
    higher_wins=cite("BJ 10.5.1(b)"),
    equal=cite("BJ 10.5.1(e)"),
    over=cite("BJ 10.5.1(f)"),
    lower_loses=cite("BJ 10.5.1(g)"),
    even=cite("BJ 10 Table 1:All other winning wagers"),
    double=cite("BJ 10.7.1(a)"),
    no_double_on_natural=cite("BJ 10.7.1(a)"),
    double_drawn=cite("BJ 10.7.1(c)"),
    double_split=cite("BJ 10.7.1(b)"),
    double_aces=cite("BJ 10.7.2"),
    doubled_before_natural=cite("BJ 10.7.3"),
    doubled_pays_even=cite("BJ 10.7.4"),
    not_in_line=cite("BJ 10.7.4(a)"),
    rescue=cite("BJ 10.7.5"),
    rescue_of_each=cite("BJ 10.7.5(a)"),
    surrender=cite("BJ 10.9.1"),
    surrender_means=cite("BJ 10.2.1:Surrender"),
    surrender_after=cite("BJ 10.6.1(c)"),
    surrender_marked=cite("BJ 10.9.2"),
    surrender_void=cite("BJ 10.9.3"),
    surrender_taken=cite("BJ 10.9.4"),
    surrender_follows=cite("BJ 10.9.5"),
)
VERSIONS = {
    Variant.BLACKJACK: CLAUSES,
    Variant.CROWN: CROWN_BLACKJACK,
    Variant.VEGAS: VEGAS,
    Variant.PONTOON: PONTOON,
    Variant.PANDEMONIUM: PONTOON,
}
