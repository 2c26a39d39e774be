"""What people say of decks: likes, comments, reports, and what staff does about them. One transaction each."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from engine.model.errors import InputError, NotFound
from vsdb.accounts.staff_log import log_staff_action
from vsdb.accounts.viewers import Viewer
from vsdb.core.errors import ApplicationError
from vsdb.decks.models import Comment, Deck, Like, Report

MAX_COMMENT = 4_000  #: characters
MAX_REASON = 400  #: characters of why something is reported
MAX_HIDDEN_WHY = 200  #: characters of why something was hidden
COMMENTS_AN_HOUR = 20  #: by one account
REPORTS_AN_HOUR = 10


@transaction.atomic
def like(deck: Deck, viewer: Viewer) -> None:
    """The viewer likes the deck; once is enough. Raises ApplicationError without an account and for one's own."""
    by = _account(viewer, "like a deck")
    if viewer.owns(deck):
        raise ApplicationError("You can't like your own deck.", code="own-deck")
    decks = Deck.objects.filter(pk=deck.pk)
    _lock(decks)
    Like.objects.get_or_create(deck=deck, by_id=by)
    _count_likes(decks, Like.objects.all())


@transaction.atomic
def unlike(deck: Deck, viewer: Viewer) -> None:
    """The viewer's like is taken back."""
    by = _account(viewer, "unlike a deck")
    decks = Deck.objects.filter(pk=deck.pk)
    _lock(decks)
    Like.objects.filter(deck=deck, by=by).delete()
    _count_likes(decks, Like.objects.all())


def uncount_likes(instance: User, **_: object) -> None:
    """The likes of somebody whose account is about to be deleted, in its transaction, count no longer. Two queries."""
    decks = Deck.objects.filter(pk__in=Like.objects.filter(by=instance).values("deck"))
    _lock(decks)
    _count_likes(decks, Like.objects.exclude(by=instance))


def _lock(decks: QuerySet[Deck]) -> None:
    """Whoever else likes or unlikes one meanwhile waits, and counts it all."""
    list(decks.select_for_update(no_key=True).order_by("pk").values_list("pk"))


def _count_likes(decks: QuerySet[Deck], likes: QuerySet[Like]) -> None:
    """Counted anew, so that no number stays wrong that once was."""
    counted = likes.filter(deck=OuterRef("pk")).order_by().values("deck").annotate(found=Count("*")).values("found")
    decks.update(liked=Coalesce(Subquery(counted), 0))


@transaction.atomic
def add_comment(deck: Deck, viewer: Viewer, text: str) -> Comment:
    """What the viewer says of a deck that they may read. Raises InputError and ApplicationError."""
    by = _account(viewer, "comment")
    said = _readable(text, MAX_COMMENT, "text")
    _refuse_too_often(Comment.objects.filter(by=by), "said", COMMENTS_AN_HOUR, "comments")
    return Comment.objects.create(deck=deck, by_id=by, text=said)


def edit_comment(deck: Deck, pk: int, viewer: Viewer, text: str) -> Comment:
    """The viewer's comment with another text; it then says that it was edited. Raises NotFound and InputError."""
    own = get_own_comment(deck, pk, viewer)
    said = _readable(text, MAX_COMMENT, "text")
    if own.hidden_at:
        raise ApplicationError("Staff hid this comment. You can delete it but not edit it.", code="hidden")
    if said != own.text:
        own.text, own.edited = said, timezone.now()
        own.save(update_fields=("text", "edited"))
    return own


def delete_comment(deck: Deck, pk: int, viewer: Viewer) -> None:
    """The viewer's comment is gone for good. Raises NotFound."""
    get_own_comment(deck, pk, viewer).delete()


def get_own_comment(deck: Deck, pk: int, viewer: Viewer) -> Comment:
    """The viewer's comment on a deck; one query. Raises NotFound for another's as for one that isn't there."""
    found = Comment.objects.filter(deck=deck, pk=pk, by=viewer.user or 0).first()
    if found is None:
        raise NotFound(f"you have no comment {pk} on this deck")
    return found


def list_comments(deck: Deck) -> QuerySet[Comment]:
    """What is said of a deck, the oldest first, hidden comments too: only their author and staff see these' text."""
    return Comment.objects.filter(deck=deck).select_related("by")


@transaction.atomic
def report(deck: Deck, viewer: Viewer, why: str, comment: int | None = None) -> Report:
    """Staff is asked to look at a comment or, where none is named, at the deck; asking twice changes the reason."""
    by = _account(viewer, "send a report")
    reason = _readable(why, MAX_REASON, "why")
    said = None
    if comment is not None:
        said = Comment.objects.filter(deck=deck, pk=comment, hidden_at=None).first()
        if said is None:
            raise NotFound(f"no comment {comment} on this deck")
    asked = Report.objects.filter(deck=deck, comment=said, by=by, settled=None).first()
    if asked:
        asked.why = reason
        asked.save(update_fields=("why",))
        return asked
    _refuse_too_often(Report.objects.filter(by=by), "at", REPORTS_AN_HOUR, "reports")
    return Report.objects.create(deck=deck, comment=said, by_id=by, why=reason)


def open_reports(viewer: Viewer) -> QuerySet[Report]:
    """What staff has not looked at yet, the oldest first. Raises NotFound for who isn't staff."""
    _moderator(viewer)
    return _reports().filter(settled=None)


def list_settled_reports(viewer: Viewer) -> QuerySet[Report]:
    """What staff has looked at, the newest first. Raises NotFound for who isn't staff."""
    _moderator(viewer)
    return _reports().exclude(settled=None).order_by("-settled", "-pk")


@transaction.atomic
def settle_report(pk: int, viewer: Viewer, *, hide: bool, why: str = "") -> Report:
    """Staff hides what was reported, with a reason that is shown, or keeps it; all reports of it are then settled.

    What had been hidden is shown again by being kept. Raises NotFound and InputError.
    """
    staff = _moderator(viewer)
    found = Report.objects.select_for_update().filter(pk=pk).first()
    if found is None:
        raise NotFound(f"no report {pk}")
    target: Deck | Comment = found.comment or found.deck
    now = timezone.now()
    target.hidden_at = now if hide else None
    target.hidden_why = _readable(why, MAX_HIDDEN_WHY, "why") if hide else ""
    fields = ["hidden_at", "hidden_why"]
    if isinstance(target, Comment):
        target.hidden_by_id = staff if hide else None
        fields.append("hidden_by")
    target.save(update_fields=fields)
    same = Report.objects.filter(Q(settled=None) | Q(pk=pk), deck=found.deck_id, comment=found.comment_id)
    same.update(settled=now, settled_by=staff, outcome=Report.Outcome.HIDDEN if hide else Report.Outcome.KEPT)
    said = f"Hidden after a report. Reason: {target.hidden_why}" if hide else "Kept after a report."
    log_staff_action(staff, target, said)
    found.refresh_from_db()
    return found


def _reports() -> QuerySet[Report]:
    return Report.objects.select_related("deck__owner", "comment__by", "by", "settled_by")


def _moderator(viewer: Viewer) -> int:
    if viewer.user is None or not viewer.may_moderate:
        raise NotFound("no such page")
    return viewer.user


def _account(viewer: Viewer, to_do_what: str) -> int:
    if viewer.user is None:
        raise ApplicationError(f"Sign in to {to_do_what}.", code="no-account")
    return viewer.user


def _readable(text: str, most: int, place: str) -> str:
    """A text that people can read, as it is stored. Raises InputError."""
    said = text.replace("\r\n", "\n").strip()
    if not said:
        raise InputError("text is missing", place=place)
    if len(said) > most:
        raise InputError(f"{len(said):,} characters; at most {most:,}", place=place)
    if "\x00" in said:
        raise InputError("the text has a NUL character; remove it", place=place)
    return said


def _refuse_too_often(rows: QuerySet[Model], field: str, most: int, what: str) -> None:
    an_hour_ago = timezone.now() - timedelta(hours=1)
    if rows.filter(**{f"{field}__gte": an_hour_ago}).count() >= most:
        raise ApplicationError(f"At most {most} {what} per hour. Try again later.", code="too-often")
