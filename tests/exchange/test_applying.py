"""What is written: blanks filled, contradictions listed, texts with their days, everything once."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.model.cards import Between
from engine.model.errors import InputError
from tests.exchange.putting import HERE, card, counted, lines, printed, put
from vsdb.catalog.cards.models import Card, CardSet, ImportedRow
from vsdb.catalog.wordings.models import NamedGroup, Ruling, Wording
from vsdb.exchange.card_files.proposals import (
    GroupProposal,
    IgnoredText,
    ReadingProblem,
    RulingProposal,
    SetProposal,
    WordingProposal,
)

pytestmark = pytest.mark.django_db


class TestFacts:
    def test_recorded_keywords_joined_by_a_slash_are_keywords_of_their_own(self) -> None:
        put(card("Tin Man", "XFC", "098", facts={"keywords": [["Leap/Tough", None], ["Leap/Rusty", None]]}))
        held = Card.objects.get(slug="tin-man-xfc-098").keywords.order_by("name")
        assert [each.name for each in held] == ["Leap", "Leap/Rusty", "Tough"]

    @pytest.mark.parametrize("name", ["", " ", "\u200b", "\u202e\u202c", "\u00ad"])
    def test_a_name_in_which_nothing_is_to_be_seen_is_none(self, name: str) -> None:
        report = put(card(name, "XFC", "098"))
        assert counted(report) == {}
        assert lines(report, "problems")[0].startswith("the card has no name")

    def test_a_blank_is_filled_and_kept_apart(self) -> None:
        report = put(card("Caliban", "XFC", "008", facts={"has_flight": True, "aka": ["The Finder"], "health": 1}))
        assert counted(report) == {"cards filled": 1, "facts filled": 2}
        held = Card.objects.get(slug="caliban")
        assert held.has_flight is True
        assert [(each.kind, each.name) for each in held.labels.filter(kind="aka")] == [("aka", "The Finder")]
        [row] = ImportedRow.objects.all()
        assert (row.key, row.facts, row.is_new) == ("caliban", {"has_flight": True, "aka": ["The Finder"]}, False)

    def test_a_contradiction_changes_nothing_and_is_listed_with_its_place(self) -> None:
        report = put(card("Caliban", "XFC", "008", facts={"atk": 5, "teams": ["X-Men", "Heels"]}))
        assert counted(report) == {"cards unchanged": 1}
        assert lines(report, "conflicts") == [
            "caliban | atk | 1 | 5",
            "caliban | teams | ['X-Men'] | ['X-Men', 'Heels']",
        ]
        assert report.lists["conflicts"].shown[0]["line"] == 7
        assert Card.objects.get(slug="caliban").atk == 1

    def test_what_one_import_filled_another_does_not_overwrite(self) -> None:
        put(card("Caliban", "XFC", "008", facts={"has_flight": True}))
        report = put(card("Caliban", "XFC", "008", facts={"has_flight": False}), slug="another-file")
        assert lines(report, "conflicts") == ["caliban | has_flight | True | False"]

    def test_a_new_card_is_stored_with_all_its_facts(self) -> None:
        facts = {
            "type": "Supporting Character",
            "cost": 2,
            "atk": "0+",
            "teams": ["X-men", "Tin Men"],
            "keywords": [["Wind-Up", "2"]],
            "power_symbols": ["Might", "Might"],
            "alignments": [],
        }
        report = put(card("Tin Soldier", "XFC", "098", facts=facts))
        assert counted(report) == {"cards new": 1, "printings added": 1}
        held = Card.objects.get(slug="tin-soldier-xfc-098")
        assert (held.cost, held.atk, held.signs, held.alignments_recorded) == (2, None, {"atk": "0+"}, True)
        assert [each.team.name for each in held.card_teams.all()] == ["X-Men", "Tin Men"]
        assert [(each.keyword.name, each.parameter) for each in held.card_keywords.all()] == [("Wind-Up", "2")]
        assert [each.name for each in held.labels.all()] == ["Might", "Might"]

    @pytest.mark.parametrize(
        ("facts", "said"),
        [
            ({"atk": 99_999}, "atk 99999 is not between -32767 and 32767"),
            ({"level": -1}, "level -1 is not between 0 and 32767"),
            ({"type": "Vehicle"}, "type 'Vehicle' is not a card type; the types are Main Character"),
            ({"has_flight": "y"}, "has_flight 'y' is not yes or no"),
            ({"aka": ["A\0B"]}, "aka contains a NUL character"),
            ({"teams": ["A" * 81]}, "teams has 81 characters; at most 80 are allowed"),
            ({"colour": "red"}, "cards have no field colour"),
        ],
    )
    def test_a_fact_that_cannot_be_kept_is_a_problem_and_the_card_is_kept(
        self, facts: dict[str, object], said: str
    ) -> None:
        report = put(card("Caliban", "XFC", "008", facts=facts))
        assert lines(report, "problems")[0].startswith(f"Caliban: {said}")
        assert counted(report) == {"cards unchanged": 1}

    def test_linked_cards_may_come_later_in_the_file(self) -> None:
        first = card("Tin Man", "XFC", "096", facts={"type": "Main Character", "level": 1, "linked": ["XFC-097"]})
        second = card("Tin Man", "XFC", "097", facts={"type": "Main Character", "level": 2, "linked": ["XFC-096"]})
        report = put(first, second)
        assert counted(report)["links added"] == 2
        assert [each.slug for each in Card.objects.get(slug="tin-man-xfc-096").linked_cards.all()] == [
            "tin-man-xfc-097"
        ]
        assert counted(put(first, second)) == {"cards unchanged": 2, "links unchanged": 2}


class TestIds:
    def test_an_id_of_another_card_is_a_conflict(self) -> None:
        put(card("Caliban", "XFC", "008", ids={"octgn": "1"}))
        report = put(card("Beast", "XFC", "001", ids={"octgn": "1"}))
        assert lines(report, "conflicts") == [
            "beast-xfc-001 | id (octgn) | caliban | 1 | this id belongs to another card"
        ]


class TestSets:
    def test_a_legal_day_is_filled(self) -> None:
        report = put(SetProposal(HERE, "vs-2pcg", "XFC", None, {"legal_from": "2023-04-20", "card_count": 18}))
        assert counted(report) == {"sets filled": 1}
        assert CardSet.objects.get(code="XFC").legal_from == date(2023, 4, 20)
        assert lines(report, "conflicts") == ["XFC | card_count | 19 | 18"]

    def test_a_set_that_is_not_recorded_is_new_where_the_file_dates_it(self) -> None:
        facts = {"released_earliest": "2024-01-01", "released_latest": "2024-01-31"}
        report = put(SetProposal(HERE, "vs-2pcg", "TIN", "Tin", facts), card("Tin Man", "TIN", "001"))
        assert counted(report) == {"sets new": 1, "cards new": 1, "printings added": 1}
        new = CardSet.objects.get(code="TIN")
        assert (new.name, new.official, new.released_latest) == ("Tin", "doubtful", date(2024, 1, 31))


class TestWordings:
    def test_a_printed_text_counts_from_the_release_of_its_set(self) -> None:
        put(card("Caliban", "XFC", "008", wordings=(printed("Seek.\n\n[might] (He  sees.)"),)))
        [held] = Wording.objects.all()
        assert held.text == "Seek.\n[might] (He sees.)"
        assert (held.effective_earliest, held.effective_latest) == (date(2023, 4, 12), date(2023, 4, 12))
        assert (held.printing_code, held.precedence, held.place) == ("XFC-008", 0, "line 7, column 3, here")
        assert (held.folded, held.folded_full) == (" seek might ", " seek might he sees ")

    def test_errata_count_from_their_day_and_a_publisher_comes_before_players(self) -> None:
        day = Between(date(2024, 1, 1), date(2024, 1, 31))
        errata = WordingProposal("errata", "Seek more.", HERE, effective=day, changed=("more",))
        put(card("Caliban", "XFC", "008", wordings=(errata,)), authority="publisher")
        [held] = Wording.objects.all()
        assert (held.effective_earliest, held.effective_latest, held.precedence) == (day.earliest, day.latest, 22)
        assert (held.changed, held.printing_code) == (["more"], "")

    def test_a_changed_text_of_the_same_source_is_changed_and_the_rest_left_alone(self) -> None:
        items = [
            card("Caliban", "XFC", "008", wordings=(printed("Seek."),)),
            card("Chair", "AEW", "065", wordings=(printed("Sit."),)),
        ]
        assert counted(put(*items)) == {"cards unchanged": 2, "wordings added": 2}
        items[1] = card("Chair", "AEW", "065", wordings=(printed("Sit down."),))
        assert counted(put(*items)) == {"cards unchanged": 2, "wordings changed": 1, "wordings unchanged": 1}
        assert set(Wording.objects.values_list("text", flat=True)) == {"Seek.", "Sit down."}

    def test_of_two_texts_in_one_file_the_first_counts_and_the_second_is_a_problem(self) -> None:
        items = [card("Caliban", "XFC", "008", wordings=(printed(text),)) for text in ("Seek.", "Hide.")]
        for expected in ({"wordings added": 1}, {"wordings unchanged": 1}):
            report = put(*items)
            assert counted(report) == {"cards unchanged": 2, **expected}
            assert lines(report, "problems") == ["caliban: an earlier line has another printed text for this card"]
        assert Wording.objects.get().text == "Seek."

    def test_two_texts_in_batches_apart_are_told_from_each_other_too(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("vsdb.exchange.card_files.applying.BATCH", 1)
        items = [card("Caliban", "XFC", "008", wordings=(printed(text),)) for text in ("Seek.", "Hide.")]
        for _ in range(2):
            assert lines(put(*items), "problems") == ["caliban: an earlier line has another printed text for this card"]
            assert Wording.objects.get().text == "Seek."

    def test_an_excerpt_does_not_take_the_place_of_the_whole_text(self) -> None:
        whole = WordingProposal("reference", "Seek. Find.", HERE)
        part = WordingProposal("reference", "Find.", HERE, is_excerpt=True)
        for _ in range(2):
            put(card("Caliban", "XFC", "008", wordings=(part,)), card("Caliban", "XFC", "008", wordings=(whole,)))
            assert Wording.objects.get().text == "Seek. Find."

    def test_a_difference_from_a_recorded_fact_is_reported(self) -> None:
        report = put(card("Chair", "AEW", "065", wordings=(printed("Main [Skill]: Sit."),)))
        assert "chair | power_symbols | ['Might'] | ['Skill']" in lines(report, "differences")


class TestRulings:
    def test_a_ruling_leads_to_cards_keywords_sets_and_rules(self) -> None:
        ruling = RulingProposal(
            HERE, "Caliban", "See rule 706.3 and CR 702.4b. It works like Air Time. Then Baseball Bat hits.",
            cards=("Caliban",), keywords=("climb", "Unheard Of"), sets=("xfc",),
        )  # fmt: skip
        report = put(ruling)
        assert counted(report) == {"rulings added": 1}
        held = Ruling.objects.get()
        assert [(each.card.slug, each.is_subject) for each in held.ruling_cards.all()] == [("caliban", True)]
        assert [each.rule for each in held.citations.all()] == ["702.4b", "706.3"]
        assert [each.name for each in held.keywords.all()] == ["Climb"]
        assert [each.code for each in held.sets.all()] == ["XFC"]
        assert counted(put(ruling)) == {"rulings unchanged": 1}

    def test_a_ruling_on_a_card_is_about_that_card_of_its_name(self) -> None:
        ruling = RulingProposal(HERE, "Beast", "He climbs.", cards=("Beast",))
        put(card("Beast", "XFC", "002", rulings=(ruling,)))
        assert [each.card.slug for each in Ruling.objects.get().ruling_cards.all()] == ["beast-xfc-002"]

    def test_a_name_that_no_card_has_is_a_problem_and_the_ruling_is_kept(self) -> None:
        report = put(RulingProposal(HERE, "Nobody", "He isn't.", cards=("Nobody At All",)))
        assert lines(report, "problems") == ["no recorded card has that name; the ruling was kept"]
        assert Ruling.objects.count() == 1

    def test_a_ruling_that_moves_up_in_the_file_is_not_there_twice(self) -> None:
        rulings = [RulingProposal(HERE, name, f"About {name}.") for name in ("one", "two", "three")]
        put(*rulings)
        report = put(*rulings[1:])
        assert counted(report) == {"rulings changed": 2, "rulings removed": 1}
        assert list(Ruling.objects.values_list("subject", flat=True)) == ["two", "three"]


def test_a_group_is_stored_once() -> None:
    group = GroupProposal(HERE, "Tin Men", ("Tin Man", "Tin Soldier"))
    assert counted(put(group)) == {"groups added": 1}
    assert counted(put(group)) == {"groups unchanged": 1}
    assert NamedGroup.objects.get().members == ["Tin Man", "Tin Soldier"]


def test_problems_and_what_is_ignored_are_counted_and_shown_up_to_a_limit() -> None:
    report = put(*(ReadingProblem(HERE, "torn") for _ in range(300)), IgnoredText(HERE, "a picture", "x.jpg"))
    assert (report.lists["problems"].total, len(report.lists["problems"].shown)) == (300, 200)
    assert report.as_json()["ignored_reasons"] == {"a picture": 1}


def test_more_items_than_may_be_are_refused() -> None:
    with pytest.raises(InputError, match="more than 10000 items"):
        put(*(IgnoredText(HERE, "nothing") for _ in range(10_000)))


def test_statements_grow_with_batches_not_with_cards() -> None:
    def statements(count: int) -> int:
        cards = [
            card(f"Tin Man {each}", "XFC", f"A{each:04}", facts={"atk": 1, "teams": ["X-Men"]}, ids={"x": str(each)},
                 wordings=(printed(f"Sit {each}."),))
            for each in range(count)
        ]  # fmt: skip
        with CaptureQueriesContext(
            connection,
        ) as captured:
            put(*cards, slug=f"file-{count}")
        return len(captured)

    one_batch = statements(100)
    assert statements(400) <= one_batch + 6
    assert statements(1_000) <= 2 * one_batch
