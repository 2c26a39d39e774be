"""Decks and people in the box that jumps to anything: what everybody may see, and nothing else."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.decks.stored import LIST, deck_of, page_of, person
from vsdb.accounts.viewers import Viewer
from vsdb.decks import jump, services
from vsdb.decks.jump import find_decks, find_people
from vsdb.decks.models import Deck, TitleWord
from vsdb.decks.services import Snapshot
from vsdb.search.jump import find_places
from vsdb.search.jump.places import Wanted

pytestmark = pytest.mark.django_db


def decks(text: str, game: str | None = None) -> list[str]:
    return [place.label for place in find_decks(Wanted.of(text, game))]


def people(text: str) -> list[str]:
    return [place.label for place in find_people(Wanted.of(text))]


class TestDecks:
    @pytest.mark.parametrize("text", ["doom", "Dóom Con", "control", "contr", "control doom"])
    def test_are_found_by_the_words_of_their_title(self, text: str) -> None:
        made = deck_of(person("ann")[0], title="Doom: Control", visibility="public")
        found = find_decks(Wanted.of(text))
        assert [(place.label, place.url) for place in found] == [("Doom: Control", page_of(made))]

    @pytest.mark.parametrize("visibility", ["private", "link"])
    def test_that_not_everybody_may_see_are_not_found(self, visibility: str) -> None:
        deck_of(person("ann")[0], title="Secret plan", visibility=visibility)
        assert decks("secret plan") == []

    def test_that_staff_has_hidden_are_not_found(self) -> None:
        made = deck_of(person("ann")[0], title="Bad words", visibility="public")
        Deck.objects.filter(pk=made.pk).update(hidden_at=made.edited)
        assert decks("bad words") == []

    def test_are_found_by_a_new_title_and_no_longer_by_the_old_one(self) -> None:
        user, _ = person("ann")
        made = deck_of(user, title="Old plan", visibility="public")
        services.save(made.pk, Viewer(user.pk), made.edition, Snapshot(title="New plan", text=LIST))
        assert (decks("old plan"), decks("new plan")) == ([], ["New plan"])

    def test_of_another_game_are_not_found_in_one(self) -> None:
        deck_of(person("ann")[0], title="Doom", visibility="public")
        assert (decks("doom", "vs-classic"), decks("doom", "riftbound")) == (["Doom"], [])

    def test_stand_in_the_box_among_the_other_kinds(self) -> None:
        deck_of(person("ann")[0], title="Silver Age", visibility="public")
        assert [group.kind for group in find_places("silver age").groups][:2] == ["format", "deck"]

    def test_however_many_cost_two_queries_by_the_index(self, monkeypatch: pytest.MonkeyPatch) -> None:
        user, _ = person("ann")
        for number in range(8):
            deck_of(user, title=f"Doom {number}", visibility="public")
        with CaptureQueriesContext(connection) as asked:
            assert len(decks("doom")) == 5
        assert len(asked) == 2
        if connection.vendor == "sqlite":
            plan = " ".join(str(row) for row in _explain(asked[0]["sql"]))
            assert "SCAN decks_deck" not in plan
            assert "decks_titleword_word" in plan
        monkeypatch.setattr(jump, "_MAX_ROWS", 3)
        assert len(decks("doom")) == 3

    def test_are_found_among_any_number_of_private_ones(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(jump, "_MAX_ROWS", 2)
        user, _ = person("ann")
        for number in range(4):
            deck_of(user, title=f"Doom {number}")
        deck_of(user, title="Doom Control", visibility="public")
        assert decks("doom") == ["Doom Control"]

    def test_are_found_by_all_words_among_many_that_share_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(jump, "_MAX_ROWS", 2)
        user, _ = person("ann")
        for title in ("Doomsday 1", "Doomsday 2", "Doomsday 3", "Doomsday Zebra"):
            deck_of(user, title=title, visibility="public")
        assert decks("doomsday zebra") == ["Doomsday Zebra"]

    def test_whose_title_joins_the_words_are_found(self) -> None:
        deck_of(person("ann")[0], title="Spiderman", visibility="public")
        assert decks("spider man") == ["Spiderman"]

    def test_have_each_word_of_their_title_once(self) -> None:
        made = deck_of(person("ann")[0], title="Doom doom Control")
        assert set(TitleWord.objects.filter(deck=made).values_list("word", flat=True)) == {"doom", "control"}


class TestPeople:
    @pytest.mark.parametrize("text", ["Magneto", "magneto", "magn", "MAGN"])
    def test_who_show_a_deck_are_found_by_the_beginning_of_their_name(self, text: str) -> None:
        deck_of(person("Magneto")[0], visibility="public")
        assert people(text) == ["Magneto"]

    def test_who_show_none_are_not_found(self) -> None:
        deck_of(person("magneto")[0], visibility="link")
        assert people("magneto") == []

    def test_whose_account_is_closed_are_not_found(self) -> None:
        user, _ = person("magneto")
        deck_of(user, visibility="public")
        user.is_active = False
        user.save()
        assert people("magneto") == []

    def test_lead_to_their_profile(self) -> None:
        deck_of(person("magneto")[0], visibility="public")
        assert [place.url for place in find_people(Wanted.of("magneto"))] == ["/people/magneto/"]


def _explain(sql: str) -> list[object]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return list(cursor.fetchall())
