"""The parts of an event's page and of its desk, for whoever may see them."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from vsdb.events.access import Act, Asker
from vsdb.events.models import Event
from vsdb.events.triage.loading import reads_no_list


@dataclass(frozen=True, slots=True)
class NavigationLink:
    """A link of the tabs; on a phone, those that `is_folded` are behind “More”."""

    name: str
    label: str
    href: str
    is_folded: bool = False


_ALWAYS_SHOWN = 5  #: tabs, where there are more than one more
#: Name of the address, label, and what one must be allowed to do.
_TABS: tuple[tuple[str, str, Act], ...] = (
    ("events:desk", "Desk", Act.SEE_DESK),
    ("events:players", "Players", Act.SEE_DESK),
    ("events:triage", "Lists", Act.SEE_LIST_STATES),
    ("events:checks", "Deck checks", Act.CHECK_DECKS),
    ("events:verdicts", "Verdicts", Act.SEE_LIST_STATES),
    ("events:papers", "Print", Act.SEE_DESK),
    ("events:transfer", "Import and export", Act.SEE_DESK),
    ("events:statistics", "Statistics", Act.SEE_LIST_STATES),
    ("events:notices", "Notices", Act.MAIL_PLAYERS),
    ("events:log", "Log", Act.READ_LOG),
    ("events:roles", "Roles", Act.GIVE_ROLES),
    ("events:edit", "Settings", Act.EDIT_EVENT),
)


def list_tabs(event: Event, asker: Asker) -> list[NavigationLink]:
    """The tabs of an event for somebody; only its page where they have no role."""
    shown = [("events:event", "Event")]
    for name, label, act in _TABS:
        if asker.may(act) and (name != "events:checks" or not reads_no_list(event, asker)):
            shown.append((name, label))
    most = _ALWAYS_SHOWN if len(shown) > _ALWAYS_SHOWN + 1 else len(shown)
    return [
        NavigationLink(name, label, reverse(name, args=(event.pk,)), place >= most)
        for place, (name, label) in enumerate(shown)
    ]
