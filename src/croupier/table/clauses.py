"""Where each book says what every table shares. A game names its own clauses; shared code cites through them."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.table.contract import Clauses
from croupier.table.state import ShuffleCause


@dataclass(frozen=True, kw_only=True)
class TableClauses:
    """The clauses of one book that the shared chapters rest on."""

    # people
    dealing: str
    dealers_powers: str
    seats: str
    areas: str
    # the cards' care
    card_check: str
    shuffle: str
    pre_shuffled: str
    cards_unfit: str
    new_cards_prepared: str
    shuffle_causes: dict[ShuffleCause, str]
    machine_shuffles: Clauses
    cards_renewed: str | None
    # wagers
    chips_only: str
    before_first_card: str
    spoken: str
    no_handling: str
    bettors_per_area: str
    restrict_bettors: str | None
    entitlement: str
    several_areas: str
    permit_areas: str
    refuse_unpayable: str | None
    no_more_bets: str
    nothing_to_deal: Clauses
    clear_losers: str
    pay_winners: str
    retract: str
    under_minimum: str
    over_maximum: str
    round_up: str
    personal_limit: str
    marker: str
    personal_several_areas: str
    others_bound_by_sign: str
    area_total: str | None
    # signs
    sign: str
    sign_shown: str
    raise_notice: str
    close_notice: str
    late_error: str
    # conduct and disputes
    devices: str
    void_wagers: str
    exclude: str
    seize: str
    confiscate: str
    detain: str
    disrupted: str
    fraud: str
    refund: str
    no_influence: str
    idle_seat: str
    inspector_told: str
    dispute_final: str
    review: str
    no_side_bets: str
    rules_on_request: str


@dataclass(frozen=True, kw_only=True)
class ShoeClauses(TableClauses):
    """What a book that deals many decks from a shoe or machine says of them."""

    cutting_card_first: str
    cutting_card_later: str
    no_cutting_card: str
    cut_offered: str
    cut_at_start: str
    cut_by_area: str
    cut_after_replacement: str
    cut_declined: str
    cut_place: str
    cut_taken: str
    cutting_card_back: str
    shoe_loaded: str
    burn: str
    no_burn_with_machine: str
    missed_burn: str
    face_up_card: str
    excess_card: str
    missed_shuffle: str
    shoe_empty: str
    machine_fault: str
    wrong_cards_stand: str
    wrong_cards_void: str
    wrong_cards_withdrawn: str
