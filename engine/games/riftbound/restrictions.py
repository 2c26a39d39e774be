"""What Riftbound formats ask of a deck beyond the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from datetime import date

from engine.games.riftbound.tournament import find_limited_rules, find_tournament_rules
from engine.model.decks import CHAMPION, DECK, LEGEND, RUNES, Deck
from engine.model.formats import Format
from engine.model.verdicts import ERROR, UNKNOWN, Breach, Citation, Measure
from engine.rules import restrictions
from engine.rules.format_rules import RestrictionCheck
from engine.rules.messages import quantity

_INFERRED = "domains"  #: among a card's doubtful facts


def domains_at_most(deck: Deck, fmt: Format, as_of: date, terms: Mapping[str, object]) -> Iterator[Breach | Measure]:
    """Any so many domains, or any so many beside those of the legend (tournament rules 602.4.a.3, 602.4.b.4).

    The sideboard isn't counted: it is what was opened and left, and the domains may change between games (602.4.a.7).
    """
    most, beside = int(str(terms["count"])), int(str(terms["beside_legend"]))
    cards = tuple(dict.fromkeys(c for s in (CHAMPION, DECK, RUNES) for c, _ in deck.read(s)))
    found = dict.fromkeys(domain for card in cards for domain in card.domains or ())
    legends = tuple(card for card, _ in deck.read(LEGEND))
    granted = {domain for card in legends for domain in card.domains or ()}
    sure = {domain for card in cards if _INFERRED not in card.doubtful for domain in card.domains or ()}

    def fits(domains: Set[str]) -> bool:
        return len(domains) <= most or (bool(legends) and len(domains - granted) <= beside)

    vague = tuple(card for card in (*cards, *legends) if card.domains is None)
    unsettled = deck.unsettled_in(CHAMPION, DECK, RUNES, LEGEND)
    legend_is_vague = deck.unsettled_in(LEGEND) or any(
        card.domains is None or _INFERRED in card.doubtful for card in legends
    )
    allowed = f"any {most}, or any {beside} beside the legend's"
    limit = f"at most {most}, or {beside} besides the legend's"
    rules = find_limited_rules(fmt.construction_on(as_of)) if (most, beside) == (3, 1) else None
    cite = Citation(find_tournament_rules(as_of), rules.domains) if rules else None
    if not fits(found.keys()) and (not legend_is_vague or not (vague or unsettled)):
        said = f"{quantity(len(found), 'domain')}: {', '.join(found)}; {limit}"
        is_certain = not fits(sure) and not legend_is_vague
        severity, more = (ERROR, "") if is_certain else (UNKNOWN, "; not certain, because domains were inferred")
        yield Breach(f"{said}{more}", cards, len(found), allowed, severity=severity, citation=cite)
    elif vague or unsettled:
        yield Breach(
            f"Domains unknown for {quantity(len(vague) + unsettled, 'card')}; {limit}",
            vague,
            len(vague) + unsettled,
            allowed,
            severity=UNKNOWN,
            citation=cite,
        )
    yield Measure(len(found), allowed, citation=cite)


#: The kinds of restriction that Riftbound formats use: their own and those of every game.
RESTRICTIONS: Mapping[str, RestrictionCheck] = {**restrictions.RESTRICTIONS, "domains-at-most": domains_at_most}
