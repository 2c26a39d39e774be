"""XML as a stream of its records, each a small tree with its place; what defends against hostile XML is defusedxml's.

A document type, an entity of the file's own and a record beyond all measure are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from xml.sax import SAXParseException
from xml.sax.expatreader import ExpatLocator
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from defusedxml.common import DefusedXmlException
from defusedxml.expatreader import create_parser

from engine.model.errors import InputError
from vsdb.exchange.card_files.proposals import FilePosition, ReadingProblem

FIRST = FilePosition(1, 1)
MAX_RECORD_LENGTH = 1 << 18  #: characters of its texts and attributes
MAX_ELEMENTS = 2_000  #: of a record
_DEEPEST = 16
_MAX_TAG_LENGTH = 1 << 20  #: characters without an element, a text or an end


@dataclass(slots=True)
class XmlElement:
    """An element with what is in it; its place is that of its `<`."""

    tag: str
    attributes: dict[str, str]
    place: FilePosition
    children: list[XmlElement] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its own text, without that of its children."""
        return "".join(self.parts)

    def named(self, tag: str) -> list[XmlElement]:
        """The elements of that name in it, at whatever depth."""
        inside = [found for child in self.children for found in child.named(tag)]
        return [self, *inside] if self.tag == tag else inside

    def words(self, tag: str) -> str:
        """The text of the first element of that name, `""` where there is none."""
        return next((found.text.strip() for found in self.named(tag)), "")


Found = XmlElement | ReadingProblem


class XmlFault(Exception):
    """The XML isn't well formed at a place."""

    def __init__(self, place: FilePosition, message: str) -> None:
        super().__init__(message)
        self.place, self.message = place, message


class XmlRecords(ContentHandler):
    """Gathers records as the parser meets them: the root without its content first, then every element in a container.

    `whole` are the tags whose content is kept; of others the attributes are. Places are counted from `start`.
    """

    def __init__(self, containers: frozenset[str], whole: frozenset[str], start: FilePosition = FIRST) -> None:
        super().__init__()
        self.containers, self.whole, self.start = containers, whole, start
        self.has_root = False
        self.open: list[XmlElement] = []
        self.ready: list[Found] = []
        self.events = 0
        self.reached = start  #: where the last tag outside records stands
        self.finished: FilePosition | None = None  #: where the last record that was read whole stands
        self._locator: Locator | None = None
        self._size = self._elements = 0

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802 - SAX's own name
        self._locator = locator

    def here(self) -> FilePosition:
        """The place that the parser has come to, in a file whose text begins at `start`."""
        if self._locator is None:
            return self.start
        line, column = self._locator.getLineNumber() or 1, self._locator.getColumnNumber() or 0
        return FilePosition((self.start.line or 1) + line - 1, column + ((self.start.column or 1) if line == 1 else 1))

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        self.events += 1
        unit = XmlElement(name, dict(attrs.items()), self.here())
        if self.open:
            if name == self.open[0].tag and name in self.whole:
                raise XmlFault(unit.place, f"a <{name}> starts inside another one that is not closed")
            if self.open[0].tag in self.whole:
                self._measure(1, sum(map(len, unit.attributes.values())))
                self.open[-1].children.append(unit)
            self.open.append(unit)
            if len(self.open) > _DEEPEST:
                raise self.refused(f"elements are nested {_DEEPEST} deep; check that this is a card file")
            return
        self.reached = unit.place
        if not self.has_root:
            self.has_root = True
            self.ready.append(unit)
        elif name not in self.containers:
            self._elements = self._size = 0
            self._measure(1, sum(map(len, unit.attributes.values())))
            self.open = [unit]

    def endElement(self, name: str) -> None:  # noqa: N802
        self.events += 1
        if self.open:
            unit = self.open.pop()
            if not self.open:
                self.ready.append(unit)
                self.reached, self.finished = self.here(), unit.place

    def characters(self, content: str) -> None:
        self.events += 1
        if self.open:
            if self.open[0].tag in self.whole:
                self._measure(0, len(content))
                self.open[-1].parts.append(content)
        elif content.strip():
            place = self.here().after(content[: len(content) - len(content.lstrip())])
            self.ready.append(ReadingProblem(place, "text outside any element", content.strip()[:80]))

    def taken(self) -> list[Found]:
        """What is ready, which is then forgotten."""
        ready, self.ready = self.ready, []
        return ready

    def _measure(self, elements: int, characters: int) -> None:
        self._elements += elements
        self._size += characters
        if self._elements > MAX_ELEMENTS:
            raise self.refused(f"a record with more than {MAX_ELEMENTS:,} elements; check that this is a card file")
        if self._size > MAX_RECORD_LENGTH:
            raise self.refused(
                f"a record with more than {MAX_RECORD_LENGTH:,} characters; check that this is a card file"
            )

    def refused(self, message: str) -> InputError:
        return self.here().error(message, "too-long")


def parse_records(handler: XmlRecords, texts: Iterable[str]) -> Iterator[Found]:
    """What the handler gathers from the texts. Raises XmlFault where it isn't well formed, InputError where hostile."""
    parser = create_parser(forbid_dtd=True)
    parser.setContentHandler(handler)
    handler.setDocumentLocator(ExpatLocator(parser))
    silent = events = 0
    try:
        for text in texts:
            parser.feed(text)
            silent = silent + len(text) if handler.events == events else 0
            events = handler.events
            if silent > _MAX_TAG_LENGTH:
                raise handler.refused(
                    f"more than {_MAX_TAG_LENGTH:,} characters in one tag; check that this is a card file"
                )
            yield from handler.taken()
        parser.close()
    except DefusedXmlException as error:
        message = "the file declares a document type or entities; remove them"
        raise handler.here().error(message) from error
    except SAXParseException as error:
        raise XmlFault(handler.here(), error.getMessage()) from error
