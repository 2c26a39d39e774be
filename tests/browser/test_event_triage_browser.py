"""Triage in a real browser: keys, rulings with the keyboard, axe and a phone's width."""

from __future__ import annotations

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import SCREENS, faults_on
from tests.browser.conftest import keep_session, wait
from tests.events.making import LOCKED, SHORT, UNREAD, make_player, set_clock, submit_list
from tests.events.triage.triaging import Desk, open_desk, rule
from vsdb.events.models import EventList, Ruling

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _locked(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, LOCKED)


def fill(desk: Desk) -> list[EventList]:
    """Three lists with findings, the last with a ruling."""
    long = f"{UNREAD} Of That Very Long Name Which Somebody Wrote By Hand"
    texts = (("Ann", UNREAD), ("Bartholomew Featherstonehaugh-Cholmondeley", SHORT), ("Cem", long))
    lists = [submit_list(make_player(desk.event, name), text, late_seconds=75) for name, text in texts]
    rule(desk, lists[2], "head-judge", reason="Seen the card. " * 6)
    return lists


def test_keys_lead_from_list_to_list_and_a_ruling_is_saved_with_the_keyboard(
    browser: Chrome, loaded_live_server: LiveServer
) -> None:
    desk = open_desk()
    lists = fill(desk)
    keep_session(browser, loaded_live_server.url, desk.browser("head-judge"))
    browser.get(f"{loaded_live_server.url}{desk.address()}")
    press = ActionChains(browser)
    press.send_keys("j", "j", "x", "k").perform()
    chosen = [each.get_attribute("value") for each in browser.find_elements(By.CSS_SELECTOR, "[name=row]:checked")]
    assert chosen == [f"{lists[1].registration_id}-1"]
    press.send_keys(Keys.ENTER).perform()
    wait(browser).until(lambda _: f"/{lists[0].pk}/" in browser.current_url)
    browser.get(f"{loaded_live_server.url}{desk.address(f'lists/{lists[0].pk}/rulings/')}")
    browser.find_element(By.CSS_SELECTOR, ".ruling summary").send_keys(Keys.ENTER)
    browser.find_element(By.ID, "allowed-1").send_keys(Keys.SPACE)
    reason = browser.find_element(By.ID, "reason-1")
    reason.send_keys("Seen the card.", Keys.TAB, Keys.TAB, Keys.TAB, Keys.TAB, Keys.ENTER)
    wait(browser).until(lambda _: "The ruling is saved" in browser.find_element(By.TAG_NAME, "main").text)
    assert Ruling.objects.filter(list=lists[0], is_allowed=True, reason="Seen the card.").exists()


@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_nothing_serious_is_found(browser: Chrome, loaded_live_server: LiveServer, theme: str, width: int) -> None:
    desk = open_desk()
    lists = fill(desk)
    keep_session(browser, loaded_live_server.url, desk.browser("head-judge"))
    player = lists[1].registration_id
    pages = [
        desk.address(rest)
        for rest in (
            "lists/",
            f"lists/{lists[1].pk}/rulings/",
            f"lists/{lists[2].pk}/rulings/",
            "lists/rule/",
            "lists/mail/",
            "rulings/",
            "penalties/",
            f"players/{player}/penalties/?list={lists[1].pk}&for=late",
        )
    ]
    assert faults_on(browser, loaded_live_server.url, pages, theme=theme, width=width) == {}
