"""The check page in a real browser, with its scripts running."""

from __future__ import annotations

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support import expected_conditions as expected
from selenium.webdriver.support.ui import Select

from tests.browser.conftest import settle, wait

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIST = "4 Hulk, Gladiator\n4 Savage Beatdwn\n52 MODOC Squad, Army ○ A.I.M."


@pytest.fixture
def page(browser: Chrome, loaded_live_server: LiveServer) -> Chrome:
    """The check page, opened."""
    browser.get(f"{loaded_live_server.url}/check/")
    return browser


def fill(page: Chrome, deck: str, day: str) -> None:
    """Write a list, choose Golden Age, set the day."""
    page.find_element(By.ID, "deck").send_keys(deck)
    Select(page.find_element(By.ID, "format")).select_by_value("vs-classic/golden-age")
    page.execute_script("arguments[0].value = arguments[1]", page.find_element(By.ID, "on"), day)


def outcome(page: Chrome) -> WebElement:
    """The line that says what came of a check, once it is there and the page stands ready for what comes next."""
    line = wait(page).until(expected.visibility_of_element_located((By.CSS_SELECTOR, "#verdict .outcome__line")))
    settle(page)
    return line


class TestACheck:
    def test_goes_from_a_list_over_a_suggestion_to_a_legal_deck_without_leaving_the_page(self, page: Chrome) -> None:
        page.execute_script("window.isStillHere = true")
        fill(page, LIST, "2010-06-01")
        page.find_element(By.ID, "check-button").click()
        assert outcome(page).text == "Uncertain in Golden Age on 1 June 2010"

        suggestion = page.find_element(By.CSS_SELECTOR, "button[name=replace]")
        assert suggestion.text == "Savage Beatdown"
        suggestion.click()
        wait(page).until(expected.text_to_be_present_in_element((By.CSS_SELECTOR, ".outcome__line"), "Legal"))
        assert "4 Savage Beatdown\n" in (page.find_element(By.ID, "deck").get_property("value") or "")
        assert page.execute_script("return window.isStillHere")

    def test_is_announced_to_those_who_do_not_see_it(self, page: Chrome) -> None:
        fill(page, LIST, "2010-06-01")
        page.find_element(By.ID, "check-button").click()
        outcome(page)
        announced = wait(page).until(lambda _: page.find_element(By.ID, "announce").get_property("textContent"))
        assert announced == "Uncertain in Golden Age on 1 June 2010: one unknown, sixty cards"

    def test_has_an_address_that_shows_it_again(self, page: Chrome) -> None:
        fill(page, LIST, "2010-06-01")
        page.find_element(By.ID, "check-button").click()
        outcome(page)
        wait(page).until(expected.url_contains("deck="))
        page.refresh()
        assert outcome(page).text == "Uncertain in Golden Age on 1 June 2010"

    def test_can_be_made_with_the_keyboard_alone(self, page: Chrome) -> None:
        fill(page, LIST, "2010-06-01")
        page.find_element(By.ID, "deck").send_keys(Keys.CONTROL, Keys.ENTER)
        assert outcome(page).text.startswith("Uncertain")

    def test_of_a_sample_is_one_click_away(self, page: Chrome) -> None:
        page.find_element(By.PARTIAL_LINK_TEXT, "Secret Avengers").click()
        assert outcome(page).text == "Illegal in Silver Age on 1 July 2008"

    def test_without_a_list_says_so_beside_the_field_and_goes_there(self, page: Chrome) -> None:
        page.find_element(By.ID, "check-button").click()
        problem = wait(page).until(expected.visibility_of_element_located((By.ID, "deck-problem")))
        assert "There is no list yet" in problem.text
        wait(page).until(lambda _: page.switch_to.active_element.get_attribute("id") == "deck")

    def test_that_gets_no_answer_says_so_and_keeps_the_list(self, page: Chrome) -> None:
        fill(page, LIST, "2010-06-01")
        page.execute_cdp_cmd("Network.enable", {})
        page.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/check/*"]})
        try:
            page.find_element(By.ID, "check-button").click()
            trouble = wait(page).until(expected.visibility_of_element_located((By.ID, "trouble")))
            assert "No answer came" in trouble.text
            assert page.find_element(By.ID, "deck").get_property("value") == LIST
        finally:
            page.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
            page.get_log("browser")
        page.find_element(By.ID, "check-button").click()
        assert outcome(page).text.startswith("Uncertain")
        assert not page.find_element(By.ID, "trouble").is_displayed()

    def test_works_without_scripts(self, page: Chrome, loaded_live_server: LiveServer) -> None:
        page.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            page.get(f"{loaded_live_server.url}/check/?sample=secret-avengers")
            page.find_element(By.CSS_SELECTOR, "button[name=replace]").click()
            figures = (By.CSS_SELECTOR, ".outcome__figures")
            wait(page).until(
                expected.text_to_be_present_in_element(figures, "Two errors, one unknown, sixty-one cards")
            )
            assert "\n4 Switching Sides\n" in (page.find_element(By.ID, "deck").get_property("value") or "")
        finally:
            page.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
