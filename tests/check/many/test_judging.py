"""Judging many lists: what a row says of each, in which format and on which day, and the table of them all."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from engine import InputError, NotFound
from vsdb.check.many.judging import JudgedList, ListJudge, ListsQuestion, judge_lists, read_question
from vsdb.check.many.reading import GivenList
from vsdb.check.many.table import (
    COLUMNS,
    ListRow,
    build_rows,
    count_codes,
    count_outcomes,
    filter_rows,
    sort_worst_first,
    to_data,
    write_csv,
)
from vsdb.check.services import check
from vsdb.exchange.deck_lists.importing import import_deck_list

pytestmark = pytest.mark.django_db
ON = date(2010, 6, 1)
ASKED = ListsQuestion("vs-classic", "golden-age", ON)
LEGAL, SHORT = "60 Sentinel Mark V, Army", "59 Sentinel Mark V, Army"
ODD = "60 Sentinel Mark V, Army\n1 Nobody Of That Name"
RIFTBOUND = "Legend\n1 Jinx, Loose Cannon\nDeck\n3 Jinx, Rebel"


def judge(text: str, asked: ListsQuestion = ASKED, **said: str) -> JudgedList:
    (found,) = judge_lists([GivenList("Jane", text, **said)], asked)
    return found


def build(*texts: str) -> list[ListRow]:
    lists = [GivenList(f"Player {number}", text) for number, text in enumerate(texts, start=1)]
    return build_rows(enumerate(judge_lists(lists, ASKED), start=1))


class TestARow:
    def test_says_what_the_verdict_says(self) -> None:
        found, verdict = judge(SHORT), check(SHORT, game="vs-classic", formats=["golden-age"], dates=[ON])[0].verdict
        first = verdict.findings[0]
        assert (found.name, found.outcome, found.errors, found.unknowns, found.cards) == ("Jane", "illegal", 1, 0, 59)
        assert (found.code, found.severity, found.message) == (first.code, "error", first.message)
        assert first.citation
        assert (found.document, found.rule) == (first.citation.document, first.citation.rule)
        assert found.codes == ["deck-size"]
        assert (found.game, found.format, found.as_of, found.layout) == (
            "vs-classic",
            "golden-age",
            "2010-06-01",
            "text",
        )

    def test_tells_the_lines_that_were_not_read(self) -> None:
        found = judge(ODD)
        assert (found.outcome, found.unread_count) == ("uncertain", 1)
        assert found.unread[0]["line"] == 2
        assert found.unread[0]["written"] == "1 Nobody Of That Name"

    def test_counts_all_unread_lines_and_tells_the_first(self) -> None:
        found = judge("\n".join([LEGAL, *(f"1 Nobody {number}" for number in range(30))]))
        assert (found.unread_count, len(found.unread)) == (30, 20)
        assert ListRow(1, found).more_unread == 10

    def test_of_a_list_in_a_code_is_as_of_its_text(self) -> None:
        from vsdb.catalog.cards.selectors import get_reference
        from vsdb.exchange.deck_lists.drafts import OutgoingDeck
        from vsdb.exchange.deck_lists.layouts import get_layout

        deck = import_deck_list(f"# game: vs-classic\n{SHORT}").deck
        code = get_layout("code").write(OutgoingDeck(deck, get_reference("vs-classic").catalog)).text
        found, text = ListJudge(ASKED).judge(GivenList("Jane", code))
        assert found.layout == "code"
        assert replace(found, layout="text") == judge(SHORT)
        assert "59 Sentinel Mark V" in text

    def test_takes_game_format_and_day_from_the_list(self) -> None:
        text = f"# game: vs-classic\n# format: silver-age\n# as-of: 2007-04-15\n{LEGAL}"
        found = judge(text, ListsQuestion())
        assert (found.game, found.format, found.as_of) == ("vs-classic", "silver-age", "2007-04-15")
        found = judge(text, ASKED)
        assert (found.game, found.format, found.as_of) == ("vs-classic", "golden-age", "2010-06-01")

    def test_takes_the_game_from_the_cards_and_its_main_format(self) -> None:
        found = judge(LEGAL, ListsQuestion(on=ON))
        assert (found.game, found.format) == ("vs-classic", "golden-age")

    def test_is_plain_data(self) -> None:
        found = judge(ODD)
        assert JudgedList.from_dict(found.as_dict()) == found


class TestAListThatCannotBeJudged:
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("", "no cards"),
            ("# only a title", "no cards"),
            ("1 Nobody Of That Name\0", "NUL"),
            ("x\n" * 3_000, "lines; at most"),
            ("https://example.org/decks/7", "example.org"),
            (RIFTBOUND, "Riftbound deck, and the format is for"),
        ],
    )
    def test_says_why_and_stops_no_other(self, text: str, said: str) -> None:
        first, second = judge_lists([GivenList("Jane", text), GivenList("Joe", LEGAL)], ASKED)
        assert first.outcome == "unreadable"
        assert said in first.problem
        assert second.outcome == "legal"

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("1 Nobody Of That Name", "game is unclear"),
            ("# as-of: 2006-02-30\n60 Sentinel Mark V, Army", "2006-02-30"),
            ("# format: chess\n60 Sentinel Mark V, Army", "no format 'chess'"),
        ],
    )
    def test_by_what_it_says_itself(self, text: str, said: str) -> None:
        assert said in judge(text, ListsQuestion()).problem

    def test_that_came_with_its_problem_keeps_it(self) -> None:
        assert judge("", problem="this is a PDF").problem == "this is a PDF"


class TestTheQuestion:
    def test_takes_the_game_from_the_word_or_the_format(self) -> None:
        for word in ("vs-classic/golden-age", "golden-age"):
            assert read_question(word, ON) == ASKED
        assert read_question("", None, "riftbound") == ListsQuestion("riftbound")
        assert read_question("") == ListsQuestion()

    def test_refuses_a_format_that_is_not_there(self) -> None:
        for word in ("vs-classic/chess", "chess", "chess/golden-age"):
            with pytest.raises((NotFound, InputError)):
                read_question(word)

    def test_costs_no_query_a_list(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        judge_one = ListJudge(ASKED)
        judge_one.judge(GivenList("Jane", LEGAL))
        with django_assert_num_queries(0):
            for text in (LEGAL, SHORT, ODD, RIFTBOUND) * 3:
                judge_one.judge(GivenList("Jane", text))


class TestTheTable:
    def test_stands_worst_first(self) -> None:
        rows = build(LEGAL, ODD, SHORT, "", f"{SHORT}\n5 Savage Beatdown")
        order = [row.number for row in sort_worst_first(rows)]
        assert order[0] == 4
        assert [row.judged.outcome for row in sort_worst_first(rows)] == [
            *("unreadable", "illegal", "illegal", "uncertain", "legal")
        ]

    def test_counts_and_filters(self) -> None:
        rows = build(LEGAL, SHORT, SHORT, "")
        assert count_outcomes(rows) == {"unreadable": 1, "illegal": 2, "uncertain": 0, "legal": 1}
        assert count_codes(rows) == [("deck-size", 2)]
        assert [row.number for row in filter_rows(rows, "illegal")] == [2, 3]
        assert [row.number for row in filter_rows(rows, code="deck-size")] == [2, 3]
        assert filter_rows(rows, "legal", "deck-size") == []
        with pytest.raises(InputError, match="not one of"):
            filter_rows(rows, "fine")

    def test_marks_lists_with_the_same_cards(self) -> None:
        rows = build(LEGAL, SHORT, "# another title\n30 Sentinel Mark V, Army\n30 Sentinel Mark V, Army", "", "")
        assert [row.same for row in rows] == [((3, "Player 3"),), (), ((1, "Player 1"),), (), ()]

    def test_names_three_of_many_that_are_the_same(self) -> None:
        row = build(*[LEGAL] * 6)[0]
        assert (len(row.named_same), row.more_same) == (3, 2)

    def test_as_csv_has_no_formulas(self) -> None:
        lists = [GivenList("=HYPERLINK(1)", LEGAL), GivenList("@SUM", "# title: +1\n60 Sentinel Mark V, Army\n1 =cmd")]
        rows = build_rows(enumerate(judge_lists(lists, ASKED), start=1))
        head, *table = csv.reader(io.StringIO(write_csv(rows)))
        assert tuple(head) == COLUMNS
        assert [row[1] for row in table] == ["'=HYPERLINK(1)", "'@SUM"]
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for row in table for cell in row)
        assert all(len(row) == len(COLUMNS) for row in table)

    def test_as_data_has_the_counts(self) -> None:
        found = to_data(build(LEGAL, LEGAL))
        assert (found["total"], found["counts"]["legal"], found["lists"][0]["same_as"]) == (2, 2, [2])
