"""Definitions as they are kept: in one order, checked against the facts of their game, with a fingerprint.

Each is an engine value too, and two of them differ in words.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from engine.formats.bans import falls_under
from engine.formats.definitions import Known, Problem, problems_of_definition
from engine.formats.definitions.definition import FIELDS
from engine.formats.definitions.parts import RESTRICTIONS
from engine.formats.definitions.serialization import copied, definition_of
from engine.formats.definitions.terms import TEAMS
from engine.formats.pools import pool_on
from engine.model.errors import InputError
from engine.model.formats import Ban, Format
from engine.model.games import game_of
from engine.model.names import fold
from engine.model.reference import Reference, ban, format_value
from vsdb.catalog.formats.messages import asks, pool_in_words
from vsdb.core.words import between, day

Definition = dict[str, Any]
MOST_BYTES = 128 * 1024  #: of a definition as JSON
KIND = "by an organizer"
EMPTY: Mapping[str, Any] = {
    "pool": {"kind": "all"},
    "construction": {},
    "universe": None,
    "restrictions": [],
    "starts": None,
    "ends": None,
    "doubts": [],
    "notes": "",
    "bans": [],
    "bans_of": None,
}


class BadDefinition(InputError):
    """A definition with `problems`, every one with its place."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        first = problems[0]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{first.message}{more}", place=first.place, code="wrong-format")
        self.problems = problems


def known_of(reference: Reference) -> Known:
    """What the definitions of a game may refer to."""
    brands = frozenset(each.brand for each in reference.sets.values() if each.brand)
    return Known(reference.game, frozenset(reference.sets), brands)


def problems_of(definition: object, reference: Reference) -> tuple[Problem, ...]:
    """Everything that is wrong with a definition."""
    return problems_of_definition(definition, known_of(reference), formats=frozenset(reference.formats))


def checked(definition: object, reference: Reference) -> Definition:
    """A definition without a problem, in the order in which it is kept. Raises BadDefinition."""
    refuse_large(definition)
    if problems := problems_of(definition, reference):
        raise BadDefinition(problems)
    return whole(definition)  # type: ignore[arg-type]


def whole(definition: Mapping[str, Any]) -> Definition:
    """A definition with every field, in their order; what is null or missing is what nothing asks."""
    return {key: copied(definition.get(key) or EMPTY[key]) for key in FIELDS}


def refuse_large(definition: object) -> None:
    """Raise InputError for more than any format needs, or what no JSON holds."""
    try:
        size = len(json.dumps(definition).encode())
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError("is no plain data", place="definition", code="wrong-format") from error
    if size > MOST_BYTES:
        raise InputError(f"{size:,} bytes; at most {MOST_BYTES:,}", place="definition", code="wrong-format")


def digest_of(definition: Mapping[str, Any], tests: list[dict[str, Any]]) -> str:
    """The fingerprint of a definition with its test decks."""
    said = json.dumps([definition, tests], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(said.encode()).hexdigest()


def of_rules_alone(game: str) -> Definition:
    """The definition with which a format begins that starts as the game's rules alone: their figures, every set."""
    figures = {name: count for name, count in game_of(game).formats.figures.items() if count is not None}
    return {**whole(EMPTY), "construction": figures}


def started_from(fmt: Format) -> Definition:
    """The definition with which a format begins that starts as an official one: its bans hold, its season doesn't."""
    own = whole(definition_of(fmt))
    return {**own, "starts": None, "ends": None, "doubts": [], "bans_of": fmt.slug if fmt.bans else None}


def remarks(definition: Mapping[str, Any], reference: Reference) -> Iterator[Problem]:
    """What is likely a mistake and may still be meant: bans of no recorded card, teams of no recorded card.

    The definition must be one without problems.
    """
    for number, row in enumerate(definition["bans"]):
        value = ban({**row, "formats": []})
        found = reference.catalog.by_name(value.card)
        if not any(falls_under(card, value)[0] is not False for card in found):
            near = ", ".join(dict.fromkeys(card.name for card in reference.catalog.nearest(value.card, 3)))
            said = f"no recorded card is meant by “{value.card}”" + (f"; nearest: {near}" if near else "")
            yield Problem(f"bans[{number}].card", said)
    teams = {fold(team) for card in reference.catalog.cards for team in card.teams or ()}
    for number, row in enumerate(definition["restrictions"]):
        for term in RESTRICTIONS[reference.game][row["kind"]].terms:
            for team in row["terms"].get(term.name) or () if term.kind == TEAMS else ():
                if fold(team) not in teams:
                    yield Problem(f"restrictions[{number}].terms.{term.name}", f"no recorded card is of “{team}”")


def own_format_value(
    reference: Reference, slug: str, name: str, definition: Mapping[str, Any], data_version: str = ""
) -> Format:
    """The format that a definition says, with the bans of the format that it inherits them from before its own."""
    row = {**definition, "slug": slug, "name": name, "kind": KIND}
    fmt = format_value(reference.game, row, reference.sets, (), data_version or reference.data_version)
    source = reference.formats.get(definition.get("bans_of") or "")
    own = tuple(ban({**each, "formats": [slug]}) for each in definition.get("bans") or ())
    return replace(fmt, bans=((*source.bans, *own) if source else own))


@dataclass(frozen=True, slots=True)
class Difference:
    """A part of a format, with what only the older version says of it and what only the newer one does."""

    part: str
    gone: tuple[str, ...]
    come: tuple[str, ...]


def differences(before: Format, after: Format, on: date) -> list[Difference]:
    """The parts in which two versions differ; the sets are those of a day. No query."""
    sets_then, sets_now = (_sets(fmt, on) for fmt in (before, after))
    parts: tuple[tuple[str, Sequence[str], Sequence[str]], ...] = (
        ("Name", [before.name], [after.name]),
        ("Pool", [pool_in_words(before)], [pool_in_words(after)]),
        (f"Sets on {day(on)}", sets_then, sets_now),
        ("Named sets", _named(before), _named(after)),
        ("What it asks", asks(before), asks(after)),
        ("Bans", [*map(ban_in_words, before.bans)], [*map(ban_in_words, after.bans)]),
        ("Season", _season(before), _season(after)),
        ("Notes", [*before.doubts, before.notes], [*after.doubts, after.notes]),
    )
    found = (Difference(part, _only(one, other), _only(other, one)) for part, one, other in parts)
    return [each for each in found if each.gone or each.come]


def ban_in_words(ban: Ban) -> str:
    """A ban in a line: what, from when, until when."""
    narrowed = [*(ban.versions or ()), ban.identity, ban.type, ban.team, ban.set_code, ban.universe, *ban.printings]
    which = f" ({', '.join(filter(None, narrowed))})" if any(narrowed) else ""
    until = f", until {between(ban.ends)}" if ban.ends else ""
    why = f": {ban.reason}" if ban.reason else ""
    return f"{ban.card}{which}, from {between(ban.begins)}{until}{why}"


def _sets(fmt: Format, on: date) -> list[str]:
    pool = pool_on(fmt, on)
    return [
        *(f"{fmt.sets[code].name} ({code})" for code in pool.certain),
        *(f"{fmt.sets[code].name} ({code}), in doubt" for code in pool.uncertain),
    ]


def _named(fmt: Format) -> list[str]:
    """The sets that the definition names, whether they are in it that day or not."""
    return [f"{fmt.sets[code].name} ({code})" if code in fmt.sets else code for code in fmt.pool.sets]


def _season(fmt: Format) -> list[str]:
    begins = f"It begins {between(fmt.starts)}." if fmt.starts else ""
    ends = f"It ends {between(fmt.ends)}." if fmt.ends else ""
    return [each for each in (begins, ends) if each]


def _only(some: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    """What is said in the one and not in the other, in its order."""
    known = set(others)
    return tuple(each for each in dict.fromkeys(some) if each and each not in known)
