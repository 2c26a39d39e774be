"""Judging deck lists, one or those of a team: one door for the pages, the API, the command line and the workers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar, TypeVarTuple, cast

from django.utils import timezone

from engine import GAMES, Deck, Format, InputError, NotFound, Reference, check_everywhere, decklists
from engine.decklists.addresses import refuse_address
from engine.decklists.encoding import split_lines
from engine.formats.names import find_game, list_main_formats
from engine.model.verdicts import ERROR, UNKNOWN, Verdict
from engine.rules import team_play
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import find_format, find_game_of_formats
from vsdb.core import metrics
from vsdb.core.dates import parse_day
from vsdb.core.limits.computing import bound_computing, bounds_computing
from vsdb.exchange.deck_lists.drafts import DraftRow
from vsdb.exchange.deck_lists.importing import find_game_of_lines, find_game_without, has_cards

SentDeck = str | Sequence[str] | Sequence[Mapping[str, Any]]
Readable = str | Sequence[Mapping[str, Any]]
T = TypeVar("T")
Ts = TypeVarTuple("Ts")

#: Of lists that are sent, and of stored decks; which of these were read from the cache.
VERDICTS = metrics.count("verdicts", "Verdicts, computed or read from the cache.", ("of", "source"))
MAX_FORMATS = 80
MAX_DATES = 31
MAX_VERDICTS = 400
MANY_VERDICTS = 40  #: beyond which a check counts as a long one
#: A list is read once a day and judged once a format and day; what that costs grows with its lines.
MAX_LINES_READ = 5_000
MAX_LINES_JUDGED = 40_000
MAX_DECKS = max(team.size for team in team_play.list_team_formats().values())  #: of a team


@dataclass(frozen=True, slots=True)
class CheckedDeck:
    """A deck as it was read for a day, the format, and the verdict."""

    deck: Deck
    fmt: Format
    verdict: Verdict

    @property
    def errors(self) -> int:
        """How many errors there are."""
        return len(self.verdict.of(ERROR))

    @property
    def unknowns(self) -> int:
        """How many unknowns there are."""
        return len(self.verdict.of(UNKNOWN))


def check(
    deck: SentDeck, *, game: str | None = None, formats: Sequence[str] = (), dates: Sequence[date] = ()
) -> list[CheckedDeck]:
    """Judge a list in every format on every day given, formats outermost, in the order given.

    A deck is a text, or a list of its lines, or of items as `engine.decklists.read_items` takes them. What isn't given
    comes from the deck's own `# game:`, `# format:` and `# as-of:` lines; the game also from the formats; the day last
    from today. Costs the one query of a reference that is in memory. Raises InputError and NotFound.
    """
    refuse_too_many(formats, dates)
    given = join_lines(deck)
    said = decklists.read_metadata(given) if isinstance(given, str) else {}
    slugs = formats or _list_own_format(said)
    reference = selectors.get_reference(choose_game(game, said, slugs))
    days = list(dict.fromkeys(dates or [day_said(said)]))
    chosen = dict.fromkeys(find_format(reference, slug) for slug in slugs)
    if not chosen:
        there_are = f"the formats of {GAMES[reference.game]} are {', '.join(reference.formats)}"
        raise InputError(f"no format given; {there_are}", place="format", code="format-missing")
    _refuse_too_long(given, len(chosen), len(days))
    # The day bears on the reading: a version left out resolves to what may have been out by then, and the cards have
    # the facts that their wording gave them that day.
    is_long = len(chosen) * len(days) > MANY_VERDICTS
    with bound_computing() if is_long else nullcontext():
        decks = {day: read_sent(given, reference.on(day), day) for day in days}
        verdicts = {day: check_everywhere(deck, chosen, day) for day, deck in decks.items()}
    VERDICTS.labels("list", "computed").inc(len(chosen) * len(days))
    return [CheckedDeck(decks[day], fmt, verdicts[day][place]) for place, fmt in enumerate(chosen) for day in days]


def choose_game_and_formats(
    deck: SentDeck, *, game: str | None = None, formats: Sequence[str] = (), dates: Sequence[date] = ()
) -> tuple[str | None, Sequence[str]]:
    """The game and the formats to judge a pasted list in: where it is said nowhere, by its cards, and the main ones.

    Where a format is given or the list names one, both stay as they are. Costs the one query of each game's reference.
    Raises InputError for a list without a card, and where its cards don't tell the game; NotFound.
    """
    given = join_lines(deck)
    lines = list_card_lines(given)
    said = decklists.read_metadata(given) if isinstance(given, str) else {}
    if formats or said.get("format"):
        return game, formats
    on = dates[0] if dates else day_said(said)
    word = game or said.get("game")
    found = find_game(word) if word else find_game_of_lines(lines, selectors.list_references(), on)
    return found, [fmt.slug for fmt in list_main_formats(selectors.get_reference(found), on)]


def find_other_game(text: str, game: str) -> str | None:
    """The game that a list is certainly of where it isn't `game`: the one it names, else that of its cards.

    None where a single line names a card of `game`, where the cards don't tell, and for a list that can't be read.
    """
    try:
        if word := decklists.read_metadata(text).get("game"):
            found: str | None = find_game(word)
        else:
            found = find_game_without(list_card_lines(text), selectors.list_references(), timezone.localdate(), game)
    except (InputError, NotFound):
        return None
    return found if found != game else None


def list_card_lines(given: Readable) -> list[str | DraftRow]:
    """The lines of a list. Raises InputError where none is about a card, and for an address instead of a list."""
    if isinstance(given, str):
        refuse_address(given, "deck")
        lines: list[str | DraftRow] = [*split_lines(given)]
    else:
        fields = ("name", "slug", "printing")
        rows: Sequence[object] = given  # what is no object is refused by the reader, with its place
        told = (row if isinstance(row, Mapping) else {} for row in rows)
        lines = [DraftRow(**{name: str(row.get(name) or "") for name in fields}) for row in told]
    if not has_cards(lines):
        raise InputError("the list has no cards; write one per line", place="deck", code="deck-missing")
    return lines


def read_list(text: str, *, game: str | None = None) -> Deck:
    """The deck of a list, read for the game and the day that it names; else for the game of its cards, and today.

    Costs the one query of each game's reference that is in memory. Raises InputError and NotFound.
    """
    said = decklists.read_metadata(text)
    found, _ = choose_game_and_formats(text, game=game)
    reference = selectors.get_reference(choose_game(found, said, _list_own_format(said)))
    as_of = day_said(said)
    return read_sent(text, reference.on(as_of), as_of)


def _list_own_format(said: Mapping[str, str]) -> list[str]:
    return [said["format"]] if "format" in said else []


def refuse_too_many(formats: Sequence[str], dates: Sequence[date] = ()) -> None:
    """Raise InputError where one request asks for more than a person would."""
    for what, count, most in (
        ("formats", len(formats), MAX_FORMATS),
        ("dates", len(dates), MAX_DATES),
        ("formats times dates", len(formats) * len(dates), MAX_VERDICTS),
    ):
        if count > most:
            raise InputError(f"{count} {what}; at most {most}", place=what.split()[0], code="too-many")


def _refuse_too_long(given: Readable, formats: int, dates: int) -> None:
    """Raise InputError where a long list is asked about too often at once; one of 160 lines never is."""
    lines = given.count("\n") + 1 if isinstance(given, str) else len(given)
    if dates > 1 and lines * dates > MAX_LINES_READ:
        most = f"at most {MAX_LINES_READ:,} lines times dates; send fewer dates"
        raise InputError(f"{lines} lines on {dates} dates; {most}", place="dates", code="too-many")
    if formats * dates > 1 and lines * formats * dates > MAX_LINES_JUDGED:
        said = f"{lines} lines in {formats} formats on {dates} dates; at most {MAX_LINES_JUDGED:,} in total; send parts"
        raise InputError(said, place="formats", code="too-many")


def choose_game(game: str | None, said: Mapping[str, str], slugs: Sequence[str]) -> str:
    """The game that is named, else the one that the list says, else that of the formats.

    Raises InputError and NotFound.
    """
    word = game or said.get("game")
    if word:
        return find_game(word)
    if not slugs:
        missing = f"no game or format given; the games are {', '.join(GAMES)}"
        raise InputError(missing, place="game", code="game-missing")
    return find_game_of_formats(slugs)


def day_said(said: Mapping[str, str]) -> date:
    """The day that the metadata of a list name, else today. Raises InputError."""
    return parse_day(said["as-of"], place="as-of") if said.get("as-of") else timezone.localdate()


def join_lines(deck: SentDeck) -> Readable:
    """Lines as one text; a text and items as they are. Raises InputError, also for an address instead of a list."""
    if isinstance(deck, str):
        refuse_address(deck, "deck")
        return deck
    if not any(isinstance(line, str) for line in deck):
        return cast("Sequence[Mapping[str, Any]]", deck)
    lines: list[str] = []
    for place, line in enumerate(deck):
        if not isinstance(line, str):
            raise InputError("lines and items are mixed; send one kind", place=f"deck[{place}]")
        if len(line.splitlines()) > 1:
            raise InputError("more than 1 line; send one line per entry", place=f"deck[{place}]")
        lines.append("".join(line.splitlines()))
    text = "\n".join(lines)
    refuse_address(text, "deck")
    return text


def read_sent(given: Readable, reference: Reference, as_of: date) -> Deck:
    """The deck of a text or of items, read with the facts of that day."""
    if isinstance(given, str):
        return decklists.read_deck(given, reference.catalog, as_of)
    return decklists.read_items(given, reference.catalog, as_of)


@dataclass(frozen=True, slots=True)
class CheckedTeam:
    """Decks as they were read for a day, the format, and the verdict on them together."""

    decks: tuple[Deck, ...]
    fmt: Format
    verdict: team_play.TeamVerdict


@bounds_computing
def check_team(
    lists: Sequence[str], *, game: str | None = None, fmt: str | None = None, as_of: date | None = None
) -> CheckedTeam:
    """Judge the lists of a team in a format on a day.

    What isn't given comes from the first list that says it; the day last from today. Costs what `check` does.
    Raises InputError, with the list from 1 as its place where it is about one, and NotFound.
    """
    said = [_of_list(number, decklists.read_metadata, text) for number, text in enumerate(lists, start=1)]
    slug = fmt or next((each["format"] for each in said if each.get("format")), "")
    game = game or next((each["game"] for each in said if each.get("game")), None)
    for number, text in enumerate(lists, start=1):
        _of_list(number, list_card_lines, text)
    slug = slug or _find_team_format(lists, game, as_of or day_said({}))
    for_teams = f"team formats: {', '.join(slug for _, slug in team_play.list_team_formats())}"
    if not slug:
        raise InputError(f"no format given; {for_teams}", place="format", code="format-missing")
    reference = selectors.get_reference(choose_game(game, {}, [slug]))
    found = find_format(reference, slug)
    team = team_play.find_team_rules(found)
    if team is None:
        nothing = f"{found.name} has no team rules; check each deck on its own; {for_teams}"
        raise InputError(nothing, place="format", code="no-team-format")
    if len(lists) != team.size:
        has = f"a team in {found.name} has {team.size}"
        raise InputError(f"{len(lists)} list{'' if len(lists) == 1 else 's'}; {has}", place="decks", code="team-size")
    for number, each in enumerate(said, start=1):
        if each.get("game") and find_game(each["game"]) != found.game:
            raise InputError(f"the list is for another game: {each['game'][:40]}", place=f"deck {number}")
    day = as_of or day_said(next((each for each in said if each.get("as-of")), {}))
    catalog = reference.on(day).catalog
    read = (_of_list(number, decklists.read_deck, text, catalog, day) for number, text in enumerate(lists, start=1))
    decks = tuple(read)
    return CheckedTeam(decks, found, team_play.check_team(decks, found, day))


def _find_team_format(lists: Sequence[str], game: str | None, on: date) -> str:
    """The first format for teams of so many in the game of the cards; empty where there is none.

    Raises InputError where the cards don't tell the game.
    """
    if not lists:
        return ""
    lines = [line for text in lists for line in list_card_lines(text)]
    found = find_game(game) if game else find_game_of_lines(lines, selectors.list_references(), on)
    rules = ((fmt, team_play.find_team_rules(fmt)) for fmt in list_team_formats() if fmt.game == found)
    return next((fmt.slug for fmt, team in rules if team and team.size == len(lists)), "")


def list_team_formats() -> list[Format]:
    """The formats that are played in teams, of games that have facts; costs what their references do."""
    found = []
    for game, slug in team_play.list_team_formats():
        try:
            found.append(selectors.get_reference(game).format(slug))
        except NotFound:
            continue
    return sorted(filter(None, found), key=lambda each: list(GAMES).index(each.game))


def _of_list(number: int, read: Callable[[*Ts], T], *given: *Ts) -> T:
    """What is made of a list; what is wrong with it names the list."""
    try:
        return read(*given)
    except InputError as error:
        raise InputError(error.message, place=f"deck {number}", code=error.code) from error
