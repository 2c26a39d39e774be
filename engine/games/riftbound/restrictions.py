"""What Riftbound formats ask of a deck beyond the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from engine.games.riftbound.tournament import find_limited_rules, find_tournament_rules
from engine.model.cards import Card
from engine.model.decks import CHAMPION, DECK, LEGEND, RUNES, Deck
from engine.model.formats import Format
from engine.model.verdicts import ERROR, UNKNOWN, Breach, Citation, Measure
from engine.rules import restrictions
from engine.rules.format_rules import RestrictionCheck
from engine.rules.messages import quantity

DOMAINS = "domains"  #: among a card's doubtful facts where they were inferred


@dataclass(frozen=True, slots=True)
class _Domains:
    """The domains of a deck without its sideboard: those `found`, those that weren't inferred, and the legend's."""

    cards: tuple[Card, ...]
    legends: tuple[Card, ...]
    found: tuple[str, ...]
    sure: frozenset[str]
    granted: frozenset[str]

    def fit(self, domains: Collection[str], most: int, beside: int) -> bool:
        """Whether these are no more than so many, or no more than so many beside those of the legend."""
        return len(domains) <= most or (bool(self.legends) and len(set(domains) - self.granted) <= beside)


def _read_domains(deck: Deck) -> _Domains:
    cards = tuple(dict.fromkeys(card for section in (CHAMPION, DECK, RUNES) for card, _ in deck.read(section)))
    legends = tuple(card for card, _ in deck.read(LEGEND))
    return _Domains(
        cards,
        legends,
        tuple(dict.fromkeys(domain for card in cards for domain in card.domains or ())),
        frozenset(domain for card in cards if DOMAINS not in card.doubtful for domain in card.domains or ()),
        frozenset(domain for card in legends for domain in card.domains or ()),
    )


def domains_at_most(deck: Deck, fmt: Format, as_of: date, terms: Mapping[str, object]) -> Iterator[Breach | Measure]:
    """Any so many domains, or any so many beside those of the legend (tournament rules 602.4.a.3, 602.4.b.4).

    The sideboard isn't counted: it is what was opened and left, and the domains may change between games (602.4.a.7).
    """
    most, beside = int(str(terms["count"])), int(str(terms["beside_legend"]))
    read = deck.once(_read_domains)
    found = len(read.found)
    vague = tuple(card for card in (*read.cards, *read.legends) if card.domains is None)
    missing = len(vague) + deck.unsettled_in(CHAMPION, DECK, RUNES, LEGEND)
    is_legend_vague = bool(deck.unsettled_in(LEGEND)) or any(card.domains is None for card in read.legends)
    allowed = f"any {most}, or any {beside} beside the legend’s"
    limit = f"at most {most}, or {beside} besides the legend’s"
    rules = find_limited_rules(fmt.construction_on(as_of)) if (most, beside) == (3, 1) else None
    cite = Citation(find_tournament_rules(as_of), rules.domains) if rules else None
    if not read.fit(read.found, most, beside) and not is_legend_vague:
        said = f"{quantity(found, 'domain')}: {', '.join(read.found)}; {limit}"
        is_inferred = read.fit(read.sure, most, beside) or any(DOMAINS in card.doubtful for card in read.legends)
        severity, more = (UNKNOWN, "; not certain, because domains were inferred") if is_inferred else (ERROR, "")
        yield Breach(f"{said}{more}", read.cards, found, allowed, severity=severity, citation=cite)
    elif missing:
        said = f"Domains unknown for {quantity(missing, 'card')}; {limit}"
        yield Breach(said, vague, missing, allowed, severity=UNKNOWN, citation=cite)
    yield Measure(found, allowed, citation=cite)


#: The kinds of restriction that Riftbound formats use: their own and those of every game.
RESTRICTIONS: Mapping[str, RestrictionCheck] = {**restrictions.RESTRICTIONS, "domains-at-most": domains_at_most}
