"""The facts that stand in a card's text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from engine.card_text.deck_terms import deck_terms
from engine.card_text.deckbuilding import aka, loyalty, piles, printed_limit
from engine.card_text.having import keywords_of
from engine.card_text.paragraphs import normal_form, without_reminders
from engine.card_text.powers import level_up, super_powers
from engine.card_text.symbols import POWER_SYMBOLS
from engine.games.vs_2pcg.card_facts import MAIN_CHARACTER
from engine.model.cards import VS_2PCG

#: What is derived and is a column of a card's row too.
FACTS = ("keywords", "printed_limit", "power_symbols", "aka", "uses_piles", "member_of_piles", "deck_building")
#: A reminder that is all that says which teams Loyalty names.
_TEAMS_REMINDED = re.compile(r"\(([^()\n]*\bin your deck only if (?:all|each|every)\b[^()\n]*)\)", re.I)
_SYMBOL = re.compile(rf"\[({'|'.join(POWER_SYMBOLS)})\]")


def derive(
    text: str,
    *,
    game: str,
    name: str,
    type: str | None = None,  # noqa: A002 - as the column of a card's row is called
    keywords: Iterable[str] = (),
    is_normal: bool = False,
) -> dict[str, Any]:
    """The facts that a text states, as the package's docstring lists them; what it doesn't state has no key.

    `is_normal` says that the text is in its normal form already, which saves a tenth of the time.
    """
    normal = text if is_normal else normal_form(text, game)
    said = without_reminders(_TEAMS_REMINDED.sub(r"\n\1\n", normal) if game == VS_2PCG else normal)
    if not said:
        return {}
    held = keywords_of(said, game, keywords)
    found: dict[str, Any] = {
        "keywords": held,
        "printed_limit": printed_limit(said, game, name, held),
        "loyalty": loyalty(game, held),
    }
    if game == VS_2PCG:
        found.update(_pcg(said, is_location=type.endswith("Location") if type else bool(_SYMBOL.match(said))))
        if type == MAIN_CHARACTER:
            found["deck_building"] = deck_terms(said)
    return {key: value for key, value in found.items() if value or key == "power_symbols"}


def _pcg(said: str, *, is_location: bool) -> dict[str, Any]:
    powers = super_powers(said)
    uses, member_of = piles(said)
    symbols = _SYMBOL.findall(said) if is_location else [s for power in powers for way in power["costs"] for s in way]
    return {
        "power_symbols": [symbol for symbol in POWER_SYMBOLS if symbol in symbols],
        "super_powers": powers,
        "level_up": level_up(said),
        "aka": aka(said),
        "uses_piles": uses,
        "member_of_piles": member_of,
    }
