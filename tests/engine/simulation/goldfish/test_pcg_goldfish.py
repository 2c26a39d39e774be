"""2PCG against nobody, worked out by hand. Citations: pcg-5.0, by heading."""

from __future__ import annotations

from engine.games.vs_2pcg.goldfish import GOLDFISH, read_card
from engine.model.cards import VS_2PCG, Card
from engine.simulation.goldfish.cards import CHARACTER, OTHER, RESOURCE, UNKNOWN
from tests.engine.builders import card
from tests.engine.simulation.goldfish.decks import Table, hero

MAIN = card(
    VS_2PCG,
    "Storm",
    slug="storm-1",
    type="Main Character",
    level=1,
    atk=2,
    defense=4,
    teams=("X-Men",),
    aka=("Ororo",),
)
PLACE = card(VS_2PCG, "Place", type="Basic Location")
TWIST = card(VS_2PCG, "Twist", type="Plot Twist")
BAT = card(VS_2PCG, "Bat", type="Equipment", cost=1, teams=())
STAMPED = card(VS_2PCG, "Stamped", type="Equipment", cost=1, teams=("Avengers",))


def one(name: str, cost: int = 1, **facts: object) -> Card:
    return hero(name, cost, VS_2PCG, **facts)


def table(*cards: Card, main: Card | None = MAIN) -> Table:
    apart = {"main_character": {main: 1}} if main else {}
    return Table(VS_2PCG, list(cards), hand=len(cards), **apart)


class TestBoard:
    def test_begins_with_the_main_character(self) -> None:
        figures = table(PLACE).turn(1)
        assert (figures.characters, figures.atk, figures.defense, figures.points) == (1, 2, 4, 1)

    def test_may_have_no_main_character(self) -> None:
        assert table(PLACE, main=None).turn(1).characters == 0


class TestWhatIsBuilt:
    """Resource Step: any card face down, a location face up instead. Plot Twists: played from the hand."""

    def test_a_location_face_up_and_a_plot_twist_face_down(self) -> None:
        game = table(PLACE, TWIST, one("Dear", 9))
        words = [next(word for word in (game.turn(turn), game.words)[1] if "Builds" in word) for turn in (1, 2, 3)]
        assert words == [
            "Builds Place as resource 1, face up: a location is played as it comes into the row.",
            "Builds Twist as resource 2, face down: plot twists are played from the hand alone, and none is played.",
            "Builds Dear as resource 3, face down: the dearest card left.",
        ]


class TestUniqueness:
    """Uniqueness: no character with a name that is on one's side, the main character's least of all."""

    def test_doesnt_play_the_main_characters_name(self) -> None:
        game = table(one("Storm"), one("X", aka=("Ororo",)), PLACE)
        assert game.turn(1).recruited == 0
        assert game.did("build") == ["Place"]

    def test_builds_the_main_characters_namesake_before_others(self) -> None:
        game = table(one("Storm"), one("Y", 7))
        game.turn(1)
        assert game.did("build") == ["Storm"]

    def test_lets_a_swarm_come(self) -> None:
        egg = one("Egg", keywords=("Swarm",))
        game = table(egg, egg, PLACE, PLACE)
        game.turn(1)
        assert game.turn(2).characters == 3


class TestEquipment:
    """Playing Equipment: on any character without one, the main character too; a team symbol asks for its team."""

    def test_goes_onto_the_main_character(self) -> None:
        game = table(BAT, PLACE)
        assert game.turn(1).recruited == 1
        assert game.words[1] == "Recruits Bat for 1 onto Storm."

    def test_needs_a_character_with_its_team_symbol(self) -> None:
        game = table(STAMPED, PLACE, PLACE)
        figures = game.turn(1)
        assert (figures.recruited, figures.own) == (0, (1,))
        assert "Stamped stays in hand: nobody in play has its team symbol." in game.words

    def test_comes_behind_who_brings_the_team(self) -> None:
        game = table(STAMPED, one("Cap", teams=("Avengers",)), PLACE, PLACE, PLACE)
        game.turn(1)
        assert game.turn(2).own == (0,)
        assert game.did("recruit") == ["Stamped"]

    def test_of_an_unrecorded_team_is_unknown(self) -> None:
        found = read_card(card(VS_2PCG, "Bat", type="Equipment", cost=1))
        assert (found.role, found.is_unknown) == (UNKNOWN, True)


class TestReading:
    def test_knows_what_each_card_is(self) -> None:
        kinds = {
            "Plot Twist": RESOURCE,
            "Special Location": RESOURCE,
            "Main Character": CHARACTER,
            "Terrain": OTHER,
            None: UNKNOWN,
        }
        for kind, role in kinds.items():
            found = read_card(card(VS_2PCG, "X", type=kind, cost=1))
            assert (found.role, found.is_playable) == (role, False)

    def test_leaves_out_a_cost_that_isnt_recorded(self) -> None:
        assert read_card(card(VS_2PCG, "X", type="Supporting Character")).is_unknown
        assert not read_card(MAIN).is_unknown

    def test_plays_no_sign_for_a_cost(self) -> None:
        found = read_card(card(VS_2PCG, "X", type="Supporting Character", cost="X"))
        assert (found.is_playable, found.is_unknown) == (False, False)


class TestMulligan:
    def test_keeps_a_hand_with_a_supporting_character_of_2_or_less(self) -> None:
        game = table(one("X", 2), one("Y", 3), PLACE)
        hand = game.player.hand  # type: ignore[attr-defined]
        assert (GOLDFISH.mulligan(hand), GOLDFISH.mulligan(hand[1:])) == ((), (0, 1))
