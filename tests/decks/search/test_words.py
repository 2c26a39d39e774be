"""Decks by the words of their title, event and owner, which are kept folded, and read when they change."""

from __future__ import annotations

from datetime import date
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.decks.search.asking import ARMY, STRANGER, TODAY, Ask, kept
from vsdb.accounts.control import tell_renamed
from vsdb.accounts.viewers import Viewer
from vsdb.core.folding import join_spaced, tokenize
from vsdb.decks import services
from vsdb.decks.browse import BrowseRequest, browse_decks
from vsdb.decks.models import Deck
from vsdb.decks.search import search_decks, words
from vsdb.decks.services import Snapshot
from vsdb.search.conditions.vocabulary import compile_pattern

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


class TestLines:
    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("n:gen", set()),
            ("event:doom", set()),
            ('"control gen"', set()),
            ('event:"gen con"', {"doom"}),
            ('event="Gen Con 2006"', {"doom"}),
            ('event="Gen Con"', set()),
            ("n=sentinel", set()),
            ('n="Sentinel-Army"', {"army"}),
            ("author:lee", {"army", "doom"}),
            ("author:/^ann/", {"army", "doom"}),
            ("event:/con/", {"doom"}),
            ("/gen con|jinx/", {"doom", "jinx"}),
            ("/^board/", {"doom"}),
            ("n:/^jin/", {"jinx"}),
            ("n:/^x/", set()),
        ],
    )
    def test_a_word_is_found_where_it_is_looked_for(self, ask: Ask, query: str, found: set[str]) -> None:
        assert ask(query) == found

    @pytest.mark.parametrize("pattern", ["^x-", "x.men", "o+m", "do?om", "(doom|x)", "^d.*l$", "tr[oö]l", "2", "ô", ""])
    @pytest.mark.parametrize("title", ["X-Men", "Doom Contrôl", "The X Men 2", "D.O.O.M.", "xxx"])
    def test_letters_of_an_expression_leave_out_no_title_that_fits(self, pattern: str, title: str) -> None:
        run, line = words._find_run(pattern), join_spaced(tokenize(title))
        if compile_pattern(pattern)(title):
            assert line.startswith(f" {run[1:]}") if run.startswith("^") else run in line


class TestKept:
    def test_what_a_save_a_description_and_a_claim_change_is_found(self, ask: Ask, decks: dict[str, Deck]) -> None:
        browser = Viewer(built=frozenset())
        made = services.create(browser, "vs-classic", Snapshot(title="Built alone", text=ARMY))
        decks["built"] = made
        owner = Viewer(User.objects.create_user("carla").pk, frozenset({made.pk}))
        services.claim(owner)
        services.share(made.pk, owner, "public")
        assert ask("author:carla") == {"built"}
        services.save(made.pk, owner, 1, Snapshot(title="Taken home", text=ARMY))
        services.describe(made.pk, owner, event="Origins", played_on=date(2006, 7, 1), tags=[])
        assert ask("built") == set()
        assert ask("taken") == ask("origins author:carla") == {"built"}

    def test_another_user_name_is_found(self, ask: Ask, decks: dict[str, Deck], ann: Viewer) -> None:
        user = User.objects.get(pk=ann.user)
        user.username = "anna"
        user.save()
        tell_renamed(user)
        assert ask("author:anna") == {"army", "doom"}
        assert ask("author:lee") == set()

    def test_words_that_nobody_has_written_yet_are_written_by_a_search(
        self, ask: Ask, decks: dict[str, Deck], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        Deck.objects.update(words=None)
        assert ask("n:/^doom/") == {"doom"}
        monkeypatch.setattr(words, "_MAX_AT_ONCE", 1)
        first = search_decks("army", STRANGER, today=TODAY)
        assert [note.message for note in first.notes] == ["2 more decks not indexed yet: search again"]
        assert (first.total, Deck.objects.exclude(words=None).count()) == (1, 1)
        monkeypatch.undo()
        assert ask("doom author:ann") == {"doom"}
        assert search_decks("doom", STRANGER, today=TODAY).notes == ()

    def test_an_upgrade_writes_what_a_save_writes(self, decks: dict[str, Deck], ann: Viewer) -> None:
        kept(ann, "Half read", "4 Vision, Young Avenger\n3 Zonk the Unknown\n")
        columns = ("title", "words", "is_wholly_read", "teams")
        before = list(Deck.objects.order_by("pk").values_list(*columns))
        assert ("Half read", " half read \n \n ann lee ", False, "|") in [(*row[:3], row[3][:1]) for row in before]
        assert {row[2] for row in before} == {True, False}
        Deck.objects.update(words=None, is_wholly_read=None, teams=None)
        import_module("vsdb.decks.migrations.0012_fill_searched_columns").fill(apps, None)
        assert list(Deck.objects.order_by("pk").values_list(*columns)) == before


class TestPages:
    def test_no_more_keys_are_read_than_a_page_shows(self, decks: dict[str, Deck], ann: Viewer) -> None:
        for number in range(30):
            kept(ann, f"Army {number}", ARMY)
        with CaptureQueriesContext(connection) as asked:
            listed = browse_decks(BrowseRequest("army"), STRANGER, "2")
        assert (listed["page"].paginator.count, len(listed["rows"])) == (31, 7)
        of_keys = [query["sql"] for query in asked if '"edited" DESC, 1 DESC' in query["sql"]]
        assert [sql.rpartition("LIMIT ")[2] for sql in of_keys] == ["7 OFFSET 24"]
