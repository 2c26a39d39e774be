"""Two editions compared: documents of our own making, and the two numbered editions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalog.rules.held import NEWER, OFFICIAL, OLDER
from vsdb.catalog.rules import comparing
from vsdb.catalog.rules.book import AROUND
from vsdb.catalog.rules.comparing import ComparedParagraph, EditionComparison, compare
from vsdb.exchange.rule_documents import services


def paragraphs(text: str) -> list[ComparedParagraph]:
    """A text as it is compared."""
    return [
        ComparedParagraph(unit.slug, " ".join(filter(None, (unit.title, unit.text))), unit.parent or "", unit.kind)
        for unit in services.read(text, "own").units
        if unit.kind not in AROUND
    ]


def said(*texts: str) -> list[ComparedParagraph]:
    """Rules 101.1, 101.2 and so on with these texts."""
    return [ComparedParagraph(f"101.{number}", text) for number, text in enumerate(texts, 1)]


@pytest.fixture(scope="module")
def found() -> EditionComparison:
    return compare(paragraphs(OLDER), paragraphs(NEWER))


class TestOurEditions:
    def test_show_what_only_the_newer_has(self, found: EditionComparison) -> None:
        added = [each.place for each in found.added]
        assert added == [
            "101.3",
            "102.3",
            "glossary",
            "glossary-deck",
            "glossary-deck-box",
            "glossary-boost",
            "glossary-beatdown",
        ]

    def test_show_what_only_the_older_has(self, found: EditionComparison) -> None:
        assert [each.place for each in found.removed] == ["101.1a", "101.2a", "101.2b", "102.3"]

    def test_match_by_likeness_what_changed_its_number(self, found: EditionComparison) -> None:
        numbers = [(pair.before.place, pair.after.place) for pair in found.renumbered if pair.before and pair.after]
        assert ("102.1", "102.2") in numbers
        assert ("102.2", "102.1") in numbers
        assert ("102.2-example-1", "102.1-example-1") in numbers

    def test_show_new_words_at_an_old_number(self, found: EditionComparison) -> None:
        assert "101.2" in [pair.after.place for pair in found.reworded if pair.after]
        changes = [(change.kind, change.text.strip()) for change in found.by_after["101.2"].changes]
        assert ("new", "color and") in changes

    def test_say_of_what_stayed_neither(self, found: EditionComparison) -> None:
        pair = found.by_after["101.1"]
        assert (pair.is_renumbered, pair.is_reworded) == (False, False)

    def test_put_what_went_behind_what_stood_before_it(self, found: EditionComparison) -> None:
        order = [(pair.after or pair.before).place for pair in found.pairs]  # type: ignore[union-attr]
        at = order.index("101.2")
        assert order[at : at + 4] == ["101.2", "101.2a", "101.2b", "101.3"]


class TestMatching:
    def test_takes_another_rule_at_the_same_number_for_another(self) -> None:
        found = compare(said("Ferns are green and grow in the shade."), said("Draw two cards, then wait for rain."))
        assert [len(found.added), len(found.removed), len(found.reworded)] == [1, 1, 0]

    def test_does_not_take_short_texts_for_each_other_elsewhere(self) -> None:
        found = compare(said("Draw.", "Wait."), said("Wait.", "Draw."))
        assert found.renumbered == ()

    def test_does_not_mind_quotes_and_white_space(self) -> None:
        found = compare(said("A “card” is\na card’s friend."), said('A "card" is a card\'s friend.'))
        assert found.reworded == ()

    def test_keeps_kinds_apart(self) -> None:
        text = "Moss brings nine cards and is sent home for it."
        found = compare(
            [ComparedParagraph("101.1", f"{text} At once.")], [ComparedParagraph("x", text, kind="example")]
        )
        assert found.renumbered == ()

    def test_of_two_alike_takes_the_more_alike(self) -> None:
        text = "A player who has no cards left loses the game at the end of the turn."
        after = said("New.", f"{text} Really.", f"{text} Really and truly, without any doubt.")
        found = compare([ComparedParagraph("205.1", text)], after)
        assert [pair.after.place for pair in found.renumbered if pair.after] == ["101.2"]

    def test_of_two_that_are_like_one_takes_the_more_alike(self) -> None:
        text = "A player who has no cards left loses the game at the end of the turn"
        before = [ComparedParagraph("205.1", f"{text}, and that is that."), ComparedParagraph("205.2", f"{text} then.")]
        found = compare(before, said("New.", f"{text}."))
        assert [pair.before.place for pair in found.renumbered if pair.before] == ["205.2"]

    def test_says_what_lies_beyond_the_end_of_a_text_that_breaks_off(self) -> None:
        before = said("Draw one card each turn.", "Whoever has")
        after = said("Draw one card each turn.", "Whoever has no card to draw loses the game at once.", "Then stop.")
        found = compare(before, after)
        assert [each.place for each in found.beyond] == ["101.3"]
        assert (found.added, found.removed, found.reworded) == ((), (), ())

    def test_of_too_many_texts_compares_only_those_at_one_place(self, monkeypatch: pytest.MonkeyPatch) -> None:
        text = "A player who has no cards left loses the game"
        before, after = [ComparedParagraph("205.1", f"{text} at once.")], said(f"{text} at the end.")
        monkeypatch.setattr(comparing, "_MAX_PAIRS", 1)
        assert [pair.after for pair in compare(before, after).renumbered] == after
        monkeypatch.setattr(comparing, "_MAX_PAIRS", 0)
        assert compare(before, after).renumbered == ()

    def test_counts_what_follows_a_whole_text_as_added(self) -> None:
        found = compare(said("Draw one card each turn."), said("Draw one card each turn.", "Then stop."))
        assert [each.place for each in found.added] == ["101.2"]
        assert found.beyond == ()


def below(number: str, *texts: str, kind: str = "rule") -> list[ComparedParagraph]:
    """A heading with these rules below it: 440 Movement, 440.1 and so on."""
    title, *rest = texts
    rules = [ComparedParagraph(f"{number}.{place}", text, number, kind) for place, text in enumerate(rest, 1)]
    return [ComparedParagraph(number, title, "400", "heading"), *rules]


def list_moved(found: EditionComparison) -> dict[str, str]:
    """The places that differ, the older one's first."""
    return {pair.before.place: pair.after.place for pair in found.renumbered if pair.before and pair.after}


class TestMovedSections:
    def test_match_a_short_heading_that_moved_and_short_rules_below_it(self) -> None:
        before = [*below("440", "Duel", "2 Players", "Score: 8"), *below("441", "Match", "2 Players", "Score: 8")]
        after = [*below("445", "Duel", "2 Players", "Score: 8"), *below("446", "Match", "2 Players", "Score: 8")]
        found = compare(before, [*below("440", "Burn", "Put cards away."), *after])
        moved = {"440": "445", "440.1": "445.1", "440.2": "445.2", "441": "446", "441.1": "446.1", "441.2": "446.2"}
        assert list_moved(found) == moved
        assert [each.place for each in found.added] == ["440", "440.1"]
        assert found.removed == ()

    def test_tell_headings_of_one_name_apart_by_what_stands_beside_them(self) -> None:
        first, second = (
            "The cards that lie on the table before a game.",
            "How a card on the table is taken from a player.",
        )
        before = [*below("440", "Fields", first), *below("441", "Fields", second)]
        after = [*below("445", "Fields", first), *below("447", "Fields", second)]
        assert list_moved(compare(before, after)) == {"440": "445", "440.1": "445.1", "441": "447", "441.1": "447.1"}

    def test_match_new_words_at_the_place_that_moved(self) -> None:
        before = below("440", "Movement", "A move is quick.", "Wait for the others to move before you do.")
        after = below("445", "Movement", "A move is as slow as it is.", "Wait for the others to move.")
        found = compare(before, after)
        assert list_moved(found) == {"440": "445", "440.1": "445.1", "440.2": "445.2"}
        assert [pair.before.place for pair in found.reworded if pair.before] == ["440.1", "440.2"]

    def test_move_a_number_without_a_point_with_its_heading(self) -> None:
        def section(heading: int, text: str) -> list[ComparedParagraph]:
            rule = ComparedParagraph(str(heading + 3), text, str(heading))
            return [ComparedParagraph(str(heading), "Movement", "400", "heading"), rule]

        found = compare(section(440, "A move is quick."), section(445, "A move is as slow as it is."))
        assert list_moved(found) == {"440": "445", "443": "448"}

    def test_match_the_most_alike_below_one_rule_first(self) -> None:
        before = below("440", "Create", "Spells go to the Chain.", "Runes go to the base.")
        after = below("440", "Create", "Units go to any place.", "Spells go on the Chain.", "Runes go on the base.")
        assert list_moved(compare(before, after)) == {"440.1": "440.2", "440.2": "440.3"}

    def test_take_what_says_the_same_and_more_for_the_same_rule(self) -> None:
        before, after = said("Each base is a place."), said("Each base is a place. See rule 197, Places, for all more.")
        assert len(compare(before, after).reworded) == 1

    def test_keep_kinds_apart(self) -> None:
        before = below("440", "Movement", "Quick.", kind="example")
        after = below("445", "Movement", "Of a few steps that a player takes.", "Quick.")
        assert list_moved(compare(before, after)) == {"440": "445"}


TEXTS = st.lists(st.text("abc .", min_size=1, max_size=40).map(lambda text: f"{text}."), max_size=8)


class TestLaws:
    @given(TEXTS, TEXTS)
    def test_every_paragraph_of_either_is_in_one_pair(self, before: list[str], after: list[str]) -> None:
        old, new = said(*before), said(*after)
        found = compare(old, new)
        assert [pair.after for pair in found.pairs if pair.after] == new
        held = [pair.before for pair in found.pairs if pair.before]
        assert sorted(held, key=lambda each: each.place) == old

    @given(TEXTS)
    def test_an_edition_against_itself_has_not_changed(self, texts: list[str]) -> None:
        found = compare(said(*texts), said(*texts))
        assert (found.added, found.removed, found.renumbered, found.reworded) == ((), (), (), ())


@pytest.fixture(scope="module")
def both(shared: Path) -> EditionComparison:
    texts = ((shared / "documents" / OFFICIAL[slug]).read_text("utf-8") for slug in ("cr-2007-02-05", "cr-2.7"))
    return compare(*map(paragraphs, texts))


@pytest.mark.shared
class TestTheNumberedEditions:
    def test_show_that_the_four_per_deck_rule_lost_its_sub_rules(self, both: EditionComparison) -> None:
        gone = [each.place for each in both.removed]
        assert {"101.2a", "101.2b"} <= {*gone}

    def test_show_that_its_wording_changed(self, both: EditionComparison) -> None:
        pair = both.by_after["101.2"]
        assert pair.before is not None
        assert pair.before.place == "101.2"
        assert pair.is_reworded
        new = " ".join(change.text for change in pair.changes if change.kind == "new")
        assert "513.3c" in new

    def test_show_that_its_neighbours_stayed(self, both: EditionComparison) -> None:
        assert not any(both.by_after[number].is_reworded for number in ("101.1", "101.3"))

    def test_match_the_rules_behind_two_examples_that_were_given_numbers(self, both: EditionComparison) -> None:
        matched = {place: pair.after.place for place, pair in both.by_before.items() if pair.after}
        assert {place: matched[place] for place in ("215.1b", "215.1c", "215.1a-example-1")} == {
            "215.1b": "215.1c",
            "215.1c": "215.1e",
            "215.1a-example-1": "215.1b",
        }

    def test_do_not_count_what_lies_behind_the_end_of_the_older_copy(self, both: EditionComparison) -> None:
        added = {each.place for each in both.added}
        assert "513.3c" not in added
        assert "513.3c" in {each.place for each in both.beyond}


@pytest.fixture(scope="module")
def riftbound(shared: Path) -> EditionComparison:
    texts = (
        (shared / "documents" / OFFICIAL[slug]).read_text("utf-8") for slug in ("rb-core-1.3", "rb-core-2026-07-16")
    )
    return compare(*map(paragraphs, texts))


@pytest.mark.shared
class TestTheRiftboundEditions:
    def test_move_440_to_484_by_five(self, riftbound: EditionComparison) -> None:
        numbers = [place for place in riftbound.by_before if place.isdigit() and 440 <= int(place) <= 484]
        there = {place: pair.after.place for place in numbers if (pair := riftbound.by_before[place]).after}
        assert len(numbers) == 45
        assert {place for place in numbers if there.get(place) != f"{int(place) + 5}"} == {"446"}  # replaced by 451

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("454", "459"),
            ("462", "467"),
            ("468", "473"),
            ("480", "485"),
            ("480.3", "485.3"),
            ("481", "486"),
            ("483.4", "488.4"),
        ],
    )
    def test_move_headings_and_short_rules_that_many_share(
        self, riftbound: EditionComparison, before: str, after: str
    ) -> None:
        pair = riftbound.by_before[before]
        assert pair.after is not None
        assert (pair.after.place, pair.is_reworded) == (after, False)

    @pytest.mark.parametrize("number", ["440", "441", "442", "443", "444", "741", "750", "827", "828", "829"])
    def test_show_the_new_actions_counters_and_keywords_as_added(
        self, riftbound: EditionComparison, number: str
    ) -> None:
        assert riftbound.by_after[number].before is None

    def test_count_each_kind(self, riftbound: EditionComparison) -> None:
        counts = [len(riftbound.renumbered), len(riftbound.reworded), len(riftbound.added), len(riftbound.removed)]
        assert counts == [557, 320, 444, 35]
