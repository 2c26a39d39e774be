"""Searching rules: one door for the pages, the API and the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.urls import reverse

from vsdb.catalog.rules.models import SUMMARY, Rule, Unit
from vsdb.search.language.syntax import And, Query, QueryNote, sort_notes
from vsdb.search.rules.corpus import CorpusRow, Name, load_corpus
from vsdb.search.rules.everyday import WordsReading, read_everyday_words
from vsdb.search.rules.matching import RuleSearchContext, list_positive_words
from vsdb.search.rules.query import FIELDS, parse
from vsdb.search.rules.ranking import RuleRanking

__all__ = ["FIELDS", "SUMMARY", "FoundRules", "RuleHit", "list_hits", "search_rules"]

_EXCERPT = 240  #: characters of a text around the words that were asked for
_BEFORE = 60


@dataclass(frozen=True, slots=True)
class FoundRules:
    """What a query finds: the names of units and rules in their order, and what is to be said of the query.

    `summarized` are the documents among those found whose text isn't loaded: there our own words alone were searched.
    `reading` says how everyday words were read.
    """

    query: Query
    notes: tuple[QueryNote, ...]
    rows: tuple[CorpusRow, ...]
    summarized: tuple[str, ...]
    reading: WordsReading = field(default_factory=WordsReading)

    @property
    def total(self) -> int:
        """How many are found."""
        return len(self.rows)

    def named(self, number: str) -> FoundRules:
        """Those of that number or slug alone."""
        return self.only([row for row in self.rows if number in row.names])

    def only(self, rows: Sequence[CorpusRow]) -> FoundRules:
        """Some of what was found."""
        return replace(self, rows=tuple(rows))


@dataclass(frozen=True, slots=True)
class RuleHit:
    """A unit or a rule that was found, as a list shows it; `text` is empty where it isn't loaded.

    `heading` is our heading or its title, `above` the title of what it stands under and `under` its number, `excerpt`
    the part of its text, or of our summary, around the words that were asked for.
    """

    document: str
    document_name: str
    game: str
    slug: str
    number: str
    kind: str
    heading: str
    above: str
    under: str
    text: str
    summary: str
    excerpt: str

    @property
    def url(self) -> str:
        """Its page."""
        return reverse("rules:rule", args=(self.document, self.slug))


def search_rules(text: str, *, game: str | None = None, document: str | None = None) -> FoundRules:
    """The rules that a query finds, of one game or document or of all; an empty query finds every one.

    What fits best comes first: the rule that defines a term, then headings with the words, then texts. Two queries,
    and six more after a load or an import; `citedby:ruling` costs one more, an expression between slashes two.
    """
    query = parse(text)
    held = load_corpus()
    games = {game} if game else {each.game for each in held.editions.values() if each.slug == document}
    reading = read_everyday_words(query.tree, query.text, games - {""})
    asked = RuleSearchContext(held, reading=reading)
    test = asked.test(query.tree)
    rows = [row for row in held.rows if game in (None, row.game) and document in (None, row.document)]
    # A query of which nothing was understood finds nothing rather than everything.
    is_asked = test is not None and (query.tree != And(()) or not query.text.strip())
    found = [row for row in rows if test(row)] if test is not None and is_asked else []
    found.sort(key=RuleRanking(query.tree, reading).key)
    notes = sort_notes((*query.notes, *asked.notes))
    summarized = (row.document for row in found if not held.editions[row.document].is_loaded)
    return FoundRules(query, notes, tuple(found), tuple(dict.fromkeys(summarized)), reading)


def list_hits(found: FoundRules, start: int = 0, stop: int | None = None) -> list[RuleHit]:
    """The entries of a part of what was found; two queries."""
    rows = found.rows[start:stop]
    editions = load_corpus().editions
    units, rules = _units(rows), _rules(rows)
    words = (*list_positive_words(found.query.tree), *found.reading.terms)
    return [_hit(row, editions[row.document].name, units.get(row.name), rules, words) for row in rows]


def _hit(row: CorpusRow, document: str, unit: Unit | None, rules: dict[Name, Rule], words: Sequence[str]) -> RuleHit:
    rule = next((rules[row.document, name] for name in sorted(row.names) if (row.document, name) in rules), None)
    text = unit.text if unit else ""
    summary = rule.summary if rule else ""
    number = (unit.number if unit else rule.number if rule else "") or ""
    heading = (rule.heading if rule else "") or (unit.title if unit else "")
    return RuleHit(
        document=row.document,
        document_name=document,
        game=row.game,
        slug=row.slug,
        number="" if number == heading else number,
        kind=row.kind,
        heading=heading,
        above=row.above,
        under=row.under,
        text=text,
        summary=summary,
        excerpt=_excerpt(text or summary, words),
    )


def _units(rows: Sequence[CorpusRow]) -> dict[Name, Unit]:
    wanted = [row.name for row in rows if row.kind != SUMMARY]
    if not wanted:
        return {}
    slugs = {slug for _, slug in wanted}
    held = Unit.objects.filter(document__in={document for document, _ in wanted}, slug__in=slugs)
    return {(unit.document_id, unit.slug): unit for unit in held.order_by()}


def _rules(rows: Sequence[CorpusRow]) -> dict[Name, Rule]:
    """By document and slug, and by document and number."""
    if not rows:
        return {}
    names = {name for row in rows for name in row.names}
    held = Rule.objects.filter(document__in={row.document for row in rows}, slug__in=names).order_by()
    return {(rule.document_id, name): rule for rule in held for name in (rule.slug, rule.number)}


def _excerpt(text: str, words: Sequence[str]) -> str:
    """The text, cut at spaces to the part around the first of the words."""
    plain = " ".join(text.split())
    if len(plain) <= _EXCERPT:
        return plain
    lowered = plain.lower()
    places = [place for word in words if (place := lowered.find(word)) >= 0]
    start = max(0, min(places, default=0) - _BEFORE)
    start = plain.find(" ", start) + 1 if start else 0
    end = start + _EXCERPT
    end = plain.rfind(" ", start, end) if end < len(plain) else len(plain)
    return f"{'… ' if start else ''}{plain[start:end]}{' …' if end < len(plain) else ''}"
