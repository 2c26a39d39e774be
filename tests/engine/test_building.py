"""With what one begins to build a deck of each game, and where its cards may be moved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.model import decks
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Card
from engine.model.decks import Deck
from engine.model.formats import Format
from engine.model.games import Game, game_of
from tests.engine import builders
from tests.engine.house_game import HOUSE, house
from tests.engine.pcg_builders import main_character, multiverse, supporting
from tests.engine.riftbound_lists import ANNIE, unit

__all__ = ["house"]

_SECTIONS = {
    VS_CLASSIC: (decks.DECK, decks.SIDEBOARD),
    VS_2PCG: (decks.MAIN_CHARACTER, decks.LEVEL_UP, decks.DECK, "pile:Inventions"),
    RIFTBOUND: (decks.LEGEND, decks.CHAMPION, decks.DECK, decks.RUNES, decks.BATTLEFIELDS, decks.SIDEBOARD),
}


def query(deck: Deck, section: str, fmt: Format | None = None) -> str | None:
    """The search that fills a section first."""
    step = game_of(deck.game).building.next_step(deck, section, fmt)
    return step.query if step else None


class TestNextStep:
    @pytest.mark.parametrize(
        ("game", "section", "asked"),
        [
            (VS_CLASSIC, decks.DECK, "t:character team:avengers sort:cost"),
            (VS_CLASSIC, decks.SIDEBOARD, None),
            (VS_2PCG, decks.MAIN_CHARACTER, "t:mc level=1"),
            (VS_2PCG, decks.LEVEL_UP, None),
            (VS_2PCG, decks.DECK, "t:sc sort:cost"),
            (VS_2PCG, "pile:Inventions", '"Inventions"'),
            (VS_2PCG, "pile:Multiverse Adventure 2 Main Character", "t:mc level=1"),
            (VS_2PCG, "pile:Multiverse Adventure 2", "t:sc sort:cost"),
            (RIFTBOUND, decks.LEGEND, "t:legend"),
            (RIFTBOUND, decks.RUNES, "t:rune"),
            (RIFTBOUND, decks.SIDEBOARD, None),
        ],
    )
    def test_of_an_empty_deck(self, game: str, section: str, asked: str | None) -> None:
        assert query(Deck(game), section) == asked

    def test_into_the_level_up_zone_is_the_main_characters_next_levels(self) -> None:
        deck = builders.deck(VS_2PCG, main_character={main_character("Ahab"): 1})
        assert query(deck, decks.LEVEL_UP) == 't:mc !"Ahab" level>1 -u:photographic'

    @pytest.mark.parametrize(
        ("section", "more"),
        [
            (decks.LEGEND, ""),
            (decks.CHAMPION, f' tag:"Annie" for:"{ANNIE.title}"'),
            (decks.DECK, f' for:"{ANNIE.title}"'),
            (decks.RUNES, f' for:"{ANNIE.title}"'),
            (decks.BATTLEFIELDS, ""),
        ],
    )
    def test_with_a_legend_asks_for_what_goes_with_it(self, section: str, more: str) -> None:
        deck = builders.deck(RIFTBOUND, legend={ANNIE: 1})
        assert query(deck, section) == f"{query(Deck(RIFTBOUND), section)}{more}"

    def test_with_a_legend_of_two_tags_asks_for_a_champion_of_either(self) -> None:
        deck = builders.deck(RIFTBOUND, legend={replace(ANNIE, tags=("Annie", "Tibbers")): 1})
        assert '(tag:"Annie" or tag:"Tibbers")' in str(query(deck, decks.CHAMPION))

    @pytest.mark.parametrize(
        ("universe", "starter", "left_out"),
        [
            ("one", "Illustrated", " -u:photographic"),
            ("one", "Photographic", " -u:illustrated"),
            ("one", "Any", ""),
            ("one", None, ""),
            ("mixed", "Illustrated", ""),
            (None, "Illustrated", ""),
            ("Photographic", "Any", " -u:illustrated"),
        ],
    )
    def test_leaves_out_the_other_universe(self, universe: str | None, starter: str | None, left_out: str) -> None:
        deck = builders.deck(VS_2PCG, main_character={main_character("Ahab", universe=starter): 1})
        fmt = multiverse(universe=universe)
        assert query(deck, decks.DECK, fmt) == f"t:sc sort:cost{left_out}"
        assert query(deck, "pile:Wish", fmt) == '"Wish"'

    def test_without_a_format_a_deck_is_of_one_universe(self) -> None:
        deck = builders.deck(VS_2PCG, main_character={main_character("Ahab", universe="Photographic"): 1})
        assert query(deck, decks.LEVEL_UP) == 't:mc !"Ahab" level>1 -u:illustrated'

    def test_leaves_out_no_universe_that_the_main_character_lets_in(self) -> None:
        uatu = main_character("Uatu", universe="Illustrated", deck_building=("universe: Photographic",))
        assert query(builders.deck(VS_2PCG, main_character={uatu: 1}), decks.DECK) == "t:sc sort:cost"

    def test_begins_with_the_universe_of_the_format(self) -> None:
        fmt = multiverse(universe="Illustrated")
        assert query(Deck(VS_2PCG), decks.MAIN_CHARACTER, fmt) == "t:mc level=1 -u:photographic"

    def test_of_a_classic_deck_is_more_of_the_team_that_most_characters_have(self) -> None:
        storm, hulk, loner = (
            builders.card(VS_CLASSIC, name, type="Character", teams=teams)
            for name, teams in (("Storm", ("X-Men",)), ("Hulk", ("Avengers", "Warbound")), ("Punisher", ()))
        )
        plot = builders.card(VS_CLASSIC, "Mobilize", type="Plot Twist")
        deck = builders.deck(VS_CLASSIC, deck={storm: 3, hulk: 2, loner: 4, plot: 4})
        assert query(deck, decks.DECK) == 't:character team:"X-Men" sort:cost'
        other = builders.deck(VS_CLASSIC, deck={loner: 4, plot: 4})
        assert query(other, decks.DECK) == query(Deck(VS_CLASSIC), decks.DECK)

    def test_is_none_in_a_game_that_says_nothing(self, house: Game) -> None:
        assert query(Deck(HOUSE), decks.DECK) is None


class TestMoves:
    @pytest.mark.parametrize(
        ("card", "sections"),
        [
            (builders.card(VS_CLASSIC, "Storm", type="Character"), {decks.DECK, decks.SIDEBOARD}),
            (supporting("Pixie"), {decks.DECK, "pile:Inventions"}),
            (main_character("Ahab"), {decks.MAIN_CHARACTER, decks.LEVEL_UP, decks.DECK, "pile:Inventions"}),
            (unit("Poro"), {decks.DECK, decks.SIDEBOARD}),
            (unit("Tibbers", supertype="Champion"), {decks.CHAMPION, decks.DECK, decks.SIDEBOARD}),
            (builders.riftbound("Fury Rune", "Rune"), {decks.RUNES}),
        ],
        ids=lambda each: each.name if isinstance(each, Card) else None,
    )
    def test_lead_where_a_card_of_the_type_can_be(self, card: Card, sections: set[str]) -> None:
        may_move = game_of(card.game).building.may_move
        assert {section for section in _SECTIONS[card.game] if may_move(card, section)} == sections


class TestOwnLimits:
    def test_are_what_is_recorded(self) -> None:
        card = builders.card(VS_CLASSIC, "Sentinel", printed_limit=2)
        assert game_of(VS_CLASSIC).copies.own_limit(card) == 2

    @pytest.mark.parametrize(("game", "limit"), [(VS_2PCG, 8), (RIFTBOUND, None)])
    def test_of_a_keyword_are_those_of_the_game(self, game: str, limit: int | None) -> None:
        card = builders.card(game, "Soldier", keywords=("Legion",))
        assert game_of(game).copies.own_limit(card) == limit
