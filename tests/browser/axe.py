"""What axe-core finds on a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome

from tests.browser.conftest import resize, wait, wear

AXE = (Path(__file__).parent / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
SEVERE = {"serious", "critical"}
#: Each theme and each width once: a theme changes colours alone, a width what stands where. `make test` looks at one.
SCREENS = (("light", 390), pytest.param("dark", 1280, marks=pytest.mark.full))


def faults_of(browser: Chrome, **options: object) -> list[str]:
    """What axe finds serious or critical, with the places it names."""
    # The page's own policy lets no script be put into it; the browser's driver may. Nor does it let axe put style
    # sheets in, which it would for rules about turned screens and for media that play by themselves.
    if not browser.execute_script("return 'axe' in window"):
        browser.execute_script(AXE)
    answer: dict[str, Any] = browser.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run(document, {preload: false, resultTypes: ['violations'], ...arguments[0]})"
        ".then(done, (fault) => done({fault: String(fault)}));",
        options,
    )
    assert "fault" not in answer, answer
    return [
        f"{each['id']}: {' '.join(map(str, node['target']))}"
        for each in answer["violations"]
        if each["impact"] in SEVERE
        for node in each["nodes"][:3]
    ]


def faults_on(browser: Chrome, site: str, addresses: Iterable[str], *, theme: str, width: int) -> dict[str, object]:
    """What is serious on pages of a site in a theme, with all details open, and which are wider than the window."""
    resize(browser, width, 900)
    wear(browser, site, theme)
    found: dict[str, object] = {}
    for address in addresses:
        browser.get(f"{site}{address}")
        found |= _faults_on_open_page(browser, address, theme=theme, width=width)
    return found


def faults_on_markup(
    browser: Chrome, site: str, pages: Mapping[str, str], *, theme: str, width: int
) -> dict[str, object]:
    """The same of pages by name that no address leads to, each given as its HTML."""
    resize(browser, width, 900)
    wear(browser, site, theme)
    found: dict[str, object] = {}
    for name, markup in pages.items():
        browser.get(f"{site}/robots.txt")
        browser.execute_script("document.open(); document.write(arguments[0]); document.close()", markup)
        wait(browser).until(lambda _: browser.execute_script("return document.readyState") == "complete")
        found |= _faults_on_open_page(browser, name, theme=theme, width=width)
    return found


def _faults_on_open_page(browser: Chrome, name: str, *, theme: str, width: int) -> dict[str, object]:
    assert browser.execute_script("return document.documentElement.dataset.theme") == theme
    small = faults_of(browser, runOnly=["target-size"])  # while no open menu lies over what is below it
    browser.execute_script("for (const each of document.querySelectorAll('details')) each.open = true")
    faults = small + faults_of(browser)
    wide = browser.execute_script("return Math.max(document.documentElement.scrollWidth, innerWidth)")
    return ({name: faults} if faults else {}) | ({f"{name} is wide": wide} if wide > width else {})
