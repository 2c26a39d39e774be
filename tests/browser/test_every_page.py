"""What holds for every page in a real browser: it fits a phone, obeys its keys, keeps its theme."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from django.contrib.auth.models import User
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.conftest import resize, wait
from tests.browser.test_decks import sign_in
from vsdb.events.models import Event, EventList

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = (
    "/",
    "/check/",
    "/api/guide/",
    "/api/docs/",
    "/api/docs/cards/",
    "/check/team/",
    "/check/many/",
    "/check/?sample=secret-avengers",
    "/check/?sample=a-force",
    "/check/repair/",
    "/check/repair/?format=vs-classic/silver-age&on=2008-07-01&deck=4+Dr.+Light,+Master+of+Holograms%0A50+Aspiring+Pawn,+Army",
    "/check/life/?sample=a-force",
    "/cards/vs-classic/overload/life/",
    "/cards/",
    "/cards/?q=hulk",
    "/cards/vs-classic/",
    "/cards/vs-2pcg/?view=table",
    "/cards/vs-classic/?q=team:avengrs+hulk&view=text",
    "/cards/?q=savge+beatdwn",
    "/cards/riftbound/?page=2#filters",
    "/cards/vs-classic/richard-rider-nova-centurion-keeper-of-the-worldmind/?on=2008-07-01",
    "/cards/vs-2pcg/cia-depurty-director-susan-rayner/",
    "/help/search/",
    "/cards/vs-2pcg/she-hulk-aff-003/",
    "/cards/riftbound/jinx-loose-cannon/",
    "/sets/",
    "/sets/riftbound/OGN/",
    "/formats/",
    "/formats/vs-2pcg/incursion/",
    "/formats/own/",
    "/what-if/",
    "/what-if/?game=vs-classic&ban=savage-beatdown&out=MUN&on=2008-07-01",
    "/simulate/",
    "/simulate/runs/",
    "/play/",
    "/play/vs-classic/",
    "/play/vs-classic/attack/",
    "/play/riftbound/play-spell/",
    "/play/riftbound/how/play-unit/",
    "/play/vs-classic/table/",
    "/play/vs-2pcg/attack/",
    "/play/riftbound/table/",
    "/play/vs-classic/quiz/",
    "/play/vs-classic/quiz/?seed=a1",
    "/play/vs-classic/quiz/?seed=a1&given=l",
    "/play/saved/",
    "/play/open/",
    "/play/log/",
    "/keywords/riftbound/",
    "/keywords/riftbound/reaction/",
    "/teams/vs-classic/",
    "/teams/vs-2pcg/x-men/",
    "/events/",
    "/events/?month=2026-12",
    "/rules/",
    "/rules/cr-2.7/101.2/",
    "/rules/cr-2.7/601.2b/",
    "/rules/rb-core-1.3/coverage/",
    "/help/",
    "/changes/",
    "/changes/?game=vs-2pcg&kind=bans&page=2",
)

#: Below an event's own page, for who works there.
UNDER_AN_EVENT = (
    *("register/", "enter/", "venue/", "desk/", "edit/", "roles/", "stage/running/", "players/", "players/new/"),
    *("rounds/", "lists/", "lists/drop/", "lists/drafts/", "lists/mail/?tab=all", "lists/rule/?tab=illegal"),
    *("rulings/", "penalties/", "verdicts/", "print/", "transfer/", "statistics/", "decks/", "notices/", "log/"),
)

#: What scrolls sideways without a shade at its edge to say so; boxes to write in do it as one types.
UNMARKED = """
  return [...document.querySelectorAll("main *:not(textarea)")]
    .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
    .map((each) => [each, getComputedStyle(each)])
    .filter(([, style]) => /auto|scroll/.test(style.overflowX) && style.backgroundImage === "none")
    .map(([each]) => each.className || each.localName);
"""


@pytest.mark.full
def test_every_page_fits_a_phone(browser: Chrome, loaded_live_server: LiveServer) -> None:
    """No page is wider than the window, and what scrolls within it is seen to scroll."""
    assert find_wide_pages(browser, loaded_live_server.url, PAGES) == {}


@pytest.mark.full
def test_every_page_of_an_event_fits_a_phone(browser: Chrome, site: str) -> None:
    """The event is the sample, which staff load by a button."""
    sign_in(browser, site, User.objects.create_user("ann", is_staff=True))
    browser.get(f"{site}/events/")
    browser.find_element(By.XPATH, "//button[normalize-space()='Load the sample event']").click()
    wait(browser).until(lambda _: browser.current_url.endswith("/desk/"))
    event = Event.objects.get(is_sample=True)
    entry = EventList.objects.get(event=event, registration__shown_name="Gus Hale")
    under = ["", *UNDER_AN_EVENT, f"players/{entry.registration_id}/", f"desk/lists/{entry.pk}/"]
    under += [f"players/{entry.registration_id}/penalties/", f"lists/{entry.pk}/rulings/"]
    assert find_wide_pages(browser, site, ["/events/new/", *(f"/events/{event.pk}/{each}" for each in under)]) == {}


def find_wide_pages(browser: Chrome, site: str, addresses: Iterable[str]) -> dict[tuple[str, int], object]:
    """The pages of a site that are too wide for a phone, or hide that something scrolls, by address and width."""
    faults: dict[tuple[str, int], object] = {}
    for address in addresses:
        resize(browser, 390, 844)
        browser.get(f"{site}{address}")
        for width in (390, 320):
            resize(browser, width, 844)
            wide = browser.execute_script("return Math.max(document.documentElement.scrollWidth, innerWidth)")
            unmarked = browser.execute_script(UNMARKED)
            if wide > width or unmarked:
                faults[address, width] = (wide, unmarked)
    return faults


def test_a_format_is_short_at_first_sight(browser: Chrome, loaded_live_server: LiveServer) -> None:
    """Long tables are folded on a phone."""
    resize(browser, 390, 844)
    browser.get(f"{loaded_live_server.url}/formats/vs-classic/silver-age/")
    assert browser.execute_script("return document.documentElement.scrollHeight") < 2_500


def test_the_theme_is_switched_and_remembered(browser: Chrome, loaded_live_server: LiveServer) -> None:
    def paper() -> str:
        return str(browser.execute_script("return getComputedStyle(document.documentElement).backgroundColor"))

    browser.get(loaded_live_server.url)
    before = paper()
    switch = browser.find_element(By.ID, "theme-switch")
    said = switch.get_attribute("aria-label")
    switch.click()
    after = paper()
    assert after != before
    assert switch.get_attribute("aria-label") != said
    browser.get(f"{loaded_live_server.url}/sets/")
    assert paper() == after


def test_a_slash_leads_to_the_search_box_and_escape_out_of_it(browser: Chrome, loaded_live_server: LiveServer) -> None:
    browser.get(f"{loaded_live_server.url}/help/")
    browser.find_element(By.TAG_NAME, "body").send_keys("/")
    search = browser.switch_to.active_element
    assert search.get_attribute("id") == "site-search"
    assert search.get_property("value") == ""
    search.send_keys(Keys.ESCAPE)
    assert browser.switch_to.active_element.tag_name == "body"
    search.send_keys("mobilize", Keys.ENTER)
    wait(browser).until(lambda _: "Cards of all games" in browser.find_element(By.TAG_NAME, "h1").text)


def test_a_question_mark_shows_the_keys_and_escape_hides_them(browser: Chrome, loaded_live_server: LiveServer) -> None:
    browser.get(f"{loaded_live_server.url}/check/")
    keys = browser.find_element(By.ID, "key-help")
    assert not keys.is_displayed()
    browser.find_element(By.ID, "deck").send_keys("?")
    assert not keys.is_displayed()
    browser.find_element(By.ID, "theme-switch").send_keys("?")
    assert keys.is_displayed()
    assert "to the search box" in keys.text
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert not keys.is_displayed()


def test_shortcuts_of_one_key_can_be_switched_off(browser: Chrome, loaded_live_server: LiveServer) -> None:
    browser.get(f"{loaded_live_server.url}/check/")
    browser.find_element(By.CSS_SELECTOR, "footer [data-keys]").click()
    keys = browser.find_element(By.ID, "key-help")
    assert keys.is_displayed()
    switch = browser.find_element(By.ID, "key-switch")
    assert switch.is_selected()
    switch.click()
    browser.get(f"{loaded_live_server.url}/cards/")
    browser.find_element(By.TAG_NAME, "body").send_keys("/", "?")
    assert browser.switch_to.active_element.tag_name == "body"
    assert not browser.find_element(By.ID, "key-help").is_displayed()
    browser.find_element(By.CSS_SELECTOR, "footer [data-keys]").click()
    switch = browser.find_element(By.ID, "key-switch")
    assert not switch.is_selected()
    switch.click()
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    browser.find_element(By.TAG_NAME, "body").send_keys("/")
    assert browser.switch_to.active_element.get_attribute("data-search") is not None


def test_a_slash_in_a_list_is_a_slash(browser: Chrome, loaded_live_server: LiveServer) -> None:
    browser.get(f"{loaded_live_server.url}/check/")
    deck = browser.find_element(By.ID, "deck")
    deck.send_keys("4 A / B")
    assert deck.get_property("value") == "4 A / B"


def test_the_first_stop_of_the_tab_key_skips_to_the_content(browser: Chrome, loaded_live_server: LiveServer) -> None:
    browser.get(f"{loaded_live_server.url}/sets/")
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
    skip = browser.switch_to.active_element
    assert skip.text == "Skip to content"
    skip.send_keys(Keys.ENTER)
    assert browser.switch_to.active_element.get_attribute("id") == "main"
