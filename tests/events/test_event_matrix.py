"""Every address of events, pages and API, asked by everybody (ORGANIZER, acceptance 6 and 7)."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings

from tests.decks.world import KWARGS, patterns
from tests.events.making import BEFORE, give_role, set_clock
from tests.events.matrix import ADDRESSES, ASKERS
from tests.events.matrix_world import ABSENT, ROLES, MatrixWorld
from vsdb.events.models import Event
from vsdb.events.urls import API_PATTERNS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _before_the_lock(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> None:
    set_clock(monkeypatch, BEFORE)
    settings.PAPER_DIR = tmp_path
    settings.API_RATE = settings.API_CHECK_RATE = settings.API_WRITE_RATE = ""


@pytest.fixture
def world() -> MatrixWorld:
    return MatrixWorld()


class TestTheTable:
    def test_has_every_address_of_events(self) -> None:
        calls = {f"api:{each.name}" for each in API_PATTERNS}
        named = {name for name, _, _ in patterns() if name.startswith("events:")} | calls
        assert named - set(ADDRESSES) == set(), "new addresses: give them rows in tests/events/matrix.py"
        assert set(ADDRESSES) - named == set(), "addresses that are no longer there"

    def test_knows_every_word_of_the_addresses(self, world: MatrixWorld) -> None:
        words = {word for name in ADDRESSES for word in KWARGS[name]}
        assert words - set(world.words) == set(), "make rows of these in tests/events/matrix_world.py"


@pytest.mark.parametrize("who", ASKERS)
def test_acceptance_6_everybody_gets_what_the_table_says(world: MatrixWorld, who: str) -> None:
    at = ASKERS.index(who)
    wrong = []
    for name, row in ADDRESSES.items():
        for method, statuses in row.methods.items():
            status, text = world.ask(who, name, method, row)
            if status != statuses[at]:
                wrong.append((name, method, f"{status} instead of {statuses[at]}", text[:300]))
    assert wrong == []


@pytest.mark.parametrize("who", ["organizer", "scorekeeper", "player", "rival", "stranger"])
def test_acceptance_6_what_somebody_may_not_see_is_as_absent(world: MatrixWorld, who: str) -> None:
    """An address that isn't theirs, and each one of a draft, answer as those of an event that there isn't."""
    at, wrong = ASKERS.index(who), []
    for name, row in ADDRESSES.items():
        if "event" not in KWARGS[name]:
            continue
        for method, statuses in row.methods.items():
            if statuses[at] == 404 and set(statuses) != {404}:  # else there is no such row for anybody
                absent = world.ask(who, name, method, row, event=ABSENT)
                if world.ask(who, name, method, row) != absent:
                    wrong.append((name, method))
    if who in ("player", "rival", "stranger"):
        Event.objects.filter(pk=world.event.pk).update(stage=Event.Stage.DRAFT)
        for name, row in ADDRESSES.items():
            for method in row.methods if "event" in KWARGS[name] else ():
                absent = world.ask(who, name, method, row, event=ABSENT)
                # A stranger may be asked to sign in, whether or not there is such an event.
                is_refused = absent[0] == 404 or (who == "stranger" and absent[0] in (302, 401))
                if not is_refused or world.ask(who, name, method, row) != absent:
                    wrong.append((name, method, "draft", absent[0]))
    assert wrong == []


def test_acceptance_7_another_event_s_rows_are_absent_under_one_s_own_event(world: MatrixWorld) -> None:
    """Who has every role asks each address of the own event with the number of a row of the other one."""
    for role in ROLES:
        if role != "head-organizer":
            give_role(world.event, world.users["head-organizer"], role)
    walked, wrong = 0, []
    for name, row in ADDRESSES.items():
        for word in world.list_children(name):
            for method in row.methods:
                for who in ("head-organizer", "player"):
                    status, text = world.ask(who, name, method, row, **{word: world.others[word]})
                    walked += 1
                    if status != 404:
                        wrong.append((name, method, who, word, status, text[:200]))
    assert wrong == []
    assert walked >= 4
