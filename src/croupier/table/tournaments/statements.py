"""The sentences that conditions state, in the house's own words."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.table.tournaments.conditions import Statement

SENTENCES: Mapping[Statement, str] = {
    Statement.ENTITLED: "Only those may enter who are allowed to come into the casino, to stay there and to gamble.",
    Statement.MAY_REFUSE: "The casino may turn away any application.",
    Statement.ACCEPTANCE: "Whoever takes part has accepted these conditions by doing so.",
    Statement.ABIDE: "Everyone who plays keeps to these conditions, or may be disqualified.",
    Statement.SIGNED_COPIES: "The tournament director has everyone who plays sign a copy of these conditions.",
    Statement.EMPLOYEES: (
        "This is a charity or media event. If the chief operating officer or the chief executive officer has approved "
        "it beforehand, people who work for the casino or with it may take part. None of them wins a prize: each prize "
        "that would be theirs goes to the next place that may have it, and the later places move up."
    ),
    Statement.STARTS_MAY_MOVE: (
        "The tournament director may move the start of a round or session, with fair notice to those who play in it."
    ),
    Statement.CHANGES_NOTIFIED: "The regulator is told of every change to these details before the tournament begins.",
    Statement.EQUAL_BANKS: "All begin with equally many tournament chips, and hear before the start how many.",
    Statement.RULES_PREVAIL: (
        "The tournament director conducts the tournament by these conditions and by the rules of {game}. Where the two "
        "disagree, the rules hold."
    ),
    Statement.CONDUCTED_BY_RULES: (
        "The tournament is held by its director, by these conditions and by the rules of {game}."
    ),
    Statement.EARLY_END_DETERMINED: (
        "The tournament director may end play at a table early once it is determined who goes on from it."
    ),
    Statement.EARLY_END_AGREED: (
        "Where tournament chips are exchanged for cash, the tournament director may end play at a table early if "
        "everyone who plays there agrees."
    ),
    Statement.PRIVACY: (
        "What entrants tell of themselves is handled by the casino's privacy policy, which anyone may ask for, unless "
        "these conditions say otherwise."
    ),
    Statement.PROMOTION: (
        "The casino may advertise with names, suburbs and pictures of those entrants who have allowed it."
    ),
    Statement.DIRECTOR_FINAL: "In a dispute over the tournament, what its director decides is final.",
    Statement.NO_LIABILITY: (
        "As far as the law lets it, and without touching any right that the law lets nobody exclude, the casino "
        "is not liable for losses that come of a decision of the tournament director."
    ),
    Statement.COMPLAINTS: (
        "Whoever has a complaint about how gaming is conducted here may have the regulator look into it."
    ),
}
