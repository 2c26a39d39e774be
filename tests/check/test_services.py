"""The service that judges lists."""

from __future__ import annotations

import json
import sys
import tracemalloc
from datetime import date
from types import FrameType

import pytest
from django.utils import timezone

from engine.model.errors import InputError, NotFound
from engine.model.serialization import dump_json
from vsdb.catalog.cards.selectors import get_reference
from vsdb.check import services
from vsdb.check.services import check

pytestmark = pytest.mark.django_db

SENTINELS = (
    "# game: vs-classic\n# format: golden-age\n# as-of: 2005-03-26\n8 Sentinel Mark V, Army\n4 Savage Beatdown\n"
)
DAY = date(2005, 3, 26)


class TestWhatIsNotGiven:
    def test_comes_from_the_comment_lines_of_the_list(self) -> None:
        (checked,) = check(SENTINELS)
        assert (checked.verdict.game, checked.verdict.format, checked.verdict.as_of) == (
            "vs-classic",
            "golden-age",
            DAY,
        )

    def test_is_asked_for_by_name_before_the_list_is_looked_at(self) -> None:
        (checked,) = check(SENTINELS, formats=["silver-age"], dates=[date(2007, 4, 15)])
        assert (checked.verdict.format, checked.verdict.as_of) == ("silver-age", date(2007, 4, 15))

    def test_takes_the_game_from_the_format(self) -> None:
        (checked,) = check("1 Captain Marvel [AFF-001]", formats=["multiverse"], dates=[date(2024, 6, 1)])
        assert checked.verdict.game == "vs-2pcg"

    def test_takes_today_where_no_day_is_given(self) -> None:
        before = timezone.localdate()
        (checked,) = check("4 Savage Beatdown", formats=["golden-age"])
        assert before <= checked.verdict.as_of <= timezone.localdate()

    def test_lists_the_formats_of_the_game_where_no_format_is_given(self) -> None:
        with pytest.raises(InputError, match="golden-age") as caught:
            check("4 Savage Beatdown", game="vs-classic")
        assert caught.value.code == "format-missing"
        assert "multiverse" not in str(caught.value)

    def test_lists_the_games_where_neither_game_nor_format_is_given(self) -> None:
        with pytest.raises(InputError, match="vs-classic, vs-2pcg, riftbound"):
            check("4 Savage Beatdown")

    def test_may_name_the_format_as_people_do(self) -> None:
        (checked,) = check("4 Savage Beatdown", game="Vs. System TCG", formats=["Silver Age"], dates=[DAY])
        assert checked.verdict.format == "silver-age"


class TestSeveralFormatsAndDates:
    def test_each_format_is_judged_on_each_day_in_the_order_given(self) -> None:
        days = [date(2007, 6, 1), DAY]
        checked = check(SENTINELS, formats=["silver-age", "golden-age"], dates=days)
        assert [(each.verdict.format, each.verdict.as_of) for each in checked] == [
            ("silver-age", days[0]),
            ("silver-age", days[1]),
            ("golden-age", days[0]),
            ("golden-age", days[1]),
        ]

    def test_one_asked_for_twice_is_judged_once(self) -> None:
        assert len(check(SENTINELS, formats=["golden-age", "golden-age"], dates=[DAY, DAY])) == 1

    def test_the_most_that_is_judged_at_once_is_judged(self) -> None:
        assert len(check(SENTINELS, dates=[date(2005, 3, day) for day in range(1, 32)])) == services.MAX_DATES

    @pytest.mark.parametrize(
        ("formats", "dates", "said"),
        [
            (["golden-age"] * 81, 1, "81 formats; at most 80"),
            (["golden-age"], 32, "32 dates; at most 31"),
            (["golden-age"] * 21, 20, "420 formats times dates; at most 400"),
        ],
    )
    def test_more_than_that_is_refused(self, formats: list[str], dates: int, said: str) -> None:
        with pytest.raises(InputError, match=said):
            check(SENTINELS, formats=formats, dates=[date(2005, 3, 1)] * dates)

    @pytest.mark.parametrize(("lines", "dates"), [(2_000, 1), (161, 31), (1_666, 3)])
    def test_a_long_list_is_read_on_some_days(self, lines: int, dates: int) -> None:
        days = [date(2005, 3, 1 + day) for day in range(dates)]
        assert len(check("\n" * (lines - 1), formats=["golden-age"], dates=days)) == dates

    @pytest.mark.parametrize(("lines", "dates"), [(2_000, 3), (162, 31), (1_667, 3)])
    def test_a_long_list_is_not_read_on_many_days(self, lines: int, dates: int) -> None:
        days = [date(2005, 3, 1 + day) for day in range(dates)]
        with pytest.raises(InputError, match="fewer dates"):
            check("\n" * (lines - 1), formats=["golden-age"], dates=days)

    def test_a_long_list_is_not_judged_in_many_formats(self) -> None:
        with pytest.raises(InputError, match="send parts"):
            check("\n" * 1_999, formats=list(get_reference("vs-2pcg").formats)[:21], dates=[date(2024, 6, 1)])


class TestWhatThereIsNot:
    def test_an_unknown_game_is_answered_with_the_games(self) -> None:
        with pytest.raises(NotFound, match="'chess'") as caught:
            check("4 Savage Beatdown", game="chess", formats=["golden-age"])
        assert caught.value.nearest == ("vs-classic", "vs-2pcg", "riftbound")

    def test_an_unknown_format_is_answered_with_the_nearest_of_its_game(self) -> None:
        with pytest.raises(NotFound) as caught:
            check("4 Savage Beatdown", game="vs-classic", formats=["goldenage"])
        assert caught.value.nearest[0] == "golden-age"

    def test_an_unknown_format_without_a_game_is_answered_with_the_nearest_of_all(self) -> None:
        with pytest.raises(NotFound) as caught:
            check("4 Savage Beatdown", formats=["multivers"])
        assert caught.value.nearest[0] == "multiverse"

    def test_a_format_that_no_game_has_is_said_without_guesses(self) -> None:
        with pytest.raises(NotFound) as caught:
            check("4 Savage Beatdown", formats=["§§§§"])
        assert caught.value.nearest == ()

    def test_a_format_that_two_games_have_asks_for_the_game(self) -> None:
        with pytest.raises(InputError, match="choose one game") as caught:
            check("1 Jinx", formats=["standard"])
        assert caught.value.code == "game-missing"

    def test_formats_of_two_games_are_refused(self) -> None:
        with pytest.raises(InputError, match="choose one game"):
            check("4 Savage Beatdown", formats=["golden-age", "multiverse"])


class TestDecksAsLists:
    def test_lines_are_read_like_a_text(self) -> None:
        (as_text,) = check(SENTINELS)
        (as_lines,) = check(SENTINELS.splitlines())
        assert dump_json(as_lines.verdict.as_dict()) == dump_json(as_text.verdict.as_dict())

    def test_items_are_counted_like_lines(self) -> None:
        items = [{"name": "Sentinel Mark V, Army", "count": 8}, {"count": 4, "name": "Savage Beatdown"}]
        (checked,) = check(items, game="vs-classic", formats=["golden-age"], dates=[DAY])
        assert dict(checked.verdict.counts) == {"deck": 12}

    def test_lines_and_items_together_are_refused_with_their_place(self) -> None:
        with pytest.raises(InputError, match=r"deck\[1\]"):
            check(["4 Savage Beatdown", {"name": "Savage Beatdown"}], formats=["golden-age"])  # type: ignore[list-item]

    def test_a_line_of_several_lines_is_refused_with_its_place(self) -> None:
        with pytest.raises(InputError, match=r"deck\[0\]"):
            check(["4 Savage Beatdown\n4 Flying Kick"], formats=["golden-age"])


class TestDays:
    def test_the_comment_line_is_refused_too(self) -> None:
        with pytest.raises(InputError, match="2006-02-30"):
            check("# as-of: 2006-02-30\n4 Savage Beatdown", formats=["golden-age"])


def measure(text: str) -> tuple[str, int, int]:
    """What is said of a text that is no list, how many calls in Python it took, and how many bytes were held for it."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    tracemalloc.start()
    sys.setprofile(count)
    try:
        (checked,) = check(text, formats=["golden-age"], dates=[DAY])
        said = "" if checked.verdict.is_legal else checked.verdict.findings[0].message
    except InputError as exc:
        said = str(exc)
    finally:
        sys.setprofile(None)
        held = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return said, calls, held


class TestTextsThatAreNoList:
    @pytest.mark.parametrize(
        "text",
        [
            "x" * 10 * 1024 * 1024,
            "4 Savage Beatdown\n" * 600_000,
            "4 Savage Beat\0down",
            "1000000 Savage Beatdown",
            "4 Savage\ud800 Beatdown",
            "9999 Savage Beatdown\n" * 1_999,
        ],
        ids=["10 MB in a line", "10 MB of lines", "NUL", "a million of a card", "half a character", "20 million cards"],
    )
    def test_are_refused_or_judged_at_once(self, text: str) -> None:
        check(SENTINELS)  # what is prepared once, is
        _, ordinary, _ = measure(SENTINELS)
        said, calls, held = measure(text)
        assert 10 < len(said) < 500
        # To read all of it would take over a hundred times an ordinary check, and to copy it 10 MB.
        assert calls < 20 * ordinary
        assert held < 1024 * 1024

    def test_a_line_of_a_hundred_thousand_characters_is_marked_and_the_others_are_read(self) -> None:
        (checked,) = check(f"4 Savage Beatdown\n4 {'x' * 100_000}\n", formats=["golden-age"], dates=[DAY])
        finding = next(each for each in checked.verdict.findings if each.code == "unreadable-line")
        assert finding.lines == (2,)
        assert dict(checked.verdict.counts) == {"deck": 4}


class TestJson:
    def test_the_text_is_compact_and_reads_back(self) -> None:
        (checked,) = check(SENTINELS)
        text = dump_json(checked.verdict.as_dict())
        assert ": " not in text.replace('": ', "")[:40]
        assert json.loads(text) == checked.verdict.as_dict()
