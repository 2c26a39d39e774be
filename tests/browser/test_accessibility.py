"""axe-core finds nothing serious on any page, on light and on dark paper, on a phone and on a desk."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import SCREENS, faults_of, faults_on, faults_on_markup
from tests.browser.conftest import settle, wait, wear
from tests.sizes import share

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = (
    "/",
    "/help/",
    "/changes/",
    "/help/search/",
    "/api/guide/",
    "/api/docs/",
    "/api/docs/check/",
    "/help/linking/",
    "/check/",
    "/check/?sample=secret-avengers",
    "/check/?sample=a-force",
    "/check/?sample=jinx",
    "/check/many/",
    "/check/life/?sample=a-force",
    "/cards/vs-classic/overload/life/",
    "/cards/",
    "/cards/?q=hulk",
    "/cards/?q=team:avngers+costt%3C3",
    "/cards/?q=no+such+card+at+all",
    "/cards/?q=savge+beatdwn",
    "/cards/?q=hulk+group:game&view=text",
    "/cards/vs-classic/?q=savage+t:character+cost%3D9",
    "/cards/vs-classic/?q=group:team+sort:-cost&view=table&columns=cost&columns=printing",
    "/cards/riftbound/?page=2&domain=Fury#filters",
    "/cards/vs-2pcg/?q=t:mc+asof:2020-13-40+legal:multiverse",
    "/cards/vs-classic/",
    "/cards/vs-2pcg/?q=t:mc+lv%3D1&view=table",
    "/cards/riftbound/?q=t:unit&view=text",
    "/cards/vs-classic/gone-but-not-forgotten/?on=2006-09-23",
    "/cards/vs-classic/captain-america-champion-license/",
    "/cards/vs-2pcg/she-hulk-aff-003/",
    "/cards/vs-2pcg/adam-cole-aew-030/",
    "/cards/vs-2pcg/zombie-stilt-man/?on=nonsense",
    "/cards/riftbound/jinx-rebel/",
    "/cards/riftbound/nobody/",
    "/keywords/vs-2pcg/",
    "/keywords/vs-2pcg/swarm/",
    "/keywords/riftbound/reaction/",
    "/teams/vs-classic/",
    "/teams/vs-2pcg/x-men/",
    "/sets/",
    "/collection/",
    "/collection/lacks/",
    "/sets/riftbound/OGN/",
    "/sets/vs-classic/MUN/",
    "/sets/vs-2pcg/AFF/?view=faces",
    "/formats/",
    "/formats/vs-2pcg/incursion/",
    "/formats/own/",
    "/formats/vs-classic/silver-age/?on=2008-02-30",
    "/rules/",
    "/rules/cr-2.7/",
    "/rules/cr-2.7/101.2/",
    "/events/",
    "/events/?month=2026-12",
    "/rules/coverage/",
    "/rules/compare/cr-2007-02-05/cr-2.7/",
    "/nowhere/",
)
#: Pages that answer where a request can't be; no address leads to them.
FAILURES = ("400.html", "403.html", "429.html", "500.html", "503.html", "unavailable.html", "missing_key.html")


@pytest.mark.law
@pytest.mark.slow
def test_nothing_serious_is_found_on_any_page(browser: Chrome, loaded_live_server: LiveServer) -> None:
    theme, width = SCREENS[0]
    _find_nothing(browser, loaded_live_server, share(PAGES, one_in=6), theme, width)


@pytest.mark.long
@pytest.mark.parametrize(("theme", "width"), SCREENS[1:])
def test_nothing_serious_is_found_on_any_page_of_another_screen(
    browser: Chrome, loaded_live_server: LiveServer, theme: str, width: int
) -> None:
    _find_nothing(browser, loaded_live_server, PAGES, theme, width)


def _find_nothing(browser: Chrome, site: LiveServer, pages: Sequence[str], theme: str, width: int) -> None:
    found = faults_on(browser, site.url, pages, theme=theme, width=width)
    browser.get_log("browser")  # a page that isn't there is an error in the console, and asked for here
    assert found == {}


@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_nothing_serious_is_found_on_pages_that_say_what_failed(
    browser: Chrome, loaded_live_server: LiveServer, theme: str, width: int
) -> None:
    request = RequestFactory().get("/check/")
    request.user = AnonymousUser()
    words = {"request_id": "0123456789abcdef", "said": "This is too much at once"}
    pages = {name: render_to_string(name, words, request) for name in FAILURES}
    assert faults_on_markup(browser, loaded_live_server.url, pages, theme=theme, width=width) == {}
    assert [each for each in browser.get_log("browser") if each["level"] == "SEVERE"] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_serious_is_found_while_a_query_is_completed(
    browser: Chrome, loaded_live_server: LiveServer, theme: str
) -> None:
    wear(browser, loaded_live_server.url, theme)
    browser.get(f"{loaded_live_server.url}/cards/vs-2pcg/")
    assert browser.execute_script("return document.documentElement.dataset.theme") == theme
    box = browser.find_element(By.ID, "q")
    box.send_keys("kw:")
    wait(browser).until(lambda _: browser.find_elements(By.CSS_SELECTOR, "[role=option]"))
    box.send_keys(Keys.ARROW_DOWN)
    assert box.get_attribute("aria-activedescendant")
    # What was found is pale while it is looked for again.
    wait(browser).until(lambda _: "q=kw" in browser.current_url)
    settle(browser)
    assert faults_of(browser) == []


def test_axe_finds_what_is_wrong_where_something_is(browser: Chrome, loaded_live_server: LiveServer) -> None:
    browser.get(f"{loaded_live_server.url}/help/")
    browser.execute_script("document.querySelector('main').insertAdjacentHTML('beforeend', '<img src=\"\">')")
    assert any(each.startswith("image-alt") for each in faults_of(browser))
