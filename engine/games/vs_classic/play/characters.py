"""What follows from what is said of characters: who is stunned, ready, protected, adjacent.

A character that is said to be both ready and stunned is neither here: `CONTRADICTED`, which asks nothing. The rule
`contradictory-position` asks for it instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from engine.games.vs_classic.play.facts import CHARACTER, YOU, Character, Side
from engine.play.facts import Maybe, read_facts
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown

#: What can't be told of a character since the position contradicts itself; nothing to ask here.
CONTRADICTED = Unknown(())
#: What stands between a name and an identity on a card; typed as <>.
DIAMOND = "\N{LOZENGE}"


def find_character(name: str, first: Side, second: Side) -> Character:
    """The character of an id: of the first side, of the second, else an unlisted one of the first."""
    for side in (first, second):
        held = side.characters
        if not isinstance(held, Unknown):
            for character in held:
                if character.id == name:
                    return character
    return unlisted(name, first.path)


@lru_cache(maxsize=1024)
def unlisted(name: str, side: str) -> Character:
    """A character of which only its id is said."""
    return read_facts(Character, {"id": name}, f"{side}.characters.{name}" if name else f"{side}.characters")


def is_unlisted(character: Character) -> bool:
    """Whether no list of the position has the character."""
    return character is unlisted(character.id, side_name(character))


def is_controlled(character: Character, side: Side) -> bool:
    """Whether the character stands on this side."""
    return character.path.startswith(side.path)


def side_name(character: Character) -> str:
    """The side on which a character stands."""
    return YOU if character.path.startswith(YOU) else "opponent"


def is_character(character: Character) -> bool:
    """Whether an object is a character: in the resource row it is a resource alone, whatever its card is (701.11).

    What is listed as a character stands in the front or the support row, unless the other row is said.
    """
    return character.type == CHARACTER and character.row != "resource"


def name_of(character: Character) -> str:
    """How messages call a character: its name, else its id."""
    return character.name if isinstance(character.name, str) else character.id or "A character without an id"


def names_of(thing: object) -> Maybe[frozenset[str]]:
    """The names of a character or card, folded, each without the identity after its diamond (201.6); else unknown."""
    names: tuple[str, ...] = getattr(thing, "names", ())
    name = getattr(thing, "name", "")
    if isinstance(name, Unknown):
        return frozenset(map(_folded, names)) if names else name
    return frozenset(map(_folded, (*names, name))) - {""}


def _folded(name: str) -> str:
    return name.replace(DIAMOND, "<>").partition("<>")[0].strip().casefold()


def is_contradicted(character: Character) -> bool:
    """Whether it is said to be both ready and stunned (701.12)."""
    return character.stunned is True and character.ready is True


def is_stunned(character: Character) -> Truth:
    """Whether a character is stunned; a ready one isn't (701.12, 701.12a)."""
    stunned, ready = character.stunned, character.ready
    if ready is True:
        return CONTRADICTED if stunned is True else False
    return stunned


def is_ready(character: Character) -> Truth:
    """Whether a character is ready; a stunned one isn't (701.12)."""
    stunned, ready = character.stunned, character.ready
    if stunned is True:
        return CONTRADICTED if ready is True else False
    return ready


def why_not_ready(character: Character) -> str:
    """The sentence for a character that isn't ready."""
    state = "stunned, so it isn’t ready" if character.stunned is True else "exhausted"
    return f"{name_of(character)} is {state}."


def is_protected(character: Character, side: Side) -> Truth:
    """Whether a character is protected: by what is said, else by who stands in front of it (701.7, 701.16).

    Its row is asked for before its column, and its column only where it matters.
    """
    if character.stunned is True:
        return False
    if character.protected is not None:
        return character.protected
    if character.row in {"front", "resource"}:
        return False
    if isinstance(character.row, Unknown):
        return character.row
    held = side.characters
    asks: tuple[str, ...] = ()
    for other in () if isinstance(held, Unknown) else held:
        if other is character or other.id == character.id:
            continue
        protects = _protects(other, character)
        if protects is True:
            return True
        if protects is not False:
            asks += protects.asks
    return Unknown(tuple(dict.fromkeys(asks))) if asks else False


def _protects(other: Character, character: Character) -> Truth:
    """Whether another character stands in front of one in the support row, not stunned; asks one thing at a time."""
    stunned = is_stunned(other)
    row, column, own = other.row, other.column, character.column
    if stunned is True or stunned is CONTRADICTED or other.area != character.area or not is_character(other):
        return False
    if not isinstance(row, Unknown) and row != "front":
        return False
    if isinstance(own, Unknown):
        return own
    if not isinstance(column, Unknown) and own != column:
        return False
    for each in (row, column):
        if isinstance(each, Unknown):
            return each
    return True if stunned is False else stunned


def are_adjacent(first: Character, second: Character) -> Truth:
    """Whether two characters are adjacent: one side and area, and the same column or the next one in a row (705.2)."""
    if side_name(first) != side_name(second) or first.area != second.area or first.id == second.id:
        return False
    rows, columns = (first.row, second.row), (first.column, second.column)
    if not any(isinstance(each, Unknown) for each in columns):
        distance = _distance(*columns)
        if distance > 1:
            return False
        if not any(isinstance(each, Unknown) for each in rows):
            return distance == 1 if rows[0] == rows[1] else distance == 0
    return Unknown(
        tuple(dict.fromkeys(ask for each in (*rows, *columns) if isinstance(each, Unknown) for ask in each.asks))
    )


def _distance(first: object, second: object) -> int:
    """How many columns lie between; the dividing column is next to none."""
    return abs(first - second) if isinstance(first, int) and isinstance(second, int) else 2


def over(characters: Iterable[Character], check: Callable[[Character], Found]) -> Found:
    """What a check says of all: the first that is broken, else what is unknown of any, else true."""
    asks: tuple[str, ...] = ()
    for character in characters:
        found = check(character)
        if found is True:
            continue
        if isinstance(found, Unknown):
            asks += found.asks
        else:
            return found
    return Unknown(tuple(dict.fromkeys(asks))) if asks else True


def unless(truth: Truth, message: str) -> Found:
    """Broken in these words where true; true where false; None where the position contradicts itself."""
    if truth is False:
        return True
    if truth is True:
        return Broken(message)
    return truth if truth.asks else None


def demand(truth: Truth, message: str) -> Found:
    """Broken in these words where false; None where the position contradicts itself."""
    if truth is True:
        return True
    if truth is False:
        return Broken(message)
    return truth if truth.asks else None
