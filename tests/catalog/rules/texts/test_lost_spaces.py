"""Words that run together where a file lost its spaces."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.catalog.rules.texts.documents import FILES
from vsdb.exchange.rule_documents.lost_spaces import find_lost_spaces
from vsdb.exchange.rule_documents.services import read

#: A page of ours, and the same with words that lost their space: a pair that stands elsewhere, a rare word, one with a
#: capital, an unknown one behind a frequent one, a possessive, a figure.
PAGE = ["The keeper of the boat ties the boat to the pier.", "A sail is white, and a plank is a part of the boat."] * 30
GLUED = ["The keeper ofthe boat ties theboat.Then it floats."] * 20
GLUED += ["A sailis white.", "The SailPlank holds.", "The boat isrepainted.", "The keeper'sboat floats.", "Pay2boat."]


class TestOurOwn:
    def test_finds_the_words_by_the_documents_own(self) -> None:
        parts = find_lost_spaces([*PAGE, *GLUED, "A keeper's hat and a Sail."]).parts
        assert {word: parts[word] for word in ("ofthe", "theboat", "sailis", "sailplank", "isrepainted")} == {
            "ofthe": ("of", "the"),
            "theboat": ("the", "boat"),
            "sailis": ("sail", "is"),
            "sailplank": ("sail", "plank"),
            "isrepainted": ("is", "repainted"),
        }
        assert parts["keeper'sboat"] == ("keeper's", "boat")
        assert {"the", "boat", "keeper", "floats", "keeper's"}.isdisjoint(parts)

    def test_counts_the_places_and_names_the_most_frequent(self) -> None:
        lost = find_lost_spaces([*PAGE, *GLUED])
        assert lost
        assert lost.count == 20 * 3 + 2  # `ofthe`, `theboat` and `.Then`, then `sailis` and `SailPlank`
        assert set(lost.examples[:2]) == {"ofthe", "theboat"}

    def test_folds_a_text_with_the_spaces_and_as_it_stands(self) -> None:
        lost = find_lost_spaces([*PAGE, *GLUED])
        assert lost.fold_for_search("Ties theBoat ofthe") == " ties the boat of the  ties theboat ofthe "
        assert lost.fold_for_search("The boat.") == " the boat "
        assert lost.fold_for_search("Pay2boat") == " pay 2 boat  pay2boat "

    @pytest.mark.parametrize("lines", [PAGE, [*PAGE, *GLUED[:5]], [*PAGE * 20, *GLUED[:10]], [], ["", "boat"]])
    def test_takes_a_few_for_slips(self, lines: list[str]) -> None:
        lost = find_lost_spaces(lines)
        assert not lost
        assert lost.fold_for_search("Ties theboat") == " ties theboat "


@pytest.mark.shared
class TestTheOfficialTexts:
    @pytest.mark.parametrize("slug", FILES)
    def test_one_lost_its_spaces(self, shared: Path, slug: str) -> None:
        document = read((shared / "documents" / FILES[slug]).read_text(encoding="utf-8"), slug)
        is_lost = slug == "rb-core-2026-07-16"
        assert bool(document.lost_spaces) is is_lost
        assert [defect.code for defect in document.defects if defect.code == "lost-spaces"] == ["lost-spaces"] * is_lost

    def test_nearly_every_word_that_the_edition_before_has_is_left_whole(self, shared: Path) -> None:
        texts = [
            (shared / "documents" / FILES[slug]).read_text(encoding="utf-8") for slug in FILES if "rb-core" in slug
        ]
        before, after = (set(text.lower().split()) for text in texts)
        parts = find_lost_spaces(texts[1].split("\n")).parts
        split_wrongly = {word for word in before & after if word in parts}
        assert len(parts) > 1_400
        assert len(split_wrongly) < 0.05 * len(parts)
