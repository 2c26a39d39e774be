"""How queries are read."""

from __future__ import annotations

from datetime import date

import pytest

from tests.search.query_shapes import marked, messages, number, only, understood, word
from vsdb.search.language.parser import DEEPEST, MAX_CHARACTERS, MAX_TERMS, parse
from vsdb.search.language.syntax import (
    And,
    DisplayOptions,
    Not,
    NumberSum,
    Or,
    Pattern,
    QuerySpan,
    Several,
    Subquery,
    Term,
    Word,
    walk_terms,
)


class TestJoining:
    @pytest.mark.parametrize(
        ("text", "meant"),
        [
            ("", ""),
            ("hulk smash", "hulk smash"),
            ("hulk and smash AND thor", "hulk smash thor"),
            ("hulk or thor OR storm", "hulk or thor or storm"),
            ("a b or c", "(a b) or c"),
            ("a (b or c)", "a (b or c)"),
            ("-t:unit", "-type:unit"),
            ("not t:unit NOT hulk", "-type:unit -hulk"),
            ("-(a or b)", "-(a or b)"),
            ("--a", "a"),
            ("not -not a", "-a"),
            ("-(-a)", "a"),
            ("((a))", "a"),
            ("(a)(b)", "a b"),
        ],
    )
    def test_is_by_and_or_not_and_parentheses(self, text: str, meant: str) -> None:
        assert understood(text) == meant
        assert messages(text) == []

    def test_of_and_comes_before_that_of_or(self) -> None:
        tree = parse("a b or -c").tree
        assert isinstance(tree, Or)
        assert [type(part) for part in tree.parts] == [And, Not]

    def test_of_nothing_is_every_card(self) -> None:
        assert parse("  ").tree == And(())

    @pytest.mark.parametrize("text", ["Fight Or Flight", "Gone But Not Forgotten", "Thor's Hammer", "Spider-Man - Foo"])
    def test_words_cased_like_names_join_nothing(self, text: str) -> None:
        assert all(isinstance(part, Term) for part in parse(text).tree.parts)  # type: ignore[union-attr]


class TestWords:
    def test_stand_for_themselves_with_their_place(self) -> None:
        assert parse("dr. doom").tree == And(
            (Term("", ":", word("dr."), QuerySpan(0, 3)), Term("", ":", word("doom"), QuerySpan(4, 8)))
        )

    @pytest.mark.parametrize("text", ['"green goblin"', "“green goblin”", '"green goblin'])
    def test_in_quotes_are_a_phrase(self, text: str) -> None:
        assert only(text).value == Word("green goblin", is_phrase=True)

    @pytest.mark.parametrize(
        ("text", "value"), [('!"Spider-Man"', Word("Spider-Man", is_phrase=True)), ("!Storm", Word("Storm"))]
    )
    def test_after_an_exclamation_mark_are_the_whole_name(self, text: str, value: Word) -> None:
        assert (only(text).op, only(text).value) == ("=", value)

    def test_keep_the_asterisks_of_a_mantle(self) -> None:
        assert only("*Hawkeye*").value == Word("*Hawkeye*")

    def test_between_slashes_are_a_pattern(self) -> None:
        assert only(r"/^dr\. (doom|strange)\/x/").value == Pattern(r"^dr\. (doom|strange)\/x")

    def test_keep_a_colon_that_ends_them(self) -> None:
        assert understood("Origins: Proving Grounds") == "Origins Proving Grounds"
        assert messages("Origins: Proving Grounds") == []

    def test_without_a_letter_or_digit_ask_nothing(self) -> None:
        assert understood("Cloak & Dagger - * /") == "Cloak Dagger"


class TestFields:
    @pytest.mark.parametrize(
        ("text", "field", "op", "value"),
        [
            ("n:hulk", "name", ":", Word("hulk")),
            ('N="The Hulk"', "name", "=", Word("The Hulk", is_phrase=True)),
            ("n:/^dr/", "name", ":", Pattern("^dr")),
            ('t:"plot twist"', "type", ":", Word("plot twist", is_phrase=True)),
            ("team:avengers", "team", ":", Word("avengers")),
            ('team: "x-men"', "team", ":", Word("x-men", is_phrase=True)),
            ("team>={x-men,avengers}", "team", ">=", Several(("x-men", "avengers"))),
            ('team={"The Boys", heels,heels }', "team", "=", Several(("The Boys", "heels"))),
            ("dom<={FURY,chaos}", "domain", "<=", Several(("fury", "chaos"))),
            ("dom=none", "domain", "=", Word("none")),
            ("kw:*", "kw", ":", Word("*")),
            ("s:MOR", "set", ":", Word("MOR")),
            ("is:Flight", "is", ":", Word("flight")),
            ("hidden:true", "hidden", ":", Word("yes")),
            ("r>=rare", "rarity", ">=", Word("rare")),
            ("r:r", "rarity", "=", Word("rare")),
            ("u:photo", "universe", ":", Word("photographic")),
            ("legal:*", "legal", ":", Word("*")),
        ],
    )
    def test_have_their_name_operator_and_value(self, text: str, field: str, op: str, value: Word) -> None:
        term = only(text)
        assert (term.field, term.op, term.value) == (field, op, value)
        assert messages(text) == []

    @pytest.mark.parametrize(
        ("text", "meant"),
        [
            ("t=unit", "type=unit"),
            ("t!=unit", "-type=unit"),
            ("n!=hulk", "-name=hulk"),
            ("team!=heels", "-team=heels"),
            ("-is!=flight", "is:flight"),
            ("legal!=silver", "-legal:silver"),
            ("st:starter|promo", "st:starter or st:promo"),
            ("t:{unit,gear}", "type:unit or type:gear"),
            ('t!={unit,"plot twist"}', '-(type=unit or type="plot twist")'),
            ("t:(unit or spell)", "type:unit or type:spell"),
            ("-team:(x-men (heels or underworld))", "-(team:x-men (team:heels or team:underworld))"),
            ("c:(1 or even)", "cost=1 or cost=even"),
            ("r!=rare", "rarity!=rare"),
            ("r:{rare,epic}", "rarity=rare or rarity=epic"),
            ("r!={rare,epic}", "rarity!=rare rarity!=epic"),
        ],
    )
    def test_are_spelt_out(self, text: str, meant: str) -> None:
        assert understood(text) == meant
        assert messages(text) == []

    def test_hold_a_query_of_their_own(self) -> None:
        term = only("flip:(lv=2 atk>=7)")
        assert isinstance(term.value, Subquery)
        assert [one.field for one in walk_terms(term.value.tree)] == ["level", "atk"]


class TestFigures:
    @pytest.mark.parametrize("op", ["=", "!=", "<", "<=", ">", ">="])
    def test_are_compared_six_ways(self, op: str) -> None:
        term = only(f"cost{op}3")
        assert (term.field, term.op, term.value, term.left) == ("cost", op, number(3), None)

    @pytest.mark.parametrize(("text", "op"), [("c≤3", "<="), ("c ≥ 3", ">="), ("c≠3", "!="), ("c:3", "=")])
    def test_take_other_signs_for_these(self, text: str, op: str) -> None:
        assert (only(text).op, only(text).value) == (op, number(3))

    def test_are_compared_with_each_other(self) -> None:
        term = only("atk>def")
        assert (term.field, term.op, term.left, term.value) == (
            "atk",
            ">",
            NumberSum(((1, "atk"),)),
            NumberSum(((1, "def"),)),
        )

    @pytest.mark.parametrize("text", ["atk+def>=cost*4", "a + d >= 4 * c", "atk+def >= cost*2*2"])
    def test_are_added_and_multiplied(self, text: str) -> None:
        term = only(text)
        assert term.left == NumberSum(((1, "atk"), (1, "def")))
        assert term.value == NumberSum(((4, "cost"),))

    @pytest.mark.parametrize(
        ("text", "meant"),
        [
            ("3<=atk", "atk>=3"),
            ("3=atk", "atk=3"),
            ("10>atk+def", "atk+def<10"),
            ("atk-def>=2", "atk-def>=2"),
            ("atk - def >= -2+cost", "atk-def>=-2+cost"),
            ("c:1..5", "cost>=1 cost<=5"),
            ("c:1-5", "cost>=1 cost<=5"),
            ("c:5..", "cost>=5"),
            ("c=..5", "cost<=5"),
            ("c!=1..5", "cost<1 or cost>5"),
            ("c:{1,3}", "cost=1 or cost=3"),
            ("c!={1,3}", "cost!=1 cost!=3"),
            ("en<=2 pow>={fury}", 'energy<=2 (power>=1 domain>={"fury"})'),
            ("pow:fury", 'power>=1 domain:{"fury"}'),
            ("pow!=fury", '-(power>=1 domain={"fury"})'),
        ],
    )
    def test_are_brought_into_one_form(self, text: str, meant: str) -> None:
        assert understood(text) == meant
        assert messages(text) == []

    @pytest.mark.parametrize("state", ["even", "odd", "none", "unknown", "x", "*", "0+"])
    def test_can_be_a_sign_or_a_state(self, state: str) -> None:
        assert only(f"atk={state.upper()}").value == Word(state)

    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("cn:12", "12"),
            ("cn:012A", "012a"),
            ("cn:1-50", "1..50"),
            ("cn=..5", "..5"),
            ("cn:7..", "7.."),
            ("cn:r01", "r01"),
        ],
    )
    def test_in_sets_are_numbers_or_spans(self, text: str, value: str) -> None:
        assert (only(text).field, only(text).op, only(text).value) == ("number", "=", Word(value))


class TestDays:
    @pytest.mark.parametrize(
        ("text", "on"),
        [
            ("legal:silver@2006-05-01", date(2006, 5, 1)),
            ("legal:silver@2006-05-31", date(2006, 5, 31)),
            ('legal:incursion@"Gen Con 2023"', "Gen Con 2023"),
            ('banned:"Golden Age"@MSM', "MSM"),
            ("is:legal@2006-05-01", date(2006, 5, 1)),
            ("legal:silver@2006-02-30", "2006-02-30"),
        ],
    )
    def test_stand_behind_an_at(self, text: str, on: date | str) -> None:
        assert only(text).on == on
        assert messages(text) == []

    def test_of_a_month_or_a_year_are_the_last_and_said_so(self) -> None:
        assert only("legal:silver@2006-02").on == date(2006, 2, 28)
        assert only("legal:silver@2006").on == date(2006, 12, 31)
        assert marked("legal:silver@2006-02") == ["@2006-02"]

    def test_behind_parentheses_hold_for_every_legality_that_has_none(self) -> None:
        terms = list(walk_terms(parse("(legal:silver -banned:*@2008-01-01 hulk is:legal)@2006-01-01").tree))
        assert [term.on for term in terms] == [date(2006, 1, 1), date(2008, 1, 1), None, date(2006, 1, 1)]

    def test_of_the_whole_query_are_asked_by_asof(self) -> None:
        assert parse("banned:golden asof:2006-10-01").as_of == date(2006, 10, 1)
        assert parse('asof:"Gen Con 2023" hulk').as_of == "Gen Con 2023"
        assert understood("asof:MSM") == 'asof:"MSM"'

    @pytest.mark.parametrize("written", ["2006", "2006-06", "2006-06-01", "2005..2006-06", "..2006", "2006.."])
    def test_are_compared_as_they_are_written(self, written: str) -> None:
        assert only(f"date:{written}").value == Word(written)

    @pytest.mark.parametrize("text", ["date>=s:MSM", "date>=SET:MSM", 'date>="s:MSM"', 'date>=s:"MSM"'])
    def test_can_be_that_of_a_set(self, text: str) -> None:
        assert (only(text).op, only(text).value) == (">=", Word("set:MSM", is_phrase=True))


class TestDisplay:
    def test_is_taken_out_of_the_tree_wherever_it_stands(self) -> None:
        query = parse("(sort:cost,-n t:unit or group:t) view:Table unique:printings -sort:atk")
        assert query.display == DisplayOptions(("cost", "-name", "-atk"), "type", "table", "prints")
        assert isinstance(query.tree, Term)
        assert query.notes == ()

    def test_sorts_by_a_key_once_as_it_was_said_last(self) -> None:
        assert parse("sort:cost,name sort:-cost").display.sort == ("name", "-cost")


class TestLimits:
    def test_a_thousand_characters_are_read(self) -> None:
        words = "ab " * 19
        fitting = words + "c" * (MAX_CHARACTERS - len(words))
        assert messages(fitting) == []
        assert messages(fitting + "d") == ["The query has 1,001 characters; only the first 1,000 were read."]
        assert parse(fitting + "d").text == fitting

    def test_sixty_terms_are_read(self) -> None:
        sixty = " ".join("a" * MAX_TERMS)
        assert messages(sixty) == []
        query = parse(f"({sixty} b) c")
        assert len(list(walk_terms(query.tree))) == MAX_TERMS
        assert [note.message for note in query.notes] == ["The query has more than 60 terms; the rest was ignored."]

    def test_twenty_parentheses_in_each_other_are_read(self) -> None:
        deepest = "(" * DEEPEST + "a" + ")" * DEEPEST
        assert (understood(deepest), messages(deepest)) == ("a", [])
        deeper = f"b ({deepest})"
        assert understood(deeper) == "b"
        assert marked(deeper) == ["(a)"]
        assert understood(f"(c {deepest} d)") == "c d"

    def test_sixty_values_between_braces_are_read(self) -> None:
        assert messages("kw:{" + ",".join(map(str, range(60))) + "}") == []
        assert "the limit is 60" in messages("kw:{" + ",".join(map(str, range(61))) + "}")[0]

    def test_thirty_mistakes_are_listed(self) -> None:
        found = messages(" ".join(f"foo{i}:x" for i in range(90)))
        assert len(found) == 31
        assert found[-1].startswith("There are more mistakes")
