"""The picture beside a link to a deck: whom it names, and that it is drawn for any deck."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.test import Client
from PIL import Image

from tests.decks.stored import deck_of, person, text_of
from vsdb.check.forms import find_sample
from vsdb.decks.deck_page import read_version
from vsdb.decks.link_picture import LinkPicture, build_link_picture, draw_link_picture

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


def said_of(user: User, name: str, game: str, fmt: str) -> LinkPicture:
    """What the picture of a sample says."""
    sample = find_sample(name)
    assert sample
    deck = deck_of(user, text=sample.text, game=game, format=fmt, visibility="public")
    return build_link_picture(deck, read_version(deck))


def test_says_legend_domains_curve_and_the_cards_with_most_copies(ann: tuple[User, Client]) -> None:
    said = said_of(ann[0], "jinx", "riftbound", "standard")
    assert [lead.title for lead in said.glance.leads] == ["Jinx, Loose Cannon"]
    assert [group.name for group in said.glance.groups] == ["Fury", "Chaos"]
    assert said.glance.curve is not None
    assert sum(copies for _, copies in said.glance.curve.columns) == 40
    assert [copies for copies, _ in said.cards] == [3] * 8
    assert not any("Rune" in name for _, name in said.cards)


@pytest.mark.parametrize(
    ("name", "game", "fmt", "leads", "first"),
    [
        ("warbound", "vs-classic", "silver-age", [], 4),
        ("a-force", "vs-2pcg", "multiverse", ["She-Hulk"], 4),
    ],
)
def test_says_as_much_of_other_games(
    ann: tuple[User, Client], name: str, game: str, fmt: str, leads: list[str], first: int
) -> None:
    said = said_of(ann[0], name, game, fmt)
    assert [lead.title for lead in said.glance.leads] == leads
    assert said.glance.groups
    assert len(said.cards) == 8
    assert said.cards[0][0] == first


@pytest.mark.parametrize("text", ["", "4 Savage Beatdown\n", "1 No such card\n"])
@pytest.mark.parametrize("title", ["D", "W" * 120, "two words " * 12])
def test_is_drawn_for_any_deck(ann: tuple[User, Client], text: str, title: str) -> None:
    deck = deck_of(ann[0], text=text, title=title)
    with Image.open(BytesIO(draw_link_picture(build_link_picture(deck, read_version(deck))))) as drawn:
        assert drawn.size == (1200, 630)


def test_the_words_beside_it_name_the_legend_and_count_the_others(ann: tuple[User, Client], client: Client) -> None:
    sample = find_sample("jinx")
    assert sample
    deck = deck_of(ann[0], text=sample.text, game="riftbound", format="standard", visibility="public")
    shown = text_of(client, f"/decks/{deck.pk}/")
    assert "cards: Jinx, Loose Cannon, 3 " in shown


class TestNamesOfLegends:
    def test_are_the_long_ones_on_pages_and_the_title_in_exports(
        self, ann: tuple[User, Client], client: Client
    ) -> None:
        sample = find_sample("jinx")
        assert sample
        deck = deck_of(ann[0], text=sample.text, game="riftbound", format="standard", visibility="public")
        for address in ("", "judge/", "compare"):
            path = f"/decks/compare/?a={deck.pk}&b={deck.pk}" if address == "compare" else f"/decks/{deck.pk}/{address}"
            shown = text_of(client, path)
            assert "Jinx, Loose Cannon" in shown, path
            assert ">Loose Cannon<" not in shown, path
        assert ">Jinx, Loose Cannon<" in text_of(ann[1], f"/decks/{deck.pk}/edit/")
        assert "1 Loose Cannon" in text_of(client, f"/decks/{deck.pk}/export/text/")
