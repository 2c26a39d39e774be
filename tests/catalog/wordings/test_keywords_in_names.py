"""A keyword's word in a longer name: the page doesn't gloss it, nothing lists it, and no card has it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.catalog.rules.held import NEWER, hold
from tests.catalog.wordings.making import SLUG, make_wording
from tests.catalog.wordings.test_symbols_as_printed import BEAST, PAGE, imported
from tests.search.asking import slugs
from vsdb.catalog.wordings.models import Wording
from vsdb.exchange.card_files.sources.reference.statements import load_known_words

pytestmark = pytest.mark.django_db

TEXT = (
    "Climb. Battlefield Leader. Main [Might]: Zyxhop over Invisible Woman. When Burn It Down hops, each Assassin hops."
)
LINK = re.compile(r'<a class="keyword" href="/keywords/vs-2pcg/([a-z-]+)/"')


@pytest.fixture(autouse=True)
def beast() -> None:
    imported(TEXT)


class TestThePage:
    def test_links_keywords_alone(self, client: Client) -> None:
        page = client.get(PAGE).content.decode()
        text = page.partition('<div class="cardtext">')[2].partition("</div>")[0]
        assert LINK.findall(text) == ["climb", "assassin"]
        assert "Battlefield Leader. Main" in re.sub(r"<[^>]*>", "", text)
        assert '<a href="/keywords/vs-2pcg/leader/">' not in page
        assert '<a href="/keywords/vs-2pcg/invisible/">' not in page

    def test_of_its_source_links_keywords_alone(self, client: Client) -> None:
        source = Wording.objects.get().source
        assert LINK.findall(client.get(f"/sources/vs-2pcg/{source.slug}/").content.decode()) == ["climb", "assassin"]

    def test_for_programs_and_notebooks_lists_keywords_alone(self, client: Client) -> None:
        told = client.get(f"{PAGE[:-1]}.json").json()
        assert [each["name"] for each in told["keywords"]] == ["Climb", "Assassin"]
        listed = client.get(f"{PAGE[:-1]}.md").content.decode().partition("## Keywords")[2].partition("##")[0]
        assert re.findall(r"^- \*\*(\w+)", listed, re.MULTILINE) == ["Climb", "Assassin"]

    def test_of_a_list_marks_keywords_alone(self, client: Client) -> None:
        page = client.get("/cards/vs-2pcg/?q=zyxhop&view=text").content.decode()
        found = page.partition('id="found"')[2]
        assert "Battlefield Leader" in re.sub(r"<[^>]*>", "", found)
        assert "<b>Leader</b>" not in found

    def test_links_no_term_of_a_glossary_there_either(self, client: Client) -> None:
        hold("cr-2.7", NEWER)
        make_wording("Zyx Boost hops. Each boost hops.", "printed", "2004-02-01")
        page = client.get(f"/cards/vs-classic/{SLUG}/").content.decode()
        text = page.partition('<div class="cardtext">')[2].partition("</div>")[0]
        assert re.findall(r'href="([^"]+)"', text) == ["/keywords/vs-classic/boost/"]
        assert "Zyx Boost hops." in re.sub(r"<[^>]*>", "", text)


class TestWhatTheCardHas:
    def test_are_the_keywords_of_its_text(self, client: Client) -> None:
        told = client.get("/api/v1/cards/vs-2pcg/beast-xfc-001").json()
        assert told["wording"]["derived"]["keywords"] == [["Climb", None]]

    def test_is_what_queries_find(self) -> None:
        assert slugs("kw:climb x:zyxhop") == BEAST
        assert slugs("kw:leader x:zyxhop") == slugs("kw:invisible x:zyxhop") == set()
        assert slugs("x:leader x:zyxhop") == BEAST


class TestRulings:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("A character with flight hops.", ("Flight",)),
            ("Hop over Omega Flight.", ()),
            ("Omega Flight\nhas flight and loyalty.", ("Flight", "Loyalty")),
            ("Loyalty\u2014Reveal hops.", ("Loyalty-Reveal",)),
            ("Dual loyalty hops.", ("Dual Loyalty",)),
            ("A non-unique card hops.", ("Non-Unique",)),
            ("It hops.", ()),
        ],
    )
    def test_are_about_the_keywords_that_they_mention(self, text: str, found: tuple[str, ...]) -> None:
        assert load_known_words().keywords_in(text) == found
