"""The pages of accounts in a real browser: somebody comes in by the keyboard, and nothing bars the way."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.accounts.people import PASSWORD, account
from tests.browser.axe import SCREENS, faults_on
from tests.browser.conftest import wait

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DOOR = ("/account/login/", "/account/signup/", "/account/password/reset/", "/account/confirm-email/")
DESK = ("/account/", "/account/email/", "/account/password/change/", "/account/sessions/", "/account/tokens/")
DESK = (*DESK, "/account/delete/", "/account/two-factor/", "/account/two-factor/totp/activate/")


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
    found |= faults_on(browser, site, DESK, theme=theme, width=width)
    assert "ann" in browser.find_element(By.TAG_NAME, "header").text
    browser.delete_all_cookies()
    assert found == {}
