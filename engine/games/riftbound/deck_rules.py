"""The deck rules of Riftbound that count cards and look at their types; `editions` binds them to their numbers.

The figures come from the format's construction on the day; one that is `None` isn't asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.games.riftbound.deck_terms import read_deck_terms
from engine.games.riftbound.tournament import find_limited_rules
from engine.model.cards import Card
from engine.model.decks import ADDITIONAL_LEGENDS, BATTLEFIELDS, CHAMPION, DECK, LEGEND, RUNES, SIDEBOARD, Deck
from engine.model.formats import Construction
from engine.model.verdicts import NONE_RECORDED, NOT_APPLICABLE, UNKNOWN, Breach, Citation, Measure
from engine.rules import FigureCheck
from engine.rules.messages import card_titles, quantity

MAIN_DECK_TYPES = frozenset(("Unit", "Gear", "Spell"))
TOKEN = "Token"  # noqa: S105 - a kind of card
UNIQUE = "Unique"


@FigureCheck
def champion_legend(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """One Champion Legend."""
    wanted, found = figures.legends, deck.size(LEGEND)
    if wanted is not None and found != wanted:
        yield Breach(f"{quantity(found, 'legend')}; exactly {wanted}", found=found, allowed=wanted, section=LEGEND)
    yield from check_only_type("Legend", deck, LEGEND)
    yield _measure(found, wanted, LEGEND)


@FigureCheck
def legend(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """One Champion Legend and no other: the editions before 2026-10-09 know no additional ones."""
    if figures.legends is not None:
        for card, count in deck.read(ADDITIONAL_LEGENDS):
            said = f"{card.title} is an additional legend; the rules of the day know none"
            yield Breach(said, (card,), count, 0, ADDITIONAL_LEGENDS, lines=_lines(deck, (card,)))
    yield from champion_legend.look_at(deck, figures)


@FigureCheck
def additional_legends(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """As many legends beside the Champion Legend as the deck's cards ask for."""
    found, asking = deck.size(ADDITIONAL_LEGENDS), read_deck_terms(deck).legends
    if figures.legends is None or not (found or asking):
        yield Measure(found, section=ADDITIONAL_LEGENDS, outcome=NOT_APPLICABLE, note="no card asks for other legends")
        return
    yield from check_only_type("Legend", deck, ADDITIONAL_LEGENDS)
    wanted = read_deck_terms(deck).legend_count
    cards = tuple(card for card, _ in asking)
    if wanted is not None and found > wanted:
        said = f"{quantity(found, 'additional legend')}; at most {wanted}"
        yield Breach(said, found=found, allowed=wanted, section=ADDITIONAL_LEGENDS)
    elif not asking:
        said = f"Not recorded that a card of this deck asks for additional legends; the list has {found}"
        yield Breach(said, found=found, section=ADDITIONAL_LEGENDS, severity=UNKNOWN)
    elif found != wanted:
        number = "an unrecorded number of" if wanted is None else wanted
        said = f"{card_titles(cards)} asks for {number} additional legends; the list has {found or 'none'}"
        yield Breach(said, cards, found, wanted, ADDITIONAL_LEGENDS, UNKNOWN)
    yield Measure(found, wanted, ADDITIONAL_LEGENDS)


def build_deck_minimum(tournament: str) -> FigureCheck:
    """The check that the main deck has at least forty cards, the chosen champion counted; limited decks have sizes of
    their own in the tournament rules."""

    def check(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
        least, found = figures.deck_min, deck.size(DECK) + deck.size(CHAMPION)
        rules = find_limited_rules(figures)
        citation = Citation(tournament, rules.size) if rules else None
        if least is not None and found < least:
            exactly = "exactly" if figures.deck_max == least else "at least"
            yield Breach(
                f"{quantity(found, 'card')} including the chosen champion; {exactly} {least}",
                found=found,
                allowed=f"{least}+",
                section=DECK,
                citation=citation,
            )
        yield _measure(found, None if least is None else f"{least}+", DECK)._replace(citation=citation)

    return FigureCheck(check)


@FigureCheck
def deck_maximum(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """In competitions no more than forty either."""
    most, found = figures.deck_max, deck.size(DECK) + deck.size(CHAMPION)
    if most is not None and found > most:
        exactly = "exactly" if figures.deck_min == most else "at most"
        yield Breach(
            f"{quantity(found, 'card')} including the chosen champion; {exactly} {most}",
            found=found,
            allowed=most,
            section=DECK,
        )
    yield _measure(found, most, DECK)


@FigureCheck
def copy_limit(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """Three of a name in the main deck."""
    limit, others = figures.copies, deck.once(_copies, DECK)
    yield from (breach for in_deck, breach in _list_surplus(deck, limit) if limit is not None and in_deck > limit)
    yield _measure(max((count for _, count in others.values()), default=0), limit, DECK)


@FigureCheck
def copy_limit_with_champion(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """Three of a name in the main deck with the chosen champion."""
    limit, counts = figures.copies, deck.once(_copies, DECK, CHAMPION)
    yield from (breach for in_deck, breach in _list_surplus(deck, limit) if limit is not None and in_deck <= limit)
    yield _measure(max((count for _, count in counts.values()), default=0), limit, DECK)


def _list_surplus(deck: Deck, limit: int | None) -> Iterator[tuple[int, Breach]]:
    """The names of which there are more copies than allowed, the chosen champion counted, each with its copies in the
    deck section alone."""
    others = deck.once(_copies, DECK)
    for name, (card, count) in deck.once(_copies, DECK, CHAMPION).items():
        if limit is not None and count > limit and not card.has_keyword(UNIQUE):
            in_deck = others[name][1] if name in others else 0
            said = f"{count} copies of {card.title}; at most {limit}"
            yield in_deck, _report_surplus(deck, name, said, count, limit, DECK)


@FigureCheck
def copy_limit_with_sideboard(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """Three of a name over main deck and sideboard together."""
    limit = None if figures.sideboard_max is None else figures.copies
    main, counts = deck.once(_copies, DECK, CHAMPION), deck.once(_copies, DECK, CHAMPION, SIDEBOARD)
    for name, (card, count) in counts.items():
        in_main = main[name][1] if name in main else 0
        if limit is not None and in_main <= limit < count and not card.has_keyword(UNIQUE):
            message = f"{count} copies of {card.title} including the sideboard; at most {limit}"
            yield _report_surplus(deck, name, message, count, limit, SIDEBOARD)
    yield _measure(max((count for _, count in counts.values()), default=0), limit, SIDEBOARD)


@FigureCheck
def unique_cards(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """One of a card with Unique."""
    if figures.copies is None:
        yield Measure(outcome=NOT_APPLICABLE, note="the format has no copy limit")
        return
    beside = () if figures.sideboard_max is None else (SIDEBOARD,)
    counts = deck.once(_copies, DECK, CHAMPION, *beside)
    unique = {name: (card, count) for name, (card, count) in counts.items() if card.has_keyword(UNIQUE)}
    for name, (card, count) in unique.items():
        if count > 1:
            yield _report_surplus(
                deck, name, f"{count} copies of {card.title}, which is Unique; at most 1", count, 1, DECK
            )
    if unique:
        yield Measure(max(count for _, count in unique.values()), 1, DECK)
    else:
        yield Measure(section=DECK, outcome=NONE_RECORDED, note="no card in the deck is recorded as Unique")


@FigureCheck
def card_type(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """Units, gear and spells only in the main deck."""
    for section in (DECK, CHAMPION):
        yield from _main_deck_cards(deck, section)
    yield Measure(allowed="units, gear and spells", section=DECK)


@FigureCheck
def rune_count(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """Exactly twelve runes."""
    wanted, found = figures.runes, deck.size(RUNES)
    if wanted is not None and found != wanted:
        yield Breach(f"{quantity(found, 'rune')}; exactly {wanted}", found=found, allowed=wanted, section=RUNES)
    yield from check_only_type("Rune", deck, RUNES)
    yield _measure(found, wanted, RUNES)


@FigureCheck
def battlefield_count(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """As many battlefields as the mode of play says."""
    wanted, found = figures.battlefields, deck.size(BATTLEFIELDS)
    if wanted is not None and found != wanted:
        yield Breach(
            f"{quantity(found, 'battlefield')}; exactly {wanted}", found=found, allowed=wanted, section=BATTLEFIELDS
        )
    yield from check_only_type("Battlefield", deck, BATTLEFIELDS)
    yield _measure(found, wanted, BATTLEFIELDS)


@FigureCheck
def battlefield_duplicate(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """No two battlefields of one name."""
    counts = deck.once(_copies, BATTLEFIELDS)
    for name, (card, count) in counts.items():
        if figures.battlefields is not None and count > 1:
            yield _report_surplus(
                deck, name, f"{count} battlefields named {card.title}; at most 1", count, 1, BATTLEFIELDS
            )
    most = max((count for _, count in counts.values()), default=0)
    yield _measure(most, None if figures.battlefields is None else 1, BATTLEFIELDS)


@FigureCheck
def sideboard_size(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """At most so many cards in the sideboard as the format allows on the day."""
    most, found = figures.sideboard_max, deck.size(SIDEBOARD)
    if most is not None and found > most:
        yield Breach(
            f"{quantity(found, 'card')} in the sideboard; at most {most}", found=found, allowed=most, section=SIDEBOARD
        )
    yield _measure(found, most, SIDEBOARD)


@FigureCheck
def sideboard_types(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """Only cards that the main deck may hold in the sideboard; in limited play it is whatever was opened and left."""
    if figures.sideboard_max is None:
        yield Measure(section=SIDEBOARD, outcome=NOT_APPLICABLE, note="the format has no sideboard rules")
        return
    yield from _main_deck_cards(deck, SIDEBOARD)
    yield Measure(allowed="units, gear and spells", section=SIDEBOARD)


def _measure(found: int, allowed: int | str | None, section: str) -> Measure:
    """The figures of a rule; a figure that the format doesn't ask for makes it not applicable."""
    if allowed is None:
        return Measure(found, section=section, outcome=NOT_APPLICABLE, note="the format sets no number")
    return Measure(found, allowed, section)


def _report_surplus(deck: Deck, name: str, message: str, found: int, allowed: int, section: str) -> Breach:
    cards = tuple(card for card in deck.cards if card.copy_key == name)
    return Breach(message, cards, found, allowed, section, lines=_lines(deck, cards))


def check_only_type(kind: str, deck: Deck, section: str) -> Iterator[Breach]:
    """Nothing but cards of one type, no token among them, in a section."""
    for card, count in deck.read(section):
        if card.type is None:
            yield _report_untyped(deck, card, section, f"{kind.lower()}s")
        elif card.type != kind or card.supertype == TOKEN:
            yield Breach(
                f"{card.title} is {_kind(card)}; only {kind.lower()}s can be in this section",
                (card,),
                count,
                0,
                section,
                lines=_lines(deck, (card,)),
            )


def _main_deck_cards(deck: Deck, section: str) -> Iterator[Breach]:
    """Nothing but units, gear and spells, no token among them, in a section."""
    for card, count in deck.read(section):
        if card.supertype == TOKEN or (card.type is not None and card.type not in MAIN_DECK_TYPES):
            yield Breach(
                f"{card.title} is {_kind(card)}; only units, gear and spells can be in this section",
                (card,),
                count,
                0,
                section,
                lines=_lines(deck, (card,)),
            )
        elif card.type is None:
            yield _report_untyped(deck, card, section, "units, gear and spells")


def _report_untyped(deck: Deck, card: Card, section: str, allowed: str) -> Breach:
    return Breach(
        f"The type of {card.title} isn’t recorded; only {allowed} can be in this section",
        (card,),
        section=section,
        severity=UNKNOWN,
        lines=_lines(deck, (card,)),
    )


def _kind(card: Card) -> str:
    kind = "token" if card.supertype == TOKEN else str(card.type).lower()
    return f"a {kind}"


def _lines(deck: Deck, cards: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(sorted(line for card in cards for line in deck.lines[card]))


def _copies(deck: Deck, *sections: str) -> Mapping[str, tuple[Card, int]]:
    """By what counts as copies of one card, the first such card and how many of it stand in these sections."""
    found: dict[str, tuple[Card, int]] = {}
    for section in sections:
        for card, count in deck.read(section):
            first, before = found.get(card.copy_key, (card, 0))
            found[card.copy_key] = (first, before + count)
    return found
