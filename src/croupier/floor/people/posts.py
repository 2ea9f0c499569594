"""The posts of the house and the ranks they hold under each book."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.books import book, slugs

EVERY_BOOK = "*"
"""The key of a rank that is held under every book which does not name another."""

OPERATOR = "casino-operator"
"""The rank that makes, changes and ends accounts."""

DEALER = "dealer"
"""The rank at a dealer's station, where an idle session ends soonest."""

POSTS = {
    "dealer": DEALER,
    "supervisor": "game-supervisor",
    "areamanager": "game-supervisor",
    "pitboss": "pit-boss",
    "manager": "pit-boss",
    "operator": OPERATOR,
    "inspector": "regulator",
}
"""The posts that have an account from the first start, and their ranks under every book that does not say otherwise."""


def staff() -> dict[str, dict[str, str]]:
    """The accounts made at the first start, and their ranks under each book."""
    books = [book(slug) for slug in slugs()]
    return {
        post: {EVERY_BOOK: rank, **{each.slug: each.posts[post] for each in books if post in each.posts}}
        for post, rank in POSTS.items()
    }


def ranks_of(slug: str) -> tuple[str, ...]:
    """The ranks that staff can hold under a book, or under every book."""
    if slug == EVERY_BOOK:
        return tuple(dict.fromkeys(POSTS.values()))
    found = book(slug)
    return (*found.ladder[1:], *found.beside)


def why_not(ranks: Mapping[str, str]) -> str | None:
    """What is wrong with these ranks, if anything is."""
    if EVERY_BOOK not in ranks:
        return "an account needs a rank under every book, to hold where a book names no other"
    for slug, rank in ranks.items():
        if slug != EVERY_BOOK and slug not in slugs():
            return f"there is no book {slug!r} on the shelf"
        if rank not in ranks_of(slug):
            return f"{rank!r} is no rank that staff hold under {'every book' if slug == EVERY_BOOK else slug}"
    return None
