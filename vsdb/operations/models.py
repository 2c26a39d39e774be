"""What workers record of themselves: when they were last heard of, and what failed."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class WorkerHeartbeat(models.Model):
    """A Celery worker that takes tasks from the queue, and when it last said so.

    `code` is the fingerprint of the code that it runs: another one than the site's means that it was not restarted.
    """

    name = models.CharField(max_length=200, primary_key=True)
    queue = models.CharField(max_length=200)
    processes = models.PositiveIntegerField(default=0)
    code = models.CharField(max_length=64)
    started = models.DateTimeField(default=timezone.now)
    seen = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return self.name


class TaskFailure(models.Model):
    """A background task that ended with an error; the log has the whole of it."""

    task = models.CharField(max_length=200)
    task_id = models.CharField(max_length=64, blank=True)
    error = models.CharField(max_length=400)
    worker = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.task}: {self.error}"


class DailyRun(models.Model):
    """The last run of something that is due once a day, and of its last success. `problem` is empty where it went
    well."""

    name = models.CharField(max_length=40, primary_key=True)
    started = models.DateTimeField()
    ended = models.DateTimeField()
    succeeded = models.DateTimeField(null=True)
    problem = models.CharField(max_length=400, blank=True)

    def __str__(self) -> str:
        return self.name
