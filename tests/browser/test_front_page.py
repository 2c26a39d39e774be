"""The front page in a real browser: the list that is pasted there is checked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support import expected_conditions as expected

from tests.browser.conftest import wait

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIST = "4 Hulk, Gladiator\n56 MODOC Squad, Army ○ A.I.M."


@pytest.fixture
def page(browser: Chrome, loaded_live_server: LiveServer) -> Chrome:
    """The front page, with a list in it; nothing is chosen."""
    browser.get(loaded_live_server.url)
    browser.find_element(By.ID, "deck").send_keys(LIST)
    return browser


@contextmanager
def without_scripts(browser: Chrome) -> Iterator[None]:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        yield
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def expect_verdict(page: Chrome) -> None:
    """Wait for the verdict; what was typed is beside it."""
    line = (By.CSS_SELECTOR, "#verdict .outcome__line")
    assert wait(page).until(expected.visibility_of_element_located(line)).text.startswith("Legal in Golden Age on ")
    assert (page.find_element(By.ID, "deck").get_property("value") or "").rstrip("\n") == LIST
    assert page.find_element(By.ID, "format").get_property("value") == "vs-classic/golden-age"


class TestAListOnTheFrontPage:
    def test_is_checked_by_the_button(self, page: Chrome) -> None:
        page.find_element(By.ID, "check-button").click()
        expect_verdict(page)

    def test_is_checked_by_the_keyboard_alone(self, page: Chrome) -> None:
        page.find_element(By.ID, "deck").send_keys(Keys.CONTROL, Keys.ENTER)
        expect_verdict(page)

    def test_is_checked_without_scripts(self, page: Chrome) -> None:
        with without_scripts(page):
            page.find_element(By.ID, "check-button").click()
            expect_verdict(page)

    def test_that_is_missing_is_asked_for(self, page: Chrome) -> None:
        page.find_element(By.ID, "deck").clear()
        page.find_element(By.ID, "check-button").click()
        assert page.find_elements(By.CSS_SELECTOR, "#deck:invalid")
        assert not page.find_elements(By.ID, "verdict")
