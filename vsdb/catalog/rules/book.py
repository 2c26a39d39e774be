"""A rules document whose text is loaded, as a whole in memory: its units in order, and what refers to what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.db.models import Value
from django.db.models.functions import Coalesce
from django.urls import reverse

from vsdb.catalog.rules.models import Document, Reference, Unit

#: Kinds that hold no rules: lists of contents and lines of the page.
AROUND = frozenset({"contents", "furniture"})
_EXCERPT = 240  # characters
_HELD = 16  # documents in memory


@dataclass(frozen=True, slots=True)
class UnitLink:
    """A place in a unit's text that refers to another; `target` is a slug, `outside` a number of another document."""

    start: int
    end: int
    target: str = ""
    outside: str = ""
    is_between: bool = False


@dataclass(frozen=True, slots=True)
class BookEntry:
    """A unit of a document; `parent` is a slug, empty at the top. The fields are those of `rules.models.Unit`."""

    slug: str
    number: str
    title: str
    text: str
    kind: str
    depth: int
    parent: str
    likely: str = ""
    links: tuple[UnitLink, ...] = field(default=(), repr=False)

    @property
    def called(self) -> str:
        """The number that it goes by: the document's, or where that is damaged and another rule's the one meant."""
        return self.likely if self.slug == self.likely else self.number

    @property
    def name(self) -> str:
        """What it is called: its number with its title, else what it is."""
        return " ".join(filter(None, (self.called, self.title))) or self.kind.capitalize()

    @property
    def excerpt(self) -> str:
        """What it begins with, in one line."""
        said = " ".join((self.text or self.title).replace("**", "").split())
        return said if len(said) <= _EXCERPT else f"{said[:_EXCERPT].rsplit(' ', 1)[0]} …"


@dataclass(frozen=True, eq=False)
class RuleBookText:
    """The entries of a document in its order; `digest` tells one text of it from another."""

    document: str
    digest: str
    entries: tuple[BookEntry, ...]

    @cached_property
    def by_slug(self) -> dict[str, BookEntry]:
        """The entries by their addresses."""
        return {entry.slug: entry for entry in self.entries}

    @cached_property
    def children(self) -> dict[str, tuple[BookEntry, ...]]:
        """The entries right below each slug, in order; below the empty one those at the top."""
        found: dict[str, list[BookEntry]] = defaultdict(list)
        for entry in self.entries:
            found[entry.parent].append(entry)
        return {slug: tuple(below) for slug, below in found.items()}

    @cached_property
    def referring(self) -> dict[str, tuple[BookEntry, ...]]:
        """The entries that refer to each slug, in order, each once; lists of contents refer to nothing."""
        found: dict[str, dict[str, BookEntry]] = defaultdict(dict)
        for entry in self.readable:
            for link in entry.links:
                if link.target and link.target != entry.slug:
                    found[link.target][entry.slug] = entry
        return {slug: tuple(by.values()) for slug, by in found.items()}

    @cached_property
    def _names(self) -> dict[str, str]:
        named = [(name.lower(), each.slug) for each in self.entries for name in (each.slug, each.likely) if name]
        return dict(reversed(named))

    def find(self, slug: str) -> BookEntry | None:
        """The entry of that address, however it is capitalised, or of the number that is likely meant."""
        return self.by_slug.get(slug) or self.by_slug.get(self._names.get(slug.lower(), ""))

    def above(self, entry: BookEntry) -> tuple[BookEntry, ...]:
        """What the entry stands under, the outermost first."""
        found: list[BookEntry] = []
        while entry.parent:
            entry = self.by_slug[entry.parent]
            found.append(entry)
        return tuple(reversed(found))

    def below(self, slug: str) -> Iterator[BookEntry]:
        """Everything that stands under the entry, in order."""
        for child in self.children.get(slug, ()):
            yield child
            yield from self.below(child.slug)

    def beside(self, entry: BookEntry) -> tuple[BookEntry | None, BookEntry | None]:
        """The entries before and after it under the same parent; examples and paragraphs are no neighbours of rules."""
        row = [each for each in self.children[entry.parent] if _is_row(each) == _is_row(entry)]
        place = row.index(entry)
        return (row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None)

    @cached_property
    def glossary(self) -> list[BookEntry]:
        """The entries of the document's glossary."""
        return [entry for entry in self.entries if entry.kind == "glossary" and entry.title]

    @property
    def readable(self) -> Sequence[BookEntry]:
        """The entries that are read: all but the list of contents and what was around the text on its page."""
        return [entry for entry in self.entries if entry.kind not in AROUND]

    def url(self, slug: str) -> str:
        """The page of an entry."""
        return reverse("rules:rule", args=(self.document, slug))


_kept: dict[tuple[str, str], RuleBookText] = {}  #: the texts that were read, by document and digest


def _is_row(entry: BookEntry) -> bool:
    return entry.kind not in AROUND and entry.kind not in {"example", "paragraph"}


def load_books(documents: Iterable[Document]) -> dict[str, RuleBookText]:
    """The texts of those documents that have one, by their slugs.

    Two queries where this process hasn't read some of them before, and none otherwise.
    """
    wanted = {each.slug: each.text_digest for each in documents if each.text_digest}
    found = {slug: book for slug, digest in wanted.items() if (book := _kept.get((slug, digest)))}
    for book in _read({slug: digest for slug, digest in wanted.items() if slug not in found}):
        found[book.document] = _kept[book.document, book.digest] = book
        if len(_kept) > _HELD:
            _kept.pop(next(iter(_kept)), None)
    return {slug: found[slug] for slug in wanted}


def _read(digests: Mapping[str, str]) -> list[RuleBookText]:
    """The texts of these documents; two queries, none for no document."""
    if not digests:
        return []
    links: dict[int, list[UnitLink]] = defaultdict(list)
    target = Coalesce("target__slug", Value(""))
    referring = Reference.objects.filter(unit__document__in=[*digests]).order_by("unit_id", "position")
    for unit, *link in referring.values_list("unit_id", "start", "end", target, "outside", "is_between"):
        links[unit].append(UnitLink(*link))
    columns = ("slug", "number", "title", "text", "kind", "depth", Coalesce("parent__slug", Value("")), "likely")
    units = Unit.objects.filter(document__in=[*digests]).order_by("position")
    entries: dict[str, list[BookEntry]] = {slug: [] for slug in digests}
    for document, pk, *facts in units.values_list("document_id", "pk", *columns):
        entries[document].append(BookEntry(*(*facts, tuple(links[pk]))))
    return [RuleBookText(slug, digest, tuple(entries[slug])) for slug, digest in digests.items()]
