"""Push or fold: what two or three players who are all in or out before the flop do at an equilibrium."""
