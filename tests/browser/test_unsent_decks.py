"""Decks changed without a network and never sent: kept for their account, sent or asked about before signing out."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.browser.conftest import wait
from tests.browser.network import Network
from tests.browser.people import Visitor
from tests.browser.test_deck_checks import press as press_button
from tests.browser.test_device import do, main, make_deck, press, until
from tests.browser.test_unsent_checks import network_of, sign_out, wait_for_strangers_page
from vsdb.accounts.viewers import Viewer
from vsdb.decks import services
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def become(browser: Chrome, network: Network, user: User) -> None:
    """Sign somebody in, without the one before signing out, and before another page sends what waits."""
    browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
    Visitor(browser, network.site).become(user)


def change_unsent(browser: Chrome, network: Network, owner: User) -> Deck:
    """Change a deck on a device without a network, and go elsewhere before there is one."""
    deck = make_deck(owner, "Secret weapon")
    become(browser, network, owner)
    browser.get(f"{network.site}/decks/{deck.pk}/edit/")
    until(browser, lambda: do(browser, "return Boolean(await caches.match('/device/deck/'))"))
    network.cut()
    browser.get(f"{network.site}/decks/{deck.pk}/edit/")
    until(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "#deck-lines li"))
    press(browser, "One fewer Savage Beatdown")
    until(browser, lambda: "Changes wait on this device" in main(browser))
    browser.get("about:blank")
    network.mend()
    deck.refresh_from_db()
    assert "4 Savage Beatdown" in deck.text
    return deck


def list_kept(browser: Chrome) -> Any:
    """The titles of the decks in the browser's database, with how many changes of each wait."""
    script = """
        const opened = indexedDB.open("vsdb-device");
        await new Promise((go) => { opened.onsuccess = go; });
        const rows = opened.result.transaction("decks").objectStore("decks").getAll();
        await new Promise((go) => { rows.onsuccess = go; });
        opened.result.close();
        return rows.result.map((each) => [each.title, each.changes.length]);
    """
    return do(browser, script)


def test_changes_wait_for_their_account_while_others_use_the_browser(
    browser: Chrome, loaded_live_server: LiveServer, settings: Settings
) -> None:
    ann, bob = User.objects.create_user("ann"), User.objects.create_user("bob")
    waits = [["Secret weapon", 1]]
    with network_of(browser, loaded_live_server, settings) as network:
        deck = change_unsent(browser, network, ann)
        become(browser, network, bob)  # Ann's session has just ended
        browser.get(f"{network.site}/device/?deck={deck.pk}")
        wait(browser).until(lambda _: "No decks." in main(browser))
        assert "Secret weapon" not in browser.page_source
        for path in (f"/device/deck/?deck={deck.pk}", "/account/"):
            browser.get(f"{network.site}{path}")
            assert "Secret weapon" not in main(browser)
        assert not browser.find_element(By.TAG_NAME, "main").find_elements(By.CSS_SELECTOR, "#deck-lines li")
        network.cut()
        browser.get(f"{network.site}/decks/{deck.pk}/edit/")
        assert "Secret weapon" not in browser.page_source
        network.mend()
        browser.get(f"{network.site}/rules/")
        sign_out(browser)
        wait_for_strangers_page(browser)
        assert list_kept(browser) == waits
        become(browser, network, ann)
        browser.get(f"{network.site}/device/")
        wait(browser).until(lambda _: "Secret weapon" in main(browser))
        browser.get(f"{network.site}/account/")
        until(browser, lambda: list_kept(browser) == [["Secret weapon", 0]])
    deck.refresh_from_db()
    assert "3 Savage Beatdown" in deck.text


def test_changes_are_sent_before_signing_out(
    browser: Chrome, loaded_live_server: LiveServer, settings: Settings
) -> None:
    ann = User.objects.create_user("ann")
    with network_of(browser, loaded_live_server, settings) as network:
        deck = change_unsent(browser, network, ann)
        browser.get(f"{network.site}/account/logout/#now")
        wait_for_strangers_page(browser)
        assert list_kept(browser) == []
    deck.refresh_from_db()
    assert "3 Savage Beatdown" in deck.text


def test_signing_out_asks_before_it_deletes_changes_that_cannot_be_merged(
    browser: Chrome, loaded_live_server: LiveServer, settings: Settings
) -> None:
    ann = User.objects.create_user("ann")
    with network_of(browser, loaded_live_server, settings) as network:
        deck = change_unsent(browser, network, ann)
        theirs = Snapshot(title=deck.title, format=deck.format, text="2 Savage Beatdown")
        services.save(deck.pk, Viewer(ann.pk), deck.edition, theirs)
        browser.get(f"{network.site}/rules/")
        sign_out(browser)
        asked = "Changes to 1 deck aren’t sent yet. Sign out and delete them?"
        wait(browser).until(lambda _: asked in main(browser))
        browser.find_element(By.LINK_TEXT, "Secret weapon").click()
        wait(browser).until(lambda _: "Nothing is lost" in main(browser))
        sign_out(browser)
        wait(browser).until(lambda _: asked in main(browser))
        assert list_kept(browser) == [["Secret weapon", 1]]
        press_button(browser, "Sign out and delete")
        wait_for_strangers_page(browser)
        assert list_kept(browser) == []
