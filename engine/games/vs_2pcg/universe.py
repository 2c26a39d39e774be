"""The universe that the cards of a 2PCG deck share, Illustrated or Photographic, and the brand that some decks ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from engine.games.vs_2pcg.card_facts import ANY_UNIVERSE, ILLUSTRATED, PHOTOGRAPHIC, any_holds
from engine.games.vs_2pcg.deck_parts import list_cards, split_deck_parts
from engine.games.vs_2pcg.deck_terms import CHANGES, as_its_text_says, find_deck_leaders
from engine.model.cards import Card, CardSet
from engine.model.decks import DECK, Deck
from engine.model.formats import Format
from engine.model.verdicts import ERROR, NOT_APPLICABLE, UNKNOWN, Breach, Citation, Measure
from engine.rules.messages import card_label, card_titles, quantity

UNIVERSES = (ILLUSTRATED, PHOTOGRAPHIC)
_OTHER_UNIVERSE = {ILLUSTRATED: PHOTOGRAPHIC, PHOTOGRAPHIC: ILLUSTRATED}
#: Piles whose cards may come from the other universe.
FREE_OF_UNIVERSE = frozenset(("wish",))

#: Whose characters the sets have. Of the crossovers (CV1 to CV6) every card that a source names is Marvel's.
BRANDS: Mapping[str, str] = {
    code: brand
    for brand, codes in {
        "Marvel": (
            "MNB", "DEF", "AFF", "LEG", "MMU", "SVH", "MFM", "BOM", "NEW", "MCU1", "MCU2", "MCU3", "SPF", "SYN", "DFX",
            "CV1", "COS", "GAL", "BLK", "TUB", "RES", "HAM", "MCU4", "MCU6", "MCU5", "CV2", "MCU7", "SFO", "WEB", "FAN",
            "HER", "FRI", "FUT", "FRE", "OGA", "CV3", "MOE", "MYS", "DAR", "CIV", "SEC", "THU", "LET", "CAR", "VER",
            "CV4", "WDV", "FWS", "LKI", "HOX", "NBX", "XFC", "FRF", "FFO", "FND", "CV5", "ZOM", "DHK", "COL", "PNY",
            "CV6",
        ),
        "Alien": ("ALN",),
        "Predator": ("PRD",),
        "Buffy the Vampire Slayer": ("TBB",),
        "The X-Files": ("XFB",),
        "Mortal Kombat": ("MKE",),
        "The Boys": ("BOY",),
        "All Elite Wrestling": ("AEW",),
    }.items()
    for code in codes
}  # fmt: skip


def has_brand(card: Card, brands: Iterable[str], sets: Mapping[str, CardSet] | None = None) -> bool | None:
    """Whether the card is of one of the brands, by what is recorded of it or of the sets that it is printed in."""
    wanted = frozenset(brands)
    if card.brand:
        return card.brand in wanted
    held = {code: found.brand for code in card.set_codes if (found := (sets or {}).get(code)) and found.brand}
    known = {held.get(code) or BRANDS.get(code) for code in card.set_codes}
    if known & wanted:
        return True
    return False if known and None not in known and not card.has_unrecorded_printing else None


@as_its_text_says("universe")
def universe(deck: Deck, fmt: Format, as_of: date) -> Iterable[Breach | Measure]:
    """Illustrated or Photographic cards, never both, unless the format or the main character says so."""
    of_brand = tuple(_of_brand(deck, fmt)) if find_deck_leaders(deck) else ()
    if fmt.universe not in ("one", *UNIVERSES):
        note = "universes may be mixed" if fmt.universe == "mixed" else "the format has no universe rule"
        return (Measure(outcome=None if of_brand else NOT_APPLICABLE, note=note), *of_brand)
    if fmt.universe in UNIVERSES:
        # What a format asks by name no card takes back.
        return (*deck.once(_universes, (fmt.universe,), Citation(f"format:{fmt.slug}", "universe"), None), *of_brand)
    return (*deck.once(_universes, UNIVERSES, None, fmt if find_deck_leaders(deck) else None), *of_brand)


def find_other_universe(deck: Deck, fmt: Format | None) -> str | None:
    """The universe whose cards may certainly not be in a deck, by its format and its starting main characters.

    None where any may, or where it isn't settled yet. Without a format a deck is of one universe, as in most of them.
    """
    asked = fmt.universe if fmt else "one"
    if asked in UNIVERSES:
        return _OTHER_UNIVERSE[asked]
    if asked != "one":
        return None
    held = {card.universe for card, _ in split_deck_parts(deck).starters} & _OTHER_UNIVERSE.keys()
    if len(held) != 1:
        return None
    other = _OTHER_UNIVERSE[held.pop() or ""]
    said = (each.terms for each in find_deck_leaders(deck))
    is_open = any(other in terms.universes or "universe" in terms.not_read for terms in said)
    return None if is_open else other


def _universes(
    deck: Deck, wanted: tuple[str, ...], cited: Citation | None, fmt: Format | None
) -> tuple[Breach | Measure, ...]:
    """What is said of the universes; with a format, main characters may let cards of the other one in."""
    cards: dict[str | None, list[Card]] = {}
    for card in list_cards(deck, without_piles=FREE_OF_UNIVERSE):
        cards.setdefault(card.universe, []).append(card)
    allowed = "Illustrated or Photographic, not both" if len(wanted) > 1 else f"{wanted[0]} only"
    found = " and ".join(name for name in UNIVERSES if name in cards)
    said: list[Breach | Measure] = [Measure(found or None, allowed, citation=cited)]
    misfits: dict[str, dict[bool | None, list[Card]]] = {}
    for name in wanted:
        other = _OTHER_UNIVERSE[name]
        answers: dict[bool | None, list[Card]] = {}
        for card in cards.get(other, ()):
            answers.setdefault(_may_come(deck, card, other, fmt), []).append(card)
        misfits[name] = answers
    name, answers = min(misfits.items(), key=lambda item: [len(item[1].get(each, ())) for each in (False, None)])
    strangers, perhaps = (tuple(answers.get(each, ())) for each in (False, None))
    if strangers:
        message = (
            f"{quantity(len(strangers), 'card')} not from the {name} universe: {card_titles(strangers)}; {allowed}"
        )
        said.append(Breach(message, strangers, found, allowed, citation=cited))
    known = (*UNIVERSES, ANY_UNIVERSE)
    unrecorded = tuple(
        card
        for printed, group in cards.items()
        for card in group
        if printed not in known and _may_come(deck, card, _OTHER_UNIVERSE[name], fmt) is not True
    )
    if unrecorded:
        message = f"Universe not recorded for {card_titles(unrecorded)}; {allowed}"
        said.append(Breach(message, unrecorded, None, allowed, severity=UNKNOWN, citation=cited))
    if perhaps:
        cards_said = quantity(len(perhaps), "card")
        message = f"{cards_said} from outside the {name} universe might be allowed: {card_titles(perhaps)}"
        why = _why_perhaps(deck, _OTHER_UNIVERSE[name])
        said.append(Breach(f"{message}; {why}", perhaps, found, allowed, severity=UNKNOWN, citation=CHANGES))
    return tuple(said)


def _why_perhaps(deck: Deck, universe: str) -> str:
    """What isn't known where a main character may let a universe in."""
    leaders = [each for each in find_deck_leaders(deck) if universe in each.terms.universes]
    if any(each.is_certain for each in leaders):
        return "their brand isn’t recorded"
    return f"{card_label(leaders[0].card)} allows this, and may be the main character"


def _may_come(deck: Deck, card: Card, universe: str, fmt: Format | None) -> bool | None:
    """Whether a starting main character lets a card of a universe into a deck of the other."""
    if fmt is None:
        return False
    answers = []
    for _, terms, is_certain in find_deck_leaders(deck):
        if universe in terms.universes:
            # Of the deck's own cards it is said apart whether they are of the brand.
            is_bound = terms.only and card not in split_deck_parts(deck).in_deck
            answer = has_brand(card, terms.only, fmt.sets) if is_bound else True
            answers.append(answer if is_certain or answer is False else None)
    return any_holds(answers)


def _of_brand(deck: Deck, fmt: Format) -> Iterator[Breach | Measure]:
    """Where a main character names brands, its deck has cards of no other."""
    for main, terms, is_certain in find_deck_leaders(deck):
        if not terms.only:
            continue
        answers = [(card, has_brand(card, terms.only, fmt.sets)) for card, _ in split_deck_parts(deck).main]
        others = tuple(card for card, answer in answers if answer is False)
        unrecorded = tuple(card for card, answer in answers if answer is None)
        allowed = f"{' or '.join(terms.only)} cards only"
        yield Measure(len(others), allowed, DECK, citation=CHANGES)
        perhaps = "" if is_certain else ", who may be the main character,"
        why = f"{card_label(main)}{perhaps} allows {allowed}"
        if others:
            message = f"{quantity(len(others), 'card')} of another brand: {card_titles(others)}; {why}"
            severity = ERROR if is_certain else UNKNOWN
            yield Breach(message, others, len(others), allowed, DECK, severity, citation=CHANGES)
        if unrecorded:
            message = f"Brand not recorded for {card_titles(unrecorded)}; {why}"
            yield Breach(message, unrecorded, None, allowed, DECK, UNKNOWN, citation=CHANGES)
