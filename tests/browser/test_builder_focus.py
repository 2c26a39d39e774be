"""Where the focus is in the builder after a change, and what stands open then."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support import expected_conditions as expected

from tests.browser.building import Keyboard, becomes, opened, opened_by_hand
from tests.browser.conftest import settle, wait

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

JINX = "Legend\n1 Jinx, Loose Cannon\nDeck\n3 Jinx, Rebel\n3 Jinx, Demolitionist\n"


def focus(browser: Chrome) -> str | None:
    """The id of what has the focus."""
    return browser.switch_to.active_element.get_attribute("id")


def open_menus(browser: Chrome) -> list[str | None]:
    """The lines of which the menu stands open, by section and card."""
    opened_lines = browser.find_elements(By.CSS_SELECTOR, ".line:has(.line__more[open]) .line__name")
    return [name.get_attribute("id") for name in opened_lines]


class TestALine:
    def test_keeps_its_menu_and_the_focus_when_the_card_also_goes_to_another_section(
        self, browser: Chrome, site: str
    ) -> None:
        opened(browser, site, JINX, "riftbound")
        line = browser.find_element(By.CSS_SELECTOR, ".line[data-section=deck][data-card=jinx-rebel]")
        line.find_element(By.CSS_SELECTOR, ".line__more > summary").send_keys(Keys.ENTER)
        move = line.find_element(By.XPATH, ".//button[contains(., 'Champion')]")
        move.send_keys(Keys.ENTER)
        wait(browser).until(expected.staleness_of(move))
        settle(browser)
        assert browser.find_elements(By.CSS_SELECTOR, ".line[data-section=champion][data-card=jinx-rebel]")
        assert open_menus(browser) == ["name-deck--jinx-rebel"]
        assert focus(browser) == "move-deck--jinx-rebel--champion"

    def test_that_goes_to_a_section_above_gives_the_focus_to_the_next_one(self, browser: Chrome, site: str) -> None:
        opened(browser, site, JINX.replace("3 Jinx, Demolitionist", "1 Jinx, Demolitionist"), "riftbound")
        line = browser.find_element(By.CSS_SELECTOR, ".line[data-section=deck][data-card=jinx-demolitionist]")
        line.find_element(By.CSS_SELECTOR, ".line__more > summary").send_keys(Keys.ENTER)
        names = browser.find_elements(By.CSS_SELECTOR, ".line__name")
        ids = [each.get_attribute("id") for each in names]
        place = ids.index("name-deck--jinx-demolitionist")
        move = line.find_element(By.XPATH, ".//button[contains(., 'Champion')]")
        move.send_keys(Keys.ENTER)
        wait(browser).until(expected.staleness_of(move))
        settle(browser)
        assert open_menus(browser) == []
        assert focus(browser) == (ids[place + 1] if place + 1 < len(ids) else ids[place - 1])


class TestUndo:
    @pytest.mark.parametrize("key", [Keys.ENTER, Keys.SPACE])
    def test_keeps_the_focus_or_gives_it_to_redo_at_the_end(self, browser: Chrome, site: str, key: str) -> None:
        opened_by_hand(browser, site)
        name = browser.find_element(By.CSS_SELECTOR, '[data-card="hulk-gladiator"] .line__name')
        name.send_keys("4")
        becomes(browser, savage_beatdown=4, hulk_gladiator=4)
        browser.execute_script("document.querySelector('[data-undo]').focus()")
        keys = Keyboard(browser)
        keys.press(key)
        becomes(browser, savage_beatdown=4, hulk_gladiator=2)
        assert focus(browser) == "undo"
        keys.press(key)
        becomes(browser)
        assert focus(browser) == "redo"
        keys.press(key)
        becomes(browser, savage_beatdown=4, hulk_gladiator=2)
        assert focus(browser) == "redo"


class TestFindings:
    def test_unfold_for_a_new_error_alone(self, browser: Chrome, site: str) -> None:
        beside = "Sideboard\n2 Gust\n2 Cleave\n2 Rebuke\n2 Void Seeker\n2 Hextech Ray\n"
        opened(browser, site, JINX + beside, "riftbound")
        fold = "return document.getElementById('findings-fold').open"
        browser.find_element(By.CSS_SELECTOR, "#findings-fold > summary").click()
        for button, is_open in (("fewer", False), ("more", False), ("more", True)):
            before = browser.find_element(By.ID, f"{button}-sideboard--cleave")
            before.click()
            wait(browser).until(expected.staleness_of(before))
            settle(browser)
            assert browser.execute_script(fold) == is_open
        assert browser.find_element(By.ID, "zone-sideboard").text.endswith("too many")
        assert "remove 1 card from the sideboard" in browser.find_element(By.CLASS_NAME, "nowbar__repair").text
