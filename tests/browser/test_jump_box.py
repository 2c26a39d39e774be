"""The box in the header, by keys alone: it jumps to anything, on every page."""

from __future__ import annotations

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.browser.conftest import resize, wait

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = (
    "/",
    "/cards/",
    "/cards/vs-classic/?q=hulk",
    "/sets/",
    "/formats/",
    "/rules/",
    "/decks/",
    "/decks/new/",
    "/help/",
)
#: The slash leads to their own box.
WITH_OWN_BOXES = ("/cards/", "/cards/vs-classic/?q=hulk", "/decks/")


def open_box(browser: Chrome, address: str) -> WebElement:
    """The box after `/` was pressed on a page."""
    browser.get(address)
    browser.find_element(By.TAG_NAME, "body").send_keys("/")
    box = browser.switch_to.active_element
    assert box.get_attribute("id") == "site-search"
    return box


def offered(browser: Chrome, *, first: str) -> list[WebElement]:
    """The suggestions, once the first of them is this."""

    def are_there(_: Chrome) -> list[WebElement]:
        found = browser.find_elements(By.CSS_SELECTOR, "[role=option]")
        return found if found and found[0].text.startswith(first) else []

    return wait(browser).until(are_there)


class TestTheBox:
    @pytest.mark.parametrize("page", PAGES)
    def test_is_on_every_page_and_takes_the_keyboard_with_a_slash(
        self, browser: Chrome, loaded_live_server: LiveServer, page: str
    ) -> None:
        if page not in WITH_OWN_BOXES:
            open_box(browser, f"{loaded_live_server.url}{page}")
            return
        browser.get(f"{loaded_live_server.url}{page}")
        assert browser.find_element(By.ID, "site-search").is_displayed()
        browser.find_element(By.TAG_NAME, "body").send_keys("/")
        assert browser.switch_to.active_element.get_attribute("id") == "q"

    @pytest.mark.parametrize(
        ("text", "first", "path"),
        [
            ("falcn", "Falcon, Secret Avenger", "/cards/vs-classic/falcon-secret-avenger/"),
            ("silver age", "Silver Age", "/formats/vs-classic/silver-age/"),
            ("101.2", "101.2 Four copies", "/rules/cr-2.7/101.2/"),
            ("avengers", "Avengers", "/teams/vs-classic/avengers/"),
        ],
    )
    def test_leads_to_what_a_person_means_with_arrow_and_enter(
        self, browser: Chrome, loaded_live_server: LiveServer, text: str, first: str, path: str
    ) -> None:
        box = open_box(browser, f"{loaded_live_server.url}/sets/")
        box.send_keys(text)
        offered(browser, first=first)
        assert box.get_attribute("aria-expanded") == "true"
        box.send_keys(Keys.ARROW_DOWN)
        chosen = box.get_attribute("aria-activedescendant") or ""
        assert browser.find_element(By.ID, chosen).get_attribute("aria-selected") == "true"
        box.send_keys(Keys.ENTER)
        wait(browser).until(lambda _: browser.current_url == f"{loaded_live_server.url}{path}")

    def test_searches_with_enter_alone(self, browser: Chrome, loaded_live_server: LiveServer) -> None:
        box = open_box(browser, f"{loaded_live_server.url}/sets/")
        box.send_keys("mobilize")
        offered(browser, first="Mobilize")
        box.send_keys(Keys.ENTER)
        wait(browser).until(lambda _: browser.current_url == f"{loaded_live_server.url}/cards/?q=mobilize")

    def test_completes_a_query_in_place(self, browser: Chrome, loaded_live_server: LiveServer) -> None:
        box = open_box(browser, f"{loaded_live_server.url}/sets/")
        box.send_keys("team:warb")
        offered(browser, first="Warbound")
        box.send_keys(Keys.ARROW_DOWN, Keys.ENTER)
        assert box.get_property("value") == "team:Warbound "
        assert browser.switch_to.active_element == box

    def test_closes_with_escape_and_is_left_with_another(self, browser: Chrome, loaded_live_server: LiveServer) -> None:
        box = open_box(browser, f"{loaded_live_server.url}/sets/")
        box.send_keys("falcon")
        offered(browser, first="Falcon")
        box.send_keys(Keys.ESCAPE)
        assert box.get_attribute("aria-expanded") == "false"
        assert browser.switch_to.active_element == box
        box.send_keys(Keys.ESCAPE)
        assert browser.switch_to.active_element != box

    def test_takes_a_click(self, browser: Chrome, loaded_live_server: LiveServer) -> None:
        box = open_box(browser, f"{loaded_live_server.url}/sets/")
        box.send_keys("reservist")
        offered(browser, first="Reservist")[0].click()
        wait(browser).until(lambda _: browser.current_url.endswith("/keywords/vs-classic/reservist/"))

    def test_fits_on_a_phone(self, browser: Chrome, loaded_live_server: LiveServer) -> None:
        resize(browser, 390, 844)
        box = open_box(browser, f"{loaded_live_server.url}/sets/")
        box.send_keys("spider-man")
        shown = offered(browser, first="Spider-Man")[0].rect
        assert shown["x"] >= 0
        assert shown["x"] + shown["width"] <= 390
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 390

    def test_leaves_a_slash_to_who_writes_in_a_field(self, browser: Chrome, loaded_live_server: LiveServer) -> None:
        browser.get(f"{loaded_live_server.url}/cards/vs-classic/")
        field = browser.find_element(By.ID, "q")
        field.send_keys("a/b")
        assert field.get_property("value") == "a/b"
