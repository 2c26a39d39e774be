"""What is said of a mistake, where, and what still runs."""

from __future__ import annotations

import pytest

from engine.model.cards import RIFTBOUND, VS_CLASSIC
from tests.search.query_shapes import marked, messages, understood
from vsdb.search.language.field_types import FIGURES
from vsdb.search.language.fields import FIELDS
from vsdb.search.language.parser import parse


class TestAMistake:
    @pytest.mark.parametrize(
        ("text", "meant", "mark", "said"),
        [
            ('hulk temm:""', "hulk", "temm", "no field “temm”"),
            ("hulk is:flihgt", "hulk", "flihgt", "“flihgt” is not a value of “is”. Use flight, range"),
            ("hulk c:zonk", "hulk", "zonk", "“zonk” is not a value of “cost”"),
            ("c<=none", "", "none", "Write a number after “<=”"),
            ("c<=1..3 hulk", "hulk", "1..3", "Use it after “:”, “=” or “!=”"),
            ("c<{1,2}", "", "{1,2}", "“<” takes only one value"),
            ("c:1234567", "", "1234567", "is not a value of “cost”"),
            ("atk+def>=zonk hulk", "hulk", "zonk", "not a whole number or a sum"),
            ("atk+def>=(3) hulk", "hulk", "atk+def>=(3)", "can't be followed by parentheses"),
            ("3<4", "", "3<4", "This compares two numbers"),
            ("n>3", "", "3", "“name” can't be used with “>”. Use :, =, !=."),
            ("t:/x/", "", "/x/", "can't be used with a regular expression"),
            ("cn:abcd", "", "abcd", "not a collector's number"),
            ("cn<=1-5", "", "1-5", "is a range"),
            ("date:soon", "", "soon", "“soon” is not a date"),
            ("date:2006..2005", "", "2006..2005", "not a date"),
            ("date:0000", "", "0000", "not a date"),
            ("flip:3", "", "flip:3", "needs a query in parentheses"),
            ("team:", "", "team:", "A value is missing after “team:”."),
            ("team:{}", "", "{}", "braces are empty"),
            ('hulk ""', "hulk", '""', "quotes contain no word"),
            ("hulk //", "hulk", "//", "regular expression is empty"),
            ("sort:foo hulk", "hulk", "foo", "“foo” is not a value of “sort”"),
            ("sort: hulk or asof:", "", "hulk", "“hulk” is not a value"),
            ("asof:", "", "asof:", "A value is missing after “asof:”."),
            ("view:(table)", "", "view:(table)", "can't be followed by parentheses"),
            ("{a,b} hulk", "hulk", "{a,b}", "Braces need a field"),
            (":hulk", "hulk", ":", "There is nothing before “:”"),
            ("foo <3", "foo 3", "<", "There is nothing before “<”"),
            ("()", "", "()", "parentheses are empty"),
            ("(hulk", "hulk", "(", "no closing one"),
            ("hulk) thor", "hulk thor", ")", "no opening one"),
            ("hulk ) or thor", "hulk or thor", ")", "no opening one"),
            ("or hulk", "hulk", "or", "nothing before it"),
            ("hulk or", "hulk", "or", "nothing after it"),
            ("hulk not", "hulk", "not", "nothing after it"),
            ('"hulk', '"hulk"', '"', "A closing quote is missing"),
            ('!"hulk', '!"hulk"', '"', "A closing quote is missing"),
            ('!""', "", '!""', "A name is missing"),
            ("/hulk", "/hulk/", "/", "A closing slash is missing"),
            ("/hulk\\", "/hulk/", "/", "A closing slash is missing"),
            ("kw:{a,b", 'kw:{"a","b"}', "{", "A closing brace is missing"),
            ("legal:silver@", "legal:silver", "@", "is missing after “@”"),
            ("team:heels@2006-01-01", "team:heels", "team:heels@2006-01-01", "“@” gives a date"),
            ("legal: or hulk", "hulk", "legal: ", "A value is missing"),
        ],
    )
    def test_is_said_in_its_place_and_the_rest_runs(self, text: str, meant: str, mark: str, said: str) -> None:
        assert understood(text).partition(" sort:")[0] == meant
        assert mark in marked(text)
        assert said in messages(text)[marked(text).index(mark)]

    @pytest.mark.parametrize(
        ("text", "without"),
        [
            ("hulk temm:avengers", "hulk"),
            ("hulk -temm:(a or b) thor", "hulk thor"),
            ("hulk or temm:x", "hulk"),
            ("hulk (temm:x or -(colour:/red/)) foo<{1,2}", "hulk"),
            ("flip:(temm:x) hulk sort:cost", "hulk sort:cost"),
            ("temm:x", ""),
        ],
    )
    def test_in_a_field_stays_and_offers_the_query_without_it(self, text: str, without: str) -> None:
        notes = [note for note in parse(text).notes if note.without is not None]
        assert notes
        assert {note.without for note in notes} == {without}
        for note in notes:
            field = text[note.span.start : note.span.end]
            assert note.message.startswith(f"There is no field “{field}”, so ")
        assert parse(without).notes == ()
        assert [note.without for note in parse(understood(text)).notes] == [without] * len(notes)

    @pytest.mark.parametrize(
        ("text", "matched"),
        [
            ("temm:x", "no card matches it"),
            ("-temm:x", "every card matches “-temm:x”"),
            ("(not temm:x)", "every card matches “not temm:x”"),
            ("not -temm:x", "no card matches it"),
            ("a-temm:x -temm:(a or b)", "no card matches it"),
        ],
    )
    def test_in_a_field_matches_nothing_and_negated_everything(self, text: str, matched: str) -> None:
        assert parse(text).notes[0].message.endswith(f", so {matched}.")

    def test_in_a_field_is_said_first(self) -> None:
        assert parse("c:zonk temm:x").notes[0].message.startswith("There is no field “temm”")

    @pytest.mark.parametrize(
        ("text", "nearest"),
        [
            ("temm:avengers", "team"),
            ("keywrd:boost", "keyword"),
            ("is:flihgt", "flight"),
            ("dom:furry", "fury"),
            ("c:evne", "even"),
            ("sort:csot", "cost"),
            ("view:tabel", "table"),
            ("st:promotional", "promo"),
        ],
    )
    def test_comes_with_the_nearest_right_word(self, text: str, nearest: str) -> None:
        assert nearest in parse(text).notes[0].suggestions

    @pytest.mark.parametrize("text", ["temm:avengers", "is:flihgt", "team:", "flip:3 hulk", "sort:csot"])
    def test_is_mended_by_putting_the_suggestion_in_its_place(self, text: str) -> None:
        note = parse(text).notes[0]
        mended = text[: note.span.start] + note.suggestions[0] + text[note.span.end :]
        assert messages(mended) == []

    @pytest.mark.parametrize("name", [field.name for field in FIELDS if field.kind in FIGURES and field.is_answerable])
    def test_in_a_number_names_and_offers_only_what_the_field_takes(self, name: str) -> None:
        for op in (":", "=", "!=", "<", ">="):
            for wrong in ("yess", "noo", "evne", "ood", "nonne", "unknow", "unknown", "yes", "csot", "lkies", "x"):
                for note in parse(f"{name}{op}{wrong}").notes:
                    named = [word for word in ("even", "odd", "none", "unknown", "yes") if f", {word}" in note.message]
                    for word in (*named, *note.suggestions):
                        assert messages(f"{name}{op}{word}") == [], (name, op, wrong, word)

    def test_offers_nothing_where_nothing_is_near(self) -> None:
        assert parse("qqqq:x").notes[0].suggestions == ()


class TestWhatTheRecordsLack:
    def test_is_said_and_stays_asked(self) -> None:
        assert messages("wp>=4") == ["“willpower” finds no cards: willpower is not recorded for any card."]
        assert understood("x:ready hulk") == "text:ready hulk"

    def test_is_said_of_a_choice(self) -> None:
        assert messages("is:foil") == ["“is:foil” finds no cards: foil printings are not recorded."]

    def test_is_said_of_a_sum(self) -> None:
        assert messages("wp+atk>=9") == ["“willpower” finds no cards: willpower is not recorded for any card."]

    def test_is_said_whatever_the_operator(self) -> None:
        assert messages("world>=2") == ["“world” finds no cards: worlds are not recorded for any card."]

    def test_is_said_of_the_games_that_are_searched(self) -> None:
        said = ["Only Riftbound cards have “energy”."]
        assert [note.message for note in parse("en<=2", [VS_CLASSIC]).notes] == said
        assert parse("en<=2", [VS_CLASSIC, RIFTBOUND]).notes == ()
        assert parse("en<=2").notes == ()
