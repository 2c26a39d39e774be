"""The lines of a card reference and its paragraphs; and what a line is by its form: a type line, a heading, a title, a
bullet, a page's foot."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from typing import Any, BinaryIO

from engine.model.errors import InputError
from engine.model.names import split_versions

GENERAL, ERRATA, CARDS, OTHER = "general", "errata", "cards", "other"

_TYPES = {"character": "Character", "plot twist": "Plot Twist", "location": "Location", "equipment": "Equipment"}
_TYPE_INITIALS = tuple(sorted({name[0] for name in _TYPES.values()}))
_TYPE_LINE = re.compile(
    r"(?P<type>character|plot ?twist|location|equipment) ?(?P<mark>[,;:]) ?(?P<rest>.*)", re.IGNORECASE
)
_COST = re.compile(r"\d{1,2}|X|\*", re.ASCII | re.IGNORECASE)
_FIGURE = r"(\d{1,3}\+?|\d{0,3}\*|X)"
_FIGURES = re.compile(rf"{_FIGURE} ?/ ?{_FIGURE}(?: ATK ?/ ?DEF)?", re.ASCII | re.IGNORECASE)
_UNLIKE_TEAM = re.compile(r"\w{2}\.$|^(?=.*\d)\S{1,4} ?/ ?\S{1,4}$", re.ASCII)
_MAX_TYPE_LINE_LENGTH = 160  #: characters
_MAX_TITLE_LENGTH = 120  #: characters

_BULLET = re.compile(r"(?:[•‣◦▪●*·–—-]|\([a-z0-9]\)|[a-z]\)|\d{1,3}[.)]) +\S", re.ASCII)
_NUMBERED = re.compile(r"\(?(?P<number>\d{1,3})[.)] +(?P<text>\S.*)", re.ASCII)
_META = re.compile(
    r"(?:(?:last|most recently) )?(?:updated|revised|modified|edited|published|compiled|written|prepared|maintained)\b"
    r"|(?:current )?as of\b|(?:by|date|version|authors?|compilers?)(?::| )",
    re.IGNORECASE,
)
_DECORATION = re.compile(r"^(?:#{1,6} *|={2,} *|\*\*|__|-{2,} *)|(?:\*\*|__| *={2,}| *-{2,}| *#+)$")
_SECTION_HEADINGS = {
    GENERAL: r"general|mechanics|general (?:faqs?|questions?|notes|rulings?|rules|information|entries|mechanics)",
    ERRATA: r"(?:(?:official|card|cards|current|new|set|complete|full) )*errata"
    r"(?: list| and (?:clarifications|corrections))?"
    r"|(?:cards with errata|errata'?e?d cards|corrections)",
    CARDS: r"(?:(?:single|individual|specific)[- ]cards?|card[- ](?:by[- ]card|specific))"
    r"(?: (?:entries|rulings?|questions|faqs?|notes|clarifications|reference))?"
    r"|(?:official |full |complete )?card (?:rulings|entries|lists?|texts?|reference|clarifications|notes)|cards",
}
_SECTIONS = {kind: re.compile(heading, re.IGNORECASE) for kind, heading in _SECTION_HEADINGS.items()}
_SECTION_DATE = re.compile(r"[ (,–—-]+(?:as of|effective|updated) .{4,40}$", re.IGNORECASE)
_MAX_WORDS_BEFORE = 6
_SECTION_NUMBER = re.compile(r"(?:\d{1,2}|[IVX]{1,4})[.)] +")
_MINOR = "a an and as at but by de for from in into is la le nor of on or out over than the to up vs vs. von with >"
_SMALL = frozenset(_MINOR.split())
_FURNITURE = (
    (re.compile(r"(?:no|\d+) comments?:?|post a comment|comments are closed\.?", re.IGNORECASE), "page comments"),
    (re.compile(r"posted (?:by|on|at) .{1,80}|labels?: .{1,120}", re.IGNORECASE), "page footer"),
    (re.compile(r"(?:newer|older|previous|next) (?:post|page|entry)|subscribe to: .{1,80}|email this|blogthis!"
                r"|share (?:on|to) .{1,40}", re.IGNORECASE), "page links"),
    (re.compile(r"(?:page )\d{1,4}(?: (?:of|/) \d{1,4})?|[-–—] ?\d{1,4} ?[-–—]", re.IGNORECASE), "page number"),
    (re.compile(r"(?:©|\(c\)|copyright\b|(?:TM|®) ?(?:&|and) ?(?:©|\(c\))).{0,300}", re.IGNORECASE), "copyright"),
    (re.compile(r"[-=_*~#. ]{3,}"), "divider line"),
    (re.compile(r"[A-Z](?: ?[-–] ?[A-Z])?"), "index letter"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TypeLine:
    """The facts of a type line as columns of a card's row, and the parts of it that say nothing known."""

    facts: Mapping[str, Any]
    unread: tuple[str, ...]


@lru_cache(maxsize=8)  # Asked for a line several times while it is the next, this one and the one before.
def parse_type_line(text: str) -> TypeLine | None:
    """The facts of `Character, 3, Avengers ○ X-Men, 5/4` and its like; None for any other line.

    A line that begins as one and has no cost gives what follows the type as unread.
    """
    found = _TYPE_LINE.fullmatch(text) if text[:1] in _TYPE_INITIALS and len(text) <= _MAX_TYPE_LINE_LENGTH else None
    if found is None:
        return None
    kind = _TYPES[" ".join(re.sub(r"(?<=t)(?=twist)", " ", found["type"].casefold()).split())]
    cost, *rest = (part.strip() for part in re.split(r"[,;]", found["rest"]))
    if found["mark"] == ":" or not _COST.fullmatch(cost):
        return TypeLine({"type": kind}, (found["rest"],))
    cost_kind = "threshold" if kind in {"Plot Twist", "Location"} else "recruit"
    facts: dict[str, Any] = {"type": kind, "cost": _figure(cost), "cost_kind": cost_kind}
    unread = _character(rest, facts) if kind == "Character" else tuple(filter(None, rest))
    return TypeLine(facts, unread)


def is_certain(line: TypeLine) -> bool:
    """Whether the line can be nothing but a type line: it has a cost and nothing in it is unknown."""
    return "cost" in line.facts and not line.unread


def _character(parts: list[str], facts: dict[str, Any]) -> tuple[str, ...]:
    """Fill in affiliations, figures and wings from what follows a character's cost; gives what is none of them."""
    unread: list[str] = []
    teams: list[str] = []
    for part in filter(None, parts):
        if figures := _FIGURES.fullmatch(part):
            facts["atk"], facts["defense"] = _figure(figures[1]), _figure(figures[2])
        elif part.casefold() in {"flight", "range", "concealed"}:
            facts[{"flight": "has_flight", "range": "has_range"}.get(part.casefold(), "is_concealed")] = True
        elif "atk" in facts or _UNLIKE_TEAM.search(part):
            unread.append(part)
        elif part.casefold() not in {"no affiliation", "unaffiliated", "none", "-", "–", "—"}:
            teams += split_versions(part)
    if teams or "atk" in facts:
        facts["teams"] = teams
    return tuple(unread)


def _figure(text: str) -> int | str:
    return int(text) if text.isdecimal() else text.upper()


def strip_heading_marks(text: str) -> str:
    """A heading without the marks that a plain text puts around it, and without a colon at its end."""
    before, plain = "", text
    while before != plain:
        before, plain = plain, _DECORATION.sub("", plain).strip()
    return plain.removesuffix(":").rstrip() or text


def find_section_kind(text: str) -> str | None:
    """Which of the known sections a heading opens; None where it is none of them."""
    if len(text) > _MAX_TITLE_LENGTH or text.endswith("."):
        return None
    plain = _SECTION_DATE.sub("", _SECTION_NUMBER.sub("", strip_heading_marks(text), count=1))
    return next((kind for kind, pattern in _SECTIONS.items() if pattern.fullmatch(plain)), None)


def find_section_kind_at_end(text: str) -> str | None:
    """The kind of section whose heading ends a line such as `Gorse Clan Errata`; None where none does."""
    words = strip_heading_marks(text).split()
    tails = (" ".join(words[start:]) for start in range(1, min(len(words), _MAX_WORDS_BEFORE + 1)))
    return next((kind for tail in tails if (kind := find_section_kind(tail)) and tail.casefold() != "cards"), None)


def is_shouted(text: str) -> bool:
    """Whether a line reads as the heading of a section of any kind: marked as one, or all in capitals."""
    plain = strip_heading_marks(text)
    if not plain or len(plain) > _MAX_TITLE_LENGTH or plain[-1] in ".,;!?":
        return False
    if re.match(r"#{1,6} *\w|={2,} *\w", text):
        return True
    return plain.isupper() and sum(sign.isalpha() for sign in plain) >= 4 and "[" not in plain


def parse_numbered_line(text: str) -> tuple[str, str] | None:
    """The number and the rest of `2. Rally`."""
    found = _NUMBERED.fullmatch(text)
    return (found["number"], found["text"]) if found else None


def is_bullet(text: str) -> bool:
    """Whether a paragraph is a point of a list."""
    return _BULLET.match(text) is not None


def is_meta(text: str) -> bool:
    """Whether a line says when a document was made, or by whom."""
    return text[:1].isupper() and _META.match(text) is not None


def is_title(text: str) -> bool:
    """Whether a line reads as a name or a heading: short, in capitals as titles are, without a sentence's end."""
    if len(text) > _MAX_TITLE_LENGTH or text[-1] in ".:;," or is_bullet(text) or ">>>" in text or "[" in text:
        return False
    words = [word.strip("\"'“”‘’()*_<>○•,") for word in text.split()]
    first, *others = [word for word in words if word] or [""]
    return bool(first) and not first[0].islower() and all(word in _SMALL or not word[0].islower() for word in others)


def explain_furniture(text: str) -> str | None:
    """Why a line that belongs to the page and not to the document is left out; None for any other."""
    return next((reason for pattern, reason in _FURNITURE if pattern.fullmatch(text)), None)


MAX_LINE_LENGTH = 32 * 1024  #: bytes
_CHUNK = 64 * 1024  #: bytes
_BREAK = re.compile(rb"\r\n|\n|\r")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
#: Lines as long as this were cut by whatever wrote the file, where nothing ends with them.
_CUT_AT_LEAST = 60  #: characters
#: What tells a file whose lines are cut to a width: its lines' lengths, measured over the first of them.
_LINES_MEASURED, _FULL_LINES, _RAGGED, _NARROWEST, _WIDEST = 400, 5, 12, 50, 110
_ENDS = re.compile(r"[.!?:;)\]\"'”’…]$")


@dataclass(frozen=True, slots=True)
class FileParagraph:
    """A paragraph, single-spaced: its first and last line, counted from 1, and how many blank lines stand before it."""

    line: int
    last: int
    text: str
    gap: int


def read_paragraphs(file: BinaryIO) -> Iterator[FileParagraph]:
    """The paragraphs of a file. Each line is one, but for those that were cut to a width or in a sentence's middle.

    Raises InputError where the file is no text.
    """
    held: FileParagraph | None = None
    gap, length_of_last = 0, 0
    numbered_lines = read_numbered_lines(file)
    first = list(islice(numbered_lines, _LINES_MEASURED))
    width = _width([text for _, text in first])
    for number, text in chain(first, numbered_lines):
        if not text:
            gap += 1
            continue
        if held and not gap and _goes_on(held.text, length_of_last, text, width):
            held = FileParagraph(held.line, number, f"{held.text} {text}", held.gap)
        else:
            if held:
                yield held
            held = FileParagraph(number, number, text, gap)
        gap, length_of_last = 0, len(text)
    if held:
        yield held


def _width(texts: list[str]) -> int | None:
    """To how many characters a file's lines are cut; None where they aren't."""
    longest = max(map(len, texts), default=0)
    full = sum(len(text) > longest - _RAGGED for text in texts)
    return longest if _NARROWEST <= longest <= _WIDEST and full >= _FULL_LINES else None


def _goes_on(before: str, length_of_last: int, text: str, width: int | None) -> bool:
    """Whether a line is the rest of the paragraph that the lines before it begin."""
    opens = is_bullet(text) or is_meta(text) or parse_numbered_line(text) or find_section_kind(text)
    if opens or len(before) > MAX_LINE_LENGTH or parse_type_line(before) or parse_type_line(text):
        return False
    if width is not None and length_of_last + 1 + len(text.split(maxsplit=1)[0]) > width:
        return True
    if _ENDS.search(before):
        return False
    return text[0].islower() or (width is None and length_of_last >= _CUT_AT_LEAST and not is_title(before))


def read_numbered_lines(file: BinaryIO) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, single-spaced; UTF-8 or else, line by line, Windows-1252."""
    for number, line in enumerate(_split(file), start=1):
        place = f"line {number}"
        if len(line) > MAX_LINE_LENGTH:
            message = f"is longer than {MAX_LINE_LENGTH} bytes; check that this is a card reference"
            raise InputError(message, place=place, code="too-long")
        text = _decode(line, place)
        if found := _CONTROL.search(text):
            raise InputError(f"holds the control character {found[0]!r}; remove it", place=place, code="not-text")
        yield number, " ".join(text.replace("\ufeff", "").split())


def _decode(line: bytes, place: str) -> str:
    for encoding in ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            return line.decode(encoding)
    message = "is not UTF-8 or Windows-1252 text; save the file as UTF-8 and import it again"
    raise InputError(message, place=place, code="wrong-encoding")


def _split(file: BinaryIO) -> Iterator[bytes]:
    """The lines as bytes, ended by LF, CRLF or CR; of a line that is too long what was read of it so far."""
    pending = b""
    while chunk := file.read(_CHUNK):
        if not pending and chunk.startswith(_UTF_16):
            raise InputError("the file is in UTF-16; save it as UTF-8 and import it again", code="wrong-encoding")
        data = pending + chunk
        whole, held = (data[:-1], b"\r") if data.endswith(b"\r") else (data, b"")
        *done, rest = _BREAK.split(whole)
        yield from done
        pending = rest + held
        if len(pending) > MAX_LINE_LENGTH + 1:
            break
    yield pending.removesuffix(b"\r")
