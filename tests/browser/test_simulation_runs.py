"""A long simulation in a browser: started, followed in place, cancelled; and axe on its pages."""

from __future__ import annotations

import pytest
from django.urls import reverse
from pytest_django import Settings
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.browser.axe import SCREENS, faults_of
from tests.browser.conftest import resize, wait, wear
from tests.simulations.running import LIST, reload, start
from vsdb.check.list_links import build_query
from vsdb.core import leased_work
from vsdb.simulations import services, tasks
from vsdb.simulations.models import SimulationRun

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FORM = f"/simulate/runs/?{build_query([('game', 'vs-classic')], LIST)}"


@pytest.fixture(autouse=True)
def _played_by_the_test(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.SIMULATION_RUNS_RATE = ""
    monkeypatch.setattr(tasks, "start", lambda _: None)
    monkeypatch.setattr(services, "PORTION", 15)


def text_of(browser: Chrome) -> str:
    return browser.find_element(By.TAG_NAME, "main").text


def play_one_portion(run: SimulationRun) -> None:
    """Play a portion of the run, and leave it to the next who comes."""
    taken = leased_work.take(SimulationRun, run.pk)
    assert taken is not None
    assert services._Player().play_portion(taken) is not None
    SimulationRun.objects.filter(pk=run.pk).update(until=None)


def start_in_browser(browser: Chrome, site: str) -> SimulationRun:
    browser.get(site + FORM)
    games = browser.find_element(By.ID, "games")
    games.clear()
    games.send_keys("30")
    browser.find_element(By.CSS_SELECTOR, ".simrun__form button").click()
    wait(browser).until(lambda _: "Waiting" in text_of(browser))
    return SimulationRun.objects.get()


def test_progress_is_shown_in_place_until_the_figures_of_all_games_are_there(browser: Chrome, site: str) -> None:
    run = start_in_browser(browser, site)
    browser.execute_script("window.isTheSamePage = true")
    play_one_portion(run)
    wait(browser).until(lambda _: "15 of 30 games, 50 %" in text_of(browser))
    assert "15 games up to now" in text_of(browser)
    services.work_on(run.pk)
    wait(browser).until(lambda _: "of all games" in text_of(browser))
    assert browser.execute_script("return window.isTheSamePage")
    assert not browser.find_elements(By.CSS_SELECTOR, "[hx-trigger]")


def test_a_run_is_cancelled_by_its_button(browser: Chrome, site: str) -> None:
    run = start_in_browser(browser, site)
    browser.find_element(By.XPATH, "//button[.='Cancel']").click()
    wait(browser).until(lambda _: "Cancelled before the first game" in text_of(browser))
    assert reload(run).state == SimulationRun.State.CANCELLED


@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_the_pages_are_accessible_and_fit(browser: Chrome, site: str, theme: str, width: int) -> None:
    under_way, done = start(seed=1, games=30), start(seed=2, games=30)
    play_one_portion(under_way)
    services.work_on(done.pk)
    wear(browser, site, theme)
    resize(browser, width, 900)
    for address in (FORM, *(reverse("simulate:run", args=(run.pk,)) for run in (under_way, done))):
        browser.get(site + address)
        assert faults_of(browser) == [], address
        assert browser.execute_script("return document.documentElement.scrollWidth <= window.innerWidth"), address
