"""The builder in a real browser: a deck from nothing, by keys and by touch, shared, forked and checked elsewhere."""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet
from django.test import Client
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support import expected_conditions as expected
from selenium.webdriver.support.ui import Select

from tests.browser.axe import SCREENS, faults_of
from tests.browser.building import LEGAL, Finger, Keyboard, held, legal_list, said, wanted
from tests.browser.conftest import keep_session, resize, settle, wait

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


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

    def test_write_the_digits_of_one_card_onto_no_other(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        keys = Keyboard(browser)
        browser.find_element(By.CSS_SELECTOR, '[data-card="hulk-gladiator"] .line__name').send_keys("3")
        other = browser.find_element(By.CSS_SELECTOR, '[data-card="savage-beatdown"] .line__name')
        other.send_keys("1")
        becomes(browser, savage_beatdown=1, hulk_gladiator=3)
        browser.find_element(By.CSS_SELECTOR, '[data-card="hulk-gladiator"] .line__name').send_keys("12")
        becomes(browser, savage_beatdown=1, hulk_gladiator=12)
        keys.press("2", "+")
        becomes(browser, savage_beatdown=1, hulk_gladiator=3)

    def test_leave_what_another_tab_has_saved(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        name = '[data-card="{}"] .line__name'
        first = browser.current_window_handle
        browser.find_element(By.CSS_SELECTOR, name.format("hulk-gladiator")).send_keys("4")
        becomes(browser, savage_beatdown=4, hulk_gladiator=4)
        address = browser.current_url
        browser.switch_to.new_window("tab")
        browser.get(address)
        browser.find_element(By.CSS_SELECTOR, name.format("savage-beatdown")).send_keys("1")
        becomes(browser, savage_beatdown=1, hulk_gladiator=4)
        browser.close()
        browser.switch_to.window(first)
        browser.find_element(By.CSS_SELECTOR, name.format("hulk-gladiator")).send_keys("3")
        becomes(browser, savage_beatdown=1, hulk_gladiator=3)
        told = browser.find_element(By.CSS_SELECTOR, ".built .note").text
        assert "Savage Beatdown in Deck: 4 → 1" in told
        assert "Hulk" not in told
        for count in (4, 2):
            browser.find_element(By.CSS_SELECTOR, "[data-undo]").click()
            becomes(browser, savage_beatdown=1, hulk_gladiator=count)
        browser.find_element(By.CSS_SELECTOR, "[data-redo]").click()
        becomes(browser, savage_beatdown=1, hulk_gladiator=4)

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


class TestLists:
    def test_are_saved_by_their_button_though_a_script_filled_them_in(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        browser.get(f"{browser.current_url}?as=text")
        browser.execute_script("document.getElementById('deck-text').value = '3 Mobilize'")
        browser.find_element(By.CSS_SELECTOR, "#text-form button").click()
        becomes_saved(browser)
        assert browser.find_element(By.CLASS_NAME, "nowbar__size").text == "3 cards"

    def test_are_brought_in_from_elsewhere(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        browser.get(f"{browser.current_url}?as=text")
        box = browser.find_element(By.ID, "insert-list")
        box.send_keys("count,name\n3,Mobilize")
        browser.find_element(By.CSS_SELECTOR, "#insert-form [value=add]").click()
        becomes_saved(browser)
        assert "3 Mobilize" in browser.find_element(By.ID, "deck-text").get_property("value")
        assert browser.find_element(By.ID, "insert-list").get_property("value") == ""
        browser.find_element(By.CSS_SELECTOR, "[data-undo]").click()
        wait(browser).until(lambda _: browser.find_element(By.CLASS_NAME, "nowbar__size").text == "6 cards")


def test_a_note_is_written_in_sight_of_its_card_and_leads_back_to_it(browser: Chrome, site: str) -> None:
    text = "\n".join(f"{count} {card.title}" for card, count, _ in wanted(legal_list("vs-classic")))
    opened(browser, site, text=text)
    browser.execute_script("scrollTo(0, 0)")
    line = browser.find_element(By.CLASS_NAME, "line")
    slug = line.get_attribute("data-card")
    line.find_element(By.CSS_SELECTOR, ".line__more summary").click()
    line.find_element(By.PARTIAL_LINK_TEXT, "Add note").click()
    note = wait(browser).until(expected.visibility_of_element_located((By.ID, "card-note")))
    settle(browser)
    assert browser.switch_to.active_element == note
    in_sight = "const box = arguments[0].getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight"
    assert browser.execute_script(in_sight, note)
    assert browser.execute_script(in_sight, browser.find_element(By.CLASS_NAME, "line"))
    note.send_keys("Opens the game.")
    browser.find_element(By.CSS_SELECTOR, "#note-form [type=submit]").click()
    becomes_saved(browser)
    assert browser.switch_to.active_element.get_attribute("id").endswith(str(slug))
    assert browser.find_element(By.CLASS_NAME, "line__note").text == "Opens the game."
    assert not browser.find_elements(By.ID, "card-note")


def test_cards_go_to_the_sideboard_while_it_is_chosen(browser: Chrome, site: str) -> None:
    start(browser, site, "riftbound")
    browser.get(f"{browser.current_url.partition('?')[0]}?q=rebuke")
    keys = Keyboard(browser)
    keys.press("s")
    pick = (By.CSS_SELECTOR, '#found [data-card="rebuke"][data-section=sideboard]')
    wait(browser).until(expected.presence_of_element_located(pick))
    settle(browser)
    browser.find_element(*pick).find_element(By.CLASS_NAME, "pick__add").click()
    beside = (By.CSS_SELECTOR, '.line[data-card="rebuke"][data-section=sideboard][data-count="1"]')
    wait(browser).until(expected.presence_of_element_located(beside))
    settle(browser)
    assert browser.find_element(*pick).find_element(By.CSS_SELECTOR, "[data-held]").text == "1"
    browser.find_element(By.ID, "beside").click()
    in_deck = (By.CSS_SELECTOR, '#found [data-card="rebuke"]:not([data-section])')
    wait(browser).until(expected.presence_of_element_located(in_deck))
    settle(browser)
    browser.find_element(*in_deck).find_element(By.CLASS_NAME, "pick__add").click()
    wait(browser).until(
        expected.presence_of_element_located((By.CSS_SELECTOR, '.line[data-card="rebuke"][data-section=deck]'))
    )
    settle(browser)


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
        browser.find_element(By.LINK_TEXT, "From nothing (fork)").click()
        wait(browser).until(expected.url_matches(r"/decks/\d+/"))
        own = browser.current_url.split("/decks/")[1].split("/")[0]
        browser.get(f"{site}/decks/{own}/edit/")
        browser.find_element(By.ID, "more-deck--hulk-gladiator").click()
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
            browser.find_element(By.CSS_SELECTOR, "#notes-form button[type=submit]").click()
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
            browser.execute_script(UNFOLD)
            if faults := faults_of(browser):
                found[f"{query} {pane and pane.text}"] = faults
            wide = browser.execute_script("return Math.max(document.documentElement.scrollWidth, innerWidth)")
            if wide > width:
                found[f"{query} is wide"] = wide
    assert found == {}


#: All that is folded but the menus, which lie over what is below them.
UNFOLD = "for (const each of document.querySelectorAll('details:not(.deckmenu__item)')) each.open = true"


@pytest.mark.full
@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_nothing_serious_is_found_in_a_menu(browser: Chrome, site: str, theme: str, width: int) -> None:
    opened(browser, site)
    resize(browser, width, 900)
    browser.execute_script("localStorage.setItem('theme', arguments[0])", theme)
    browser.refresh()
    found = {}
    for menu in browser.find_elements(By.CSS_SELECTOR, ".deckmenu__item"):
        menu.find_element(By.TAG_NAME, "summary").click()
        body = menu.find_element(By.CLASS_NAME, "deckmenu__body").rect
        if body["x"] < 0 or body["x"] + body["width"] > width:
            found[f"{menu.text} is cut"] = body
        if faults := faults_of(browser):
            found[menu.text] = faults
        menu.find_element(By.TAG_NAME, "summary").click()
    browser.find_element(By.CSS_SELECTOR, "[data-hand]").click()
    wait(browser).until(expected.visibility_of_element_located((By.CSS_SELECTOR, "#handbox img, #handbox li")))
    if faults := faults_of(browser):
        found["hand"] = faults
    assert found == {}


#: With main characters and level-up zone beside the sixty of a 2PCG deck.
SIZES = {"vs-classic": "60 cards", "vs-2pcg": "62 cards", "riftbound": "60 cards"}
