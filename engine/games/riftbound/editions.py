"""The editions of the Riftbound rules: for each edition of the core rules a table of its deck rules, with those of the
tournament rules in force on its days.

The tournament rules of 2026-07-16 and both documents of 2026-10-09 aren't held: their rules are cited by number.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from engine.games.riftbound.deck_rules import (
    LIMITED_SIZES,
    additional_legends,
    battlefield_count,
    battlefield_duplicate,
    build_deck_minimum,
    card_type,
    champion_legend,
    copy_limit,
    copy_limit_with_sideboard,
    deck_maximum,
    legend,
    rune_count,
    sideboard_size,
    sideboard_types,
    unique_cards,
)
from engine.games.riftbound.identity import (
    cards_of_any_domain,
    chosen_champion,
    domainless_cards,
    multi_domain_cards,
    rune_domains,
    signature_champion,
    signature_count,
    signature_tags,
    single_domain_cards,
)
from engine.games.riftbound.regions import REGIONAL_DAYS
from engine.games.riftbound.restrictions import RESTRICTIONS
from engine.model.cards import RIFTBOUND
from engine.model.verdicts import Citation
from engine.rules import Ruleset, build_rules
from engine.rules.format_rules import build_format_rows
from engine.rules.shared import LIST_ROWS, edition_before_held, edition_day_doubtful

#: By edition of the core rules, the tournament rules in force beside it.
TOURNAMENT_RULES = {
    "rb-core-1.3": "rb-tournament",
    "rb-core-2026-07-16": "rb-tournament-2026-07-16",
    "rb-core-2026-10-09": "rb-tournament-2026-10-09",
}


def list_limited_citations() -> Iterator[tuple[str, Citation]]:
    """The rules of the sizes of sealed and draft decks, of every edition of the tournament rules."""
    for tournament in TOURNAMENT_RULES.values():
        for rule in LIMITED_SIZES.values():
            yield "deck-size", Citation(tournament, rule)


RB_CORE_1_3 = Ruleset(
    RIFTBOUND,
    "rb-core-1.3",
    date(2026, 3, 30),
    build_rules(
        "rb-core-1.3",
        ("edition-before-held", "Edition", edition_before_held("rb-core-1.3", date(2026, 3, 30))),
        *LIST_ROWS,
        ("legend", "103.1", legend),
        ("chosen-champion", "103.2.a.2", chosen_champion),
        ("chosen-champion", "103.2.d.3", signature_champion),
        ("deck-size", "103.2", build_deck_minimum("rb-tournament")),
        ("deck-size", "601.1.b", deck_maximum, "rb-tournament"),
        ("copy-limit", "103.2.b", copy_limit),
        ("copy-limit", "601.1.c.3", copy_limit_with_sideboard, "rb-tournament"),
        ("copy-limit", "103.2.b.1", unique_cards),
        ("card-type", "103.2", card_type),
        ("signature-limit", "103.2.d.1", signature_count),
        ("signature-limit", "103.2.d.2", signature_tags),
        ("domain-identity", "103.1.b.3", single_domain_cards),
        ("domain-identity", "103.1.b.4", multi_domain_cards),
        ("domain-identity", "103.3.a.1", rune_domains),
        ("rune-count", "103.3.a", rune_count),
        ("battlefield-count", "103.4.a", battlefield_count),
        ("battlefield-duplicate", "103.4.c", battlefield_duplicate),
        ("sideboard-size", "601.1.c.1", sideboard_size, "rb-tournament"),
        ("sideboard-size", "601.1.c.2", sideboard_types, "rb-tournament"),
        *build_format_rows(RESTRICTIONS, sets=Citation("rb-tournament", "601.2.a")),
        ("regional-day", "601.2.b", REGIONAL_DAYS, "rb-tournament"),
    ),
)

RB_CORE_2026_07_16 = Ruleset(
    RIFTBOUND,
    "rb-core-2026-07-16",
    date(2026, 7, 16),
    build_rules(
        "rb-core-2026-07-16",
        (
            "edition-day-doubtful",
            "Edition",
            edition_day_doubtful("rb-core-2026-07-16", date(2026, 7, 16), date(2026, 7, 24)),
        ),
        *LIST_ROWS,
        ("legend", "103.1", legend),
        ("chosen-champion", "103.2.a.2", chosen_champion),
        ("chosen-champion", "103.2.d.3", signature_champion),
        ("deck-size", "103.2", build_deck_minimum("rb-tournament-2026-07-16")),
        ("deck-size", "601.1.b", deck_maximum, "rb-tournament-2026-07-16"),
        ("copy-limit", "103.2.b", copy_limit),
        ("copy-limit", "601.1.c.3", copy_limit_with_sideboard, "rb-tournament-2026-07-16"),
        ("copy-limit", "103.2.b.1", unique_cards),
        ("card-type", "103.2", card_type),
        ("signature-limit", "103.2.d.1", signature_count),
        ("signature-limit", "103.2.d.2", signature_tags),
        ("domain-identity", "103.1.b.3", single_domain_cards),
        ("domain-identity", "103.1.b.4", multi_domain_cards),
        ("domain-identity", "103.1.b.5", cards_of_any_domain),
        ("domain-identity", "103.3.a.1", rune_domains),
        ("rune-count", "103.3.a", rune_count),
        ("battlefield-count", "103.4.a", battlefield_count),
        ("battlefield-duplicate", "103.4.c", battlefield_duplicate),
        ("sideboard-size", "601.1.c.1", sideboard_size, "rb-tournament-2026-07-16"),
        ("sideboard-size", "601.1.c.2", sideboard_types, "rb-tournament-2026-07-16"),
        *build_format_rows(RESTRICTIONS, sets=Citation("rb-tournament-2026-07-16", "601.2.a")),
        ("regional-day", "601.2.b", REGIONAL_DAYS, "rb-tournament-2026-07-16"),
    ),
)

RB_CORE_2026_10_09 = Ruleset(
    RIFTBOUND,
    "rb-core-2026-10-09",
    date(2026, 10, 9),
    build_rules(
        "rb-core-2026-10-09",
        *LIST_ROWS,
        ("legend", "103.2", champion_legend),
        ("additional-legends", "103.1", additional_legends),
        ("chosen-champion", "103.3.a.2", chosen_champion),
        ("chosen-champion", "103.3.d.3", signature_champion),
        ("deck-size", "103.3", build_deck_minimum("rb-tournament-2026-10-09")),
        ("deck-size", "601.1.b", deck_maximum, "rb-tournament-2026-10-09"),
        ("copy-limit", "103.3.b", copy_limit),
        ("copy-limit", "601.1.c.3", copy_limit_with_sideboard, "rb-tournament-2026-10-09"),
        ("copy-limit", "103.3.b.1", unique_cards),
        ("card-type", "103.3", card_type),
        ("signature-limit", "103.3.d.1", signature_count),
        ("signature-limit", "103.3.d.2", signature_tags),
        ("domain-identity", "103.2.b.3", single_domain_cards),
        ("domain-identity", "103.2.b.4", multi_domain_cards),
        ("domain-identity", "103.2.b.5", domainless_cards),
        ("domain-identity", "103.2.b.6", cards_of_any_domain),
        ("domain-identity", "103.4.a.1", rune_domains),
        ("rune-count", "103.4.a", rune_count),
        ("battlefield-count", "103.5.a", battlefield_count),
        ("battlefield-duplicate", "103.5.c", battlefield_duplicate),
        ("sideboard-size", "601.1.c.1", sideboard_size, "rb-tournament-2026-10-09"),
        ("sideboard-size", "601.1.c.2", sideboard_types, "rb-tournament-2026-10-09"),
        *build_format_rows(RESTRICTIONS, sets=Citation("rb-tournament-2026-10-09", "601.2.a")),
        ("regional-day", "601.2.b", REGIONAL_DAYS, "rb-tournament-2026-10-09"),
    ),
)

RULESETS = (RB_CORE_1_3, RB_CORE_2026_07_16, RB_CORE_2026_10_09)


def find_tournament_rules(as_of: date) -> str:
    """The edition of the tournament rules that verdicts of a day cite; before the oldest, the oldest."""
    in_force = next((each for each in reversed(RULESETS) if each.in_force_from <= as_of), RULESETS[0])
    return TOURNAMENT_RULES[in_force.edition]
