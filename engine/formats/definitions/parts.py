"""The parts that formats are built from, as one table: every kind of pool, every kind of restriction, their terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.formats.definitions.terms import (
    BOUNDS,
    CHOICE,
    CHOICES,
    COUNT,
    EXCEPT,
    FLAG,
    LATER,
    NAMES,
    PAIRS,
    SETS,
    SHARES,
    TEAMS,
    TEXT,
    TYPE,
    Known,
    Problem,
    Term,
    problems_of_term,
    quoted,
)
from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC

ALWAYS = ("basic-locations", "shared-wild-locations")
UNIVERSES = ("one", "mixed", "Illustrated", "Photographic")
_SET_KINDS = ("starter", "expansion", "giant-size", "issue", "crossover", "promo")
_EVERY = frozenset(GAMES)
_CLASSIC, _PCG, _RIFTBOUND = frozenset((VS_CLASSIC,)), frozenset((VS_2PCG,)), frozenset((RIFTBOUND,))


@dataclass(frozen=True, slots=True)
class Part:
    """A kind of pool or restriction: what it is called, the terms it takes, the games that offer it to organizers.

    `needs_one`: none of its terms is required, but one of them is. `most`: how often a format may ask for it.
    """

    kind: str
    title: str
    terms: tuple[Term, ...] = ()
    offered: frozenset[str] = _EVERY
    needs_one: bool = False
    most: int = 5

    def term(self, name: str) -> Term | None:
        """The term of that name."""
        return next((term for term in self.terms if term.name == name), None)


def _by_kind(*parts: Part) -> Mapping[str, Part]:
    return {part.kind: part for part in parts}


_ALWAYS = Term("always", CHOICES, "In it whatever their set", choices=ALWAYS)
_INFERRED = Term("is_inferred", FLAG, "No source states the sets")
_NOTHING_ELSE = (_ALWAYS, _INFERRED)

#: Every kind of pool.
POOLS: Mapping[str, Part] = _by_kind(
    Part("all", "Every official set", _NOTHING_ELSE),
    Part("listed", "Chosen sets", (Term("sets", SETS, "Sets", is_required=True), *_NOTHING_ELSE)),
    Part(
        "rotation",
        "The last sets of each brand",
        (Term("per_brand", SHARES, "Last sets", is_required=True, most=20), *_NOTHING_ELSE),
        _CLASSIC,
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
        _PCG,
    ),
    Part("chosen", "Sets chosen for each event", (Term("sets", SETS, "Always among them"), *_NOTHING_ELSE)),
)

_SHARED = (
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
_CLASSIC_AND_RIFTBOUND = (
    *_SHARED,
    Part("no-rares", "No rare cards", (), _CLASSIC | _RIFTBOUND),
    Part("singleton", "One copy of each card", (), _CLASSIC | _RIFTBOUND),
    Part(
        "customary-size",
        "A customary size",
        (Term("min", COUNT, "Cards", is_required=True),),
        _CLASSIC | _RIFTBOUND,
    ),
    Part(
        "teams-at-most",
        "Characters of so many affiliations",
        (Term("count", COUNT, "Affiliations", is_required=True, most=6),),
        _CLASSIC,
    ),
    Part(
        "characters-per-team",
        "Characters from several affiliations",
        (
            Term("teams", COUNT, "Affiliations", is_required=True, most=20),
            Term("characters", COUNT, "Characters of each", is_required=True),
        ),
        _CLASSIC,
    ),
    Part(
        "named-character",
        "Cards that name one character",
        (Term("count", COUNT, "Cards", is_required=True),),
        _CLASSIC,
    ),
    Part(
        "copies-of-a-character",
        "Copies of a character of some part",
        (Term("count", COUNT, "Copies", is_required=True), Term("part", TEXT, "Its part", is_required=True)),
        _CLASSIC,
    ),
)
_CLASSIC_ALONE = (
    Part(
        "characters-of-teams",
        "Characters of chosen affiliations",
        (Term("teams", TEAMS, "Affiliations", is_required=True),),
        _CLASSIC,
    ),
    Part(
        "characters-of-a-pair",
        "Characters of a chosen pair of affiliations",
        (Term("pairs", PAIRS, "Pairs", is_required=True),),
        _CLASSIC,
    ),
    Part("exact-copies", "Exactly so many of each card", (Term("count", COUNT, "Copies", is_required=True),), _CLASSIC),
)
_RIFTBOUND_ALONE = (
    Part(
        "domains-at-most",
        "Any so many domains",
        (
            Term("count", COUNT, "Domains", is_required=True, most=6),
            Term("beside_legend", COUNT, "Beside the legend’s", is_required=True, least=0, most=6),
        ),
    ),
)
_PCG_ALONE = (
    Part(
        "one-team",
        "One team (Loyalty, Steadfast)",
        (
            Term("piles", FLAG, "Cards in piles too"),
            Term("neutral", CHOICE, "Cards without a team that go", choices=("non-characters", "basic-locations")),
        ),
    ),
    Part(
        "teams-only",
        "Chosen teams",
        (
            Term("teams", TEAMS, "Teams", is_required=True),
            Term("scope", CHOICE, "Looks at", choices=("affiliated", "characters")),
            Term("neutral", CHOICE, "Cards without a team that go", choices=("any", "non-characters")),
            Term("except", EXCEPT, "Cards that go besides"),
            Term("except_sets", SETS, "Sets that are free of it"),
            Term("piles", FLAG, "Cards in piles too"),
        ),
    ),
    Part(
        "team-pair",
        "A chosen pair of teams",
        (
            Term("pairs", PAIRS, "Pairs", is_required=True),
            Term("with_any", TEAMS, "Teams that go with any pair"),
            Term("extra_main_characters", NAMES, "Further main characters"),
            Term("extra_main_character_sets", SETS, "From these sets"),
            Term("free_keywords", NAMES, "Keywords that free a card of it"),
            Term("free_names", NAMES, "Cards that are free of it"),
            Term("free_piles", NAMES, "Piles that are free of it"),
        ),
    ),
    Part(
        "main-character-teams",
        "Main characters of chosen teams",
        (Term("teams", TEAMS, "Teams", is_required=True), Term("or_named", NAMES, "Or named so")),
    ),
    Part("good-or-evil", "All Good or all Evil"),
    Part(
        "alignment-loyalty",
        "One alignment",
        (Term("alignment", CHOICE, "Alignment, else the main character’s", choices=("Good", "Evil")),),
    ),
    Part(
        "health",
        "Health of characters",
        (
            Term("main_exactly", COUNT, "Main characters: exactly"),
            Term("main_at_least", COUNT, "Main characters: at least"),
            Term("supporting_exactly", COUNT, "Supporting characters: exactly"),
            Term("supporting_at_least", COUNT, "Supporting characters: at least"),
        ),
        needs_one=True,
    ),
    Part(
        "copies-by-type",
        "Copies by type",
        tuple(
            Term(name, BOUNDS, name, least=0, most=60)
            for name in ("Main Character", "Supporting Character", "Plot Twist", "Equipment", "Location")
        ),
        needs_one=True,
    ),
    Part(
        "main-characters-at-most",
        "At most so many main characters",
        (Term("at_most", COUNT, "Main characters", is_required=True),),
    ),
    Part("one-starting-main-character", "One main character to start with"),
    Part(
        "main-character-sets",
        "Main characters from chosen sets",
        (Term("sets", SETS, "Sets", is_required=True),),
    ),
    Part("main-character-once", "No main character twice, piles included"),
    Part(
        "boss",
        "The main character is one of these bosses",
        (Term("names", NAMES, "Names", is_required=True), Term("later", LATER, "Later sets that bring more")),
    ),
    Part(
        "sets-combined",
        "A large set and issues",
        (
            Term("large", COUNT, "Large sets", is_required=True, least=0, most=1),
            Term("issues", COUNT, "Issues", is_required=True, least=0, most=2),
            Term("large_kinds", CHOICES, "Kinds of sets that are large", choices=_SET_KINDS),
            Term("large_sets", SETS, "Further large sets"),
            Term("perhaps_kinds", CHOICES, "Kinds that may be large", choices=_SET_KINDS),
            Term("issue_kinds", CHOICES, "Kinds of sets that are issues", choices=_SET_KINDS),
            Term("without", SETS, "Sets that are left out"),
            Term("free", CHOICES, "Cards that go with any", choices=ALWAYS),
        ),
        most=1,
    ),
)

#: Every kind of restriction that the rules of a game know.
RESTRICTIONS: Mapping[str, Mapping[str, Part]] = {
    VS_CLASSIC: _by_kind(*_CLASSIC_AND_RIFTBOUND, *_CLASSIC_ALONE),
    VS_2PCG: _by_kind(*_SHARED, *_PCG_ALONE),
    RIFTBOUND: _by_kind(*_CLASSIC_AND_RIFTBOUND, *_RIFTBOUND_ALONE),
}


def offered_pools(game: str) -> tuple[Part, ...]:
    """The kinds of pool that an organizer of a game chooses from."""
    return tuple(part for part in POOLS.values() if game in part.offered)


def offered_restrictions(game: str) -> tuple[Part, ...]:
    """The kinds of restriction that an organizer of a game chooses from, by title."""
    parts = RESTRICTIONS[game].values()
    return tuple(sorted((part for part in parts if game in part.offered), key=lambda part: part.title))


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
