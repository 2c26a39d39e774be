"""Named cards: recorded facts fill in what isn't said, what is said counts, and cases keep their answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engine.model.names import fold
from engine.model.reference import Reference
from engine.play.facts import PlayInputError
from engine.play.judging import judge, playable, read_question
from engine.play.named_cards import fill_in_cards
from tests.engine.play.cases import TODAY, cases_of, differences

CLASSIC = playable()["vs-classic"]


def fill(reference: Callable[[str], Reference], **character: Any) -> Any:
    document = {"position": {"you": {"characters": [{"id": "a", **character}]}}, "action": {"action": "attack"}}
    return fill_in_cards(document, CLASSIC, lambda: reference("vs-classic").catalog)


def a_character(reference: Callable[[str], Reference]) -> Any:
    """A recorded character with an ATK and one version."""
    cards = reference("vs-classic").catalog.cards
    return next(each for each in cards if each.type == "Character" and isinstance(each.atk, int) and each.versions)


def test_a_slug_brings_what_is_recorded(reference: Callable[[str], Reference]) -> None:
    card = a_character(reference)
    filled = fill(reference, slug=card.slug)
    assert filled.changed
    assert filled.document["position"]["you"]["characters"][0]["atk"] == card.atk
    assert filled.remarks == ()


def test_what_is_said_counts_and_is_remarked(reference: Callable[[str], Reference]) -> None:
    card = a_character(reference)
    filled = fill(reference, slug=card.slug, atk=card.atk + 1)
    assert filled.document["position"]["you"]["characters"][0]["atk"] == card.atk + 1
    assert [each.code for each in filled.remarks] == ["differs-from-record"]
    assert "you.characters.a.atk" in filled.remarks[0].message


def test_a_name_without_its_version_names_no_card(reference: Callable[[str], Reference]) -> None:
    card = a_character(reference)
    assert not fill(reference, name=card.name).changed


def test_a_slug_of_no_card_is_refused_at_its_path(reference: Callable[[str], Reference]) -> None:
    with pytest.raises(PlayInputError) as refused:
        fill(reference, slug="no-such-card")
    assert refused.value.path == "you.characters.a.slug"


def fill_card(reference: Callable[[str], Reference], game: str, **card: Any) -> Any:
    verb = "recruit" if game != "riftbound" else "play-unit"
    document = {"position": {}, "action": {"action": verb, "card": card}}
    return fill_in_cards(document, playable()[game], lambda: reference(game).catalog).document["action"]["card"]


@pytest.mark.parametrize("game", ["vs-classic", "vs-2pcg", "riftbound"])
def test_in_each_game_a_name_that_one_card_has_does_as_its_slug(
    game: str, reference: Callable[[str], Reference]
) -> None:
    cards = reference(game).catalog.cards
    names = Counter(fold(card.name) for card in cards)
    card = next(each for each in cards if names[fold(each.name)] == 1 and each.slug != each.name)
    assert fill_card(reference, game, slug=card.name.upper())["name"] == card.name


def test_a_name_in_place_of_a_slug_that_several_cards_have_is_refused_with_their_slugs(
    reference: Callable[[str], Reference],
) -> None:
    for said in ({}, {"type": "location"}):
        with pytest.raises(PlayInputError, match="5 cards are called 'Luke Cage'; say the slug of one") as refused:
            fill_card(reference, "vs-2pcg", slug="Luke Cage", **said)
        assert refused.value.path == "action.card.slug"
        assert len(refused.value.near) == 5
        assert list(refused.value.near) == sorted(refused.value.near)


def test_of_several_cards_of_a_name_it_is_the_one_that_fits_what_is_said(
    reference: Callable[[str], Reference],
) -> None:
    filled = fill_card(reference, "vs-2pcg", slug="Luke Cage", type="supporting")
    assert (filled["name"], filled["cost"]) == ("Luke Cage", 5)
    version = {"slug": "Captain America", "version": "Living Legend"}
    assert fill_card(reference, "vs-classic", **version)["name"] == "Captain America"
    with pytest.raises(PlayInputError, match="cards are called 'Captain America'"):
        fill_card(reference, "vs-classic", slug="Captain America")


def test_a_name_with_its_version_names_one_card(reference: Callable[[str], Reference]) -> None:
    cards = reference("vs-classic").catalog.cards
    names = Counter((fold(each.name), fold(version)) for each in cards for version in each.versions or ())
    card = next(
        each
        for each in cards
        if each.type == "Character" and each.versions and names[fold(each.name), fold(each.versions[0])] == 1
    )
    filled = fill(reference, name=card.name.upper(), version=card.versions[0].upper())
    assert filled.changed
    assert filled.document["position"]["you"]["characters"][0]["name"] == card.name.upper()
    assert filled.remarks == ()


def test_a_list_differs_by_what_it_holds_and_not_by_its_order(reference: Callable[[str], Reference]) -> None:
    card = next(each for each in reference("vs-classic").catalog.cards if len(each.teams or ()) > 1)
    assert card.teams
    assert fill(reference, slug=card.slug, affiliations=list(reversed(card.teams))).remarks == ()
    (remark,) = fill(reference, slug=card.slug, affiliations=[]).remarks
    assert f"is none here, and {', '.join(card.teams)} in the reference" in remark.message


def test_what_cannot_be_read_is_left_for_the_reader_to_refuse(reference: Callable[[str], Reference]) -> None:
    card = a_character(reference)
    for damaged in ([3], {"x": 1}, "three"):
        (remark,) = fill(reference, slug=card.slug, atk=damaged).remarks
        assert "you.characters.a.atk" in remark.message
    for document in (
        {"position": 3, "action": []},
        {"position": {"you": 7, "board": {}}, "action": {"action": "no such action"}},
        {"position": {"you": {"characters": "many"}}},
        {"position": {"you": {"characters": [3, {"equipment": ["shield", 4]}]}}, "action": {"action": {}}},
    ):
        filled = fill_in_cards(document, CLASSIC, lambda: reference("vs-classic").catalog)
        assert (filled.document, filled.changed) == (document, False)


def test_where_no_cards_are_held_nothing_is_filled_in() -> None:
    document = {"position": {"you": {"characters": [{"id": "a", "slug": "any"}]}}}
    assert fill_in_cards(document, CLASSIC, lambda: None) == (document, (), False)


@pytest.mark.shared
@pytest.mark.parametrize("case", [*cases_of("vs-classic"), *cases_of("riftbound")])
def test_cases_keep_their_answers(case: dict[str, Any], reference: Callable[[str], Reference]) -> None:
    game = case["position"]["game"]
    document = {"position": case["position"], "action": case["action"]}
    filled = fill_in_cards(document, playable()[game], lambda: reference(game).catalog)
    assert differences(judge(read_question(filled.document, today=TODAY)), case) == {}
