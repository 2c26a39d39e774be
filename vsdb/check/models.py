"""Lists that are too long for an address, and checks of many lists: kept for a while so that their answers can be
shared."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from vsdb.core.leased_work import LeasedWork


class KeptList(models.Model):
    """A list behind a link. Its key follows from its text and a secret: nobody guesses it, and a list has one row."""

    key = models.CharField(max_length=43, primary_key=True)
    text = models.TextField()
    kept_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = "list behind a link"
        verbose_name_plural = "lists behind links"

    def __str__(self) -> str:
        return f"{self.key[:8]}…, kept on {self.kept_at:%Y-%m-%d}"


class ManyCheck(LeasedWork):
    """A check of many lists, judged in portions; whoever has the key may read it.

    The lists 1 to `judged` have their rows. What is empty of `game` and `format`, or null of `as_of`, each list says
    itself.
    """

    progress_field = "judged"

    game = models.CharField(max_length=40, blank=True)
    format = models.CharField(max_length=80, blank=True)
    as_of = models.DateField(null=True)
    total = models.PositiveIntegerField()
    judged = models.PositiveIntegerField(default=0)
    asked = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    class Meta(LeasedWork.Meta):
        verbose_name = "check of many lists"
        verbose_name_plural = "checks of many lists"

    def __str__(self) -> str:
        return f"{self.key[:6]}…, {self.total:,} lists"


class ListOfCheck(models.Model):
    """A list of a check, with its number from 1, and what came of it once it is judged.

    `deck` is the list as deck text where it came in another layout; `row` is what `JudgedList.as_dict` gives.
    """

    check_of = models.ForeignKey(ManyCheck, models.CASCADE, related_name="lists")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120)
    file = models.CharField(max_length=300, blank=True)
    text = models.TextField(blank=True)
    refusal = models.CharField(max_length=400, blank=True)  #: why it couldn't be read when it was sent
    deck = models.TextField(blank=True)
    row = models.JSONField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("check_of", "number"), name="one_list_a_number"),)
        verbose_name = "list of a check"
        verbose_name_plural = "lists of checks"

    def __str__(self) -> str:
        return f"{self.number}: {self.name}"
