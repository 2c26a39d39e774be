"""A document's text is imported whole or not at all, and only what differs is written."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.model.errors import InputError
from tests.catalog.rules.texts.documents import OWN as LAYOUTS
from tests.catalog.rules.texts_made import GAME, NUMBERED, OWN, load, make_document, rows
from tests.commands import run
from vsdb.catalog.cards.models import Game
from vsdb.catalog.cards.selectors import pin_data_versions
from vsdb.catalog.rules import selectors
from vsdb.catalog.rules.models import Document, Reference, Rule, Unit
from vsdb.exchange.rule_documents import services

pytestmark = pytest.mark.django_db


def writes(queries: CaptureQueriesContext) -> list[str]:
    return [each["sql"] for each in queries if each["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]


def contents(slug: str = OWN) -> list[tuple[object, ...]]:
    """The units of a document and their references, by their addresses."""
    units = Unit.objects.filter(document=slug).order_by("position")
    references = Reference.objects.filter(unit__document=slug).order_by("unit__position", "position")
    return [
        *units.values_list(
            "slug", "parent__slug", "depth", "kind", "number", "likely", "title", "text", "line", "folded"
        ),
        *references.values_list("unit__slug", "start", "end", "written", "target__slug", "outside", "is_between"),
    ]


def versions() -> tuple[str, ...]:
    return tuple(Game.objects.order_by("pk").values_list("texts_version", flat=True))


class TestImport:
    @pytest.mark.parametrize("layout", LAYOUTS)
    def test_holds_what_the_reader_gives_in_its_order(self, layout: str) -> None:
        make_document(day=None)
        report = load(LAYOUTS[layout])
        read = services.read(LAYOUTS[layout], OWN)
        held = Unit.objects.filter(document=OWN).order_by("position").select_related("parent")
        assert [
            (u.kind, u.slug, u.depth, u.line, u.number, u.title, u.text, u.parent.slug if u.parent else None, u.likely)
            for u in held
        ] == [(u.kind, u.slug, u.depth, u.line, u.number, u.title, u.text, u.parent, u.likely) for u in read.units]
        references = Reference.objects.filter(unit__document=OWN, is_between=False).order_by("unit__position", "start")
        assert [(r.unit.slug, r.start, r.end, r.target.slug if r.target else None, r.outside) for r in references] == [
            (u.slug, m.start, m.end, m.target, m.outside)
            for u in read.units
            for m in sorted(u.mentions, key=lambda m: m.start)
        ]
        assert report.layout == layout
        assert sum(report.kinds.values()) == report.counts["units", "added"] == len(read.units)

    @pytest.mark.parametrize("layout", LAYOUTS)
    def test_the_same_file_again_writes_nothing(self, layout: str) -> None:
        make_document(day=None)
        load(LAYOUTS[layout])
        before = rows()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            report = load(LAYOUTS[layout])
        assert writes(queries) == []
        assert not report.has_changed
        assert rows() == before

    def test_only_what_differs_is_written(self) -> None:
        make_document()
        load(NUMBERED)
        pks = dict(Unit.objects.values_list("slug", "pk"))
        report = load(NUMBERED.replace("101.2. Sails are wide.", "101.2. Sails are very wide."))
        assert report.counts["units", "changed"] == 1
        assert report.counts["units", "unchanged"] == len(pks) - 1
        assert dict(Unit.objects.values_list("slug", "pk")) == pks
        assert "very" in Unit.objects.get(slug="101.2").text

    def test_units_that_moved_keep_their_rows_and_those_gone_go(self) -> None:
        make_document()
        load(NUMBERED)
        pks = dict(Unit.objects.values_list("slug", "pk"))
        shorter = NUMBERED.replace("100.1a. Wet boats float too.\n\n", "").replace("as rule 100.1a says", "always")
        report = load(shorter)
        # The rule, and its example, whose address has its owner's in it.
        assert report.counts["units", "removed"] == 2
        now = dict(Unit.objects.values_list("slug", "pk"))
        assert "100.1a" not in now
        # The example that stood under 100.1a stands under 100.1.
        example = Unit.objects.select_related("parent").get(kind="example")
        assert example.parent is not None
        assert (example.slug, example.parent.slug) == ("100.1-example-1", "100.1")
        assert all(now[slug] == pks[slug] for slug in now if slug in pks)
        load(NUMBERED)
        back = contents()
        Unit.objects.all().delete()
        load(NUMBERED)
        assert contents() == back

    def test_a_range_counts_for_the_rules_between_its_ends(self) -> None:
        make_document()
        report = load(NUMBERED)
        assert report.references == {"resolved": 3, "dangling": 1, "between": 2}
        for number in ("101.1", "101.2", "101.3", "101.4"):
            unit = selectors.get_unit(OWN, number)
            assert [each.slug for each in selectors.list_referring_units(unit)] == ["100.2"]
        references = selectors.get_unit(OWN, "100.2").references.order_by("target__position")
        assert list(references.values_list("target__slug", "is_between")) == [
            ("101.1", False), ("101.2", True), ("101.3", True), ("101.4", False),
        ]  # fmt: skip

    def test_a_dry_run_tells_what_it_would_do_and_changes_nothing(self) -> None:
        make_document()
        before = versions()
        report = load(NUMBERED, is_dry_run=True)
        assert report.has_changed
        assert report.counts["units", "added"] == 13
        assert not Unit.objects.filter(document=OWN).exists()
        assert Document.objects.get(pk=OWN).text_digest == ""
        assert versions() == before

    def test_an_import_that_is_broken_off_leaves_everything_as_it_was(self, monkeypatch: pytest.MonkeyPatch) -> None:
        make_document()
        load(NUMBERED)
        before, state = rows(), versions()

        def killed(document: Document) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(services, "renew_texts_versions", killed)
        with pytest.raises(KeyboardInterrupt):
            load(NUMBERED.replace("white", "red"))
        assert (rows(), versions()) == (before, state)

    def test_plain_ends_of_lines_and_a_byte_order_mark_make_no_difference(self) -> None:
        make_document()
        load(NUMBERED)
        before = rows()
        services.import_text(b"\xef\xbb\xbf" + NUMBERED.replace("\n", "\r\n").encode(), "harbor.txt", OWN)
        assert rows() == before

    def test_what_the_document_has_wrong_is_reported_with_its_line(self) -> None:
        make_document()
        (defect,) = load(NUMBERED).defects
        assert (defect.code, defect.line, defect.excerpt) == ("dangling-reference", 9, "101.9")

    def test_cited_rules_that_the_file_lacks_are_named(self) -> None:
        document = make_document()
        for place, number in enumerate(("Edition", "101.1", "101.2", "600.1")):
            Rule.objects.create(document=document, number=number, slug=number, heading=number, position=place)
        report = load(NUMBERED)
        assert (report.cited, report.missing) == (3, ("600.1",))
        assert "600.1" in report.notes[0]


class TestRefusals:
    def refused(self, content: bytes | str, slug: str = OWN) -> InputError:
        """What is said to a file that isn't imported."""
        before = rows(slug)
        with pytest.raises(InputError) as caught:
            services.import_text(content.encode() if isinstance(content, str) else content, "harbor.txt", slug)
        assert rows(slug) == before
        return caught.value

    def test_a_document_that_there_is_not(self) -> None:
        error = self.refused(NUMBERED, "cr-9")
        assert error.code == "no-such-document"
        assert "cr-2.7" in str(error)

    def test_another_edition_by_its_day(self) -> None:
        make_document(day=date(2002, 5, 1))
        error = self.refused(NUMBERED)
        assert error.code == "another-document"
        assert "2001-05-01" in str(error)
        assert "2002-05-01" in str(error)

    def test_another_document_by_the_rules_that_are_cited_of_it(self) -> None:
        error = self.refused(LAYOUTS["rulebook"], "cr-2.7")
        assert error.code == "another-document"
        cited = Rule.objects.filter(document__slug="cr-2.7").count()
        assert f"the file has only 0 of the {cited} rules cited from cr-2.7" in str(error)

    def test_a_file_that_is_no_text(self) -> None:
        make_document()
        error = self.refused(b"1. Boats\n\xff\n")
        assert error.code == "not-utf-8"
        assert "line 2" in str(error)

    def test_a_file_without_a_known_layout(self) -> None:
        make_document()
        assert self.refused("Hello.").code == "unknown-layout"
        assert self.refused("").code == "unknown-layout"

    def test_a_file_that_is_too_long(self) -> None:
        make_document()
        assert self.refused(b"x" * (services.MAX_BYTES + 1)).code == "file-too-large"


class TestVersions:
    def test_the_state_of_the_site_changes_with_a_text_and_comes_back_with_it(self) -> None:
        def state() -> str:
            with pin_data_versions() as held:
                return held

        make_document()
        states = [state()]
        for text in (NUMBERED, NUMBERED.replace("white", "red"), NUMBERED):
            load(text)
            states.append(state())
        assert len(set(states)) == 3
        assert states[1] == states[3]

    def test_the_text_of_one_game_leaves_the_others_as_they_are(self) -> None:
        make_document()
        load(NUMBERED)
        held = dict(Game.objects.values_list("pk", "texts_version"))
        assert [game for game, version in held.items() if version] == [GAME]

    def test_the_text_of_a_document_of_every_game_counts_for_each(self) -> None:
        make_document(game=None)
        load(NUMBERED)
        assert all(versions())

    def test_loading_the_reference_again_keeps_the_text(self) -> None:
        load_before = Document.objects.get(pk="rb-playing")
        load_before.rules.all().delete()
        load(LAYOUTS["steps"], "rb-playing")
        before, state = rows("rb-playing"), versions()
        status, _, _ = run("load_reference")
        assert status == 0
        assert rows("rb-playing") == before
        assert versions() == state


def test_units_are_taken_along_in_an_export(tmp_path: Path) -> None:
    Document.objects.get(pk="rb-playing").rules.all().delete()
    load(LAYOUTS["steps"], "rb-playing")
    held = contents("rb-playing")
    assert run("export_reference", str(tmp_path / "out"))[0] == 0
    Unit.objects.all().delete()
    status, _, err = run("import_reference", str(tmp_path / "out"))
    assert status == 0, err
    assert held == contents("rb-playing")
    assert any(each[5] for each in held if len(each) == 7)
