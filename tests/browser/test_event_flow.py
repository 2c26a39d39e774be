"""An event from its form to published decks, in a real browser, by the words on its buttons; axe on every page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.accounts.people import account
from tests.browser.conftest import resize
from tests.browser.people import Visitor
from tests.events.making import LEGAL, SHORT, UNREAD, set_clock
from vsdb.events.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.full, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)  #: a Saturday, when the form proposes the next one
DEADLINE = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)
STARTS = datetime(2026, 11, 28, 9, 0, tzinfo=UTC)
PUBLISH = "The organizer may publish my list with the event as a public deck after the event."
TITLE = "Winter Open"

SetClock = Callable[[datetime], None]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Sets the clock of events."""
    return lambda moment: set_clock(monkeypatch, moment)


@pytest.fixture
def visitor(browser: Chrome, site: str, settings: Settings, tmp_path: Path) -> Visitor:
    """Somebody at the site; papers are kept in a folder of this test."""
    settings.PAPER_DIR = tmp_path / "papers"
    return Visitor(browser, site)


@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.long), 390])
def test_an_event_goes_from_its_form_to_published_decks(
    visitor: Visitor, loaded_live_server: LiveServer, at: SetClock, width: int
) -> None:
    ola, jo, ann = account("ola"), account("jo"), account("ann")
    visitor.width = width
    resize(visitor.browser, width, 900)
    at(NOW)
    event = create_event(visitor, ola)
    give_role(visitor, event, "jo")
    register_with_account(visitor, event, ann)
    code = register_without_account(visitor, event)
    register_walk_in(visitor, event, ola)
    submit_illegal_list(visitor, event, ann)
    submit_uncertain_list(visitor, event, code)
    at(DEADLINE + timedelta(seconds=90))
    submit_late_list(visitor, event, ola)
    at(STARTS - timedelta(hours=1))
    rule_on_lists(visitor, event, jo)
    print_sheets(visitor, event, ola)
    at(STARTS)
    start_and_end(visitor, event)
    publish_lists(visitor, event)
    look_at_decks(visitor, event, ann)
    assert visitor.faults == {}


def create_event(visitor: Visitor, organizer: User) -> Event:
    """The form asks for no more than a title, a format and where it is; the event is then announced."""
    visitor.become(organizer)
    visitor.go("/events/")
    visitor.look("events")
    visitor.press("New event")
    visitor.write("Title", TITLE)
    visitor.write("Game and format", "Golden Age")
    visitor.write("Time zone", "Europe/Berlin")
    visitor.write("List deadline", "2026-11-27T20:00")
    visitor.look("new event")
    visitor.press("Create event")
    assert "draft" in visitor.text
    visitor.press("Announce")
    visitor.look("announce")
    visitor.press("Announce")
    assert "announced" in visitor.text
    event = Event.objects.latest("pk")
    assert (event.list_deadline, event.starts) == (DEADLINE, STARTS)
    return event


def open_tab(visitor: Visitor, words: str) -> None:
    """Press a tab of the event; on a phone the rarer ones are folded."""
    more = visitor.browser.find_element(By.CSS_SELECTOR, ".eventtabs__more > summary")
    if more.is_displayed():
        more.click()
    visitor.press(words)


def give_role(visitor: Visitor, event: Event, name: str) -> None:
    """The head organizer makes somebody a judge."""
    open_tab(visitor, "Settings")
    visitor.look("settings")
    open_tab(visitor, "Roles")
    visitor.write("User name", name)
    visitor.write("Role", "Judge")
    visitor.press("Give role")
    assert f"{name} is judge now" in visitor.browser.find_element(By.TAG_NAME, "body").text
    visitor.look("roles")


def register_with_account(visitor: Visitor, event: Event, player: User) -> None:
    """Ann registers, and agrees to be published."""
    visitor.become(player)
    visitor.go("/events/")
    visitor.press(TITLE)
    visitor.look("event")
    visitor.press("Register")
    visitor.tick(PUBLISH)
    visitor.look("register")
    visitor.press("Register")
    assert "You are registered." in visitor.text
    visitor.look("own page")


def register_without_account(visitor: Visitor, event: Event) -> str:
    """Bob registers without an account, and comes in again with his code."""
    visitor.become(None)
    visitor.go(f"/events/{event.pk}/")
    visitor.press("Register")
    visitor.write("Name", "Bob")
    visitor.tick(PUBLISH)
    visitor.look("register without an account")
    visitor.press("Register")
    code = visitor.browser.find_element(By.CLASS_NAME, "entrycode").text
    visitor.look("code")
    visitor.go(f"/events/{event.pk}/me/")
    assert code not in visitor.text, "a code is shown once"
    return code


def register_walk_in(visitor: Visitor, event: Event, organizer: User) -> None:
    """The desk registers Cy."""
    visitor.become(organizer)
    visitor.go(f"/events/{event.pk}/desk/")
    visitor.press("Players")
    visitor.press("Register a player")
    visitor.write("Name", "Cy")
    visitor.look("walk-in")
    visitor.press("Register")
    assert "Player 3" in visitor.text
    visitor.look("player")
    visitor.press("Players")
    visitor.look("players")


def submit_illegal_list(visitor: Visitor, event: Event, player: User) -> None:
    """Ann checks her list, reads that it is a card short, and submits it all the same."""
    visitor.become(player)
    visitor.go(f"/events/{event.pk}/")
    visitor.press("Your list")
    visitor.write("List", SHORT)
    visitor.press("Check and keep as a draft")
    assert "Smallest repair" in visitor.text
    visitor.look("draft with a repair")
    visitor.press("Submit anyway")
    assert "Submitted: version 1" in visitor.text
    assert "illegal" in visitor.text.casefold()
    visitor.look("own list")


def submit_uncertain_list(visitor: Visitor, event: Event, code: str) -> None:
    """Bob comes in with his code; a line of his list names no card, and he asks the desk."""
    visitor.become(None)
    visitor.go(f"/events/{event.pk}/")
    visitor.press("Enter your code")
    visitor.look("enter the code")
    visitor.write("Code", code)
    visitor.press("Open my page")
    visitor.press("List")
    visitor.write("List", UNREAD)
    visitor.press("Submit")
    assert "This list is not submitted" in visitor.text
    visitor.press("Submit anyway")
    assert "uncertain" in visitor.text.casefold()
    visitor.write("Question", "Is this card known by another name?")
    visitor.press("Ask the desk")
    visitor.press("Receipt")
    visitor.look("receipt")


def submit_late_list(visitor: Visitor, event: Event, organizer: User) -> None:
    """The desk submits Cy's list from paper, a minute and a half after the deadline and within the grace."""
    visitor.become(organizer)
    visitor.go(f"/events/{event.pk}/desk/")
    visitor.look("desk")
    visitor.press("Players")
    visitor.press("Cy")
    visitor.press("List")
    visitor.write("List", LEGAL)
    visitor.write("Where it comes from", "From paper")
    visitor.look("list at the desk")
    visitor.press("Submit for the player")
    assert "late by 90 seconds" in visitor.text


def rule_on_lists(visitor: Visitor, event: Event, judge: User) -> None:
    """Jo finds the lists by their tabs and rules on the uncertain one."""
    visitor.become(judge)
    visitor.go(f"/events/{event.pk}/desk/")
    visitor.press("Lists")
    visitor.look("lists")
    visitor.press("1 Late")
    assert "Cy" in visitor.text
    assert "Late by 1 minute 30 seconds" in visitor.text
    visitor.press("1 Illegal")
    assert "ann" in visitor.text
    visitor.press("1 Uncertain")
    visitor.press("Bob")
    assert "Is this card known by another name?" in visitor.text
    visitor.look("locked list")
    visitor.press("Rulings")
    visitor.unfold("Rule on this")
    visitor.tick("Allowed")
    visitor.write("Reason", "A card of the newest set.")
    visitor.look("ruling")
    visitor.press("Save the ruling")
    assert "A card of the newest set." in visitor.text
    visitor.press("Lists")
    visitor.press("1 Cleared")
    assert "cleared by jo" in visitor.text
    visitor.press("All rulings")
    visitor.look("rulings")


def print_sheets(visitor: Visitor, event: Event, organizer: User) -> None:
    """The sheets of all players come as one PDF."""
    visitor.become(organizer)
    visitor.go(f"/events/{event.pk}/desk/")
    open_tab(visitor, "Print")
    visitor.look("print")
    visitor.press("Print")
    visitor.look("papers")
    link = visitor.find("Download the PDF").get_attribute("href")
    fetched = visitor.browser.execute_async_script(
        "const done = arguments[1];"
        "fetch(arguments[0]).then(async (answer) => done([answer.status, (await answer.text()).slice(0, 5)]))",
        link,
    )
    assert fetched == [200, "%PDF-"]


def start_and_end(visitor: Visitor, event: Event) -> None:
    """The event is started and ended."""
    visitor.press("Desk")
    visitor.press("Start the event")
    visitor.look("start")
    visitor.press("Start the event")
    assert "running" in visitor.text
    visitor.press("End the event")
    visitor.press("End the event")
    assert "over" in visitor.text
    for tab in ("Import and export", "Statistics", "Notices", "Log"):
        open_tab(visitor, tab)
        visitor.look(tab)
    visitor.press("Desk")


def publish_lists(visitor: Visitor, event: Event) -> None:
    """The lists of the two who agreed are published, and nobody is named."""
    visitor.press("Publish lists")
    visitor.look("publish")
    visitor.press("Publish 2 lists")
    assert "All lists of players who agreed are published." in visitor.text
    for name in ("ann", "Bob", "Cy"):
        assert name not in visitor.browser.find_element(By.CSS_SELECTOR, "main .rowlist").text


def look_at_decks(visitor: Visitor, event: Event, player: User) -> None:
    """A stranger reads the published decks; Ann reads what was done with her list."""
    visitor.become(None)
    visitor.go(f"/events/{event.pk}/")
    visitor.look("event that is over")
    visitor.press("Published lists")
    visitor.look("published decks")
    visitor.browser.find_element(By.CSS_SELECTOR, "main .rowlist a").click()
    assert "Sentinel Mark V" in visitor.text
    visitor.become(player)
    visitor.go(f"/events/{event.pk}/me/")
    assert "version 1 received" in visitor.text
