"""The terms of a format's parts: what each takes, and what is wrong with what stands there, with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.model.games import ByGame

MAX_ENTRIES = 100  #: in a list of names, teams or pairs
MAX_NAME_LENGTH, MAX_TEXT_LENGTH = 120, 400  #: characters

COUNT, FLAG, TEXT, CHOICE, CHOICES = "count", "flag", "text", "choice", "choices"
TYPE, SETS, TEAMS, NAMES, PAIRS = "type", "sets", "teams", "names", "pairs"
BOUNDS, EXCEPT, LATER, SHARES = "bounds", "except", "later", "shares"

#: The types that cards of a game have.
TYPES: Mapping[str, tuple[str, ...]] = ByGame(lambda game: game.formats.types)
_BOUNDS = ("exactly", "at_least", "at_most")


@dataclass(frozen=True, slots=True)
class KnownNames:
    """What the parts of a game's format may refer to: the codes of its sets, and the brands that they are of."""

    game: str
    sets: frozenset[str]
    brands: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class DefinitionProblem:
    """What is wrong with a definition and where, as in `restrictions[2].terms.count`."""

    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


@dataclass(frozen=True, slots=True)
class PartTerm:
    """A term that a part takes. `kind` is what its value looks like:

    count      a whole number from `least` to `most`
    flag       true or false
    text       a sentence of ours or the organizer's
    choice     one of `choices`; choices: several of them
    type       a type of card of the game
    sets       codes of sets
    teams      names of teams; names: of cards or characters, keywords or piles
    pairs      pairs of teams
    bounds     a mapping with `exactly`, `at_least` or `at_most`
    except     names with a type, `[{"name": ..., "type": ...}]`
    later      sets that bring more names, `[{"set": ..., "names": [...]}]`
    shares     how many sets of each brand
    """

    name: str
    kind: str
    label: str
    is_required: bool = False
    least: int = 1
    most: int = 999
    choices: tuple[str, ...] = ()


def validate_term(term: PartTerm, value: object, place: str, known: KnownNames) -> Iterator[DefinitionProblem]:
    """What is wrong with the value of a term, if anything."""
    if term.kind in (COUNT, FLAG, TEXT, CHOICE, TYPE):
        if fault := _find_fault(term, value, known):
            yield DefinitionProblem(place, fault)
    elif term.kind in (BOUNDS, SHARES):
        yield from _validate_mapping(term, value, place, known)
    elif term.kind in (EXCEPT, LATER):
        yield from _validate_mappings(term, value, place, known)
    elif term.kind == PAIRS:
        yield from _validate_pairs(value, place)
    else:
        yield from _validate_list_term(term, value, place, known)


def _find_fault(term: PartTerm, value: object, known: KnownNames) -> str:
    match term.kind:
        case "count":
            return find_count_fault(value, term.least, term.most)
        case "flag":
            return "" if isinstance(value, bool) else f"{quote_value(value)} must be true or false"
        case "text":
            return find_text_fault(value, MAX_TEXT_LENGTH)
    return find_choice_fault(value, TYPES[known.game] if term.kind == TYPE else term.choices)


def _validate_list_term(term: PartTerm, value: object, place: str, known: KnownNames) -> Iterator[DefinitionProblem]:
    """A list of names, of codes of sets, or of choices."""
    fault: Callable[[object], str]
    if term.kind == SETS:
        fault = lambda entry: find_set_fault(entry, known)  # noqa: E731
    elif term.kind == CHOICES:
        fault = lambda entry: find_choice_fault(entry, term.choices)  # noqa: E731
    else:
        fault = lambda entry: find_text_fault(entry, MAX_NAME_LENGTH)  # noqa: E731
    yield from validate_list(value, place, fault, may_be_empty=not term.is_required)


def validate_list(
    value: object, place: str, fault: Callable[[object], str], *, may_be_empty: bool, most: int = MAX_ENTRIES
) -> Iterator[DefinitionProblem]:
    """What is wrong with a list and with each of its entries."""
    if not isinstance(value, list | tuple):
        yield DefinitionProblem(place, f"must be a list, not {quote_value(value)}")
        return
    if not value and not may_be_empty:
        yield DefinitionProblem(place, "is empty")
    if len(value) > most:
        yield DefinitionProblem(place, f"{len(value)} entries; at most {most}")
        return
    for number, entry in enumerate(value):
        if said := fault(entry):
            yield DefinitionProblem(f"{place}[{number}]", said)


def _validate_pairs(value: object, place: str) -> Iterator[DefinitionProblem]:
    def fault(pair: object) -> str:
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            return f"{quote_value(pair)} is not a pair of names"
        return find_text_fault(pair[0], MAX_NAME_LENGTH) or find_text_fault(pair[1], MAX_NAME_LENGTH)

    yield from validate_list(value, place, fault, may_be_empty=False)


def _validate_mapping(term: PartTerm, value: object, place: str, known: KnownNames) -> Iterator[DefinitionProblem]:
    """A number for each of some keys."""
    if not isinstance(value, Mapping) or not value:
        yield DefinitionProblem(place, f"must be an object of numbers by name, not {quote_value(value)}")
        return
    allowed = tuple(sorted(known.brands)) if term.kind == SHARES else _BOUNDS
    for key, count in value.items():
        if key not in allowed:
            yield DefinitionProblem(place, f"{quote_value(key)} is not one of {', '.join(allowed)}")
        elif said := find_count_fault(count, term.least, term.most):
            yield DefinitionProblem(f"{place}.{key}", said)


def _validate_mappings(term: PartTerm, value: object, place: str, known: KnownNames) -> Iterator[DefinitionProblem]:
    """A list of names with types, or of sets with names."""
    keys = ("name", "type") if term.kind == EXCEPT else ("set", "names")

    def fault(entry: object) -> str:
        if not isinstance(entry, Mapping) or set(entry) != set(keys):
            return f"must be an object with {keys[0]} and {keys[1]}, not {quote_value(entry)}"
        if term.kind == EXCEPT:
            return find_text_fault(entry["name"], MAX_NAME_LENGTH) or find_choice_fault(
                entry["type"], TYPES[known.game]
            )
        names = validate_list(
            entry["names"], "names", lambda n: find_text_fault(n, MAX_NAME_LENGTH), may_be_empty=False
        )
        return find_set_fault(entry["set"], known) or next(map(str, names), "")

    yield from validate_list(value, place, fault, may_be_empty=True)


def find_count_fault(value: object, least: int, most: int) -> str:
    """What is wrong with a whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        return f"{quote_value(value)} is not a whole number"
    return "" if least <= value <= most else f"{value} is not from {least} to {most}"


def find_text_fault(value: object, longest: int) -> str:
    """What is wrong with a line of text."""
    if not isinstance(value, str):
        return f"must be text, not {quote_value(value)}"
    if not value.strip():
        return "is empty"
    if len(value) > longest:
        return f"{len(value)} characters; at most {longest}"
    return "" if value.isprintable() else "has characters that can’t be shown"


def find_choice_fault(value: object, choices: tuple[str, ...]) -> str:
    """What is wrong with one of several words."""
    return "" if value in choices else f"{quote_value(value)} is not one of {', '.join(choices)}"


def find_set_fault(value: object, known: KnownNames) -> str:
    """What is wrong with the code of a set."""
    return "" if isinstance(value, str) and value in known.sets else f"{quote_value(value)} is not a set of this game"


def quote_value(value: object) -> str:
    """A value as it is shown in a message, cut where it is long."""
    shown = str(value)
    return repr(shown if len(shown) <= 60 else f"{shown[:60]}…")
