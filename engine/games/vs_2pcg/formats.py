"""What 2PCG formats are built from, and what they ask between the decks of a team."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.formats.definitions.parts import ALWAYS, SET_KINDS, SHARED_PARTS, UNIVERSES, Part, by_kind
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
    TEAMS,
    Term,
)
from engine.games.vs_2pcg.card_facts import BASIC_LOCATION, is_main_character, is_of_type
from engine.games.vs_2pcg.deck import COPIES, copies_allowed
from engine.games.vs_2pcg.restrictions import RESTRICTIONS
from engine.games.vs_2pcg.starters import STARTING_GROUPS
from engine.model.cards import Card
from engine.model.decks import DECK, Deck
from engine.model.formats import Format
from engine.model.games import Formats
from engine.model.verdicts import ERROR, UNKNOWN, Breach, Measure
from engine.rules.messages import label
from engine.rules.team_play import Team, Told, copies_by_deck, in_decks, unsettled

_OWN = (
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
            Term("large_kinds", CHOICES, "Kinds of sets that are large", choices=SET_KINDS),
            Term("large_sets", SETS, "Further large sets"),
            Term("perhaps_kinds", CHOICES, "Kinds that may be large", choices=SET_KINDS),
            Term("issue_kinds", CHOICES, "Kinds of sets that are issues", choices=SET_KINDS),
            Term("without", SETS, "Sets that are left out"),
            Term("free", CHOICES, "Cards that go with any", choices=ALWAYS),
        ),
        most=1,
    ),
)


def shared_copies(decks: Sequence[Deck], fmt: Format) -> Iterator[Told | Measure]:
    """One limit of copies for all decks: four of a card, one with One of a Kind, eight with Legion, team locations
    included. Basic locations go into each deck for themselves. What one deck holds alone is its own verdict's."""
    default = fmt.construction.copies or COPIES
    most = 0
    for card, counts in copies_by_deck(deck.read(DECK) for deck in decks):
        is_basic = is_of_type(card, BASIC_LOCATION)
        if card.type == "Location":
            is_basic = None  # basic or special isn't recorded
        if is_basic:
            continue
        found, limit = sum(counts.values()), copies_allowed(card, default)
        most = max(most, found)
        if found > limit and len(counts) > 1:
            doubt = "" if is_basic is False else "; basic locations are counted apart, and its type isn't recorded"
            message = (
                f"{found} copies of {label(card)} {in_decks(counts)}; at most {limit} in all decks together{doubt}"
            )
            severity = ERROR if is_basic is False else UNKNOWN
            yield Told(Breach(message, (card,), found, limit, DECK, severity), tuple(counts))
    yield from unsettled(decks, (DECK,), "the decks keep to shared limits of copies")
    yield Measure(most, default, DECK, note="copies of a card in all decks together, basic locations apart")


def main_characters_once(decks: Sequence[Deck], fmt: Format) -> Iterator[Told | Measure]:
    """A main character card is in one deck of the team only, beside it or in a pile of it included."""
    most = 0
    for card, counts in copies_by_deck(deck.counts.items() for deck in decks):
        is_main = is_main_character(card)
        if is_main is False:
            continue
        if is_main:
            most = max(most, len(counts) if _starts_in_numbers(card) else sum(counts.values()))
        if len(counts) > 1:
            doubt = "" if is_main else "; whether it is a main character isn't recorded"
            message = f"{label(card)} {in_decks(counts)}; a main character once in all decks together{doubt}"
            severity = ERROR if is_main else UNKNOWN
            yield Told(Breach(message, (card,), len(counts), 1, None, severity), tuple(counts))
    sections = tuple({section for deck in decks for section in deck.sections})
    yield from unsettled(decks, sections, "each main character is in one deck only")
    yield Measure(most, 1, note="copies of a main character in all decks together")


def _starts_in_numbers(card: Card) -> bool:
    """Whether several copies of it are one deck's starters."""
    return any(group.is_one_card and group.includes(card) for group in STARTING_GROUPS)


FORMATS = Formats(
    types=("Main Character", "Supporting Character", "Plot Twist", "Equipment", "Basic Location", "Special Location"),
    universes=UNIVERSES,
    always=ALWAYS,
    figures={"deck_min": 60, "deck_max": 60, "copies": 4},
    pools=("volume",),
    restrictions=by_kind(*SHARED_PARTS, *_OWN),
    checks=RESTRICTIONS,
    teams={"3v3-team-match-unified-deck-construction": Team(3, (shared_copies, main_characters_once))},
)
