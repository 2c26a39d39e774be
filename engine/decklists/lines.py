"""One line of a list: how many, of what, in which printing."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import TypedDict

from engine.model.catalog import Catalog

MAX_LINE_LENGTH = 500  #: characters
MAX_COPIES = 9_999  #: of one card on one line

_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_ENTITY = re.compile(r"&(?:#[0-9]{1,6}|#[xX][0-9a-fA-F]{1,5}|[A-Za-z]{2,6});")
_MARKUP = re.compile(
    r"\[/?(?:b|i|u|card|center|color|font|list|quote|size|url)(?:=[^\[\]]*)?\]"
    r"|</?(?:b|br|div|em|h[1-6]|i|li|p|span|strong|td|tr|u|ul)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_COMMENT = re.compile(r"\s+(?:#\s|//(?:\s|$)).*$")
_BULLET = re.compile(r"(?:[-–—+>•‣◦▪·*◆●■★]\s+|[•‣◦▪·*](?=[0-9xX]))(?=\S)")
_ENUMERATOR = re.compile(r"[0-9]{1,3}[.)]\s+(?=[0-9]+\s*[xX×]?\s)")

_COUNT = re.compile(r"(?P<count>[0-9]+)(?:\s*[x×]|X)?\s+(?P<name>\S.*)|[xX×]\s?(?P<count2>[0-9]+)\s+(?P<name2>\S.*)")
_NO_COUNT = re.compile(r"(?:[-−–][0-9]+|[0-9]+[.,][0-9]*|[0-9]+[.)])\s*[xX×]?(?:\s+|$)")
#: `(4) Name`, `[4x] Name`
_COUNT_IN_BRACKETS = re.compile(r"(?:\(([0-9]+)\s*[xX×]?\)|\[([0-9]+)\s*[xX×]?\])\s*[xX×]?\s+(?=\S)")
_COUNT_BEHIND = re.compile(r"(?P<name>.*\S)\s+(?:\(?[xX×]\s?(?P<a>[0-9]+)\)?|(?P<b>[0-9]+)[xX×]|\((?P<c>[0-9]+)\))$")
_COUNT_ENDS = frozenset("0123456789xX×)")

_SET_AND_NUMBER = re.compile(
    r"(?P<name>.*?)\s*[(\[](?P<set>[A-Za-z0-9]{2,6})[)\]]\s*[#:]?(?P<number>[A-Za-z]{0,2}[0-9]{1,4}(?:[A-Za-z]{0,2}\*?|-(?i:star))(?:/[0-9]+)?)$"
)
_BRACKET = re.compile(r"(?P<name>.*?)\s*(?:\[(?P<square>[^\[\]]*)\]|\((?P<round>[^()]*)\))$")
_PRINTING = r"(?P<set>[A-Za-z0-9]{2,6})-[A-Za-z]{0,2}[0-9]{1,4}(?:[A-Za-z]{0,2}\*?|-(?i:star))(?:/[0-9]+)?"
_CODE = re.compile(_PRINTING)
_CODE_BEHIND = re.compile(rf"(?P<name>.*\S)\s+(?P<code>{_PRINTING})$")
_CODE_BEFORE = re.compile(rf"[(\[]?(?P<code>{_PRINTING})[)\]]?\s*[:,]?\s+(?P<name>\S.*)$")
_LEVEL = re.compile(r"l(?:e?ve?l|v)?\.?\s*([0-9])", re.IGNORECASE)
_MAX_ADDITIONS = 4  #: to a name: more brackets than that are no list that anyone writes
_ART = ("ea", "extended art", "alt art", "alternate art")
_FINISH = frozenset((*_ART, "foil", "promo", "showcase", "overnumbered", "signature"))
#: As collections mark a foil: `*foil*`, `*F*`, a star.
_MARK_BEHIND = re.compile(r"(?P<name>.*\S)\s+(?:\*(?P<mark>[A-Za-z ]+)\*|[☆★✦])")
_MARK_ENDS = frozenset("*☆★✦")
_BRACKET_ENDS = frozenset(")]")
_MARKS = _FINISH | {"f"}


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """What a line says: `count` is None where it gives none, `problem` says why it can't be read."""

    count: int | None
    name: str
    printing: str = ""
    set_code: str = ""
    level: int | None = None
    problem: str = ""


class Additions(TypedDict, total=False):
    """What stands behind a name beside its count: fields of a `ParsedLine`."""

    printing: str
    set_code: str
    level: int


def find_line_problem(line: str) -> str:
    """Why a line can't be looked at at all, before anything is made of it; empty for a line that can."""
    if len(line) > MAX_LINE_LENGTH:
        return f"the line has {len(line):,} characters; at most {MAX_LINE_LENGTH}"
    sign = _NO_TEXT.search(line)
    if sign:
        return f"column {sign.start() + 1} has the control character U+{ord(sign[0]):04X}; a list must be plain text"
    return ""


def strip_comment(line: str) -> str:
    """The line without its trailing comment, its spaces evened, invisible signs and the markup of pages gone.

    `&#39;` is read as the sign that it stands for.
    """
    if "</" in line or "[/" in line or "<br" in line:
        line = _MARKUP.sub(" ", line)
    if "&" in line:
        line = _ENTITY.sub(lambda found: html.unescape(found[0]), line)
    return _COMMENT.sub("", " ".join(_INVISIBLE.sub("", line).split()))


def parse_line(line: str, catalog: Catalog) -> ParsedLine:
    """What a line says; it has neither comment nor heading any more."""
    bullet = _BULLET.match(line)
    text = line[bullet.end() :] if bullet and not catalog.is_name(line) else line
    text = _ENUMERATOR.sub("", text, count=1) if _ENUMERATOR.match(text) else text
    bracketed = _COUNT_IN_BRACKETS.match(text)
    if bracketed:
        text = f"{bracketed[1] or bracketed[2]} {text[bracketed.end() :]}"
    if _NO_COUNT.match(text) and not catalog.is_name(text):
        sign = text.split()[0]
        return ParsedLine(
            0, text, problem=f"“{sign}” is not a number of copies; write 1 to {MAX_COPIES:,} before the name"
        )
    counted = _COUNT.fullmatch(text)
    count, name = (int(counted[1] or counted[3]), counted[2] or counted[4]) if counted else _take_count_behind(text)
    name, said = _take_additions(name, catalog)
    if count is None:
        count, name = _take_count_behind(name)
    is_possible = count is None or 0 < count <= MAX_COPIES
    problem = "" if is_possible else f"{_format_written_count(count)} copies; a line can have 1 to {MAX_COPIES:,}"
    return ParsedLine(count, name, **said, problem=problem)


def _format_written_count(count: int | None) -> str:
    return f"{count:,}" if count is not None and count < 10**12 else "too many"


def _take_count_behind(name: str) -> tuple[int | None, str]:
    """The count of `Name x4` and the name before it; None and the name where no count stands behind it."""
    found = _COUNT_BEHIND.fullmatch(name) if name[-1:] in _COUNT_ENDS else None
    return (int(found["a"] or found["b"] or found["c"]), found["name"]) if found else (None, name)


def _take_additions(name: str, catalog: Catalog) -> tuple[str, Additions]:
    """The name without printing, set, level and finish, and what these say; what may be part of a name stays."""
    said: Additions = {}
    for _ in range(_MAX_ADDITIONS):
        peeled = None if catalog.is_name(name) else _strip_last_part(name, catalog, has_printing="printing" in said)
        if peeled is None:
            break
        name, what = peeled
        said |= what
    return name.strip(" ,;|") or name, said


def _strip_last_part(name: str, catalog: Catalog, *, has_printing: bool) -> tuple[str, Additions] | None:
    """What stands before the last thing that isn't the name, and what that says; None where nothing is left."""
    last = name[-1:]
    found = _SET_AND_NUMBER.fullmatch(name) if "(" in name or "[" in name else None
    if found and catalog.set_code(found["set"]):
        return found["name"], {"printing": f"{found['set']}-{found['number']}"}
    found = _MARK_BEHIND.fullmatch(name) if last in _MARK_ENDS else None
    if found and (found["mark"] or "foil").strip().casefold() in _MARKS:
        return found["name"], {}
    found = _BRACKET.fullmatch(name) if last in _BRACKET_ENDS else None
    if found:
        said = _read_bracket(found, catalog)
        return None if said is None else (found["name"], said)
    for pattern in (_CODE, _CODE_BEHIND, _CODE_BEFORE) if "-" in name and not has_printing else ():
        found = pattern.fullmatch(name)
        if found and catalog.set_code(found["set"]):
            is_whole = pattern is _CODE
            return "" if is_whole else found["name"], {"printing": found[0] if is_whole else found["code"]}
    return None


def _read_bracket(found: re.Match[str], catalog: Catalog) -> Additions | None:
    """What a bracket behind a name says; None for one that may belong to the name."""
    is_square = found["square"] is not None
    inside = (found["square"] if is_square else found["round"]).strip()
    if not inside or inside.casefold() in _FINISH:
        return {}
    level = _LEVEL.fullmatch(inside)
    if level:
        return {"level": int(level[1])}
    set_code = catalog.set_code(inside)
    if set_code:
        return {"set_code": set_code}
    code = _CODE.fullmatch(inside)
    if is_square or catalog.by_printing(inside) or (code and catalog.set_code(code["set"])):
        return {"printing": inside}
    return None
