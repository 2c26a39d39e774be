"""Thousands of cards of one name, and of printings of one card: read and placed as few are, without looking at all."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterable
from itertools import chain

import pytest
from django.db import connection
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from tests.exchange.putting import HERE, card, counted, lines, printed, put
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.models import Card, ImportedRow, Printing
from vsdb.catalog.wordings.models import Ruling, Wording
from vsdb.exchange.card_files import applying, services
from vsdb.exchange.card_files.game_tables import MANY_NAMESAKES, MANY_PRINTINGS
from vsdb.exchange.card_files.proposals import CardProposal, RulingProposal, SourceProposal
from vsdb.exchange.reports import ImportReport
from vsdb.search.services import search_cards

pytestmark = pytest.mark.django_db

MANY = MANY_NAMESAKES + 10


@pytest.fixture(autouse=True)
def batches_of_ten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of some dozens of cards is put in several batches."""
    monkeypatch.setattr(applying, "BATCH", 10)


def crowd(count: int = MANY, name: str = "Tin Man", **others: object) -> list[CardProposal]:
    """Cards of one name in the 2PCG, where another number is another card."""
    return [card(name, "XFC", f"A{each:04}", **others) for each in range(count)]


def classic(number: int | None, *, rarity: str | None = None, text: str = "") -> CardProposal:
    """A printing of one card of the classic game."""
    return card(
        "Tin Man",
        "MOR",
        None if number is None else f"A{number:04}",
        game="vs-classic",
        versions=("Woodcutter",),
        rarity=rarity,
        wordings=(printed(text),) if text else (),
    )


def put_one_by_one(cards: Iterable[CardProposal]) -> None:
    """Put cards as a reader gives them: they are never all there at once."""
    source = SourceProposal("vs-2pcg", "a-file", "A file")
    applying.apply(chain([source], cards), "digest", ImportReport("a.file"), at_most=10_000, told=lambda: None)


def versioned(version: str, **others: object) -> CardProposal:
    """A card of the classic game under one of its versions."""
    return card("Tin Man", game="vs-classic", versions=(version,), **others)


class TestNamesakes:
    def test_each_is_a_card_and_the_same_file_changes_nothing(self) -> None:
        assert counted(put(*crowd())) == {"cards new": MANY, "printings added": MANY}
        assert counted(put(*crowd())) == {"cards unchanged": MANY}

    def test_a_name_alone_tells_none_of_them(self) -> None:
        put(*crowd())
        report = put(card("Tin Man"), card("Tin Man", "XFC"), card("Tin Man", "XFC", "001"))
        assert counted(report) == {}
        said = f"matches more than {MANY_NAMESAKES} recorded cards; give its set and number, or its versions"
        assert lines(report, "problems") == [f"Tin Man: {said}"] * 3

    def test_a_name_of_fewer_cards_tells_them_by_their_facts(self) -> None:
        put(*(card("Tin Man", "XFC", f"A{each:04}", facts={"cost": each}) for each in range(MANY_NAMESAKES)))
        report = put(card("Tin Man", facts={"cost": 7}, ids={"test": "7"}))
        assert (counted(report), lines(report, "problems")) == ({"cards unchanged": 1, "ids added": 1}, [])
        assert Card.objects.get(ids__value="7").slug == "tin-man-xfc-a0007"

    def test_versions_tell_cards_of_the_classic_game(self) -> None:
        cards = [
            card("Tin Man", "MOR", f"A{each:04}", game="vs-classic", versions=(f"No. {each}",)) for each in range(MANY)
        ]
        put(*cards, game="vs-classic")
        other = card("Tin Man", game="vs-classic", versions=("No. 7",), ids={"test": "7"})
        assert counted(put(other, game="vs-classic")) == {"cards unchanged": 1, "ids added": 1}
        assert Card.objects.get(ids__value="7").slug == "tin-man-no-7"

    def test_a_ruling_is_about_the_one_it_stands_on_and_its_text_names_none(self) -> None:
        ruling = RulingProposal(HERE, "Tin Man", "Tin Man and the Tin Man stay. A Caliban stays.", cards=("Tin Man",))
        put(*crowd(MANY - 1), card("Tin Man", "XFC", "A9000", rulings=(ruling,)))
        [held] = Ruling.objects.all()
        about = held.ruling_cards.order_by("card__slug").values_list("card__slug", "is_subject")
        assert list(about) == [("caliban", False), ("tin-man-xfc-a9000", True)]

    def test_a_ruling_that_names_all_of_them_is_about_none(self) -> None:
        report = put(*crowd(), RulingProposal(HERE, "Tin Man", "It stays.", cards=("Tin Man",)))
        assert Ruling.objects.get().ruling_cards.count() == 0
        assert lines(report, "problems") == [
            f"more than {MANY_NAMESAKES} recorded cards have that name; the ruling was kept"
        ]

    def test_memory_stays_flat(self) -> None:
        peaks = []
        put(card("Straw Man", "XFC", "A9000"))
        for count, name in ((100, "Tin Man"), (500, "Tin Woman")):
            tracemalloc.start()
            put_one_by_one(card(name, "XFC", f"{name[4]}{each:04}") for each in range(count))
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
        assert peaks[1] < 2 * peaks[0]


class TestPrintings:
    COUNT = MANY_PRINTINGS + 25

    def put_all(self, **others: object) -> ImportReport:
        cards = (classic(each, text=f"It squeaks {each} times.") for each in range(self.COUNT))
        return put(*cards, game="vs-classic", **others)  # type: ignore[arg-type]

    def test_all_are_kept_in_their_order_with_their_texts(self) -> None:
        report = self.put_all()
        assert counted(report) == {
            "cards new": 1, "cards filled": self.COUNT - 1, "printings added": self.COUNT, "wordings added": self.COUNT,
        }  # fmt: skip
        numbers = [f"A{each:04}" for each in range(self.COUNT)]
        held = Printing.objects.filter(card__slug="tin-man-woodcutter").order_by("position")
        assert list(held.values_list("position", "number")) == list(enumerate(numbers))
        assert set(Wording.objects.values_list("printing_code", flat=True)) == {f"MOR-{number}" for number in numbers}

    def test_all_are_kept_for_the_next_load_of_the_fixtures(self) -> None:
        self.put_all()
        [row] = ImportedRow.objects.all()
        assert (row.is_new, row.facts["versions"]) == (True, ["Woodcutter"])
        assert row.facts["printings"] == [["MOR", f"A{each:04}", None] for each in range(self.COUNT)]
        put(*(classic(1_000 + each) for each in range(12)), game="vs-classic", slug="another")
        other = ImportedRow.objects.get(source="another")
        assert (other.is_new, len(other.facts["printings"])) == (False, 12)

    def test_the_same_file_changes_nothing(self) -> None:
        self.put_all()
        counts = counted(self.put_all())
        assert counts == {"cards unchanged": self.COUNT, "wordings unchanged": self.COUNT}

    def test_one_without_a_number_is_in_a_set_that_the_card_is_in(self) -> None:
        self.put_all()
        assert counted(put(classic(None), game="vs-classic")) == {"cards unchanged": 1}
        assert Printing.objects.filter(card__slug="tin-man-woodcutter").count() == self.COUNT

    def test_a_rarity_is_filled_where_the_printing_stands(self) -> None:
        self.put_all()
        put(classic(60, rarity="Rare"), game="vs-classic")
        held = Printing.objects.get(card__slug="tin-man-woodcutter", number="A0060")
        assert (held.rarity, held.position) == ("Rare", 60)


@pytest.mark.parametrize(("most", "is_left"), [(10, True), (20_000, False)])
def test_what_needs_all_cards_of_a_very_large_game_waits_for_the_site(
    most: int,
    is_left: bool,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """A command that imports them would hold them all; the site does so anyway, and makes what is missing."""
    monkeypatch.setattr(selectors, "_held", {})
    monkeypatch.setattr(selectors, "MANY_CARDS", most)
    with django_capture_on_commit_callbacks(execute=True):
        services.run(io.BytesIO(b"name,set,number\nTin Man,XFC,A001"), "cards-vs-2pcg.csv", "csv")
    assert ("vs-2pcg" not in selectors._held) == is_left
    assert len(search_cards('legal:multiverse "tin man"', game="vs-2pcg").ids) == 1


def test_the_log_of_queries_of_development_keeps_none_of_them(settings: Settings) -> None:
    settings.DEBUG = True
    before = list(connection.queries_log)
    services.run(io.BytesIO(b"name,set,number\nTin Man,XFC,A001"), "cards-vs-2pcg.csv", "csv")
    assert list(connection.queries_log) == before
