"""The deck rules of Vs. System 2PCG, by the compiled rulebook 5.0. Its headings stand for numbers."""

from __future__ import annotations

from datetime import date

from engine.games.vs_2pcg.adventures import adventure_count, adventure_decks
from engine.games.vs_2pcg.deck import card_type, copy_limit, deck_size, location_limit, omega_level, team_required
from engine.games.vs_2pcg.level_up import level_up
from engine.games.vs_2pcg.pile_rules import build_pile_check
from engine.games.vs_2pcg.restrictions import RESTRICTIONS
from engine.games.vs_2pcg.starters import main_character
from engine.games.vs_2pcg.teams import loyalty
from engine.games.vs_2pcg.universe import universe
from engine.model.cards import VS_2PCG
from engine.rules import ListCheck, Ruleset, build_rules
from engine.rules.format_rules import build_format_rows
from engine.rules.shared import LIST_ROWS, edition_before_held

#: The last day in the rulebook's own list of its versions.
_IN_FORCE_FROM = date(2022, 5, 23)

PCG_5_0 = Ruleset(
    VS_2PCG,
    "pcg-5.0",
    _IN_FORCE_FROM,
    build_rules(
        "pcg-5.0",
        *LIST_ROWS,
        ("main-character", "Deck Building Rules", ListCheck(main_character)),
        ("deck-size", "Deck Building Rules", deck_size),
        ("copy-limit", "Deck Building Rules", copy_limit),
        ("card-type", "Deck Building Rules", ListCheck(card_type)),
        ("location-limit", "Deck Building Rules", ListCheck(location_limit)),
        ("loyalty", "July 2019", ListCheck(loyalty), "pcg-updates"),
        ("team-required", "Keyword Glossary", ListCheck(team_required)),
        ("omega-level", "Keyword Glossary", ListCheck(omega_level)),
        ("universe", "universe", universe, "format:multiverse"),
        ("level-up", "Basic Game Concepts", ListCheck(level_up)),
        ("pile-missing", "Basic Game Concepts", build_pile_check("pile-missing")),
        ("pile-size", "Basic Game Concepts", build_pile_check("pile-size")),
        ("pile-size", "Basic Game Concepts", adventure_count),
        ("pile-card", "Basic Game Concepts", build_pile_check("pile-card")),
        ("pile-card", "Basic Game Concepts", adventure_decks),
        ("pile-nested", "Basic Game Concepts", build_pile_check("pile-nested")),
        ("pile-unexpected", "Basic Game Concepts", build_pile_check("pile-unexpected")),
        *build_format_rows(RESTRICTIONS),
        ("edition-before-held", "Edition", edition_before_held("pcg-5.0", _IN_FORCE_FROM)),
    ),
)
