"""Our deck code: what it keeps, how it is built, and what is said of one that can't be read (docs/deck-codes.md)."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decklists import codes, read_deck
from engine.decklists.codes import decode_deck_code, encode_deck_code, read_game_of_code
from engine.decklists.fingerprints import compute_fingerprint
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.decks import UNKNOWN, UNREADABLE, Deck, DeckEntry
from engine.model.errors import InputError
from tests.conftest import ROOT
from tests.engine import builders
from tests.engine.decklist_cards import CLASSIC, HULK, KNIGHT, ON, PCG, RIFT, classic, pcg, rift, said
from tests.engine.real_lists import CASE_IDS, CASES, GAMES, case_deck, catalog, real_decks

CATALOGS = {VS_CLASSIC: CLASSIC, VS_2PCG: PCG, RIFTBOUND: RIFT}


def again(deck: Deck) -> Deck:
    """The deck out of its own code."""
    held = CATALOGS[deck.game]
    return decode_deck_code(encode_deck_code(deck, held), held, ON)


def made(raw: bytes) -> str:
    """A code of these bytes, with the check that fits them."""
    whole = raw + zlib.crc32(raw).to_bytes(4, "big")
    return base64.urlsafe_b64encode(whole).decode().rstrip("=")


def classic_code(body: bytes, *, head: int = 0x14) -> str:
    """A classic code with this inside, as it is."""
    return made(bytes((head,)) + body)


def assert_same(one: Deck, other: Deck) -> None:
    assert compute_fingerprint(one) == compute_fingerprint(other)
    assert dict(one.sizes) == {section: other.sizes[section] for section in one.sizes}
    assert set(one.sections) == set(other.sections)
    assert (one.game, one.title, dict(one.metadata)) == (other.game, other.title, dict(other.metadata))


class TestRoundTrip:
    @pytest.mark.shared
    @pytest.mark.skipif(not CASES, reason="needs the official documents: name their folder in VSDB_SHARED")
    @pytest.mark.parametrize("case", CASES, ids=CASE_IDS)
    def test_gives_each_case_deck_again(self, case: dict[str, Any]) -> None:
        deck = case_deck(case)
        held = catalog(case["game"])
        assert_same(deck, decode_deck_code(encode_deck_code(deck, held), held, date.fromisoformat(case["as_of"])))

    @settings(deadline=None, max_examples=100)
    @given(real_decks(), st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=20))
    def test_gives_any_deck_again(self, deck: Deck, title: str) -> None:
        deck = replace(deck, title=title, metadata={"format": "x", "player": "Ann"})
        held = catalog(deck.game)
        assert_same(deck, decode_deck_code(encode_deck_code(deck, held), held, ON))

    @pytest.mark.parametrize("game", GAMES)
    def test_gives_every_card_and_every_printing_again(self, game: str) -> None:
        held = catalog(game)
        for card in held.cards:
            for printing in ("", *(each.code for each in card.printings if each.number)):
                (entry,) = decode_deck_code(
                    encode_deck_code(Deck(game, (DeckEntry("deck", 4, card, printing=printing),)), held), held, ON
                ).entries
                assert (entry.card, entry.count, entry.section) == (card, 4, "deck")
                assert printing in ("", entry.printing) or held.by_printing(printing) != (card,)

    @pytest.mark.parametrize("count", [1, 7, 8, 9_999, 10_000])
    def test_keeps_any_count(self, count: int) -> None:
        deck = classic("1 MOR-202")
        entries = (replace(deck.entries[0], count=count),)
        assert again(replace(deck, entries=entries)).size() == count

    def test_keeps_a_count_that_fills_several_lines_of_a_title(self) -> None:
        assert again(classic("6000 X-23", "4000 X-23")).size() == 10_000

    def test_keeps_printings_of_one_card_apart(self) -> None:
        deck = again(rift("Deck", "1 OGN-027", "2 OGN-027a", "1 OGN-027"))
        assert [(entry.count, entry.printing) for entry in deck.entries] == [(2, "OGN-027"), (2, "OGN-027a")]

    def test_names_a_card_by_its_title_where_another_has_its_number(self) -> None:
        assert said(again(pcg("2 Chair [AEW-065]"))) == [("deck", 2, "chair")]

    def test_names_a_card_by_its_slug_where_its_title_is_not_enough(self) -> None:
        assert again(Deck(VS_CLASSIC, (DeckEntry("deck", 2, KNIGHT),))).entries[0].card is KNIGHT

    def test_names_a_card_by_its_slug_where_its_title_reads_as_something_else(self) -> None:
        odd = builders.card(VS_CLASSIC, "Odd, Card x2")
        held = builders.catalog(VS_CLASSIC, (odd, builders.card(VS_CLASSIC, "Odd [One]")))
        for card in held.cards:
            (entry,) = decode_deck_code(
                encode_deck_code(Deck(VS_CLASSIC, (DeckEntry("deck", 3, card),)), held), held, ON
            ).entries
            assert (entry.card, entry.count) == (card, 3)

    def test_keeps_lines_that_name_no_card_as_they_were_written(self) -> None:
        lines = ["2  Nobody", "1 Ghost Rider", "-4 Storm", "5 Bad\x0cSign", "x" * 600]
        deck = classic(*lines)
        assert [(each.state, each.written) for each in again(deck).entries] == [
            (each.state, each.written) for each in deck.entries
        ]

    def test_keeps_a_line_that_nobody_wrote_by_its_name(self) -> None:
        deck = Deck(VS_CLASSIC, (DeckEntry("deck", 2, state=UNKNOWN, name="Nobody"),))
        assert said(again(deck)) == [("deck", 2, UNKNOWN)]

    def test_keeps_title_and_what_the_list_says_of_itself(self) -> None:
        deck = replace(
            classic("4 X-23"), title="A  deck", metadata={"game": VS_CLASSIC, "as-of": "2008-07-01", "mood": "ü"}
        )
        found = again(deck)
        assert (found.title, found.metadata) == ("A deck", deck.metadata)

    def test_is_the_same_code_for_lines_in_another_order(self) -> None:
        one, other = ["4 MOR-202", "2 X-23", "1 MUN-002"], ["1 MUN-002", "4 MOR-202", "2 X-23"]
        assert encode_deck_code(classic(*one), CLASSIC) == encode_deck_code(classic(*other), CLASSIC)

    def test_is_the_same_code_for_a_deck_that_was_read_for_another_day(self) -> None:
        then = builders.catalog(VS_CLASSIC, map(replace, CLASSIC.cards), *CLASSIC.sets.values())
        lines = "4 MOR-202\n2 X-23\n"
        assert encode_deck_code(read_deck(lines, then, ON), CLASSIC) == encode_deck_code(
            read_deck(lines, CLASSIC, ON), CLASSIC
        )


class TestAnotherInstallation:
    """The code of a deck, read where cards are missing or recorded otherwise."""

    CODE = encode_deck_code(pcg("Main Character", "1 AFF-003", "Deck", "4 She-Hulk [AFF-012]", "2 Facehugger"), PCG)

    def test_lists_a_card_that_it_does_not_have_by_its_printing(self) -> None:
        held = builders.catalog(VS_2PCG, (HULK,), PCG.sets["AFF"])
        deck = decode_deck_code(self.CODE, held, ON)
        assert [(entry.section, entry.written, entry.state) for entry in deck.entries] == [
            ("main-character", "1 AFF-003", UNKNOWN),
            ("deck", "4 AFF-012", "read"),
            ("deck", "2 ALN-052", UNKNOWN),
        ]

    def test_lists_a_card_that_it_does_not_have_by_its_title(self) -> None:
        code = encode_deck_code(classic("3 Hank Hall <> Hawk, Agent of Chaos"), CLASSIC)
        deck = decode_deck_code(code, builders.catalog(VS_CLASSIC, ()), ON)
        assert [entry.name for entry in deck.unsettled] == ["Hank Hall <> Hawk, Agent of Chaos"]

    def test_reads_cards_in_any_order_of_its_own(self) -> None:
        turned = builders.catalog(VS_2PCG, reversed(PCG.cards), *PCG.sets.values())
        assert said(decode_deck_code(self.CODE, turned, ON)) == said(decode_deck_code(self.CODE, PCG, ON))


class TestBytes:
    """As docs/deck-codes.md has them."""

    #: Worked out by hand: head, no title, nothing said, two sections; legend: a set OGS with one number, 17 << 3 | 1;
    #: deck: a set OGN with one number, 27 << 3 | 3, and one number that is text, 027a, twice.
    BODY = b"\x00\x00\x02\x04\x01\x03OGS\x01\x89\x01\x00\x00\x00\x01\x03OGN\x01\xdb\x01\x01\x04027a\x02\x00"

    def test_are_as_documented(self) -> None:
        deck = rift("Legend", "1 Dark Child", "Deck", "3 OGN-027", "2 OGN-027a")
        assert encode_deck_code(deck, RIFT) == made(b"\x1c" + self.BODY)

    def test_deflated_say_the_same(self) -> None:
        packer = zlib.compressobj(1, wbits=-15)
        deflated = packer.compress(self.BODY) + packer.flush()
        assert said(decode_deck_code(made(b"\x1d" + deflated), RIFT, ON)) == [
            ("legend", 1, "annie-dark-child"),
            ("deck", 3, "darius-trifarian"),
            ("deck", 2, "darius-trifarian"),
        ]

    def test_are_deflated_where_that_is_shorter(self) -> None:
        lines = [f"1 Nobody Of The Number {number}" for number in range(30)]
        code = encode_deck_code(classic(*lines), CLASSIC)
        assert len(code) < len("\n".join(lines)) / 2
        assert base64.urlsafe_b64decode(code[:4])[0] == 0x15

    def test_of_the_document_are_read(self) -> None:
        document = (ROOT / "docs/deck-codes.md").read_text(encoding="utf-8")
        (code,) = re.findall(r"^`(HAA[\w-]+)`$", document, re.MULTILINE)
        assert code == made(b"\x1c" + self.BODY)

    def test_are_safe_in_an_address(self) -> None:
        assert re.fullmatch(r"[A-Za-z0-9_-]+", encode_deck_code(classic("4 Nobody ÿÿÿ>>>???", "4 X-23"), CLASSIC))


class TestReading:
    CODE = encode_deck_code(classic("# Title", "4 MOR-202", "8 X-23", "1 Nobody"), CLASSIC)

    @pytest.mark.parametrize(
        "change", [str.strip, "  {}\n".format, "{}==".format, lambda code: f"{code[:9]}\r\n{code[9:]}"]
    )
    def test_takes_breaks_spaces_and_padding(self, change: Callable[[str], str]) -> None:
        assert said(decode_deck_code(change(self.CODE), CLASSIC, ON)) == said(decode_deck_code(self.CODE, CLASSIC, ON))

    def test_tells_the_game_without_its_cards(self) -> None:
        assert [read_game_of_code(encode_deck_code(Deck(game), CATALOGS[game])) for game in GAMES] == list(GAMES)

    def test_refuses_a_code_of_another_game(self) -> None:
        with pytest.raises(InputError, match="for a vs-classic deck, not riftbound"):
            decode_deck_code(self.CODE, RIFT, ON)

    @pytest.mark.parametrize("length", range(len(CODE)))
    def test_refuses_a_code_that_is_cut_off(self, length: int) -> None:
        with pytest.raises(InputError, match="cut off"):
            decode_deck_code(self.CODE[:length], CLASSIC, ON)

    @settings(deadline=None)
    @given(st.integers(0, len(CODE) - 1), st.sampled_from("ABCXYZabcxyz0189-_"))
    def test_refuses_a_code_with_a_wrong_sign(self, place: int, sign: str) -> None:
        if self.CODE[place] != sign:
            with pytest.raises(InputError) as caught:
                decode_deck_code(self.CODE[:place] + sign + self.CODE[place + 1 :], CLASSIC, ON)
            assert caught.value.code in {"damaged-code", "unknown-version"}
            assert "paste the list instead" in caught.value.message

    def test_names_a_sign_that_no_code_has(self) -> None:
        with pytest.raises(InputError, match="“ß” can’t be in a deck code"):
            decode_deck_code(self.CODE + "ß", CLASSIC, ON)

    @pytest.mark.parametrize("head", [0x04, 0x24, 0xF4])
    def test_refuses_another_version(self, head: int) -> None:
        with pytest.raises(InputError, match="newer than version 1") as caught:
            decode_deck_code(classic_code(b"\x00\x00\x00", head=head), CLASSIC, ON)
        assert caught.value.code == "unknown-version"

    @pytest.mark.parametrize("head", [0x10, 0x16])
    def test_refuses_a_head_without_game_or_with_an_unknown_mark(self, head: int) -> None:
        with pytest.raises(InputError, match="damaged"):
            read_game_of_code(classic_code(b"\x00\x00\x00", head=head))

    @pytest.mark.parametrize(
        ("body", "why"),
        [
            (b"", "ends too soon"),
            (b"\x05abc", "ends too soon"),
            (b"\x01\xff\x00\x00", "aren’t text"),
            (b"\xff\xff\xff\xff\x01", "a number that no deck can have"),
            (b"\x00\x00\x00\x00", "extra data"),
            (b"\x00\x01\x08\x01a", "doesn’t know"),
            (b"\x00\x00\x01\x09\x00\x00", "doesn’t know"),
            (b"\x00\x00\xc0\x2f", "more than 2,000 lines"),
            (b"\x01\x07\x00\x00", "a line that isn’t text"),
            (b"\x00\x00\x01\x04\x00\x01\x061 X-23", "a line that a list can’t have"),
            (b"\x00\x00\x01\x00\x00\x01\x051 a\nb", "a line that a list can’t have"),
            (b"\x00\x00\x01\x00\x00\x01\x00", "a line that a list can’t have"),
        ],
    )
    def test_refuses_an_inside_that_makes_no_sense(self, body: bytes, why: str) -> None:
        with pytest.raises(InputError, match=why):
            decode_deck_code(classic_code(body), CLASSIC, ON)

    def test_takes_the_most_that_a_list_holds_and_no_more(self) -> None:
        lines = [f"1 Nobody {number}" for number in range(2_000)]
        deck = classic(*lines)
        assert len(again(deck).entries) == 2_000
        with pytest.raises(InputError, match=r"more than 10,000 cards"):
            decode_deck_code(
                encode_deck_code(Deck(VS_CLASSIC, (DeckEntry("deck", 10_001, KNIGHT),)), CLASSIC), CLASSIC, ON
            )

    def test_refuses_a_code_longer_than_any(self) -> None:
        with pytest.raises(InputError, match=f"at most {codes.MAX_LENGTH:,}"):
            decode_deck_code("A" * (codes.MAX_LENGTH + 1), CLASSIC, ON)

    def test_refuses_a_code_that_unpacks_to_more_than_a_list_without_unpacking_it(self) -> None:
        packer = zlib.compressobj(9, wbits=-15)
        bomb = packer.compress(b"\x00" * 100_000_000) + packer.flush()
        with pytest.raises(InputError, match="unpacks to more than"):
            decode_deck_code(classic_code(bomb, head=0x15), CLASSIC, ON)

    @pytest.mark.parametrize("body", [b"\xff\xff\xff", zlib.compress(b"\x00\x00\x00")[2:-6], b"\x03\x00\x00\x00"])
    def test_refuses_what_is_not_deflated(self, body: bytes) -> None:
        with pytest.raises(InputError, match="can’t be unpacked"):
            decode_deck_code(classic_code(body, head=0x15), CLASSIC, ON)

    def test_says_so_where_a_deck_is_too_long_for_a_code(self) -> None:
        entry = DeckEntry("deck", 0, state=UNREADABLE, written="x" * (codes.MAX_BODY + 1))
        with pytest.raises(InputError, match="too long for a code"):
            encode_deck_code(Deck(VS_CLASSIC, (entry,)), CLASSIC)
