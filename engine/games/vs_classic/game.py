"""The Vs. System TCG as one value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.card_text.keywords import LOYALTY
from engine.card_text.symbols import ARROWS
from engine.games.vs_classic.building import BUILDING
from engine.games.vs_classic.deck_rules import CR_2_7, CR_2007_02_05
from engine.games.vs_classic.fast_path import FAST_PATH
from engine.games.vs_classic.formats import FORMATS
from engine.games.vs_classic.goldfish import GOLDFISH, GOLDFISHES
from engine.games.vs_classic.loyalty import DUAL_LOYALTY, LOYALTY_REVEAL
from engine.games.vs_classic.odds import ON_CURVE
from engine.games.vs_classic.opening import OPENING, OPENINGS
from engine.games.vs_classic.site import SITE
from engine.games.vs_classic.stats import STATS
from engine.model.cards import VS_CLASSIC, Card
from engine.model.games import CardText, CopyRules, Game, NamingRules, SectionRules
from engine.model.names import UNRECORDED_VERSION, fold, version_key

if TYPE_CHECKING:
    from engine.play.rules import PlayRules


def _identity(card: Card) -> str:
    """Name and versions (101.2 and 202.6)."""
    return "|".join((fold(card.name), *(version_key(card.versions) if card.versions_known else (UNRECORDED_VERSION,))))


def _characters(cards: Iterable[Card]) -> dict[Card, frozenset[str]]:
    """A character by its identity; a name without one is its own."""
    return {card: frozenset({card.identity or card.name}) for card in cards if card.type == "Character"}


_CARD_TEXT = CardText(
    symbols={"activate": "Activate", "flight": "Flight", "range": "Range"},
    bare_symbols={rf"(?m:^|(?<=[:.] ))Activate(?=,| {ARROWS})": "Activate"},
    deck_keywords=(LOYALTY, LOYALTY_REVEAL, DUAL_LOYALTY),
    has_small_keywords=True,
)


def _load_play() -> PlayRules:
    """Import the rules of play when they are first asked for: half of the game's code, and decks need none of it."""
    from engine.games.vs_classic.play import PLAY

    return PLAY


VS_CLASSIC_GAME = Game(
    slug=VS_CLASSIC,
    name="Vs. System TCG",
    rulesets=(CR_2007_02_05, CR_2_7),
    sections=SectionRules(),
    copies=CopyRules(identity=_identity, are_by_version=True),
    naming=NamingRules(is_title_enough=True, characters=_characters),
    card_text=_CARD_TEXT,
    fast_path=FAST_PATH,
    formats=FORMATS,
    building=BUILDING,
    stats=STATS,
    opening=OPENING,
    on_curve=ON_CURVE,
    goldfish=GOLDFISH,
    openings=OPENINGS,
    goldfishes=GOLDFISHES,
    code_number=1,
    play=_load_play,
    site=SITE,
)
