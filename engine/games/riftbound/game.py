"""Riftbound as one value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.card_text.keywords import KeywordMatcher
from engine.games.riftbound.building import BUILDING
from engine.games.riftbound.deck_codes import PILTOVER_CODE
from engine.games.riftbound.deck_terms import parse_deck_terms
from engine.games.riftbound.editions import RULESETS
from engine.games.riftbound.fast_path import FAST_PATH
from engine.games.riftbound.formats import FORMATS, list_teammate_citations
from engine.games.riftbound.goldfish import GOLDFISH, GOLDFISHES
from engine.games.riftbound.identity import may_follow
from engine.games.riftbound.lists import NAMING, SECTIONS
from engine.games.riftbound.odds import ON_CURVE
from engine.games.riftbound.opening import OPENING, OPENINGS, RUNE_OPENINGS, RUNES
from engine.games.riftbound.repairs import REPAIRS
from engine.games.riftbound.site import SITE
from engine.games.riftbound.stats import STATS
from engine.games.riftbound.symbols import OWN_POWER, SYMBOLS
from engine.games.riftbound.tournament import cite_sideboarding, list_tournament_citations
from engine.model.cards import RIFTBOUND, Card
from engine.model.decks import CHAMPION, DECK, SIDEBOARD
from engine.model.games import CardText, CopyRules, Game
from engine.model.names import fold

if TYPE_CHECKING:
    from engine.play.rules import PlayRules


def _identity(card: Card) -> str:
    """The name (core rules 103.2)."""
    return fold(card.name)


def _keywords(text: str, known: KeywordMatcher) -> Iterator[tuple[str, str | None]]:
    """Keywords in brackets at the head of a line."""
    for line in text.split("\n"):
        at = 0
        while found := known.bracketed.match(line, at):
            yield known.name(found[1]), found[2]
            at = found.end()


def _load_play() -> PlayRules:
    """Import the rules of play when they are first asked for: half of the game's code, and decks need none of it."""
    from engine.games.riftbound.play import PLAY

    return PLAY


RIFTBOUND_GAME = Game(
    slug=RIFTBOUND,
    name="Riftbound",
    rulesets=RULESETS,
    sections=SECTIONS,
    copies=CopyRules(identity=_identity, sections=(DECK, CHAMPION, SIDEBOARD)),
    naming=NAMING,
    card_text=CardText(
        symbols=SYMBOLS,
        own_symbol=OWN_POWER,
        keywords=_keywords,
        facts=lambda text, card_type: {"deck_building": parse_deck_terms(text)},
    ),
    fast_path=FAST_PATH,
    formats=FORMATS,
    citations=lambda: (*list_tournament_citations(), *list_teammate_citations()),
    repairs=REPAIRS,
    building=BUILDING,
    stats=STATS,
    play=_load_play,
    opening=OPENING,
    on_curve=ON_CURVE,
    goldfish=GOLDFISH,
    openings=OPENINGS,
    goldfishes=GOLDFISHES,
    side_decks={"runes": RUNES},
    side_openings={"runes": RUNE_OPENINGS},
    sideboarding_by=cite_sideboarding,
    own_code=PILTOVER_CODE,
    may_follow_legend=may_follow,
    code_number=3,
    site=SITE,
)
