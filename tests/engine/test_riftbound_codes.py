"""Riftbound deck codes in Piltover Archive's public format.

The codes are those that its package (@piltoverarchive/riftbound-deck-codes) prints in its description, makes of these
lists or is tested with.
"""

from __future__ import annotations

import base64

import pytest

from engine.games.riftbound.deck_codes import (
    PILTOVER_CODE,
    OmittedCopies,
    decode_riftbound_code,
    encode_riftbound_code,
    is_riftbound_code,
)
from engine.model.cards import RIFTBOUND
from engine.model.decks import UNKNOWN, Deck
from engine.model.errors import InputError
from tests.engine import builders
from tests.engine.decklist_cards import ON, RIFT, rift
from tests.engine.real_lists import catalog

MAIN = """
    7 OGN-007, 5 OGN-089, 3 OGN-004, 3 OGN-009, 3 OGN-012, 3 OGN-027, 3 OGN-029, 3 OGN-087, 3 OGN-095, 3 OGN-096,
    3 OGN-103, 3 OGN-104, 3 OGN-116, 2 OGN-039, 2 OGN-122, 2 OGN-248, 1 OGN-013, 1 OGN-247, 1 OGN-280,
    1 OGN-288, 1 OGN-292
"""
SIDE = "2 OGN-022, 2 OGN-024, 2 OGN-093, 1 OGN-088, 1 OGN-114"
#: The same deck in version 2 (from the description), in version 3 with OGN-103 as champion, and without champion.
VERSION_2 = (
    "CIAAAAAAAAAQCAAAA4AACAIAABMQAAILAAAAICIMDMOVOX3AM5UHIAIDAAACO6XYAEAQKAAABX3QDGACUABKIAQAAEBQAAAWDBOQCAQAABMHE"
)
VERSION_3 = (
    "CMAAAAAAAAAQCAAAA4AACAIAABMQAAILAAAAICIMDMOVOX3AM5UHIAIDAAACO6XY"
    "AEAQKAAABX3QDGACUABKIAQAAEBQAAAWDBOQCAQAABMHEAIAABTQ"
)
WITHOUT_CHAMPION = (
    "CMAAAAAAAAAQCAAAA4AACAIAABMQAAILAAAAICIMDMOVOX3AM5UHIAIDAAACO6XYAEAQKAAABX3QDGACUABKIAQAAEBQAAAWDBOQCAQAABMHEAA"
)
#: 12 OGN-007, 3 SFD-001, 1 OGS-017, 2 OGN-027a, 1 OGN-303*, 1 OGN-300; sideboard 3 SFD-002; champion OGN-027a.
OF_ALL_SETS = "CMAQCAAAA4AAAAAAAAAAAAABAEBQAAIBAEAACGYDAEAABLACAEAAFLYCAEAQAEIBAEBQAAQAAAAQAAI3"
EMPTY = "CMAAAAAAAAAAAAAAAAAAAAAAAAAA"
#: Codes of versions 4 and 5, with the piles (deck, sideboard) and the champion that they hold.
LATER_CODES = [
    (
        "CQAAAAAAAAAAAAAAAIAQAAAAA4AQGAABAIAQCBABAECQCAIAAAAFSAABAEAAAAAWAAAQAAAAA4",
        "3 OGN-007, 3 SFD-R02, 2 UNL-R05a, 1 OGN-089",
        "2 OGN-022",
        "OGN-007",
    ),
    ("CQAAAAAAAAAAAAAAAEAQAAAAA4AQCAYAAEAQAAAAAAAQGAABAE", "3 OGN-007, 2 SFD-R01", "", "SFD-R01"),
    ("CUAACDIBAECQAYIAAA", "13 VEN-097", "", ""),
    ("CUAACKABAECQAYIAAA", "40 VEN-097", "", ""),
    ("CUAACFABAECQAYIBAQAQCBIAGIAA", "20 VEN-097", "4 VEN-050", ""),
    ("CUAADAABAEAQKADBAAAA", "128 VEN-097", "", ""),
    ("CUAADSABAEAQKADBAAAA", "200 VEN-097", "", ""),
    ("CUAQCAYBAECQAAQBAAAA", "3 VEN-SP1", "", ""),
    ("CUAQCAYBAECQCAQBAAAA", "3 VEN-SP1a", "", ""),
    ("CUAQCAYBAMCQAAABAIAQEAQAAA", "3 VEN-001, 3 VEN-SP1, 3 VEN-SP2", "", ""),
]
#: Of version 6: with additional legends, and with the marks of version 5 beside them.
NEWER_CODES = (
    "CYAAEAYBAIAAABAJAEAQCAAABUAAAAYAACMAEAAAUABAAAFEAI",
    "CYAAEAYBAMAAABAJM4AQCAIAAAGQCAQBAIAAAFQYAEAAAZYDAAAJQAQAAGQAEBIAUQBA",
    "CYAQEFABAECQAADBAMAQCBIAAAAQCBABAECQAABSAECQAAABAMCQAAQBAAAABGACAYAAABI",
)


def written(deck: Deck) -> list[str]:
    """Section, count and printing or text of each line."""
    return [f"{each.section} {each.count} {each.printing or each.name}" for each in deck.entries]


def these(lines: str) -> set[str]:
    return {line.strip() for line in lines.split(",")}


def listed(deck: Deck, *sections: str) -> set[str]:
    """Count and printing of each line of some sections."""
    return {f"{each.count} {each.printing}" for each in deck.entries if each.section in sections}


def coded(*raw: int) -> str:
    return base64.b32encode(bytes(raw)).decode().rstrip("=")


def version_of(code: str) -> int:
    return base64.b32decode(code + "=" * (-len(code) % 8))[0] % 16


class TestFromCode:
    HELD = catalog(RIFTBOUND)

    def test_reads_version_2(self) -> None:
        deck = decode_riftbound_code(VERSION_2, self.HELD, ON)
        assert listed(deck, "sideboard") == these(SIDE)
        assert listed(deck, "runes") == {"7 OGN-007", "5 OGN-089"}
        assert listed(deck, "legend") == {"1 OGN-247"}
        assert listed(deck, "battlefields") == {"1 OGN-280", "1 OGN-288", "1 OGN-292"}
        assert listed(deck, "champion") == {"1 OGN-039"}
        assert listed(deck, "deck") == (
            these(MAIN) - {"7 OGN-007", "5 OGN-089", "1 OGN-247", "1 OGN-280", "1 OGN-288", "1 OGN-292", "2 OGN-039"}
        ) | {"1 OGN-039"}

    def test_reads_version_3_with_its_chosen_champion(self) -> None:
        deck = decode_riftbound_code(VERSION_3, self.HELD, ON)
        assert listed(deck, "champion") == {"1 OGN-103"}
        assert {"2 OGN-103", "2 OGN-039"} <= listed(deck, "deck")
        assert listed(deck, "sideboard") == these(SIDE)

    def test_chooses_no_champion_where_version_3_marks_none(self) -> None:
        deck = decode_riftbound_code(WITHOUT_CHAMPION, self.HELD, ON)
        assert listed(deck, "champion") == set()
        assert "2 OGN-039" in listed(deck, "deck")

    def test_reads_version_1_without_sideboard(self) -> None:
        """Version 1 is version 2 up to the sideboard: 12 counts of which none is used but 1."""
        deck = decode_riftbound_code(coded(0x11, *[0] * 11, 1, 1, 0, 0, 27), RIFT, ON)
        assert written(deck) == ["deck 1 OGN-027"]

    def test_reads_every_set_and_variant(self) -> None:
        deck = decode_riftbound_code(OF_ALL_SETS, self.HELD, ON)
        assert sorted(written(deck)) == [
            "champion 1 OGN-027a",
            "deck 1 OGN-027a",
            "deck 3 SFD-001",
            "legend 1 OGN-300",
            "legend 1 OGN-303*",
            "legend 1 OGS-017",
            "runes 12 OGN-007",
            "sideboard 3 SFD-002",
        ]  # fmt: skip

    @pytest.mark.parametrize(
        "change", [str.lower, "  {}\n".format, "{}====".format, lambda code: f"{code[:8]} {code[8:]}"]
    )
    def test_takes_small_letters_breaks_and_padding(self, change: object) -> None:
        assert callable(change)
        assert written(decode_riftbound_code(change(VERSION_3), self.HELD, ON)) == written(
            decode_riftbound_code(VERSION_3, self.HELD, ON)
        )

    def test_makes_a_line_of_a_printing_that_is_not_recorded(self) -> None:
        deck = decode_riftbound_code(coded(0x13, *[0] * 9, 1, 1, 0, 0, 99, *[0] * 6), RIFT, ON)
        assert [(each.written, each.state) for each in deck.entries] == [("3 OGN-099", UNKNOWN)]

    def test_reads_another_variant_of_a_recorded_number_by_its_name(self) -> None:
        (entry,) = decode_riftbound_code(coded(0x13, *[0] * 9, 1, 1, 0, 3, 7, *[0] * 6), RIFT, ON).entries
        assert (entry.card, entry.section, entry.written) == (
            RIFT.by_slug["fury-rune"],
            "runes",
            "3 Fury Rune [OGN-007b]",
        )

    def test_reads_a_signed_card_under_either_mark(self) -> None:
        signed = builders.card(RIFTBOUND, "Signed", printings=("OGN-234s",))
        held = builders.catalog(RIFTBOUND, (signed,), RIFT.sets["OGN"])
        code = coded(0x13, *[0] * 9, 1, 1, 0, 2, 0xEA, 1, *[0] * 6)
        assert written(decode_riftbound_code(code, held, ON)) == ["deck 3 OGN-234s"]

    @pytest.mark.parametrize(("set_number", "variant"), [(7, 0), (0, 9)])
    def test_makes_a_line_of_a_set_or_variant_that_the_format_has_learnt_since(
        self, set_number: int, variant: int
    ) -> None:
        deck = decode_riftbound_code(coded(0x13, *[0] * 9, 1, 1, set_number, variant, 12, *[0] * 6), RIFT, ON)
        assert [(each.name, each.count, each.state) for each in deck.entries] == [
            (f"Piltover Archive card {set_number}.{variant}.12", 3, UNKNOWN)
        ]

    def test_takes_the_champion_also_where_the_deck_has_no_copy(self) -> None:
        deck = decode_riftbound_code(coded(0x13, *[0] * 15, 1, 1, 0, 1), RIFT, ON)
        assert written(deck) == ["champion 1 OGS-001"]

    def test_takes_one_copy_of_the_champion_out_of_a_code_that_has_it_twice(self) -> None:
        """Two groups for the count of three hold the same printing: no list of ours, but some program's."""
        group = (1, 1, 0, 1)
        deck = decode_riftbound_code(coded(0x13, *[0] * 9, 2, *group, *group, *[0] * 5, 1, 1, 0, 1), RIFT, ON)
        assert written(deck) == ["champion 1 OGS-001", "deck 2 OGS-001", "deck 3 OGS-001"]

    @pytest.mark.parametrize("length", range(0, len(VERSION_3), 3))
    def test_refuses_a_code_that_is_cut_off(self, length: int) -> None:
        with pytest.raises(InputError, match="paste the list instead"):
            decode_riftbound_code(VERSION_3[:length], self.HELD, ON)

    @pytest.mark.parametrize(
        ("code", "why"),
        [
            ("CMAA0AAA", "cut off, or has a character"),
            ("CMÄAAAAA", "cut off, or has a character"),
            (coded(0x23, *[0] * 16), "not a Riftbound deck code"),
            (coded(0x10, *[0] * 16), "not a Riftbound deck code"),
            (coded(0x16, *[0] * 16), "made by a newer version of the format, 6; this site reads up to 5"),
            (coded(0x1F, *[0] * 16), "made by a newer version of the format, 15"),
            *((code, "made by a newer version of the format, 6") for code in NEWER_CODES),
            (coded(0x15, 2, *[0] * 16), "a mark that the format doesn’t know"),
            (coded(0x15, 1, 1, 3, 1, 1, 0, 0, 3, 1, 0, 0), "a mark that the format doesn’t know"),
            (coded(0x14, *[0] * 9, 1, 1, 0, 0, 2, 1, *[0] * 6), "a mark that the format doesn’t know"),
            (coded(0x15, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0), "a card with no copies"),
            (coded(0x13, *[0] * 17), "extra data"),
            ("A" * 4_001, "at most 4,000"),
        ],
    )
    def test_refuses_what_is_no_such_code(self, code: str, why: str) -> None:
        with pytest.raises(InputError, match=why):
            decode_riftbound_code(code, self.HELD, ON)


class TestToCode:
    HELD = catalog(RIFTBOUND)

    def test_writes_the_code_that_the_package_writes(self) -> None:
        deck = decode_riftbound_code(VERSION_3, self.HELD, ON)
        assert encode_riftbound_code(deck).code == VERSION_3
        assert encode_riftbound_code(decode_riftbound_code(WITHOUT_CHAMPION, self.HELD, ON)).code == WITHOUT_CHAMPION
        assert encode_riftbound_code(decode_riftbound_code(OF_ALL_SETS, self.HELD, ON)).code == OF_ALL_SETS
        assert encode_riftbound_code(Deck(RIFTBOUND)).code == EMPTY

    def test_adds_up_lines_of_a_printing(self) -> None:
        one = rift("Deck", "1 OGN-027", "1 Annie, Fiery", "1 OGN-027")
        assert encode_riftbound_code(one) == encode_riftbound_code(rift("Deck", "1 Annie, Fiery", "2 OGN-027"))

    def test_says_what_names_no_card_and_what_no_known_set_has(self) -> None:
        other = builders.card(RIFTBOUND, "Other", printings=("LGC-001", "OPP-001/298"))
        token = builders.card(RIFTBOUND, "Token", printings=("VEN-t05",))
        deck = builders.deck(RIFTBOUND, builders.unknown(2), deck={other: 3, token: 1})
        assert encode_riftbound_code(deck).left_out == (
            OmittedCopies("deck", "Other", 3, "the format supports only the sets OGN, OGS, ARC, SFD, UNL, VEN, RAD"),
            OmittedCopies("deck", "Token", 1, "the format can’t hold the number VEN-t05"),
            OmittedCopies("deck", "2 Nobody", 2, "the line doesn’t name exactly 1 card"),
        )

    def test_takes_another_printing_where_the_format_does_not_know_the_one(self) -> None:
        card = builders.card(RIFTBOUND, "Both", printings=("OPP-001/298", "OGN-002"))
        deck = builders.deck(RIFTBOUND, deck={card: 2})
        assert not encode_riftbound_code(deck).left_out
        assert encode_riftbound_code(deck) == encode_riftbound_code(
            builders.deck(RIFTBOUND, deck={builders.card(RIFTBOUND, "B", printings=("OGN-002",)): 2})
        )

    @pytest.mark.parametrize(("runes", "side", "version"), [(12, 3, 3), (13, 3, 5), (12, 4, 5)])
    def test_holds_more_copies_in_version_5_alone(self, runes: int, side: int, version: int) -> None:
        code = encode_riftbound_code(rift("Runes", f"{runes} OGN-007", "Sideboard", f"{side} Annie, Fiery"))
        assert (version_of(code.code), code.left_out) == (version, ())
        lines = written(decode_riftbound_code(code.code, RIFT, ON))
        assert lines == [f"runes {runes} OGN-007", f"sideboard {side} OGS-001"]

    @pytest.mark.parametrize(("code", "main", "side", "champion"), LATER_CODES, ids=[each[0] for each in LATER_CODES])
    def test_reads_and_writes_later_codes_as_the_package(self, code: str, main: str, side: str, champion: str) -> None:
        """The cards of these codes, and no others."""
        printings = [line.split() for line in (*main.split(", "), *filter(None, side.split(", ")))]
        cards = [builders.card(RIFTBOUND, f"Card {name}", printings=(name,)) for _, name in printings]
        held = builders.catalog(RIFTBOUND, cards, *self.HELD.sets.values())
        deck = decode_riftbound_code(code, held, ON)
        marked = {f"1 {champion}"} if champion else set()
        assert listed(deck, "champion") == marked
        assert listed(deck, "sideboard") == (these(side) if side else set())
        counts = {name: int(count) - (name == champion) for count, name in map(str.split, main.split(", "))}
        assert listed(deck, "deck") == {f"{count} {name}" for name, count in counts.items()}
        assert encode_riftbound_code(deck).code == code

    def test_says_of_cards_whose_section_it_does_not_hold_where_they_will_stand(self) -> None:
        why = "a code has no such section; these cards will be read as {}".format
        deck = rift("Champion", "2 Annie, Fiery", "1 OGN-027", "Runes", "1 Zaun Warrens", "Deck", "1 OGN-271")
        code = encode_riftbound_code(deck)
        assert code.left_out == (
            OmittedCopies("champion", "Annie, Fiery", 1, why("Deck")),
            OmittedCopies("champion", "Darius, Trifarian", 1, why("Deck")),
            OmittedCopies("runes", "Zaun Warrens", 1, why("Battlefields")),
        )
        assert sorted(written(decode_riftbound_code(code.code, RIFT, ON))) == [
            "battlefields 1 OGN-298",
            "champion 1 OGS-001",
            "deck 1 OGN-027",
            "deck 1 OGN-271",
            "deck 1 OGS-001",
        ]


class TestIsCode:
    @pytest.mark.parametrize(
        "text",
        [
            VERSION_2,
            VERSION_3,
            VERSION_3.lower(),
            f" {VERSION_2}\n",
            EMPTY,
            *NEWER_CODES,
            *(each[0] for each in LATER_CODES),
        ],
    )
    def test_knows_one_by_its_look(self, text: str) -> None:
        assert is_riftbound_code(text)

    @pytest.mark.parametrize(
        "text", ["", "4 Savage Beatdown", "CHAMPION", "GWNP1E3LL0pOZWBmYmR2dHNj5GRgYIawBBkYGJhA", "CAAAAAAAAAAA"]
    )
    def test_takes_nothing_else_for_one(self, text: str) -> None:
        assert not is_riftbound_code(text)


def test_what_a_code_leaves_out_is_said_in_words() -> None:
    deck = rift("Deck", "3 Other", "2 Nobody")
    assert PILTOVER_CODE.write(deck) == (
        EMPTY,
        (
            "3 Other: the line doesn’t name exactly 1 card.",
            "2 Nobody: the line doesn’t name exactly 1 card.",
        ),
    )


@pytest.mark.parametrize(("text", "is_one"), [(VERSION_3, True), (VERSION_3.lower(), False), ("Champion", False)])
def test_a_code_alone_is_told_from_a_list(text: str, *, is_one: bool) -> None:
    assert PILTOVER_CODE.recognises(text) is is_one
