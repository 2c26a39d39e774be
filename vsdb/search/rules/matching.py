"""Which rows a tree finds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import pairwise

from engine.model.errors import InputError
from engine.rules.citations import index_codes_by_citation
from engine.rules.editions import EDITIONS
from vsdb.catalog.rules.models import Rule, Unit
from vsdb.catalog.rules.selectors import find_nearest_numbers, normalize_rule_name
from vsdb.catalog.wordings.selectors import list_cited_rules
from vsdb.core.folding import find_nearest, join_spaced, split_spellings, to_compact_spelling, tokenize
from vsdb.search.conditions.vocabulary import compile_pattern
from vsdb.search.language.syntax import Not, Or, Pattern, QueryNote, Term, Tree, Word, list_positive_terms
from vsdb.search.language.values import Period, UnreadableValue, parse_period
from vsdb.search.rules import query
from vsdb.search.rules.corpus import CorpusEdition, CorpusRow, Name, RuleCorpus
from vsdb.search.rules.everyday import Concept, WordsReading, is_bare

Test = Callable[[CorpusRow], bool]
NUMBER = re.compile(r"\d+[a-z]?(?:\.\w+)*", re.ASCII)
_ANY = "*"
_BELOW = frozenset((Unit.Kind.EXAMPLE.value, Unit.Kind.GLOSSARY.value))


@dataclass
class RuleSearchContext:
    """A query while it is answered: the corpus it is asked of, and what is to be said of it."""

    corpus: RuleCorpus
    notes: list[QueryNote] = field(default_factory=list)
    reading: WordsReading = field(default_factory=WordsReading)

    def test(self, tree: Tree) -> Test | None:
        """What a row has to pass; None where nothing of the tree was understood."""
        if isinstance(tree, Term):
            return self._term(tree)
        if isinstance(tree, Not):
            inner = self.test(tree.inner)
            return None if inner is None else lambda row: not inner(row)
        tests = [test for part in tree.parts if not self._is_read(part) and (test := self.test(part)) is not None]
        if not tests and tree.parts:
            return None
        if isinstance(tree, Or):
            return lambda row: any(test(row) for test in tests)
        return lambda row: all(test(row) for test in tests)

    def _is_read(self, part: Tree) -> bool:
        """Whether a word is left out, or read with the one before it."""
        if not (isinstance(part, Term) and is_bare(part)):
            return False
        concept = self.reading.by_start.get(part.span.start)
        return part.span.start in self.reading.skipped or bool(concept and concept.starts[0] != part.span.start)

    def _term(self, term: Term) -> Test | None:
        try:
            return self._understood(term)
        except UnreadableValue as unread:
            self.notes.append(QueryNote(unread.message, term.span, unread.suggestions))
            return None

    def _understood(self, term: Term) -> Test | None:
        """What a term asks of a row; None where that is nothing, of an unknown field no row. Raises UnreadableValue."""
        if term.field and not query.find_rule_field(term.field):
            return lambda row: False
        if isinstance(term.value, Pattern):
            return self._pattern(term.value)
        if not isinstance(term.value, Word):
            return None
        text, is_phrase = term.value.text, term.value.is_phrase
        match term.field:
            case "":
                concept = None if is_phrase else self.reading.by_start.get(term.span.start)
                return build_concept_test(concept) if concept else build_words_test(text, is_phrase=is_phrase)
            case "cr":
                return self._rule(text)
            case "changed":
                return self._changed(text, term)
            case "is" | "game":
                return self._choice(term.field, text)
        read = {"edition": self._edition, "citedby": self._cited, "cites": self._cites, "keyword": self._keyword}
        return read[term.field](text)

    def _pattern(self, pattern: Pattern) -> Test:
        try:
            matches = compile_pattern(pattern.text)
        except InputError as error:
            raise UnreadableValue(f"{error}") from error
        return lambda row: matches(self._texts.get(row.name, ""))

    @cached_property
    def _texts(self) -> dict[Name, str]:
        """The texts as they stand; two queries."""
        rules = Rule.objects.values_list("document", "slug", "heading", "summary")
        found = {(document, slug): f"{heading}\n{summary}" for document, slug, heading, summary in rules}
        for document, slug, title, text in Unit.objects.values_list("document", "slug", "title", "text"):
            found[document, slug] = "\n".join(filter(None, (title, text, found.get((document, slug), ""))))
        return found

    def _rule(self, text: str) -> Test | None:
        if text == _ANY:
            return lambda row: True
        number = normalize_rule_name(text)
        if not NUMBER.fullmatch(number):
            return build_words_test(text, is_phrase=True)
        self._named(number)
        return lambda row: is_at_or_below(row, number)

    def _named(self, number: str) -> frozenset[Name]:
        """The rows of that number. Raises UnreadableValue, with the nearest, where there is none."""
        if found := frozenset(row.name for row in self.corpus.rows if number in row.names):
            return found
        held = dict.fromkeys(name for row in self.corpus.rows if row.number for name in sorted(row.names))
        raise UnreadableValue(f"There is no rule {number[:40]}.", find_nearest_numbers(number, held))

    def _edition(self, text: str) -> Test:
        slugs = find_documents(text, self.corpus.editions.values())
        if not slugs:
            said = f"“{text[:40]}” is not a document or a date. Write a date as 2007-04-01."
            raise UnreadableValue(said, find_nearest(text, self.corpus.editions))
        return lambda row: row.document in slugs

    def _changed(self, text: str, term: Term) -> Test:
        days = _widen_period(parse_period(text), term.op)
        if days is None:
            raise UnreadableValue(f"“{text[:40]}” is not a date or a range. Write a range as 2006..2008-12.")
        changed: set[Name] = set()
        for editions in EDITIONS.values():
            line = [self.corpus.editions[each.edition] for each in editions if each.edition in self.corpus.editions]
            for before, after in pairwise(line):
                if after.day is None or not days[0] <= after.day <= days[1]:
                    continue
                if before.is_loaded and after.is_loaded:
                    changed |= self._new_words(before, after)
                    continue
                said = (
                    f"What changed in {after.name} is unknown until its text and the text of {before.name} are loaded."
                )
                self.notes.append(QueryNote(said, term.span))
        return lambda row: row.name in changed

    def _new_words(self, before: CorpusEdition, after: CorpusEdition) -> set[Name]:
        """The rows whose words the edition before has nowhere, as far as that one goes, which may break off."""
        old = [row for row in self.corpus.rows if row.document == before.slug]
        new = [row for row in self.corpus.rows if row.document == after.slug and (row.number or row.kind in _BELOW)]
        words, numbers = {_squeeze(row.own) for row in old}, {name for row in old for name in row.names}
        last = max((row.order for row in new if row.names & numbers), default=(0, -1))
        return {row.name for row in new if _squeeze(row.own) not in words and row.order <= last}

    def _cited(self, text: str) -> Test:
        known = next((choice for choice in query.CITERS if text.casefold() in (choice.name, *choice.aliases)), None)
        match known and known.name:
            case query.CARD:
                return lambda row: row.name in self.corpus.on_cards
            case query.KEYWORD:
                return lambda row: bool(row.keywords)
            case query.RULE:
                return lambda row: row.name in self.corpus.referred_by
            case query.CHECK:
                return _build_names_test((citation.document, citation.rule) for citation in index_codes_by_citation())
            case query.RULING:
                return self._cited_by_rulings()
        number = normalize_rule_name(text)
        if not NUMBER.fullmatch(number):
            names = tuple(choice.name for choice in query.CITERS)
            said = f"“{text[:40]}” cites no rules. Use {', '.join(names)} or a rule number."
            raise UnreadableValue(said, find_nearest(text, names))
        targets = frozenset[Name]().union(*(self.corpus.refers_to.get(name, ()) for name in self._named(number)))
        return lambda row: row.name in targets

    def _cited_by_rulings(self) -> Test:
        """A ruling that names no document means the rules of its game; one query."""
        cited = set()
        for document, rule, game in list_cited_rules():
            slugs = [document] if document else [each.edition for each in EDITIONS.get(game, ())]
            cited |= {(slug, rule) for slug in slugs}
        return _build_names_test(cited)

    def _cites(self, text: str) -> Test:
        if text == _ANY:
            return lambda row: row.name in self.corpus.refers_to
        targets = self._named(normalize_rule_name(text))
        citers = frozenset[Name]().union(*(self.corpus.referred_by.get(name, ()) for name in targets))
        return lambda row: row.name in citers

    def _keyword(self, text: str) -> Test:
        if text == _ANY:
            return lambda row: bool(row.keywords)
        wanted = tokenize(text)
        every = sorted({word for row in self.corpus.rows for word in row.keywords})
        if not any(tokenize(word) == wanted for word in every):
            raise UnreadableValue(f"No rule defines the keyword “{text[:40]}”.", find_nearest(text, every))
        return lambda row: any(tokenize(word) == wanted for word in row.keywords)

    def _choice(self, name: str, text: str) -> Test:
        known = query.find_rule_field(name)
        choice = known.choice(text) if known else None
        if choice is None:
            names = [each.name for each in known.choices] if known else []
            said = f"“{text[:40]}” is not a value of “{name}”. Use {', '.join(names)}."
            raise UnreadableValue(said, find_nearest(text, names))
        return lambda row: choice.name == (row.game if name == "game" else row.kind)


def _squeeze(folded: str) -> str:
    """Words without the spaces between them, of which a copy may lack some."""
    return split_spellings(folded)[0].replace(" ", "")


def _build_names_test(names: Iterable[Name]) -> Test:
    """A row that goes by one of the names in its document."""
    held = frozenset(names)
    return lambda row: any((row.document, name) in held for name in row.names)


def build_words_test(text: str, *, is_phrase: bool) -> Test | None:
    """A phrase stands word by word; a word may be the beginning of one, and the parts of `four-per-deck` stand so."""
    wanted = tokenize(text)
    if not wanted:
        return None
    part = join_spaced(wanted) if is_phrase else join_spaced(wanted)[:-1]
    number = normalize_rule_name(text)
    return lambda row: part in row.searched or number in row.names


def build_concept_test(concept: Concept) -> Test | None:
    """The words of a concept, each as it begins or by its stem; or one of the terms that they mean."""
    words = [begun for word in concept.words.split() if (begun := build_words_test(word, is_phrase=False))]
    if not words:
        return None
    stems = [f" {stem} " for stem in concept.stems]
    meanings = [(join_spaced(meaning.stems), meaning.game) for meaning in concept.meanings]

    # Loops: every row is asked, and `all` would make a generator for each.
    def test(row: CorpusRow) -> bool:
        for stem in stems:
            if stem not in row.stems:
                break
        else:
            return True
        for word in words:
            if not word(row):
                break
        else:
            return True
        return bool(meanings) and any(term in row.searched_stems and game in ("", row.game) for term, game in meanings)

    return test


def is_at_or_below(row: CorpusRow, number: str) -> bool:
    """Whether a row is the rule of that number or below it: 505 has 505.1, which has 505.1a and its examples."""
    return any(
        name == number
        or name.startswith((f"{number}.", f"{number}-"))
        or ("." in number and name.startswith(number) and name[len(number)].isalpha())
        for name in row.names
    )


def find_documents(text: str, editions: Iterable[CorpusEdition]) -> frozenset[str]:
    """The documents of that slug; or in force in a period; or with those words in their slug or name."""
    held = tuple(editions)
    if exact := frozenset(each.slug for each in held if to_compact_spelling(each.slug) == to_compact_spelling(text)):
        return exact
    if days := parse_period(text):
        return frozenset(each.slug for each in held if _is_in_force(each, held, days))
    words = set(tokenize(text))
    return frozenset(each.slug for each in held if words and words <= {*tokenize(each.slug), *tokenize(each.name)})


def _is_in_force(edition: CorpusEdition, held: Iterable[CorpusEdition], days: Period) -> bool:
    """An edition is in force until the next of its line is, the oldest also before its day; others for good."""
    if edition.day is None:
        return False
    line = [each.edition for each in EDITIONS.get(edition.game, ())]
    if edition.slug not in line:
        return edition.day <= days[1]
    place = line.index(edition.slug)
    later = {each.slug: each.day for each in held}
    following = later.get(line[place + 1]) if place + 1 < len(line) else None
    return (edition.day <= days[1] or place == 0) and (following is None or following > days[0])


def _widen_period(days: Period | None, op: str) -> Period | None:
    if days is None:
        return None
    first, last = days
    return {
        "<": (date.min, date.fromordinal(max(first.toordinal() - 1, 1))),
        "<=": (date.min, last),
        ">": (date.fromordinal(min(last.toordinal() + 1, date.max.toordinal())), date.max),
        ">=": (first, date.max),
    }.get(op, days)


def list_positive_words(tree: Tree) -> tuple[str, ...]:
    """The folded words that are asked for, in the order of the query."""
    held = [term.value.text for term in list_positive_terms(tree) if isinstance(term.value, Word)]
    return tuple(dict.fromkeys(word for text in held for word in tokenize(text)))
