"""Logs of games: written, read and replayed."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.errors import InputError
from engine.play.log import MAX_ENTRIES, MAX_LENGTH, Change, Log, Move, read_log, replay, write_log

TODAY = date(2026, 6, 1)
SCALARS = st.none() | st.booleans() | st.integers(-9, 9) | st.text(alphabet="ab é\"'\\by", max_size=6)
NAMES = st.text(alphabet="abcé", min_size=1, max_size=5)
PATHS = st.lists(NAMES, min_size=1, max_size=3).map(".".join) | st.just("action.able.kill a friendly unit")
MOVES = st.builds(lambda verb, says: Move({**says, "action": verb}), NAMES, st.dictionaries(NAMES, SCALARS, max_size=2))
CHANGES = st.builds(Change, PATHS, SCALARS, NAMES | st.just(""))


@given(st.builds(Log, st.dictionaries(NAMES, SCALARS), st.lists(MOVES | CHANGES, max_size=4).map(tuple)))
def test_what_is_written_reads_back(log: Log) -> None:
    assert read_log(write_log(log)) == log


def test_a_log_is_written_with_numbers() -> None:
    log = Log(
        {"game": "g"}, (Move({"action": "pass"}), Move({"action": "a", "b": 1}), Change("a.b", 3, "Savage Beatdown"))
    )
    assert write_log(log).splitlines()[1:] == [
        'start {"game": "g"}', "1. pass", '2. a {"b": 1}', "3. change a.b 3 by Savage Beatdown"
    ]  # fmt: skip
    assert write_log(Log({}, (Change("a", []),))).endswith("1. change a []\n")


def test_comments_empty_lines_and_numbers_may_be_left_out() -> None:
    text = '# mine\n\nstart {"game": "g"}\n# then\nattack {"defender": "x"}\n2. pass\nchange a.b 3 by Savage Beatdown\n'
    moves = (Move({"action": "attack", "defender": "x"}), Move({"action": "pass"}), Change("a.b", 3, "Savage Beatdown"))
    assert read_log(text) == Log({"game": "g"}, moves)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: the first entry isn’t the position"),
        ("# only a comment\n\nattack", "line 3: the first entry isn’t the position"),
        ("start {", "line 1: this isn’t JSON"),
        ("start []", "line 1: this isn’t an object"),
        ('start {}\n\n1. attack {"a"', "line 3: this isn’t JSON"),
        ("start {}\nchange you.a", "line 2: a change is written"),
        ("start {}\nchange you.a 3 of something", "line 2: a change is written"),
        ("start " + "[" * 100_000, "line 1: this isn’t JSON"),
        ("start {}\n" + "pass\n" * (MAX_ENTRIES + 1), "log: 501 entries; at most 500"),
        ("#" * (MAX_LENGTH + 1), "log: 200,001 characters"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_line(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_log(text)


ATTACK = {
    "game": "vs-classic",
    "turn": {"phase": "combat", "step": "attack", "active": "you", "priority": "you", "chain": [], "attack": None},
    "you": {"characters": [{"id": "a", "ready": False, "stunned": False, "row": "front", "column": 1}]},
    "opponent": {"characters": [{"id": "x", "stunned": False, "row": "front", "column": 1}]},
}
MOVE = Move({"action": "attack", "attackers": ["a"], "defender": "x"})


def test_an_illegal_move_leaves_the_position_and_a_card_changes_it() -> None:
    log = Log(ATTACK, (MOVE, Change("you.characters.a.ready", True, "Savage Beatdown"), MOVE))
    tired, readied, attacked = replay(log, today=TODAY)
    assert tired.answer is not None
    assert (tired.answer.outcome, tired.position) == ("illegal", ATTACK)
    assert (readied.answer, readied.position["you"]["characters"][0]["ready"]) == (None, True)
    assert attacked.answer is not None
    assert attacked.answer.outcome == "legal"
    assert attacked.position["game"] == "vs-classic"
    assert attacked.position["turn"]["attack"]["attackers"] == ["a"]


def test_a_move_that_moves_nothing_leaves_the_position() -> None:
    (step,) = replay(Log({"game": "riftbound"}, (Move({"action": "change-choices", "step": 1}),)), today=TODAY)
    assert step.position == {"game": "riftbound"}


@pytest.mark.parametrize(
    "log",
    [
        Log({"game": "chess"}, (MOVE,)),
        Log({"game": "vs-classic", "turn": []}, (MOVE,)),
        Log(ATTACK, (Change("you.charcters.a.ready", True),)),
        Log({"game": "chess"}, (Change("you.a", 3),)),
    ],
)
def test_an_entry_that_cannot_be_replayed_is_named_by_its_number(log: Log) -> None:
    with pytest.raises(InputError) as refused:
        list(replay(log, today=TODAY))
    assert refused.value.place == "entry 1"


def test_a_line_with_a_list_instead_of_facts_is_refused() -> None:
    with pytest.raises(InputError, match="line 2: this isn’t an object with facts"):
        read_log('start {"game": "g"}\nattack [1]')
