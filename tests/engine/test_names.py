"""Which spellings are one name, and where a title's parts join."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.names import fold, show_identity, split_identity, split_versions, version_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CARTER HALL", "Carter Hall"),
        ("Mr. Fantastic", "mr fantastic"),
        ("M.O.D.O.K.", "MODOK"),
        ("Dr. Doom", "Dr.Doom"),
        ("She-Thing", "She Thing"),
        ("She-Thing", "She\u2011Thing"),
        ("She–Thing", "She-Thing"),
        ("Koriand’r", "Koriand'r"),
        ("Ch`od", "Ch'od"),
        ("“Quicksilver”", '"Quicksilver"'),
        ("Zoë", "Zoe"),
        ("Øre", "Ore"),
        ("Straße", "STRASSE"),
        ("Savage   Beatdown", " Savage\tBeatdown "),
        ("Superman/Batman Robot", "Superman / Batman Robot"),
        ("* Captain Marvel *", "*Captain Marvel*"),
        ("** Spider-Man **", "**Spider-Man**"),
    ],
)
def test_two_spellings_are_one_name(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SheThing", "She-Thing"),
        ("Ka-Boom!", "Ka-Boom"),
        ("Devils Due", "Devil's Due"),
        ("*Spider-Man*", "Spider-Man"),
        ("***Spider-Man***", "*Spider-Man*"),
        ("Boris, Personal", "Boris Personal"),
    ],
)
def test_two_spellings_are_two_names(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@given(st.text(max_size=60))
def test_folding_a_folded_name_changes_nothing_in_case_or_spaces(text: str) -> None:
    folded = fold(text)

    assert folded == " ".join(folded.split())
    assert fold(text.upper().lower()) == fold(text.upper().lower().swapcase().lower())


@pytest.mark.parametrize("joiner", [" ○ ", "•", " ◦", "/", " - ", " – "])
def test_versions_are_joined_in_many_ways(joiner: str) -> None:
    assert split_versions(f"Army{joiner}A.I.M.") == ("Army", "A.I.M.")


def test_a_hyphen_without_spaces_joins_no_versions() -> None:
    assert split_versions("Non-Unique ○ Young Avenger") == ("Non-Unique", "Young Avenger")


@pytest.mark.parametrize("mark", ["<>", " <> ", "◊", " ◊ ", " < > "])
def test_an_identity_is_marked_in_many_ways(mark: str) -> None:
    assert split_identity(f"Hank Hall{mark}Hawk") == ("Hank Hall", "Hawk")


def test_a_name_without_a_mark_has_no_identity() -> None:
    assert split_identity("Hank Hall") == ("Hank Hall", None)


def test_the_order_of_versions_does_not_matter() -> None:
    assert version_key("A.I.M ○ army") == version_key(("Army", "A.I.M."))


def test_a_version_with_a_comma_stays_itself() -> None:
    assert version_key("Cat, O' Nine ○ Army") == version_key(("Army", "Cat, O' Nine"))
    assert version_key("Army") != version_key(("Army", "A.I.M."))


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Bombshell <> Insane Genius", "Bombshell ◊ Insane Genius"),
        ("4 Lava <> X and 1 Mud <> Y", "4 Lava ◊ X and 1 Mud ◊ Y"),
        ("Storm", "Storm"),
    ],
)
def test_an_identity_is_shown_behind_the_mark_of_the_cards(title: str, shown: str) -> None:
    assert show_identity(title) == shown
