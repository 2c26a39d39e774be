"""Versions of decks and two lists side by side."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.model.errors import InputError
from tests.decks.stored import LIST, deck_of, person
from vsdb.accounts.viewers import Viewer
from vsdb.decks import selectors, services, versions
from vsdb.decks.models import Deck
from vsdb.decks.services import read_snapshot_of
from vsdb.decks.versions import load_side

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


def saved(deck: Deck, text: str, *, by: User, is_automatic: bool = False, **more: str) -> None:
    """The deck's next version, with another list."""
    deck.refresh_from_db()
    held = read_snapshot_of(selectors.get_revision(deck))
    words = {key: more.pop(key) for key in ("title", "notes", "format") if key in more}
    snapshot = replace(held, text=text, **words)
    services.save(deck.pk, Viewer(by.pk), deck.edition, snapshot, is_automatic=is_automatic, **more)
    deck.refresh_from_db()


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


class TestTheHistory:
    def test_folds_automatic_saves_in_a_row_into_the_last(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0])
        for count in (1, 2, 3):
            saved(deck, f"{count} Flying Kick\n", by=ann[0], is_automatic=True)
        saved(deck, "4 Flying Kick\n", by=ann[0])
        saved(deck, "1 Flying Kick\n", by=ann[0], is_automatic=True)
        _, shown = versions.list_versions(deck, None)
        folded = [(each.revision.number, [one.number for one in each.folded]) for each in shown]
        assert folded == [(6, []), (5, []), (4, [3, 2]), (1, [])]

    def test_tells_what_each_changed_against_the_one_shown_before(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text="4 Savage Beatdown\n2 Flying Kick\n")
        for text in ("4 Savage Beatdown\n3 Flying Kick\n", "4 Flying Kick\n1 Mobilize\n"):
            saved(deck, text, by=ann[0], is_automatic=True)
        saved(deck, "4 Flying Kick\n1 Mobilize\n", by=ann[0], title="New name", notes="Said.")
        _, (third, second, first) = versions.list_versions(deck, None)
        assert third.changes is not None
        assert not third.changes
        assert third.said == ("title was “Doom”", "notes changed")
        assert second.changes is not None
        assert sorted((each.name, each.before, each.after) for each in second.changes.changes) == [
            ("Flying Kick", 2, 4),
            ("Mobilize", 0, 1),
            ("Savage Beatdown", 4, 0),
        ]
        assert first.changes is None

    def test_costs_the_same_with_many_versions_and_goes_over_pages(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0])

        def queries() -> int:
            ann[1].get(f"/decks/{deck.pk}/versions/")
            with CaptureQueriesContext(connection) as caught:
                ann[1].get(f"/decks/{deck.pk}/versions/")
            return len(caught)

        saved(deck, "1 Mobilize\n", by=ann[0])
        few = queries()
        for count in range(2, versions.A_PAGE + 3):
            saved(deck, f"{count} Mobilize\n", by=ann[0])
        assert queries() == few
        _, shown = versions.list_versions(deck, "1")
        assert len(shown) == versions.A_PAGE
        assert shown[-1].changes  # against the first of the next page
        _, rest = versions.list_versions(deck, "2")
        assert [each.revision.number for each in rest] == [3, 2, 1]

    def test_a_version_is_shown_as_it_was(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0])
        saved(deck, "1 Mobilize\n", by=ann[0])
        page = text_of(ann[1], f"/decks/{deck.pk}/versions/1/")
        assert "Savage Beatdown" in page
        assert "Mobilize" not in page
        assert ann[1].get(f"/decks/{deck.pk}/versions/3/").status_code == 404

    def test_going_back_makes_a_new_version_and_loses_none(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0])
        saved(deck, "1 Mobilize\n", by=ann[0])
        answer = ann[1].post(f"/decks/{deck.pk}/versions/1/restore/")
        assert answer.headers["Location"] == f"/decks/{deck.pk}/versions/"
        deck.refresh_from_db()
        assert (deck.edition, deck.text) == (3, LIST)
        assert selectors.get_revision(deck, 2).text == "1 Mobilize\n"

    def test_a_fork_may_begin_as_an_older_version(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], visibility="link")
        saved(deck, "1 Mobilize\n", by=ann[0])
        answer = client.post(f"/decks/shared/{deck.secret}/fork/", {"version": "1"})
        fork = Deck.objects.exclude(pk=deck.pk).get()
        assert answer.headers["Location"] == f"/decks/{fork.pk}/doom-fork/"
        assert (fork.text, fork.owner, fork.visibility) == (LIST, None, "private")
        assert fork.forked_from == selectors.get_revision(deck, 1)
        assert client.get(f"/decks/{fork.pk}/doom-fork/").status_code == 200
        for wrong in ("0", "9", "x", "-1", "9" * 40):
            assert client.post(f"/decks/shared/{deck.secret}/fork/", {"version": wrong}).status_code in {400, 404}


class TestComparing:
    def test_two_decks_side_by_side(self, ann: tuple[User, Client], client: Client) -> None:
        one = deck_of(ann[0], title="One", text="4 Flying Kick\n2 Mobilize\n", visibility="public")
        other = deck_of(
            ann[0], title="Other", text="4 Flying Kick\n3 Mobilize\n1 Savage Beatdown\n", visibility="public"
        )
        page = text_of(client, f"/decks/compare/?a={one.pk}&b={other.pk}")
        assert "6 and 8 cards, 2 different" in page
        assert page.index(">Mobilize</a>") < page.index("1 card the same in both") < page.index(">Flying Kick</a>")
        assert "Both decks have the same cards." in text_of(client, f"/decks/compare/?a={one.pk}&b={one.pk}")

    @pytest.mark.parametrize(
        ("word", "version"),
        [
            ("{pk}", 2),
            ("{pk}@1", 1),
            (" {pk} ", 2),
            ("https://cards.example/decks/{pk}/doom/", 2),
            ("/decks/{pk}/versions/1/", 1),
            ("{secret}", 2),
            ("{secret}@1", 1),
            ("http://localhost/decks/shared/{secret}/", 2),
            ("http://localhost/decks/shared/{secret}/versions/1/", 1),
        ],
    )
    def test_a_deck_is_named_by_number_secret_or_address(
        self, ann: tuple[User, Client], word: str, version: int
    ) -> None:
        deck = deck_of(ann[0], visibility="public")
        saved(deck, "1 Mobilize\n", by=ann[0])
        found = load_side(word.format(pk=deck.pk, secret=deck.secret), Viewer())
        assert found.read is not None
        assert (found.read.revision.deck, found.read.revision.number) == (deck, version)

    @pytest.mark.parametrize("word", ["doom", "12@", "@3", "/cards/12/", "12 13", "x" * 500])
    def test_what_names_no_deck_is_said(self, word: str) -> None:
        with pytest.raises(InputError, match="is not a deck"):
            load_side(word, Viewer())

    def test_ones_own_decks_are_offered_and_one_that_is_typed_beside_them_counts(
        self, ann: tuple[User, Client], client: Client
    ) -> None:
        one, other = deck_of(ann[0], title="One"), deck_of(ann[0], title="Other", visibility="public")
        page = text_of(ann[1], f"/decks/compare/?a={one.pk}")
        assert f'<option value="{one.pk}" selected>One (' in page
        assert page.count(f'<option value="{other.pk}">Other (') == 2
        assert '<option value="' + str(other.pk) not in text_of(client, f"/decks/compare/?a={other.pk}")
        for typed, was, chosen in (("", "", other.pk), (f"{one.pk}@1", f"{one.pk}@1", other.pk)):
            fields = {"a": typed, "a_was": was, "a_own": chosen, "b_own": one.pk}
            answer = ann[1].post("/decks/compare/", fields)
            assert answer.headers["Location"] == f"/decks/compare/?a={other.pk}&b={one.pk}"
        answer = ann[1].post("/decks/compare/", {"a": f"{one.pk}@1", "a_was": "", "a_own": other.pk, "b_own": other.pk})
        assert answer.headers["Location"] == f"/decks/compare/?a={one.pk}%401&b={other.pk}"

    def test_the_choice_of_somebody_elses_deck_is_refused(self, ann: tuple[User, Client]) -> None:
        hidden = deck_of(person("bob")[0], title="Hidden plan")
        answer = ann[1].post("/decks/compare/", {"a_own": hidden.pk, "b_own": hidden.pk})
        assert answer.status_code == 400
        assert "Hidden plan" not in answer.content.decode()

    def test_a_private_deck_is_compared_by_its_owner_alone(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], title="Hidden plan")
        own = deck_of(ann[0], visibility="public")
        assert "Hidden plan" in text_of(ann[1], f"/decks/compare/?a={deck.pk}&b={own.pk}")
        answer = client.get(f"/decks/compare/?a={deck.pk}&b={own.pk}")
        assert answer.status_code == 400
        assert "Hidden plan" not in answer.content.decode()

    def test_a_pasted_list_is_compared_and_kept_nowhere(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], text="4 Flying Kick\n", visibility="public")
        answer = client.post(
            "/decks/compare/", {"a": str(deck.pk), "b_list": "3 Flying Kick\r\n1 Mobilize\r\nwhat"}, follow=True
        )
        page = answer.content.decode()
        assert answer.status_code == 200
        assert "Pasted list" in page
        assert "what" in page
        assert Deck.objects.count() == 1

    def test_two_named_decks_get_an_address_of_their_own(self, ann: tuple[User, Client], client: Client) -> None:
        one, other = (deck_of(ann[0], visibility="public") for _ in range(2))
        answer = client.post("/decks/compare/", {"a": f"/decks/{one.pk}/doom/", "b": f"{other.pk}@1"})
        assert answer.headers["Location"] == f"/decks/compare/?a={one.pk}&b={other.pk}%401"

    def test_lists_of_two_games_are_not_compared(self, client: Client) -> None:
        words = {"a_list": "# game: vs-classic\n4 Mobilize\n", "b_list": "# game: riftbound\n3 Jinx, Rebel\n"}
        answer = client.post("/decks/compare/", words)
        assert answer.status_code == 400
        assert "The lists are for different games: Vs. System TCG and Riftbound." in answer.content.decode()

    def test_one_list_asks_for_the_other(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0])
        assert f'value="{deck.pk}"' in text_of(ann[1], f"/decks/compare/?a={deck.pk}")
        assert "Enter a deck or paste a list." in ann[1].post("/decks/compare/", {"a": str(deck.pk)}).content.decode()
