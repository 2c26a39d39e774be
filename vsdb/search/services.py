"""Search cards: for the pages, the API and the command line."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Any, TypeAlias

from django.db.models import Case, CharField, F, Min, OrderBy, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.expressions import Expression
from django.db.models.functions import Coalesce, Length, NullIf
from django.db.models.lookups import Exact
from django.utils import timezone

from engine.model.cards import GAMES
from engine.model.cards import Card as EngineCard
from engine.model.cards import Printing as EnginePrinting
from engine.model.names import fold
from vsdb.accounts.viewers import STRANGER, Viewer
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.models import Card, CardTeam, Printing
from vsdb.core import metrics
from vsdb.core.folding import join_spaced, tokenize
from vsdb.core.sorting import by_code_point
from vsdb.search.conditions import build_condition, keep_understood_terms
from vsdb.search.conditions.context import SearchContext
from vsdb.search.conditions.names import build_codes_condition, build_respelled_condition
from vsdb.search.conditions.printings import RARITIES
from vsdb.search.conditions.readings import WordReading, list_readings
from vsdb.search.facet_counts import map_cards
from vsdb.search.language.parser import parse
from vsdb.search.language.syntax import (
    And,
    DisplayOptions,
    Query,
    QueryNote,
    QuerySpan,
    Term,
    Tree,
    Word,
    list_positive_terms,
    sort_notes,
)
from vsdb.search.language.writing import describe, unparse
from vsdb.search.refining import SearchFacet, correct_query, count_facets
from vsdb.search.rules import RuleHit, list_hits, search_rules
from vsdb.search.text.current import get_text_index

SEARCHES = metrics.count("searches", "Searches of cards, by their text index; `none` scans the rows.", ("index",))
RELEVANCE = "relevance"
PRINTS = "prints"
Key: TypeAlias = "Expression | F | Subquery[Any]"


@dataclass(frozen=True, slots=True)
class BestMatch:
    """Best matches besides names that contain the words: cards by printing number, and names spelled differently."""

    by_code: Q | None = None
    respelt: Q | None = None


def build_ordering(display: DisplayOptions, tree: Tree, likeness: BestMatch) -> list[OrderBy]:
    """Return the sort order of a query: group, sort keys, then name, so that no rows tie.

    If printings are listed, sets, dates and rarities are those of each printing.
    """
    keys = _KEYS | _KEYS_OF_PRINTINGS if display.unique == PRINTS else _KEYS
    found: list[OrderBy] = []
    if display.group:
        found += _by(keys[display.group])
    for key in display.sort or (RELEVANCE,):
        name = key.removeprefix("-")
        if name == RELEVANCE:
            found += _by_relevance(tree, likeness)
        else:
            found += _by(keys[name], is_descending=key.startswith("-"))
    found += [*_by(keys["name"]), OrderBy(F("game__position")), OrderBy(by_code_point(F("slug")))]
    return [*found, OrderBy(F("printings__position"))] if display.unique == PRINTS else found


def list_sought_words(tree: Tree) -> tuple[str, ...]:
    """Return the bare words that every match contains, in query order."""
    words = (term.value for term in list_bare_terms(tree))
    return tuple(token for word in words if isinstance(word, Word) for token in tokenize(word.text))


def list_bare_terms(tree: Tree) -> list[Term]:
    """Return the terms without a field that are neither negated nor part of an `or`."""
    return [term for term in list_positive_terms(tree, (And,)) if not term.field and isinstance(term.value, Word)]


def _by_relevance(tree: Tree, likeness: BestMatch) -> Iterator[OrderBy]:
    """Sort by printing number or exact name, then names that begin with the words, then names that contain them."""
    if likeness.by_code is not None:
        yield OrderBy(Case(When(likeness.by_code, then=Value(0)), default=Value(1)))
    words = list_sought_words(tree)
    if words:
        whole = join_spaced(words)
        begun = whole.rstrip()
        yield OrderBy(
            Case(
                When(search_text__name_words=whole, then=Value(0)),
                When(search_text__name_words__startswith=whole, then=Value(1)),
                When(search_text__name_words__startswith=begun, then=Value(2)),
                When(search_text__name_words__contains=whole, then=Value(3)),
                When(search_text__name_words__contains=begun, then=Value(4)),
                *([When(likeness.respelt, then=Value(5))] if likeness.respelt is not None else ()),
                default=Value(6),
            )
        )


def _by(keys: Callable[[], list[Key]], *, is_descending: bool = False) -> list[OrderBy]:
    return [OrderBy(each, descending=is_descending, nulls_last=True) for each in keys()]


def _first_printing(column: str) -> Subquery[Any]:
    printings = Printing.objects.filter(card=OuterRef("pk")).order_by("position")
    return Subquery(printings.values(column)[:1])


def _team() -> Expression:
    teams = CardTeam.objects.filter(card=OuterRef("pk")).order_by("position")
    return by_code_point(Subquery(teams.values("team__name")[:1]))


def _date() -> Subquery[Any]:
    printings = Printing.objects.filter(card=OuterRef("pk")).order_by().values("card")
    return Subquery(printings.annotate(first=Min("card_set__released_earliest")).values("first"))


def _rarity(first: Key, other: Key) -> Expression:
    """Return the rank of a rarity, or of a second one if the first is not recorded; common first."""
    known = Coalesce(NullIf(first, Value("")), other, output_field=CharField())
    ranks = [When(Exact(known, Value(name)), then=Value(place)) for place, name in enumerate(RARITIES)]
    return Case(*ranks, default=None)


def _figure(column: str) -> Callable[[], list[Key]]:
    return lambda: [F(column)]


_KEYS: dict[str, Callable[[], list[Key]]] = {
    # By its words before its signs: `*Spider-Man*` stands behind Spider-Man, not before all letters.
    "name": lambda: [
        by_code_point(F("search_text__name_words")),
        Length("search_text__name"),
        by_code_point(F("search_text__name")),
        by_code_point(F("search_text__title")),
    ],
    "game": lambda: [F("game__position")],
    "type": lambda: [by_code_point(NullIf(F("type"), Value("")))],
    # Where there is no cost, the energy.
    "cost": lambda: [Coalesce(F("cost"), F("energy"))],
    "def": _figure("defense"),
    **{name: _figure(name) for name in ("atk", "health", "level", "energy", "power", "might")},
    "team": lambda: [_team()],
    "rarity": lambda: [_rarity(F("rarity"), _first_printing("rarity"))],
    "set": lambda: [
        F("game__position"),
        _first_printing("card_set__position"),
        by_code_point(_first_printing("number")),
    ],
    "date": lambda: [_date()],
}
#: What each printing has of its own, where printings are listed.
_KEYS_OF_PRINTINGS: dict[str, Callable[[], list[Key]]] = {
    "rarity": lambda: [_rarity(F("printings__rarity"), F("rarity"))],
    "set": lambda: [F("game__position"), F("printings__card_set__position"), by_code_point(F("printings__number"))],
    "date": lambda: [F("printings__card_set__released_earliest")],
}


_RULE_NUMBER = re.compile(r"\d{3}(?:\.\d+[a-z]?)*", re.ASCII)
_MAX_RULES = 5  #: that are offered for a number
_MAX_LENGTH = 100  #: characters of a misspelt name that are compared, however wide its signs are spelt out
_KEPT = 4_096  #: cards with one of their printings that are kept, so that what is made of each can be too


@dataclass(frozen=True, slots=True)
class FoundCards:
    """The result of a query: the primary keys of the cards in order, and notes on the query.

    Where each printing is listed (`unique:prints`) a card stands in `ids` once for each, and beside it in `printings`
    the printing's key, None for a card of which no printing is recorded; else `printings` is empty.

    `notes` say what wasn't understood, or what no card records; `remarks` what the records leave open; `understood` is
    the query as its words were read, without what was left out; `readings` are the words that were read as names too.
    An answer that `is_about_decks`, or about the viewer's collection, is for whoever asked, and for now.
    """

    query: Query
    notes: tuple[QueryNote, ...]
    remarks: tuple[QueryNote, ...]
    ids: tuple[int, ...]
    total: int
    today: date
    games: tuple[str, ...]
    understood: Query
    printings: tuple[int | None, ...] = ()
    is_about_decks: bool = False
    readings: tuple[WordReading, ...] = ()

    @property
    def card_count(self) -> int:
        """Number of cards, however often each is listed."""
        return len(set(self.ids)) if self.printings else self.total

    @property
    def counted(self) -> str:
        """Number of results in words; for printings also the number of cards."""
        counts = {"printing": self.total, "card": self.card_count} if self.printings else {"card": self.total}
        return " of ".join(f"{count} {noun}{'' if count == 1 else 's'}" for noun, count in counts.items())

    @property
    def may_be_misspelt(self) -> bool:
        """Whether nothing is found and every field is known."""
        return not self.total and all(note.without is None for note in self.notes)

    @property
    def display(self) -> DisplayOptions:
        """How to display the results."""
        return self.query.display


def search_cards(
    text: str,
    *,
    game: str | None = None,
    today: date | None = None,
    within: QuerySet[Card] | None = None,
    viewer: Viewer = STRANGER,
    is_strict: bool = False,
) -> FoundCards:
    """Search the cards of one game or of all games, optionally only those of `within`.

    `viewer` decides which stored decks the query may use. With `is_strict`, a query that has notes finds nothing, which
    costs no query for the list.

    A constant number of queries: the list, one per game whose names or legality the query needs, one for the text
    index, and those of the first use of a data version.
    """
    games = (game,) if game else tuple(GAMES)
    query = parse(text, games)
    context = SearchContext(games, today or timezone.localdate(), query.as_of, list(query.notes), viewer=viewer)
    wanted = build_condition(query.tree, context)
    context.see_to_index()
    SEARCHES.labels(context.index.kind).inc()
    cards = Card.objects.none() if is_strict and context.notes else Card.objects.filter(wanted)
    if game:
        cards = cards.filter(game=game)
    if within is not None:
        cards = cards.filter(pk__in=within.order_by().values("pk"))
    words = list_sought_words(query.tree)
    respelt = build_respelled_condition(words, context) if words else None
    likeness = BestMatch(build_codes_condition(query.tree, context), respelt)
    rows = cards.order_by(*build_ordering(query.display, query.tree, likeness))
    ids, printings = _each_printing(rows) if query.display.unique == PRINTS else (_each_once(rows, query), ())
    return FoundCards(
        query,
        sort_notes(context.notes),
        tuple(context.remarks),
        ids,
        len(ids),
        context.today,
        games,
        replace(query, tree=keep_understood_terms(query.tree, context)),
        printings,
        bool(context.decks) or context.is_personal,
        list_readings(query, context),
    )


def _each_printing(rows: QuerySet[Card]) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    """Return the primary keys of cards and printings, one row per printing. One query."""
    pairs = tuple(rows.values_list("pk", "printings"))
    return tuple(card for card, _ in pairs), tuple(printing for _, printing in pairs)


def _each_once(rows: QuerySet[Card], query: Query) -> tuple[int, ...]:
    """Return the primary keys in order; with `unique:`, the first card of each name or identity."""
    match query.display.unique:
        case "name":
            return _firsts(rows.values_list("pk", "game_id", "search_text__name"))
        case "identity":
            pairs = rows.values_list("pk", "game_id", "identity", "search_text__name")
            return _firsts((pk, game, identity.casefold() or name) for pk, game, identity, name in pairs)
    return tuple(rows.values_list("pk", flat=True))


def _firsts(rows: Iterable[tuple[int, str, str]]) -> tuple[int, ...]:
    found: dict[tuple[str, str], int] = {}
    for pk, game, name in rows:
        found.setdefault((game, name), pk)
    return tuple(found.values())


def load_cards(ids: Sequence[int], printings: Sequence[int | None] = (), games: Sequence[str] = ()) -> list[EngineCard]:
    """Return the cards with these primary keys, in order. No query where their games are given, else one, plus the
    reference of each game.

    With `printings`, each card has only its printing. One more query.
    """
    games = games or tuple(Card.objects.filter(pk__among=ids).order_by().values_list("game", flat=True).distinct())
    held = map_cards(tuple(map(selectors.get_reference, games)), ids)
    cards = [held[pk] for pk in ids]
    return build_printed_cards(cards, printings) if printings else cards


def build_printed_cards(cards: Sequence[EngineCard], printings: Sequence[int | None]) -> list[EngineCard]:
    """Return each card with only its printing; unchanged if the printing is None. One query."""
    wanted = [pk for pk in printings if pk is not None]
    rows = Printing.objects.filter(pk__among=wanted).order_by().values_list("pk", "card_set__code", "number", "rarity")
    held = {pk: EnginePrinting(code, number or None, rarity or None) for pk, code, number, rarity in rows}
    pairs = zip(cards, printings, strict=True)
    return [card if pk is None else _keep_one_printing(card, held[pk]) for card, pk in pairs]


@lru_cache(maxsize=_KEPT)
def _keep_one_printing(card: EngineCard, printing: EnginePrinting) -> EngineCard:
    return replace(card, printings=(printing,))


def list_facets(found: FoundCards, keys: Collection[str] | None = None) -> list[SearchFacet]:
    """Return the facets of the result, or those of some keys, with the number of cards per value. One query each."""
    return count_facets(found.query, found.ids, found.games, found.today, keys)


def note_to_dict(note: QueryNote) -> dict[str, Any]:
    """Return a note for the API and the command line: message, place in the query, suggestions.

    For an unknown field also the query without it.
    """
    told = {"message": note.message, **asdict(note.span), "suggestions": list(note.suggestions)}
    return told if note.without is None else {**told, "without": note.without}


def reading_to_dict(found: FoundCards) -> dict[str, Any]:
    """Return how a query was read, in words and as a query, and which words also name something."""
    return {
        "words": describe(found.understood),
        "query": unparse(found.understood),
        "names": [asdict(each) for each in found.readings],
    }


def find_rules_of_number(found: FoundCards) -> list[RuleHit]:
    """Return the rules with the number that is the whole query, if no card is found."""
    text = found.query.text.strip()
    if found.total or not _RULE_NUMBER.fullmatch(text):
        return []
    game = found.games[0] if len(found.games) == 1 else None
    return list_hits(search_rules(f"cr:{text}", game=game), stop=_MAX_RULES)


def list_hints(found: FoundCards) -> list[QueryNote]:
    """Return suggestions for a query without results: similar names, and rules of that number."""
    text, span = found.query.text, QuerySpan(0, len(found.query.text))
    game = found.games[0] if len(found.games) == 1 else None
    names = [each.name for each in suggest_queries(text, game=game)] if found.may_be_misspelt else []
    hints = [QueryNote("No card has this name. These names are similar.", span, tuple(names))] if names else []
    if rules := find_rules_of_number(found):
        said = f"{text.strip()} is a rule number: {', '.join(hit.url for hit in rules)}"
        hints.append(QueryNote(said, span))
    return hints


@dataclass(frozen=True, slots=True)
class QuerySuggestion:
    """A suggested name, and the query with it."""

    name: str
    query: str


def suggest_queries(text: str, *, game: str | None = None, limit: int = 5) -> tuple[QuerySuggestion, ...]:
    """Return the names most similar to a query's bare words, each with the corrected query. Two queries."""
    query = parse(text)
    terms = list_bare_terms(query.tree)
    words = " ".join(getattr(term.value, "text", "") for term in terms)
    if not words.strip():
        return ()
    names = get_text_index().suggest(fold(words)[:_MAX_LENGTH], limit if game is None else limit * 10)
    if game is not None:
        held = set(Card.objects.filter(game=game, name__in=names).values_list("name", flat=True))
        names = tuple(name for name in names if name in held)[:limit]
    spans = [term.span for term in terms]
    return tuple(QuerySuggestion(name, correct_query(query.text, spans, name)) for name in names)
