"""What people say of decks: likes, comments, reports, and what staff does about them. One transaction each."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from engine.model.errors import InputError, NotFound
from vsdb.accounts.viewers import Visitor
from vsdb.core.errors import ApplicationError
from vsdb.decks.models import Comment, Deck, Like, Report

MOST_COMMENT = 4_000  #: characters
MOST_REASON = 400  #: characters of why something is reported
MOST_HIDDEN_WHY = 200  #: characters of why something was hidden
COMMENTS_AN_HOUR = 20  #: by one account
REPORTS_AN_HOUR = 10


def like(deck: Deck, asker: Visitor) -> None:
    """The asker likes the deck; once is enough. Raises ApplicationError without an account and for one's own."""
    by = _account(asker, "like a deck")
    if asker.owns(deck):
        raise ApplicationError("This deck is your own; likes are for those of others.", code="own-deck")
    Like.objects.get_or_create(deck=deck, by_id=by)


def unlike(deck: Deck, asker: Visitor) -> None:
    """The asker's like is taken back."""
    Like.objects.filter(deck=deck, by=_account(asker, "take a like back")).delete()


@transaction.atomic
def comment(deck: Deck, asker: Visitor, text: str) -> Comment:
    """What the asker says of a deck that they may read. Raises InputError and ApplicationError."""
    by = _account(asker, "comment")
    said = _readable(text, MOST_COMMENT, "text")
    _refuse_too_often(Comment.objects.filter(by=by), "said", COMMENTS_AN_HOUR, "comments")
    return Comment.objects.create(deck=deck, by_id=by, text=said)


def edit_comment(deck: Deck, pk: int, asker: Visitor, text: str) -> Comment:
    """The asker's comment with another text; it then says that it was edited. Raises NotFound and InputError."""
    own = own_comment(deck, pk, asker)
    said = _readable(text, MOST_COMMENT, "text")
    if own.hidden_at:
        raise ApplicationError("Staff has hidden this comment; it can be deleted, not edited.", code="hidden")
    if said != own.text:
        own.text, own.edited = said, timezone.now()
        own.save(update_fields=("text", "edited"))
    return own


def delete_comment(deck: Deck, pk: int, asker: Visitor) -> None:
    """The asker's comment is gone for good. Raises NotFound."""
    own_comment(deck, pk, asker).delete()


def own_comment(deck: Deck, pk: int, asker: Visitor) -> Comment:
    """The asker's comment on a deck; one query. Raises NotFound for another's as for one that isn't there."""
    found = Comment.objects.filter(deck=deck, pk=pk, by=asker.user or 0).first()
    if found is None:
        raise NotFound(f"there is no comment {pk} of yours here")
    return found


def comments_of(deck: Deck) -> QuerySet[Comment]:
    """What is said of a deck, the oldest first, hidden comments too: only their author and staff see these' text."""
    return Comment.objects.filter(deck=deck).select_related("by")


@transaction.atomic
def report(deck: Deck, asker: Visitor, why: str, comment: int | None = None) -> Report:
    """Staff is asked to look at a comment or, where none is named, at the deck; asking twice changes the reason."""
    by = _account(asker, "report something")
    reason = _readable(why, MOST_REASON, "why")
    said = None
    if comment is not None:
        said = Comment.objects.filter(deck=deck, pk=comment, hidden_at=None).first()
        if said is None:
            raise NotFound(f"there is no comment {comment} here")
    asked = Report.objects.filter(deck=deck, comment=said, by=by, settled=None).first()
    if asked:
        asked.why = reason
        asked.save(update_fields=("why",))
        return asked
    _refuse_too_often(Report.objects.filter(by=by), "at", REPORTS_AN_HOUR, "reports")
    return Report.objects.create(deck=deck, comment=said, by_id=by, why=reason)


def open_reports(asker: Visitor) -> QuerySet[Report]:
    """What staff has not looked at yet, the oldest first. Raises NotFound for who isn't staff."""
    _moderator(asker)
    return _reports().filter(settled=None)


def settled_reports(asker: Visitor) -> QuerySet[Report]:
    """What staff has looked at, the newest first. Raises NotFound for who isn't staff."""
    _moderator(asker)
    return _reports().exclude(settled=None).order_by("-settled", "-pk")


@transaction.atomic
def settle(pk: int, asker: Visitor, *, hide: bool, why: str = "") -> Report:
    """Staff hides what was reported, with a reason that is shown, or keeps it; all reports of it are then settled.

    What had been hidden is shown again by being kept. Raises NotFound and InputError.
    """
    staff = _moderator(asker)
    found = Report.objects.select_for_update().filter(pk=pk).first()
    if found is None:
        raise NotFound(f"there is no report {pk}")
    target: Deck | Comment = found.comment or found.deck
    now = timezone.now()
    target.hidden_at = now if hide else None
    target.hidden_why = _readable(why, MOST_HIDDEN_WHY, "why") if hide else ""
    fields = ["hidden_at", "hidden_why"]
    if isinstance(target, Comment):
        target.hidden_by_id = staff if hide else None
        fields.append("hidden_by")
    target.save(update_fields=fields)
    same = Report.objects.filter(Q(settled=None) | Q(pk=pk), deck=found.deck_id, comment=found.comment_id)
    same.update(settled=now, settled_by=staff, outcome=Report.Outcome.HIDDEN if hide else Report.Outcome.KEPT)
    found.refresh_from_db()
    return found


def _reports() -> QuerySet[Report]:
    return Report.objects.select_related("deck__owner", "comment__by", "by", "settled_by")


def _moderator(asker: Visitor) -> int:
    if asker.user is None or not asker.may_moderate:
        raise NotFound("there is no such page for you")
    return asker.user


def _account(asker: Visitor, to_do_what: str) -> int:
    if asker.user is None:
        raise ApplicationError(f"Sign in first: to {to_do_what} takes an account.", code="no-account")
    return asker.user


def _readable(text: str, most: int, place: str) -> str:
    """A text that people can read, as it is stored. Raises InputError."""
    said = text.replace("\r\n", "\n").strip()
    if not said:
        raise InputError("nothing is written", place=place)
    if len(said) > most:
        raise InputError(f"{len(said):,} characters; at most {most:,}", place=place)
    if "\x00" in said:
        raise InputError("a NUL sign, which no text holds", place=place)
    return said


def _refuse_too_often(rows: QuerySet[Model], field: str, most: int, what: str) -> None:
    an_hour_ago = timezone.now() - timedelta(hours=1)
    if rows.filter(**{f"{field}__gte": an_hour_ago}).count() >= most:
        raise ApplicationError(f"{most} {what} within an hour are enough; try again later.", code="too-often")
