"""A player's pages of their own list: checked, submitted, locked, and shown by a receipt."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.decks.stored import deck_of
from tests.events.making import (
    BEFORE,
    DEADLINE,
    LEGAL,
    SHORT,
    UNREAD,
    make_event,
    make_player,
    make_user,
    set_clock,
    submit_list,
)
from vsdb.events.lists.views import build_digest
from vsdb.events.models import Event, EventList, ListVersion, LogEntry, Registration

pytestmark = pytest.mark.django_db
LOCK = DEADLINE + timedelta(minutes=15)


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch, client: Client) -> Registration:
    """Ada plays, and is signed in."""
    set_clock(monkeypatch, BEFORE)
    ada = make_user("ada")
    client.force_login(ada)
    return make_player(make_event(), "Ada", user=ada)


def address(player: Registration, behind: str = "1/") -> str:
    """Where her list is."""
    return f"/events/{player.event_id}/list/{behind}"


def send(client: Client, player: Registration, do: str, status: int = 303, **words: Any) -> str:
    """The page that answers a form."""
    answer = client.post(address(player), {"do": do, **words}, follow=status == 303)
    assert answer.redirect_chain[0][1] == 303 if status == 303 else answer.status_code == status
    return answer.content.decode()


class TestSubmitting:
    """A list is checked first, then submitted."""

    def test_checking_shows_verdict_and_repair_and_keeps_a_draft(self, client: Client, player: Registration) -> None:
        page = send(client, player, "check", deck=SHORT)
        for said in (
            "Not submitted yet",
            "A draft is not submitted",
            "<b>Illegal</b>",
            "Smallest repair",
            "add 1 card",
            "Together, counting each card once: add at least 1, so 1 change",
            '<span class="soft">no card</span>',
            "Card to add</label>",
        ):
            assert said in page, said
        assert "at least 0" not in page
        assert ListVersion.objects.count() == 0
        page = send(client, player, "submit", deck=LEGAL, edition=EventList.objects.get().edition)
        assert "version 1 · fingerprint <span" in page
        for said in ("Submitted: version 1", "<b>Legal</b>", "2026-12-02 22:00 CET (UTC+1)", "on time"):
            assert said in page
        assert "Not submitted yet" not in page
        assert "Draft</h2>" not in page

    def test_a_second_version_shows_what_differs(self, client: Client, player: Registration) -> None:
        send(client, player, "submit", deck=LEGAL)
        page = send(client, player, "submit", deck=SHORT, confirm=build_digest(SHORT), edition=2)
        assert "Version 2</b> (current)" in page
        assert "60 to 59" in page

    def test_a_list_that_is_not_legal_asks_before_it_is_submitted(self, client: Client, player: Registration) -> None:
        for number, (text, said) in enumerate(((SHORT, "it is illegal"), (UNREAD, "it is not certainly legal"))):
            page = send(client, player, "submit", deck=text)
            assert f"This list is not submitted: {said}" in page
            assert "Smallest repair" in page
            assert ListVersion.objects.count() == number
            send(client, player, "submit", deck=text, confirm=build_digest(LEGAL))
            assert ListVersion.objects.count() == number  # a confirmation is for one text alone
            assert f'name="confirm" value="{build_digest(text)}"' in page
            assert "Submit anyway" in page
            page = send(client, player, "submit", deck=text, confirm=build_digest(text))
            assert f"Submitted: version {number + 1}" in page
            assert "Draft</h2>" not in page
            assert "Use the repaired list" in page
            assert f'<a href="/events/{player.event_id}/me/">Your page</a>' in page
        assert "Smallest repair</a>" in client.get(address(player)).content.decode()

    def test_what_cannot_be_read_stays_in_the_form_and_as_a_draft(self, client: Client, player: Registration) -> None:
        page = send(client, player, "submit", 400, deck="# no cards here")
        assert "The list has no cards" in page
        assert "# no cards here" in page
        assert EventList.objects.get().draft == "# no cards here"
        assert "<textarea" in send(client, player, "submit", 400, deck="")
        page = send(client, player, "check", deck=UNREAD, edition=2)
        assert "<b>Uncertain</b>" in page
        assert "No Such Card At All" in page

    def test_a_file_or_a_deck_of_ones_own_gives_the_list(self, client: Client, player: Registration) -> None:
        deck = deck_of(player.user, title="Mine", text=LEGAL)
        send(client, player, "check", file=SimpleUploadedFile("list.txt", SHORT.encode()), deck="")
        assert EventList.objects.get().draft.strip() == SHORT
        send(client, player, "copy", stored=deck.pk)
        assert EventList.objects.get().draft.strip() == LEGAL
        other = deck_of(make_user("bob"), title="Hidden", text=SHORT)
        assert "no deck" in send(client, player, "copy", 400, link=f"http://testserver/decks/{other.pk}/").lower()
        page = send(client, player, "submit", deck=f"http://testserver/decks/{deck.pk}/")
        assert "Submitted: version 1" in page

    def test_two_browsers_see_each_others_text(self, client: Client, player: Registration) -> None:
        send(client, player, "check", deck=LEGAL, edition=0)
        page = send(client, player, "submit", 409, deck=SHORT, edition=0)
        assert "It is at edition 2, yours was 0" in page
        assert page.count(LEGAL) >= 1
        assert SHORT in page


class TestDeadlinePages:
    """Acceptance 1, 2 and 3 of the desk: no worker, no broker, no timer runs in these tests."""

    def test_it_locks_on_time_by_the_clock_alone(
        self, client: Client, player: Registration, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        send(client, player, "submit", deck=LEGAL)
        set_clock(monkeypatch, DEADLINE)
        assert 'value="submit"' in client.get(address(player)).content.decode()
        set_clock(monkeypatch, DEADLINE + timedelta(milliseconds=1))
        assert "Submit late" in client.get(address(player)).content.decode()
        page = send(client, player, "submit", deck=SHORT, confirm=build_digest(SHORT), edition=2)
        assert "late by 1 second" in page
        set_clock(monkeypatch, LOCK + timedelta(milliseconds=1))
        page = client.get(address(player)).content.decode()
        assert "Lists are locked since" in page
        assert 'value="submit"' not in page
        page = send(client, player, "submit", 409, deck=UNREAD, edition=3)
        assert "ask the desk" in page
        assert "No Such Card At All" in page
        entry = EventList.objects.get()
        assert (entry.draft, entry.current and entry.current.number) == (UNREAD, 2)
        page = send(client, player, "ask")
        assert "Judges may read your list and your draft" in page
        assert LogEntry.objects.filter(action="desk-asked").get().after == {"asks": True}

    def test_an_event_that_is_over_shows_ones_list_without_a_form(
        self, client: Client, player: Registration, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        submit_list(player)
        Event.objects.update(stage="over")
        page = client.get(address(player)).content.decode()
        assert "Sentinel Mark V" in page
        assert 'name="deck"' not in page


class TestWhoSees:
    """One's own list is for oneself."""

    def test_others_get_404_and_so_does_an_event_without_lists(self, client: Client, player: Registration) -> None:
        assert client.get(address(player, "")).status_code == 200
        assert client.get(address(player, "2/")).status_code == 404
        stranger = Client()
        assert stranger.get(address(player)).status_code == 404
        assert stranger.post(address(player), {"do": "submit", "deck": LEGAL}).status_code == 404
        other = make_event(lists="none")
        make_player(other, "Ada", user=player.user)
        assert client.get(f"/events/{other.pk}/list/").status_code == 404


class TestReceipt:
    """A receipt stands alone."""

    def test_it_has_everything_within_and_names_no_card(self, client: Client, player: Registration) -> None:
        assert client.get(address(player, "1/receipt/")).status_code == 404
        entry = submit_list(player, SHORT)
        answer = client.get(address(player, "1/receipt/?download"))
        page = answer.content.decode()
        assert 'filename="receipt-' in answer.headers["Content-Disposition"]
        assert entry.current is not None
        own = f'<a href="http://testserver{address(player)}">Your list</a>'
        for said in (
            own,
            "<dt>Date</dt>",
            "2026-12-05 10:00 CET",
            "Winter Open",
            "1: Ada",
            "Illegal in Golden Age",
            "1 error",
            entry.current.fingerprint,
            "<svg",
        ):
            assert said in page
        assert "Sentinel" not in page
        assert "<link" not in page
        assert "<script" not in page
        assert "src=" not in page


class TestTeams:
    """Several lists for an entry."""

    def test_each_has_its_page_and_the_team_its_verdict(self, client: Client, player: Registration) -> None:
        Event.objects.update(lists_per_entry=2, format="silver-age")
        player.event.refresh_from_db()
        page = client.get(address(player, "")).content.decode()
        assert page.count("not submitted yet") == 2
        assert client.get(address(player, "2/")).status_code == 200
        assert client.get(address(player, "3/")).status_code == 404


class TestCost:
    """Queries are bounded."""

    def test_the_page_of_a_list(
        self, client: Client, player: Registration, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        for number in range(12):
            submit_list(player, f"{60 + number} Sentinel Mark V, Army")
        client.get(address(player))
        with django_assert_max_num_queries(20):
            client.get(address(player))
