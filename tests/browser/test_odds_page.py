"""The page of odds with scripts: rows come and go, the exact answer replaces the simulated one; it fits a phone."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import SCREENS, faults_on
from tests.browser.conftest import resize, wait
from vsdb.simulations.odds import answers as odds_answers

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIST = "4 Savage Beatdown\n4 Overload\n52 Boris, Personal Servant of Dr. Doom\n"
RIFT = "Deck\n3 Chemtech Enforcer\n36 Flame Chompers\nRunes\n7 Fury Rune\n5 Chaos Rune\n"
ROOT = f"/simulate/odds/?game=vs-classic&list={quote(LIST)}"
FOUR = f"{ROOT}&by=4&least=1&of=Savage+Beatdown"
PAGES = (
    ROOT,
    f"{FOUR}&mulligan=best",
    f"{ROOT}&by=x&least=3&most=2&of=Savage+Beatdown&mulligan=keep-if&keep_of=Nobody;None",
    f"/simulate/odds/?game=riftbound&list={quote(RIFT)}&by=4&least=1&of=Chemtech+Enforcer&mulligan=best&first=0",
)


@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_axe_finds_nothing_and_nothing_is_wider_than_the_window(
    browser: Chrome, loaded_live_server: LiveServer, theme: str, width: int
) -> None:
    assert faults_on(browser, loaded_live_server.url, PAGES, theme=theme, width=width) == {}


def test_rows_come_and_go_without_asking_the_server(browser: Chrome, loaded_live_server: LiveServer) -> None:
    resize(browser, 1280, 900)
    browser.get(f"{loaded_live_server.url}{FOUR}")
    add = browser.find_element(By.CSS_SELECTOR, "button[name=add][value=want]")
    add.click()
    rows = browser.find_elements(By.CSS_SELECTOR, "[data-odds-row] [name=of]")
    assert [row.get_property("value") for row in rows] == ["Savage Beatdown", ""]
    assert browser.switch_to.active_element == rows[1]
    joins = browser.find_elements(By.CSS_SELECTOR, "[name=join]")
    assert [join.is_displayed() for join in joins] == [False, True]
    rows[1].send_keys("Overload")
    browser.find_element(By.CSS_SELECTOR, ".oddsform .button--main").click()
    wait(browser).until(lambda _: "“Overload” by turn 4" in browser.find_element(By.CLASS_NAME, "odds__sentence").text)
    browser.find_elements(By.CSS_SELECTOR, "[data-drop-row]")[0].click()
    rows = browser.find_elements(By.CSS_SELECTOR, "[data-odds-row] [name=of]")
    assert [row.get_property("value") for row in rows if row.is_displayed()] == ["Overload"]


def test_enter_in_a_row_counts_the_odds(browser: Chrome, loaded_live_server: LiveServer) -> None:
    browser.get(f"{loaded_live_server.url}{ROOT}")
    field = browser.find_element(By.CSS_SELECTOR, "[data-odds-row] [name=of]")
    field.send_keys("Savage Beatdown", Keys.ESCAPE, Keys.ENTER)
    wait(browser).until(lambda _: browser.find_elements(By.CLASS_NAME, "odds__sentence"))
    assert "“Savage Beatdown” by turn 4" in browser.find_element(By.CLASS_NAME, "odds__sentence").text


def test_the_exact_answer_replaces_the_simulated_one(
    browser: Chrome, loaded_live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds_answers, "answer_within", lambda _decks: None)
    browser.get(f"{loaded_live_server.url}{FOUR}")
    wait(browser).until(lambda _: browser.find_elements(By.CLASS_NAME, "odds__fraction"))
    assert len(browser.find_elements(By.ID, "odds-answer")) == 1
    assert "60.1" in browser.find_element(By.CLASS_NAME, "odds__figure").text
    assert "as=exact" not in browser.current_url
