"""Searching in a real browser: completion, the list that renews itself, and the keyboard among what was found."""

from __future__ import annotations

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.browser.conftest import resize, settle, wait
from vsdb.catalog.cards.models import Card

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def count(browser: Chrome) -> str:
    return browser.find_element(By.CLASS_NAME, "resultbar__count").text


def offers(browser: Chrome, *, first: str) -> list[WebElement]:
    """The completions, once the first of them is this."""

    def are_there(_: Chrome) -> list[WebElement]:
        found = browser.find_elements(By.CSS_SELECTOR, "[role=option]")
        return found if found and found[0].text.startswith(first) else []

    return wait(browser).until(are_there)


def focused(browser: Chrome) -> WebElement:
    return browser.switch_to.active_element


class TestTyping:
    def test_completes_fields_and_values_renews_the_list_and_opens_a_card_by_keys_alone(
        self, browser: Chrome, loaded_live_server: LiveServer
    ) -> None:
        browser.get(f"{loaded_live_server.url}/cards/vs-classic/")
        browser.execute_script("window.isStillHere = true")
        browser.find_element(By.TAG_NAME, "body").send_keys("/")
        box = browser.find_element(By.ID, "q")
        assert focused(browser) == box

        box.send_keys("team")
        offers(browser, first="team:")
        assert box.get_attribute("aria-expanded") == "true"
        box.send_keys(Keys.ARROW_DOWN)
        chosen = box.get_attribute("aria-activedescendant") or ""
        assert browser.find_element(By.ID, chosen).get_attribute("aria-selected") == "true"
        box.send_keys(Keys.ENTER, "warb")
        offers(browser, first="Warbound")
        box.send_keys(Keys.ARROW_DOWN, Keys.ENTER, "s:MUN")
        assert box.get_property("value") == "team:Warbound s:MUN"

        wait(browser).until(lambda _: count(browser) == "3 cards")
        wait(browser).until(lambda _: "s%3AMUN" in browser.current_url)
        assert browser.execute_script("return window.isStillHere")

        wait(browser).until(lambda _: box.get_attribute("aria-expanded") == "true")
        box.send_keys(Keys.ESCAPE)
        assert box.get_attribute("aria-expanded") == "false"
        assert focused(browser) == box
        box.send_keys(Keys.ARROW_DOWN)
        cards = browser.find_elements(By.CSS_SELECTOR, "#found a.face")
        assert focused(browser) == cards[0]
        focused(browser).send_keys(Keys.ARROW_RIGHT)
        assert focused(browser) == cards[1]
        address = cards[1].get_attribute("href")
        settle(browser)
        focused(browser).send_keys(Keys.ENTER)
        wait(browser).until(lambda _: browser.current_url == address)

    def test_from_the_arrow_keys_leads_back_to_the_box(self, browser: Chrome, loaded_live_server: LiveServer) -> None:
        browser.get(f"{loaded_live_server.url}/cards/vs-classic/?q=s:MUN&view=table")
        box = browser.find_element(By.ID, "q")
        box.send_keys(Keys.ARROW_DOWN)
        first = focused(browser)
        assert first.tag_name == "a"
        first.send_keys(Keys.ARROW_DOWN)
        assert focused(browser) != first
        focused(browser).send_keys(Keys.ARROW_UP)
        assert focused(browser) == first
        first.send_keys(Keys.ARROW_UP)
        assert focused(browser) == box

    def test_has_what_was_understood_announced(self, browser: Chrome, loaded_live_server: LiveServer) -> None:
        browser.get(f"{loaded_live_server.url}/cards/vs-classic/")
        browser.find_element(By.ID, "q").send_keys("team:warbound s:MUN")
        wait(browser).until(lambda _: count(browser) == "3 cards")
        said = "3 cards. Cards where team is “warbound” and set is “MUN”."
        wait(browser).until(lambda _: browser.find_element(By.ID, "announce").get_property("textContent") == said)


class TestFilters:
    def test_write_the_query_by_keys_alone_and_keep_what_isnt_applied_yet(
        self, browser: Chrome, loaded_live_server: LiveServer
    ) -> None:
        browser.get(f"{loaded_live_server.url}/cards/vs-classic/?q=s:MUN")
        browser.execute_script("window.isStillHere = true")
        browser.find_element(By.ID, "q").send_keys(Keys.TAB)
        while focused(browser).get_attribute("id") != "with-team":
            focused(browser).send_keys(Keys.TAB)
        focused(browser).send_keys("Warb")
        browser.find_element(By.ID, "q").send_keys(" cost>0")
        wait(browser).until(lambda _: "cost" in browser.current_url)
        settle(browser)
        assert browser.find_element(By.ID, "with-team").get_property("value") == "Warbound"
        browser.find_element(By.ID, "filter-apply").send_keys(Keys.ENTER)
        wait(browser).until(lambda _: "team%3AWarbound" in browser.current_url)
        wait(browser).until(
            lambda _: browser.find_element(By.ID, "q").get_property("value") == "s:MUN cost>0 team:Warbound"
        )
        assert "with-" not in browser.current_url
        assert focused(browser).get_attribute("id") == "filter-apply"
        assert browser.find_element(By.ID, "with-set").get_property("value") == "MUN"
        assert browser.execute_script("return window.isStillHere")

    def test_work_on_a_phone_without_scripts(self, browser: Chrome, loaded_live_server: LiveServer) -> None:
        resize(browser, 390, 844)
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            browser.get(f"{loaded_live_server.url}/cards/riftbound/")
            assert not browser.find_element(By.ID, "with-type").is_displayed()
            browser.find_element(By.CSS_SELECTOR, "#filter-panel summary").click()
            browser.find_element(By.ID, "with-type").send_keys("Legend")
            browser.find_element(By.ID, "q").send_keys("tag:jinx")
            browser.find_element(By.ID, "filter-apply").click()
            wait(browser).until(lambda _: count(browser) == "1 card")
            assert browser.find_element(By.ID, "q").get_attribute("value") == "tag:jinx type:Legend"
        finally:
            browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


class TestTheList:
    def test_is_narrowed_in_place_and_the_box_and_the_address_follow(
        self, browser: Chrome, loaded_live_server: LiveServer
    ) -> None:
        browser.get(f"{loaded_live_server.url}/cards/vs-classic/?q=s:MUN")
        before = count(browser)
        browser.execute_script("window.isStillHere = true")
        browser.find_element(By.ID, "facet-team").find_element(By.XPATH, "..").find_element(
            By.PARTIAL_LINK_TEXT, "Warbound"
        ).click()
        wait(browser).until(lambda _: count(browser) == "3 cards")
        wait(browser).until(lambda _: "team" in browser.current_url)
        wait(browser).until(lambda _: browser.find_element(By.ID, "q").get_property("value") == "s:MUN team:Warbound")
        assert browser.execute_script("return window.isStillHere")
        browser.back()
        wait(browser).until(lambda _: count(browser) == before)
        wait(browser).until(lambda _: browser.find_element(By.ID, "q").get_property("value") == "s:MUN")

    def test_is_narrowed_on_a_phone_and_stays_at_its_beginning(
        self, browser: Chrome, loaded_live_server: LiveServer
    ) -> None:
        resize(browser, 390, 844)
        browser.get(f"{loaded_live_server.url}/cards/riftbound/")
        assert not browser.find_element(By.ID, "filters").is_displayed()
        browser.find_element(By.LINK_TEXT, "Narrow the list").click()
        filters = browser.find_element(By.ID, "filters")
        assert filters.is_displayed()
        filters.find_element(By.PARTIAL_LINK_TEXT, "Spell").click()
        spells = Card.objects.filter(game="riftbound", type="Spell").count()
        wait(browser).until(lambda _: count(browser) == f"{spells} cards")
        wait(browser).until(lambda _: not browser.find_element(By.ID, "filters").is_displayed())
        settle(browser)
        top = browser.execute_script("return document.getElementById('found').getBoundingClientRect().top")
        assert 0 < top < 844
        assert len(browser.find_elements(By.CSS_SELECTOR, "#found a.face")) == 60

    @pytest.mark.parametrize(
        ("link", "said"),
        [("facet-type-spell", "Spell"), ("heading-energy", "Energy"), ("view-text", "Text"), ("view-faces", "Faces")],
    )
    def test_leaves_the_keyboard_where_it_was(
        self, browser: Chrome, loaded_live_server: LiveServer, link: str, said: str
    ) -> None:
        browser.get(f"{loaded_live_server.url}/cards/riftbound/?view=table&q=dom:fury")
        before = browser.current_url
        browser.find_element(By.ID, link).send_keys(Keys.ENTER)
        wait(browser).until(lambda _: browser.current_url != before)
        wait(browser).until(lambda _: focused(browser).get_attribute("id") == link)
        assert said.casefold() in focused(browser).text.casefold()

    def test_takes_the_keyboard_to_its_beginning_where_the_link_is_gone(
        self, browser: Chrome, loaded_live_server: LiveServer
    ) -> None:
        browser.get(f"{loaded_live_server.url}/cards/riftbound/?q=dom:fury")
        before = browser.current_url
        browser.find_element(By.CSS_SELECTOR, ".ways summary").click()
        browser.find_element(By.LINK_TEXT, "by might").send_keys(Keys.ENTER)
        wait(browser).until(lambda _: browser.current_url != before)
        wait(browser).until(lambda _: focused(browser).get_attribute("id") == "results")

    def test_begins_at_its_top_on_another_page(self, browser: Chrome, loaded_live_server: LiveServer) -> None:
        browser.get(f"{loaded_live_server.url}/cards/riftbound/?page=7")
        browser.find_element(By.CSS_SELECTOR, ".pages [rel=prev]").click()
        wait(browser).until(lambda _: "page=6" in browser.current_url)
        wait(browser).until(lambda _: browser.execute_script("return document.readyState") == "complete")
        settle(browser)
        assert browser.execute_script("return scrollY") == 0

    def test_keeps_its_view_for_the_next_query(self, browser: Chrome, loaded_live_server: LiveServer) -> None:
        browser.get(f"{loaded_live_server.url}/cards/vs-classic/?q=s:MUN")
        browser.find_element(By.LINK_TEXT, "Table").click()
        wait(browser).until(lambda _: browser.find_element(By.CLASS_NAME, "cardrows"))
        browser.find_element(By.ID, "q").send_keys(" team:warbound")
        wait(browser).until(lambda _: count(browser) == "3 cards")
        assert browser.find_element(By.CLASS_NAME, "cardrows")
        wait(browser).until(lambda _: "view=table" in browser.current_url)

    def test_goes_on_where_it_ends(self, browser: Chrome, loaded_live_server: LiveServer) -> None:
        browser.get(f"{loaded_live_server.url}/cards/riftbound/")
        assert len(browser.find_elements(By.CSS_SELECTOR, "#found a.face")) == 60
        title = browser.title
        browser.execute_script("document.getElementById('more').scrollIntoView()")
        wait(browser).until(lambda _: len(browser.find_elements(By.CSS_SELECTOR, "#found a.face")) >= 120)
        settle(browser)
        faces = "return [...document.querySelectorAll('#found a.face')].map((each) => each.href)"
        addresses = browser.execute_script(faces)
        assert len(set(addresses[:120])) == 120
        ids = browser.execute_script("return [...document.querySelectorAll('[id]')].map((each) => each.id)")
        assert len(ids) == len(set(ids))
        said = browser.find_element(By.ID, "announce").get_property("textContent")
        assert said == f"{count(browser)}, shown to {len(addresses)}"
        assert browser.title == title  # the address is still that of the first page

    @pytest.mark.parametrize("view", ["faces", "table", "text"])
    def test_leads_to_the_pages_of_its_cards(self, browser: Chrome, loaded_live_server: LiveServer, view: str) -> None:
        browser.get(f"{loaded_live_server.url}/cards/vs-classic/?q=overload&view={view}")
        browser.find_element(By.CSS_SELECTOR, "#found a").click()
        wait(browser).until(lambda _: browser.find_element(By.TAG_NAME, "h1").text == "Overload")
        assert not browser.find_elements(By.CLASS_NAME, "resultbar")

    def test_gives_way_to_the_games_while_the_box_is_empty(
        self, browser: Chrome, loaded_live_server: LiveServer
    ) -> None:
        browser.get(f"{loaded_live_server.url}/cards/?q=mobilize")
        box = browser.find_element(By.ID, "q")
        box.send_keys(Keys.CONTROL, "a")
        box.send_keys(Keys.DELETE)
        wait(browser).until(lambda _: browser.find_elements(By.XPATH, "//h2[. = 'Riftbound']"))
        box.send_keys("mobilize")
        wait(browser).until(lambda _: count(browser) == "2 cards")

    def test_works_without_scripts(self, browser: Chrome, loaded_live_server: LiveServer) -> None:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            browser.get(f"{loaded_live_server.url}/cards/riftbound/")
            browser.find_element(By.CSS_SELECTOR, "#more .button").click()
            wait(browser).until(lambda _: "page=2" in browser.current_url)
            browser.find_element(By.ID, "q").send_keys("t:legend tag:jinx", Keys.ENTER)
            wait(browser).until(lambda _: count(browser) == "1 card")
            browser.find_element(By.LINK_TEXT, "Table").click()
            wait(browser).until(lambda _: "view=table" in browser.current_url)
            browser.find_element(By.CSS_SELECTOR, "#found th a").click()
            wait(browser).until(lambda _: "loose-cannon" in browser.current_url)
        finally:
            browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
