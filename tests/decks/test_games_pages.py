"""Goldfish games of a stored deck: its versions side by side, beside another deck, and by its secret link."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.decks.stored import deck_of, person
from tests.simulations.pages import open_page
from vsdb.accounts.viewers import Viewer
from vsdb.decks import selectors, services
from vsdb.decks.models import Deck
from vsdb.decks.services import read_snapshot_of
from vsdb.simulations import tasks
from vsdb.simulations.models import SimulationRun

pytestmark = pytest.mark.django_db

FIRST = "30 Dr. Light, Master of Holograms\n30 Bloodsport\n"
SECOND = "30 Dr. Light, Master of Holograms\n24 Bloodsport\n6 Dr. Strange, Secret Avenger\n"


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


@pytest.fixture
def deck(ann: tuple[User, Client]) -> Deck:
    """A private deck with two versions."""
    found = deck_of(ann[0], text=FIRST)
    held = read_snapshot_of(selectors.get_revision(found))
    services.save(found.pk, Viewer(ann[0].pk), found.edition, replace(held, text=SECOND))
    found.refresh_from_db()
    return found


def read(client: Client, deck: Deck, words: str, status: int = 200) -> str:
    """The page of a deck's games."""
    answer = client.get(f"/decks/{deck.pk}/games/?games=20&{words}")
    assert answer.status_code == status
    return str(answer.content.decode())


class TestVersions:
    def test_are_put_beside_the_newest(self, ann: tuple[User, Client], deck: Deck) -> None:
        told = read(ann[1], deck, f"beside={deck.pk}@1")
        assert "Version 2, the newest, against version 1" in told
        assert 'Dr. Strange, Secret Avenger</a> <span class="soft small">added' in told
        assert f'<option value="{deck.pk}@1" selected>' in told

    def test_any_two_can_be_chosen(self, ann: tuple[User, Client], deck: Deck) -> None:
        told = read(ann[1], deck, f"version=1&beside={deck.pk}@2")
        assert "Version 2, the newest, against version 1" in told
        assert 'Dr. Strange, Secret Avenger</a> <span class="soft small">added' in told

    def test_that_there_are_not_are_told_beside_their_field(self, ann: tuple[User, Client], deck: Deck) -> None:
        assert "The deck has no version 7." in read(ann[1], deck, "version=7", 400)
        assert "has no version 7" in read(ann[1], deck, f"beside_deck={deck.pk}@7", 400)

    def test_lead_here_from_their_list(self, ann: tuple[User, Client], deck: Deck) -> None:
        told = ann[1].get(f"/decks/{deck.pk}/versions/").content.decode()
        assert f'href="/decks/{deck.pk}/games/?beside={deck.pk}@1"' in told

    def test_lead_here_from_their_comparison_and_from_the_builder(self, ann: tuple[User, Client], deck: Deck) -> None:
        compared = ann[1].get(f"/decks/compare/?a={deck.pk}@1&b={deck.pk}").content.decode()
        assert f'href="/decks/{deck.pk}/games/?version=1&amp;beside={deck.pk}"' in compared
        assert "Version 2, the newest, against version 1" in read(ann[1], deck, f"version=1&beside={deck.pk}")
        builder = ann[1].get(f"/decks/{deck.pk}/edit/").content.decode()
        for page in ("odds/", "games/", "games/#beside-deck"):
            assert f'href="/decks/{deck.pk}/{page}"' in builder

    def test_stand_beside_each_other_by_the_secret_link(self, ann: tuple[User, Client], deck: Deck) -> None:
        services.share(deck.pk, Viewer(ann[0].pk), visibility=Deck.Visibility.LINK)
        deck.refresh_from_db()
        answer = Client().get(f"/decks/shared/{deck.secret}/games/?games=20&beside={deck.secret}@1")
        assert answer.status_code == 200
        assert "Version 2, the newest, against version 1" in answer.content.decode()


class TestOtherDecks:
    def test_are_named_by_number(self, ann: tuple[User, Client], deck: Deck) -> None:
        other = deck_of(ann[0], text=FIRST, title="The other")
        assert f"The other against {deck.title}" in read(ann[1], deck, f"beside_deck={other.pk}")

    def test_of_somebody_else_are_as_if_they_were_not_there(self, ann: tuple[User, Client], deck: Deck) -> None:
        theirs = deck_of(person("bob")[0], text=FIRST, title="Bob's own")
        told = read(ann[1], deck, f"beside_deck={theirs.pk}", 400)
        assert "Bob" not in told
        assert f'value="{theirs.pk}"' in told

    def test_are_refused_where_the_word_is_none(self, ann: tuple[User, Client], deck: Deck) -> None:
        assert "is not a deck; enter its link or number" in read(ann[1], deck, "beside_deck=%3C!%3E", 400)

    def test_of_another_game_are_refused(self, ann: tuple[User, Client], deck: Deck) -> None:
        other = deck_of(ann[0], text="3 Rebuke\n", game="riftbound", format="standard")
        assert "The lists are for different games" in read(ann[1], deck, f"beside={other.pk}", 400)

    def test_can_be_pasted(self, ann: tuple[User, Client], deck: Deck) -> None:
        answer = ann[1].get(f"/decks/{deck.pk}/games/", {"games": 20, "against_list": FIRST}, follow=True)
        assert answer.redirect_chain[0][0].startswith(f"/decks/{deck.pk}/games/?games=20&against=z")
        assert f"Other list against {deck.title}" in answer.content.decode()

    def test_can_be_put_beside_a_pasted_list(self, ann: tuple[User, Client], deck: Deck) -> None:
        answer = open_page(ann[1], "games", f"# Mine\n# game: vs-classic\n{FIRST}", games=20, beside_deck=deck.pk)
        assert answer.status_code == 200
        assert f"{deck.title} against Mine" in answer.content.decode()
        answer = open_page(Client(), "games", f"# game: vs-classic\n{FIRST}", games=20, beside_deck=deck.pk)
        assert answer.status_code == 400
        assert deck.title not in answer.content.decode()

    def test_beside_a_pasted_list_are_for_whoever_asked(self, ann: tuple[User, Client], deck: Deck) -> None:
        for kind in ("", "json"):
            words = {"games": 20, "beside": deck.pk, "as": kind}
            answer = open_page(ann[1], "games", f"# game: vs-classic\n{FIRST}", **words)
            assert "no-store" in answer.headers["Cache-Control"]


class TestTheForm:
    def test_leads_to_the_address_of_what_it_asks(self, ann: tuple[User, Client], deck: Deck) -> None:
        answer = ann[1].post(f"/decks/{deck.pk}/games/", {"games": "50", "beside": f"{deck.pk}@1"})
        assert (answer.status_code, answer["Location"]) == (
            303,
            f"/decks/{deck.pk}/games/?games=50&beside={deck.pk}%401",
        )

    def test_starts_a_run_of_many_games_of_the_version(
        self, ann: tuple[User, Client], deck: Deck, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tasks, "start", lambda key: None)
        answer = ann[1].post(f"/decks/{deck.pk}/games/", {"games": "50000", "version": "1"})
        run = SimulationRun.objects.get()
        assert answer["Location"] == f"/simulate/runs/{run.pk}/"
        assert (run.text, run.game, run.user) == (FIRST, deck.game_id, ann[0])

    def test_of_a_deck_that_one_may_not_read_is_refused(self, deck: Deck) -> None:
        for client in (Client(), person("bob")[1]):
            assert client.post(f"/decks/{deck.pk}/games/", {"games": "50000"}).status_code == 404
        assert not SimulationRun.objects.exists()

    def test_takes_a_post_of_this_site(self, ann: tuple[User, Client], deck: Deck) -> None:
        careful = Client(enforce_csrf_checks=True)
        careful.force_login(ann[0])
        assert careful.post(f"/decks/{deck.pk}/games/", {"games": "50"}).status_code == 403
