"""What stands before the first heading or card of a document: its title, who made it and when."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from django.utils.text import slugify

from engine.model.cards import Between
from engine.model.names import fold
from vsdb.exchange.card_files.proposals import FilePosition, IgnoredText, SourceProposal
from vsdb.exchange.card_files.sources.reference import layout
from vsdb.exchange.card_files.sources.reference.layout import FileParagraph
from vsdb.exchange.card_files.sources.reference.statements import KnownWords, find_date, find_day, is_date

FAQ, REFERENCE = "faq", "reference"
_ISO_DAY = re.compile(r"(?:19|20)\d\d-\d\d-\d\d")
_MAX_TITLE_LENGTH = 140  #: characters
_MAX_NAME_LENGTH = 200  #: characters
_MAX_SLUG_LENGTH = 80  #: characters
_FAQ_WORDS = re.compile(r"\bfaqs?\b|\bfrequently asked|\bquestions\b|\brulings\b", re.IGNORECASE)
_REFERENCE_WORDS = re.compile(r"\breference\b|\bcard (?:list|texts?)\b|\berrata\b", re.IGNORECASE)
_NOT_THE_SET = re.compile(
    r"\b(?:vs\.? system|upper deck(?: entertainment)?|official|frequently asked questions?(?: \(faqs?\))?|faqs?|errata"
    r"|rulings?|questions(?: (?:and|&) answers)?|(?:complete |full )?(?:card )?(?:reference|list|texts?)|release notes"
    r"|card set|set|expansion|version [\d.]+)(?!\w)",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"[\s,;:(\[–—-]*(?:\b(?:(?:last |most recently )?(?:updated|revised|published)|(?:current )?as of|effective"
    r"|dated)\b[: ]*(?:on )?)?$",
    re.IGNORECASE,
)
_MAKERS = re.compile(
    r"(?:(?:compiled|written|edited|prepared|maintained|published) by|by|authors?:|compilers?:) ?:? ?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """What a document is: its source, the name and the code of the set it is about where that is known."""

    source: SourceProposal
    set_name: str | None
    set_code: str | None


def read_preamble(
    paragraphs: Sequence[FileParagraph], *, name: str, has_sections: bool, words: KnownWords
) -> tuple[SourceDocument, list[IgnoredText], list[FileParagraph]]:
    """What the paragraphs before the first heading or card say of the document; those of no use, and those that say
    something beyond it.

    `name` is the file's, which stands in for a title and a date; `has_sections` says that a section comes first and
    not a card.
    """
    title, titles = _title(paragraphs)
    rest = [paragraph for paragraph in paragraphs if paragraph not in titles]
    meta = [paragraph for paragraph in rest if layout.is_meta(paragraph.text)]
    dates = [paragraph for paragraph in rest if is_date(paragraph.text)]
    sources = [*([title] if title else []), *meta]
    published = next((day for paragraph in sources if (day := find_day(paragraph.text))), None)
    if published is None and dates:
        published = find_day(dates[-1].text)
        sources.append(dates.pop())
    stem = PurePath(name).stem
    if title is None:
        published = published or find_day(stem.replace("_", "-")) or find_day("".join(_ISO_DAY.findall(stem)[:1]))
    written = _remove_date(title.text) if title else " ".join(re.split(r"[-_ ]+", stem))
    set_code, set_name = _set(written, words)
    is_faq = _FAQ_WORDS.search(written) or (has_sections and not _REFERENCE_WORDS.search(written))
    kind = FAQ if is_faq else REFERENCE
    slug = _slug(set_code, set_name, kind, published) if title else slugify(stem)[:_MAX_SLUG_LENGTH]
    makers = (_MAKERS.sub("", each.text, count=1).strip(" .") for each in meta if _MAKERS.match(each.text))
    source = SourceProposal(
        game=words.game,
        slug=slug or kind,
        name=written[:_MAX_NAME_LENGTH],
        kind=kind,
        authority="publisher",
        published=published,
        document=slug if slug in words.documents else None,
        compilers=next(filter(None, makers), "")[:_MAX_NAME_LENGTH],
    )
    left_out = [(paragraph, "page title") for paragraph in titles if paragraph is not title]
    left_out += [(paragraph, "page date") for paragraph in dates]
    left_out.sort(key=lambda pair: pair[0].line)
    used = {paragraph.line for paragraph in (*sources, *titles, *dates)}
    return (
        SourceDocument(source, set_name, set_code),
        [IgnoredText(FilePosition(paragraph.line), reason, paragraph.text) for paragraph, reason in left_out],
        [paragraph for paragraph in paragraphs if paragraph.line not in used],
    )


def _title(paragraphs: Sequence[FileParagraph]) -> tuple[FileParagraph | None, list[FileParagraph]]:
    """The title, and all paragraphs that are one: the last that says what kind of document this is, else the first."""
    titles = [paragraph for paragraph in paragraphs if _is_title(paragraph.text)]
    telling = [each for each in titles if _FAQ_WORDS.search(each.text) or _REFERENCE_WORDS.search(each.text)]
    if telling:
        words = set(_set_words(telling[-1].text).split())
        same = [each for each in titles if each in telling or set(_set_words(each.text).split()) & words]
        return telling[-1], same
    return (titles[0], titles[:1]) if titles else (None, [])


def _is_title(text: str) -> bool:
    has_words = text[-1] not in ".:;?!" and any(sign.isalpha() for sign in text)
    return has_words and len(text) <= _MAX_TITLE_LENGTH and not layout.is_meta(text) and not is_date(text)


def _remove_date(text: str) -> str:
    """A title without the date in it."""
    plain = layout.strip_heading_marks(text)
    if found := find_date(plain):
        before, after = plain[: found[0].start()], plain[found[0].end() :]
        plain = f"{_DATED.sub('', before)} {after.lstrip(' )],.')}"
    return " ".join(plain.split()) or layout.strip_heading_marks(text)


def _set_words(title: str) -> str:
    return " ".join(re.sub(r"[^\w&'/-]+", " ", _NOT_THE_SET.sub(" ", _remove_date(title))).split()).strip("-/ ")


def _set(title: str, words: KnownWords) -> tuple[str | None, str | None]:
    """The code and the name of the set that a title names."""
    name = _set_words(title)
    for spelling in (name, f"the {name}", name.casefold().removeprefix("the ")):
        if found := words.sets.get(fold(spelling)):
            return found
    return None, name or None


def _slug(code: str | None, name: str | None, kind: str, published: Between | None) -> str:
    parts = [slugify(code or name or "")[:50].strip("-"), kind]
    if published:
        day, end = published.earliest.isoformat(), published.latest.isoformat()
        parts.append(day if day == end else day[:7] if day[:7] == end[:7] else day[:4])
    return "-".join(filter(None, parts))
