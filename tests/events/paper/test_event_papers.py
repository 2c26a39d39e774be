"""Papers of events as a person fetches them, read back from the PDF."""

from __future__ import annotations

import re
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.events.making import (
    BEFORE,
    LEGAL,
    LOCKED,
    SHORT,
    UNREAD,
    give_role,
    make_event,
    make_player,
    make_user,
    set_clock,
    submit_list,
)
from tests.events.triage.triaging import open_desk, rule
from vsdb.accounts.services import make_token
from vsdb.core.leased_work import WorkState
from vsdb.events.access import find_asker
from vsdb.events.models import Event, LogEntry, PaperJob, Registration, Round, RoundTable
from vsdb.events.paper import drawing, services
from vsdb.events.paper.drawing import PaperDrawer
from vsdb.events.verdicts.selectors import list_records

pytestmark = pytest.mark.django_db
#: By name as they are to be sorted, with the number of each.
NAMES = {"Ångström, Ida": 3, "Azra": 5, "Éowyn": 1, "Łukasz": 4, "Zoë": 2}
LONG = "\n".join(f"1 No Such Card {number}" for number in range(110))  #: two pages


@pytest.fixture(autouse=True)
def _site(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> None:
    set_clock(monkeypatch, LOCKED)
    settings.PAPER_DIR = tmp_path / "papers"


@pytest.fixture
def event() -> Event:
    """An event of five players with lists, one of two pages and one late, and one without."""
    event = make_event()
    give_role(event, make_user("judge"), "judge")
    texts = {1: LEGAL, 2: SHORT, 3: UNREAD, 4: LONG, 5: LEGAL}
    for number in range(1, 6):
        name = next(name for name, held in NAMES.items() if held == number)
        player = make_player(event, name, sort_name=name, sort_key="", table=10 - number)
        submit_list(player, texts[number], late_seconds=7 if number == 5 else 0)
    make_player(event, "Missing Marc", table=3)
    submit_list(make_player(event, "Withdrawn Will", state=Registration.State.WITHDRAWN), LEGAL)
    return event


def sign_in(name: str) -> Client:
    client = Client()
    client.force_login(make_user(name))
    return client


def print_papers(client: Client, event: Event, kind: str, **said: Any) -> list[str]:
    """The texts of the pages of papers that somebody asks for by the form."""
    sent = {"kind": kind, "order": "name", "paper": "a4", **said}
    answer = client.post(f"/events/{event.pk}/print/", sent)
    assert answer.status_code == 302, answer.content.decode()
    assert "Download the PDF" in client.get(answer.url).content.decode()
    fetched = client.get(f"{answer.url}file/")
    assert fetched.status_code == 200
    assert fetched.headers["Cache-Control"] == "private, no-store"
    return read_pages(b"".join(fetched.streaming_content))  # type: ignore[attr-defined]


def read_pages(made: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(BytesIO(made))
    try:
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]
    finally:
        document.close()


def numbers(pages: list[str]) -> list[int]:
    """The players of the pages that begin a list, in order."""
    return [int(found[1]) for page in pages if (found := re.search(r"Player (\d+), table", page))]


def test_sheets_are_sorted_by_folded_name_and_say_what_the_page_says(event: Event) -> None:
    client = sign_in("judge")
    pages = print_papers(client, event, "sheets")
    assert numbers(pages) == list(NAMES.values())
    assert len(pages) == 6  # one list has two pages
    records = list_records(event)
    first = {number: page for page in pages for number in numbers([page])}
    for entry in event.event_lists.filter(registration__state="confirmed").select_related("current", "registration"):
        page, record = first[entry.registration.number], records[entry.pk]
        assert f"{record.outcome.capitalize()} in Golden Age on 5 December 2026" in page
        assert entry.current is not None
        assert entry.current.fingerprint in page
        assert entry.registration.shown_name in page
        assert "Winter Open" in page
    assert {record.outcome for record in records.values()} == {"legal", "illegal", "uncertain"}
    assert "version 1, received 2026-12-02 22:00 CET (UTC+1), late by 7 seconds" in first[5]
    assert "on time" in first[1]
    assert "Sentinel Mark V" in first[1]
    (row,) = LogEntry.objects.filter(event=event.pk, action="lists-printed")
    assert (row.about, row.after) == ("papers:sheets", {"lists": 5})


def test_sheets_say_who_has_cleared_a_list_once_every_finding_is() -> None:
    desk = open_desk()
    entry = submit_list(make_player(desk.event, "Ann"), f"{UNREAD}\n1 Another Such Card")
    submit_list(make_player(desk.event, "Ben"), LEGAL)
    said = "Uncertain in Golden Age on 5 December 2026"
    rule(desk, entry)
    assert said in (page := print_papers(desk.browser("judge"), desk.event, "sheets")[0])
    assert "cleared" not in page
    rule(desk, entry, "head-judge", number=1)
    ann, ben = print_papers(desk.browser("judge"), desk.event, "sheets")
    assert f"{said}; cleared by judge, head-judge" in ann
    assert "cleared" not in ben


def test_lists_start_on_odd_pages_and_by_table_where_that_is_asked_for(event: Event) -> None:
    pages = print_papers(sign_in("judge"), event, "sheets", order="table", odd="on", paper="letter")
    assert numbers(pages) == [5, 4, 3, 2, 1]
    starts = [place for place, page in enumerate(pages, start=1) if numbers([page])]
    assert starts == [1, 3, 5, 7, 9]
    assert len(pages) == 9  # no empty page at the end
    assert [page for page in pages if not page] == [pages[1], pages[5], pages[7]]


def test_judges_lists_have_every_card_by_name(event: Event) -> None:
    pages = print_papers(sign_in("judge"), event, "judge-lists")
    assert numbers(pages) == list(NAMES.values())
    assert "60 Sentinel Mark V" in pages[numbers(pages).index(1)]
    assert sum("No Such Card" in page for page in pages) == 4  # three pages of the long list, one line elsewhere


def test_who_plays_prints_no_lists_but_who_is_missing(event: Event) -> None:
    user = make_user("organizer")
    give_role(event, user, "organizer")
    make_player(event, "Olga", user=user)
    client = sign_in("organizer")
    for kind in ("sheets", "judge-lists"):
        assert client.post(f"/events/{event.pk}/print/", {"kind": kind}).status_code == 404
    (page,) = print_papers(client, event, "missing")
    assert "Missing Marc (6) 3 missing" in page
    assert "Olga" in page
    assert "Zoë" not in page
    job = PaperJob.objects.create(event=event, kind="sheets", total=1, state=WorkState.DONE, file="x.pdf")
    assert client.get(f"/events/{event.pk}/print/{job.pk}/file/").status_code == 404
    assert sign_in("rival").get(f"/events/{event.pk}/print/").status_code == 404


def test_lists_that_are_not_locked_are_not_printed(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, BEFORE)
    Registration.objects.filter(event=event, number=2).update(asks_desk="Is this legal?")
    assert numbers(print_papers(sign_in("judge"), event, "sheets")) == [2]
    Registration.objects.filter(event=event).update(asks_desk="")
    answer = sign_in("judge").post(f"/events/{event.pk}/print/", {"kind": "sheets", "order": "name", "paper": "a4"})
    assert answer.status_code == 400
    assert "Lists are not locked until 2026-12-04 22:15 CET (UTC+1)" in answer.content.decode()


def test_a_scorekeeper_prints_seats_and_slips_with_names_alone(event: Event) -> None:
    give_role(event, make_user("keeper"), "scorekeeper")
    client = sign_in("keeper")
    assert client.post(f"/events/{event.pk}/print/", {"kind": "missing"}).status_code == 404
    (seats,) = print_papers(client, event, "seats")
    places = [seats.index(name) for name in [*list(NAMES)[:4], "Missing Marc", "Zoë"]]
    assert places == sorted(places)
    first, second = event.registrations.filter(number__in=(1, 2))
    RoundTable.objects.create(round=Round.objects.create(event=event, number=3), table=8, first=first, second=second)
    (slips,) = print_papers(client, event, "slips")
    for said in ("Table 8", "Round 3", first.shown_name, second.shown_name):
        assert said in slips
    assert "Sentinel" not in slips + seats
    assert "legal" not in (slips + seats).lower()


@pytest.mark.parametrize(("kind", "said"), [("sheets", "5 lists in one file"), ("seats", "6 players in one file")])
def test_the_page_says_what_is_in_the_file(event: Event, kind: str, said: str) -> None:
    sent = {"kind": kind, "order": "name", "paper": "a4"}
    page = sign_in("judge").post(f"/events/{event.pk}/print/", sent, follow=True).content.decode()
    assert said in page


def test_many_sheets_are_drawn_in_portions_and_anew_by_the_next_after_a_worker_died(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "PORTION", 2)
    asker = find_asker(event, make_user("judge").pk)
    job = services.start_papers(event, asker, "sheets", "name", {"paper": "a4"}, LOCKED)
    PaperJob.objects.filter(pk=job.pk).update(state=WorkState.RUNNING)
    job.refresh_from_db()
    dying = PaperDrawer().draw_portion(job)
    assert dying is not None
    assert (dying.drawn, dying.state) == (2, WorkState.RUNNING)
    PaperJob.objects.filter(pk=job.pk).update(until=timezone.now() - timedelta(seconds=1))
    assert services.work_on(job.pk)
    job.refresh_from_db()
    assert (job.state, job.drawn, job.total) == (WorkState.DONE, 5, 5)
    assert numbers(read_pages(drawing.find_file(job).read_bytes())) == list(NAMES.values())
    other = services.start_papers(event, asker, "sheets", "name", {"paper": "a4"}, LOCKED)
    event.roles.all().delete()
    services.work_on(other.pk)
    other.refresh_from_db()
    assert (other.state, other.file) == (WorkState.FAILED, "")


def test_the_api_prints_and_a_file_goes_after_a_day(event: Event, settings: Settings) -> None:
    client = Client(headers={"Authorization": f"Bearer {make_token(make_user('judge'), name='t', scope='write')[1]}"})
    path = f"/api/v1/events/{event.pk}/papers"
    assert client.post(path, {"kind": "books"}, content_type="application/json").status_code == 400
    made = client.post(path, {"kind": "sheets", "order": "table"}, content_type="application/json")
    assert made.status_code == 201
    assert (made.json()["state"], made.json()["total"], made.json()["drawn"]) == ("done", 5, 5)
    key = made.json()["key"]
    assert client.get(f"{path}/{key}").json() == made.json()
    fetched = client.get(f"{path}/{key}/file")
    assert numbers(read_pages(b"".join(fetched.streaming_content))) == [5, 4, 3, 2, 1]  # type: ignore[attr-defined]
    other = make_event()
    give_role(other, make_user("judge"), "judge")
    assert client.get(f"/api/v1/events/{other.pk}/papers/{key}").status_code == 404
    (settings.PAPER_DIR / "leftover.pdf").write_bytes(b"")
    PaperJob.objects.update(asked=timezone.now() - timedelta(days=1))
    assert client.get(f"{path}/{key}/file").status_code == 404
    assert services.delete_expired(10) == 1
    assert [each.name for each in settings.PAPER_DIR.iterdir()] == ["leftover.pdf"]
