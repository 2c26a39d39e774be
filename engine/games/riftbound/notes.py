"""What a Riftbound verdict says beside its findings: what it rests on, and what an organizer may allow."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from engine.formats.bans import find_bans_on
from engine.games.riftbound.identity import SIGNATURE
from engine.games.riftbound.tournament import HELD_FROM
from engine.model.cards import Card
from engine.model.decks import ADDITIONAL_LEGENDS, CHAMPION, LEGEND, SIDEBOARD, Deck
from engine.model.formats import CONSTRUCTED, Format
from engine.model.names import fold
from engine.model.verdicts import INFO, NOT_APPLICABLE, Breach, Measure
from engine.rules import DayCheck, ListCheck, SeldomCheck
from engine.rules.messages import card_titles

_MODE = "mode"  #: a kind of format that is no competition
FACTS = ("type", "supertype", "domains", "tags")  #: those that deck rules read


@DayCheck
def tournament_rules_before_held(fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
    """The day lies before the oldest tournament rules that are held: their numbers are cited, and that is said."""
    if fmt.kind == _MODE:
        yield Measure(as_of.isoformat(), outcome=NOT_APPLICABLE)
        return
    if as_of < HELD_FROM:
        said = f"No tournament rules on record for {as_of}; those of {HELD_FROM} are cited"
        yield Breach(said, severity=INFO)
    yield Measure(as_of.isoformat(), f"{HELD_FROM}+")


@ListCheck
def inferred_facts(deck: Deck) -> Iterator[Breach | Measure]:
    """The facts that deck rules read are sure; those that were inferred, or that one source alone has, are named."""
    doubtful = [card for card in deck.cards if card.doubtful]
    found = {fact: tuple(card for card in doubtful if _rests_on(deck, card, fact)) for fact in FACTS}
    said = [f"the {fact} of {card_titles(cards)}" for fact, cards in found.items() if cards]
    named = tuple(dict.fromkeys(card for cards in found.values() for card in cards))
    if said:
        yield Breach(
            f"This verdict rests on facts that were inferred, or that only one source has: {'; '.join(said)}",
            named,
            len(named),
            severity=INFO,
        )
    yield Measure(len(named))


def _rests_on(deck: Deck, card: Card, fact: str) -> bool:
    """Whether a doubtful fact of a card bears on the verdict: tags do where the legend's is looked for and the card's
    name doesn't say it."""
    if fact not in card.doubtful:
        return False
    if fact != "tags":
        return True
    looked_at = card.supertype == SIGNATURE or any(
        card == each for section in (LEGEND, ADDITIONAL_LEGENDS, CHAMPION) for each, _ in deck.read(section)
    )
    character = fold(card.name.partition(",")[0])
    return looked_at and character not in map(fold, card.tags)


def unchanged_preconstructed(deck: Deck, fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
    """A preconstructed deck that nobody changed may be played with its banned cards where the head of a low-level event
    allows for it; which cards such decks have isn't recorded."""
    if not _may_be_preconstructed(deck, fmt, as_of):
        yield Measure(outcome=NOT_APPLICABLE)
        return
    bans = find_bans_on(fmt, as_of)
    cards = tuple(card for card in deck.cards if bans.of(card))
    yield Breach(
        "At low-level events such as Nexus Nights, a preconstructed deck that is played unchanged and without a "
        "sideboard may hold its banned cards. Compare the list with the product: its contents aren’t recorded",
        cards,
        len(cards),
        severity=INFO,
    )
    yield Measure(len(cards), note="contents of preconstructed decks aren’t recorded")


def _may_be_preconstructed(deck: Deck, fmt: Format, as_of: date) -> bool:
    if not fmt.kind.startswith(CONSTRUCTED) or deck.size(SIDEBOARD):
        return False
    bans = find_bans_on(fmt, as_of)
    return not bans.names.isdisjoint(deck.folded_names) and any(bans.of(card) for card in deck.cards)


#: Most decks have no banned card.
UNCHANGED_PRECONSTRUCTED = SeldomCheck(unchanged_preconstructed, _may_be_preconstructed, is_of_cards=True)
