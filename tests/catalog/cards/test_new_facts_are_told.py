"""Whatever rests on the facts follows them once others are stored, each follower by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from tests.commands import run
from vsdb.catalog.cards import followers
from vsdb.catalog.cards.followers import Follower, RenewedFacts, list_followers_behind, register_follower
from vsdb.catalog.cards.models import FactsMark, Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def followed_by() -> Iterator[Callable[[Callable[[RenewedFacts], object]], None]]:
    """Enters a follower that has seen all facts until now."""

    def enter(follow: Callable[[RenewedFacts], object]) -> None:
        register_follower(Follower("a-test", "follower of a test", 90, follow))
        for game in Game.objects.all():
            FactsMark.objects.create(game=game, follower="a-test", taken=game.data_version)

    yield enter
    followers._followers.pop("a-test", None)


def behind() -> list[RenewedFacts]:
    return [each.facts for each in list_followers_behind() if each.follower.name == "a-test"]


def test_a_load_that_changes_a_game_tells_which_and_from_what_to_what(
    followed_by: Callable[[Callable[[RenewedFacts], object]], None],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    told: list[RenewedFacts] = []
    now = Game.objects.get(pk="riftbound").data_version
    Game.objects.filter(pk="riftbound").update(data_version="older")
    followed_by(told.append)
    with django_capture_on_commit_callbacks(execute=True):
        run("load_reference")
    assert told == [RenewedFacts("riftbound", "older", now)]
    assert behind() == []
    assert FactsMark.objects.get(follower="a-test", game="riftbound").taken == now


def test_a_load_that_changes_nothing_tells_nothing(
    followed_by: Callable[[Callable[[RenewedFacts], object]], None],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    told: list[RenewedFacts] = []
    followed_by(told.append)
    with django_capture_on_commit_callbacks(execute=True):
        run("load_reference")
    assert told == []


def test_a_follower_that_fails_undoes_nothing_stays_behind_and_follows_later(
    followed_by: Callable[[Callable[[RenewedFacts], object]], None],
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    room: list[str] = []
    told: list[RenewedFacts] = []

    def follow(facts: RenewedFacts) -> None:
        if not room:
            raise ValueError("no room")
        told.append(facts)

    now = Game.objects.get(pk="riftbound").data_version
    Game.objects.filter(pk="riftbound").update(data_version="older")
    followed_by(follow)
    with django_capture_on_commit_callbacks(execute=True):
        assert run("load_reference")[0] == 0
    assert "can't follow the facts of riftbound" in caplog.text
    assert Game.objects.get(pk="riftbound").data_version == now
    mark = FactsMark.objects.get(follower="a-test", game="riftbound")
    assert (mark.taken, mark.failures, mark.problem) == ("older", 1, "ValueError: no room")
    assert mark.since is not None
    assert FactsMark.objects.get(follower="changes", game="riftbound").taken == now
    room.append("room")
    with django_capture_on_commit_callbacks(execute=True):
        run("load_reference")  # changes nothing, and lets catch up
    assert told == [RenewedFacts("riftbound", "older", now)]
    mark.refresh_from_db()
    assert (mark.taken, mark.failures, mark.problem, mark.since) == (now, 0, "", None)


def test_facts_that_come_back_need_no_follower(
    followed_by: Callable[[Callable[[RenewedFacts], object]], None],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    told: list[RenewedFacts] = []
    followed_by(told.append)
    Game.objects.filter(pk="riftbound").update(data_version="newer")
    assert behind() != []
    with django_capture_on_commit_callbacks(execute=True):
        run("load_reference")
    assert told == []
