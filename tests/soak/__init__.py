"""A long run of the floor as it is shipped, for what shows only in time."""
