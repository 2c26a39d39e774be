"""The parts that formats are built from, as one table: every kind of pool, every kind of restriction, their terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.formats.definitions.terms import (
    CHOICES,
    COUNT,
    FLAG,
    SETS,
    SHARES,
    TEXT,
    TYPE,
    DefinitionProblem,
    KnownNames,
    PartTerm,
    quote_value,
    validate_term,
)
from engine.model.games import ByGame, game_of

ALWAYS = ("basic-locations", "shared-wild-locations")
UNIVERSES = ("one", "mixed", "Illustrated", "Photographic")
SET_KINDS = ("starter", "expansion", "giant-size", "issue", "crossover", "promo")


@dataclass(frozen=True, slots=True)
class FormatPart:
    """A kind of pool or restriction: what it is called and the terms it takes.

    `needs_one`: none of its terms is required, but one of them is. `most`: how often a format may ask for it.
    """

    kind: str
    title: str
    terms: tuple[PartTerm, ...] = ()
    needs_one: bool = False
    most: int = 5

    def term(self, name: str) -> PartTerm | None:
        """The term of that name."""
        return next((term for term in self.terms if term.name == name), None)


def index_by_kind(*parts: FormatPart) -> Mapping[str, FormatPart]:
    """Some parts, each under its kind."""
    return {part.kind: part for part in parts}


_ALWAYS = PartTerm("always", CHOICES, "Legal from any set", choices=ALWAYS)
_INFERRED = PartTerm("is_inferred", FLAG, "No source lists the sets")
_NOTHING_ELSE = (_ALWAYS, _INFERRED)

#: Every kind of pool.
POOLS: Mapping[str, FormatPart] = index_by_kind(
    FormatPart("all", "Every official set", _NOTHING_ELSE),
    FormatPart("listed", "Chosen sets", (PartTerm("sets", SETS, "Sets", is_required=True), *_NOTHING_ELSE)),
    FormatPart(
        "rotation",
        "The last sets of each brand",
        (PartTerm("per_brand", SHARES, "Last sets", is_required=True, most=20), *_NOTHING_ELSE),
    ),
    FormatPart(
        "yearly",
        "This year’s and last year’s sets",
        (PartTerm("first_rotation", COUNT, "First year of rotation", least=2004, most=2100), *_NOTHING_ELSE),
    ),
    FormatPart(
        "volume",
        "From a volume onward",
        (PartTerm("from_volume", COUNT, "First volume", is_required=True, most=99), *_NOTHING_ELSE),
    ),
    FormatPart("chosen", "Sets chosen for each event", (PartTerm("sets", SETS, "Always included"), *_NOTHING_ELSE)),
)

#: What the rules of every game know.
SHARED_PARTS = (
    FormatPart(
        "sets-at-most",
        "Maximum number of sets",
        (
            PartTerm("count", COUNT, "Sets", is_required=True, most=8),
            PartTerm("besides", SETS, "Sets that don’t count"),
        ),
    ),
    FormatPart("without-type", "No cards of one type", (PartTerm("type", TYPE, "Type", is_required=True),)),
    FormatPart("not-in-the-list", "Rule a list can’t show", (PartTerm("what", TEXT, "What", is_required=True),)),
    FormatPart("between-decks", "Rule across a team’s decks", (PartTerm("what", TEXT, "What", is_required=True),)),
    FormatPart("play-only", "Rule for play only", (PartTerm("what", TEXT, "What", is_required=True),)),
)
#: What the comprehensive rules of several games know beside.
COMMON_PARTS = (
    *SHARED_PARTS,
    FormatPart("no-rares", "No rare cards"),
    FormatPart("singleton", "One copy of each card"),
    FormatPart(
        "customary-size",
        "Customary deck size",
        (PartTerm("min", COUNT, "Cards", is_required=True),),
    ),
    FormatPart(
        "teams-at-most",
        "Maximum number of affiliations",
        (PartTerm("count", COUNT, "Affiliations", is_required=True, most=6),),
    ),
    FormatPart(
        "characters-per-team",
        "Characters from several affiliations",
        (
            PartTerm("teams", COUNT, "Affiliations", is_required=True, most=20),
            PartTerm("characters", COUNT, "Characters from each", is_required=True),
        ),
    ),
    FormatPart(
        "named-character",
        "Cards that name one character",
        (PartTerm("count", COUNT, "Cards", is_required=True),),
    ),
    FormatPart(
        "copies-of-a-character",
        "Copies of a character with a role",
        (PartTerm("count", COUNT, "Copies", is_required=True), PartTerm("part", TEXT, "Role", is_required=True)),
    ),
)
_OF_EVERY_GAME = index_by_kind(*SHARED_PARTS)

#: Kinds of pool that only the games that name them offer.
_SELDOM = frozenset(("rotation", "volume"))

#: Every kind of restriction that the rules of a game know.
RESTRICTIONS: Mapping[str, Mapping[str, FormatPart]] = ByGame(lambda game: game.formats.restrictions or _OF_EVERY_GAME)


def list_pools(game: str) -> tuple[FormatPart, ...]:
    """The kinds of pool that an organizer of a game chooses from."""
    own = game_of(game).formats.pools
    return tuple(part for part in POOLS.values() if part.kind not in _SELDOM or part.kind in own)


def list_restrictions(game: str) -> tuple[FormatPart, ...]:
    """The kinds of restriction that an organizer of a game chooses from, by title."""
    kept = game_of(game).formats.not_offered
    offered = (part for part in RESTRICTIONS[game].values() if part.kind not in kept)
    return tuple(sorted(offered, key=lambda part: part.title))


def validate_part(
    part: FormatPart, terms: Mapping[str, object], place: str, known: KnownNames
) -> Iterator[DefinitionProblem]:
    """What is wrong with the terms of a part; each with its place below `place`."""
    for name, value in terms.items():
        term = part.term(name)
        if term is None:
            held = ", ".join(each.name for each in part.terms)
            names = f"its terms are {held}" if held else "it has none"
            yield DefinitionProblem(f"{place}.{name}", f"{quote_value(name)} is not a term of {part.kind}; {names}")
        else:
            yield from validate_term(term, value, f"{place}.{name}", known)
    for term in part.terms:
        if term.is_required and term.name not in terms:
            yield DefinitionProblem(f"{place}.{term.name}", "is missing")
    if part.needs_one and not terms:
        yield DefinitionProblem(place, f"needs one of {', '.join(each.name for each in part.terms)}")
