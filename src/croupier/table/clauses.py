"""Where each book says what every table shares. A game names its own clauses; shared code cites through them."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.table.contract import Clauses
from croupier.table.state import ShuffleCause
from croupier.table.wagers import Tender


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
    tenders: tuple[Tender, ...] = (Tender.CHIPS,)
    """What a wager may be placed with."""
    before_first_card: str
    no_handling: str
    bettors_per_area: str
    entitlement: str
    several_areas: str
    no_more_bets: str
    nothing_to_deal: Clauses
    clear_losers: str
    pay_winners: str
    under_minimum: str
    low_wagers_stand: bool = False
    """Whether a wager found under the minimum is simply valid; otherwise only the first of each player is."""
    over_maximum: str
    area_total: str | None
    # signs
    sign: str
    sign_shown: str
    raise_notice: str
    close_notice: str
    # conduct and disputes
    devices: str
    only_devices: bool = False
    """Whether wagers are made void and players excluded for a forbidden device only, not for any contravention."""
    void_wagers: str
    exclude: str
    disrupted: str
    fraud: str
    refund: str
    refund_optional: bool = False
    """Whether the wagers of an invalidated round may also be kept, or those of a fraud forfeited."""
    no_influence: str
    idle_seat: str
    inspector_told: str
    dispute_final: str
    review: str
    no_side_bets: str
    rules_on_request: str


@dataclass(frozen=True, kw_only=True)
class VictorianClauses(TableClauses):
    """What the Victorian books grant alike: spoken wagers, personal limits, wagers retracted, winnings held."""

    spoken: str
    restrict_bettors: str | None
    permit_areas: str
    retract: str
    round_up: str
    personal_limit: str
    marker: str
    personal_several_areas: str
    others_bound_by_sign: str
    late_error: str
    seize: str
    confiscate: str
    detain: str


@dataclass(frozen=True, kw_only=True)
class OneDeckClauses(TableClauses):
    """What a book that deals one deck, shuffled for every round, says of it."""

    dealer_cuts: str
    only_dealer_cuts: str
    no_cut: str
    count_ordered: str
    also_order_counts: tuple[str, ...] = ()
    """Ranks beside the ladder that may order a count too."""


@dataclass(frozen=True, kw_only=True)
class ShoeClauses(VictorianClauses):
    """What a book that deals many decks from a shoe or machine says of them."""

    refuse_unpayable: str
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
