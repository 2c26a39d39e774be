"""What a Riftbound deck owes to its legend: the chosen champion, signature cards, domains."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.games.riftbound.deck_terms import DeckTerms, read_deck_terms
from engine.games.riftbound.tournament import find_limited_rules
from engine.model.cards import Card
from engine.model.decks import ADDITIONAL_LEGENDS, CHAMPION, DECK, LEGEND, RUNES, SIDEBOARD, Deck
from engine.model.formats import Construction
from engine.model.verdicts import ERROR, INFO, NOT_APPLICABLE, UNKNOWN, Breach, Measure
from engine.rules import FigureCheck
from engine.rules.messages import card_titles, quantity

SIGNATURE = "Signature"
CHAMPION_UNIT = "Champion"
_MAIN_AND_SIDE = (CHAMPION, DECK, SIDEBOARD)


@dataclass(frozen=True, slots=True)
class _Legend:
    """The deck's legend: `card` where the list names one, `is_unsettled` where its line names no one card."""

    card: Card | None
    is_unsettled: bool


def _legend(deck: Deck) -> _Legend:
    cards = deck.read(LEGEND)
    is_unsettled = bool(deck.unsettled_in(LEGEND))
    return _Legend(cards[0][0] if len(cards) == 1 and not is_unsettled else None, is_unsettled)


@FigureCheck
def chosen_champion(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """One champion unit whose champion tag is the legend's."""
    wanted, found = figures.champions, deck.size(CHAMPION)
    if wanted is None:
        yield Measure(found, section=CHAMPION, outcome=NOT_APPLICABLE, note="the format requires none")
        return
    if found != wanted:
        yield Breach(
            f"{quantity(found, 'chosen champion')}; exactly {wanted}", found=found, allowed=wanted, section=CHAMPION
        )
    for card, _ in deck.read(CHAMPION):
        if card.supertype != SIGNATURE:
            yield from _check_champion(deck, card)
    yield Measure(found, wanted, CHAMPION)


@FigureCheck
def signature_champion(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """A signature unit can't be the chosen champion, in limited play neither."""
    if figures.champions is None and not find_limited_rules(figures):
        yield Measure(section=CHAMPION, outcome=NOT_APPLICABLE, note="the format requires no chosen champion")
        return
    signatures = [card for card, _ in deck.read(CHAMPION) if card.supertype == SIGNATURE]
    for card in signatures:
        message = f"{card.title} is a signature card; it can’t be the chosen champion"
        yield _breach_in_zone(deck, message, card)
    yield Measure(len(signatures), 0, CHAMPION)


def _check_champion(deck: Deck, card: Card) -> Iterator[Breach]:
    """What keeps a card that isn't a signature card from being the chosen champion."""
    unfit = tuple(check_champion_unit(deck, card))
    if any(each.severity == ERROR for each in unfit):
        yield from unfit
        return
    legend = deck.once(_legend)
    shares = shares_tag(card, legend.card) if legend.card else None
    if shares is False:
        tags = ", ".join(legend.card.tags) if legend.card else ""
        message = f"{card.title} has {_list_tags(card)}; the chosen champion must share a tag with the legend: {tags}"
        yield _breach_in_zone(deck, message, card)
    elif unfit:
        yield from unfit
    elif shares is None and (legend.card or legend.is_unsettled):
        what = f"The tags of {card.title if not card.tags else 'the legend'} are unknown"
        yield _breach_in_zone(deck, f"{what}; the chosen champion must share a tag with the legend", card, UNKNOWN)


def check_champion_unit(deck: Deck, card: Card) -> Iterator[Breach]:
    """That a card isn't a champion unit, or may be none."""
    if card.type not in (None, "Unit") or card.supertype not in (None, CHAMPION_UNIT):
        kind = " ".join(filter(None, (card.supertype, card.type))).lower()
        yield _breach_in_zone(deck, f"{card.title} is a {kind}; the chosen champion must be a champion unit", card)
    elif card.type is None or card.supertype is None:
        missing = f"Not recorded whether {card.title} is a champion unit"
        yield _breach_in_zone(deck, f"{missing}; the chosen champion must be one", card, UNKNOWN)


@FigureCheck
def signature_count(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """Three signature cards in all.

    The sideboard is outside the deck (tournament rules 403.1), and what counts over both are copies of a name alone
    (403.3, 601.1.c.3): that the deck holds no more after a swap either is said.
    """
    most = figures.signatures
    counts = {section: _count_signature_cards(deck, section) for section in _MAIN_AND_SIDE}
    found = sum(sum(counts[section].values()) for section in (CHAMPION, DECK))
    beside = sum(counts[SIDEBOARD].values())
    if most is None:
        yield Measure(found, outcome=NOT_APPLICABLE, note="the format has no limit")
        return
    if found > most:
        cards = tuple(counts[CHAMPION] | counts[DECK])
        entries = (entry for section in (CHAMPION, DECK) for entry in deck.sections.get(section, ()))
        lines = tuple(sorted(entry.line for entry in entries if entry.card in cards))
        yield Breach(
            f"{quantity(found, 'signature card')}; at most {most} in total", cards, found, most, DECK, lines=lines
        )
    elif beside and found + beside > most:
        said = f"{quantity(found + beside, 'signature card')} with the sideboard"
        yield Breach(
            f"{said}; the deck itself may never have more than {most}, after sideboarding too",
            tuple(counts[SIDEBOARD]),
            found + beside,
            most,
            SIDEBOARD,
            INFO,
        )
    yield Measure(found, most, DECK)


@FigureCheck
def signature_tags(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """Each signature card has the legend's tag."""
    legend = deck.once(_legend)
    cards = deck.once(_list_signature_cards)
    if figures.signatures is None or (legend.card is None and not legend.is_unsettled):
        yield Measure(len(cards), outcome=NOT_APPLICABLE, note="no legend to share a tag with")
        return
    for card in cards:
        shares = shares_tag(card, legend.card) if legend.card else None
        if shares is None:
            message = f"Unknown whether {card.title} shares a tag with the legend; signature cards must"
            yield _breach(deck, message, card, DECK, UNKNOWN)
        elif not shares and legend.card:
            needed = f"signature cards must share a tag with the legend: {', '.join(legend.card.tags)}"
            yield _breach(deck, f"{card.title} has {_list_tags(card)}; {needed}", card, DECK)
    yield Measure(len(cards), "the legend’s tag", DECK)


def _list_tags(card: Card) -> str:
    return f"the tag{'s' * (len(card.tags) > 1)} {', '.join(card.tags)}"


def _list_domains(domains: tuple[str, ...] | None) -> str:
    return f"the domain{'s' * (len(domains) > 1)} {' and '.join(domains)}" if domains else "no domain"


def _count_signature_cards(deck: Deck, section: str) -> dict[Card, int]:
    return {card: count for card, count in deck.read(section) if card.supertype == SIGNATURE}


def _list_signature_cards(deck: Deck) -> tuple[Card, ...]:
    stand = (card for section in _MAIN_AND_SIDE for card, _ in deck.read(section))
    return tuple(dict.fromkeys(card for card in stand if card.supertype == SIGNATURE))


def shares_tag(card: Card, legend: Card) -> bool | None:
    """Whether a card has a tag of the legend; None where the tags of one of them aren't recorded."""
    if not card.tags or not legend.tags:
        return None
    return not set(card.tags).isdisjoint(legend.tags)


def may_follow(card: Card, legend: Card) -> bool:
    """Whether a deck under a legend may hold a card, as far as both are recorded; legends and tokens never."""
    if card.type == "Legend" or card.supertype == "Token" or card.domains is None or legend.domains is None:
        return False
    if card.supertype == SIGNATURE and set(card.tags).isdisjoint(legend.tags):
        return False
    return set(card.domains) <= set(legend.domains)


def _group_by_domains(deck: Deck, *sections: str) -> dict[bool, dict[Card, str]]:
    """The cards of some sections, each with the last where it stands: those of several domains apart."""
    found: dict[bool, dict[Card, str]] = {False: {}, True: {}}
    for section in sections:
        for card, _ in deck.read(section):
            found[len(card.domains or ()) > 1][card] = section
    return found


def _is_allowed_otherwise(deck: Deck, terms: DeckTerms, card: Card, surplus: list[str]) -> bool | None:
    """Whether a card with domains that the legend hasn't is allowed by an effect; None where it may be.

    Whether additional legends lend their domains isn't known.
    """
    by_effect = terms.allows_any_domain(card)
    if by_effect is not False:
        return by_effect
    others = [legend.domains for legend, _ in deck.read(ADDITIONAL_LEGENDS)]
    is_vague = None in others or bool(deck.unsettled_in(ADDITIONAL_LEGENDS))
    lent = {domain for domains in others for domain in domains or ()}
    return None if is_vague or lent.issuperset(surplus) else False


def _build_domain_check(*sections: str, several: tuple[bool, ...]) -> FigureCheck:
    """The check that cards of one domain at most, of several, or both have none that the legend hasn't."""

    def check(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
        legend = deck.once(_legend)
        if figures.legends is None or (legend.card is None and not legend.is_unsettled):
            yield Measure(outcome=NOT_APPLICABLE, note="no legend to share domains with")
            return
        granted = legend.card.domains if legend.card else None
        by_domains = deck.once(_group_by_domains, *sections)
        cards = {card: section for each in several for card, section in by_domains[each].items()}
        allowed = "the legend’s domains" if granted is None else " and ".join(granted) or "no domain"
        terms = read_deck_terms(deck)
        doubtful = [
            card
            for card in cards
            if (card.domains is None or (granted is None and card.domains)) and not terms.allows_any_domain(card)
        ]
        for card, section in cards.items():
            surplus = [domain for domain in card.domains or () if granted is not None and domain not in granted]
            is_allowed = _is_allowed_otherwise(deck, terms, card, surplus) if surplus else True
            if is_allowed is not True:
                own, of_legend = _list_domains(card.domains), _list_domains(granted)
                message = f"{card.title} has {own}; the legend has {of_legend}"
                severity = UNKNOWN
                if is_allowed is None:
                    message += "; not recorded whether an effect or an additional legend allows it"
                elif "domains" in card.doubtful or (legend.card and "domains" in legend.card.doubtful):
                    message += "; not certain, because domains were inferred"
                else:
                    severity = ERROR
                yield _breach(deck, message, card, section, severity)
        if doubtful:
            names = "the legend" if granted is None else card_titles(tuple(doubtful))
            yield Breach(
                f"The domains of {names} are unknown; each card must have only domains of the legend",
                tuple(doubtful),
                len(doubtful),
                severity=UNKNOWN,
                lines=tuple(sorted(line for card in doubtful for line in deck.lines[card])),
            )
        yield Measure(len(cards), allowed, sections[0])

    return FigureCheck(check)


@FigureCheck
def cards_of_any_domain(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """A card that an effect allows whatever its domains; the others are looked at by their domains."""
    terms = read_deck_terms(deck)
    if figures.legends is None or not terms.domains:
        yield Measure(outcome=NOT_APPLICABLE, note="no card allows other domains")
        return
    cards = {card for section in (*_MAIN_AND_SIDE, RUNES) for card, _ in deck.read(section)}
    yield Measure(sum(terms.allows_any_domain(card) is True for card in cards), "any domain", DECK)


@FigureCheck
def domainless_cards(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """A card recorded as having no domain fits every legend."""
    cards = {card for section in _MAIN_AND_SIDE for card, _ in deck.read(section) if card.domains == ()}
    if figures.legends is None or not cards:
        yield Measure(len(cards), outcome=NOT_APPLICABLE, note="no card without a domain")
    else:
        yield Measure(len(cards), "any number", DECK)


#: One domain at most; a card whose domains aren't recorded is looked at here.
single_domain_cards = _build_domain_check(DECK, CHAMPION, SIDEBOARD, several=(False,))
multi_domain_cards = _build_domain_check(DECK, CHAMPION, SIDEBOARD, several=(True,))
rune_domains = _build_domain_check(RUNES, several=(False, True))


def _breach_in_zone(deck: Deck, message: str, card: Card, severity: str = ERROR) -> Breach:
    """What speaks against a card as the chosen champion: its copies elsewhere have no part in it."""
    lines = tuple(sorted(entry.line for entry in deck.sections[CHAMPION] if entry.card == card))
    count = dict(deck.read(CHAMPION))[card]
    return _breach(deck, message, card, CHAMPION, severity)._replace(found=count, lines=lines)


def _breach(deck: Deck, message: str, card: Card, section: str, severity: str = ERROR) -> Breach:
    lines = tuple(sorted(deck.lines[card]))
    text = message[:1].upper() + message[1:]
    return Breach(text, (card,), deck.counts[card], section=section, severity=severity, lines=lines)
