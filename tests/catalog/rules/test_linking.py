"""Running text with its links: references, names of cards and terms."""

from __future__ import annotations

import pytest

from vsdb.catalog.rules.linking import (
    CARD,
    RULE,
    TERM,
    GlossaryTerm,
    LinePart,
    LinkSpan,
    index_terms,
    link_lines,
    list_written_forms,
)

DECK = GlossaryTerm("Deck", "/deck/", "What is brought.", "deck")
BOX = GlossaryTerm("Deck Box", "/box/", "What it lies in.", "box")
BITE = GlossaryTerm("Bite", "/bite/", "It hurts.", "bite")
GLOSSARY = index_terms([DECK, BOX, BITE])


def linked(text: str, *spans: LinkSpan, own: str = "") -> list[tuple[str, str]]:
    """The linked stretches of a text with their addresses."""
    found = link_lines(text, spans, GLOSSARY, own=own)
    return [(part.text, part.link.url) for line in found for part in line if part.link]


class TestTerms:
    def test_are_linked_wherever_they_occur(self) -> None:
        assert linked("A deck may bite.") == [("deck", "/deck/"), ("bite", "/bite/")]

    def test_are_matched_longest_first(self) -> None:
        assert linked("A deck box holds a deck.") == [("deck box", "/box/"), ("deck", "/deck/")]

    def test_are_linked_once_a_paragraph(self) -> None:
        assert linked("Deck, deck and DECK.\nDeck.") == [("Deck", "/deck/"), ("Deck", "/deck/")]

    def test_are_found_in_the_plural(self) -> None:
        assert linked("Decks bites.") == [("Decks", "/deck/"), ("bites", "/bite/")]

    @pytest.mark.parametrize("text", ["decking", "half-deck", "example/deck", "we.example.deck", "deck.example"])
    def test_are_not_parts_of_words_and_addresses(self, text: str) -> None:
        assert linked(text) == []

    def test_are_not_linked_within_a_card_s_name(self) -> None:
        text = "Bite of the Deck bites."
        assert linked(text, LinkSpan(0, 16, CARD, "/card/")) == [("Bite of the Deck", "/card/"), ("bites", "/bite/")]

    def test_are_not_linked_within_a_name_that_leads_nowhere(self) -> None:
        assert linked("Deck Bite", LinkSpan(0, 9, CARD)) == []

    def test_are_not_linked_within_a_reference(self) -> None:
        assert linked("see Deck", LinkSpan(4, 8, RULE, "/rule/")) == [("Deck", "/rule/")]

    def test_are_not_linked_to_themselves(self) -> None:
        assert linked("A deck may bite.", own="deck") == [("bite", "/bite/")]

    def test_of_the_same_words_the_first_counts(self) -> None:
        both = index_terms([DECK, GlossaryTerm("Deck", "/other/", "", "other")])
        assert [span.url for span in both.spans("deck", [])] == ["/deck/"]

    def test_may_be_none(self) -> None:
        assert list(index_terms([]).spans("deck", [])) == []


class TestWords:
    @pytest.mark.parametrize(
        ("title", "words"),
        [
            ("Deck", ("deck",)),
            ("Box, The; Box Lid", ("box", "box lid")),
            ("Losing a Tree/Turning Off a Tree", ("losing a tree", "turning off a tree")),
            ("Becomes (Wet)", ("becomes",)),
            ("Level(ing) Up", ("level up", "leveling up")),
            ("Any Turn [Any Turn]", ("any turn",)),
            ("[Symbol] Hologram", ("hologram",)),
            ("Exactly One <Something>", ("exactly one",)),
            ("That <Something>, The <Something>", ()),
            ("Non-<something>", ()),
            ("<Something>", ()),
        ],
    )
    def test_of_a_heading_are_what_running_text_has(self, title: str, words: tuple[str, ...]) -> None:
        assert list_written_forms(title) == words


class TestLines:
    def test_join_to_the_text(self) -> None:
        text = "A deck.\n\nSee 101.1, a deck box."
        found = link_lines(text, [LinkSpan(13, 18, RULE, "/rule/")], GLOSSARY)
        assert ["".join(part.text for part in line) for line in found] == ["A deck.", "See 101.1, a deck box."]
        assert [part.text for line in found for part in line if part.link and part.link.kind == RULE] == ["101.1"]
        assert [part.link.kind for part in found[1] if part.link] == [RULE, TERM]

    def test_of_two_spans_that_overlap_take_the_first_given(self) -> None:
        found = link_lines("abcdef", [LinkSpan(2, 4, RULE, "/b/"), LinkSpan(0, 3, CARD, "/a/")])
        assert [(part.text, part.link is not None) for part in found[0]] == [("ab", False), ("cd", True), ("ef", False)]

    def test_make_strong_what_stands_between_pairs_of_asterisks(self) -> None:
        assert link_lines("A **b** c", []) == [(LinePart("A "), LinePart("b", is_strong=True), LinePart(" c"))]

    def test_leave_an_odd_pair_as_it_is(self) -> None:
        assert link_lines("A **b", []) == [(LinePart("A **b"),)]
