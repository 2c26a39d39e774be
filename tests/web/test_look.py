"""Colours can be told apart, scripts are small, and nothing comes from another host."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parents[2] / "static"
TEMPLATES = STATIC.parent / "templates"
TOKENS = (STATIC / "css" / "tokens.css").read_text(encoding="utf-8")
OURS = sorted([*(STATIC / "css").glob("*.css"), *(STATIC / "js").glob("*.js"), *(STATIC / "img").glob("*.svg")])

LIGHT, DARK = 0, 1
_PAIR = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
_ONE = re.compile(r"^  --([\w-]+): (#[0-9a-f]{6});", re.MULTILINE)
_SCREEN = TOKENS.partition("@media print")[0]
COLOURS: dict[str, tuple[str, str]] = {
    **{name: (value, value) for name, value in _ONE.findall(_SCREEN)},
    **{name: (light, dark) for name, light, dark in _PAIR.findall(_SCREEN)},
}

DOMAINS = ("fury", "calm", "mind", "body", "chaos", "order", "colorless")
_GROUNDS = ("paper", "panel", "sunken")
TEXT = [
    *((ink, ground) for ink in ("ink", "ink-soft", "accent") for ground in _GROUNDS),
    *((meaning, ground) for meaning in ("legal", "illegal", "uncertain", "warning", "info") for ground in _GROUNDS[:2]),
    *((meaning, f"{meaning}-tint") for meaning in ("illegal", "uncertain", "warning", "info")),
    *((ink, f"{tint}-tint") for ink in ("ink", "ink-soft", "accent") for tint in ("illegal", "uncertain", "warning")),
    *((ink, "info-tint") for ink in ("ink", "ink-soft", "accent")),
    *((f"on-{meaning}", f"{meaning}-solid") for meaning in ("legal", "illegal", "uncertain", "accent")),
    *(("on-card", f"card-{ink}") for ink in ("red", "black", "blue", "green", "gray", "plain")),
    *(("on-card", domain) for domain in DOMAINS),
    *(("on-card", f"band-{number}") for number in range(12)),
    ("on-coin", "gold"),
    ("on-coin", "silver"),
]
#: Symbols and bars of Riftbound's domains; those of a cost stand on a pip of light paper, on a card's ink.
SHAPES = [
    *((f"domain-{domain}", ground) for domain in DOMAINS for ground in _GROUNDS),
    *(("pip", domain) for domain in DOMAINS),
]
EDGES = [(edge, ground) for edge in ("edge", "focus", "accent") for ground in ("paper", "panel")]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 reckons it."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_contrast_is_reckoned_as_the_guidelines_do() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), TEXT, ids=str)
def test_text_stands_out_from_its_ground(ink: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[ink][theme], COLOURS[ground][theme]) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("edge", "ground"), EDGES, ids=str)
def test_edges_of_what_can_be_acted_on_stand_out(edge: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[edge][theme], COLOURS[ground][theme]) >= 3


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("shape", "ground"), SHAPES, ids=str)
def test_symbols_of_domains_stand_out(shape: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[shape][theme], COLOURS[ground][theme]) >= 3


@pytest.mark.parametrize("domain", DOMAINS)
def test_symbols_of_a_cost_stand_out_in_the_light_ink_whatever_the_theme(domain: str) -> None:
    assert contrast(COLOURS[f"domain-{domain}"][LIGHT], COLOURS["pip"][LIGHT]) >= 3


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_nothing_is_fetched_from_another_host(path: Path) -> None:
    found = re.findall(r"(?:https?:)?//[\w.-]+\.\w+", path.read_text(encoding="utf-8"))
    assert [address for address in found if not address.endswith("//www.w3.org")] == []


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_colours_are_set_as_tokens_and_nowhere_else(path: Path) -> None:
    if path.suffix == ".css" and path.name != "tokens.css":
        assert re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[;,)\s])", path.read_text(encoding="utf-8")) == []


def test_what_every_page_runs_is_at_most_20_kb_together_and_so_is_a_page_of_its_own() -> None:
    sizes = {path.name: path.stat().st_size for path in (STATIC / "js").glob("*.js")}
    base = (TEMPLATES / "base.html").read_text(encoding="utf-8")
    everywhere = [name for name in sizes if f"js/{name}" in base]
    assert sum(sizes[name] for name in everywhere) <= 20_000
    assert {name: size for name, size in sizes.items() if size > 20_000} == {}


def test_every_font_has_its_licence() -> None:
    families = {path.name.partition("-latin")[0] for path in (STATIC / "fonts").glob("*.woff2")}
    assert families == {path.name.removesuffix("-LICENSE.txt") for path in (STATIC / "fonts").glob("*-LICENSE.txt")}
