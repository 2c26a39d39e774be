"""OCTGN sets that are well formed: cards of our own making, and the real files where they are at hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.model.errors import InputError
from tests.exchange.comparing import differences, recorded_cards
from tests.exchange.reader_calls import SLACK_KIB, cards, ignored, of_kind, peak_kib, problems, read
from tests.sizes import size
from vsdb.exchange.card_files.proposals import SetProposal, SourceProposal, WordingProposal

GAME_ID = "d9d22574-b64d-4f4b-9726-092d35b778c9"
GUID = "0a1b2c3d-0000-4000-8000-00000000000f"
SHARED_SETS = {"AEW": 70, "FracturedFamily": 24, "XForce": 19, "TheBoys": 61}
#: Where a real file says something else than the reference: the file's slips and the conflicts that a plan reports.
KNOWN_DIFFERENCES = {
    ("AEW-068", "name", "All Out"),
    ("BOY-034", "alignments", "['Evil']"),
    ("BOY-036", "alignments", "['Evil']"),
}


def octgn(*cards_written: str, head: str = f'name="Our Set" gameId="{GAME_ID}"') -> str:
    return f'<?xml version="1.0" encoding="utf-8"?>\n<set {head}>\n<cards>\n{"".join(cards_written)}</cards>\n</set>\n'


def card(name: str = "Tin Man", card_id: str = "", **properties: str) -> str:
    lines = (f'<property name="{key.replace("_", " ")}" value="{value}"/>\n' for key, value in properties.items())
    return f'<card id="{card_id}" name="{name}">\n{"".join(lines)}</card>\n'


def test_a_main_character_has_its_level_its_printing_and_its_facts() -> None:
    written = card(
        **{
            "Card Number": "OUR-001",
            "Type": "L1 Main Character",
            "Cost": "",
            "ATK": "3",
            "DEF": "0+",
            "Flight": "0",
            "Range": "1",
            "Good Evil Neutral": "Good, Evil",
            "Teams": "xmen, Fantastic Four",
            "Format": "photographic",
            "Rules": "Oil Can. Main [MIGHT]: It squeaks no longer.",
            "Health": "*",
        }
    )
    [found] = cards(read("octgn", octgn(written)))
    assert (found.name, found.set_code, found.number, found.game) == ("Tin Man", "OUR", "001", "vs-2pcg")
    assert found.facts == {
        "type": "Main Character",
        "level": 1,
        "atk": 3,
        "defense": "0+",
        "health": "*",
        "has_flight": False,
        "has_range": True,
        "alignments": ["Good", "Evil"],
        "teams": ["X-Men", "Fantastic"],
        "universe": "Photographic",
    }
    [wording] = found.wordings
    assert (wording.kind, wording.text) == ("printed", "Oil Can. Main [MIGHT]: It squeaks no longer.")
    assert (found.place.line, found.place.column, found.place.label) == (4, 1, "OUR-001")
    assert wording.place.line == 15


@pytest.mark.parametrize(
    ("written", "facts"),
    [
        ("Equipment - Machine", {"type": "Equipment", "traits": ["Machine"]}),
        ("Plot twist", {"type": "Plot Twist"}),
        ("Terrain Token", {"type": "Terrain Token"}),
        ("Challenge Match", {"type": "Challenge Match"}),
        ("Token (Supporting Character)", {"type": "Token (Supporting Character)"}),
        ("Main Character L3", {"type": "Main Character", "level": 3}),
        ("Moon Phase", {"type": "Moon Phase"}),
    ],
)
def test_types_are_brought_to_the_words_of_the_reference_and_new_ones_stay(written: str, facts: dict[str, str]) -> None:
    [found] = cards(read("octgn", octgn(card(Type=written))))
    assert found.facts == facts


def test_a_neutral_card_without_a_team_has_none_and_another_isnt_recorded() -> None:
    first, second = cards(read("octgn", octgn(card(Alignment="Neutral", Teams=""), card(Alignment="Good", Teams=""))))
    assert first.facts["teams"] == []
    assert "teams" not in second.facts


def test_card_ids_are_kept_and_what_is_no_guid_is_told() -> None:
    items = read("octgn", octgn(card(card_id=f"{{{GUID.upper()}}}"), card(card_id="17"), card(card_id="")))
    assert [found.ids for found in cards(items)] == [{"octgn": GUID}, {}, {}]
    assert problems(items) == ["line 6, column 1: the card's id is not a GUID; it was skipped"]


def test_the_source_is_named_by_the_code_of_the_first_card_and_the_set_is_proposed_once() -> None:
    items = read("octgn", octgn(card(Number="OUR-001"), card(Number="OUR-002")))
    assert items[0] == SourceProposal("vs-2pcg", "octgn-our", "OCTGN set OUR")
    assert [(found.code, found.name) for found in of_kind(items, SetProposal)] == [("OUR", "Our Set")]


def test_without_codes_the_name_of_the_set_stands_for_it() -> None:
    items = read("octgn", octgn(card(Number="17")))
    assert items[0] == SourceProposal("vs-2pcg", "octgn-our-set", "OCTGN set Our Set")
    assert [(found.code, found.name) for found in of_kind(items, SetProposal)] == [(None, "Our Set")]
    assert [(found.set_code, found.number) for found in cards(items)] == [(None, "17")]


def test_unknown_properties_are_told_once_with_their_number() -> None:
    items = read("octgn", octgn(*[card(Sparkle="much", Artist="A. Nonymous") for _ in range(3)]))
    assert "'Sparkle', 3 times: cards have no such field" in ignored(items)
    assert "'Artist', 3 times: artists are not recorded" in ignored(items)


def test_many_unknown_names_are_counted_together() -> None:
    items = read("octgn", octgn(*[card(**{f"Sparkle {number}": "much"}) for number in range(100)]))
    assert "60 more properties with other names" in ignored(items)


def test_two_properties_for_one_field_are_told_where_they_differ() -> None:
    items = read("octgn", octgn(card(Attack="3", ATK="4"), card(Attack="3", ATK="3")))
    assert [found.facts["atk"] for found in cards(items)] == [3, 3]
    assert "'ATK', once: 'Attack' already gives another value" in ignored(items)


def test_a_value_that_cant_be_read_is_told_at_its_place_and_the_rest_is_read() -> None:
    items = read("octgn", octgn(card(ATK="three", DEF="4", Alignment="Goood")))
    assert problems(items) == [
        "line 5, column 1: ATK: 'three' is not a number or a printed symbol (*, 0+, X)",
        "line 7, column 1: Alignment: 'Goood' is not a known alignment; use Evil, Good, Neutral; did you mean Good?",
    ]
    assert cards(items)[0].facts == {"defense": 4}


def test_a_card_in_a_comment_is_no_card() -> None:
    assert [found.name for found in cards(read("octgn", octgn(f"<!-- {card('Ghost')} -->", card("Tin Man"))))] == [
        "Tin Man"
    ]


def test_a_classic_set_has_versions_an_identity_and_two_kinds_of_cost() -> None:
    content = octgn(
        card(
            "Tin Man &lt;&gt; Nick",
            Number="OUR-001",
            Type="Character",
            Version="Woodcutter ○ Emperor",
            Recruit_Cost="4",
        ),
        card("Yellow Road", Number="OUR-002", Type="Location", Cost="2"),
        head='name="Our Set" gameId="00000000-0000-0000-0000-000000000001"',
    )
    first, second = cards(read("octgn", content, "set.xml"))
    assert (first.game, first.name, first.identity, first.versions) == (
        "vs-classic",
        "Tin Man",
        "Nick",
        ("Woodcutter", "Emperor"),
    )
    assert (first.facts["cost"], first.facts["cost_kind"]) == (4, "recruit")
    assert (second.facts["cost"], second.facts["cost_kind"]) == (2, "threshold")


def test_the_file_name_may_tell_the_game() -> None:
    content = octgn(card(Number="OUR-001"), head='name="Our Set"')
    assert cards(read("octgn", content, "set-vs-classic.xml"))[0].game == "vs-classic"
    with pytest.raises(InputError, match=r"names no game; .* set-vs-classic\.xml"):
        read("octgn", content, "set.xml")


def test_an_alternate_is_a_card_with_the_properties_it_has_not_itself() -> None:
    written = (
        f'<card id="{GUID}" name="Tin Man"><property name="Number" value="OUR-001"/><property name="ATK" value="3"/>'
        '<alternate name="Tin Emperor" type="b"><property name="ATK" value="5"/></alternate></card>'
    )
    first, second = cards(read("octgn", octgn(written)))
    assert (first.name, first.facts["atk"], first.ids) == ("Tin Man", 3, {"octgn": GUID})
    assert (second.name, second.facts["atk"], second.ids, second.number) == ("Tin Emperor", 5, {}, "001")


def test_a_value_may_be_written_as_content_with_symbols() -> None:
    written = '<card name="Tin Man"><property name="Rules">Pay<s value="Might">Might</s></property></card>'
    [found] = cards(read("octgn", octgn(written)))
    assert [wording.text for wording in found.wordings] == ["Pay [Might]"]


def test_a_card_without_a_name_and_a_code_is_told() -> None:
    assert problems(read("octgn", octgn(card(""), card())))[0].startswith("line 4, column 1: the card has no name")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "the file is not XML: no element found"),
        ("not XML at all", "line 1, column 1: the file is not XML"),
        ("<deck/>", "<deck>; an OCTGN set starts with <set>"),
        (octgn(), "the file has no cards"),
        ('<!DOCTYPE set SYSTEM "http://127.0.0.1/x.dtd"><set/>', "document type or entities"),
        ('<!DOCTYPE set [<!ENTITY a "aaaa">]><set>&a;</set>', "document type or entities"),
        (b'<?xml version="1.0" encoding="utf-7"?><set/>', "line 1: the file declares the encoding utf-7"),
        (octgn(card("Tin\0Man")), "line 4, column 22: a NUL character"),
        (octgn(card("Zoë")).encode("latin-1"), "line 4, column 21: the byte 0xEB is not valid UTF-8"),
        (octgn(f'<card name="{"x" * 300_000}"/>'), "a record with more than 262,144 characters"),
        (octgn(f"<card>{'<a/>' * 3000}</card>"), "a record with more than 2,000 elements"),
        (octgn("<card>" + "<a>" * 40 + "</a>" * 40 + "</card>"), "nested 16 deep"),
        (octgn(f'<pack name="{"x" * 3_000_000}"/>'), "more than 1,048,576 characters in one tag"),
    ],
)
def test_hostile_and_foreign_files_are_refused(content: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        read("octgn", content)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "iso-8859-1", "windows-1252"])
def test_declared_encodings_are_read(encoding: str) -> None:
    declared = "utf-8" if encoding == "utf-8-sig" else encoding
    content = octgn(card("Zoë")).replace('encoding="utf-8"', f'encoding="{declared}"').encode(encoding)
    assert [found.name for found in cards(read("octgn", content))] == ["Zoë"]


@pytest.mark.law
@pytest.mark.full
def test_memory_is_flat_over_many_cards(tmp_path: Path) -> None:
    peaks = []
    for count in (1_000, size(50_000, short=10_000)):
        path = tmp_path / f"{count}.xml"
        with path.open("w") as file:
            file.write(f'<set name="Our Set" gameId="{GAME_ID}"><cards>\n')
            file.writelines(f'<card id="" name="Card {number}"/>\n' for number in range(count))
            file.write("</cards></set>")
        found, peak = peak_kib("octgn", path)
        assert found == count
        peaks.append(peak)
    assert peaks[1] < 2 * peaks[0] + SLACK_KIB


@pytest.mark.shared
@pytest.mark.parametrize(("name", "count"), SHARED_SETS.items())
def test_every_card_and_every_property_of_the_real_sets_is_accounted_for(shared: Path, name: str, count: int) -> None:
    content = (shared / "data" / "octgn" / f"{name}.xml").read_bytes()
    items = read("octgn", content, f"{name}.xml")
    found = cards(items)
    assert len(found) == count
    written = re.findall(rb'<property name="([^"]*)" value="([^"]+)"', content)
    told = sum(problem.startswith("line 69, column 7: Good Evil Neutral: 'Gopd'") for problem in problems(items))
    facts = sum(len(card.facts) + ("level" in card.facts) * -1 + ("traits" in card.facts) * -1 for card in found)
    teamless = sum(card.facts.get("teams") == [] for card in found)
    texts = sum(len(card.wordings) for card in found)
    assert len(written) == facts - teamless + texts + sum(card.number is not None for card in found) + told
    assert [reason for reason in ignored(items) if "the set's" not in reason] == []


@pytest.mark.shared
@pytest.mark.parametrize("name", SHARED_SETS)
def test_the_facts_of_the_real_sets_are_the_recorded_ones(shared: Path, name: str) -> None:
    items = read("octgn", (shared / "data" / "octgn" / f"{name}.xml").read_bytes(), f"{name}.xml")
    assert differences(cards(items), recorded_cards("vs-2pcg")) <= KNOWN_DIFFERENCES


@pytest.mark.shared
def test_the_text_of_each_real_card_is_one_printed_wording_with_its_place(shared: Path) -> None:
    content = (shared / "data" / "octgn" / "AEW.xml").read_text()
    lines = content.splitlines()
    for found in cards(read("octgn", content)):
        assert [type(wording) for wording in found.wordings] == [WordingProposal]
        assert found.wordings[0].kind == "printed"
        assert 'name="Rules"' in lines[(found.wordings[0].place.line or 0) - 1]
