"""Passkeys in a real browser with the authenticator of its DevTools, by the keyboard: add, name, sign in, remove."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

from tests.accounts.people import PASSWORD, account
from tests.browser.axe import faults_on
from tests.browser.conftest import resize, wait

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def device(browser: Chrome) -> Iterator[VirtualAuthenticatorOptions]:
    """A phone that keeps passkeys and knows its owner."""
    cache.clear()  # where tries to sign in are counted
    options = VirtualAuthenticatorOptions(
        protocol=VirtualAuthenticatorOptions.Protocol.CTAP2,
        transport=VirtualAuthenticatorOptions.Transport.INTERNAL,
        has_resident_key=True,
        has_user_verification=True,
        is_user_verified=True,
    )
    browser.add_virtual_authenticator(options)
    yield options
    browser.remove_virtual_authenticator()


def press(browser: Chrome, name: str) -> None:
    """Go to a button or link by the Tab key, as far as it takes, and press Enter."""
    for _ in range(80):
        ActionChains(browser).send_keys(Keys.TAB).perform()
        focused = browser.switch_to.active_element
        if (focused.get_attribute("aria-label") or focused.text).strip() == name:
            ActionChains(browser).send_keys(Keys.ENTER).perform()
            return
    raise AssertionError(f"no {name!r} is reached by the keyboard on {browser.current_url}")


def is_at(browser: Chrome, path: str) -> None:
    wait(browser).until(lambda _: browser.current_url.partition("?")[0].endswith(path))


def give_password(browser: Chrome) -> None:
    is_at(browser, "/account/reauthenticate/")
    browser.find_element(By.NAME, "password").send_keys(PASSWORD, Keys.ENTER)


def enter(browser: Chrome, site: str) -> None:
    browser.get(f"{site}/account/login/")
    browser.find_element(By.NAME, "login").send_keys("ann", Keys.TAB, PASSWORD, Keys.ENTER)


def add(browser: Chrome, site: str, name: str) -> None:
    browser.get(f"{site}/account/two-factor/webauthn/add/")
    give_password(browser)
    is_at(browser, "/webauthn/add/")
    field = browser.find_element(By.NAME, "name")
    field.clear()
    field.send_keys(name, Keys.ENTER)
    is_at(browser, "/account/two-factor/recovery-codes/")


@pytest.mark.parametrize("width", [1280, pytest.param(390, marks=pytest.mark.full)])
@pytest.mark.usefixtures("device")
def test_are_added_named_used_alone_and_removed(browser: Chrome, site: str, width: int) -> None:
    resize(browser, width, 900)
    account()
    enter(browser, site)
    is_at(browser, "/account/")
    add(browser, site, "phone")

    browser.get(f"{site}/account/two-factor/")
    assert "phone" in browser.find_element(By.TAG_NAME, "main").text
    assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    press(browser, "Rename phone")
    is_at(browser, "/edit/")
    field = browser.find_element(By.NAME, "name")
    field.clear()
    field.send_keys("old phone", Keys.ENTER)
    is_at(browser, "/account/two-factor/webauthn/")
    assert Authenticator.objects.get(type="webauthn").wrap().name == "old phone"

    browser.delete_all_cookies()
    browser.get(f"{site}/account/login/")
    press(browser, "Sign in with a passkey")
    is_at(browser, "/account/")
    assert "ann" in browser.find_element(By.TAG_NAME, "header").text

    browser.get(f"{site}/account/two-factor/")
    press(browser, "Remove old phone")
    wait(browser).until(lambda _: "remove" in browser.current_url or "reauthenticate" in browser.current_url)
    if "/reauthenticate/" in browser.current_url:
        press(browser, "Use a passkey")
        is_at(browser, "/webauthn/reauthenticate/")
        press(browser, "Use passkey")
        is_at(browser, "/remove/")
    press(browser, "Remove")
    is_at(browser, "/account/two-factor/webauthn/")
    assert not Authenticator.objects.exists()


@pytest.mark.usefixtures("device")
def test_are_asked_for_after_the_password(browser: Chrome, site: str) -> None:
    account()
    enter(browser, site)
    is_at(browser, "/account/")
    add(browser, site, "key")
    browser.delete_all_cookies()
    enter(browser, site)
    is_at(browser, "/account/two-factor/authenticate/")
    press(browser, "Use passkey")
    is_at(browser, "/account/")


def test_say_what_went_wrong(browser: Chrome, site: str) -> None:
    """Without a device that keeps passkeys the browser gives up; the page says so and stays usable."""
    cache.clear()
    browser.get(f"{site}/account/login/")
    browser.execute_script(
        "navigator.credentials.get = () => Promise.reject(new DOMException('no', 'NotAllowedError'))"
    )
    press(browser, "Sign in with a passkey")
    problem = browser.find_element(By.CSS_SELECTOR, "[data-passkey-problem]")
    wait(browser).until(lambda _: problem.text == "Canceled, or it took too long. Try again.")


@pytest.mark.full
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_are_accessible(browser: Chrome, site: str, theme: str, width: int) -> None:
    cache.clear()
    account()
    enter(browser, site)
    browser.get(f"{site}/account/two-factor/webauthn/add/")
    give_password(browser)
    is_at(browser, "/webauthn/add/")
    pages = ("/account/two-factor/", "/account/two-factor/webauthn/", "/account/two-factor/webauthn/add/")
    assert faults_on(browser, site, pages, theme=theme, width=width) == {}
