"""Two lists, or two texts, that were made from one and are put together."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.decklists import read_deck
from engine.decklists.merging import merge_lists
from engine.decklists.text_merging import MergeConflict, MergedText, merge_text
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.errors import InputError
from engine.model.identities import count_by_section, section_key
from tests.engine.decklist_cards import ON, PCG

BASE = "# Doom\nMain Character\n1 She-Hulk [AFF-003]\nDeck\n4 She-Hulk [AFF-012]\n4 Facehugger\n2 Chair [AEW-065]\n"


def text(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


class TestMerge:
    def test_takes_the_other_side_where_one_changed_nothing(self) -> None:
        changed = BASE.replace("4 Facehugger", "3 Facehugger")
        assert merge_lists(BASE, changed, BASE, VS_2PCG) == merge_lists(BASE, BASE, changed, VS_2PCG)
        assert merge_lists(BASE, BASE, changed, VS_2PCG) == MergedText(changed)

    def test_keeps_the_changes_of_both(self) -> None:
        mine = BASE.replace("4 Facehugger", "3 Facehugger")
        theirs = BASE.replace("2 Chair [AEW-065]\n", "")
        assert merge_lists(BASE, mine, theirs, VS_2PCG) == MergedText(mine.replace("2 Chair [AEW-065]\n", ""))

    def test_keeps_what_both_changed_alike(self) -> None:
        both = BASE.replace("4 Facehugger", "3 Facehugger")
        mine, theirs = both + "1 Quicksilver\n", both.replace("# Doom", "# Gloom")
        assert merge_lists(BASE, mine, theirs, VS_2PCG) == MergedText(mine.replace("# Doom", "# Gloom"))

    def test_shows_both_where_both_changed_a_card_differently(self) -> None:
        mine, theirs = BASE.replace("4 Facehugger", "3 Facehugger"), BASE.replace("4 Facehugger", "2 Facehugger")
        conflict = MergeConflict("4 Facehugger", "3 Facehugger", "2 Facehugger", "deck", "Facehugger")
        assert merge_lists(BASE, mine, theirs, VS_2PCG) == MergedText(mine, (conflict,))

    def test_shows_both_where_one_took_out_what_the_other_changed(self) -> None:
        mine, theirs = BASE.replace("4 Facehugger\n", ""), BASE.replace("4 Facehugger", "2 Facehugger")
        assert merge_lists(BASE, mine, theirs, VS_2PCG).conflicts == (
            MergeConflict("4 Facehugger", "", "2 Facehugger", "deck", "Facehugger"),
        )

    def test_shows_both_where_both_added_a_card_differently(self) -> None:
        mine, theirs = BASE + "1 Quicksilver\n", BASE + "2 Quicksilver\n"
        assert merge_lists(BASE, mine, theirs, VS_2PCG).conflicts == (
            MergeConflict("", "1 Quicksilver", "2 Quicksilver", "deck", "Quicksilver"),
        )

    def test_tells_printings_of_one_name_apart(self) -> None:
        mine, theirs = BASE.replace("4 She-Hulk", "3 She-Hulk"), BASE.replace("1 She-Hulk", "2 She-Hulk")
        assert merge_lists(BASE, mine, theirs, VS_2PCG) == MergedText(mine.replace("1 She-Hulk", "2 She-Hulk"))

    def test_tells_the_sections_of_a_card_apart(self) -> None:
        base = text("4 X-23", "Sideboard", "1 X-23")
        mine, theirs = text("3 X-23", "Sideboard", "1 X-23"), text("4 X-23", "Sideboard", "2 X-23")
        assert merge_lists(base, mine, theirs, VS_CLASSIC) == MergedText(text("3 X-23", "Sideboard", "2 X-23"))

    def test_puts_what_they_added_behind_the_line_behind_which_they_have_it(self) -> None:
        base = text("Characters", "4 A", "4 B", "Plot Twists", "4 C")
        theirs = text("Characters", "4 A", "1 New", "1 Newer", "4 B", "Plot Twists", "2 Twist", "4 C")
        mine = text("Characters", "4 B", "4 A", "Plot Twists", "3 C")
        assert merge_lists(base, mine, theirs, VS_CLASSIC) == MergedText(
            text("Characters", "4 B", "4 A", "1 New", "1 Newer", "Plot Twists", "2 Twist", "3 C")
        )

    def test_opens_a_section_that_only_they_have(self) -> None:
        theirs = BASE + text("Pile: Gift", "2 G", "Level Up", "1 She-Hulk [AFF-004]", "1 L")
        mine = BASE + "1 Quicksilver\n"
        added = text("Pile: Gift", "2 G", "Level Up", "1 She-Hulk [AFF-004]", "1 L")
        assert merge_lists(BASE, mine, theirs, VS_2PCG) == MergedText(mine + added)

    def test_adds_to_the_end_of_a_section_where_no_line_stands_before(self) -> None:
        base = text("4 A", "Sideboard", "1 B")
        merged = merge_lists(
            base, text("2 A", "4 N", "Sideboard", "1 B"), text("1 S", "4 A", "Sideboard", "1 B"), VS_CLASSIC
        )
        assert merged == MergedText(text("2 A", "4 N", "1 S", "Sideboard", "1 B"))

    def test_keeps_a_list_without_headings_without(self) -> None:
        base = text("1 Dark Child", "3 OGN-027")
        assert merge_lists(base, "", text("1 Dark Child", "3 OGN-027", "2 Promo"), RIFTBOUND) == MergedText(
            text("2 Promo")
        )

    def test_says_the_section_of_the_deck_where_it_is_not_the_first(self) -> None:
        merged = merge_lists("4 A\n", text("Sideboard", "1 B"), text("4 A", "2 C"), VS_CLASSIC)
        assert merged == MergedText(text("Sideboard", "1 B", "Deck", "2 C"))

    def test_puts_a_deck_without_heading_before_the_sections_that_have_one(self) -> None:
        merged = merge_lists("4 A\n", "", text("Sideboard", "1 B", "Deck", "4 A", "2 C"), VS_CLASSIC)
        assert merged == MergedText(text("2 C", "Sideboard", "1 B"))

    def test_adds_to_a_section_where_it_is_open(self) -> None:
        base = text("SB: 1 B", "2 C", "Sideboard", "1 B")
        mine = text("SB: 1 B", "3 C", "Sideboard", "1 B")
        merged = merge_lists(base, mine, text("2 C", "Sideboard", "2 N", "1 B", "1 B"), VS_CLASSIC)
        assert merged == MergedText(text("SB: 1 B", "SB: 1 B", "3 C", "Sideboard", "2 N"))

    def test_merges_what_the_list_says_of_itself(self) -> None:
        base = text("# Doom", "# format: silver-age", "4 A")
        mine = text("# Gloom", "# format: silver-age", "3 A")
        theirs = text("# Doom", "# format: golden-age", "# player: Ann", "# by hand", "4 A")
        assert merge_lists(base, mine, theirs, VS_CLASSIC) == MergedText(
            text("# Gloom", "# format: golden-age", "# player: Ann", "3 A", "# by hand")
        )

    def test_puts_what_it_says_of_itself_on_top_of_a_list_that_says_nothing(self) -> None:
        merged = merge_lists("4 A\n", "3 A\n", text("# Doom", "# player: Ann", "4 A"), VS_CLASSIC)
        assert merged == MergedText(text("# Doom", "# player: Ann", "3 A"))

    def test_takes_a_second_title_for_a_comment(self) -> None:
        base = text("# Doom", "# of mine", "4 A")
        merged = merge_lists(base, base.replace("4", "3"), base.replace("# of mine\n", ""), VS_CLASSIC)
        assert merged == MergedText(text("# Doom", "3 A"))

    def test_keeps_lines_that_cannot_be_read(self) -> None:
        base = text("4 A", "what is this")
        merged = merge_lists(
            base, text("3 A", "what is this", "mine?"), text("4 A", "what is this", "theirs?"), VS_CLASSIC
        )
        assert merged == MergedText(text("3 A", "what is this", "theirs?", "mine?"))

    def test_keeps_several_lines_of_a_card_together(self) -> None:
        base = text("2 A", "1 B", "2 A")
        merged = merge_lists(base, text("2 A", "1 C", "2 A", "1 B"), text("3 A", "1 B"), VS_CLASSIC)
        assert merged == MergedText(text("3 A", "1 C", "1 B"))

    def test_keeps_blank_lines_and_headings_of_mine(self) -> None:
        base = text("Characters", "4 A", "", "Plot Twists", "4 B")
        merged = merge_lists(base, text("Characters", "4 A", "", "", "Plot Twists", "3 B"), "4 B\n", VS_CLASSIC)
        assert merged == MergedText(text("Characters", "", "", "Plot Twists", "3 B"))

    def test_says_the_section_of_a_line_that_stands_outside_of_it(self) -> None:
        base = text("4 A", "SB: 1 B", "2 C")
        assert merge_lists(
            base, text("4 A", "SB: 1 B", "3 C"), text("4 A", "2 C", "Sideboard", "2 B"), VS_CLASSIC
        ) == MergedText(text("4 A", "SB: 2 B", "3 C"))
        assert merge_lists(
            base, text("4 A", "SB: 1 B", "3 C"), text("4 A", "SB: 2 B", "2 C"), VS_CLASSIC
        ) == MergedText(text("4 A", "SB: 2 B", "3 C"))

    def test_keeps_a_heading_whose_card_is_taken_out(self) -> None:
        base = text("Legend: Dark Child", "1 Other", "Deck", "3 A")
        merged = merge_lists(base, base.replace("3 A", "2 A"), text("Legend", "1 Other", "Deck", "3 A"), RIFTBOUND)
        assert merged == MergedText(text("Legend", "1 Other", "Deck", "2 A"))

    def test_refuses_what_is_no_list(self) -> None:
        with pytest.raises(InputError):
            merge_lists("4 A\n", "3 A\n", "4 A\0\n", VS_CLASSIC)


LINES = st.one_of(
    st.tuples(
        st.integers(1, 4), st.sampled_from(["Facehugger", "Baseball Bat", "Chair", "SPF-001", "*Spider-Man*", "Nobody"])
    ).map(lambda pair: f"{pair[0]} {pair[1]}"),
    st.sampled_from(
        [
            "Deck",
            "Level Up",
            "Pile: Gift",
            "Sideboard",
            "SB: 2 Chair",
            "",
            "# note",
            "what?",
            "Characters",
            "Main Character: Nobody",
        ]
    ),
)
LISTS = st.lists(LINES, max_size=8)


@st.composite
def three(draw: st.DrawFn) -> tuple[str, str, str]:
    """A list and two that were made from it."""
    base = draw(LISTS)
    return text(*base), *(text(*draw(edited(base))) for _ in range(2))


@st.composite
def edited(draw: st.DrawFn, lines: list[str]) -> list[str]:
    """A list with some lines taken out, put in and replaced."""
    found = list(lines)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(found)))
        found[at : at + draw(st.integers(0, 1))] = draw(st.lists(LINES, max_size=2))
    return found


def counts(list_text: str) -> dict[tuple[str, str], int]:
    return {key: each.count for key, each in count_by_section(read_deck(list_text, PCG, ON)).items()}


class TestLawsOfLists:
    @given(three())
    def test_one_side_without_changes_leaves_the_other(self, texts: tuple[str, str, str]) -> None:
        base, mine, theirs = texts
        assert merge_lists(base, mine, base, VS_2PCG) == MergedText(mine)
        assert merge_lists(base, base, theirs, VS_2PCG) == MergedText(theirs)
        assert merge_lists(base, mine, mine, VS_2PCG) == MergedText(mine)

    @settings(deadline=None)
    @given(three())
    def test_the_conflicts_are_the_same_from_both_sides(self, texts: tuple[str, str, str]) -> None:
        base, mine, theirs = texts
        here, there = merge_lists(base, mine, theirs, VS_2PCG), merge_lists(base, theirs, mine, VS_2PCG)
        assert [(each.base, each.mine, each.theirs) for each in here.conflicts] == [
            (each.base, each.theirs, each.mine) for each in there.conflicts
        ]

    @settings(deadline=None, max_examples=400)
    @given(three())
    def test_every_card_has_the_count_of_who_changed_it(self, texts: tuple[str, str, str]) -> None:
        merged = merge_lists(*texts, VS_2PCG)
        base, mine, theirs = map(counts, texts)
        contested = {section_key(each.section) for each in merged.conflicts}
        found = counts(merged.text)
        assert set(found) <= {*base, *mine, *theirs}
        for key in {*base, *mine, *theirs}:
            was, ours, others = (side.get(key, 0) for side in (base, mine, theirs))
            if key[0] not in contested:
                assert found.get(key, 0) == (others if ours == was else ours)


WORDS = st.lists(st.sampled_from(["one", "two", "three", "four", ""]), max_size=8).map("\n".join)


class TestMergeText:
    BASE = "Opening\nfour lands\n\nMatchups\nDoom: easy\n"

    def test_takes_the_other_side_where_one_changed_nothing(self) -> None:
        assert (
            merge_text(self.BASE, self.BASE, "Anew") == merge_text(self.BASE, "Anew", self.BASE) == MergedText("Anew")
        )

    def test_keeps_the_changes_of_both(self) -> None:
        mine, theirs = self.BASE.replace("four", "five"), self.BASE + "Sentinels: hard\n"
        assert merge_text(self.BASE, mine, theirs) == MergedText(mine + "Sentinels: hard\n")

    def test_shows_both_where_both_changed_a_line_differently(self) -> None:
        mine, theirs = self.BASE.replace("easy", "fair"), self.BASE.replace("easy", "hard")
        assert merge_text(self.BASE, mine, theirs) == MergedText(
            mine, (MergeConflict("Doom: easy\n", "Doom: fair\n", "Doom: hard\n"),)
        )

    def test_shows_both_where_both_wrote_into_nothing(self) -> None:
        assert merge_text("", "mine", "theirs") == MergedText("mine", (MergeConflict("", "mine", "theirs"),))

    @given(WORDS, WORDS)
    def test_one_side_without_changes_leaves_the_other(self, base: str, other: str) -> None:
        assert merge_text(base, other, base) == merge_text(base, base, other) == MergedText(other)

    @given(WORDS, WORDS, WORDS)
    @example("one\ntwo", "two", "one")
    def test_the_conflicts_are_the_same_from_both_sides(self, base: str, mine: str, theirs: str) -> None:
        here, there = merge_text(base, mine, theirs), merge_text(base, theirs, mine)
        assert [(each.base, each.mine, each.theirs) for each in here.conflicts] == [
            (each.base, each.theirs, each.mine) for each in there.conflicts
        ]

    @given(WORDS, WORDS, WORDS)
    def test_no_line_that_somebody_added_is_lost(self, base: str, mine: str, theirs: str) -> None:
        merged = merge_text(base, mine, theirs)
        everything = merged.text + "".join(each.mine + each.theirs for each in merged.conflicts)
        for line in {*mine.split("\n"), *theirs.split("\n")} - set(base.split("\n")):
            assert line in everything
