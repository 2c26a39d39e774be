"""Two requests of one person at once: the same folder created twice, and one that goes while decks are put into it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections, transaction

from tests.decks.stored import person
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.models import Game
from vsdb.decks.filing import services
from vsdb.decks.models import Deck, Folder

on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one write at a time")


@pytest.fixture
def _league_is_created_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another request is quicker each time a folder is saved."""
    save = Folder.save

    def lose(folder: Folder, *args: Any, **kwargs: Any) -> None:
        Folder.objects.bulk_create([Folder(owner_id=folder.owner_id, name=folder.name, key=folder.key)])
        save(folder, *args, **kwargs)

    monkeypatch.setattr(Folder, "save", lose)


@pytest.mark.django_db
class TestANameThatIsTakenMeanwhile:
    @pytest.mark.usefixtures("_league_is_created_meanwhile")
    def test_is_refused_to_a_new_folder(self) -> None:
        _, browser = person("ann")
        answer = browser.post("/decks/folders/", {"name": "League"})
        assert (answer.status_code, "You have a folder “League” already." in answer.content.decode()) == (409, True)

    def test_is_refused_to_a_folder_that_is_renamed(self, request: pytest.FixtureRequest) -> None:
        user, browser = person("ann")
        made = services.create_folder(Viewer(user.pk), "Cup")
        request.getfixturevalue("_league_is_created_meanwhile")
        assert browser.post(f"/decks/folders/{made.pk}/", {"name": "League"}).status_code == 409
        made.refresh_from_db()
        assert made.name == "Cup"


@pytest.fixture
def ann(transactional_db: None) -> User:
    return person("ann")[0]


@pytest.fixture
def deck(ann: User) -> Deck:
    game, _ = Game.objects.get_or_create(pk="vs-classic", defaults={"name": "Classic"})
    return Deck.objects.create(owner=ann, game=game, title="Doom")


def begin(write: Callable[[], object], told: list[str]) -> threading.Thread:
    """Do something in a thread with a connection of its own, and tell what came of it."""

    def run() -> None:
        try:
            told.append(str(write()))
        except Exception as error:  # whatever is raised is what came of it
            told.append(type(error).__name__)
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


@on_postgresql
class TestTwoRequests:
    def test_create_one_folder(self, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
        both, told = threading.Barrier(2, timeout=20), list[str]()
        refuse = services._refuse_too_many

        def wait(*args: Any) -> None:
            both.wait()
            refuse(*args)

        monkeypatch.setattr(services, "_refuse_too_many", wait)
        for thread in [begin(lambda: services.create_folder(Viewer(ann.pk), "League"), told) for _ in range(2)]:
            thread.join(30)
        assert sorted(told) == ["ApplicationError", "League"]
        assert Folder.objects.count() == 1

    def test_leave_no_deck_in_a_folder_that_is_deleted_first(self, ann: User, deck: Deck) -> None:
        viewer, told = Viewer(ann.pk), list[str]()
        folder = services.create_folder(viewer, "League")
        with transaction.atomic():
            services.delete_folder(folder.pk, viewer)
            thread = begin(lambda: services.move_decks([deck.pk], viewer, folder), told)
            thread.join(0.5)
            assert thread.is_alive()  # it waits
        thread.join(30)
        assert told == ["NotFound"]

    def test_take_a_deck_out_of_a_folder_that_is_deleted_afterwards(self, ann: User, deck: Deck) -> None:
        viewer, told = Viewer(ann.pk), list[str]()
        folder = services.create_folder(viewer, "League")
        with transaction.atomic():
            services.move_decks([deck.pk], viewer, folder)
            thread = begin(lambda: services.delete_folder(folder.pk, viewer), told)
            thread.join(0.5)
        thread.join(30)
        deck.refresh_from_db()
        assert (told, deck.folder_id) == (["None"], None)
