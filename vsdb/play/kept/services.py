"""Saving positions: created, changed, deleted, hidden. One transaction each."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from engine import InputError
from engine.play.judging import Answer
from engine.play.log import MAX_LENGTH, read_log
from vsdb.core.errors import ApplicationError
from vsdb.play.documents import MAX_BYTES, dump_question
from vsdb.play.models import MAX_NAME, MAX_NOTES, DecidingRule, SavedPosition, ShownCard
from vsdb.play.services import answer_question

MAX_POSITIONS = 200  #: of an account


@transaction.atomic
def save_position(
    owner: int, question: Any, *, name: str, notes: str = "", log: str = "", is_public: bool = False
) -> SavedPosition:
    """Keep a question of play. Raises InputError, and ApplicationError where the account has too many."""
    list(User.objects.select_for_update().filter(pk=owner))  # two requests at once count each other's
    if SavedPosition.objects.filter(owner=owner).count() >= MAX_POSITIONS:
        raise ApplicationError(f"You have {MAX_POSITIONS} saved positions. Delete one first.", code="too-many")
    saved = SavedPosition(owner_id=owner, key=secrets.token_urlsafe(9), is_public=is_public)
    _fill(saved, name, notes, log)
    _judge(saved, question)
    return saved


@transaction.atomic
def change_position(
    saved: SavedPosition,
    *,
    question: Any = None,
    name: str | None = None,
    notes: str | None = None,
    log: str | None = None,
    is_public: bool | None = None,
) -> None:
    """Change what is given of a saved position; None leaves it. Raises InputError, and then changes nothing."""
    if is_public is not None:
        saved.is_public = is_public
    _fill(
        saved,
        saved.name if name is None else name,
        saved.notes if notes is None else notes,
        saved.log if log is None else log,
    )
    saved.edited = timezone.now()
    _judge(saved, saved.question if question is None else question)


def delete_position(saved: SavedPosition) -> None:
    """Delete a saved position for good."""
    saved.delete()


def hide_position(saved: SavedPosition, *, is_hidden: bool = True) -> None:
    """Take a position away from the public, or give it back; its owner keeps it."""
    saved.hidden_at = timezone.now() if is_hidden else None
    saved.save(update_fields=("hidden_at",))


def _fill(saved: SavedPosition, name: str, notes: str, log: str) -> None:
    saved.name = _text(name, MAX_NAME, "name")
    if not saved.name:
        raise InputError("the position has no name; type one", place="name")
    saved.notes = _text(notes, MAX_NOTES, "notes")
    saved.log = _text(log, MAX_LENGTH, "log")
    if saved.log:
        read_log(saved.log)


def _judge(saved: SavedPosition, question: Any) -> None:
    """Answer the question anew and store it with what the answer turns on."""
    answer = answer_question(question)
    if len(dump_question(question).encode()) > MAX_BYTES:
        raise InputError(f"this position is larger than {MAX_BYTES:,} bytes; leave out what doesn't matter", place="q")
    saved.question, saved.game = question, answer.game
    saved.verb, saved.outcome = answer.action, answer.outcome
    saved.save()
    DecidingRule.objects.filter(position=saved).delete()
    DecidingRule.objects.bulk_create(
        DecidingRule(position=saved, document=document, rule=rule) for document, rule in _deciding_rules(answer)
    )
    ShownCard.objects.filter(position=saved).delete()
    ShownCard.objects.bulk_create(ShownCard(position=saved, slug=slug) for slug in sorted(set(list_slugs(question))))


def _deciding_rules(answer: Answer) -> dict[tuple[str, str], None]:
    return {
        (citation.document, citation.rule): None
        for finding in answer.findings
        if finding.severity != "info"
        for citation in finding.citations
    }


def list_slugs(question: Any) -> Iterator[str]:
    """The slugs of the cards that a question names, wherever they stand."""
    if isinstance(question, Mapping):
        if isinstance(slug := question.get("slug"), str):
            yield slug
        for each in question.values():
            yield from list_slugs(each)
    elif isinstance(question, list):
        for each in question:
            yield from list_slugs(each)


def _text(text: str, most: int, place: str) -> str:
    """A text as it is stored. Raises InputError."""
    said = text.replace("\r\n", "\n").strip()
    if len(said) > most:
        raise InputError(f"{len(said):,} characters; at most {most:,}", place=place)
    if "\x00" in said:
        raise InputError("it has a NUL character; remove it", place=place)
    return said
