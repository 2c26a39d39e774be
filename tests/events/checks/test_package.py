"""The package that a device takes along: what is in it, how large it is, and what it costs
(ORGANIZER, acceptance 25)."""

from __future__ import annotations

import gzip
import json
import random
import time
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.events.checks.checking import SENTINEL, add_phone, open_checked_desk
from tests.events.making import BEFORE, LOCKED, UNREAD, set_clock, submit_list
from tests.events.triage.triaging import Desk, open_desk
from vsdb.events.access import find_asker
from vsdb.events.checks import services
from vsdb.events.checks.package import build_package
from vsdb.events.checks.selectors import get_catalog
from vsdb.events.models import EventList, ListVerdict, ListVersion, Registration, Round, RoundTable
from vsdb.events.sample.loading import read_sample_list
from vsdb.events.verdicts.judging import get_event_question, judge_text

pytestmark = pytest.mark.django_db
MIB = 1024 * 1024


@pytest.fixture(autouse=True)
def _after_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, LOCKED)


def take(desk: Desk, role: str = "judge") -> dict[str, Any]:
    """The package as a device has it."""
    phone = add_phone(desk, role)
    asker = find_asker(desk.event, desk.people[role].pk)
    return json.loads(json.dumps(build_package(desk.event, asker, phone.device, phone.actor, LOCKED)))


def fill_event(desk: Desk, number: int) -> None:
    """So many players with lists of Riftbound, each of other cards, at the tables of a round."""
    chance = random.Random(number)  # noqa: S311
    titles = [card.title for card in get_catalog(desk.event).cards]
    names = ("annie", "ezreal", "irelia", "master-yi", "miss-fortune", "viktor")
    question = get_event_question(desk.event)
    judged = [judge_text(question, read_sample_list(name)) for name in names]
    players = Registration.objects.bulk_create(
        Registration(
            event=desk.event,
            number=place,
            shown_name=f"Player number {place}",
            sort_key=f"player number {place:05}",
            table=(place + 1) // 2,
        )
        for place in range(1, number + 1)
    )
    lists = EventList.objects.bulk_create(EventList(event=desk.event, registration=each) for each in players)
    versions = []
    for place, entry in enumerate(lists):
        one = judged[place % len(judged)]
        text = "\n".join(f"{chance.randint(1, 3)} {title}" for title in chance.sample(titles, 30))
        text += f"\n{place % 7 + 1} Unread Line of {place}" if place % 10 == 0 else ""
        fields = {"given": text, "text": text, "unread": int(place % 10 == 0), "fingerprint": one.fingerprint}
        versions.append(ListVersion(list=entry, number=1, by=1, received=BEFORE, **fields))
    ListVersion.objects.bulk_create(versions)
    for entry, version in zip(lists, versions, strict=True):
        entry.current = version
    EventList.objects.bulk_update(lists, ["current"])
    ListVerdict.objects.bulk_create(
        ListVerdict(
            version=version,
            format=one.question.fmt.slug,
            day=one.question.day,
            state="x",
            outcome=one.verdict.outcome,
            codes=one.codes,
            whole=one.whole,
            made=BEFORE,
        )
        for place, version in enumerate(versions)
        for one in (judged[place % len(judged)],)
    )
    newest = Round.objects.create(event=desk.event, number=1)
    RoundTable.objects.bulk_create(
        RoundTable(round=newest, table=place // 2 + 1, first=players[place], second=players[place + 1])
        for place in range(0, number - 1, 2)
    )


def test_has_what_a_judge_needs_without_a_network() -> None:
    desk, [entry] = open_checked_desk("Ann", text=UNREAD)
    services.start_check(desk.event, entry, actor=1, now=LOCKED)
    said = take(desk)
    assert (said["layout"], said["version"], said["complete"]) == ("vsdb-package", 1, True)
    assert said["expires"] == "2026-12-06T06:00:00Z"
    assert said["me"] == {"number": said["me"]["number"], "name": "judge", "may": ["check", "penalty", "note"]}
    [held] = said["lists"]
    assert held["lines"] == [["deck", "sentinel-mark-v-army", 60], ["deck", "?1", 1, "No Such Card At All"]]
    assert (held["outcome"], held["cleared"], held["findings"][0]["code"]) == ("uncertain", False, "unknown-card")
    cited = held["findings"][0]
    assert not cited["document"] or said["rules"][f"{cited['document']}/{cited['rule']}"]["heading"]
    assert said["cards"]["sentinel-mark-v-army"][0] == "Sentinel Mark V, Army"
    assert [(each["list"], each["state"], each["lines"][0]["key"]) for each in said["checks"]] == [
        (entry.pk, "open", SENTINEL)
    ]
    assert take(desk, "organizer")["me"]["may"] == []


def test_has_no_list_that_is_not_locked() -> None:
    desk, [entry, _] = open_checked_desk("Ann", "Bob")
    Registration.objects.filter(pk=entry.registration_id).update(reopened_until=desk.event.ends)
    said = take(desk)
    assert [each["player"] for each in said["lists"]] == [2]
    assert [each["number"] for each in said["players"]] == [1, 2]


def test_acceptance_25_for_1_000_players_is_small_quick_and_costs_no_query_a_row() -> None:
    counted = {}
    for number in (20, 1_000):
        desk = open_desk(game_id="riftbound", format="standard", title=f"Event of {number}")
        fill_event(desk, number)
        phone = add_phone(desk)
        asker = find_asker(desk.event, desk.people["judge"].pk)
        begun = time.process_time()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            said = build_package(desk.event, asker, phone.device, phone.actor, LOCKED)
        taken = time.process_time() - begun
        counted[number] = len(queries)
        packed = gzip.compress(json.dumps(said, ensure_ascii=False).encode())
    assert said["counts"] == {"players": 1_000, "lists": 1_000, "tables": 500, "checks": 0}
    assert len(packed) < MIB, "and 5 MiB are allowed"
    assert taken < 10
    assert counted[1_000] <= counted[20] + 2, "verdicts are read by the thousand"
    assert counted[20] <= 25


def test_the_page_packs_it_where_the_browser_takes_gzip() -> None:
    desk, _ = open_checked_desk("Ann")
    phone = add_phone(desk)
    judge = desk.browser("judge")
    address = desk.address(f"package/?device={phone.device.key}")
    answer = judge.get(address, headers={"accept-encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert json.loads(gzip.decompress(answer.content))["counts"]["lists"] == 1
    assert "no-store" in answer.headers["Cache-Control"]


def test_checks_cost_no_query_a_row() -> None:
    desk, lists = open_checked_desk(*(f"Player {number}" for number in range(12)))
    judge = desk.browser("judge")
    counted = []
    for some in (lists[:2], lists[2:]):
        for entry in some:
            check, _ = services.start_check(desk.event, entry, actor=1, now=LOCKED)
            services.save_counts(desk.event, check, {SENTINEL: 60}, actor=1, edition=None)
            services.end_check(desk.event, check, "matches", actor=1, now=LOCKED)
        with CaptureQueriesContext(connection) as queries:
            assert judge.get(desk.address("checks/")).status_code == 200
        counted.append(len(queries))
    assert counted[0] == counted[1]
    submit_list(lists[0].registration)
