"""What 2PCG formats are built from, and what they ask between the decks of a team."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from engine.formats.definitions.parts import ALWAYS, SET_KINDS, SHARED_PARTS, UNIVERSES, FormatPart, index_by_kind
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
    PartTerm,
)
from engine.games.vs_2pcg.card_facts import BASIC_LOCATION, is_main_character, is_of_type
from engine.games.vs_2pcg.decisions import DECISIONS
from engine.games.vs_2pcg.deck import COPIES, count_allowed_copies
from engine.games.vs_2pcg.restrictions import RESTRICTIONS
from engine.games.vs_2pcg.starters import STARTING_GROUPS
from engine.model.cards import Card
from engine.model.decks import DECK, Deck
from engine.model.formats import Format
from engine.model.games import GameFormats
from engine.model.verdicts import ERROR, UNKNOWN, Breach, Measure
from engine.rules.messages import card_label
from engine.rules.team_play import TeamBreach, TeamRules, count_copies_by_deck, format_decks, report_unsettled

_OWN = (
    FormatPart(
        "one-team",
        "One team (Loyalty, Steadfast)",
        (
            PartTerm("piles", FLAG, "Include cards in piles"),
            PartTerm("neutral", CHOICE, "Allowed cards without a team", choices=("non-characters", "basic-locations")),
        ),
    ),
    FormatPart(
        "teams-only",
        "Chosen teams",
        (
            PartTerm("teams", TEAMS, "Teams", is_required=True),
            PartTerm("scope", CHOICE, "Applies to", choices=("affiliated", "characters")),
            PartTerm("neutral", CHOICE, "Allowed cards without a team", choices=("any", "non-characters")),
            PartTerm("except", EXCEPT, "Exceptions"),
            PartTerm("except_sets", SETS, "Exempt sets"),
            PartTerm("piles", FLAG, "Include cards in piles"),
        ),
    ),
    FormatPart(
        "team-pair",
        "A chosen pair of teams",
        (
            PartTerm("pairs", PAIRS, "Pairs", is_required=True),
            PartTerm("with_any", TEAMS, "Teams allowed with any pair"),
            PartTerm("extra_main_characters", NAMES, "Extra main characters"),
            PartTerm("extra_main_character_sets", SETS, "From these sets"),
            PartTerm("free_keywords", NAMES, "Keywords that exempt a card"),
            PartTerm("free_names", NAMES, "Exempt cards"),
            PartTerm("free_piles", NAMES, "Exempt piles"),
        ),
    ),
    FormatPart(
        "main-character-teams",
        "Main characters of chosen teams",
        (PartTerm("teams", TEAMS, "Teams", is_required=True), PartTerm("or_named", NAMES, "Or with these names")),
    ),
    FormatPart("good-or-evil", "All Good or all Evil"),
    FormatPart(
        "alignment-loyalty",
        "One alignment",
        (PartTerm("alignment", CHOICE, "Alignment (empty: the main character’s)", choices=("Good", "Evil")),),
    ),
    FormatPart(
        "health",
        "Health of characters",
        (
            PartTerm("main_exactly", COUNT, "Main characters: exactly"),
            PartTerm("main_at_least", COUNT, "Main characters: at least"),
            PartTerm("supporting_exactly", COUNT, "Supporting characters: exactly"),
            PartTerm("supporting_at_least", COUNT, "Supporting characters: at least"),
        ),
        needs_one=True,
    ),
    FormatPart(
        "copies-by-type",
        "Copies by type",
        tuple(
            PartTerm(name, BOUNDS, name, least=0, most=60)
            for name in ("Main Character", "Supporting Character", "Plot Twist", "Equipment", "Location")
        ),
        needs_one=True,
    ),
    FormatPart(
        "main-characters-at-most",
        "Maximum number of main characters",
        (PartTerm("at_most", COUNT, "Main characters", is_required=True),),
    ),
    FormatPart("one-starting-main-character", "One starting main character"),
    FormatPart(
        "main-character-sets",
        "Main characters from chosen sets",
        (PartTerm("sets", SETS, "Sets", is_required=True),),
    ),
    FormatPart("main-character-once", "Each main character once, including piles"),
    FormatPart(
        "boss",
        "A boss as main character",
        (PartTerm("names", NAMES, "Names", is_required=True), PartTerm("later", LATER, "Later sets that add more")),
    ),
    FormatPart(
        "sets-combined",
        "A large set and issues",
        (
            PartTerm("large", COUNT, "Large sets", is_required=True, least=0, most=1),
            PartTerm("issues", COUNT, "Issues", is_required=True, least=0, most=2),
            PartTerm("large_kinds", CHOICES, "Kinds of large sets", choices=SET_KINDS),
            PartTerm("large_sets", SETS, "More large sets"),
            PartTerm("perhaps_kinds", CHOICES, "Kinds that might be large", choices=SET_KINDS),
            PartTerm("issue_kinds", CHOICES, "Kinds of issues", choices=SET_KINDS),
            PartTerm("without", SETS, "Excluded sets"),
            PartTerm("free", CHOICES, "Cards allowed from any set", choices=ALWAYS),
        ),
        most=1,
    ),
)


def shared_copies(decks: Sequence[Deck], fmt: Format, as_of: date) -> Iterator[TeamBreach | Measure]:
    """One limit of copies for all decks: four of a card, one with One of a Kind, eight with Legion, team locations
    included. Basic locations go into each deck for themselves. What one deck holds alone is its own verdict's."""
    default = fmt.construction.copies or COPIES
    most = 0
    for card, counts in count_copies_by_deck(deck.read(DECK) for deck in decks):
        is_basic = is_of_type(card, BASIC_LOCATION)
        if card.type == "Location":
            is_basic = None  # basic or special isn't recorded
        if is_basic:
            continue
        found, limit = sum(counts.values()), count_allowed_copies(card, default)
        most = max(most, found)
        if found > limit and len(counts) > 1:
            doubt = "" if is_basic is False else "; not recorded whether it is a basic location, which count separately"
            message = (
                f"{found} copies of {card_label(card)} {format_decks(counts)}; at most {limit} across all decks{doubt}"
            )
            severity = ERROR if is_basic is False else UNKNOWN
            yield TeamBreach(Breach(message, (card,), found, limit, DECK, severity), tuple(counts))
    yield from report_unsettled(decks, (DECK,), "the decks keep the shared copy limits")
    yield Measure(most, default, DECK, note="copies of a card across all decks, except basic locations")


def main_characters_once(decks: Sequence[Deck], fmt: Format, as_of: date) -> Iterator[TeamBreach | Measure]:
    """A main character card is in one deck of the team only, beside it or in a pile of it included."""
    most = 0
    for card, counts in count_copies_by_deck(deck.counts.items() for deck in decks):
        is_main = is_main_character(card)
        if is_main is False:
            continue
        if is_main:
            most = max(most, len(counts) if _starts_in_numbers(card) else sum(counts.values()))
        if len(counts) > 1:
            doubt = "" if is_main else "; not recorded whether it is a main character"
            message = (
                f"{card_label(card)} {format_decks(counts)}; at most 1 of each main character across all decks{doubt}"
            )
            severity = ERROR if is_main else UNKNOWN
            yield TeamBreach(Breach(message, (card,), len(counts), 1, None, severity), tuple(counts))
    sections = tuple({section for deck in decks for section in deck.sections})
    yield from report_unsettled(decks, sections, "each main character is in only one deck")
    yield Measure(most, 1, note="copies of a main character across all decks")


def _starts_in_numbers(card: Card) -> bool:
    """Whether several copies of it are one deck's starters."""
    return any(group.is_one_card and group.has_place_for(card) for group in STARTING_GROUPS)


FORMATS = GameFormats(
    types=("Main Character", "Supporting Character", "Plot Twist", "Equipment", "Basic Location", "Special Location"),
    universes=UNIVERSES,
    always=ALWAYS,
    figures={"deck_min": 60, "deck_max": 60, "copies": 4},
    pools=("volume",),
    restrictions=index_by_kind(*SHARED_PARTS, *_OWN),
    checks=RESTRICTIONS,
    decisions=DECISIONS,
    teams={"3v3-team-match-unified-deck-construction": TeamRules(3, (shared_copies, main_characters_once))},
)
