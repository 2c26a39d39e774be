"""Markdown that people write: what it may become, and that it can do no harm."""

from __future__ import annotations

import re
import time
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vsdb.core.markdown import MAX_LENGTH, render_markdown

ALLOWED = {
    *("p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a"),
    *("h3", "h4", "h5", "h6"),
}
HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    '"><script>alert(1)</script>',
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](java&Tab;script:alert(1))",
    "[x](\x01javascript:alert(1))",
    "[x](vbscript:msgbox(1))",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[x](file:///etc/passwd)",
    "[x](//evil.example/x)",
    "[x](/account/logout/)",
    "<javascript:alert(1)>",
    "<data:text/html,x>",
    "![x](javascript:alert(1))",
    '![x](https://a.example/a.png"onerror="alert(1))',
    '[x](https://a.example "onmouseover=alert(1)")',
    '[x](https://a.example/"onmouseover="alert(1))',
    "[x](https://a.example/'onmouseover='alert(1))",
    "[x]: javascript:alert(1)\n\n[x]",
    "<a href='javascript:alert(1)'>x</a>",
    "<style>*{display:none}</style>",
    "<iframe src=https://evil.example></iframe>",
    "<form action=https://evil.example><input name=a></form>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "```html\n<script>alert(1)</script>\n```",
    "`<script>alert(1)</script>`",
    '```"onclick=alert(1)\nx\n```',
    "[[<script>alert(1)</script>]]",
    '[["onmouseover="alert(1)]]',
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<!--><script>alert(1)</script>-->",
    "<?xml ?><script>alert(1)</script>",
    "<![CDATA[<script>alert(1)</script>]]>",
    "[a](<javascript:alert(1)>)",
    "[![x](https://a.example/a.png)](javascript:alert(1))",
    "{{ 7|add:7 }}{% debug %}",
)


class Reader(HTMLParser):
    """What a browser would see: elements, and links with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]


def read(html: str) -> Reader:
    found = Reader()
    found.feed(html)
    return found


def is_harmless(html: str) -> bool:
    """Whether nothing but allowed elements and links to the web, or within the site, stands in it."""
    found = read(html)
    if not set(found.tags) <= ALLOWED:
        return False
    for tag, name, value in found.attributes:
        if (tag, name) == ("a", "href"):
            if not re.match(r"https?://|/cards/", value):
                return False
        elif (tag, name) == ("a", "rel"):
            if value != "nofollow ugc noopener":
                return False
        elif (tag, name) not in (("a", "title"), ("ol", "start"), ("p", "class")):
            return False
    return True


def to_card(name: str) -> str | None:
    return "/cards/vs-classic/x/" if name.isalpha() else None


class TestWhatItBecomes:
    def test_paragraphs_lists_quotes_and_emphasis(self) -> None:
        made = render_markdown("**Keep** *two*\nnext\n\n- a\n- b\n\n> said\n\n3. third")
        assert "<p><strong>Keep</strong> <em>two</em><br>\nnext</p>" in made
        assert "<li>a</li>" in made
        assert "<blockquote>" in made
        assert '<ol start="3">' in made

    def test_headings_begin_at_the_third_level_or_are_text(self) -> None:
        assert "<h3>One</h3>" in render_markdown("# One")
        made = render_markdown("## Two\n\n##### Five\n\n## Two again")
        assert re.findall("<h[0-9]>[^<]*", made) == ["<h3>Two", "<h4>Five", "<h3>Two again"], "no level is skipped"
        assert "<h6>Six</h6>" in render_markdown("\n".join(f"{'#' * level} Six" for level in range(1, 7)))
        assert "<h" not in render_markdown("# One\n\nTwo\n===", has_headings=False)

    def test_links_lead_to_the_web_alone_and_say_so(self) -> None:
        made = render_markdown("[x](https://a.example/?a=1&b=2) <http://b.example>")
        assert '<a href="https://a.example/?a=1&amp;b=2" rel="nofollow ugc noopener">x</a>' in made
        assert 'href="http://b.example"' in made

    def test_pictures_leave_their_words(self) -> None:
        assert render_markdown("![a <b> plan](https://a.example/a.png)") == "<p>a &lt;b&gt; plan</p>\n"

    def test_names_in_brackets_lead_to_cards_where_there_are_such(self) -> None:
        made = render_markdown("[[Hulk]] and [[No 1]]", to_card)
        assert '<a href="/cards/vs-classic/x/" rel="nofollow ugc noopener">Hulk</a> and [[No 1]]' in made
        assert "[[Hulk]]" in render_markdown("[[Hulk]]")
        assert "<code>[[Hulk]]</code>" in render_markdown("`[[Hulk]]`", to_card)

    def test_notes_that_were_written_as_plain_text_keep_their_lines(self) -> None:
        plain = "Plan:\n    4 on the draw\n    2 on the play\nSee [1]: later"
        words = re.sub(r"<[^>]+>", "", render_markdown(plain)).split()
        assert words == plain.split()
        assert "<pre>" not in render_markdown(plain)


class TestHostileInput:
    @pytest.mark.parametrize("text", HOSTILE)
    def test_does_nothing(self, text: str) -> None:
        for each in (text, f"> - # {text}", f"**{text}**", f"[{text}](https://a.example)", text * 50):
            for small in (True, False):
                made = render_markdown(each, to_card, has_headings=small)
                assert is_harmless(made), made

    @given(st.text(alphabet="[]()<>!\"'`*_~#>-&;:/= \n\tajsx1|\\{}", max_size=80))
    def test_whatever_is_typed_is_harmless(self, text: str) -> None:
        assert is_harmless(render_markdown(text, to_card))

    @pytest.mark.parametrize(
        "unit",
        [">", "[", "![", "[[", "- ", "* a\n", "*a", "**", "_a_", "``a", "[a](", "<http://", "\\", "~~a", "|a", "]("],
    )
    def test_is_read_in_time_however_deep(self, unit: str) -> None:
        began = time.process_time()
        made = render_markdown((unit * MAX_LENGTH)[:MAX_LENGTH], to_card)
        assert time.process_time() - began < 5
        assert len(made) < 10 * MAX_LENGTH
        assert is_harmless(made)

    def test_a_megabyte_is_shown_as_it_was_typed(self) -> None:
        made = render_markdown("<script>*a*\n" * 90_000)
        assert made.startswith('<p class="as-typed">&lt;script&gt;*a*')
        assert is_harmless(made)
