"""A whole definition of a format as plain data: what is wrong with it, every problem at once with its place.

It has the shape of the row that `engine.model.reference.format_value` takes: `pool construction universe restrictions
starts ends doubts notes`; and beside it `bans`, rows as `engine.model.reference.ban` takes them without `formats`, and
`bans_of`, the slug of the format whose bans hold too. A key that isn't there is not asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from datetime import date

from engine.formats.definitions.parts import POOLS, RESTRICTIONS, problems_of_part
from engine.formats.definitions.terms import (
    LONGEST_NAME,
    Known,
    Problem,
    choice_fault,
    count_fault,
    list_problems,
    quoted,
    set_fault,
    text_fault,
)
from engine.model.formats import Construction
from engine.model.games import game_of, games, name_in_messages

MOST_RESTRICTIONS = 20
MOST_BANS = 400
MOST_DOUBTS = 20
LONGEST_NOTES = 400  #: characters
MOST_CARDS = 9_999  #: of a deck, and copies of a card
FIGURES = tuple(field.name for field in fields(Construction))
FIELDS = ("pool", "construction", "universe", "restrictions", "starts", "ends", "doubts", "notes", "bans", "bans_of")
BAN_DAYS = ("begins_earliest", "begins_latest", "ends_earliest", "ends_latest")
_BAN_TEXTS = ("card", "identity", "type", "set_code", "team", "universe", "event", "reason", "replacement")
BAN_FIELDS = (*_BAN_TEXTS, "versions", "printings", *BAN_DAYS)

Definition = Mapping[str, object]


def problems_of_definition(
    definition: object, known: Known, *, formats: frozenset[str] = frozenset()
) -> tuple[Problem, ...]:
    """Everything that is wrong with a definition; `formats` are the slugs that `bans_of` may name."""
    if not isinstance(definition, Mapping):
        return (Problem("definition", f"{quoted(definition)} stands where the fields of a format are expected"),)
    return tuple(_problems(definition, known, formats))


def _problems(definition: Definition, known: Known, formats: frozenset[str]) -> Iterator[Problem]:
    for key in definition:
        if key not in FIELDS:
            yield Problem(str(key)[:60], f"is no field here; the fields are {', '.join(FIELDS)}")
    yield from problems_of_pool(definition.get("pool", {"kind": "all"}), known)
    yield from _of_construction(definition.get("construction") or {})
    universe = definition.get("universe")
    if universe is not None:
        yield from _said("universe", _universe_fault(universe, known.game))
    yield from problems_of_restrictions(definition.get("restrictions") or [], known)
    for key in ("starts", "ends"):
        yield from _of_days(definition.get(key), key, may_be_open=key == "ends")
    doubts = definition.get("doubts") or []
    yield from list_problems(doubts, "doubts", _note_fault, may_be_empty=True, most=MOST_DOUBTS)
    yield from _said("notes", _note_fault(definition["notes"]) if definition.get("notes") else "")
    source = definition.get("bans_of")
    if source is not None and not (isinstance(source, str) and source in formats):
        yield Problem("bans_of", f"{quoted(source)} is no official format of this game")
    yield from _of_bans(definition.get("bans") or [], known)


def _universe_fault(universe: object, game: str) -> str:
    """What is wrong with what a format asks of universes."""
    universes = game_of(game).formats.universes
    if universes:
        return choice_fault(universe, universes)
    having = " and ".join(name_in_messages(each) for each in games() if each.formats.universes)
    return f"only cards of {having} have a universe"


def problems_of_pool(pool: object, known: Known) -> Iterator[Problem]:
    """What is wrong with a pool."""
    if not isinstance(pool, Mapping):
        yield Problem("pool", f"{quoted(pool)} stands where a pool with its kind is expected")
        return
    part = POOLS.get(str(pool.get("kind")))
    if part is None:
        yield Problem("pool.kind", f"{quoted(pool.get('kind'))} is no kind of pool; known are {', '.join(POOLS)}")
        return
    yield from problems_of_part(part, {key: value for key, value in pool.items() if key != "kind"}, "pool", known)


def problems_of_restrictions(rows: object, known: Known) -> Iterator[Problem]:
    """What is wrong with the restrictions."""
    if not isinstance(rows, list | tuple):
        yield Problem("restrictions", f"{quoted(rows)} stands where a list is expected")
        return
    if len(rows) > MOST_RESTRICTIONS:
        yield Problem("restrictions", f"{len(rows)} of them; at most {MOST_RESTRICTIONS}")
        return
    asked: Counter[str] = Counter()
    for number, row in enumerate(rows):
        found = tuple(problems_of_restriction(row, f"restrictions[{number}]", known))
        yield from found
        if not found:
            asked[row["kind"]] += 1
            most = RESTRICTIONS[known.game][row["kind"]].most
            if asked[row["kind"]] > most:
                yield Problem(f"restrictions[{number}].kind", f"at most {most} of {row['kind']} in a format")


def problems_of_restriction(row: object, place: str, known: Known) -> Iterator[Problem]:
    """What is wrong with one restriction."""
    kinds = RESTRICTIONS[known.game]
    if not isinstance(row, Mapping) or not set(row) <= {"kind", "terms"}:
        yield Problem(place, f"{quoted(row)} stands where a kind and its terms are expected")
    elif not isinstance(kind := row.get("kind"), str) or kind not in kinds:
        said = f"{quoted(kind)} is no kind of restriction; known are {', '.join(sorted(kinds))}"
        yield Problem(f"{place}.kind", said)
    elif not isinstance(terms := row.get("terms") or {}, Mapping):
        yield Problem(f"{place}.terms", f"{quoted(terms)} stands where terms by name are expected")
    else:
        yield from problems_of_part(kinds[kind], terms, f"{place}.terms", known)


def _of_construction(figures: object) -> Iterator[Problem]:
    if not isinstance(figures, Mapping):
        yield Problem("construction", f"{quoted(figures)} stands where figures by name are expected")
        return
    for name, count in figures.items():
        if name not in FIGURES:
            yield Problem(f"construction.{name}", f"{quoted(name)} is no figure; the figures are {', '.join(FIGURES)}")
        elif count is not None:
            yield from _said(f"construction.{name}", count_fault(count, 0, MOST_CARDS))
    least, most = figures.get("deck_min"), figures.get("deck_max")
    if isinstance(least, int) and isinstance(most, int) and most < least:
        yield Problem("construction.deck_max", f"{most} is less than {least}, the least cards in the deck")


def _of_days(value: object, place: str, *, may_be_open: bool) -> Iterator[Problem]:
    """The earliest and the latest day; the latest of an end may be null, where it is open."""
    if value is None:
        return
    if not isinstance(value, list | tuple) or len(value) != 2:
        yield Problem(place, f"{quoted(value)} stands where the earliest and the latest day are expected")
        return
    is_open = may_be_open and value[1] is None
    faults = [day_fault(each) for each in (value[:1] if is_open else value)]
    if fault := next(filter(None, faults), ""):
        yield Problem(place, fault)
    elif not is_open and value[1] < value[0]:
        yield Problem(place, f"{value[1]} is before {value[0]}, the earliest day")


def day_fault(value: object) -> str:
    """What is wrong with a day in ISO text."""
    said = f"{quoted(value)} is no day; a day is written year-month-day, as in 2006-02-28"
    if not isinstance(value, str) or len(value) != 10 or value[4:5] + value[7:8] != "--":
        return said
    try:
        date.fromisoformat(value)
    except ValueError:
        return said
    return ""


def _of_bans(bans: object, known: Known) -> Iterator[Problem]:
    if not isinstance(bans, list | tuple):
        yield Problem("bans", f"{quoted(bans)} stands where a list is expected")
        return
    if len(bans) > MOST_BANS:
        yield Problem("bans", f"{len(bans)} of them; at most {MOST_BANS}")
        return
    for number, row in enumerate(bans):
        yield from _of_ban(row, f"bans[{number}]", known)


def _of_ban(row: object, place: str, known: Known) -> Iterator[Problem]:
    if not isinstance(row, Mapping):
        yield Problem(place, f"{quoted(row)} stands where a card with its days is expected")
        return
    for key in row:
        if key not in BAN_FIELDS:
            yield Problem(f"{place}.{key}", f"is no field of a ban; the fields are {', '.join(BAN_FIELDS)}")
    yield from _said(f"{place}.card", text_fault(row.get("card"), LONGEST_NAME))
    for key in _BAN_TEXTS[1:]:
        if row.get(key) and key != "set_code":
            yield from _said(f"{place}.{key}", text_fault(row[key], LONGEST_NAME))
    if row.get("set_code"):
        yield from _said(f"{place}.set_code", set_fault(row["set_code"], known))
    for key in ("versions", "printings"):
        if row.get(key):
            yield from list_problems(row[key], f"{place}.{key}", _name_fault, may_be_empty=True)
    yield from _of_days([row.get("begins_earliest"), row.get("begins_latest")], f"{place}.begins", may_be_open=False)
    ends = [row.get("ends_earliest"), row.get("ends_latest")]
    yield from _of_days(ends if any(ends) else None, f"{place}.ends", may_be_open=True)


def _name_fault(value: object) -> str:
    return text_fault(value, LONGEST_NAME)


def _note_fault(value: object) -> str:
    return text_fault(value, LONGEST_NOTES)


def _said(place: str, fault: str) -> Iterator[Problem]:
    if fault:
        yield Problem(place, fault)
