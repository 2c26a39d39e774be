"""Uses a whole site as a curious person would: fills in and sends every form, presses every button.

Finds the pages by following links and by looking at what comes of the forms, so a new form is used without being listed
here. Visits a few pages of each kind (the name of the address) and uses controls that look the same there once.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.browser.conftest import EXPECTED

SCRIPT = (Path(__file__).parent / "explorer.js").read_text(encoding="utf-8")
PATIENCE = 30.0  #: seconds within which a press must show an effect
MAX_STEPS = 1  #: forms on the way to a page that has no address
MAX_LOCATIONS = 3  #: remembered for one control

#: Pressed late, by the path that they lead to, so that nothing is gone before it was used: what takes something away,
#: what ends an event or one's part in it, what changes a secret link, what deletes, the sessions (a new password ends
#: them), the account's own pages, signing in and out, the end of the account.
LATE = (
    r"/(remove|revoke|discard)/|/comments/\d+/delete/",
    r"^/events/\d+/(stage/cancelled|roles/hand-over|leave|me/withdraw)/",
    r"/share/",
    r"(?<!/comments/\d)(?<!/comments/\d\d)/(delete|retire)/",
    r"^/account/sessions/",
    r"^/account/(?!tokens/$|sessions/)",
    r"/(login|logout|signup|confirm-email)/",
    r"^/account/delete/",
)
SIGN_IN_AGAIN = 7  #: from this rank on, before each

#: Not faults though the console shows them: a form refused because of a change meanwhile; leaving with unsaved words.
ALSO_EXPECTED = ("409 (Conflict)", "'beforeunload'")

Value = str | Callable[[Chrome], str]
Position = tuple[int, int | None]  #: which form, and which of its buttons; or which of the other controls


@dataclass(frozen=True)
class Control:
    """Something to press: a form by one of its buttons or by Enter, or what works without a form."""

    kind: str  #: of the page; empty where every page has it
    facts: tuple[str, ...]
    button: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind or 'every page'}: {' '.join(each for each in (*self.facts, *self.button) if each)}"


@dataclass(frozen=True)
class Location:
    """Where a control is: at an address, or on the page that comes of other controls pressed there."""

    address: str
    steps: tuple[Control, ...] = ()


@dataclass(frozen=True)
class Job:
    """A control to try, the path that it leads to, and the first locations that have it."""

    control: Control
    path: str
    locations: list[Location]

    @property
    def rank(self) -> int:
        """How late it is its turn."""
        return max((at for at, pattern in enumerate(LATE, 1) if re.search(pattern, self.path)), default=0)

    @property
    def order(self) -> tuple[Any, ...]:
        """Sort key: what belongs to something goes before it; what stays on a page goes together."""
        first, depth = self.locations[0], self.path.count("/") if self.rank else 0
        return (self.rank, -depth, first.address, len(first.steps), bool(self.control.button))


@dataclass(frozen=True)
class Answer:
    """An answer of the server."""

    method: str
    path: str
    status: int
    is_download: bool


@cache
def get_kind(path: str) -> str:
    """Return the name of an address; for Django's own admin pages `admin:change` and the like, whatever the model."""
    try:
        match = resolve(path)
    except Resolver404:
        return path
    is_django_page = match.view_name.startswith("admin:") and not match.func.__module__.startswith("vsdb.")
    return f"admin:{match.view_name.rpartition('_')[2]}" if is_django_page else match.view_name


def strip_value(value: str) -> str:
    """Return `replace…` for `replace:3:hulk`: a button's value without what differs from row to row."""
    first, *others = re.split(r"[:&/]", value)
    return re.sub(r"\d+", "0", first + "…" * len(others))


def strip_name(name: str) -> str:
    """Return `facet` for `facet-team-warbound`."""
    return re.split(r"[-\d]", name)[0]


def list_controls(page: dict[str, Any], address: str) -> Iterator[tuple[Control, Position, str]]:
    """Yield the controls of a page, each with its position and the path that it leads to."""
    kind = get_kind(urlsplit(address).path)
    for number, form in enumerate(page["forms"]):
        action = "" if form["method"] == "dialog" else get_kind(form["path"])
        fields = [] if action.startswith("admin:") else sorted({strip_name(name) for name in form["fields"]})
        facts = (form["method"], action, *fields, form["target"])
        form_kind = kind if form["isInMain"] else ""
        if not form["buttons"]:
            yield Control(form_kind, facts, ("Enter",)), (number, None), form["path"]
        for place, button in enumerate(form["buttons"]):
            leads = action and get_kind(button["path"])
            words = (button["name"], strip_value(button["value"]), *button["classes"], leads)
            yield Control(form_kind, facts, words), (number, place), button["path"]
    for number, other in enumerate(page["others"]):
        facts = (other["tag"], strip_name(other["id"]), *other["classes"], *other["data"], other["target"])
        yield Control(kind if other["isInMain"] else "", facts), (number, None), ""


def find_control(control: Control, page: dict[str, Any], address: str) -> Position | None:
    """Return the position of a control; of a form with other fields where it has changed since it was found."""
    here = [(each, position) for each, position, _ in list_controls(page, address)]
    for count in (len(control.facts), 2) if control.button else (len(control.facts),):
        for each, position in here:
            if (each.facts[:count], each.button) == (control.facts[:count], control.button):
                return position
    return None


@dataclass
class Explorer:
    """A person at a site who remembers what was used and what was wrong."""

    browser: Chrome
    site: str
    values: dict[str, Value]  #: to write, by the field's name or by `type=date`
    choose_file: Callable[[str], Path]  #: to send, by the address of the page
    answers: list[Answer]  #: grows as the server answers
    used: set[Control] = field(default_factory=set)
    unused: set[Control] = field(default_factory=set)  #: that could not be pressed, or were gone
    faults: dict[str, str] = field(default_factory=dict)
    _jobs: dict[Control, Job] = field(default_factory=dict)
    _visits: Counter[str] = field(default_factory=Counter)
    _pages_of_a_kind: int = 1
    _open_location: Location | None = None  #: open in the browser, and as it was when it was opened

    def use_everything(self, sign_in: Callable[[], None], paths: Iterable[str], *, pages_of_a_kind: int = 1) -> None:
        """Use all that is found from these paths on. With 0 pages of a kind no link is followed."""
        sign_in()
        self.unused.clear()
        self._visits.clear()
        self._open_location = None
        self._pages_of_a_kind = pages_of_a_kind
        self._crawl([f"{self.site}{path}" for path in paths])
        while self._jobs:
            job = min(self._jobs.values(), key=lambda each: each.order)
            del self._jobs[job.control]
            if job.rank >= SIGN_IN_AGAIN:
                self._open_location = None
                sign_in()
            if not any(self._try_control(job.control, location) for location in job.locations):
                self.unused.add(job.control)

    # --- finding ---

    def _crawl(self, addresses: list[str]) -> None:
        """Note the controls of these pages and of those that their links lead to, a few of a kind."""
        queue = list(addresses)
        for address in queue:
            answer = self._run_async("fetchPage(arguments[0])", address)
            if answer["status"] >= 400:
                self._blame(f"GET {address}", f"is answered with {answer['status']}")
            if answer["page"] is None:
                continue
            self._note_controls(answer["page"], Location(answer["address"].partition("#")[0]), answer["address"])
            for link in answer["page"]["links"]:
                other = link.partition("#")[0]
                if other not in queue and self._is_wanted(other):
                    queue.append(other)

    def _is_wanted(self, address: str) -> bool:
        """Whether to visit a page: one of the site, no file, and not of a kind that was visited often enough."""
        parts = urlsplit(address)
        if not address.startswith(f"{self.site}/") or re.search(r"\.\w+$|^/api/", parts.path):
            return False
        kind = f"{get_kind(parts.path)}{'?' if parts.query else ''}"
        self._visits[kind] += 1
        return self._visits[kind] <= self._pages_of_a_kind

    def _note_controls(self, page: dict[str, Any], location: Location, address: str) -> None:
        for control, _, path in list_controls(page, address):
            if control in self._jobs:
                known = self._jobs[control].locations
                if location not in known and len(known) < MAX_LOCATIONS:
                    known.append(location)
            elif not self._is_known(control):
                self._jobs[control] = Job(control, path, [location])

    def _is_known(self, control: Control) -> bool:
        return control in self.used or control in self.unused or control in self._jobs

    # --- using ---

    def _try_control(self, control: Control, location: Location) -> bool:
        """Use a control, note what is wrong and what the page that comes of it has. False where it isn't there."""
        name = f"{control} on {location.address.removeprefix(self.site)}"
        try:
            if not self._use_at(control, location, name):
                return False
            self.used.add(control)
            self._look_further(control, location)
        except WebDriverException as error:
            self._blame(name, (error.msg or "").partition("\n")[0])
            self._open_location = None
        finally:
            self._collect_complaints(name)
        return True

    def _use_at(self, control: Control, location: Location, name: str) -> bool:
        for _ in range(4):  # a part may be renewed under the hand, also again on a busy machine
            try:
                self._go_to(location)
                return self._use(control, name)
            except StaleElementReferenceException:
                self._open_location = None
        self._go_to(location)
        return self._use(control, name)

    def _go_to(self, location: Location) -> None:
        if location == self._open_location:
            return
        self.browser.get(location.address)
        for step in location.steps:
            self._use(step, f"{step}, once more")

    def _look_further(self, control: Control, location: Location) -> None:
        """Note what the page has that came of a control."""
        address, page = self._describe_page()
        is_unmoved = not control.button and location == Location(address) and not page["hasDialog"]
        self._open_location = location if is_unmoved else None
        methods = [each.method for each in self.answers if each.path == urlsplit(address).path]
        if methods[-1:] == ["POST"]:  # what is shown is the answer to a form and has no address
            address = location.address
        elif self._is_wanted(address) or not all(self._is_known(each) for each, _, _ in list_controls(page, address)):
            self._crawl([address])
        if len(location.steps) < MAX_STEPS:
            self._note_controls(page, Location(location.address, (*location.steps, control)), address)

    def _describe_page(self) -> tuple[str, dict[str, Any]]:
        address, page = self._run("return [location.href, describePage(document, location.href)]")
        return address.partition("#")[0], page

    def _use(self, control: Control, name: str) -> bool:
        address, page = self._describe_page()
        position = find_control(control, page, address)
        if position is None:
            return False
        number, place = position
        if not control.button:
            element = self._run("return listOthers(document)[arguments[0]]", number)
            self._run("unfold(arguments[0])", element)
            return bool(self._run("return canBePressed(arguments[0])", element)) and self._press(element, name)
        form = self._run("return document.forms[arguments[0]]", number)
        self._fill(form)
        button = None if place is None else self._run("return listButtons(arguments[0])[arguments[1]]", form, place)
        way = self._run("return chooseWayToSend(arguments[0], arguments[1])", form, button)
        if way["how"] == "press":
            return self._press(way["element"], name)
        return bool(way["how"]) and self._type(way["element"], name, is_sent_by_itself=way["how"] == "type")

    def _press(self, element: WebElement, name: str) -> bool:
        self._watch()
        if element.tag_name == "select":
            element.send_keys(Keys.ARROW_DOWN)
        else:
            element.click()
        return self._wait_for_effect(name)

    def _type(self, element: WebElement, name: str, *, is_sent_by_itself: bool) -> bool:
        self._run("arguments[0].focus()", element)
        self._watch()
        element.send_keys("x" if is_sent_by_itself else Keys.ENTER)
        return self._wait_for_effect(name, is_asked=is_sent_by_itself)

    def _watch(self) -> None:
        self.answers.clear()
        self._run("watchPage()")

    def _wait_for_effect(self, name: str, *, is_asked: bool = False) -> bool:
        """Wait for a change that stays, another page or a file; with `is_asked` for an answer of the server too."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._has_effect() and (self.answers or not is_asked):
                return True
            time.sleep(0.02)
        self._blame(name, "has no effect")
        return True

    def _has_effect(self) -> bool:
        if any(answer.is_download for answer in self.answers) or (self.answers and self._close_other_tabs()):
            return True
        try:
            return bool(self._run("return hasEffect()"))
        except WebDriverException:  # the page gives way to another
            return False

    def _close_other_tabs(self) -> bool:
        """Close what was opened beside the page; whether anything was."""
        own = self.browser.current_window_handle
        others = [each for each in self.browser.window_handles if each != own]
        for each in others:
            self.browser.switch_to.window(each)
            self.browser.close()
        self.browser.switch_to.window(own)
        return bool(others)

    def _fill(self, form: WebElement) -> None:
        """Fill in what is empty."""
        fields = self._run("return describeFields(arguments[0])", form)
        chosen = {each["name"] for each in fields if each["type"] == "radio" and each["isChecked"]}
        values: list[list[WebElement | str]] = []
        for each in fields:
            if each["type"] == "file":
                each["element"].send_keys(str(self.choose_file(self.browser.current_url)))
            elif each["name"] not in chosen and (value := self._choose_value(each)):
                if each["type"] == "radio":
                    chosen.add(each["name"])
                values.append([each["element"], value])
        if values:
            self._run("for (const each of arguments[0]) writeInto(...each)", values)

    def _choose_value(self, each: dict[str, Any]) -> str:
        """Return what to write into a field; nothing where it stays as it is."""
        given = self.values.get(each["name"], self.values.get(f"type={each['type']}"))
        if each["type"].startswith("select"):
            return str(given) if given in each["options"] else each["value"] or next(filter(None, each["options"]), "")
        if each["type"] == "checkbox":
            return "on" if each["isRequired"] or given else ""
        if each["type"] == "radio":
            return str(each["value"])
        if each["value"]:
            return ""
        if callable(given):
            return given(self.browser)
        return "Words" if given is None else given

    # --- what is wrong ---

    def _collect_complaints(self, name: str) -> None:
        """Note what console and server have complained of since the last time."""
        for entry in self.browser.get_log("browser"):
            message = entry["message"]
            if entry["level"] == "SEVERE" and not any(each in message for each in (*EXPECTED, *ALSO_EXPECTED)):
                self._blame(name, f"console: {message[:300]}")
        for answer in self.answers:
            if answer.status >= 500:
                self._blame(name, f"{answer.method} {answer.path} is answered with {answer.status}")
        self.answers.clear()

    def _blame(self, name: str, problem: str) -> None:
        before = self.faults.get(name)
        self.faults[name] = f"{before}; {problem}" if before else problem

    def _run(self, command: str, *arguments: Any) -> Any:
        return self.browser.execute_script(f"{SCRIPT}{command}", *arguments)

    def _run_async(self, call: str, *arguments: Any) -> Any:
        done = "arguments[arguments.length - 1]"
        return self.browser.execute_async_script(f"{SCRIPT}{call}.then({done})", *arguments)
