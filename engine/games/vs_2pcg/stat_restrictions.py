"""What 2PCG formats ask of health, copies, sets and main characters."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import reduce
from itertools import combinations
from operator import or_

from engine.games.vs_2pcg.card_facts import (
    BASIC_LOCATION,
    SPECIAL_LOCATION,
    SUPPORTING_CHARACTER,
    is_location,
    is_main_character,
    is_named,
    share_a_name,
    team_keys,
)
from engine.games.vs_2pcg.deck_parts import list_cards, split_deck_parts
from engine.games.vs_2pcg.restriction_terms import (
    Said,
    Terms,
    check_cards,
    list_main_characters,
    read_mappings,
    read_names,
    read_number,
)
from engine.games.vs_2pcg.starters import STARTING_GROUPS, find_starting_group
from engine.model.cards import Card
from engine.model.decks import DECK, MAIN_CHARACTER, Deck
from engine.model.formats import Format
from engine.model.verdicts import UNKNOWN, Breach, Measure
from engine.rules.messages import card_label, card_titles, join_or, quantity

LOCATION = "Location"


def health(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """Main characters, at each level, and supporting characters have exactly or at least so much health.

    Of those for whom the terms give no figure nothing is asked.
    """
    for key in ("main", "supporting"):
        exact, least = read_number(terms, f"{key}_exactly"), read_number(terms, f"{key}_at_least")
        if exact is None and least is None:
            continue
        figure = f"exactly {exact}" if exact is not None else f"at least {least}"

        def fits(card: Card, exact: int | None = exact, least: int | None = least) -> bool | None:
            if not isinstance(card.health, int):
                return None
            return card.health == exact if exact is not None else card.health >= (least or 0)

        cards = list_main_characters(deck) if key == "main" else deck.once(_list_supporting)
        yield from check_cards(cards, fits, f"{key} characters must have {figure} health", "health")


def _list_supporting(deck: Deck) -> tuple[Card, ...]:
    return tuple(card for card in list_cards(deck) if card.type == SUPPORTING_CHARACTER)


def copies_by_type(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """So many copies of each card of a type in the deck: exactly, at least or at most; piles are free of it.

    The terms give for each type (Location stands for both) a mapping of `exactly`, `at_least` or `at_most`.
    """
    copies = split_deck_parts(deck).copies
    for card, count in copies.items():
        yield from _copies_breaches(card, count, terms)
    yield Measure(max(copies.values(), default=0), None, DECK)


def _copies_breaches(card: Card, count: int, terms: Terms) -> Iterator[Breach]:
    if card.type is None:
        yield Breach(
            f"The type of {card_label(card)} isn’t recorded; its copy limit is unknown",
            (card,),
            count,
            severity=UNKNOWN,
        )
        return
    figures = terms.get(LOCATION if is_location(card) else card.type)
    if not isinstance(figures, dict):
        return
    exact = figures.get("exactly")
    least = figures.get("at_least", exact)
    most = figures.get("at_most", exact)
    words = f"exactly {exact}" if exact is not None else f"at least {least}" if least is not None else f"at most {most}"
    if (least is not None and count < least) or (most is not None and count > most):
        yield Breach(
            f"{quantity(count, 'copy', 'copies')} of {card_label(card)}; {words} of each {card.type}",
            (card,),
            count,
            words,
            DECK,
        )


def main_characters_at_most(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """So many different main characters in all, counted everywhere; whether levels count apart isn't stated."""
    most = read_number(terms, "at_most") or 0
    mains = list_main_characters(deck)
    different: list[Card] = []
    for card in mains:
        if not any(share_a_name(card, other) for other in different):
            different.append(card)
    yield Measure(len(different), most)
    if len(different) > most:
        message = f"{len(different)} different main characters: {card_titles(tuple(different))}; at most {most}"
        yield Breach(message, tuple(different), len(different), most)
    elif len(mains) > most:
        figures = f"{len(mains)} main character cards with {quantity(len(different), 'name')}"
        message = f"{figures}; at most {most}, but no source says whether levels count separately"
        yield Breach(message, mains, len(mains), most, severity=UNKNOWN)


def one_starting_main_character(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """One main character starts, also where a card's text would let several."""
    build = split_deck_parts(deck)
    found = deck.size(MAIN_CHARACTER)
    yield Measure(found, 1, MAIN_CHARACTER)
    cards = tuple(card for card, _ in build.starters)
    if found > 1 or any(map(find_starting_group, cards)):
        yield Breach("Several main characters start together; exactly 1", cards, found, 1, MAIN_CHARACTER)


def main_character_sets(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """Every main character has a printing in one of the sets."""
    sets = read_names(terms, "sets")

    def fits(card: Card) -> bool | None:
        if not card.set_codes.isdisjoint(sets):
            return True
        return None if card.has_unrecorded_printing or not card.set_codes else False

    yield from check_cards(list_main_characters(deck), fits, f"main characters must be from {join_or(sets)}", "set")


def main_character_once(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """Each main character card stands in the list once, its piles included."""
    counts: dict[Card, int] = {}
    for entry in deck.entries:
        if entry.card and is_main_character(entry.card):
            counts[entry.card] = counts.get(entry.card, 0) + entry.count
    yield Measure(max(counts.values(), default=0), 1)
    for card, count in counts.items():
        if count > 1 and not any(group.is_one_card and group.has_place_for(card) for group in STARTING_GROUPS):
            yield Breach(
                f"{count} copies of {card_label(card)}; at most 1 of each main character, including piles",
                (card,),
                count,
                1,
            )


def boss(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """The starting main character has the name of a Boss Battle card.

    `names` are those of the first cards; `later` lists sets that brought more, each with its `set` and `names`, which
    count from the day that the set is legal.
    """
    bosses = list(read_names(terms, "names"))
    perhaps: list[str] = []
    for each in read_mappings(terms, "later"):
        has_come = fmt.sets[str(each.get("set"))].legal.has_come(as_of)
        if has_come is not False:
            (bosses if has_come else perhaps).extend(read_names(each, "names"))
    starters = [card for card, _ in split_deck_parts(deck).starters]
    allowed = f"the main character must be a boss: {', '.join(bosses)}"

    def fits(card: Card) -> bool | None:
        return is_named(card, *bosses) or (None if is_named(card, *perhaps) else False)

    yield from check_cards(starters, fits, allowed, "day of the Boss Battle card")


def sets_combined(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """All cards are from so many large sets and so many issues together; `free` cards go with any.

    `large` and `issues` are how many of each, `large_kinds` and `issue_kinds` the kinds of sets that are meant,
    `large_sets` further large sets, `perhaps_kinds` kinds of which the sources don't say it, `without` sets that are
    left out.
    """
    free = read_names(terms, "free")
    cards = [card for card in list_cards(deck) if not _is_free(card, deck, free)]
    known = [card for card in cards if card.set_codes and not card.has_unrecorded_printing]
    answer: bool | None
    if strangers := _list_uncovered(known, fmt, terms, perhaps=False):
        strangers = _list_uncovered(known, fmt, terms, perhaps=True)
        answer = False if strangers else None
    else:
        is_open = len(known) < len(cards) and _list_uncovered(cards, fmt, terms, perhaps=False)
        answer = None if is_open else True
    large, issues = read_number(terms, "large") or 0, read_number(terms, "issues") or 0
    allowed = quantity(large, "large set") + (f" and {quantity(issues, 'issue')}" if issues else "")
    sets = sorted({code for card in known for code in card.set_codes})
    yield Measure(len(sets), allowed)
    if answer is None:
        message = f"Unknown whether all cards are from {allowed}: {', '.join(sets)}"
        yield Breach(message, tuple(known), len(sets), allowed, severity=UNKNOWN)
    elif not answer:
        message = (
            f"At least {quantity(len(strangers), 'card')} from other sets: {card_titles(strangers)}; only {allowed}"
        )
        yield Breach(message, strangers, len(strangers), allowed)


def _list_uncovered(cards: list[Card], fmt: Format, terms: Terms, *, perhaps: bool) -> tuple[Card, ...]:
    """The cards without a printing in the best choice of sets, so many of each size; of several as good the first."""
    large_kinds = (*read_names(terms, "large_kinds"), *(read_names(terms, "perhaps_kinds") if perhaps else ()))
    large_sets, issue_kinds = read_names(terms, "large_sets"), read_names(terms, "issue_kinds")
    # A hundred thousand choices are not rare: the cards of a set are the bits of a number, so that each costs little.
    held: dict[str, int] = {}
    for place, card in enumerate(cards):
        for code in card.set_codes:
            held[code] = held.get(code, 0) | 1 << place
    without = read_names(terms, "without")
    kinds = {code: fmt.sets[code].kind for code in sorted(held) if code in fmt.sets and code not in without}
    large = [held[code] for code, kind in kinds.items() if kind in large_kinds or code in large_sets]
    issues = [held[code] for code, kind in kinds.items() if kind in issue_kinds]
    others = _join_choices(issues, read_number(terms, "issues") or 0)
    best = max(
        (some | other for some in _join_choices(large, read_number(terms, "large") or 0) for other in others),
        key=int.bit_count,
    )
    return tuple(card for place, card in enumerate(cards) if not best >> place & 1)


def _join_choices(held: list[int], most: int) -> list[int]:
    """What the sets of each choice of so many hold together, or of all where there are fewer."""
    return [reduce(or_, chosen, 0) for chosen in combinations(held, min(most, len(held)))]


def _is_free(card: Card, deck: Deck, free: tuple[str, ...]) -> bool:
    """Whether the card goes with any sets: a basic location, or a special one of several symbols that shares a team."""
    if card.type == BASIC_LOCATION:
        return "basic-locations" in free
    if card.type != SPECIAL_LOCATION or "shared-wild-locations" not in free or len(card.power_symbols or ()) < 2:
        return False
    return not deck.once(_find_teams).isdisjoint(team_keys(card) or ())


def _find_teams(deck: Deck) -> frozenset[str]:
    """The teams of a list's cards that are no locations, its piles left out."""
    cards = (card for card in list_cards(deck, piles=False) if not is_location(card))
    return frozenset().union(*(team_keys(card) or () for card in cards))
