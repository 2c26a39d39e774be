"""Deck checks in a real browser: a thumb on a phone, the keyboard on a desk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from tests.browser.axe import faults_on
from tests.browser.conftest import keep_session, resize, wait
from tests.browser.network import Network
from tests.browser.test_device import start
from tests.events.making import LOCKED, make_player, set_clock, submit_list
from tests.events.triage.triaging import Desk, open_desk
from vsdb.events.checks.picking import read_keys, repeat_pick
from vsdb.events.checks.selectors import get_catalog
from vsdb.events.models import DeckCheck, LogEntry, SyncItem

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FOURS, SINGLES = 12, 12  #: cards of a list, so many four times and so many once: 60 cards


@pytest.fixture(autouse=True)
def _locked(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, LOCKED)


@pytest.fixture
def page(browser: Chrome, loaded_live_server: LiveServer) -> Iterator[Chrome]:
    """The browser; when the test is over it is wide again, and nothing is left on the device."""
    yield browser
    resize(browser, 1280, 900)
    browser.get(f"{loaded_live_server.url}/robots.txt")
    browser.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": loaded_live_server.url, "storageTypes": "all"})


def open_check(browser: Chrome, server: LiveServer, width: int = 390) -> tuple[Desk, DeckCheck]:
    """A judge's browser on the check of a list that was picked at random."""
    desk = open_desk()
    names = [card.title for card in get_catalog(desk.event).cards[: FOURS + SINGLES]]
    text = "\n".join(f"{4 if place < FOURS else 1} {name}" for place, name in enumerate(names))
    submit_list(make_player(desk.event, "Ann"), text)
    keep_session(browser, server.url, desk.browser("judge"))
    resize(browser, width, 844 if width < 600 else 900)
    browser.get(f"{server.url}{desk.address('checks/')}")
    browser.find_element(By.CSS_SELECTOR, "[value=random] ~ button").click()
    wait(browser).until(lambda _: "/checks/lists/" in browser.current_url)
    browser.find_element(By.CSS_SELECTOR, "form:has([value=start]) button").click()
    wait(browser).until(lambda _: browser.find_element(By.ID, "check-screen").is_displayed())
    wait(browser).until(lambda _: rows(browser))
    return desk, DeckCheck.objects.get()


def rows(browser: Chrome) -> list[WebElement]:
    return browser.find_elements(By.CSS_SELECTOR, "#check-lines [data-key]")


def wait_for_end(browser: Chrome) -> None:
    """Wait until the server has the end, and shows the check as it was recorded."""
    wait(browser).until(lambda _: not browser.find_elements(By.ID, "check-screen"))


def left(browser: Chrome) -> str:
    return browser.find_element(By.CSS_SELECTOR, ".checkhead__left").text


def test_sixty_cards_that_match_take_at_most_forty_taps(page: Chrome, loaded_live_server: LiveServer) -> None:
    _, check = open_check(page, loaded_live_server)
    taps = 0
    for row in rows(page):
        every = row.find_element(By.CSS_SELECTOR, ".checkrow__all")
        (every if every.is_enabled() else row.find_element(By.CSS_SELECTOR, "[data-part=count]")).click()
        taps += 1
    wait(page).until(lambda _: left(page).startswith("0 left, 60 of 60"))
    for words in ("Finish", "Record: matches"):
        page.find_element(By.XPATH, f"//button[.='{words}']").click()
        taps += 1
    wait_for_end(page)
    check.refresh_from_db()
    assert (check.state, check.counted, check.differing) == ("matches", 60, 0)
    assert taps <= 40


def test_a_hold_takes_a_card_back_and_what_differs_leads_to_a_penalty(
    page: Chrome, loaded_live_server: LiveServer
) -> None:
    _, check = open_check(page, loaded_live_server)
    count = rows(page)[0].find_element(By.CSS_SELECTOR, "[data-part=count]")
    for _ in range(3):
        count.click()
    number = count.find_element(By.TAG_NAME, "b")
    wait(page).until(lambda _: number.text == "3")
    ActionChains(page).click_and_hold(count).pause(0.8).release().perform()
    wait(page).until(lambda _: number.text == "2")
    page.find_element(By.ID, "check-find").send_keys("Falcon")
    wait(page).until(lambda _: page.find_elements(By.CSS_SELECTOR, ".checkother button"))
    page.find_element(By.CSS_SELECTOR, ".checkother button").click()
    wait(page).until(lambda _: left(page).startswith("58 left, 1 too many, 3 of"))
    page.find_element(By.XPATH, "//button[.='Finish']").click()
    said = page.find_element(By.CSS_SELECTOR, ".checkresult").text
    assert "registered 4, found 2" in said
    assert "registered 0, found 1" in said
    page.find_element(By.XPATH, "//button[.='Record the differences']").click()
    wait(page).until(lambda _: page.find_elements(By.LINK_TEXT, "Give a penalty"))
    check.refresh_from_db()
    assert check.state == "discrepancies"
    page.find_element(By.LINK_TEXT, "Give a penalty").click()
    assert "found 2" in page.find_element(By.NAME, "reason").get_attribute("value")


def test_the_keyboard_alone_counts_a_deck(page: Chrome, loaded_live_server: LiveServer) -> None:
    open_check(page, loaded_live_server, width=1280)
    press = ActionChains(page)
    wait(page).until(lambda _: page.execute_script("return document.activeElement.dataset.part") == "count")
    press.send_keys(Keys.SPACE, Keys.SPACE, "-", "a", Keys.ARROW_DOWN, "1", "2").perform()
    wait(page).until(lambda _: left(page).startswith("52 left, 8 too many, 16 of 60"))
    press.pause(1.1).send_keys("4").perform()
    wait(page).until(lambda _: left(page).startswith("52 left, 8 of 60"))
    for _ in range(FOURS + SINGLES):
        press.send_keys("a", Keys.ARROW_DOWN).perform()
    wait(page).until(lambda _: left(page).startswith("0 left, 60 of 60"))
    press.send_keys("f").perform()
    press.send_keys(Keys.ENTER).perform()
    wait_for_end(page)
    assert DeckCheck.objects.get().state == "matches"
    wait(page).until(lambda _: page.execute_script("return document.activeElement.id") == "check-result")
    page.find_element(By.LINK_TEXT, "Next deck").click()
    wait(page).until(lambda _: page.current_url.endswith("/checks/#pick"))


@pytest.mark.parametrize(("theme", "width"), [("light", 390), ("dark", 1280)])
def test_nothing_serious_is_found(page: Chrome, loaded_live_server: LiveServer, theme: str, width: int) -> None:
    desk, check = open_check(page, loaded_live_server)
    pages = [desk.address(rest) for rest in ("checks/", f"checks/{check.pk}/", "offline/", "devices/")]
    assert faults_on(page, loaded_live_server.url, pages, theme=theme, width=width) == {}


#: The clock of a page goes ahead by what the test says; each sync is sent twice, and every other answer is lost.
_TROUBLE = """
(() => {
  const { now } = Date, skew = () => Number(localStorage.getItem("skew") || 0);
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { given.length ? super(...given) : super(now() + skew()); }
    static now() { return now() + skew(); }
  };
  const real = globalThis.fetch;
  let sent = 0;
  globalThis.fetch = async (address, options) => {
    if (!String(address).endsWith("/sync/")) return real(address, options);
    await real(address, options);
    const answer = await real(address, options);
    if (sent++ % 2 === 0) throw new TypeError("The answer is lost.");
    return answer;
  };
})();
"""
PLAYERS = 30


def press(browser: Chrome, words: str) -> None:
    """Press a button of the page by its words, once it is there."""
    path = f"//main//*[self::button or self::a][normalize-space(.)='{words}']"
    wait(browser).until(lambda _: [each.click() for each in browser.find_elements(By.XPATH, path)[:1]])


def check_offline(browser: Chrome, entry: int, minutes: float) -> None:
    """Check the deck of a list on the device, so many minutes after the network went; all its cards are there."""
    browser.execute_script(
        "localStorage.setItem('skew', arguments[0]); location.hash = `list=${arguments[1]}`", minutes * 60_000, entry
    )
    press(browser, "Check this deck")
    press(browser, "all 60")
    wait(browser).until(lambda _: left(browser).startswith("0 left"))
    press(browser, "Finish")
    press(browser, "Record: matches")
    wait(browser).until(lambda _: "Deck matches" in main(browser) or "The deck matches" in main(browser))


def main(browser: Chrome) -> str:
    return browser.find_element(By.TAG_NAME, "main").text


@contextmanager
def desk_without_network(browser: Chrome, site: str, settings: Settings, desk: Desk) -> Iterator[Network]:
    """A judge's browser on the desk of an event that it has taken along, with the network cut and those troubles."""
    settings.OFFLINE_COPIES = True
    trouble = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": _TROUBLE})
    with Network(browser, site) as network:
        keep_session(browser, network.site, desk.browser("judge"))
        start(browser, network.site)
        browser.get(f"{network.site}{desk.address('offline/')}#take")
        wait(browser).until(lambda _: ": works." in main(browser))
        network.cut()
        yield network
        browser.get(f"{network.site}/robots.txt")
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", trouble)
    browser.get_log("browser")  # requests that the cut network refused


def send_all(browser: Chrome) -> None:
    """Press the button until nothing waits."""
    patient = WebDriverWait(browser, 60, 0.5, ignored_exceptions=[WebDriverException])
    patient.until(lambda _: [press(browser, "Send now")] if "to send" in main(browser) else True)
    patient.until(lambda _: "to send" not in main(browser))


def test_thirty_checks_without_a_network_arrive_once(
    browser: Chrome, loaded_live_server: LiveServer, settings: Settings
) -> None:
    desk = open_desk()
    lists = [submit_list(make_player(desk.event, f"Player {place}")) for place in range(PLAYERS)]
    with desk_without_network(browser, loaded_live_server.url, settings, desk) as network:
        address = f"{network.site}{desk.address('offline/')}"
        for place, entry in enumerate(lists[:10]):
            check_offline(browser, entry.pk, place * 4)
        assert "10 checks to send" in main(browser)
        browser.get(f"{network.site}{desk.address('checks/')}")  # any page of the event leads to what is here
        wait(browser).until(lambda _: "No network." in main(browser))
        for place, entry in enumerate(lists[10:20]):
            check_offline(browser, entry.pk, 40 + place * 4)
        browser.get("about:blank")  # as after a restart: nothing is left but what is stored
        browser.execute_cdp_cmd("ServiceWorker.enable", {})
        browser.execute_cdp_cmd("ServiceWorker.stopAllWorkers", {})
        browser.get(address)
        for place, entry in enumerate(lists[20:]):
            check_offline(browser, entry.pk, 80 + place * 4)
        assert "30 checks to send" in main(browser)
        assert DeckCheck.objects.count() == 0
        network.mend()
        press(browser, "Send now")
        send_all(browser)
    checks = DeckCheck.objects.filter(state="matches")
    assert sorted(checks.values_list("list", flat=True)) == [entry.pk for entry in lists]
    assert DeckCheck.objects.count() == SyncItem.objects.filter(kind="check-start").count() == PLAYERS
    assert {check.counted for check in checks} == {60}
    begun = list(checks.order_by("started").values_list("started", flat=True))
    assert begun[-1] - begun[0] > timedelta(minutes=110)


def test_what_is_picked_without_a_network_is_logged_with_its_seed(
    browser: Chrome, loaded_live_server: LiveServer, settings: Settings
) -> None:
    desk = open_desk()
    lists = [submit_list(make_player(desk.event, f"Player {place}")) for place in range(4)]
    with desk_without_network(browser, loaded_live_server.url, settings, desk) as network:
        wait(browser).until(lambda _: "No network." in main(browser))
        press(browser, "Pick at random")
        wait(browser).until(lambda _: "1 pick to send" in main(browser))
        picked = int(browser.current_url.rpartition("#list=")[2])
        network.mend()
        press(browser, "Send now")
        send_all(browser)
    row = LogEntry.objects.get(action="check-picked")
    assert repeat_pick(row) == row.after["lists"] == [picked]
    assert read_keys(row.after["among"]) == [each.pk for each in lists]


def test_a_package_that_expired_goes_but_what_was_never_sent_stays_until_it_is(
    browser: Chrome, loaded_live_server: LiveServer, settings: Settings
) -> None:
    desk = open_desk()
    entry = submit_list(make_player(desk.event, "Ann"))
    with desk_without_network(browser, loaded_live_server.url, settings, desk) as network:
        check_offline(browser, entry.pk, 0)
        browser.execute_script("localStorage.setItem('skew', 3 * 86_400_000)")  # the event ended days ago
        browser.get("about:blank")
        browser.get(f"{network.site}{desk.address('offline/')}")
        wait(browser).until(lambda _: "it was deleted from this device" in main(browser))
        assert "1 check to send" in main(browser)
        assert "Find a player" not in main(browser)
        network.mend()
        send_all(browser)
    assert DeckCheck.objects.get().state == "matches"
