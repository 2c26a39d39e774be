"""Every fact that was gathered of each of the 70 formats is held as data, or is said of it in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from engine.model.cards import RIFTBOUND, VS_2PCG
from engine.model.formats import Construction, Format
from engine.model.reference import Reference
from vsdb.catalog.formats.messages import describe_pool, describe_requirements, describe_start

pytestmark = pytest.mark.shared

#: Rules of the whole game, which its ruleset has, not the format.
GAME_RULES = frozenset(
    [
        "army_unlimited",
        "copy_limit_printed_on_card_overrides",
        "main_characters_not_in_60",
        "one_of_a_kind",
        "legion",
        "piles_do_not_count",
        "neutral_location_rule",
        "chosen_champion_in_main_deck",
        "chosen_champion_rule",
        "battlefields_unique_names",
        "signature_tag_must_match_legend",
        "unique_keyword",
        "sideboard_only_main_deck_cards",
        "sideboard_copy_limit",
        "sideboard_swap",
        "rule_refs",
        "main_deck_min_casual",
        "reprint_rule",
        "same_name_reprint_rule",
    ]
)
#: Said of the game wherever a format of it is shown.
BEGINNING = {"starting_endurance": "50 endurance", "opening_hand": "a hand of", "mulligan": "one mulligan",
             "draw_per_turn": "draw 2 cards each turn"}  # fmt: skip
#: A figure of deck building by the name it was gathered under.
FIGURES = {
    "deck_min": "deck_min", "deck_max": "deck_max", "max_copies_per_name_and_version": "copies",
    "max_copies": "copies", "max_copies_same_name": "copies", "sideboard_max": "sideboard_max",
    "rune_deck_exact": "runes", "battlefields_exact": "battlefields", "battlefields_brought_each": "battlefields",
    "champion_legend": "legends", "signature_total_max": "signatures", "main_deck_min": "deck_min",
}  # fmt: skip
#: What stands in the pool, its records, the bans or the universe; other tests hold these against their sources.
HELD_ELSEWHERE = frozenset(
    [
        "legal_sets",
        "rotation",
        "snapshots",
        "ban_snapshots",
        "banned",
        "tournament_banned",
        "destroyed",
        "universe",
        "universe_rule",
        "always_legal",
        "legal_sets_by_date",
        "also",
        "card_pool",
        "see",
    ]
)
#: What is asked of a deck, or can't be seen in one, with the kind of restriction that holds it.
RESTRICTIONS = {
    "commander": "not-in-the-list", "character_affiliations": "not-in-the-list", "change": "play-only",
    "game_rule": "play-only", "condition": "singleton", "product": "not-in-the-list", "legal_teams": "teams-only",
    "teams": "teams-only", "affiliated_cards_teams": "teams-only", "character_teams": "teams-only",
    "neutral_cards": "teams-only", "neutral_non_characters": "teams-only", "applies_to": "teams-only",
    "exception": "teams-only", "exceptions": "", "max_copies_character": "copies-by-type",
    "max_copies_equipment": "copies-by-type", "max_copies_plot_twist": "copies-by-type",
    "max_copies_location": "copies-by-type", "main_character_teams": "main-character-teams",
    "extra_main_characters": "main-character-teams", "other_cards": "",
    "main_character_health_each_level_exact": "health", "supporting_health_exact": "health",
    "main_character_health_min": "health", "supporting_health_min": "health", "applies_outside_game": "",
    "one_starting_main_character": "one-starting-main-character", "excluded_sets": "sets-combined",
    "examples": "sets-combined", "legacy": "sets-combined", "crossovers": "sets-combined",
    "supporting": "alignment-loyalty", "other_affiliated": "alignment-loyalty", "inventions": "play-only",
    "good_loyalty": "alignment-loyalty", "evil_loyalty": "alignment-loyalty",
    "main_character_sets": "main-character-sets", "exact_copies_supporting": "copies-by-type",
    "exact_copies_plot_twist": "copies-by-type", "exact_copies_equipment": "copies-by-type",
    "min_copies_location": "copies-by-type", "max_different_main_characters_total": "main-characters-at-most",
    "piles_not_restricted_for": "main-characters-at-most", "main_characters_counted_in": "main-characters-at-most",
    "team_pairs": "team-pair", "main_character": "team-pair", "pile_exceptions": "team-pair",
    "allowed_extra": "team-pair", "applies_to_piles": "teams-only", "packs": "not-in-the-list",
    "pod": "play-only", "pool": "not-in-the-list", "blank_battlefields": "play-only", "runes": "play-only",
    "legends_must_differ": "between-decks", "battlefields_must_not_overlap_between_partners": "between-decks",
    "victory_score": "play-only", "shared_packs": "not-in-the-list", "players": "play-only",
    "battlefields_in_play": "play-only", "best_of": "play-only",
}  # fmt: skip
#: Of a format's own notes: the word of ours that says it.
NOTED = {
    "set_introduced": "World's Finest", "note": "", "destroyed_list_as_of": "August 2024", "rule": "destroyed",
    "replacement_cards": "new version", "precon_exception": "preconstructed", "seats": "meets",
    "domain_identity": "", "legend_optional": "", "chosen_champion_optional": "", "champion_tag_match": "",
    "copy_limits": "", "unique_keyword_applies": "", "signature_limit": "", "sideboard": "",
}  # fmt: skip
#: Of the unified decks of three players, by whatever holds them.
UNIFIED = frozenset(
    [
        "team_size",
        "copy_limits_scope",
        "legion_max_total",
        "one_of_a_kind_total",
        "main_character_card_total",
        "main_character_scope",
        "basic_locations",
        "team_locations",
    ]
)
WRITTEN_OUT = "restriction"


@pytest.fixture(scope="module")
def gathered(shared: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((shared / "data" / "formats.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def held(reference: Callable[[str], Reference]) -> Callable[[Mapping[str, Any]], Format]:
    return lambda row: reference(row["game"]).formats[row["slug"]]


Held = Callable[[Mapping[str, Any]], Format]


def words(fmt: Format) -> str:
    """Everything that is said of a format."""
    kept = (each.terms for each in fmt.restrictions)
    return " ".join(
        (describe_pool(fmt), *describe_requirements(fmt, date.max), *fmt.doubts, fmt.notes, *map(str, kept))
    )


def test_there_are_seventy(gathered: list[dict[str, Any]], held: Held) -> None:
    assert len(gathered) == 70
    assert all(held(row).name == row["name"] for row in gathered)


def test_every_key_has_its_place(gathered: list[dict[str, Any]]) -> None:
    places = (GAME_RULES, BEGINNING, FIGURES, HELD_ELSEWHERE, RESTRICTIONS, NOTED, UNIFIED, {WRITTEN_OUT},
              {"main_deck_exact"})  # fmt: skip
    known = {key for place in places for key in place}
    assert {key for row in gathered for key in row["definition"]} <= known


def test_days_and_names_are_those_gathered(gathered: list[dict[str, Any]], held: Held) -> None:
    for row in gathered:
        fmt = held(row)
        for found, stated in ((fmt.starts, row["starts"]), (fmt.ends, row["ends"])):
            days = [found.earliest.isoformat(), found.latest.isoformat()] if found else None
            assert days == stated, row["slug"]
        assert (fmt.kind, list(fmt.short), list(fmt.aliases)) == (row["kind"], row["short"], row["aliases"])


def test_figures_are_those_gathered(gathered: list[dict[str, Any]], held: Held) -> None:
    for row in gathered:
        figures: Construction = held(row).construction
        for key, value in row["definition"].items():
            if key in FIGURES and row["kind"] != "limited":
                assert getattr(figures, FIGURES[key]) == value, (row["slug"], key)
            if key == "main_deck_exact":
                assert (figures.deck_min, figures.deck_max) == (value, value), row["slug"]
        if row["kind"] == "limited" and row["game"] == RIFTBOUND:
            assert figures.deck_min == row["definition"]["main_deck_min"]


def test_listed_sets_are_those_gathered(gathered: list[dict[str, Any]], held: Held) -> None:
    for row in gathered:
        listed = row["definition"].get("legal_sets")
        pool = held(row).pool
        if isinstance(listed, list):
            assert (pool.kind, [code.rstrip("?") for code in listed]) == ("listed", list(pool.sets)), row["slug"]
        elif listed == "all":
            assert pool.kind == "all", row["slug"]


def test_restrictions_are_of_a_kind_that_holds_them(gathered: list[dict[str, Any]], held: Held) -> None:
    for row in gathered:
        kinds = {each.kind for each in held(row).restrictions}
        for key in row["definition"]:
            if RESTRICTIONS.get(key):
                assert RESTRICTIONS[key] in kinds or row["slug"] == "booster-draft", (row["slug"], key)
        if WRITTEN_OUT in row["definition"]:
            assert kinds, row["slug"]


def test_what_is_noted_is_said(gathered: list[dict[str, Any]], held: Held) -> None:
    for row in gathered:
        for key in row["definition"]:
            assert NOTED.get(key, "").casefold() in words(held(row)).casefold(), (row["slug"], key)


def test_how_play_begins_is_said_of_the_game(gathered: list[dict[str, Any]], held: Held) -> None:
    for row in gathered:
        for key in row["definition"]:
            assert BEGINNING.get(key, "") in describe_start(held(row)), (row["slug"], key)


def test_universes_are_those_gathered(gathered: list[dict[str, Any]], held: Held) -> None:
    for row in gathered:
        stated = row["definition"]
        if row["game"] != VS_2PCG:
            continue
        universe = held(row).universe
        if stated.get("universe") == "Photographic":
            assert universe == "Photographic", row["slug"]
        elif stated.get("universe_rule") == "universes may be mixed":
            assert universe == "mixed", row["slug"]
        elif stated.get("universe_rule") == "as Multiverse":
            assert universe == "one", row["slug"]


def test_banned_cards_are_as_many_as_gathered(gathered: list[dict[str, Any]], held: Held) -> None:
    """Each name, or number, that is listed stands in a ban of that format."""
    for row in gathered:
        listed = row["definition"].get("banned", ())
        own = [ban for ban in held(row).bans if row["slug"] in ban.formats]
        if isinstance(listed, list):
            # Riftbound's later bans are recorded beside those that were gathered first.
            assert len(own) == len(listed) or row["game"] in (VS_2PCG, RIFTBOUND), row["slug"]
            assert len(own) >= len(listed), row["slug"]
        for each in row["definition"].get("destroyed", ()):
            numbers = {code for ban in own for code in ban.printings}
            is_by_name = any(ban.card in each["title"] and ban.set_code for ban in own)
            # One number was gathered with an incomplete code of its set.
            listed_numbers = {code.replace("MCU-", "MCU6-") for code in each["numbers"]}
            assert numbers.issuperset(listed_numbers) or is_by_name, each["title"]


def test_every_doubt_that_was_gathered_leaves_one(gathered: list[dict[str, Any]], held: Held) -> None:
    for row in gathered:
        if row["doubts"]:
            fmt = held(row)
            assert fmt.doubts or fmt.pool.is_inferred, row["slug"]
