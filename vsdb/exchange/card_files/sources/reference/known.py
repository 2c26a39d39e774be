"""The words of the reference that a reader needs to know: sets, keywords, documents, and names with a comma in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings

from engine.card_text.keywords import matcher
from engine.model.names import fold
from vsdb.catalog.cards.reading.cards import Known, read_cards
from vsdb.catalog.cards.reading.rules import read_documents, read_keywords
from vsdb.catalog.cards.reading.sets import read_sets
from vsdb.exchange.card_files.sources.vocabulary import game_alone_in

_LONGEST_KEYWORD = 40  #: characters
_WORDS = re.compile(r"[a-z0-9]+")
_FIGURE = re.compile(r" (?:\d+|x)", re.ASCII)


@dataclass(frozen=True)
class Words:
    """The game, its sets (folded name or code to code and name) and keywords (folded to name), slugs of documents, and
    the folded names of cards that hold a comma."""

    game: str
    sets: dict[str, tuple[str, str]]
    keywords: dict[str, str]
    documents: frozenset[str]
    names_with_comma: frozenset[str]

    def keyword(self, words: str) -> str:
        """The keyword that the words are, with or without a figure; "" for none."""
        if len(words) > _LONGEST_KEYWORD:
            return ""
        folded = fold(words)
        found = _FIGURE.search(folded)
        return self.keywords.get(folded[: found.start()] if found and found.end() == len(folded) else folded, "")

    def keywords_in(self, text: str) -> tuple[str, ...]:
        """The keywords that a text mentions, in the order of their list; none in a longer name."""
        names = tuple(self.keywords.values())
        known, beginnings = matcher(names, self.game), _beginnings(names)
        # Texts are long and many; most lines have no such word.
        lines = (line for line in text.split("\n") if not beginnings.isdisjoint(_WORDS.findall(line.casefold())))
        meant = {each.keyword for line in lines for each in known.find(line) if not each.is_in_name}
        return tuple(name for name in names if name in meant)


@cache
def _beginnings(names: tuple[str, ...]) -> frozenset[str]:
    """The first words of some names."""
    return frozenset(_WORDS.findall(name.casefold())[0] for name in names)


@cache
def words() -> Words:
    """The words of the game whose documents these are, out of the fixtures."""
    game = game_alone_in("reference").slug
    fixtures = Path(settings.BASE_DIR) / "fixtures"
    folder = fixtures / game
    sets = read_sets(folder / "sets.csv")
    known = Known(game, frozenset(row["code"] for row in sets), frozenset())
    names = (row["name"] for row in read_cards(folder / "cards.csv", known))
    return Words(
        game=game,
        sets={fold(key): (row["code"], row["name"]) for row in sets for key in (row["name"], row["code"])},
        keywords={fold(row["name"]): row["name"] for row in read_keywords(folder / "keywords.yaml")},
        documents=frozenset(row["slug"] for row in read_documents(fixtures / "documents.yaml")),
        names_with_comma=frozenset(fold(name) for name in names if "," in name),
    )
