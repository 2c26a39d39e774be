"""What Riftbound formats ask of a deck beyond the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from engine.model.decks import CHAMPION, DECK, LEGEND, RUNES, Deck
from engine.model.formats import Format
from engine.model.verdicts import UNKNOWN, Breach, Measure
from engine.rules import restrictions
from engine.rules.format_rules import RestrictionCheck
from engine.rules.messages import quantity


def domains_at_most(deck: Deck, fmt: Format, as_of: date, terms: Mapping[str, object]) -> Iterator[Breach | Measure]:
    """Any so many domains, or any so many beside those of the legend (tournament rules 602.4.a.3, 602.4.b.4).

    The sideboard isn't counted: it is what was opened and left, and the domains may change between games (602.4.a.7).
    """
    most, beside = int(str(terms["count"])), int(str(terms["beside_legend"]))
    cards = tuple(dict.fromkeys(c for s in (CHAMPION, DECK, RUNES) for c, _ in deck.read(s)))
    found = dict.fromkeys(domain for card in cards for domain in card.domains or ())
    legends = tuple(card for card, _ in deck.read(LEGEND))
    granted = {domain for card in legends for domain in card.domains or ()}
    fits = len(found) <= most or (bool(legends) and len(found.keys() - granted) <= beside)
    vague = tuple(card for card in (*cards, *legends) if card.domains is None)
    unsettled = deck.unsettled_in(CHAMPION, DECK, RUNES, LEGEND)
    legend_is_vague = deck.unsettled_in(LEGEND) or any(card.domains is None for card in legends)
    allowed = f"any {most}, or any {beside} beside the legend's"
    limit = f"at most {most}, or {beside} besides the legend's"
    if not fits and not legend_is_vague:
        yield Breach(f"{quantity(len(found), 'domain')}: {', '.join(found)}; {limit}", cards, len(found), allowed)
    elif vague or unsettled:
        yield Breach(
            f"Domains unknown for {quantity(len(vague) + unsettled, 'card')}; {limit}",
            vague,
            len(vague) + unsettled,
            allowed,
            severity=UNKNOWN,
        )
    yield Measure(len(found), allowed)


#: The kinds of restriction that Riftbound formats use: their own and those of every game.
RESTRICTIONS: Mapping[str, RestrictionCheck] = {**restrictions.RESTRICTIONS, "domains-at-most": domains_at_most}
