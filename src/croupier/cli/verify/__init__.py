"""`croupier verify`: what each game's table pays, held against its PAR sheet."""
