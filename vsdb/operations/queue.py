"""The task queue as an operator sees it: how many tasks wait, and which workers take them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlsplit

from celery import current_app
from django.conf import settings
from django.utils import timezone
from kombu.connection import Connection
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from vsdb.operations.models import WorkerHeartbeat
from vsdb.operations.workers import SILENT_AFTER

_SECONDS = 2  #: that a broker has to answer
_REDIS, _REDIS_PORT = ("redis", "rediss"), 6379
#: What brokers raise that don't answer, beside OSError; each library has its own.
_TRANSPORT = {"socket_connect_timeout": _SECONDS, "socket_timeout": _SECONDS, "max_retries": 0}


class BrokerGone(Exception):
    """The broker doesn't answer."""


@dataclass(frozen=True, slots=True)
class Workers:
    """The workers of this site's queue: those heard of lately, and those that fell silent within a day."""

    alive: tuple[WorkerHeartbeat, ...]
    silent: tuple[WorkerHeartbeat, ...]


def get_broker_name() -> str:
    """The broker's kind and host, without name and password; empty without a queue."""
    url = urlsplit(settings.CELERY_BROKER_URL)
    return f"{url.scheme}://{url.hostname or 'localhost'}{f':{url.port}' if url.port else ''}" if url.scheme else ""


def count_waiting_tasks() -> int:
    """How many tasks wait in the queue. Raises BrokerGone, from Redis after `_SECONDS`."""
    options = {**current_app.conf.broker_transport_options, **_TRANSPORT}
    connection = current_app.connection_for_read(connect_timeout=_SECONDS, transport_options=options)
    if urlsplit(settings.CELERY_BROKER_URL).scheme in _REDIS and not connection.alt:
        return _count_in_redis(connection)
    try:
        with connection:
            connection.connect()
            with connection.channel() as channel:
                try:
                    declared = channel.queue_declare(queue=settings.CELERY_TASK_DEFAULT_QUEUE, passive=True)
                except connection.channel_errors:
                    return 0  # no worker and no task has made it yet
                return int(declared.message_count)
    except (OSError, *connection.connection_errors) as error:
        raise BrokerGone(str(error).strip() or type(error).__name__) from error


def _count_in_redis(broker: Connection) -> int:
    """The same, asked of Redis itself: the library of the queue tries a server that is silent again and again."""
    try:
        server = Redis(
            host=broker.hostname or "localhost",
            port=broker.port or _REDIS_PORT,
            db=int((broker.virtual_host or "").strip("/") or 0),
            username=broker.userid,
            password=broker.password,
            socket_connect_timeout=_SECONDS,
            socket_timeout=_SECONDS,
            retry=Retry(NoBackoff(), 0),
            ssl=bool(broker.ssl),
            **(broker.ssl if isinstance(broker.ssl, dict) else {}),
        )
        with server:
            return int(server.llen(settings.CELERY_TASK_DEFAULT_QUEUE))
    except (OSError, RedisError, ValueError) as error:
        raise BrokerGone(str(error).strip() or type(error).__name__) from error


def list_workers() -> Workers:
    """The workers of this site's queue; one query."""
    beats = [*WorkerHeartbeat.objects.filter(queue=settings.CELERY_TASK_DEFAULT_QUEUE[:200]).order_by("name")]
    oldest = timezone.now() - SILENT_AFTER
    alive = tuple(each for each in beats if each.seen >= oldest)
    recent = timezone.now() - timedelta(days=1)
    return Workers(alive, tuple(each for each in beats if recent < each.seen < oldest))
