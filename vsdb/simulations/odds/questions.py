"""Questions about the odds of a deck, given as counts or as a list, for the API and the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from difflib import get_close_matches
from typing import Any

from engine import Deck, InputError
from engine.decklists.sections import section_title
from engine.model.decks import AMBIGUOUS, DECK, DeckEntry
from engine.model.games import games
from engine.model.names import fold
from engine.simulation.odds.answers import AskedDeck, OddsAnswer, answer, group_cards
from engine.simulation.odds.counting import Work
from engine.simulation.odds.ranges import GroupedCard
from engine.simulation.odds.reading import (
    find_opening,
    list_parts,
    read_grouped_deck,
    read_question,
    require_few_groups,
)
from vsdb.check import services
from vsdb.core.limits.computing import bounds_computing
from vsdb.search.certainty import FoundMembers, find_members

_MAX_NAMES = 60  #: in a group
_MAX_LENGTH = 200  #: characters of a name or a query

#: The places of the lines that are in a group, and of those of which it can't be said.
Places = tuple[frozenset[int], frozenset[int]]


@bounds_computing
def answer_odds(given: object, work: Work | None = None, as_of: date | None = None) -> OddsAnswer:
    """The answer to a question about a deck, or about several independent ones. Raises InputError with the path of what
    can't be read or counted.

    `work` is what may still be done for all questions of a request. `as_of` is the day whose edition of the rules is
    cited: else the one that the list names, else today.
    A deck given as a list costs the one query of a reference that is in memory, and two for each query of its groups.
    """
    if not isinstance(given, Mapping):
        raise InputError("must be an object with a deck and a question", place="body")
    for key in given:
        if key not in ("deck", "question"):
            raise InputError("is not one of deck, question", place=str(key)[:40])
    asked = [_read_asked(place, part, given.get("deck"), as_of) for place, part in list_parts(given.get("question"))]
    return answer(asked, work)


def _read_asked(place: str, question: object, deck: object, as_of: date | None) -> AskedDeck:
    path = f"{place}." if place else ""
    if place and isinstance(question, Mapping):
        deck = question.get("deck")
    if not isinstance(question, Mapping):
        raise InputError("must be an object", place=place or "question")
    if not isinstance(deck, Mapping) or "list" not in deck:
        grouped = read_grouped_deck(deck, f"{path}deck")
        asked = read_question(question, grouped.groups, place)
        rule = find_opening(asked.game, as_of=as_of or services.day_said({}))
        return AskedDeck(asked, group_cards(grouped), grouped.size, rule)
    groups = _read_groups(deck, f"{path}deck")
    asked = read_question(question, frozenset(groups), place)
    found = _read_list(deck["list"], asked.game, path)
    section = DECK if asked.game == found.game else asked.game
    cards = tuple(_group_entries(found, section, groups, f"{path}deck.groups"))
    rule = find_opening(asked.game, as_of=as_of or services.day_said(found.metadata))
    return AskedDeck(asked, cards, found.size(section), rule)


def _read_groups(deck: Mapping[str, Any], place: str) -> Mapping[str, Any]:
    """The groups of a list, each with the names or the query that it is made of."""
    if others := [str(key) for key in deck if key not in ("list", "groups")]:
        raise InputError("is not one of list, groups", place=f"{place}.{others[0][:40]}")
    groups = deck.get("groups")
    if not isinstance(groups, Mapping) or not groups:
        raise InputError('name a group, as in {"A": {"names": ["…"]}} or {"A": {"q": "…"}}', place=f"{place}.groups")
    require_few_groups(frozenset(map(str, groups)), f"{place}.groups")
    return {str(name): of for name, of in groups.items()}


def _read_list(text: object, game: str, path: str) -> Deck:
    """The list of a question; one about a pile beside the deck is about a deck of that pile's game."""
    if not isinstance(text, str):
        raise InputError("must be a deck list as text", place=f"{path}deck.list")
    owner = next((each.slug for each in games() if game == each.slug or game in each.side_decks), game)
    try:
        return services.read_list(text, game=owner)
    except InputError as error:
        raise InputError(error.message, place=f"{path}deck.list", code=error.code) from error


def _group_entries(deck: Deck, section: str, groups: Mapping[str, Any], place: str) -> Iterator[GroupedCard]:
    """The lines of a section, each with the groups that its copies are in."""
    entries = [entry for entry in deck.sections.get(section, ()) if entry.count]
    members = {name: find_group(of, f"{place}.{name[:40]}", deck, entries) for name, of in groups.items()}
    yield from group_entries(entries, members)


def group_entries(entries: Iterable[DeckEntry], members: Mapping[str, Places]) -> Iterator[GroupedCard]:
    """The lines, each with the groups that its copies are in and those of which it can't be said."""
    for at, entry in enumerate(entries):
        certain = frozenset(name for name, (inside, _) in members.items() if at in inside)
        undecided = frozenset(name for name, (_, open_) in members.items() if at in open_)
        yield GroupedCard(entry.count, certain, undecided)


def find_group(of: object, place: str, deck: Deck, entries: list[DeckEntry]) -> Places:
    """Those of some lines of a deck that are in a group, given by `names` or by `q`; a query costs two.

    Raises InputError with the path.
    """
    if not isinstance(of, Mapping) or set(of) not in ({"names"}, {"q"}):
        raise InputError("give either names or q", place=place)
    if "names" in of:
        return _find_names(of["names"], f"{place}.names", deck, entries)
    query = of["q"]
    if not isinstance(query, str) or len(query) > _MAX_LENGTH:
        raise InputError(f"must be a query of at most {_MAX_LENGTH} characters", place=f"{place}.q")
    slugs = {card.slug for entry in entries for card in _list_cards(entry)}
    try:
        found = find_members(query, deck.game, slugs)
    except InputError as error:
        raise InputError(error.message, place=f"{place}.q") from error
    told = [_place_entry(entry, found) for entry in entries]
    return (
        frozenset(at for at, is_in in enumerate(told) if is_in),
        frozenset(at for at, is_in in enumerate(told) if is_in is None),
    )


def _list_cards(entry: DeckEntry) -> Iterable[Any]:
    """The cards that a line may mean; none where it names no recorded one."""
    if entry.card:
        return (entry.card,)
    return entry.candidates if entry.state == AMBIGUOUS else ()


def _place_entry(entry: DeckEntry, found: FoundMembers) -> bool | None:
    """Whether a line is among what was found; None where it can't be said."""
    slugs = {card.slug for card in _list_cards(entry)}
    if slugs and slugs <= found.certain:
        return True
    if slugs and slugs.isdisjoint(found.certain | found.undecided):
        return False
    return None


def _find_names(names: object, place: str, deck: Deck, entries: list[DeckEntry]) -> Places:
    """The lines that have one of some names: a card's name, full title or slug.

    Of a line that may mean several cards, only some of which are called so, it can't be said.
    """
    if not isinstance(names, list) or not names or len(names) > _MAX_NAMES:
        raise InputError(f"must be a list of 1 to {_MAX_NAMES} names", place=place)
    found: set[int] = set()
    undecided: set[int] = set()
    for number, name in enumerate(names):
        if not isinstance(name, str):
            raise InputError("must be text", place=f"{place}[{number}]")
        called = [_is_called(entry, fold(name)) for entry in entries]
        if not any(each is not False for each in called):
            raise InputError(_say_missing(name, deck, entries), place=f"{place}[{number}]")
        found |= {at for at, is_in in enumerate(called) if is_in}
        undecided |= {at for at, is_in in enumerate(called) if is_in is None}
    return frozenset(found), frozenset(undecided - found)


def _say_missing(name: str, deck: Deck, entries: list[DeckEntry]) -> str:
    """Why none of the lines is called so: where else in the list it stands, else what is written alike."""
    for section, others in deck.sections.items():
        if any(_is_called(entry, fold(name)) is not False for entry in others if entry.count):
            return f"{name[:60]!r} is in the list, but nothing is drawn from there: {section_title(section)}"
    written = {card.title for entry in entries for card in _list_cards(entry)}
    near = get_close_matches(name[:_MAX_LENGTH], sorted(written), 3)
    said = f"; did you mean {' or '.join(near)}?" if near else ""
    return f"no card of the list is called {name[:60]!r}{said}"


def _is_called(entry: DeckEntry, name: str) -> bool | None:
    """Whether a line has a name, written or of the card that it means; None where that depends on the card."""
    told = {name in {fold(each) for each in (card.name, card.title, card.slug)} for card in _list_cards(entry)}
    if fold(entry.name) == name or told == {True}:
        return True
    return None if True in told else False
