"""A page of another site shows the snippets of a deck: badge and frame are there, and nothing else of this site is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.contrib.auth.models import User
from django.test import Client
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.browser.axe import faults_of
from tests.browser.conftest import wait
from tests.decks.stored import deck_of, page_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TITLE = 'Doom <b>Control</b> & "friends"'
Publish = Callable[[str], None]


@pytest.fixture
def publish(browser: Chrome, site: str) -> Iterator[Publish]:
    """Open a page of another site that holds this markup."""
    browser.execute_cdp_cmd("Network.clearBrowserCache", {})  # frames and badges are kept for 5 minutes
    shown = [""]

    class Blog(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(f"<!doctype html><link rel=icon href=data:,><title>Blog</title>{shown[0]}".encode())

        def log_message(self, *_: object) -> None:
            """Nothing is written while tests run."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Blog)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()

    def open_page(markup: str) -> None:
        shown[0] = markup
        browser.get(f"http://127.0.0.1:{server.server_port}/")

    yield open_page
    browser.switch_to.default_content()
    browser.get(f"{site}/robots.txt")
    server.shutdown()
    server.server_close()
    thread.join(timeout=5)


def read_frame(browser: Chrome) -> str:
    """What is read in the frame of the page; empty where the browser refuses to show it."""
    browser.switch_to.frame(browser.find_element(By.TAG_NAME, "iframe"))
    wait(browser).until(lambda each: each.execute_script("return document.readyState") == "complete")
    found = browser.find_elements(By.TAG_NAME, "main")
    return found[0].text if found else ""


def is_drawn(browser: Chrome) -> bool:
    """Whether the picture of the page is there."""
    picture = browser.find_element(By.TAG_NAME, "img")
    wait(browser).until(lambda each: each.execute_script("return arguments[0].complete", picture))
    return bool(browser.execute_script("return arguments[0].naturalWidth > 100", picture))


def test_the_snippets_of_a_deck_work_on_another_site(browser: Chrome, site: str, publish: Publish) -> None:
    deck = deck_of(User.objects.create_user("ann"), title=TITLE, visibility="public")
    page = Client().get(page_of(deck), headers={"host": site.removeprefix("http://")}).content.decode()
    pairs = re.findall(r'<textarea id="embed-([^"]*)"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    snippets = {slug: unescape(text) for slug, text in pairs}
    publish(snippets["html"])
    assert is_drawn(browser)
    assert browser.find_element(By.TAG_NAME, "img").get_attribute("alt") == f"{TITLE}: verdict by vsdb"
    publish(snippets["frame"])
    said = read_frame(browser)
    assert TITLE in said
    assert "Illegal in Silver Age" in said
    edge = "return getComputedStyle(document.querySelector('main')).borderInlineStartWidth"
    assert browser.execute_script(edge) != "0px"  # its style sheet came
    assert faults_of(browser) == []


def test_a_deck_that_is_not_shared_says_only_that_elsewhere(browser: Chrome, site: str, publish: Publish) -> None:
    deck = deck_of(User.objects.create_user("ann"), title="Secret plan")
    publish(f'<iframe src="{site}/decks/{deck.pk}/frame/"></iframe>')
    assert read_frame(browser).startswith("Deck not available")
    publish(f'<img src="{site}/decks/{deck.pk}/badge.svg" alt="Badge">')
    assert is_drawn(browser)
    browser.get_log("browser")  # the 404 of both


@pytest.mark.parametrize("path", ["/", "/check/", "/decks/{pk}/", "/decks/{pk}/badge.svg?on=x"])
def test_no_other_page_is_shown_in_a_frame_elsewhere(browser: Chrome, site: str, publish: Publish, path: str) -> None:
    deck = deck_of(User.objects.create_user("ann"), visibility="public")
    publish(f'<iframe src="{site}{path.format(pk=deck.pk)}"></iframe>')
    assert read_frame(browser) == ""
    browser.get_log("browser")  # that it was refused
