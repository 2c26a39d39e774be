"""The pages of accounts in a real browser: somebody comes in by the keyboard, and nothing bars the way."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.accounts.people import PASSWORD, account, sign_in
from tests.browser.axe import SCREENS, faults_of, faults_on
from tests.browser.conftest import keep_session, wait
from vsdb.accounts.staff_log import log_staff_action
from vsdb.operations.models import TaskFailure

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DOOR = ("/account/login/", "/account/signup/", "/account/password/reset/", "/account/confirm-email/")
DESK = ("/account/", "/account/email/", "/account/password/change/", "/account/sessions/", "/account/tokens/")
DESK = (*DESK, "/account/delete/", "/account/two-factor/", "/account/two-factor/totp/activate/")
DESK = (*DESK, "/account/reports/")
STAFF = ("/operations/", "/rechecks/", "/decks/reports/", "/reports/", "/admin/", "/admin/admin/logentry/")


@pytest.mark.full
@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_nothing_serious_is_found_on_the_pages_of_accounts(
    browser: Chrome, loaded_live_server: LiveServer, theme: str, width: int
) -> None:
    cache.clear()  # where tries to sign in are counted
    site = loaded_live_server.url
    account("ann")
    found = faults_on(browser, site, DOOR, theme=theme, width=width)
    browser.get(f"{site}/account/login/")
    browser.find_element(By.NAME, "login").send_keys("ann", Keys.TAB, PASSWORD, Keys.ENTER)
    wait(browser).until(lambda _: browser.current_url == f"{site}/account/")
    sign_in(Client(), "ann")  # from another device, which the page of sessions offers to sign out
    found |= faults_on(browser, site, DESK, theme=theme, width=width)
    assert "ann" in browser.find_element(By.TAG_NAME, "header").text
    browser.delete_all_cookies()
    assert found == {}


@pytest.mark.full
@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_nothing_serious_is_found_on_the_pages_of_staff(browser: Chrome, site: str, theme: str, width: int) -> None:
    boss = User.objects.create_superuser("boss", "boss@example.org")
    log_staff_action(boss.pk, boss, "Blocked.")
    TaskFailure.objects.create(task="rechecks.work_on", error="OperationalError: refused", at=timezone.now())
    client = Client()
    client.force_login(boss)
    keep_session(browser, site, client)
    assert faults_on(browser, site, STAFF, theme=theme, width=width) == {}
    assert "boss" in browser.find_element(By.TAG_NAME, "header").text.lower()


@pytest.mark.full
@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_nothing_serious_is_found_while_the_site_is_read_only(
    browser: Chrome, site: str, settings: Settings, theme: str, width: int
) -> None:
    """On pages with the banner, and on what is answered to somebody who signs in."""
    settings.READ_ONLY = "The server moves to another house."
    assert faults_on(browser, site, ("/rules/", "/account/login/"), theme=theme, width=width) == {}
    assert "moves to another house" in browser.find_element(By.CLASS_NAME, "sitenotice").text
    browser.find_element(By.NAME, "login").send_keys("ann", Keys.TAB, PASSWORD, Keys.ENTER)
    wait(browser).until(lambda _: browser.find_element(By.TAG_NAME, "h1").text == "Read-only for now")
    assert faults_of(browser) == []
    browser.get_log("browser")  # a form refused with 503 is an error in the console, and asked for here
