"""Write docs/value.md anew from what events declare of the chips that they bring players."""

from pathlib import Path

from croupier.house.giving import page

PAGE = Path(__file__).parents[1] / "docs" / "value.md"

if __name__ == "__main__":
    PAGE.write_text(page())
