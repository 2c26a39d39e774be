"""A file imported by a person in a browser: sent, followed, read about, applied; and axe on every page of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select

from tests.browser.axe import SCREENS, faults_of
from tests.browser.conftest import keep_session, resize, wait, wear
from vsdb.catalog.wordings.models import Wording
from vsdb.exchange.card_files import services
from vsdb.exchange.card_files.models import Import

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIST = "/admin/importing/import/"
CARDS = """name,set,number,type,recruit,text
Newly Minted Hero,MUN,901,Character,many,While this is face up.
Newly Minted Villain,NOSET,1,Character,3,While this is face down.
"""


@pytest.fixture
def served(browser: Chrome, loaded_live_server: LiveServer, settings: Settings, tmp_path: Path) -> str:
    """The site's address, with somebody logged in who may import; what is imported is done within the request."""
    settings.IMPORT_DIR = tmp_path / "imports"
    settings.CELERY_BROKER_URL = "memory://"
    user = User.objects.create_user("importer", password="a long word", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="add_import"))
    client = Client()
    client.force_login(user)
    keep_session(browser, loaded_live_server.url, client)
    return loaded_live_server.url


def send(browser: Chrome, address: str, path: Path) -> None:
    browser.get(f"{address}{LIST}add/")
    browser.find_element(By.ID, "id_file").send_keys(str(path))
    Select(browser.find_element(By.ID, "id_source")).select_by_value("csv")
    press(browser, browser.find_element(By.CSS_SELECTOR, ".submit-row input"))


def press(browser: Chrome, button: WebElement) -> None:
    """Press a button and wait until the page to which it leads is there whole."""
    browser.execute_script("window.isBeingLeft = true")
    button.click()
    wait(browser).until(
        lambda _: browser.execute_script("return !window.isBeingLeft && document.readyState === 'complete'")
    )


def text_of(browser: Chrome) -> str:
    return browser.find_element(By.TAG_NAME, "main").text


def test_a_file_is_tried_read_about_and_applied(browser: Chrome, served: str, tmp_path: Path) -> None:
    path = tmp_path / "cards-vs-classic.csv"
    path.write_text(CARDS, encoding="utf-8")
    send(browser, served, path)
    assert "Dry run: done." in text_of(browser)
    assert not Wording.objects.exists()
    press(browser, browser.find_element(By.XPATH, "//button[starts-with(., 'Import this file')]"))
    assert "Import: done." in text_of(browser)
    assert Wording.objects.count() == 2


def test_progress_is_shown_in_place_until_the_report_is_there(browser: Chrome, served: str) -> None:
    record = Import.objects.create(source="csv", file_name="cards.csv", is_dry_run=True, state="running")
    with services.hold_import(record.pk) as tell:
        tell(25, 100)
        browser.get(f"{served}{LIST}{record.pk}/change/")
        browser.execute_script("window.isTheSamePage = true")
        assert "25% read" in text_of(browser)
        tell(75, 100)
        tell(100, 100)
        wait(browser).until(lambda _: "saving the results" in text_of(browser))
        record.state, record.report = "done", {"counts": {"cards": {"new": 3}}, "has_changed": True}
        record.save()
    wait(browser).until(lambda _: "3 new" in text_of(browser))
    assert browser.execute_script("return window.isTheSamePage")
    assert not browser.find_elements(By.CSS_SELECTOR, "[hx-trigger]")


@pytest.mark.full
@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_nothing_serious_is_found_on_the_pages_of_imports(
    browser: Chrome, served: str, tmp_path: Path, theme: str, width: int
) -> None:
    resize(browser, width, 900)
    wear(browser, served, theme)
    path = tmp_path / "cards-vs-classic.csv"
    path.write_text(CARDS, encoding="utf-8")
    found = {}

    def look(name: str) -> None:
        assert browser.execute_script("return document.documentElement.dataset.theme") == theme
        found[name] = faults_of(browser)
        if browser.execute_script("return Math.max(document.documentElement.scrollWidth, innerWidth)") > width:
            found[name].append("is wider than the window")

    browser.get(f"{served}{LIST}add/")
    look("form")
    send(browser, served, tmp_path / "cards-vs-classic.csv")
    look("report")
    path.write_bytes(b"\x89PNG")
    send(browser, served, path)
    assert "UTF-8" in text_of(browser)
    look("refusal")
    browser.get(f"{served}{LIST}")
    look("list")
    dead = Import.objects.create(source="csv", file_name="dead.csv", state="failed", report={"error": "it broke"})
    browser.get(f"{served}{LIST}{dead.pk}/change/")
    look("failure")
    waiting = Import.objects.create(source="csv", file_name="waiting.csv")
    browser.get(f"{served}{LIST}{waiting.pk}/change/")
    look("waiting")
    browser.get(f"{served}/admin/")
    look("index")
    browser.delete_all_cookies()
    browser.get(f"{served}/admin/login/")
    look("login")
    browser.get_log("browser")  # a form that is refused is an error in the console, and asked for here
    assert {name: faults for name, faults in found.items() if faults} == {}
