"""axe-core finds nothing serious in any state of the builder, and no menu is cut off."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support import expected_conditions as expected

from tests.browser.axe import SCREENS, faults_of
from tests.browser.building import (
    opened,
)
from tests.browser.conftest import resize, wait

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.full
@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_nothing_serious_is_found_in_any_state(browser: Chrome, site: str, theme: str, width: int) -> None:
    opened(browser, site, text="5 Hulk, Gladiator\n4 Savage Beatdwn\n???")
    address = browser.current_url
    resize(browser, width, 900)
    browser.execute_script("localStorage.setItem('theme', arguments[0])", theme)
    found: dict[str, object] = {}
    for query in ("", "?q=hulk&only=1", "?q=tpye:x", "?as=text", "?note=hulk-gladiator"):
        browser.get(f"{address}{query}")
        for pane in browser.find_elements(By.CSS_SELECTOR, ".panes label") if width < 600 else [None]:
            if pane:
                pane.click()
            browser.execute_script(UNFOLD)
            if faults := faults_of(browser):
                found[f"{query} {pane and pane.text}"] = faults
            wide = browser.execute_script("return Math.max(document.documentElement.scrollWidth, innerWidth)")
            if wide > width:
                found[f"{query} is wide"] = wide
    assert found == {}


#: All that is folded but the menus, which lie over what is below them.
UNFOLD = "for (const each of document.querySelectorAll('details:not(.deckmenu__item)')) each.open = true"


@pytest.mark.full
@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_nothing_serious_is_found_in_a_menu(browser: Chrome, site: str, theme: str, width: int) -> None:
    opened(browser, site)
    resize(browser, width, 900)
    browser.execute_script("localStorage.setItem('theme', arguments[0])", theme)
    browser.refresh()
    found = {}
    for menu in browser.find_elements(By.CSS_SELECTOR, ".deckmenu__item"):
        menu.find_element(By.TAG_NAME, "summary").click()
        body = menu.find_element(By.CLASS_NAME, "deckmenu__body").rect
        if body["x"] < 0 or body["x"] + body["width"] > width:
            found[f"{menu.text} is cut"] = body
        if faults := faults_of(browser):
            found[menu.text] = faults
        menu.find_element(By.TAG_NAME, "summary").click()
    browser.find_element(By.CSS_SELECTOR, "[data-hand]").click()
    wait(browser).until(expected.visibility_of_element_located((By.CSS_SELECTOR, "#handbox img, #handbox li")))
    if faults := faults_of(browser):
        found["hand"] = faults
    assert found == {}
