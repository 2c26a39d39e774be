"""After a ban every stored deck is judged once more, and whose verdict changed is recorded once."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries as CountQueries

from tests.decks.rechecks.making import GAME, PLAIN, WITH_FLAME, ban, begun, changes, deck_of, lift_bans, rechecked
from vsdb.accounts.viewers import Viewer
from vsdb.decks import services as deck_services
from vsdb.decks import verdict_cache, verdict_records
from vsdb.decks.models import Deck, DeckCard, Judgement
from vsdb.decks.rechecks import selectors, services
from vsdb.decks.rechecks.models import Portion, Recheck, Standing, VerdictChange
from vsdb.decks.rechecks.selectors import report
from vsdb.decks.search.context import index_missing
from vsdb.decks.services import Snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


class TestABan:
    def test_changes_the_decks_that_hold_the_card_and_no_other(self, ann: User) -> None:
        plain, flame = deck_of(ann, PLAIN), deck_of(ann, WITH_FLAME)
        ban()
        recheck = rechecked()
        assert recheck.state == Recheck.State.DONE
        assert changes() == [(flame.pk, "legal", "illegal", ("banned",), ())]
        assert VerdictChange.objects.get().recheck == recheck
        state = verdict_records.get_facts_state(GAME)
        assert dict(Judgement.objects.values_list("deck", "outcome")) == {plain.pk: "legal", flame.pk: "illegal"}
        assert set(Judgement.objects.values_list("state", flat=True)) == {state}

    def test_leaves_a_deck_alone_whose_own_day_lies_before_it(self, ann: User) -> None:
        early = deck_of(ann, WITH_FLAME, as_of=date(2009, 12, 31))
        late = deck_of(ann, WITH_FLAME, as_of=date(2010, 1, 1))
        ban(date(2010, 1, 1))
        rechecked()
        assert [deck for deck, *_ in changes()] == [late.pk]
        assert dict(Judgement.objects.values_list("deck", "as_of"))[early.pk] == date(2009, 12, 31)

    def test_that_is_lifted_changes_them_back(self, ann: User) -> None:
        flame = deck_of(ann, WITH_FLAME)
        ban()
        rechecked()
        lift_bans()
        rechecked()
        assert changes()[1:] == [(flame.pk, "illegal", "legal", (), ("banned",))]
        assert selectors.map_latest_changes([flame.pk])[flame.pk].after == "legal"

    def test_of_a_deck_that_was_illegal_before_is_a_change_of_its_codes(self, ann: User) -> None:
        deck_of(ann, "4 Flame Trap\n")
        ban()
        assert report(rechecked()).rows == [{"decks": 1, "said": "still illegal"}]
        assert changes()[0][1:] == ("illegal", "illegal", ("banned",), ())

    def test_is_recorded_once_however_often_decks_are_rechecked(self, ann: User) -> None:
        deck_of(ann, WITH_FLAME)
        ban()
        first, second = rechecked(), rechecked()
        assert first != second
        assert len(changes()) == 1

    def test_is_no_change_of_a_deck_that_was_edited_since(self, ann: User) -> None:
        deck = deck_of(ann, PLAIN)
        ban()
        deck_services.save(deck.pk, Viewer(ann.pk), 1, Snapshot(title="Deck", format="golden-age", text=WITH_FLAME))
        rechecked()
        assert changes() == []

    def test_tells_of_no_change_that_an_edit_has_made_past(self, ann: User) -> None:
        deck = deck_of(ann, WITH_FLAME)
        ban()
        rechecked()
        assert set(selectors.map_latest_changes([deck.pk])) == {deck.pk}
        deck_services.save(deck.pk, Viewer(ann.pk), 1, Snapshot(title="Deck", format="golden-age", text=PLAIN))
        assert selectors.map_latest_changes([deck.pk]) == {}
        assert [each.deck_id for each in selectors.list_verdict_changes(Deck.objects.all())] == [deck.pk]

    def test_that_somebody_s_look_finds_first_is_recorded_then_and_not_again(self, ann: User) -> None:
        deck = deck_of(ann, WITH_FLAME)
        ban()
        assert verdict_cache.map_own_outcomes([deck], timezone.localdate()) == {deck.pk: "illegal"}
        rechecked()
        assert VerdictChange.objects.get().recheck is None

    def test_is_seen_after_days_on_which_nobody_looked(self, ann: User) -> None:
        deck_of(ann, WITH_FLAME)
        long_ago = timezone.localdate() - timedelta(days=400)
        Standing.objects.update(as_of=long_ago)
        ban()
        rechecked()
        assert VerdictChange.objects.get().day_before == long_ago

    def test_asked_for_another_day_or_format_says_nothing_of_how_a_deck_stands(self, ann: User) -> None:
        deck = deck_of(ann, WITH_FLAME)
        ban()
        for fmt, day in (("golden-age", date(2011, 1, 1)), ("big-deck", timezone.localdate())):
            found = verdict_cache.cards.get_reference(GAME).format(fmt)
            assert found is not None
            verdict_cache.judge_decks_without_verdict(Deck.objects.all(), found, day)
        assert Judgement.objects.filter(deck=deck).count() == 2
        assert changes() == []
        rechecked()
        assert [each[:3] for each in changes()] == [(deck.pk, "legal", "illegal")]

    def test_by_facts_that_are_not_those_of_the_game_any_more_is_not_recorded(self, ann: User) -> None:
        deck = deck_of(ann, WITH_FLAME)
        ban()
        rechecked()
        deck.refresh_from_db()
        late = Judgement(deck=deck, edition=1, format="golden-age", as_of=timezone.localdate(), state="older facts")
        late.outcome = "legal"
        verdict_records.store_verdicts([late], timezone.localdate())
        assert len(changes()) == 1
        assert Standing.objects.get().outcome == "illegal"


class TestAVerdictThatIsAsBefore:
    """It gets the state of the newer facts and nothing else."""

    def test_is_kept_in_its_row(self, ann: User) -> None:
        plain = deck_of(ann, PLAIN, as_of=date(2009, 12, 31))
        rechecked()
        before = Judgement.objects.values().get(deck=plain), Standing.objects.values().get(deck=plain)
        ban()
        rechecked()
        state = verdict_records.get_facts_state(GAME)
        after = Judgement.objects.values().get(deck=plain), Standing.objects.values().get(deck=plain)
        assert after == tuple({**each, "state": state} for each in before)
        assert before[0]["state"] != state

    def test_is_written_whole_where_its_span_is_another_one(self, ann: User) -> None:
        flame = deck_of(ann, WITH_FLAME)
        rechecked()
        ban(date(2099, 1, 1))
        rechecked()
        last = date(2098, 12, 31)
        assert Judgement.objects.values_list("outcome", "until").get(deck=flame) == ("legal", last)
        assert Standing.objects.values_list("outcome", "until").get(deck=flame) == ("legal", last)
        assert changes() == []

    def test_stands_for_today(self, ann: User) -> None:
        plain, dated = deck_of(ann, PLAIN), deck_of(ann, PLAIN, as_of=date(2009, 12, 31))
        Standing.objects.filter(deck=plain).update(as_of=timezone.localdate() - timedelta(days=9))
        ban()
        rechecked()
        days = dict(Standing.objects.values_list("deck", "as_of"))
        assert days == {plain.pk: timezone.localdate(), dated.pk: date(2009, 12, 31)}
        assert set(Standing.objects.values_list("state", flat=True)) == {verdict_records.get_facts_state(GAME)}

    def test_is_kept_anew_where_it_is_thrown_away_meanwhile(self, ann: User) -> None:
        plain, other = deck_of(ann, PLAIN), deck_of(ann, PLAIN)
        rechecked()
        ban()
        recheck = begun()
        thrown_away = []

        def throw_away(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            if sql.startswith('UPDATE "decks_judgement"') and not thrown_away:
                thrown_away.append(sql)
                Judgement.objects.filter(deck=plain).delete()
            return execute(sql, params, many, context)

        with connection.execute_wrapper(throw_away):
            services.work(recheck.pk)
        assert thrown_away
        state = verdict_records.get_facts_state(GAME)
        assert set(Judgement.objects.values_list("deck", "state")) == {(plain.pk, state), (other.pk, state)}


class TestOneReadOfAList:
    def test_writes_what_the_deck_is_found_by_too(self, ann: User, django_assert_num_queries: CountQueries) -> None:
        deck = deck_of(ann, WITH_FLAME)
        deck.cards.filter(slug="flame-trap").delete()
        deck.cards.update(count=3)
        DeckCard.objects.create(deck=deck, section="deck", slug="gone", count=1)
        Deck.objects.update(size=3, glance={})
        ban()
        rechecked()
        found = Deck.objects.get()
        assert set(found.cards.values_list("slug", "count")) == {("flame-trap", 4), ("sentinel-mark-v-army", 56)}
        assert (found.size, found.glance, found.facts) == (60, deck.glance, "with a ban")
        with django_assert_num_queries(1):  # nothing is left to be read anew
            assert index_missing(Deck.objects.all(), {GAME: "with a ban"}) == 0

    def test_leaves_alone_what_is_read_by_these_facts(self, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
        deck_of(ann, WITH_FLAME)
        monkeypatch.setattr(services, "write_readings", None)
        assert rechecked().state == Recheck.State.DONE


class TestPortions:
    def test_hold_every_deck_with_a_format_once(self, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(services, "PORTION", 2)
        keys = [deck_of(ann, PLAIN).pk for _ in range(5)]
        deck_services.create(Viewer(ann.pk), GAME, Snapshot(title="Of no format", text=PLAIN))
        recheck = begun()
        assert [portion.decks for portion in recheck.portions.all()] == [keys[:2], keys[2:4], keys[4:]]
        assert recheck.total == 5
        services.work(recheck.pk)
        found = selectors.count_progress(recheck)
        assert (found.total, found.done, found.judged, found.left_out, found.percent) == (5, 5, 5, 0, 100)

    def test_are_larger_where_there_are_many_lists(self) -> None:
        cut = {each: services.choose_portion_size(each) for each in (5, 500, 1_600, 2_000, 100_000)}
        assert cut == {5: 100, 500: 100, 1_600: 200, 2_000: 250, 100_000: 500}

    def test_of_very_long_lists_are_small(self, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(services, "PORTION", 3)
        decks = [deck_of(ann, PLAIN) for _ in range(3)]
        Deck.objects.filter(pk=decks[1].pk).update(text="1 Hulk\n" * 900)  # 6,300 characters: three
        assert [portion.size for portion in begun().portions.all()] == [1, 1, 1]

    def test_leave_out_what_was_deleted_or_has_a_format_that_is_gone(self, ann: User) -> None:
        held, gone, lost = (deck_of(ann, PLAIN) for _ in range(3))
        recheck = begun()
        Deck.objects.filter(pk=gone.pk).delete()
        Deck.objects.filter(pk=lost.pk).update(format="of-yesterday")
        services.work(recheck.pk)
        found = selectors.count_progress(recheck)
        assert (found.done, found.judged, found.left_out) == (3, 1, 2)
        assert set(Judgement.objects.values_list("deck", flat=True)) == {held.pk}

    def test_that_a_dead_worker_had_are_taken_over_when_their_time_is_up(self, ann: User) -> None:
        deck_of(ann, PLAIN)
        recheck = begun()
        until = timezone.now() + timedelta(seconds=0.6)
        recheck.portions.update(state=Portion.State.TAKEN, token="of the dead", until=until, takes=1)
        assert selectors.count_progress(recheck).at_work == 1
        services.work(recheck.pk)
        portion = recheck.portions.get()
        assert portion.ended is not None
        assert portion.ended > until
        assert (portion.state, portion.takes, portion.judged) == ("done", 2, 1)


class TestBeginning:
    def test_again_by_the_same_facts_goes_on_with_what_is_under_way(self, ann: User) -> None:
        deck_of(ann, PLAIN)
        assert begun() == begun()

    def test_by_newer_facts_takes_the_place_of_the_older_one(self, ann: User) -> None:
        deck_of(ann, PLAIN)
        older = begun()
        ban()
        newer = begun()
        older.refresh_from_db()
        assert (older.state, newer.state) == ("superseded", "running")
        assert older.ended is not None

    def test_of_a_worker_that_finds_newer_facts_is_done_by_these(self, ann: User) -> None:
        """New facts are stored before their recheck begins: a worker that sees them first begins it itself."""
        deck_of(ann, WITH_FLAME)
        older = begun()
        ban()
        assert services.work(older.pk)
        assert list(Recheck.objects.order_by("pk").values_list("state", flat=True)) == ["superseded", "done"]
        assert [each[1:3] for each in changes()] == [("legal", "illegal")]

    def test_is_nothing_where_no_deck_has_a_format(self, ann: User) -> None:
        assert services.begin(GAME, "a ban") is None
        assert services.begin("chess", "a ban") is None
