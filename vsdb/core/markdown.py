"""Markdown that people write, as HTML that can do no harm.

markdown-it-py reads it without HTML of its own and without pictures; nh3 then lets through the few elements below.
Line breaks are kept as typed, and four spaces make no code, so that texts written as plain text look as they did.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import nh3
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.renderer import RendererHTML
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

MAX_LENGTH = 20_000  #: characters that are read as Markdown; a longer text is shown as it was typed
_MAX_DEPTH = 20  #: of quotes and lists within one another
_MAX_REFERENCES = 300  #: names between double brackets that one text has looked up
_MAX_REFERENCE = 160  #: characters within one
_LOWEST = 6  #: heading
_TAGS = frozenset(
    (
        *("p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a"),
        *("h3", "h4", "h5", "h6"),
    )
)
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
_QUOTES = {'"': "&quot;", "'": "&#x27;"}
_TAG_OR_QUOTE = re.compile(r"""<[^>"]*(?:"[^"]*"[^>"]*)*>|["']""")
_LINK_REL = "nofollow ugc noopener"

#: What a name between double brackets leads to: an address, or None where it names nothing.
FindAddress = Callable[[str], str | None]


def render_markdown(text: str, find_address: FindAddress | None = None, *, has_headings: bool = True) -> SafeString:
    """A text as HTML. Its headings begin at the third level; `find_address` makes links of `[[names]]`."""
    if len(text) > MAX_LENGTH:
        return mark_safe(f'<p class="as-typed">{escape(text)}</p>')  # noqa: S308 - escaped
    made = _build_reader(has_headings).render(text, {"find_address": find_address, "looked_up": 0})
    clean = nh3.clean(
        made,
        tags=set(_TAGS),
        attributes={tag: set(names) for tag, names in _ATTRIBUTES.items()},
        url_schemes={"http", "https"},
        link_rel=_LINK_REL,
    )
    # Quotes in texts are escaped as templates do it, so that what was typed never stands in the page as it was.
    quoted = _TAG_OR_QUOTE.sub(lambda found: found[0] if found[0] not in _QUOTES else _QUOTES[found[0]], clean)
    return mark_safe(quoted)  # noqa: S308 - sanitized above


def _is_web_address(url: str) -> bool:
    return url.lower().startswith(("http://", "https://"))


def _demote_headings(state: StateCore) -> None:
    """The levels of headings that a text has, from the third on without a gap: the page has the first two."""
    headings = [token for token in state.tokens if token.type in ("heading_open", "heading_close")]
    levels = sorted({token.tag for token in headings})
    for token in headings:
        token.tag = f"h{min(levels.index(token.tag) + 3, _LOWEST)}"


def _read_reference(state: StateInline, silent: bool) -> bool:
    """A name between double brackets, as a link where it names something."""
    find: FindAddress | None = state.env.get("find_address")
    if find is None or not state.src.startswith("[[", state.pos) or state.linkLevel:
        return False
    start = state.pos + 2
    end = state.src.find("]]", start, start + _MAX_REFERENCE)
    name = state.src[start:end].strip() if end > 0 else ""
    if not name or "\n" in name or "[" in name or state.env["looked_up"] >= _MAX_REFERENCES:
        return False
    state.env["looked_up"] += 1
    address = find(name)
    if address is None:
        return False
    if not silent:
        state.push("link_open", "a", 1).attrs = {"href": address}
        state.push("text", "", 0).content = name
        state.push("link_close", "a", -1)
    state.pos = end + 2
    return True


def _drop_picture(self: RendererHTML, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
    """What a picture says, without the picture."""
    return escape(tokens[idx].content)


@cache
def _build_reader(has_headings: bool) -> MarkdownIt:
    from markdown_it import MarkdownIt  # here, since it takes long to load and few pages show such texts

    off = () if has_headings else ("heading", "lheading")
    reader = MarkdownIt("commonmark", {"html": False, "breaks": True, "linkify": False, "maxNesting": _MAX_DEPTH})
    # No tables: a few characters make a hundred thousand cells. No definitions of links, which leave no trace.
    reader.enable("strikethrough").disable(["code", "reference", "html_block", "html_inline", *off])
    reader.validateLink = _is_web_address  # type: ignore[method-assign]
    reader.core.ruler.push("demote_headings", _demote_headings)
    reader.inline.ruler.before("link", "reference_to_card", _read_reference)
    reader.add_render_rule("image", _drop_picture)
    return reader
