"""Questions of play as texts for addresses."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import InputError
from vsdb.play.documents import MAX_BYTES, decode_question, encode_question

ATTACK = {
    "position": {
        "game": "vs-classic",
        "turn": {"phase": "combat"},
        "you": {"characters": [{"id": "ä", "ready": True}]},
    },
    "action": {"action": "attack", "attackers": ["ä"]},
}
OLD = "1IyEADi9RikXzMjZP4nA9ftcAzUaJc7DbAA"  #: as it was written when links began
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=9,
)


@given(st.dictionaries(st.text(max_size=9), VALUES, max_size=4))
def test_what_is_written_reads_back(document: dict[str, object]) -> None:
    assert decode_question(encode_question(document)) == document


def test_an_old_link_keeps_answering() -> None:
    assert decode_question(OLD) == ATTACK


def test_an_attack_fits_into_a_short_address() -> None:
    assert len(encode_question(ATTACK)) < 120


def test_the_order_of_keys_changes_nothing() -> None:
    assert encode_question(ATTACK) == encode_question(dict(reversed(ATTACK.items())))


@pytest.mark.parametrize("code", ["", "1", "2abc", "1!!!!", "1abc", "1" * 7_000, "1ä", OLD[:-9]])
def test_a_damaged_text_is_refused(code: str) -> None:
    with pytest.raises(InputError, match="damaged"):
        decode_question(code)


def test_a_text_that_unpacks_to_too_much_is_refused() -> None:
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = packed.compress(b'{"a": "' + b"a" * MAX_BYTES + b'"}') + packed.flush()
    with pytest.raises(InputError, match="damaged"):
        decode_question("1" + urlsafe_b64encode(raw).decode().rstrip("="))


def test_a_position_that_no_address_can_hold_says_what_to_do() -> None:
    with pytest.raises(InputError, match="save it"):
        encode_question({"position": {"chain": [f"{number * 7919:x}" for number in range(9_000)]}})


@pytest.mark.parametrize("document", [b"[]", b'"a"', b"{"])
def test_what_is_no_object_is_refused(document: bytes) -> None:
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = packed.compress(document) + packed.flush()
    with pytest.raises(InputError, match="damaged"):
        decode_question("1" + urlsafe_b64encode(raw).decode().rstrip("="))
