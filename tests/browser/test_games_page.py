"""The page of goldfish games: it fits a phone, axe finds nothing, and the keyboard is enough to compare lists."""

from __future__ import annotations

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select

from tests.browser.axe import SCREENS, faults_on
from tests.browser.conftest import resize, wait
from tests.simulations.pages import CLASSIC, RIFTBOUND
from vsdb.check.list_links import build_query

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OTHER = CLASSIC.replace("12 Bloodsport", "6 Bloodsport\n6 Dr. Strange, Secret Avenger").replace("Sentinels", "Other")


def address(text: str, game: str, words: str = "") -> str:
    """The page of a list with few games."""
    return f"/simulate/games/?{build_query([('game', game), ('games', '30')], text)}{words}"


ROOT, RIFT = address(CLASSIC, "vs-classic"), address(RIFTBOUND, "riftbound")
PAGES = (
    f"{ROOT}&{build_query([], OTHER, name='against')}",
    f"{RIFT}&out=get-excited&in=rebuke&count=2",
    f"{RIFT}&turns=99&seed=x&against=z&out=a&in=b",
)


@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_axe_finds_nothing_and_nothing_is_wider_than_the_window(
    browser: Chrome, loaded_live_server: LiveServer, theme: str, width: int
) -> None:
    assert faults_on(browser, loaded_live_server.url, PAGES, theme=theme, width=width) == {}


def tab_to(browser: Chrome, selector: str) -> WebElement:
    """The element that the tab key comes to, from where the focus is."""
    for _ in range(30):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        if browser.execute_script("return document.activeElement.matches(arguments[0])", selector):
            return browser.switch_to.active_element
    raise AssertionError(f"no tab leads to {selector}")


def test_the_keyboard_is_enough_to_put_a_list_beside_another(browser: Chrome, loaded_live_server: LiveServer) -> None:
    resize(browser, 390, 900)
    browser.get(f"{loaded_live_server.url}{ROOT}")
    browser.find_element(By.CSS_SELECTOR, "#beside > summary").send_keys(Keys.ENTER)
    tab_to(browser, "#against-list").send_keys(OTHER)
    tab_to(browser, ".games__form .button--main").send_keys(Keys.ENTER)
    wait(browser).until(lambda _: browser.find_elements(By.ID, "two"))
    assert "against=z" in browser.current_url
    assert "Other against Sentinels" in browser.find_element(By.ID, "other-1").text


def test_rows_of_an_exchange_are_played(browser: Chrome, loaded_live_server: LiveServer) -> None:
    browser.get(f"{loaded_live_server.url}{RIFT}")
    browser.find_element(By.CSS_SELECTOR, "#beside > summary").click()
    Select(browser.find_element(By.ID, "out-1")).select_by_visible_text("3 Get Excited!")
    Select(browser.find_element(By.ID, "in-1")).select_by_visible_text("3 Rebuke")
    browser.find_element(By.CSS_SELECTOR, ".games__form .button--main").click()
    wait(browser).until(lambda _: browser.find_elements(By.ID, "two"))
    assert "After sideboarding" in browser.find_element(By.ID, "other-1").text
