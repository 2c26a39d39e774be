"""The inks of Riftbound's domains can be told from what they stand on, in light and in dark."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations

import pytest
from django.conf import settings

from engine.games.riftbound.site import SITE

INKS = ("fury", "calm", "mind", "body", "chaos", "order", "colorless")
GROUNDS = ("paper", "panel", "sunken")
SHAPE, TEXT = 3, 4.5
PIP = "#fffdf7"


@cache
def tokens() -> dict[str, tuple[str, str]]:
    """The colours of tokens.css in light and in dark."""
    said = (settings.BASE_DIR / "static/css/tokens.css").read_text(encoding="utf-8").partition("@media print")[0]
    found = re.findall(r"--([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6}))?", said)
    return {name: (light, dark or light) for name, light, dark in found}


def luminance(colour: str) -> float:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("ink", INKS)
def test_symbols_and_bars_on_paper(ink: str, *, dark: bool) -> None:
    for ground in GROUNDS:
        assert contrast(tokens()[f"domain-{ink}"][dark], tokens()[ground][dark]) >= SHAPE, ground


@pytest.mark.parametrize("ink", INKS)
def test_symbols_of_a_cost_on_a_face(ink: str) -> None:
    assert contrast(tokens()[f"domain-{ink}"][0], PIP) >= SHAPE
    assert contrast(PIP, tokens()[ink][0]) >= SHAPE


@pytest.mark.parametrize("ink", INKS)
def test_words_on_the_head_of_a_face(ink: str) -> None:
    assert contrast(tokens()["on-card"][0], tokens()[ink][0]) >= TEXT


def test_numbers_and_edges_of_coins() -> None:
    assert contrast(tokens()["on-coin"][0], tokens()["gold"][0]) >= TEXT
    for dark in (False, True):
        assert contrast(tokens()["edge"][dark], tokens()["paper"][dark]) >= SHAPE


def test_no_two_domains_have_the_same_ink_drawing_or_pattern() -> None:
    face = SITE.face
    assert list(face.symbols) == list(face.inks) == list(face.patterns)
    for one, other in combinations(face.symbols, 2):
        assert tokens()[f"domain-{face.inks[one]}"] != tokens()[f"domain-{face.inks[other]}"]
        assert face.symbols[one] != face.symbols[other]
        assert face.patterns[one] != face.patterns[other]


def test_every_pattern_is_drawn() -> None:
    drawn = (settings.BASE_DIR / "templates/parts/chart_pattern.html").read_text(encoding="utf-8")
    for pattern in (*SITE.face.patterns.values(), "split", "hollow", "dotted"):
        assert f'look.pattern == "{pattern}"' in drawn
