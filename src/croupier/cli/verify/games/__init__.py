"""How each game is played on the engine: a module by the game's name, with a `Table` that plays it."""
