"""Judging many lists one by one, each in any layout: what a row of the table says of it. Nothing is stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from typing import Any, Self

from engine import GAMES, Deck, Format, InputError, NotFound, Reference, Verdict, check_everywhere, decklists
from engine.decklists.fingerprints import compute_fingerprint
from engine.formats.names import find_game, list_main_formats
from engine.model import verdicts
from engine.model.verdicts import ERROR, UNKNOWN, WARNING, Finding
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import find_format, find_game_of_formats
from vsdb.check.many.reading import GivenList
from vsdb.check.services import VERDICTS, day_said, list_card_lines
from vsdb.core.dates import parse_day
from vsdb.exchange.deck_lists.importing import ImportedList, read_list_in_any_layout

UNREADABLE = "unreadable"
#: Worst first: a list that can't be judged needs somebody before any other.
OUTCOMES = (UNREADABLE, verdicts.ILLEGAL, verdicts.UNCERTAIN, verdicts.LEGAL)
_MAX_UNREAD = 20  #: unread lines of a list that are told; all are counted
_MAX_WRITTEN = 120


@dataclass(frozen=True, slots=True)
class ListsQuestion:
    """What all lists are judged in: a game, a format and a day, each empty or None where the list itself says it."""

    game: str = ""
    format: str = ""
    on: date | None = None


def read_question(format_word: str, on: date | None = None, game: str = "") -> ListsQuestion:
    """The question in words: a format as `slug` or `game/slug`. Raises NotFound for one that there isn't, InputError
    where it is unclear which."""
    of_game, slash, slug = format_word.strip().rpartition("/")
    word = of_game if slash else game
    found = find_game(word) if word else ""
    if slug and not found:
        found = find_game_of_formats([slug])
    if slug:
        find_format(selectors.get_reference(found), slug)
    return ListsQuestion(found, slug, on)


@dataclass(frozen=True, slots=True)
class JudgedList:
    """What came of a list, as plain data: its outcome, its first finding, and how it was read.

    `problem` says why a list of the outcome `unreadable` couldn't be judged. `unread` are lines that name no card.
    """

    name: str
    outcome: str
    problem: str = ""
    file: str = ""
    title: str = ""
    layout: str = ""
    game: str = ""
    format: str = ""
    format_name: str = ""
    as_of: str = ""
    cards: int = 0
    errors: int = 0
    unknowns: int = 0
    codes: list[str] = field(default_factory=list)
    code: str = ""
    severity: str = ""
    message: str = ""
    document: str = ""
    rule: str = ""
    unread_count: int = 0
    unread: list[dict[str, Any]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    fingerprint: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The row as plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, row: dict[str, Any]) -> Self:
        """The row that `as_dict` gave."""
        return cls(**row)


class ListJudge:
    """Judges lists by one question; formats are looked up once, and everything else is in memory."""

    def __init__(self, asked: ListsQuestion) -> None:
        self.asked = asked
        self.references = selectors.list_references()
        self.formats: dict[tuple[str, str], Format] = {}

    def judge(self, given: GivenList) -> tuple[JudgedList, str]:
        """What comes of a list, and the list as deck text: as it came where it can't be judged."""
        if given.problem:
            return JudgedList(given.name, UNREADABLE, given.problem, given.file), given.text
        try:
            imported, day = self._read(given)
            fmt = self._find_format(imported, day)
        except (InputError, NotFound) as error:
            problem = error.message if getattr(error, "place", "") == "deck" else str(error)
            return JudgedList(given.name, UNREADABLE, problem, given.file), given.text
        verdict = check_everywhere(imported.deck, [fmt], day)[0]
        VERDICTS.labels("list", "computed").inc()
        return _describe(given, imported, fmt, verdict), imported.text

    def _read(self, given: GivenList) -> tuple[ImportedList, date]:
        """The list, read for its game and the day. Raises InputError and NotFound."""
        asked = self.asked
        day = asked.on or day_said(decklists.read_metadata(given.text))
        imported = self._import(given, day, asked.game)
        said = imported.deck.metadata.get("as-of")
        if not asked.on and said and (own := parse_day(said, place="as-of")) != day:
            # A list in a code or as data says its day only once it is read.
            imported, day = self._import(given, own, asked.game), own
        list_card_lines(imported.text)
        if asked.game and not any(entry.card for entry in imported.deck.entries):
            self._refuse_other_game(given, day)
        return imported, day

    def _import(self, given: GivenList, day: date, game: str) -> ImportedList:
        return read_list_in_any_layout(
            given.text, references=self.references, as_of=day, file_name=given.file, game=game or None
        )

    def _refuse_other_game(self, given: GivenList, day: date) -> None:
        """Raise InputError where a list, of which no line names a card of the game, is of another."""
        try:
            other = self._import(given, day, "").deck.game
        except (InputError, NotFound):
            return
        if other != self.asked.game:
            said = f"this is a {GAMES[other]} deck, and the format is for {GAMES[self.asked.game]}"
            raise InputError(said, code="other-game")

    def _find_format(self, imported: ImportedList, day: date) -> Format:
        """The format that was asked for, else the list's own, else the main one of its game on the day."""
        game, slug = imported.deck.game, self.asked.format or imported.deck.metadata.get("format", "")
        reference = self._find_reference(game)
        if not slug:
            main = list_main_formats(reference, day)
            if not main:
                said = f"no format of {GAMES[game]} was in season on {day.isoformat()}; choose a format"
                raise InputError(said, place="format", code="format-missing")
            return main[0]
        if (game, slug) not in self.formats:
            self.formats[game, slug] = find_format(reference, slug)
        return self.formats[game, slug]

    def _find_reference(self, game: str) -> Reference:
        return next(each for each in self.references if each.game == game)


def judge_lists(lists: Iterable[GivenList], asked: ListsQuestion) -> Iterator[JudgedList]:
    """What comes of each list, in order. Costs the query of each game's reference, and one for each format by an
    organizer."""
    judge = ListJudge(asked)
    return (judge.judge(each)[0] for each in lists)


def _describe(given: GivenList, imported: ImportedList, fmt: Format, verdict: Verdict) -> JudgedList:
    decisions = imported.decisions
    return replace(
        describe_verdict(given.name, imported.deck, fmt, verdict),
        file=given.file,
        layout=imported.layout.slug,
        unread=[
            {"line": each.line, "written": each.written[:_MAX_WRITTEN], "why": each.why}
            for each in decisions[:_MAX_UNREAD]
        ],
        remarks=[*imported.remarks[:_MAX_UNREAD]],
    )


def describe_verdict(name: str, deck: Deck, fmt: Format, verdict: Verdict) -> JudgedList:
    """The row of a verdict on a deck, without how its list came."""
    first = next(iter(verdict.of(ERROR, UNKNOWN, WARNING)), None)
    codes = dict.fromkeys(finding.code for finding in verdict.of(ERROR, UNKNOWN))
    row = JudgedList(
        name=name,
        outcome=verdict.outcome,
        title=deck.title[:200],
        game=deck.game,
        format=fmt.slug,
        format_name=fmt.name,
        as_of=verdict.as_of.isoformat(),
        cards=sum(verdict.counts.values()),
        errors=len(verdict.of(ERROR)),
        unknowns=len(verdict.of(UNKNOWN)),
        codes=list(codes),
        unread_count=len(deck.unsettled),
        fingerprint=compute_fingerprint(deck),
    )
    return _with_finding(row, first) if first else row


def _with_finding(row: JudgedList, first: Finding) -> JudgedList:
    cited = first.citation
    return replace(
        row,
        code=first.code,
        severity=first.severity,
        message=first.message,
        document=cited.document if cited else "",
        rule=cited.rule if cited else "",
    )
