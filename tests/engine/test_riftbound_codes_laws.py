"""Every printing, any deck and any bytes through Riftbound's deck codes and back."""

from __future__ import annotations

import base64
from collections import Counter
from contextlib import suppress
from operator import itemgetter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decklists.fingerprints import compute_fingerprint
from engine.games.riftbound.deck_codes import SETS, decode_riftbound_code, encode_riftbound_code
from engine.model.cards import RIFTBOUND, Card
from engine.model.decks import Deck, DeckEntry
from engine.model.errors import InputError
from tests.engine.decklist_cards import ON
from tests.engine.real_lists import CASES, Line, case_deck, catalog, deck_of, lines
from tests.engine.test_riftbound_codes import version_of, written

#: Every recorded printing, with its card, whose set and number the format can say.
CODED = [
    (card, printing.code)
    for card in catalog(RIFTBOUND).cards
    for printing in card.printings
    if printing.set_code in SETS and not (printing.number or "T").casefold().startswith("t")
]


class TestEveryPrinting:
    """Each printing of a set with a number comes back as itself, alone and among others."""

    HELD = catalog(RIFTBOUND)

    def test_is_one_that_the_format_can_say(self) -> None:
        assert {code.partition("-")[0] for _, code in CODED} == {*SETS}
        assert len({code for _, code in CODED}) == len(CODED) > 1_400

    @pytest.mark.parametrize("set_code", SETS)
    def test_of_a_set_comes_back(self, set_code: str) -> None:
        for card, printing in CODED:
            if printing.startswith(f"{set_code}-"):
                entry = DeckEntry("sideboard", 2, card, printing=printing)
                code = encode_riftbound_code(Deck(RIFTBOUND, (entry,)))
                assert code.left_out == ()
                assert written(decode_riftbound_code(code.code, self.HELD, ON)) == [f"sideboard 2 {printing}"]

    @settings(deadline=None, max_examples=60)
    @given(
        st.dictionaries(st.sampled_from(CODED), st.integers(1, 200), min_size=1, max_size=40),
        st.dictionaries(st.sampled_from(CODED), st.integers(1, 200), max_size=10),
    )
    def test_comes_back_among_others_with_its_copies(
        self, main: dict[tuple[Card, str], int], side: dict[tuple[Card, str], int]
    ) -> None:
        piles = (("deck", main), ("sideboard", side))
        entries = [
            DeckEntry(section, count, card, printing=printing)
            for section, pile in piles
            for (card, printing), count in pile.items()
        ]
        code = encode_riftbound_code(Deck(RIFTBOUND, tuple(entries)))
        again = decode_riftbound_code(code.code, self.HELD, ON)
        for at, pile in enumerate((main, side)):
            found = [each for each in again.entries if (each.section == "sideboard") == bool(at)]
            counts = Counter({each.printing: each.count for each in found})
            assert counts == Counter({printing: count for (_, printing), count in pile.items()})
        assert encode_riftbound_code(again).code == code.code
        numbers = [printing.partition("-")[2].casefold() for _, printing in (*main, *side)]
        is_high = max(main.values()) > 12 or max(side.values(), default=0) > 3
        is_special = any(number.startswith("sp") for number in numbers)
        has_runes = any(number.startswith("r") for number in numbers)
        assert version_of(code.code) == (5 if is_high or is_special else 4 if has_runes else 3)

    @settings(deadline=None, max_examples=200)
    @given(st.binary(min_size=1, max_size=60))
    def test_of_any_bytes_is_read_or_refused(self, raw: bytes) -> None:
        code = base64.b32encode(bytes((0x10 | raw[0] % 8,)) + raw).decode().rstrip("=")
        with suppress(InputError):
            encode_riftbound_code(decode_riftbound_code(code, self.HELD, ON))


class TestRoundTrip:
    HELD = catalog(RIFTBOUND)

    @settings(deadline=None, max_examples=60)
    @given(lines(RIFTBOUND))
    def test_gives_what_it_does_not_leave_out(self, found: list[Line]) -> None:
        deck = deck_of(RIFTBOUND, found)
        code = encode_riftbound_code(deck)
        again = decode_riftbound_code(code.code, self.HELD, ON)
        assert not again.unsettled
        lost = sum(each.count for each in code.left_out if "will be read as" not in each.why)
        assert sum(again.sizes.values()) == sum(deck.sizes.values()) - lost
        if not code.left_out:
            assert compute_fingerprint(again) == compute_fingerprint(deck)
        assert encode_riftbound_code(again).code == code.code

    @pytest.mark.shared
    @pytest.mark.skipif(not CASES, reason="needs the official documents: name their folder in VSDB_SHARED")
    @pytest.mark.parametrize("case", [each for each in CASES if each["game"] == RIFTBOUND], ids=itemgetter("id"))
    def test_gives_each_case_deck_that_the_format_can_say(self, case: dict[str, str]) -> None:
        deck = case_deck(case)
        code = encode_riftbound_code(deck)
        if not code.left_out:
            assert compute_fingerprint(decode_riftbound_code(code.code, self.HELD, ON)) == compute_fingerprint(deck)
