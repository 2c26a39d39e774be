"""Pages of an event on a phone: what they open and show is within the page."""

from __future__ import annotations

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.browser.conftest import keep_session, resize
from tests.events.checks.checking import open_checked_desk
from tests.events.making import LOCKED, set_clock
from vsdb.events.models import Round, RoundTable

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = 390


@pytest.fixture(autouse=True)
def _locked(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, LOCKED)


@pytest.mark.parametrize("width", [320, PHONE, 600, 780])
@pytest.mark.parametrize("role", ["head-organizer", "head-judge"])
def test_the_menu_of_the_tabs_is_within_the_page(
    browser: Chrome, loaded_live_server: LiveServer, role: str, width: int
) -> None:
    desk, _ = open_checked_desk("Ann")
    keep_session(browser, loaded_live_server.url, desk.browser(role))
    resize(browser, width, 844)
    browser.get(f"{loaded_live_server.url}{desk.address('desk/')}")
    browser.find_element(By.CSS_SELECTOR, ".eventtabs__more > summary").click()
    left, right, page = browser.execute_script(
        "const box = document.querySelector('.eventtabs__more > ul').getBoundingClientRect();"
        "return [box.left, box.right, document.documentElement.clientWidth];"
    )
    assert 0 <= left < right <= page


def test_the_tables_of_a_round_are_within_the_page(browser: Chrome, loaded_live_server: LiveServer) -> None:
    desk, [ann, bob] = open_checked_desk("Ann Featherstonehaugh", "Bartholomew Cholmondeley")
    played = Round.objects.create(event=desk.event, number=1)
    RoundTable.objects.create(round=played, table=7, first=ann.registration, second=bob.registration)
    keep_session(browser, loaded_live_server.url, desk.browser("head-judge"))
    resize(browser, PHONE, 844)
    browser.get(f"{loaded_live_server.url}{desk.address('rounds/')}")
    inner, outer = browser.execute_script(
        "const box = document.querySelector('.scroll'); return [box.scrollWidth, box.clientWidth];"
    )
    assert inner <= outer
