"""Two documents of a game compared, and one rule through all its editions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.rules.citations import codes_by_citation
from engine.rules.editions import EDITIONS
from vsdb.catalog.rules.addresses import rule_slug
from vsdb.catalog.rules.book import Book, Entry
from vsdb.catalog.rules.comparing import Comparison, Pair, Paragraph, compare
from vsdb.catalog.rules.models import Document, Rule

SAME, REWORDED, NOT_IN, BEYOND, NOT_LOADED = "same", "reworded", "not-in", "beyond", "not-loaded"
_HELD = 16  # comparisons


@dataclass(frozen=True)
class InEdition:
    """A rule in another edition: where it stands there, if it does, and how it compares; `state` is one of the above.

    `pair` has the older text first.
    """

    document: Document
    state: str
    slug: str = ""
    number: str = ""
    pair: Pair | None = None
    is_newer: bool = False


def paragraphs(book: Book) -> list[Paragraph]:
    """A document's text as it is compared."""
    return [
        Paragraph(entry.slug, " ".join(filter(None, (entry.title, entry.text))), entry.parent, entry.kind)
        for entry in book.readable
    ]


@lru_cache(maxsize=_HELD)
def comparison(before: Book, after: Book) -> Comparison:
    """The older text against the newer; kept."""
    return compare(paragraphs(before), paragraphs(after))


def deck_rules(book: Book) -> frozenset[str]:
    """The slugs of the rules that deck checks cite, and of all that stands below them."""
    cited = {rule_slug(citation.rule) for citation in codes_by_citation() if citation.document == book.document}
    found = {slug for slug in cited if slug in book.by_slug}
    return frozenset(found | {entry.slug for slug in found for entry in book.below(slug)})


def through_editions(
    document: Document, slug: str, entry: Entry | None, others: Sequence[Rule], documents: Mapping[str, Document],
    held: Mapping[str, Book],
) -> list[InEdition]:  # fmt: skip
    """The rule in every other edition of its game, the oldest first; `others` are those of its number."""
    editions = [edition.edition for edition in EDITIONS.get(document.game_id or "", ())]
    if document.slug not in editions:
        return [InEdition(rule.document, NOT_LOADED, rule.slug, rule.number) for rule in others]
    by_document = {rule.document_id: rule for rule in others}
    found = []
    for edition in (each for each in editions if each != document.slug and each in documents):
        is_newer = editions.index(edition) > editions.index(document.slug)
        if entry and document.slug in held and edition in held:
            found.append(_read(documents[edition], held[document.slug], held[edition], slug, is_newer=is_newer))
        elif rule := by_document.get(edition):
            found.append(InEdition(documents[edition], NOT_LOADED, rule.slug, rule.number, is_newer=is_newer))
    return found


def _read(document: Document, own: Book, other: Book, slug: str, *, is_newer: bool) -> InEdition:
    both = comparison(own, other) if is_newer else comparison(other, own)
    pair = (both.by_before if is_newer else both.by_after).get(slug)
    there = (pair.after if is_newer else pair.before) if pair else None
    if pair is None or there is None:
        is_cut = any(each.place == slug for each in both.beyond) and not is_newer
        return InEdition(document, BEYOND if is_cut else NOT_IN, is_newer=is_newer)
    entry = other.by_slug[there.place]
    state = BEYOND if pair.is_cut else REWORDED if pair.is_reworded else SAME
    return InEdition(document, state, entry.slug, entry.number or entry.name, pair, is_newer=is_newer)
