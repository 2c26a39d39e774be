"""The parts of an event's page and of its desk, for whoever may see them."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from vsdb.events.access import Act, Asker
from vsdb.events.models import Event
from vsdb.events.triage.loading import reads_no_list


@dataclass(frozen=True, slots=True)
class NavigationLink:
    """A link of the tabs."""

    name: str
    label: str
    href: str


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
    links = [NavigationLink("events:event", "Event", reverse("events:event", args=(event.pk,)))]
    for name, label, act in _TABS:
        if asker.may(act) and (name != "events:checks" or not reads_no_list(event, asker)):
            links.append(NavigationLink(name, label, reverse(name, args=(event.pk,))))
    return links
