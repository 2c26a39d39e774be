"""What a judge did without a network and never sent: sent from any page, before signing out, kept for its account."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.browser.conftest import keep_session, resize, wait
from tests.browser.network import Network
from tests.browser.test_deck_checks import desk_without_network, left, main, open_check, page, press, rows, send_all
from tests.browser.test_device import do, start
from tests.events.making import LOCKED, make_player, set_clock, submit_list
from tests.events.triage.triaging import Desk, open_desk
from vsdb.events.checks import services
from vsdb.events.log import get_actor
from vsdb.events.models import DeckCheck, Device, EventList, JudgeNote

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
__all__ = ["page"]

#: Nothing that a device sends arrives, although there is a network.
_NO_SYNC = """
(() => {
  const real = globalThis.fetch;
  globalThis.fetch = (address, options) =>
    String(address).endsWith("/sync/") ? Promise.reject(new TypeError("Lost.")) : real(address, options);
})();
"""


@pytest.fixture(autouse=True)
def _locked(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, LOCKED)


@contextmanager
def network_of(browser: Chrome, server: LiveServer, settings: Settings) -> Iterator[Network]:
    """The site with its service worker on a phone, through a network that can be cut."""
    settings.OFFLINE_COPIES = True
    with Network(browser, server.url) as network:
        resize(browser, 390, 844)
        start(browser, network.site)
        yield network
        network.mend()
        browser.get(f"{network.site}/robots.txt")
        do(browser, "for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister()")
        browser.delete_all_cookies()
    browser.get_log("browser")  # requests that the cut network refused


def become(browser: Chrome, network: Network, desk: Desk, role: str) -> None:
    browser.get(f"{network.site}/robots.txt")
    browser.delete_all_cookies()
    keep_session(browser, network.site, desk.browser(role))


def record_unsent(browser: Chrome, network: Network, desk: Desk, entry: EventList) -> None:
    """Check a deck on its page, and record what was found after the network went; then go elsewhere."""
    become(browser, network, desk, "judge")
    browser.get(f"{network.site}{desk.address(f'checks/lists/{entry.pk}/')}")
    press(browser, "Start the check")
    wait(browser).until(lambda _: rows(browser))
    network.cut()
    press(browser, "all 60")
    press(browser, "Finish")
    press(browser, "Record: matches")
    wait(browser).until(lambda _: "Recorded on this device." in main(browser))
    said = browser.find_element(By.CSS_SELECTOR, ".checkresult [role=status]")
    wait(browser).until(lambda _: "It is sent as soon as there is a network." in said.text)
    box = "const box = arguments[0].getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight"
    assert browser.execute_script(box, said)
    browser.get("about:blank")
    network.mend()
    assert DeckCheck.objects.get(list=entry).state == "open"


def sign_out(browser: Chrome) -> None:
    browser.find_element(By.CSS_SELECTOR, ".accountmenu summary").click()
    browser.find_element(By.CSS_SELECTOR, ".accountmenu__out").click()


def wait_for_strangers_page(browser: Chrome) -> None:
    wait(browser).until(lambda _: browser.find_elements(By.CSS_SELECTOR, ".signin"))


def list_unsent(browser: Chrome) -> Any:
    """How many items wait in each database of a desk, and whether there is a package beside them."""
    script = """
        const found = [];
        for (const { name } of await indexedDB.databases()) {
            if (!name.startsWith("vsdb-desk-")) continue;
            const opened = indexedDB.open(name);
            await new Promise((go) => { opened.onsuccess = go; });
            const reading = opened.result.transaction(["outbox", "events"]);
            const [items, events] = ["outbox", "events"].map((each) => reading.objectStore(each).getAll());
            await new Promise((go) => { reading.oncomplete = go; });
            opened.result.close();
            found.push([items.result.length, events.result.some((each) => each.package)]);
        }
        return found;
    """
    return do(browser, script)


def test_what_waits_is_sent_from_any_page_of_the_event_and_before_signing_out(
    browser: Chrome, loaded_live_server: LiveServer, settings: Settings
) -> None:
    desk = open_desk()
    first, second = (submit_list(make_player(desk.event, name)) for name in ("Ann", "Bea"))
    with network_of(browser, loaded_live_server, settings) as network:
        record_unsent(browser, network, desk, first)
        browser.get(f"{network.site}{desk.address('checks/')}")
        wait(browser).until(lambda _: "Sent from this device: 1 check." in main(browser))
        assert DeckCheck.objects.get(list=first).state == "matches"
        browser.get(f"{network.site}{desk.address('devices/')}")
        wait(browser).until(lambda _: "(this browser)" in main(browser))
        record_unsent(browser, network, desk, second)
        assert Device.objects.count() == 1  # one browser of one account
        browser.get(f"{network.site}/rules/")
        sign_out(browser)
        wait_for_strangers_page(browser)
        assert DeckCheck.objects.get(list=second).state == "matches"
        assert list_unsent(browser) == []
        assert Device.objects.get().revoked


def test_signing_out_asks_before_it_deletes_what_cannot_be_sent(
    browser: Chrome, loaded_live_server: LiveServer, settings: Settings
) -> None:
    desk = open_desk()
    entry = submit_list(make_player(desk.event, "Ann"))
    with network_of(browser, loaded_live_server, settings) as network:
        record_unsent(browser, network, desk, entry)
        trouble = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": _NO_SYNC})
        browser.get(f"{network.site}/rules/")
        sign_out(browser)
        asked = "1 check isn’t sent yet. Sign out and delete it?"
        wait(browser).until(lambda _: asked in main(browser))
        assert len(list_unsent(browser)) == 1
        press(browser, "Sign out and delete")
        wait_for_strangers_page(browser)
        assert list_unsent(browser) == []
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", trouble)


def test_without_a_network_nobody_signs_out_and_nothing_is_deleted(
    browser: Chrome, loaded_live_server: LiveServer, settings: Settings
) -> None:
    desk = open_desk()
    entry = submit_list(make_player(desk.event, "Ann"))
    with network_of(browser, loaded_live_server, settings) as network:
        record_unsent(browser, network, desk, entry)
        browser.get(f"{network.site}/rules/")
        network.cut()
        sign_out(browser)
        wait(browser).until(lambda _: "Signing out needs the network." in main(browser))
        assert len(list_unsent(browser)) == 1


def test_what_was_never_sent_waits_for_its_account_while_others_use_the_browser(
    browser: Chrome, loaded_live_server: LiveServer, settings: Settings
) -> None:
    desk = open_desk()
    entry = submit_list(make_player(desk.event, "Ann"))
    with network_of(browser, loaded_live_server, settings) as network:
        become(browser, network, desk, "judge")
        browser.get(f"{network.site}{desk.address('offline/')}#take")
        wait(browser).until(lambda _: ": works." in main(browser))
        record_unsent(browser, network, desk, entry)
        browser.get(f"{network.site}/robots.txt")
        [[waiting, has_package]] = list_unsent(browser)
        assert (waiting > 0, has_package) == (True, True)
        become(browser, network, desk, "head-judge")  # the judge's session has just ended
        browser.get(f"{network.site}{desk.address('checks/')}")
        waits = [[waiting, False]]  # the lists of the event are gone
        wait(browser).until(lambda _: list_unsent(browser) == waits)
        assert not do(browser, "return (await caches.keys()).some((name) => name.startsWith('vsdb-desk-'))")
        browser.get(f"{network.site}/device/")
        wait(browser).until(lambda _: browser.find_element(By.ID, "device").is_displayed())
        assert "not sent" not in browser.find_element(By.ID, "device-desks").text
        sign_out(browser)
        wait_for_strangers_page(browser)
        assert list_unsent(browser) == waits
        become(browser, network, desk, "judge")
        browser.get(f"{network.site}{desk.address('checks/')}")
        wait(browser).until(lambda _: "Sent from this device: 1 check." in main(browser))
    assert DeckCheck.objects.get().state == "matches"


def test_whoever_is_signed_out_is_led_to_sign_in_and_back(page: Chrome, loaded_live_server: LiveServer) -> None:
    desk, check = open_check(page, loaded_live_server)
    page.execute_cdp_cmd("Network.deleteCookies", {"name": "sessionid", "url": loaded_live_server.url})
    rows(page)[0].find_element(By.CSS_SELECTOR, "[data-part=count]").click()
    wait(page).until(lambda _: page.find_elements(By.LINK_TEXT, "Sign in again to send"))
    assert "You are signed out." in main(page)
    page.find_element(By.LINK_TEXT, "Sign in again to send").click()
    wait(page).until(lambda _: "/account/login/" in page.current_url)
    assert desk.address(f"checks/{check.pk}/") in page.page_source
    page.get(f"{loaded_live_server.url}{desk.address('offline/')}")
    assert "/account/login/" in page.current_url
    page.get_log("browser")  # the refused request


def test_a_check_that_another_judge_ends_says_so(page: Chrome, loaded_live_server: LiveServer) -> None:
    desk, check = open_check(page, loaded_live_server)
    other = get_actor(desk.event, user=desk.people["head-judge"].pk)
    services.join_check(desk.event, check, actor=other, now=LOCKED)
    services.end_check(desk.event, check, "discrepancies", actor=other, now=LOCKED)
    page.execute_script("dispatchEvent(new Event('online'))")
    wait(page).until(lambda _: "head-judge ended this check: discrepancies." in main(page))
    assert not [each for each in page.find_elements(By.CSS_SELECTOR, "[data-key] button") if each.is_enabled()]
    page.find_element(By.LINK_TEXT, "Show the result").click()
    wait(page).until(lambda _: page.find_elements(By.ID, "check-result"))


def test_a_part_of_a_deck_compares_what_was_counted(page: Chrome, loaded_live_server: LiveServer) -> None:
    _, check = open_check(page, loaded_live_server)
    DeckCheck.objects.filter(pk=check.pk).update(kind="partial")
    page.refresh()
    wait(page).until(lambda _: rows(page))
    press(page, "Finish")
    assert "Nothing is counted yet" in main(page)
    assert "Record" not in main(page)
    press(page, "Go on counting")
    first, second = (each.find_element(By.CSS_SELECTOR, "[data-part=count]") for each in rows(page)[:2])
    first.click()
    second.click()
    rows(page)[1].find_element(By.CSS_SELECTOR, ".checkrow__less").click()
    wait(page).until(lambda _: left(page).startswith("59 left, 1 of 60"))
    press(page, "Finish")
    assert page.find_element(By.CSS_SELECTOR, ".checkresult h2").text == "1 difference"
    press(page, "Record the differences")
    wait(page).until(lambda _: page.find_elements(By.ID, "check-result"))
    check.refresh_from_db()
    assert (check.state, check.counted, check.differing) == ("discrepancies", 1, 1)


def test_notes_that_wait_are_listed_and_a_checked_deck_says_so(
    browser: Chrome, loaded_live_server: LiveServer, settings: Settings
) -> None:
    desk = open_desk()
    entry = submit_list(make_player(desk.event, "Ann"))
    with desk_without_network(browser, loaded_live_server.url, settings, desk) as network:
        browser.execute_script("location.hash = `list=${arguments[0]}`", entry.pk)
        wait(browser).until(lambda _: browser.find_elements(By.XPATH, "//summary[.='Write a note']"))
        browser.find_element(By.XPATH, "//summary[.='Write a note']").click()
        browser.find_element(By.ID, "note-text").send_keys("Sleeves are marked.")
        browser.find_element(By.XPATH, "//button[.='Write a note']").click()
        wait(browser).until(lambda _: "1 note to send" in main(browser))
        press(browser, "Check this deck")
        press(browser, "all 60")
        press(browser, "Finish")
        press(browser, "Record: matches")
        wait(browser).until(lambda _: "Recorded on this device." in main(browser))
        browser.refresh()
        browser.execute_script("location.hash = `list=${arguments[0]}`", entry.pk)
        wait(browser).until(lambda _: "Note: Sleeves are marked." in main(browser))
        assert "This deck was checked at" in main(browser)
        assert browser.find_elements(By.XPATH, "//button[.='Check again']")
        network.mend()
        press(browser, "Send now")
        send_all(browser)
        wait(browser).until(lambda _: "Note: Sleeves" not in main(browser))
    assert JudgeNote.objects.get().text == "Sleeves are marked."
