"""Many lists in a real browser: sent by keyboard, followed while they are judged, filtered; axe and a phone's width."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import SCREENS, faults_on
from tests.browser.conftest import resize, wait
from tests.check.many.sending import LEGAL, paste
from tests.check.many.test_archives import pack
from vsdb.check.many import services, tasks
from vsdb.check.models import ManyCheck

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ASKED = {"format": "vs-classic/golden-age", "on": "2010-06-01"}


@pytest.fixture(autouse=True)
def _without_rate(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "check_many": ""}


def send(lists: str) -> str:
    """The address of a check of these lists."""
    return str(Client().post(reverse("decks:many"), {"lists": lists, **ASKED})["Location"])


def test_a_zip_is_sent_and_its_table_read_by_keyboard(
    browser: Chrome, loaded_live_server: LiveServer, tmp_path: Path
) -> None:
    (tmp_path / "lists.zip").write_bytes(pack(("Jane.txt", LEGAL.encode()), ("Joe.txt", b"59 Sentinel Mark V, Army")))
    browser.get(f"{loaded_live_server.url}{reverse('decks:many')}?format=vs-classic/golden-age&on=2010-06-01")
    browser.find_element(By.ID, "files").send_keys(str(tmp_path / "lists.zip"))
    browser.find_element(By.CSS_SELECTOR, "main .button--main").send_keys(Keys.ENTER)
    wait(browser).until(lambda _: browser.find_elements(By.CSS_SELECTOR, ".manytable"))
    names = [each.text for each in browser.find_elements(By.CSS_SELECTOR, ".manytable tbody th a")]
    assert names == ["Joe", "Jane"]
    illegal = next(each for each in browser.find_elements(By.CSS_SELECTOR, ".manycounts a") if "illegal" in each.text)
    illegal.send_keys(Keys.ENTER)
    wait(browser).until(lambda _: "outcome=illegal" in browser.current_url)
    assert [each.text for each in browser.find_elements(By.CSS_SELECTOR, ".manytable tbody th a")] == ["Joe"]
    browser.find_element(By.CSS_SELECTOR, ".manytable tbody th a").send_keys(Keys.ENTER)
    wait(browser).until(lambda _: "/check/?" in browser.current_url)
    assert "Illegal in Golden Age" in browser.find_element(By.TAG_NAME, "h1").text


def test_progress_is_seen_without_loading_the_page_again(
    browser: Chrome, loaded_live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "start", lambda key: None)
    address = send(paste(services.AT_ONCE + 1))
    browser.get(f"{loaded_live_server.url}{address}")
    assert "0 of 31 lists" in browser.find_element(By.ID, "many").text
    browser.execute_script("document.body.dataset.stays = 'yes'")
    assert services.work_on(ManyCheck.objects.get().pk)
    wait(browser).until(lambda _: browser.find_elements(By.CSS_SELECTOR, ".manytable"))
    assert browser.find_element(By.TAG_NAME, "body").get_attribute("data-stays") == "yes"


def test_the_table_does_not_scroll_sideways(browser: Chrome, loaded_live_server: LiveServer) -> None:
    long = "\n".join([LEGAL, *(f"1 Nobody Of That Very Long Name {number}" for number in range(3))])
    lists = "\n---\n".join((paste(4), long))
    browser.get(f"{loaded_live_server.url}{send(lists)}")
    for width in (1280, 390):
        resize(browser, width, 900)
        for wide in ("document.documentElement", "document.querySelector('.scroll')"):
            assert browser.execute_script(f"return {wide}.scrollWidth - {wide}.clientWidth") <= 1, (width, wide)


@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_nothing_serious_is_found(
    browser: Chrome, loaded_live_server: LiveServer, theme: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = send(f"{paste(4)}\n---\n{LEGAL}\n1 Nobody\n---\n# nothing")
    monkeypatch.setattr(tasks, "start", lambda key: None)
    pages = (reverse("decks:many"), done, f"{done}?outcome=uncertain", send(paste(services.AT_ONCE + 1)))
    assert faults_on(browser, loaded_live_server.url, pages, theme=theme, width=width) == {}
