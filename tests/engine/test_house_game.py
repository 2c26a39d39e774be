"""What the engine does for a game that brings only what a game needs."""

from __future__ import annotations

from datetime import date

import pytest

from engine import stats
from engine.card_text import derive_facts, normalize_text
from engine.decklists import read_deck, write_deck
from engine.decklists.codes import decode_deck_code, encode_deck_code, read_game_of_code
from engine.decklists.default_sections import find_default_section, list_shown_sections
from engine.formats.definitions import KnownNames, list_pools, list_restrictions, validate_definition
from engine.model.catalog import Catalog
from engine.model.decks import Deck
from engine.model.errors import InputError
from engine.model.formats import Format, Restriction
from engine.model.games import Game
from engine.repair import repair
from engine.rules.team_play import find_team_rules
from engine.rules.validation import check_deck
from engine.simulation.hands import deal_opening_hand
from engine.stats.affiliations import can_go_together
from tests.engine import builders
from tests.engine.house_game import HOUSE, house

__all__ = ["house"]

ON = date(2026, 6, 1)


@pytest.fixture
def cards(house: Game) -> Catalog:
    """Two cards of the game."""
    kitchen = builders.card(HOUSE, "Kitchen", type="Room", printings=("HOU-001",))
    cook = builders.card(HOUSE, "Cook", type="Guest", printings=("HOU-002",))
    return builders.catalog(HOUSE, (kitchen, cook), builders.card_set(HOUSE, "HOU", date(2026, 1, 1)))


def pasted(cards: Catalog) -> Deck:
    return read_deck("Rooms\n1 Kitchen\nDeck\n3 Cook", cards, ON)


def house_format(cards: Catalog, *, deck_min: int | None = None, restrictions: tuple[Restriction, ...] = ()) -> Format:
    """A format of the game that takes all its sets."""
    return builders.fmt(HOUSE, construction={"deck_min": deck_min}, restrictions=restrictions, sets=cards.sets)


class TestLists:
    def test_are_read_with_the_sections_of_the_game(self, cards: Catalog) -> None:
        assert {section: line.name for section, (line,) in pasted(cards).sections.items()} == {
            "rooms": "Kitchen",
            "deck": "Cook",
        }

    def test_read_back_as_they_are_written(self, cards: Catalog) -> None:
        deck = pasted(cards)
        assert write_deck(deck) == "Rooms\n1 Kitchen [HOU-001]\nDeck\n3 Cook [HOU-002]\n"

    def test_take_a_card_into_the_deck(self, cards: Catalog) -> None:
        assert find_default_section(cards.by_slug["kitchen"], pasted(cards)) == "deck"
        assert list_shown_sections(Deck(HOUSE)) == ("deck",)


class TestDeckCodes:
    def test_spell_a_game_without_a_number_and_its_own_sections(self, cards: Catalog) -> None:
        code = encode_deck_code(pasted(cards), cards)
        assert read_game_of_code(code) == HOUSE
        assert {
            section: deck.size(section) for deck in [decode_deck_code(code, cards, ON)] for section in deck.sections
        } == {
            "rooms": 1,
            "deck": 3,
        }

    def test_are_refused_where_the_game_is_not_known(self, cards: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
        code = encode_deck_code(pasted(cards), cards)
        monkeypatch.undo()
        with pytest.raises(InputError, match="for an unknown game"):
            read_game_of_code(code)


class TestDeckRules:
    @pytest.mark.parametrize(("least", "outcome"), [(3, "legal"), (4, "illegal")])
    def test_are_those_of_its_ruleset(self, cards: Catalog, least: int, outcome: str) -> None:
        verdict = check_deck(pasted(cards), house_format(cards, deck_min=least), ON)
        assert (verdict.outcome, verdict.edition) == (outcome, "house-1")

    def test_a_repair_keeps_to_them(self, cards: Catalog) -> None:
        found = repair(pasted(cards), house_format(cards, deck_min=5), ON, cards)
        assert found.deck is not None
        assert found.deck.size("deck") == 5

    def test_a_repair_reads_the_restrictions_of_every_game(self, cards: Catalog) -> None:
        without = Restriction("without-type", {"type": "Guest"})
        found = repair(pasted(cards), house_format(cards, restrictions=(without,)), ON, cards)
        assert found.deck is not None
        assert [card.name for card in found.deck.cards] == ["Kitchen"]

    def test_nothing_is_asked_between_decks(self, cards: Catalog) -> None:
        assert find_team_rules(house_format(cards)) is None


class TestFormats:
    def test_are_built_from_the_parts_of_every_game(self, house: Game) -> None:
        assert [part.kind for part in list_restrictions(HOUSE)] == [
            "sets-at-most",
            "without-type",
            "not-in-the-list",
            "between-decks",
            "play-only",
        ]
        assert [part.kind for part in list_pools(HOUSE)] == ["all", "listed", "yearly", "chosen"]

    def test_have_no_universe(self, house: Game) -> None:
        known = KnownNames(HOUSE, frozenset())
        assert list(map(str, validate_definition({"universe": "one"}, known))) == [
            "universe: only 2PCG cards have a universe"
        ]


class TestFigures:
    def test_are_of_its_deck(self, cards: Catalog) -> None:
        deck = pasted(cards)
        assert [(curve.kind, curve.unrecorded) for curve in stats.build_curves(deck)] == [("cost", 3)]
        assert [share.name for share in stats.count_types(deck).shares] == ["Guest"]

    def test_know_nothing_of_other_games(self, cards: Catalog) -> None:
        deck = pasted(cards)
        assert stats.count_teams(deck).shares == ()
        assert stats.count_domains(deck) == stats.DomainStats()
        assert stats.count_power_symbols(deck) == stats.SymbolStats()
        assert stats.find_loyalty_order(deck) is None

    def test_let_all_of_a_team_go_together(self, house: Game) -> None:
        cook = builders.card(HOUSE, "Cook", type="Guest", teams=("Staff",))
        maid = builders.card(HOUSE, "Maid", type="Guest", teams=("Staff",))
        assert can_go_together(cook, maid) is can_go_together(cook, cook) is True

    def test_an_opening_hand_is_refused_where_the_game_has_no_rule_for_it(self, cards: Catalog) -> None:
        with pytest.raises(InputError, match="opening hand rules aren’t recorded for House Rules"):
            deal_opening_hand(pasted(cards), 1)


class TestCardTexts:
    def test_state_keywords_and_limits(self, house: Game) -> None:
        text = "Loud 2: You can't have more than two cards named Cook in your deck."
        assert derive_facts(text, game=HOUSE, name="Cook", keywords=("Loud",)) == {
            "keywords": [["Loud", "2"]],
            "printed_limit": 2,
        }

    def test_keep_symbols_as_they_are_written(self, house: Game) -> None:
        assert normalize_text("[bell] [bell], (Bell) -> cook", HOUSE) == "[bell] [bell], (Bell) >>> cook"
