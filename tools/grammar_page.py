"""Write the lists of docs/table-scripts.md anew from the language itself."""

import re
from pathlib import Path

from croupier.scripts.grammar import grammar

PAGE = Path(__file__).parents[1] / "docs" / "table-scripts.md"
LISTS = {
    "grammar": ("matchmaker", None),
    "three-card-poker": ("three-card-poker", "matchmaker"),
    "double-chance": ("double-chance", "matchmaker"),
}


def written(page: str) -> str:
    """The page with every list as it should be."""
    for mark, (game, beyond) in LISTS.items():
        found = f"<!-- {mark} -->\n{grammar(game, beyond)}\n<!-- /{mark} -->"
        page = re.sub(rf"<!-- {mark} -->\n.*<!-- /{mark} -->", lambda _, text=found: text, page, flags=re.DOTALL)
    return page


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
