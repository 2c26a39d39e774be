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

from engine import Ban, Format, InputError, fold, game_of
from engine.formats.bans import is_named_by_ban
from engine.formats.definitions import FIELDS, RESTRICTIONS, DefinitionProblem, KnownNames, validate_definition
from engine.formats.definitions.serialization import copy_plain_data, definition_to_dict
from engine.formats.definitions.terms import TEAMS
from engine.formats.pools import get_pool_on
from engine.model.reference import Reference, build_format, parse_ban
from vsdb.catalog.formats.messages import describe_pool, describe_requirements
from vsdb.core.words import format_between, format_day

Definition = dict[str, Any]
MAX_BYTES = 128 * 1024  #: of a definition as JSON
KIND = "by an organizer"
EMPTY: Mapping[str, Any] = {
    **dict.fromkeys(("universe", "starts", "ends", "bans_of")),
    "pool": {"kind": "all"},
    "construction": {},
    "restrictions": [],
    "doubts": [],
    "notes": "",
    "bans": [],
}


class BadDefinition(InputError):
    """A definition with `problems`, every one with its place."""

    def __init__(self, problems: tuple[DefinitionProblem, ...]) -> None:
        first = problems[0]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{first.message}{more}", place=first.place, code="wrong-format")
        self.problems = problems


def validate_format_definition(definition: object, reference: Reference) -> tuple[DefinitionProblem, ...]:
    """Everything that is wrong with a definition."""
    brands = frozenset(each.brand for each in reference.sets.values() if each.brand)
    known = KnownNames(reference.game, frozenset(reference.sets), brands)
    return validate_definition(definition, known, formats=frozenset(reference.formats))


def check_definition(definition: object, reference: Reference) -> Definition:
    """A definition without a problem, in the order in which it is kept. Raises BadDefinition."""
    refuse_large(definition)
    if problems := validate_format_definition(definition, reference):
        raise BadDefinition(problems)
    return complete_definition(definition)  # type: ignore[arg-type]


def complete_definition(definition: Mapping[str, Any]) -> Definition:
    """A definition with every field, in their order; what is null or missing is what nothing asks."""
    return {key: copy_plain_data(definition.get(key) or EMPTY[key]) for key in FIELDS}


def refuse_large(definition: object) -> None:
    """Raise InputError for more than any format needs, or what no JSON holds."""
    try:
        size = len(json.dumps(definition).encode())
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError("has values that JSON can’t hold", place="definition", code="wrong-format") from error
    if size > MAX_BYTES:
        raise InputError(f"{size:,} bytes; at most {MAX_BYTES:,}", place="definition", code="wrong-format")


def digest_of(definition: Mapping[str, Any], tests: list[dict[str, Any]]) -> str:
    """The fingerprint of a definition with its test decks."""
    said = json.dumps([definition, tests], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(said.encode()).hexdigest()


def build_rules_only_definition(game: str) -> Definition:
    """The definition with which a format begins that starts as the game's rules alone: their figures, every set."""
    figures = {name: count for name, count in game_of(game).formats.figures.items() if count is not None}
    return {**complete_definition(EMPTY), "construction": figures}


def build_definition_from_format(fmt: Format) -> Definition:
    """The definition with which a format begins that starts as an official one: its bans hold, its season doesn't."""
    own = complete_definition(definition_to_dict(fmt))
    return {**own, "starts": None, "ends": None, "doubts": [], "bans_of": fmt.slug if fmt.bans else None}


def find_likely_mistakes(definition: Mapping[str, Any], reference: Reference) -> Iterator[DefinitionProblem]:
    """What is likely a mistake and may still be meant: bans of no recorded card, teams of no recorded card.

    The definition must be one without problems.
    """
    for number, row in enumerate(definition["bans"]):
        value = parse_ban({**row, "formats": []})
        found = reference.catalog.by_name(value.card)
        if not any(is_named_by_ban(card, value)[0] is not False for card in found):
            near = ", ".join(dict.fromkeys(card.name for card in reference.catalog.nearest(value.card, 3)))
            said = f"no recorded card is named “{value.card}”" + (f"; nearest: {near}" if near else "")
            yield DefinitionProblem(f"bans[{number}].card", said)
    teams = {fold(team) for card in reference.catalog.cards for team in card.teams or ()}
    for number, row in enumerate(definition["restrictions"]):
        for term in RESTRICTIONS[reference.game][row["kind"]].terms:
            for team in row["terms"].get(term.name) or () if term.kind == TEAMS else ():
                if fold(team) not in teams:
                    place = f"restrictions[{number}].terms.{term.name}"
                    yield DefinitionProblem(place, f"no recorded card is from “{team}”")


def build_custom_format(reference: Reference, slug: str, name: str, definition: Definition, version: str) -> Format:
    """The format that a definition says, with the bans of the format that it inherits them from before its own.

    `version` tells the facts that it rests on.
    """
    row = {**definition, "slug": slug, "name": name, "kind": KIND}
    fmt = build_format(reference.game, row, reference.sets, (), version)
    source = reference.formats.get(definition.get("bans_of") or "")
    own = tuple(parse_ban({**each, "formats": [slug]}) for each in definition.get("bans") or ())
    return replace(fmt, bans=((*source.bans, *own) if source else own))


@dataclass(frozen=True, slots=True)
class FormatDifference:
    """A part of a format, with what only the older version says of it and what only the newer one does."""

    part: str
    gone: tuple[str, ...]
    come: tuple[str, ...]


def compare_versions(before: Format, after: Format, on: date) -> list[FormatDifference]:
    """The parts in which two versions differ; the sets are those of a day. No query."""
    sets_then, sets_now = (_sets(fmt, on) for fmt in (before, after))
    parts: tuple[tuple[str, Sequence[str], Sequence[str]], ...] = (
        ("Name", [before.name], [after.name]),
        ("Pool", [describe_pool(before)], [describe_pool(after)]),
        (f"Sets on {format_day(on)}", sets_then, sets_now),
        ("Named sets", _name_sets(before, before.pool.sets), _name_sets(after, after.pool.sets)),
        ("Rules", describe_requirements(before, on), describe_requirements(after, on)),
        ("Bans", [*map(describe_ban, before.bans)], [*map(describe_ban, after.bans)]),
        ("Season", _season(before), _season(after)),
        ("Notes", [*before.doubts, before.notes], [*after.doubts, after.notes]),
    )
    found = (FormatDifference(part, _only(one, other), _only(other, one)) for part, one, other in parts)
    return [each for each in found if each.gone or each.come]


def describe_ban(ban: Ban) -> str:
    """A ban in a line: what, from when, until when."""
    narrowed = [*(ban.versions or ()), ban.identity, ban.type, ban.team, ban.set_code, ban.universe, *ban.printings]
    which = f" ({', '.join(filter(None, narrowed))})" if any(narrowed) else ""
    until = f", until {format_between(ban.ends)}" if ban.ends else ""
    why = f": {ban.reason}" if ban.reason else ""
    return f"{ban.card}{which}, from {format_between(ban.begins)}{until}{why}"


def _sets(fmt: Format, on: date) -> list[str]:
    pool = get_pool_on(fmt, on)
    return [*_name_sets(fmt, pool.certain), *(f"{each}, uncertain" for each in _name_sets(fmt, pool.uncertain))]


def _name_sets(fmt: Format, codes: Iterable[str]) -> list[str]:
    return [f"{fmt.sets[code].name} ({code})" if code in fmt.sets else code for code in codes]


def _season(fmt: Format) -> list[str]:
    days = (("Starts", fmt.starts), ("Ends", fmt.ends))
    return [f"It {verb} {format_between(day)}." for verb, day in days if day]


def _only(some: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    """What is said in the one and not in the other, in its order."""
    known = set(others)
    return tuple(each for each in dict.fromkeys(some) if each and each not in known)
