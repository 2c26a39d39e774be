"""The main characters of a 2PCG deck: those that start, what starts with them, and those that a keyword lets in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.games.vs_2pcg.card_facts import has_keyword, is_main_character, is_named, name_key
from engine.games.vs_2pcg.deck_parts import SINISTER_SIX, DeckParts, Tally, split_deck_parts
from engine.games.vs_2pcg.deck_terms import DeckLeader, as_its_text_says, find_deck_leaders, read_deck_terms
from engine.model.cards import Card
from engine.model.decks import AMBIGUOUS, DECK, MAIN_CHARACTER, Deck, DeckEntry
from engine.model.verdicts import ERROR, UNKNOWN, Breach, Citation, Measure
from engine.rules.messages import card_label, card_titles, quantity, with_article

STARTING_LEVEL = 1


@dataclass(frozen=True, slots=True)
class StartingGroup:
    """Main characters that start together: who has to stand in each place, and the set of all, if they have one.

    `doubtful` are numbers under which one source has the group, and another has other names.
    """

    places: tuple[tuple[str, ...], ...]
    set_code: str
    citation: Citation
    is_one_card: bool = False
    doubtful: frozenset[str] = frozenset()

    def has_place_for(self, card: Card) -> bool:
        """Whether the card is one of those that start together."""
        is_of_set = not self.set_code or self.set_code in card.set_codes
        return is_of_set and any(is_named(card, *names) for names in self.places)


_TOGETHER = Citation("pcg-5.0", "You Have Multiple Starting Main Characters")
_CLARIFIED = Citation("pcg-updates", "Starting main characters")
#: Some sources title both halves of a pair with the name of the pair.
STARTING_GROUPS = (
    StartingGroup(
        (("Moon Girl", "Devil Dinosaur and Moon Girl"), ("Devil Dinosaur", "Devil Dinosaur and Moon Girl")),
        "MMU",
        _TOGETHER,
    ),
    StartingGroup((("Cloak", "Cloak and Dagger"), ("Dagger", "Cloak and Dagger")), "VER", _CLARIFIED),
    StartingGroup(
        (("Scarlet Witch",), ("Quicksilver",)), "MCU5", _CLARIFIED, doubtful=frozenset(("MCU5-010", "MCU5-011"))
    ),
    StartingGroup((("Outrider",),) * 6, "MCU6", _CLARIFIED, is_one_card=True),
)

_MAX_STARTERS = max(len(group.places) for group in STARTING_GROUPS)


def find_starting_group(card: Card) -> StartingGroup | None:
    """The main characters that start with this one, itself among them, as recorded or as its text names them."""
    for group in STARTING_GROUPS:
        if group.has_place_for(card):
            return group
    beside = read_deck_terms(card).starts_beside
    return StartingGroup(((card.name,), *((name,) for name in beside)), "", _TOGETHER) if beside else None


def _first_group(cards: Iterable[Card]) -> StartingGroup | None:
    return next((group for card in cards if (group := find_starting_group(card))), None)


@as_its_text_says("main-character", unless=lambda card: find_starting_group(card) is not None)
def main_character(deck: Deck) -> Iterator[Breach | Measure]:
    """One level 1 main character starts, or exactly those that its text says start together."""
    build = split_deck_parts(deck)
    found = build.sizes.get(MAIN_CHARACTER, 0)
    if not found and SINISTER_SIX in build.piles:
        yield Measure(0, 0, MAIN_CHARACTER, note="one of the Sinister Six starts, from their pile")
        return
    group = _first_group(_cards(build.starters))
    wanted = len(group.places) if group else 1
    yield Measure(found, wanted, MAIN_CHARACTER, citation=group.citation if group else None)
    if group:
        yield from _group_breaches(build, group, found)
    else:
        yield from _number_breaches(build, found)
    for card, _ in build.starters:
        yield from _starter_breaches(card)
    for leader in find_deck_leaders(deck):
        for name in leader.terms.starts_with:
            yield from _starting_card_breaches(build, leader, name)


def _number_breaches(build: DeckParts, found: int) -> Iterator[Breach]:
    """One starts, unless lines that name no one card may name some that start together."""
    lines = (entry for entry in build.ambiguous if entry.section == MAIN_CHARACTER)
    groups = [find_starting_group(card) for entry in lines for card in entry.candidates]
    sizes = {len(group.places) if group else 1 for group in groups} or {1}
    if found not in sizes:
        many = " or ".join(map(str, sorted(sizes)))
        message = f"{quantity(found, 'starting main character')}; exactly {many}"
        yield Breach(message, _cards(build.starters), found, min(sizes), MAIN_CHARACTER)
    elif len(sizes) > 1:
        message = f"{quantity(found, 'starting main character')}; the number depends on which cards these are"
        yield Breach(message, _cards(build.starters), found, None, MAIN_CHARACTER, UNKNOWN)


def _starting_card_breaches(build: DeckParts, starter: DeckLeader, name: str) -> Iterator[Breach]:
    """A card that starts the game in play with a main character is one of those in the deck."""
    lines = [entry for entry in build.unsettled if entry.section == DECK]
    if any(is_named(card, name) for card in build.in_deck) or any(_is_surely(entry, name) for entry in lines):
        return
    is_open = any(entry.state != AMBIGUOUS or _is_perhaps(entry, name) for entry in lines)
    whose = f"{card_label(starter.card)}{'' if starter.is_certain else ', who may be the main character,'}"
    known = "unidentified cards might be it" if is_open else "the deck has none"
    yield Breach(
        f"{whose} starts the game with {name} from the deck; {known}",
        (starter.card,),
        0,
        1,
        DECK,
        severity=ERROR if starter.is_certain and not is_open else UNKNOWN,
    )


def _is_surely(entry: DeckEntry, name: str) -> bool:
    """Whether a line that names no one card names one of this name, whichever it is."""
    if entry.state == AMBIGUOUS:
        return all(is_named(card, name) for card in entry.candidates)
    return name_key(entry.name) == name_key(name)


def _is_perhaps(entry: DeckEntry, name: str) -> bool:
    return any(is_named(card, name) for card in entry.candidates)


def may_start(card: Card, deck: Deck) -> bool:
    """Whether there is a place to start for a main character: the first one, or one beside those it starts with."""
    if not deck.size(MAIN_CHARACTER):
        return True
    starters = [starter for starter, count in deck.read(MAIN_CHARACTER) for _ in range(min(count, _MAX_STARTERS))]
    group = _first_group(starters)
    return group is not None and group.has_place_for(card) and _start_together([*starters, card], group)


def _start_together(cards: list[Card], group: StartingGroup) -> bool:
    """Whether the cards fit into the places of a group, one each."""
    return (group.is_one_card or len(set(cards)) == len(cards)) and _fit(cards, group.places)


def _cards(tally: Tally) -> tuple[Card, ...]:
    return tuple(card for card, _ in tally)


def _group_breaches(build: DeckParts, group: StartingGroup, found: int) -> Iterator[Breach]:
    """The cards that start together fill every place, one each."""
    wanted = len(group.places)
    cards = [card for card, count in build.starters for _ in range(min(count, wanted + 1))]
    if found == len(cards) == wanted and _start_together(cards, group):
        return
    names = ", ".join(dict.fromkeys(names[0] for names in group.places))
    starting = quantity(found, "starting main character")
    codes = {printing.code for card, _ in build.starters for printing in card.printings}
    is_open = build.may_hide_a_card(MAIN_CHARACTER) or (len(cards) == wanted and codes == group.doubtful)
    yield Breach(
        f"{starting}: {card_titles(_cards(build.starters))}; {wanted} start together: {names}",
        _cards(build.starters),
        found,
        wanted,
        MAIN_CHARACTER,
        severity=UNKNOWN if found == wanted and is_open else ERROR,
        citation=group.citation,
    )


def _fit(cards: list[Card], places: tuple[tuple[str, ...], ...]) -> bool:
    """Whether the cards can be put into the places, one each."""
    if not cards:
        return True
    first, rest = cards[0], cards[1:]
    return any(
        is_named(first, *names) and _fit(rest, places[:index] + places[index + 1 :])
        for index, names in enumerate(places)
    )


def _starter_breaches(card: Card) -> Iterator[Breach]:
    is_main = is_main_character(card)
    if is_main is False:
        yield Breach(
            f"{card_label(card)} is {with_article(str(card.type))}; only a main character can start",
            (card,),
            card.type,
            "Main Character",
            MAIN_CHARACTER,
        )
    elif is_main is None or card.level is None:
        missing = "type" if is_main is None else "level"
        yield Breach(
            f"The {missing} of {card_label(card)} isn’t recorded; "
            f"the main character must start at level {STARTING_LEVEL}",
            (card,),
            None,
            f"level {STARTING_LEVEL}",
            MAIN_CHARACTER,
            severity=UNKNOWN,
        )
    elif card.level != STARTING_LEVEL:
        yield Breach(
            f"{card_label(card)} is level {card.level}; the main character must start at level {STARTING_LEVEL}",
            (card,),
            card.level,
            STARTING_LEVEL,
            MAIN_CHARACTER,
        )


@dataclass(frozen=True, slots=True)
class GuestRule:
    """A keyword that lets main characters into the sixty cards.

    `host` is the keyword that the starting main character needs, `guest` the one of the cards that may come;
    `host_name` narrows the host where the sources know it by name, and is a name that no guest may have.
    """

    name: str
    guest: str
    host: str | None
    at_most: int | None
    each: int | None
    citation: Citation
    host_name: str | None = None
    set_code: str | None = None  #: where all of them are printed


GUESTS = (
    GuestRule("Spider-Verse", "Spider-Verse", "Spider-Verse", 4, None, Citation("pcg-5.0", "Keyword Glossary")),
    GuestRule(
        "Citizen of the Multiverse",
        "Spider-Verse",
        "Citizen of the Multiverse",
        4,
        1,
        Citation("pcg-updates", "Citizen of the Multiverse"),
        "*Spider-Man*",
    ),
    GuestRule(
        "Zombie Master", "Zombie Master", None, None, 1, Citation("pcg-updates", "Zombie Masters"), set_code="ZOM"
    ),
)


def is_allowed_guest(card: Card, build: DeckParts, guests: GuestRule) -> bool | None:
    """Whether the keyword lets this main character into the deck of these starters."""
    if guests.host_name and is_named(card, guests.host_name):
        return False
    comes = has_keyword(card, guests.guest)
    if comes is None and guests.set_code and guests.set_code not in card.set_codes:
        return False
    if comes is False or guests.host is None:
        return comes
    if any(card is starter for starter, _ in build.starters):
        return False
    hosts = [_is_host(starter, guests) for starter, _ in build.starters]
    if True in hosts:
        return comes
    return None if None in hosts else False


def _is_host(starter: Card, guests: GuestRule) -> bool | None:
    if guests.host_name and not is_named(starter, guests.host_name):
        return False
    return has_keyword(starter, guests.host or "")


def guest_breaches(build: DeckParts, mains: Tally) -> Iterator[Breach]:
    """Main characters stand in the deck only where a keyword lets them, and no more than it lets."""
    for guests in GUESTS:
        coming = [(card, count) for card, count in mains if is_allowed_guest(card, build, guests)]
        total = sum(count for _, count in coming)
        if guests.at_most is not None and total > guests.at_most and not _is_covered(build, coming, guests):
            yield Breach(
                f"{total} main characters in the deck through {guests.name}; at most {guests.at_most}",
                _cards(tuple(coming)),
                total,
                guests.at_most,
                "deck",
                citation=guests.citation,
            )
        for card, count in coming:
            if guests.each is not None and count > guests.each and not _is_covered(build, [(card, count)], guests):
                yield Breach(
                    f"{quantity(count, 'copy', 'copies')} of {card_label(card)}; at most {guests.each} "
                    f"of each through {guests.name}",
                    (card,),
                    count,
                    guests.each,
                    "deck",
                    citation=guests.citation,
                )


def _is_covered(build: DeckParts, coming: list[tuple[Card, int]], besides: GuestRule) -> bool:
    """Whether another keyword lets in as many of these cards."""
    total = sum(count for _, count in coming)
    return any(
        all(is_allowed_guest(card, build, other) for card, _ in coming)
        and (other.at_most is None or total <= other.at_most)
        and (other.each is None or all(count <= other.each for _, count in coming))
        for other in GUESTS
        if other is not besides
    )
