"""Small catalogs, formats and random decks, and the smallest repair by trying every deck within so many changes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from engine.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Card
from engine.catalog import Catalog
from engine.decks import AMBIGUOUS, DECK, UNKNOWN, UNREADABLE, Deck, Entry
from engine.formats import Ban, Construction, Format, Restriction
from engine.validation import check_deck
from tests.engine import builders, pcg_builders
from tests.engine.classic_builders import a_card, a_format, a_set, between

A_DAY = date(2008, 12, 31)
LATER = date(2026, 6, 1)
OGN = builders.card_set(RIFTBOUND, "OGN", date(2025, 10, 31))
AFF = builders.card_set(VS_2PCG, "AFF", date(2017, 1, 1))
Place = tuple[str, Card]


@dataclass(frozen=True, eq=False)
class World:
    """A format, its catalog, where its cards may be put, and by how many copies random decks have them."""

    fmt: Format
    catalog: Catalog
    places: tuple[Place, ...]
    day: date
    lines: int = 4
    most: int = 3
    entries: tuple[Entry, ...] = ()
    legal: tuple[Entry, ...] = ()

    def deck(self, seed: int) -> Deck:
        """A random deck; the same for the same seed. Half of them are a few random changes away from a legal one."""
        chance = random.Random(seed)
        lines = list(self.legal) if seed % 2 else []
        for _ in range(chance.randint(0, 3 if lines else self.lines)):
            section, card = chance.choice(self.places)
            if lines and chance.random() < 0.5:
                lines.pop(chance.randrange(len(lines)))
            lines.append(Entry(section, chance.randint(1, self.most), card, name=card.title))
        lines += [entry for entry in self.entries if chance.random() < 0.1]
        return Deck(self.fmt.game, tuple(replace(line, line=number) for number, line in enumerate(lines, start=1)))


def fewest_by_trying(deck: Deck, world: World, most: int) -> int | None:
    """The fewest changes that make a deck legal, by judging every deck within so many; None for more than those."""
    for changes in range(most + 1):
        if any(check_deck(each, world.fmt, world.day).is_legal for each in _decks(deck, world, changes)):
            return changes
    return None


def _decks(deck: Deck, world: World, changes: int) -> Iterator[Deck]:
    """Every deck that lies exactly so many changes from a deck: as many copies out or in, and no more the other way."""
    lines = tuple(range(len(deck.entries)))
    for out, into in product(range(changes + 1), repeat=2):
        if max(out, into) != changes:
            continue
        for gone in combinations_with_replacement(lines, out):
            left = _left(deck, gone)
            if left is not None:
                for came in combinations_with_replacement(world.places, into):
                    yield Deck(deck.game, (*left, *(Entry(section, 1, card) for section, card in came)))


def _left(deck: Deck, gone: tuple[int, ...]) -> tuple[Entry, ...] | None:
    """The lines once copies of these are gone; None where one has fewer. One that can't be read is one copy."""
    counts = [entry.count or 1 for entry in deck.entries]
    for line in gone:
        counts[line] -= 1
    if min(counts, default=0) < 0:
        return None
    return tuple(
        entry if entry.state == UNREADABLE else replace(entry, count=count)
        for entry, count in zip(deck.entries, counts, strict=True)
        if count
    )


SETS = (a_set("AAA"), a_set("BBB"), a_set("NEW", "2009-06-01"))
CLASSIC = (
    a_card("Boris", "Servant", sets=("AAA-1",), teams=("Doom",), rarity="common"),
    a_card("Storm", "Leader", sets=("AAA-2",), teams=("X-Men",), rarity="rare"),
    a_card("Storm", "Weather", sets=("BBB-1",), teams=("X-Men", "Morlocks"), rarity="common"),
    a_card("Hound", "Army", sets=("BBB-2",), teams=("Doom",), rarity="uncommon"),
    a_card("Overload", sets=("AAA-3",), type="Plot Twist", rarity="common"),
    a_card("Beatdown", sets=("BBB-3",), type="Plot Twist", rarity="common"),
    a_card("Only One", sets=("AAA-4",), type="Plot Twist", printed_limit=1, rarity="common"),
    a_card("Newcomer", sets=("NEW-1",), teams=("Doom",), rarity="common"),
    a_card("Nobody", sets=("AAA-5",), versions_known=False, teams=None, rarity="common"),
)


def _classic(restrictions: tuple[Restriction, ...] = (), most: int | None = None, **facts: object) -> World:
    fmt = a_format(
        *SETS,
        bans=(Ban("Overload", between("2005-01-01")), Ban("Beatdown", between("2008-12-01", "2009-02-01"))),
        construction=Construction(deck_min=6, deck_max=most, copies=2),
        restrictions=restrictions,
        **facts,
    )
    lines = (
        Entry(DECK, 2, state=UNKNOWN, name="Bzzz"),
        Entry(DECK, 2, state=AMBIGUOUS, name="Storm", candidates=CLASSIC[1:3]),
        Entry(DECK, 0, state=UNREADABLE, name="xx", problem="there is no name"),
    )
    places = tuple((DECK, card) for card in CLASSIC)
    legal = (Entry(DECK, 2, CLASSIC[0]), Entry(DECK, 4, CLASSIC[3]))
    return World(fmt, Catalog(VS_CLASSIC, CLASSIC, fmt.sets), places, A_DAY, entries=lines, legal=legal)


def _restriction(kind: str, **terms: object) -> tuple[Restriction, ...]:
    return (Restriction(kind, terms),)


def riftbound(name: str, kind: str, **facts: Any) -> Card:
    """A card of the one set."""
    return builders.riftbound(name, kind, printings=("OGN-001",), **facts)


UNITS = tuple(
    riftbound(name, "Unit", supertype="Champion", tags=(tag,), domains=(domain,), **facts)
    for name, tag, domain, facts in (
        ("Jinx, Rebel", "Jinx", "Fury", {}),
        ("Jinx, Demolitionist", "Jinx", "Chaos", {}),
        ("Annie, Fiery", "Annie", "Fury", {}),
    )
)
RIFT = (
    riftbound("Loose Cannon", "Legend", tags=("Jinx",), domains=("Fury", "Chaos")),
    riftbound("Dark Child", "Legend", tags=("Annie",), domains=("Fury", "Order")),
    *UNITS,
    riftbound("Called Shot", "Spell", domains=("Chaos",)),
    riftbound("Get Excited", "Spell", supertype="Signature", tags=("Jinx",), domains=("Fury", "Chaos")),
    riftbound("Tibbers", "Spell", supertype="Signature", tags=("Annie",), domains=("Fury", "Order")),
    riftbound("Blade", "Gear", domains=("Order",), keywords=("Unique",)),
    riftbound("Fury Rune", "Rune", domains=("Fury",)),
    riftbound("Order Rune", "Rune", domains=("Order",)),
    riftbound("Bar", "Battlefield", domains=()),
    riftbound("Grove", "Battlefield", domains=()),
)
_ONLY = {"Legend": ("legend",), "Rune": ("runes",), "Battlefield": ("battlefields",)}


def _riftbound(restrictions: tuple[Restriction, ...] = (), banned: str = "Called Shot") -> World:
    figures = Construction(
        deck_min=3, deck_max=3, copies=2, sideboard_max=1, runes=2, battlefields=1, legends=1, champions=1, signatures=1
    )
    fmt = builders.fmt(
        RIFTBOUND,
        bans=(Ban(banned, between("2008-01-01")),),
        restrictions=restrictions,
        sets={OGN.code: OGN},
    )
    fmt = replace(fmt, construction=figures)
    places = tuple(
        (section, card)
        for card in RIFT
        for section in _ONLY.get(
            card.type or "",
            ("champion", "deck", "sideboard") if card.supertype == "Champion" else ("deck", "sideboard"),
        )
    )
    legal = (
        Entry("legend", 1, RIFT[0]),
        Entry("champion", 1, RIFT[2]),
        Entry(DECK, 1, RIFT[3]),
        Entry(DECK, 1, RIFT[6]),
        Entry("runes", 2, RIFT[9]),
        Entry("battlefields", 1, RIFT[11]),
    )
    return World(fmt, Catalog(RIFTBOUND, RIFT, fmt.sets), places, LATER, lines=7, most=2, legal=legal)


def _pcg_cards() -> tuple[Card, ...]:
    main, support = pcg_builders.main_character, pcg_builders.supporting
    return (
        main("Captain Marvel", 1, levels_into=("captain-marvel-2",)),
        main("Captain Marvel", 2),
        main("Thanos", 1, teams=("Black Order",), alignments=("Evil",)),
        support("Pixie"),
        support("Loki", universe="Photographic"),
        support("Corvus", teams=("Black Order",), alignments=("Evil",), health=2),
        support("Rogue", keywords=("Loyalty",)),
        support("Ant", keywords=("One of a Kind",)),
        pcg_builders.plot_twist("Find Cover"),
        pcg_builders.basic_location("Academy"),
        pcg_builders.basic_location("School"),
    )


PCG = _pcg_cards()


def _pcg(restrictions: tuple[Restriction, ...] = (), universe: str = "one") -> World:
    fmt = builders.fmt(
        VS_2PCG,
        construction={"deck_min": 4, "deck_max": 4, "copies": 2},
        restrictions=restrictions,
        universe=universe,
        sets={AFF.code: AFF},
        bans=(Ban("Find Cover", between("2008-01-01")),),
    )
    places: list[Place] = []
    for card in PCG:
        is_main = card.type == "Main Character"
        places += [("level-up" if card.level == 2 else "main-character", card)] if is_main else [("deck", card)]
    places.append(("level-up", PCG[2]))
    legal = (
        Entry("main-character", 1, PCG[0]),
        Entry("level-up", 1, PCG[1]),
        Entry(DECK, 2, PCG[3]),
        Entry(DECK, 2, PCG[9]),
    )
    return World(fmt, Catalog(VS_2PCG, PCG, fmt.sets), tuple(places), LATER, lines=5, legal=legal)


WORLDS: Mapping[str, Callable[[], World]] = {
    "classic": cache(_classic),
    "classic with a maximum": cache(lambda: _classic(most=6)),
    "classic of one team": cache(lambda: _classic(_restriction("teams-at-most", count=1))),
    "classic of one set": cache(lambda: _classic(_restriction("sets-at-most", count=1))),
    "classic singles": cache(lambda: _classic(_restriction("singleton"))),
    "classic without rares": cache(lambda: _classic(_restriction("no-rares"))),
    "classic without plot twists": cache(lambda: _classic(_restriction("without-type", type="Plot Twist"))),
    "classic with characters of two teams": cache(
        lambda: _classic(_restriction("characters-per-team", teams=2, characters=2), 6)
    ),
    "classic with one character's cards": cache(lambda: _classic(_restriction("named-character", count=3), 6)),
    "classic of a customary size": cache(lambda: _classic(_restriction("customary-size", min=7))),
    "riftbound": cache(_riftbound),
    "riftbound, legend banned": cache(lambda: _riftbound(banned="Loose Cannon")),
    "2pcg": cache(_pcg),
    "2pcg, illustrated": cache(lambda: _pcg(universe="Illustrated")),
    "2pcg of one team": cache(lambda: _pcg(_restriction("one-team"), "mixed")),
    "2pcg steadfast": cache(lambda: _pcg(_restriction("one-team", neutral="basic-locations"), "mixed")),
    "2pcg good or evil": cache(lambda: _pcg(_restriction("good-or-evil"), "mixed")),
    "2pcg of named teams": cache(lambda: _pcg(_restriction("teams-only", teams=["A-Force"]), "mixed")),
    "2pcg in pairs": cache(lambda: _pcg(_restriction("copies-by-type", **{"Supporting Character": {"exactly": 2}}))),
    "2pcg of the main character's side": cache(lambda: _pcg(_restriction("alignment-loyalty"), "mixed")),
    "2pcg with a boss": cache(lambda: _pcg(_restriction("boss", names=["Thanos"]))),
    "2pcg with main characters once": cache(lambda: _pcg(_restriction("main-character-once"))),
    "2pcg with one main character": cache(lambda: _pcg(_restriction("main-characters-at-most", at_most=1))),
}
