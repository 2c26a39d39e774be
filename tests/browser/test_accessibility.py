"""axe-core finds nothing serious on any page, on light and on dark paper, on a phone and on a desk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome

from tests.browser.conftest import resize

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AXE = (Path(__file__).parent / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
SEVERE = {"serious", "critical"}
PAGES = (
    "/",
    "/help/",
    "/help/search/",
    "/check/",
    "/check/?sample=secret-avengers",
    "/check/?sample=a-force",
    "/check/?sample=jinx",
    "/cards/",
    "/cards/?q=hulk",
    "/cards/?q=team:avngers+costt%3C3",
    "/cards/?q=no+such+card+at+all",
    "/cards/vs-classic/",
    "/cards/vs-2pcg/?q=t:mc+lv%3D1&view=table",
    "/cards/riftbound/?q=t:unit&view=text",
    "/cards/vs-classic/gone-but-not-forgotten/?on=2006-09-23",
    "/cards/vs-classic/captain-america-champion-license/",
    "/cards/vs-2pcg/she-hulk-aff-003/",
    "/cards/riftbound/jinx-rebel/",
    "/keywords/vs-2pcg/",
    "/keywords/riftbound/reaction/",
    "/teams/vs-classic/",
    "/teams/vs-2pcg/x-men/",
    "/sets/",
    "/sets/riftbound/OGN/",
    "/sets/vs-2pcg/AFF/?view=faces",
    "/formats/",
    "/formats/vs-2pcg/incursion/",
    "/formats/vs-classic/silver-age/?on=2008-02-30",
    "/rules/",
    "/rules/cr-2.7/",
    "/rules/cr-2.7/101.2/",
    "/nowhere/",
)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_serious_is_found_on_any_page(
    browser: Chrome, loaded_live_server: LiveServer, theme: str, width: int
) -> None:
    resize(browser, width, 900)
    browser.get(f"{loaded_live_server.url}/help/")
    browser.execute_script("localStorage.setItem('theme', arguments[0])", theme)
    found = {}
    for address in PAGES:
        browser.get(f"{loaded_live_server.url}{address}")
        assert browser.execute_script("return document.documentElement.dataset.theme") == theme
        browser.execute_script("for (const each of document.querySelectorAll('details')) each.open = true")
        if faults := _faults(browser):
            found[address] = faults
    browser.get_log("browser")  # a page that isn't there is an error in the console, and asked for here
    assert found == {}


def _faults(browser: Chrome) -> list[str]:
    """What axe finds serious or critical, with the places it names."""
    # The page's own policy lets no script be put into it; the browser's driver may.
    browser.execute_script(AXE)
    answer: dict[str, Any] = browser.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run(document, {resultTypes: ['violations']}).then(done, (fault) => done({fault: String(fault)}));"
    )
    assert "fault" not in answer, answer
    return [
        f"{each['id']}: {' '.join(map(str, node['target']))}"
        for each in answer["violations"]
        if each["impact"] in SEVERE
        for node in each["nodes"][:3]
    ]


def test_axe_finds_what_is_wrong_where_something_is(browser: Chrome, loaded_live_server: LiveServer) -> None:
    browser.get(f"{loaded_live_server.url}/help/")
    browser.execute_script("document.querySelector('main').insertAdjacentHTML('beforeend', '<img src=\"\">')")
    assert any(each.startswith("image-alt") for each in _faults(browser))
