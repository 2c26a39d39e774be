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
    def test_goes_from_a_list_over_a_suggestion_to_a_legal_deck(self, page: Chrome) -> None:
        fill(page, LIST, "2010-06-01")
        page.find_element(By.ID, "check-button").click()
        assert outcome(page).text == "Uncertain in Golden Age on 1 June 2010"

        suggestion = page.find_element(By.CSS_SELECTOR, "button[name=replace]")
        assert suggestion.text == "Savage Beatdown"
        suggestion.click()
        wait(page).until(expected.text_to_be_present_in_element((By.CSS_SELECTOR, ".outcome__line"), "Legal"))
        assert "4 Savage Beatdown\n" in (page.find_element(By.ID, "deck").get_property("value") or "")

    def test_has_a_title_that_says_it(self, page: Chrome) -> None:
        fill(page, LIST, "2010-06-01")
        page.find_element(By.ID, "check-button").click()
        outcome(page)
        assert page.title.startswith("Uncertain in Golden Age on 1 June 2010")

    def test_has_an_address_that_shows_it_again(self, page: Chrome) -> None:
        fill(page, LIST, "2010-06-01")
        page.find_element(By.ID, "check-button").click()
        outcome(page)
        assert "list=z" in page.current_url
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
        assert "Paste a list" in problem.text
        wait(page).until(lambda _: page.switch_to.active_element.get_attribute("id") == "deck")

    def test_works_without_scripts(self, page: Chrome, loaded_live_server: LiveServer) -> None:
        page.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            page.get(f"{loaded_live_server.url}/check/?sample=secret-avengers")
            page.find_element(By.CSS_SELECTOR, "button[name=replace]").click()
            figures = (By.CSS_SELECTOR, ".outcome__figures")
            wait(page).until(expected.text_to_be_present_in_element(figures, "2 errors, 1 unknown, 61 cards"))
            assert "\n4 Switching Sides\n" in (page.find_element(By.ID, "deck").get_property("value") or "")
        finally:
            page.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


class TestWhatWasTyped:
    """A list survives reloading and going back, sent or not, in its own tab alone."""

    def typed(self, page: Chrome) -> str:
        return str(page.find_element(By.ID, "deck").get_property("value"))

    def test_stays_when_it_was_not_sent(self, page: Chrome) -> None:
        page.find_element(By.ID, "deck").send_keys("4 Hulk")
        page.refresh()
        assert self.typed(page) == "4 Hulk"
        page.get(page.current_url.replace("/check/", "/cards/"))
        page.back()
        wait(page).until(lambda _: self.typed(page) == "4 Hulk")

    def test_is_there_again_when_going_back_from_the_answer_and_not_for_a_new_check(self, page: Chrome) -> None:
        form = page.current_url
        fill(page, LIST, "2010-06-01")
        page.find_element(By.ID, "check-button").click()
        outcome(page)
        page.back()
        wait(page).until(lambda _: page.current_url == form and self.typed(page) == LIST)
        page.forward()
        outcome(page)
        page.get(form)
        assert self.typed(page) == ""

    def test_changed_beside_an_answer_stays_beside_that_answer(self, page: Chrome) -> None:
        form = page.current_url
        fill(page, LIST, "2010-06-01")
        page.find_element(By.ID, "check-button").click()
        outcome(page)
        page.find_element(By.ID, "deck").send_keys("\n1 More")
        page.refresh()
        outcome(page)
        assert self.typed(page).endswith("\n1 More")
        page.get(form)
        assert self.typed(page) == ""

    def test_is_dropped_by_a_form_that_saves_it_or_signs_out(self, page: Chrome) -> None:
        page.find_element(By.ID, "deck").send_keys("4 Hulk")
        assert page.execute_script("return sessionStorage.getItem('drafts')")
        page.execute_script(
            "const form = document.createElement('form'); form.dataset.dropsDrafts = '';"
            "form.addEventListener('submit', (event) => event.preventDefault());"
            "document.body.append(form); form.requestSubmit()"
        )
        assert page.execute_script("return sessionStorage.getItem('drafts')") is None


def test_a_link_is_copied_by_its_button(page: Chrome, loaded_live_server: LiveServer) -> None:
    page.execute_cdp_cmd(
        "Browser.grantPermissions",
        {"origin": loaded_live_server.url, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]},
    )
    page.get(f"{loaded_live_server.url}/check/?sample=jinx")
    button = page.find_element(By.LINK_TEXT, "Copy link")
    button.click()
    wait(page).until(lambda _: button.text == "Link copied")
    copied = page.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    assert copied.startswith(f"{loaded_live_server.url}/check/?format=riftbound%2Fstandard&on=2026-04-15&list=z")
    page.get(copied)
    assert outcome(page).text == "Illegal in Constructed: Standard on 15 April 2026"
