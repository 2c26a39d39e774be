"""Searching decks by what depends on the facts of a day: verdicts, and cards that came on record later."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from engine.model.cards import VS_CLASSIC
from tests.decks.rechecks.making import WITH_FLAME, ban
from tests.decks.search.asking import ARMY, STRANGER, TODAY, Ask, kept
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.selectors import get_data_version
from vsdb.decks import services, verdict_cache, verdict_records
from vsdb.decks.models import Deck, Judgement
from vsdb.decks.search import search_decks
from vsdb.decks.search.context import index_missing
from vsdb.decks.services import Snapshot

pytestmark = pytest.mark.django_db


class TestVerdicts:
    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("legal:golden", {"army"}),
            ("illegal:golden", {"doom"}),
            ("-illegal:golden", {"army", "jinx"}),
            ("is:legal", {"army"}),
            ("is:illegal", {"doom"}),
            ("why:deck-size", {"doom"}),
            ('why:"deck size"', {"doom"}),
            ("-why:deck-size", {"army", "jinx"}),
            ("why:*", {"doom"}),
            ("why:banned", set()),
            ("uncertain:golden", set()),
            ("legal:golden or control", {"army", "doom"}),
        ],
    )
    def test_find_what_they_say(self, ask: Ask, query: str, found: set[str]) -> None:
        assert ask(query) == found

    def test_are_of_the_day_that_is_asked(self, ask: Ask, decks: dict[str, Deck], ann: Viewer) -> None:
        """Overload was banned in the summer of 2005, and free again some day after 2006."""
        decks["overload"] = kept(ann, "Over", f"4 Overload\n{ARMY}", fmt="golden")
        assert "overload" in ask("illegal:golden@2006-02-01 contains:(overload)")
        assert "overload" in ask("uncertain:golden@2007-02-01")
        assert "overload" not in ask("illegal:golden@2005-05-31")
        assert "overload" in ask("illegal:golden asof:2006-02-01")
        assert "overload" not in ask("why:banned")

    def test_of_another_s_private_deck_are_not_even_made(self, ask: Ask, decks: dict[str, Deck]) -> None:
        ask("legal:golden is:legal")
        assert set(Judgement.objects.values_list("deck", flat=True)) <= {decks["army"].pk, decks["doom"].pk}

    def test_follow_the_list(self, ask: Ask, decks: dict[str, Deck], ann: Viewer) -> None:
        assert ask("is:legal") == {"army"}
        services.save(
            decks["army"].pk, ann, 1, Snapshot(title="Short", format="golden", text="59 Sentinel Mark V, Army")
        )
        assert ask("is:legal") == set()
        assert ask("legal:golden") == set()

    def test_that_rest_on_other_facts_are_made_anew(self, ask: Ask, decks: dict[str, Deck]) -> None:
        ask("is:legal")
        Judgement.objects.update(state="other facts", outcome="uncertain")
        assert ask("is:uncertain") == set()
        assert ask("is:legal") == {"army"}

    def test_beyond_the_bound_are_said_to_be_missing(
        self, decks: dict[str, Deck], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(verdict_cache, "_BATCH", 1)
        fmt = verdict_cache.cards.get_reference(VS_CLASSIC).format("golden")
        assert fmt is not None
        public = Deck.objects.filter(visibility="public")
        assert verdict_cache.judge_decks_without_verdict(public, fmt, TODAY, most=1) == (1, 1)
        assert verdict_cache.judge_decks_without_verdict(public, fmt, TODAY) == (1, 0)
        assert verdict_cache.judge_decks_without_verdict(public, fmt, TODAY) == (0, 0)

    def test_need_a_format(self, ask: Ask, decks: dict[str, Deck]) -> None:
        found = search_decks("legal:*", STRANGER, today=TODAY)
        assert [note.suggestions for note in found.notes] == [("is:legal",)]
        assert found.total == 3

    def test_judge_only_what_the_rest_of_the_query_leaves(self, ask: Ask, decks: dict[str, Deck]) -> None:
        assert ask("legal:golden control") == set()
        assert set(Judgement.objects.values_list("deck", flat=True)) == {decks["doom"].pk}

    def test_hold_on_later_days_until_something_turns(
        self, ask: Ask, decks: dict[str, Deck], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert ask("is:legal legal:golden") == {"army"}
        monkeypatch.setattr(verdict_records, "find_codes", None)  # nothing is judged again
        for day in (TODAY + timedelta(days=1), TODAY + timedelta(days=400)):
            for query in ("is:legal", "legal:golden", "-is:illegal -illegal:golden is:legal"):
                assert search_decks(query, STRANGER, today=day).ids == (decks["army"].pk,)

    def test_end_on_the_day_before_a_ban(self, ask: Ask, decks: dict[str, Deck], ann: Viewer) -> None:
        ban(date(2027, 1, 1))
        flame = kept(ann, "Flame", WITH_FLAME, fmt="golden")
        last, first = date(2026, 12, 31), date(2027, 1, 1)
        for query in ("is:legal", "legal:golden"):
            assert flame.pk in search_decks(query, STRANGER, today=TODAY).ids
            assert flame.pk in search_decks(query, STRANGER, today=last).ids
            assert flame.pk not in search_decks(query, STRANGER, today=first).ids
        held = Judgement.objects.filter(deck=flame).order_by("since").values_list("outcome", "until")
        assert list(held) == [("legal", last), ("illegal", date.max)]

    def test_that_say_no_span_are_made_anew(self, ask: Ask, decks: dict[str, Deck]) -> None:
        """So the code before this one keeps them."""
        ask("is:legal")
        Judgement.objects.update(since=None, until=None, outcome="uncertain")
        assert ask("is:uncertain") == set()
        assert ask("is:legal") == {"army"}

    def test_that_held_last_a_week_ago_are_past(self, ask: Ask, decks: dict[str, Deck]) -> None:
        Deck.objects.update(created=datetime(2026, 1, 1, tzinfo=UTC))
        search_decks("is:legal", STRANGER, today=date(2026, 2, 1))
        held = Judgement.objects.order_by("pk")
        assert not verdict_cache.list_past_verdicts().exists()
        held.update(until=verdict_records.get_today() - timedelta(days=7))
        assert not verdict_cache.list_past_verdicts().exists()
        held.update(until=verdict_records.get_today() - timedelta(days=8))
        assert set(verdict_cache.list_past_verdicts()) == set(held)
        held.update(until=date.max, state="facts that are over")
        assert set(verdict_cache.list_past_verdicts()) == set(held)
        Deck.objects.update(as_of=date(2026, 2, 1))
        assert not verdict_cache.list_past_verdicts().exists()

    def test_of_a_list_of_decks_are_kept(
        self, decks: dict[str, Deck], django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        held = list(Deck.objects.all())
        outcomes = {decks["army"].pk: "legal", decks["doom"].pk: "illegal"}
        assert verdict_cache.map_own_outcomes(held, TODAY) == outcomes
        # The version of the facts and the verdicts: what is missing is looked for only where something is.
        with django_assert_num_queries(2):
            assert verdict_cache.map_own_outcomes(held, TODAY) == outcomes


class TestOtherFacts:
    """A deck is found by the cards that it has by the facts that are loaded, not by those of the day it was saved."""

    @pytest.fixture
    def early(self, ann: Viewer) -> Deck:
        """The only deck: it was saved before one of its cards was on record."""
        Deck.objects.all().delete()
        deck = kept(ann, "Early", "4 Savage Beatdown\n2 Flying Kick\n")
        deck.cards.filter(slug="savage-beatdown").delete()
        Deck.objects.filter(pk=deck.pk).update(facts="of another day", size=2)
        return deck

    def test_its_cards_are_found_once_they_are_on_record(self, early: Deck) -> None:
        for query in ("contains:(Savage Beatdown)>=4", "-contains:(t:character)", 'contains:(t:"plot twist")=6'):
            assert search_decks(query, STRANGER, today=TODAY).ids == (early.pk,)
        early.refresh_from_db()
        assert (early.size, early.facts) == (6, get_data_version(VS_CLASSIC))

    def test_those_beyond_what_a_request_reads_are_told(self, early: Deck) -> None:
        facts = {VS_CLASSIC: get_data_version(VS_CLASSIC)}
        assert index_missing(Deck.objects.all(), facts, most=0) == 1
        assert index_missing(Deck.objects.all(), facts) == 0
        assert index_missing(Deck.objects.all(), facts, most=0) == 0

    def test_the_page_says_so(self, early: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(index_missing, "__kwdefaults__", {"most": 0})
        (note,) = search_decks("contains:(Savage Beatdown)", STRANGER, today=TODAY).notes
        assert note.message.startswith("1 more deck not read yet")
