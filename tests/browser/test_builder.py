"""The builder in a real browser: a deck from nothing, by keys and by touch, shared, forked and checked elsewhere."""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support import expected_conditions as expected

from tests.browser.building import (
    LEGAL,
    Finger,
    Keyboard,
    becomes_saved,
    held,
    legal_list,
    opened,
    said,
    start,
    wanted,
)
from tests.browser.conftest import settle, wait

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


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


class TestLists:
    def test_are_saved_by_their_button_though_a_script_filled_them_in(self, browser: Chrome, site: str) -> None:
        opened(browser, site)
        browser.get(f"{browser.current_url}?as=text")
        browser.execute_script("document.getElementById('deck-text').value = '3 Mobilize'")
        browser.find_element(By.CSS_SELECTOR, "#text-form button").click()
        becomes_saved(browser)
        assert browser.find_element(By.CLASS_NAME, "nowbar__size").text == "3 cards"

    def test_that_are_emptied_are_saved_by_the_button_alone(self, browser: Chrome, site: str) -> None:
        opened(browser, site, text="8 Mobilize")
        browser.get(f"{browser.current_url}?as=text")
        box = browser.find_element(By.ID, "deck-text")
        box.clear()
        problem = browser.find_element(By.ID, "text-problem")
        wait(browser).until(lambda _: "isn’t saved automatically" in problem.text)
        browser.find_element(By.CSS_SELECTOR, "#version-comment").send_keys("empty")
        browser.find_element(By.CSS_SELECTOR, "#version-form button").send_keys(Keys.ENTER)
        assert browser.find_element(By.CLASS_NAME, "nowbar__size").text == "8 cards"
        browser.find_element(By.CSS_SELECTOR, "#text-form button").send_keys(Keys.ENTER)
        becomes_saved(browser)
        assert browser.find_element(By.CLASS_NAME, "nowbar__size").text == "0 cards"
        assert problem.text == ""

    def test_wait_for_another_list_that_is_typed_below(self, browser: Chrome, site: str) -> None:
        opened(browser, site, text="8 Mobilize")
        browser.get(f"{browser.current_url}?as=text")
        other = browser.find_element(By.ID, "insert-list")
        other.send_keys("3 Overload")
        browser.find_element(By.CSS_SELECTOR, "#text-form button").send_keys(Keys.ENTER)
        problem = browser.find_element(By.ID, "text-problem")
        wait(browser).until(lambda _: "isn’t in the deck yet" in problem.text)
        assert other.get_property("value") == "3 Overload"
        other.clear()
        browser.find_element(By.CSS_SELECTOR, "#text-form button").send_keys(Keys.ENTER)
        wait(browser).until(lambda _: problem.text == "")

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


#: With main characters and level-up zone beside the sixty of a 2PCG deck.
SIZES = {"vs-classic": "60 cards", "vs-2pcg": "62 cards", "riftbound": "60 cards"}
