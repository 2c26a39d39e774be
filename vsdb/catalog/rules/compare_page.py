"""The page that compares two editions: every rule in order, what differs marked, what is the same folded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby

from engine.rules.citations import index_codes_by_citation
from vsdb.catalog.rules.book import BookEntry, RuleBookText
from vsdb.catalog.rules.comparing import (
    ADDED,
    CUT,
    HELD,
    REMOVED,
    RENUMBERED,
    RESPACED,
    REWORDED,
    ParagraphPair,
    compare_editions,
)
from vsdb.catalog.rules.models import Document, Rule, rule_slug

DECKS, DECKS_LABEL = "decks", "about deck building"  #: the filter of the rules that deck checks cite
KINDS = (REWORDED, ADDED, REMOVED, RENUMBERED, RESPACED, CUT)
#: How the page calls each kind.
LABELS = {
    REWORDED: "changed",
    ADDED: "added",
    REMOVED: "removed",
    RENUMBERED: "moved",
    RESPACED: "spacing only",
    CUT: "cut off",
}


def find_deck_rules(book: RuleBookText) -> frozenset[str]:
    """The slugs of the rules that deck checks cite, and of all that stands below them."""
    cited = {rule_slug(citation.rule) for citation in index_codes_by_citation() if citation.document == book.document}
    found = {slug for slug in cited if slug in book.by_slug}
    return frozenset(found | {entry.slug for slug in found for entry in book.below(slug)})


@dataclass(frozen=True)
class ComparedRule:
    """A rule of either edition; `kinds` are empty where it is the same in both. Either side has its address.

    `anchor` is what the page calls it, `chapter` the slug of the chapter that it belongs to, `name` its number and
    title in the newer edition that has it.
    """

    pair: ParagraphPair
    kinds: tuple[str, ...]
    before: BookEntry | None
    after: BookEntry | None
    before_url: str
    after_url: str
    is_about_decks: bool
    anchor: str
    chapter: str
    chapter_name: str
    name: str
    url: str

    @property
    def labels(self) -> list[str]:
        """The kinds as the page calls them."""
        return [LABELS[kind] for kind in self.kinds]

    @property
    def is_text_different(self) -> bool:
        """Whether the texts differ, and not the number alone."""
        return self.kinds not in ((), (RENUMBERED,))


@dataclass(frozen=True)
class RuleRun:
    """Rules one after the other: those that are the same in both editions, or those that aren't."""

    is_same: bool
    rules: Sequence[ComparedRule]


@dataclass(frozen=True)
class ComparedChapter:
    """A chapter of the comparison with how many of its rules changed, by kind."""

    slug: str
    name: str
    counts: Mapping[str, int]
    runs: Sequence[RuleRun] = ()

    @property
    def summary(self) -> list[tuple[str, int]]:
        """What the page calls each kind that occurs, and how many rules are of it."""
        return [(LABELS[kind], self.counts[kind]) for kind in KINDS if self.counts.get(kind)]


@dataclass(frozen=True)
class ComparePage:
    """Two documents side by side: their texts where both are loaded, else what is summed up of them.

    `decks`, `others` and `added` are what changed, as the API lists it.
    """

    before: Document
    after: Document
    missing: Sequence[Document]
    decks: Sequence[ComparedRule] = ()
    others: Sequence[ComparedRule] = ()
    added: Sequence[ComparedRule] = ()
    counts: Sequence[tuple[str, int]] = ()
    unchanged: int = 0
    rules: Sequence[ComparedRule] = field(default=(), repr=False)
    beyond: Sequence[tuple[BookEntry, str]] = ()
    breaks_off_at: BookEntry | None = None
    summed_up: Sequence[tuple[str, Rule | None, Rule | None]] = ()

    @property
    def summary(self) -> list[tuple[str, str, int]]:
        """Each kind that occurs, what the page calls it, and how many rules are of it."""
        return [(kind, LABELS[kind], count) for kind, count in self.counts if count]

    @property
    def chapters(self) -> list[ComparedChapter]:
        """Every chapter with its counts, in order."""
        return [_chapter(rules, with_runs=False) for rules in self._by_chapter(self.rules)]

    def show(self, chapter: str = "", kind: str = "") -> list[ComparedChapter]:
        """The chapters with their rules: of one chapter alone, or of one kind of change alone, or all."""
        shown = [rule for rule in self.rules if not chapter or rule.chapter == chapter]
        if kind:
            shown = [rule for rule in shown if rule.kinds and (kind in rule.kinds or _is_of_decks(rule, kind))]
        return [_chapter(rules, with_runs=True) for rules in self._by_chapter(shown)]

    @staticmethod
    def _by_chapter(rules: Iterable[ComparedRule]) -> Iterator[list[ComparedRule]]:
        for _, held in groupby(rules, key=lambda rule: rule.chapter):
            yield [*held]


def _is_of_decks(rule: ComparedRule, kind: str) -> bool:
    return kind == DECKS and rule.is_about_decks


def _chapter(rules: Sequence[ComparedRule], *, with_runs: bool) -> ComparedChapter:
    counts = Counter(kind for rule in rules for kind in rule.kinds)
    runs = [RuleRun(is_same, [*held]) for is_same, held in groupby(rules, key=lambda rule: not rule.kinds)]
    return ComparedChapter(rules[0].chapter, rules[0].chapter_name, counts, runs if with_runs else ())


def build_compare_page(before: Document, after: Document, books: Mapping[str, RuleBookText]) -> ComparePage:
    """A document against another one of its game; two queries where a text is missing, else none."""
    if missing := [each for each in (before, after) if each.slug not in books]:
        return ComparePage(before, after, missing, summed_up=_compare_summaries(before, after))
    old, new = books[before.slug], books[after.slug]
    found = compare_editions(old, new)
    rules = _list_rules(old, new)
    counts = Counter(kind for rule in rules for kind in rule.kinds)
    changes = [rule for rule in rules if rule.kinds]
    return ComparePage(
        before,
        after,
        (),
        decks=[rule for rule in changes if rule.is_about_decks],
        others=[rule for rule in changes if not rule.is_about_decks and rule.kinds != (ADDED,)],
        added=[rule for rule in changes if not rule.is_about_decks and rule.kinds == (ADDED,)],
        counts=[(kind, counts[kind]) for kind in KINDS],
        unchanged=len(rules) - len(changes),
        rules=rules,
        beyond=[(new.by_slug[each.place], new.url(each.place)) for each in found.beyond],
        breaks_off_at=old.entries[-1] if found.beyond else None,
    )


@lru_cache(maxsize=HELD)
def _list_rules(old: RuleBookText, new: RuleBookText) -> list[ComparedRule]:
    """Every rule of either text, in the newer one's order."""
    before_decks, after_decks = find_deck_rules(old), find_deck_rules(new)
    found: list[ComparedRule] = []
    chapter = ("", "")
    for pair in compare_editions(old, new).pairs:
        before = old.by_slug[pair.before.place] if pair.before else None
        after = new.by_slug[pair.after.place] if pair.after else None
        if after:
            chapter = _find_chapter(new, after)
        elif before and (there := new.by_slug.get(_find_chapter(old, before)[0])):
            chapter = _find_chapter(new, there)
        urls = (old.url(before.slug) if before else "", new.url(after.slug) if after else "")
        about = bool((before and before.slug in before_decks) or (after and after.slug in after_decks))
        anchor = f"r-{after.slug}" if after else f"old-{before.slug}" if before else ""
        name = _name(new, after) if after else _name(old, before) if before else ""
        told = (anchor, *chapter, name, urls[1] or urls[0])
        found.append(ComparedRule(pair, pair.kinds, before, after, *urls, about, *told))
    return found


def _name(book: RuleBookText, entry: BookEntry) -> str:
    """What a rule is called; an example or a paragraph by what it belongs to."""
    above = book.above(entry)
    if entry.number or entry.title or not above:
        return entry.name
    return f"{entry.name} of {above[-1].number or above[-1].title}"


def _find_chapter(book: RuleBookText, entry: BookEntry) -> tuple[str, str]:
    """The slug and name of the chapter that holds an entry; empty for what stands before the chapters."""
    top = (book.above(entry) or (entry,))[0]
    return (top.slug, top.name) if top.slug in book.children else ("", "")


def _compare_summaries(before: Document, after: Document) -> list[tuple[str, Rule | None, Rule | None]]:
    """The rules of either document, each with its number in both, in the older one's order and then the newer's.

    Two that we head alike are one rule, whatever their numbers; else two of one number are.
    """
    old, new = [*before.rules.all()], [*after.rules.all()]
    headings = {rule.heading: rule for rule in new}
    same = {rule.pk: headings[rule.heading] for rule in old if rule.heading in headings}
    matched = {rule.pk for rule in same.values()}
    numbers = {rule.number: rule for rule in new if rule.pk not in matched}
    same |= {rule.pk: numbers[rule.number] for rule in old if rule.pk not in same and rule.number in numbers}
    matched = {rule.pk for rule in same.values()}
    pairs = [(rule, same.get(rule.pk)) for rule in old]
    added = [(rule.number, None, rule) for rule in new if rule.pk not in matched]
    return [*((_join_numbers(one, other), one, other) for one, other in pairs), *added]


def _join_numbers(one: Rule, other: Rule | None) -> str:
    return f"{one.number} → {other.number}" if other and other.number != one.number else one.number
