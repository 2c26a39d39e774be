"""Which paragraphs under a card's name are its wording and which explain it, where nothing but speech tells.

A card commands and grants: it opens with a trigger, a cost, a keyword or an order. A commentary explains: it argues
(`even if`, `however`), looks at the rules' machinery (`resolves`, `priority`, `the chain`), says again what the card
said, or points elsewhere. Each sign has a weight, a paragraph's weights add up, and the wording ends where the sum of
what stands before the end is greatest; how the paragraphs are spaced has its say too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from vsdb.exchange.card_files.sources.reference.layout import FileParagraph, is_bullet

Signs = tuple[tuple[re.Pattern[str], float], ...]


def _signs(patterns: Mapping[float, Iterable[str]]) -> Signs:
    return tuple((re.compile(each, re.IGNORECASE), weight) for weight, some in patterns.items() for each in some)


#: Costs, orders, triggers, limits of use.
CARD = _signs(
    {
        5: (r">>>|→", r"^(?:play|use|equip|flip|recruit) only "),
        4: (r"^(?:to (?:play|flip)\b|as an additional cost)",),
        3: (r"^\[[^\]]+\]",),
        2.5: (
            r"^at the (?:start|end) of ",
            r"^(?:up to \w+ )?target ",
            r"\bcards? (?:revealed|removed|discarded|drawn|named) this way\b",
        ),
        2: (
            r"^(?:when|whenever|each time) ",
            r"^(?:choose|search|discard|exhaust|remove|reveal|return|move|negate|replace|draw|gain|put|stun|recover|ready"
            r"|ko|name|rally|shuffle|look at|turn|play with|pay|transfer|each|until)\b",
            r"\b(?:use|triggers?) only (?:once|while|if|during|on)\b",
            r"\binstead, you may\b|\byou may [^.]*\. if you do\b",
            r"^\([^()]*\)$",
        ),
        1.5: (r"\b(?:gets?|has|have) [+-](?:\d|X)",),
        0.5: (
            r"\bthis (?:turn|attack)\.",
            r"\b(?:you control|a character named)\b",
            r"^(?:while|if|as long as) [^.]*\b(?:you|your|equipped character)\b",
        ),
    }
)
#: Argument, the rules' machinery, looking back at what the card says.
EXPLANATION = _signs(
    {
        8: (
            r"^see (?:also )?[^.]{2,80}\.?$",
            r"^(?:examples?|notes?|q|a|questions?|answers?|rulings?|errata|clarifications?|comments?)\b ?[:.]",
        ),
        4: (r"\bfor (?:example|instance)\b|\be\.g\.|\bi\.e\.|\bnote that\b",),
        3: (
            r"\b(?:however|therefore|thus|in other words|in fact|vice versa|respectively|as usual|as normal)\b",
            r"\b(?:normally|otherwise identical|in addition to any|effectively|unless otherwise|and so on)\b",
            r"\beven (?:if|though|when|while|by)\b|\bregardless of\b|\bwhether or not\b|\bas long as it stays\b",
            r"\b(?:on|upon) resolution\b",
            r"\b(?:as|when|once|after|before|until) [^.,;]*\bresolv(?:es?|ed|ing)\b",
            r"^(?:this|these|the|that) (?:\w+ )?(?:power|effect|modifier|card|ability|trigger|keyword)\b",
            r"\bthis (?:means|allows|removes|applies|includes|happens|doesn't|does|can|counts)\b",
            r"\bit means\b|\bmeans that\b",
            r"\?(?:\s|$)",
        ),
        2: (
            r"\bresolv(?:es?|ing)\b|\bpriority\b|\b(?:on|onto|from|off) the chain\b|\bin response\b",
            r"\b(?:payment|triggered|continuous|replacement|static|delayed) (?:effect|modifier)s?\b",
            r"\b(?:legal|illegal|legally|applicable|calculated|wording|text box|reprinted|ruled?|rules)\b",
            r"^[a-z]+ing (?:an?|the|this|that|your|it|cards?|characters?)\b[^,:]*\b(?:is|are|does|doesn't|will)\b",
        ),
        1.5: (
            r"'s (?:[\w-]+ )?(?:effect|power|ability|powers|modifier)\b(?! cost)",
            r"^you (?:can|can't|cannot|must|need|don't|only|still)\b",
        ),
        1: (
            r"\b(?:already|still|currently|actual(?:ly)?|also|as well|simply|successfully|too late)\b",
            r"\b(?:doesn't|isn't|aren't|won't|wasn't|don't need|need not|does not|is not|will not|do not)\b",
            r"\b(?:not|rather than) just\b|\bnobody\b|\bno \w+ (?:is|are) \b|, but\b|\bnever\b|\bboth .{3,60} and\b",
        ),
    }
)


_GREATEST = 8.0
_KEYWORD = 6.0
_KEYWORD_OPENS = 4.0
_BULLET_ALONE = -2.0
_SAID_AGAIN, _SAID_AGAIN_LATER = -4.0, 2.0
_SAME_OPENING = -2.0
_SENTENCES_FREE, _SENTENCE = 3, -0.5
_PLAIN, _PLAIN_AT_MOST = 1.0, 25  #: words
_WIDE_GAP, _WIDER_THAN_BEFORE, _NO_GAP = 4.0, 3.0, -3.0
#: Where the two best ends are nearer to each other than this, the place is shown to a person.
DOUBTFUL = 0.75

_QUOTES = str.maketrans("‘’“”", "''\"\"")
_SENTENCE_END = re.compile(r"[.!?][\"')]*(?= [A-Z(\"']|$)")
_WORDS = re.compile(r"[\w'+-]+")
_LEAD_IN = re.compile(r"[:—]$|\bas follows\b|\bthe following\b|\bchoose (?:one|two|any)\b", re.I)
_OPENING = 4  #: words
_MAX_KEYWORDS_LENGTH = 80  #: characters
_OPENING_END = re.compile(r" ?[:—–]| - ")
_OPENING_PARTS = re.compile(r"[:—–-]|,")
_BETWEEN_KEYWORDS = re.compile(r",|;| and ")
_IN_PARENTHESES = re.compile(r"\([^()]*\)")
_MAX_WORDING = 40  #: paragraphs that may be wording
_MAX_READ_LENGTH = 3000  #: characters of a paragraph that are listened to
KeywordOf = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class WordingSplit:
    """How many of the paragraphs are wording, and by how much that reading beats the next best."""

    wording: int
    margin: float


@dataclass(frozen=True, slots=True)
class _Lead:
    """The text of a paragraph, and its words in small letters."""

    text: str
    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> _Lead:
        plain = text[:_MAX_READ_LENGTH].translate(_QUOTES)
        return cls(plain, tuple(_WORDS.findall(plain.casefold())))

    def repeats(self, earlier: _Lead) -> bool:
        """Whether it begins with an earlier paragraph as a whole and goes on."""
        return len(earlier.words) >= _OPENING and self.words[: len(earlier.words)] == earlier.words


def split(
    paragraphs: Sequence[FileParagraph], *, keyword: KeywordOf, prior: float, starts_with_wording: bool
) -> WordingSplit:
    """Where the wording ends.

    `keyword` gives the keyword that words are; `prior` speaks for (or, negative, against) there being no commentary
    at all; `starts_with_wording` says that the first paragraph can be nothing else.
    """
    units = _units(paragraphs)
    leads = [_Lead.of(unit[0].text) for unit in units[:_MAX_WORDING]]
    weights = [_weight(lead, leads[:index], leads[index + 1 :], keyword) for index, lead in enumerate(leads)]
    gaps = [unit[0].gap for unit in units]
    least = 1 if starts_with_wording and units else 0
    totals = {end: sum(weights[:end]) + _boundary(gaps, end, prior) for end in range(least, len(leads) + 1)}
    best = max(totals, key=lambda end: (totals[end], end))
    others = [total for end, total in totals.items() if end != best]
    margin = totals[best] - max(others) if others else float("inf")
    return WordingSplit(sum(len(unit) for unit in units[:best]), margin)


def _units(paragraphs: Sequence[FileParagraph]) -> list[list[FileParagraph]]:
    """Paragraphs, each with the points of the list that it leads in."""
    units: list[list[FileParagraph]] = []
    for paragraph in paragraphs:
        is_point = bool(units) and is_bullet(paragraph.text)
        if is_point and (is_bullet(units[-1][-1].text) or _LEAD_IN.search(units[-1][0].text)):
            units[-1].append(paragraph)
        else:
            units.append([paragraph])
    return units


def _boundary(gaps: Sequence[int], end: int, prior: float) -> float:
    """What the spacing says for the wording's end before the unit of that index."""
    if end == len(gaps):
        return prior
    if end == 0:
        return 0.0 if gaps[0] else _NO_GAP
    if gaps[end] >= 2:
        return _WIDE_GAP
    if not gaps[end]:
        return _NO_GAP
    return _WIDER_THAN_BEFORE if end > 1 and not any(gaps[1:end]) else 0.0


def _weight(lead: _Lead, before: Sequence[_Lead], after: Sequence[_Lead], keyword: KeywordOf) -> float:
    """How much a paragraph sounds like a card; below zero: like somebody who explains one."""
    text = lead.text
    opening = _OPENING_END.split(text, maxsplit=1)[0]
    if _is_keywords(text, opening, keyword):
        return _KEYWORD
    outside = text if text.startswith("(") else _IN_PARENTHESES.sub("", text)
    explained = sum(points for sign, points in EXPLANATION if sign.search(outside))
    weight = sum(points for sign, points in CARD if sign.search(outside)) - explained
    sentences = len(_SENTENCE_END.findall(text))
    if opening != text and any(keyword(part.strip()) for part in _OPENING_PARTS.split(opening)):
        weight += _KEYWORD_OPENS
    if is_bullet(text):
        weight += _BULLET_ALONE
    elif not explained and sentences == 1 and len(text.split()) <= _PLAIN_AT_MOST:
        weight += _PLAIN
    if any(lead.repeats(earlier) for earlier in before):
        weight += _SAID_AGAIN
    elif any(earlier.words[:_OPENING] == lead.words[:_OPENING] for earlier in before):
        weight += _SAME_OPENING
    if any(later.repeats(lead) for later in after):
        weight += _SAID_AGAIN_LATER
    weight += _SENTENCE * max(0, sentences - _SENTENCES_FREE)
    return max(-_GREATEST, min(_GREATEST, weight))


def _is_keywords(text: str, opening: str, keyword: KeywordOf) -> bool:
    """Whether a paragraph is nothing but keywords: `Reservist`, `Flight, Range`, `Cosmic: Invulnerability`."""
    if len(text) > _MAX_KEYWORDS_LENGTH:
        return False
    if all(keyword(part.strip()) for part in _BETWEEN_KEYWORDS.split(text.rstrip("."))):
        return True
    return opening != text and bool(keyword(opening)) and not text.endswith(".")
