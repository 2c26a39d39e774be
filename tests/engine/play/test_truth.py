"""Three-valued formulas: what is unknown settles nothing by itself and carries its questions."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.play.truth import (
    Truth,
    Unknown,
    all_in_order,
    all_of,
    any_in_order,
    any_of,
    at_least,
    combine,
    compute,
    equals,
    is_in,
    negate,
)

A, B = Unknown(("a",)), Unknown(("b", "a"))


@pytest.mark.parametrize("truths", list(permutations((True, False, A))))
def test_one_false_settles_all_and_one_true_settles_any(truths: tuple[Truth, ...]) -> None:
    assert all_of(truths) is all_in_order(truths) is False
    assert any_of(truths) is any_in_order(truths) is True


def test_nothing_holds_for_all_and_not_for_any() -> None:
    assert all_of(()) is all_in_order(()) is True
    assert any_of(()) is any_in_order(()) is False


def test_unknown_asks_everything_once_or_in_order_the_first_alone() -> None:
    assert all_of((True, A, B)) == any_of((False, A, B)) == Unknown(("a", "b"))
    assert all_in_order((True, A, B)) == any_in_order((False, A, B)) == A


def test_unknown_stays_unknown_through_every_formula() -> None:
    assert negate(A) == equals(A, 1) == is_in(A, (1,)) == compute(int.__add__, A, 1) == at_least(1, A) == A
    assert combine(A, B) == compute(int.__add__, A, B) == Unknown(("a", "b"))


def test_known_values_are_calculated_with() -> None:
    assert (negate(True), negate(False)) == (False, True)
    assert (equals(1, 1), equals(1, 2), is_in(1, (1, 2)), is_in(3, (1, 2))) == (True, False, True, False)
    assert compute(int.__add__, 2, 3) == 5
    assert (at_least(3, 3), at_least(2, 3)) == (True, False)
