"""Pages with wordings and rulings in a real browser: axe, a phone's width, and comparing without a script."""

from __future__ import annotations

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from tests.browser.axe import SCREENS, faults_on
from tests.browser.conftest import wait
from tests.catalog.wordings.making import PAGE, SLUG, make_group, make_ruling, make_wording

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = (
    PAGE,
    f"{PAGE}?on=2009-06-01",
    f"{PAGE}?on=2001-06-01",
    f"{PAGE}?from=list.MOR-001&to=faq.errata&printing=MOR-001",
    f"{PAGE}?from=nothing",
    "/cards/vs-classic/?q=savage",
    "/cards/vs-2pcg/she-hulk-aff-003/",
    "/sources/",
    "/sources/vs-classic/list/",
    "/sources/vs-classic/list/?view=wordings",
    "/groups/vs-classic/hoppers/",
    "/keywords/vs-classic/boost/",
    "/sets/vs-classic/MUN/",
    "/rules/cr-2.7/101.2/",
)


@pytest.fixture
def worded(loaded_live_server: LiveServer) -> str:
    """The address of a site with some wordings, rulings and a group."""
    long = "Boost 2 >>> Look at the top card of each deck, then put them back in any order. (Every player may look.)\n"
    text = f"{long * 3}[Activate] >>> Draw a card. Verylongwordwithoutanyspaceinitatallwhichgoesonandonandonand."
    make_wording(text, "printed", "2004-02-01", printing_code="MOR-001", flavour="A whoosh, and then nothing.")
    make_wording("Boost 3 >>> Draw two cards.", "errata", "2006-05-01", source="faq", changed=["two cards"])
    make_wording("You may draw two cards.", "reference", "2009-01-01", "2009-12-31", source="book")
    make_group("Hoppers", "Savage Beatdown", "Hulk")
    leads = {"about": [SLUG], "mentions": ["bloodsport"], "keywords": ["Boost"], "sets": ["MUN"]}
    for number in range(30):
        make_ruling(f"Boost, and then {number}.", "2007-03-01", rules=[("", "101.2"), ("", "999.9")], **leads)
    return str(loaded_live_server.url)


@pytest.mark.full
@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_nothing_serious_is_found_and_nothing_is_too_wide(browser: Chrome, worded: str, theme: str, width: int) -> None:
    assert faults_on(browser, worded, PAGES, theme=theme, width=width) == {}


def test_two_texts_are_compared_by_a_plain_form(browser: Chrome, worded: str) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.get(f"{worded}{PAGE}?on=2008-01-01")
        Select(browser.find_element(By.ID, "from")).select_by_value("faq.errata")
        Select(browser.find_element(By.ID, "to")).select_by_value("book.reference")
        browser.find_element(By.CSS_SELECTOR, ".compareform button").click()
        wait(browser).until(lambda _: "#comparison" in browser.current_url)
        address = browser.current_url
        wait(browser).until(lambda _: browser.find_element(By.CSS_SELECTOR, "#comparison .diff ins"))
        said = [browser.find_element(By.CSS_SELECTOR, f"#comparison .diff {tag}").text for tag in ("del", "ins")]
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert address.endswith("?on=2008-01-01&from=faq.errata&to=book.reference#comparison")
    assert "Boost 3" in said[0]
    assert "You may draw" in said[1]
