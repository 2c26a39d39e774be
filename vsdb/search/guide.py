"""The search help: the field table, every example with its number of cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.core.cache import cache
from django.urls import reverse

from engine.model.cards import GAMES
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.reading.folder import fingerprint_rows
from vsdb.core.code_version import get_code_version
from vsdb.search import services
from vsdb.search.conditions.effective_facts import explain_lacking
from vsdb.search.language.deck_fields import DECK_FIELDS, OF_DECKS
from vsdb.search.language.field_types import FieldChoice, SearchField
from vsdb.search.language.fields import FIELDS
from vsdb.search.links import build_list_path

_DEFINED = "fn"  #: the field whose values are words of our own
_DEFINED_OF_DECKS = ("is", "sort")
_A_DAY = 24 * 60 * 60  #: seconds


@dataclass(frozen=True, slots=True)
class GuideExample:
    """A query, its address and its number of cards today; None for deck queries."""

    label: str
    href: str
    count: int | None


@dataclass(frozen=True, slots=True)
class GuideEntry:
    """A field or a part of the syntax, with examples.

    `unanswerable` says why no card matches; `definitions` are values that need an explanation.
    """

    name: str
    help: str
    examples: tuple[GuideExample, ...]
    keys: tuple[str, ...] = ()
    games: str = ""
    unanswerable: str = ""
    definitions: Sequence[FieldChoice] = ()


@dataclass(frozen=True, slots=True)
class SearchGuide:
    """The search help."""

    grammar: tuple[GuideEntry, ...]
    fields: tuple[GuideEntry, ...]
    of_decks: tuple[GuideEntry, ...]


#: What holds for every field, in our own words: the name of it, what it means, examples.
GRAMMAR: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "Words",
        "Words search names, versions, identities and card texts; matching names come first. Words that name a team, "
        "keyword, set, type or format also find its cards. 3-drop finds characters that cost 3. "
        'Quotes keep words together. !"…" finds an exact name.',
        ("hulk", "avengers 3-drops", '"green goblin"', '!"Spider-Man"'),
    ),
    (
        "Fields",
        "Write a field, a colon and a value. Case, accents, dots and hyphens don't matter.",
        ("t:character", "team:x-men"),
    ),
    (
        "And, or, not",
        "Cards must match every part of the query. “or” accepts either part, parentheses group parts, and a minus or "
        "“not” excludes the cards that match the next part.",
        ("hulk t:character", "(hulk or thor) -t:character", "not team:avengers hulk"),
    ),
    (
        "Comparisons",
        "Compare numbers and dates with = != < <= > >=, and numbers with each other. A fact that is not recorded is "
        "not zero. Use none for cards recorded as having none, unknown for cards where it is not recorded.",
        ("cost<=3", "atk>def", "atk+def>=cost*4", "cost=unknown"),
    ),
    (
        "Several values",
        "List several values in braces. : means any of them, >= all of them, <= no others, = exactly these.",
        ("team:{avengers,x-men}", "dom<={fury,chaos}", "sym>={might,energy}"),
    ),
    ("Regular expressions", "Write a regular expression between slashes.", ("n:/^dr/",)),
    (
        "Dates",
        "Legality is as of today. Add @ and a date, set or event for another date; asof: sets it for the whole query.",
        ("legal:silver@2006-05-01", "banned:*@2007-08-01"),
    ),
)


def build_guide(today: date) -> SearchGuide:
    """Return the help for a date, cached until the data or the date changes: it runs every example."""
    versions = (each.data_version for each in selectors.list_references())
    # However many games there are, the key is short enough for every cache.
    key = f"search-guide:{fingerprint_rows([get_code_version(), today.isoformat(), *versions])}"
    held: SearchGuide | None = cache.get(key)
    if held is None:
        held = SearchGuide(
            tuple(GuideEntry(name, said, _examples(examples, None, today)) for name, said, examples in GRAMMAR),
            tuple(_build_entry(each, today) for each in FIELDS if each.unanswerable != OF_DECKS),
            tuple(map(_of_decks, DECK_FIELDS)),
        )
        cache.set(key, held, _A_DAY)
    return held


def _build_entry(one: SearchField, today: date) -> GuideEntry:
    game = one.games[0] if len(one.games) == 1 else None
    games = "all" if len(one.games) == len(GAMES) else ", ".join(GAMES[each] for each in one.games)
    examples = _examples(one.examples, game, today)
    missing = one.unanswerable or explain_lacking(one.needs, selectors.list_references(one.games))
    definitions = one.choices if one.name == _DEFINED else ()
    return GuideEntry(one.name, one.help, examples, one.aliases, games, missing, definitions)


def _of_decks(one: SearchField) -> GuideEntry:
    path = reverse("stored:index")
    examples = tuple(GuideExample(query, f"{path}?{urlencode({'q': query})}", None) for query in one.examples)
    definitions = one.choices if one.name in _DEFINED_OF_DECKS else ()
    return GuideEntry(one.name, one.help, examples, one.aliases, "all", one.unanswerable, definitions)


def _examples(queries: Iterable[str], game: str | None, today: date) -> tuple[GuideExample, ...]:
    totals = {query: services.search_cards(query, game=game, today=today).total for query in queries}
    path = build_list_path(game)
    return tuple(GuideExample(query, f"{path}?{urlencode({'q': query})}", count) for query, count in totals.items())
