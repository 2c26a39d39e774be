"""TCG Browser's list: cards of our own making, and the real list where it is at hand."""

from __future__ import annotations

import io
import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.errors import InputError
from tests.exchange.comparing import differences, recorded_cards
from tests.exchange.reader_calls import SLACK_KIB, cards, ignored, of_kind, peak_kib, problems, read
from tests.sizes import size
from vsdb.exchange.card_files.proposals import SetProposal
from vsdb.exchange.card_files.sources import READERS

#: The real list's own spellings.
KNOWN_DIFFERENCES = {
    (f"{code}", "name", "Spider Man") for code in ("MNB-007", "MNB-008", "MNB-016", "LEG-003", "LEG-004")
}
KNOWN_DIFFERENCES |= {("ALN-026", "name", "Weylan-Yutani Complex")}


def written(**fields: Any) -> dict[str, Any]:
    return {"guid": "our-001", "name": "Tin Man", "type": "Supporting character", "set": "our", **fields}


def listed(*items: Any) -> str:
    return "[\n" + ",\n".join(json.dumps(item) for item in items) + "\n]"


def test_a_card_has_its_facts_in_the_words_of_the_reference() -> None:
    card = written(
        type="Main Character L2",
        limit="1",
        traits="[flight] [ranged]",
        text="AKA The Emperor and Nick Chopper\n\nOil Can\nMain [red]: It squeaks no longer.",
        atk="0+",
        **{"def": "12"},
        health="*",
        faction="xmen",
        linkedcards='["our-002"]',
    )
    [found] = cards(read("tcgbrowser", listed(card)))
    assert (found.set_code, found.number, found.ids) == ("OUR", "001", {"tcgbrowser": "our-001"})
    assert found.facts == {
        "type": "Main Character",
        "level": 2,
        "has_flight": True,
        "has_range": True,
        "atk": "0+",
        "defense": 12,
        "health": "*",
        "teams": ["X-Men"],
        "aka": ["The Emperor", "Nick Chopper"],
        "linked": ["OUR-002"],
    }
    [wording] = found.wordings
    assert wording.text.split("\n") == [
        "AKA The Emperor and Nick Chopper",
        "Oil Can",
        "Main [red]: It squeaks no longer.",
    ]


@pytest.mark.parametrize(
    ("kind", "limit", "printed"),
    [
        ("Supporting character", "4", None),
        ("Supporting character", "1", 1),
        ("Supporting character", "8", 8),
        ("Main Character L1", "1", None),
        ("Main Character L1", "2", 2),
        ("Facehugger Pile", "3", None),
    ],
)
def test_a_limit_is_printed_where_it_isnt_the_usual_one(kind: str, limit: str, printed: int | None) -> None:
    items = read("tcgbrowser", listed(written(type=kind, limit=limit)))
    assert cards(items)[0].facts.get("printed_limit") == printed
    assert any(reason.startswith("'limit', once") for reason in ignored(items)) == (printed is None)


def test_a_neutral_card_is_in_no_team_and_a_location_is_a_basic_one() -> None:
    [found] = cards(read("tcgbrowser", listed(written(type="Location", faction="neutral"))))
    assert found.facts == {"type": "Basic Location", "teams": [], "alignments": ["Neutral"]}


def test_another_picture_of_a_card_has_a_printing_of_its_own_and_its_marks_are_told() -> None:
    items = read("tcgbrowser", listed(written(guid="our-001ea", aa="true", image_url="/x.jpg", thumbnail_url="/y.jpg")))
    assert cards(items)[0].number == "001EA"
    assert ignored(items) == [
        "'aa', once: marks alternative art of the same card",
        "'image_url', once: image link; images are not imported",
        "'thumbnail_url', once: image link; images are not imported",
    ]


def test_sets_are_proposed_once() -> None:
    items = read("tcgbrowser", listed(written(), written(guid="our-002"), written(guid="oth-001")))
    assert [found.code for found in of_kind(items, SetProposal)] == ["OUR", "OTH"]


def test_a_broken_card_is_told_at_its_place_and_the_rest_is_read() -> None:
    content = listed(written(name="First"), written(name="Broken"), written(name="Last")).replace(
        '"Broken",', '"Broken"'
    )
    items = read("tcgbrowser", content)
    assert [found.name for found in cards(items)] == ["First", "Last"]
    assert problems(items) == [
        "line 3, column 38: the JSON is malformed (Expecting ',' delimiter); this card was skipped"
    ]


@pytest.mark.parametrize("word", ["NaN", "-Infinity"])
def test_a_word_that_python_alone_takes_for_a_number_is_no_json(word: str) -> None:
    items = read("tcgbrowser", listed(written(), written(name="Broken")).replace('"Broken"', word))
    assert [found.name for found in cards(items)] == ["Tin Man"]
    assert problems(items) == [
        f"line 3, column 1: the JSON is malformed ({word} is not a number); this card was skipped"
    ]


@pytest.mark.parametrize(
    ("card", "problem"),
    [
        (written(atk=["a", 1]), "atk: found list; write text"),
        (written(atk="much"), "atk: 'much' is not a number or a printed symbol (*, 0+, X)"),
        (written(traits="[flight] [swims]"), "traits: use [flight] or [ranged]"),
        (written(linkedcards="our-002"), "linkedcards: write a list of codes"),
        (written(text="half \ud800 a letter"), "text: the character U+D800 is not allowed"),
        (written(text="nul \0"), "text: the character U+0000 is not allowed"),
        (written(text="long " * 3_000), "text: 14,999 characters; at most 10,000 are allowed"),
        (17, "not a card; write a card as an object in braces"),
    ],
)
def test_what_cant_be_read_is_told_and_the_rest_is_read(card: Any, problem: str) -> None:
    items = read("tcgbrowser", listed(written(name="First"), card))
    assert [found.split(": ", 1)[1] for found in problems(items)] == [problem]


def test_figures_may_be_numbers_and_fields_null() -> None:
    [found] = cards(read("tcgbrowser", listed(written(atk=3, cost=None, linkedcards=["our-002"]))))
    assert (found.facts["atk"], found.facts["linked"]) == (3, ["OUR-002"])
    assert "cost" not in found.facts


def test_a_list_that_is_cut_off_is_told() -> None:
    items = read("tcgbrowser", listed(written()).removesuffix("\n]"))
    assert len(cards(items)) == 1
    assert problems(items)[-1].endswith("the list has no end; the file is cut off")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "the file is empty"),
        ("{}", "line 1, column 1: the file is not a JSON list of cards"),
        ("[]", "the file has no cards"),
        ('[{"title": "x"}]', "line 1, column 2: not a TCG Browser card; one has guid, name, type"),
        (listed(written())[:-2] + "\n{" * 2_000, "line 1003, column 1: more than 1,000 cards are not valid JSON"),
        ("[" * 100_000, "the file has no cards: the JSON is nested too deeply"),
        ('["' + "x" * 1_000_000, "the file has no cards: the JSON is malformed"),
        (b"\xff\xfe[\x00]\x00", "the file is in UTF-16; save it as UTF-8"),
        (b'[\n{"name": "Zo\xeb"}]', "line 2, column 13: the byte 0xEB is not valid UTF-8"),
    ],
)
def test_hostile_and_foreign_files_are_refused(content: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        read("tcgbrowser", content)


@pytest.mark.law
@pytest.mark.full
def test_memory_is_flat_over_many_cards(tmp_path: Path) -> None:
    peaks = []
    for count in (1_000, size(50_000, short=10_000)):
        path = tmp_path / f"{count}.json"
        with path.open("w") as file:
            file.write("[")
            file.writelines(f'{{"guid":"our-001","name":"Card {number}","type":""}},\n' for number in range(count))
            file.write("]")
        found, peak = peak_kib("tcgbrowser", path)
        assert found == count
        peaks.append(peak)
    assert peaks[1] < 2 * peaks[0] + SLACK_KIB


@given(noise=st.binary(max_size=40), at=st.integers(0, 300))
def test_noise_gives_cards_and_problems_or_a_refusal(noise: bytes, at: int) -> None:
    content = listed(written(name="First", traits="[flight]"), written(text="It is last.", limit="3")).encode()
    with suppress(InputError):
        list(READERS["tcgbrowser"](io.BytesIO(content[:at] + noise + content[at:]), "noise.json"))


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["guid", "name", "type", "text", "linkedcards", "limit", "atk"]),
            st.one_of(st.text(), st.integers(), st.none(), st.booleans(), st.lists(st.text())),
        ),
        max_size=3,
    )
)
def test_fields_of_any_content_give_cards_and_problems(found: list[dict[str, Any]]) -> None:
    with suppress(InputError):
        read("tcgbrowser", listed(written(), *found))


@pytest.mark.shared
def test_the_real_list_has_the_recorded_facts_and_nothing_of_it_vanishes(shared: Path) -> None:
    content = (shared / "data" / "tcgbrowser-2pcg.json").read_bytes()
    items = read("tcgbrowser", content)
    assert len(cards(items)) == 358
    assert problems(items) == []
    assert differences(cards(items), recorded_cards("vs-2pcg")) == KNOWN_DIFFERENCES
    filled = sum(bool(value) for card in json.loads(content) for value in card.values())
    counted = sum(int(re.search(r", (\d+) times|, (once)", reason)[1] or 1) for reason in ignored(items))  # type: ignore[index]
    assert filled == counted + sum(_fields_behind(card) for card in cards(items))


def _fields_behind(card: Any) -> int:
    """How many fields of the list a proposal comes from: guid and set are its printing, traits its flight and range."""
    own = card.facts.keys() - {"level", "aka", "has_flight", "has_range", "alignments"}
    has_traits = bool(card.facts.get("has_flight") or card.facts.get("has_range"))
    return len(own) + has_traits + len(card.wordings) + sum(map(bool, (card.name, card.number, card.set_code)))
