"""The page that compares two documents of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from vsdb.catalog.rules.book import BookEntry, RuleBookText
from vsdb.catalog.rules.comparing import EditionComparison, ParagraphPair
from vsdb.catalog.rules.models import Document, Rule
from vsdb.catalog.rules.rule_page import DocumentsOfGame, compare_editions, find_deck_rules

ADDED, REMOVED, RENUMBERED, REWORDED = "added", "removed", "renumbered", "reworded"
_HELD = 16


@dataclass(frozen=True)
class ParagraphChange:
    """What became of one paragraph: `kinds` are some of the above; either side with its address, where it is."""

    pair: ParagraphPair
    kinds: tuple[str, ...]
    before: BookEntry | None
    after: BookEntry | None
    before_url: str
    after_url: str
    is_about_decks: bool


@dataclass(frozen=True)
class ComparePage:
    """Two documents side by side: their texts where both are loaded, else what is summed up of them."""

    before: Document
    after: Document
    missing: Sequence[Document]
    decks: Sequence[ParagraphChange] = ()
    others: Sequence[ParagraphChange] = ()
    added: Sequence[ParagraphChange] = ()
    counts: Sequence[tuple[str, int]] = ()
    beyond: int = 0
    breaks_off_at: BookEntry | None = None
    summed_up: Sequence[tuple[str, Rule | None, Rule | None]] = ()


def compare_page(game: DocumentsOfGame, after: Document) -> ComparePage:
    """The document against another one of its game; two queries where a text is missing, else none."""
    before = game.document
    books = game.books
    if missing := [each for each in (before, after) if each.slug not in books]:
        return ComparePage(before, after, missing, summed_up=_compare_summaries(before, after))
    old, new = books[before.slug], books[after.slug]
    found = compare_editions(old, new)
    changes = _changes(old, new)
    return ComparePage(
        before,
        after,
        (),
        decks=[change for change in changes if change.is_about_decks],
        others=[change for change in changes if not change.is_about_decks and change.kinds != (ADDED,)],
        added=[change for change in changes if not change.is_about_decks and change.kinds == (ADDED,)],
        counts=_counts(found),
        beyond=len(found.beyond),
        breaks_off_at=old.entries[-1] if found.beyond else None,
    )


def _counts(found: EditionComparison) -> list[tuple[str, int]]:
    sides = ((REWORDED, found.reworded), (RENUMBERED, found.renumbered), (ADDED, found.added), (REMOVED, found.removed))
    return [(kind, len(held)) for kind, held in sides]


@lru_cache(maxsize=_HELD)
def _changes(old: RuleBookText, new: RuleBookText) -> list[ParagraphChange]:
    before_decks, after_decks = find_deck_rules(old), find_deck_rules(new)
    found = []
    for pair in compare_editions(old, new).pairs:
        if kinds := _kinds(pair):
            before = old.by_slug[pair.before.place] if pair.before else None
            after = new.by_slug[pair.after.place] if pair.after else None
            about = (before is not None and before.slug in before_decks) or (
                after is not None and after.slug in after_decks
            )
            urls = (old.url(before.slug) if before else "", new.url(after.slug) if after else "")
            found.append(ParagraphChange(pair, kinds, before, after, *urls, is_about_decks=about))
    return found


def _kinds(pair: ParagraphPair) -> tuple[str, ...]:
    if pair.before is None:
        return (ADDED,)
    if pair.after is None:
        return (REMOVED,)
    return tuple(kind for kind, holds in ((RENUMBERED, pair.is_renumbered), (REWORDED, pair.is_reworded)) if holds)


def _compare_summaries(before: Document, after: Document) -> list[tuple[str, Rule | None, Rule | None]]:
    """The rules of either document by their number, in the older one's order and then the newer's."""
    old = {rule.number: rule for rule in before.rules.all()}
    new = {rule.number: rule for rule in after.rules.all()}
    return [(number, old.get(number), new.get(number)) for number in dict.fromkeys((*old, *new))]
