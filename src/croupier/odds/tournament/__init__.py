"""What a place in a tournament is worth: by the Independent Chip Model, for deals, and for prizes that are shared."""
