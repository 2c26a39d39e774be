"""Three small catalogs for the tests of deck text."""

from __future__ import annotations

from datetime import date

from engine.decklists import read_deck
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.decks import Deck, DeckEntry
from tests.engine.builders import card, card_set, catalog

ON = date(2008, 6, 1)

BORIS = card(
    VS_CLASSIC,
    "Boris",
    title="Boris, Personal Servant of Dr. Doom",
    versions=("Personal Servant of Dr. Doom",),
    printings=("MOR-001",),
)
HAWK = card(
    VS_CLASSIC, "Hank Hall", title="Hank Hall <> Hawk, Agent of Chaos", identity="Hawk", versions=("Agent of Chaos",)
)
RIDER = card(VS_CLASSIC, "Ghost Rider", title="Ghost Rider, New Fantastic Four", versions=("New Fantastic Four",))
SPIRIT = card(
    VS_CLASSIC,
    "Ghost Rider",
    title="Ghost Rider, Spirit of Vengeance",
    versions=("Spirit of Vengeance",),
    printings=("MUN-002",),
)
LATER = card(VS_CLASSIC, "Latecomer", title="Latecomer, Of 2009", versions=("Of 2009",), printings=("MUN-001",))
KNIGHT = card(VS_CLASSIC, "Moon Knight", versions_known=False)
SURPRISE = card(VS_CLASSIC, "Nasty Surprise", printings=("MOR-202", "DCL-267"))
BIZARRO = card(VS_CLASSIC, "Bizarro", title="Bizarro, ME AM BIZARRO #1", versions=("ME AM BIZARRO #1",))
X_23 = card(VS_CLASSIC, "X-23")
BEAST = card(VS_CLASSIC, "Equipment Room")
CLASSIC = catalog(
    VS_CLASSIC,
    (BORIS, HAWK, RIDER, SPIRIT, LATER, KNIGHT, SURPRISE, BIZARRO, X_23, BEAST),
    card_set(VS_CLASSIC, "MOR", date(2004, 4, 1)),
    card_set(VS_CLASSIC, "DCL", date(2007, 1, 1)),
    card_set(VS_CLASSIC, "MUN", date(2009, 1, 1)),
)

HULK_1 = card(VS_2PCG, "She-Hulk", slug="she-hulk-1", type="Main Character", level=1, printings=("AFF-003",))
HULK_2 = card(VS_2PCG, "She-Hulk", slug="she-hulk-2", type="Main Character", level=2, printings=("AFF-004",))
HULK = card(VS_2PCG, "She-Hulk", slug="she-hulk", type="Supporting Character", printings=("AFF-012",))
MANTLE_1 = card(VS_2PCG, "*Spider-Man*", slug="mantle-1", type="Main Character", level=1, printings=("PNY-001",))
MANTLE = card(VS_2PCG, "*Spider-Man*", slug="mantle", type="Supporting Character", printings=("PNY-022",))
SPIDER = card(VS_2PCG, "Spider-Man", type=None, printings=("SPF-001",))
SPIDER_2 = card(VS_2PCG, "Spider-Man", slug="spider-2", type="Plot Twist", printings=("CV2-001",))
BAT = card(VS_2PCG, "Baseball Bat", type="Equipment", printings=("AEW-065",))
CHAIR = card(VS_2PCG, "Chair", type="Equipment", printings=("AEW-065",))
HUGGER = card(VS_2PCG, "Facehugger", printings=("ALN-052",))
QUICK = card(VS_2PCG, '"Quicksilver"', printings=("CV2-002",))
PCG = catalog(
    VS_2PCG,
    (HULK_1, HULK_2, HULK, MANTLE_1, MANTLE, SPIDER, SPIDER_2, BAT, CHAIR, HUGGER, QUICK),
    *(card_set(VS_2PCG, code, date(2015, 1, 1)) for code in ("AFF", "PNY", "SPF", "CV2", "AEW", "ALN")),
)

ANNIE = card(RIFTBOUND, "Dark Child", title="Annie, Dark Child", type="Legend", tags=("Annie",), printings=("OGS-017",))
FIERY = card(RIFTBOUND, "Annie, Fiery", type="Unit", printings=("OGS-001",))
DARIUS = card(RIFTBOUND, "Darius, Trifarian", type="Unit", printings=("OGN-027", "OGN-027a"))
RUNE = card(RIFTBOUND, "Fury Rune", type="Rune", printings=("OGN-007",))
WARRENS = card(RIFTBOUND, "Zaun Warrens", type="Battlefield", printings=("OGN-298",))
RECRUIT = card(RIFTBOUND, "Recruit (DE)", type="Unit", printings=("OGN-271",))
PROMO = card(RIFTBOUND, "Promo", type="Unit")
RIFT = catalog(
    RIFTBOUND,
    (ANNIE, FIERY, DARIUS, RUNE, WARRENS, RECRUIT, PROMO),
    *(card_set(RIFTBOUND, code, date(2025, 10, 31)) for code in ("OGN", "OGS")),
)


def classic(*lines: str) -> Deck:
    """A classic list, read."""
    return read_deck("\n".join(lines), CLASSIC, ON)


def pcg(*lines: str) -> Deck:
    """A 2PCG list, read."""
    return read_deck("\n".join(lines), PCG, ON)


def rift(*lines: str) -> Deck:
    """A Riftbound list, read."""
    return read_deck("\n".join(lines), RIFT, ON)


def notes(entry: DeckEntry) -> list[str]:
    """The codes of what had to be settled on a line."""
    return [note.code for note in entry.notes]


def said(deck: Deck) -> list[tuple[str, int, str]]:
    """Section, count and card of each line, the card by its slug or else the line's state."""
    return [(entry.section, entry.count, entry.card.slug if entry.card else entry.state) for entry in deck.entries]
