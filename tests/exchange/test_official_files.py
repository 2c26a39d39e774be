"""The real files on top of the reference: everything in them is placed, and nothing changes a second time."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from engine.model.cards import VS_CLASSIC
from tests.exchange.putting import counted, lines, run_csv
from tests.search.test_cases import read_later_names
from vsdb.catalog.cards.models import Card
from vsdb.catalog.wordings.models import NamedGroup, Ruling, Wording
from vsdb.check.services import check
from vsdb.exchange.card_files import services
from vsdb.exchange.reports import ImportReport
from vsdb.search.services import search_cards

pytestmark = [pytest.mark.django_db, pytest.mark.shared]

DAY = date(2008, 6, 10)
FAQ = "documents/marvel-universe-faq-2008-06-10.txt"
ERRATA = {
    "cable-secret-avenger",
    "hawkeye-ronin-secret-avenger",
    "kang-iron-lad-non-unique-young-avenger",
    "sentinel-squad-o-n-e-army",
    "she-hulk-agent-of-shield",
    "sub-mariner-the-avenging-son",
}

EVERY_FILE = (
    *((f"data/octgn/{name}.xml", "octgn") for name in ("AEW", "FracturedFamily", "TheBoys", "XForce")),
    ("data/tcgbrowser-2pcg.json", "tcgbrowser"),
    *((f"data/cards-{game}.csv", "csv") for game in ("vs-classic", "vs-2pcg", "riftbound")),
    (FAQ, "reference"),
)


def imported(path: Path, source: str) -> ImportReport:
    with path.open("rb") as file:
        return services.run(file, path.name, source)


@pytest.mark.parametrize(
    ("name", "cards", "problems", "conflicts"),
    [("AEW", 70, 0, 1), ("FracturedFamily", 24, 0, 0), ("XForce", 19, 0, 0), ("TheBoys", 61, 2, 2)],
)
def test_octgn(shared: Path, name: str, cards: int, problems: int, conflicts: int) -> None:
    path = shared / "data" / "octgn" / f"{name}.xml"
    report = imported(path, "octgn")
    counts = counted(report)
    assert counts["wordings added"] == cards
    assert counts["cards filled"] + counts["cards unchanged"] == cards
    assert "cards new" not in counts
    assert (report.lists["problems"].total, report.lists["conflicts"].total) == (problems, conflicts)
    assert not imported(path, "octgn").has_changed


def test_octgn_gives_a_number_twice(shared: Path) -> None:
    report = imported(shared / "data" / "octgn" / "AEW.xml", "octgn")
    assert lines(report, "conflicts") == ["all-out | printing | full-gear | AEW-068 | AEW-068 belongs to another card"]
    texts = Wording.objects.filter(card__slug__in=("all-out", "full-gear", "chair", "baseball-bat-aew-065"))
    assert texts.count() == 4


def test_tcgbrowser(shared: Path) -> None:
    path = shared / "data" / "tcgbrowser-2pcg.json"
    report = imported(path, "tcgbrowser")
    counts = counted(report)
    assert counts["cards filled"] + counts["cards unchanged"] == counts["ids added"] == 358
    # One card has no text.
    assert counts["wordings added"] == 357
    assert report.lists["problems"].total == 0
    assert lines(report, "conflicts") == [
        "weyland-yutani-complex | name | Weyland-Yutani Complex | Weylan-Yutani Complex | matched by ALN-026"
    ]
    assert not imported(path, "tcgbrowser").has_changed


@pytest.mark.full
def test_known_verdicts_stay_right_and_known_queries_find_the_same(shared: Path) -> None:
    for path, source in EVERY_FILE:
        imported(shared / path, source)
    cases = json.loads((shared / "cases" / "verdicts.json").read_text(encoding="utf-8"))
    judged = {}
    for case in cases:
        day = date.fromisoformat(case["as_of"])
        (checked,) = check(case["deck"], game=case["game"], formats=[case["format"]], dates=[day])
        judged[case["id"]] = checked.verdict.outcome
    assert judged == {case["id"]: case["outcome"] for case in cases}
    later = read_later_names(shared)
    for case in json.loads((shared / "cases" / "queries.json").read_text(encoding="utf-8")):
        found = search_cards(case["query"], game=case["game"])
        titles = Card.objects.filter(pk__in=found.ids).values_list("title", flat=True)
        got = {title.replace(" ○ ", " / ") for title in titles}
        if case["game"] == "riftbound":
            got -= later - set(case["titles"])
        assert got >= set(case["titles"]), case["query"]
        assert case["note"] or got == set(case["titles"]), case["query"]


class TestFaq:
    def test_everything_in_it_is_placed(self, shared: Path) -> None:
        report = imported(shared / FAQ, "reference")
        counts = counted(report)
        assert counts["cards filled"] + counts["cards unchanged"] == 54
        assert (counts["rulings added"], counts["groups added"], counts["sets unchanged"]) == (52, 1, 1)
        assert report.lists["problems"].total == report.lists["conflicts"].total == 0
        assert NamedGroup.objects.get().slug == "illuminati"
        assert not imported(shared / FAQ, "reference").has_changed

    def test_a_ruling_is_about_the_card_it_stands_on(self, shared: Path) -> None:
        imported(shared / FAQ, "reference")
        kang = Ruling.objects.get(subject__startswith="Kang")
        assert [each.card.slug for each in kang.ruling_cards.all()] == ["kang-iron-lad-non-unique-young-avenger"]
        dampeners = Ruling.objects.get(subject="Power Dampeners")
        assert [each.card.slug for each in dampeners.ruling_cards.filter(is_subject=False).order_by("card__slug")] == [
            "ronan-the-accuser-kree-emperor",
            "super-skrull-noble-sacrifice",
        ]

    def test_each_erratum_is_a_dated_revision_of_what_was_printed(self, shared: Path) -> None:
        """The printed texts are in words of our own, so that they differ from the errata and are older."""
        cards = Card.objects.filter(game=VS_CLASSIC, slug__in=ERRATA)
        rows = [
            f'"{card.name}","{card.identity}",'
            f'"{" / ".join(card.labels.filter(kind="version").values_list("name", flat=True))}",'
            f"MUN,Squeaks as it enters play ({card.slug})."
            for card in cards
        ]
        report = run_csv("name,identity,versions,set,printed_text", *rows, name="cards-vs-classic.csv")
        assert counted(report)["wordings added"] == len(ERRATA)
        imported(shared / FAQ, "reference")
        errata = Wording.objects.filter(kind="errata")
        assert set(errata.values_list("card__slug", flat=True)) == ERRATA
        for text in errata:
            assert (text.effective_earliest, text.effective_latest) == (DAY, DAY)
            before = text.card.wordings.get(kind="printed")
            assert before.text != text.text
            assert before.effective_latest == date(2008, 6, 30)
