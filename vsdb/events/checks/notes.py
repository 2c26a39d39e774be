"""Judges’ notes of players and their lists: for judges, and part of what is held about the player."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from vsdb.core.errors import ApplicationError
from vsdb.events import log
from vsdb.events.models import Event, EventList, JudgeNote, Registration
from vsdb.events.triage.services import clean_text

MAX_TEXT = 2_000  #: characters
MAX_NOTES = 200  #: of a player


@transaction.atomic
def write_note(
    event: Event, player: Registration, text: str, *, actor: int, at: datetime, entry: EventList | None = None
) -> JudgeNote:
    """Note something of a player, or of one of their lists. Raises InputError, and ApplicationError for very many."""
    said = clean_text(text, "text", MAX_TEXT, is_needed=True)
    if player.judge_notes.count() >= MAX_NOTES:
        raise ApplicationError(f"This player has {MAX_NOTES} notes, the maximum.", code="too-many-notes")
    made = JudgeNote.objects.create(event=event, registration=player, list=entry, text=said, by=actor, at=at)
    # Not about the player: players read the rows about themselves, and a note may announce a check.
    log.record(event, actor, "note-written", f"note:{made.pk}", after={"registration": player.number})
    return made
