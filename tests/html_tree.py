"""A page as a tree of elements, for tests that ask where something stands."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree.ElementTree import Element, TreeBuilder

_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)


class _Parser(HTMLParser):
    """Builds the tree; an end tag without its element is passed over."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.builder = TreeBuilder()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        if tag in _VOID:
            self.builder.end(tag)
        else:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        self.builder.end(tag)

    def handle_endtag(self, tag: str) -> None:
        while tag in self.open:
            last = self.open.pop()
            self.builder.end(last)
            if last == tag:
                return

    def handle_data(self, data: str) -> None:
        self.builder.data(data)


def parse_page(content: str) -> Element:
    """The root element of a page."""
    parser = _Parser()
    parser.feed(content.partition("<html")[1] + content.partition("<html")[2])
    parser.close()
    for tag in reversed(parser.open):
        parser.builder.end(tag)
    return parser.builder.close()


def text_of(element: Element | None) -> str:
    """Everything that an element says, in one line."""
    return " ".join("".join(element.itertext()).split()) if element is not None else ""
