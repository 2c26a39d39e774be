"""Words that are spelt like a keyword but part of a longer name, told from keywords that a text mentions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.card_text import derive_facts, find_names_with_keywords, parse_paragraphs, to_printed_form
from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from tests.engine.card_text.card_files import classic_texts, pcg_texts
from tests.engine.card_text.test_real_texts import names_of_keywords

PCG = (
    *("AKA", "Agent", "Assassin", "Blast", "Burn", "Creature", "Freeze", "Hex", "Hunter", "Invisible", "Leader"),
    *("Leap", "Owned by", "Sinister", "Soldier", "Starting Main Character Required", "Sting", "Swarm", "Team Up"),
)
CLASSIC = ("Boost", "Concealed", "Cosmic", "Evasion", "Invulnerability", "Leader", "Loyalty", "Press", "Willpower")


def mentioned(text: str, game: str = VS_2PCG, longer: tuple[str, ...] = ()) -> list[str]:
    """The keywords that a text mentions."""
    names = {VS_2PCG: PCG, VS_CLASSIC: CLASSIC, RIFTBOUND: ("Hidden", "Tank")}[game]
    return [
        part.name
        for paragraph in parse_paragraphs(text, game, names, longer)
        for part in paragraph.segments
        if part.kind == "keyword"
    ]


class TestNames:
    @pytest.mark.parametrize(
        "text",
        [
            "Battlefield Leader",
            "Battlefield Leader. Main [Might]: Hop.",
            "Main [Might]: Battlefield Leader hops.",
            "If Invisible Woman is in your front row, hop.",
            "Hop. Invisible Woman hops.",
            "Attach it to Invisible Woman.",
            "INVISIBLE WOMAN hops.",
            "Whoever plays Zyx the Hunter hops.",
            "When Agent of Zyx appears, hop.",
            "Leader of the Hoppers hops.",
            "The Master of the Hunter hops.",
            "Remove Mr. Sinister.",
            "You may put Zyx Soldier Agent into play.",
            "He copies Optic Blast this turn.",
            "Zyx's Sting",
            "I'll Burn Your House",
            "Burn Down the House. Main [Might]: Hop.",
        ],
    )
    def test_hold_no_keyword(self, text: str) -> None:
        assert mentioned(text) == []

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("Leader", ["Leader"]),
            ("Leader. Hop.", ["Leader"]),
            ("Leader\nInvisible Woman hops.", ["Leader"]),
            ("Creature, Swarm, Leap", ["Creature", "Swarm", "Leap"]),
            ("Creature Swarm", ["Creature", "Swarm"]),
            ("It gains Leap and Swarm.", ["Leap", "Swarm"]),
            ("Each Agent you control hops.", ["Agent"]),
            ("Your Hunter hops. Zyx's Hunter lands.", ["Hunter", "Hunter"]),
            ("Give Leap to Zyx.", ["Leap"]),
            ("Leap Main [Might]: Hop.", ["Leap"]),
            ("Main [Might]: Leap Combat [Skill]: Hop.", ["Leap"]),
            ("Zyx, Leader, hops.", ["Leader"]),
            ("You may Freeze Zyx Soldier.", ["Freeze"]),
            ("Leader Characters hop.", ["Leader"]),
            ("Has Leap.", ["Leap"]),
            ("LEADER", ["Leader"]),
            ("IT GAINS LEAP AND SWARM", ["Leap", "Swarm"]),
            ("AKA Zyx Hunter", ["AKA"]),
            ("Owned by Zyx", ["Owned by"]),
            ("Team Up Zyx Hoppers", ["Team Up"]),
            ("Hoppers Starting Main Character Required", ["Starting Main Character Required"]),
        ],
    )
    def test_are_told_from_keywords(self, text: str, found: list[str]) -> None:
        assert mentioned(text) == found

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("Storm, Gold Leader hops.", []),
            ("Cosmic Zyx hops. Omega Evasion lands.", []),
            ("Concealed Willpower 3", ["Concealed", "Willpower"]),
            ("Cosmic: Invulnerability", ["Cosmic", "Invulnerability"]),
            ("Boost X: When Zyx hops, land.", ["Boost"]),
            ("Whoever has evasion gains a boost.", ["Evasion", "Boost"]),
            ("Zyx has Cosmic and Loyalty.", ["Cosmic", "Loyalty"]),
        ],
    )
    def test_are_those_of_classic_texts_too(self, text: str, found: list[str]) -> None:
        assert mentioned(text, VS_CLASSIC) == found

    def test_are_those_of_riftbound_texts_too(self) -> None:
        assert mentioned("[Hidden] The Hidden Zyx tanks. Tank", RIFTBOUND) == ["Hidden", "Tank"]

    @pytest.mark.parametrize(
        ("name", "game"),
        [("Burn It Down", VS_2PCG), ("The Hex", VS_2PCG), ("Press the Attack", VS_CLASSIC)],
    )
    def test_that_are_known_hold_none_whatever_their_words(self, name: str, game: str) -> None:
        text = f"When {name} hops, land."
        assert mentioned(text, game) != []
        assert mentioned(text, game, (name,)) == []

    def test_that_are_known_are_looked_for_as_they_are_written(self) -> None:
        assert mentioned("You press the attack.", VS_CLASSIC, ("Press the Attack",)) == ["Press"]

    def test_are_words_with_the_keyword_that_they_do_not_mean(self) -> None:
        [paragraph] = parse_paragraphs("Battlefield Leader hops.", VS_2PCG, PCG)
        assert [(part.kind, part.text, part.name) for part in paragraph.segments] == [
            ("words", "Battlefield ", ""),
            ("words", "Leader", "Leader"),
            ("words", " hops.", ""),
        ]

    @given(
        words=st.lists(st.sampled_from(["Leader", "leap", "Zyx", "of", "the", ".", "AKA", "[Might]", "(", ")", "\n"])),
        game=st.sampled_from(tuple(GAMES)),
    )
    def test_leave_the_text_whole(self, words: list[str], game: str) -> None:
        text = " ".join(words)
        parsed = parse_paragraphs(text, game, ("Leader", "Leap", "AKA"), ("Zyx Leader", "Leader of the"))
        assert "\n".join(paragraph.text for paragraph in parsed) == to_printed_form(text, game)


class TestWhatACardHas:
    @pytest.mark.parametrize("game", [VS_2PCG, VS_CLASSIC])
    @pytest.mark.parametrize(
        "text",
        ["Battlefield Leader", "Battlefield Leader: Hop.", "Hop. Battlefield Leader. Hop.", "Leader of the Zyx: Hop."],
    )
    def test_is_no_keyword_of_a_longer_name(self, text: str, game: str) -> None:
        assert "keywords" not in derive_facts(text, game=game, name="X", keywords=("Leader",))

    def test_is_the_longer_keyword_where_that_is_one(self) -> None:
        found = derive_facts("Battlefield Leader", game=VS_2PCG, name="X", keywords=("Leader", "Battlefield Leader"))
        assert found["keywords"] == [["Battlefield Leader", None]]
        [paragraph] = parse_paragraphs("It gains Battlefield Leader.", VS_2PCG, ("Leader", "Battlefield Leader"))
        assert [part.name for part in paragraph.segments if part.kind == "keyword"] == ["Battlefield Leader"]


def test_names_that_hold_a_keyword_are_chosen() -> None:
    names = ("Zyx", "Press the Attack", "Leader", "Zyx Leader", "Pressing")
    assert find_names_with_keywords(names, VS_CLASSIC, CLASSIC) == ("Press the Attack", "Zyx Leader")


@pytest.mark.shared
class TestTheRealTexts:
    def test_mention_no_keyword_in_the_name_of_a_character(self, shared: Path) -> None:
        keywords = names_of_keywords(VS_2PCG)
        kept = met = 0
        for text in pcg_texts(shared):
            for paragraph in parse_paragraphs(text.text, VS_2PCG, keywords):
                said = paragraph.text
                mentions = {part.name for part in paragraph.segments if part.kind == "keyword"}
                passed = {part.name for part in paragraph.segments if part.kind == "words" and part.name}
                kept += len(mentions)
                met += len(passed)
                for name, keyword in (("Invisible Woman", "Invisible"), ("Winter Soldier", "Soldier")):
                    if name in said:
                        assert keyword in passed
                        assert keyword not in mentions or f"{keyword}." in said
        assert kept > 150
        assert 20 < met < 60

    def test_that_have_a_keyword_mention_it(self, shared: Path) -> None:
        """What is derived stands in the text, whichever words are around it."""
        for game, texts in ((VS_2PCG, pcg_texts), (VS_CLASSIC, classic_texts)):
            keywords = names_of_keywords(game)
            for text in texts(shared):
                found = derive_facts(text.text, game=game, name=text.name, keywords=keywords).get("keywords", ())
                mentions = {
                    part.name
                    for paragraph in parse_paragraphs(text.text, game, keywords)
                    for part in paragraph.segments
                    if part.kind == "keyword"
                }
                assert {name for name, _ in found if name in keywords} <= mentions, text.code
