"""What each game adds to the language: its people, its bets and its own lines."""
