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
    Known,
    Problem,
    Term,
    problems_of_term,
    quoted,
)
from engine.model.games import ByGame, game_of

ALWAYS = ("basic-locations", "shared-wild-locations")
UNIVERSES = ("one", "mixed", "Illustrated", "Photographic")
SET_KINDS = ("starter", "expansion", "giant-size", "issue", "crossover", "promo")


@dataclass(frozen=True, slots=True)
class Part:
    """A kind of pool or restriction: what it is called and the terms it takes.

    `needs_one`: none of its terms is required, but one of them is. `most`: how often a format may ask for it.
    """

    kind: str
    title: str
    terms: tuple[Term, ...] = ()
    needs_one: bool = False
    most: int = 5

    def term(self, name: str) -> Term | None:
        """The term of that name."""
        return next((term for term in self.terms if term.name == name), None)


def by_kind(*parts: Part) -> Mapping[str, Part]:
    """Some parts, each under its kind."""
    return {part.kind: part for part in parts}


_ALWAYS = Term("always", CHOICES, "In it whatever their set", choices=ALWAYS)
_INFERRED = Term("is_inferred", FLAG, "No source states the sets")
_NOTHING_ELSE = (_ALWAYS, _INFERRED)

#: Every kind of pool.
POOLS: Mapping[str, Part] = by_kind(
    Part("all", "Every official set", _NOTHING_ELSE),
    Part("listed", "Chosen sets", (Term("sets", SETS, "Sets", is_required=True), *_NOTHING_ELSE)),
    Part(
        "rotation",
        "The last sets of each brand",
        (Term("per_brand", SHARES, "Last sets", is_required=True, most=20), *_NOTHING_ELSE),
    ),
    Part(
        "yearly",
        "This year’s and last year’s sets",
        (Term("first_rotation", COUNT, "First year in which sets leave", least=2004, most=2100), *_NOTHING_ELSE),
    ),
    Part(
        "volume",
        "From a volume on",
        (Term("from_volume", COUNT, "First volume", is_required=True, most=99), *_NOTHING_ELSE),
    ),
    Part("chosen", "Sets chosen for each event", (Term("sets", SETS, "Always among them"), *_NOTHING_ELSE)),
)

#: What the rules of every game know.
SHARED_PARTS = (
    Part(
        "sets-at-most",
        "Cards from so many sets",
        (Term("count", COUNT, "Sets", is_required=True, most=8), Term("besides", SETS, "Sets that don’t count")),
    ),
    Part("without-type", "No cards of a type", (Term("type", TYPE, "Type", is_required=True),)),
    Part("not-in-the-list", "Something that a list can’t show", (Term("what", TEXT, "What", is_required=True),)),
    Part("between-decks", "Something between the decks of a team", (Term("what", TEXT, "What", is_required=True),)),
    Part("play-only", "Something for play only", (Term("what", TEXT, "What", is_required=True),)),
)
#: What the comprehensive rules of several games know beside.
COMMON_PARTS = (
    *SHARED_PARTS,
    Part("no-rares", "No rare cards"),
    Part("singleton", "One copy of each card"),
    Part(
        "customary-size",
        "A customary size",
        (Term("min", COUNT, "Cards", is_required=True),),
    ),
    Part(
        "teams-at-most",
        "Characters of so many affiliations",
        (Term("count", COUNT, "Affiliations", is_required=True, most=6),),
    ),
    Part(
        "characters-per-team",
        "Characters from several affiliations",
        (
            Term("teams", COUNT, "Affiliations", is_required=True, most=20),
            Term("characters", COUNT, "Characters of each", is_required=True),
        ),
    ),
    Part(
        "named-character",
        "Cards that name one character",
        (Term("count", COUNT, "Cards", is_required=True),),
    ),
    Part(
        "copies-of-a-character",
        "Copies of a character of some part",
        (Term("count", COUNT, "Copies", is_required=True), Term("part", TEXT, "Its part", is_required=True)),
    ),
)
_OF_EVERY_GAME = by_kind(*SHARED_PARTS)

#: Kinds of pool that only the games that name them offer.
_SELDOM = frozenset(("rotation", "volume"))

#: Every kind of restriction that the rules of a game know.
RESTRICTIONS: Mapping[str, Mapping[str, Part]] = ByGame(lambda game: game.formats.restrictions or _OF_EVERY_GAME)


def offered_pools(game: str) -> tuple[Part, ...]:
    """The kinds of pool that an organizer of a game chooses from."""
    own = game_of(game).formats.pools
    return tuple(part for part in POOLS.values() if part.kind not in _SELDOM or part.kind in own)


def offered_restrictions(game: str) -> tuple[Part, ...]:
    """The kinds of restriction that an organizer of a game chooses from, by title."""
    kept = game_of(game).formats.not_offered
    offered = (part for part in RESTRICTIONS[game].values() if part.kind not in kept)
    return tuple(sorted(offered, key=lambda part: part.title))


def problems_of_part(part: Part, terms: Mapping[str, object], place: str, known: Known) -> Iterator[Problem]:
    """What is wrong with the terms of a part; each with its place below `place`."""
    for name, value in terms.items():
        term = part.term(name)
        if term is None:
            names = ", ".join(each.name for each in part.terms) or "none"
            yield Problem(f"{place}.{name}", f"{quoted(name)} is no term of {part.kind}; it takes {names}")
        else:
            yield from problems_of_term(term, value, f"{place}.{name}", known)
    for term in part.terms:
        if term.is_required and term.name not in terms:
            yield Problem(f"{place}.{term.name}", "is missing")
    if part.needs_one and not terms:
        yield Problem(place, f"one of {', '.join(each.name for each in part.terms)} is needed")
