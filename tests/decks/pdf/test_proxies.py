"""Proxies: which cards how often, nine on a page, each 63 by 88 mm."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from pytest_django import DjangoAssertNumQueries

from engine import decklists
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Card
from engine.model.decks import DECK, SIDEBOARD, Deck, DeckEntry
from engine.model.errors import InputError
from engine.model.reference import Reference
from tests.decks.pdf import reading
from tests.engine import builders
from vsdb.catalog.cards.faces import build_face
from vsdb.catalog.wordings.drawing import draw_small_text
from vsdb.core.pdf.canvas import PdfCanvas, get_paper
from vsdb.decks.pdf.documents import count_proxies, draw_proxies, render_proxies

DAY = date(2026, 6, 1)


def card(name: str, game: str = VS_CLASSIC, **facts: object) -> Card:
    return builders.card(game, name, **{"type": "Character", "cost": 3, "atk": 4, "defense": 5, **facts})


def deck(*counts: int) -> Deck:
    return builders.deck(VS_CLASSIC, deck={card(f"Card {number}"): count for number, count in enumerate(counts)})


def printed(*cards: Card, wording: str | None = None, paper: str = "a4") -> bytes:
    """The faces of some cards, each once, with a text where one is given."""
    pen = PdfCanvas(get_paper(paper), "Test")
    lines = draw_small_text(wording, cards[0].game) if wording is not None else None
    draw_proxies(pen, [(build_face(each, lines), 1) for each in cards], "Test")
    return pen.file()


class TestChoice:
    def test_is_all_copies_over_all_sections_in_the_order_of_the_sheet(self) -> None:
        one, other = card("One"), card("Other")
        both = Deck(VS_CLASSIC, (DeckEntry(SIDEBOARD, 1, one), DeckEntry(DECK, 2, other), DeckEntry(DECK, 3, one)))
        assert count_proxies(both) == ((other, 2), (one, 4))
        assert count_proxies(both, "one") == ((other, 1), (one, 1))
        assert count_proxies(both, "chosen", {"one": 7, "other": 0}) == ((one, 7),)

    @pytest.mark.parametrize("copies", ["all", "one", "chosen"])
    def test_leaves_lines_that_were_not_read_out(self, copies: str) -> None:
        known = card("Known")
        both = Deck(VS_CLASSIC, (builders.unknown(3), DeckEntry(DECK, 1, known)))
        assert count_proxies(both, copies, {"known": 1}) == ((known, 1),)

    def test_takes_300_cards_and_refuses_301(self) -> None:
        assert sum(count for _, count in count_proxies(deck(200, 100))) == 300
        with pytest.raises(InputError, match=r"copies: 301 cards; at most 300 per file"):
            count_proxies(deck(200, 101))

    @pytest.mark.parametrize(
        ("copies", "chosen", "message"),
        [
            ("some", {}, "no choice 'some'; the choices are one, all, chosen"),
            ("chosen", {}, "no cards to print"),
            ("chosen", {"card-0": 0}, "no cards to print"),
            ("chosen", {"card-0": -1}, "card-0: -1 copies; at least 0"),
            ("chosen", {"wolverine": 1}, "no card 'wolverine' in this deck"),
        ],
    )
    def test_refuses_what_can_not_be_printed(self, copies: str, chosen: dict[str, int], message: str) -> None:
        with pytest.raises(InputError, match=re.escape(message)):
            count_proxies(deck(1), copies, chosen)

    def test_refuses_a_deck_without_cards(self) -> None:
        with pytest.raises(InputError, match="no cards to print"):
            count_proxies(Deck(VS_CLASSIC))


class TestPages:
    @pytest.mark.parametrize(("paper", "width", "height"), [("a4", 210, 297), ("letter", 215.9, 279.4)])
    def test_have_nine_cards_of_63_by_88_mm_in_their_middle(self, paper: str, width: float, height: float) -> None:
        data = printed(*(card(f"Card {number}") for number in range(10)), paper=paper)
        cards = [box for box in reading.boxes(data) if box[2:] == pytest.approx((63, 88), abs=0.05)]
        places = sorted({(round(left, 1), round(top, 1)) for left, top, *_ in cards})
        left, top = (width - 189) / 2, (height - 264) / 2
        wanted = sorted((left + 63 * column, top + 88 * row) for column in range(3) for row in range(3))
        assert [place for found in places for place in found] == pytest.approx(
            [place for found in wanted for place in found], abs=0.06
        )
        assert reading.sizes(data) == [pytest.approx((width * reading.MM, height * reading.MM), abs=0.05)] * 2

    @pytest.mark.parametrize("paper", ["a4", "letter"])
    def test_have_marks_on_every_edge_outside_of_the_cards(self, paper: str) -> None:
        data = printed(card("One"), paper=paper)
        (width, height) = (side / reading.MM for side in reading.sizes(data)[0])
        left, top = (width - 189) / 2, (height - 264) / 2
        marks = [box for box in reading.boxes(data) if min(box[2:]) < 0.3 and 3.8 < max(box[2:]) < 4.3]
        assert len(marks) == 16
        for x, y, wide, high in marks:
            assert x + wide <= left or x >= left + 189 or y + high <= top or y >= top + 264
            assert x >= 0 and y >= 0 and x + wide <= width and y + high <= height  # noqa: PT018

    @pytest.mark.parametrize(("cards", "pages"), [(1, 1), (9, 1), (10, 2), (300, 34)])
    @pytest.mark.django_db
    def test_are_as_many_as_the_cards_need(self, cards: int, pages: int) -> None:
        found = reading.pages(render_proxies(deck(cards), DAY))
        assert len(found) == pages
        assert f"page {pages} of {pages}" in " ".join(found[-1])
        assert sum(line.count("proxy") for page in found for line in page) == cards

    @pytest.mark.django_db
    def test_cost_one_query(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        with django_assert_num_queries(1):
            render_proxies(deck(4, 4, 4), DAY)

    @pytest.mark.django_db
    def test_are_the_same_bytes_for_the_same_deck(self) -> None:
        assert render_proxies(deck(2, 3), DAY) == render_proxies(deck(2, 3), DAY)

    @pytest.mark.shared
    @pytest.mark.django_db
    @pytest.mark.parametrize(
        "name", ["pile-there", "rb-houston-rq-2025-best-missfortune", "vs-10k-2005-doom-and-friends"]
    )
    def test_print_every_copy_of_decks_of_each_game(
        self, name: str, shared: Path, reference: Callable[[str], Reference]
    ) -> None:
        cases = json.loads((shared / "cases" / "verdicts.json").read_text(encoding="utf-8"))
        found = next(each for each in cases if each["id"] == name)
        day = date.fromisoformat(found["as_of"])
        read = decklists.read_deck(found["deck"], reference(found["game"]).catalog, day)
        said = re.sub(r"\s+", " ", reading.text(render_proxies(read, day)))
        wanted = Counter({each.name: 0 for each in read.cards})
        for each, count in read.counts.items():
            wanted[each.name] += count
        assert {each: said.count(each) for each, count in wanted.items() if said.count(each) < count} == {}
        assert len(re.findall(r"\bproxy\b", said)) == sum(read.counts.values())


class TestFace:
    def test_has_the_facts_of_a_card(self) -> None:
        spectrum = card(
            "Spectrum", VS_2PCG, type="Supporting Character", cost=5, atk=41, defense=42, health=43,
            teams=("A-Force",), alignments=("Good",), universe="Marvel", keywords=("Leader",), printings=("AFF-018",),
        )  # fmt: skip
        (page,) = reading.pages(printed(spectrum))
        said = " ".join(page)
        for fact in ("5", "Spectrum", "Supporting Character", "A-Force", "G", "Leader", "41", "42", "43", "AFF-018"):
            assert fact in said.split() or f" {fact} " in f" {said} ", fact
        assert "Marvel" in said

    def test_has_identity_and_versions(self) -> None:
        oracle = card("Oracle", identity="Barbara Gordon", versions=("Hacker Elite", "Army"))
        assert "◊ Barbara Gordon, Hacker Elite ○ Army" in re.sub(r"\s+", " ", reading.text(printed(oracle)))

    def test_has_the_wording_where_it_is_loaded(self) -> None:
        said = reading.text(printed(card("One"), wording="[Activate] >>> Do our own thing.\nThen [target name] too."))
        assert "Do our own thing." in said
        assert "Then [target name] too." in said
        assert "not loaded" not in said

    def test_draws_symbols_and_reads_the_others_as_words(self) -> None:
        plain = card("One", VS_2PCG)
        signs = "[Energy]" * 80
        without, with_signs = (len(reading.boxes(printed(plain, wording=f"Pay {text}."))) for text in ("", signs))
        assert with_signs == without + 80
        assert "[X-Men]" in reading.text(printed(plain, wording="Pay [X-Men]."))

    def test_says_that_a_type_is_not_recorded(self) -> None:
        assert "type not recorded" in reading.text(printed(card("One", type=None)))

    @pytest.mark.parametrize(
        ("wording", "said"), [(None, "card text not available"), ("", "no game text")], ids=["not loaded", "without"]
    )
    def test_says_which_text_is_missing(self, wording: str | None, said: str) -> None:
        assert said in reading.text(printed(card("One"), wording=wording))

    def test_leaves_what_is_not_recorded_as_an_empty_box(self) -> None:
        data = printed(card("One", cost=None, atk=None, teams=None))
        assert not re.search(r"\b[03]\b|None", reading.text(data).split("Print at")[0])

    def test_keeps_any_text_inside_the_card(self) -> None:
        long = card("N" * 5_000, versions=("V" * 5_000,), teams=("T" * 5_000,), printings=("S" * 50 + "-1",))
        for hostile in (long, replace(long, name="", versions=()), replace(long, type=None, cost="x" * 99)):
            data = printed(hostile, wording="word " * 3_000 + "w" * 3_000)
            for left, top, width, height in reading.boxes(data):
                is_mark = min(width, height) < 0.3
                assert is_mark or (left > 10.1 and top > 16.1 and left + width < 73.9 and top + height < 104.9)
            assert "…" in reading.text(data)

    def test_draws_letters_of_no_kind_outside_of_the_card(self) -> None:
        import pypdfium2
        from pypdfium2.raw import FPDF_PAGEOBJ_TEXT

        long = card("N" * 5_000, versions=("V" * 5_000,), teams=("T" * 5_000,), cost="x" * 99, atk="y" * 99)
        with pypdfium2.PdfDocument(printed(long, wording="w" * 9_000)) as file:
            places = [each.get_bounds() for each in file[0].get_objects([FPDF_PAGEOBJ_TEXT])]
        inside = [box for box in places if box[1] > 100 * reading.MM]  # the rest stands in the margin below
        assert len(inside) >= 10
        assert all(left / reading.MM > 10.4 and right / reading.MM < 73.6 for left, _, right, _ in inside)

    def test_draws_domains_with_their_words_and_power_as_symbols(self) -> None:
        def count(**facts: object) -> int:
            return len(reading.boxes(printed(builders.riftbound("One", "Spell", energy=4, **facts))))

        said = reading.text(printed(builders.riftbound("One", "Spell", domains=("Body",), energy=4, power=3)))
        assert "Body" in said.split()
        assert "3" not in said.split("Print at")[0].split()
        # A symbol and the paper that it stands on, three times against once.
        assert count(domains=("Body",), power=3) == count(domains=("Body",), power=1) + 4
        assert count(domains=("Body",), power=None) == count(domains=("Body",), power=1) - 1
        assert "7" in reading.text(printed(builders.riftbound("One", "Spell", domains=("Body",), power=7))).split()

    def test_draws_the_symbols_of_riftbounds_texts_and_writes_energy_as_a_number(self) -> None:
        one = builders.riftbound("One", "Spell", domains=("Body",), energy=4, power=1)
        without, with_signs = (
            len(reading.boxes(printed(one, wording=f"Pay {text}."))) for text in ("", "[R][Exhaust]")
        )
        assert with_signs == without + 2
        assert "[2]" in reading.text(printed(one, wording="Pay [2]."))

    def test_splits_the_head_and_the_symbol_of_power_between_two_domains(self) -> None:
        both = builders.riftbound("Both", "Spell", domains=("Body", "Chaos"), energy=1, power=1)
        alone = builders.riftbound("Both", "Spell", domains=("Body",), energy=1, power=1)
        # One part more in the head, one domain more in the strip, and halves in place of one symbol.
        assert len(reading.boxes(printed(both))) == len(reading.boxes(printed(alone))) + 3
        assert both.game == RIFTBOUND
