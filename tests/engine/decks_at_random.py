"""Decks at random whose lines name cards: most nearly legal, some with unsettled lines, notes or odd sections."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

from engine import Card, Deck, Reference
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.decks import AMBIGUOUS, READ, UNKNOWN, UNREADABLE, DeckEntry, ReadingNote

Lines = list[tuple[str, int, Card]]
ByType = Mapping[str | None, Sequence[Card]]


def build_random_deck(known: Reference, chance: Random) -> Deck:
    """A deck of the game's cards."""
    cards = known.catalog.cards
    lines = _DRAWN[known.game](cards, group_by_type(cards), chance)
    entries = [DeckEntry(section, count, card) for section, count, card in lines]
    if chance.random() < 0.1:
        state = chance.choice((UNKNOWN, AMBIGUOUS, UNREADABLE))
        count = 0 if state == UNREADABLE else chance.choice((1, 4))
        may_be = tuple(chance.sample(cards, 2)) if state == AMBIGUOUS else ()
        unsettled = DeckEntry(
            "deck", count, state=state, name=chance.choice(cards).name, candidates=may_be, problem="?"
        )
        entries.insert(chance.randrange(len(entries) + 1), unsettled)
    if chance.random() < 0.1:
        place = chance.randrange(len(entries))
        entries[place] = replace(entries[place], notes=(ReadingNote("version-inferred", "a note"),))
    if chance.random() < 0.1:
        chance.shuffle(entries)
    if chance.random() < 0.05:
        entries = entries[: chance.randrange(4)]
    return Deck(known.game, tuple(replace(entry, line=line) for line, entry in enumerate(entries, start=1)))


def build_legal_decks(known: Reference, number: int, is_legal: Callable[[Deck], bool]) -> list[Deck]:
    """So many different decks at random for which something holds, settled to the last line."""
    chance, found = Random(f"legal {known.game}"), []  # noqa: S311
    cards = known.catalog.cards
    by_type = group_by_type(cards)
    while len(found) < number:
        lines = _DRAWN[known.game](cards, by_type, chance)
        entries = (DeckEntry(section, count, card, READ, line) for line, (section, count, card) in enumerate(lines, 1))
        deck = Deck(known.game, tuple(entries))
        if is_legal(deck):
            found.append(deck)
    return found


def group_by_type(cards: Sequence[Card]) -> dict[str | None, list[Card]]:
    """Cards by their type."""
    found: dict[str | None, list[Card]] = {}
    for card in cards:
        found.setdefault(card.type, []).append(card)
    return found


def _draw_classic(cards: Sequence[Card], by_type: ByType, chance: Random) -> Lines:
    usual = chance.random() < 0.6
    counts = (4,) if usual else (1, 2, 4, 4, 4, 5)
    pool = [card for card in cards if card.versions_known] if usual else cards
    number = chance.choice((3, 15, 15, 20, 60)) if not usual else 15
    return [("deck", chance.choice(counts) if number < 60 else 1, card) for card in chance.sample(pool, number)]


def _draw_2pcg(cards: Sequence[Card], by_type: ByType, chance: Random) -> Lines:
    mains = by_type["Main Character"]
    start = chance.choice([card for card in mains if card.level == 1])
    above = [card for card in mains if card.slug in start.levels_into]
    lines: Lines = [("main-character", 1, start)]
    if above and chance.random() < 0.8:
        lines.append(("level-up", 1, chance.choice(above)))
    if chance.random() < 0.05:
        lines.append((chance.choice(("main-character", "level-up")), 1, chance.choice(mains)))
    types = ("Supporting Character", "Plot Twist", "Equipment")
    of_universe = [card for name in types for card in by_type[name] if card.universe in (start.universe, "Any")]
    usual = chance.random() < 0.7
    pool = [card for card in of_universe if not card.uses_piles] if usual else cards
    locations = [*by_type["Basic Location"], *by_type["Special Location"]]
    drawn = chance.sample(locations, chance.choice((0, 1, 2)))
    lines += [("deck", 4, card) for card in (*chance.sample(pool, 15 - len(drawn)), *drawn)]
    if chance.random() < 0.1:
        lines[-1] = ("deck", chance.choice((1, 3, 5)), lines[-1][2])
    if chance.random() < 0.1:
        pile = chance.choice(("Facehugger", "Wish", "Binding", "Sinister Six", "Of No Rule"))
        lines += [(f"pile:{pile}", 1, card) for card in chance.sample(cards, 3)]
    return lines


def _draw_riftbound(cards: Sequence[Card], by_type: ByType, chance: Random) -> Lines:
    legend = chance.choice(by_type["Legend"])
    domains = set(legend.domains or ())
    fitting = [
        card
        for name in ("Unit", "Spell", "Gear")
        for card in by_type[name]
        if card.domains is not None and domains.issuperset(card.domains) and card.supertype != "Token"
    ]
    usual = chance.random() < 0.8
    pool = [card for card in fitting if card.supertype != "Signature"] if usual else cards
    units = [card for card in by_type["Unit"] if card.supertype == "Champion"]
    champions = [card for card in units if set(card.tags) & set(legend.tags)] or units
    champion = chance.choice(champions)
    signatures = [card for card in fitting if card.supertype == "Signature" and set(card.tags) & set(legend.tags)]
    runes = [card for card in by_type["Rune"] if domains.issuperset(card.domains or ())] or by_type["Rune"]
    drawn = [card for card in chance.sample(pool, 14) if card.copy_key != champion.copy_key][:13]
    if signatures and chance.random() < 0.5:
        drawn[0] = signatures[0]
    lines: Lines = [("legend", 1, legend), ("champion", 1, champion), *(("deck", 3, card) for card in drawn)]
    lines += [("runes", 6, card) for card in (chance.choice(runes), chance.choice(runes))]
    lines += [("battlefields", 1, card) for card in chance.sample(by_type["Battlefield"], 3)]
    if chance.random() < 0.3:
        lines += [("sideboard", chance.choice((1, 2, 3)), card) for card in chance.sample(pool, 3)]
    if chance.random() < 0.05:
        lines.append(("additional-legends", 1, chance.choice(by_type["Legend"])))
    return lines


_DRAWN: Mapping[str, Callable[[Sequence[Card], ByType, Random], Lines]] = {
    VS_CLASSIC: _draw_classic,
    VS_2PCG: _draw_2pcg,
    RIFTBOUND: _draw_riftbound,
}
