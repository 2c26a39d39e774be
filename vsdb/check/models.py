"""Lists that are too long for an address, kept for a while so that their answers can be shared."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


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
