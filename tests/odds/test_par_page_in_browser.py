"""The PAR page in a real browser: it fits the screen and asks for nothing."""

import pytest

from croupier.odds import analysis
from croupier.odds.matchmaker.settings import Settings
from tests.odds.reading import opened

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_fits_and_loads_nothing_else(browser, tmp_path, width, scheme):
    matchmaker = analysis("matchmaker")
    path = tmp_path / "par.html"
    path.write_text(matchmaker.page(matchmaker.sheet(Settings()), matchmaker.comparisons(Settings())), encoding="utf-8")
    with opened(browser, path, width, color_scheme=scheme) as page:
        assert page.get_by_role("heading", level=1).inner_text() == "Matchmaker: PAR sheet"
        assert page.get_by_role("img", name="House edge by decks").bounding_box()["height"] > 100
        light = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(251, 250, 247)"
        assert light == (scheme == "light")
