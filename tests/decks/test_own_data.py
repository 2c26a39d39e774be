"""What is held about somebody in decks, what goes with their account, and what staff sees of it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.decks.stored import deck_of, person
from vsdb.accounts.own_data import export
from vsdb.accounts.services import delete_account
from vsdb.accounts.viewers import Viewer
from vsdb.decks import comments, services
from vsdb.decks.filing import services as filing
from vsdb.decks.models import Comment, Deck, Folder, Label, Like, Report, Revision
from vsdb.decks.services import Snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return person("ann")[0]


@pytest.fixture
def bob() -> User:
    return person("bob")[0]


@pytest.fixture
def busy(ann: User, bob: User) -> Deck:
    """A deck of Ann's with two versions; she has liked, said and reported something elsewhere."""
    deck = deck_of(ann, notes="My notes.")
    services.save(deck.pk, Viewer(ann.pk), 1, Snapshot(title="Second", text="1 Mobilize"))
    services.describe(deck.pk, Viewer(ann.pk), event="Pro Circuit", played_on=None, tags=["Aggro"])
    filing.file_deck(deck.pk, Viewer(ann.pk), folder=filing.create_folder(Viewer(ann.pk), "League"), names=["Fast"])
    theirs = deck_of(bob, visibility="public")
    said = comments.add_comment(theirs, Viewer(ann.pk), "Well built.")
    comments.like(theirs, Viewer(ann.pk))
    comments.report(theirs, Viewer(ann.pk), "Not quite.")
    comments.report(theirs, Viewer(bob.pk), "Too kind.", said.pk)
    return deck


def test_one_takes_all_of_it_along(busy: Deck, ann: User) -> None:
    held = export(ann)
    (deck,) = held["decks"]
    assert (deck["title"], deck["game"], deck["tags"], deck["event"]) == (
        "Second",
        "vs-classic",
        ["Aggro"],
        "Pro Circuit",
    )
    assert [(each["number"], each["title"], each["notes"]) for each in deck["versions"]] == [
        (1, "Doom", "My notes."),
        (2, "Second", ""),
    ]
    assert [each["text"] for each in held["comments"]] == ["Well built."]
    assert (deck["folder"], deck["labels"]) == ("League", ["Fast"])
    assert (held["deck_folders"], held["deck_labels"]) == (["League"], ["Fast"])
    assert len(held["likes"]) == 1
    assert [each["why"] for each in held["reports"]] == ["Not quite."]


def test_nothing_of_it_stays_when_the_account_goes_but_forks_and_reports(busy: Deck, ann: User, bob: User) -> None:
    services.share(busy.pk, Viewer(ann.pk), "public")
    fork = services.fork(Deck.objects.get(pk=busy.pk), Viewer(bob.pk))
    delete_account(ann)
    assert not Deck.objects.filter(pk=busy.pk).exists()
    assert not Revision.objects.filter(notes="My notes.").exists()
    assert not Comment.objects.exists()
    assert not Like.objects.exists()
    assert not Folder.objects.exists()
    assert not Label.objects.exists()
    assert [(each.why, each.by) for each in Report.objects.all()] == [("Not quite.", None)]
    fork.refresh_from_db()
    assert (fork.title, fork.forked_from) == ("Second (fork)", None)


def test_the_administration_shows_no_private_deck_but_a_reported_one(busy: Deck, bob: User) -> None:
    chief = User.objects.create_superuser("chief")
    client = Client()
    client.force_login(chief)
    reported = deck_of(bob, title="Reported")
    Report.objects.create(deck=reported, by=chief, why="Why.")
    page = client.get("/admin/decks/deck/").content.decode()
    assert "Reported" in page
    assert "Second" not in page
    assert client.get(f"/admin/decks/deck/{busy.pk}/change/").status_code == 302
    for name in ("comment", "report", "tag"):
        assert client.get(f"/admin/decks/{name}/").status_code == 200
    assert client.get("/admin/decks/deck/add/").status_code == 403
