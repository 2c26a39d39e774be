"""The history of a deck: its versions, automatic saves folded, each with what it changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.utils import timezone

from engine.decklists.differences import Differences, differences
from engine.model.decks import Deck as DeckValue
from vsdb.decks import to_engine
from vsdb.decks.models import Deck, Revision

A_PAGE = 20
_HEAVY = ("text", "notes", "card_notes")


@dataclass(frozen=True, slots=True)
class Version:
    """A version in the history. `folded` are the automatic saves that led to it; `changes` is None for the first one.

    `said` names what else became different: title, format, day, notes.
    """

    revision: Revision
    folded: tuple[Revision, ...]
    changes: Differences | None = None
    said: tuple[str, ...] = ()


def history(deck: Deck, number: str | None) -> tuple[Page[Version], Sequence[Version]]:
    """A page of the versions, the newest first; two queries however many there are."""
    light = deck.revisions.select_related("by").defer(*_HEAVY)
    page = Paginator(list(_folded(light)), A_PAGE).get_page(number)
    return page, tuple(_told(deck, page))


def _folded(newest_first: Iterable[Revision]) -> Iterator[Version]:
    """Of automatic saves in a row, by one person, the last stands for all."""
    row: list[Revision] = []
    for revision in newest_first:
        if row and not (row[-1].is_automatic and revision.is_automatic and row[-1].by_id == revision.by_id):
            yield Version(row[0], tuple(row[1:]))
            row = []
        row.append(revision)
    if row:
        yield Version(row[0], tuple(row[1:]))


def _told(deck: Deck, page: Page[Version]) -> Iterator[Version]:
    """The versions of a page with what each changed against the one shown before it."""
    shown = list(page)
    whole = list(page.paginator.object_list)
    following = whole[page.end_index() : page.end_index() + 1]
    numbers = [version.revision.number for version in (*shown, *following)]
    texts = {revision.number: revision for revision in deck.revisions.filter(number__in=numbers)}
    today = timezone.localdate()
    decks: dict[int, DeckValue] = {
        number: to_engine.deck_value(each.text, deck.game_id, each.as_of or today) for number, each in texts.items()
    }
    for version, before in zip(shown, [*shown[1:], *following, None], strict=False):
        if before is None:
            yield version
            continue
        now, then = version.revision.number, before.revision.number
        changes = differences(decks[then], decks[now])
        yield Version(version.revision, version.folded, changes, tuple(said_otherwise(texts[then], texts[now])))


def said_otherwise(before: Revision, after: Revision) -> Iterator[str]:
    """What beside the list differs between two versions."""
    if before.title != after.title:
        yield f"title, before: {before.title}"
    if before.format != after.format:
        yield f"format, before: {before.format or 'none'}"
    if before.as_of != after.as_of:
        yield f"day, before: {before.as_of.isoformat() if before.as_of else 'today'}"
    if before.notes != after.notes:
        yield "notes"
    if before.card_notes != after.card_notes:
        yield "notes on cards"
