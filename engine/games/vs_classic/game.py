"""The Vs. System TCG as one value."""

from __future__ import annotations

from engine.card_text.keywords import LOYALTY
from engine.card_text.symbols import ARROWS
from engine.games.vs_classic.deck_rules import CR_2_7, CR_2007_02_05
from engine.games.vs_classic.site import SITE
from engine.model.cards import VS_CLASSIC, Card
from engine.model.games import CardText, Copies, Game, Naming, Sections
from engine.model.names import UNRECORDED_VERSION, fold, version_key


def _identity(card: Card) -> str:
    """Name and versions (101.2 and 202.6)."""
    return "|".join((fold(card.name), *(version_key(card.versions) if card.versions_known else (UNRECORDED_VERSION,))))


_CARD_TEXT = CardText(
    symbols={"activate": "Activate", "flight": "Flight", "range": "Range"},
    bare_symbols={rf"(?m:^|(?<=[:.] ))Activate(?=,| {ARROWS})": "Activate"},
    deck_keywords=(LOYALTY, "Loyalty-Reveal", "Dual Loyalty"),
    has_small_keywords=True,
)

VS_CLASSIC_GAME = Game(
    slug=VS_CLASSIC,
    name="Vs. System TCG",
    rulesets=(CR_2007_02_05, CR_2_7),
    sections=Sections(),
    copies=Copies(identity=_identity),
    naming=Naming(is_title_enough=True),
    card_text=_CARD_TEXT,
    code_number=1,
    site=SITE,
)
