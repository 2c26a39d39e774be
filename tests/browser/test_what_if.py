"""What if, with scripts: decks come by themselves, titles are completed, and nothing is wider than a phone."""

from __future__ import annotations

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.conftest import resize, wait
from tests.decks.stored import deck_of, person
from tests.what_if.test_services import A_DAY, LEGAL
from vsdb.what_if import services

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_ban_is_typed_with_completion_and_its_decks_come_by_themselves(
    browser: Chrome, loaded_live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "A_SLICE", 2)
    user, _ = person("ann")
    for number in range(5):
        deck_of(user, title=f"Army {number}", visibility="public", format="golden-age", as_of=A_DAY, text=LEGAL)
    resize(browser, 390, 844)
    browser.get(f"{loaded_live_server.url}/what-if/?game=vs-classic&format=golden-age")
    box = browser.find_element(By.ID, "ban-1")
    box.send_keys("savage be")
    wait(browser).until(lambda _: browser.find_elements(By.CSS_SELECTOR, "#ban-1-offers [role=option]"))
    box.send_keys(Keys.ARROW_DOWN, Keys.ENTER)
    assert box.get_property("value") == "Savage Beatdown"
    box.submit()
    wait(browser).until(lambda _: "Checked all 5 decks" in browser.find_element(By.ID, "what-if-so-far").text)
    rows = browser.find_elements(By.CSS_SELECTOR, "#one-by-one .whatif__effect b")
    assert [row.text for row in rows] == [f"Army {number}" for number in reversed(range(5))]
    assert not browser.find_elements(By.CSS_SELECTOR, "#one-by-one a[href*=so-far]")
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
