"""What can still be added: what the rules say of each card alone, found for all cards at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import decklists
from engine.decklists.adding import add_copies, remove_copies
from engine.decklists.default_sections import find_default_section
from engine.model.decks import DECK, MAIN_CHARACTER, Deck, DeckEntry
from engine.model.formats import Format
from engine.model.reference import Reference
from engine.model.verdicts import ERROR, Finding
from engine.repair.additions import (
    can_be_added,
    count_addable,
    find_addable,
    is_unfinished,
    list_full_sections,
)
from engine.rules.validation import check_deck
from tests.engine.real_lists import read_sample
from tests.sizes import share

A_DAY = date(2026, 6, 1)

Load = Callable[[str], Reference]


def read(name: str, reference: Reference, lines: int | None = None) -> Deck:
    """A sample list, or its first lines."""
    deck = decklists.read_deck(read_sample(name), reference.catalog, A_DAY)
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


#: What further cards settle; every other new error is one that the added card makes. A main character that starts with
#: another one waits for that.
COMES_LATER = {"pile-missing", "level-up", "deck-size", "legend", "chosen-champion", "main-character"}
LEGAL_AND_FULL = [("a-force", "vs-2pcg", "multiverse"), ("jinx", "riftbound", "standard")]


def _waits(error: Finding) -> bool:
    """Whether an error is about fewer cards than there have to be."""
    return isinstance(error.found, int) and isinstance(error.allowed, int) and error.found < error.allowed


def cut(deck: Deck, size: int) -> Deck:
    """The deck with at most so many cards under each heading."""
    entries, held = [], dict.fromkeys(deck.sections, 0)
    for entry in deck.entries:
        count = min(entry.count, size - held[entry.section])
        held[entry.section] += count
        entries += [replace(entry, count=count)] if count > 0 else []
    return replace(deck, entries=tuple(entries))


@pytest.mark.law
@pytest.mark.no_cover
class TestNoOfferMakesADeckIllegal:
    """Whatever is offered: with it the deck breaks no rule that it didn't break, but for what more cards settle."""

    @pytest.mark.parametrize("size", [*(pytest.param(few, marks=pytest.mark.full) for few in (0, 5, 39)), 11, 59])
    @pytest.mark.parametrize(
        ("name", "game", "fmt"), [*LEGAL_AND_FULL, ("warbound", "vs-classic", "golden-age")], ids=str
    )
    def test_of_a_deck_under_construction(self, reference: Load, name: str, game: str, fmt: str, size: int) -> None:
        known = reference(game)
        deck = cut(read(name, known), size)
        before = {(e.code, e.citation, e.section) for e in check_deck(deck, known.formats[fmt], A_DAY).of(ERROR)}
        for slug in share(sorted(find_addable(deck, known.formats[fmt], A_DAY, known.catalog)), one_in=7):
            after = check_deck(
                add_copies(deck, known.catalog.by_slug[slug], 1, known.catalog), known.formats[fmt], A_DAY
            )
            new = {e.code for e in after.of(ERROR) if (e.code, e.citation, e.section) not in before}
            assert not [e for e in after.of(ERROR) if e.code == "main-character" and e.code in new and not _waits(e)]
            assert new <= (COMES_LATER if before else set()), slug

    @pytest.mark.parametrize(("name", "game", "fmt"), [*LEGAL_AND_FULL, ("warbound", "vs-classic", "golden-age")])
    def test_of_a_legal_deck(self, reference: Load, name: str, game: str, fmt: str) -> None:
        known = reference(game)
        deck, day = read(name, known), date(2026, 3, 1)
        assert check_deck(deck, known.formats[fmt], day).is_legal
        for slug in share(sorted(find_addable(deck, known.formats[fmt], day, known.catalog)), one_in=7):
            more = add_copies(deck, known.catalog.by_slug[slug], 1, known.catalog)
            assert not check_deck(more, known.formats[fmt], day).of(ERROR), slug


class TestAFullDeck:
    """Exactly 60 cards in 2PCG; in Riftbound's competitions exactly 40 with the champion, 12 runes, 3 battlefields."""

    @pytest.mark.parametrize(("name", "game", "fmt"), LEGAL_AND_FULL)
    def test_takes_no_card(self, reference: Load, name: str, game: str, fmt: str) -> None:
        known = reference(game)
        deck = read(name, known)
        found = find_addable(deck, known.formats[fmt], A_DAY, known.catalog)
        homes = {find_default_section(known.catalog.by_slug[slug], deck) for slug in found}
        assert homes <= {"level-up"}  # of which the rules set no maximum
        assert any("deck" in limit.sections for limit, _ in list_full_sections(deck, known.formats[fmt], A_DAY))

    @pytest.mark.parametrize(("name", "game", "fmt"), LEGAL_AND_FULL)
    def test_takes_one_again_once_one_is_out(self, reference: Load, name: str, game: str, fmt: str) -> None:
        known = reference(game)
        deck = read(name, known)
        last = next(entry for entry in reversed(deck.entries) if entry.section == "deck" and entry.card)
        assert last.card
        fewer = remove_copies(deck, last.card, 1, known.catalog, "deck")
        assert last.card.slug in find_addable(fewer, known.formats[fmt], A_DAY, known.catalog)
        assert not any("deck" in limit.sections for limit, _ in list_full_sections(fewer, known.formats[fmt], A_DAY))

    def test_of_more_than_all_says_how_many(self, reference: Load) -> None:
        pcg = reference("vs-2pcg")
        deck = add_copies(read("a-force", pcg), pcg.catalog.by_slug["brainstorm"], 2, pcg.catalog)
        ((limit, size),) = list_full_sections(deck, pcg.formats["multiverse"], A_DAY)
        assert (size, limit.most) == (62, 60)
        found = find_addable(deck, pcg.formats["multiverse"], A_DAY, pcg.catalog)
        assert "brainstorm" not in found

    def test_a_classic_deck_is_never_full(self, reference: Load) -> None:
        classic = reference("vs-classic")
        deck = read("warbound", classic)
        assert not list_full_sections(deck, classic.formats["golden-age"], A_DAY)
        assert len(find_addable(deck, classic.formats["golden-age"], A_DAY, classic.catalog)) > 100

    def test_a_range_of_sizes_is_too_few_below_its_least(self, reference: Load) -> None:
        classic = reference("vs-classic")
        fmt = replace(
            classic.formats["golden-age"],
            construction=replace(classic.formats["golden-age"].construction, deck_min=60, deck_max=61),
        )
        deck = cut(read("warbound", classic), 59)
        for size, may_be in ((59, True), (60, True), (61, False)):
            some = add_copies(deck, classic.catalog.by_slug["mobilize"], size - deck.size(), classic.catalog)
            assert bool(find_addable(some, fmt, A_DAY, classic.catalog)) is may_be, size


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


class TestHowManyMore:
    """Comprehensive rules 2.7, 101.2 of the TCG: at most four of a card; Riftbound's 103.3.a: 12 runes."""

    @pytest.mark.parametrize(("held", "most", "more"), [(0, 4, 4), (1, 4, 3), (4, 4, 0), (0, 2, 2), (0, 9, 4)])
    def test_of_a_card_up_to_its_limit(self, reference: Load, held: int, most: int, more: int) -> None:
        classic = reference("vs-classic")
        deck = decklists.read_deck(f"{held} Hulk, Gladiator" if held else "", classic.catalog, A_DAY)
        card = classic.catalog.by_slug["hulk-gladiator"]
        assert count_addable(card, deck, classic.formats["golden-age"], A_DAY, classic.catalog, most) == more

    @pytest.mark.parametrize(("held", "more"), [(0, 12), (7, 5), (12, 0)])
    def test_of_runes_up_to_their_section(self, reference: Load, held: int, more: int) -> None:
        riftbound = reference("riftbound")
        runes = f"Runes\n{held} Fury Rune" if held else ""
        deck = decklists.read_deck(f"Legend\n1 Jinx, Loose Cannon\n{runes}", riftbound.catalog, A_DAY)
        card = riftbound.catalog.by_slug["fury-rune"]
        assert count_addable(card, deck, riftbound.formats["standard"], A_DAY, riftbound.catalog, 12) == more

    def test_of_a_card_that_does_not_fit_is_none(self, reference: Load) -> None:
        riftbound = reference("riftbound")
        deck = decklists.read_deck("Legend\n1 Jinx, Loose Cannon", riftbound.catalog, A_DAY)
        card = riftbound.catalog.by_slug["calm-rune"]
        assert count_addable(card, deck, riftbound.formats["standard"], A_DAY, riftbound.catalog, 12) == 0


class TestUnfinished:
    @pytest.mark.parametrize(
        ("text", "answer"),
        [("", True), ("4 Hulk, Gladiator", True), ("5 Hulk, Gladiator", False)],
    )
    def test_is_a_deck_that_lacks_nothing_but_cards(self, reference: Load, text: str, answer: bool) -> None:
        classic = reference("vs-classic")
        deck = decklists.read_deck(text, classic.catalog, A_DAY)
        assert is_unfinished(check_deck(deck, classic.formats["golden-age"], A_DAY).of(ERROR)) is answer

    def test_is_no_legal_deck(self) -> None:
        assert not is_unfinished(())


@st.composite
def _decks(draw: st.DrawFn, known: Reference, sample: Deck) -> Deck:
    """A part of a sample deck with some cards of the game at random, wherever these belong."""
    counts = draw(st.lists(st.integers(0, 4), min_size=len(sample.entries), max_size=len(sample.entries)))
    entries = tuple(
        replace(entry, count=min(count, entry.count))
        for entry, count in zip(sample.entries, counts, strict=True)
        if count
    )
    deck = replace(sample, entries=entries)
    for card in draw(st.lists(st.sampled_from(known.catalog.cards), max_size=6)):
        deck = add_copies(deck, card, draw(st.integers(1, 4)), known.catalog)
    return deck


@pytest.mark.parametrize(("name", "game", "fmt"), [*LEGAL_AND_FULL, ("warbound", "vs-classic", "golden-age")])
def test_no_offer_to_any_deck_brings_an_error_that_more_cards_do_not_settle(
    reference: Load, name: str, game: str, fmt: str
) -> None:
    known = reference(game)
    sample, rules = read(name, known), known.formats[fmt]

    @settings(max_examples=6, deadline=None)
    @given(st.data())
    def law(data: st.DataObject) -> None:
        deck = data.draw(_decks(known, sample))
        before = check_deck(deck, rules, A_DAY).of(ERROR)
        held = {(e.code, e.citation, e.section) for e in before}
        offers = sorted(find_addable(deck, rules, A_DAY, known.catalog))
        for slug in data.draw(st.lists(st.sampled_from(offers), max_size=8)) if offers else ():
            more = add_copies(deck, known.catalog.by_slug[slug], 1, known.catalog)
            after = check_deck(more, rules, A_DAY).of(ERROR)
            new = {e.code for e in after if (e.code, e.citation, e.section) not in held}
            assert not [e for e in after if e.code == "main-character" and e.code in new and not _waits(e)]
            assert new <= (COMES_LATER if before else set()), slug
            sizes = {limit.code: size for limit, size in list_full_sections(deck, rules, A_DAY)}
            assert sizes == {
                limit.code: size for limit, size in list_full_sections(more, rules, A_DAY) if limit.code in sizes
            }, slug

    law()
