"""Lists of House Rules: a legal one, and one for each of its deck rules that breaks it."""

from __future__ import annotations

GUESTS = "3 Aunt Petronella\n3 Colonel Sprat\n3 Miss Plum-Fenwick\n"
SERVANTS = "3 Cook\n3 Butler\n"
ROOMS = "Rooms\n1 Kitchen\n1 Parlour\n1 Rose Arbour\n"
LEGAL = f"{ROOMS}Deck\n{GUESTS}{SERVANTS}"
#: The code of each rule with its number in the rules document, a list that breaks it, and what is said of that.
BROKEN = {
    "deck-size": ("1", f"{ROOMS}Deck\n{GUESTS}", "9 cards; at least 15"),
    "copy-limit": ("2", f"{LEGAL}1 Cook\n", "4 copies of Cook; at most 3"),
    "room-twice": ("3", LEGAL.replace("1 Kitchen", "2 Kitchen"), "2 copies of Kitchen; at most 1"),
}
