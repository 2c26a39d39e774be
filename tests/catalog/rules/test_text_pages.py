"""The pages of documents whose text is loaded: our own in place of two editions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from tests.catalog.rules.held import NEWER, OLDER, hold
from tests.catalog.wordings.making import SLUG, make_ruling, make_wording
from tests.snapshots import kept_rows
from vsdb.catalog.rules.book import load_books
from vsdb.catalog.rules.models import Document, Reference, Rule, Unit

pytestmark = pytest.mark.django_db

OLD, NEW = "cr-2007-02-05", "cr-2.7"
MOST_QUERIES = 12


def text_of(client: Client, address: str) -> str:
    """A page in one line."""
    response = client.get(address)
    assert response.status_code == 200, address
    return " ".join(response.content.decode().split())


def words_of(page: str) -> str:
    """A page without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@pytest.fixture(scope="class")
def held(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    def hold_both() -> None:
        hold(OLD, OLDER)
        hold(NEW, NEWER)

    with kept_rows(django_db_blocker) as store:
        store(hold_both)
        yield


@pytest.mark.usefixtures("held")
class TestARule:
    def test_shows_the_paragraph_beside_our_summary(self, client: Client) -> None:
        page = text_of(client, f"/rules/{NEW}/101.2/")
        said = words_of(page)
        assert "A deck holds three cards of one name and color" in said
        assert Rule.objects.get(document=NEW, number="101.2").summary.replace("'", "&#x27;") in page

    def test_stands_between_its_neighbours(self, client: Client) -> None:
        page = text_of(client, f"/rules/{NEW}/101.2/")
        beside = page.split("rulestext__beside")
        assert "Bring a deck of twenty cards" in words_of(beside[1])
        assert "may have a box" in words_of(beside[2])
        assert f'rel="prev" href="/rules/{NEW}/101.1/"' in page
        assert f'rel="next" href="/rules/{NEW}/101.3/"' in page

    def test_shows_its_sub_rules_and_examples(self, client: Client) -> None:
        assert 'id="r-101.2b"' in text_of(client, f"/rules/{OLD}/101.2/")
        assert 'id="r-102.1-example-1"' in text_of(client, f"/rules/{NEW}/102.1/")

    def test_says_where_it_stands(self, client: Client) -> None:
        crumbs = text_of(client, f"/rules/{OLD}/101.2a/").partition('class="crumbs"')[2].partition("</nav>")[0]
        links = re.findall(r'href="([^"]+)"', crumbs)
        assert links == ["/rules/", f"/rules/{OLD}/", *(f"/rules/{OLD}/{slug}/" for slug in ("1", "101", "101.2"))]

    def test_has_contents_that_follow(self, client: Client) -> None:
        contents = text_of(client, f"/rules/{NEW}/102.1/").partition('class="toc')[2].partition("</details>")[0]
        assert f'<a href="/rules/{NEW}/102.1/" aria-current="page">' in contents
        assert f'href="/rules/{NEW}/102.3/"' in contents
        assert f'href="/rules/{NEW}/101.3/"' not in contents

    def test_links_its_references_with_a_preview(self, client: Client) -> None:
        page = text_of(client, f"/rules/{NEW}/102.1/")
        peek = re.search(rf'<a href="/rules/{NEW}/101.1/" aria-describedby="([^"]+)">([^<]*)</a>', page)
        assert peek is not None
        assert "101.1" in peek[2]
        preview = page.partition(f'role="tooltip" id="{peek[1]}">')[2].partition("</span>")[0]
        assert "twenty cards" in preview

    def test_draws_nothing_between_the_ends_of_a_range(self, client: Client) -> None:
        unit = Unit.objects.get(document=NEW, slug="102.3")
        at = unit.text.index("–")
        target = Unit.objects.get(document=NEW, slug="101.2")
        Reference.objects.create(unit=unit, position=9, start=at, end=at + 1, is_between=True, target=target)
        Document.objects.filter(pk=NEW).update(text_digest="another")

        assert "–</a>" not in text_of(client, f"/rules/{NEW}/102.3/")
        assert (
            f"/rules/{NEW}/102.3/"
            in text_of(client, f"/rules/{NEW}/101.2/").partition("Rules that refer to this one")[2]
        )

    def test_leads_to_the_rules_of_another_document_that_have_a_page(self, client: Client) -> None:
        hold("rb-playing", "LAUNCHING A BOATR.103.1 / R.999.1\nBoats float.\n1Lift Anchor — Pull. R.999.2\n")

        page = text_of(client, "/rules/rb-playing/all/")

        assert re.findall(r'href="/rules/rb-core-1.3/([^"]+)/"', page) == ["103.1"]

    def test_finds_a_rule_in_an_edition_without_text_by_what_we_call_it(self, client: Client) -> None:
        """In October 2026 a new 103.1 moved the deck rules by one: 103.2 is the legend there, 103.3 the main deck."""
        around = (
            text_of(client, "/rules/rb-core-2026-07-16/103.2/").partition("Other editions")[2].partition("</ul>")[0]
        )
        assert "/rules/rb-core-2026-10-09/103.3/" in around
        assert "/rules/rb-core-2026-10-09/103.2/" not in around

    def test_compares_summaries_of_what_we_call_alike(self, client: Client) -> None:
        page = text_of(client, "/rules/compare/rb-core-2026-07-16/rb-core-2026-10-09/")
        rows = [words_of(row) for row in re.findall(r"<tr>.*?</tr>", page)]
        assert [row for row in rows if row.startswith("103.2 → 103.3 Main deck")]
        assert [row for row in rows if row.startswith("103.1 no summary Additional choices")]

    def test_leads_by_a_heading_to_its_number(self, client: Client) -> None:
        answer = client.get("/rules/rb-core-1.3/keywords/")
        assert (answer.status_code, answer["Location"]) == (301, "/rules/rb-core-1.3/800/")
        assert client.get("/rules/rb-core-1.3/no-such-heading/").status_code == 404

    def test_is_referred_to(self, client: Client) -> None:
        around = (
            text_of(client, f"/rules/{NEW}/101.1/")
            .partition("Rules that refer to this one")[2]
            .partition("</section>")[0]
        )
        assert re.findall(r'href="/rules/[^/]+/([^/]+)/"', around) == ["102.1", "102.3", "glossary-deck"]

    def test_escapes_its_text(self, client: Client) -> None:
        page = text_of(client, f"/rules/{NEW}/102.3/")
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
        assert "<script>alert" not in page

    def test_leads_to_the_cards_that_its_examples_name(self, client: Client) -> None:
        named = text_of(client, f"/rules/{NEW}/102.1/").partition("Cards in its examples")[2]
        assert f'href="/cards/vs-classic/{SLUG}/"' in named.partition("</section>")[0]

    def test_is_named_on_the_page_of_such_a_card(self, client: Client) -> None:
        named = (
            text_of(client, f"/cards/vs-classic/{SLUG}/")
            .partition("Rules that name this card")[2]
            .partition("</section>")[0]
        )
        assert re.findall(r'href="([^"]+)"', named) == [
            f"/rules/{OLD}/102.2-example-1/",
            f"/rules/{NEW}/102.1-example-1/",
        ]

    def test_shows_what_other_editions_say(self, client: Client) -> None:
        other = text_of(client, f"/rules/{NEW}/101.2/").partition("Other editions")[2].partition("</section>")[0]
        assert f'href="/rules/{OLD}/101.2/"' in other
        assert "different text" in other
        assert "<ins>" in other

    @pytest.mark.parametrize(
        ("address", "said"),
        [
            (f"/rules/{NEW}/101.1/", "same text"),
            (f"/rules/{NEW}/102.1/", "renumbered"),
            (f"/rules/{NEW}/101.3/", "not added yet"),
            (f"/rules/{OLD}/101.2a/", "removed"),
        ],
    )
    def test_says_how_another_edition_has_it(self, client: Client, address: str, said: str) -> None:
        other = text_of(client, address).partition("Other editions")[2].partition("</section>")[0]
        assert said in other

    def test_names_the_tests_of_its_checks_and_the_formats(self, client: Client) -> None:
        page = text_of(client, f"/rules/{NEW}/101.2/")
        assert "TestCopyLimit" in page
        assert 'href="/formats/vs-classic/silver-age/"' in page

    def test_without_our_words_has_a_page_as_well(self, client: Client) -> None:
        assert "Whoever brought the older deck" in words_of(text_of(client, f"/rules/{NEW}/102.2/"))

    def test_has_one_address(self, client: Client) -> None:
        response = client.get(f"/rules/{OLD}/101.2A/")
        assert (response.status_code, response.headers["Location"]) == (301, f"/rules/{OLD}/101.2a/")

    def test_that_the_text_lacks_still_shows_our_words(self, client: Client) -> None:
        page = text_of(client, f"/rules/{NEW}/706.15a/")
        assert "Insane deck" in page
        assert "This entry cites the whole document" in page

    def test_with_many_rulings_costs_few_queries(self, client: Client) -> None:
        for number in range(5):
            make_ruling(f"So {number}.", "2007-03-01", about=[SLUG], keywords=["Boost"], rules=[("", "101.2")])
        client.get(f"/rules/{NEW}/101.2/")
        with CaptureQueriesContext(connection) as asked:
            text_of(client, f"/rules/{NEW}/101.2/")
        assert len(asked) <= MOST_QUERIES, [query["sql"][:120] for query in asked]


@pytest.mark.usefixtures("held")
class TestTerms:
    def test_are_linked_in_rules_the_longest_first(self, client: Client) -> None:
        page = text_of(client, f"/rules/{NEW}/102.3/").partition("unit--here")[2]
        found = re.findall(r'class="term" href="([^"]+)" title="[^"]*">([^<]+)<', page)
        assert (f"/rules/{NEW}/glossary-deck-box/", "deck box") in found

    def test_are_not_linked_within_a_card_s_name(self, client: Client) -> None:
        page = text_of(client, f"/rules/{NEW}/102.1-example-1/")
        assert f'<a class="card" href="/cards/vs-classic/{SLUG}/">Savage Beatdown</a>' in page
        assert "glossary-beatdown" not in page.partition("unit--here")[2].partition("</div>")[0]

    def test_are_linked_in_the_texts_of_cards_but_in_no_name_and_no_keyword(self, client: Client) -> None:
        make_wording("Boost 2 >>> Bring a deck. A deck box meets Savage Beatdown.", "printed", "2004-02-01")
        page = text_of(client, f"/cards/vs-classic/{SLUG}/").partition('id="wording"')[2].partition("</section>")[0]
        assert re.findall(r'class="keyword" href="([^"]+)"[^>]*>([^<]+)<', page) == [
            ("/keywords/vs-classic/boost/", "Boost"),
            (f"/rules/{NEW}/glossary-deck/", "deck"),
            (f"/rules/{NEW}/glossary-deck-box/", "deck box"),
        ]
        assert "Bring a" in words_of(page)
        assert "meets Savage Beatdown." in words_of(page)

    def test_have_a_page(self, client: Client) -> None:
        page = text_of(client, f"/rules/{NEW}/glossary/")
        assert re.findall(r'<dt id="r-([^"]+)"', page) == [
            "glossary-deck",
            "glossary-deck-box",
            "glossary-boost",
            "glossary-beatdown",
        ]
        assert "4 terms" in page

    def test_of_the_newest_glossary_stand_in_for_an_edition_without_one(self, client: Client) -> None:
        assert f'class="term" href="/rules/{NEW}/glossary-deck/"' in text_of(client, f"/rules/{OLD}/101.2/")

    def test_may_be_none(self, client: Client) -> None:
        assert "This document defines no terms." in text_of(client, f"/rules/{OLD}/glossary/")


@pytest.mark.usefixtures("held")
class TestADocument:
    def test_lists_its_contents_and_what_can_be_done_with_it(self, client: Client) -> None:
        page = text_of(client, f"/rules/{NEW}/")
        for address in (f"/rules/{NEW}/102/", f"/rules/{NEW}/all/", f"/rules/compare/{OLD}/{NEW}/"):
            assert f'href="{address}"' in page
        assert "glossary-deck" not in page

    def test_on_one_page_holds_every_unit_once(self, client: Client) -> None:
        page = text_of(client, f"/rules/{NEW}/all/")
        shown = re.findall(r'id="r-([^"]+)"', page)
        readable = [entry.slug for entry in load_books(Document.objects.filter(pk=NEW))[NEW].readable]
        assert shown == readable

    def test_on_one_page_links_within_the_page(self, client: Client) -> None:
        page = text_of(client, f"/rules/{NEW}/all/")
        assert '<a href="#r-101.1"' in page
        assert '<a class="term" href="#r-glossary-deck"' in page

    def test_on_one_page_costs_as_many_queries_however_long_it_is(
        self, client: Client, django_assert_num_queries: Callable[..., object]
    ) -> None:
        rules = "".join(f"- 103.{number} Wait {number} turns.\n" for number in range(1, 99))
        hold(NEW, NEWER.replace("## Glossary", f"### 103. Waiting\n\n{rules}\n## Glossary"))
        client.get(f"/rules/{NEW}/all/")
        # The versions of the facts, and the documents of the game.
        with django_assert_num_queries(2):  # type: ignore[attr-defined]
            client.get(f"/rules/{NEW}/all/")

    def test_loaded_anew_is_shown_anew(self, client: Client) -> None:
        text_of(client, f"/rules/{NEW}/101.3/")
        hold(NEW, NEWER.replace("may have a box", "may have two boxes"))
        assert "two boxes" in words_of(text_of(client, f"/rules/{NEW}/101.3/"))


@pytest.mark.usefixtures("held")
class TestComparing:
    def test_goes_either_way(self, client: Client) -> None:
        assert "moved" in text_of(client, f"/rules/compare/{NEW}/{OLD}/")

    def test_of_a_document_with_itself_says_so(self, client: Client) -> None:
        assert "Both sides are the same document" in text_of(client, f"/rules/compare/{NEW}/{NEW}/")

    @pytest.mark.parametrize("other", ["nothing", "pcg-5.0"])
    def test_asks_for_another_document_of_the_game(self, client: Client, other: str) -> None:
        assert client.get(f"/rules/compare/{NEW}/{other}/").status_code == 404


class TestWithoutText:
    @pytest.mark.parametrize(
        "address", [f"/rules/{NEW}/", f"/rules/{NEW}/101.2/", f"/rules/{NEW}/all/", f"/rules/{NEW}/glossary/"]
    )
    def test_pages_tell_staff_how_it_is_loaded(self, client: Client, address: str) -> None:
        assert "import_rules" not in text_of(client, address)
        client.force_login(User.objects.create_superuser("staff", password="x"))
        assert f"manage.py import_rules FILE --document {NEW}" in text_of(client, address)

    def test_editions_stand_side_by_side_in_our_words(self, client: Client) -> None:
        client.force_login(User.objects.create_superuser("staff", password="x"))
        page = text_of(client, f"/rules/compare/{OLD}/{NEW}/")
        assert "import_rules" in page
        assert f'href="/rules/{OLD}/101.2a/"' in page

    def test_a_rule_costs_few_queries(self, client: Client) -> None:
        with CaptureQueriesContext(connection) as asked:
            text_of(client, f"/rules/{NEW}/101.2/")
        assert len(asked) <= MOST_QUERIES
