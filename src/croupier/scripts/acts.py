"""The lines about people: coming and going, wagers, signs, conduct and disputes; and some for certain games."""

from __future__ import annotations

from croupier.scripts.card_acts import CARE
from croupier.scripts.forms import Act, Broken, Chapter, Direction, Given
from croupier.scripts.table import Table
from croupier.table import (
    closing,
    conduct,
    disputes,
    holding,
    people,
    permissions,
    rack,
    retracting,
    signatures,
    signs,
    wagers,
)
from croupier.table.contract import Refusal
from croupier.table.wagers import Tender


def area_of(it: Given, table: Table) -> int:
    """The area a line names, else the seat of its player."""
    person = table.state.people.get(it.player.name)
    area: int | None = it.area if it.area is not None or person is None else person.seat
    if area is None:
        raise Broken(f"{it.player.name} has no seat: say at which area")
    return area


def _sit(it: Given, table: Table) -> Refusal | None:
    if len(it.players) != len(it.seats):
        raise Broken(f"{len(it.players)} players for {len(it.seats)} seats")
    joins = zip(it.players, it.seats, strict=True)
    return table.perform_all((people.Join(cents=it.amount or 0, seat=seat), player) for player, seat in joins)


def _without_chips(it: Given, table: Table) -> None:
    seat = None if it.seat is None else table.state.seated(it.seat)
    if seat is not None or it.player.name in table.state.people:
        raise Broken(f"{seat.name if seat else it.player.name} is there already")
    table.evolve(people.PlayerJoined(player=it.player.name, name=it.player.name, seat=it.seat, under=()))


def _bet(it: Given, table: Table) -> Refusal | None:
    """Several wagers of one player on one area."""
    area, by = area_of(it, table), it.by or it.player
    return table.perform_all(
        (wagers.PlaceWager(area=area, bet=bet, cents=cents, player=it.represented), by) for cents, bet in it.stakes
    )


def _step(it: Given, table: Table) -> int:
    limits = table.state.limits.get(it.bet)
    step: int = it.step or (limits.step if limits else A_DOLLAR)
    return step


A_DOLLAR = 100

SITS = Act(
    "<player> sits at <seat:number> [with <amount>]",
    "Comes to a seat with chips, or moves to it.",
    lambda it, table: people.Join(cents=it.amount or 0, seat=it.seat, player=it.represented, name=it.represented),
)
STANDS = Act(
    "<player> stands with <amount>",
    "Comes to the table with chips but without a seat.",
    lambda it, table: people.Join(cents=it.amount, player=it.represented, name=it.represented),
)
BUYS = Act(
    "<player> buys <amount> in chips",
    "Changes more value into chips.",
    lambda it, table: people.BuyChips(cents=it.amount, player=it.represented),
)
LEAVES = Act("<player> leaves", "Goes with all chips.", lambda it, table: people.Leave(player=it.represented))
WITHOUT_CHIPS = Direction(
    "<player> has no chips left [at <seat:number>]",
    "Is at the table, seated or not, with nothing in front of them, as only someone who has played can be.",
    _without_chips,
)

PEOPLE = Chapter(
    "Coming and going",
    (
        SITS,
        Direction(
            "<players> sit at <seats:areas> [with <amount> each]",
            "Several come to as many seats: `Ann, Bob and Cid sit at 1, 2 and 3 with $100 each`.",
            _sit,
        ),
        STANDS,
        WITHOUT_CHIPS,
        BUYS,
        Act(
            "<player> changes <amount> into chips of <into:amount>",
            "Changes chips for others of the same value, at a real table.",
            lambda it, table: people.ChangeChips(cents=it.amount, into=it.into, player=it.represented),
        ),
        LEAVES,
        Act(
            "<who> asks <player> to give up the seat",
            "Has an idle player vacate the seat.",
            lambda it, table: people.VacateSeat(player=it.player.name),
        ),
    ),
)

WAGERS = Chapter(
    "Wagers",
    (
        Act(
            "<player> bets <amount> on <bet> [at <area>]",
            "Puts chips on a bet, at the player's own seat unless another area is named.",
            lambda it, table: wagers.PlaceWager(
                area=area_of(it, table), bet=it.bet, cents=it.amount, player=it.represented
            ),
        ),
        Direction(
            "<player> bets <stakes> [at <area>] [by <by:who>]",
            "Several wagers on one area, all of them or none.",
            _bet,
        ),
        Act(
            "<player> bets <amount> in <tender> on <bet> [at <area>]",
            "Puts down something other than chips: cash, vouchers or tokens.",
            lambda it, table: wagers.PlaceWager(
                area=area_of(it, table), bet=it.bet, cents=it.amount, tender=it.tender, player=it.represented
            ),
        ),
        Act(
            "<player> takes back <bet> [at <area>]",
            "Withdraws a wager.",
            lambda it, table: wagers.WithdrawWager(area=area_of(it, table), bet=it.bet, player=it.represented),
        ),
        Act(
            "<player> calls <amount> on <bet> [at <area>] [showing <tender>]",
            "Calls out a wager, showing chips, cash, vouchers or tokens, or nothing at all.",
            lambda it, table: wagers.SpeakWager(
                area=area_of(it, table),
                bet=it.bet,
                cents=it.amount,
                shown=it.tender or Tender.NOTHING,
                player=it.represented,
            ),
        ),
        Act(
            "<who> converts the call of <player> on <bet> [at <area>]",
            "Changes what was shown with a call into chips on the layout.",
            lambda it, table: wagers.ConvertSpoken(area=area_of(it, table), bet=it.bet, player=it.player.name),
        ),
        Act(
            "<who> allows <player> <areas:number> areas",
            "Lets a player use several areas, there being seats enough elsewhere.",
            lambda it, table: permissions.PermitAreas(player=it.player.name, areas=it.areas, seats_elsewhere=True),
        ),
        Act(
            "<who> allows <player> <areas:number> areas though seats are short",
            "The same while patrons could not be seated elsewhere.",
            lambda it, table: permissions.PermitAreas(player=it.player.name, areas=it.areas, seats_elsewhere=False),
        ),
        Act(
            "<who> agrees <low:amount> to <high:amount> with <player> [on <areas:number> areas]",
            "Agrees a personal limit.",
            lambda it, table: permissions.AgreePersonalLimit(
                player=it.player.name, minimum=it.low, maximum=it.high, areas=it.areas or 1
            ),
        ),
        Act(
            "<who> ends the personal limit of <player>",
            "Goes back to the limits on the sign.",
            lambda it, table: permissions.AgreePersonalLimit(player=it.player.name),
        ),
        Act(
            "<who> offers <player> a side bet of <amount>",
            "Proposes a bet between two players.",
            lambda it, table: conduct.ProposeSideBet(against=it.player.name, cents=it.amount),
        ),
    ),
)

SIGNS = Chapter(
    "Signs",
    (
        Act(
            "<who> announces a minimum of <amount> on <bet> from <then:time>",
            "Puts up the sign of a higher minimum.",
            lambda it, table: signs.PostMinimumNotice(
                bet=it.bet, minimum=it.amount, effective_at=table.moment(it.then)
            ),
        ),
        Act(
            "<who> sets <bet> to <low:amount> to <high:amount> [in steps of <step:amount>]",
            "Changes the limit sign.",
            lambda it, table: signs.ChangeLimits(
                bet=it.bet,
                minimum=it.low,
                maximum=it.high,
                step=_step(it, table),
            ),
        ),
        Act("<who> closes the table", "Closes the table.", lambda it, table: closing.CloseTable()),
    ),
)

SHARED_AREAS = Chapter(
    "Areas that players share",
    (
        Act(
            "<who> refuses the wager of <player> on <bet> [at <area>]",
            "Turns away a wager that chips could not pay.",
            lambda it, table: wagers.RefuseWager(area=area_of(it, table), bet=it.bet, player=it.player.name),
        ),
        Act(
            "<who> allows <players:number> players on an area",
            "Sets how many players may share an area.",
            lambda it, table: permissions.RestrictBettors(players=it.players),
        ),
    ),
)

CLOSING_BY_TIME = Chapter(
    "Closing by the clock",
    (
        Act(
            "<who> announces closing at <then:time>",
            "Puts up the closing sign.",
            lambda it, table: closing.PostClosingSign(closes_at=table.moment(it.then)),
        ),
    ),
)

TAKING_BACK = Chapter(
    "When wagers may be taken back",
    (
        Act(
            "<player> retracts [at <area>]",
            "Takes the wagers back after an irregularity, all of them or those of one area.",
            lambda it, table: retracting.RetractWagers(player=it.represented, area=it.area),
        ),
        Act(
            "<player> keeps the wagers [at <area>]",
            "Leaves them on, all of them or those of one area.",
            lambda it, table: retracting.KeepWagers(player=it.represented, area=it.area),
        ),
    ),
)

CONDUCT = Chapter(
    "Conduct",
    (
        Act(
            "<who> reports <player> for breaking <clause> <text>",
            "Puts a contravention on record.",
            lambda it, table: conduct.ReportContravention(person=it.player.name, clause=it.clause, what=it.text),
        ),
        Act(
            "<who> voids the wagers of <player>",
            "Voids what a player has on the layout.",
            lambda it, table: conduct.VoidWagers(player=it.player.name),
        ),
        Act(
            "<who> excludes <player>",
            "Shuts a player out of the game.",
            lambda it, table: conduct.ExcludePlayer(player=it.player.name),
        ),
        Act(
            "<who> seizes what <player> won since round <round:number>",
            "Holds winnings while they are looked into.",
            lambda it, table: holding.SeizeWinnings(player=it.player.name, since_round=it.round),
        ),
        Act(
            "<who> gives back what is held of <player>",
            "Ends an investigation in the player's favour.",
            lambda it, table: holding.ConcludeInvestigation(player=it.player.name, to_player=True),
        ),
        Act(
            "<who> keeps what is held of <player>",
            "Ends an investigation in the house's favour.",
            lambda it, table: holding.ConcludeInvestigation(player=it.player.name, to_player=False),
        ),
        Act(
            "<who> confiscates <text> from <player>",
            "Takes a forbidden device away.",
            lambda it, table: holding.ConfiscateDevice(person=it.player.name, device=it.text),
        ),
        Act(
            "<who> detains <player> [for <text>]",
            "Has someone held, or hands them over to whoever is named.",
            lambda it, table: holding.DetainPerson(person=it.player.name, handed_to=it.text or ""),
        ),
        Act(
            "<who> invalidates the round for disruption because <text>",
            "Makes the round of no effect after a disturbance.",
            lambda it, table: conduct.InvalidateRound(fraud=False, why=it.text),
        ),
        Act(
            "<who> invalidates the round for fraud because <text>",
            "Makes the round of no effect after a fraud.",
            lambda it, table: conduct.InvalidateRound(fraud=True, why=it.text),
        ),
        Act("<who> asks for the rules", "Asks to read the rules.", lambda it, table: conduct.AskForRules()),
    ),
)

DISPUTES = Chapter(
    "Disputes",
    (
        Act(
            "<player> disputes <text> [of round <number>]",
            "Complains, of the last round or of another.",
            lambda it, table: disputes.RaiseDispute(about=it.text, player=it.represented, round=it.number),
        ),
        Act(
            "<who> rules on dispute <number> <text> [awarding <amount>] [for round <round:number>]",
            "Decides a dispute; an award is for the round of the dispute unless another is named.",
            lambda it, table: disputes.RuleOnDispute(
                dispute=it.number, ruling=it.text, award=it.amount or 0, round=it.round
            ),
        ),
        Act(
            "<player> asks for a review of dispute <number>",
            "Wants the inspector's word on a ruling.",
            lambda it, table: disputes.AskForReview(dispute=it.number, player=it.represented),
        ),
        Act(
            "<who> upholds the ruling on dispute <number> <text>",
            "The inspector agrees with the ruling.",
            lambda it, table: disputes.ReviewDispute(dispute=it.number, upheld=True, finding=it.text),
        ),
        Act(
            "<who> overturns the ruling on dispute <number> <text> [awarding <amount>] [for round <round:number>]",
            "The inspector does not, and may name what is owed.",
            lambda it, table: disputes.ReviewDispute(
                dispute=it.number, upheld=False, finding=it.text, award=it.amount or 0, round=it.round
            ),
        ),
    ),
)

RACK = Chapter(
    "The house's chips",
    (
        *(
            Act(
                f"<who> writes a slip for a {kind.value} of <amount>",
                f"A slip for a {kind.value} waits for a second signature.",
                lambda it, table, kind=kind: rack.WriteSlip(kind=kind, cents=it.amount),  # type: ignore[misc]
            )
            for kind in rack.SlipKind
        ),
        Act(
            "<who> signs slip <number>",
            "A second person signs, and it takes effect.",
            lambda it, table: rack.SignSlip(number=it.number),
        ),
        Act(
            "<who> takes back slip <number>",
            "A slip comes to nothing.",
            lambda it, table: rack.CancelSlip(number=it.number),
        ),
    ),
)

SIGNATURES = Chapter(
    "Second signatures",
    (
        Act(
            "<who> countersigns act <number>",
            "A second person signs for what another gives a player, and it takes effect.",
            lambda it, table: signatures.Countersign(number=it.number),
        ),
        Act(
            "<who> refuses to sign act <number> because <text>",
            "Nothing comes of it.",
            lambda it, table: signatures.TurnDown(number=it.number, why=it.text),
        ),
    ),
)

ACTS = (PEOPLE, WAGERS, CARE, SIGNS, RACK, CONDUCT, DISPUTES, SIGNATURES)
