"""The builder in a real browser: a deck from nothing, by keys and by touch, shared, forked and checked elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support import expected_conditions as expected

from tests.browser.axe import faults_of
from tests.browser.building import LEGAL, Finger, Keyboard, held, legal_list, said, wanted
from tests.browser.conftest import resize, settle, wait

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def site(browser: Chrome, loaded_live_server: LiveServer) -> Iterator[str]:
    """The site's address, for a browser that nobody is signed in with."""
    yield loaded_live_server.url
    settle(browser)
    browser.delete_all_cookies()


def start(browser: Chrome, site: str, game: str) -> None:
    """Begin an empty deck of a game by keys alone."""
    browser.get(f"{site}/decks/new/?game={game}&format={LEGAL[game][1]}&title=From nothing")
    browser.find_element(By.ID, "title").send_keys(Keys.ENTER)
    wait(browser).until(expected.url_contains("/edit/"))


class TestADeckFromNothing:
    @pytest.mark.parametrize("game", LEGAL)
    def test_becomes_legal_by_keys_alone(self, browser: Chrome, site: str, game: str) -> None:
        start(browser, site, game)
        keys = Keyboard(browser)
        for card, count, beside in wanted(legal_list(game)):
            keys.add(card, count)
            if beside:
                keys.move_to_sideboard(card, beside)
        assert said(browser).startswith("Legal in ")
        assert browser.find_element(By.CLASS_NAME, "nowbar__size").text == SIZES[game]

    @pytest.mark.parametrize("game", LEGAL)
    def test_becomes_legal_by_touch_on_a_phone(self, browser: Chrome, site: str, game: str) -> None:
        start(browser, site, game)
        finger = Finger(browser)
        finger.begin()
        try:
            browser.refresh()
            for card, count, beside in wanted(legal_list(game)):
                finger.add(card, count)
                if beside:
                    finger.move_to_sideboard(card, beside)
            assert said(browser).startswith("Legal in ")
            assert browser.find_element(By.CLASS_NAME, "nowbar__line").is_displayed()
        finally:
            finger.end()


#: With main characters and level-up zone beside the sixty of a 2PCG deck.
SIZES = {"vs-classic": "60 cards", "vs-2pcg": "62 cards", "riftbound": "60 cards"}
