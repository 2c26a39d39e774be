"""A question about draws out of plain data, as JSON has it. What can't be read is told with its path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from typing import Any

from engine.formats.definitions.terms import find_count_fault, quote_value
from engine.model.errors import InputError
from engine.model.games import games
from engine.simulation import hands
from engine.simulation.odds.exact import POLICIES
from engine.simulation.odds.questions import (
    KEEP_IF,
    NEVER,
    REST,
    SET_ASIDE,
    Aside,
    Clauses,
    GroupedDeck,
    MulliganPolicy,
    Question,
    Want,
    group_cells,
)
from engine.simulation.opening_rules import OpeningRule, find_by_edition

MAX_GROUPS = 6
MAX_CONDITIONS = 60  #: in what is wanted, and in what is kept
MAX_DISTINCT = 6  #: conditions of a clause whose copies are told apart
MAX_SIZE = 10_000  #: cards of a deck
MAX_TURN = 50
MAX_PARTS = 6
_MAX_NAME = 80  #: characters of a group's name
_QUESTION = ("game", "want", "mulligan", "first", "distinct", "turns")
_PART = ("deck", "game", "want", "mulligan", "first")  #: the keys of one of several independent decks


def find_opening(game: str, place: str = "game", as_of: date | None = None) -> OpeningRule:
    """How a game, or a pile beside its deck, is dealt, its rules cited by the edition of a day.

    Raises InputError where that isn't recorded.
    """
    known = {each.slug: hands.find_opening(each, as_of) for each in games()}
    known |= {
        name: find_by_edition(each, each.side_openings.get(name, {}), as_of, of_game)
        for each in games()
        for name, of_game in each.side_decks.items()
    }
    if rule := known.get(game):
        return rule
    raise InputError(_refuse_word(game, [name for name, rule in known.items() if rule]), place=place)


def read_grouped_deck(given: object, place: str = "deck") -> GroupedDeck:
    """A deck given as counts: `size` with `groups`, each apart from the others, or `cells`, of joined groups."""
    deck = _read_mapping(given, place, ("size", "groups", "cells"))
    size = _read_count(deck.get("size"), f"{place}.size", 0, MAX_SIZE)
    if ("groups" in deck) == ("cells" in deck):
        raise InputError("give either groups or cells", place=place)
    key = "cells" if "cells" in deck else "groups"
    cells: dict[frozenset[str], int] = {}
    for name, count in _read_mapping(deck[key], f"{place}.{key}").items():
        at = f"{place}.{key}.{name[:40]}"
        groups = frozenset(_read_name(part, at) for part in (name.split("&") if key == "cells" else [name]))
        cells[groups] = cells.get(groups, 0) + _read_count(count, at, 0, MAX_SIZE)
    require_few_groups(frozenset().union(*cells), f"{place}.{key}")
    if (held := sum(cells.values())) > size:
        raise InputError(f"{held} cards in groups; the deck has {size}", place=f"{place}.{key}")
    return group_cells(cells, size)


def require_few_groups(names: frozenset[str], place: str) -> None:
    """Raise InputError for more groups than can be counted."""
    if len(names) > MAX_GROUPS:
        raise InputError(f"{len(names)} groups; at most {MAX_GROUPS}", place=place)


def list_parts(question: object) -> tuple[tuple[str, object], ...]:
    """The questions about independent decks that one consists of, each with its path; one alone has none."""
    if not isinstance(question, Mapping) or "parts" not in question:
        return (("", question),)
    whole = _read_mapping(question, "", ("parts",))
    parts = _read_list(whole["parts"], "parts")
    if len(parts) > MAX_PARTS:
        raise InputError(f"{len(parts)} parts; at most {MAX_PARTS}", place="parts")
    return tuple((f"parts[{number}]", part) for number, part in enumerate(parts))


def read_question(given: object, groups: frozenset[str], place: str = "") -> Question:
    """A question about a deck with these groups, or a part of one. Raises InputError with the path of what can't be
    read.
    """
    question = _read_mapping(given, place, _PART if place else _QUESTION)
    path = f"{place}." if place else ""
    game = _read_text(question.get("game"), f"{path}game")
    rule = find_opening(game, f"{path}game")
    turns = tuple(_read_turns(question.get("turns"), f"{path}turns"))
    want = _read_clauses(
        question.get("want"), f"{path}want", groups, no_turn="leave it out where turns are asked for" if turns else ""
    )
    is_distinct = _read_flag(question.get("distinct", False), f"{path}distinct")
    if is_distinct:
        _require_distinct(want, f"{path}want")
    first = question.get("first")
    if first is None and rule.on_first_turn:
        raise InputError("say whether the player goes first: true or false", place=f"{path}first")
    return Question(
        game=game,
        want=want,
        mulligan=_read_mulligan(question.get("mulligan", {"do": NEVER}), f"{path}mulligan", groups, rule),
        first=first is None or _read_flag(first, f"{path}first"),
        distinct=is_distinct,
        turns=turns,
    )


def _read_clauses(given: object, place: str, groups: frozenset[str], *, no_turn: str = "") -> Clauses:
    """A list of conditions, all of them, or a list of such lists, any of them; `no_turn` says why none has a turn."""
    outer = _read_list(given, place)
    are_clauses = [isinstance(each, list | tuple) for each in outer]
    if any(are_clauses) and not all(are_clauses):
        raise InputError("mixes conditions with lists of conditions", place=place)
    clauses = outer if all(are_clauses) else [outer]
    if (many := sum(map(len, clauses))) > MAX_CONDITIONS:
        raise InputError(f"{many} conditions; at most {MAX_CONDITIONS}", place=place)
    found = []
    for number, clause in enumerate(clauses):
        at = f"{place}[{number}]" if all(are_clauses) else place
        found.append(tuple(_read_clause(_read_list(clause, at), at, groups, no_turn=no_turn)))
    return tuple(found)


def _read_clause(given: Sequence[object], place: str, groups: frozenset[str], *, no_turn: str) -> Iterator[Want]:
    for number, each in enumerate(given):
        at = f"{place}[{number}]"
        want = _read_mapping(each, at, ("of", "at_least", "at_most", "by"))
        if no_turn and "by" in want:
            raise InputError(no_turn, place=f"{at}.by")
        at_most = want.get("at_most")
        if at_most is not None:
            at_most = _read_count(at_most, f"{at}.at_most", 0, MAX_SIZE)
        least = 1 if at_most is None else 0
        at_least = _read_count(want.get("at_least", least), f"{at}.at_least", least, MAX_SIZE)
        if at_most is not None and at_most < at_least:
            raise InputError(f"{at_most} is less than at_least, {at_least}", place=f"{at}.at_most")
        by = _read_count(want.get("by", 0), f"{at}.by", 0, MAX_TURN)
        yield Want(_read_groups(want.get("of"), f"{at}.of", groups), at_least, at_most, by)


def _read_groups(given: object, place: str, groups: frozenset[str]) -> tuple[str, ...]:
    names = [given] if isinstance(given, str) else _read_list(given, place)
    for name in names:
        if not isinstance(name, str) or name not in groups:
            raise InputError(_refuse_word(name, groups), place=place)
    return tuple(sorted(set(names)))


def _read_mulligan(given: object, place: str, groups: frozenset[str], rule: OpeningRule) -> MulliganPolicy:
    policy = _read_mapping(given, place, ("do", "keep", "aside"))
    do, allowed = policy.get("do"), POLICIES[rule.mulligan]
    if do not in allowed:
        raise InputError(_refuse_word(do, allowed), place=f"{place}.do")
    for key, needed_by in (("keep", (KEEP_IF, SET_ASIDE)), ("aside", (SET_ASIDE,))):
        if policy.get(key) is not None and do not in needed_by:
            raise InputError(f"{do} takes none", place=f"{place}.{key}")
    keep: Clauses = ()
    if policy.get("keep") is not None or do == KEEP_IF:
        keep = _read_clauses(
            policy.get("keep"), f"{place}.keep", groups, no_turn="hands are kept by the opening hand alone"
        )
    aside = tuple(_read_aside(policy.get("aside"), f"{place}.aside", groups)) if do == SET_ASIDE else ()
    return MulliganPolicy(str(do), keep, aside)


def _read_aside(given: object, place: str, groups: frozenset[str]) -> Iterator[Aside]:
    for number, each in enumerate(_read_list(given, place)):
        at = f"{place}[{number}]"
        entry = _read_mapping(each, at, ("of", "beyond"))
        of = entry.get("of")
        if not isinstance(of, str) or of not in (*groups, REST):
            raise InputError(_refuse_word(of, (*groups, REST)), place=f"{at}.of")
        yield Aside(of, _read_count(entry.get("beyond", 0), f"{at}.beyond", 0, MAX_SIZE))


def _read_turns(given: object, place: str) -> Iterator[int]:
    if given is None:
        return
    turns = _read_list(given, place)
    if len(turns) > MAX_TURN:
        raise InputError(f"{len(turns)} turns; at most {MAX_TURN}", place=place)
    for number, turn in enumerate(turns):
        yield _read_count(turn, f"{place}[{number}]", 0, MAX_TURN)


def _require_distinct(want: Clauses, place: str) -> None:
    """Copies can be told apart where all that is wanted of them is due on one turn."""
    for number, clause in enumerate(want):
        at = f"{place}[{number}]" if len(want) > 1 else place
        if len({each.by for each in clause}) > 1:
            raise InputError("different copies can be asked for by one turn alone", place=at)
        if len(clause) > MAX_DISTINCT:
            raise InputError(f"{len(clause)} conditions of different copies; at most {MAX_DISTINCT}", place=at)


def _read_mapping(given: object, place: str, keys: tuple[str, ...] | None = None) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise InputError(f"must be an object, not {quote_value(given)}", place=place)
    path = f"{place}." if place else ""
    for key in given:
        if not isinstance(key, str) or (keys is not None and key not in keys):
            raise InputError(_refuse_word(key, keys or ()), place=f"{path}{str(key)[:40]}")
    return given


def _read_list(given: object, place: str) -> Sequence[Any]:
    if not isinstance(given, list | tuple):
        raise InputError(f"must be a list, not {quote_value(given)}", place=place)
    if not given:
        raise InputError("is empty", place=place)
    return given


def _read_count(given: object, place: str, least: int, most: int) -> int:
    if fault := find_count_fault(given, least, most):
        raise InputError(fault, place=place)
    return int(str(given))


def _read_flag(given: object, place: str) -> bool:
    if not isinstance(given, bool):
        raise InputError(f"{quote_value(given)} must be true or false", place=place)
    return given


def _read_text(given: object, place: str) -> str:
    if not isinstance(given, str):
        raise InputError(f"must be text, not {quote_value(given)}", place=place)
    return given


def _read_name(given: str, place: str) -> str:
    name = given.strip()
    if not name or len(name) > _MAX_NAME or name == REST:
        raise InputError(f"{quote_value(given)} can’t be a group’s name", place=place)
    return name


def _refuse_word(given: object, allowed: Sequence[str] | frozenset[str]) -> str:
    """What is wrong with a word that isn't one of those allowed, with those nearest to it."""
    known = sorted(allowed)
    near = get_close_matches(str(given)[:40], known, 3) or known
    return f"{quote_value(given)} is not one of {', '.join(near)}" if known else f"{quote_value(given)} is unknown"
