"""The documents at hand: imported whole, found again unchanged, and every citation opens the paragraph."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker, Settings

from tests.catalog.rules.held import hold_official
from tests.catalog.rules.test_services import contents
from tests.catalog.rules.texts.documents import FILES, strip_space_and_markup
from tests.catalog.rules.texts.test_layouts import is_within_a_paragraph
from tests.commands import run
from tests.snapshots import kept_rows
from vsdb.catalog.rules import selectors
from vsdb.catalog.rules.models import Document, Reference, Unit
from vsdb.exchange.rule_documents import services
from vsdb.exchange.rule_documents.services import EDITION, TextReport, import_text
from vsdb.search.rules import search_rules

#: Of each Riftbound document the lines that aren't blank and those that begin with a number, as the shared folder says.
LINES = {
    "rb-core-1.3": (2_136, 2_088),
    "rb-core-2026-07-16": (2_382, 2_381),
    "rb-tournament": (890, 885),
}

pytestmark = [pytest.mark.django_db, pytest.mark.shared]


@pytest.fixture(scope="class", params=FILES)
def imported(
    request: pytest.FixtureRequest, shared: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[str, Path, TextReport]]:
    """A document, its file, and what came of importing that."""
    path = shared / "documents" / FILES[request.param]
    with kept_rows(django_db_blocker) as store:
        yield request.param, path, store(lambda: import_text(path.read_bytes(), path.name, request.param))


@pytest.fixture(scope="class")
def all_imported(shared: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with kept_rows(django_db_blocker) as store:
        store(lambda: hold_official(shared))
        yield


class TestEach:
    def test_is_imported_as_the_reader_gives_it_and_unchanged_the_second_time(
        self, imported: tuple[str, Path, TextReport]
    ) -> None:
        slug, path, report = imported
        read = services.read(path.read_text(encoding="utf-8"), slug)
        assert report.counts["units", "added"] == len(read.units)
        assert len(report.defects) == len(read.defects)
        references = Reference.objects.filter(unit__document=slug, is_between=False)
        assert references.count() == sum(len(unit.mentions) for unit in read.units)
        before = contents(slug)
        again = import_text(path.read_bytes(), path.name, slug)
        assert not again.has_changed
        assert again.counts["units", "unchanged"] == len(read.units)
        assert contents(slug) == before

    def test_loses_nothing_in_the_tables(self, imported: tuple[str, Path, TextReport]) -> None:
        slug, path, _ = imported
        units = Unit.objects.filter(document=slug).order_by("position").values_list("number", "title", "text")
        held = "\n".join(part for unit in units for part in unit if part)
        assert strip_space_and_markup(held) == strip_space_and_markup(path.read_text(encoding="utf-8"))

    def test_has_every_line_number_and_word_of_riftbounds(self, imported: tuple[str, Path, TextReport]) -> None:
        slug, path, report = imported
        if slug not in LINES:
            return
        text = path.read_text(encoding="utf-8")
        units = Unit.objects.filter(document=slug)
        continuing = sum(defect.code == "broken-line" for defect in report.defects)
        lines, numbered = LINES[slug]
        assert sum(1 for line in text.splitlines() if line.strip()) == lines
        assert units.values("line").distinct().count() + continuing == lines
        assert units.exclude(number="").count() == numbered
        held = "\n".join(part for unit in units.values_list("number", "title", "text") for part in unit)
        assert Counter(re.findall(r"\w+", held)) == Counter(re.findall(r"\w+", text))


@pytest.mark.parametrize("slug", FILES)
@pytest.mark.parametrize("other", [slug for slug in FILES if slug != "rb-core-2026-07-16"])  # of which nothing is cited
def test_a_file_of_another_document_is_refused(shared: Path, slug: str, other: str) -> None:
    status, _, _ = run("import_rules", str(shared / "documents" / FILES[slug]), "--document", other, "--dry-run")
    assert status == (0 if slug == other else 2)


@pytest.mark.usefixtures("all_imported")
class TestAll:
    @pytest.mark.full
    def test_every_citation_of_a_document_opens_its_paragraph(self, client: Client, settings: Settings) -> None:
        """By the selector that the API asks; every tenth by the API too."""
        settings.API_RATE = ""  # more rules are cited than somebody may ask for in a minute
        for document in Document.objects.filter(pk__in=FILES):
            rules = [rule for rule in document.rules.all() if rule.number != EDITION]
            units = selectors.map_units_of_rules(rules)
            missing = [rule.number for rule in rules if rule.pk not in units]
            assert [number for number in missing if not is_within_a_paragraph(number)] == []
            opened = [(rule, units[rule.pk]) for rule in rules if rule.pk in units]
            for rule, unit in opened:
                assert selectors.get_unit(document.pk, rule.number) == unit
                if rule.slug == rule.number:  # a number; a heading such as `2 vs 2` gets another slug
                    assert rule.number in {unit.number, unit.likely}
            for rule, unit in opened[::10]:
                answer = client.get(f"/api/v1/documents/{document.pk}/units/{rule.slug}")
                assert answer.status_code == 200, answer.content
                assert answer.json()["slug"] == unit.slug

    def test_references_resolve_or_are_defects_and_ranges_count_between(self, shared: Path) -> None:
        for slug in ("cr-2007-02-05", "cr-2.7"):
            path = shared / "documents" / FILES[slug]
            dangling = Reference.objects.filter(unit__document=slug, target=None, outside="").count()
            codes = [defect.code for defect in services.read(path.read_text(encoding="utf-8"), slug).defects]
            told = {"dangling-reference", "leftover-reference", "contents-differ"}
            assert dangling <= sum(1 for code in codes if code in told)
        between = selectors.list_referring_units(selectors.get_unit("cr-2.7", "400.6"))
        assert {"402.1", "406.1"} <= {unit.slug for unit in between}

    def test_the_rule_that_defines_a_term_comes_first(self) -> None:
        first = {
            "concealed": ("cr-2.7", "701.21"),
            "evasion": ("cr-2.7", "706.5"),
            "loyalty game:classic": ("cr-2.7", "706.3"),
            "edition:2007-04 army": ("cr-2007-02-05", "202.4"),
            "cr:505": ("cr-2.7", "505"),
            "508.2l": ("cr-2.7", "508.21"),
            "deck building rules": ("pcg-5.0", "deck-building-rules"),
        }
        assert {query: search_rules(query).rows[0].name for query in first} == first

    @pytest.mark.parametrize(
        ("query", "glued"),
        [
            ("detected edition:rb-core-2026-07-16", "detectedby"),
            ("expands edition:rb-core-2026-07-16", "abilityexpands"),
            ('"is what is true" edition:rb-core-2026-07-16', "iswhat"),
            ('"deal damage" edition:rb-core-2026-07-16', "dealdamage"),
        ],
    )
    def test_words_that_lost_their_space_are_found(self, query: str, glued: str) -> None:
        found = {row.name for row in search_rules(query).rows}
        holding = Unit.objects.filter(document="rb-core-2026-07-16", text__contains=glued)
        assert holding
        assert {(unit.document_id, unit.slug) for unit in holding} <= found

    def test_what_changed_from_2007_to_the_last_edition(self) -> None:
        changed = {row.slug for row in search_rules("changed:2008").rows}
        assert {"101.2"} <= changed
        numbers = set(Unit.objects.filter(document="cr-2.7", kind="rule").values_list("slug", flat=True))
        assert 0 < len(changed & numbers) < len(numbers) / 2
