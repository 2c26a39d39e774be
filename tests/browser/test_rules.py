"""Pages of rules documents with their text in a real browser: axe, a phone's width, previews, contents, no script."""

from __future__ import annotations

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import SCREENS, faults_of, faults_on
from tests.browser.conftest import resize, wait
from tests.catalog.rules.held import NEWER, OLDER, hold
from tests.catalog.wordings.making import PAGE, make_ruling, make_wording

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OLD, NEW = "cr-2007-02-05", "cr-2.7"
REFERRING = f"/rules/{NEW}/102.1/"
PAGES = (
    "/rules/",
    f"/rules/{NEW}/",
    f"/rules/{NEW}/101.2/",
    f"/rules/{OLD}/101.2/",
    REFERRING,
    f"/rules/{NEW}/102.3/",
    f"/rules/{NEW}/101/",
    f"/rules/{NEW}/glossary-deck/",
    f"/rules/{NEW}/all/",
    f"/rules/{NEW}/glossary/",
    f"/rules/{NEW}/coverage/",
    "/rules/coverage/",
    f"/rules/compare/{OLD}/{NEW}/",
    f"/rules/compare/{NEW}/{OLD}/",
    "/rules/pcg-5.0/",
    "/rules/pcg-5.0/all/",
    "/rules/pcg-5.0/glossary/",
    "/rules/compare/pcg-5.0/pcg-updates/",
    PAGE,
)


@pytest.fixture
def site(loaded_live_server: LiveServer) -> str:
    """The address of a site with the texts of two editions."""
    hold(OLD, OLDER)
    hold(NEW, f"{NEWER}\n#### Long\n\n{'Verylongwordwithoutspaces' * 12}\n")
    make_wording("Bring a deck.", "printed", "2004-02-01")
    make_ruling("So.", "2007-03-01", rules=[("", "101.2")])
    return str(loaded_live_server.url)


@pytest.mark.full
@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_nothing_serious_is_found_and_nothing_is_too_wide(browser: Chrome, site: str, theme: str, width: int) -> None:
    assert faults_on(browser, site, PAGES, theme=theme, width=width) == {}


@pytest.mark.parametrize("width", [390, 1280])
def test_a_reference_shows_what_it_leads_to_while_it_has_the_focus(browser: Chrome, site: str, width: int) -> None:
    resize(browser, width, 900)
    browser.get(f"{site}{REFERRING}")
    link = browser.find_element(By.CSS_SELECTOR, ".unit--here .xref > a")
    peek = browser.find_element(By.CSS_SELECTOR, ".unit--here .xref__peek")
    assert not peek.is_displayed()
    browser.execute_script("arguments[0].focus({focusVisible: true})", link)
    assert peek.is_displayed()
    assert "twenty cards" in peek.text
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert faults_of(browser) == []
    link.send_keys(Keys.ESCAPE)
    assert not peek.is_displayed()


def test_a_reference_shows_what_it_leads_to_while_it_is_pointed_at(browser: Chrome, site: str) -> None:
    browser.get(f"{site}{REFERRING}")
    link = browser.find_element(By.CSS_SELECTOR, ".unit--here .xref > a")
    peek = browser.find_element(By.CSS_SELECTOR, ".unit--here .xref__peek")
    ActionChains(browser).move_to_element(link).perform()
    assert peek.is_displayed()
    ActionChains(browser).move_to_element(browser.find_element(By.TAG_NAME, "h1")).perform()
    assert not peek.is_displayed()


def test_the_contents_stay_in_sight_on_a_desk_and_fold_on_a_phone(browser: Chrome, site: str) -> None:
    browser.get(f"{site}/rules/{NEW}/all/")
    line = browser.find_element(By.CSS_SELECTOR, ".toc li a")

    def is_seen() -> bool:
        return bool(browser.execute_script("return arguments[0].checkVisibility()", line))

    assert is_seen()
    browser.execute_script("scrollTo(0, document.documentElement.scrollHeight)")
    assert browser.execute_script("return arguments[0].getBoundingClientRect().bottom", line) > 0
    resize(browser, 390, 844)
    assert not is_seen()
    browser.find_element(By.CSS_SELECTOR, ".toc > summary").click()
    assert is_seen()


def test_a_rule_is_read_and_left_without_a_script(browser: Chrome, site: str) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.get(f"{site}{REFERRING}")
        before = browser.current_url
        browser.find_element(By.CSS_SELECTOR, ".unit--here .xref > a").click()
        wait(browser).until(lambda _: browser.current_url != before)
        address = browser.current_url
        heading = wait(browser).until(lambda _: browser.find_element(By.TAG_NAME, "h1").text)
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert address == f"{site}/rules/{NEW}/101.1/"
    assert heading.startswith("101.1")


@pytest.mark.parametrize("width", [390, 1280])
def test_keys_and_buttons_go_from_difference_to_difference(browser: Chrome, site: str, width: int) -> None:
    resize(browser, width, 900)
    browser.get("about:blank")  # the same address with its fragment is not loaded again
    browser.get(f"{site}/rules/compare/{OLD}/{NEW}/#r-101.2")
    every = [each.get_attribute("id") for each in browser.find_elements(By.CSS_SELECTOR, "[data-change]")]
    start = every.index("r-101.2")

    def here() -> str:
        return str(browser.switch_to.active_element.get_attribute("id"))

    def press(key: str, place: int) -> None:
        browser.switch_to.active_element.send_keys(key)
        wait(browser).until(lambda _: here() == every[place])

    wait(browser).until(
        lambda _: browser.find_element(By.CSS_SELECTOR, "[data-difference-place]").text.startswith(f"{start + 1} of")
    )
    for key, place in (("n", start + 1), ("n", start + 2), ("p", start + 1)):
        press(key, place)
    browser.find_element(By.CSS_SELECTOR, "[data-difference='1']").click()
    wait(browser).until(lambda _: here() == every[start + 2])
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width


def test_a_link_to_an_unchanged_rule_opens_its_fold(browser: Chrome, site: str) -> None:
    browser.get(f"{site}/rules/compare/{OLD}/{NEW}/#r-101.1")
    wait(browser).until(lambda _: browser.find_element(By.ID, "r-101.1").is_displayed())
