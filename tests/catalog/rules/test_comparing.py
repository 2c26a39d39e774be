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
