"""The register of games."""

from __future__ import annotations

import pytest

from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.games import ByGame, Game, game_of, games, name_in_sentences, register
from tests.engine.builders import card
from tests.engine.house_game import HOUSE, bare_house_rules, house

__all__ = ["house"]


class TestRegister:
    def test_holds_the_games_of_the_engine_in_their_order(self) -> None:
        assert [game.slug for game in games()] == [VS_CLASSIC, VS_2PCG, RIFTBOUND]

    def test_adds_a_game_after_the_others(self, house: Game) -> None:
        assert games()[-1] is house
        assert game_of(HOUSE) is house

    def test_refuses_a_slug_that_is_taken(self, house: Game) -> None:
        with pytest.raises(ValueError, match="house-rules"):
            register(bare_house_rules())

    def test_knows_no_other_game(self) -> None:
        with pytest.raises(KeyError):
            game_of(HOUSE)


class TestByGame:
    def test_names_a_game_that_is_registered_later(self, house: Game) -> None:
        assert GAMES[HOUSE] == "House Rules"
        assert tuple(GAMES) == (VS_CLASSIC, VS_2PCG, RIFTBOUND, HOUSE)
        assert len(GAMES) == 4

    def test_reads_what_it_is_made_for(self) -> None:
        assert ByGame(lambda game: len(game.rulesets))[VS_CLASSIC] == 2


def test_a_game_is_called_in_sentences_by_its_short_name(house: Game) -> None:
    assert [name_in_sentences(game) for game in games()] == ["classic", "2PCG", "Riftbound", "House Rules"]


class TestCharacters:
    """Cards that share a character show the same one; what tells it differs by game."""

    def test_of_the_classic_game_are_identities_and_names_where_none_is_recorded(self) -> None:
        captain = card(VS_CLASSIC, "Captain America", type="Character", identity="Steve Rogers")
        doom = card(VS_CLASSIC, "Doctor Doom", type="Character")
        twist = card(VS_CLASSIC, "Savage Beatdown", type="Plot Twist")

        shown = game_of(VS_CLASSIC).naming.characters([captain, doom, twist])

        assert shown == {captain: frozenset({"Steve Rogers"}), doom: frozenset({"Doctor Doom"})}

    def test_of_2pcg_are_the_names_of_a_card(self) -> None:
        hulk = card(VS_2PCG, "She-Hulk", type="Main Character", aka=("Jennifer Walters",))

        assert game_of(VS_2PCG).naming.characters([hulk]) == {hulk: hulk.names}
        assert hulk.names

    def test_of_riftbound_are_the_tags_that_a_legend_has(self) -> None:
        legend = card(RIFTBOUND, "Jinx, Loose Cannon", type="Legend", tags=("Jinx",))
        unit = card(RIFTBOUND, "Jinx, Rebel", type="Unit", tags=("Jinx", "Zaun"))
        place = card(RIFTBOUND, "Zaun Warrens", type="Battlefield", tags=("Zaun",))

        shown = game_of(RIFTBOUND).naming.characters([legend, unit, place])

        assert shown == {legend: frozenset({"Jinx"}), unit: frozenset({"Jinx"}), place: frozenset()}
