"""What classic and Riftbound formats ask of a deck beyond the rules: one function a kind, in the table at the end.

A line whose card isn't settled, and a fact that isn't recorded, can make a restriction unknown and never broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import lru_cache
from itertools import combinations

from engine.model.cards import Card
from engine.model.decks import DECK, UNREADABLE, Deck
from engine.model.formats import Format
from engine.model.names import fold
from engine.model.verdicts import INFO, NOT_APPLICABLE, UNKNOWN, Breach, Measure
from engine.rules.format_rules import EachCard, RestrictionCheck
from engine.rules.messages import quantity

CHARACTER = "Character"
_NOT_RARE = frozenset(("common", "uncommon", "c", "u"))

Terms = Mapping[str, object]
Said = Iterator[Breach | Measure]


def sets_at_most(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """All cards are from so many sets; the sets `besides` them, and cards that are in every set, go with any."""
    most = _number(terms, "count")
    besides = frozenset(list_names(terms, "besides"))
    cards = [card for card in deck.cards if not card.is_in_every_set and card.set_codes.isdisjoint(besides)]
    known = [card for card in cards if card.set_codes and not card.has_unrecorded_printing]
    vague = [card for card in cards if not card.set_codes or card.has_unrecorded_printing]
    allowed = quantity(most, "set")
    if not can_cover([card.set_codes for card in known], most):
        yield _build_breach(deck, f"Cards from more than {allowed}", known, allowed=allowed)
    elif not can_cover([card.set_codes for card in cards], most) or _count_unsettled(deck):
        yield _build_unknown(
            f"Unknown whether all cards are from at most {allowed}: "
            f"printings of {quantity(len(vague) + _count_unsettled(deck), 'card')} not all recorded",
            vague,
        )
    yield Measure(allowed=allowed)


def no_rares(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """Every card was printed as a common or an uncommon."""
    rare: list[Card] = []
    vague: list[Card] = []
    for card in deck.cards:
        is_rare = _is_rare(card)
        if is_rare is not False:
            (rare if is_rare else vague).append(card)
    if rare:
        yield _build_breach(deck, f"{quantity(len(rare), 'rare card')}; none allowed", rare, allowed=0)
    if vague or _count_unsettled(deck):
        yield _build_unknown(
            f"Rarity not recorded for {quantity(len(vague) + _count_unsettled(deck), 'card')}; no rare cards allowed",
            vague,
        )
    yield Measure(len(rare), 0)


@lru_cache(maxsize=16_384)
def _is_rare(card: Card) -> bool | None:
    """Whether it was printed as a rare alone; None where another printing isn't known."""
    rarities = {rarity.casefold() for rarity in (card.rarity, *(p.rarity for p in card.printings)) if rarity}
    if rarities & _NOT_RARE:
        return False
    return True if rarities and len(card.printings) == 1 and not card.has_unrecorded_printing else None


def teams_at_most(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """Every character has one of so many chosen affiliations."""
    most = _number(terms, "count")
    characters = [card for card in deck.cards if card.type == CHARACTER]
    vague = [card for card in deck.cards if card.type is None] + [card for card in characters if not card.teams]
    allowed = quantity(most, "affiliation")
    known = [card for card in characters if card.teams]
    if not can_cover([frozenset(card.teams or ()) for card in known], most):
        yield _build_breach(deck, f"Characters of more than {allowed}", known, allowed=allowed)
    elif vague or _count_unsettled(deck):
        yield _build_unknown(
            f"Unknown whether all characters are of at most {allowed}: "
            f"affiliation not recorded for {quantity(len(vague) + _count_unsettled(deck), 'card')}",
            vague,
        )
    yield Measure(allowed=allowed)


def without_type(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """No card is of that type."""
    unwanted = str(terms["type"])
    found = [card for card in deck.cards if card.type == unwanted]
    vague = [card for card in deck.cards if card.type is None]
    if found:
        yield _build_breach(deck, f"{quantity(len(found), 'card')} of type {unwanted}; none allowed", found, allowed=0)
    if vague or _count_unsettled(deck):
        yield _build_unknown(
            f"Type not recorded for {quantity(len(vague) + _count_unsettled(deck), 'card')}; "
            f"no card of type {unwanted} allowed",
            vague,
        )
    yield Measure(len(found), 0)


def singleton(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """No more than one copy of each card, by name and versions."""
    counts: dict[str, int] = {}
    for card, count in deck.counts.items():
        counts[card.copy_key] = counts.get(card.copy_key, 0) + count
    over = [card for card in deck.cards if counts[card.copy_key] > 1]
    most = max(counts.values(), default=0)
    sure = [card for card in over if card.versions_known]
    if sure:
        yield _build_breach(
            deck, f"{quantity(len(sure), 'card')} with more than 1 copy; at most 1 of each", sure, most, 1
        )
    repeated = [entry for entry in deck.unsettled if entry.count > 1]
    if len(sure) < len(over) or repeated:
        yield _build_unknown(
            "More than 1 copy of a card with an unknown version; at most 1 of each",
            [card for card in over if not card.versions_known],
        )
    yield Measure(most, 1)


def characters_per_team(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """At least so many characters from each of so many affiliations."""
    teams, each = _number(terms, "teams"), _number(terms, "characters")
    counts: dict[str, int] = {}
    vague = _count_unsettled(deck)
    for card, count in deck.counts.items():
        if card.type == CHARACTER and card.teams is not None:
            for team in card.teams:
                counts[team] = counts.get(team, 0) + count
        elif card.type in (None, CHARACTER):
            vague += count
    largest = sorted(counts.values(), reverse=True)[:teams]
    least = largest[-1] if len(largest) == teams else 0
    found = sum(count >= each for count in largest)
    allowed = f"{teams} affiliations with {each}+ characters"
    have = f"{quantity(found, 'affiliation')} with at least {quantity(each, 'character')}"
    if least + vague < each:
        yield _build_breach(deck, f"{have}; at least {teams}", [], found, allowed)
    elif least < each:
        yield _build_unknown(
            f"{have}; affiliation not recorded for {quantity(vague, 'card')}",
            [],
        )
    yield Measure(found, allowed)


def named_character(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """At least so many cards name one character, in their name or their text; texts aren't recorded."""
    wanted = _number(terms, "count")
    found, name = max(((count, name) for name, count in deck.once(_count_names).items()), default=(0, ""))
    allowed = f"{wanted}+"
    if deck.size(DECK) < wanted:
        yield _build_breach(
            deck,
            f"{quantity(deck.size(DECK), 'card')}; at least {wanted} must name the same character",
            [],
            allowed=allowed,
        )
    elif found < wanted:
        bear = f"{quantity(found, 'card')} with the name {name}" if found else "No card with a character’s name"
        yield _build_unknown(f"{bear}; {wanted} must name the same character, and card texts aren’t recorded", [])
    yield Measure(found, allowed)


def copies_of_a_character(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """Exactly so many copies of one character of a certain part; which characters have that part isn't recorded."""
    wanted = _number(terms, "count")
    counts: dict[str, int] = {}
    for card, count in deck.counts.items():
        if card.type in (None, CHARACTER):
            counts[card.folded_name] = counts.get(card.folded_name, 0) + count
    fitting = sum(count == wanted for count in counts.values())
    part = str(terms["part"])
    if not fitting and not _count_unsettled(deck):
        yield _build_breach(
            deck,
            f"No character with exactly {quantity(wanted, 'copy', 'copies')}; one is needed as {part}",
            [],
            0,
            wanted,
        )
    else:
        yield _build_unknown(
            f"Not recorded whether a character with {quantity(wanted, 'copy', 'copies')} is {part}", []
        )
    yield Measure(fitting, allowed=f"{wanted} copies")


def customary_size(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """A size that is usual for the format but stated by no source that is held."""
    least = _number(terms, "min")
    found = deck.size(DECK)
    if found < least:
        yield Breach(
            f"{quantity(found, 'card')}; at least {least} is customary, but no source confirms it",
            (),
            found,
            f"{least}+",
            DECK,
            UNKNOWN,
        )
    yield Measure(found, f"{least}+", DECK)


def not_in_the_list(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """Something that bears on legality and that a deck list can't show."""
    yield Breach(f"A deck list can’t show {terms['what']}", severity=UNKNOWN)
    yield Measure(note=str(terms["what"]))


def between_decks(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """Something that a team's decks have to keep together; one list says nothing against itself."""
    yield Breach(f"Check across the team’s decks: {terms['what']}", severity=INFO)
    yield Measure(outcome=NOT_APPLICABLE, note=str(terms["what"]))


def play_only(deck: Deck, fmt: Format, as_of: date, terms: Terms) -> Said:
    """Something that changes play and asks nothing of the deck."""
    yield Measure(outcome=NOT_APPLICABLE, note=str(terms["what"]))


def can_cover(options: Iterable[frozenset[str]], most: int) -> bool:
    """Whether so many choices are enough that each of these has one of them."""
    different = sorted(set(options), key=len)
    # Which of them a choice is one of are the bits of a number, so that trying many costs little.
    held: dict[str, int] = {}
    for place, option in enumerate(different):
        for choice in option:
            held[choice] = held.get(choice, 0) | 1 << place

    def can_cover_those(left: int, most: int) -> bool:
        if not left or not most:
            return not left
        of_fewest = different[(left & -left).bit_length() - 1]
        return any(can_cover_those(left & ~held[choice], most - 1) for choice in of_fewest)

    return can_cover_those((1 << len(different)) - 1, most)


def _number(terms: Terms, name: str) -> int:
    return int(str(terms[name]))


def list_names(terms: Terms, name: str) -> tuple[str, ...]:
    """The names that a term has, of which there may be one or several."""
    given = terms.get(name) or ()
    return tuple(map(str, given)) if isinstance(given, (list, tuple)) else (str(given),)


def _count_unsettled(deck: Deck) -> int:
    """How many cards stand on lines that name no one card."""
    return sum(entry.count for entry in deck.unsettled if entry.state != UNREADABLE)


def _count_names(deck: Deck) -> Mapping[str, int]:
    """For each character of the deck how many cards bear its name, in their own name or identity."""
    spelt: dict[str, str] = {}
    for card in deck.cards:
        if card.type == CHARACTER:
            for words, name in list_own_names(card):
                spelt.setdefault(words, name)
    counts = dict.fromkeys(spelt, 0)
    for card, count in deck.counts.items():
        for words in counts.keys() & list_names_borne(card):
            counts[words] += count
    return {name: counts[words] for words, name in spelt.items()}


@lru_cache(maxsize=16_384)
def list_own_names(card: Card) -> tuple[tuple[str, str], ...]:
    """Its name and identity, each in words and as written.

    A genitive bears the name too: Captain America's Shield.
    """
    names = filter(None, (card.name, card.identity))
    return tuple((f"{fold(name)} ".replace("'s ", " ")[:-1], name) for name in names)


@lru_cache(maxsize=16_384)
def list_names_borne(card: Card) -> frozenset[str]:
    """Every run of words in its name and identity: the names that it bears, if somebody has them."""
    names = [own.split(" ") for own, _ in list_own_names(card)]
    return frozenset(
        " ".join(words[first:last]) for words in names for first, last in combinations(range(len(words) + 1), 2)
    )


def _build_breach(
    deck: Deck, message: str, cards: Iterable[Card], found: int | None = None, allowed: int | str | None = None
) -> Breach:
    """A restriction that is certainly broken, with the lines of its cards."""
    named = tuple(cards)
    return Breach(message, named, found, allowed, lines=tuple(line for card in named for line in deck.lines[card]))


def _build_unknown(message: str, cards: Iterable[Card]) -> Breach:
    """A restriction that can't be judged for want of a fact."""
    return Breach(message, tuple(cards), severity=UNKNOWN)


#: The kinds of restriction that formats of every game use.
OF_EVERY_GAME: Mapping[str, RestrictionCheck] = {
    "sets-at-most": sets_at_most,
    "without-type": EachCard(without_type),
    "not-in-the-list": not_in_the_list,
    "between-decks": between_decks,
    "play-only": play_only,
}
#: Those and the further ones that the comprehensive rules of several games know.
RESTRICTIONS: Mapping[str, RestrictionCheck] = {
    **OF_EVERY_GAME,
    "no-rares": EachCard(no_rares),
    "teams-at-most": teams_at_most,
    "singleton": singleton,
    "characters-per-team": characters_per_team,
    "named-character": named_character,
    "copies-of-a-character": copies_of_a_character,
    "customary-size": customary_size,
}
