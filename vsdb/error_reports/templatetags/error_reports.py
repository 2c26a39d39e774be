"""Links to report an error, and for staff how many reports wait."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from engine import Finding, Verdict
from vsdb.accounts.templatetags.accounts import signed_in
from vsdb.error_reports.context import clean_address
from vsdb.error_reports.selectors import count_new, may_view

register = template.Library()


@register.simple_tag(takes_context=True)
def report_link(
    context: Mapping[str, Any], kind: str = "", subject: str = "", label: str = "Report an error", **about: object
) -> SafeString:
    """A link to the form for errors, with this page and what it shows; `about` are words of `read_context`."""
    return _link(context, label, kind=kind, subject=subject, **about)


@register.simple_tag(takes_context=True)
def report_verdict(context: Mapping[str, Any], verdict: Verdict, fingerprint: str = "") -> SafeString:
    """A link to report a verdict."""
    return _link(context, "Report an error in this verdict", kind="verdict", **_verdict_words(verdict, fingerprint))


@register.simple_tag(takes_context=True)
def report_finding(
    context: Mapping[str, Any], finding: Finding, verdict: Verdict | str = "", fingerprint: str = ""
) -> SafeString:
    """A small link to report one finding of a verdict."""
    words = _verdict_words(verdict, fingerprint) if isinstance(verdict, Verdict) else {}
    href = _address(context, kind="finding", finding=finding.code, **words)
    return format_html(
        '<a class="reportlink no-print" rel="nofollow" href="{}">Report<span class="visually-hidden"> an error in: {}'
        "</span></a>",
        href,
        finding.code.replace("-", " "),
    )


@register.simple_tag(takes_context=True)
def new_error_reports(context: Mapping[str, Any]) -> int | None:
    """How many reports nobody has answered, for who may read them: one query; None for everybody else."""
    user = signed_in(context)
    return count_new() if may_view(user) else None


def _verdict_words(verdict: Verdict, fingerprint: str) -> dict[str, object]:
    return {
        "format": f"{verdict.game}/{verdict.format}",
        "on": verdict.as_of,
        "fingerprint": fingerprint,
        "data": verdict.data_version,
    }


def _link(context: Mapping[str, Any], label: str, **words: object) -> SafeString:
    return format_html(
        '<a class="reportlink no-print" rel="nofollow" href="{}">{}</a>', _address(context, **words), label
    )


def _address(context: Mapping[str, Any], **words: object) -> str:
    request = context.get("request")
    page = clean_address(request.get_full_path()) if request is not None else ""
    said = {"page": page, **{name: _word(value) for name, value in words.items() if value}}
    return f"{reverse('errors:new')}?{urlencode(said)}"


def _word(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)
