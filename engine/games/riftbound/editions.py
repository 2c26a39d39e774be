"""The editions of the Riftbound rules: one table of deck rules with their numbers in each edition of the core rules,
and those of the tournament rules in force beside it.

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
from engine.rules import Check, Ruleset, build_rules
from engine.rules.format_rules import build_format_rows
from engine.rules.shared import LIST_ROWS, edition_before_held, edition_day_doubtful

#: By edition of the core rules, the tournament rules in force beside it.
TOURNAMENT_RULES = {
    "rb-core-1.3": "rb-tournament",
    "rb-core-2026-07-16": "rb-tournament-2026-07-16",
    "rb-core-2026-10-09": "rb-tournament-2026-10-09",
}
_EDITIONS = tuple(TOURNAMENT_RULES)
Row = tuple[str, str, Check] | tuple[str, str, Check, str]


def list_limited_citations() -> Iterator[tuple[str, Citation]]:
    """The rules of the sizes of sealed and draft decks, of every edition of the tournament rules."""
    for tournament in TOURNAMENT_RULES.values():
        for rule in LIMITED_SIZES.values():
            yield "deck-size", Citation(tournament, rule)


def _build_ruleset(edition: str, in_force_from: date, *of_edition: Row) -> Ruleset:
    tournament, place = TOURNAMENT_RULES[edition], _EDITIONS.index(edition)
    # A rule of the core rules has its number in each of the editions, none in those without it; one of the tournament
    # rules has the same in all of theirs.
    table: tuple[tuple[str, Check, tuple[str, str, str] | str], ...] = (
        ("legend", legend, ("103.1", "103.1", "")),
        ("legend", champion_legend, ("", "", "103.2")),
        ("additional-legends", additional_legends, ("", "", "103.1")),
        ("chosen-champion", chosen_champion, ("103.2.a.2", "103.2.a.2", "103.3.a.2")),
        ("chosen-champion", signature_champion, ("103.2.d.3", "103.2.d.3", "103.3.d.3")),
        ("deck-size", build_deck_minimum(tournament), ("103.2", "103.2", "103.3")),
        ("deck-size", deck_maximum, "601.1.b"),
        ("copy-limit", copy_limit, ("103.2.b", "103.2.b", "103.3.b")),
        ("copy-limit", copy_limit_with_sideboard, "601.1.c.3"),
        ("copy-limit", unique_cards, ("103.2.b.1", "103.2.b.1", "103.3.b.1")),
        ("card-type", card_type, ("103.2", "103.2", "103.3")),
        ("signature-limit", signature_count, ("103.2.d.1", "103.2.d.1", "103.3.d.1")),
        ("signature-limit", signature_tags, ("103.2.d.2", "103.2.d.2", "103.3.d.2")),
        ("domain-identity", single_domain_cards, ("103.1.b.3", "103.1.b.3", "103.2.b.3")),
        ("domain-identity", multi_domain_cards, ("103.1.b.4", "103.1.b.4", "103.2.b.4")),
        ("domain-identity", domainless_cards, ("", "", "103.2.b.5")),
        ("domain-identity", cards_of_any_domain, ("", "103.1.b.5", "103.2.b.6")),
        ("domain-identity", rune_domains, ("103.3.a.1", "103.3.a.1", "103.4.a.1")),
        ("rune-count", rune_count, ("103.3.a", "103.3.a", "103.4.a")),
        ("battlefield-count", battlefield_count, ("103.4.a", "103.4.a", "103.5.a")),
        ("battlefield-duplicate", battlefield_duplicate, ("103.4.c", "103.4.c", "103.5.c")),
        ("sideboard-size", sideboard_size, "601.1.c.1"),
        ("sideboard-size", sideboard_types, "601.1.c.2"),
    )
    rows: list[Row] = [*of_edition, *LIST_ROWS]
    for code, check, numbers in table:
        if isinstance(numbers, str):
            rows.append((code, numbers, check, tournament))
        elif numbers[place]:
            rows.append((code, numbers[place], check))
    rows += build_format_rows(RESTRICTIONS, sets=Citation(tournament, "601.2.a"))
    rows.append(("regional-day", "601.2.b", REGIONAL_DAYS, tournament))
    return Ruleset(RIFTBOUND, edition, in_force_from, build_rules(edition, *rows))


_BEFORE = edition_before_held("rb-core-1.3", date(2026, 3, 30))
_DOUBTFUL = edition_day_doubtful("rb-core-2026-07-16", date(2026, 7, 16), date(2026, 7, 24))
RB_CORE_1_3 = _build_ruleset("rb-core-1.3", date(2026, 3, 30), ("edition-before-held", "Edition", _BEFORE))
RB_CORE_2026_07_16 = _build_ruleset(
    "rb-core-2026-07-16", date(2026, 7, 16), ("edition-day-doubtful", "Edition", _DOUBTFUL)
)
RB_CORE_2026_10_09 = _build_ruleset("rb-core-2026-10-09", date(2026, 10, 9))
RULESETS = (RB_CORE_1_3, RB_CORE_2026_07_16, RB_CORE_2026_10_09)


def find_tournament_rules(as_of: date) -> str:
    """The edition of the tournament rules that verdicts of a day cite; before the oldest, the oldest."""
    in_force = next((each for each in reversed(RULESETS) if each.in_force_from <= as_of), RULESETS[0])
    return TOURNAMENT_RULES[in_force.edition]
