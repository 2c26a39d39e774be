"""What a reader of documents has to know: sets, keywords, documents, and how cards' names are written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings

from engine.card_text.keywords import build_matcher
from engine.model.names import fold, split_identity, split_versions
from vsdb.catalog.cards.reading.cards import KnownReferences, read_cards, read_sets
from vsdb.catalog.cards.reading.folder import read_documents, read_keywords
from vsdb.exchange.card_files.sources.reference.layout import strip_heading_marks
from vsdb.exchange.card_files.sources.vocabulary import find_only_game

_MAX_KEYWORD_LENGTH = 40  #: characters
_WORDS = re.compile(r"[a-z0-9]+")
_FIGURE = re.compile(r" (?:\d+|x)", re.ASCII)


@dataclass(frozen=True)
class KnownWords:
    """The game, its sets (folded name or code to code and name) and keywords (folded to name), slugs of documents, and
    the folded names of cards that hold a comma."""

    game: str
    sets: dict[str, tuple[str, str]]
    keywords: dict[str, str]
    documents: frozenset[str]
    names_with_comma: frozenset[str]

    def keyword(self, words: str) -> str:
        """The keyword that the words are, with or without a figure; "" for none."""
        if len(words) > _MAX_KEYWORD_LENGTH:
            return ""
        folded = fold(words)
        found = _FIGURE.search(folded)
        return self.keywords.get(folded[: found.start()] if found and found.end() == len(folded) else folded, "")

    def keywords_in(self, text: str) -> tuple[str, ...]:
        """The keywords that a text mentions, in the order of their list; none in a longer name."""
        names = tuple(self.keywords.values())
        known, beginnings = build_matcher(names, self.game), _beginnings(names)
        # Texts are long and many; most lines have no such word.
        lines = (line for line in text.split("\n") if not beginnings.isdisjoint(_WORDS.findall(line.casefold())))
        meant = {each.keyword for line in lines for each in known.find(line) if not each.is_in_name}
        return tuple(name for name in names if name in meant)


@cache
def _beginnings(names: tuple[str, ...]) -> frozenset[str]:
    """The first words of some names."""
    return frozenset(_WORDS.findall(name.casefold())[0] for name in names)


@cache
def load_known_words() -> KnownWords:
    """The words of the game whose documents these are, out of the fixtures."""
    game = find_only_game("reference").slug
    fixtures = Path(settings.BASE_DIR) / "fixtures"
    folder = fixtures / game
    sets = read_sets(folder / "sets.csv")
    known = KnownReferences(game, frozenset(row["code"] for row in sets), frozenset())
    names = (row["name"] for row in read_cards(folder / "cards.csv", known))
    return KnownWords(
        game=game,
        sets={fold(key): (row["code"], row["name"]) for row in sets for key in (row["name"], row["code"])},
        keywords={fold(row["name"]): row["name"] for row in read_keywords(folder / "keywords.yaml")},
        documents=frozenset(row["slug"] for row in read_documents(fixtures / "documents.yaml")),
        names_with_comma=frozenset(fold(name) for name in names if "," in name),
    )


_TAG = re.compile(r"<(i|em|b|strong|u)(?: [^<>]*)?>(.*?)(?:</\1>|$)", re.IGNORECASE)
_ANY_TAG = re.compile(r"</?(?:i|em|b|strong|u|p|br|span)(?: [^<>]*)?/?>", re.IGNORECASE)
#: A mark opens after a space and before a word, and closes the other way round: `O*N*E*` holds none.
_MARK = re.compile(r"(?<![^\s(\[\"'“‘—])(\*{1,3}|_{1,3})(?=[^\s*_])(.{1,1000}?)(?<=[^\s*_])\1(?![^\s.,;:!?)\]\"'”’—])")

_CLOSES = re.compile(r"[^\s*_][*_]+(?![^\s.,;:!?)\]\"'”’—*_])")


def strip_italics(text: str, title: str = "") -> tuple[str, tuple[str, ...]]:
    """A paragraph without its marks, and the passages that stood between them; the title's own asterisks stay."""
    passages: list[str] = []

    def keep(found: re.Match[str]) -> str:
        if found[0] in title:
            return found[0]
        passages.append(found[2])
        return found[2]

    text = _ANY_TAG.sub("", _TAG.sub(keep, text))
    # Looked for first, since every mark that nothing closes costs a search of its own.
    text = " ".join((_MARK.sub(keep, text) if _CLOSES.search(text) else text).split())
    plain = (" ".join(_MARK.sub(r"\2", _ANY_TAG.sub("", passage)).split()) for passage in passages)
    return text, tuple(sorted(filter(None, plain), key=text.find))


_SET, _NUMBER = r"(?P<set>[A-Z][A-Z0-9]{2,3})", r"(?P<number>[A-Z]?\d{3})"
_CODE_BEFORE = re.compile(rf"[(\[]?{_SET}-{_NUMBER}[)\]]?[:.,]? +(?=\S)", re.ASCII)
_CODE_AFTER = re.compile(rf",? +[(\[]?{_SET}-{_NUMBER}[)\]]?$", re.ASCII)


@dataclass(frozen=True, slots=True)
class CardName:
    """The parts of a name line. `versions` is None where the line doesn't say whether the card has any."""

    title: str
    name: str
    identity: str | None
    versions: tuple[str, ...] | None
    set_code: str | None
    number: str | None


def parse_card_name(text: str, *, is_character: bool, is_whole: bool, words: KnownWords) -> CardName:
    """`Echo <> Ronin, Secret Avenger` in its parts; a printing's code before or after it apart.

    A comma parts name and version, but in the names of other cards than characters it may be one of theirs.
    `is_whole` says that a card written without a version has none.
    """
    title = strip_heading_marks(text)
    code = _CODE_BEFORE.match(title) or _CODE_AFTER.search(title)
    if code:
        title = (title[: code.start()] + title[code.end() :]).strip() or title
    head, comma, tail = title.partition(",")
    if comma and not is_character and (fold(title) in words.names_with_comma or tail.rstrip().endswith(("!", "?"))):
        head, comma, tail = title, "", ""
    name, identity = split_identity(head.strip())
    if not name:
        name, identity = title, None
    versions = split_versions(tail) if comma else ()
    printed = (code["set"], code["number"]) if code else (None, None)
    return CardName(title, name, identity or None, versions if versions or is_whole else None, *printed)
