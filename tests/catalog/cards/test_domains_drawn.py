"""Riftbound's domains and costs as pages draw them: a drawing in the domain's ink, always with its word."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.template import Context, Template
from PIL import Image, ImageColor

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Card
from tests.engine.builders import card
from vsdb.catalog.cards import preview
from vsdb.catalog.cards.faces import build_face
from vsdb.catalog.cards.signs import find_domain_sign, find_shared_sign
from vsdb.core.pdf.canvas import load_icon

DOMAINS = ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")


def draw(said: str, **context: Any) -> str:
    return Template("{% load domains site %}" + said).render(Context(context))


def draw_costs(shown: Card) -> str:
    return draw("{% for coin in coins %}{% cost coin %}{% endfor %}", coins=build_face(shown).coins)


def unit(**facts: Any) -> Card:
    return card(RIFTBOUND, "Puddle Otter", type="Unit", **facts)


class TestDomainSign:
    @pytest.mark.parametrize("name", DOMAINS)
    def test_has_a_drawing_an_ink_and_the_word(self, name: str) -> None:
        drawing = draw("{% domain_sign game name %}", game=RIFTBOUND, name=name)
        assert f"icons.svg#domain-{name.lower()}" in drawing
        assert f"domain--{name.lower()}" in drawing
        assert drawing.endswith(f"{name}</span>")

    def test_has_its_word_as_text_alternative_where_it_stands_alone(self) -> None:
        drawing = draw("{% domain_sign game name with_word=False %}", game=RIFTBOUND, name="Mind")
        assert 'role="img" aria-label="Mind"' in drawing

    @pytest.mark.parametrize("game", [VS_CLASSIC, VS_2PCG])
    def test_is_the_word_alone_in_other_games(self, game: str) -> None:
        assert draw("{% domain_sign game name %}", game=game, name="<Mind>") == "&lt;Mind&gt;"

    def test_each_has_an_ink_and_a_pattern_of_its_own(self) -> None:
        signs = list(filter(None, (find_domain_sign(RIFTBOUND, name) for name in DOMAINS)))
        assert len(signs) == len({sign.inks for sign in signs}) == len({sign.pattern for sign in signs}) == 6

    def test_every_pattern_is_drawn(self) -> None:
        drawn = (settings.BASE_DIR / "templates/parts/chart_pattern.html").read_text(encoding="utf-8")
        domains = [*((name,) for name in DOMAINS), DOMAINS, (), None]
        for sign in (find_shared_sign(RIFTBOUND, each) for each in domains):
            assert sign is not None
            assert f'look.pattern == "{sign.pattern}"' in drawn

    def test_each_domain_has_a_shape_of_its_own(self) -> None:
        drawings = [load_icon(f"domain-{name.lower()}") for name in (*DOMAINS, "none")]
        assert len({str(drawing.points) for drawing in drawings}) == len(drawings)


class TestDomainsOfACard:
    @pytest.mark.parametrize(
        ("domains", "icons", "words"),
        [
            (("Fury",), ["domain-fury"], ["Fury"]),
            (("Calm", "Order"), ["domain-calm", "domain-order"], ["Calm", "Order"]),
            ((), ["domain-none"], ["no domain"]),
        ],
    )
    def test_are_drawn_with_their_words(self, domains: tuple[str, ...], icons: list[str], words: list[str]) -> None:
        drawing = draw("{% domain_signs card %}", card=unit(domains=domains))
        assert [part.partition('"')[0] for part in drawing.split("icons.svg#")[1:]] == icons
        for word in words:
            assert f"</svg>{word}</span>" in drawing

    def test_that_are_not_recorded_have_a_dotted_edge_and_no_drawing(self) -> None:
        drawing = draw("{% domain_signs card %}", card=unit(domains=None))
        assert drawing == '<span class="unrecorded">domain not recorded</span>'


class TestCosts:
    def test_are_a_coin_and_as_many_symbols_as_the_power(self) -> None:
        drawing = draw_costs(unit(domains=("Body",), energy=5, power=3))
        assert 'aria-label="energy 5"' in drawing
        assert drawing.count("icons.svg#domain-body") == 3
        assert 'role="img" aria-label="power 3, Body"' in drawing

    def test_of_several_domains_are_paid_with_any_of_them(self) -> None:
        drawing = draw_costs(unit(domains=("Calm", "Chaos"), energy=2, power=2))
        assert drawing.count("icons.svg#power-own") == 2
        assert "domain domain--calm domain--and-chaos" in drawing
        assert 'aria-label="power 2, Calm or Chaos"' in drawing

    def test_of_no_domain_are_paid_with_every_domain(self) -> None:
        drawing = draw_costs(unit(domains=(), energy=2, power=1))
        assert drawing.count("icons.svg#power-any") == 1
        assert 'aria-label="power 1, any domain"' in drawing

    def test_of_none_are_a_number_and_not_unrecorded(self) -> None:
        drawing = draw_costs(unit(domains=("Body",), energy=2, power=0))
        assert "unrecorded" not in drawing

    def test_whose_domain_is_not_recorded_stay_neutral(self) -> None:
        drawing = draw_costs(unit(domains=None, energy=2, power=1))
        assert "domain--colorless" in drawing
        assert 'aria-label="power 1, domain not recorded"' in drawing

    def test_that_are_not_recorded_are_empty_with_a_dotted_edge(self) -> None:
        drawing = draw_costs(unit(domains=("Body",)))
        for words in ("energy not recorded", "power not recorded"):
            assert (
                f'cardsign--coin cardsign--unrecorded" role="img" aria-label="{words}" title="{words}"></span>'
                in drawing
            )

    def test_beyond_six_are_a_number_beside_one_symbol(self) -> None:
        drawing = draw_costs(unit(domains=("Body",), energy=2, power=7))
        assert drawing.count("icons.svg#domain-body") == 1
        assert ">7</span>" in drawing


class TestFace:
    def test_says_domain_and_power_in_words(self) -> None:
        face = build_face(unit(domains=("Calm", "Chaos"), energy=2, power=2, might=3))
        assert "Energy 2. Power 2, Calm or Chaos. Calm / Chaos. Might 3." in face.alt

    @pytest.mark.parametrize(("domains", "look"), [((), "colorless"), (None, "untyped"), (("Fury",), "fury")])
    def test_have_a_dotted_edge_only_where_the_domain_is_not_recorded(
        self, domains: tuple[str, ...] | None, look: str
    ) -> None:
        assert build_face(unit(domains=domains)).looks[0] == look

    @pytest.mark.parametrize(("domains", "words"), [((), "No domain."), (None, "Domain not recorded.")])
    def test_tells_no_domain_from_an_unknown_one(self, domains: tuple[str, ...] | None, words: str) -> None:
        assert words in build_face(unit(domains=domains)).alt

    @pytest.mark.django_db
    def test_draws_power_below_energy_and_the_domains_on_its_strip(self) -> None:
        drawing = draw("{% card_face card %}", card=unit(domains=("Mind",), energy=2, power=2))
        head, _, strip = drawing.partition("face__teamname")
        assert head.count('<span class="pip domain domain--mind">') == 2
        assert 'class="pips" title="power 2, Mind"' in head
        assert strip.count("icons.svg#domain-mind") == 1

    def test_as_a_picture_has_the_symbols_of_its_domains_and_of_its_power(self) -> None:
        shown = Image.open(BytesIO(preview.draw(build_face(unit(domains=("Calm", "Mind"), energy=2, power=3)))))
        inks = {name: ImageColor.getrgb(preview.read_colours()[name]) for name in ("pip", "domain-calm", "domain-mind")}
        head, strip = (40, 110, 130, 168), (50, 170, 300, 212)

        def count(box: tuple[int, int, int, int], name: str) -> int:
            counted = shown.convert("RGB").crop(box).getcolors(100_000) or []
            return sum(
                pixels
                for pixels, colour in counted
                if all(abs(a - b) < 12 for a, b in zip(colour, inks[name], strict=True))
            )

        assert count(head, "pip") > 300
        for domain in ("domain-calm", "domain-mind"):
            assert count(strip, domain) > 100

    def test_of_other_games_has_no_such_sign(self) -> None:
        for game in (VS_CLASSIC, VS_2PCG):
            face = build_face(card(game, "Beast", type="Character"))
            assert face.signs == ()
            assert not any(coin.sign for coin in face.coins)
