"""The rulebooks clause by clause: who may act on each clause, how it is met, and how records cite it."""

from croupier.books.citation import cite, look_up, split_citations
from croupier.books.model import MEETINGS, Book, Clause, Kind, Met, Ruling, UnknownClause
from croupier.books.shelf import UnknownBook, book, codes, digest, put_on_shelf, rulings, slugs

__all__ = [
    "MEETINGS",
    "Book",
    "Clause",
    "Kind",
    "Met",
    "Ruling",
    "UnknownBook",
    "UnknownClause",
    "book",
    "cite",
    "codes",
    "digest",
    "look_up",
    "put_on_shelf",
    "rulings",
    "slugs",
    "split_citations",
]
