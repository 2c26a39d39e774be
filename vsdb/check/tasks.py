"""What workers do about decks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, TypedDict

from celery import shared_task

from engine import InputError, NotFound
from vsdb.check import services
from vsdb.check.many.tasks import work_on as work_on_many

__all__ = ("ListResult", "check_list", "work_on_many")


class ListResult(TypedDict):
    """What came of one list: its verdicts, or why it can't be judged."""

    verdicts: list[dict[str, Any]]
    error: str | None


@shared_task(name="decks.check_list")  # type: ignore[untyped-decorator]
def check_list(text: str, *, game: str | None, formats: Sequence[str], dates: Sequence[str]) -> ListResult:
    """Judge one list; `dates` are ISO days. A list that can't be judged is an answer too, not a failed task."""
    days = [date.fromisoformat(each) for each in dates]
    try:
        services.list_card_lines(text)
        checked = services.check(text, game=game, formats=formats, dates=days)
    except (InputError, NotFound) as exc:
        return {"verdicts": [], "error": str(exc)}
    return {"verdicts": [each.verdict.as_dict() for each in checked], "error": None}
