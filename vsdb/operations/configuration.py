"""The settings of a site in production."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from django.conf import settings
from django.core.checks import ERROR, CheckMessage, run_checks

from vsdb.core.limits.callers import find_untrusted_forwarding
from vsdb.core.words import quantity
from vsdb.operations.access import parse_networks
from vsdb.operations.health import Check, ok, problem, warn

_SHORTEST_TOKEN = 20
#: HSTS for other names of the domain is the operator's own choice.
_LEFT_OUT = {"security.W005", "security.W021"}
_MAIL_THAT_GOES_NOWHERE = ("console", "dummy", "locmem", "filebased")


def list_setting_checks() -> Iterator[Check]:
    """Whether the settings are fit for a public site; in development none of them is judged."""
    if settings.DEBUG:
        advice = "Set DJANGO_DEBUG=0 on a public site; then the other settings are checked too."
        yield warn("DJANGO_DEBUG", "development mode: errors show internals, HTTPS is not required", advice)
        return
    yield from _list_deployment_checks()
    yield _check_hosts()
    yield _check_proxies()
    yield _check_mail()
    yield _check_cache()
    yield _check_field_keys()
    yield from _check_monitoring()


@cache
def _list_messages() -> tuple[CheckMessage, ...]:
    """What `manage.py check --deploy` says; the settings of a process stay, so it is asked once."""
    return tuple(run_checks(include_deployment_checks=True))


def _list_deployment_checks() -> Iterator[Check]:
    messages = [each for each in _list_messages() if each.id not in _LEFT_OUT and not each.is_silenced()]
    for each in messages:
        said, advice = " ".join(str(each.msg).split()), " ".join((each.hint or "").split())
        make = problem if each.is_serious(ERROR) else warn
        yield make(f"check {each.id}", said, advice or "Correct the setting that it names.")
    if not messages:
        yield ok("check --deploy", "nothing found")


def _check_hosts() -> Check:
    name = "DJANGO_ALLOWED_HOSTS"
    if "*" in settings.ALLOWED_HOSTS:
        return warn(name, "any host name is accepted", "Name those under which people reach the site.")
    return ok(name, ", ".join(settings.ALLOWED_HOSTS))


def _check_proxies() -> Check:
    name = "API_PROXIES"
    if seen := find_untrusted_forwarding():
        advice = "Set it to the number of proxies, usually 1. Without a proxy, a visitor sent the header."
        return warn(name, f"X-Forwarded-For arrived at {seen:%Y-%m-%d %H:%M} UTC and isn't trusted", advice)
    if settings.API_PROXIES == 0:
        advice = "Set it to the number of proxies, usually 1. Behind a proxy all visitors share one limit otherwise."
        return warn(name, "no proxy is trusted to name the address of a visitor", advice)
    return ok(name, str(settings.API_PROXIES))


def _check_mail() -> Check:
    name = "EMAIL_URL"
    if any(f".{kind}." in settings.EMAIL_DELIVERY_BACKEND for kind in _MAIL_THAT_GOES_NOWHERE):
        return problem(name, "no mail is sent", "Name a mail server. Nobody can confirm an account otherwise.")
    return ok(name, f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}")


def _check_cache() -> Check:
    name = "CACHE_URL"
    if "locmem" in settings.CACHES["default"]["BACKEND"]:
        advice = "Set it to a Redis if there is more than one web process. Each counts limits for itself otherwise."
        return warn(name, "each process has a cache of its own", advice)
    cache_server, queue = (
        str(url).rstrip("/") for url in (settings.CACHES["default"]["LOCATION"], settings.CELERY_BROKER_URL)
    )
    if cache_server == queue:
        advice = "Give the cache a database of its own: a number after the last slash of the address that no other has."
        return warn(name, "the queue is in the same Redis database, and emptying the cache would empty it", advice)
    return ok(name, "shared by all processes")


def _check_field_keys() -> Check:
    name = "FIELD_KEYS"
    if not settings.FIELD_KEYS:
        advice = "Set it, so that DJANGO_SECRET_KEY can be replaced and stored secrets can still be read."
        return warn(name, "stored secrets are encrypted with a key made of DJANGO_SECRET_KEY", advice)
    return ok(name, f"{quantity(len(settings.FIELD_KEYS), 'key')}")


def _check_monitoring() -> Iterator[Check]:
    token, networks = settings.MONITORING_TOKEN, settings.MONITORING_ADDRESSES
    if token and len(token) < _SHORTEST_TOKEN:
        yield warn("MONITORING_TOKEN", f"{len(token)} characters", f"Use {_SHORTEST_TOKEN} or more.")
    if wrong := parse_networks(tuple(networks))[1]:
        advice = "Write addresses such as 10.0.0.5 or networks such as 10.0.0.0/24. Others are ignored."
        yield problem("MONITORING_ADDRESSES", f"not an address: {', '.join(wrong)}", advice)
    if not (token or networks):
        yield ok("metrics", "closed to everybody")
    elif not settings.PROMETHEUS_MULTIPROC_DIR:
        advice = "Set PROMETHEUS_MULTIPROC_DIR if there is more than one web process."
        yield warn("PROMETHEUS_MULTIPROC_DIR", "/metrics shows the process that answers, not all of them", advice)
    else:
        yield ok("metrics", "open to the token and addresses of the settings")
