"""Reading: what viewers are told, rounds replayed and searched, the record verified and handed out."""
