"""A card's face beside its name on pages of decks, lists and collections."""

from __future__ import annotations

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.conftest import wait
from tests.decks.stored import deck_of, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHOWN = "return document.querySelector('#preview:popover-open')?.innerText ?? ''"
LIST = "4%20Savage%20Beatdown"


def becomes(browser: Chrome, name: str) -> None:
    """Wait until the face of that card is there, or none where there is no name."""
    wait(browser).until(
        lambda _: name in browser.execute_script(SHOWN) and bool(name) == bool(browser.execute_script(SHOWN))
    )


def test_is_shown_on_hover_and_focus_on_every_page_with_a_list(browser: Chrome, site: str) -> None:
    deck = deck_of(person("ann")[0], visibility="public")
    for address in (
        f"/decks/{deck.pk}/{deck.slug}/",
        f"/decks/{deck.pk}/versions/1/",
        f"/decks/compare/?a={deck.pk}&b={deck.pk}",
        f"/check/?list={LIST}&format=vs-classic%2Fsilver-age&game=vs-classic",
    ):
        browser.get(site + address)
        link = browser.find_element(By.CSS_SELECTOR, "main a[href$='/vs-classic/savage-beatdown/']")
        browser.execute_script(
            "for (let fold = arguments[0]; fold; fold = fold.parentElement) if (fold.open === false) fold.open = true;"
            "arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})",
            link,
        )
        # Scrolling hides a face, and tells of itself with the next frame only.
        browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(() => arguments[0]()))")
        ActionChains(browser).move_to_element(link).perform()
        becomes(browser, "Savage Beatdown")
        ActionChains(browser).move_to_element(browser.find_element(By.CSS_SELECTOR, ".wordmark")).perform()
        becomes(browser, "")
        browser.execute_script("arguments[0].focus({focusVisible: true})", link)
        becomes(browser, "Savage Beatdown")
        ActionChains(browser).send_keys(Keys.ESCAPE).perform()
        becomes(browser, "")


def test_pages_without_a_list_do_not_load_it(browser: Chrome, site: str) -> None:
    browser.get(f"{site}/")
    assert not browser.find_elements(By.CSS_SELECTOR, "script[src*='preview']")
