"""Somebody at a page in a real browser: fields are found by their labels, and what is pressed by its visible words."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.test import Client
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from tests.browser.axe import faults_of
from tests.browser.conftest import keep_session, settle, wait


@dataclass
class Visitor:
    """Whoever uses the browser now, and what axe has found on the pages that were looked at, by their names."""

    browser: Chrome
    site: str
    width: int = 1280  #: of the window
    faults: dict[str, object] = field(default_factory=dict)

    # --- who it is, and where ---

    def become(self, user: User | None) -> None:
        """Give the browser to somebody with an account, or to one who has none and has never been here."""
        self.browser.get(f"{self.site}/robots.txt")
        self.browser.delete_all_cookies()
        if user is not None:
            client = Client()
            client.force_login(user)
            keep_session(self.browser, self.site, client)

    def go(self, path: str) -> None:
        """Open a page of the site."""
        self.browser.get(f"{self.site}{path}")

    @property
    def text(self) -> str:
        """What the page says."""
        return self.browser.find_element(By.TAG_NAME, "main").text

    @property
    def heading(self) -> str:
        """What the page is called."""
        return self.browser.find_element(By.TAG_NAME, "h1").text

    # --- what is done ---

    def press(self, words: str) -> None:
        """Press what can be seen with these words, and wait for the page that follows."""
        element = self.find(words)
        self.browser.execute_script("window.isPageBefore = true")
        if element.is_displayed():
            element.click()
        else:  # Selenium takes what a closed `details` holds as hidden, also where the style sheet shows it
            ActionChains(self.browser).click(element).perform()
        came = "return !window.isPageBefore && document.readyState === 'complete'"
        wait(self.browser).until(lambda _: self.browser.execute_script(came))
        settle(self.browser)

    def unfold(self, words: str) -> None:
        """Open what is folded below these words."""
        self.find(words).click()

    def find(self, words: str) -> WebElement:
        """The first button with these words that can be seen, else the first link."""
        for kind in ("button", "summary", "a"):
            for element in self.browser.find_elements(By.CSS_SELECTOR, f"main {kind}"):
                said = element.get_attribute("aria-label") or str(element.get_property("innerText"))
                if " ".join(said.split()) == words and self._is_seen(element):
                    return element
        raise AssertionError(f"nothing on {self.browser.current_url} says {words!r}")

    def _is_seen(self, element: WebElement) -> bool:
        return bool(self.browser.execute_script("return arguments[0].checkVisibility()", element))

    def get_field(self, label: str) -> WebElement:
        """The field of a label."""
        for each in self.browser.find_elements(By.CSS_SELECTOR, "main label"):
            if str(each.get_property("textContent")).strip() == label and each.is_displayed():
                return self.browser.find_element(By.ID, each.get_attribute("for") or "")
        raise AssertionError(f"no field on {self.browser.current_url} is called {label!r}")

    def write(self, label: str, text: str) -> None:
        """Write into a field, or choose in one, in place of what is there."""
        element = self.get_field(label)
        if element.tag_name == "select":
            element.find_element(By.XPATH, f"./descendant::option[normalize-space()='{text}']").click()
            return
        if element.get_attribute("type") == "datetime-local":  # what is typed there depends on the browser's language
            self.browser.execute_script("arguments[0].value = arguments[1]", element, text)
            return
        element.clear()
        element.send_keys(text)

    def tick(self, label: str) -> None:
        """Tick a box or choose one of several."""
        self.get_field(label).click()

    # --- how it looks ---

    def look(self, name: str) -> None:
        """Note what axe finds on the page, light and in the colours of dark paper, and whether it is too wide."""
        root = "document.documentElement"
        self.browser.execute_script(f"{root}.dataset.theme = 'light'")
        found = faults_of(self.browser)
        self.browser.execute_script(f"{root}.dataset.theme = 'dark'")
        found += [f"dark {each}" for each in faults_of(self.browser, runOnly=["color-contrast"])]
        wide = self.browser.execute_script(f"return Math.max({root}.scrollWidth, innerWidth)")
        if wide > self.width:
            found.append(f"is {wide} wide")
        if found:
            self.faults[name] = found
