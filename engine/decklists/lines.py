"""One line of a list: how many, of what, in which printing."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, replace

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
    text = line if catalog.is_name(line) else _BULLET.sub("", line, count=1) if _BULLET.match(line) else line
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
    if counted and counted["count"]:
        written = _take_printing(ParsedLine(int(counted["count"]), counted["name"]), catalog)
    elif counted:
        written = _take_printing(ParsedLine(int(counted["count2"]), counted["name2"]), catalog)
    else:
        written = _take_count_behind(_take_printing(_take_count_behind(ParsedLine(None, text)), catalog))
    if written.count is not None and not 0 < written.count <= MAX_COPIES:
        return replace(
            written,
            problem=f"{_format_written_count(written.count)} copies; a line can have 1 to {MAX_COPIES:,}",
        )
    return written


def _format_written_count(count: int) -> str:
    return f"{count:,}" if count < 10**12 else "too many"


def _take_count_behind(written: ParsedLine) -> ParsedLine:
    """Take `x4` off the end of the name, where no count stands before it."""
    found = _COUNT_BEHIND.fullmatch(written.name) if written.count is None else None
    return replace(written, count=int(found["a"] or found["b"] or found["c"]), name=found["name"]) if found else written


def _take_printing(written: ParsedLine, catalog: Catalog) -> ParsedLine:
    """Take the printing, the set, the level and the finish off the name; what may be part of a name stays."""
    for _ in range(_MAX_ADDITIONS):
        peeled = None if catalog.is_name(written.name) else _strip_last_part(written, catalog)
        if peeled is None:
            break
        written = peeled
    return replace(written, name=written.name.strip(" ,;|")) if written.name.strip(" ,;|") else written


def _strip_last_part(written: ParsedLine, catalog: Catalog) -> ParsedLine | None:
    """The line without the last thing that isn't its name; None where nothing is left to take off."""
    found = _SET_AND_NUMBER.fullmatch(written.name)
    if found and catalog.set_code(found["set"]):
        return replace(written, name=found["name"], printing=f"{found['set']}-{found['number']}")
    found = _MARK_BEHIND.fullmatch(written.name)
    if found and (found["mark"] or "foil").strip().casefold() in _MARKS:
        return replace(written, name=found["name"])
    found = _BRACKET.fullmatch(written.name)
    if found:
        return _take_bracket(written, found, catalog)
    for pattern in (_CODE, _CODE_BEHIND, _CODE_BEFORE):
        found = None if written.printing else pattern.fullmatch(written.name)
        if found and catalog.set_code(found["set"]):
            whole = pattern is _CODE
            return replace(written, name="" if whole else found["name"], printing=found[0] if whole else found["code"])
    return None


def _take_bracket(written: ParsedLine, found: re.Match[str], catalog: Catalog) -> ParsedLine | None:
    inside = (found["square"] if found["square"] is not None else found["round"]).strip()
    is_square = found["square"] is not None
    shorter = replace(written, name=found["name"])
    level = _LEVEL.fullmatch(inside)
    code = _CODE.fullmatch(inside)
    if not inside or inside.casefold() in _FINISH:
        return shorter
    if level:
        return replace(shorter, level=int(level[1]))
    if catalog.set_code(inside):
        return replace(shorter, set_code=catalog.set_code(inside) or "")
    if is_square or catalog.by_printing(inside) or (code and catalog.set_code(code["set"])):
        return replace(shorter, printing=inside)
    return None
