"""The decks of a team judged together: one door for the page, the API and the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar, TypeVarTuple

from django.utils import timezone

from engine import decklists
from engine.model.cards import GAMES
from engine.model.decks import Deck
from engine.model.errors import InputError, NotFound
from engine.model.formats import Format
from engine.rules.team_play import TeamVerdict, find_team_rules
from engine.rules.team_play import check_team as judge_team
from engine.rules.team_play import list_team_formats as formats_of_teams
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import find_format, find_game
from vsdb.check import services
from vsdb.core.dates import parse_day
from vsdb.core.words import number_in_words, quantity

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
MAX_DECKS = max(team.size for team in formats_of_teams().values())


@dataclass(frozen=True, slots=True)
class CheckedTeam:
    """Decks as they were read for a day, the format, and the verdict on them together."""

    decks: tuple[Deck, ...]
    fmt: Format
    verdict: TeamVerdict


def check_team(
    lists: Sequence[str], *, game: str | None = None, fmt: str | None = None, as_of: date | None = None
) -> CheckedTeam:
    """Judge the lists of a team in a format on a day.

    What isn't given comes from the first list that says it; the day last from today. Costs what `services.check` does.
    Raises InputError, with the list from 1 as its place where it is about one, and NotFound.
    """
    said = [_of_list(number, decklists.read_metadata, text) for number, text in enumerate(lists, start=1)]
    slug = fmt or next((each["format"] for each in said if each.get("format")), "")
    told_game = game or next((each["game"] for each in said if each.get("game")), None)
    if not slug:
        raise InputError(
            f"no format is given; played in teams are {', '.join(slug for _, slug in formats_of_teams())}",
            place="format",
            code="format-missing",
        )
    reference = selectors.get_reference(services.choose_game(told_game, {}, [slug]))
    found = find_format(reference, slug)
    team = find_team_rules(found)
    if team is None:
        raise InputError(
            f"{found.name} asks nothing between decks: check each by itself; "
            f"played in teams are {', '.join(slug for _, slug in formats_of_teams())}",
            place="format",
            code="no-team-format",
        )
    if len(lists) != team.size:
        has = f"a team of {found.name} has {number_in_words(team.size)}"
        raise InputError(f"{quantity(len(lists), 'list')}; {has}", place="decks", code="team-size")
    for number, each in enumerate(said, start=1):
        if each.get("game") and find_game(each["game"]) != found.game:
            raise InputError(f"the list is of another game: {each['game'][:40]}", place=f"deck {number}")
    day = as_of or _day_of(said) or timezone.localdate()
    catalog = reference.on(day).catalog
    decks = tuple(
        _of_list(number, decklists.read_deck, text, catalog, day) for number, text in enumerate(lists, start=1)
    )
    return CheckedTeam(decks, found, judge_team(decks, found, day))


def list_team_formats() -> list[Format]:
    """The formats that are played in teams, of games that have facts; costs what their references do."""
    found = []
    for game, slug in formats_of_teams():
        try:
            fmt = selectors.get_reference(game).format(slug)
        except NotFound:
            continue
        if fmt is not None:
            found.append(fmt)
    return sorted(found, key=lambda each: list(GAMES).index(each.game))


def _day_of(said: Sequence[Mapping[str, str]]) -> date | None:
    days = (parse_day(each["as-of"], place="as-of") for each in said if each.get("as-of"))
    return next(days, None)


def _of_list(number: int, read: Callable[[*Ts], T], *given: *Ts) -> T:
    """What is made of a list; what is wrong with it names the list."""
    try:
        return read(*given)
    except InputError as error:
        raise InputError(error.message, place=f"deck {number}", code=error.code) from error
