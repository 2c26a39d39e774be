"""The drawn table in a browser: cards put, dragged, tapped and moved by keys; targets; what axe says."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import SCREENS, faults_on
from tests.browser.conftest import resize, wait
from vsdb.play.documents import decode_question, encode_question

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FRONT = {"row": "front", "ready": True, "flight": False}
QUESTION: dict[str, Any] = {
    "position": {
        "game": "vs-classic",
        "turn": {
            "phase": "combat",
            "step": "attack",
            "active": "you",
            "priority": "you",
            "chain": [],
            "attack": None,
        },
        "you": {"characters": [{"id": "storm", "name": "Storm", "column": 1, **FRONT}]},
        "opponent": {
            "characters": [
                {"id": "doom", "name": "Doom", "column": 1, **FRONT},
                {"id": "boris", "name": "Boris", "row": "support", "column": 1, "stunned": False},
            ]
        },
    },
    "action": {"action": "attack"},
}
STORM, DOOM, BORIS = (
    f'[data-piece="{each}"]'
    for each in (
        "you.characters.storm",
        "opponent.characters.doom",
        "opponent.characters.boris",
    )
)
ADDRESS = f"/play/vs-classic/table/?q={encode_question(QUESTION)}"


def find(browser: Chrome, place: str) -> Any:
    return browser.find_element(By.CSS_SELECTOR, place)


def code(browser: Chrome) -> str:
    return str(find(browser, "#table").get_attribute("data-q"))


def position(browser: Chrome) -> Any:
    return decode_question(code(browser))["position"]


def after(browser: Chrome, done: Any) -> Any:
    """Wait until the table is another one than before."""
    before = browser.current_url
    done()
    wait(browser).until(lambda _: browser.current_url != before and code(browser) in browser.current_url)


def own_places(browser: Chrome) -> list[tuple[str, int]]:
    return [(each["row"], each["column"]) for each in position(browser)["you"]["characters"]]


def test_a_table_is_set_up_and_asked_by_tap_drag_and_keys(browser: Chrome, loaded_live_server: LiveServer) -> None:
    resize(browser, 390, 900)
    browser.get(f"{loaded_live_server.url}{ADDRESS}")
    browser.execute_script("window.isSame = true")

    # A tap on the attacker judges every target.
    after(browser, find(browser, STORM).click)
    assert "pt__is-legal" in find(browser, DOOM).get_attribute("class")
    assert "pt__is-illegal" in find(browser, BORIS).get_attribute("class")
    assert "illegal: " in find(browser, BORIS).get_attribute("aria-label")

    # A tap on a target asks about it.
    after(browser, find(browser, DOOM).click)
    assert decode_question(code(browser))["action"] == {"action": "attack", "attackers": ["storm"], "defender": "doom"}
    assert "legal" in find(browser, "#table-answer").text
    assert browser.find_elements(By.CSS_SELECTOR, ".pt__arrow--asked")

    # A tap on a place moves the chosen card there, and back takes it back.
    after(browser, find(browser, '[data-place="you/support/1/visible"]').click)
    assert own_places(browser) == [("support", 1)]
    browser.back()
    wait(browser).until(lambda _: own_places(browser) == [("front", 1)])

    # A drag moves, too.
    card, place = find(browser, STORM), find(browser, '[data-place="you/front/3/visible"]')
    after(browser, ActionChains(browser).drag_and_drop(card, place).perform)
    assert own_places(browser) == [("front", 3)]

    # By keys: down from the card to the place behind it.
    browser.execute_script("document.querySelector(arguments[0]).focus()", STORM)
    ActionChains(browser).send_keys(Keys.ARROW_DOWN).perform()
    focused = browser.switch_to.active_element
    assert focused.get_attribute("data-place") == "you/support/3/visible"
    after(browser, ActionChains(browser).send_keys(Keys.ENTER).perform)
    assert own_places(browser) == [("support", 3)]

    # A card of the reference brings its facts; a tap on a place puts it there.
    after(browser, ActionChains(browser).send_keys(Keys.ESCAPE).perform)
    find(browser, "#put-card").send_keys("Aquaman, Lord of Atlantis")
    after(browser, find(browser, '[data-place="you/front/1/visible"]').click)
    put = position(browser)["you"]["characters"][1]
    assert put["name"] == "Aquaman"
    assert {"atk", "def", "cost", "affiliations"} <= put.keys()
    assert browser.execute_script("return window.isSame")
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_the_table_can_be_used_by_everybody(browser: Chrome, site: str, theme: str, width: int) -> None:
    addresses = (f"{ADDRESS}&at=you.characters.storm", "/play/riftbound/table/")
    assert faults_on(browser, site, addresses, theme=theme, width=width) == {}
