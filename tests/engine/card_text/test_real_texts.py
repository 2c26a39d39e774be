"""What is derived from the real files, against what is recorded: every difference is known and has its reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.card_text import derive_facts, normalize_text, parse_paragraphs
from engine.games.vs_2pcg.deck_terms import read_deck_terms
from engine.model.cards import VS_2PCG, VS_CLASSIC, Card
from engine.model.reference import Reference
from tests.engine.card_text.card_files import Text, classic_texts, pcg_texts

pytestmark = pytest.mark.shared

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
References = Callable[[str], Reference]
Read = list[tuple[Text, Card, dict[str, Any]]]

#: Symbols that a text mentions outside of any cost; the lists count them, though the card doesn't spend or give them.
MENTIONED = {
    ("AFF-018", "Energy"),
    ("ALN-016", "Humanity"),
    ("ALN-016", "Intellect"),
    ("ALN-052", "Alien"),
    ("BOY-037", "Might"),
    ("DEF-039", "Intellect"),
    ("LEG-015", "Energy"),
    *(("LEG-062", symbol) for symbol in ("Energy", "Intellect", "Might", "Skill")),
    ("LEG-043", "Intellect"),
}
#: The lists of these two sets leave out both symbols wherever they stand.
SETS_WITHOUT = {"AEW": {"Humanity"}, "FRF": {"Humanity", "Alien"}}
#: A file has two cards numbered 68; the one that comes second is 69.
MISNUMBERED = {"AEW-068"}
#: Keywords that the lists of cards never recorded, so that the texts alone have them.
NEVER_RECORDED = frozenset(
    (
        *(
            "Amplify",
            "Blast",
            "Dimensional Wristwatch",
            "Dodge",
            "Durable",
            "Elder of the Universe",
            "Fearless",
            "Grab",
        ),
        *("Immobile", "Inspire", "Invade", "Leap", "Loyalty", "Mercenary", "Mind Games", "Monstrous", "Mutant Loyalty"),
        *("Pounce", "Quick Draw", "Schemer", "Standard Issue", "Team Up", "Tough"),
    )
)
#: Keywords that the text only offers to other cards.
OFFERED = {("LEG-034", "Berserker"), ("LEG-034", "Ferocious")}
#: Main characters that use the pile because another of their levels says so, and cards that are pile cards by type.
BY_ANOTHER_LEVEL = {("AFF-034", "Transform"), ("LEG-066", "Transform")}
BY_TYPE = {("ALN-052", "Facehugger"), ("LEG-063", "Animals"), ("LEG-064", "Animals")}
#: Inventors of which the lists don't say that they use the pile.
INVENTORS = {(code, "Invention") for code in ("FRF-007", "FRF-008", "FRF-017", "FRF-019")}
#: Words of the version line that the lists record as keywords too.
OF_THE_VERSION_LINE = frozenset(("Army", "Non-Unique", "Team-Up"))


def names_of_keywords(game: str) -> tuple[str, ...]:
    listed = yaml.safe_load((FIXTURES / game / "keywords.yaml").read_text(encoding="utf-8"))
    return tuple(keyword["name"] for keyword in listed)


@pytest.fixture(scope="module")
def pcg(shared: Path, reference: References) -> Read:
    """Each text with the card that it is of, and what is derived."""
    keywords, catalog = names_of_keywords(VS_2PCG), reference(VS_2PCG).catalog
    read = []
    for text in pcg_texts(shared):
        cards = catalog.by_printing(text.code)
        card = next((card for card in cards if card.name == text.name), cards[0] if cards else None)
        if card:
            found = derive_facts(text.text, game=VS_2PCG, name=text.name, type=text.type, keywords=keywords)
            read.append((text, card, found))
    assert len(read) > 500
    return read


def differences(read: Read, field: str) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """What is recorded and not derived, and the other way round, each with the card's code."""
    missed, found = set(), set()
    for text, card, derived in read:
        recorded = card.keyword_names if field == "keywords" else set(getattr(card, field) or ())
        stated = {value[0] if field == "keywords" else value for value in derived.get(field, ())}
        missed |= {(text.code, value) for value in recorded - stated}
        found |= {(text.code, value) for value in stated - recorded}
    return missed, found


class TestPcg:
    def test_power_symbols(self, pcg: Read) -> None:
        missed, found = (
            {(code, symbol) for code, symbol in pairs if code not in MISNUMBERED}
            for pairs in differences(pcg, "power_symbols")
        )
        assert missed == MENTIONED
        assert {(code, s) for code, s in found if s not in SETS_WITHOUT.get(code[:3], ())} == set()

    def test_keywords(self, pcg: Read) -> None:
        missed, found = differences(pcg, "keywords")
        assert missed == OFFERED
        assert {keyword for _, keyword in found} == NEVER_RECORDED
        assert not NEVER_RECORDED & {keyword for _, card, _ in pcg for keyword in card.keyword_names}

    def test_further_names(self, pcg: Read) -> None:
        assert differences(pcg, "aka") == (set(), set())

    def test_piles(self, pcg: Read) -> None:
        missed, found = differences(pcg, "uses_piles")
        # Every main character of the set brings the matches, which none of their texts says.
        assert {pair for pair in missed if pair[1] != "Challenge Match"} == BY_ANOTHER_LEVEL
        assert found == INVENTORS
        missed, found = differences(pcg, "member_of_piles")
        assert {pair for pair in missed if pair[1] != "Challenge Match"} == BY_TYPE
        assert found == set()

    def test_printed_limits(self, pcg: Read) -> None:
        differing = {
            text.code for text, card, found in pcg if (found.get("printed_limit") or 4) != (card.printed_limit or 4)
        }
        assert differing == {"LEG-063", "LEG-064"}  # tokens: the limit of the list is not in their text

    def test_what_main_characters_change_about_their_decks(self, pcg: Read) -> None:
        stating = {}
        for text, card, _ in pcg:
            if "Main" in text.type:
                found = derive_facts(text.text, game=VS_2PCG, name=text.name, type="Main Character")
                if "deck_building" in found:
                    stating[text.code] = (card, replace(card, printings=(), deck_building=found["deck_building"]))
        assert stating.keys() == {"AEW-003", "FRF-011"}
        assert all(read_deck_terms(as_stated) == read_deck_terms(card) for card, as_stated in stating.values())

    def test_loyalty_names_a_team_of_the_card(self, pcg: Read) -> None:
        loyal = [(card, found["loyalty"]) for _, card, found in pcg if "loyalty" in found]
        assert len(loyal) == 9
        for card, loyalty in loyal:
            assert set(card.teams or ()) <= set(loyalty["teams"])

    def test_main_characters_level_up_where_there_is_a_level_to_reach(self, pcg: Read) -> None:
        mains = [(text.code, card, found) for text, card, found in pcg if card.type == "Main Character"]
        higher = {(card.name, card.level, set_code) for _, card, _ in mains for set_code in card.set_codes}
        for code, card, found in mains:
            has_higher = any((card.name, (card.level or 0) + 1, set_code) in higher for set_code in card.set_codes)
            assert ("level_up" in found) == has_higher, code

    def test_every_super_power_has_a_name_and_a_text(self, pcg: Read) -> None:
        powers = [(text.code, power) for text, _, found in pcg for power in found.get("super_powers", ())]
        assert len(powers) > 300
        assert [code for code, power in powers if not power["name"] or not power["text"]] == []
        assert [code for code, power in powers if not power["when"]] == ["AEW-037"]  # the file leaves it out


class TestClassic:
    def test_keywords(self, shared: Path, reference: References) -> None:
        catalog, keywords = reference(VS_CLASSIC).catalog, names_of_keywords(VS_CLASSIC)
        differing = {}
        for text in classic_texts(shared):
            [card] = catalog.by_title(text.code) or catalog.by_name(text.code)[:1]
            found = derive_facts(text.text, game=VS_CLASSIC, name=text.name, keywords=keywords)
            stated = {name for name, _ in found.get("keywords", ())}
            recorded = card.keyword_names - OF_THE_VERSION_LINE
            if stated != recorded:
                differing[text.name] = stated ^ recorded
        # The ruling on this card goes on with the texts of two others.
        assert differing == {"Power Dampeners": {"Cosmic", "Invulnerability"}}

    def test_parameters(self, shared: Path) -> None:
        keywords = names_of_keywords(VS_CLASSIC)
        boosts = {
            text.name: parameter
            for text in classic_texts(shared)
            for name, parameter in derive_facts(text.text, game=VS_CLASSIC, name=text.name, keywords=keywords).get(
                "keywords", ()
            )
            if name == "Boost"
        }
        assert (boosts["Cable"], boosts["Life Model Decoy"]) == ("2", "X")
        assert len(boosts) == 5
        assert all(boosts.values())


class TestNormalForm:
    def test_leaves_no_symbol_of_a_file_as_it_was(self, shared: Path) -> None:
        known = {
            *("Energy", "Intellect", "Might", "Skill", "Humanity", "Alien", "Any Turn", "Flight", "Range", "Health"),
            *(
                "A-Force",
                "Anti-Registration",
                "Avengers",
                "Babyfaces",
                "Brotherhood of Mutants",
                "Company",
                "Defenders",
            ),
            *("Fantastic", "Femme Fatales", "Guardians of the Galaxy", "Heels", "Marvel", "Super Villains", "The Boys"),
            *("The Seven", "Underworld", "X-Men", "Xenomorphs"),
        }
        met = {
            part.name
            for text in pcg_texts(shared)
            for paragraph in parse_paragraphs(text.text, VS_2PCG)
            for part in paragraph.segments
            if part.kind == "symbol"
        }
        assert met == known

    def test_holds_for_a_text_that_has_it_already(self, shared: Path) -> None:
        for game, texts in ((VS_2PCG, pcg_texts), (VS_CLASSIC, classic_texts)):
            for text in texts(shared):
                once = normalize_text(text.text, game)
                assert normalize_text(once, game) == once
