"""Where the Matchmaker book says what every table shares, and what it alone says."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.books import cite
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
from croupier.table.wagers import SpeakingClauses, UnpayableClauses


@dataclass(frozen=True, kw_only=True)
class MatchmakerClauses(
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
    SecretClauses,
):
    """Matchmaker's clauses, by what they are about."""

    from_the_left: str
    second_card: str
    face_up: str
    no_wagers: str
    reconstruct: str
    reconstruct_first_round: str
    round_up: str
    odds_shown: str
    others_bound_by_sign: str


CLAUSES = MatchmakerClauses(
    dealing=cite("MM 7.1"),
    dealers_powers=cite("MM 1.2"),
    second_signature=cite("MM 1.2"),
    seats=cite("MM 2.1"),
    areas=cite("MM 2.2.1"),
    card_check=cite("MM 3.2"),
    shuffle=cite("MM 4.1.1"),
    shuffle_causes={
        ShuffleCause.START: cite("MM 4.1.1(a)"),
        ShuffleCause.CUTTING_CARD_FIRST: cite("MM 4.1.1(b)"),
        ShuffleCause.CUTTING_CARD_LATER: cite("MM 4.1.1(c)"),
        ShuffleCause.ABNORMAL: cite("MM 4.1.1(d)"),
        ShuffleCause.WARRANTED: cite("MM 4.1.1(e)"),
        ShuffleCause.RENEWED: cite("MM 4.4.3"),
        ShuffleCause.MISSED: cite("MM 9.6"),
        ShuffleCause.SHOE_EMPTY: cite("MM 9.7"),
    },
    machine_shuffles=(cite("MM 4.1.1(f)"), cite("MM 3.1.1"), cite("MM 4.3.1(a)")),
    cutting_card_first=cite("MM 4.1.1(b)"),
    cutting_card_later=cite("MM 4.1.1(c)"),
    no_cutting_card=cite("MM 3.1.1"),
    pre_shuffled=cite("MM 4.1.2"),
    cut_offered=cite("MM 4.2.1"),
    cut_at_start=cite("MM 4.2.1(a)"),
    cut_by_area=cite("MM 4.2.1(b)"),
    cut_after_replacement=cite("MM 4.2.1(c)"),
    cut_declined=cite("MM 4.2.2"),
    cut_place=cite("MM 4.2.3"),
    cut_taken=cite("MM 4.2.4(a)"),
    cutting_card_back=cite("MM 4.2.4(b)"),
    shoe_loaded=cite("MM 4.2.4(c)"),
    burn=cite("MM 4.3.1"),
    no_burn_with_machine=cite("MM 4.3.1(a)"),
    burn_made_good=(cite("MM 9.1.1"),),
    held_is_next=(cite("MM 9.3"),),
    cards_renewed=cite("MM 4.4.1"),
    cards_unfit=cite("MM 4.4.2"),
    unfit_until_first_card=True,
    new_cards_prepared=cite("MM 4.4.3"),
    chips_only=cite("MM 5.1"),
    before_first_card=cite("MM 5.2"),
    spoken=cite("MM 5.3"),
    no_handling=cite("MM 5.4"),
    bettors_per_area=cite("MM 5.6"),
    restrict_bettors=cite("MM 5.6"),
    entitlement=cite("MM 5.7"),
    several_areas=cite("MM 5.8"),
    permit_areas=cite("MM 5.8"),
    refuse_unpayable=cite("MM 5.9"),
    clear_losers=cite("MM 5.10.1"),
    pay_winners=cite("MM 5.10.2"),
    sign=cite("MM 6.1"),
    odds_shown=cite("MM 8.1:Pair Match"),
    sign_shown=cite("MM 6.1 fn1:s66(1)(c)"),
    raise_notice=cite("MM 6.1 fn1:s66(2)"),
    under_minimum=cite("MM 6.2.1"),
    over_maximum=cite("MM 6.2.2"),
    round_up=cite("MM 6.2.3"),
    personal_limit=cite("MM 6.3"),
    marker=cite("MM 6.3.1"),
    personal_several_areas=cite("MM 6.3.2"),
    others_bound_by_sign=cite("MM 6.3.3"),
    area_total=cite("MM 6.3.4"),
    face_up=cite("MM 7.2"),
    cards_shown=cite("MM 7.2"),
    no_more_bets=cite("MM 7.3.1"),
    nothing_to_deal=(cite("MM 7.3.2"), cite("MM 9.4")),
    from_the_left=cite("MM 7.3.2"),
    second_card=cite("MM 7.3.3"),
    missed_burn=cite("MM 9.1"),
    reconstruct_first_round=cite("MM 9.1.1"),
    face_up_card=cite("MM 9.2"),
    excess_card=cite("MM 9.3"),
    no_wagers=cite("MM 9.4"),
    reconstruct=cite("MM 9.5"),
    retract=cite("MM 9.5"),
    missed_shuffle=cite("MM 9.6"),
    shoe_empty=cite("MM 9.7"),
    machine_fault=cite("MM 9.8"),
    wrong_cards_stand=cite("MM 9.9.1"),
    wrong_cards_void=cite("MM 9.9.2"),
    wrong_cards_withdrawn=cite("MM 9.9.3"),
    late_error=cite("MM 9.10"),
    tables_designated=cite("MM 10.3.1"),
    tables_reserved=cite("MM 10.3.2"),
    secret_wagers=cite("MM 10.2.1(e)"),
    devices=cite("MM 11.1"),
    void_wagers=cite("MM 11.2.1"),
    exclude=cite("MM 11.2.2"),
    seize=cite("MM 11.2.3"),
    confiscate=cite("MM 11.2.4"),
    detain=cite("MM 11.2.5"),
    disrupted=cite("MM 11.3.1"),
    fraud=cite("MM 11.3.2"),
    refund=cite("MM 11.4"),
    no_influence=cite("MM 11.6"),
    close_notice=cite("MM 11.7"),
    idle_seat=cite("MM 11.8"),
    inspector_told=cite("MM 11.9"),
    dispute_final=cite("MM 11.10"),
    review=cite("MM 11.10"),
    no_side_bets=cite("MM 11.11"),
    rules_on_request=cite("MM 11.12"),
)
