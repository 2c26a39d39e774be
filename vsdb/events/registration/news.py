"""What has changed for a player since they registered, and how they left: sentences of their own page."""

from __future__ import annotations

from collections.abc import Sequence

from vsdb.events import clock
from vsdb.events.models import Event, Notice, Registration
from vsdb.events.notices.kinds import NoticeKind
from vsdb.events.registration.selectors import LogLine

_TOLD = (NoticeKind.MOVED, NoticeKind.RULING, NoticeKind.REPLACED)
_LEFT = {"withdraw": False, "offer-expired": True}  #: what the log says of who has left, and whether an offer expired


def list_news(event: Event, player: Registration) -> list[str]:
    """What has moved, and what judges and desk have decided about the player's lists; one query."""
    rows = list(Notice.objects.filter(registration=player, kind__in=_TOLD).values_list("kind", "data"))
    told = {kind for kind, _ in rows}
    moved = {name for kind, data in rows if kind == NoticeKind.MOVED for name in data.get("before", {})}
    said = []
    if "deadline" in moved:
        said.append(f"The list deadline was moved to {clock.describe_moment(clock.get_deadline(event), event)}.")
    if "starts" in moved:
        said.append(f"The start was moved to {clock.describe_moment(event.starts, event)}.")
    if "place" in moved and event.place:
        said.append(f"The place is now {event.place}.")
    if player.reopened_until:
        until = clock.describe_moment(player.reopened_until, event)
        said.append(f"The desk has answered: it opened your lists again until {until}.")
    if NoticeKind.RULING in told:
        said.append("A judge has ruled on your list.")
    if NoticeKind.REPLACED in told:
        said.append("The head judge has replaced your list.")
    return said


def describe_leaving(lines: Sequence[LogLine]) -> str:
    """How a player who has withdrawn left, by their log, the newest row first."""
    line = next((each for each in lines if each.action in _LEFT), None)
    if line is not None and _LEFT[line.action]:
        return "The place that was offered to you has expired."
    return "The desk has withdrawn you." if line is not None and not line.is_own else "You have withdrawn."
