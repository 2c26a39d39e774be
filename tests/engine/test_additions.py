"""What can still be added: what the rules say of each card alone, found for all cards at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from engine import decklists
from engine.model.decks import DECK, MAIN_CHARACTER, Deck, DeckEntry
from engine.model.formats import Format
from engine.model.reference import Reference
from engine.model.verdicts import ERROR
from engine.repair.additions import can_be_added, find_addable
from engine.rules.validation import check_deck
from tests.sizes import share

LISTS = Path(__file__).resolve().parents[2] / "vsdb" / "check" / "sample_lists"
A_DAY = date(2026, 6, 1)

Load = Callable[[str], Reference]


def read(name: str, reference: Reference, lines: int | None = None) -> Deck:
    """A sample list, or its first lines."""
    deck = decklists.read_deck((LISTS / f"{name}.txt").read_text(encoding="utf-8"), reference.catalog, A_DAY)
    return replace(deck, entries=deck.entries[:lines])


def assert_alike(deck: Deck, fmt: Format, known: Reference) -> None:
    """What is said of a share of the cards at once is what each of them comes to alone."""
    cards, before = share(known.catalog.cards, one_in=3), check_deck(deck, fmt, A_DAY).of(ERROR)
    alone = {card.slug for card in cards if can_be_added(card, deck, fmt, A_DAY, before, known.catalog)}
    assert find_addable(deck, fmt, A_DAY, known.catalog) & {card.slug for card in cards} == alone


# Thousands of verdicts that reach no line which others don't.
@pytest.mark.law
@pytest.mark.no_cover
class TestAllAtOnce:
    @pytest.mark.parametrize("lines", [*(pytest.param(few, marks=pytest.mark.full) for few in (0, 1)), 3, None])
    @pytest.mark.parametrize(
        ("name", "game", "formats"),
        [
            ("warbound", "vs-classic", ("golden-age", "silver-age", "golden-age-open-ban-5")),
            ("a-force", "vs-2pcg", ("multiverse", "incursion")),
            ("jinx", "riftbound", ("standard",)),
        ],
    )
    def test_is_what_each_card_comes_to_alone(
        self, reference: Load, name: str, game: str, formats: tuple[str, ...], lines: int | None
    ) -> None:
        known = reference(game)
        deck = read(name, known, lines)
        for slug in formats:
            fmt = known.formats[slug]
            assert_alike(deck, fmt, known)

    @pytest.mark.parametrize("slug", ["life-is-too-short", "boss-vs-boss-battles"])
    def test_cards_that_a_rule_names_are_told_from_others_with_the_same_facts(self, reference: Load, slug: str) -> None:
        known = reference("vs-2pcg")
        fmt, deck = known.formats[slug], Deck("vs-2pcg")
        assert_alike(deck, fmt, known)

    @pytest.mark.parametrize("slug", ["uatu-frf-011", "chris-jericho-aew-003"])
    @pytest.mark.parametrize("fmt", ["multiverse", "secret-wars"])
    def test_of_a_main_character_that_changes_what_may_be_in_its_deck(
        self, reference: Load, slug: str, fmt: str
    ) -> None:
        known = reference("vs-2pcg")
        starter = DeckEntry(MAIN_CHARACTER, 1, known.catalog.by_slug[slug])
        deck = Deck("vs-2pcg", (starter, DeckEntry(DECK, 1, known.catalog.by_slug["brainstorm"])))
        assert_alike(deck, known.formats[fmt], known)


class TestOneCard:
    """Comprehensive rules 2.7, 101.2: at most four of a card; 103.1.b of Riftbound's: the legend's domains."""

    @staticmethod
    def answers(reference: Reference, text: str, fmt: str, *slugs: str, on: date = A_DAY) -> list[bool]:
        deck = decklists.read_deck(text, reference.catalog, on)
        found = find_addable(deck, reference.formats[fmt], on, reference.catalog)
        return [slug in found for slug in slugs]

    @pytest.mark.parametrize(("count", "may_be"), [(3, True), (4, False), (5, False)])
    def test_of_four_copies_none_more(self, reference: Load, count: int, may_be: bool) -> None:
        text = f"{count} Hulk, Gladiator"
        assert self.answers(reference("vs-classic"), text, "golden-age", "hulk-gladiator") == [may_be]

    def test_not_a_banned_one_though_the_deck_has_it_already(self, reference: Load) -> None:
        slug, on = "dr-light-master-of-holograms", date(2008, 7, 1)
        classic = reference("vs-classic")
        assert self.answers(classic, "", "silver-age", slug, on=on) == [False]
        assert self.answers(classic, "1 Dr. Light, Master of Holograms", "silver-age", slug, on=on) == [False]

    def test_what_is_broken_already_is_no_reason_against_another_card(self, reference: Load) -> None:
        text = "5 Hulk, Gladiator"
        assert self.answers(reference("vs-classic"), text, "golden-age", "hulk-the-green-king") == [True]

    def test_not_outside_of_the_legends_domains(self, reference: Load) -> None:
        text = "Legend\n1 Jinx, Loose Cannon"
        riftbound = reference("riftbound")
        assert self.answers(riftbound, text, "standard", "fury-rune", "calm-rune") == [True, False]

    def test_a_second_legend_is_too_many(self, reference: Load) -> None:
        riftbound = reference("riftbound")
        assert self.answers(riftbound, "", "standard", "jinx-loose-cannon") == [True]
        text = "Legend\n1 Jinx, Loose Cannon"
        assert self.answers(riftbound, text, "standard", "jinx-loose-cannon") == [False]

    def test_a_rune_while_there_are_fewer_than_twelve(self, reference: Load) -> None:
        riftbound = reference("riftbound")
        for count, may_be in ((11, True), (12, False)):
            text = f"Legend\n1 Jinx, Loose Cannon\nRunes\n{count} Fury Rune"
            assert self.answers(riftbound, text, "standard", "fury-rune") == [may_be]

    def test_a_full_deck_is_no_reason_against_a_card(self, reference: Load) -> None:
        pcg = reference("vs-2pcg")
        deck = read("a-force", pcg)
        assert check_deck(deck, pcg.formats["multiverse"], A_DAY).is_legal
        assert len(find_addable(deck, pcg.formats["multiverse"], A_DAY, pcg.catalog)) > 100

    def test_a_card_that_uses_a_pile_may_come_before_its_pile(self, reference: Load) -> None:
        pcg = reference("vs-2pcg")
        user = next(
            card for card in pcg.catalog.cards if "Facehugger" in card.uses_piles and card.type != "Main Character"
        )
        text = "Main Character\n1 She-Hulk [AFF-003]"
        deck = decklists.read_deck(text, pcg.catalog, A_DAY)
        fmt = pcg.formats["multiverse"]
        after = check_deck(decklists.read_deck(f"{text}\nDeck\n1 [{user.slug}]", pcg.catalog, A_DAY), fmt, A_DAY)
        new = {error.code for error in after.of(ERROR)} - {e.code for e in check_deck(deck, fmt, A_DAY).of(ERROR)}
        assert (user.slug in find_addable(deck, fmt, A_DAY, pcg.catalog)) == (new <= {"pile-missing", "pile-size"})
