"""Vs. System 2PCG as one value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from engine.games.vs_2pcg.building import BUILDING
from engine.games.vs_2pcg.card_text import CARD_TEXT
from engine.games.vs_2pcg.deck import get_own_limit
from engine.games.vs_2pcg.deck_rules import PCG_5_0
from engine.games.vs_2pcg.deck_terms import CHANGES, CODES_CHANGED
from engine.games.vs_2pcg.fast_path import FAST_PATH
from engine.games.vs_2pcg.formats import FORMATS
from engine.games.vs_2pcg.goldfish import GOLDFISH
from engine.games.vs_2pcg.level_up import add_followers
from engine.games.vs_2pcg.lists import SECTIONS
from engine.games.vs_2pcg.odds import ON_CURVE
from engine.games.vs_2pcg.opening import OPENING
from engine.games.vs_2pcg.pile_choices import OPTIONAL_INVENTIONS
from engine.games.vs_2pcg.pile_contents import PILE_SIZE
from engine.games.vs_2pcg.pile_rules import PILE_CODES, PILE_NESTED
from engine.games.vs_2pcg.piles import PILES
from engine.games.vs_2pcg.repairs import REPAIRS
from engine.games.vs_2pcg.site import SITE
from engine.games.vs_2pcg.starters import GUESTS, STARTING_GROUPS
from engine.games.vs_2pcg.stats import STATS
from engine.model.cards import VS_2PCG, Card
from engine.model.decks import DECK
from engine.model.games import CopyRules, Game, NamingRules
from engine.model.names import fold
from engine.model.verdicts import Citation

if TYPE_CHECKING:
    from engine.play.rules import PlayRules


def _identity(card: Card) -> str:
    """Name and first printing, under which reprints stand too."""
    first = next((printing.code for printing in card.printings if printing.set_code), "")
    return f"{fold(card.name)}|{first.casefold()}"


def _characters(cards: Iterable[Card]) -> dict[Card, frozenset[str]]:
    """A character by the names of its AKA line."""
    return {card: card.names for card in cards}


def _citations() -> Iterator[tuple[str, Citation]]:
    """What the data on main characters and piles cites."""
    yield from (("main-character", group.citation) for group in STARTING_GROUPS)
    yield from ((code, CHANGES) for code in CODES_CHANGED)
    yield from (("card-type", guests.citation) for guests in GUESTS)
    for pile in PILES:
        yield from ((code, pile.citation) for code in PILE_CODES if code != PILE_NESTED)
    yield PILE_SIZE, OPTIONAL_INVENTIONS


def _load_play() -> PlayRules:
    """Import the rules of play when they are first asked for: half of the game's code, and decks need none of it."""
    from engine.games.vs_2pcg.play import PLAY

    return PLAY


VS_2PCG_GAME = Game(
    slug=VS_2PCG,
    name="Vs. System 2PCG",
    rulesets=(PCG_5_0,),
    sections=SECTIONS,
    copies=CopyRules(identity=_identity, sections=(DECK,), own_limit=get_own_limit),
    naming=NamingRules(is_printing_said=True, characters=_characters),
    card_text=CARD_TEXT,
    fast_path=FAST_PATH,
    formats=FORMATS,
    citations=_citations,
    repairs=REPAIRS,
    building=BUILDING,
    stats=STATS,
    opening=OPENING,
    on_curve=ON_CURVE,
    goldfish=GOLDFISH,
    complete=add_followers,
    code_number=2,
    site=SITE,
    play=_load_play,
)
