"""What pages show of a list beside its verdict: its cards, the smallest repair, and the verdict on a team."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from engine import Format, InputError
from vsdb.check.play_area import PlayArea
from vsdb.check.repair import RepairPage, find_list_repair, refuse_too_long, repair_page
from vsdb.check.services import CheckedDeck, CheckedTeam
from vsdb.check.verdict_page import FindingRow, VerdictPage, build_finding_row, build_verdict_page
from vsdb.core.errors import TooManyRequests
from vsdb.decks.pdf.listing import ListingPart, build_parts
from vsdb.events.lists import selectors
from vsdb.events.models import Event, EventList
from vsdb.events.verdicts.judging import JudgedText


@dataclass(frozen=True, slots=True)
class ShownCards:
    """The cards of a list by section, as pages of decks show them."""

    parts: tuple[ListingPart, ...]
    area: PlayArea | None
    fmt: Format
    on: date

    @property
    def notes(self) -> Mapping[str, str]:
        """Notes on cards, which lists of events have none of."""
        return {}


def build_cards(page: VerdictPage) -> ShownCards:
    """The cards of the list that a verdict is on."""
    area = page.area
    return ShownCards(build_parts(page.deck, area=area), area, page.fmt, page.verdict.as_of)


def find_repair(judged: JudgedText) -> RepairPage | None:
    """The smallest repair of a list that isn't legal; one query. None where the list is too long for a search, or too
    many others search now."""
    if judged.verdict.is_legal:
        return None
    try:
        refuse_too_long(judged.deck)
        return repair_page(find_list_repair(judged.deck, judged.question.fmt, judged.question.day, {}))
    except (InputError, TooManyRequests):
        return None


@dataclass(frozen=True, slots=True)
class TeamVerdictShown:
    """The verdict on the lists of a team together: what is between them, and with which lists each finding is. `page`
    is that of the first list, from which findings are cited."""

    checked: CheckedTeam
    page: VerdictPage
    shared: tuple[tuple[FindingRow, tuple[int, ...]], ...]


def find_team(event: Event, entries: Sequence[EventList]) -> TeamVerdictShown | None:
    """The verdict on the current versions of a team; None while one is missing, and where the format has no rules for
    a team of so many."""
    texts = [entry.current.text for entry in entries if entry.current]
    if len(texts) != event.lists_per_entry:
        return None
    try:
        checked = selectors.check_entry_team(event, texts)
    except TooManyRequests:
        return None
    if checked is None:
        return None
    shared = ((build_finding_row(finding, checked.decks), decks) for finding, decks in checked.verdict.findings)
    first = CheckedDeck(checked.decks[0], checked.fmt, checked.verdict.decks[0])
    return TeamVerdictShown(checked, build_verdict_page([first], texts[0]), tuple(shared))
