"""Everyday words in a query for rules: read by their stems, and as the terms of the rulebooks that they mean.

The table is `fixtures/rules-words.yaml`. Words in quotes stand for themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import yaml
from django.conf import settings

from engine.model.cards import GAMES
from vsdb.core.folding import tokenize
from vsdb.search.language.syntax import And, Or, Term, Tree, Word, list_positive_terms
from vsdb.search.text.stemming import stem_words

Stems = tuple[str, ...]
_LONGEST = 6  #: words of an entry


@dataclass(frozen=True, slots=True)
class Meaning:
    """A term of the rulebooks that an everyday word means, in one game or, where `game` is empty, in all."""

    term: str
    stems: Stems
    game: str = ""


@dataclass(frozen=True)
class EverydayWords:
    """The table: meanings by the stems of what people type, and the stems of words that say nothing alone."""

    meanings: Mapping[Stems, tuple[Meaning, ...]]
    left_out: frozenset[str]


@dataclass(frozen=True, slots=True)
class Concept:
    """One or several words of a query that are read together; `starts` are their places in it."""

    words: str
    stems: Stems
    starts: tuple[int, ...]
    meanings: tuple[Meaning, ...] = ()


@dataclass(frozen=True)
class WordsReading:
    """How the bare words of a query were read: its concepts, and the words that were left out.

    `text_alone` is the query with each bare word in quotes, which searches the words alone; empty where no more was
    searched.
    """

    concepts: tuple[Concept, ...] = ()
    left_out: tuple[str, ...] = ()
    skipped: frozenset[int] = frozenset()
    text_alone: str = ""
    by_start: Mapping[int, Concept] = field(default_factory=dict)

    @property
    def terms(self) -> list[str]:
        """Every term that was searched for as well, in small letters."""
        return [term.lower() for _, terms in self.also for term in terms]

    @property
    def also(self) -> list[tuple[str, list[str]]]:
        """The words that were read as more, each with the terms that were searched for as well."""
        found = []
        for concept in self.concepts:
            if terms := list(dict.fromkeys(meaning.term for meaning in concept.meanings)):
                found.append((concept.words, terms))
        return found


@lru_cache(maxsize=4)
def load_everyday_words(path: Path | None = None) -> EverydayWords:
    """The table; read once a process. Raises KeyError where a row lacks `say` or `means`."""
    path = path or settings.BASE_DIR / "fixtures" / "rules-words.yaml"
    table = yaml.safe_load(path.read_text(encoding="utf-8"))
    meanings: dict[Stems, list[Meaning]] = {}
    for row in table["words"]:
        terms = [(term, tuple(stem_words(tokenize(term)))) for term in row["means"]]
        found = [Meaning(term, stems, game) for game in row.get("games", [""]) for term, stems in terms]
        for said in row["say"]:
            held = meanings.setdefault(tuple(stem_words(tokenize(str(said)))), [])
            held += [each for each in found if each not in held]
    left_out = frozenset(stem_words(word for said in table["left_out"] for word in tokenize(str(said))))
    return EverydayWords({stems: tuple(held) for stems, held in meanings.items()}, left_out)


def read_everyday_words(tree: Tree, text: str, games: Collection[str] = ()) -> WordsReading:
    """How the bare words of a query are read; meanings of these games alone, without any of all."""
    table = load_everyday_words()
    wanted = frozenset(games or _list_games(tree))
    concepts: list[Concept] = []
    left_out: list[Term] = []
    for run in _list_runs(tree):
        found, skipped = _read_run(run, table, wanted)
        concepts += found
        left_out += skipped
    return WordsReading(
        tuple(concepts),
        tuple(_word(term) for term in left_out),
        frozenset(term.span.start for term in left_out),
        _quote_words(tree, text) if left_out or any(each.meanings for each in concepts) else "",
        {start: concept for concept in concepts for start in concept.starts},
    )


def _list_games(tree: Tree) -> list[str]:
    """The games that the query itself asks for."""
    asked = [each for each in list_positive_terms(tree) if each.field == "game" and isinstance(each.value, Word)]
    return [slug for slug in GAMES for term in asked if slug.endswith(_word(term).casefold())]


def is_bare(term: Tree) -> bool:
    """Whether it is a word without a field and without quotes."""
    return isinstance(term, Term) and not term.field and isinstance(term.value, Word) and not term.value.is_phrase


def _word(term: Term) -> str:
    return term.value.text if isinstance(term.value, Word) else ""


def _list_runs(tree: Tree) -> Iterator[list[Term]]:
    """Bare words that stand side by side, none of them negated."""
    if is_bare(tree):
        yield [tree]  # type: ignore[list-item]
    elif isinstance(tree, Or):
        for part in tree.parts:
            yield from _list_runs(part)
    elif isinstance(tree, And):
        run: list[Term] = []
        for part in tree.parts:
            if is_bare(part):
                run.append(part)  # type: ignore[arg-type]
                continue
            if run:
                yield run
            run = []
            yield from _list_runs(part)
        if run:
            yield run


def _read_run(run: Sequence[Term], table: EverydayWords, games: frozenset[str]) -> tuple[list[Concept], list[Term]]:
    """The concepts of words side by side, the longest entry of the table first; and what is left out of them."""
    stems = [tuple(stem_words(tokenize(_word(term)))) for term in run]
    held: list[Concept] = []
    idle: list[tuple[Term, Concept]] = []
    place = 0
    while place < len(run):
        length = next(
            (each for each in range(min(_LONGEST, len(run) - place), 1, -1) if _has(table, stems, place, each, games)),
            1,
        )
        taken = run[place : place + length]
        joined = tuple(stem for each in stems[place : place + length] for stem in each)
        meanings = _meanings(table, joined, games)
        concept = Concept(" ".join(map(_word, taken)), joined, tuple(term.span.start for term in taken), meanings)
        if length == 1 and joined and set(joined) <= table.left_out:
            idle.append((taken[0], concept))
        elif joined:
            held.append(concept)
        place += length
    if not held:
        return [concept for _, concept in idle], []
    return held, [term for term, _ in idle]


def _has(table: EverydayWords, stems: Sequence[Stems], place: int, length: int, games: frozenset[str]) -> bool:
    return bool(_meanings(table, tuple(stem for each in stems[place : place + length] for stem in each), games))


def _meanings(table: EverydayWords, stems: Stems, games: frozenset[str]) -> tuple[Meaning, ...]:
    found = table.meanings.get(stems, ())
    return tuple(each for each in found if not each.game or not games or each.game in games)


def _quote_words(tree: Tree, text: str) -> str:
    """The query with each bare word in quotes."""
    quoted = text
    spans = sorted((term.span for run in _list_runs(tree) for term in run), key=lambda span: -span.start)
    for span in spans:
        quoted = f'{quoted[: span.start]}"{quoted[span.start : span.end]}"{quoted[span.end :]}'
    return quoted
