"""A card's text in its normal form, and cut into paragraphs and their parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.card_text.keywords import KeywordMatcher, build_matcher
from engine.card_text.symbols import ARROWS, mark_symbols, normalize_symbol, unify_symbols

WORDS = "words"
SYMBOL = "symbol"
ARROW_KIND = "arrow"
KEYWORD = "keyword"

_QUOTES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "…": "...", "\u00a0": " ", "\u2212": "-"})
_BREAKS = re.compile(r"\r\n?|\u2028|\u2029|\x0b|\x0c")
_FIGURES = re.compile(r"(?<![\w/])([+-](?:\d+|X)) ?/ ?([+-](?:\d+|X))(?![\w/])")
_PARTS = re.compile(rf"\[[^\[\]\n]+\]|:rb_[a-z0-9_]+:|{ARROWS}")
#: Parentheses that remind hold words; a figure or a single word belongs to what stands before it.
_FIGURE_AT_END = re.compile(r" (?:\d+|X)$")
_WORDS_INSIDE = re.compile(r"\S\s+\S")


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a paragraph: words, a symbol, an arrow or a keyword, as it is printed."""

    kind: str
    text: str
    name: str = ""  #: of the symbol or the keyword; of words in a longer name the keyword that they don't mean
    in_reminder: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A line of a text, cut into its parts."""

    segments: tuple[Segment, ...]

    @property
    def text(self) -> str:
        """The line as it stands."""
        return "".join(segment.text for segment in self.segments)


def to_printed_form(text: str, game: str) -> str:
    """The text as it is kept: a paragraph a line, symbols as its source spells them, no space that says nothing."""
    text = mark_symbols(_collapse_spaces(_BREAKS.sub("\n", text.translate(_QUOTES))), game)
    return _collapse_spaces(_FIGURES.sub(r"\1/\2", text) if "/" in text else text)


def normalize_text(text: str, game: str) -> str:
    """The text as it is compared: as it is kept, with symbols in one spelling."""
    return unify_symbols(to_printed_form(text, game), game)


def _collapse_spaces(text: str) -> str:
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def strip_reminders(text: str) -> str:
    """The text without what stands in parentheses to remind (210.2); each line of it that has more to say."""
    lines = (" ".join(_drop_reminders(line).split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def parse_paragraphs(
    text: str, game: str, keywords: Iterable[str] = (), longer: Iterable[str] = ()
) -> tuple[Paragraph, ...]:
    """The paragraphs of a text as it is kept; `keywords` are the names to look out for in it, but not in `longer` ones.

    `longer` are names of cards and characters, as `keywords.find_names_with_keywords` chooses them.
    """
    known = build_matcher(tuple(keywords), game, tuple(longer))
    lines = to_printed_form(text, game).split("\n")
    return tuple(Paragraph(tuple(_segments(line, game, known))) for line in lines if line)


def _segments(line: str, game: str, known: KeywordMatcher) -> Iterator[Segment]:
    for part, in_reminder in _split_reminders(line):
        at = 0
        for found in _PARTS.finditer(part):
            yield from _parse_words(part[at : found.start()], known, in_reminder=in_reminder)
            yield _parse_sign(found[0], game, known, in_reminder=in_reminder)
            at = found.end()
        yield from _parse_words(part[at:], known, in_reminder=in_reminder)


def _parse_sign(sign: str, game: str, known: KeywordMatcher, *, in_reminder: bool) -> Segment:
    """An arrow, a symbol, or a keyword that is written in brackets."""
    if not sign.startswith(("[", ":")):
        return Segment(ARROW_KIND, sign, "", in_reminder)
    name = normalize_symbol(sign.strip("[]"), game)
    keyword = known.named(_FIGURE_AT_END.sub("", name))
    return Segment(KEYWORD, sign, keyword, in_reminder) if keyword else Segment(SYMBOL, sign, name, in_reminder)


def _parse_words(words: str, known: KeywordMatcher, *, in_reminder: bool) -> Iterator[Segment]:
    at = 0
    for each in known.find(words):
        if each.start > at:
            yield Segment(WORDS, words[at : each.start], "", in_reminder)
        kind = WORDS if each.is_in_name else KEYWORD
        yield Segment(kind, words[each.start : each.end], each.keyword, in_reminder)
        at = each.end
    if at < len(words):
        yield Segment(WORDS, words[at:], "", in_reminder)


def _drop_reminders(line: str) -> str:
    if "(" not in line:
        return line
    return "".join(part for part, in_reminder in _split_reminders(line) if not in_reminder)


def _split_reminders(line: str) -> Iterator[tuple[str, bool]]:
    """A line in turns outside and inside of reminders; one that is never closed lasts to the end of the line."""
    at = depth = opened = 0
    for place, sign in enumerate(line):
        if sign == "(":
            opened = opened if depth else place
            depth += 1
        elif sign == ")" and depth:
            depth -= 1
            if not depth and _WORDS_INSIDE.search(line, opened, place):
                if opened > at:
                    yield line[at:opened], False
                yield line[opened : place + 1], True
                at = place + 1
    if depth and _WORDS_INSIDE.search(line, opened):
        if opened > at:
            yield line[at:opened], False
        yield line[opened:], True
    elif at < len(line):
        yield line[at:], False
