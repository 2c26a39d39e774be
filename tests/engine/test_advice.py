"""A verdict in figures and in sentences: doing what these say makes the deck legal."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from engine import decklists
from engine.model.reference import Reference
from engine.rules.advice import advise, count_things, describe_figures
from engine.rules.validation import check_deck
from tests.engine.real_lists import read_sample

DAY = date(2010, 6, 1)
ARMY = "MODOC Squad, Army ○ A.I.M."


def told(
    reference: Callable[[str], Reference], text: str, fmt: str = "golden-age", game: str = "vs-classic", on: date = DAY
) -> str:
    """What is said of a list, after its outcome."""
    facts = reference(game)
    deck = decklists.read_deck(text, facts.catalog, on)
    verdict = check_deck(deck, facts.formats[fmt], on)
    return f"{verdict.outcome}: {advise(deck, verdict)}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"60 {ARMY}", "legal: All checked rules hold."),
        (f"59 {ARMY}", "illegal: To make it legal: add 1 card."),
        (f"57 {ARMY}", "illegal: To make it legal: add 3 cards."),
        (f"5 Hulk, Exile\n56 {ARMY}", "illegal: To make it legal: remove 1 Hulk, Exile."),
        (
            f"5 Hulk, Exile\n55 {ARMY}",
            "illegal: To make it legal: remove 1 Hulk, Exile, add 1 card.",
        ),
        (f"4 Hulk, Exile\n56 {ARMY}", "legal: All checked rules hold."),
        (
            f"2 Gone But Not Forgotten\n58 {ARMY}",
            "illegal: To make it legal: remove 2 Gone But Not Forgotten, add 2 cards.",
        ),
        (
            f"6 Gone But Not Forgotten\n60 {ARMY}",
            "illegal: To make it legal: remove 6 Gone But Not Forgotten.",
        ),
        (
            f"4 Hulk, Exle\n56 {ARMY}",
            "uncertain: No rule is broken for certain. One open question decides.",
        ),
        (f"4 Hulk, Exle\n55 {ARMY}", "illegal: To make it legal: add 1 card. One open question remains."),
        (f"¤¤¤\n60 {ARMY}", "illegal: For the error, see the findings below."),
    ],
)
def test_names_what_has_to_go_and_what_has_to_come(reference: Callable[[str], Reference], text: str, said: str) -> None:
    assert told(reference, text) == said


def test_counts_the_errors_that_it_has_no_figure_for(reference: Callable[[str], Reference]) -> None:
    said = told(reference, f"5 Hulk, Exile\n¤¤¤\n55 {ARMY}")
    assert said.endswith("add 1 card. For the other error, see the findings below.")


def test_fills_the_section_that_a_banned_card_leaves(reference: Callable[[str], Reference]) -> None:
    jinx = read_sample("jinx")
    said = told(reference, jinx, "standard", "riftbound", date(2026, 4, 15))
    assert said == ("illegal: To make it legal: remove 1 Obelisk of Power, add 1 battlefield.")
    mended = jinx.replace("Obelisk of Power", "Targon's Peak")
    assert told(reference, mended, "standard", "riftbound", date(2026, 4, 15)).startswith("legal")


@pytest.mark.parametrize(
    ("beside", "in_deck", "said"),
    [
        ("1 Jinx, Demolitionist\n1 Vi, Destructive\n", "", "legal: All checked rules hold."),
        (
            "1 Jinx, Demolitionist\n1 Vi, Destructive\n1 Jinx, Rebel\n",
            "",
            "illegal: To make it legal: remove 1 card from the sideboard.",
        ),
        ("", "1 Jinx, Rebel\n", "illegal: To make it legal: remove 1 card from the main deck."),
        ("1 Fury Rune\n", "", "illegal: For the error, see the findings below."),
    ],
)
def test_names_the_pile_that_is_too_large(
    reference: Callable[[str], Reference], beside: str, in_deck: str, said: str
) -> None:
    jinx = read_sample("jinx").replace("Obelisk of Power", "Targon's Peak")
    text = jinx.replace("2 Void Seeker", "3 Void Seeker").replace("Deck\n", f"Deck\n{in_deck}", 1) + beside
    assert told(reference, text, "standard", "riftbound", date(2026, 4, 15)) == said


def test_keeps_to_an_exact_size(reference: Callable[[str], Reference]) -> None:
    lines = "Main Character\n1 She-Hulk [AFF-003]\nLevel Up\n1 She-Hulk [AFF-004]\nDeck\n" + "\n".join(
        f"4 {code}" for code in ("AFF-009", "AFF-010", "AFF-011", "AFF-012", "AFF-013", "AFF-014", "AFF-016", "AFF-018")
    )
    rest = "\n4 AFF-019\n4 AFF-020\n4 AFF-023\n4 MNB-109\n4 MNB-110\n4 MNB-111\n"
    on = date(2024, 6, 1)
    assert told(reference, f"{lines}{rest}4 MNB-112", "multiverse", "vs-2pcg", on).startswith("legal")
    # Sixty-one cards, one of them a fifth copy: taking it out mends both.
    five = told(reference, f"{lines}{rest}4 MNB-112\n1 AFF-010", "multiverse", "vs-2pcg", on)
    assert five == "illegal: To make it legal: remove 1 Sister Grimm."
    over = told(reference, f"{lines}{rest}4 MNB-112\n2 AFF-017", "multiverse", "vs-2pcg", on)
    assert over == "illegal: To make it legal: remove 2 cards."


@pytest.mark.parametrize(
    ("count", "step"), [(59, "add 1 card"), (60, ""), (80, ""), (81, "remove 1 card"), (83, "remove 3 cards")]
)
def test_keeps_to_a_size_between_two_figures(reference: Callable[[str], Reference], count: int, step: str) -> None:
    """The video game asks for 60 to 80 cards, and no source lists its sets."""
    said = told(reference, f"{count} {ARMY}", "marvel-trading-card-game-video-game-2007")
    if step:
        assert said == f"illegal: To make it legal: {step}. One open question remains."
    else:
        assert said == "uncertain: No rule is broken for certain. One open question decides."


def test_asks_for_no_size_where_none_is_recorded(reference: Callable[[str], Reference]) -> None:
    said = told(reference, f"¤¤¤\n3 {ARMY}", "one-world")
    assert said.startswith("illegal: For the error, see the findings below.")
    assert "card" not in said


def test_names_each_of_many_cards_apart(reference: Callable[[str], Reference]) -> None:
    """Titles have commas of their own, so that three and more are told apart by semicolons."""
    over = "5 Hulk, Exile\n6 Falcon, Secret Avenger\n5 Speed, Thomas Shepard ○ Young Avenger"
    assert told(reference, f"{over}\n60 {ARMY}") == (
        "illegal: To make it legal: remove 1 Hulk, Exile; 2 Falcon, Secret Avenger; "
        "and 1 Speed, Thomas Shepard ○ Young Avenger."
    )


def figures(reference: Callable[[str], Reference], text: str, game: str, fmt: str, on: date) -> str:
    """The figures of the verdict on a list."""
    facts = reference(game)
    return describe_figures(check_deck(decklists.read_deck(text, facts.catalog, on), facts.formats[fmt], on))


class TestFigures:
    def test_are_those_of_each_severity_and_of_the_cards(self, reference: Callable[[str], Reference]) -> None:
        text = f"5 Hulk, Exile\n2 Gone But Not Forgotten\n1 Nobody Else Here\n55 {ARMY}"
        assert figures(reference, text, "vs-classic", "golden-age", DAY) == "2 errors, 1 unknown, 63 cards"

    def test_count_the_cards_of_all_sections_together(self, reference: Callable[[str], Reference]) -> None:
        # 62 cards: a main character, its level-up and sixty in the deck.
        said = figures(reference, read_sample("a-force"), "vs-2pcg", "multiverse", date(2024, 6, 1))
        assert said == "1 note, 62 cards in total"

    @pytest.mark.parametrize(
        ("number", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (1_000, "1,000 cards")]
    )
    def test_are_counted_in_words_and_thousands(self, number: int, said: str) -> None:
        assert count_things(number, "card") == said
