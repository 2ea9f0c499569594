"""Double Chance's own events and commands in plain words."""

from __future__ import annotations

from croupier.books import book
from croupier.cards import Card
from croupier.games.double_chance import irregularities, operating, play, settle, supervision
from croupier.money import dollars
from croupier.table.say import LABELS, SENTENCES, Who, because, count, endings


def _shown(cards: tuple[Card, ...]) -> str:
    return f": {' '.join(cards)}" if cards else ""


def _said(for_them: bool) -> str:
    return ", as the house says for them" if for_them else ""


def _discarded(event: play.CardsDiscarded, who: Who) -> str:
    more = "; more must go" if event.kept > 3 else ""
    left = f"{count(event.number, 'card')} and keeps {event.kept}{more}"
    return f"{who(event.player)} discards {left}{_said(event.for_them)}{_shown(event.cards)}."


def _turned(event: settle.HandTurnedUp, who: Who) -> str:
    return f"Area {event.area} shows {' '.join(event.cards)}{f', {event.hand}' if event.hand else ''}."


def _jackpot(event: operating.JackpotSet, who: Who) -> str:
    if event.jackpot is None:
        return "Jackpot wagers are no longer offered."
    odds = ", ".join(f"{hand} {win} to 1" for hand, win in event.jackpot.schedule.items())
    return f"Jackpot wagers cost {dollars(event.jackpot.price)} and pay {odds}."


def _payout(event: operating.MaximumPayoutSet, who: Who) -> str:
    if event.cents is None:
        return "No maximum payout limits a declared hand."
    return f"A declared hand wins {dollars(event.cents)} at most."


def _deck(event: irregularities.DeckFoundWrong, who: Who) -> str:
    missing = f"{count(event.missing, 'card')} missing" if event.missing else ""
    foreign = f"{count(event.foreign, 'card')} foreign" if event.foreign else ""
    return f"The deck is not right: {' and '.join(filter(None, (missing, foreign)))}. It is checked for more."


def _decided(event: supervision.DisputeDecided, who: Who) -> str:
    award = f" with {dollars(event.award)} awarded" if event.award else ""
    regulator = book(event.under[0].partition(" ")[0]).regulator
    return (
        f"The operator finally decides dispute {event.dispute}{award}{because(event.decision)}. "
        f"Whoever is not satisfied may complain to an inspector of the {regulator}."
    )


SENTENCES |= {
    play.CardsDealt: lambda e, who: f"{count(e.cards, 'card')} face down to area {e.area}.",
    play.HandPickedUp: lambda e, who: f"{who(e.player)} picks up the hand of area {e.area}{_shown(e.cards)}.",
    play.HandDeclared: lambda e, who: f"{who(e.player)} declares at {e.area}{_said(e.for_them)}.",
    play.CardsDiscarded: _discarded,
    settle.HandTurnedUp: _turned,
    play.DeclarationFailed: lambda e, who: (
        f"The hand declared at {e.area} is none of rule 11: its player discards at least two cards and stays in."
    ),
    settle.DiscardsCounted: lambda e, who: f"{count(e.cards, 'discard')} of area {e.area} go to the rack.",
    settle.HandSettled: lambda e, who: endings(e.settled, who, "Nothing is settled"),
    settle.DeclaredHandRacked: lambda e, who: f"The declared hand of area {e.area} goes to the rack.",
    settle.SixthCardDealt: lambda e, who: f"A sixth card face down to area {e.area}.",
    settle.SixthCardTurned: lambda e, who: f"The sixth card of area {e.area} is {e.card}.",
    irregularities.HandRacked: lambda e, who: (
        f"{count(e.cards, 'card')} dealt to area {e.area}, where no wager is, are counted and racked."
    ),
    irregularities.WrongNumberFound: lambda e, who: f"{count(e.found, 'card')} instead of five at area {e.area}.",
    irregularities.DeckFoundWrong: _deck,
    irregularities.SixthCardBurned: lambda e, who: (
        f"A sixth card dealt in error to the declared hand of area {e.area} is burned."
    ),
    irregularities.SixthCardExposed: lambda e, who: f"The sixth card of area {e.area} was dealt face up: {e.card}.",
    operating.JackpotSet: _jackpot,
    operating.MaximumPayoutSet: _payout,
    operating.VoucherExchanged: lambda e, who: (
        f"{who(e.player)} gets {dollars(e.cents)} in {'tokens' if e.tokens else 'chips'} for voucher {e.voucher}."
    ),
    operating.ShuffledByHand: lambda e, who: "The cards are shuffled by hand before the device has them.",
    operating.DeviceFailed: lambda e, who: "The shuffling device can no longer be used.",
    operating.DeviceReplaced: lambda e, who: f"Play goes on with another {e.device.value} and new cards.",
    supervision.ActingOrderDirected: lambda e, who: (
        f"{who(e.player)} {'is to act before others handle their cards' if e.first else 'acts in turn again'}"
        f"{because(e.why)}."
    ),
    supervision.PlayersKeptApart: lambda e, who: (
        f"{', '.join(map(who, e.players))} may {'not ' if e.apart else 'again '}play together here{because(e.why)}."
    ),
    supervision.EnglishOrdered: lambda e, who: (
        f"{'Only English is' if e.ordered else 'Any language may again be'} spoken at the table{because(e.why)}."
    ),
    supervision.ExcludedFromCasino: lambda e, who: f"{who(e.player)} is excluded from the casino.",
    supervision.DisputeDecided: _decided,
}


def _discard(command: play.DiscardCards, who: Who) -> str:
    what = " ".join(command.cards) or count(command.number, "card")
    return f"Discard {what}{_for(command.player, who)}"


def _for(player: str | None, who: Who) -> str:
    return f" for {who(player)}" if player else ""


LABELS |= {
    play.DealCard: lambda c, who: "Deal",
    play.PickUpHand: lambda c, who: (
        f"Note that {who(c.player)} picks up the cards" if c.player else "Pick up the cards"
    ),
    play.DeclareHand: lambda c, who: f"Declare{_for(c.player, who)}",
    play.DiscardCards: _discard,
    settle.TurnUpHand: lambda c, who: f"Turn up the hand of area {c.area}",
    settle.DealSixthCard: lambda c, who: "Deal a sixth card",
    settle.TurnSixthCard: lambda c, who: f"Turn up the sixth card of area {c.area}",
    irregularities.DeclareMisdeal: lambda c, who: "Declare a misdeal",
    irregularities.ReportExposedCard: lambda c, who: f"Report an exposed card of area {c.area}",
    irregularities.ReportWrongNumber: lambda c, who: f"Report {count(c.found, 'card')} at area {c.area}",
    irregularities.ReportUnstakedArea: lambda c, who: f"Report cards at area {c.area}, where no wager is",
    irregularities.ReportWrongDeck: lambda c, who: "Report a foreign card" if c.foreign else "Report a missing card",
    irregularities.BurnSixthCard: lambda c, who: f"Burn the sixth card of the declared hand of area {c.area}",
    irregularities.DeclareAbsent: lambda c, who: f"Void the hand of area {c.area}: its player is absent",
    operating.SetJackpot: lambda c, who: "Offer a jackpot" if c.price is not None else "End the jackpot",
    operating.SetMaximumPayout: lambda c, who: (
        f"Set a maximum payout of {dollars(c.cents)}" if c.cents is not None else "End the maximum payout"
    ),
    operating.ExchangeVoucher: lambda c, who: f"Exchange a voucher of {who(c.player)}",
    operating.ShuffleByHand: lambda c, who: "Shuffle by hand first",
    operating.ReportShufflerFault: lambda c, who: (
        "Report that the device can no longer be used" if c.unusable else "Report a failed shuffle"
    ),
    operating.ReplaceDevice: lambda c, who: f"Go on with another {c.device.value}",
    supervision.DirectToActFirst: lambda c, who: (
        f"Let {who(c.player)} act in turn again" if c.lift else f"Have {who(c.player)} act first"
    ),
    supervision.KeepApart: lambda c, who: "Let players play together again" if c.lift else "Keep players apart",
    supervision.OrderEnglish: lambda c, who: "Lift English only" if c.lift else "Order English only",
    supervision.ExcludeFromCasino: lambda c, who: f"Exclude {who(c.player)} from the casino",
    supervision.DecideDispute: lambda c, who: f"Decide dispute {c.dispute} finally",
}
