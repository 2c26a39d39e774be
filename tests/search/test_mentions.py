"""Names that are found in running text."""

from __future__ import annotations

import pytest

from vsdb.search.conditions.mentions import NameSpotter

LAMPS = ("Lamp", "Lamp Lighter", "Old Lamp Lighter", "Lighter", "The Wick", "of Ours", "Straße", "Zoë")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", set()),
        ("Nothing of that.", set()),
        ("A Lamp.", {"Lamp"}),
        ("A lamp, a LAMP.", {"Lamp"}),
        ("a lamp", set()),
        ("Lamps and Lampshades", set()),
        # The longest at each place, and what comes after it.
        ("Old Lamp Lighter", {"Old Lamp Lighter"}),
        ("Lamp Lighter Lighter", {"Lamp Lighter", "Lighter"}),
        ("Lamp Lamp Lighter", {"Lamp", "Lamp Lighter"}),
        ("Old Lamp", {"Lamp"}),
        # A longer one that stands there in small letters hides nothing.
        ("Lamp lighter", {"Lamp"}),
        # All words of a name, in another order or apart.
        ("Lighter Lamp Old", {"Lamp", "Lighter"}),
        ("Wick The", set()),
        ("The-Wick's end", {"The Wick"}),
        ("the Wick", set()),
        ("a friend of Ours and OF OURS", {"of Ours"}),
        ("in Strasse and STRASSE", {"Straße"}),
        ("with Zoe", {"Zoë"}),
        ("Zoë’s Lamp", {"Zoë", "Lamp"}),
    ],
)
def test_are_whole_words_in_a_row_the_longest_at_each_place(text: str, names: set[str]) -> None:
    assert NameSpotter(LAMPS).spotted(text) == names


def test_that_differ_in_signs_alone_are_all_found() -> None:
    spotter = NameSpotter(("Bright-Eye", "Bright Eye"), ("bright eye", "Eye", "Bright Eye", "—"))
    assert spotter.spotted("Bright Eye") == {"Bright-Eye", "Bright Eye", "bright eye"}
    assert spotter.spotted("bright eye") == {"bright eye"}
