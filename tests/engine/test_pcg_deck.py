"""The sixty cards of a 2PCG deck."""

from __future__ import annotations

import pytest

from engine.model.cards import VS_2PCG
from engine.model.decks import AMBIGUOUS, DECK, MAIN_CHARACTER, Deck, DeckEntry
from engine.model.verdicts import NONE_RECORDED, Breach, Measure
from tests.engine import builders
from tests.engine.pcg_builders import (
    against,
    basic_location,
    equipment,
    main_character,
    multiverse,
    pcg_deck,
    plot_twist,
    said,
    severities,
    special_location,
    supporting,
    unrecorded,
)


class TestDeckSize:
    """pcg-5.0 Deck Building Rules: a deck has exactly sixty cards, the main character not counted."""

    @pytest.mark.parametrize(("count", "found"), [(59, ["error"]), (60, []), (61, ["error"])])
    def test_is_exactly_sixty(self, count: int, found: list[str]) -> None:
        deck = pcg_deck({supporting(): count}, starters={main_character(): 1})

        assert severities("deck-size", deck) == found

    def test_says_what_was_found_and_what_is_allowed(self) -> None:
        assert against("deck-size", pcg_deck({supporting(): 1})) == [("error", "1 card in the deck; exactly 60")]

    def test_counts_neither_level_up_zone_nor_piles(self) -> None:
        deck = pcg_deck(
            {supporting(): 60},
            starters={main_character(): 1},
            level_up={main_character(level=2): 1},
            piles={"Facehugger": {supporting("Facehugger"): 4}},
        )

        assert severities("deck-size", deck) == []

    def test_counts_main_characters_and_starting_supporting_characters_that_stand_in_the_deck(self) -> None:
        deck = pcg_deck({supporting(): 59, main_character("Spider-Ham", keywords=["Spider-Verse"]): 1})

        assert severities("deck-size", deck) == []

    def test_counts_cards_that_no_line_settles(self) -> None:
        assert severities("deck-size", pcg_deck({supporting(): 58}, builders.unknown(2))) == []

    def test_says_a_range_where_the_format_has_one(self) -> None:
        fmt = builders.fmt(VS_2PCG, construction={"deck_min": 60, "deck_max": 80})

        assert against("deck-size", pcg_deck({supporting(): 59}), fmt) == [("error", "59 cards in the deck; 60 to 80")]

    def test_is_sixty_where_the_format_states_no_size(self) -> None:
        assert severities("deck-size", pcg_deck({supporting(): 61}), builders.fmt(VS_2PCG)) == ["error"]


class TestCopyLimit:
    """pcg-5.0 Deck Building Rules: four copies of a card; One of a Kind one, Legion eight."""

    @pytest.mark.parametrize(
        ("keywords", "count", "found"),
        [
            ([], 4, []),
            ([], 5, ["error"]),
            (["One of a Kind"], 1, []),
            (["One of a Kind"], 2, ["error"]),
            (["Legion"], 8, []),
            (["Legion"], 9, ["error"]),
            (["Swarm"], 5, ["error"]),
        ],
    )
    def test_is_four_unless_a_keyword_says_otherwise(self, keywords: list[str], count: int, found: list[str]) -> None:
        assert severities("copy-limit", pcg_deck({supporting(keywords=keywords): count})) == found

    def test_takes_the_recorded_limit_before_the_keyword(self) -> None:
        legion = supporting(keywords=["Legion"], printed_limit=6)

        assert severities("copy-limit", pcg_deck({legion: 6})) == []
        assert severities("copy-limit", pcg_deck({legion: 7})) == ["error"]

    def test_counts_reprints_together(self) -> None:
        first = basic_location(slug="academy-mnb", copy_key="academy", printings=("MNB-111",))
        reprint = basic_location(slug="academy-pny", copy_key="academy", printings=("PNY-058",))

        assert against("copy-limit", pcg_deck({first: 3, reprint: 2})) == [
            ("error", "5 copies of Academy [MNB-111]; at most 4"),
        ]

    def test_counts_cards_of_one_title_apart(self) -> None:
        """The two supporting characters Loki are different cards: four of each."""
        deck = pcg_deck({supporting("Loki", printings=["MNB-098"]): 4, supporting("Loki", printings=["AFF-020"]): 4})

        assert severities("copy-limit", deck) == []

    def test_leaves_piles_out_of_the_count(self) -> None:
        lizard = supporting("Lizard")

        assert severities("copy-limit", pcg_deck({lizard: 4}, piles={"Lizard": {lizard: 4}})) == []

    def test_takes_the_limit_of_the_format(self) -> None:
        fmt = builders.fmt(VS_2PCG, construction={"copies": 2})

        assert severities("copy-limit", pcg_deck({supporting(): 3}), fmt) == ["error"]

    @pytest.mark.parametrize(("count", "found"), [(4, []), (5, ["error"])])
    def test_finds_too_many_of_a_name_that_is_ambiguous_whichever_card_it_is(
        self, count: int, found: list[str]
    ) -> None:
        candidates = (supporting("Loki"), supporting("Loki", keywords=["One of a Kind"]))
        line = DeckEntry(DECK, count, state=AMBIGUOUS, name="Loki", candidates=candidates)

        assert severities("copy-limit", Deck(VS_2PCG, (line,))) == found

    def test_leaves_an_ambiguous_line_of_another_section_alone(self) -> None:
        line = DeckEntry("pile:Wish", 9, state=AMBIGUOUS, name="Loki", candidates=(supporting("Loki"),))

        assert severities("copy-limit", Deck(VS_2PCG, (line,))) == []

    def test_says_that_limits_no_source_records_are_taken_on_trust(self) -> None:
        found = said("copy-limit", pcg_deck({unrecorded("Blob", "Supporting Character"): 4}))

        assert (
            Measure(1, None, DECK, NONE_RECORDED, "no recorded text for 1 card: assumed to print no copy limit")
            in found
        )


class TestCardType:
    """pcg-5.0 Deck Building Rules: the deck holds supporting characters, plot twists, equipment and locations."""

    def test_lets_in_the_four_kinds(self) -> None:
        deck = pcg_deck({supporting(): 1, plot_twist(): 1, equipment(): 1, basic_location(): 1, special_location(): 1})

        assert severities("card-type", deck) == []

    @pytest.mark.parametrize(
        "kind", ["Main Character", "Token (Supporting Character)", "Challenge Match", "Boss Battle", "Terrain"]
    )
    def test_keeps_every_other_kind_out(self, kind: str) -> None:
        card = builders.card(VS_2PCG, "Somebody", type=kind, teams=())

        assert severities("card-type", pcg_deck({card: 1}, starters={main_character(): 1})) == ["error"]

    def test_keeps_out_a_card_that_belongs_in_a_pile_whatever_its_type(self) -> None:
        token = supporting("Monkey Joe", member_of_piles=("Animals",))
        gadget = equipment("Gadget", keywords=[("Invention", "1")])

        assert against("card-type", pcg_deck({token: 1, gadget: 1})) == [
            ("error", "Monkey Joe [AFF-100] belongs in the Animals pile, not in the deck"),
            ("error", "Gadget [AFF-100] belongs in the Invention pile, not in the deck"),
        ]

    def test_is_unknown_for_a_type_that_is_not_recorded(self) -> None:
        assert severities("card-type", pcg_deck({unrecorded("Annihilus"): 1})) == ["unknown"]


class TestLocationLimit:
    """pcg-5.0 Deck Building Rules: four neutral locations of a power symbol, all of one name."""

    @pytest.mark.parametrize(("count", "found"), [(4, []), (5, ["error"])])
    def test_is_four_of_a_symbol(self, count: int, found: list[str]) -> None:
        assert severities("location-limit", pcg_deck({basic_location(): count})) == found

    def test_asks_for_one_name_of_a_symbol(self) -> None:
        deck = pcg_deck({basic_location("Fortress", "Might"): 3, basic_location("Fury 161", "Might"): 1})

        assert against("location-limit", deck) == [
            ("error", "Neutral Might locations with 2 names: Fortress, Fury 161; at most 1")
        ]

    def test_says_both_where_both_are_wrong(self) -> None:
        deck = pcg_deck({basic_location("Fortress", "Might"): 3, basic_location("Fury 161", "Might"): 2})

        assert severities("location-limit", deck) == ["error", "error"]

    def test_lets_every_symbol_have_its_four(self) -> None:
        deck = pcg_deck({basic_location(): 4, basic_location("Fortress", "Might"): 4})

        assert severities("location-limit", deck) == []

    def test_leaves_locations_of_a_team_alone(self) -> None:
        deck = pcg_deck({special_location(): 4, basic_location(): 4, special_location("Madripoor"): 4})

        assert severities("location-limit", deck) == []

    def test_counts_a_special_location_that_is_recorded_as_neutral(self) -> None:
        neutral = special_location("Latveria", teams=None, alignments=("Neutral",), power_symbols=("Might",))

        assert severities("location-limit", pcg_deck({neutral: 2, basic_location("Fortress", "Might"): 3})) == [
            "error",
            "error",
        ]

    def test_is_unknown_where_a_team_that_decides_is_not_recorded(self) -> None:
        doubtful = special_location("Wakanda", teams=None, alignments=None, power_symbols=("Might",))

        assert severities("location-limit", pcg_deck({doubtful: 4})) == []
        assert severities("location-limit", pcg_deck({doubtful: 1, basic_location("Fortress", "Might"): 4})) == [
            "unknown",
            "unknown",
        ]

    def test_is_unknown_without_symbols_where_a_location_that_may_be_neutral_can_break_it(self) -> None:
        wakanda = unrecorded("Wakanda", "Special Location")

        assert severities("location-limit", pcg_deck({wakanda: 4})) == []
        assert severities("location-limit", pcg_deck({wakanda: 5})) == ["unknown"]
        assert severities("location-limit", pcg_deck({wakanda: 1, basic_location(): 1})) == ["unknown"]

    def test_needs_no_symbols_of_a_location_that_has_a_team(self) -> None:
        assert severities("location-limit", pcg_deck({special_location(power_symbols=None): 4})) == []


class TestTeamRequired:
    """pcg-5.0 Keyword Glossary: team-required: a card that asks for a starting main character of a team."""

    @pytest.mark.parametrize(
        ("teams", "found"),
        [(("X-Men",), []), (("A-Force", "X-Men"), []), (("A-Force",), ["error"]), (None, ["unknown"])],
    )
    def test_asks_for_the_team_of_the_starter(self, teams: tuple[str, ...] | None, found: list[str]) -> None:
        dust = supporting("Dust", keywords=["Mobile", ("Starting Main Character Required", "X-Men")])
        alignments = None if teams is None else ("Good",)
        deck = pcg_deck({dust: 1}, starters={main_character(teams=teams, alignments=alignments): 1})

        assert severities("team-required", deck) == found

    def test_reads_the_team_out_of_the_keyword_too(self) -> None:
        dust = supporting("Dust", keywords=["X-Men Main Character Required"])

        assert severities("team-required", pcg_deck({dust: 1}, starters={main_character(): 1})) == ["error"]
        assert severities("team-required", pcg_deck({dust: 1}, starters={main_character(teams=("X-Men",)): 1})) == []

    def test_gives_the_team_as_what_is_allowed(self) -> None:
        dust = supporting("Dust", keywords=["X-Men Main Character Required"])
        rogue = supporting("Rogue", keywords=["Starting Main Character Required"])
        found = said("team-required", pcg_deck({dust: 1, rogue: 1}, starters={main_character(): 1}))

        breaches = [each for each in found if isinstance(each, Breach)]
        assert [(each.cards[0], each.found, each.allowed) for each in breaches] == [
            (dust, None, "X-Men"),
            (rogue, None, None),
        ]

    def test_is_unknown_without_a_starter_that_is_settled(self) -> None:
        dust = supporting("Dust", keywords=[("Main Character Required", "X-Men")])
        starter = builders.unknown(1, section=MAIN_CHARACTER)

        assert severities("team-required", pcg_deck({dust: 1}, starter)) == ["unknown"]

    def test_leaves_piles_alone(self) -> None:
        dust = supporting("Dust", keywords=[("Main Character Required", "X-Men")])

        assert (
            severities("team-required", pcg_deck({}, starters={main_character(): 1}, piles={"Hound": {dust: 1}})) == []
        )

    def test_takes_on_trust_that_no_card_asks_where_none_is_recorded(self) -> None:
        note = "no card in the deck is recorded as requiring a starting main character"

        assert said("team-required", pcg_deck({supporting(): 1})) == [Measure(0, None, DECK, NONE_RECORDED, note)]

    def test_says_that_keywords_no_source_records_are_taken_on_trust(self) -> None:
        dust = unrecorded("Dust", keywords=("A-Force Main Character Required",))
        deck = pcg_deck({dust: 1, unrecorded("Blob"): 1, supporting(): 1}, starters={main_character(): 1})
        note = "no recorded text for 1 card: assumed not to have Main Character Required"

        assert said("team-required", deck) == [Measure(1, None, DECK), Measure(1, None, DECK, NONE_RECORDED, note)]

    def test_is_unknown_where_the_team_that_it_asks_for_is_not_recorded(self) -> None:
        dust = supporting("Dust", keywords=["Starting Main Character Required"])

        assert against("team-required", pcg_deck({dust: 1}, starters={main_character(): 1})) == [
            ("unknown", "Dust [AFF-100] needs a starting main character of one team; which team isn’t recorded")
        ]


class TestOmegaLevel:
    """pcg-5.0 Keyword Glossary: omega-level: no Omega Level Mutants of other names in one deck."""

    def test_lets_versions_of_one_mutant_stand_together(self) -> None:
        storms = {
            supporting("Storm", keywords=["Omega Level Mutant"], printings=[code]): 4 for code in ("OGA-015", "X-1")
        }

        assert severities("omega-level", pcg_deck(storms)) == []

    def test_counts_aka_names_as_names(self) -> None:
        grey = supporting("Jean Grey", keywords=["Omega Level Mutant"])
        girl = supporting("Marvel Girl", keywords=["Omega Level Mutant"], aka=("Jean Grey",))

        assert severities("omega-level", pcg_deck({grey: 1, girl: 1})) == []

    def test_keeps_mutants_of_two_names_apart(self) -> None:
        mutants = {supporting(name, keywords=["Omega Level Mutant"]): 1 for name in ("Storm", "Iceman")}

        assert against("omega-level", pcg_deck(mutants)) == [
            ("error", "Omega Level Mutants with 2 names: Iceman, Storm; at most 1")
        ]

    def test_leaves_other_mutants_alone(self) -> None:
        deck = pcg_deck({supporting("Storm", keywords=["Omega Level Mutant"]): 1, supporting("Iceman"): 1})

        assert severities("omega-level", deck, multiverse()) == []

    def test_takes_on_trust_that_no_card_is_one_where_none_is_recorded(self) -> None:
        note = "no card in the deck is recorded as an Omega Level Mutant"

        assert said("omega-level", pcg_deck({supporting(): 1})) == [Measure(0, 1, DECK, NONE_RECORDED, note)]

    def test_says_that_keywords_no_source_records_are_taken_on_trust(self) -> None:
        storm = unrecorded("Storm", keywords=("Omega Level Mutant",))
        note = "no recorded text for 1 card: assumed not to have Omega Level Mutant"

        assert said("omega-level", pcg_deck({storm: 1, unrecorded("Iceman"): 1, supporting(): 1})) == [
            Measure(1, 1, DECK),
            Measure(1, None, DECK, NONE_RECORDED, note),
        ]
