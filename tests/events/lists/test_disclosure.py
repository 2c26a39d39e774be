"""Who reads whose list, at each level of disclosure and from each of its moments."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from tests.events.making import (
    BEFORE,
    LEGAL,
    LOCKED,
    START,
    give_role,
    make_event,
    make_player,
    make_user,
    set_clock,
    submit_list,
)
from vsdb.events.models import Event, Registration, Round, RoundTable

pytestmark = pytest.mark.django_db
READERS = ("opponent", "in-cut", "player", "stranger")
CARD = "Sentinel Mark V"
#: Who reads the list of a player of the cut, by level.
LEVELS = {
    "nobody": (),
    "opponent": ("opponent",),
    "cut": ("opponent", "in-cut"),
    "participants": ("opponent", "in-cut", "player"),
    "everybody": READERS,
}


def start_round(event: Event, number: int) -> None:
    """A round in which the first two registrations meet."""
    players = event.registrations.order_by("number")
    RoundTable.objects.create(
        round=Round.objects.create(event=event, number=number), table=1, first=players[0], second=players[1]
    )


#: By moment of disclosure: what is so just before, what happens then, and when that is asked about.
MOMENTS: dict[str, Callable[[Event], None]] = {
    "lock": lambda event: None,
    "round": lambda event: start_round(event, 2),
    "cut": lambda event: Event.objects.filter(pk=event.pk).update(cut_at=LOCKED),
    "over": lambda event: Event.objects.filter(pk=event.pk).update(stage="over"),
    "date": lambda event: Event.objects.filter(pk=event.pk).update(disclosed_at=LOCKED),
}


class World:
    """An event with the owner of a list, an opponent, another in the cut, another player, and a stranger."""

    def __init__(self, level: str, moment: str) -> None:
        self.event = make_event(
            stage="running",
            disclosure=level,
            disclosed_from=moment,
            disclosed_round=2 if moment == "round" else None,
            disclosed_at=START + timedelta(hours=5) if moment == "date" else None,
        )
        agreed = {"agreed_disclosure": level, "agreed_from": moment}
        self.owner = make_player(self.event, "Owner", is_in_cut=True, **agreed)
        self.browsers = {name: Client() for name in READERS}
        for name in READERS[:-1]:
            user = make_user(name)
            make_player(self.event, name, user=user, is_in_cut=name == "in-cut", **agreed)
            self.browsers[name].force_login(user)
        self.entry = submit_list(self.owner, LEGAL)
        start_round(self.event, 1)

    def list_readers(self) -> tuple[str, ...]:
        """Who reads the list now: by its page, by the page of open lists and over HTTP."""
        found = []
        for name, browser in self.browsers.items():
            page = browser.get(f"/events/{self.event.pk}/open-lists/{self.entry.pk}/")
            listed = browser.get(f"/events/{self.event.pk}/open-lists/").content.decode()
            reads = page.status_code == 200
            assert reads == (CARD in page.content.decode())
            assert reads == (f"open-lists/{self.entry.pk}/" in listed)
            if reads:
                found.append(name)
        return tuple(found)


@pytest.mark.parametrize("level", LEVELS)
def test_each_level_opens_to_its_readers_and_to_nobody_else(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, LOCKED)
    world = World(level, "lock")
    assert world.list_readers() == LEVELS[level]
    Registration.objects.filter(pk=world.owner.pk).update(agreed_disclosure="nobody")
    assert world.list_readers() == ()


@pytest.mark.parametrize("moment", MOMENTS)
def test_each_moment_opens_lists_once_it_is_there(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, BEFORE if moment == "lock" else LOCKED)
    world = World("everybody", moment)
    assert world.list_readers() == ()
    set_clock(monkeypatch, LOCKED)
    MOMENTS[moment](world.event)
    # A date counts once the event is over, unless the player has agreed to that date.
    assert world.list_readers() == READERS


def test_who_agreed_to_less_is_read_by_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, LOCKED)
    world = World("everybody", "lock")
    Registration.objects.filter(pk=world.owner.pk).update(agreed_disclosure="participants", agreed_from="over")
    assert world.list_readers() == ()
    Event.objects.update(stage="over")
    assert world.list_readers() == READERS[:-1]


def test_a_judge_who_plays_reads_what_is_disclosed_without_the_versions_before(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, LOCKED)
    world = World("participants", "lock")
    submit_list(world.owner, "60 Sentinel Mark II, Army")
    give_role(world.event, make_user("player"), "judge")
    browser = world.browsers["player"]
    assert "Mark II" in browser.get(f"/events/{world.event.pk}/open-lists/{world.entry.pk}/").content.decode()
    page = browser.get(f"/events/{world.event.pk}/desk/lists/{world.entry.pk}/").content.decode()
    assert "Sentinel" not in page
    assert "closed to you until it is over" in page
