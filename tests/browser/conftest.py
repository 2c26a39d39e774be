"""A real browser: headless Chromium, driven as a person would."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,900",
)


#: A refused form is answered with 400, and a request under way is given up when a page is left or asks anew.
EXPECTED = ("400 (Bad Request)", "htmx:afterRequest", "htmx:sendError", "htmx:sendAbort")
PAUSE = 0.05  #: seconds until a wait looks again: Selenium's own half a second would be a third of these tests' time


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory, live_server: LiveServer) -> Iterator[webdriver.Chrome]:
    """One Chromium for all tests; without one they are skipped, and on CI they fail.

    It asks for the server so that it quits before the server does, with no connection left open between them.
    """
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if not browser or not driver:
        reason = "needs Chromium and ChromeDriver: apt-get install chromium chromium-driver"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    profile: Path = tmp_path_factory.mktemp("chromium")
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with webdriver.Chrome(options=options, service=Service(driver)) as session:
        session.set_page_load_timeout(120)
        session.set_script_timeout(120)  # on a busy machine axe may take half a minute on a page
        yield session
    for thread in threading.enumerate():
        if "process_request" in thread.name:
            thread.join(timeout=10)


@pytest.fixture(autouse=True)
def _without_copies(settings: Settings) -> None:
    """No service worker: it would go on asking while a test ends. Tests of what it does switch it on."""
    settings.OFFLINE_COPIES = False


@pytest.fixture
def browser(chromium: webdriver.Chrome) -> Iterator[webdriver.Chrome]:
    """The browser at 1280 by 900 with nothing remembered; afterwards its console has to be free of errors."""
    resize(chromium, 1280, 900)
    # Nothing then glides, so what is clicked is where it was seen.
    still = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", still)
    chromium.get_log("browser")
    yield chromium
    severe = [entry["message"] for entry in chromium.get_log("browser") if entry["level"] == "SEVERE"]
    chromium.execute_script("localStorage.clear(); sessionStorage.clear()")
    assert [message for message in severe if not any(each in message for each in EXPECTED)] == []


@pytest.fixture
def site(browser: webdriver.Chrome, loaded_live_server: LiveServer) -> Iterator[str]:
    """The site's address, for a browser that nobody is signed in with."""
    yield loaded_live_server.url
    settle(browser)
    browser.delete_all_cookies()


def resize(chromium: webdriver.Chrome, width: int, height: int) -> None:
    """Make the page so many CSS pixels wide and high, whatever the window's least size."""
    chromium.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
    )


def keep_session(browser: webdriver.Chrome, site: str, client: Client) -> None:
    """Give the browser the session of a client, whichever page it shows."""
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}
    assert browser.execute_cdp_cmd("Network.setCookie", cookie)["success"]


def wear(browser: webdriver.Chrome, site: str, theme: str) -> None:
    """Have the pages of a site that are opened from now on in a theme."""
    browser.get(f"{site}/robots.txt")
    browser.execute_script("localStorage.setItem('theme', arguments[0])", theme)


def wait(browser: webdriver.Chrome) -> WebDriverWait[webdriver.Chrome]:
    """A wait that sees past a page, or a part, that gives way meanwhile: the driver may then refuse any question."""
    return WebDriverWait(browser, 10, PAUSE, ignored_exceptions=[WebDriverException])


def settle(browser: webdriver.Chrome) -> None:
    """Wait until the page asks for nothing more, and has done what its scripts do after an answer was put into it.

    What is under way when it is left, the console calls an error.
    """
    wait(browser).until(lambda _: not browser.find_elements(By.CSS_SELECTOR, ".htmx-request, .htmx-settling"))
