"""Sample hands with scripts: keys, focus, what is announced, the address; and twenty hands judged by keyboard."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import SCREENS, faults_on
from tests.browser.building import opened
from tests.browser.conftest import resize, wait
from tests.decks.stored import deck_of
from vsdb.check.forms import find_sample
from vsdb.decks.models import Deck

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STATE = "#hand-state"


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann")


def stored(ann: User, slug: str, game: str, fmt: str) -> Deck:
    found = find_sample(slug)
    assert found
    return deck_of(ann, title=found.title, text=found.text, game=game, format=fmt, visibility="public")


@pytest.fixture
def jinx(ann: User) -> Deck:
    return stored(ann, "jinx", "riftbound", "standard")


@pytest.fixture
def warbound(ann: User) -> Deck:
    return stored(ann, "warbound", "vs-classic", "silver-age")


def press(browser: Chrome, *keys: str) -> None:
    ActionChains(browser).send_keys(*keys).perform()


def becomes(browser: Chrome, state: str) -> None:
    """Wait until the hand is at a turn or step."""
    wait(browser).until(lambda _: browser.find_element(By.CSS_SELECTOR, STATE).text == state)


def announced(browser: Chrome) -> str:
    return str(browser.find_element(By.ID, "announce").get_property("textContent"))


def focused(browser: Chrome) -> str:
    return str(browser.switch_to.active_element.get_attribute("id"))


class TestHand:
    def test_goes_on_by_keys_and_says_what_was_drawn(
        self, browser: Chrome, loaded_live_server: LiveServer, jinx: Deck
    ) -> None:
        resize(browser, 390, 844)
        address = f"{loaded_live_server.url}/decks/{jinx.pk}/hand/?seed=7"
        browser.get(address)
        browser.execute_script("window.isSame = true")
        press(browser, "t")
        becomes(browser, "Turn 1")
        assert browser.current_url == f"{address}&turn=1"
        assert announced(browser).startswith("Turn 1: drew ")
        assert "Runes: " in announced(browser)
        assert focused(browser) == "hand-state"
        press(browser, "d")
        wait(browser).until(lambda _: browser.current_url == f"{address}&turn=1&draw=1")
        browser.back()
        wait(browser).until(lambda _: browser.current_url == f"{address}&turn=1")
        browser.back()
        becomes(browser, "Opening hand")
        assert browser.execute_script("return window.isSame")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 390

    def test_keeps_the_focus_on_what_was_pressed(
        self, browser: Chrome, loaded_live_server: LiveServer, warbound: Deck
    ) -> None:
        browser.get(f"{loaded_live_server.url}/decks/{warbound.pk}/hand/?seed=7")
        browser.find_element(By.ID, "hand-turn").send_keys(Keys.ENTER)
        becomes(browser, "Turn 1")
        assert focused(browser) == "hand-turn"

    def test_sets_aside_what_is_ticked(self, browser: Chrome, loaded_live_server: LiveServer, jinx: Deck) -> None:
        browser.get(f"{loaded_live_server.url}/decks/{jinx.pk}/hand/?seed=7")
        for place in (0, 2, 3):
            browser.find_element(By.ID, f"aside-{place}").click()
        press(browser, "m")
        wait(browser).until(lambda _: browser.find_elements(By.ID, "aside-problem"))
        assert browser.find_element(By.ID, "aside-2").is_selected()
        browser.find_element(By.ID, "aside-3").click()
        press(browser, "m")
        becomes(browser, "After the mulligan")
        assert browser.current_url.endswith("?seed=7&mulligan=1&aside=0&aside=2")
        assert announced(browser).startswith("Hand after the mulligan: ")

    def test_leaves_the_mulligan_to_the_policy(
        self, browser: Chrome, loaded_live_server: LiveServer, warbound: Deck
    ) -> None:
        browser.get(f"{loaded_live_server.url}/decks/{warbound.pk}/hand/?seed=7")
        press(browser, "p")
        assert browser.find_element(By.ID, "policy").get_attribute("open")
        browser.find_element(By.ID, "hand-policy").click()
        wait(browser).until(lambda _: browser.find_elements(By.ID, "policy-head"))
        assert browser.current_url.endswith("?seed=7&policy=1")

    def test_is_dealt_anew_by_a_key(self, browser: Chrome, loaded_live_server: LiveServer, warbound: Deck) -> None:
        address = f"{loaded_live_server.url}/decks/{warbound.pk}/hand/?seed=7"
        browser.get(address)
        press(browser, "n")
        wait(browser).until(lambda _: browser.current_url != address)
        assert "?seed=" in browser.current_url
        assert announced(browser).startswith("Opening hand: ")

    def test_leaves_keys_to_fields(self, browser: Chrome, loaded_live_server: LiveServer, warbound: Deck) -> None:
        address = f"{loaded_live_server.url}/decks/{warbound.pk}/hand/?seed=7"
        browser.get(address)
        browser.find_element(By.ID, "site-search").send_keys("tdmn")
        assert browser.current_url == address


class TestHandInTheBuilder:
    def test_goes_on_in_its_box(self, browser: Chrome, site: str) -> None:
        opened(browser, site, text="8 Mobilize\n8 Overload")
        address = browser.current_url
        browser.execute_script("document.querySelector('[data-hand]').click()")
        wait(browser).until(lambda _: browser.find_elements(By.CSS_SELECTOR, f"#handbox[open] {STATE}"))
        browser.find_element(By.ID, "hand-turn").click()
        becomes(browser, "Turn 1")
        assert browser.current_url == address
        assert focused(browser) == "hand-state"
        assert browser.find_element(By.PARTIAL_LINK_TEXT, "JSON").get_attribute("target") == "_blank"
        browser.find_element(By.ID, "hand-back").click()
        becomes(browser, "Opening hand")


class TestTwentyHands:
    def test_are_judged_by_keys(self, browser: Chrome, loaded_live_server: LiveServer, warbound: Deck) -> None:
        address = f"{loaded_live_server.url}/decks/{warbound.pk}/hands/?seed=7"
        resize(browser, 390, 844)
        browser.get(address)
        press(browser, "k", "m", "k")
        assert browser.find_element(By.ID, "judged-count").text == "2 kept of 3 judged."
        press(browser, Keys.ARROW_DOWN, "m", Keys.ARROW_UP, Keys.ARROW_UP, "k")
        browser.find_element(By.CSS_SELECTOR, "#judge button[type=submit]").click()
        wait(browser).until(lambda _: "kept=" in browser.current_url)
        assert browser.current_url == f"{address}&kept=10110#tally"
        assert "3 kept of 5" in browser.find_element(By.CLASS_NAME, "handstally").text
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 390

    def test_end_at_the_button(self, browser: Chrome, loaded_live_server: LiveServer, warbound: Deck) -> None:
        browser.get(f"{loaded_live_server.url}/decks/{warbound.pk}/hands/?seed=7")
        press(browser, *"k" * 20)
        assert browser.find_element(By.ID, "judged-count").text == "20 kept of 20 judged."
        assert browser.switch_to.active_element.text == "Show tally"

    def test_have_shortcuts_in_the_help(self, browser: Chrome, loaded_live_server: LiveServer, warbound: Deck) -> None:
        browser.get(f"{loaded_live_server.url}/decks/{warbound.pk}/hands/?seed=7")
        press(browser, "?")
        assert "next twenty hands" in browser.find_element(By.ID, "key-help").text


@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_nothing_serious_is_found(
    browser: Chrome, loaded_live_server: LiveServer, ann: User, theme: str, width: int
) -> None:
    decks = [
        stored(ann, "jinx", "riftbound", "standard"),
        stored(ann, "a-force", "vs-2pcg", "multiverse"),
        deck_of(ann, title="Unread", text="40 Nobody\n", visibility="public"),
    ]
    ends = ("hand/?seed=7", "hand/?seed=7&policy=1&turn=2&more=1&draw=1", "hands/?seed=7&kept=10-1")
    addresses = [f"/decks/{deck.pk}/{end}" for deck in decks for end in ends]
    assert faults_on(browser, loaded_live_server.url, addresses, theme=theme, width=width) == {}
