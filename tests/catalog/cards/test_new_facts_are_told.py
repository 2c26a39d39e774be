"""Whoever keeps something that rests on the facts is told once others are stored."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from tests.commands import run
from vsdb.catalog.cards.models import Game
from vsdb.catalog.cards.signals import RenewedFacts, facts_changed

pytestmark = pytest.mark.django_db


@pytest.fixture
def told() -> Iterator[list[tuple[RenewedFacts, ...]]]:
    heard: list[tuple[RenewedFacts, ...]] = []

    def listen(renewed: tuple[RenewedFacts, ...], **_: object) -> None:
        heard.append(renewed)

    facts_changed.connect(listen)
    yield heard
    facts_changed.disconnect(listen)


def test_a_load_that_changes_a_game_tells_which_and_from_what_to_what(
    told: list[tuple[RenewedFacts, ...]], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    now = Game.objects.get(pk="riftbound").data_version
    Game.objects.filter(pk="riftbound").update(data_version="older")
    with django_capture_on_commit_callbacks(execute=True):
        run("load_reference")
    assert told == [(RenewedFacts("riftbound", "older", now),)]


def test_a_load_that_changes_nothing_tells_nothing(
    told: list[tuple[RenewedFacts, ...]], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        run("load_reference")
    assert told == []


def test_a_listener_that_fails_undoes_nothing(
    caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    def fail(**_: object) -> None:
        raise ValueError("no room")

    Game.objects.filter(pk="riftbound").update(data_version="older")
    facts_changed.connect(fail)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            assert run("load_reference")[0] == 0
    finally:
        facts_changed.disconnect(fail)
    assert "failed after new facts" in caplog.text
    assert Game.objects.get(pk="riftbound").data_version != "older"
