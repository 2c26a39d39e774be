"""Very many lists of an event, stored in a few queries."""

from __future__ import annotations

from tests.events.making import BEFORE, LEGAL, SHORT
from vsdb.events.models import Event, EventList, ListVersion, Registration
from vsdb.events.verdicts.judging import get_event_question, judge_text
from vsdb.events.verdicts.services import build_verdict


def enter_many(event: Event, count: int, *, has_verdicts: bool = True) -> None:
    """So many players with a list each, of which each third is too short."""
    judged = {text: judge_text(get_event_question(event), text) for text in (LEGAL, SHORT)}
    players = Registration.objects.bulk_create(
        Registration(event=event, number=number, shown_name=f"Player {number}", sort_key=f"{number:04}")
        for number in range(1, count + 1)
    )
    lists = EventList.objects.bulk_create(EventList(event=event, registration=player) for player in players)
    texts = [LEGAL if player.number % 3 else SHORT for player in players]
    versions = ListVersion.objects.bulk_create(
        ListVersion(
            list=entry, number=1, by=0, received=BEFORE, given=text, text=text, fingerprint=judged[text].fingerprint
        )
        for entry, text in zip(lists, texts, strict=True)
    )
    for entry, version in zip(lists, versions, strict=True):
        entry.current = version
    EventList.objects.bulk_update(lists, ("current",), batch_size=300)
    if has_verdicts:
        rows = [build_verdict(version.pk, judged[version.text], BEFORE, "state") for version in versions]
        type(rows[0]).objects.bulk_create(rows)
