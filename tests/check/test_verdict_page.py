"""What the page of a verdict says beside the lines of a list."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client

from engine.model.verdicts import ERROR, Finding
from vsdb.check.services import check
from vsdb.check.verdict_page import build_verdict_page

pytestmark = pytest.mark.django_db

FOUR = "4 Hulk, Gladiator\n4 Hulk, Green Scar\n4 Savage Beatdown\n4 Flying Kick\n"


def beside(text: str, cards: int) -> list[list[str]]:
    """What stands beside each line of a list of a finding about its first cards."""
    checked = check(text, formats=["golden-age"], game="vs-classic")[0]
    finding = Finding("copy-limit", ERROR, "These are too many.", None, tuple(checked.deck.counts)[:cards])
    told = replace(checked, verdict=checked.verdict._replace(findings=(finding,)))
    (section,) = build_verdict_page([told], text).sections
    return [[remark.text for remark in line.remarks] for line in section.lines]


@pytest.mark.parametrize(("cards", "said"), [(1, "These are too many."), (3, "These are too many."), (4, "copy limit")])
def test_a_finding_about_at_most_three_cards_stands_in_full_beside_each_of_their_lines(cards: int, said: str) -> None:
    assert beside(FOUR, cards) == [[said]] * cards + [[]] * (4 - cards)


@pytest.mark.parametrize(("lines", "said"), [(3, "These are too many."), (4, "copy limit")])
def test_so_does_one_about_a_card_on_at_most_three_lines(lines: int, said: str) -> None:
    assert beside("1 Flying Kick\n" * lines, 1) == [[said]] * lines


def test_a_finding_that_names_lines_counts_the_copies_on_these_alone() -> None:
    text = "Legend\n1 Jinx, Loose Cannon\nChampion\n1 Darius, Trifarian\nDeck\n2 Darius, Trifarian\n"
    checked = check(text, formats=["standard"], game="riftbound")

    rows = build_verdict_page(checked, text).findings

    [row] = [row for row in rows if row.finding.code == "champion-tag" or "share a tag" in row.finding.message]
    assert ([count for _, count in row.cards], row.finding.lines) == ([1], (4,))


@pytest.mark.parametrize(("count", "is_over"), [(10, False), (11, True)])
def test_a_section_with_too_many_cards_says_so(client: Client, count: int, is_over: bool) -> None:
    asked = {"deck": f"Sideboard\n{count} Gust\n", "format": "riftbound/standard", "on": "2026-07-16"}
    page = client.post("/check/", asked, follow=True).content.decode()
    heading = re.search(r'Sideboard <span class="soft">[^<]* of 10</span>(.*?)</th>', page, re.DOTALL)
    assert heading
    assert ("too many" in heading[1]) == is_over
