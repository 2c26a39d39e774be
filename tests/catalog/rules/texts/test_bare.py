"""What is set aside when a document is compared with its units, and what isn't."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.catalog.rules.texts.documents import joined, strip_space_and_markup
from vsdb.exchange.rule_documents.units import DocumentUnit, strip_bullet, strip_markup


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("two  words\n\nhere\f", "twowordshere"),
        ("## 3. Zones", "3Zones"),
        ("**Bold** and *slanted*", "Boldandslanted"),
        ("- 101.2 Four", "101.2Four"),
        ("  - o Some", "Some"),
        ("-\no so few", "sofew"),
        ("• one ○ two", "onetwo"),
        ("101.2a. Four", "101.2aFour"),
        ('<a href="mailto:x.example">x.example</a>', "x.example"),
        ("## <u>Area</u>", "Area"),
        ("[Stunned](#) and [more](https://x.example/y)", "Stunnedandmore"),
        (r"\(Deck\)", "(Deck)"),
        ("-<u></u> left", "left"),
        ("Term – its meaning", "Termitsmeaning"),
        ("Step — its text", "Stepitstext"),
        ("**Term:** its meaning", "Termitsmeaning"),
    ],
)
def test_markup_and_white_space_go(marked: str, plain: str) -> None:
    assert strip_space_and_markup(marked) == plain


@pytest.mark.parametrize(
    "words",
    [
        "<cardname>",
        "<aplayer>",
        "<p>",
        "Name<>Identity",
        "[Flight]",
        "[anobject](thatway)",
        "#5Legion",
        "-1DEF",
        "KO'd",
        "front-row",
        "0—1",
        "12:30",
        "re:play",
        "101.2a.b",
        "rule706.)",
        "_____",
        r"C:\n",
    ],
)
def test_words_and_the_documents_own_signs_stay(words: str) -> None:
    assert strip_space_and_markup(words) == words


@pytest.mark.parametrize("words", ["a <a player> may", "get -1 DEF", "O so few", "see 706.)"])
def test_words_that_look_like_markup_stay_between_others(words: str) -> None:
    assert strip_space_and_markup(words) == words.replace(" ", "")


def test_a_line_loses_what_it_begins_with_and_nothing_else() -> None:
    assert strip_bullet("  - ## 101 - Start") == "101 - Start"
    assert strip_bullet("-1 DEF") == "-1 DEF"


def test_the_markup_inside_a_line_goes_and_its_bullet_stays() -> None:
    assert strip_markup("- **Bold** <u>line</u> 5.") == "- Bold line 5."


def test_units_are_joined_number_title_text() -> None:
    units = (
        DocumentUnit("heading", "1", 0, 1, number="1", title="Basics"),
        DocumentUnit("rule", "1.1", 1, 2, number="1.1", text="Go."),
    )
    assert joined(units) == "1\nBasics\n1.1\nGo."


@settings(deadline=None)
@given(st.text(alphabet='<>/uabr \n-#*.1o[]()\\"=hef', max_size=60))
def test_what_is_bare_has_no_white_space_and_unmarking_first_changes_nothing(text: str) -> None:
    assert strip_space_and_markup(text) == "".join(strip_space_and_markup(text).split())
    assert strip_space_and_markup(strip_markup(text)) == strip_space_and_markup(text)


@settings(deadline=None)
@given(st.lists(st.sampled_from(["-", "#", "o", "1.", "word", "<u>", "*", "[x", "y](#)", "–", ":"]), max_size=12))
def test_how_the_white_space_lies_makes_no_difference(words: list[str]) -> None:
    assert strip_space_and_markup(" ".join(words)) == strip_space_and_markup("\n\n".join(words))


@settings(deadline=None)
@given(st.lists(st.sampled_from(["-", "#", "•", "o", "1.", "word", "<u>", "*"]), max_size=8))
def test_a_line_without_its_bullet_is_bare_the_same(words: list[str]) -> None:
    assert strip_space_and_markup(strip_bullet(" ".join(words))) == strip_space_and_markup(" ".join(words))
