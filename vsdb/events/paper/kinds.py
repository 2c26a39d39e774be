"""What can be printed of an event, and by whom."""

from __future__ import annotations

from django.db.models import TextChoices

from vsdb.core.words import quantity
from vsdb.events.access import Act, Asker
from vsdb.events.models import Event


class PaperKind(TextChoices):
    """A kind of paper."""

    SHEETS = "sheets", "Registration sheets"
    JUDGE_LISTS = "judge-lists", "Judge’s lists"
    MISSING = "missing", "Missing lists"
    SEATS = "seats", "Player meeting seats"
    SLIPS = "slips", "Table slips"


_NOUNS = {PaperKind.SHEETS: "list", PaperKind.JUDGE_LISTS: "list", PaperKind.SLIPS: "table slip"}


def name_contents(kind: PaperKind, total: int) -> str:
    """What a paper has, as in `13 lists`."""
    return quantity(total, _NOUNS.get(kind, "player"))


class PaperOrder(TextChoices):
    """In which order."""

    NAME = "name", "By name"
    TABLE = "table", "By table"


OF_LISTS = frozenset((PaperKind.SHEETS, PaperKind.JUDGE_LISTS))  #: those that show cards
_ACTS = {
    PaperKind.SHEETS: Act.READ_LOCKED_LISTS,
    PaperKind.JUDGE_LISTS: Act.READ_LOCKED_LISTS,
    PaperKind.MISSING: Act.SEE_LIST_STATES,
    PaperKind.SEATS: Act.SEE_DESK,
    PaperKind.SLIPS: Act.SEE_DESK,
}


def may_print(event: Event, asker: Asker, kind: PaperKind) -> bool:
    """Whether somebody may have papers of this kind; who plays gets none that show cards before the event is over."""
    if not asker.may(_ACTS[kind]):
        return False
    return kind not in OF_LISTS or not asker.plays or event.stage == Event.Stage.OVER
