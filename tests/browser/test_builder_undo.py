"""Steps back and forth in the builder, and what two tabs save at once."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support import expected_conditions as expected
from selenium.webdriver.support.ui import Select

from tests.browser.axe import faults_of
from tests.browser.building import (
    Keyboard,
    becomes,
    becomes_saved,
    opened,
    opened_by_hand,
    said,
)
from tests.browser.conftest import resize, settle, wait

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class TestKeys:
    def test_take_steps_back_and_forth(self, browser: Chrome, site: str) -> None:
        opened_by_hand(browser, site)
        keys = Keyboard(browser)
        browser.find_element(By.CSS_SELECTOR, '[data-card="hulk-gladiator"] .line__name').send_keys("4")
        becomes(browser, savage_beatdown=4, hulk_gladiator=4)
        keys.press("-")
        becomes(browser, savage_beatdown=4, hulk_gladiator=3)
        keys.press(Keys.CONTROL, "z")
        becomes(browser, savage_beatdown=4, hulk_gladiator=4)
        keys.press(Keys.CONTROL, "z")
        becomes(browser, savage_beatdown=4, hulk_gladiator=2)
        keys.press(Keys.CONTROL, Keys.SHIFT, "z")
        becomes(browser, savage_beatdown=4, hulk_gladiator=4)
        browser.refresh()
        browser.find_element(By.CSS_SELECTOR, "[data-undo]").click()
        becomes(browser, savage_beatdown=4, hulk_gladiator=2)
        browser.find_element(By.CSS_SELECTOR, "[data-undo]").click()
        becomes(browser)
        assert not browser.find_element(By.CSS_SELECTOR, "[data-undo]").is_enabled()

    def test_write_the_digits_of_one_card_onto_no_other(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        keys = Keyboard(browser)
        browser.find_element(By.CSS_SELECTOR, '[data-card="hulk-gladiator"] .line__name').send_keys("3")
        other = browser.find_element(By.CSS_SELECTOR, '[data-card="savage-beatdown"] .line__name')
        other.send_keys("1")
        becomes(browser, savage_beatdown=1, hulk_gladiator=3)
        browser.find_element(By.CSS_SELECTOR, '[data-card="hulk-gladiator"] .line__name').send_keys("12")
        becomes(browser, savage_beatdown=1, hulk_gladiator=12)
        keys.press("2", "+")
        becomes(browser, savage_beatdown=1, hulk_gladiator=3)

    def test_leave_what_another_tab_has_saved(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        name = '[data-card="{}"] .line__name'
        first = browser.current_window_handle
        browser.find_element(By.CSS_SELECTOR, name.format("hulk-gladiator")).send_keys("4")
        becomes(browser, savage_beatdown=4, hulk_gladiator=4)
        address = browser.current_url
        browser.switch_to.new_window("tab")
        browser.get(address)
        browser.find_element(By.CSS_SELECTOR, name.format("savage-beatdown")).send_keys("1")
        becomes(browser, savage_beatdown=1, hulk_gladiator=4)
        browser.close()
        browser.switch_to.window(first)
        browser.find_element(By.CSS_SELECTOR, name.format("hulk-gladiator")).send_keys("3")
        becomes(browser, savage_beatdown=1, hulk_gladiator=3)
        told = browser.find_element(By.CSS_SELECTOR, ".built .note").text
        assert "Savage Beatdown in Deck: 4 → 1" in told
        assert "Hulk" not in told
        for count in (4, 2):
            browser.find_element(By.CSS_SELECTOR, "[data-undo]").click()
            becomes(browser, savage_beatdown=1, hulk_gladiator=count)
        browser.find_element(By.CSS_SELECTOR, "[data-redo]").click()
        becomes(browser, savage_beatdown=1, hulk_gladiator=4)

    def test_bring_texts_back_as_well(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        browser.find_element(By.CSS_SELECTOR, ".builder__about > summary").click()
        for field, said_there in (("deck-name", "Anew"), ("deck-notes", "Mulligan low.")):
            # Who leaves a field needn't wait for the pause after which it is saved.
            browser.find_element(By.ID, field).send_keys(said_there, Keys.TAB)
            becomes_saved(browser)
        for notes, title in (("", "From nothingAnew"), ("", "From nothing")):
            browser.find_element(By.CSS_SELECTOR, "[data-undo]").click()
            wait(browser).until(expected.text_to_be_present_in_element((By.TAG_NAME, "h1"), title))
            wait(browser).until(
                lambda _, now=(notes, title): (
                    now
                    == tuple(
                        browser.find_element(By.ID, each).get_property("value") for each in ("deck-notes", "deck-name")
                    )
                )
            )
            settle(browser)

    def test_keep_their_place_when_a_card_goes(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        keys = Keyboard(browser)
        browser.find_element(By.CSS_SELECTOR, ".line__name").send_keys(Keys.ARROW_DOWN)
        assert browser.switch_to.active_element.text == "Savage Beatdown"
        keys.press("0")
        becomes(browser, hulk_gladiator=2)
        wait(browser).until(lambda _: browser.switch_to.active_element.text == "Hulk, Gladiator")

    def test_each_count_once_however_fast_they_are_pressed(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        name = browser.find_element(By.CSS_SELECTOR, '[data-card="hulk-gladiator"] .line__name')
        name.send_keys("+++++")
        becomes(browser, savage_beatdown=4, hulk_gladiator=7)
        wait(browser).until(
            lambda _: "remove 3 Hulk" in browser.find_element(By.ID, "announce").get_property("textContent")
        )


class TestTwoTabs:
    def test_lose_nothing(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        address, first = browser.current_url, browser.current_window_handle
        browser.switch_to.new_window("tab")
        try:
            resize(browser, 1280, 900)
            browser.get(address)
            browser.find_element(By.ID, "fewer-deck--hulk-gladiator").click()
            becomes(browser, savage_beatdown=4, hulk_gladiator=1)
            browser.switch_to.window(first)
            browser.find_element(By.ID, "fewer-deck--savage-beatdown").click()
            becomes(browser, savage_beatdown=3, hulk_gladiator=1)
            assert "Hulk, Gladiator in Deck: 2 → 1" in browser.find_element(By.CLASS_NAME, "built__deck").text

            browser.switch_to.window(browser.window_handles[1])
            browser.find_element(By.ID, "more-deck--savage-beatdown").click()
            title = wait(browser).until(expected.visibility_of_element_located((By.ID, "clash-title")))
            assert browser.switch_to.active_element == title
            settle(browser)
            assert faults_of(browser) == []
            browser.get_log("browser")  # the refusal, which was asked for here
            browser.find_element(By.CSS_SELECTOR, "#clash-form .button--main").click()
            wait(browser).until(expected.staleness_of(title))
            becomes(browser, savage_beatdown=5, hulk_gladiator=1)
        finally:
            browser.close()
            browser.switch_to.window(first)

    def test_lose_no_format_to_a_title_that_is_written_on(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        address, first = browser.current_url, browser.current_window_handle
        browser.find_element(By.CSS_SELECTOR, ".builder__about > summary").click()
        browser.switch_to.new_window("tab")
        try:
            resize(browser, 1280, 900)
            browser.get(address)
            browser.find_element(By.CSS_SELECTOR, ".builder__about > summary").click()
            Select(browser.find_element(By.ID, "deck-format")).select_by_visible_text("Silver Age")
            wait(browser).until(lambda _: "in Silver Age" in said(browser))
            browser.switch_to.window(first)
            for more in (" anew", " and again"):
                browser.find_element(By.ID, "deck-name").send_keys(more)
                becomes_saved(browser)
                assert "in Silver Age" in said(browser)
                assert browser.find_element(By.ID, "deck-format").get_property("value") == "silver-age"
            browser.refresh()
            assert browser.find_element(By.TAG_NAME, "h1").text == "From nothing anew and again"
        finally:
            browser.switch_to.window(browser.window_handles[1])
            browser.close()
            browser.switch_to.window(first)
