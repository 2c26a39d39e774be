"""Questions of play in a real browser: by touch on a phone, by keyboard alone on a desk, in light and dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.browser.axe import SCREENS, faults_on
from tests.browser.conftest import resize, settle, wait

MOST_TAPS = 8
LEAST_TARGET = 44  #: CSS pixels
#: How a classic attack goes that is legal, after the usual situation.
ATTACK = (
    ("Is the attacker ready?", "Yes"),
    ("In which row is the attacker?", "Front"),
    ("Is the defender stunned?", "No"),
    ("In which row is the defender?", "Front"),
)

#: A melee attack that is legal, after the usual situation; the figures that then decide it; and what they come to by
#: the rulebook's Normal Resolution: who is struck by as much ATK as it has DEF is stunned.
MELEE = (
    ("Is the attacker ready?", "Yes"),
    ("Is the attacker face-up, stunned or hidden?", "Face up"),
    ("Is the defender face-up, stunned or hidden?", "Face up"),
)
FIGURES = (
    ("What is the ATK of the attacker?", "4"),
    ("What is the ATK of the defender?", "2"),
    ("What is the DEF of the defender?", "4"),
    ("What is the DEF of the attacker?", "3"),
    ("How many wounds does the defender have?", "0"),
    ("What is the health of the defender?", "2"),
)
STRUCK = {"Attack total": "4", "Stunned": "defender", "KO’d": "nothing", "Survived": "attacker"}


def outcome(browser: Chrome) -> str:
    return browser.find_element(By.CSS_SELECTOR, ".outcome__line").text


def questions(browser: Chrome) -> list[str]:
    """What is asked and can be seen."""
    legends = browser.find_elements(By.CSS_SELECTOR, ".play__ask > .play__fact legend")
    return [each.text for each in legends]


def find_answer(browser: Chrome, question: str, answer: str) -> WebElement:
    return browser.find_element(
        By.XPATH, f'//fieldset[normalize-space(legend)="{question}"]//a[normalize-space(.)="{answer}"]'
    )


def follow(browser: Chrome, element: WebElement) -> None:
    """Tap something that answers, and wait until the address is another."""
    before = browser.current_url
    element.click()
    wait(browser).until(lambda _: browser.current_url != before)
    settle(browser)


def small_targets(browser: Chrome) -> list[str]:
    """The answers that a thumb may miss."""
    ways = browser.find_elements(By.CSS_SELECTOR, ".play__ask > * > .button, .play__ask > .play__fact .button")
    return [each.text for each in ways if min(each.size["width"], each.size["height"]) < LEAST_TARGET]


def is_in_sight(browser: Chrome, selector: str) -> bool:
    """Whether an element stands in the window as it is scrolled now."""
    script = (
        "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
        "return box.top >= 0 && box.bottom <= innerHeight;"
    )
    return bool(browser.execute_script(script, selector))


def type_until(browser: Chrome, selector: str, most: int = 150) -> WebElement:
    """Press Tab until something is in focus."""
    for _ in range(most):
        ActionChains(browser).send_keys(Keys.TAB).perform()
        focused = browser.switch_to.active_element
        if browser.execute_script("return arguments[0].matches(arguments[1])", focused, selector):
            return focused
    pytest.fail(f"Tab never reaches {selector}")


def press(browser: Chrome, *keys: str) -> None:
    """Press keys one after another, and wait until the address is another."""
    before = browser.current_url
    ActionChains(browser).send_keys(*keys).perform()
    wait(browser).until(lambda _: browser.current_url != before)
    settle(browser)


def read_results(browser: Chrome) -> dict[str, str]:
    """What happens then, by the words before each value."""
    terms, values = (
        browser.find_elements(By.CSS_SELECTOR, f'[aria-labelledby="then-head"] {tag}') for tag in ("dt", "dd")
    )
    return {term.text: value.text for term, value in zip(terms, values, strict=True)}


Go = Callable[[Chrome, WebElement], None]


def fight(browser: Chrome, site: str, go: Go) -> dict[str, str]:
    """A 2PCG combat from the attack to what it comes to: 4 ATK and 3 DEF attack 2 ATK and 4 DEF, and both pass."""
    browser.get(f"{site}/play/vs-2pcg/attack/")
    go(browser, browser.find_element(By.CSS_SELECTOR, ".play__usual a"))
    for question, answer in MELEE:
        go(browser, find_answer(browser, question, answer))
    assert outcome(browser) == "Legal"
    for words in ("Do it", "Pass", "Do it", "Switch sides", "Pass", "Do it", "Resolve the combat"):
        go(browser, browser.find_element(By.XPATH, f'//main//a[starts-with(normalize-space(.), "{words}")]'))
    assert outcome(browser) == "Uncertain"
    for question, answer in FIGURES:
        go(browser, find_answer(browser, question, answer))
    assert (outcome(browser), questions(browser)) == ("Legal", [])
    return read_results(browser)


def reach_and_enter(browser: Chrome, element: WebElement) -> None:
    """Press Tab until an element is in focus, then Enter."""
    for _ in range(300):
        if browser.switch_to.active_element == element:
            return press(browser, Keys.ENTER)
        ActionChains(browser).send_keys(Keys.TAB).perform()
    pytest.fail(f"Tab never reaches {element.text!r}")


class TestTouch:
    def test_a_combat_of_the_2pcg_is_fought(self, browser: Chrome, site: str) -> None:
        resize(browser, 390, 844)
        assert fight(browser, site, follow).items() >= STRUCK.items()

    def test_a_classic_attack_is_settled_in_eight_taps(self, browser: Chrome, site: str) -> None:
        resize(browser, 390, 844)
        browser.get(f"{site}/play/")
        follow(browser, browser.find_element(By.CSS_SELECTOR, 'a[href="/play/vs-classic/attack/"]'))
        assert outcome(browser) == "Uncertain"
        follow(browser, browser.find_element(By.CSS_SELECTOR, ".play__usual a"))
        taps = 2
        for question, answer in ATTACK:
            assert question in questions(browser)
            assert small_targets(browser) == []
            assert is_in_sight(browser, ".play__answer")
            follow(browser, find_answer(browser, question, answer))
            taps += 1
        assert (outcome(browser), questions(browser), taps <= MOST_TAPS) == ("Legal", [], True)
        assert "q=" in browser.current_url

    def test_the_next_position_is_made_and_undone(self, browser: Chrome, site: str) -> None:
        resize(browser, 390, 844)
        browser.get(f"{site}/play/vs-classic/attack/")
        follow(browser, browser.find_element(By.CSS_SELECTOR, ".play__usual a"))
        for question, answer in ATTACK:
            follow(browser, find_answer(browser, question, answer))
        question_before = browser.current_url
        follow(browser, browser.find_element(By.PARTIAL_LINK_TEXT, "go to the next position"))
        assert "Attack" in browser.find_element(By.CSS_SELECTOR, ".play__log").text
        follow(browser, browser.find_element(By.PARTIAL_LINK_TEXT, "Go back"))
        assert browser.current_url == question_before

    def test_a_number_that_is_none_is_told_on_the_spot(self, browser: Chrome, site: str) -> None:
        browser.get(f"{site}/play/riftbound/play-spell/")
        follow(browser, browser.find_element(By.CSS_SELECTOR, ".play__usual a"))
        field = browser.find_element(By.CSS_SELECTOR, ".play__typed input[inputmode=numeric]")
        field.send_keys("many", Keys.ENTER)
        told = wait(browser).until(lambda _: browser.find_element(By.CSS_SELECTOR, ".play__problem"))
        assert "whole number" in told.text
        assert outcome(browser) == "Uncertain"

    def test_links_to_other_pages_open_them(self, browser: Chrome, site: str) -> None:
        browser.get(f"{site}/play/riftbound/play-spell/")
        follow(browser, browser.find_element(By.LINK_TEXT, "What each step asks"))
        assert browser.find_element(By.TAG_NAME, "h1").text == "Playing a spell"

    def test_a_riftbound_spell_is_settled(self, browser: Chrome, site: str) -> None:
        resize(browser, 390, 844)
        browser.get(f"{site}/play/riftbound/play-spell/")
        follow(browser, browser.find_element(By.CSS_SELECTOR, ".play__usual a"))
        answers = {"Where is the target: in the base, or at which battlefield?": "Battlefield 1"}
        for _ in range(10):
            asked = questions(browser)
            if not asked:
                break
            first = browser.find_element(By.CSS_SELECTOR, "[data-first]")
            follow(browser, find_answer(browser, asked[0], answers[asked[0]]) if asked[0] in answers else first)
        assert outcome(browser) == "Legal"
        assert browser.find_element(By.CSS_SELECTOR, ".play__steps").text


class TestKeyboard:
    def test_a_combat_of_the_2pcg_needs_no_mouse(self, browser: Chrome, site: str) -> None:
        resize(browser, 1280, 900)
        assert fight(browser, site, reach_and_enter).items() >= STRUCK.items()

    def test_a_classic_attack_needs_no_mouse(self, browser: Chrome, site: str) -> None:
        browser.get(f"{site}/play/")
        type_until(browser, 'a[href="/play/vs-classic/attack/"]')
        press(browser, Keys.ENTER)
        type_until(browser, ".play__usual a")
        press(browser, Keys.ENTER)
        for question, answer in ATTACK:
            focused = browser.switch_to.active_element
            legend = focused.find_element(By.XPATH, "ancestor::fieldset/legend").text
            assert legend == question  # the focus went on by itself
            ways = [each.text for each in focused.find_elements(By.XPATH, "../a")]
            press(browser, *[Keys.TAB] * ways.index(answer), Keys.ENTER)
        assert outcome(browser) == "Legal"


@pytest.mark.parametrize(("theme", "width"), SCREENS)
def test_no_serious_faults_before_and_after_an_answer(browser: Chrome, site: str, theme: str, width: int) -> None:
    resize(browser, 390, 844)
    browser.get(f"{site}/play/vs-classic/attack/")
    asked = browser.current_url
    follow(browser, browser.find_element(By.CSS_SELECTOR, ".play__usual a"))
    for question, answer in ATTACK:
        follow(browser, find_answer(browser, question, answer))
    settled = browser.current_url
    pages = [link.removeprefix(site) for link in (asked, settled, f"{settled}&set=nothing&value=1")]
    assert faults_on(browser, site, [*pages, "/play/"], theme=theme, width=width) == {}
