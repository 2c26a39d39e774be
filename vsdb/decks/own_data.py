"""What is held about somebody in decks and their rechecks: for their export, and what a deletion does with it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Case, F, Value, When

from vsdb.accounts.own_data import OwnDataSection
from vsdb.decks.models import Comment, Deck, Folder, Label, Like, Report, Revision, Tag
from vsdb.decks.selectors import is_public

_DECK = (
    *("pk", "game", "title", "format", "as_of", "text", "visibility", "event", "played_on"),
    *("created", "edited", "published", "hidden_at", "hidden_why"),
)
_REVISION = ("number", "saved", "is_automatic", "comment", "title", "format", "as_of", "text", "notes", "card_notes")

#: What a deck of somebody else is called; of one that isn't public any more that isn't told.
_TITLE = Case(When(is_public("deck__"), then=F("deck__title")), default=Value(""))


def export_decks(user: User) -> list[dict[str, Any]]:
    """Their decks with every version; four queries."""
    own = Deck.objects.filter(owner=user).order_by("pk")
    decks = own.select_related("folder").prefetch_related("tags", "labels")
    versions: dict[int, list[dict[str, Any]]] = {}
    for row in Revision.objects.filter(deck__owner=user).order_by("deck", "number").values("deck", *_REVISION):
        versions.setdefault(row.pop("deck"), []).append(row)
    return [
        {
            **{name: deck.game_id if name == "game" else getattr(deck, name) for name in _DECK},
            "tags": [tag.name for tag in deck.tags.all()],
            "folder": deck.folder.name if deck.folder else None,
            "labels": [label.name for label in deck.labels.all()],
            "versions": versions.get(deck.pk, []),
        }
        for deck in decks
    ]


def export_folders(user: User) -> list[str]:
    """The names of their folders, also of empty ones; one query."""
    return list(Folder.objects.filter(owner=user).values_list("name", flat=True))


def export_labels(user: User) -> list[str]:
    """The names of their private labels; one query."""
    return list(Label.objects.filter(owner=user).values_list("name", flat=True))


def export_comments(user: User) -> list[dict[str, Any]]:
    """What they have said of decks; one query."""
    fields = ("deck", "text", "said", "edited", "hidden_at", "hidden_why")
    return list(Comment.objects.filter(by=user).order_by("pk").values(*fields, deck_title=_TITLE))


def export_likes(user: User) -> list[dict[str, Any]]:
    """The decks that they like; one query."""
    return [{**row} for row in Like.objects.filter(by=user).order_by("pk").values("deck", "at", deck_title=_TITLE)]


def export_reports(user: User) -> list[dict[str, Any]]:
    """What they have asked staff to look at; one query."""
    rows = Report.objects.filter(by=user).order_by("pk").values("deck", "comment", "why", "at", "outcome")
    return [{**row} for row in rows]


def forget_comments(user: User) -> None:
    """Their comments go, with the reports of them."""
    Comment.objects.filter(by=user).delete()


@transaction.atomic
def forget_decks(user: User) -> None:
    """Their decks go, with the words that no other deck is found by."""
    words = list(Tag.objects.filter(decks__owner=user).values_list("pk", flat=True))
    # Nobody records a verdict of one meanwhile.
    held = list(Deck.objects.select_for_update().filter(owner=user).order_by("pk").values_list("pk", flat=True))
    Deck.objects.filter(pk__in=held).delete()
    Tag.objects.filter(pk__in=words, decks=None).delete()


def export_rechecks(user: User) -> list[dict[str, Any]]:
    """The rechecks that they asked for as staff; one query."""
    return [{**each} for each in user.rechecks.order_by("pk").values("game", "why", "asked", "ended", "state")]


SECTIONS = (
    OwnDataSection(
        "decks",
        20,
        export_decks,
        "Your decks are deleted with all versions. Forks stay with their owners.",
        forget_decks,
    ),
    OwnDataSection("deck_folders", 20, export_folders, "Your folders are deleted."),
    OwnDataSection("deck_labels", 20, export_labels, "Your private labels are deleted."),
    OwnDataSection("comments", 21, export_comments, "Your comments are deleted.", forget_comments),
    OwnDataSection("likes", 22, export_likes, "Your likes are deleted."),
    OwnDataSection("reports", 25, export_reports, "Your reports to staff are kept without your name."),
    OwnDataSection("rechecks", 31, export_rechecks, "Rechecks you started as staff are kept without your name."),
)
