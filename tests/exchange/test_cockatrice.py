"""Cockatrice card databases of version 4, with cards of our own making."""

from __future__ import annotations

import io
import re
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.errors import InputError
from tests.exchange.reader_calls import SLACK_KIB, cards, ignored, of_kind, peak_kib, problems, read
from tests.sizes import size
from vsdb.exchange.card_files.proposals import SetProposal
from vsdb.exchange.card_files.sources import READERS

ROOT_TAG = "cockatrice_carddatabase"


def database(*written: str, sets: str = "", info: str = "", attributes: str = 'version="4"') -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<{ROOT_TAG} {attributes}>\n<info>{info}</info>\n'
        f"<sets>{sets}</sets>\n<cards>\n{''.join(written)}</cards>\n</{ROOT_TAG}>\n"
    )


def card(name: str = "Tin Man", text: str = "", printings: str = "<set>OUR</set>", more: str = "", **prop: str) -> str:
    properties = "".join(f"<{tag}>{value}</{tag}>" for tag, value in prop.items())
    return f"<card>\n<name>{name}</name>\n<text>{text}</text>\n<prop>{properties}</prop>\n{printings}\n{more}</card>\n"


def test_a_card_has_its_properties_its_text_and_its_printing() -> None:
    written = card(
        "Tin Man",
        "Oil Can\nMain [Might]: It squeaks no longer.",
        '<set rarity="rare" num="017" uuid="0a1b" picurl="http://127.0.0.1/x.jpg">OUR</set>',
        type="Supporting Character",
        maintype="Supporting Character",
        manacost="4",
        cmc="4",
        pt="3/0+",
        health="2",
        flight="1",
        teams="X-Men; The Winkies",
    )
    items = read("cockatrice", database(written))
    [found] = cards(items)
    assert items[0].slug == "cockatrice-our"  # type: ignore[union-attr]
    assert (found.game, found.set_code, found.number, found.rarity) == ("vs-2pcg", "OUR", "017", "Rare")
    assert found.ids == {"cockatrice": "0a1b"}
    assert found.facts == {
        "type": "Supporting Character",
        "cost": 4,
        "atk": 3,
        "defense": "0+",
        "health": 2,
        "has_flight": True,
        "teams": ["X-Men", "The Winkies"],
    }
    [wording] = found.wordings
    assert (wording.kind, wording.text) == ("printed", "Oil Can\nMain [Might]: It squeaks no longer.")
    assert "'picurl', once: image link; images are not imported" in ignored(items)
    assert "'cmc', once: layout data of another program" in ignored(items)


def test_a_card_of_several_printings_is_proposed_for_each_and_its_text_once() -> None:
    printings = '<set num="017" rarity="C">OUR</set><set num="003" rarity="R">OTH</set><set num="seven">BAD</set>'
    items = read("cockatrice", database(card(text="It squeaks.", printings=printings, ATK="much")))
    found = cards(items)
    assert [(each.set_code, each.number, each.rarity) for each in found] == [
        ("OUR", "017", "Common"),
        ("OTH", "003", "Rare"),
        ("BAD", None, None),
    ]
    assert [len(each.wordings) for each in found] == [1, 0, 0]
    assert [problem.split(": ", 1)[1] for problem in problems(items)] == [
        "ATK: 'much' is not a number or a printed symbol (*, 0+, X)",
        "num: 'seven' is not a collector number or code such as 053 or MOR-053",
    ]


def test_sets_come_with_their_days() -> None:
    sets = (
        "<set><name>OUR</name><longname>Our Set</longname><settype>Custom</settype>"
        "<releasedate>2020-02-29</releasedate></set><set><name>OTH</name><releasedate>one day</releasedate></set>"
    )
    items = read("cockatrice", database(card(), sets=sets))
    first, second = of_kind(items, SetProposal)
    day = date(2020, 2, 29).isoformat()
    assert (first.code, first.name) == ("OUR", "Our Set")
    assert first.facts == {"released_earliest": day, "released_latest": day}
    assert (second.code, second.name, second.facts) == ("OTH", None, {})
    assert [problem.split(": ", 1)[1] for problem in problems(items)] == [
        "releasedate: 'one day' is not a date; write it as 2006-02-28"
    ]


def test_tokens_have_the_type_that_the_game_has_for_them() -> None:
    token = "<token>1</token>"
    written = (card(more=token, type=kind) for kind in ("Supporting Character", "Terrain", "Equipment"))
    found = cards(read("cockatrice", database(*written)))
    assert [each.facts["type"] for each in found] == ["Token (Supporting Character)", "Terrain Token", "Equipment"]


def test_related_cards_are_told() -> None:
    items = read(
        "cockatrice", database(card(more="<related>Straw Man</related><reverse-related>Lion</reverse-related>"))
    )
    assert any(reason.startswith("'<related>', once") for reason in ignored(items))
    assert any(reason.startswith("'<reverse-related>', once") for reason in ignored(items))


@pytest.mark.parametrize(
    ("content", "name", "game"),
    [
        (database(card(game="riftbound")), "x.xml", "riftbound"),
        (database(card(), attributes='version="4" game="vs-classic"'), "x.xml", "vs-classic"),
        (database(card(), info="<author>The Vs. System players</author>"), "x.xml", "vs-classic"),
        (database(card()), "cards-2pcg.xml", "vs-2pcg"),
        (database(card(type="Plot Twist"), card(type="Main Character")), "x.xml", "vs-2pcg"),
        (database(card(type="Character", threshold_cost="2")), "x.xml", "vs-classic"),
    ],
)
def test_the_game_is_told_by_the_file(content: str, name: str, game: str) -> None:
    assert {found.game for found in cards(read("cockatrice", content, name))} == {game}


def test_a_malformed_database_is_told_and_read_on() -> None:
    broken = card("Broken", "it & it").replace("</text>", "</txt>")
    items = read("cockatrice", database(card("First"), broken, card("Last")))
    assert [found.name for found in cards(items)] == ["First", "Broken", "Last"]
    assert [found.set_code for found in cards(items)] == ["OUR", "OUR", "OUR"]
    assert problems(items)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<set/>", f"<set>; a Cockatrice file starts with <{ROOT_TAG}>"),
        (database(card(), attributes='version="3"'), "the file has version 3; only version 4 can be read"),
        (database(card(), attributes=""), "the file has version unknown"),
        (database(card()), "the file names no game"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "document type or entities"),
    ],
)
def test_foreign_files_are_refused(content: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        read("cockatrice", content, "cards.xml")


@pytest.mark.law
@pytest.mark.full
def test_memory_is_flat_over_many_cards(tmp_path: Path) -> None:
    peaks = []
    for count in (1_000, size(10_000, short=4_000)):
        path = tmp_path / f"{count}.xml"
        path.write_text(database(*(card(f"Card {number}", type="Plot Twist") for number in range(count))))
        found, peak = peak_kib("cockatrice", path)
        assert found == count
        peaks.append(peak)
    assert peaks[1] < 2 * peaks[0] + SLACK_KIB


@given(noise=st.binary(max_size=40), at=st.integers(0, 500))
def test_noise_gives_cards_and_problems_or_a_refusal(noise: bytes, at: int) -> None:
    content = database(card("First", type="Plot Twist"), card("Last", "A text.", '<set num="1">OUR</set>')).encode()
    with suppress(InputError):
        list(READERS["cockatrice"](io.BytesIO(content[:at] + noise + content[at:]), "noise-2pcg.xml"))
