"""Cache, broker, database and mail server gone and back, and connections to the database that are cut off."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from threading import Event, Thread
from urllib.parse import SplitResult, urlsplit, urlunsplit

import psycopg
from django.db import connections

from fault_cases import invariants, materials
from fault_cases.filling import GAME
from fault_cases.proxy import DROP, HANG, PASS, REFUSE, Proxy
from fault_cases.serving import served, working
from fault_cases.sites import BROKER_NUMBER, RABBITMQ, REDIS, Site
from fault_cases.trials import Trial
from fault_cases.visits import (
    DeckSaver,
    Visit,
    count_visit,
    list_mailing,
    list_reads,
    list_writes,
    open_door,
    visit_at_random,
)
from vsdb.decks.models import Deck

#: The number of a database in Redis that is ours.
_CACHE_NUMBER = 11
_OUTAGES = (REFUSE, DROP, HANG)
_HELD_SECONDS = 3.0  #: that a database doesn't answer
_COMES_BACK_WITHIN = 90.0


def _through(url: str, proxy: Proxy, path: str | None = None) -> str:
    """The address of a server through the proxy."""
    parts = urlsplit(url)
    user = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    return urlunsplit(parts._replace(netloc=f"{user}127.0.0.1:{proxy.port}", path=parts.path if path is None else path))


def _proxy_to(parts: SplitResult, port: int) -> Proxy:
    return Proxy(parts.hostname or "127.0.0.1", parts.port or port)


def _share(tries: int, parts: int) -> int:
    return max(tries // parts, 3)


def lose_cache(trial: Trial) -> None:
    """No page and no answer of the API needs the cache."""
    visits = [*list_reads(), *list_writes()]
    with _proxy_to(urlsplit(REDIS), 6379) as proxy:
        site = trial.site.with_extra(CACHE_URL=_through(REDIS, proxy, f"/{_CACHE_NUMBER}"), **_limits())
        _visit_through_outages(trial, site, proxy, visits, _OUTAGES)


def _limits() -> dict[str, str]:
    """Limits that count in the cache and that nobody here reaches."""
    names = (
        "API_RATE",
        "API_CHECK_RATE",
        "API_WRITE_RATE",
        "LOGIN_RATE",
        "LOGIN_FAILURES_RATE",
        "DECKS_RATE",
        "ERROR_REPORTS_RATE",
    )
    return dict.fromkeys(names, "100000/minute")


def lose_database(trial: Trial) -> None:
    """While the database is gone nobody waits for long and a 503 says so; once it is back everything works."""
    visits = [*list_reads(), *list_writes()]
    with _proxy_to(urlsplit(trial.site.url), 5432) as proxy:
        site = replace(trial.site, url=_through(trial.site.url, proxy))
        _visit_through_outages(trial, site, proxy, visits, (REFUSE, DROP), is_needed=True)
        with served(site) as stranger:
            door = open_door(stranger, site)
            for _ in range(_share(trial.tries, 30)):
                proxy.become(HANG)
                held = Thread(target=_give_back_later, args=(proxy,))
                held.start()
                visit_at_random(trial.outcome, door, visits, 2, trial.chance, "database slow")
                held.join()


def _give_back_later(proxy: Proxy) -> None:
    time.sleep(_HELD_SECONDS)
    proxy.become(PASS)


def _visit_through_outages(
    trial: Trial, site: Site, proxy: Proxy, visits: Sequence[Visit], modes: Sequence[str], *, is_needed: bool = False
) -> None:
    times = _share(trial.tries, 2 * len(modes))
    with served(site) as stranger:
        door = open_door(stranger, trial.site)
        visit_at_random(trial.outcome, door, list(visits), len(visits), trial.chance, "before")
        for mode in modes:
            proxy.become(mode)
            visit_at_random(trial.outcome, door, list(visits), times, trial.chance, mode, gone=is_needed)
            proxy.become(PASS)
            visit_at_random(trial.outcome, door, list(visits), times, trial.chance, f"after {mode}")


def lose_mail(trial: Trial) -> None:
    """Nothing fails because mail can't be sent, and nobody waits for a mail server that doesn't answer."""
    with Proxy("127.0.0.1", 1) as proxy:
        site = trial.site.with_extra(EMAIL_URL=f"smtp://127.0.0.1:{proxy.port}", STAFF_EMAILS="staff@vsdb.example")
        with served(site) as stranger:
            signed_in = open_door(stranger, site)
            for mode in _OUTAGES:
                proxy.become(mode)
                visit_at_random(trial.outcome, signed_in, list_reads(), _share(trial.tries, 6), trial.chance, mode)
                for visit in list_mailing():
                    count_visit(trial.outcome, visit, visit.send(stranger), f"mail {mode}")


def lose_redis(trial: Trial) -> None:
    """The broker Redis, gone and back."""
    _lose_broker(trial, REDIS, 6379, f"/{BROKER_NUMBER}")


def lose_rabbitmq(trial: Trial) -> None:
    """The broker RabbitMQ, gone and back."""
    _lose_broker(trial, RABBITMQ, 5672, None)


def _lose_broker(trial: Trial, url: str, port: int, path: str | None) -> None:
    """Facts are loaded while the broker is gone; pages go on, and workers make up for it when it is back."""
    other = materials.write_other_facts(trial.site.folder / "other-facts", trial.banned)
    with ExitStack() as stack:
        proxy = stack.enter_context(_proxy_to(urlsplit(url), port))
        queue = f"vsdb-faults-{os.getpid()}-{trial.site.kind.lower()}"
        site = trial.site.with_extra(CELERY_BROKER_URL=_through(url, proxy, path), CELERY_TASK_DEFAULT_QUEUE=queue)
        door = open_door(stack.enter_context(served(site)), site)
        stack.enter_context(working(site))
        visits = [*list_reads(), *list_writes()]
        for number, mode in enumerate(_OUTAGES):
            where = f"broker {mode}"
            proxy.become(mode)
            visit_at_random(trial.outcome, door, visits, _share(trial.tries, 6), trial.chance, where)
            started = time.monotonic()
            folder = other if number % 2 == 0 else materials.FACTS
            done = site.manage("load_reference", "--folder", str(folder), "--verbosity", "0")
            trial.outcome.add_duration(f"{where}: load_reference", time.monotonic() - started)
            if done.returncode:
                trial.outcome.add_fault("lost", f"{where}: load_reference failed: {done.stderr[-300:]}")
            proxy.become(PASS)
            _wait_for_verdicts(trial, where)


def _wait_for_verdicts(trial: Trial, where: str) -> None:
    """Workers bring every verdict up to the newest facts by themselves."""
    end = time.monotonic() + _COMES_BACK_WITHIN
    while found := list(invariants.find_wrong_verdicts(GAME)):
        if time.monotonic() > end:
            trial.outcome.add_fault("lost", f"{where}, back for {_COMES_BACK_WITHIN:.0f} s: {'; '.join(found)}")
            break
        time.sleep(0.5)
    for said in invariants.find_doubled_changes():
        trial.outcome.add_fault("doubled", f"{where}: {said}")
    connections.close_all()


def drop_connections(trial: Trial) -> None:
    """PostgreSQL ends connections while people read and save: reads are answered, saves are whole or not there."""
    over = Event()
    with served(trial.site) as stranger:
        door = open_door(stranger, trial.site)
        saver = DeckSaver(door, Deck.objects.order_by("pk").values_list("pk", flat=True)[5])
        visits = [*list_reads(), Visit("PUT /api/v1/decks/…", lambda _: saver.save(), True, (200, 409)), *list_writes()]
        connections.close_all()
        dropping = Thread(target=_drop_again_and_again, args=(trial, over))
        dropping.start()
        try:
            visit_at_random(trial.outcome, door, visits, trial.tries, trial.chance, "dropped connections")
        finally:
            over.set()
            dropping.join()
    saver.count_faults(trial.outcome)
    for said in invariants.find_broken_versions():
        trial.outcome.add_fault("half done", said)


def _drop_again_and_again(trial: Trial, over: Event) -> None:
    name = urlsplit(trial.site.url).path.lstrip("/")
    server = urlunsplit(urlsplit(trial.site.url)._replace(path="/postgres"))
    dropped = 0
    with psycopg.connect(server, autocommit=True) as connection:
        while not over.wait(trial.chance.uniform(0.5, 1.5)):
            found = connection.execute(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = %s", (name,)
            ).fetchone()
            dropped += found[0] if found else 0
    trial.outcome.note(f"{dropped} connections dropped")
