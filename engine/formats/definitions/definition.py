"""A whole definition of a format as plain data: what is wrong with it, every problem at once with its place.

It has the shape of the row that `engine.model.reference.build_format` takes: `pool construction universe restrictions
starts ends doubts notes`; and beside it `bans`, rows as `engine.model.reference.parse_ban` takes them without
`formats`, and `bans_of`, the slug of the format whose bans hold too. A key that isn't there is not asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from datetime import date

from engine.formats.definitions.parts import POOLS, RESTRICTIONS, validate_part
from engine.formats.definitions.terms import (
    MAX_NAME_LENGTH,
    DefinitionProblem,
    KnownNames,
    find_choice_fault,
    find_count_fault,
    find_set_fault,
    find_text_fault,
    quote_value,
    validate_list,
)
from engine.model.formats import Construction
from engine.model.games import game_of, games, name_in_messages

MAX_RESTRICTIONS = 20
MAX_BANS = 400
MAX_DOUBTS = 20
MAX_NOTES_LENGTH = 400  #: characters
MAX_CARDS = 9_999  #: of a deck, and copies of a card
FIGURES = tuple(field.name for field in fields(Construction))
FIELDS = ("pool", "construction", "universe", "restrictions", "starts", "ends", "doubts", "notes", "bans", "bans_of")
BAN_DAYS = ("begins_earliest", "begins_latest", "ends_earliest", "ends_latest")
_BAN_TEXTS = ("card", "identity", "type", "set_code", "team", "universe", "event", "reason", "replacement")
BAN_FIELDS = (*_BAN_TEXTS, "versions", "printings", *BAN_DAYS)

Definition = Mapping[str, object]


def validate_definition(
    definition: object, known: KnownNames, *, formats: frozenset[str] = frozenset()
) -> tuple[DefinitionProblem, ...]:
    """Everything that is wrong with a definition; `formats` are the slugs that `bans_of` may name."""
    if not isinstance(definition, Mapping):
        return (DefinitionProblem("definition", f"must be an object of format fields, not {quote_value(definition)}"),)
    return tuple(_validate(definition, known, formats))


def _validate(definition: Definition, known: KnownNames, formats: frozenset[str]) -> Iterator[DefinitionProblem]:
    for key in definition:
        if key not in FIELDS:
            yield DefinitionProblem(str(key)[:60], f"is not a field of a format; the fields are {', '.join(FIELDS)}")
    yield from validate_pool(definition.get("pool", {"kind": "all"}), known)
    yield from _validate_construction(definition.get("construction") or {})
    universe = definition.get("universe")
    if universe is not None:
        yield from _report("universe", _universe_fault(universe, known.game))
    yield from validate_restrictions(definition.get("restrictions") or [], known)
    for key in ("starts", "ends"):
        yield from _validate_days(definition.get(key), key, may_be_open=key == "ends")
    doubts = definition.get("doubts") or []
    yield from validate_list(doubts, "doubts", _note_fault, may_be_empty=True, most=MAX_DOUBTS)
    yield from _report("notes", _note_fault(definition["notes"]) if definition.get("notes") else "")
    source = definition.get("bans_of")
    if source is not None and not (isinstance(source, str) and source in formats):
        yield DefinitionProblem("bans_of", f"{quote_value(source)} is not an official format of this game")
    yield from _validate_bans(definition.get("bans") or [], known)


def _universe_fault(universe: object, game: str) -> str:
    """What is wrong with what a format asks of universes."""
    universes = game_of(game).formats.universes
    if universes:
        return find_choice_fault(universe, universes)
    having = " and ".join(name_in_messages(each) for each in games() if each.formats.universes)
    return f"only {having} cards have a universe"


def validate_pool(pool: object, known: KnownNames) -> Iterator[DefinitionProblem]:
    """What is wrong with a pool."""
    if not isinstance(pool, Mapping):
        yield DefinitionProblem("pool", f"must be an object with a kind, not {quote_value(pool)}")
        return
    part = POOLS.get(str(pool.get("kind")))
    if part is None:
        yield DefinitionProblem(
            "pool.kind", f"{quote_value(pool.get('kind'))} is not a kind of pool; the kinds are {', '.join(POOLS)}"
        )
        return
    yield from validate_part(part, {key: value for key, value in pool.items() if key != "kind"}, "pool", known)


def validate_restrictions(rows: object, known: KnownNames) -> Iterator[DefinitionProblem]:
    """What is wrong with the restrictions."""
    if not isinstance(rows, list | tuple):
        yield DefinitionProblem("restrictions", f"must be a list, not {quote_value(rows)}")
        return
    if len(rows) > MAX_RESTRICTIONS:
        yield DefinitionProblem("restrictions", f"{len(rows)} restrictions; at most {MAX_RESTRICTIONS}")
        return
    asked: Counter[str] = Counter()
    for number, row in enumerate(rows):
        found = tuple(validate_restriction(row, f"restrictions[{number}]", known))
        yield from found
        if not found:
            asked[row["kind"]] += 1
            most = RESTRICTIONS[known.game][row["kind"]].most
            if asked[row["kind"]] > most:
                yield DefinitionProblem(
                    f"restrictions[{number}].kind", f"a format can have at most {most} {row['kind']}"
                )


def validate_restriction(row: object, place: str, known: KnownNames) -> Iterator[DefinitionProblem]:
    """What is wrong with one restriction."""
    kinds = RESTRICTIONS[known.game]
    if not isinstance(row, Mapping) or not set(row) <= {"kind", "terms"}:
        yield DefinitionProblem(place, f"must be an object with a kind and terms, not {quote_value(row)}")
    elif not isinstance(kind := row.get("kind"), str) or kind not in kinds:
        said = f"{quote_value(kind)} is not a kind of restriction; the kinds are {', '.join(sorted(kinds))}"
        yield DefinitionProblem(f"{place}.kind", said)
    elif not isinstance(terms := row.get("terms") or {}, Mapping):
        yield DefinitionProblem(f"{place}.terms", f"must be an object of terms, not {quote_value(terms)}")
    else:
        yield from validate_part(kinds[kind], terms, f"{place}.terms", known)


def _validate_construction(figures: object) -> Iterator[DefinitionProblem]:
    if not isinstance(figures, Mapping):
        yield DefinitionProblem("construction", f"must be an object of figures, not {quote_value(figures)}")
        return
    for name, count in figures.items():
        if name not in FIGURES:
            yield DefinitionProblem(
                f"construction.{name}", f"{quote_value(name)} is not a figure; the figures are {', '.join(FIGURES)}"
            )
        elif count is not None:
            yield from _report(f"construction.{name}", find_count_fault(count, 0, MAX_CARDS))
    least, most = figures.get("deck_min"), figures.get("deck_max")
    if isinstance(least, int) and isinstance(most, int) and most < least:
        yield DefinitionProblem("construction.deck_max", f"{most} is less than {least}, the minimum deck size")


def _validate_days(value: object, place: str, *, may_be_open: bool) -> Iterator[DefinitionProblem]:
    """The earliest and the latest day; the latest of an end may be null, where it is open."""
    if value is None:
        return
    if not isinstance(value, list | tuple) or len(value) != 2:
        yield DefinitionProblem(place, f"must be a list of the earliest and latest day, not {quote_value(value)}")
        return
    is_open = may_be_open and value[1] is None
    faults = [find_day_fault(each) for each in (value[:1] if is_open else value)]
    if fault := next(filter(None, faults), ""):
        yield DefinitionProblem(place, fault)
    elif not is_open and value[1] < value[0]:
        yield DefinitionProblem(place, f"{value[1]} is before {value[0]}, the earliest day")


def find_day_fault(value: object) -> str:
    """What is wrong with a day in ISO text."""
    said = f"{quote_value(value)} is not a date; write YYYY-MM-DD, as in 2006-02-28"
    if not isinstance(value, str) or len(value) != 10 or value[4:5] + value[7:8] != "--":
        return said
    try:
        date.fromisoformat(value)
    except ValueError:
        return said
    return ""


def _validate_bans(bans: object, known: KnownNames) -> Iterator[DefinitionProblem]:
    if not isinstance(bans, list | tuple):
        yield DefinitionProblem("bans", f"must be a list, not {quote_value(bans)}")
        return
    if len(bans) > MAX_BANS:
        yield DefinitionProblem("bans", f"{len(bans)} bans; at most {MAX_BANS}")
        return
    for number, row in enumerate(bans):
        yield from _validate_ban(row, f"bans[{number}]", known)


def _validate_ban(row: object, place: str, known: KnownNames) -> Iterator[DefinitionProblem]:
    if not isinstance(row, Mapping):
        yield DefinitionProblem(place, f"must be an object with a card and its days, not {quote_value(row)}")
        return
    for key in row:
        if key not in BAN_FIELDS:
            yield DefinitionProblem(
                f"{place}.{key}", f"is not a field of a ban; the fields are {', '.join(BAN_FIELDS)}"
            )
    yield from _report(f"{place}.card", find_text_fault(row.get("card"), MAX_NAME_LENGTH))
    for key in _BAN_TEXTS[1:]:
        if row.get(key) and key != "set_code":
            yield from _report(f"{place}.{key}", find_text_fault(row[key], MAX_NAME_LENGTH))
    if row.get("set_code"):
        yield from _report(f"{place}.set_code", find_set_fault(row["set_code"], known))
    for key in ("versions", "printings"):
        if row.get(key):
            yield from validate_list(row[key], f"{place}.{key}", _name_fault, may_be_empty=True)
    yield from _validate_days(
        [row.get("begins_earliest"), row.get("begins_latest")], f"{place}.begins", may_be_open=False
    )
    ends = [row.get("ends_earliest"), row.get("ends_latest")]
    yield from _validate_days(ends if any(ends) else None, f"{place}.ends", may_be_open=True)


def _name_fault(value: object) -> str:
    return find_text_fault(value, MAX_NAME_LENGTH)


def _note_fault(value: object) -> str:
    return find_text_fault(value, MAX_NOTES_LENGTH)


def _report(place: str, fault: str) -> Iterator[DefinitionProblem]:
    if fault:
        yield DefinitionProblem(place, fault)
