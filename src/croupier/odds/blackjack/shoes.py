"""A shoe and a version's rules, with what dealers come to beside every hand: all else is worked out from that."""

from __future__ import annotations

import numpy as np

from croupier.odds.blackjack.compositions import RANKS, Finals, Flags, Floats, finals, hands
from croupier.odds.blackjack.exact import cards_of, compared, dealer_for_hands
from croupier.odds.blackjack.exact_hands import LAYERS
from croupier.odds.blackjack.rules import Prizes, Rules, prizes, rules_of
from croupier.odds.blackjack.settings import Settings


class Game:
    """One version at one shoe; any shoe may be given in place of the whole one."""

    def __init__(self, settings: Settings, shoe: Floats | None = None) -> None:
        playing = settings.playing
        tens = 16 - 4 * len(playing.without)
        self.settings = settings
        self.endless = settings.shoe is None and shoe is None
        self.shoe: Floats = cards_of(settings.shoe, tens=tens) if shoe is None else shoe.astype(np.float64)
        self.rules: Rules = rules_of(settings)
        self.prizes: Prizes = prizes(settings)
        self.layers = LAYERS if playing.pays_21_at_once else 1
        self.finals: Finals = finals(playing.draws_to_soft_17)
        self.standing: Flags = np.repeat(compared(hands())[:, None], RANKS, axis=1)
        self.chances, _ = dealer_for_hands(self.shoe, hands(), self.standing, self.finals, endless=self.endless)
