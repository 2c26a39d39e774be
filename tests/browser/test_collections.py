"""Own decks and a collection in a real browser: fit for everybody, and what a press does is done."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import SCREENS, faults_of, faults_on
from tests.browser.conftest import settle, wait
from tests.browser.test_decks import sign_in
from tests.decks.stored import deck_of
from vsdb.accounts.viewers import Viewer
from vsdb.collection import services
from vsdb.collection.reading import OWNED, WANTED, CardKey
from vsdb.collection.selectors import Copies, load_copies
from vsdb.decks.filing import services as filing
from vsdb.decks.models import Deck

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SAVAGE = CardKey("vs-classic", "savage-beatdown")
HULK = CardKey("vs-2pcg", "hulk-mnb-003")


@pytest.fixture
def ann() -> User:
    """She has three decks, two folders, labels and a collection, and shares her wish list."""
    user = User.objects.create_user("ann")
    viewer = Viewer(user.pk)
    keys = [deck_of(user, title=f"Deck {number}", text="4 Savage Beatdown\n2 Overload").pk for number in range(3)]
    filing.move_decks(keys[:2], viewer, filing.create_folder(viewer, "League"))
    filing.create_folder(viewer, "Empty")
    filing.add_labels(keys[1:], viewer, ["Lent", "To test"])
    services.set_copies(user.pk, {SAVAGE: {OWNED: 3, WANTED: 4}, HULK: {OWNED: 1}})
    services.share_wish_list(user.pk, is_shared=True)
    return user


@pytest.mark.full
@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_nothing_serious_is_found_on_their_pages(
    browser: Chrome, loaded_live_server: LiveServer, ann: User, theme: str, width: int
) -> None:
    sign_in(browser, loaded_live_server.url, ann)
    deck = Deck.objects.filter(owner=ann).latest("pk")
    pages = ["/decks/mine/", "/decks/mine/?outcome=draft", "/decks/mine/?q=zzz", "/decks/folders/"]
    pages += [f"/decks/{deck.pk}/x/", f"/decks/{deck.pk}/lacks/", f"/decks/card/{SAVAGE.game}/{SAVAGE.slug}/"]
    pages += ["/collection/", "/collection/?q=zzz", "/collection/import/", "/collection/wanted/", "/collection/delete/"]
    pages += ["/collection/lacks/", f"/cards/{SAVAGE.game}/{SAVAGE.slug}/", "/sets/vs-classic/MOR/"]
    found = faults_on(browser, loaded_live_server.url, pages, theme=theme, width=width)
    browser.delete_all_cookies()
    assert found == {}


def test_a_list_is_corrected_in_the_preview_and_saved(
    browser: Chrome, loaded_live_server: LiveServer, ann: User, tmp_path: Path
) -> None:
    sign_in(browser, loaded_live_server.url, ann)
    file = tmp_path / "cards.csv"
    file.write_text("Count,Name,Foil\n2,Savage Beatdwon,\n1,Overload,foil\n-1,Overload,\n", encoding="utf-8")
    browser.get(f"{loaded_live_server.url}/collection/import/")
    browser.find_element(By.ID, "file").send_keys(str(file))
    browser.find_element(By.CSS_SELECTOR, "main form .button--main").click()
    wait(browser).until(lambda _: "2 lines to check" in browser.find_element(By.TAG_NAME, "h1").text)
    assert "Ignored columns: Foil." in browser.find_element(By.TAG_NAME, "main").text
    assert faults_of(browser) == []
    browser.find_element(By.LINK_TEXT, "Edit the list").click()
    assert browser.find_element(By.ID, "text").is_displayed()
    browser.find_element(By.CSS_SELECTOR, "select[name=line-2] option:nth-child(2)").click()
    browser.find_element(By.CSS_SELECTOR, "button[name=keep]").click()
    wait(browser).until(lambda _: browser.find_elements(By.CSS_SELECTOR, ".notices"))
    said = browser.find_element(By.CSS_SELECTOR, ".notices").text
    assert "2 printings changed." in said
    assert "1 line not saved." in said
    assert faults_of(browser) == []
    held = load_copies(ann.pk)
    assert held[SAVAGE] == Copies(5, 4)
    assert held[CardKey("vs-classic", "overload")] == Copies(1, 0)


def test_enter_presses_the_button_of_its_row(browser: Chrome, loaded_live_server: LiveServer, ann: User) -> None:
    sign_in(browser, loaded_live_server.url, ann)
    browser.get(f"{loaded_live_server.url}/decks/mine/")
    browser.find_element(By.CSS_SELECTOR, ".selected summary").click()
    browser.find_element(By.CSS_SELECTOR, "input[name=deck]").click()
    browser.find_element(By.ID, "label").send_keys("Fresh", Keys.ENTER)
    wait(browser).until(lambda _: browser.find_elements(By.CSS_SELECTOR, ".notices"))
    assert "Labeled 1 deck." in browser.find_element(By.CSS_SELECTOR, ".notices").text
    assert filing.Label.objects.filter(owner=ann, name="Fresh", decks__isnull=False).exists()


def test_what_is_refused_keeps_the_ticks(browser: Chrome, loaded_live_server: LiveServer, ann: User) -> None:
    sign_in(browser, loaded_live_server.url, ann)
    browser.get(f"{loaded_live_server.url}/decks/mine/")
    browser.find_element(By.CSS_SELECTOR, ".selected summary").click()
    for box in browser.find_elements(By.CSS_SELECTOR, "input[name=deck]")[:2]:
        box.click()
    browser.find_element(By.CSS_SELECTOR, "button[value=move]").click()
    wait(browser).until(lambda _: browser.find_elements(By.CSS_SELECTOR, "main [role=alert].note"))
    assert len(browser.find_elements(By.CSS_SELECTOR, "input[name=deck]:checked")) == 2
    assert browser.find_element(By.CSS_SELECTOR, "button[value=move]").is_displayed()


def test_copies_are_counted_on_a_card_s_page_without_leaving_it(
    browser: Chrome, loaded_live_server: LiveServer, ann: User
) -> None:
    sign_in(browser, loaded_live_server.url, ann)
    browser.get(f"{loaded_live_server.url}/cards/{SAVAGE.game}/{SAVAGE.slug}/")
    for _ in range(2):
        browser.find_element(By.ID, "own-more-MOR").click()
        settle(browser)
    wait(browser).until(lambda _: "You own 5." in browser.find_element(By.CSS_SELECTOR, ".copies [role=status]").text)
    assert browser.switch_to.active_element.get_attribute("id") == "own-more-MOR"
    assert load_copies(ann.pk)[CardKey(*SAVAGE[:2], "MOR")] == Copies(2, 0)
    for left in (4, 3, 3):
        browser.find_element(By.ID, "own-less-MOR").send_keys(Keys.ENTER)
        settle(browser)
        words = f"You own {left}."
        wait(browser).until(lambda _, words=words: words in browser.find_element(By.CSS_SELECTOR, ".copies__rows").text)
        # Also with nothing left to take away the keyboard stays where it was.
        assert browser.switch_to.active_element.get_attribute("id") == "own-less-MOR"
