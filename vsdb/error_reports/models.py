"""Reports of errors, each with what its reporter was shown and what staff answered."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from vsdb.core.sealed_fields import DigestField, SealedField, is_unreadable

PEOPLE = settings.AUTH_USER_MODEL
MAX_TEXT, MAX_SOURCE, MAX_ANSWER = 4_000, 500, 4_000  #: characters
MAX_PAGE, MAX_SUBJECT, MAX_FACT, MAX_POSITION = 500, 200, 60, 6_000


class ErrorReport(models.Model):
    """What somebody says is wrong, where they saw it, and what staff decided.

    `key` is the word of the secret address where the reporter reads the answer. `page` holds no pasted list and no
    secret. `edition` counts the answers: whoever answers an older one is refused.
    """

    class State(models.TextChoices):
        NEW = "new", "New"
        ACCEPTED = "accepted", "Accepted"
        FIXED = "fixed", "Fixed"
        DECLINED = "declined", "Declined"

    class Kind(models.TextChoices):
        PAGE = "page", "Page"
        CARD = "card", "Card"
        SET = "set", "Set"
        FORMAT = "format", "Format"
        RULE = "rule", "Rule"
        KEYWORD = "keyword", "Keyword"
        TEAM = "team", "Team or affiliation"
        VERDICT = "verdict", "Verdict"
        FINDING = "finding", "Finding of a verdict"
        TIMELINE = "timeline", "Timeline"
        POSITION = "position", "Position of play"

    key = SealedField(max_length=255, unique=True, editable=False)
    key_digest = DigestField(of="key", unique=True)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.PAGE)
    subject = models.CharField(max_length=MAX_SUBJECT, blank=True)  #: `vs-classic/savage-beatdown`, `cr-2.7/101.2`
    #: One of the facts of a card or a set, as its page names it: `Recruit cost`.
    fact = models.CharField(max_length=MAX_FACT, blank=True)
    page = models.CharField(max_length=MAX_PAGE, blank=True)
    game = models.CharField(max_length=32, blank=True)
    format = models.CharField(max_length=100, blank=True)
    as_of = models.DateField(null=True)
    fingerprint = models.CharField(max_length=60, blank=True)
    finding = models.CharField(max_length=60, blank=True)
    #: A question of play as the links of its page have it; `subject` is its game and its verb.
    position = models.TextField(max_length=MAX_POSITION, blank=True, default="", db_default="")
    data_version = models.CharField(max_length=64, blank=True)
    text = models.TextField(max_length=MAX_TEXT)
    source = models.CharField(max_length=MAX_SOURCE, blank=True)
    email = models.EmailField(blank=True)
    by = models.ForeignKey(PEOPLE, models.SET_NULL, null=True, related_name="+")
    sent = models.DateTimeField(default=timezone.now, editable=False)
    state = models.CharField(max_length=8, choices=State.choices, default=State.NEW)
    answer = models.TextField(max_length=MAX_ANSWER, blank=True)
    handled_by = models.ForeignKey(PEOPLE, models.SET_NULL, null=True, related_name="+")
    handled = models.DateTimeField(null=True)
    edition = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("-sent", "-pk")
        indexes = (models.Index(fields=("state", "sent"), name="error_reports_queue"),)

    def __str__(self) -> str:
        return self.text[:60]

    @property
    def is_link_unreadable(self) -> bool:
        """Whether the site can't show its secret address: the encryption key is gone."""
        return is_unreadable(self, "key")

    @property
    def is_closed(self) -> bool:
        """Whether staff is done with it."""
        return self.state in CLOSED


OPEN = (ErrorReport.State.NEW, ErrorReport.State.ACCEPTED)
CLOSED = (ErrorReport.State.FIXED, ErrorReport.State.DECLINED)
