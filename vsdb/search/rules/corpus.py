"""What the rules search looks through: every unit and summary as folded words, kept for the life of the process."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from operator import attrgetter
from threading import Lock

from vsdb.catalog.cards.models import CardKeyword, Game, Keyword
from vsdb.catalog.cards.selectors import keep_by_version
from vsdb.catalog.rules.models import SUMMARY, Document, Reference, Rule, Unit
from vsdb.catalog.rules.selectors import get_series
from vsdb.core.folding import join_spaced, split_spellings, tokenize
from vsdb.search.text.stemming import stem_words

Name = tuple[str, str]  #: the slug of a document and of a unit or a rule in it
Words = list[str]
_FIRST_OF_KIND = {SUMMARY: 0, Unit.Kind.HEADING: 0, Unit.Kind.RULE: 0, Unit.Kind.STEP: 1, Unit.Kind.GLOSSARY: 2}


@dataclass(frozen=True, slots=True)
class CorpusRow:
    """A unit with what we say of it, or our words alone (`kind` is then `SUMMARY`).

    `words` are all its words, `headings` each name it goes by: its title, our heading, the keywords it defines; folded,
    with a space at both ends. `own` are the words that the document itself has, without the number. `above` is the
    title of the nearest unit above that has one, `under` the number of the nearest that has one. `stems` and
    `heading_stems` are `words`, of two spellings the first, and `headings` brought to their stems; `is_superseded`: a
    newer edition is held, and a newer text.
    """

    document: str
    game: str
    slug: str
    kind: str
    number: str
    names: frozenset[str]
    words: str
    own: str
    headings: tuple[str, ...]
    keywords: tuple[str, ...]
    above: str
    under: str
    order: tuple[int, int]
    stems: str
    heading_stems: tuple[str, ...]
    is_superseded: bool = False
    searched: str = field(init=False)  #: the words and the headings; nothing that is looked for spans two of them
    searched_stems: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "searched", "\n".join((self.words, *self.headings)))
        object.__setattr__(self, "searched_stems", "\n".join((self.stems, *self.heading_stems)))

    @property
    def name(self) -> Name:
        """What no other row is called."""
        return self.document, self.slug


@dataclass(frozen=True, slots=True)
class CorpusEdition:
    """A document; `day` is that of its edition, `is_loaded` whether its text is."""

    slug: str
    name: str
    game: str
    day: date | None
    is_loaded: bool


@dataclass(frozen=True)
class RuleCorpus:
    """Every row, the newest edition of each game first, and the references between units by name."""

    editions: Mapping[str, CorpusEdition]
    rows: tuple[CorpusRow, ...]
    refers_to: Mapping[Name, frozenset[Name]]
    referred_by: Mapping[Name, frozenset[Name]]
    on_cards: frozenset[Name] = field(default=frozenset())


_held: dict[object, RuleCorpus] = {}
_building = Lock()


@keep_by_version
def load_corpus() -> RuleCorpus:
    """The rows as they are now; two queries, and six more after a load or an import. Where pages are kept, no query
    while all versions stay as they are."""
    versions = tuple(Game.objects.order_by("pk").values_list("slug", "words_version", "texts_version", "data_version"))
    documents = tuple(Document.objects.select_related("game"))
    state = (versions, tuple((each.pk, each.name, each.edition_date, each.text_digest) for each in documents))
    if found := _held.get(state):
        return found  # without waiting for a thread that builds another
    with _building:
        found = _held.get(state)
        if found is None:
            found = _build(documents)
            _held.clear()
            _held[state] = found
        return found


def to_stems(words: str) -> str:
    """Folded words as their stems, with a space at both ends."""
    return join_spaced(stem_words(words.split()))


def get_kind_order(kind: str) -> int:
    """Of rows that fit alike: headings and rules before steps, these before the glossary, and examples last."""
    return _FIRST_OF_KIND.get(kind, 3)


def _build(documents: Iterable[Document]) -> RuleCorpus:
    def newest_first(each: Document) -> tuple[int, bool, int, int]:
        day = each.edition_date
        game = each.game.position if each.game else 99
        return game, day is None, -day.toordinal() if day else 0, each.position

    order = {each.pk: place for place, each in enumerate(sorted(documents, key=newest_first))}
    games = {each.pk: each.game_id or "" for each in documents}
    keywords, on_cards = _keywords()
    of_document = attrgetter("document_id")
    every_rule = Rule.objects.order_by("document_id", "position")
    rules = {document: list(held) for document, held in groupby(every_rule, key=of_document)}
    left_out = (Unit.Kind.CONTENTS, Unit.Kind.FURNITURE)
    every_unit = Unit.objects.exclude(kind__in=left_out).defer("text").order_by("document_id", "position")
    units = {document: list(held) for document, held in groupby(every_unit, key=of_document)}
    rows: list[CorpusRow] = []
    superseded = _list_superseded(documents, units.keys() | rules.keys(), units.keys())
    for document, place in order.items():
        texts = units.get(document, []), rules.get(document, [])
        is_superseded = document in superseded
        rows += _rows(document, games[document], place, *texts, keywords, is_superseded=is_superseded)
    days = {each.pk: each.edition_date for each in documents}
    held = [CorpusEdition(each.pk, each.name, games[each.pk], days[each.pk], each.pk in units) for each in documents]
    cited = frozenset(row.name for row in rows if any((row.document, name) in on_cards for name in row.names))
    return RuleCorpus({each.slug: each for each in held}, tuple(rows), *_references(), cited)


def _list_superseded(documents: Iterable[Document], held: Collection[str], loaded: Collection[str]) -> frozenset[str]:
    """The documents of which a newer edition is held; not the newest one whose text is loaded."""
    found = set()
    for _, series in groupby(sorted(documents, key=_edition_order), key=lambda each: get_series(each.pk)):
        editions = [each.pk for each in series if each.pk in held]
        texts = [slug for slug in editions if slug in loaded]
        found |= {*editions[:-1]} - {*texts[-1:]}
    return frozenset(found)


def _edition_order(document: Document) -> tuple[str, date, int]:
    return get_series(document.pk), document.edition_date or date.min, document.position


def _rows(
    document: str,
    game: str,
    order: int,
    units: list[Unit],
    rules: list[Rule],
    keywords: Mapping[Name, list[str]],
    *,
    is_superseded: bool,
) -> list[CorpusRow]:
    by_name = {name: rule for rule in reversed(rules) for name in (rule.slug, rule.number)}
    by_pk = {unit.pk: unit for unit in units}
    said: set[int] = set()
    rows: list[CorpusRow] = []

    def add(
        of: Unit | Rule,
        names: frozenset[str],
        words: str,
        own: str,
        heads: Words,
        terms: Words,
        above: str,
        under: str,
        stemmed: str,
    ) -> None:
        kind = of.kind if isinstance(of, Unit) else SUMMARY
        number = of.number if isinstance(of, Unit) or of.number[:1].isdigit() else ""
        headings = tuple(dict.fromkeys(join_spaced(tokenize(title)) for title in heads if title))
        told, place = (names, words, own, headings, tuple(terms), above, under), (order, len(rows))
        stems = to_stems(stemmed), tuple(dict.fromkeys(map(to_stems, headings)))
        rows.append(CorpusRow(document, game, of.slug, kind, number, *told, place, *stems, is_superseded))

    for unit in units:
        rule = next((by_name[name] for name in (unit.slug, unit.likely, unit.number) if name in by_name), None)
        if rule is not None and rule.pk not in said:
            said.add(rule.pk)
        else:
            rule = None
        names = frozenset({unit.slug, unit.number, unit.likely} - {""} | ({rule.number} if rule else set()))
        defined = [word for name in sorted(names) for word in keywords.get((document, name), [])]
        titles = [unit.title, rule.heading if rule else "", *defined]
        ours = join_spaced(tokenize(f"{rule.heading} {rule.summary}")) if rule else ""
        above, under = _above(unit, by_pk)
        own = unit.folded
        number = join_spaced(tokenize(unit.number))
        own = own[len(number) - 1 :] if unit.number and own.startswith(number) else own
        stemmed = split_spellings(unit.folded)[0] + ours[1:]
        add(unit, names, unit.folded + ours[1:], own, titles, defined, above, under, stemmed)
    for rule in rules:
        if rule.pk not in said:
            defined = keywords.get((document, rule.number), [])
            own = join_spaced(tokenize(f"{rule.heading} {rule.summary}"))
            words = join_spaced(tokenize(f"{rule.number} {rule.heading} {rule.summary}"))
            add(rule, frozenset((rule.slug, rule.number)), words, own, [rule.heading, *defined], defined, "", "", words)
    return rows


def _above(unit: Unit, by_pk: Mapping[int, Unit]) -> tuple[str, str]:
    title = number = ""
    here = by_pk.get(unit.parent_id or 0)
    while here is not None and not (title and number):
        title, number = title or here.title, number or here.number
        here = by_pk.get(here.parent_id or 0)
    return title, number


def _keywords() -> tuple[dict[Name, list[str]], frozenset[Name]]:
    """The keywords that each rule defines, by document and number, and the rules whose keywords stand on cards."""
    found: dict[Name, list[str]] = {}
    on_cards = set()
    used = set(CardKeyword.objects.order_by().values_list("keyword", flat=True).distinct())
    for keyword in Keyword.objects.exclude(citation_rule="").order_by("name"):
        place = (keyword.citation_document, keyword.citation_rule)
        found.setdefault(place, []).append(keyword.name)
        if keyword.pk in used:
            on_cards.add(place)
    return found, frozenset(on_cards)


def _references() -> tuple[dict[Name, frozenset[Name]], dict[Name, frozenset[Name]]]:
    there: dict[Name, set[Name]] = {}
    back: dict[Name, set[Name]] = {}
    held = Reference.objects.exclude(target=None).exclude(unit__kind=Unit.Kind.CONTENTS).order_by()
    for document, unit, target in held.values_list("unit__document", "unit__slug", "target__slug"):
        there.setdefault((document, unit), set()).add((document, target))
        back.setdefault((document, target), set()).add((document, unit))
    return _freeze(there), _freeze(back)


def _freeze(held: Mapping[Name, set[Name]]) -> dict[Name, frozenset[Name]]:
    return {name: frozenset(others) for name, others in held.items()}
