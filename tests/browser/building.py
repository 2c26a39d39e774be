"""A deck in the builder of a real browser: begun, opened, and built by keys alone or by touch on a phone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from django.test import Client
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support import expected_conditions as expected

from engine import decklists
from engine.model.cards import VS_2PCG, Card
from engine.model.decks import SIDEBOARD, Deck
from tests.browser.conftest import keep_session, resize, settle, wait

LISTS = Path(__file__).resolve().parents[2] / "vsdb" / "check" / "sample_lists"
#: For each game a sample list of sixty cards, with what is changed in it to be legal, and the format.
LEGAL = {
    "vs-classic": ("warbound", "golden-age", {}),
    "vs-2pcg": ("a-force", "multiverse", {}),
    "riftbound": (
        "jinx",
        "standard",
        {"1 Obelisk of Power": "1 Startipped Peak", "3 Rebuke": "2 Rebuke", "3 Stacked Deck": "3 Thermo Beam"},
    ),
}


def legal_list(game: str) -> Deck:
    """A list of a game that is legal today, whenever that is."""
    from vsdb.catalog.cards.selectors import get_reference

    name, _, changes = LEGAL[game]
    text = (LISTS / f"{name}.txt").read_text(encoding="utf-8")
    for before, after in changes.items():
        text = text.replace(before, after)
    return decklists.read_deck(text, get_reference(game).catalog, date(2026, 6, 1))


def wanted(deck: Deck) -> list[tuple[Card, int, int]]:
    """The cards of a list in its order, how many of each, and how many of those for the sideboard."""
    beside = dict(deck.read(SIDEBOARD))
    return [(card, count, beside.get(card, 0)) for card, count in deck.counts.items()]


def query_for(card: Card) -> str:
    """What finds a card first."""
    return card.printings[0].code if card.game == VS_2PCG else card.title.replace(",", "")


def said(browser: Chrome) -> str:
    """The line that says what the deck has come to."""
    return browser.find_element(By.CLASS_NAME, "nowbar__line").text.replace("\n", " ")


def held(browser: Chrome, card: Card) -> int:
    """How many of a card the page says that the deck has."""
    shown = f"return [...document.querySelectorAll('.line[data-card=\"{card.slug}\"]')]"
    return int(browser.execute_script(f"{shown}.reduce((sum, line) => sum + Number(line.dataset.count), 0)"))


def first_pick(browser: Chrome, card: Card) -> WebElement:
    """The first card that is found, once it is this."""
    first = (By.CSS_SELECTOR, f'#found > li:first-child[data-card="{card.slug}"]')
    return wait(browser).until(lambda _: browser.find_element(*first))


@dataclass
class Keyboard:
    """Builds by keys alone."""

    browser: Chrome

    def press(self, *keys: str) -> None:
        """Press keys where the focus is."""
        self.browser.switch_to.active_element.send_keys(*keys)

    def add(self, card: Card, count: int) -> None:
        """Search for a card, go to it, and press how many it shall be."""
        self.press("/")
        self.press(query_for(card), Keys.ENTER)
        first_pick(self.browser, card)
        self.press(Keys.ARROW_DOWN)
        wait(self.browser).until(
            lambda browser: "pick__add" in (browser.switch_to.active_element.get_attribute("class") or "")
        )
        if count < 10:
            self.press(str(count))
        else:
            self.press("9", *["+"] * (count - 9))
        wait(self.browser).until(lambda browser: held(browser, card) == count)

    def move_to_sideboard(self, card: Card, count: int) -> None:
        """Open what more can be done with a card of the deck, and send so many of it to the sideboard."""
        for left in range(count, 0, -1):
            line = self.browser.find_element(By.CSS_SELECTOR, f'.line[data-section=deck][data-card="{card.slug}"]')
            more = line.find_element(By.CSS_SELECTOR, ".line__more")
            if not more.get_attribute("open"):
                more.find_element(By.TAG_NAME, "summary").send_keys(Keys.ENTER)
            line.find_element(By.XPATH, ".//button[contains(., 'Sideboard')]").send_keys(Keys.ENTER)
            beside = f'.line[data-section=sideboard][data-card="{card.slug}"][data-count="{count - left + 1}"]'
            wait(self.browser).until(lambda browser, place=beside: browser.find_element(By.CSS_SELECTOR, place))
            settle(self.browser)  # what is folded out is so again only then


@dataclass
class Mouse:
    """Builds with the mouse alone, and counts its clicks."""

    browser: Chrome
    clicks: int = 0

    def click(self, element: WebElement) -> None:
        """Press the button over an element, once it's in sight."""
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        ActionChains(self.browser).move_to_element(element).click().perform()
        self.clicks += 1
        settle(self.browser)

    def click_on(self, selector: str) -> None:
        """Press the button over the first element of a selector."""
        self.click(self.browser.find_element(By.CSS_SELECTOR, selector))

    def fill(self, section: str, goal: int) -> None:
        """Fill a section from what its next step finds, each card as often as its last button adds at once.

        Where that finds too few, a press takes the last filter away.
        """
        self.follow_step(section)
        place = 0
        while self._count(section) < goal:
            picks = self.browser.find_elements(By.CSS_SELECTOR, "#found > li")
            if place < len(picks):
                buttons = picks[place].find_elements(By.CSS_SELECTOR, "[data-fill]")
                self.click(buttons[-1] if buttons else picks[place].find_element(By.CLASS_NAME, "pick__add"))
                place += 1
            else:
                filters = self.browser.find_elements(By.CSS_SELECTOR, "[id^=narrow-][aria-current]")
                assert filters, f"{section} has {self._count(section)} of {goal} cards, and nothing more is found"
                if not filters[-1].is_displayed():
                    self.click_on("#narrow > summary")
                self._search(filters[-1])
                place = 0

    def follow_step(self, section: str) -> None:
        """Let the next step of a section find cards for it."""
        steps = self.browser.find_elements(By.CSS_SELECTOR, f"[data-query][data-zone={section}]")
        assert steps, f"{section} says no next step"
        self._search(steps[0])

    def _search(self, link: WebElement) -> None:
        before = self.browser.find_element(By.ID, "results")
        self.click(link)
        wait(self.browser).until(expected.staleness_of(before))
        settle(self.browser)

    def _count(self, section: str) -> int:
        lines = f"[...document.querySelectorAll('.line[data-section=\"{section}\"]')]"
        total = f"{lines}.reduce((sum, line) => sum + Number(line.dataset.count), 0)"
        return int(self.browser.execute_script(f"return {total}"))


@dataclass
class Finger:
    """Builds by touch, on a phone."""

    browser: Chrome

    def begin(self) -> None:
        """Make the browser a phone's."""
        resize(self.browser, 390, 844)
        self.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def end(self) -> None:
        """Make it a desk's again."""
        self.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})

    def tap(self, element: WebElement) -> None:
        """Touch the middle of what is seen, which has to be large enough and not under something else."""
        where = self.browser.execute_script(
            "arguments[0].scrollIntoView({block: 'center'});"
            "const box = arguments[0].getBoundingClientRect();"
            "const x = box.left + box.width / 2, y = box.top + box.height / 2;"
            "const there = document.elementFromPoint(x, y);"
            "return [x, y, box.width, box.height, arguments[0].contains(there) || arguments[0].htmlFor === there?.id];",
            element,
        )
        x, y, width, height, is_free = where
        assert is_free, "something lies over it"
        assert min(width, height) >= 44, (width, height)
        point = {"x": x, "y": y}
        self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def add(self, card: Card, count: int) -> None:
        """Search for a card, and touch it until it is as many, or the button that makes it four."""
        box = self.browser.find_element(By.ID, "q")
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", box)
        box.clear()
        box.send_keys(query_for(card), Keys.ENTER)
        first_pick(self.browser, card)
        settle(self.browser)  # what is typed is searched for, too, and what was found gives way to the same once more
        pick = first_pick(self.browser, card)
        fill = [each for each in pick.find_elements(By.CLASS_NAME, "step") if each.text == f"{count}×"]
        if fill:
            self.tap(fill[0])
        for before in range(0 if fill else count):
            self.tap(pick.find_element(By.CLASS_NAME, "pick__add"))
            wait(self.browser).until(lambda browser, before=before: held(browser, card) > before)
        wait(self.browser).until(lambda browser: held(browser, card) == count)

    def move_to_sideboard(self, card: Card, count: int) -> None:
        """Go to the deck, touch what more can be done with a card, and send so many of it to the sideboard."""
        self.tap(self.browser.find_element(By.CSS_SELECTOR, "label[for=pane-deck]"))
        for left in range(count, 0, -1):
            line = self.browser.find_element(By.CSS_SELECTOR, f'.line[data-section=deck][data-card="{card.slug}"]')
            more = line.find_element(By.CSS_SELECTOR, ".line__more")
            if not more.get_attribute("open"):
                self.tap(more.find_element(By.TAG_NAME, "summary"))
            self.tap(line.find_element(By.XPATH, ".//button[contains(., 'Sideboard')]"))
            beside = f'.line[data-section=sideboard][data-card="{card.slug}"][data-count="{count - left + 1}"]'
            wait(self.browser).until(lambda browser, place=beside: browser.find_element(By.CSS_SELECTOR, place))
            settle(self.browser)
        self.tap(self.browser.find_element(By.CSS_SELECTOR, "label[for=pane-search]"))


def start(browser: Chrome, site: str, game: str) -> None:
    """Begin an empty deck of a game by keys alone."""
    browser.get(f"{site}/decks/new/?game={game}&format={LEGAL[game][1]}&title=From nothing")
    browser.find_element(By.ID, "title").send_keys(Keys.ENTER)
    wait(browser).until(expected.url_contains("/edit/"))


def becomes_saved(browser: Chrome) -> None:
    """Wait until the page says that all is saved, and stands ready for what comes next."""
    wait(browser).until(lambda _: browser.find_element(By.ID, "saved").text == "Saved")
    settle(browser)


CLASSIC = "4 Savage Beatdown\n2 Hulk, Gladiator"


def opened(browser: Chrome, site: str, text: str = CLASSIC, game: str = "vs-classic") -> None:
    """Open a deck with a list in the builder; its first version is empty."""
    client = Client()
    begun = {"game": game, "format": f"{game}/{LEGAL[game][1]}", "title": "From nothing"}
    address = client.post("/decks/new/", begun).url
    saved = client.post(f"{address}change/", {"op": "text", "edition": "1", "text": text})
    assert saved.status_code == 302
    keep_session(browser, site, client)
    browser.get(f"{site}{address}")


def opened_by_hand(browser: Chrome, site: str) -> None:
    """Open such a deck where the browser has written the list itself, so that it knows this step."""
    start(browser, site, "vs-classic")
    browser.get(f"{browser.current_url.partition('?')[0]}?as=text")
    browser.find_element(By.ID, "deck-text").send_keys(CLASSIC)
    browser.find_element(By.CSS_SELECTOR, "#text-form button").click()
    becomes_saved(browser)
    browser.get(browser.current_url.partition("?")[0])


def counts(browser: Chrome) -> dict[str, int]:
    """How many of each card the deck has."""
    lines = browser.execute_script("return [...document.querySelectorAll('.line')].map((line) => ({...line.dataset}))")
    return {line["card"]: int(line["count"]) for line in lines}


def becomes(browser: Chrome, **wanted_counts: int) -> None:
    """Wait until the deck has so many of each card and the page stands ready for what comes next.

    Words of a slug are joined by low lines.
    """
    now = {slug.replace("_", "-"): count for slug, count in wanted_counts.items()}
    wait(browser).until(lambda _: counts(browser) == now)
    settle(browser)
