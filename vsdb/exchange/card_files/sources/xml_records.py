"""The records of an XML file, well formed or not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from engine.model.errors import InputError
from vsdb.exchange.card_files.proposals import Problem
from vsdb.exchange.card_files.sources.text_streams import UTF_8, decoded, with_line_feeds
from vsdb.exchange.card_files.sources.xml_recovery import recovered
from vsdb.exchange.card_files.sources.xml_units import Fault, Records, Unit, parsed

_ENCODINGS = {
    "utf-8": UTF_8,
    "us-ascii": UTF_8,
    "utf-16": "utf-16",
    "iso-8859-1": "latin-1",
    "windows-1252": "cp1252",
}
_DECLARED = re.compile(rb"""<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def read_records(file: BinaryIO, containers: Iterable[str], whole: Iterable[str]) -> Iterator[Unit | Problem]:
    """The root without its content, then each element in it and in the containers, those of the tags `whole` entirely.

    Raises InputError for what is no XML, for document types, entities and records beyond measure. Where the file is
    malformed a Problem says so, and the records are read one by one from the one in which the fault lies.
    """
    encoding = _encoding(file)
    handler = Records(frozenset(containers), frozenset(whole))
    try:
        yield from parsed(handler, with_line_feeds(decoded(file, encoding)))
        return
    except Fault as error:
        fault = error
    yield from handler.taken()
    if not handler.has_root:
        raise InputError(f"the file is no XML: {fault.message}", place=str(fault.place), code="wrong-file")
    start = handler.open[0].place if handler.open else handler.reached
    file.seek(0)
    yield from recovered(with_line_feeds(decoded(file, encoding)), start, handler.whole, fault, handler.finished)


def _encoding(file: BinaryIO) -> str:
    """The encoding that the file's first bytes tell or declare."""
    first = file.read(256)
    file.seek(0)
    if first.startswith(_UTF_16):
        return "utf-16"
    declared = _DECLARED.search(first)
    name = declared[1].decode("ascii").casefold() if declared else "utf-8"
    if name not in _ENCODINGS or _ENCODINGS[name] == "utf-16":
        raise InputError(
            f"the file says that it is in {name}; save it as UTF-8 and send it again",
            place="line 1",
            code="wrong-encoding",
        )
    return _ENCODINGS[name]
