"""Philox4x64-10 against its authors' known answers."""

from __future__ import annotations

from itertools import islice

import pytest

from engine.simulation.goldfish.philox import MASK, encrypt_counter, generate_words

#: From the known answers that Random123 publishes (`philox4x64 10`): counter, key, words.
PUBLISHED = [
    (
        (0, 0, 0, 0),
        (0, 0),
        (0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B),
    ),
    (
        (MASK, MASK, MASK, MASK),
        (MASK, MASK),
        (0x87B092C3013FE90B, 0x438C3C67BE8D0224, 0x9CC7D7C69CD777B6, 0xA09CAEBF594F0BA0),
    ),
    (
        (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89),
        (0x452821E638D01377, 0xBE5466CF34E90C6C),
        (0xA528F45403E61D95, 0x38C72DBD566E9788, 0xA5A1610E72FD18B5, 0x57BD43B5E52B7FE6),
    ),
]


@pytest.mark.parametrize(("counter", "key", "words"), PUBLISHED)
def test_gives_the_published_words(
    counter: tuple[int, int, int, int], key: tuple[int, int], words: tuple[int, int, int, int]
) -> None:
    assert encrypt_counter(counter, key) == words


def test_a_game_begins_with_the_block_of_counter_1() -> None:
    words = list(islice(generate_words(7, 3), 8))
    assert words == [*encrypt_counter((1, 0, 0, 0), (7, 3)), *encrypt_counter((2, 0, 0, 0), (7, 3))]
