"""The terms of a format's parts: what each takes, and what is wrong with what stands there, with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.model.games import ByGame

MOST_ENTRIES = 100  #: in a list of names, teams or pairs
LONGEST_NAME, LONGEST_TEXT = 120, 400  #: characters

COUNT, FLAG, TEXT, CHOICE, CHOICES = "count", "flag", "text", "choice", "choices"
TYPE, SETS, TEAMS, NAMES, PAIRS = "type", "sets", "teams", "names", "pairs"
BOUNDS, EXCEPT, LATER, SHARES = "bounds", "except", "later", "shares"

#: The types that cards of a game have.
TYPES: Mapping[str, tuple[str, ...]] = ByGame(lambda game: game.formats.types)
_BOUNDS = ("exactly", "at_least", "at_most")


@dataclass(frozen=True, slots=True)
class Known:
    """What the parts of a game's format may refer to: the codes of its sets, and the brands that they are of."""

    game: str
    sets: frozenset[str]
    brands: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a definition and where, as in `restrictions[2].terms.count`."""

    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


@dataclass(frozen=True, slots=True)
class Term:
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


def problems_of_term(term: Term, value: object, place: str, known: Known) -> Iterator[Problem]:
    """What is wrong with the value of a term, if anything."""
    if term.kind in (COUNT, FLAG, TEXT, CHOICE, TYPE):
        if fault := _fault_of_one(term, value, known):
            yield Problem(place, fault)
    elif term.kind in (BOUNDS, SHARES):
        yield from _of_mapping(term, value, place, known)
    elif term.kind in (EXCEPT, LATER):
        yield from _of_mappings(term, value, place, known)
    elif term.kind == PAIRS:
        yield from _of_pairs(value, place)
    else:
        yield from _of_list(term, value, place, known)


def _fault_of_one(term: Term, value: object, known: Known) -> str:
    match term.kind:
        case "count":
            return count_fault(value, term.least, term.most)
        case "flag":
            return "" if isinstance(value, bool) else f"{quoted(value)} is neither true nor false"
        case "text":
            return text_fault(value, LONGEST_TEXT)
    return choice_fault(value, TYPES[known.game] if term.kind == TYPE else term.choices)


def _of_list(term: Term, value: object, place: str, known: Known) -> Iterator[Problem]:
    """A list of names, of codes of sets, or of choices."""
    fault: Callable[[object], str]
    if term.kind == SETS:
        fault = lambda entry: set_fault(entry, known)  # noqa: E731
    elif term.kind == CHOICES:
        fault = lambda entry: choice_fault(entry, term.choices)  # noqa: E731
    else:
        fault = lambda entry: text_fault(entry, LONGEST_NAME)  # noqa: E731
    yield from list_problems(value, place, fault, may_be_empty=not term.is_required)


def list_problems(
    value: object, place: str, fault: Callable[[object], str], *, may_be_empty: bool, most: int = MOST_ENTRIES
) -> Iterator[Problem]:
    """What is wrong with a list and with each of its entries."""
    if not isinstance(value, list | tuple):
        yield Problem(place, f"{quoted(value)} stands where a list is expected")
        return
    if not value and not may_be_empty:
        yield Problem(place, "is empty")
    if len(value) > most:
        yield Problem(place, f"{len(value)} entries; at most {most}")
        return
    for number, entry in enumerate(value):
        if said := fault(entry):
            yield Problem(f"{place}[{number}]", said)


def _of_pairs(value: object, place: str) -> Iterator[Problem]:
    def fault(pair: object) -> str:
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            return f"{quoted(pair)} is no pair; a pair is two names"
        return text_fault(pair[0], LONGEST_NAME) or text_fault(pair[1], LONGEST_NAME)

    yield from list_problems(value, place, fault, may_be_empty=False)


def _of_mapping(term: Term, value: object, place: str, known: Known) -> Iterator[Problem]:
    """A number for each of some keys."""
    if not isinstance(value, Mapping) or not value:
        yield Problem(place, f"{quoted(value)} stands where numbers by name are expected")
        return
    allowed = tuple(sorted(known.brands)) if term.kind == SHARES else _BOUNDS
    for key, count in value.items():
        if key not in allowed:
            yield Problem(place, f"{quoted(key)} is nothing known here; known are {', '.join(allowed)}")
        elif said := count_fault(count, term.least, term.most):
            yield Problem(f"{place}.{key}", said)


def _of_mappings(term: Term, value: object, place: str, known: Known) -> Iterator[Problem]:
    """A list of names with types, or of sets with names."""
    keys = ("name", "type") if term.kind == EXCEPT else ("set", "names")

    def fault(entry: object) -> str:
        if not isinstance(entry, Mapping) or set(entry) != set(keys):
            return f"{quoted(entry)} stands where {keys[0]} and {keys[1]} are expected"
        if term.kind == EXCEPT:
            return text_fault(entry["name"], LONGEST_NAME) or choice_fault(entry["type"], TYPES[known.game])
        names = list_problems(entry["names"], "names", lambda n: text_fault(n, LONGEST_NAME), may_be_empty=False)
        return set_fault(entry["set"], known) or next(map(str, names), "")

    yield from list_problems(value, place, fault, may_be_empty=True)


def count_fault(value: object, least: int, most: int) -> str:
    """What is wrong with a whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        return f"{quoted(value)} is no whole number"
    return "" if least <= value <= most else f"{value}; from {least} to {most}"


def text_fault(value: object, longest: int) -> str:
    """What is wrong with a line of text."""
    if not isinstance(value, str):
        return f"{quoted(value)} stands where a text is expected"
    if not value.strip():
        return "is empty"
    if len(value) > longest:
        return f"{len(value)} characters; at most {longest}"
    return "" if value.isprintable() else "holds signs that can't be shown"


def choice_fault(value: object, choices: tuple[str, ...]) -> str:
    """What is wrong with one of several words."""
    return "" if value in choices else f"{quoted(value)} is nothing known here; known are {', '.join(choices)}"


def set_fault(value: object, known: Known) -> str:
    """What is wrong with the code of a set."""
    return "" if isinstance(value, str) and value in known.sets else f"{quoted(value)} is no set of this game"


def quoted(value: object) -> str:
    """A value as it is shown in a message, cut where it is long."""
    shown = str(value)
    return repr(shown if len(shown) <= 60 else f"{shown[:60]}…")
