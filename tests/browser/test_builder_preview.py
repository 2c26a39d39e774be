"""The face of a card beside its name: by hover, by the focus of a keyboard, by a long press; nothing is added by it."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from selenium.common.exceptions import TimeoutException
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.browser.building import Finger, held, legal_list, wanted
from tests.browser.conftest import settle, wait

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHOWN = "return document.querySelector('#preview:popover-open')?.innerText ?? ''"


@pytest.fixture
def builder(browser: Chrome, site: str) -> Chrome:
    """The builder with a card in the deck, and found besides."""
    browser.get(f"{site}/decks/new/?game=riftbound&format=standard&title=Faces")
    browser.find_element(By.CSS_SELECTOR, "main form .button--main").click()
    wait(browser).until(lambda _: "/edit/" in browser.current_url)
    browser.get(f"{browser.current_url.partition('?')[0]}?q=flame+chompers")
    browser.find_element(By.CSS_SELECTOR, "#found .pick__add").click()
    wait(browser).until(lambda _: browser.find_elements(By.CLASS_NAME, "line"))
    settle(browser)
    ActionChains(browser).move_by_offset(2, 2).perform()
    return browser


def becomes(browser: Chrome, shown: bool) -> None:
    """Wait until the face of the card is there, or gone."""
    wait(browser).until(lambda _: ("Flame Chompers" in browser.execute_script(SHOWN)) is shown)


def point_at(browser: Chrome, element: WebElement) -> None:
    """Hover over an element; once more where what still loads has moved it from under the pointer."""
    ActionChains(browser).move_to_element(element).perform()
    with suppress(TimeoutException):
        becomes(browser, shown=True)
        return
    ActionChains(browser).move_to_element(browser.find_element(By.TAG_NAME, "h1")).move_to_element(element).perform()
    becomes(browser, shown=True)


def box(element: WebElement) -> dict[str, float]:
    """Where an element is on the screen."""
    script = (
        "const {left, right, top, bottom} = arguments[0].getBoundingClientRect(); return {left, right, top, bottom}"
    )
    return dict(element.parent.execute_script(script, element))


@pytest.mark.parametrize("name", [".pick__words b", ".line__name"])
def test_is_shown_on_hover_and_never_over_what_is_pressed(builder: Chrome, name: str) -> None:
    pointed = builder.find_element(By.CSS_SELECTOR, name)
    point_at(builder, pointed)
    face, row = box(builder.find_element(By.ID, "preview")), box(pointed)
    assert face["right"] <= row["left"] or face["left"] >= row["right"] or face["bottom"] <= row["top"]
    assert min(face["left"], face["top"]) >= 0
    ActionChains(builder).move_to_element(builder.find_element(By.TAG_NAME, "h1")).perform()
    becomes(builder, shown=False)


def test_is_shown_on_focus_and_hidden_by_escape(builder: Chrome) -> None:
    builder.find_element(By.ID, "q").send_keys(Keys.ENTER)
    settle(builder)
    builder.find_element(By.ID, "q").send_keys(Keys.ARROW_DOWN)
    becomes(builder, shown=True)
    builder.switch_to.active_element.send_keys(Keys.ESCAPE)
    becomes(builder, shown=False)


def test_is_shown_by_a_long_press_that_adds_nothing(builder: Chrome) -> None:
    card = next(card for card, _, _ in wanted(legal_list("riftbound")) if card.title == "Flame Chompers")
    finger = Finger(builder)
    finger.begin()
    try:
        builder.refresh()
        button = builder.find_element(By.CSS_SELECTOR, "#found .pick__add")
        builder.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        at = box(button)
        point = {"x": (at["left"] + at["right"]) / 2, "y": (at["top"] + at["bottom"]) / 2}
        time.sleep(0.2)  # what is scrolled to hides a face
        builder.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        becomes(builder, shown=True)
        builder.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        becomes(builder, shown=False)
        settle(builder)
        assert held(builder, card) == 1
    finally:
        finger.end()
