"""While very many values are made at once, nobody looks for garbage among them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import suppress

import pytest

from vsdb.core.garbage import pause_garbage_collection


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    """Garbage is collected again after each test."""
    gc.enable()
    yield
    gc.enable()


def test_it_is_collected_again_afterwards_whatever_happens() -> None:
    seen = []
    with suppress(ZeroDivisionError), pause_garbage_collection():
        seen.append(gc.isenabled())
        raise ZeroDivisionError
    assert seen == [False]
    assert gc.isenabled()


def test_a_pause_within_a_pause_does_not_end_it() -> None:
    with pause_garbage_collection():
        with pause_garbage_collection():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_process_that_never_collects_is_left_so() -> None:
    gc.disable()
    with pause_garbage_collection():
        pass
    assert not gc.isenabled()
