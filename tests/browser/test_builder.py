"""The builder in a real browser: a deck from nothing, by keys and by touch, shared, forked and checked elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet
from django.test import Client
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support import expected_conditions as expected
from selenium.webdriver.support.ui import Select

from tests.browser.axe import SCREENS, faults_of
from tests.browser.building import LEGAL, Finger, Keyboard, held, legal_list, said, wanted
from tests.browser.conftest import keep_session, resize, settle, wait

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def site(browser: Chrome, loaded_live_server: LiveServer) -> Iterator[str]:
    """The site's address, for a browser that nobody is signed in with."""
    yield loaded_live_server.url
    settle(browser)
    browser.delete_all_cookies()


def start(browser: Chrome, site: str, game: str) -> None:
    """Begin an empty deck of a game by keys alone."""
    browser.get(f"{site}/decks/new/?game={game}&format={LEGAL[game][1]}&title=From nothing")
    browser.find_element(By.ID, "title").send_keys(Keys.ENTER)
    wait(browser).until(expected.url_contains("/edit/"))


def list_games(*soon: str) -> list[ParameterSet]:
    """All games as parameters; those that aren't named wait for `make test-all`."""
    return [pytest.param(game, marks=[] if game in soon else [pytest.mark.full]) for game in LEGAL]


class TestADeckFromNothing:
    @pytest.mark.parametrize("game", list_games("vs-classic"))
    def test_becomes_legal_by_keys_alone(self, browser: Chrome, site: str, game: str) -> None:
        start(browser, site, game)
        keys = Keyboard(browser)
        for card, count, beside in wanted(legal_list(game)):
            keys.add(card, count)
            if beside:
                keys.move_to_sideboard(card, beside)
        assert said(browser).startswith("Legal in ")
        assert browser.find_element(By.CLASS_NAME, "nowbar__size").text == SIZES[game]

    def test_takes_cards_by_touch_on_a_phone(self, browser: Chrome, site: str) -> None:
        start(browser, site, "riftbound")
        (first, count, beside), *_ = (each for each in wanted(legal_list("riftbound")) if each[2])
        finger = Finger(browser)
        finger.begin()
        try:
            browser.refresh()
            finger.add(first, count)
            finger.move_to_sideboard(first, beside)
            assert held(browser, first) == count
        finally:
            finger.end()

    @pytest.mark.parametrize("game", list_games())
    def test_becomes_legal_by_touch_on_a_phone(self, browser: Chrome, site: str, game: str) -> None:
        start(browser, site, game)
        finger = Finger(browser)
        finger.begin()
        try:
            browser.refresh()
            for card, count, beside in wanted(legal_list(game)):
                finger.add(card, count)
                if beside:
                    finger.move_to_sideboard(card, beside)
            assert said(browser).startswith("Legal in ")
            assert browser.find_element(By.CLASS_NAME, "nowbar__line").is_displayed()
        finally:
            finger.end()


def becomes_saved(browser: Chrome) -> None:
    """Wait until the page says that all is saved, and stands ready for what comes next."""
    wait(browser).until(lambda _: browser.find_element(By.ID, "saved").text == "Saved")
    settle(browser)


CLASSIC = "4 Savage Beatdown\n2 Hulk, Gladiator"


def opened(browser: Chrome, site: str, text: str = CLASSIC) -> None:
    """Open a deck with a list in the builder; its first version is empty."""
    client = Client()
    begun = {"game": "vs-classic", "format": "vs-classic/golden-age", "title": "From nothing"}
    address = client.post("/decks/new/", begun).url
    saved = client.post(f"{address}change/", {"op": "text", "edition": "1", "text": text})
    assert saved.status_code == 302
    keep_session(browser, site, client)
    browser.get(f"{site}{address}")


def opened_by_hand(browser: Chrome, site: str) -> None:
    """Open such a deck where the browser has written the list itself, so that it knows this step."""
    start(browser, site, "vs-classic")
    browser.get(f"{browser.current_url.partition('?')[0]}?as=text")
    browser.find_element(By.ID, "deck-text").send_keys(CLASSIC)
    browser.find_element(By.CSS_SELECTOR, "#text-form button").click()
    becomes_saved(browser)
    browser.get(browser.current_url.partition("?")[0])


def counts(browser: Chrome) -> dict[str, int]:
    """How many of each card the deck has."""
    lines = browser.execute_script("return [...document.querySelectorAll('.line')].map((line) => ({...line.dataset}))")
    return {line["card"]: int(line["count"]) for line in lines}


def becomes(browser: Chrome, **wanted_counts: int) -> None:
    """Wait until the deck has so many of each card and the page stands ready for what comes next.

    Words of a slug are joined by low lines.
    """
    now = {slug.replace("_", "-"): count for slug, count in wanted_counts.items()}
    wait(browser).until(lambda _: counts(browser) == now)
    settle(browser)


class TestKeys:
    def test_take_steps_back_and_forth(self, browser: Chrome, site: str) -> None:
        opened_by_hand(browser, site)
        keys = Keyboard(browser)
        browser.find_element(By.CSS_SELECTOR, '[data-card="hulk-gladiator"] .line__name').send_keys("4")
        becomes(browser, savage_beatdown=4, hulk_gladiator=4)
        keys.press("-")
        becomes(browser, savage_beatdown=4, hulk_gladiator=3)
        keys.press(Keys.CONTROL, "z")
        becomes(browser, savage_beatdown=4, hulk_gladiator=4)
        keys.press(Keys.CONTROL, "z")
        becomes(browser, savage_beatdown=4, hulk_gladiator=2)
        keys.press(Keys.CONTROL, Keys.SHIFT, "z")
        becomes(browser, savage_beatdown=4, hulk_gladiator=4)
        browser.refresh()
        browser.find_element(By.CSS_SELECTOR, "[data-undo]").click()
        becomes(browser, savage_beatdown=4, hulk_gladiator=2)
        browser.find_element(By.CSS_SELECTOR, "[data-undo]").click()
        becomes(browser)
        assert not browser.find_element(By.CSS_SELECTOR, "[data-undo]").is_enabled()

    def test_bring_texts_back_as_well(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        browser.find_element(By.CSS_SELECTOR, ".builder__about > summary").click()
        for field, said_there in (("deck-name", "Anew"), ("deck-notes", "Mulligan low.")):
            # Who leaves a field needn't wait for the pause after which it is saved.
            browser.find_element(By.ID, field).send_keys(said_there, Keys.TAB)
            becomes_saved(browser)
        for notes, title in (("", "From nothingAnew"), ("", "From nothing")):
            browser.find_element(By.CSS_SELECTOR, "[data-undo]").click()
            wait(browser).until(expected.text_to_be_present_in_element((By.TAG_NAME, "h1"), title))
            wait(browser).until(
                lambda _, now=(notes, title): (
                    now
                    == tuple(
                        browser.find_element(By.ID, each).get_property("value") for each in ("deck-notes", "deck-name")
                    )
                )
            )
            settle(browser)

    def test_keep_their_place_when_a_card_goes(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        keys = Keyboard(browser)
        browser.find_element(By.CSS_SELECTOR, ".line__name").send_keys(Keys.ARROW_DOWN)
        assert browser.switch_to.active_element.text == "Savage Beatdown"
        keys.press("0")
        becomes(browser, hulk_gladiator=2)
        wait(browser).until(lambda _: browser.switch_to.active_element.text == "Hulk, Gladiator")

    def test_each_count_once_however_fast_they_are_pressed(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        name = browser.find_element(By.CSS_SELECTOR, '[data-card="hulk-gladiator"] .line__name')
        name.send_keys("+++++")
        becomes(browser, savage_beatdown=4, hulk_gladiator=7)
        wait(browser).until(
            lambda _: "remove 3 Hulk" in browser.find_element(By.ID, "announce").get_property("textContent")
        )


class TestTexts:
    def test_are_saved_after_a_pause_and_who_leaves_before_is_warned(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        notes = browser.find_element(By.ID, "deck-notes")
        notes.send_keys("Mulligan low.")
        assert browser.find_element(By.ID, "saved").text == "Not saved yet"
        warned = "const leaving = new Event('beforeunload', {cancelable: true}); dispatchEvent(leaving);"
        assert browser.execute_script(f"{warned} return leaving.defaultPrevented")
        becomes_saved(browser)
        assert not browser.execute_script(f"{warned} return leaving.defaultPrevented")
        browser.refresh()
        assert browser.find_element(By.ID, "deck-notes").get_property("value") == "Mulligan low."

    def test_on_a_card_stand_below_it(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        line = browser.find_element(By.CSS_SELECTOR, '[data-card="hulk-gladiator"]')
        line.find_element(By.TAG_NAME, "summary").click()
        line.find_element(By.LINK_TEXT, "Add note").click()
        wait(browser).until(lambda _: browser.switch_to.active_element.get_attribute("id") == "card-note")
        settle(browser)
        browser.switch_to.active_element.send_keys("The finisher.")
        note = (By.CSS_SELECTOR, '[data-card="hulk-gladiator"] .line__note')
        wait(browser).until(expected.text_to_be_present_in_element(note, "The finisher."))

    def test_are_saved_where_a_field_is_filled_in_for_somebody(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        filled = "const day = document.getElementById('deck-day'); day.value = '2008-08-01';"
        browser.execute_script(f"{filled} day.dispatchEvent(new Event('change', {{bubbles: true}}))")
        wait(browser).until(lambda _: "on 1 August 2008" in said(browser))


class TestTwoTabs:
    def test_lose_nothing(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        address, first = browser.current_url, browser.current_window_handle
        browser.switch_to.new_window("tab")
        try:
            resize(browser, 1280, 900)
            browser.get(address)
            browser.find_element(By.ID, "fewer-deck--hulk-gladiator").click()
            becomes(browser, savage_beatdown=4, hulk_gladiator=1)
            browser.switch_to.window(first)
            browser.find_element(By.ID, "fewer-deck--savage-beatdown").click()
            becomes(browser, savage_beatdown=3, hulk_gladiator=1)
            assert "Hulk, Gladiator in Deck: 2 → 1" in browser.find_element(By.CLASS_NAME, "built__deck").text

            browser.switch_to.window(browser.window_handles[1])
            browser.find_element(By.ID, "more-deck--savage-beatdown").click()
            title = wait(browser).until(expected.visibility_of_element_located((By.ID, "clash-title")))
            assert browser.switch_to.active_element == title
            settle(browser)
            assert faults_of(browser) == []
            browser.get_log("browser")  # the refusal, which was asked for here
            browser.find_element(By.CSS_SELECTOR, "#clash-form .button--main").click()
            wait(browser).until(expected.staleness_of(title))
            becomes(browser, savage_beatdown=5, hulk_gladiator=1)
        finally:
            browser.close()
            browser.switch_to.window(first)

    def test_lose_no_format_to_a_title_that_is_written_on(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        address, first = browser.current_url, browser.current_window_handle
        browser.find_element(By.CSS_SELECTOR, ".builder__about > summary").click()
        browser.switch_to.new_window("tab")
        try:
            resize(browser, 1280, 900)
            browser.get(address)
            browser.find_element(By.CSS_SELECTOR, ".builder__about > summary").click()
            Select(browser.find_element(By.ID, "deck-format")).select_by_visible_text("Silver Age")
            wait(browser).until(lambda _: "in Silver Age" in said(browser))
            browser.switch_to.window(first)
            for more in (" anew", " and again"):
                browser.find_element(By.ID, "deck-name").send_keys(more)
                becomes_saved(browser)
                assert "in Silver Age" in said(browser)
                assert browser.find_element(By.ID, "deck-format").get_property("value") == "silver-age"
            browser.refresh()
            assert browser.find_element(By.TAG_NAME, "h1").text == "From nothing anew and again"
        finally:
            browser.switch_to.window(browser.window_handles[1])
            browser.close()
            browser.switch_to.window(first)


class TestSharing:
    def test_by_link_lets_another_browser_open_fork_and_check_it(self, browser: Chrome, site: str) -> None:
        deck = legal_list("vs-classic")
        opened(browser, site, "\n".join(f"{count} {card.title}" for card, count, _ in wanted(deck)))
        assert said(browser).startswith("Legal in Golden Age")
        browser.get(browser.current_url.replace("/edit/", "/"))
        browser.find_element(By.ID, "see-link").click()
        browser.find_element(By.XPATH, "//section[@id='share']//button").click()
        link = wait(browser).until(expected.presence_of_element_located((By.ID, "secret-link"))).get_property("value")

        browser.delete_all_cookies()
        browser.get(link)
        assert "From nothing" in browser.find_element(By.TAG_NAME, "h1").text
        assert "Legal" in browser.find_element(By.CLASS_NAME, "outcome__line").text
        browser.find_element(By.XPATH, "//form[contains(@action, '/fork/')]/button").click()
        wait(browser).until(lambda _: "/shared/" not in browser.current_url)
        browser.get(f"{site}/decks/mine/")
        browser.find_element(By.LINK_TEXT, "From nothing").click()
        wait(browser).until(expected.url_matches(r"/decks/\d+/"))
        own = browser.current_url.split("/decks/")[1].split("/")[0]
        browser.get(f"{site}/decks/{own}/edit/")
        browser.find_element(By.ID, "fewer-deck--hulk-gladiator").click()
        wait(browser).until(lambda _: said(browser).startswith("Illegal"))
        browser.get(link)
        assert "Legal" in browser.find_element(By.CLASS_NAME, "outcome__line").text


class TestWithoutScripts:
    def test_every_button_works(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            browser.get(f"{browser.current_url}?q=flying+kick")
            browser.find_element(By.CSS_SELECTOR, "#found .pick__add").click()
            more = (By.ID, "more-deck--flying-kick")
            wait(browser).until(expected.presence_of_element_located(more)).click()
            count = (By.CSS_SELECTOR, '.line[data-card="flying-kick"][data-count="2"]')
            wait(browser).until(expected.presence_of_element_located(count))
            assert "q=flying" in browser.current_url
            browser.find_element(By.ID, "deck-notes").send_keys("Plain.")
            browser.find_element(By.CSS_SELECTOR, "#notes-form button").click()
            wait(browser).until(expected.text_to_be_present_in_element_value((By.ID, "deck-notes"), "Plain."))
        finally:
            browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.mark.full
@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_nothing_serious_is_found_in_any_state(browser: Chrome, site: str, theme: str, width: int) -> None:
    opened(browser, site, text="5 Hulk, Gladiator\n4 Savage Beatdwn\n???")
    address = browser.current_url
    resize(browser, width, 900)
    browser.execute_script("localStorage.setItem('theme', arguments[0])", theme)
    found: dict[str, object] = {}
    for query in ("", "?q=hulk&only=1", "?q=tpye:x", "?as=text", "?note=hulk-gladiator"):
        browser.get(f"{address}{query}")
        for pane in browser.find_elements(By.CSS_SELECTOR, ".panes label") if width < 600 else [None]:
            if pane:
                pane.click()
            browser.execute_script("for (const each of document.querySelectorAll('details')) each.open = true")
            if faults := faults_of(browser):
                found[f"{query} {pane and pane.text}"] = faults
            wide = browser.execute_script("return Math.max(document.documentElement.scrollWidth, innerWidth)")
            if wide > width:
                found[f"{query} is wide"] = wide
    assert found == {}


#: With main characters and level-up zone beside the sixty of a 2PCG deck.
SIZES = {"vs-classic": "60 cards", "vs-2pcg": "62 cards", "riftbound": "60 cards"}
