"""The fields that are asked of decks, in the order of the help page; and those of which no card answers."""

from __future__ import annotations

from vsdb.search.language import field_types as kinds
from vsdb.search.language.examples import GAME_OF_DECKS
from vsdb.search.language.field_types import GAMES_AS_CHOICES, FieldChoice, SearchField

OF_DECKS = "it is asked of decks, not of cards"
OF_RULES = "it is asked of rules, not of cards"

DECK_FIELDS = (
    kinds.subquery(
        "contains",
        "A deck with cards that answer a query; a number behind the brackets compares how many copies it has of them "
        "in all.",
        ('contains:(n:"Flight School")>=3', "contains:(t:character cost=7)", "-contains:(is:flight)"),
    ),
    kinds.name("name n title", "Words of the title; with = the whole title.", ('n:"doom control"', "n:/^x-/")),
    kinds.choice("game g", "The game.", GAME_OF_DECKS, choices=GAMES_AS_CHOICES),
    kinds.choice(
        "format fmt", "The format that it is built for; none where it names none.", ("format:silver", "format:none")
    ),
    kinds.legality(
        "legal f",
        "Certainly legal in a format, today or on the day, set or event after @.",
        ("legal:silver", "legal:silver@2006-08-01"),
    ),
    kinds.legality(
        "illegal",
        "A deck that a format certainly doesn't allow, likewise.",
        ("illegal:silver", "illegal:silver@2006-08-01"),
    ),
    kinds.legality(
        "uncertain",
        "A deck whose legality rests on a fact that isn't recorded, likewise.",
        ("uncertain:silver", "uncertain:silver@2006-08-01"),
    ),
    kinds.name(
        "why",
        "The code of what is wrong with it, or not known of it, in its own format and on its own day; * any.",
        ("why:banned", "why:deck-size"),
    ),
    kinds.choice(
        "team aff",
        "A team of the deck: one that at least a third of its copies of cards with teams have.",
        ("team:avengers", "team:x-men team:brotherhood"),
        is_of_every_game=True,
    ),
    kinds.count("size", "How many cards it has, all sections together.", ("size>60",), label="size of deck"),
    kinds.name("event", "The event that it was played at; * any.", ('event:"Gen Con"', "event:*")),
    kinds.date(
        "date year played",
        "When it was played or, where that isn't said, last edited: a year, a month, a day, a span.",
        ("date>=2006-06", "date:2005..2007"),
    ),
    kinds.name("author by", "Who keeps it; with = the whole name.", ("author:someone",)),
    kinds.choice("tag", "One of its tags; * any.", ("tag:budget", "tag:{control,combo}"), is_of_every_game=True),
    kinds.count("likes", "How many people like it.", ("likes>3",), label="number of likes"),
    kinds.name("forked", "Begun as a copy of the deck of that number; * of any.", ("forked:12", "forked:*")),
    kinds.flag(
        "is",
        "Something that is or isn't so.",
        ("is:own", "is:legal", "-is:forked"),
        choices=(
            FieldChoice("own", "is yours", ("mine",)),
            FieldChoice("public", "everybody may see it"),
            FieldChoice("link", "is shared by a secret link", ("shared",)),
            FieldChoice("private", "only you may see it"),
            FieldChoice("forked", "was begun as a copy of another"),
            FieldChoice("liked", "you like it"),
            FieldChoice("legal", "is certainly legal in its own format on its own day"),
            FieldChoice("illegal", "is certainly not legal in its own format on its own day"),
            FieldChoice("uncertain", "rests on a fact that isn't recorded, in its own format on its own day"),
        ),
    ),
    kinds.name(
        "owned", "How much of it one has.", ("owned>=95%",), unanswerable="nobody's collection is recorded here"
    ),
    kinds.display(
        "asof",
        "The day, set or event on which the whole query is asked.",
        ("legal:silver asof:2006-08-01",),
        label="as of",
    ),
    kinds.display(
        "sort",
        "The order, by one or more keys; with a minus the other way round. Without it the last edited come first.",
        ("-sort:likes", "sort:name"),
        choices=(
            FieldChoice("edited", "the day of the last edit", ("updated",)),
            FieldChoice("date", "the day on which it was played or last edited", ("played",)),
            FieldChoice("published", "the day on which it became public"),
            FieldChoice("name", "the title", ("title",)),
            FieldChoice("author", "who keeps it"),
            FieldChoice("likes", "the number of likes"),
            FieldChoice("size", "the number of cards"),
            FieldChoice("game", "the game"),
        ),
    ),
)
_BY_KEY = {key: one for one in DECK_FIELDS for key in one.keys}
DECK_KEYS = tuple(key for key in _BY_KEY if len(key) > 1)

_ELSEWHERE = ("contains", "size", "illegal", "uncertain", "why", "event", "author", "likes", "forked", "owned")


def find_deck_field(name_or_alias: str) -> SearchField | None:
    """The field of decks of that name or alias, however it is cased."""
    return _BY_KEY.get(name_or_alias.casefold())


def _sent_to_decks(name: str) -> SearchField:
    one = _BY_KEY[name]
    return SearchField(name, one.kind, one.help, one.examples[:1], label=one.label, unanswerable=OF_DECKS)


#: What a search for cards knows, and says that no card answers.
ASKED_ELSEWHERE = (
    *map(_sent_to_decks, _ELSEWHERE),
    kinds.name("cr", "A rule, by its number or its words.", ("cr:505",), label="rule", unanswerable=OF_RULES),
    kinds.name("citedby", "What cites a rule.", ("citedby:card",), label="cited by", unanswerable=OF_RULES),
)
