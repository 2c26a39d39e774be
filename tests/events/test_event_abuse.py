"""What somebody with bad intentions would try at an event's desk, and what comes of it."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest
from django.http import Http404
from django.test import Client

from engine import InputError
from tests.events.making import (
    BEFORE,
    LEGAL,
    LOCKED,
    SHORT,
    START,
    give_role,
    make_event,
    make_player,
    make_user,
    set_clock,
    submit_list,
)
from vsdb.accounts.services import make_token
from vsdb.core.errors import ApplicationError
from vsdb.events import log
from vsdb.events.access import Asker, find_asker, is_disclosed_to
from vsdb.events.clock import find_zone, to_utc
from vsdb.events.lists import desk_services, services
from vsdb.events.models import Event, LogEntry, Penalty, Registration
from vsdb.events.notices.services import MAX_MESSAGES
from vsdb.events.planning import services as planning
from vsdb.events.registration import services as registration
from vsdb.events.transfer.event_file import export_event
from vsdb.events.transfer.event_import import import_event
from vsdb.events.transfer.services import plan_import, read_request
from vsdb.events.triage.ruling_views import read_seen

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch) -> Registration:
    """Ada plays at an event whose lists are locked."""
    set_clock(monkeypatch, LOCKED)
    return make_player(make_event(), "Ada", user=make_user("ada"))


def sign_in(event: Event, *roles: str) -> Client:
    """The browser of Olga, who has these roles."""
    client = Client()
    for role in roles:
        give_role(event, make_user("olga"), role)
    client.force_login(make_user("olga"))
    return client


def test_no_date_agreed_to_is_overtaken_by_the_end_of_the_event(player: Registration) -> None:
    agreed = START + timedelta(days=30)
    consent = {"what": "disclosure", "agreed": True, "text": "", "date": agreed.isoformat(), "round": None}
    Event.objects.filter(pk=player.event_id).update(stage="over", disclosure="everybody", disclosed_from="over")
    given = {"agreed_disclosure": "everybody", "agreed_from": "date", "consents": [consent]}
    Registration.objects.filter(pk=player.pk).update(**given)
    player.refresh_from_db()
    assert not is_disclosed_to(player.event, Asker(), player, START + timedelta(days=1))
    assert is_disclosed_to(player.event, Asker(), player, agreed)


def test_a_preview_of_lists_confirms_no_guess(player: Registration, monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, BEFORE)
    submit_list(player)
    sign_in(player.event, "organizer")
    asker = find_asker(player.event, make_user("olga").pk)
    asked = read_request("lists", "", [("Ada.txt", LEGAL.encode())])
    assert [each.kind for each in plan_import(player.event, asker, asked, BEFORE).rows] == ["changed"]


def test_who_has_read_lists_by_a_role_plays_no_more(player: Registration) -> None:
    event, olga = player.event, make_user("olga")
    client, entry = sign_in(event, "organizer"), submit_list(player)
    own = make_player(event, "Olga", user=olga, state="withdrawn")
    assert "Sentinel" in client.get(f"/events/{event.pk}/desk/lists/{entry.pk}/").content.decode()
    with pytest.raises(ApplicationError, match="read lists of others"):
        registration.confirm(event, own, log.get_actor(event, user=olga.pk), LOCKED)
    own.refresh_from_db()
    assert own.state == "withdrawn"


def test_a_judge_who_plays_reads_no_reasons_of_penalties_of_others(player: Registration) -> None:
    event, client = player.event, sign_in(player.event, "judge")
    own = make_player(event, "Olga", user=make_user("olga"))
    for each, reason in ((player, "Five Sentinels"), (own, "Came late")):
        Penalty.objects.create(registration=each, kind="warning", infraction="List", reason=reason, by=1)
    token = make_token(make_user("olga"), name="t", scope="write")[1]
    told = Client(headers={"Authorization": f"Bearer {token}"}).get(f"/api/v1/events/{event.pk}/penalties")
    pages = [
        client.get(f"/events/{event.pk}/penalties/"),
        client.get(f"/events/{event.pk}/players/{player.pk}/penalties/"),
    ]
    assert all(each.status_code == 200 for each in (told, *pages))
    assert not any("Five Sentinels" in each.content.decode() for each in (told, *pages))
    assert "Came late" in told.content.decode()
    Registration.objects.filter(pk=own.pk).update(state="withdrawn")
    assert "Five Sentinels" in client.get(f"/events/{event.pk}/penalties/").content.decode()


def test_a_new_code_shuts_out_browsers_that_gave_the_old_one(player: Registration) -> None:
    event, client = player.event, Client()
    guest, code = registration.register(event, shown_name="Guest", actor=1, now=LOCKED)
    assert client.post(f"/events/{event.pk}/enter/", {"code": code}).status_code == 302
    assert client.get(f"/events/{event.pk}/me/").status_code == 200
    registration.renew_code(event, guest, 1)
    assert client.get(f"/events/{event.pk}/me/").status_code == 404


def test_findings_that_a_judge_reads_with_a_token_are_logged(player: Registration) -> None:
    entry = submit_list(player, SHORT)
    give_role(player.event, make_user("olga"), "judge")
    token = make_token(make_user("olga"), name="t", scope="write")[1]
    caller = Client(headers={"Authorization": f"Bearer {token}"})
    assert caller.get(f"/api/v1/events/{player.event_id}/lists/{entry.pk}/rulings").status_code == 200
    assert LogEntry.objects.get(action="list-read").about == f"list:{entry.pk}"


def test_why_a_draft_cannot_be_accepted_quotes_nothing_of_it(player: Registration) -> None:
    entry = services.save_draft(player.event, player, 1, '{"layout": "Secret Card"', actor=1, received=BEFORE)
    entry.draft = '<?xml version="1.0"?><deck>Secret Card'
    entry.save()
    try:
        desk_services.accept_draft(player.event, entry, actor=1, now=LOCKED, edition=None)
    except ApplicationError as error:
        assert "Secret" not in error.message  # noqa: PT017 - where it can be read, there is nothing to refuse


def test_nonsense_moments_and_numbers_are_refused(player: Registration) -> None:
    for moment, zone in (
        (datetime.fromisoformat("0001-01-01T00:00"), "Europe/Berlin"),
        (datetime.fromisoformat("9999-12-31T23:00"), "America/New_York"),
    ):
        with pytest.raises(InputError, match="out of range"):
            to_utc(moment, find_zone(zone))
    with pytest.raises(Http404):
        read_seen(["9" * 5_000])


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("event", "starts"), "9999-12-31T23:59:59-12:00"),
        (("players", 0, "standing"), {"rank": float("nan")}),
        (("players", 0, "consents"), [{"agreed": True}]),
        (("players", 0, "consents"), [{"what": "disclosure", "agreed": True, "date": "soon"}]),
        (("lists", 0, "versions", 0, "verdicts", 0, "whole"), json.dumps({"findings": []})),
    ],
)
def test_a_forged_file_of_an_event_is_refused(
    player: Registration, place: tuple[str | int, ...], value: object
) -> None:
    submit_list(player)
    said = export_event(player.event, None, LOCKED)
    *way, last = place
    at = said
    for step in way:
        at = at[step]  # type: ignore[index]
    at[last] = value  # type: ignore[index]
    with pytest.raises(InputError):
        import_event(said, make_user("eve").pk, LOCKED)
    assert Event.objects.count() == 1


def test_what_somebody_makes_is_bounded(player: Registration, monkeypatch: pytest.MonkeyPatch) -> None:
    event, eve = player.event, make_user("eve").pk
    words = {"subject": "Buy", "text": "Now"}
    client = sign_in(event, "judge")
    for _ in range(MAX_MESSAGES):
        log.record(event, 1, "message-to-all")
    assert client.post(f"/events/{event.pk}/notices/message/", words).status_code == 409
    monkeypatch.setattr(planning, "MAX_OPEN", 1)
    fields = {"game_id": "vs-classic", "title": "T", "starts": START, "ends": START, "format": "golden-age"}
    give_role(event, make_user("eve"), "head-organizer")  # what others give doesn't count
    planning.create_event(fields, eve, LOCKED)
    with pytest.raises(ApplicationError, match="maximum"):
        planning.create_event(fields, eve, LOCKED)
    monkeypatch.setattr(services, "MAX_VERSIONS", 1)
    set_clock(monkeypatch, BEFORE)
    sent = {"actor": 1, "received": BEFORE, "now": BEFORE}
    services.submit(event, player, 1, LEGAL, **sent)
    with pytest.raises(ApplicationError, match="maximum"):
        services.submit(event, player, 1, SHORT, **sent)
