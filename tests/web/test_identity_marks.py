"""The mark before an identity is `◊` on pages and `<>` for programs."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from engine.model.names import IDENTITY_MARK, SHOWN_IDENTITY_MARK, show_identity, split_identity
from vsdb.web.identity_marks import show_marks

TITLE, SHOWN = "Barbara Gordon <> Oracle, Hacker Elite", "Barbara Gordon ◊ Oracle, Hacker Elite"
LIST = f"# game: vs-classic\n# format: golden-age\n5 {TITLE}\n"


class TestAPage:
    @pytest.mark.parametrize(
        "html",
        [
            "<p>A ◊ B</p>",
            "<textarea rows='3'>\n4 A &lt;&gt; B\n</textarea>",
            "<pre class='x'>4 A &lt;&gt; B</pre>",
            "<code>a &lt;&gt; b</code>",
            '<input value="A &lt;&gt; B">',
            '<a data-query="A &lt;&gt; B">',
            "<p>&lt;&gt;</p>",
        ],
    )
    def test_keeps_what_is_typed_sent_or_copied(self, html: str) -> None:
        assert show_marks(html) == html

    def test_shows_it_in_text_and_labels(self) -> None:
        html = '<a title="A &lt;&gt; B">A &lt;&gt; B</a><textarea>A &lt;&gt; B</textarea><b>C &lt;&gt; D</b>'
        assert show_marks(html) == '<a title="A ◊ B">A ◊ B</a><textarea>A &lt;&gt; B</textarea><b>C ◊ D</b>'

    @given(st.text(alphabet="<>/&;lgt abprecodx\"='", max_size=200))
    def test_changes_nothing_else(self, html: str) -> None:
        assert show_marks(html).replace(SHOWN_IDENTITY_MARK, " &lt;&gt; ") == html

    @given(st.text(alphabet="<> ◊abc", max_size=60))
    def test_is_read_the_same_either_way(self, text: str) -> None:
        assert split_identity(show_identity(text)) == split_identity(text)


@pytest.mark.django_db
class TestEverywhere:
    @pytest.mark.parametrize(
        ("address", "query"),
        [
            ("/cards/vs-classic/", {"q": "barbara gordon hacker elite"}),
            ("/cards/vs-classic/", {"q": "barbara gordon hacker elite", "view": "table"}),
            ("/cards/vs-classic/", {"q": "barbara gordon hacker elite", "view": "text"}),
            ("/check/", {"deck": LIST, "on": "2010-01-01", "format": "vs-classic/golden-age"}),
            ("/check/repair/", {"deck": LIST, "on": "2010-01-01", "format": "vs-classic/golden-age"}),
            ("/check/life/", {"deck": LIST, "format": "vs-classic/golden-age"}),
        ],
    )
    def test_no_page_shows_the_other_mark(self, client: Client, address: str, query: dict[str, str]) -> None:
        response = client.get(address, query, follow=True)
        html = response.content.decode()
        shown = show_marks(html)
        assert response.status_code == 200
        assert html == shown
        assert "◊" in html

    def test_a_message_on_the_page_has_it_and_the_programs_message_does_not(self, client: Client) -> None:
        query = {"deck": LIST, "on": "2010-01-01", "format": "vs-classic/golden-age"}
        page = unescape(client.get("/check/", query).content.decode())
        assert f"5 copies of {SHOWN}" in page
        verdict = client.get("/check/json/", query).json()
        assert any(TITLE in finding["message"] for finding in verdict["findings"])
        assert f"5 {TITLE}" in page  # the list in its field, to be copied or sent

    def test_the_api_keeps_its_title(self, client: Client) -> None:
        found = client.get("/api/v1/cards", {"q": "barbara gordon hacker elite"}).json()
        assert TITLE in {card["title"] for card in found["results"]}
        assert IDENTITY_MARK in TITLE
