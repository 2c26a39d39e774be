"""Facts: read from JSON with the place of what can't be, written back, and described."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.facts import (
    EMPTY,
    MAX_ELEMENTS,
    MAX_TEXT,
    Choice,
    Either,
    Facts,
    Flag,
    Kind,
    ListOf,
    Maybe,
    Null,
    Number,
    PlayInputError,
    Record,
    TableOf,
    Text,
    describe_facts,
    fact,
    missing,
    quote,
    read_facts,
    write_facts,
)
from engine.play.truth import Unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece(Facts):
    """A piece on the board."""

    id: str = fact(Text(), default="")
    ready: Maybe[bool] = fact(Flag(), ask="Is {it} ready?")
    def_: Maybe[int] = fact(Number(0, 9), ask="What is its DEF?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Facts):
    """Whose turn it is."""

    phase: Maybe[str] = fact(Choice(("draw", "build")), ask="Which phase?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(Facts):
    """Everything."""

    turn: Turn = fact(Record(Turn), default=EMPTY)
    pieces: Maybe[tuple[Piece, ...]] = fact(ListOf(Record(Piece)), ask="Which pieces?")
    names: tuple[str, ...] = fact(ListOf(Text()), default=())
    power: Maybe[Any] = fact(TableOf(Number(0, 9), ("red", "blue")), ask="Which power?")
    able: Maybe[Any] = fact(TableOf(Flag()), ask="What can be done?")
    goal: Maybe[Any] = fact(
        Either((Null(), Flag(), Text(), ListOf(Record(Piece)), Record(Piece), TableOf(Flag()))), ask="Which?"
    )


READ: tuple[tuple[str, Any, Any], ...] = (
    ("names", ["a", "b"], ("a", "b")),
    ("power", {"red": 2, "blue": 1}, (("blue", 1), ("red", 2))),
    ("goal", None, None),
    ("goal", True, True),
    ("goal", "a", "a"),
)


@pytest.mark.parametrize(("key", "raw", "value"), READ)
def test_what_is_said_is_read(key: str, raw: Any, value: Any) -> None:
    assert getattr(read_facts(Board, {key: raw}, ""), key) == value


def test_what_is_left_out_is_unknown_with_its_path() -> None:
    board = read_facts(Board, {"pieces": [{"id": "a"}, {}]}, "")
    assert isinstance(board.pieces, tuple)
    assert [piece.ready for piece in board.pieces] == [Unknown(("pieces.a.ready",)), Unknown(("pieces.ready",))]
    assert board.turn.phase == Unknown(("turn.phase",))
    assert missing(Piece, "you.a").def_ == Unknown(("you.a.def",))


REFUSED: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"trun": {}}, "trun", "no fact is called 'trun'"),
    ({"turn": {"phase": "build "}}, "turn.phase", "isn’t one of draw, build"),
    ({"turn": {"phase": 3}}, "turn.phase", "isn’t one of"),
    ({"turn": []}, "turn", "list of 0 isn’t an object"),
    ({"pieces": [{"id": "a", "ready": 1}]}, "pieces.a.ready", "isn’t true or false"),
    ({"pieces": [{"id": "a", "def": 10}]}, "pieces.a.def", "from 0 to 9"),
    ({"pieces": [{"id": "a", "def": True}]}, "pieces.a.def", "whole number"),
    ({"pieces": [{"id": "a"}, {"id": "a"}]}, "pieces", "the id 'a' is given twice"),
    ({"pieces": {"a": 1}}, "pieces", "isn’t a list"),
    ({"pieces": [3]}, "pieces", "isn’t an object"),
    ({"names": ["x"] * (MAX_ELEMENTS + 1)}, "names", "at most 200 elements"),
    ({"names": ["x" * (MAX_TEXT + 1)]}, "names", "at most 200 characters"),
    ({"names": ["\ud800"]}, "names", "UTF-16"),
    ({"power": []}, "power", "isn’t an object"),
    ({"power": {"green": 1}}, "power.green", "no fact is called"),
    ({"able": {"x" * 201: True}}, "able", "a key of at most"),
    ({"goal": 3.5}, "goal", "isn’t"),
)


@pytest.mark.parametrize(("raw", "path", "said"), REFUSED)
def test_what_cannot_be_read_is_named_by_its_path(raw: dict[str, Any], path: str, said: str) -> None:
    with pytest.raises(PlayInputError, match=said) as refused:
        read_facts(Board, raw, "")
    assert refused.value.path == path
    assert refused.value.as_dict()["path"] == path


def test_the_nearest_words_are_told() -> None:
    with pytest.raises(PlayInputError) as refused:
        read_facts(Board, {"turn": {"phase": "biuld"}}, "")
    assert refused.value.near == ("build",)


def test_long_values_are_cut_in_messages() -> None:
    assert quote("x" * 100).endswith("...")
    assert len(quote("x" * 100)) == 60


PIECES = st.fixed_dictionaries({}, optional={"ready": st.booleans(), "def": st.integers(0, 9)})
BOARDS = st.fixed_dictionaries(
    {},
    optional={
        "turn": st.fixed_dictionaries({"phase": st.sampled_from(["draw", "build"])}),
        "pieces": st.lists(PIECES, max_size=2),
        "names": st.lists(st.sampled_from("abc"), min_size=1, max_size=2),
        "power": st.dictionaries(st.sampled_from(["red", "blue"]), st.integers(0, 9)),
        "goal": st.none() | st.booleans() | st.just("a") | PIECES | st.lists(PIECES, min_size=1, max_size=1),
    },
)


@given(BOARDS)
def test_what_is_read_is_written_back(raw: dict[str, Any]) -> None:
    board = read_facts(Board, raw, "")
    assert read_facts(Board, write_facts(board), "") == board


def test_a_record_that_says_nothing_is_left_out() -> None:
    assert write_facts(read_facts(Board, {"turn": {}, "names": []}, "")) == {}


def test_a_table_of_one_of_several_kinds_is_written_as_a_table() -> None:
    kind = Either((Null(), Flag(), TableOf(Flag())))
    assert kind.write(kind.read({"a": True}, "")) == {"a": True}
    assert Either((Number(0, 9), Text())).write("a") == "a"
    assert Either((Number(0, 9),)).write("none fits") == "none fits"


def test_a_list_that_cannot_be_read_is_told_so_and_not_that_it_is_something() -> None:
    kind = Either((Null(), ListOf(Record(Piece))))
    with pytest.raises(PlayInputError, match="given twice"):
        kind.read([{"id": "a"}, {"id": "a"}], "pay")


def test_facts_are_described_with_kinds_defaults_and_questions() -> None:
    held = {each["key"]: each for each in describe_facts(Board)}
    assert held["turn"]["default"] == {}
    assert held["turn"]["facts"][0] == {
        "key": "phase",
        "ask": "Which phase?",
        "type": "choice",
        "options": ["draw", "build"],
    }
    assert held["names"]["default"] == []
    assert held["pieces"]["of"]["facts"][2]["max"] == 9
    assert held["power"]["keys"] == ["red", "blue"]
    assert [each["type"] for each in held["goal"]["of"]][:3] == ["null", "flag", "text"]


def test_a_kind_of_nothing_reads_nothing() -> None:
    with pytest.raises(NotImplementedError):
        Kind().read(1, "")
