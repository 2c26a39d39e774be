"""What a document states: days as it writes them, from when a set is legal, who belongs to a group; and what its reader
has to know for that: sets, keywords, documents, and how cards' names are written."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from django.conf import settings

from engine.card_text.keywords import build_matcher
from engine.model.cards import Between
from engine.model.names import fold, split_identity, split_versions
from vsdb.catalog.cards.reading.cards import KnownReferences, read_cards, read_sets
from vsdb.catalog.cards.reading.folder import read_documents, read_keywords
from vsdb.exchange.card_files.sources.reference.layout import strip_heading_marks
from vsdb.exchange.card_files.sources.vocabulary import find_only_game

_MONTHS = {
    name.casefold(): number
    for names in (calendar.month_name, calendar.month_abbr, ("", *[""] * 8, "Sept", "", "", ""))
    for number, name in enumerate(names)
    if name
}
_MONTH = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_FORMS = tuple(
    re.compile(rf"(?<![\w/-]){form}(?![\w/-])", re.IGNORECASE | re.ASCII)
    for form in (
        rf"{_MONTH} {_DAY},? {_YEAR}",
        rf"{_DAY}(?: of)? {_MONTH},? {_YEAR}",
        rf"{_YEAR}-(?P<month>\d\d)-(?P<day>\d\d)",
        rf"(?P<either>\d{{1,2}})/(?P<other>\d{{1,2}})/{_YEAR}",
        rf"{_MONTH},? {_YEAR}",
    )
)


def find_date(text: str) -> tuple[re.Match[str], Between] | None:
    """The first date in a text and where it stands, a month's name without a day as that whole month.

    Figures that may be a month and a day or the other way round give both days as bounds.
    """
    for form in _FORMS:
        for found in form.finditer(text):
            if (between := _between(found.groupdict())) is not None:
                return found, between
    return None


def find_day(text: str) -> Between | None:
    """The first date in a text."""
    found = find_date(text)
    return found[1] if found else None


def is_date(text: str) -> bool:
    """Whether a text is nothing but a date, with or without its day of the week."""
    found = find_date(text)
    rest = f"{text[: found[0].start()]}{text[found[0].end() :]}".strip(" ,.") if found else text
    return found is not None and (not rest or rest.capitalize() in calendar.day_name)


def _between(parts: dict[str, str | None]) -> Between | None:
    year = int(parts["year"] or 0)
    if either := parts.get("either"):
        pair = int(either), int(parts["other"] or 0)
        days = [day for day in (_date(year, *pair), _date(year, *pair[::-1])) if day]
        return Between(min(days), max(days)) if days else None
    word = (parts["month"] or "").casefold()
    month = _MONTHS.get(word) or int(word)
    if "day" in parts:
        day = _date(year, month, int(parts["day"] or 0))
        return Between(day, day) if day else None
    return Between(date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]))


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


_LEGAL = re.compile(r"(?<!not )(?<!longer )(?<!\w)legal\b")
_BEFORE_DAY = re.compile(
    r"\b(?:from|on|as of|starting|beginning|effective|since|after)\b[ ,]*(?:on )?(?:\w+day, )?$", re.I
)
_NEAR = 200  #: characters
_SENTENCE = re.compile(r"(?<!Dr)(?<!Mr)(?<!Ms)(?<!Mrs)(?<!St)(?<!Jr)(?<![A-Z])[.;!?](?=[\s)\"'”’]|$)")
_END_OF_LIST = re.compile(rf"{_SENTENCE.pattern}|\n")
_MEMBERS = re.compile(r"\b[Mm]embers of (?:the )?(?P<group>[^.,;:()]{2,60}?) are:? (?P<names>[^()]{3,600})")
_COMMA = re.compile(r",\s*(?:and\s+)?|\s+and\s+")
_RULE = re.compile(r"(?<![\w.+/-])[1-9]\d{2}\.\d{1,2}[a-z]?(?![\w/]|\.\d)", re.ASCII)
_MAX_MEMBER_LENGTH = 60  #: characters


def find_legal_from(text: str) -> tuple[str, str] | None:
    """What a text says becomes legal and on which day, as ISO text; None where it says no such thing, or no one day."""
    for found in _LEGAL.finditer(text):
        tail = text[found.end() : found.end() + _NEAR]
        dated = find_date(tail)
        if dated is None or dated[1].earliest != dated[1].latest:
            continue
        before = tail[: dated[0].start()]
        if _BEFORE_DAY.search(before) and not _SENTENCE.search(before):
            subject = _SENTENCE.split(text[max(0, found.start() - _NEAR) : found.start()])[-1].strip()
            return subject, dated[1].earliest.isoformat()
    return None


def set_meant(subject: str, words: KnownWords, own: tuple[str | None, str | None]) -> tuple[str | None, str | None]:
    """The code and name of the set that a sentence is about: one that it names, else the document's `own`."""
    folded = f" {fold(subject)} "
    named = [found for key, found in words.sets.items() if len(key) > 3 and f" {key} " in folded]
    if own in named or not named:
        return own
    return max(named, key=lambda pair: len(pair[1]))


def is_about_set(text: str, set_name: str | None) -> bool:
    """Whether a text speaks of the document's set as a set."""
    by_name = set_name and re.search(rf"\b{re.escape(set_name)} (?:set\b|is legal)", text)
    return bool(by_name or re.search(r"\b(?:this|the) set\b", text, re.IGNORECASE))


def find_groups(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The groups whose members a text lists: `the members of the <group> are A, B, and C`."""
    for found in _MEMBERS.finditer(text):
        names = _END_OF_LIST.split(found["names"], maxsplit=1)[0]
        members = tuple(part.strip() for part in _COMMA.split(names))
        if len(members) > 1 and all(0 < len(member) <= _MAX_MEMBER_LENGTH for member in members):
            yield found["group"].strip(), members


def find_cited_rules(text: str) -> tuple[str, ...]:
    """The numbers of rules in a text, each once, in its order."""
    return tuple(dict.fromkeys(_RULE.findall(text)))


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
