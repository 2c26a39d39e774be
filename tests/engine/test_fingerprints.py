"""The fingerprint of a deck: what changes it, what doesn't, and how a typed one is read (docs/fingerprint.md)."""

from __future__ import annotations

import hashlib
import re
import subprocess
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decklists.fingerprints import ALPHABET, build_canonical_list, compute_fingerprint, normalize_fingerprint
from engine.model.decks import DECK, SIDEBOARD, Deck
from engine.model.errors import InputError
from tests.conftest import ROOT
from tests.engine.decklist_cards import classic, pcg, rift
from tests.engine.real_lists import GAMES, Line, deck_of, lines, real_decks

BORIS = "4 Boris, Personal Servant of Dr. Doom"


class TestCanonicalList:
    def test_is_as_documented(self) -> None:
        deck = classic("# Servants", "8 X-23", BORIS, "what is this")
        assert build_canonical_list(deck) == (
            "vsdb deck 1\nvs-classic\ndeck\t1\t? what is this\n"
            "deck\t4\tboris|personal servant of dr doom\ndeck\t8\tx 23\n"
        )

    def test_names_2pcg_cards_by_their_first_printing(self) -> None:
        deck = pcg("Main Character", "1 She-Hulk [AFF-003]", "Pile: Eggs", "2 Facehugger")
        assert build_canonical_list(deck) == (
            "vsdb deck 1\nvs-2pcg\nmain-character\t1\tshe hulk|aff-003\npile:eggs\t2\tfacehugger|aln-052\n"
        )

    def test_of_an_empty_deck_still_says_the_game(self) -> None:
        assert build_canonical_list(Deck("riftbound")) == "vsdb deck 1\nriftbound\n"


class TestFingerprint:
    def test_is_twelve_signs_in_three_groups(self) -> None:
        assert re.fullmatch(f"([{ALPHABET}]{{4}}-){{2}}[{ALPHABET}]{{4}}", compute_fingerprint(classic(BORIS)))

    @pytest.mark.parametrize("document", ["docs/fingerprint.md"])
    def test_is_what_the_document_works_out(self, document: str) -> None:
        text = (ROOT / document).read_text(encoding="utf-8")
        examples = re.findall(r"```canonical\n(.*?)```\n+gives `([^`]+)`", text, re.DOTALL)
        assert len(examples) == 2
        for listed, printed in examples:
            assert _by_hand(listed.replace(" → ", "\t")) == printed

    def test_follows_the_documented_steps(self) -> None:
        for deck in (classic(BORIS), pcg("4 Facehugger"), rift("Legend", "1 Dark Child"), Deck("vs-2pcg")):
            assert compute_fingerprint(deck) == _by_hand(build_canonical_list(deck))

    @pytest.mark.parametrize(
        "lines",
        [
            [
                "# My deck",
                "# player: Ann",
                "2 Boris, Personal Servant of Dr. Doom",
                "4 X-23",
                "2 boris – personal servant of dr. doom",
            ],
            ["4 X 23", "Characters", "4x MOR-001"],
            ["4 X-23 # the best", "", "4 Boris, Personal Servant of Dr Doom [MOR-001]"],
        ],
    )
    def test_is_the_same_for_the_same_deck_otherwise_written(self, lines: list[str]) -> None:
        assert compute_fingerprint(classic(*lines)) == compute_fingerprint(classic(BORIS, "4 X-23"))

    @pytest.mark.parametrize(
        "lines",
        [
            [BORIS],
            [BORIS, "3 X-23"],
            [BORIS, "Sideboard", "4 X-23"],
            [BORIS, "4 X-23", "1 Nobody"],
            [BORIS, "4 X-23", "?"],
        ],
    )
    def test_is_another_for_another_deck(self, lines: list[str]) -> None:
        assert compute_fingerprint(classic(*lines)) != compute_fingerprint(classic(BORIS, "4 X-23"))

    def test_tells_the_games_apart(self) -> None:
        assert len({compute_fingerprint(Deck(game)) for game in GAMES}) == 3

    @settings(deadline=None, max_examples=50)
    @given(st.data(), st.sampled_from(GAMES))
    def test_does_not_depend_on_the_order_of_lines(self, data: st.DataObject, game: str) -> None:
        found = data.draw(lines(game))
        shuffled = data.draw(st.permutations(found))
        assert compute_fingerprint(deck_of(game, found, "One")) == compute_fingerprint(deck_of(game, shuffled, "Other"))

    @settings(deadline=None, max_examples=50)
    @given(real_decks())
    def test_does_not_depend_on_how_copies_are_spread_over_lines(self, deck: Deck) -> None:
        halves = [
            replace(entry, count=count)
            for entry in deck.entries
            for count in ((1, entry.count - 1) if entry.card and entry.count > 1 else (entry.count,))
        ]
        assert compute_fingerprint(replace(deck, entries=tuple(halves))) == compute_fingerprint(deck)

    @settings(deadline=None, max_examples=50)
    @given(real_decks(), st.data())
    def test_changes_with_every_copy(self, deck: Deck, data: st.DataObject) -> None:
        counted = [place for place, entry in enumerate(deck.entries) if entry.count]
        if counted:
            place = data.draw(st.sampled_from(counted))
            more = replace(deck.entries[place], count=deck.entries[place].count + 1)
            entries = (*deck.entries[:place], more, *deck.entries[place + 1 :])
            assert compute_fingerprint(replace(deck, entries=entries)) != compute_fingerprint(deck)

    @settings(deadline=None, max_examples=30)
    @given(lines("vs-classic"))
    def test_changes_with_the_section(self, found: list[Line]) -> None:
        there, elsewhere = ([replace(line, section=where) for line in found] for where in (DECK, SIDEBOARD))
        same = compute_fingerprint(deck_of("vs-classic", there)) == compute_fingerprint(
            deck_of("vs-classic", elsewhere)
        )
        assert same == (not found)


class TestNormal:
    PRINTED = compute_fingerprint(classic(BORIS))

    @pytest.mark.parametrize(
        "typed",
        [PRINTED, PRINTED.lower(), PRINTED.replace("-", ""), PRINTED.replace("-", " – "), f"  {PRINTED}\n"],
    )
    def test_reads_it_with_any_case_and_joints(self, typed: str) -> None:
        assert normalize_fingerprint(typed) == self.PRINTED

    def test_reads_o_as_zero_and_i_and_l_as_one(self) -> None:
        assert normalize_fingerprint("olio-llio-ioot") == "0110-1110-100T"

    @settings(max_examples=200)
    @given(real_decks(3).map(compute_fingerprint), st.integers(0, 11), st.sampled_from(ALPHABET))
    def test_refuses_one_mistyped_sign(self, printed: str, place: int, sign: str) -> None:
        signs = printed.replace("-", "")
        typed = signs[:place] + sign + signs[place + 1 :]
        if typed == signs:
            assert normalize_fingerprint(typed) == printed
        else:
            with pytest.raises(InputError, match="mistyped"):
                normalize_fingerprint(typed)

    def test_refuses_two_signs_in_each_others_place(self) -> None:
        assert normalize_fingerprint("K7QD-2M9X-4TFS")
        with pytest.raises(InputError, match="mistyped"):
            normalize_fingerprint("7KQD-2M9X-4TFS")

    @pytest.mark.parametrize("typed", ["", "K7QD-2M9X", "K7QD-2M9X-4TFSS"])
    def test_refuses_too_few_and_too_many_signs(self, typed: str) -> None:
        with pytest.raises(InputError, match="a fingerprint has 12"):
            normalize_fingerprint(typed)

    @pytest.mark.parametrize("typed", ["K7QD-2M9X-4TFU", "K7QD 2M9X 4T*S", "Ⅳ7QD-2M9X-4TFS"])
    def test_names_the_sign_that_stands_in_none(self, typed: str) -> None:
        with pytest.raises(InputError, match="can’t be in a fingerprint"):
            normalize_fingerprint(typed)


def _by_hand(canonical: str) -> str:
    """The fingerprint by the steps of the document, in other words than the engine's; the hash by coreutils."""
    digest = subprocess.run(["sha256sum"], input=canonical.encode(), capture_output=True, check=True).stdout[:64]
    assert digest.decode() == hashlib.sha256(canonical.encode()).hexdigest()
    bits = "".join(f"{int(each, 16):04b}" for each in digest.decode())[:55]
    values = [int(bits[at : at + 5], 2) for at in range(0, 55, 5)]
    values.append(sum((2 * place + 1) * value for place, value in enumerate(values)) % 32)
    signs = "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[value] for value in values)
    return f"{signs[:4]}-{signs[4:8]}-{signs[8:]}"
