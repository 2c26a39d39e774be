"""The records of an XML file, well formed or not.

Malformed XML is read on: each record by itself, and of a broken record each element by itself. What is commented out
stays out. Every fault is told at its line and column.

libxml2's own recovery (lxml with `recover`) keeps less: it ends at a stray end tag too many and at a second root, gives
a card the facts of the next one where a quote is missing, drops loose signs, and knows no columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import BinaryIO

from vsdb.exchange.card_files.proposals import FilePosition, ReadingProblem
from vsdb.exchange.card_files.sources import xml_units
from vsdb.exchange.card_files.sources.text_streams import UTF_8, decode_stream, with_line_feeds
from vsdb.exchange.card_files.sources.xml_units import MAX_ELEMENTS, Found, XmlElement, XmlFault, XmlRecords

_NOT_A_BREAK = re.compile(r"[^\n]")
_ELEMENT = re.compile(r"(?=<[A-Za-z])")
_TAG = re.compile(r"<([A-Za-z][\w:.-]*)")
_ATTRIBUTE = re.compile(r"""([A-Za-z][\w:.-]*)\s*=\s*"([^"<&]*)\"""")
_LOOSE_SIGN = re.compile(r"&(?!#?\w{1,16};)|<(?![A-Za-z/!?])")
_ESCAPED = {"&": "&amp;", "<": "&lt;"}
#: A start tag with all its attributes, but for what closes it.
_NOT_CLOSED = re.compile(
    r"""(<[A-Za-z][\w:.-]*+(?:\s++[\w:.-]++\s*+=\s*+(?:"[^"<]*+"|'[^'<]*+'))++)\s*+(?:/\s*+)?+(?=</|\Z)"""
)
_MAX_START_LENGTH = 1_000  #: characters of a broken start tag that are looked through
_TAG_IN_TWO = 64  #: characters: the longest beginning of a tag that a piece of text may end with


def recover_records(
    texts: Iterable[str], start: FilePosition, tags: frozenset[str], fault: XmlFault, read_already: FilePosition | None
) -> Iterator[Found]:
    """The records of these tags from a place on, and what is wrong with them, the fault that was met first of all.

    `read_already` is the place of the last record that was read before.
    """
    is_told = False
    for text, place in _blocks(_without_comments(_from(texts, start)), start, tags):
        if place == read_already:
            continue
        items = list(_record(text, place, tags, is_told=not is_told))
        if not is_told and not any(isinstance(item, ReadingProblem) for item in items):
            yield _build_problem(fault)
        is_told = True
        yield from items
    if not is_told:
        yield _build_problem(fault)


def _build_problem(fault: XmlFault, excerpt: str = "") -> ReadingProblem:
    message = f"the XML is malformed ({fault.message}); the readable parts were imported"
    return ReadingProblem(fault.place, message, excerpt)


def _from(texts: Iterable[str], start: FilePosition) -> Iterator[str]:
    """The texts from a place on."""
    here = xml_units.FIRST
    for text in texts:
        after = here.after(text)
        if here <= start < after:
            cut = 0
            for _ in range((start.line or 1) - (here.line or 1)):
                cut = text.index("\n", cut) + 1
            yield text[cut + (start.column or 1) - ((here.column or 1) if start.line == here.line else 1) :]
        elif here > start:
            yield text
        here = after


def _without_comments(texts: Iterable[str]) -> Iterator[str]:
    """The texts with blanks in place of comments, so that every place stays what it was."""
    pending, is_comment = "", False
    for text in texts:
        pending += text
        while True:
            mark = "-->" if is_comment else "<!--"
            at = pending.find(mark)
            cut = max(len(pending) - len(mark), 0) if at < 0 else at + (len(mark) if is_comment else 0)
            piece, pending = pending[:cut], pending[cut:]
            yield _NOT_A_BREAK.sub(" ", piece) if is_comment else piece
            if at < 0:
                break
            is_comment = not is_comment
    yield _NOT_A_BREAK.sub(" ", pending) if is_comment else pending


def _blocks(texts: Iterable[str], place: FilePosition, tags: frozenset[str]) -> Iterator[tuple[str, FilePosition]]:
    """Each record as it is written with its place: up to its end, or to where the next one begins."""
    any_tag = "|".join(map(re.escape, sorted(tags)))
    begins = re.compile(rf"<({any_tag})(?=[\s/>])")
    stops = re.compile(rf"<(?:{any_tag})(?=[\s/>])|</(\w+)\s*>|/>")
    rest, more = "", iter(texts)
    is_over = False
    while not is_over:
        text = next(more, None)
        is_over = text is None
        rest += text or ""
        while found := begins.search(rest):
            place, rest = place.after(rest[: found.start()]), rest[found.start() :]
            end = _end(rest, found[1], stops)
            if end is None and not is_over and len(rest) <= xml_units.MAX_RECORD_LENGTH:
                break
            end = min(end or len(rest), xml_units.MAX_RECORD_LENGTH)
            yield rest[:end], place
            place, rest = place.after(rest[:end]), rest[end:]
        else:
            cut = max(len(rest) - _TAG_IN_TWO, 0)
            place, rest = place.after(rest[:cut]), rest[cut:]


def _end(text: str, tag: str, stops: re.Pattern[str]) -> int | None:
    """Where the record that the text begins with ends; None where the text doesn't reach so far."""
    for found in stops.finditer(text, 1):
        if found[0] == "/>":
            if text.find("<", 1, found.start()) < 0:
                return found.end()
        elif found[1] is None:
            if tag != "card" or found[0] == f"<{tag}":
                return found.start()
        elif found[1] == tag:
            return found.end()
    return None


def _record(text: str, start: FilePosition, tags: frozenset[str], *, is_told: bool) -> Iterator[Found]:
    """The record in a text; where it is broken, what is wrong, then what of it can be read.

    A fault that lies in none of its elements is told of the whole, unless that has been told.
    """
    try:
        yield _only(text, start, tags)
        return
    except XmlFault as error:
        whole = error
    first, *others = _pieces(text, start)
    head, problem = _piece(*first, tags)
    record = head or XmlElement(_tag(text), dict(_ATTRIBUTE.findall(first[0][:_MAX_START_LENGTH])), start)
    found = [_piece(*each, tags) for each in others[:MAX_ELEMENTS]]
    record.children += [element for element, _ in found if element]
    too_many = ReadingProblem(
        start, f"a record with more than {MAX_ELEMENTS:,} elements; check that this is a card file"
    )
    of_whole = [problem, too_many if len(others) > MAX_ELEMENTS else None]
    problems = [each for each in (*of_whole, *(each for _, each in found)) if each]
    if not problems and not is_told:
        yield _build_problem(whole, _excerpt(text))
    yield from problems
    yield record


def _pieces(text: str, start: FilePosition) -> list[tuple[str, FilePosition]]:
    """A record cut before each of its elements, with their places."""
    pieces, place = [], start
    for piece in _ELEMENT.split(text):
        if piece:
            pieces.append((piece, place))
        place = place.after(piece)
    return pieces


def _piece(text: str, start: FilePosition, tags: frozenset[str]) -> tuple[XmlElement | None, ReadingProblem | None]:
    """The element that a text begins with, mended where that can be done in one way alone; and what is wrong with it.

    What is mended: a loose & or < is taken for itself, and a tag closed that is complete but for its end.
    """
    element = _cut_element(text)
    try:
        return _only(element, start, tags), None
    except XmlFault as error:
        fault = error
    signs = "a bare & or <; write &amp; or &lt;"
    ways = [(fault.place, signs, _with_signs_escaped(element))]
    if found := _NOT_CLOSED.match(_with_signs_escaped(text)):
        ways.append((start, "the tag is not closed; close it with > or />", f"{found[1]}/>"))
    for place, message, mended in ways:
        with suppress(XmlFault):
            return _only(mended, start, tags), ReadingProblem(place, message, _excerpt(text))
    message = f"the XML is malformed ({fault.message}); this element was skipped"
    return None, ReadingProblem(fault.place, message, _excerpt(text))


def _with_signs_escaped(element: str) -> str:
    return element[:1] + _LOOSE_SIGN.sub(lambda sign: _ESCAPED[sign[0]], element[1:])


def _cut_element(text: str) -> str:
    """The element that a text begins with, cut at its end; where it goes on, its start tag closed."""
    tag = _tag(text)
    if (close := text.find(f"</{tag}")) >= 0:
        return f"{text[:close]}</{tag}>"
    if (empty := text.rfind("/>")) >= 0:
        return text[: empty + 2]
    return f"{text[:end]}/>" if (end := text.rfind(">")) >= 0 else text


def _only(text: str, start: FilePosition, tags: frozenset[str]) -> XmlElement:
    """The one element of a text; raises XmlFault where it isn't well formed."""
    handler = XmlRecords(frozenset(), tags | {_tag(text)}, start)
    handler.has_root = True
    units = [item for item in xml_units.parse_records(handler, [text]) if isinstance(item, XmlElement)]
    if not units:
        raise XmlFault(start, "no XML element")
    return units[0]


def _tag(text: str) -> str:
    return found[1] if (found := _TAG.match(text)) else ""


def _excerpt(text: str) -> str:
    return " ".join(text.split())[:120]


_ENCODINGS = {"utf-8": UTF_8, "us-ascii": UTF_8, "utf-16": "utf-16", "iso-8859-1": "latin-1", "windows-1252": "cp1252"}
_DECLARED = re.compile(rb"""<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def read_records(file: BinaryIO, containers: Iterable[str], whole: Iterable[str]) -> Iterator[Found]:
    """The root without its content, then each element in it and in the containers, those of the tags `whole` entirely.

    Raises InputError for what is no XML, for document types, entities and records beyond measure. Where the file is
    malformed a Problem says so, and the records are read one by one from the one in which the fault lies.
    """
    encoding = _detect_encoding(file)
    handler = XmlRecords(frozenset(containers), frozenset(whole))
    try:
        yield from xml_units.parse_records(handler, with_line_feeds(decode_stream(file, encoding)))
        return
    except XmlFault as error:
        fault = error
    yield from handler.taken()
    if not handler.has_root:
        raise fault.place.error(f"the file is not XML: {fault.message}")
    start = handler.open[0].place if handler.open else handler.reached
    file.seek(0)
    texts = with_line_feeds(decode_stream(file, encoding))
    yield from recover_records(texts, start, handler.whole, fault, handler.finished)


def _detect_encoding(file: BinaryIO) -> str:
    """The encoding that the file's first bytes tell or declare."""
    first = file.read(256)
    file.seek(0)
    if first.startswith(_UTF_16):
        return "utf-16"
    declared = _DECLARED.search(first)
    name = declared[1].decode("ascii").casefold() if declared else "utf-8"
    if name not in _ENCODINGS or _ENCODINGS[name] == "utf-16":
        message = f"the file declares the encoding {name}; save it as UTF-8 and import it again"
        raise FilePosition(1).error(message, "wrong-encoding")
    return _ENCODINGS[name]
