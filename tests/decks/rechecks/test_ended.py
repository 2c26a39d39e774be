"""A new day has only those decks judged anew whose verdict has ended."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.contrib.auth.models import User

from tests.commands import run
from tests.decks.rechecks.making import GAME, PLAIN, WITH_FLAME, ban, deck_of
from vsdb.catalog.cards.models import Game
from vsdb.decks import verdict_cache, verdict_records
from vsdb.decks.models import Deck, Judgement
from vsdb.decks.rechecks import selectors, services
from vsdb.decks.rechecks.models import Portion, Recheck, Standing, VerdictChange
from vsdb.operations import work

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]

TODAY, TURN = date(2026, 11, 20), date(2026, 11, 22)
DAY = timedelta(days=1)
GoTo = Callable[[date], None]


@pytest.fixture
def go_to(monkeypatch: pytest.MonkeyPatch) -> GoTo:
    """Another day is today."""
    return lambda day: monkeypatch.setattr(verdict_records, "get_today", lambda: day)


@pytest.fixture
def decks(go_to: GoTo) -> tuple[Deck, Deck, Deck]:
    """A plain deck, one with a card whose ban begins soon, and the same for a day before."""
    go_to(TODAY)
    ann = User.objects.create_user("ann", "ann@example.org")
    ban(TURN, version="with a ban to come")
    return deck_of(ann, PLAIN), deck_of(ann, WITH_FLAME), deck_of(ann, WITH_FLAME, as_of=TODAY)


def judged_on(day: date, go_to: GoTo) -> list[int]:
    """The decks that are judged on a day, by their keys."""
    go_to(day)
    if (recheck := services.work_on_ended(GAME)) is None:
        return []
    assert recheck.state == Recheck.State.DONE
    return [key for portion in recheck.portions.all() for key in portion.decks]


class TestANewDay:
    def test_has_those_judged_that_turn_on_it(self, decks: tuple[Deck, Deck, Deck], go_to: GoTo) -> None:
        assert judged_on(TODAY, go_to) == judged_on(TURN - DAY, go_to) == []
        assert judged_on(TURN, go_to) == [decks[1].pk]
        change = VerdictChange.objects.get()
        assert (change.before, change.after, change.as_of) == ("legal", "illegal", TURN)
        assert change.recheck == Recheck.objects.get()
        assert judged_on(TURN + 400 * DAY, go_to) == []

    def test_makes_up_for_nights_that_were_missed(self, decks: tuple[Deck, Deck, Deck], go_to: GoTo) -> None:
        assert judged_on(TURN + 5 * DAY, go_to) == [decks[1].pk]
        assert VerdictChange.objects.get().as_of == TURN + 5 * DAY

    def test_finds_what_newer_code_has_not_judged(self, decks: tuple[Deck, Deck, Deck], go_to: GoTo) -> None:
        Standing.objects.filter(deck=decks[2]).update(state="other code")
        assert judged_on(TODAY, go_to) == [decks[2].pk]

    def test_finds_what_a_look_at_another_day_has_kept(self, decks: tuple[Deck, Deck, Deck], go_to: GoTo) -> None:
        """Somebody asked how decks will stand: the verdict is kept, and how the deck stands isn't told by it."""
        fmt = verdict_cache.cards.get_reference(GAME).formats["golden-age"]
        verdict_cache.judge_decks_without_verdict(Deck.objects.all(), fmt, TURN)
        assert not VerdictChange.objects.exists()
        assert judged_on(TURN, go_to) == [decks[1].pk]
        assert VerdictChange.objects.exists()

    def test_leaves_out_what_has_a_format_that_is_gone(self, decks: tuple[Deck, Deck, Deck], go_to: GoTo) -> None:
        Deck.objects.filter(pk=decks[1].pk).update(format="gone")
        assert judged_on(TURN, go_to) == []

    def test_waits_for_the_recheck_that_is_under_way(self, decks: tuple[Deck, Deck, Deck], go_to: GoTo) -> None:
        of_all = services.begin(GAME, "a test")
        assert of_all is not None
        for portion in of_all.portions.all():  # recorded before midnight
            Portion.objects.filter(pk=portion.pk).update(state=Portion.State.DONE)
        assert judged_on(TURN, go_to) == [decks[1].pk]
        of_all.refresh_from_db()
        assert of_all.state == Recheck.State.DONE

    def test_gives_way_to_a_recheck_of_all(self, decks: tuple[Deck, Deck, Deck], go_to: GoTo) -> None:
        go_to(TURN)
        ended = services.begin_ended(GAME)
        assert ended is not None
        of_all = services.begin(GAME, "new facts", is_for_new_facts=True)
        assert of_all is not None
        assert of_all.total == 3
        ended.refresh_from_db()
        assert ended.state == Recheck.State.SUPERSEDED

    def test_is_no_recheck_of_all(self, decks: tuple[Deck, Deck, Deck], go_to: GoTo) -> None:
        assert judged_on(TURN, go_to)
        assert next(each for each in selectors.list_games_to_recheck() if each["game"] == GAME)["last"] is None
        assert services.begin(GAME, "new facts", is_for_new_facts=True) is not None

    def test_is_nothing_where_there_are_no_facts(self, decks: tuple[Deck, Deck, Deck]) -> None:
        Game.objects.filter(pk=GAME).update(data_version="")
        assert services.begin_ended(GAME) is None


class TestOperators:
    def test_catch_up_with_the_day(self, decks: tuple[Deck, Deck, Deck], go_to: GoTo) -> None:
        assert "verdicts of" not in run("catch_up")[1]
        Recheck.objects.all().delete()
        go_to(TURN)
        assert run("catch_up")[1] == f"{GAME}: verdicts of 1 stored deck: caught up\n"
        assert dict(Judgement.objects.filter(since=TURN).values_list("deck", "outcome")) == {decks[1].pk: "illegal"}

    def test_recheck_what_has_ended_alone(self, decks: tuple[Deck, Deck, Deck], go_to: GoTo) -> None:
        assert "all verdicts hold today" in run("recheck_decks", "--ended", "--game", GAME)[1]
        go_to(TURN)
        assert "1 of 1 decks checked" in run("recheck_decks", "--ended", "--game", GAME)[1]

    def test_are_told_of_a_missed_night_and_not_of_tonight(self, decks: tuple[Deck, Deck, Deck], go_to: GoTo) -> None:
        go_to(TURN)
        assert work.check_verdicts().state == "ok"
        go_to(TURN + DAY)
        assert work.check_verdicts().detail.startswith("1 stored deck not checked")
        assert judged_on(TURN + DAY, go_to) == [decks[1].pk]
        assert work.check_verdicts().state == "ok"
