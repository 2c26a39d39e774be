"""OCTGN sets that are malformed: each fault at its line and column, and every card that can be read."""

from __future__ import annotations

import io
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.errors import InputError
from tests.exchange.reader_calls import SLACK_KIB, cards, peak_kib, problems, read
from tests.exchange.test_octgn import GAME_ID, card, octgn
from tests.sizes import size
from vsdb.exchange.card_files.sources import READERS

FIRST, LAST = card("First", ATK="1", DEF="2"), card("Last", ATK="8", DEF="9")


def test_a_broken_property_is_told_and_the_card_keeps_the_others() -> None:
    broken = card("Broken", ATK="3", DEF="4").replace('value="3"', 'value=3""')
    items = read("octgn", octgn(FIRST, broken, LAST))
    assert problems(items) == [
        "line 9, column 28: the XML is malformed (not well-formed (invalid token)); this element was skipped"
    ]
    assert [(found.name, found.facts) for found in cards(items)] == [
        ("First", {"atk": 1, "defense": 2}),
        ("Broken", {"defense": 4}),
        ("Last", {"atk": 8, "defense": 9}),
    ]
    assert [found.place.line for found in cards(items)] == [4, 8, 12]


TEXT, FLAVOUR = "Oil Can. It squeaks, 1 > 0.", "Squeak, said the tin man."


@pytest.mark.parametrize("cut", ["", " ", " /", "\n "])
def test_properties_without_the_end_of_their_tag_are_kept(cut: str) -> None:
    """A property that is there but for its `/>`, before another, before another such, and before the end of a card."""
    written = card("Broken", ATK="3", Rules=TEXT, Flavor=FLAVOUR, DEF="4")
    broken = written.replace(f'"{TEXT}"/>', f'"{TEXT}"{cut}').replace('"4"/>', f'"4"{cut}')
    broken = broken.replace(f'"{FLAVOUR}"/>', f'"{FLAVOUR}"{cut}')
    items = read("octgn", octgn(FIRST, broken, LAST))
    [wording] = cards(items)[1].wordings
    assert (wording.text, wording.flavour) == (TEXT, FLAVOUR)
    assert [(found.name, found.facts) for found in cards(items)] == [
        ("First", {"atk": 1, "defense": 2}),
        ("Broken", {"atk": 3, "defense": 4}),
        ("Last", {"atk": 8, "defense": 9}),
    ]
    breaks = cut.count("\n")
    assert problems(items) == [
        f"line {line}, column 1: the tag is not closed; close it with > or />"
        for line in (10, 11 + breaks, 12 + 2 * breaks)
    ]


def test_a_card_whose_own_tag_isnt_closed_is_kept() -> None:
    items = read("octgn", octgn(FIRST, card("Open", ATK="3").replace('">', '"', 1), LAST))
    assert [(found.name, found.facts.get("atk")) for found in cards(items)] == [("First", 1), ("Open", 3), ("Last", 8)]
    assert problems(items) == ["line 8, column 1: the tag is not closed; close it with > or />"]


def test_a_loose_sign_in_a_tag_that_isnt_closed_is_kept() -> None:
    broken = card("Broken", Rules="Hay & oil, 1 < 2.", DEF="4").replace('2."/>', '2."')
    items = read("octgn", octgn(FIRST, broken, LAST))
    assert (cards(items)[1].wordings[0].text, cards(items)[1].facts) == ("Hay & oil, 1 < 2.", {"defense": 4})
    assert problems(items) == ["line 9, column 1: the tag is not closed; close it with > or />"]


def test_a_value_without_its_quote_is_left_out() -> None:
    """Nobody can say where it ends."""
    items = read("octgn", octgn(FIRST, card("Broken", Rules=TEXT, DEF="4").replace(f'{TEXT}"/>', TEXT), LAST))
    assert (cards(items)[1].wordings, cards(items)[1].facts) == ((), {"defense": 4})
    assert problems(items) == ["line 9, column 1: the XML is malformed (unclosed token); this element was skipped"]


def test_many_blanks_in_a_tag_that_isnt_closed_take_no_time() -> None:
    broken = card("Broken", ATK="3", DEF="4").replace('"3"/>', f'"3"{" " * 200_000}/ x')
    assert [found.name for found in cards(read("octgn", octgn(FIRST, broken, LAST)))] == ["First", "Broken", "Last"]


def test_every_fault_of_several_is_told() -> None:
    broken = card("Broken", ATK="3").replace('"3"', '"3')
    items = read("octgn", octgn(broken, FIRST, broken, LAST))
    assert [problem.split(":")[0] for problem in problems(items)] == ["line 5, column 1", "line 12, column 1"]
    assert [found.name for found in cards(items)] == ["Broken", "First", "Broken", "Last"]


@pytest.mark.parametrize(
    ("between", "names"),
    [
        ("<!-- a -- b -->\n", ["First", "Last"]),
        ("stray & text\n", ["First", "Last"]),
        ("</carb>\n", ["First", "Last"]),
        ("<!-- never closed ", ["First"]),
        (card("Ghost").replace("<card", "<!-- -- <card") + "-->", ["First", "Last"]),
        (card("Open").replace("</card>", ""), ["First", "Open", "Last"]),
        (card("Open").replace('">', '"'), ["First", "Last"]),
        ('<card name="Short"/>\n&\n', ["First", "Short", "Last"]),
        ("<card name='A > B' /><", ["First", "A > B", "Last"]),
        ("<wrong>\n", ["First", "Last"]),
    ],
)
def test_the_cards_around_a_fault_are_read(between: str, names: list[str]) -> None:
    items = read("octgn", octgn(FIRST, between, LAST))
    read_names = [found.name for found in cards(items)]
    assert [name for name in read_names if name in names] == names
    assert problems(items)
    assert "Ghost" not in read_names


def test_a_loose_ampersand_is_told_and_taken_for_itself() -> None:
    items = read("octgn", octgn(FIRST, card("Tin & Straw", Rules="Hay & oil, 1 < 2."), LAST))
    names = [found.name for found in cards(items)]
    assert names == ["First", "Tin & Straw", "Last"]
    assert cards(items)[1].wordings[0].text == "Hay & oil, 1 < 2."
    assert [problem.split(":")[0] for problem in problems(items)] == ["line 8, column 24", "line 9, column 36"]


def test_places_after_letters_beyond_ascii_and_other_line_ends_stay_right() -> None:
    content = octgn(card("Zoë ○ 🂡"), card("Broken", ATK="3").replace('"3"', "3"), LAST).replace("\n", "\r\n")
    items = read("octgn", content)
    assert problems(items)[0].startswith("line 7, column 28: ")
    assert [found.name for found in cards(items)] == ["Zoë ○ 🂡", "Broken", "Last"]
    same = read("octgn", content.replace("\r\n", "\r"))
    assert (problems(same), cards(same)) == (problems(items), cards(items))


def test_a_fault_far_into_a_long_file_leaves_every_card_around_it() -> None:
    names = [f"Card {number}" for number in range(3_000)]
    written = [card(name, ATK="1") for name in names]
    written[1_500] = written[1_500].replace('"1"', "1")
    items = read("octgn", octgn(*written))
    assert [found.name for found in cards(items)] == names
    assert problems(items)[0].startswith(f"line {4 + 3 * 1_500 + 1}, column 28: ")


@pytest.mark.law
@pytest.mark.full
def test_memory_stays_flat_in_a_malformed_file(tmp_path: Path) -> None:
    peaks = []
    for count in (1_000, size(20_000, short=6_000)):
        path = tmp_path / f"{count}.xml"
        with path.open("w") as file:
            file.write(f'<set name="Our Set" gameId="{GAME_ID}"><cards>\n<card id=1 name="Broken"/>\n')
            file.writelines(f'<card id="" name="Card {number}"/>\n' for number in range(count))
            file.write("</cards></set>")
        found, peak = peak_kib("octgn", path)
        assert found == count + 1
        peaks.append(peak)
    assert peaks[1] < 2 * peaks[0] + SLACK_KIB


@given(noise=st.binary(max_size=60), at=st.integers(0, 400))
@settings(max_examples=200, deadline=None)
def test_noise_gives_cards_and_problems_or_a_refusal(noise: bytes, at: int) -> None:
    content = octgn(FIRST, card("Middle", Rules="It is in between."), LAST).encode()
    file = io.BytesIO(content[:at] + noise + content[at:])
    with suppress(InputError):
        list(READERS["octgn"](file, "noise.xml"))


@given(st.binary(max_size=300))
def test_any_bytes_at_all_are_refused_or_read(content: bytes) -> None:
    for source in READERS:
        with suppress(InputError):
            list(READERS[source](io.BytesIO(content), "cards-vs-2pcg"))


@pytest.mark.shared
def test_the_malformed_real_set_is_told_at_its_line_and_column_and_read_whole(shared: Path) -> None:
    content = (shared / "data" / "octgn" / "TheBoys.xml").read_bytes()
    items = read("octgn", content, "TheBoys.xml")
    assert [problem for problem in problems(items) if "malformed" in problem] == [
        "line 303, column 34: the XML is malformed (not well-formed (invalid token)); this element was skipped"
    ]
    [mesmer] = [found for found in cards(items) if found.place.line == 298 or found.number == "022"]
    assert "atk" not in mesmer.facts
    assert (mesmer.facts["defense"], mesmer.facts["health"], mesmer.facts["cost"]) == (9, 1, 6)
    assert len(mesmer.wordings) == 1
