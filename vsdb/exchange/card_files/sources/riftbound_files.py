"""What the JSON files on Riftbound have in common: which of them a file is, their articles, and their days."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import BinaryIO

from engine.model.cards import RIFTBOUND, Between
from vsdb.exchange.card_files.proposals import FilePosition, IgnoredText, SourceProposal
from vsdb.exchange.card_files.sources.json_places import JsonValue, read_json

#: What each file is called in messages, by the name of its source.
KINDS = {
    "gallery": "a card gallery",
    "errata-article": "a list of errata articles",
    "errata-overlay": "a list of errata",
    "faq-article": "a list of FAQ articles",
}
_ARTICLE = ("kind", "id", "title", "summary", "content", "source", "publishedAt", "originUrl", "updatedAt")
_NEEDED = ("kind", "id", "title", "content", "source", "publishedAt")
_OFFICIAL = "riftbound official"
_DAY = re.compile(r"(\d{4}-\d\d-\d\d)(?:T[\d:.]+Z?)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Article:
    """An article; `lines` are those of its content, each with its place."""

    id: str
    title: str
    day: date
    is_official: bool
    lines: tuple[tuple[FilePosition, str], ...]

    def source(self, kind: str) -> SourceProposal:
        """The article as a source; its authority is that of whoever published it."""
        authority = "publisher" if self.is_official else "community"
        return SourceProposal(RIFTBOUND, self.id, self.title, kind, authority, Between(self.day, self.day))


def read_file(file: BinaryIO, source: str) -> JsonValue:
    """The file's JSON. Raises InputError where it is broken or of another source, and names that."""
    root = read_json(file)
    found = _find_kind(root)
    if found != source:
        what = f"this is {KINDS[found]}; choose the file type {found}" if found else "the JSON has another layout"
        raise root.place.error(f"the file is not {KINDS[source]}: {what}", "wrong-source")
    return root


def find_kind(file: BinaryIO) -> str | None:
    """The name of the source that a JSON file is of, None for any other; raises InputError where it is broken."""
    return _find_kind(read_json(file))


def _find_kind(root: JsonValue) -> str | None:
    """The name of the source that a file is of, by its outermost fields; None for any other file."""
    if isinstance(root.value, dict):
        if "cards" in root.value:
            return "gallery"
        return "errata-overlay" if "entries" in root.value else None
    first = root.value[0].value if isinstance(root.value, list) and root.value else None
    kind = first.get("kind") if isinstance(first, dict) else None
    return {"errata": "errata-article", "faq": "faq-article"}.get(kind.value) if kind else None


def read_articles(root: JsonValue, kind: str) -> list[Article]:
    """The articles of a file. Raises InputError for one of another kind, and for a field that is missing or unknown."""
    articles, seen = [], set[str]()
    for each in root.get_list("the file"):
        fields = each.get_object(_ARTICLE, "an article")
        texts = read_texts(fields, _NEEDED, each.place, "an article")
        if texts["kind"] != kind:
            raise fields["kind"].place.error(f"the article is of the kind {texts['kind'][:60]!r}, not {kind!r}")
        if texts["id"] in seen:
            raise fields["id"].place.error(f"the article {texts['id'][:60]!r} is in the file twice")
        seen.add(texts["id"])
        day = parse_day(texts["publishedAt"], fields["publishedAt"].place, "publishedAt")
        place = fields["content"].place
        lines = tuple(
            (place.called(f"article line {number}"), line)
            for number, line in enumerate(texts["content"].split("\n"), 1)
        )
        is_official = texts["source"].strip().casefold() == _OFFICIAL
        articles.append(Article(texts["id"], texts["title"], day, is_official, lines))
    return articles


def read_texts(
    fields: Mapping[str, JsonValue], needed: Iterable[str], place: FilePosition, what: str, *, may_lack: bool = False
) -> Mapping[str, str]:
    """The texts of fields that must be there, or with `may_lack` are empty where they aren't; raises InputError."""
    texts = {}
    for name in needed:
        if name not in fields and not may_lack:
            raise place.error(f"{what} without the field {name!r}", "missing-field")
        is_given = name in fields and not (may_lack and fields[name].value is None)
        texts[name] = fields[name].get_text(name) if is_given else ""
    return texts


def parse_day(text: str, place: FilePosition, name: str) -> date:
    """The day of a date or a moment; raises InputError."""
    found = _DAY.fullmatch(text)
    try:
        if found:
            return date.fromisoformat(found[1])
    except ValueError:
        pass
    raise place.error(f"{name}: {text[:40]!r} is not a date; write it as 2026-04-03")


def ignore_lines(lines: Iterable[tuple[FilePosition, str]], reason: str) -> Iterator[IgnoredText]:
    """Lines that are left out, each that says something."""
    return (IgnoredText(place, reason, line.strip()) for place, line in lines if line.strip(" #"))
