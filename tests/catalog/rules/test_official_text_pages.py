"""The pages of the official documents, with their texts loaded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from tests.catalog.rules.held import OFFICIAL, hold_official
from tests.catalog.rules.test_pages import CITED
from tests.catalog.rules.test_text_pages import MOST_QUERIES, text_of, words_of
from tests.catalog.rules.texts.test_layouts import is_within_a_paragraph
from tests.snapshots import kept_rows
from vsdb.catalog.rules.book import load_books
from vsdb.catalog.rules.models import Document, Rule
from vsdb.catalog.rules.templatetags.citations import build_citation_url

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="class")
def official(shared: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with kept_rows(django_db_blocker) as store:
        store(lambda: hold_official(shared))
        yield


@pytest.mark.shared
@pytest.mark.usefixtures("official")
class TestTheOfficialTexts:
    def test_hold_a_page_for_every_citation_with_its_number_and_heading(self, client: Client) -> None:
        wrong = []
        for game, citation in CITED:
            page = words_of(text_of(client, build_citation_url(citation, game)))
            rule = Rule.objects.filter(document=citation.document, number=citation.rule).first()
            if rule and not (rule.number in page and rule.heading.replace("'", "&#x27;") in page):
                wrong.append(citation)
        assert wrong == []

    def test_say_where_a_copy_lacks_spaces(self, client: Client) -> None:
        for page in ("", "all/"):
            assert "spaces are missing at about 2,374 places" in text_of(client, f"/rules/rb-core-2026-07-16/{page}")
            assert "spaces are missing" not in text_of(client, f"/rules/rb-core-1.3/{page}")
        assert "spaces are missing" in client.get("/api/v1/documents/rb-core-2026-07-16").json()["text_doubt"]
        assert client.get("/api/v1/documents/rb-core-1.3").json()["text_doubt"] is None

    def test_say_which_tournament_rules_refer_to_a_core_rule(self, client: Client) -> None:
        page = text_of(client, "/rules/rb-core-1.3/128/").partition("Referred to in other documents")[2]
        found = re.findall(r'href="/rules/rb-tournament/([^"/]+)/"', page.partition("</section>")[0])
        assert found == ["422.2.b", "424.2", "502.1", "507.2", "702.10", "702.11"]
        assert "Referred to in other documents" not in text_of(client, "/rules/rb-core-1.3/127/")

    def test_call_a_rule_with_a_damaged_number_by_the_one_that_is_meant(self, client: Client) -> None:
        for number in ("391", "461.4", "461.7.b", "359.3.f.3.a.1"):
            assert f"<h1>{number}</h1>" in text_of(client, f"/rules/rb-core-1.3/{number}/")

    def test_show_the_title_of_a_rule_that_we_head_otherwise(self, client: Client) -> None:
        page = text_of(client, "/rules/rb-core-1.3/103.2/")
        entry = load_books(Document.objects.filter(pk="rb-core-1.3"))["rb-core-1.3"].by_slug["103.2"]
        assert entry.title in words_of(page.partition("rulestext")[2].partition("</section>")[0])

    def test_lead_from_the_tournament_rules_to_the_core_rules_in_force(self, client: Client) -> None:
        """Most of its numbers are of an earlier edition; what they name decides."""
        page = text_of(client, "/rules/rb-tournament/all/")
        leads = dict(re.findall(r'<a class="outside" href="/rules/rb-core-1.3/([^"/]+)/"[^>]*>([^<]+)</a>', page))
        assert leads == {
            "111": "116",  # the setup process, also for its number 110
            "116": "115",
            "128": "127",
            "484.8.e": "484.8.e",
            "382": "375",
            "101": "101",
        }

    def test_show_the_very_paragraph_of_each_rule_that_is_cited(self, client: Client) -> None:
        held = load_books(Document.objects.filter(pk__in=OFFICIAL))
        missing = []
        for rule in Rule.objects.filter(document__in=OFFICIAL).exclude(number="Edition"):
            if rule.slug not in held[rule.document_id].by_slug:
                if not is_within_a_paragraph(rule.number):
                    missing.append(str(rule))
            else:
                assert f'id="r-{rule.slug}"' in text_of(client, f"/rules/{rule.document_id}/{rule.slug}/") or not (
                    held[rule.document_id].by_slug[rule.slug].text
                )
        assert missing == []

    def test_open_in_few_queries_in_a_process_that_is_new_to_them(self, client: Client) -> None:
        from vsdb.catalog.rules import book

        client.get("/cards/vs-classic/hulk-gladiator/")
        book._kept.clear()
        with CaptureQueriesContext(connection) as asked:
            text_of(client, "/rules/cr-2.7/101.2/")
        assert len(asked) <= MOST_QUERIES, [query["sql"][:120] for query in asked]

    def test_compare_with_the_four_per_deck_rule_among_the_rules_of_decks(self, client: Client) -> None:
        page = text_of(client, "/rules/compare/cr-2007-02-05/cr-2.7/?kind=decks")
        links = re.findall(r'<h3><a href="/rules/([^"]+)/">', page)
        assert {"cr-2.7/101.2", "cr-2007-02-05/101.2a", "cr-2007-02-05/101.2b"} <= {*links}

    @pytest.mark.full
    def test_lead_to_no_page_that_is_not_there(self, client: Client) -> None:
        """Of links to paragraphs that are held every tenth is followed, and every other link."""
        held = load_books(Document.objects.filter(pk__in=OFFICIAL))
        paragraphs = {f"/rules/{book}/{slug}/" for book in held for slug in held[book].by_slug}
        for slug in OFFICIAL:
            page = text_of(client, f"/rules/{slug}/all/")
            anchors = set(re.findall(r'id="(r-[^"]+)"', page))
            assert set(re.findall(r'href="#(r-[^"]+)"', page)) - anchors == set()
            others = {each for each in re.findall(r'href="(/rules/[^"#]+)"', page) if f"/rules/{slug}/" not in each}
            followed = (others - paragraphs) | {*sorted(others)[::10]}
            assert {each for each in followed if client.get(each).status_code != 200} == set()
