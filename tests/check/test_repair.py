"""The sentence that says what would make a deck legal: doing what it says does make it legal."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from engine import decklists
from engine.model.reference import Reference
from engine.rules.validation import check_deck
from vsdb.check import forms
from vsdb.check.verdict_page import repair

DAY = date(2010, 6, 1)
ARMY = "MODOC Squad, Army ○ A.I.M."


def told(
    reference: Callable[[str], Reference], text: str, fmt: str = "golden-age", game: str = "vs-classic", on: date = DAY
) -> str:
    """What is said of a list, after its outcome."""
    facts = reference(game)
    deck = decklists.read_deck(text, facts.catalog, on)
    verdict = check_deck(deck, facts.formats[fmt], on)
    return f"{verdict.outcome}: {repair(deck, verdict)}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"60 {ARMY}", "legal: Every rule that was looked at holds."),
        (f"59 {ARMY}", "illegal: To be legal it needs: 1 more card."),
        (f"57 {ARMY}", "illegal: To be legal it needs: 3 more cards."),
        (f"5 Hulk, Exile\n56 {ARMY}", "illegal: To be legal it needs: 1 fewer Hulk, Exile."),
        (
            f"5 Hulk, Exile\n55 {ARMY}",
            "illegal: To be legal it needs: 1 fewer Hulk, Exile; 1 other card in their place.",
        ),
        (f"4 Hulk, Exile\n56 {ARMY}", "legal: Every rule that was looked at holds."),
        (
            f"2 Gone But Not Forgotten\n58 {ARMY}",
            "illegal: To be legal it needs: no Gone But Not Forgotten (2 to take out); 2 other cards in their place.",
        ),
        (
            f"6 Gone But Not Forgotten\n60 {ARMY}",
            "illegal: To be legal it needs: no Gone But Not Forgotten (6 to take out).",
        ),
        (
            f"4 Hulk, Exle\n56 {ARMY}",
            "uncertain: Nothing is certainly broken. It is legal if the fact that is missing turns out in its favour.",
        ),
        (f"4 Hulk, Exle\n55 {ARMY}", "illegal: To be legal it needs: 1 more card. Then one unknown decides."),
        (f"¤¤¤\n60 {ARMY}", "illegal: The error below says what is allowed."),
    ],
)
def test_names_what_has_to_go_and_what_has_to_come(reference: Callable[[str], Reference], text: str, said: str) -> None:
    assert told(reference, text) == said


def test_counts_the_errors_that_it_has_no_figure_for(reference: Callable[[str], Reference]) -> None:
    said = told(reference, f"5 Hulk, Exile\n¤¤¤\n55 {ARMY}")
    assert said.endswith("1 other card in their place. The other error below says what is allowed.")


def test_fills_the_section_that_a_banned_card_leaves(reference: Callable[[str], Reference]) -> None:
    jinx = (forms.FOLDER / "jinx.txt").read_text(encoding="utf-8")
    said = told(reference, jinx, "standard", "riftbound", date(2026, 4, 15))
    assert said == (
        "illegal: To be legal it needs: no Obelisk of Power (1 to take out); 1 other battlefield in their place."
    )
    mended = jinx.replace("Obelisk of Power", "Targon's Peak")
    assert told(reference, mended, "standard", "riftbound", date(2026, 4, 15)).startswith("legal")


def test_keeps_to_an_exact_size(reference: Callable[[str], Reference]) -> None:
    lines = "Main Character\n1 She-Hulk [AFF-003]\nLevel Up\n1 She-Hulk [AFF-004]\nDeck\n" + "\n".join(
        f"4 {code}" for code in ("AFF-009", "AFF-010", "AFF-011", "AFF-012", "AFF-013", "AFF-014", "AFF-016", "AFF-018")
    )
    rest = "\n4 AFF-019\n4 AFF-020\n4 AFF-023\n4 MNB-109\n4 MNB-110\n4 MNB-111\n"
    on = date(2024, 6, 1)
    assert told(reference, f"{lines}{rest}4 MNB-112", "multiverse", "vs-2pcg", on).startswith("legal")
    # Sixty-one cards, one of them a fifth copy: taking it out mends both.
    five = told(reference, f"{lines}{rest}4 MNB-112\n1 AFF-010", "multiverse", "vs-2pcg", on)
    assert five == "illegal: To be legal it needs: 1 fewer Sister Grimm."
    over = told(reference, f"{lines}{rest}4 MNB-112\n2 AFF-017", "multiverse", "vs-2pcg", on)
    assert over == "illegal: To be legal it needs: 2 fewer cards."
