"""Fields of decks, in the order of the help page, and fields that no card has."""

from __future__ import annotations

from vsdb.search.language import field_types as kinds
from vsdb.search.language.examples import GAME_OF_DECKS
from vsdb.search.language.field_types import GAMES_AS_CHOICES, FieldChoice, SearchField

OF_DECKS = "it searches decks, not cards"
OF_RULES = "it searches rules, not cards"

DECK_FIELDS = (
    kinds.subquery(
        "contains",
        "Contains cards that match a query. A comparison after the parentheses counts their copies.",
        ('contains:(n:"Flight School")>=3', "contains:(t:character cost=7)", "-contains:(is:flight)"),
    ),
    kinds.name("name n title", "Words of the title; = matches the whole title.", ('n:"doom control"', "n:/^x-/")),
    kinds.choice("game g", "Game.", GAME_OF_DECKS, choices=GAMES_AS_CHOICES),
    kinds.choice("format fmt", "Format the deck is built for; none: no format set.", ("format:silver", "format:none")),
    kinds.legality(
        "legal f",
        "Legal in a format today, or at the date, set or event after @.",
        ("legal:silver", "legal:silver@2006-08-01"),
    ),
    kinds.legality(
        "illegal",
        "Illegal in a format today, or at the date, set or event after @.",
        ("illegal:silver", "illegal:silver@2006-08-01"),
    ),
    kinds.legality(
        "uncertain",
        "Uncertain in a format because a fact is not recorded, today or at the date, set or event after @.",
        ("uncertain:silver", "uncertain:silver@2006-08-01"),
    ),
    kinds.name(
        "why",
        "Finding code in the deck's own format and date; * means any finding.",
        ("why:banned", "why:deck-size"),
    ),
    kinds.choice(
        "team aff",
        "Team of at least a third of the deck's copies that have a team.",
        ("team:avengers", "team:x-men team:brotherhood"),
        is_of_every_game=True,
    ),
    kinds.count("size", "Number of cards in all sections.", ("size>60",), label="deck size"),
    kinds.name("event", "Event where the deck was played; * means any event.", ('event:"Gen Con"', "event:*")),
    kinds.date(
        "date year played",
        "Date the deck was played, or last edited if that is not recorded: a year, month, day or range.",
        ("date>=2006-06", "date:2005..2007"),
    ),
    kinds.name("author by", "Owner of the deck; = matches the whole name.", ("author:someone",)),
    kinds.choice(
        "tag", "Tag of the deck; * means any tag.", ("tag:budget", "tag:{control,combo}"), is_of_every_game=True
    ),
    kinds.count("likes", "Number of likes.", ("likes>3",), label="number of likes"),
    kinds.name("forked", "Copied from the deck with that number; * means any deck.", ("forked:12", "forked:*")),
    kinds.flag(
        "is",
        "A property of the deck.",
        ("is:own", "is:legal", "-is:forked"),
        choices=(
            FieldChoice("own", "is yours", ("mine",)),
            FieldChoice("public", "is visible to everyone"),
            FieldChoice("link", "is shared by secret link", ("shared",)),
            FieldChoice("private", "is visible only to you"),
            FieldChoice("forked", "is a copy of another deck"),
            FieldChoice("liked", "is liked by you"),
            FieldChoice("legal", "is legal in its own format and date"),
            FieldChoice("illegal", "is illegal in its own format and date"),
            FieldChoice("uncertain", "is uncertain in its own format and date"),
        ),
    ),
    kinds.name(
        "owned", "Share of the deck you own.", ("owned>=95%",), unanswerable="decks are not searched by what you own"
    ),
    kinds.display(
        "asof",
        "Date, set or event for the whole query.",
        ("legal:silver asof:2006-08-01",),
        label="as of",
    ),
    kinds.display(
        "sort",
        "Sort order, by one or more keys; a minus reverses it. Default: last edited first.",
        ("-sort:likes", "sort:name"),
        choices=(
            FieldChoice("edited", "date of the last edit", ("updated",)),
            FieldChoice("date", "date played, or of the last edit", ("played",)),
            FieldChoice("published", "date it became public"),
            FieldChoice("name", "title", ("title",)),
            FieldChoice("author", "owner"),
            FieldChoice("likes", "number of likes"),
            FieldChoice("size", "number of cards"),
            FieldChoice("game", "game"),
        ),
    ),
)
_BY_KEY = {key: one for one in DECK_FIELDS for key in one.keys}
DECK_KEYS = tuple(key for key in _BY_KEY if len(key) > 1)

_ELSEWHERE = ("contains", "size", "illegal", "uncertain", "why", "event", "author", "likes", "forked")


def find_deck_field(name_or_alias: str) -> SearchField | None:
    """Return the deck field with that name or alias, in any case."""
    return _BY_KEY.get(name_or_alias.casefold())


def _sent_to_decks(name: str) -> SearchField:
    one = _BY_KEY[name]
    return SearchField(name, one.kind, one.help, one.examples[:1], label=one.label, unanswerable=OF_DECKS)


#: What a search for cards knows, and says that no card answers.
ASKED_ELSEWHERE = (
    *map(_sent_to_decks, _ELSEWHERE),
    kinds.name("cr", "Rule by its number or words.", ("cr:505",), label="rule", unanswerable=OF_RULES),
    kinds.name("citedby", "What cites a rule.", ("citedby:card",), label="cited by", unanswerable=OF_RULES),
)
