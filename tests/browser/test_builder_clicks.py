"""How many clicks a legal deck takes: from an empty one, with the mouse alone, by the builder's own next steps."""

from __future__ import annotations

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support import expected_conditions as expected

from tests.browser.building import LEGAL, Mouse, said
from tests.browser.conftest import wait

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: For each game the sections in the order in which they are filled, with the cards they have to have, and the clicks
#: that a deck may take.
SECTIONS: dict[str, tuple[dict[str, int], int]] = {
    "vs-classic": ({"deck": 60}, 90),
    "vs-2pcg": ({"main-character": 1, "level-up": 1, "deck": 60}, 90),
    "riftbound": ({"legend": 1, "champion": 1, "deck": 39, "runes": 12, "battlefields": 3}, 70),
}


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == "riftbound" else [pytest.mark.full]) for game in SECTIONS]
)
def test_a_legal_deck_takes_few(browser: Chrome, site: str, loaded_live_server: LiveServer, game: str) -> None:
    sections, allowed = SECTIONS[game]
    browser.get(f"{site}/decks/new/?game={game}&format={LEGAL[game][1]}&title=By mouse")
    mouse = Mouse(browser)
    mouse.click_on("main form .button--main")
    wait(browser).until(expected.url_contains("/edit/"))
    for section, goal in sections.items():
        mouse.fill(section, goal)
    assert said(browser).startswith("Legal in "), browser.find_element(By.ID, "built").text
    assert mouse.clicks <= allowed
