"""The sample event shows a full desk: each tab of triage has something in it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.commands import run
from tests.events.making import make_user
from vsdb.events import clock, log
from vsdb.events.access import find_asker
from vsdb.events.models import Event, EventList
from vsdb.events.triage.loading import load_rows
from vsdb.events.triage.rows import count_tabs, list_tabs
from vsdb.events.verdicts.selectors import list_changes, list_records

pytestmark = pytest.mark.django_db


def test_every_tab_has_something_in_it() -> None:
    boss = make_user("boss")
    status, said, _ = run("load_sample_event", "--organizer", "boss")
    event = Event.objects.get(is_sample=True)
    assert status == 0
    assert f"/events/{event.pk}/desk/" in said
    rows = load_rows(event, find_asker(event, boss.pk), clock.get_now())
    counts = {tab.slug: count for tab, count in count_tabs(rows, list_tabs(with_cards=True))}
    assert [slug for slug, count in counts.items() if not count] == []
    assert {each.outcome for each in list_records(event).values()} == {"legal", "illegal", "uncertain"}
    assert len(list_changes(event)) >= 3
    assert list(log.find_faults(event.pk)) == []


def test_there_is_one_for_each_organizer_and_nobody_else_sees_it(client: Client) -> None:
    boss, other = make_user("boss"), make_user("other")
    for _ in range(2):
        run("load_sample_event", "--organizer", boss.username)
    event = Event.objects.get(is_sample=True)
    client.force_login(other)
    assert client.get(reverse("events:event", args=(event.pk,))).status_code == 404
    assert event.title not in client.get(reverse("events:index")).content.decode()
    client.force_login(boss)
    assert event.title in client.get(reverse("events:index")).content.decode()
    assert client.get(reverse("events:desk", args=(event.pk,))).status_code == 200
    assert EventList.objects.filter(event=event, current__isnull=False).count() == 13


def test_staff_load_it_by_a_button_and_nobody_else(client: Client) -> None:
    address = reverse("events:sample")
    assert client.post(address).status_code == 404
    client.force_login(make_user("ann"))
    assert client.post(address).status_code == 404
    assert f'action="{address}"' not in client.get(reverse("events:index")).content.decode()
    assert not Event.objects.exists()
    boss = make_user("boss")
    boss.is_staff = True
    boss.save()
    client.force_login(boss)
    assert f'action="{address}"' in client.get(reverse("events:index")).content.decode()
    assert client.post(address).headers["Location"] == reverse("events:desk", args=(Event.objects.get().pk,))
