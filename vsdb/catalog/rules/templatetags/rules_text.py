"""The texts of rules documents as HTML.

Every text comes from a file that somebody brought: all of it is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from vsdb.catalog.rules.linking import RULE, TERM, LinePart
from vsdb.catalog.rules.reading import Lines, ShownEntry

register = template.Library()

_NOTHING = SafeString("")
_TITLED = frozenset({"heading", "glossary", "step", "rule"})
_LOWEST = 6  #: of HTML's headings


@dataclass(frozen=True, slots=True)
class _Page:
    """How entries stand on a page: the level of its uppermost heading, the entry that it is about, whether entries are
    anchors that links can lead to, and the addresses (by their beginning, for links of these kinds) that lie on it."""

    top: int = 2
    depth: int = 0
    here: str = ""
    has_anchors: bool = True
    on_page: str = ""
    kinds: frozenset[str] = frozenset()


@register.simple_tag
def units(shown: Sequence[ShownEntry], *, top: int = 2, here: str = "", on_page: str = "") -> SafeString:
    """Entries in order, each with its number as a link; `top` is the level of the uppermost heading among them.

    `here` is the entry that the page is about. Links to an address that begins with `on_page` stay on the page.
    """
    depth = min((each.entry.depth for each in shown), default=0)
    page = _Page(top, depth, here, on_page=on_page, kinds=frozenset({RULE, TERM}))
    return _join_parts(_unit(each, page) for each in shown)


@register.simple_tag
def unit(shown: ShownEntry, *, top: int = 3) -> SafeString:
    """One entry, without an anchor of its own."""
    return _unit(shown, _Page(top, shown.entry.depth, has_anchors=False))


@register.simple_tag
def definition(shown: Iterable[ShownEntry], *, on_page: str = "") -> SafeString:
    """The texts of a glossary's entry and of what stands below it; terms are on the page."""
    page = _Page(on_page=on_page, kinds=frozenset({TERM}))
    return _join_parts(_lines(each.lines, each.entry.slug, page) for each in shown)


def _join_parts(parts: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


def _unit(shown: ShownEntry, page: _Page) -> SafeString:
    entry = shown.entry
    below = min(entry.depth - page.depth, 4)
    anchor = format_html(' id="r-{}"', entry.slug) if page.has_anchors else _NOTHING
    here = " unit--here" if entry.slug == page.here else ""
    look = format_html('class="unit unit--{} unit--below{}{}"{}', entry.kind, below, here, anchor)
    peeks = entry.slug if page.has_anchors else f"{entry.slug}-beside"
    if entry.title and entry.kind in _TITLED:
        head = _head(shown, min(page.top + below, _LOWEST))
        return format_html("<div {}>{}{}</div>", look, head, _lines(shown.lines, peeks, page))
    title = format_html('<p class="unit__title">{}</p>', entry.title) if entry.title else _NOTHING
    return format_html("<div {}>{}{}</div>", look, title, _lines(shown.lines, peeks, page, _mark(shown)))


def _head(shown: ShownEntry, level: int) -> SafeString:
    entry = shown.entry
    number = format_html('<span class="code">{}</span> ', entry.number) if entry.number else _NOTHING
    tag = f"h{level}" if entry.kind == "heading" else "p"
    return format_html('<{} class="unit__title"><a href="{}">{}{}</a></{}>', tag, shown.url, number, entry.title, tag)


def _mark(shown: ShownEntry) -> SafeString:
    entry = shown.entry
    if entry.number:
        return format_html('<a class="unit__number code" href="{}">{}</a> ', shown.url, entry.number)
    return format_html('<a class="unit__mark" href="{}" aria-label="Open this {}">¶</a> ', shown.url, entry.kind)


def _lines(lines: Lines, place: str, page: _Page, mark: SafeString = _NOTHING) -> SafeString:
    if not lines:
        return format_html("<p>{}</p>", mark) if mark else _NOTHING
    drawn = (_parts(parts, f"{place}-{number}", page) for number, parts in enumerate(lines))
    return format_html_join("", "<p>{}{}</p>", zip_longest([mark], drawn, fillvalue=_NOTHING))


def _parts(parts: Iterable[LinePart], place: str, page: _Page) -> SafeString:
    return format_html_join("", "{}", ((_part(part, f"peek-{place}-{at}", page),) for at, part in enumerate(parts)))


def _part(part: LinePart, peek: str, page: _Page) -> SafeString | str:
    said = _link(part, peek, page)
    return format_html("<b>{}</b>", said) if part.is_strong else said


def _link(part: LinePart, peek: str, page: _Page) -> SafeString | str:
    link = part.link
    if link is None:
        return part.text
    is_here = bool(page.on_page) and link.kind in page.kinds and link.url.startswith(page.on_page)
    url = f"#r-{link.url.removeprefix(page.on_page).rstrip('/')}" if is_here else link.url
    if link.kind == RULE and link.preview:
        return format_html(
            '<span class="xref"><a href="{}" aria-describedby="{}">{}</a>'
            '<span class="xref__peek" role="tooltip" id="{}"><b>{}</b> {}</span></span>',
            url, peek, part.text, peek, link.key, link.preview,
        )  # fmt: skip
    if link.kind == TERM and not is_here:
        return format_html('<a class="term" href="{}" title="{}">{}</a>', url, link.preview, part.text)
    told = format_html(' title="{}"', link.preview) if link.preview else _NOTHING
    return format_html('<a class="{}" href="{}"{}>{}</a>', link.kind, url, told, part.text)
