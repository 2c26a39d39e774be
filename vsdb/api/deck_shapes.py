"""Stored decks as the API gives them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Count

from engine.decklists.fingerprints import fingerprint
from engine.model.decks import Deck as DeckValue
from vsdb.accounts.viewers import Visitor
from vsdb.decks import selectors, to_engine
from vsdb.decks.models import Comment, Deck, Like, Revision
from vsdb.decks.store import Snapshot
from vsdb.decks.viewed_deck import Place


def listed(decks: Iterable[Deck], asker: Visitor) -> list[dict[str, Any]]:
    """Decks in a list; one query for the likes, and those of their tags and owners where they aren't at hand."""
    held = list(decks)
    rows = Like.objects.filter(deck__in=[deck.pk for deck in held]).values("deck")
    likes = dict(rows.annotate(found=Count("pk")).values_list("deck", "found"))
    return [_deck(deck, asker, likes.get(deck.pk, 0), "") for deck in held]


def in_full(place: Place) -> dict[str, Any]:
    """A deck with its newest version, read for its day; five queries."""
    deck = place.deck
    revision = selectors.revision_of(deck)
    value = value_of(deck, revision)
    return {
        **_deck(deck, place.asker, deck.likes.count(), place.secret),
        **snapshot(revision),
        "fingerprint": fingerprint(value),
        "sections": sections(value),
        "unsettled": unsettled(value),
    }


def value_of(deck: Deck, revision: Revision) -> DeckValue:
    """A version as the engine takes it, on its own day or today."""
    return to_engine.deck_value(revision.text, deck.game_id, revision.as_of, title=revision.title)


def snapshot(held: Snapshot | Revision) -> dict[str, Any]:
    """What a version holds."""
    return {
        "title": held.title,
        "format": held.format or None,
        "as_of": held.as_of,
        "deck": held.text,
        "notes": held.notes,
        "card_notes": dict(held.card_notes),
    }


def version(revision: Revision) -> dict[str, Any]:
    """A version in the history, without its list."""
    return {
        "number": revision.number,
        "saved": revision.saved,
        "by": revision.by.username if revision.by else None,
        "automatic": revision.is_automatic,
        "comment": revision.comment,
        "title": revision.title,
        "format": revision.format or None,
        "as_of": revision.as_of,
    }


def sections(value: DeckValue) -> list[dict[str, Any]]:
    """The cards that were read, by section."""
    return [
        {
            "section": section,
            "cards": [{"count": count, "slug": card.slug, "title": card.title} for card, count in value.read(section)],
        }
        for section in value.sections
    ]


def unsettled(value: DeckValue) -> list[dict[str, Any]]:
    """The lines that name no one card."""
    return [{"line": entry.line, "written": entry.written, "state": entry.state} for entry in value.unsettled]


def comment(said: Comment, asker: Visitor) -> dict[str, Any]:
    """What somebody said; the text of a hidden one is for its author and staff."""
    is_own = said.by_id is not None and said.by_id == asker.user
    may_see = said.hidden_at is None or is_own or asker.may_moderate
    return {
        "id": said.pk,
        "by": said.by.username if said.by else None,
        "own": is_own,
        "text": said.text if may_see else None,
        "said": said.said,
        "edited": said.edited,
        "hidden": said.hidden_at is not None,
        "hidden_why": said.hidden_why,
    }


def _deck(deck: Deck, asker: Visitor, likes: int, secret: str) -> dict[str, Any]:
    is_own = not secret and asker.owns(deck)
    return {
        "id": deck.pk,
        "title": deck.title,
        "game": deck.game_id,
        "format": deck.format or None,
        "as_of": deck.as_of,
        "size": deck.size,
        "edition": deck.edition,
        "author": deck.owner.username if deck.owner else None,
        "own": is_own,
        "visibility": deck.visibility,
        "secret": deck.secret or None if is_own else None,
        "hidden": deck.hidden_at is not None,
        "event": deck.event,
        "played_on": deck.played_on,
        "tags": [tag.name for tag in deck.tags.all()],
        "likes": likes,
        "forked_from": _origin(deck, asker),
        "created": deck.created,
        "edited": deck.edited,
        "published": deck.published,
        "page": Place(deck, asker, secret).address(),
    }


def _origin(deck: Deck, asker: Visitor) -> dict[str, int] | None:
    """What it began as, where the asker may read that."""
    origin = deck.forked_from
    if origin is None or not asker.may_read(origin.deck):
        return None
    return {"deck": origin.deck_id, "version": origin.number}
