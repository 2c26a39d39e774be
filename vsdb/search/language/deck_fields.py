"""The fields that are asked of decks and of rules: a search for cards knows them, and says that no card answers."""

from __future__ import annotations

from vsdb.search.language.kinds import Field, Kind

OF_DECKS = "it is asked of decks, not of cards"
OF_RULES = "it is asked of rules, not of cards"

DECK_FIELDS = (
    Field(
        "contains",
        Kind.SUBQUERY,
        "A deck with cards that answer a query, and how many of them.",
        ('contains:(n:"Flight School")>=3',),
        unanswerable=OF_DECKS,
    ),
    Field("size", Kind.COUNT, "How many cards a deck has.", ("size>60",), label="size of deck", unanswerable=OF_DECKS),
    Field(
        "illegal",
        Kind.LEGALITY,
        "A deck that a format doesn't allow.",
        ("illegal:silver", "illegal:silver@2006-08-01"),
        unanswerable=OF_DECKS,
    ),
    Field("why", Kind.NAME, "The code of what is wrong with a deck.", ("why:banned",), unanswerable=OF_DECKS),
    Field("event", Kind.NAME, "The event that a deck was played at.", ('event:"Gen Con"',), unanswerable=OF_DECKS),
    Field("author", Kind.NAME, "Who built a deck.", ("author:someone",), unanswerable=OF_DECKS),
    Field("owned", Kind.NAME, "How much of a deck one has.", ("owned>=95%",), unanswerable=OF_DECKS),
    Field("cr", Kind.NAME, "A rule, by its number or its words.", ("cr:505",), label="rule", unanswerable=OF_RULES),
    Field("citedby", Kind.NAME, "What cites a rule.", ("citedby:card",), label="cited by", unanswerable=OF_RULES),
)
