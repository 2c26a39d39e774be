"""Small catalogs, formats and random decks, and the smallest repair by trying every deck within so many changes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations_with_replacement, product
from typing import Any

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Card
from engine.model.catalog import Catalog
from engine.model.decks import AMBIGUOUS, DECK, UNKNOWN, UNREADABLE, Deck, DeckEntry
from engine.model.formats import Ban, Construction, Format, Restriction
from engine.rules.validation import check_deck
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
    entries: tuple[DeckEntry, ...] = ()
    legal: tuple[DeckEntry, ...] = ()

    def deck(self, seed: int) -> Deck:
        """A random deck; the same for the same seed. Every other one is near a legal one."""
        chance = random.Random(seed)  # noqa: S311 - the same decks in every run
        lines = list(self.legal) if seed % 2 else []
        for _ in range(chance.randint(*((1, 2) if lines else (0, self.lines)))):
            section, card = chance.choice(self.places)
            if lines and chance.random() < 0.5:
                lines.pop(chance.randrange(len(lines)))
            lines.append(DeckEntry(section, chance.randint(1, self.most), card, name=card.title))
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
                    yield Deck(deck.game, (*left, *(DeckEntry(section, 1, card) for section, card in came)))


def _left(deck: Deck, gone: tuple[int, ...]) -> tuple[DeckEntry, ...] | None:
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


def _classic(restrictions: tuple[Restriction, ...] = (), most: int | None = None, least: int = 6) -> World:
    fmt = a_format(
        *SETS,
        bans=(Ban("Overload", between("2005-01-01")), Ban("Beatdown", between("2008-12-01", "2009-02-01"))),
        construction=Construction(deck_min=least, deck_max=most, copies=2),
        restrictions=restrictions,
    )
    lines = (
        DeckEntry(DECK, 2, state=UNKNOWN, name="Bzzz"),
        DeckEntry(DECK, 2, state=AMBIGUOUS, name="Storm", candidates=CLASSIC[1:3]),
        DeckEntry(DECK, 0, state=UNREADABLE, name="xx", problem="there is no name"),
    )
    places = tuple((DECK, card) for card in CLASSIC)
    legal = (DeckEntry(DECK, 2, CLASSIC[0]), DeckEntry(DECK, 4, CLASSIC[3]))
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
        DeckEntry("legend", 1, RIFT[0]),
        DeckEntry("champion", 1, RIFT[2]),
        DeckEntry(DECK, 1, RIFT[3]),
        DeckEntry(DECK, 1, RIFT[6]),
        DeckEntry("runes", 2, RIFT[9]),
        DeckEntry("battlefields", 1, RIFT[11]),
    )
    return World(fmt, Catalog(RIFTBOUND, RIFT, fmt.sets), places, LATER, lines=7, most=2, legal=legal)


def _pcg(
    cards: tuple[Card, ...],
    legal: str,
    restrictions: tuple[Restriction, ...] = (),
    universe: str = "mixed",
    size: int = 3,
) -> World:
    """Some cards in a format of so many; `legal` has a letter for each card, by its place, of a legal deck."""
    fmt = builders.fmt(
        VS_2PCG,
        construction={"deck_min": size, "deck_max": size, "copies": 2},
        restrictions=restrictions,
        universe=universe,
        sets={AFF.code: AFF},
    )
    places = tuple((section, card) for card in cards for section in _sections(card))
    lines = tuple(DeckEntry(_sections(cards[at])[0], 1, cards[at]) for at in map("abcdefgh".index, legal))
    return World(fmt, Catalog(VS_2PCG, cards, fmt.sets), places, LATER, lines=4, most=2, legal=lines)


def _sections(card: Card) -> tuple[str, ...]:
    """Where a card may be put, its home first."""
    if card.member_of_piles:
        return ("pile:Facehugger", "deck")
    if card.type == "Main Character":
        return ("level-up",) if card.level == 2 else ("main-character", "deck")
    return ("deck",)


MAIN, SUPPORT = pcg_builders.main_character, pcg_builders.supporting
EVIL = {"teams": ("Black Order",), "alignments": ("Evil",)}
MARVEL, THANOS = MAIN("Captain Marvel", health=5), MAIN("Thanos", health=6, **EVIL)
PIXIE, CORVUS = SUPPORT("Pixie", health=2), SUPPORT("Corvus", health=3, **EVIL)
TWIST = pcg_builders.plot_twist("Find Cover")
SIDES = (MARVEL, THANOS, PIXIE, CORVUS, TWIST)
PCG: Mapping[str, Callable[[], World]] = {
    "loyal": lambda: _pcg((MARVEL, PIXIE, CORVUS, SUPPORT("Rogue", keywords=("Loyalty",)), TWIST), "abbd"),
    "loyal to several teams": lambda: _pcg(
        (
            MARVEL,
            PIXIE,
            CORVUS,
            SUPPORT("Rogue", keywords=(("Pact Loyalty", "A-Force"), ("Pact Loyalty", "X-Men"))),
            SUPPORT("Storm", teams=("X-Men",)),
            SUPPORT("Raven", keywords=("Sworn Loyalty",)),
        ),
        "abbd",
    ),
    "of one universe": lambda: _pcg(
        (
            MARVEL,
            PIXIE,
            SUPPORT("Loki", universe="Photographic"),
            SUPPORT("Anybody", universe="Any"),
            SUPPORT("Unseen", universe=None),
        ),
        "abbd",
        universe="one",
    ),
    "illustrated": lambda: _pcg((MARVEL, PIXIE, SUPPORT("Loki", universe="Photographic")), "abb", (), "Illustrated", 2),
    "with locations": lambda: _pcg(
        (
            MARVEL,
            PIXIE,
            pcg_builders.basic_location("Academy"),
            pcg_builders.basic_location("School"),
            pcg_builders.basic_location("Somewhere", power_symbols=None),
        ),
        "abbc",
    ),
    "with mutants": lambda: _pcg(
        (MARVEL, PIXIE, *(SUPPORT(name, keywords=("Omega Level Mutant",)) for name in ("Storm", "Iceman"))), "abcc"
    ),
    "with a card that asks for a main character": lambda: _pcg(
        (MARVEL, THANOS, PIXIE, SUPPORT("Dust", keywords=[("Main Character Required", "Black Order")])), "bccd"
    ),
    "with levels": lambda: _pcg(
        (
            MAIN("Jean", levels_into=("jean-2",)),
            MAIN("Jean", 2, slug="jean-2"),
            THANOS,
            MAIN("Thanos", 2, **EVIL),
            PIXIE,
        ),
        "abee",
        size=2,
    ),
    "with guests": lambda: _pcg(
        (
            MAIN("Spider-Man", keywords=("Spider-Verse",)),
            MAIN("Spider-Ham", keywords=("Spider-Verse",)),
            MARVEL,
            PIXIE,
            SUPPORT("Token", type="Token"),
        ),
        "add",
        size=2,
    ),
    "with a pile": lambda: _pcg(
        (
            MARVEL,
            PIXIE,
            SUPPORT("Ovomorph", uses_piles=("Facehugger",)),
            SUPPORT("Facehugger", type="Facehugger Pile card", member_of_piles=("Facehugger",)),
        ),
        "abcd",
        size=2,
    ),
    "of one team": lambda: _pcg(SIDES, "acce", _restriction("one-team")),
    "steadfast": lambda: _pcg(
        (*SIDES, pcg_builders.basic_location()), "accf", _restriction("one-team", neutral="basic-locations", piles=True)
    ),
    "good or evil": lambda: _pcg(SIDES, "acce", _restriction("good-or-evil")),
    "of named teams": lambda: _pcg(SIDES, "acce", _restriction("teams-only", teams=["A-Force"])),
    "in pairs": lambda: _pcg(
        (*SIDES, SUPPORT("Untyped", type=None)),
        "acce",
        _restriction("copies-by-type", **{"Supporting Character": {"exactly": 2}}),
    ),
    "of the main character's side": lambda: _pcg(SIDES, "acce", _restriction("alignment-loyalty")),
    "of the good side": lambda: _pcg(SIDES, "acce", _restriction("alignment-loyalty", alignment="Good")),
    "with a boss": lambda: _pcg(SIDES, "bdde", _restriction("boss", names=["Thanos"])),
    "with main characters once": lambda: _pcg(SIDES, "acce", _restriction("main-character-once")),
    "with one main character": lambda: _pcg(SIDES, "acce", _restriction("main-characters-at-most", at_most=1)),
    "with one to start": lambda: _pcg(SIDES, "acce", _restriction("one-starting-main-character")),
    "of the healthy": lambda: _pcg(
        SIDES, "adde", _restriction("health", main_at_least=0, supporting_exactly=3), size=3
    ),
}
WORLDS: Mapping[str, Callable[[], World]] = {
    "classic": _classic,
    "classic with a maximum": lambda: _classic(most=6),
    "classic of one team": lambda: _classic(_restriction("teams-at-most", count=1)),
    "classic of one set": lambda: _classic(_restriction("sets-at-most", count=1)),
    "classic singles": lambda: _classic(_restriction("singleton"), least=3),
    "classic without rares": lambda: _classic(_restriction("no-rares")),
    "classic without plot twists": lambda: _classic(_restriction("without-type", type="Plot Twist")),
    "classic with characters of two teams": lambda: _classic(
        _restriction("characters-per-team", teams=2, characters=2), 6
    ),
    "classic with one character's cards": lambda: _classic(_restriction("named-character", count=3), 6),
    "classic of a customary size": lambda: _classic(_restriction("customary-size", min=7)),
    "classic of named teams": lambda: _classic(_restriction("characters-of-teams", teams=["Doom"])),
    "classic of a pair": lambda: _classic(
        _restriction("characters-of-a-pair", pairs=[["Doom", "Morlocks"], ["X-Men", "Avengers"]])
    ),
    "classic in pairs": lambda: _classic(_restriction("exact-copies", count=2)),
    "riftbound": _riftbound,
    "riftbound, legend banned": lambda: _riftbound(banned="Loose Cannon"),
    "riftbound of two domains": lambda: _riftbound(_restriction("domains-at-most", count=1, beside_legend=0)),
    **{f"2pcg {name}": make for name, make in PCG.items()},
}
