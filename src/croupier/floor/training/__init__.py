"""The school: lessons, drills and practice tables. Nothing that happens here is on record or moves anyone's money."""
