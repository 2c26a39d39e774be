"""The pages of decks in a real browser: nothing bars the way, they fit a phone, a link opens them for a stranger."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import SCREENS, faults_on
from tests.browser.conftest import keep_session, wait
from tests.decks.stored import deck_of
from vsdb.accounts.viewers import Viewer
from vsdb.check.forms import find_sample
from vsdb.decks import comments, services
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sign_in(browser: Chrome, site: str, user: User) -> None:
    """Give the browser a session of somebody's."""
    client = Client()
    client.force_login(user)
    keep_session(browser, site, client)


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def addresses(ann: User) -> list[str]:
    """The pages of decks of the three games with everything on them, and the forms."""
    bob = User.objects.create_user("bob")
    found = ["/decks/", "/decks/?q=contanis:x", "/decks/mine/", "/decks/new/", "/decks/compare/", "/people/ann/"]
    for slug, game, fmt in (
        ("secret-avengers", "vs-classic", "silver-age"),
        ("a-force", "vs-2pcg", "multiverse"),
        ("jinx", "riftbound", "standard"),
    ):
        of_game = find_sample(slug)
        assert of_game
        deck = deck_of(ann, title=of_game.title, text=of_game.text, game=game, format=fmt, visibility="public")
        services.describe(deck.pk, Viewer(ann.pk), event="Pro Circuit", played_on=None, tags=["Aggro", "Budget"])
        services.save(deck.pk, Viewer(ann.pk), 1, Snapshot(title="Changed", text="4 Mobilize\nwhat?", notes="Said."))
        services.restore(deck.pk, Viewer(ann.pk), 1)
        for who in (ann, bob):
            comments.add_comment(deck, Viewer(who.pk), "A word.\nAnother.")
        number = deck.pk
        found += [f"/decks/{number}/x/", f"/decks/{number}/versions/", f"/decks/{number}/versions/2/"]
        found += [
            f"/decks/{number}/hand/?seed=1",
            f"/decks/{number}/judge/",
            f"/decks/compare/?a={number}@2&b={number}",
        ]
        found += [f"/decks/{number}/export/markdown/?show=page", f"/decks/shared/{deck.secret}/"]
    return [*found, "/decks/new/?game=vs-classic&deck=4+Savge+Beatdown%0A2+Boris%0Awhat"]


@pytest.mark.full
@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_nothing_serious_is_found_on_the_pages_of_decks(
    browser: Chrome, loaded_live_server: LiveServer, ann: User, addresses: list[str], theme: str, width: int
) -> None:
    sign_in(browser, loaded_live_server.url, ann)
    found = faults_on(browser, loaded_live_server.url, addresses, theme=theme, width=width)
    browser.delete_all_cookies()
    assert found == {}


def test_a_stranger_opens_forks_and_checks_what_a_link_shares(
    browser: Chrome, loaded_live_server: LiveServer, ann: User
) -> None:
    deck = deck_of(ann, title="By link", visibility="link")
    browser.delete_all_cookies()
    browser.get(f"{loaded_live_server.url}/decks/shared/{deck.secret}/")
    assert browser.find_element(By.TAG_NAME, "h1").text == "By link"
    browser.find_element(By.LINK_TEXT, "Compare a list with it").click()
    wait(browser).until(lambda _: "The fingerprint matches" in browser.find_element(By.ID, "verdict").text)
    browser.back()
    browser.find_element(By.XPATH, "//button[contains(., 'Fork')]").click()
    wait(browser).until(lambda _: "/shared/" not in browser.current_url)
    assert "A fork" in browser.find_element(By.CSS_SELECTOR, ".deckpage header").text
    fork = Deck.objects.exclude(pk=deck.pk).get()
    assert (fork.owner, fork.title) == (None, "By link (fork)")
    browser.get(f"{loaded_live_server.url}/decks/mine/")
    assert "By link" in browser.find_element(By.TAG_NAME, "main").text
    browser.delete_all_cookies()
    browser.get(f"{loaded_live_server.url}/decks/mine/")
    assert "By link" not in browser.find_element(By.TAG_NAME, "main").text


def test_the_account_s_menu_closes_by_escape_and_by_a_click_beside_it(
    browser: Chrome, loaded_live_server: LiveServer, ann: User
) -> None:
    sign_in(browser, loaded_live_server.url, ann)
    browser.get(f"{loaded_live_server.url}/decks/mine/")
    menu = browser.find_element(By.CLASS_NAME, "accountmenu")
    summary = menu.find_element(By.TAG_NAME, "summary")
    summary.click()
    browser.switch_to.active_element.send_keys(Keys.TAB)
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert menu.get_attribute("open") is None
    assert browser.switch_to.active_element == summary
    summary.click()
    browser.find_element(By.TAG_NAME, "h1").click()
    assert menu.get_attribute("open") is None
    browser.delete_all_cookies()


def test_a_new_deck_is_offered_the_formats_of_its_game(browser: Chrome, loaded_live_server: LiveServer) -> None:
    browser.get(f"{loaded_live_server.url}/decks/new/")
    groups = "return [...document.querySelectorAll('#format optgroup')]"
    shown = f"{groups}.filter((each) => getComputedStyle(each).display !== 'none').map((each) => each.label)"
    assert browser.execute_script(shown) == ["Vs. System TCG"]
    browser.find_element(By.CSS_SELECTOR, "label[for=game-riftbound]").click()
    assert browser.execute_script(shown) == ["Riftbound"]


def test_a_deck_is_published_talked_about_and_taken_back(
    browser: Chrome, loaded_live_server: LiveServer, ann: User
) -> None:
    deck = deck_of(ann, title="Doom")
    sign_in(browser, loaded_live_server.url, ann)
    browser.get(f"{loaded_live_server.url}/decks/{deck.pk}/doom/")
    browser.find_element(By.CSS_SELECTOR, "label[for=see-public]").click()
    browser.find_element(By.XPATH, "//section[@id='share']//button[. = 'Save']").click()
    wait(browser).until(lambda _: browser.find_element(By.ID, "secret-link").get_property("value").startswith("http"))
    browser.find_element(By.ID, "say").send_keys("Mulligan low.")
    browser.find_element(By.XPATH, "//button[. = 'Comment']").click()
    wait(browser).until(lambda _: "Mulligan low." in browser.find_element(By.CLASS_NAME, "talk__list").text)
    browser.get(f"{loaded_live_server.url}/decks/")
    assert "Doom" in browser.find_element(By.ID, "results").text
    browser.delete_all_cookies()
