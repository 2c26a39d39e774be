"""The site on a phone in a real browser whose network is cut: what was seen, taken along and changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from tests.browser.conftest import PAUSE, resize
from tests.browser.network import Network
from tests.browser.people import Visitor
from tests.device.queries import NEED_THE_NETWORK, PLAIN
from tests.search.worded import a_wording, new_data
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.models import Card
from vsdb.core import code_version
from vsdb.decks import services
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot
from vsdb.search.services import search_cards

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: What the browser says of a page that isn't there, and of requests that the cut network refuses.
_OF_THE_NETWORK = (
    "ERR_INTERNET_DISCONNECTED",
    "ERR_EMPTY_RESPONSE",
    "ERR_CONNECTION",
    "ERR_SOCKET",
    "ERR_FAILED",
    "409 (Conflict)",
    "NETWORK_",
)


@pytest.fixture
def network(browser: Chrome, loaded_live_server: LiveServer, settings: Settings) -> Iterator[Network]:
    """The site through a network that can be cut, in a browser that has never been there."""
    settings.OFFLINE_COPIES = True
    with Network(browser, loaded_live_server.url) as network:
        yield network
        network.mend()
        browser.get(f"{network.site}/robots.txt")
        do(browser, "for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister()")
        browser.get("about:blank")
        browser.delete_all_cookies()
        left = [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
        told = [entry["message"] for entry in left]
        assert [message for message in told if not any(each in message for each in _OF_THE_NETWORK)] == []
        browser.get(f"{loaded_live_server.url}/robots.txt")


def do(browser: Chrome, script: str, *given: object) -> Any:
    """What a script gives that may wait; `given` are its arguments."""
    run = "const given = [...arguments]; const done = given.pop();"
    return browser.execute_async_script(
        f"{run} (async () => {{ {script} }})().then(done, (fault) => done(String(fault)))", *given
    )


def start(browser: Chrome, site: str, path: str = "/robots.txt") -> None:
    """Have the service worker in charge of the site."""
    browser.get(f"{site}/rules/")
    is_in_charge = "await navigator.serviceWorker.ready; return Boolean(navigator.serviceWorker.controller)"
    until(browser, lambda: do(browser, is_in_charge), 60)
    if path != "/robots.txt":
        browser.get(f"{site}{path}")


def wait_for_copy(browser: Chrome, path: str) -> None:
    """Wait until a page is stored."""
    until(browser, lambda: is_stored(browser, path))


def banner(browser: Chrome) -> str:
    found = browser.find_elements(By.ID, "offline")
    return found[0].text if found else ""


def main(browser: Chrome) -> str:
    return browser.find_element(By.TAG_NAME, "main").text


def until(browser: Chrome, holds: Callable[[], object], seconds: float = 20) -> None:
    WebDriverWait(browser, seconds, PAUSE, ignored_exceptions=[WebDriverException]).until(lambda _: holds())


def make_deck(owner: User, title: str, visibility: str = "private") -> Deck:
    viewer = Viewer(owner.pk)
    deck = services.create(viewer, "vs-classic", Snapshot(title=title, format="golden-age", text="4 Savage Beatdown"))
    return services.share(deck.pk, viewer, visibility)


def test_a_page_that_was_seen_comes_back_with_its_age_and_never_while_there_is_a_network(
    browser: Chrome, network: Network
) -> None:
    ann = User.objects.create_user("ann")
    deck = make_deck(ann, "Before", "public")
    address = f"/decks/{deck.pk}/before/"
    start(browser, network.site, address)
    wait_for_copy(browser, address)
    services.save(deck.pk, Viewer(ann.pk), 1, Snapshot(title="After", format="golden-age", text="3 Savage Beatdown"))
    browser.get(f"{network.site}{address}")
    assert browser.find_element(By.TAG_NAME, "h1").text == "After"
    assert banner(browser) == ""
    resize(browser, 390, 844)
    after = browser.execute_script("return location.pathname")
    wait_for_copy(browser, after)
    network.cut()
    browser.get(f"{network.site}{after}")
    assert browser.find_element(By.TAG_NAME, "h1").text == "After"
    assert banner(browser).startswith("You are offline. This page is as of ")
    assert "csrfmiddlewaretoken" not in browser.page_source
    seen = Visitor(browser, network.site, width=390)
    seen.look("a copy")
    browser.get(f"{network.site}/sets/")
    assert browser.find_element(By.TAG_NAME, "h1").text == "On this device"
    assert "isn’t on this device" in banner(browser)
    until(browser, lambda: "After" in main(browser))
    seen.look("what is on this device")
    network.mend()
    until(browser, lambda: "The network is back." in banner(browser))
    browser.find_element(By.CSS_SELECTOR, "#offline a").click()
    until(browser, lambda: browser.find_element(By.TAG_NAME, "h1").text == "Sets")
    assert banner(browser) == ""
    assert seen.faults == {}


def test_a_page_that_was_seen_is_shown_where_the_network_says_nothing(browser: Chrome, network: Network) -> None:
    start(browser, network.site, "/sets/")
    wait_for_copy(browser, "/sets/")
    network.silence()
    browser.get(f"{network.site}/sets/")
    assert banner(browser).startswith("The network doesn’t answer. This page is as of ")
    network.mend()
    browser.find_element(By.LINK_TEXT, "Try again").click()
    until(browser, lambda: banner(browser) == "")
    assert browser.find_element(By.TAG_NAME, "h1").text == "Sets"


def test_pages_that_were_not_opened_for_longest_go_first(browser: Chrome, network: Network) -> None:
    start(browser, network.site)
    fill = """
        const cache = await caches.open("vsdb-pages-public");
        for (const key of await cache.keys()) await cache.delete(key);
        const headers = { "Content-Type": "text/html", "Copied-Bytes": "10", "Copied-At": new Date().toISOString() };
        const text = "<head></head><body><main></main></body>";
        for (let place = 0; place < 150; place += 1) {
            await cache.put(`/rules/${place}/`, new Response(text, { headers }));
        }
    """
    do(browser, fill)
    network.cut()
    browser.get(f"{network.site}/rules/0/")
    assert banner(browser).startswith("You are offline.")
    network.mend()
    browser.get(f"{network.site}/help/")
    wait_for_copy(browser, "/help/")
    until(browser, lambda: not is_stored(browser, "/rules/1/"))
    assert is_stored(browser, "/rules/0/")
    assert is_stored(browser, "/rules/2/")


def is_stored(browser: Chrome, path: str) -> Any:
    return do(browser, "return Boolean(await caches.match(given[0]))", path)


def test_after_a_deploy_the_old_worker_goes_at_the_next_visit(
    browser: Chrome, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(browser, network.site)
    held = "return (await caches.keys()).filter((name) => name.startsWith('vsdb-tools-'))"
    until(browser, lambda: len(do(browser, held)) == 1)
    before = do(browser, held)
    monkeypatch.setattr(code_version, "_once", lambda: "b" * 64)
    browser.get(f"{network.site}/rules/")
    until(browser, lambda: do(browser, held) == [f"vsdb-tools-{'b' * 16}"])
    assert before != do(browser, held)
    state = "const { waiting, installing, active } = await navigator.serviceWorker.ready;"
    state += "return [waiting, installing, active.state]"
    until(browser, lambda: do(browser, state) == [None, None, "activated"])


def test_what_an_account_has_seen_is_gone_for_the_next_one(browser: Chrome, network: Network) -> None:
    ann, bob = User.objects.create_user("ann"), User.objects.create_user("bob")
    deck = make_deck(ann, "Secret weapon")
    path, visitor = f"/decks/{deck.pk}/secret-weapon/", Visitor(browser, network.site)
    start(browser, network.site)
    visitor.become(ann)
    visitor.go(path)
    wait_for_copy(browser, path)
    visitor.go(f"/decks/{deck.pk}/edit/")
    until(browser, lambda: do(browser, "return (await Shelf.all('decks')).length") == 1)
    network.cut()
    visitor.go(path)
    assert "Secret weapon" in visitor.text
    network.mend()
    # Signed out by the button; then by another account in the place of the first, which never signed out.
    visitor.go("/account/logout/")
    visitor.press("Sign out")
    until(browser, lambda: find_traces(browser) == [])
    network.cut()
    visitor.go(path)
    assert "Secret weapon" not in browser.page_source
    network.mend()
    visitor.become(ann)
    visitor.go(path)
    wait_for_copy(browser, path)
    visitor.become(bob)
    visitor.go("/account/")
    until(browser, lambda: find_traces(browser) == [])
    network.cut()
    visitor.go(path)
    assert "Secret weapon" not in browser.page_source


def find_traces(browser: Chrome) -> Any:
    """The addresses of stored pages about a deck of Ann's, and the titles of stored decks."""
    script = """
        const found = [];
        for (const name of await caches.keys()) {
            for (const key of await (await caches.open(name)).keys()) found.push(key.url);
        }
        const opened = indexedDB.open("vsdb-device");
        await new Promise((go) => { opened.onsuccess = go; });
        const rows = opened.result.transaction("decks").objectStore("decks").getAll();
        await new Promise((go) => { rows.onsuccess = go; });
        opened.result.close();
        return [...found.filter((each) => each.includes("secret-weapon")), ...rows.result.map((each) => each.title)];
    """
    return do(browser, script)


def take_along(browser: Chrome, network: Network, game: str) -> None:
    browser.get(f"{network.site}/device/")
    until(browser, lambda: browser.find_element(By.ID, "device").is_displayed())
    browser.find_element(By.CSS_SELECTOR, f"[data-game={game}] [data-take]").click()
    row = browser.find_element(By.CSS_SELECTOR, f"[data-game={game}]")
    until(browser, lambda: "complete" in row.text and row.find_element(By.CSS_SELECTOR, "[data-take]").is_enabled(), 60)


def test_cards_are_taken_along_searched_without_a_network_and_forgotten(browser: Chrome, network: Network) -> None:
    start(browser, network.site)
    take_along(browser, network, "vs-classic")
    seen = Visitor(browser, network.site, width=1280)
    seen.look("device")
    network.cut()
    seen.go("/cards/vs-classic/?q=hulk+-gladiator+is:flight")
    until(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "#device-found > li"))
    total = search_cards("hulk -gladiator", game="vs-classic").total
    assert browser.find_element(By.ID, "device-count").text == f"{total} cards"
    assert "“is:flight” needs the network" in seen.text
    browser.find_element(By.CSS_SELECTOR, "#device-found summary").click()
    until(browser, lambda: "Legality as of" in seen.text)
    seen.look("cards")
    seen.go("/cards/vs-classic/overload/")
    until(browser, lambda: "Legality as of" in browser.find_element(By.CSS_SELECTOR, "#device-found > li").text)
    assert browser.find_element(By.CSS_SELECTOR, "#device-found summary b").text == "Overload"
    network.mend()
    seen.go("/device/")
    until(browser, lambda: "complete" in seen.text)
    browser.find_element(By.ID, "take-decks").click()
    until(browser, lambda: "No decks to take along. Sign in, or build a deck in this browser." in seen.text)
    network.cut()
    browser.find_element(By.ID, "forget").click()
    assert "You stay signed in." not in browser.find_element(By.ID, "forget-box").text
    browser.find_element(By.CSS_SELECTOR, "#forget-box [value=forget]").click()
    until(browser, lambda: "stores nothing of this site any more" in seen.text)
    left = "const all = [await caches.keys(), await navigator.serviceWorker.getRegistrations(), localStorage];"
    assert do(browser, f"{left} return [...all, await indexedDB.databases()].map((each) => each.length)") == [0] * 4
    assert seen.faults == {}


def test_last_verdicts_are_listed_and_removed(browser: Chrome, network: Network) -> None:
    browser.get(f"{network.site}/device/")
    row = browser.find_element(By.ID, "device-verdicts")
    assert "None." in row.text
    for title in ("First", "Second"):
        do(browser, "await window.vsdbVerdicts.remember(given[0], 'Legal')", title)
    browser.refresh()
    row = browser.find_element(By.ID, "device-verdicts")
    today = timezone.localdate()
    until(browser, lambda: f"2, the newest of {today.day} {today:%B %Y}." in row.text)
    row.find_element(By.CSS_SELECTOR, "[data-remove]").click()
    until(browser, lambda: "None." in row.text)
    assert not row.find_element(By.CSS_SELECTOR, "[data-remove]").is_displayed()
    assert do(browser, "return (await window.vsdbVerdicts.readLast()).length") == 0


def test_a_search_on_the_device_gives_what_the_site_gives(browser: Chrome, network: Network) -> None:
    """The whole reference of each game, some cards with texts, query by query, in order."""
    for game, slug in (("vs-classic", "overload"), ("vs-2pcg", "she-hulk-aff-003"), ("riftbound", "rebuke")):
        a_wording(Card.objects.get(game=game, slug=slug), "Ready each unit of the brotherhood of doom.", "reference")
        new_data(game)
    slugs = dict(Card.objects.values_list("pk", "slug"))
    browser.get(f"{network.site}/device/cards/")
    asking = "const cards = new DeviceSearch.Cards(await (await fetch(`/device/cards/${given[0]}.json`)).json());"
    asking += "const answer = (query) => { const found = DeviceSearch.search(query, cards);"
    asking += "return [found.places.map((place) => cards.cards[place].slug), found.online]; };"
    asking += "return given[1].map(answer)"
    compared = 0
    for game in ("vs-classic", "vs-2pcg", "riftbound"):
        answers = do(browser, asking, game, list(PLAIN))
        assert isinstance(answers, list), answers
        for query, (found, online) in zip(PLAIN, answers, strict=True):
            if not online:
                compared += 1
                assert found == [slugs[pk] for pk in search_cards(query, game=game).ids], (game, query)
        told = do(browser, asking, game, list(NEED_THE_NETWORK))
        assert [online for _, online in told] == [[part] for part in NEED_THE_NETWORK.values()]
    assert compared > 0.97 * 3 * len(PLAIN)


def test_a_deck_of_this_browser_is_changed_without_a_network_and_merged(browser: Chrome, network: Network) -> None:
    start(browser, network.site)
    take_along(browser, network, "vs-classic")
    browser.get(
        f"{network.site}/decks/new/?game=vs-classic&deck=4+Savage+Beatdown%0A2+Overload%0A3+Mobilize&title=Mine"
    )
    browser.find_element(By.CSS_SELECTOR, "main form [type=submit]").click()
    until(browser, Deck.objects.exists)
    deck = Deck.objects.get()
    browser.get(f"{network.site}/decks/{deck.pk}/edit/")
    until(browser, lambda: do(browser, "return (await Shelf.all('decks')).length") == 1)
    viewer = Viewer(built=frozenset({deck.pk}))
    resize(browser, 390, 844)
    network.cut()
    seen = Visitor(browser, network.site, width=390)
    seen.go(f"/decks/{deck.pk}/edit/")
    until(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "#deck-lines li"))
    press(browser, "One fewer Overload")
    press(browser, "One more Savage Beatdown")
    browser.find_element(By.ID, "device-q").send_keys("hulk gladiator\n")
    until(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "#add-found button"))
    press(browser, "Add Hulk, Gladiator")
    until(browser, lambda: "Changes wait on this device" in seen.text)
    seen.look("a deck")
    # Meanwhile another browser of the same person changes another card.
    newest = deck.revisions.order_by("-number")[0]
    theirs = newest.text.replace("3 Mobilize", "1 Mobilize")
    services.save(deck.pk, viewer, newest.number, Snapshot(title="Mine", text=theirs, format=newest.format))
    network.mend()
    until(browser, lambda: "All changes are on the site" in seen.text)
    deck.refresh_from_db()
    for line in ("5 Savage Beatdown", "1 Overload", "1 Mobilize", "1 Hulk, Gladiator"):
        assert line in deck.text
    # Now both change the same card.
    network.cut()
    press(browser, "One more Overload")
    until(browser, lambda: "Changes wait on this device" in seen.text)
    theirs = deck.text.replace("1 Overload", "4 Overload")
    services.save(deck.pk, viewer, deck.edition, Snapshot(title="Mine", text=theirs, format=deck.format))
    network.mend()
    until(browser, lambda: "Nothing is lost" in seen.text)
    seen.press("Compare both")
    assert browser.find_element(By.ID, "clash-title").text == "Conflicting changes"
    assert {"2 Overload", "4 Overload"} <= set(main(browser).splitlines())
    assert seen.faults == {}


def press(browser: Chrome, label: str) -> None:
    """Press a button; each press draws the list anew."""
    find = f"const button = document.querySelector('button[aria-label=\"{label}\"]'); button.scrollIntoView();"
    browser.execute_script(f"{find} button.click()")
