"""A Matchmaker sheet for people and programs: the common forms say all there is."""

from croupier.odds.export import sheet_data as data
from croupier.odds.page import sheet_page as page
from croupier.odds.par import sheet_text as text

__all__ = ["UNDER", "data", "page", "text"]

UNDER: dict[str, tuple[str, ...]] = {}
