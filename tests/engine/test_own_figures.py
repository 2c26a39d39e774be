"""A number that only a format sets is cited from the format; a number of the rules, from the rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from engine.decklists import read_deck
from engine.model.formats import Construction
from engine.model.reference import Reference
from engine.model.verdicts import ERROR, Citation
from engine.rules.validation import check_deck

DAY = date(2010, 6, 1)
RULE, COPIES = Citation("cr-2.7", "101.1"), Citation("cr-2.7", "101.2")
OWN = Citation("format:golden-age", "construction")


@pytest.mark.parametrize(
    ("figures", "cited"),
    [
        ((60, None, 4), {"deck-size": RULE, "copy-limit": COPIES}),
        ((100, None, 4), {"deck-size": OWN, "copy-limit": COPIES}),
        ((60, 80, 4), {"deck-size": OWN, "copy-limit": COPIES}),
        ((60, None, 1), {"deck-size": RULE, "copy-limit": OWN}),
        ((100, 100, 1), {"deck-size": OWN, "copy-limit": OWN}),
    ],
)
def test_of_classic_formats(
    figures: tuple[int, int | None, int], cited: dict[str, Citation], reference: Callable[[str], Reference]
) -> None:
    held = reference("vs-classic")
    fmt = replace(held.formats["golden-age"], construction=Construction(*figures))

    verdict = check_deck(read_deck("5 Dracula, Vlad Dracula", held.catalog, DAY), fmt, DAY)

    assert {each.code: each.citation for each in verdict.of(ERROR)} == cited
    broken = {each.code: each.citation for each in verdict.checked if each.outcome == "broken"}
    assert broken == cited


@pytest.mark.parametrize("slug", ["standard", "mode-1v1-duel", "sealed", "draft"])
def test_of_riftbound_are_stated_by_its_documents(slug: str, reference: Callable[[str], Reference]) -> None:
    held = reference("riftbound")
    deck = read_deck("Deck\n5 Pouty Poro", held.catalog, DAY)

    sizes = [
        each for each in check_deck(deck, held.formats[slug], date(2026, 6, 1)).checked if each.code == "deck-size"
    ]

    assert {each.citation.document for each in sizes} <= {"rb-core-1.3", "rb-tournament"}


def test_of_a_keyword_stay_with_their_rule(reference: Callable[[str], Reference]) -> None:
    held = reference("vs-2pcg")
    fmt = replace(held.formats["multiverse"], construction=Construction(60, 60, 3))
    deck = read_deck("Deck\n9 Adolescent Xenomorph [ALN-036]\n4 Pixie [AFF-011]", held.catalog, DAY)

    found = [each for each in check_deck(deck, fmt, date(2024, 6, 1)).of(ERROR) if each.code == "copy-limit"]

    assert [(each.allowed, each.citation and each.citation.document) for each in found] == [
        (8, "pcg-5.0"),
        (3, "format:multiverse"),
    ]
