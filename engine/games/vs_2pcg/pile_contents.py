"""What a pile may hold, as small checks that the table of piles puts together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations

from engine.games.vs_2pcg.card_facts import (
    all_hold,
    any_holds,
    has_keyword,
    has_recorded_text,
    has_team,
    is_character,
    is_main_character,
    is_named,
    is_of_type,
    is_universe,
    name_contains,
    share_a_name,
)
from engine.games.vs_2pcg.deck_parts import DeckParts, DeckPile
from engine.games.vs_2pcg.level_up import can_follow
from engine.model.cards import Card
from engine.model.verdicts import ERROR, UNKNOWN, Breach
from engine.rules.messages import card_label, card_titles, quantity

PILE_SIZE = "pile-size"
PILE_CARD = "pile-card"


@dataclass(frozen=True, eq=False)
class PileContext:
    """A pile of a list with what its content depends on: the rest of the list and the cards that use the pile."""

    pile: DeckPile
    build: DeckParts
    users: tuple[Card, ...]
    name: str

    @property
    def cards(self) -> tuple[tuple[Card, int], ...]:
        """Its cards with their counts."""
        return self.pile.cards

    def breach(self, code: str, message: str, cards: Iterable[Card] = (), **figures: object) -> Breach:
        """Something against the pile; `figures` are the fields of a breach."""
        return Breach(
            f"{self.name} pile: {message}",
            tuple(cards),
            section=self.pile.section,
            code=code,
            **figures,  # type: ignore[arg-type]
        )


PileRequirement = Callable[[PileContext], Iterator[Breach]]
#: Whether a card may be in the pile.
CardTest = Callable[[Card, PileContext], bool | None]


def size(*, exactly: int | None = None, at_least: int | None = None, at_most: int | None = None) -> PileRequirement:
    """So many cards in all."""
    least = exactly if exactly is not None else at_least or 0
    most = exactly if exactly is not None else at_most
    allowed = str(exactly) if exactly is not None else f"at least {least}" if most is None else f"at most {most}"

    def check(contents: PileContext) -> Iterator[Breach]:
        found = contents.pile.size
        if found < least or (most is not None and found > most):
            yield contents.breach(PILE_SIZE, f"{quantity(found, 'card')}; {allowed}", found=found, allowed=allowed)

    return check


def made_of(**copies: int) -> PileRequirement:
    """Exactly these cards, so many of each; underscores in a name stand for spaces."""
    return named_cards({name.replace("_", " "): count for name, count in copies.items()})


def named_cards(copies: dict[str, int]) -> PileRequirement:
    """Exactly the cards of these names, so many of each."""

    def check(contents: PileContext) -> Iterator[Breach]:
        listed = ", ".join(f"{count} {name}" for name, count in copies.items())
        for card, _ in contents.cards:
            if not is_named(card, *copies):
                message = f"{card_label(card)} doesn’t belong here; the pile is {listed}"
                yield contents.breach(PILE_CARD, message, [card], allowed=listed)
        for name, wanted in copies.items():
            cards = [(card, count) for card, count in contents.cards if is_named(card, name)]
            found = sum(count for _, count in cards)
            if found != wanted:
                severity = UNKNOWN if found < wanted <= found + contents.pile.unsettled else ERROR
                yield contents.breach(
                    PILE_SIZE,
                    f"{quantity(found, 'copy', 'copies')} of {name}; exactly {wanted}",
                    [card for card, _ in cards],
                    found=found,
                    allowed=wanted,
                    severity=severity,
                )

    return check


def every(test: CardTest, words: str, said: str = "") -> PileRequirement:
    """Every card of the pile passes the test; `words` say what is allowed, `said` where a message says it better."""

    def check(contents: PileContext) -> Iterator[Breach]:
        for card, _ in contents.cards:
            answer = test(card, contents)
            if answer is False:
                yield contents.breach(
                    PILE_CARD, f"{card_label(card)} isn’t allowed; only {said or words}", [card], allowed=words
                )
            elif answer is None:
                message = f"not recorded whether {card_label(card)} is allowed; only {said or words}"
                yield contents.breach(PILE_CARD, message, [card], allowed=words, severity=UNKNOWN)

    return check


def copies_each(most: int, *, exactly: bool = False) -> PileRequirement:
    """At most, or exactly, so many copies of each card."""

    def check(contents: PileContext) -> Iterator[Breach]:
        for card, count in contents.cards:
            if count > most or (exactly and count != most):
                allowed = f"exactly {most}" if exactly else f"at most {most}"
                message = f"{quantity(count, 'copy', 'copies')} of {card_label(card)}; {allowed} of each"
                yield contents.breach(PILE_SIZE, message, [card], found=count, allowed=most)

    return check


def different_names(contents: PileContext) -> Iterator[Breach]:
    """No two cards share a name, AKA included."""
    cards = [card for card, _ in contents.cards]
    for index, card in enumerate(cards):
        twins = [other for other in cards[:index] if share_a_name(card, other)]
        if twins:
            message = f"{card_label(card)} and {card_label(twins[0])} share a name; all names must differ"
            yield contents.breach(PILE_CARD, message, [twins[0], card])


def levels(*wanted: int) -> PileRequirement:
    """Main characters of exactly these levels."""

    def check(contents: PileContext) -> Iterator[Breach]:
        open_places = list(wanted)
        unknown = []
        for card, count in contents.cards:
            for _ in range(min(count, len(wanted) + 1)):
                if card.level is None:
                    unknown.append(card)
                elif card.level in open_places:
                    open_places.remove(card.level)
                else:
                    allowed = " and ".join(f"level {level}" for level in wanted)
                    message = f"{card_label(card)} of level {card.level} is too many; only {allowed}"
                    yield contents.breach(PILE_CARD, message, [card], found=card.level, allowed=allowed)
        if unknown:
            message = f"the level of {card_label(unknown[0])} isn’t recorded"
            yield contents.breach(PILE_CARD, message, dict.fromkeys(unknown), severity=UNKNOWN)

    return check


def one_of_each_team(*teams: str) -> PileRequirement:
    """One card of each of the teams; a card counts for one of them."""

    def check(contents: PileContext) -> Iterator[Breach]:
        cards = [card for card, count in contents.cards for _ in range(min(count, len(teams)))]
        if len(cards) != len(teams):
            return
        fits = any_holds(
            all_hold(has_team(card, team) for card, team in zip(order, teams, strict=True))
            for order in permutations(cards)
        )
        if fits is not True:
            known = "wrong teams" if fits is False else "not all teams are recorded"
            message = f"{known}: {card_titles(tuple(cards))}; 1 card each of {', '.join(teams)}"
            yield contents.breach(PILE_CARD, message, cards, severity=ERROR if fits is False else UNKNOWN)

    return check


def as_many_as_users(contents: PileContext) -> Iterator[Breach]:
    """As many cards as the deck has copies of the cards that use the pile, four at most."""
    users = {card: count for card, count in contents.build.main if card in contents.users}
    wanted = min(sum(users.values()), 4)
    if contents.pile.size != wanted:
        said = f"exactly {wanted}, one for each copy of {card_titles(tuple(users))}"
        message = f"{quantity(contents.pile.size, 'card')}; {said}"
        yield contents.breach(PILE_SIZE, message, users, found=contents.pile.size, allowed=wanted)


def whole_chains(contents: PileContext) -> Iterator[Breach]:
    """Every level that a main character of the pile can level into is in it too, and every lower one below it."""
    cards = [card for card, _ in contents.cards if is_main_character(card) is not False]
    slugs = {card.slug for card in cards}
    for card in cards:
        if card.level is None:
            message = f"the level of {card_label(card)} isn’t recorded, nor what it levels into"
            yield contents.breach(PILE_CARD, message, [card], severity=UNKNOWN)
        elif card.levels_into and not slugs.intersection(card.levels_into):
            severity = UNKNOWN if contents.pile.unsettled else ERROR
            message = f"{card_label(card)} can level up, but the card it levels into is missing"
            yield contents.breach(PILE_CARD, message, [card], severity=severity)
        elif card.level > 1 and any_holds(can_follow(other, card) for other in cards) is False:
            severity = UNKNOWN if contents.pile.unsettled else ERROR
            message = f"no lower level of {card_label(card)}"
            yield contents.breach(PILE_CARD, message, [card], severity=severity)


def is_a(*types: str) -> CardTest:
    """A card of one of the types."""
    return lambda card, contents: is_of_type(card, *types)


def is_titled(*names: str) -> CardTest:
    """A card of one of the titles; AKA names don't count."""
    return lambda card, contents: card.name in names


def is_called(*names: str) -> CardTest:
    """A card that has one of the names, AKA included."""
    return lambda card, contents: is_named(card, *names)


def is_in_universe(universe: str) -> CardTest:
    """A card of the universe."""
    return lambda card, contents: is_universe(card, universe)


def has_word(word: str) -> CardTest:
    """A card with the word in one of its names."""
    return lambda card, contents: name_contains(card, word)


def has_level(level: int) -> CardTest:
    """A card of the level."""
    return lambda card, contents: None if card.level is None else card.level == level


def is_on(*teams: str) -> CardTest:
    """A card of one of the teams."""
    return lambda card, contents: has_team(card, *teams)


def has_the_keyword(keyword: str) -> CardTest:
    """A card with the keyword; one whose text no source records is taken on trust."""
    return lambda card, contents: has_keyword(card, keyword) is not False


def is_kind(kind: str) -> CardTest:
    """A card that is marked as of this kind by its type, a trait, a keyword or the pile it belongs to."""

    def test(card: Card, contents: PileContext) -> bool | None:
        marks = (card.type, card.supertype, *card.traits, *card.tags, *card.keyword_names, *card.member_of_piles)
        if any(mark and kind.casefold() in mark.casefold() for mark in marks):
            return True
        return False if card.type is not None and has_recorded_text(card) else None

    return test


def both(*tests: CardTest) -> CardTest:
    """A card that passes all of the tests."""
    return lambda card, contents: all_hold(test(card, contents) for test in tests)


def none_of(test: CardTest) -> CardTest:
    """A card that doesn't pass the test."""

    def negated(card: Card, contents: PileContext) -> bool | None:
        answer = test(card, contents)
        return None if answer is None else not answer

    return negated


def is_not_a_starter(card: Card, contents: PileContext) -> bool:
    """A card other than the starting main characters."""
    return all(card is not starter for starter, _ in contents.build.starters)


def is_not_in_deck(card: Card, contents: PileContext) -> bool:
    """A card of which the deck has no copy."""
    return all(card.copy_key != other.copy_key for other, _ in contents.build.main)


def shares_no_name_with_deck(card: Card, contents: PileContext) -> bool:
    """A card that shares no name with a character of the deck."""
    return not any(is_character(other) and share_a_name(card, other) for other, _ in contents.build.main)


def matches_a_supporting_character(card: Card, contents: PileContext) -> bool | None:
    """A card that shares a name with a supporting character of the deck."""
    return any_holds(
        is_of_type(other, "Supporting Character") for other, _ in contents.build.main if share_a_name(card, other)
    )
