"""The uniqueness rule (704): which other objects of the same name go to the KO'd pile."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.games.vs_classic.play.characters import names_of
from engine.games.vs_classic.play.facts import Character, Equipment, Side
from engine.play.truth import Unknown


def displaced(side: Side, card: Any, *, is_unique: bool, without: str | None = None) -> list[str]:
    """The ids of the other unique objects of this name on a side, sorted; what has no name is skipped.

    Of several names all must match (201.8a). `without` is a character that has left by then. Where the card lets other
    versions stay, they do (704.1a).
    """
    names = displacing_names(card, is_unique=is_unique)
    if not names:
        return []
    found = []
    for each in () if isinstance(side.characters, Unknown) else side.characters:
        if each.id == without:
            continue
        found += [held.id for held in _equipment(each) if held.unique and {held.name.casefold()} == names]
        if is_unique_character(each) and names_of(each) == names and not _may_coexist(card, each):
            found.append(each.id)
    for place in () if isinstance(side.locations, Unknown) else side.locations:
        if not place.non_unique and {place.name.casefold()} == names and place.id != card.id:
            found.append(place.id)
    return sorted(each for each in found if each)


def equipment_left(side: Side, leaving: Collection[str | None]) -> list[str]:
    """The equipment, by name, that goes to the KO'd pile as characters leave play (302.6), as far as it is known."""
    held = () if isinstance(side.characters, Unknown) else side.characters
    worn = [each.equipment for each in held if each.id in leaving and not isinstance(each.equipment, Unknown)]
    named = [one if isinstance(one, str) else one.name or one.id for every in worn for one in every]
    return sorted(each for each in named if each)


def displacing_names(card: Any, *, is_unique: bool) -> frozenset[str]:
    """The names for which others leave as a card enters; none where it isn't unique, or its name isn't said."""
    names = names_of(card)
    return names if is_unique and not isinstance(names, Unknown) else frozenset()


def is_unique_character(card: Any) -> bool:
    """Whether a character is unique: without the version Army, and without a card that says otherwise (202.4a)."""
    return not (card.army or card.non_unique)


def _may_coexist(card: Any, character: Character) -> bool:
    """Whether both may stay: a card says so, and their versions differ."""
    versions = (card.version, character.version)
    if not card.versions_coexist or any(isinstance(each, Unknown) for each in versions):
        return False
    return str(versions[0]).casefold() != str(versions[1]).casefold()


def _equipment(character: Character) -> list[Equipment]:
    held = character.equipment
    return [] if isinstance(held, Unknown) else [each for each in held if isinstance(each, Equipment)]
