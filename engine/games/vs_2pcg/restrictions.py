"""The kinds of restriction that 2PCG formats use, each with its function."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.vs_2pcg.stat_restrictions import (
    boss,
    copies_by_type,
    health,
    main_character_once,
    main_character_sets,
    main_characters_at_most,
    one_starting_main_character,
    sets_combined,
)
from engine.games.vs_2pcg.team_restrictions import (
    alignment_loyalty,
    good_or_evil,
    main_character_teams,
    one_team,
    team_pair,
    teams_only,
)
from engine.rules.format_rules import EachCard, RestrictionCheck
from engine.rules.restrictions import OF_EVERY_GAME

RESTRICTIONS: Mapping[str, RestrictionCheck] = {
    **OF_EVERY_GAME,
    "alignment-loyalty": alignment_loyalty,
    "boss": boss,
    "copies-by-type": copies_by_type,
    "good-or-evil": good_or_evil,
    "health": EachCard(health),
    "main-character-once": main_character_once,
    "main-character-sets": EachCard(main_character_sets),
    "main-character-teams": EachCard(main_character_teams),
    "main-characters-at-most": main_characters_at_most,
    "one-starting-main-character": one_starting_main_character,
    "one-team": one_team,
    "sets-combined": sets_combined,
    "team-pair": team_pair,
    "teams-only": EachCard(teams_only, lambda terms: terms.get("piles") is not False),
}
