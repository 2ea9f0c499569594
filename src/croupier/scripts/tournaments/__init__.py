"""Lines that tell of a whole tournament: its conditions, its people, its tables and sessions, and what comes of it."""
