"""What a document states: days as it writes them, from when a set is legal, and who belongs to a group."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from datetime import date

from engine.model.cards import Between
from engine.model.names import fold
from vsdb.exchange.card_files.sources.reference.known import KnownWords

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
    if re.search(r"\b(?:this|the) set\b", text, re.IGNORECASE):
        return True
    return bool(set_name) and re.search(rf"\b{re.escape(set_name or '')} (?:set\b|is legal)", text) is not None


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
