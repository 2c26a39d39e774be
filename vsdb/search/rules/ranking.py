"""Rank rules by number, heading, then text; the words themselves before their other meanings."""

from __future__ import annotations

from dataclasses import dataclass

from vsdb.catalog.rules.selectors import normalize_rule_name
from vsdb.core.folding import join_spaced, tokenize
from vsdb.search.language.syntax import Tree, Word, list_positive_terms
from vsdb.search.rules.corpus import CorpusRow, get_kind_order
from vsdb.search.rules.everyday import Concept, WordsReading, load_everyday_words
from vsdb.search.rules.matching import NUMBER
from vsdb.search.text.stemming import stem_words

#: What a rule is short of, by where it has a term: the less, the better.
IS_HEADED, HEADING, HEADING_APART, TEXT, TEXT_APART, BEGUN, NOWHERE = 0.0, 2.0, 3.0, 6.0, 8.0, 9.0, 14.0
OTHER_FORM = 0.4  #: the heading has the term in another form
_MEANT = 0.5  #: it has a term that the words mean, and not the words
_LATER_TERM = 0.3  #: a term that stands later in the table
_A_WORD_MORE = 0.8  #: what a term of several words is worth in a text, for each word behind the first
_LONG = 400  #: characters; a longer text is as far from what is asked
_FAR = 200  #: characters before the term


@dataclass(frozen=True, slots=True)
class _Term:
    """A term that is asked for: itself, its stems with a space at both ends, without the words that say nothing."""

    words: str
    stems: str
    core: str
    parts: tuple[str, ...]
    game: str = ""


class RuleRanking:
    """Sorts rows, best match first."""

    def __init__(self, tree: Tree, reading: WordsReading) -> None:
        self._idle = load_everyday_words().left_out
        self._numbers: set[str] = set()
        self._concepts: list[list[_Term]] = []
        self._begun: list[str] = []
        seen: set[int] = set()
        words: list[str] = []
        for term in list_positive_terms(tree):
            if not isinstance(term.value, Word) or term.field not in {"", "cr", "keyword"}:
                continue
            number = normalize_rule_name(term.value.text)
            if NUMBER.fullmatch(number):
                self._numbers.add(number)
                if term.field == "cr":
                    continue
            words += tokenize(term.value.text)
            concept = reading.by_start.get(term.span.start) if not term.field and not term.value.is_phrase else None
            if term.span.start in reading.skipped or (concept and concept.starts[0] in seen):
                continue
            seen.add(term.span.start)
            exact = self._term(term.value.text, is_whole=True)
            self._concepts.append(self._terms(concept) if concept else [exact])
            self._begun += [f" {word}" for word in tokenize(concept.words if concept else term.value.text)]
        self._whole = self._term(" ".join(words))
        self._headings: dict[str, str] = {}

    def _term(self, text: str, game: str = "", *, is_whole: bool = False) -> _Term:
        words = tokenize(text)
        stems = stem_words(words)
        core = join_spaced(stems if is_whole else self._without_idle(stems))
        return _Term(join_spaced(words), join_spaced(stems), core, tuple(f" {stem} " for stem in core.split()), game)

    def _terms(self, concept: Concept) -> list[_Term]:
        return [self._term(concept.words), *(self._term(each.term, each.game) for each in concept.meanings)]

    def _without_idle(self, stems: list[str]) -> list[str]:
        return [stem for stem in stems if stem not in self._idle] or stems

    def key(self, row: CorpusRow) -> tuple[int, bool, float, int, int, int]:
        """Sorts rows; of what fits alike the newest edition, then rules before the glossary."""
        order, place = row.order
        rank = self.rank(row)
        return int(rank), row.is_superseded, rank, order, get_kind_order(row.kind) if self._concepts else 0, place

    def rank(self, row: CorpusRow) -> float:
        """What the row is short of; 0 for the rule of that number and for what is headed by these very words."""
        if row.names & self._numbers:
            return -1.0
        if not self._concepts:
            return 1.0
        if self._whole.words in row.headings:
            return 0.0
        if len(self._concepts) > 1 and self._is_headed(row, self._whole):
            return OTHER_FORM
        return sum(self._lack(row, terms) for terms in self._concepts) / len(self._concepts)

    def _lack(self, row: CorpusRow, terms: list[_Term]) -> float:
        own, *meant = terms
        best = self._lack_of(row, own)
        for place, term in enumerate(meant):
            if term.game in ("", row.game):
                best = min(best, self._lack_of(row, term) + _MEANT + _LATER_TERM * min(place, 4))
        return best

    def _is_headed(self, row: CorpusRow, term: _Term) -> bool:
        return any(self._core(heading) == term.core for heading in row.heading_stems)

    def _core(self, heading: str) -> str:
        if heading not in self._headings:
            self._headings[heading] = join_spaced(self._without_idle(heading.split()))
        return self._headings[heading]

    def _lack_of(self, row: CorpusRow, term: _Term) -> float:
        if term.words in row.headings:
            return IS_HEADED
        if self._is_headed(row, term):
            return IS_HEADED + OTHER_FORM
        if any(term.core in self._core(heading) for heading in row.heading_stems):
            return HEADING
        if any(all(part in heading for part in term.parts) for heading in row.heading_stems):
            return HEADING_APART
        place = row.stems.find(term.stems)
        far = min(len(row.stems), _LONG) / _LONG
        if place >= 0:
            form = 0 if term.words in row.words else OTHER_FORM
            return TEXT - _A_WORD_MORE * min(term.stems.count(" ") - 2, 3) + form + min(place, _FAR) / _FAR + far
        if all(part in row.stems for part in term.parts):
            return TEXT_APART + far
        return BEGUN + far if all(part in row.words for part in self._begun) else NOWHERE
