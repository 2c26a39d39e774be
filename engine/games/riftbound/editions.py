"""The editions of the Riftbound rules: one table of deck rules with their numbers in each edition of the core rules,
and those of the tournament rules in force beside it.

The tournament rules of 2026-07-16 and both documents of 2026-10-09 aren't held: their rules are cited by number.
"""

from __future__ import annotations

from datetime import date

from engine.games.riftbound.deck_rules import (
    additional_legends,
    battlefield_count,
    battlefield_duplicate,
    build_deck_minimum,
    card_type,
    champion_legend,
    copy_limit,
    copy_limit_with_champion,
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
from engine.games.riftbound.limited import limited_champion, limited_legend, unless_limited
from engine.games.riftbound.notes import UNCHANGED_PRECONSTRUCTED, inferred_facts, tournament_rules_before_held
from engine.games.riftbound.regions import REGIONAL_DAYS
from engine.games.riftbound.restrictions import RESTRICTIONS
from engine.games.riftbound.tournament import EDITIONS, LEGAL_SETS, PROVIDED
from engine.model.cards import RIFTBOUND
from engine.model.verdicts import Citation
from engine.rules import Check, Ruleset, build_rules
from engine.rules.format_rules import build_format_rows
from engine.rules.shared import LIST_ROWS, edition_before_held, edition_day_doubtful

Row = tuple[str, str, Check] | tuple[str, str, Check, str]


def _build_ruleset(edition: str, *of_edition: Row) -> Ruleset:
    in_force_from, tournament = EDITIONS[edition]
    place = list(EDITIONS).index(edition)
    # A rule of the core rules has its number in each of the editions, none in those without it; one of the tournament
    # rules has the same in all of theirs.
    table: tuple[tuple[str, Check, tuple[str, str, str] | str], ...] = (
        ("legend", unless_limited(legend, limited_legend, tournament), ("103.1", "103.1", "")),
        ("legend", unless_limited(champion_legend, limited_legend, tournament), ("", "", "103.2")),
        ("additional-legends", additional_legends, ("", "", "103.1")),
        (
            "chosen-champion",
            unless_limited(chosen_champion, limited_champion, tournament),
            ("103.2.a.2", "103.2.a.2", "103.3.a.2"),
        ),
        ("chosen-champion", signature_champion, ("103.2.d.3", "103.2.d.3", "103.3.d.3")),
        ("deck-size", build_deck_minimum(tournament), ("103.2", "103.2", "103.3")),
        ("deck-size", deck_maximum, "601.1.b"),
        ("copy-limit", copy_limit, ("103.2.b", "103.2.b", "103.3.b")),
        ("copy-limit", copy_limit_with_champion, ("103.2.b.1", "103.2.b.1", "103.3.b.1")),
        ("copy-limit", copy_limit_with_sideboard, "601.1.c.3"),
        ("copy-limit", unique_cards, ("825.2.a", "825.3.a", "825")),
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
    sets, provided = Citation(tournament, LEGAL_SETS), Citation(tournament, PROVIDED)
    rows += build_format_rows(RESTRICTIONS, sets=sets, provided=provided)
    rows.append(("regional-day", "601.2.b", REGIONAL_DAYS, tournament))
    rows.append(("preconstructed-deck", "601.2.d.2", UNCHANGED_PRECONSTRUCTED, tournament))
    rows.append(("inferred-facts", "cards", inferred_facts, "set-list"))
    return Ruleset(RIFTBOUND, edition, in_force_from, build_rules(edition, *rows))


def _first_day(edition: str) -> date:
    since, _ = EDITIONS[edition]
    return since


_BEFORE = edition_before_held("rb-core-1.3", _first_day("rb-core-1.3"))
_DOUBTFUL = edition_day_doubtful("rb-core-2026-07-16", _first_day("rb-core-2026-07-16"), date(2026, 7, 24))
RB_CORE_1_3 = _build_ruleset(
    "rb-core-1.3",
    ("edition-before-held", "Edition", _BEFORE),
    ("tournament-rules-before-held", "Edition", tournament_rules_before_held, "rb-tournament"),
)
RB_CORE_2026_07_16 = _build_ruleset("rb-core-2026-07-16", ("edition-day-doubtful", "Edition", _DOUBTFUL))
RB_CORE_2026_10_09 = _build_ruleset("rb-core-2026-10-09")
RULESETS = (RB_CORE_1_3, RB_CORE_2026_07_16, RB_CORE_2026_10_09)
