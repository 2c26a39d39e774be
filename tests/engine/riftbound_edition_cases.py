"""Decks around every day on which Riftbound's rules, bans or sets change, with the answers worked out by hand.

Each answer was taken from the documents and the dated facts before the engine was asked: the sideboard of 601.1.c.1 (8
cards, 10 from 2026-07-16), the bans of 2026-03-31, 2026-07-24 and 2026-09-18, sets legal from 2026-07-31 (VEN) and
2026-10-23 (RAD), the first days of the editions. A list is a base with cards in the place of others.
"""

from __future__ import annotations

from dataclasses import dataclass, field

ANNIE = """
Legend
1 Annie, Dark Child [OGS-017]
Champion
1 Annie, Fiery [OGS-001]
Deck
3 Blazing Scorcher
3 Brazen Buccaneer
3 Chemtech Enforcer
3 Cleave
3 Disintegrate
3 Hextech Ray
3 Legion Rearguard
3 Cemetery Attendant
3 Ember Monk
3 Gust
3 Rebuke
3 Ride the Wind
3 Sai Scout
Runes
6 Chaos Rune
6 Fury Rune
Battlefields
1 Altar to Unity
1 Void Gate
1 Zaun Warrens
"""
TEEMO = """
Legend
1 Swift Scout [OGN-263]
Champion
1 Teemo, Strategist
Deck
3 Consult the Past
3 Eager Apprentice
3 Falling Comet
3 Lecturing Yordle
3 Orb of Regret
3 Pit Crew
3 Stupefy
3 Cemetery Attendant
3 Ember Monk
3 Gust
3 Rebuke
3 Ride the Wind
3 Sai Scout
Runes
6 Chaos Rune
6 Mind Rune
Battlefields
1 Altar to Unity
1 Void Gate
1 Zaun Warrens
"""
YI = """
Legend
1 Wuju Bladesman, Starter [OGS-019]
Champion
1 Yi, Meditative
Deck
3 Charm
3 Clockwork Keeper
3 Defy
3 En Garde
3 Meditation
3 Playful Phantom
3 Stalwart Poro
3 Bilgewater Bully
3 Challenge
3 Confront
3 Crackshot Corsair
3 Dune Drake
3 First Mate
Runes
6 Calm Rune
6 Body Rune
Battlefields
1 Altar to Unity
1 Void Gate
1 Zaun Warrens
"""
SIDEBOARD = {
    8: "Sideboard\n3 Flame Chompers\n3 Magma Wurm\n2 Noxus Hopeful\n",
    9: "Sideboard\n3 Flame Chompers\n3 Magma Wurm\n3 Noxus Hopeful\n",
    10: "Sideboard\n3 Flame Chompers\n3 Magma Wurm\n3 Noxus Hopeful\n1 Pouty Poro\n",
    11: "Sideboard\n3 Flame Chompers\n3 Magma Wurm\n3 Noxus Hopeful\n2 Pouty Poro\n",
}
#: What each card takes the place of: a playset's third copy, or a battlefield.
IN_DECK, AS_BATTLEFIELD = "3 Sai Scout", "1 Zaun Warrens"

STANDARD, TWO, DUEL = "standard", "2v2-constructed", "mode-1v1-duel"
CORE_1_3, CORE_JULY, CORE_OCTOBER = "rb-core-1.3", "rb-core-2026-07-16", "rb-core-2026-10-09"
MAY, JULY, OCTOBER = "rb-tournament", "rb-tournament-2026-07-16", "rb-tournament-2026-10-09"
LEGAL, ILLEGAL, UNCERTAIN = "legal", "illegal", "uncertain"


@dataclass(frozen=True)
class Case:
    """A list in a format on a day: the outcome, the one code that decides it with its rule, edition and infos."""

    format: str
    day: str
    outcome: str
    edition: str
    code: str = ""
    rule: str = ""
    base: str = ANNIE
    swap: tuple[str, str] = ("", "")
    sideboard: int = 0
    infos: frozenset[str] = field(default_factory=frozenset)

    @property
    def text(self) -> str:
        """The list."""
        old, new = self.swap
        return (self.base.replace(old, new) if old else self.base) + SIDEBOARD.get(self.sideboard, "")

    @property
    def name(self) -> str:
        """What tells it apart in a report."""
        return " ".join(filter(None, (self.format, self.day, self.swap[1], str(self.sideboard or ""), self.outcome)))


def with_card(name: str) -> tuple[str, str]:
    """One copy of a card for the third of a playset."""
    return IN_DECK, f"2 Sai Scout\n1 {name}"


def with_battlefield(name: str) -> tuple[str, str]:
    """A battlefield for another."""
    return AS_BATTLEFIELD, f"1 {name}"


DOUBTFUL = frozenset(("edition-day-doubtful",))
BEFORE = frozenset(("edition-before-held",))

SIDEBOARDS = (
    *(Case(STANDARD, "2026-07-15", LEGAL, CORE_1_3, sideboard=size) for size in (8,)),
    *(
        Case(STANDARD, "2026-07-15", ILLEGAL, CORE_1_3, "sideboard-size", f"{MAY} 601.1.c.1", sideboard=size)
        for size in (9, 10, 11)
    ),
    *(Case(STANDARD, "2026-07-16", LEGAL, CORE_JULY, sideboard=size, infos=DOUBTFUL) for size in (8, 9, 10)),
    Case(
        STANDARD,
        "2026-07-16",
        ILLEGAL,
        CORE_JULY,
        "sideboard-size",
        f"{JULY} 601.1.c.1",
        sideboard=11,
        infos=DOUBTFUL,
    ),
    Case(TWO, "2026-07-15", LEGAL, CORE_1_3, sideboard=8),
    Case(TWO, "2026-07-15", ILLEGAL, CORE_1_3, "sideboard-size", f"{MAY} 601.1.c.1", sideboard=9),
    Case(TWO, "2026-07-16", LEGAL, CORE_JULY, sideboard=10, infos=DOUBTFUL),
    Case(TWO, "2026-07-16", ILLEGAL, CORE_JULY, "sideboard-size", f"{JULY} 601.1.c.1", sideboard=11, infos=DOUBTFUL),
    Case(STANDARD, "2026-10-08", ILLEGAL, CORE_JULY, "sideboard-size", f"{JULY} 601.1.c.1", sideboard=11),
    Case(STANDARD, "2026-10-09", ILLEGAL, CORE_OCTOBER, "sideboard-size", f"{OCTOBER} 601.1.c.1", sideboard=11),
    Case(STANDARD, "2026-10-09", LEGAL, CORE_OCTOBER, sideboard=10),
    Case(DUEL, "2026-07-15", LEGAL, CORE_1_3, sideboard=11),
)

SETS = (
    Case(
        STANDARD,
        "2026-07-30",
        ILLEGAL,
        CORE_JULY,
        "not-yet-legal",
        f"{JULY} 601.2.a",
        swap=with_card("Blade Twirler [VEN-002]"),
    ),
    Case(STANDARD, "2026-07-31", LEGAL, CORE_JULY, swap=with_card("Blade Twirler [VEN-002]")),
    Case(
        TWO,
        "2026-07-30",
        ILLEGAL,
        CORE_JULY,
        "not-yet-legal",
        f"{JULY} 601.2.a",
        swap=with_card("Blade Twirler [VEN-002]"),
    ),
    # A reprint beyond the set's numbers changes nothing (601.2.c), nor does a card of the same name (601.2.a).
    Case(STANDARD, "2026-07-30", LEGAL, CORE_JULY, swap=with_card("Draven, Showboat [VEN-172]")),
)
#: Cards of Radiance by its own legends; a list that holds one waits for the set.
RADIANCE = (
    Case(STANDARD, "2026-10-22", ILLEGAL, CORE_OCTOBER, "not-yet-legal", f"{OCTOBER} 601.2.a"),
    Case(STANDARD, "2026-10-23", LEGAL, CORE_OCTOBER),
)

BANNED = f"ban-list {STANDARD}"
FIRST_BANS = (
    with_card("Called Shot"),
    with_card("Draven, Vanquisher"),
    with_card("Fight or Flight"),
    with_card("Scrapheap"),
    with_battlefield("The Dreaming Tree"),
    with_battlefield("Obelisk of Power"),
    with_battlefield("Reaver's Row"),
)
JULY_BANS = (
    with_card("Stealthy Pursuer"),
    with_battlefield("The Arena's Greatest"),
    with_battlefield("Aspirant's Climb"),
)
BANS = (
    *(Case(STANDARD, "2026-03-30", LEGAL, CORE_1_3, swap=swap) for swap in FIRST_BANS),
    *(Case(STANDARD, "2026-03-31", ILLEGAL, CORE_1_3, "banned", BANNED, swap=swap) for swap in FIRST_BANS),
    *(Case(STANDARD, "2026-07-23", LEGAL, CORE_JULY, swap=swap, infos=DOUBTFUL) for swap in JULY_BANS),
    *(Case(STANDARD, "2026-07-24", ILLEGAL, CORE_JULY, "banned", BANNED, swap=swap) for swap in JULY_BANS),
    Case(STANDARD, "2026-09-17", LEGAL, CORE_JULY, swap=with_card("Stacked Deck")),
    Case(STANDARD, "2026-09-18", ILLEGAL, CORE_JULY, "banned", BANNED, swap=with_card("Stacked Deck")),
    Case(STANDARD, "2026-09-17", LEGAL, CORE_JULY, base=TEEMO, swap=with_card("Ekko, Recurrent")),
    Case(STANDARD, "2026-09-18", ILLEGAL, CORE_JULY, "banned", BANNED, TEEMO, with_card("Ekko, Recurrent")),
    Case(TWO, "2026-03-30", LEGAL, CORE_1_3, swap=with_card("Called Shot")),
    Case(TWO, "2026-03-31", ILLEGAL, CORE_1_3, "banned", f"ban-list {TWO}", swap=with_card("Called Shot")),
    Case(TWO, "2026-09-17", LEGAL, CORE_JULY, swap=with_card("Stacked Deck")),
    Case(TWO, "2026-09-18", ILLEGAL, CORE_JULY, "banned", f"ban-list {TWO}", swap=with_card("Stacked Deck")),
    Case(DUEL, "2026-09-18", LEGAL, CORE_JULY, swap=with_card("Stacked Deck")),
    Case(TWO, "2026-07-13", LEGAL, CORE_1_3, base=YI),
    Case(TWO, "2026-07-14", UNCERTAIN, CORE_1_3, "banned", f"ban-list {TWO}", YI),
    Case(TWO, "2026-07-23", UNCERTAIN, CORE_JULY, "banned", f"ban-list {TWO}", YI, infos=DOUBTFUL),
    Case(TWO, "2026-07-24", ILLEGAL, CORE_JULY, "banned", f"ban-list {TWO}", YI),
    Case(STANDARD, "2026-07-24", LEGAL, CORE_JULY, base=YI),
)

EDITIONS = (
    Case(STANDARD, "2026-03-29", LEGAL, CORE_1_3, infos=BEFORE),
    Case(STANDARD, "2026-03-30", LEGAL, CORE_1_3),
    Case(STANDARD, "2026-07-15", LEGAL, CORE_1_3),
    Case(STANDARD, "2026-07-16", LEGAL, CORE_JULY, infos=DOUBTFUL),
    Case(STANDARD, "2026-07-23", LEGAL, CORE_JULY, infos=DOUBTFUL),
    Case(STANDARD, "2026-07-24", LEGAL, CORE_JULY),
    Case(STANDARD, "2026-10-08", LEGAL, CORE_JULY),
    Case(STANDARD, "2026-10-09", LEGAL, CORE_OCTOBER),
)
CASES = (*SIDEBOARDS, *SETS, *BANS, *EDITIONS)
