"""The engine in a real browser with the network cut: its verdicts are the server's, byte for byte."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

from tests.browser.conftest import wait
from tests.browser.network import Network
from vsdb.decks.models import Deck

pytestmark = [pytest.mark.browser, pytest.mark.shared, pytest.mark.django_db(transaction=True)]

FORGET = """
const done = arguments[0];
(async () => {
  for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
  for (const each of await caches.keys()) await caches.delete(each);
})().then(done, done);
"""
#: What the page is left to work on, since to start Python takes minutes on a busy machine.
CHECK_ALL = """
const [questions] = arguments;
(async () => {
  const answers = [];
  for (const question of questions) answers.push(await vsdbEngine.check(question));
  return answers;
})().then((answers) => (window.told = answers), (fault) => (window.told = [fault.message]));
"""

#: The text of the verdict on a deck that the browser stores, with the changes that wait.
CHECK_DECK = """
const [id, done] = arguments;
Shelf.deck(id)
  .then(({ text, changes, game, format }) => vsdbEngine.check({ text, changes, game, format }))
  .then(done, (fault) => done(String(fault)));
"""
STORED = """
const [path, done] = arguments;
Promise.all([caches.match(path), Shelf.all("decks")]).then(([page, decks]) => done(Boolean(page && decks.length)));
"""


@pytest.fixture
def network(browser: Chrome, loaded_live_server: LiveServer, settings: Settings) -> Iterator[Network]:
    """The site through a network that can be cut; afterwards nothing of it is in the browser."""
    settings.OFFLINE_COPIES = True
    settings.API_RATE = settings.API_CHECK_RATE = ""
    with Network(browser, loaded_live_server.url) as network:
        yield network
        network.mend()
        browser.get(f"{network.site}/robots.txt")
        browser.execute_async_script(FORGET)
        browser.get_log("browser")  # requests that the cut network refused


def test_an_engine_that_was_loaded_once_checks_without_a_network_as_the_server_does(
    browser: Chrome, network: Network, shared: Path, client: Client
) -> None:
    """One engine for all of it: to start it takes seconds."""
    load_engine(browser, network.site)
    deck = store_a_deck(browser, network.site)
    network.cut()
    verdict = see_the_verdict_of_a_deck(browser, network.site, deck)
    network.mend()
    wait(browser).until(lambda _: "All changes are on the site" in browser.find_element(By.ID, "deck-state").text)
    deck.refresh_from_db()
    assert "5 Overload" in deck.text
    body = {"deck": deck.text, "game": "vs-classic", "format": "golden-age"}
    said = client.post("/api/v1/check", body, content_type="application/json")
    assert '{"verdicts":[' + verdict + "]}" == said.content.decode()

    network.cut()
    browser.get(f"{network.site}/check/")
    assert "You are offline." in browser.find_element(By.ID, "offline").text
    cases = json.loads((shared / "cases" / "verdicts.json").read_text(encoding="utf-8"))
    assert len(cases) >= 97
    fields = {"game": "game", "format": "format", "day": "as_of", "text": "deck"}
    asked = [{field: case[name] for field, name in fields.items()} for case in cases]
    browser.execute_script(CHECK_ALL, asked)
    told = long_wait(browser).until(lambda _: browser.execute_script("return window.told"))
    for case, verdict in zip(cases, told, strict=True):
        body = {name: case[name] for name in ("deck", "game", "format", "as_of")}
        said = client.post("/api/v1/check", body, content_type="application/json")
        assert '{"verdicts":[' + verdict + "]}" == said.content.decode(), case["id"]

    see_a_verdict_on_the_page(browser)
    see_the_last_verdicts_where_no_engine_is(browser)
    browser.get(f"{network.site}/decks/{deck.pk}/edit/")
    says = browser.find_element(By.ID, "deck-check-says")
    wait(browser).until(lambda _: says.text.startswith("The deck can’t be checked here"))
    assert "Mine Illegal in Golden Age on " in browser.find_element(By.ID, "deck-check-last").text
    assert browser.find_element(By.CSS_SELECTOR, "#deck-check-way a").is_displayed()


def long_wait(browser: Chrome) -> WebDriverWait[Chrome]:
    """A wait for what takes seconds, on a busy machine minutes."""
    return WebDriverWait(browser, 300, 0.2)


def load_engine(browser: Chrome, site: str) -> None:
    """Load the engine by the button of the check page, which says how much that is; nothing of it was fetched before.

    The first page has the service worker come, which stores the second.
    """
    browser.get(f"{site}/rules/")
    browser.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0]())")
    browser.get(f"{site}/check/")
    assert browser.execute_script(
        "return performance.getEntriesByType('resource').every(e => !/engine.[0-9a-f]{16}/.test(e.name))"
    )
    browser.find_element(By.CSS_SELECTOR, "#on-device summary").click()
    load = browser.find_element(By.CSS_SELECTOR, "#on-device [data-load]")
    long_wait(browser).until(lambda _: load.is_displayed())
    assert re.fullmatch(r"Load [2-5]\.\d MB", load.text)
    load.click()
    says = browser.find_element(By.ID, "on-device-says")
    long_wait(browser).until(lambda _: says.text == "Ready: works without a network.")


def store_a_deck(browser: Chrome, site: str) -> Deck:
    """Have the browser build a deck and store it, with the page that changes it."""
    words = "game=vs-classic&format=golden-age&title=Mine&deck=59+Sentinel+Mark+V,+Army%0A4+Overload"
    browser.get(f"{site}/decks/new/?{words}")
    browser.find_element(By.CSS_SELECTOR, "main form [type=submit]").click()
    wait(browser).until(lambda _: Deck.objects.exists())
    deck = Deck.objects.get()
    browser.get(f"{site}/decks/{deck.pk}/edit/")
    wait(browser).until(lambda _: browser.execute_async_script(STORED, "/device/deck/"))
    return deck


def see_the_verdict_of_a_deck(browser: Chrome, site: str, deck: Deck) -> str:
    """Without a network a deck is judged with the changes that wait, and anew after each; the text of the verdict."""
    browser.get(f"{site}/decks/{deck.pk}/edit/")
    judge = browser.find_element(By.ID, "deck-check-judge")
    wait(browser).until(lambda _: judge.is_displayed())
    browser.execute_script("arguments[0].click()", judge)
    answer = browser.find_element(By.ID, "deck-check-answer")
    long_wait(browser).until(lambda _: "63 cards" in answer.text)
    browser.execute_script("document.querySelector('button[aria-label=\"One more Overload\"]').click()")
    wait(browser).until(lambda _: "5 copies of Overload; at most 4" in answer.text)
    today = timezone.localdate()
    assert f"Illegal in Golden Age on {today.day} {today:%B %Y}" in answer.text
    verdict: str = browser.execute_async_script(CHECK_DECK, deck.pk)
    return verdict


def see_a_verdict_on_the_page(browser: Chrome) -> None:
    """Without a network the form is answered on the device, in the words of the site."""
    browser.find_element(By.ID, "deck").send_keys("59 Sentinel Mark V, Army")
    Select(browser.find_element(By.ID, "format")).select_by_value("vs-classic/golden-age")
    browser.execute_script("document.getElementById('on').value = '2010-06-01'")
    browser.find_element(By.ID, "check-button").click()
    line = wait(browser).until(lambda _: browser.find_element(By.CSS_SELECTOR, "#on-device-answer .outcome__line"))
    assert line.text == "Illegal in Golden Age on 1 June 2010"
    answer = browser.find_element(By.ID, "on-device-answer").text
    assert "1 error, 59 cards" in answer
    assert "To make it legal: add 1 card." in answer
    assert "59 cards; at least 60" in answer
    assert "cr-2.7 101.1" in answer


def see_the_last_verdicts_where_no_engine_is(browser: Chrome) -> None:
    """Once the engine is gone the page says that it can't check, and shows what was said last."""
    browser.execute_async_script("vsdbEngine.remove().then(arguments[0])")
    browser.find_element(By.ID, "check-button").click()
    says = browser.find_element(By.ID, "on-device-says")
    wait(browser).until(lambda _: says.text.endswith("Lists can’t be checked here now."))
    last = browser.find_element(By.ID, "on-device-last").text
    assert "Illegal in Golden Age on 1 June 2010: 1 error, 59 cards (checked on " in last
