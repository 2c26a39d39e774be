"""Wording and commentary told apart by how they speak; each sign is tried in words of our own."""

from __future__ import annotations

import pytest

from vsdb.exchange.card_files.sources.reference.layout import FileParagraph
from vsdb.exchange.card_files.sources.reference.speech import DOUBTFUL, WordingSplit, split
from vsdb.exchange.card_files.sources.reference.statements import load_known_words


def ends(*texts: str, prior: float = 0.0, gaps: tuple[int, ...] = ()) -> WordingSplit:
    """Where the wording ends, among paragraphs that stand one blank line apart unless `gaps` say otherwise."""
    spaced = gaps or (0, *[1] * (len(texts) - 1))[: len(texts)]
    paragraphs = [
        FileParagraph(n, n, text, gap) for n, (text, gap) in enumerate(zip(texts, spaced, strict=True), start=1)
    ]
    return split(paragraphs, keyword=load_known_words().keyword, prior=prior, starts_with_wording=spaced[:1] == (0,))


class TestOneParagraphAfterTheWording:
    @pytest.mark.parametrize(
        "text",
        [
            "Reservist",
            "Flight, Range",
            "Loyalty—Reveal",
            "Cosmic: Invulnerability",
            "Boost 3: When Tam enters play, draw a card.",
            "[Activate] >>> Ready target lantern.",
            "Discard a card >>> Tam gets +2 ATK this attack. Use only once per turn.",
            "Whenever Tam stuns a character, move it.",
            "At the end of the build phase, light a lantern.",
            "Play only if you control a lantern.",
            "To play, exhaust a lantern.",
            "You may play cards removed this way.",
            "Tam can't be lit.",
            "(Lanterns are equipment.)",
        ],
    )
    def test_is_wording_where_a_card_speaks(self, text: str) -> None:
        assert ends("Draw a card.", text).wording == 2

    @pytest.mark.parametrize(
        "text",
        [
            "See Old Tam.",
            "Example: You draw a lamp.",
            "Q: May Tam be lit? A: No.",
            "You can draw it even if you have no lamp.",
            "For instance, a lamp that burns is lit already.",
            "However, the lamp stays lit.",
            "As this effect resolves, the lamp goes out.",
            "This power works on every lamp, not just on your own.",
            "Lighting a lamp is otherwise identical to lighting a fire.",
            "If the target is illegal on resolution, no lamp is lit.",
            "Light a lamp. Lamps are never lit by others.",
        ],
    )
    def test_is_commentary_where_somebody_explains(self, text: str) -> None:
        assert ends("Draw a card.", text).wording == 1


class TestTheEnd:
    def test_is_after_the_last_order_though_one_before_it_sounds_doubtful(self) -> None:
        assert ends("Lamps also burn.", "[Activate] >>> Draw a card.", "However, they burn low.").wording == 2

    def test_is_before_what_says_again_what_was_said(self) -> None:
        assert ends("Draw a card.", "Lamps burn in the dark.", "Lamps burn in the dark with little smoke.").wording == 2
        assert (
            ends("Draw a card.", "Lamps burn in the dark.", "Moths burn in the light with little smoke.").wording == 3
        )

    def test_is_never_before_what_stands_right_under_the_type(self) -> None:
        assert ends("However, the lamp goes out.").wording == 1
        assert ends("However, the lamp goes out.", gaps=(1,)).wording == 0

    def test_is_at_a_wide_gap(self) -> None:
        plain = ("Lamps burn.", "Lamps are warm.", "Lamps go out.")
        assert ends(*plain).wording == 3
        assert ends(*plain, gaps=(0, 2, 1)).wording == 1

    def test_is_at_the_first_gap_where_the_text_before_has_none(self) -> None:
        plain = ("Lamps burn.", "Lamps are warm.", "Lamps go out.")
        assert ends(*plain, gaps=(0, 0, 1)).wording == 2

    @pytest.mark.parametrize(("prior", "wording"), [(-3.0, 1), (3.0, 2)])
    def test_leans_to_what_the_section_is_for(self, prior: float, wording: int) -> None:
        assert ends("Draw a card.", "Lamps go out.", prior=prior).wording == wording

    def test_keeps_a_list_with_what_leads_it_in(self) -> None:
        assert ends("Choose one:", "• Draw a card.", "• However, discard one.", "See Tam.").wording == 3
        assert ends("Draw a card.", "However, as follows:", "• [Activate] >>> Draw.").wording == 1

    def test_is_called_doubtful_where_two_readings_are_as_good(self) -> None:
        assert ends("Draw a card.", "Lamps burn. Lamps burn low.").margin < DOUBTFUL
        assert ends("Draw a card.", "However, lamps burn.").margin >= DOUBTFUL

    def test_of_nothing_is_nothing(self) -> None:
        assert ends().wording == 0

    def test_is_found_among_more_paragraphs_than_a_card_has(self) -> None:
        assert ends(*["Draw a card."] * 3, *["However, lamps burn."] * 500).wording == 3
