"""Facts that a document states in a sentence: from when a set is legal, and who belongs to a group."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.model.names import fold
from vsdb.exchange.card_files.sources.reference.dates import find_date
from vsdb.exchange.card_files.sources.reference.known import Words

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
_LONGEST_MEMBER = 60  #: characters


def legal_from(text: str) -> tuple[str, str] | None:
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


def set_meant(subject: str, words: Words, own: tuple[str | None, str | None]) -> tuple[str | None, str | None]:
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


def groups(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The groups whose members a text lists: `the members of the <group> are A, B, and C`."""
    for found in _MEMBERS.finditer(text):
        names = _END_OF_LIST.split(found["names"], maxsplit=1)[0]
        members = tuple(part.strip() for part in _COMMA.split(names))
        if len(members) > 1 and all(0 < len(member) <= _LONGEST_MEMBER for member in members):
            yield found["group"].strip(), members


def rules_cited(text: str) -> tuple[str, ...]:
    """The numbers of rules in a text, each once, in its order."""
    return tuple(dict.fromkeys(_RULE.findall(text)))
