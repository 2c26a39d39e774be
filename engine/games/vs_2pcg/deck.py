"""The sixty cards of a 2PCG deck: how many, how many of each, and which kinds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.games.vs_2pcg.card_facts import (
    BASIC_LOCATION,
    EQUIPMENT,
    MAIN_CHARACTER,
    PLOT_TWIST,
    SPECIAL_LOCATION,
    SUPPORTING_CHARACTER,
    has_keyword,
    has_recorded_text,
    has_team,
    is_location,
    is_named,
    is_neutral,
    keywords_on_trust,
    share_a_name,
)
from engine.games.vs_2pcg.deck_parts import DeckParts, split_deck_parts
from engine.games.vs_2pcg.deck_terms import CHANGES, as_its_text_says, find_deck_leaders
from engine.games.vs_2pcg.starters import GUESTS, guest_breaches, is_allowed_guest
from engine.model.cards import Card
from engine.model.decks import DECK, Deck
from engine.model.formats import Construction
from engine.model.verdicts import ERROR, NONE_RECORDED, UNKNOWN, Breach, Measure
from engine.rules import FigureCheck
from engine.rules.messages import card_label, card_titles, quantity, with_article

DECK_SIZE = 60
COPIES = 4
LIMITS = {"One of a Kind": 1, "Legion": 8}
NEUTRAL_LOCATIONS = 4
OMEGA_LEVEL = "Omega Level Mutant"
MAIN_CHARACTER_REQUIRED = "Main Character Required"
#: Cards with this keyword start in the Invention pile, never in the deck.
INVENTION = "Invention"

DECK_TYPES = frozenset((SUPPORTING_CHARACTER, PLOT_TWIST, EQUIPMENT, BASIC_LOCATION, SPECIAL_LOCATION, "Location"))


@FigureCheck
@as_its_text_says("deck-size")
def deck_size(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """Exactly sixty cards; main character, level-up zone, tokens and piles don't count."""
    least = figures.deck_min or DECK_SIZE
    most = figures.deck_max or DECK_SIZE
    allowed = least if least == most else f"{least} to {most}"
    found = deck.size(DECK)
    yield Measure(found, allowed, DECK)
    if not least <= found <= most:
        exactly = "exactly " if least == most else ""
        yield Breach(f"{quantity(found, 'card')} in the deck; {exactly}{allowed}", (), found, allowed, DECK)


@lru_cache(maxsize=16_384)
def get_own_limit(card: Card) -> int | None:
    """How many copies the card itself allows: the recorded limit, else that of its keywords."""
    if card.printed_limit is not None:
        return card.printed_limit
    return next((limit for keyword, limit in LIMITS.items() if card.has_keyword(keyword)), None)


def count_allowed_copies(card: Card, default: int) -> int:
    """How many copies the deck may have: the card's own limit, else the format's."""
    limit = get_own_limit(card)
    return default if limit is None else limit


@FigureCheck
@as_its_text_says("copy-limit")
def copy_limit(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """Four of any one card, one with One of a Kind, eight with Legion; reprints count together."""
    default = figures.copies or COPIES
    build = split_deck_parts(deck)
    yield Measure(max(build.copies.values(), default=0), default, DECK)
    for card, count in build.copies.items():
        limit = count_allowed_copies(card, default)
        if count > limit:
            message = f"{quantity(count, 'copy', 'copies')} of {card_label(card)}; at most {limit}"
            yield Breach(message, (card,), count, limit, DECK)
    for entry in build.ambiguous:
        limit = max((count_allowed_copies(card, default) for card in entry.candidates), default=entry.count)
        if entry.section == DECK and entry.count > limit:
            message = f"{entry.count} copies of {entry.name}, whichever card it is; at most {limit}"
            yield Breach(message, entry.candidates, entry.count, limit, DECK, lines=(entry.line,))
    on_trust = sum(not has_recorded_text(card) for card, _ in build.main)
    if on_trust:
        note = f"no recorded text for {quantity(on_trust, 'card')}: assumed to print no copy limit"
        yield Measure(on_trust, None, DECK, NONE_RECORDED, note)


@as_its_text_says("card-type")
def card_type(deck: Deck) -> Iterator[Breach | Measure]:
    """Only supporting characters, plot twists, equipment and locations, and what a main character lets in."""
    build = split_deck_parts(deck)
    let_in = [(leader, name, most) for leader in find_deck_leaders(deck) for name, most in leader.terms.lets_in]
    mains = tuple((card, count) for card, count in build.main if card.type == MAIN_CHARACTER)
    yield Measure(len(build.main), "supporting characters, plot twists, equipment, locations", DECK)
    for card, count in build.main:
        host, most = next(((host, most) for host, name, most in let_in if is_named(card, name)), (None, 0))
        breach = _type_breach(card, count, build)
        if host and host.is_certain:
            breach = _let_in_breach(card, count, host.card, most)
        elif host and breach and count <= most:
            breach = breach._replace(severity=UNKNOWN)
        if breach:
            yield breach
    if mains:
        yield from guest_breaches(build, mains)


def _let_in_breach(card: Card, count: int, host: Card, most: int) -> Breach | None:
    """Of a card that may else not be in the deck no more than the main character lets in."""
    if count <= most:
        return None
    message = f"{quantity(count, 'copy', 'copies')} of {card_label(card)}; {card_label(host)} allows at most {most}"
    return Breach(message, (card,), count, most, DECK, citation=CHANGES)


def _type_breach(card: Card, count: int, build: DeckParts) -> Breach | None:
    allowed = "supporting characters, plot twists, equipment and locations"
    if card.member_of_piles or card.has_keyword(INVENTION):
        pile = ", ".join(card.member_of_piles) or INVENTION
        return Breach(f"{card_label(card)} belongs in the {pile} pile, not in the deck", (card,), count, 0, DECK)
    if card.type is None:
        message = f"The type of {card_label(card)} isn’t recorded; the deck can have only {allowed}"
        return Breach(message, (card,), None, allowed, DECK, UNKNOWN)
    if card.type in DECK_TYPES:
        return None
    severity = ERROR
    if card.type == MAIN_CHARACTER:
        answers = [is_allowed_guest(card, build, guests) for guests in GUESTS]
        if True in answers:
            return None
        severity = UNKNOWN if None in answers else ERROR
    doubt = "; not recorded whether a keyword allows it" if severity == UNKNOWN else ""
    message = f"{card_label(card)} is {with_article(card.type)}; the deck can have only {allowed}{doubt}"
    return Breach(message, (card,), card.type, allowed, DECK, severity)


def location_limit(deck: Deck) -> Iterator[Breach | Measure]:
    """Four neutral locations of a power symbol, all of one name."""
    symbols: dict[str, list[tuple[Card, int, bool]]] = {}
    counts: dict[Card, int] = {}
    without_symbols: list[Card] = []
    for card, count in split_deck_parts(deck).main:
        if not is_location(card) or (neutral := is_neutral(card)) is False:
            continue
        counts[card] = count
        if card.power_symbols is None:
            without_symbols.append(card)
        for symbol in card.power_symbols or ():
            symbols.setdefault(symbol, []).append((card, count, bool(neutral)))
    most = max((sum(count for _, count, _ in locations) for locations in symbols.values()), default=0)
    yield Measure(most, NEUTRAL_LOCATIONS, DECK)
    for symbol, locations in symbols.items():
        yield from _symbol_breaches(symbol, locations)
    if without_symbols and (sum(counts.values()) > NEUTRAL_LOCATIONS or len({card.name for card in counts}) > 1):
        yield Breach(
            f"Power symbols not recorded for {card_titles(tuple(without_symbols))}; "
            f"at most {NEUTRAL_LOCATIONS} neutral locations per symbol, all with the same name",
            tuple(without_symbols),
            None,
            NEUTRAL_LOCATIONS,
            DECK,
            UNKNOWN,
        )


def _symbol_breaches(symbol: str, locations: list[tuple[Card, int, bool]]) -> Iterator[Breach]:
    """Too many neutral locations of one symbol, or more than one name among them: certainly, or perhaps."""
    for is_certain in (True, False):
        counted = [(card, count) for card, count, neutral in locations if neutral or not is_certain]
        found = sum(count for _, count in counted)
        names = sorted({card.name for card, _ in counted})
        cards = tuple(card for card, _ in counted)
        severity = ERROR if is_certain else UNKNOWN
        doubt = "" if is_certain else ", counting those with no recorded team"
        if found > NEUTRAL_LOCATIONS:
            message = f"{found} neutral {symbol} locations{doubt}; at most {NEUTRAL_LOCATIONS}"
            yield Breach(message, cards, found, NEUTRAL_LOCATIONS, DECK, severity)
        if len(names) > 1:
            message = f"Neutral {symbol} locations with {len(names)} names{doubt}: {', '.join(names)}; at most 1"
            yield Breach(message, cards, len(names), 1, DECK, severity)
        if found > NEUTRAL_LOCATIONS or len(names) > 1:
            return


def team_required(deck: Deck) -> Iterator[Breach | Measure]:
    """A card that requires a starting main character of a team is in the deck only with one."""
    build = split_deck_parts(deck)
    required = {card: teams for card, _ in build.main if (teams := _teams_required(card))}
    if not required:
        note = "no card in the deck is recorded as requiring a starting main character"
        yield Measure(0, None, DECK, NONE_RECORDED, note)
        return
    yield Measure(sum(map(len, required.values())), None, DECK)
    for card, teams in required.items():
        for team in teams:
            yield from _required_team_breaches(card, team, build)
    others = (card for card, _ in build.main if card not in required)
    yield from keywords_on_trust(others, MAIN_CHARACTER_REQUIRED, DECK)


def _teams_required(card: Card) -> tuple[str, ...]:
    """The teams of which it requires a starting main character; empty for one that isn't recorded."""
    return tuple(
        keyword.parameter or keyword.name.removesuffix(MAIN_CHARACTER_REQUIRED).removesuffix("Starting ").strip()
        for keyword in card.keywords
        if keyword.name.endswith(MAIN_CHARACTER_REQUIRED)
    )


def _required_team_breaches(card: Card, team: str, build: DeckParts) -> Iterator[Breach]:
    starters = [has_team(starter, team) if team else None for starter, _ in build.starters]
    if True in starters:
        return
    is_open = None in starters or len(build.starters) == 0
    known = "the team of this one isn’t recorded" if is_open else "this one has another team"
    message = (
        f"{card_label(card)} needs a starting main character of {team}; {known}"
        if team
        else f"{card_label(card)} needs a starting main character of one team; which team isn’t recorded"
    )
    yield Breach(
        message,
        (card, *(starter for starter, _ in build.starters)),
        None,
        team or None,
        DECK,
        UNKNOWN if is_open else ERROR,
    )


def omega_level(deck: Deck) -> Iterator[Breach | Measure]:
    """Omega Level Mutants of a list, the main character too, all share a name; piles are free of it."""
    own = split_deck_parts(deck).own
    mutants = [card for card in own if has_keyword(card, OMEGA_LEVEL)]
    if not mutants:
        yield Measure(0, 1, DECK, NONE_RECORDED, "no card in the deck is recorded as an Omega Level Mutant")
        return
    names = sorted({card.name for card in mutants})
    yield Measure(len(names), 1, DECK)
    if any(not share_a_name(mutants[0], other) for other in mutants[1:]):
        message = f"Omega Level Mutants with {len(names)} names: {', '.join(names)}; at most 1"
        yield Breach(message, tuple(mutants), len(names), 1, DECK)
    yield from keywords_on_trust((card for card in own if card not in mutants), OMEGA_LEVEL, DECK)
