"""People: accounts, sessions and the diary of what happened to them."""
