"""The sections of a deck under construction: every card of the list is in one, and an empty one says what to do."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

import pytest
from django.contrib.auth.models import User
from django.test import Client

from engine import decklists
from engine.decklists.default_sections import find_default_section
from engine.model.reference import Reference
from tests.engine.real_lists import CASE_IDS, CASES, ON, case_deck
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.selectors import get_reference
from vsdb.decks import services
from vsdb.decks.builder.changes import Zone, build_zones
from vsdb.decks.builder.page import build_state, find_addable_slugs
from vsdb.decks.grouping import TYPE
from vsdb.decks.selectors import get_revision
from vsdb.decks.services import Snapshot
from vsdb.search.services import load_cards, search_cards


def laid_out(text: str, reference: Reference) -> tuple[Zone, ...]:
    deck = decklists.read_deck(text, reference.catalog, ON)
    return build_zones(deck, TYPE, remarks={}, notes={})


def test_a_pile_shows_its_cards_however_its_heading_is_spelt(reference: Callable[[str], Reference]) -> None:
    found = laid_out("1 Ahab [FUT-023]\nPile: HOUNDS\n1 Pixie\n", reference("vs-2pcg"))
    assert [(zone.section, zone.count) for zone in found if zone.section.startswith("pile:")] == [("pile:HOUNDS", 1)]


@pytest.mark.parametrize("case", CASES, ids=CASE_IDS)
def test_every_card_of_a_list_is_in_a_zone(case: dict[str, str]) -> None:
    deck = case_deck(case)
    found = build_zones(deck, TYPE, remarks={}, notes={})
    assert {zone.section: zone.count for zone in found if zone.count} == {
        name: n for name, n in deck.sizes.items() if n
    }


def test_each_deck_of_an_adventure_says_what_goes_in(reference: Callable[[str], Reference]) -> None:
    found = laid_out("Main Character\n1 Franklin Richards [FRF-001]\n", reference("vs-2pcg"))
    asked = {zone.title: zone.step.query for zone in found if zone.step and zone.section.startswith("pile:")}
    assert asked["Pile: Multiverse Adventure 1 Main Character"] == "t:mc level=1 -u:photographic"
    assert asked["Pile: Multiverse Adventure 3"] == "t:sc sort:cost -u:photographic"
    assert len(asked) == 6


#: A list of each game with nothing but what leads it, its format, and what the guide then leaves open.
GUIDED = [
    ("riftbound", "standard", "Legend\n1 Jinx, Loose Cannon\n", {"champion", "deck", "runes", "battlefields"}),
    ("vs-2pcg", "multiverse", "Main Character\n1 She-Hulk [AFF-003]\n", {"level-up", "deck"}),
    ("vs-2pcg", "multiverse", "Main Character\n1 Adam Cole [AEW-030]\n", {"level-up", "deck"}),
    ("vs-classic", "silver-age", "", {"deck"}),
]


@pytest.mark.parametrize(("game", "fmt", "text", "sections"), GUIDED)
def test_a_guide_leads_to_cards_that_the_rules_let_in(
    builder: User, game: str, fmt: str, text: str, sections: set[str]
) -> None:
    deck = services.create(Viewer(builder.pk), game, Snapshot(text=text, format=fmt))
    state = build_state(deck, get_revision(deck))
    steps = {zone.section: zone.step for zone in state["zones"] if zone.step}
    assert sections <= steps.keys()
    by_slug, addable = get_reference(game).catalog.by_slug, find_addable_slugs(deck)
    for section in sections:
        step = steps[section]
        found = search_cards(step.query, game=game)
        assert not found.notes, step.query
        offered = {card.slug for card in load_cards(found.ids)} & addable
        assert section in {find_default_section(by_slug[slug], state["value"]) for slug in offered}, step.query


def test_a_guide_of_a_deck_with_a_format_leaves_out_what_cannot_be_added(own: Client, builder: User) -> None:
    texts = {"standard": "data-only", "": "data-query"}
    for fmt, mark in texts.items():
        text = "Legend\n1 Jinx, Loose Cannon\n"
        deck = services.create(Viewer(builder.pk), "riftbound", Snapshot(text=text, format=fmt))
        page = own.get(f"/decks/{deck.pk}/edit/").content.decode()
        links = re.findall(r'<a (?:class="button" )?href="[^"]*[?]q=[^"]*"[^>]*data-query[^>]*>', page)
        assert len(links) == 4
        assert all(mark in link and ("only=1" in link) is bool(fmt) for link in links)


TEN = "Sideboard\n" + "\n".join(f"1 {name}" for name in ("Gust", "Cleave", "Rebuke", "Void Seeker", "Hextech Ray"))


@pytest.mark.parametrize(("as_of", "side"), [(date(2026, 7, 15), "5 of 8"), (date(2026, 7, 16), "5 of 10")])
def test_the_sections_of_a_riftbound_deck_are_slots_with_the_numbers_of_the_day(
    own: Client, builder: User, as_of: date, side: str
) -> None:
    text = f"Legend\n1 Jinx, Loose Cannon\nBattlefields\n1 Zaun Warrens\n1 The Grand Plaza\nRunes\n7 Fury Rune\n{TEN}\n"
    deck = services.create(Viewer(builder.pk), "riftbound", Snapshot(text=text, format="standard", as_of=as_of))
    zones = build_state(deck, get_revision(deck))["zones"]
    assert {zone.section: zone.figures for zone in zones} == {
        "legend": "1 of 1",
        "champion": "0 of 1",
        "battlefields": "2 of 3",
        "runes": "7 of 12",
        "deck": "0 of 40, champion included",
        "sideboard": side,
    }
    assert [zone.section for zone in zones] == ["legend", "champion", "battlefields", "runes", "deck", "sideboard"]
    assert [zone.section for zone in zones if zone.place] == ["legend", "champion", "battlefields", "runes"]
    page = own.get(f"/decks/{deck.pk}/edit/").content.decode()
    slots = re.findall(r'<p class="zone__slot"><a [^>]*>([^<]*)</a>\s*</p>', page)
    assert slots == ["Choose a champion unit with the legend’s tag", "Add 1 battlefield", "Add 5 runes"]
    assert f'Sideboard <span class="soft">{side}</span>' in page
    runes = page[page.index('id="zone-runes"') : page.index('id="zone-deck"')]
    assert "#domain-fury" in runes
    assert "zone__group" not in runes


def test_a_section_without_a_number_has_its_count(reference: Callable[[str], Reference]) -> None:
    text = "Legend\n1 Jinx, Loose Cannon\nAdditional Legends\n1 Dark Child\nRunes\n7 Fury Rune\n"
    assert {zone.section: zone.figures for zone in laid_out(text, reference("riftbound")) if zone.count} == {
        "legend": "1",
        "additional-legends": "1",
        "runes": "7",
    }


def test_the_sections_of_the_other_games_have_their_counts_alone(reference: Callable[[str], Reference]) -> None:
    for game, text in (("vs-classic", "4 Savage Beatdown\n"), ("vs-2pcg", "4 Hulk Smash\n")):
        deck = decklists.read_deck(text, reference(game).catalog, ON)
        fmt = next(iter(reference(game).formats.values()))
        for zone in build_zones(deck, TYPE, remarks={}, notes={}, fmt=fmt, on=ON):
            assert (zone.figures, zone.place) == (str(zone.count), None)


def test_a_finding_about_the_champion_stands_beside_no_copy_in_the_deck(builder: User) -> None:
    text = "Legend\n1 Jinx, Loose Cannon\nChampion\n1 Darius, Trifarian\nDeck\n2 Darius, Trifarian\n"
    deck = services.create(Viewer(builder.pk), "riftbound", Snapshot(format="standard", text=text))

    zones = build_state(deck, get_revision(deck))["zones"]

    marked = {
        zone.section
        for zone in zones
        for group in zone.groups
        for line in group.lines
        for remark in line.remarks
        if "share a tag" in remark.text
    }
    assert marked == {"champion"}


def test_lines_of_a_deck_show_power_and_domains_as_signs(own: Client, builder: User) -> None:
    text = "Legend\n1 Jinx, Loose Cannon\nDeck\n1 Cleave\n1 Jinx, Rebel\n"
    deck = services.create(Viewer(builder.pk), "riftbound", Snapshot(text=text, format="standard"))
    page = own.get(f"/decks/{deck.pk}/edit/").content.decode()
    lines = dict(re.findall(r'<li class="line[^>]*data-card="([\w-]+)" data-section="deck"(.*?)</li>', page, re.DOTALL))
    for slug, domain, power in (
        ("jinx-rebel", "Chaos", "power 1, Chaos"),
        ("cleave", "Fury", "power not recorded"),
    ):
        words, _, cost = lines[slug].partition('class="line__cost"')
        assert f'role="img" aria-label="{domain}"' in words
        assert f'role="img" aria-label="{power}"' in cost


def test_what_is_found_shows_power_below_energy(own: Client, builder: User) -> None:
    deck = services.create(Viewer(builder.pk), "riftbound", Snapshot(format="standard"))
    page = own.get(f"/decks/{deck.pk}/edit/?q=n:jinx+n:rebel").content.decode()
    costs = re.findall(
        r'class="pick__cost"[^>]*>(\d+)<span class="pick__power">(.*?)<span class="pick__words"', page, re.DOTALL
    )
    assert [(energy, re.findall(r'aria-label="([^"]*)"', power)) for energy, power in costs] == [
        ("5", ["power 1, Chaos"])
    ]


@pytest.mark.parametrize(("count", "is_over"), [(10, False), (11, True)])
def test_the_heading_of_a_section_with_too_many_cards_says_so(
    own: Client, builder: User, count: int, is_over: bool
) -> None:
    text, on = f"Legend\n1 Jinx, Loose Cannon\nSideboard\n{count} Gust\n", date(2026, 7, 16)
    deck = services.create(Viewer(builder.pk), "riftbound", Snapshot(text=text, format="standard", as_of=on))
    assert {zone.section for zone in build_state(deck, get_revision(deck))["zones"] if zone.is_over} == (
        {"sideboard"} if is_over else set()
    )
    page = own.get(f"/decks/{deck.pk}/edit/").content.decode()
    assert ("too many</span></h3>" in page) == is_over
