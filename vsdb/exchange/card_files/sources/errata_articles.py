"""Errata of Riftbound: the publisher's articles with old and new texts under headings, and a list of old and new texts.

An article gives the texts whole. The list may shorten them, so that an erratum of an article counts before its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import BinaryIO

from engine.model.cards import RIFTBOUND, Between
from engine.model.errors import InputError
from vsdb.exchange.card_files.proposals import (
    FilePosition,
    IgnoredText,
    Item,
    ReadingProblem,
    SourceProposal,
    TextsProposal,
    WordingProposal,
)
from vsdb.exchange.card_files.sources.json_places import JsonValue
from vsdb.exchange.card_files.sources.proposing import parse_code
from vsdb.exchange.card_files.sources.riftbound_files import (
    Article,
    ignore_lines,
    parse_day,
    read_articles,
    read_file,
    read_texts,
)

NEW, OLD = "[NEW TEXT]", "[OLD TEXT]"
_NO_ERRATUM = "not the text of a card"
_NO_NEW_TEXT = "the erratum has no new text"
_DOCUMENT = ("slug", "label", "url", "announced_on")
_ENTRY = ("official_name", "printed_set", "document", "card_ids", "old_text", "new_text")
_NOTE = re.compile(r"note:", re.IGNORECASE)
PlacedLine = tuple[FilePosition, str]


def read_article(file: BinaryIO, name: str) -> Iterator[Item]:
    """The errata of articles, each article a source. Raises InputError for a broken file and one of another source."""
    root = read_file(file, "errata-article")
    articles = read_articles(root, "errata")
    if not any(_find_marker(line) == NEW for article in articles for _, line in article.lines):
        raise root.place.error(f"no article has an erratum; one has the headings {NEW} and {OLD}")
    return (item for article in articles for item in _read_article(article))


def _read_article(article: Article) -> Iterator[Item]:
    """An article's source, its errata, and its other lines as left out.

    The line before a heading [NEW TEXT] is the card's name, whether it is a heading itself or not. The old text ends
    where a heading follows, or the next card's name.
    """
    yield article.source("errata")
    days, lines = Between(article.day, article.day), article.lines
    starts = [at for at, (_, line) in enumerate(lines) if _find_marker(line) == NEW]
    names = [_find_name(lines, at) for at in starts]
    yield from ignore_lines(lines[: names[0]] if names else lines, _NO_ERRATUM)
    for place, (name_at, start) in enumerate(zip(names, starts, strict=True)):
        end = names[place + 1] if place + 1 < len(names) else len(lines)
        name_place, name = lines[name_at][0], lines[name_at][1].strip("# \t\r")
        old_at = next((at for at in range(start + 1, end) if _find_marker(lines[at][1]) == OLD), None)
        if old_at is None:
            yield ReadingProblem(name_place, f"the erratum has no {OLD}", name)
            continue
        new, beside_new = _split_text(lines[start + 1 : old_at])
        old, beside_old = _split_text(lines[old_at + 1 : end])
        if not new:
            yield ReadingProblem(name_place, _NO_NEW_TEXT, name)
            yield from ignore_lines(lines[start + 1 : end], _NO_ERRATUM)
            continue
        yield TextsProposal(name_place, RIFTBOUND, name, wordings=tuple(_wordings(old, new, days, lines[start][0])))
        yield from ignore_lines((*beside_new, *beside_old), _NO_ERRATUM)


def _find_marker(line: str) -> str:
    text = line.strip("# \t\r").upper()
    return text if line.lstrip().startswith("#") and text in (NEW, OLD) else ""


def _find_name(lines: tuple[PlacedLine, ...], marker: int) -> int:
    """Where the card's name stands: in the last line before the marker that says something."""
    at = next((at for at in range(marker - 1, -1, -1) if lines[at][1].strip("# \t\r")), None)
    if at is None:
        raise lines[marker][0].error(f"a text under {NEW} without the name of its card before it")
    return at


def _split_text(lines: tuple[PlacedLine, ...]) -> tuple[str, tuple[PlacedLine, ...]]:
    """The text of a card, and the lines beside it: headings with all that follows them, and notes."""
    end = next((at for at, (_, line) in enumerate(lines) if line.lstrip().startswith("#")), len(lines))
    said = [(place, line) for place, line in lines[:end] if not _NOTE.match(line.strip())]
    notes = tuple((place, line) for place, line in lines[:end] if _NOTE.match(line.strip()))
    return "\n".join(line.strip() for _, line in said if line.strip()), (*notes, *lines[end:])


def _wordings(old: str, new: str, days: Between | None, place: FilePosition) -> Iterator[WordingProposal]:
    if old:
        yield WordingProposal("former", old, place)
    yield WordingProposal("errata", new, place, effective=days)


def read_overlay(file: BinaryIO, name: str) -> Iterator[Item]:
    """The errata of a list, each document of it a source.

    Raises InputError for a broken file, one of another source, and an erratum of a document that the list doesn't name.
    """
    root = read_file(file, "errata-overlay")
    fields = root.get_object(("documents", "entries"), "the list")
    if "documents" not in fields:
        raise root.place.error("the list without the field 'documents'", "missing-field")
    documents = dict(map(_read_document, fields["documents"].get_list("documents")))
    entries: dict[str, list[Item]] = {slug: [] for slug in documents}
    for each in fields["entries"].get_list("entries"):
        slug, *items = _read_entry(each, documents)
        entries[slug] += items
    if not any(entries.values()):
        raise fields["entries"].place.error("the list has no errata")
    return chain.from_iterable((documents[slug], *held) for slug, held in entries.items() if held)


def _read_document(value: JsonValue) -> tuple[str, SourceProposal]:
    """A document of the list by its slug. Its texts are the list's, which may be shortened, so that players vouch."""
    held = value.get_object(_DOCUMENT, "a document")
    texts = read_texts(held, ("slug", "label", "announced_on"), value.place, "a document")
    day = parse_day(texts["announced_on"], held["announced_on"].place, "announced_on")
    name = f"{texts['label'][:150]}, as a list has it"
    source = SourceProposal(RIFTBOUND, f"errata-list-{texts['slug']}", name, "errata-list", published=Between(day, day))
    return texts["slug"], source


def _read_entry(value: JsonValue, documents: Mapping[str, SourceProposal]) -> tuple[str, *tuple[Item, ...]]:
    """The document of an erratum and the texts, or what is wrong with them."""
    fields = value.get_object(_ENTRY, "an erratum")
    texts = read_texts(fields, ("official_name", "document", "old_text", "new_text"), value.place, "an erratum")
    slug = texts["document"]
    if slug not in documents:
        raise fields["document"].place.error(f"no document {slug[:60]!r} is in the list")
    place = value.place.called(texts["official_name"][:80])
    if not texts["new_text"].strip():
        old = IgnoredText(place, _NO_ERRATUM, texts["old_text"])
        return slug, ReadingProblem(place, _NO_NEW_TEXT, texts["official_name"]), old
    listed = fields["card_ids"].get_list("card_ids") if "card_ids" in fields else ()
    found = (_parse_id(each) for each in listed)
    codes = tuple(code for code in found if code)
    wordings = tuple(_wordings(texts["old_text"], texts["new_text"], documents[slug].published, place))
    return slug, TextsProposal(place, RIFTBOUND, texts["official_name"], codes, wordings, is_secondary=True)


def _parse_id(value: JsonValue) -> tuple[str, str] | None:
    """A printing; None where its number isn't known, as in SFD-?."""
    text = value.get_text("card_ids")
    if text.endswith("-?"):
        return None
    set_code, number = parse_code(text, RIFTBOUND) or (None, "")
    if set_code is None:
        raise InputError(f"{text[:40]!r} is not a printing such as OGN-107", place=str(value.place), code="wrong-file")
    return set_code, number
