"""What is known of reports: the queue, one of them, and what it is about in words."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db.models import Count, Q, QuerySet

from engine import GAMES, NotFound
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.card_page import list_fact_places
from vsdb.catalog.cards.models import Game
from vsdb.catalog.formats.lookup import find_card
from vsdb.core.sealed_fields import match_word
from vsdb.core.sealed_stores import refuse_if_unreadable
from vsdb.error_reports.context import ReportContext
from vsdb.error_reports.models import OPEN, ErrorReport

MAY_VIEW, MAY_ANSWER = "error_reports.view_errorreport", "error_reports.change_errorreport"
_CARD_FACTS = ("Keywords", "Printings", "Bans", "Legality", "Text", "Rulings")
_SET_FACTS = ("Name", "Code", "Release date", "First legal date", "Cards", "Legality")
MAX_QUERY = 100  #: characters that the queue is searched for
OPEN_STATES = "open"  #: the filter for new and accepted reports


@dataclass(frozen=True, slots=True)
class QueueFilter:
    """Which reports of the queue are asked for; empty: all. Values that there aren't are left out."""

    state: str = OPEN_STATES
    kind: str = ""
    game: str = ""
    text: str = ""

    @classmethod
    def read(cls, words: Mapping[str, str]) -> QueueFilter:
        """The filter of an address; without a state the open ones."""
        state, kind, game = words.get("state", OPEN_STATES), words.get("kind", ""), words.get("game", "")
        return cls(
            state=state if state in (*ErrorReport.State.values, "") else OPEN_STATES,
            kind=kind if kind in ErrorReport.Kind.values else "",
            game=game if game in GAMES else "",
            text=words.get("q", "").replace("\0", "").strip()[:MAX_QUERY],
        )


def may_view(user: User | AbstractBaseUser | AnonymousUser | None) -> bool:
    """Whether somebody may read the queue."""
    return isinstance(user, User) and (user.has_perm(MAY_VIEW) or user.has_perm(MAY_ANSWER))


def may_answer(user: User | AbstractBaseUser | AnonymousUser | None) -> bool:
    """Whether somebody may answer reports."""
    return isinstance(user, User) and user.has_perm(MAY_ANSWER)


def list_queue(asked: QueueFilter) -> QuerySet[ErrorReport]:
    """Reports for staff, the oldest of the open ones first, else the newest first. One query when read."""
    rows = ErrorReport.objects.select_related("by", "handled_by")
    if asked.state == OPEN_STATES:
        rows = rows.filter(state__in=OPEN).order_by("sent", "pk")
    elif asked.state:
        rows = rows.filter(state=asked.state)
    if asked.kind:
        rows = rows.filter(kind=asked.kind)
    if asked.game:
        rows = rows.filter(game=asked.game)
    if asked.text:
        rows = rows.filter(
            Q(text__icontains=asked.text) | Q(subject__icontains=asked.text) | Q(page__icontains=asked.text)
        )
    return rows


def count_by_state() -> dict[str, int]:
    """How many reports there are in each state; one query."""
    found = dict(ErrorReport.objects.order_by().values_list("state").annotate(Count("pk")))
    return {state: found.get(state, 0) for state in ErrorReport.State.values}


def count_new() -> int:
    """How many reports nobody has answered; one query."""
    return ErrorReport.objects.filter(state=ErrorReport.State.NEW).count()


def get_report(number: int) -> ErrorReport:
    """A report by its number; one query. Raises NotFound."""
    found = ErrorReport.objects.select_related("by", "handled_by").filter(pk=number).first()
    if found is None:
        raise NotFound(f"there is no report {number}")
    return found


def get_report_by_key(key: str) -> ErrorReport:
    """A report by the word of its secret address; one query. Raises NotFound."""
    found = ErrorReport.objects.filter(match_word("key", key)).first()
    if found is None:
        refuse_if_unreadable(ErrorReport, "key")
        raise NotFound("no report has this number")
    return found


def list_own(user: User) -> QuerySet[ErrorReport]:
    """The reports that somebody sent with their account, the newest first."""
    return ErrorReport.objects.filter(by=user)


def get_data_version(game: str) -> str:
    """The version of the facts of a game that count now; empty where none are loaded. One query."""
    return Game.objects.filter(pk=game).values_list("data_version", flat=True).first() or ""


def describe_subject(context: ReportContext) -> str:
    """What a report is about, in words: the name of the card, set or format where there is one."""
    kind = ErrorReport.Kind(context.kind)
    game, _, name = context.subject.partition("/")
    if game in GAMES and kind in _NAMES:
        with suppress(NotFound):  # of a game without data the key stands for the name
            name = _NAMES[kind](game, name) or name
    elif kind == ErrorReport.Kind.RULE:
        name = context.subject.replace("/", " ", 1)
    else:
        name = context.subject
    if kind in (ErrorReport.Kind.VERDICT, ErrorReport.Kind.FINDING) and not name:
        name = context.finding.replace("-", " ")
    return f"{kind.label}: {name}" if name else str(kind.label)


def list_fact_names(context: ReportContext) -> list[str]:
    """The facts of a card or a set that may be wrong, as its page names them; none for other subjects."""
    game, _, name = context.subject.partition("/")
    if context.kind == ErrorReport.Kind.SET:
        return [*_SET_FACTS]
    if context.kind != ErrorReport.Kind.CARD or game not in GAMES:
        return []
    try:
        card = find_card(cards.get_reference(game), name)
    except NotFound:
        return []
    return list(dict.fromkeys(("Name", *(place.label for place in list_fact_places(card)), *_CARD_FACTS)))


def _card_name(game: str, slug: str) -> str:
    card = cards.get_reference(game).catalog.by_slug.get(slug)
    return card.title if card else ""


def _format_name(game: str, slug: str) -> str:
    fmt = cards.get_reference(game).formats.get(slug)
    return fmt.name if fmt else ""


def _set_name(game: str, code: str) -> str:
    found = cards.get_reference(game).sets.get(code)
    return found.name if found else ""


_NAMES = {
    ErrorReport.Kind.CARD: _card_name,
    ErrorReport.Kind.FORMAT: _format_name,
    ErrorReport.Kind.SET: _set_name,
}
