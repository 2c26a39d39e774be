"""What a report is about: the page and what it showed, without pasted lists and without secrets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import quote, urlsplit

from engine import GAMES, InputError
from vsdb.core.dates import parse_day
from vsdb.core.logs.scrubbing import SAFE_IN_PATHS, keep_parameters, scrub_path
from vsdb.error_reports.models import MAX_FACT, MAX_PAGE, MAX_POSITION, MAX_SUBJECT, ErrorReport

_SUBJECT = re.compile(rf"[\w.@/ ,:+-]{{1,{MAX_SUBJECT}}}")
_FACT = re.compile(rf"[\w ,:'’()/&+.-]{{1,{MAX_FACT}}}")
_CODE = re.compile(r"[a-z0-9-]{1,60}")
_SLUG = re.compile(r"[\w.@-]{1,100}", re.ASCII)
_VERSION = re.compile(r"[\w.-]{1,64}", re.ASCII)
_POSITION = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_POSITION}}}", re.ASCII)
_FINGERPRINT = re.compile(r"[A-Za-z0-9-]{4,60}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ReportContext:
    """What a report is about. `subject` names it: `vs-classic/savage-beatdown` of a card, `cr-2.7/101.2` of a rule.

    `fact` is one of its facts, as its page names it.
    """

    page: str = ""
    kind: str = ErrorReport.Kind.PAGE
    subject: str = ""
    fact: str = ""
    game: str = ""
    format: str = ""
    as_of: date | None = None
    fingerprint: str = ""
    finding: str = ""
    position: str = ""
    data_version: str = ""

    @property
    def words(self) -> dict[str, str]:
        """The words of an address or the hidden fields of a form, by which `read_context` reads it again.

        The form has a field of its own for the fact.
        """
        every = {
            "page": self.page,
            "kind": "" if self.kind == ErrorReport.Kind.PAGE else self.kind,
            "subject": self.subject,
            "format": f"{self.game}/{self.format}" if self.format else "",
            "on": self.as_of.isoformat() if self.as_of else "",
            "fingerprint": self.fingerprint,
            "finding": self.finding,
            "position": self.position,
            "data": self.data_version,
        }
        return {name: value for name, value in every.items() if value}


def read_context(words: Mapping[str, str]) -> ReportContext:
    """What a report is about, by the words of an address or a form. What can't be read is left out."""
    kind = words.get("kind", "")
    subject = _matched(_SUBJECT, words.get("subject", ""))
    of_format, _, slug = words.get("format", "").rpartition("/")
    game = next((each for each in (of_format, subject.partition("/")[0]) if each in GAMES), "")
    return ReportContext(
        page=clean_address(words.get("page", "")),
        kind=kind if kind in ErrorReport.Kind.values else ErrorReport.Kind.PAGE,
        subject=subject,
        fact=_matched(_FACT, words.get("fact", "")),
        game=game,
        format=_matched(_SLUG, slug) if game else "",
        as_of=_day(words.get("on", "")),
        fingerprint=_matched(_FINGERPRINT, words.get("fingerprint", "")),
        finding=_matched(_CODE, words.get("finding", "")),
        position=_matched(_POSITION, words.get("position", "")),
        data_version=_matched(_VERSION, words.get("data", "")),
    )


def context_of(report: ErrorReport) -> ReportContext:
    """What a stored report is about."""
    return ReportContext(**{name: getattr(report, name) for name in ReportContext.__dataclass_fields__})


def with_data_version(context: ReportContext, version: str) -> ReportContext:
    """The same with a data version, where none was shown."""
    return context if context.data_version or not context.game else replace(context, data_version=version)


def clean_address(address: str) -> str:
    """The path of a page of this site with the parameters that are kept; empty for any other address.

    Secret words of the path become `...`; parameters that may hold a list, a code or a token are dropped.
    """
    address = address[: MAX_PAGE * 8].replace("\0", "")
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    path = parts.path
    if parts.scheme or parts.netloc or not path.startswith("/") or path.startswith("//") or "\\" in path:
        return ""
    path = scrub_path(path)
    if path.startswith("//") or "\\" in path:  # after the unquoting: `/%2Fexample.org` would lead to another host
        return ""
    query = keep_parameters(parts.query)
    quoted = quote(path, safe=SAFE_IN_PATHS)
    whole = quoted + (f"?{query}" if query else "")
    return whole if len(whole) <= MAX_PAGE else quoted[:MAX_PAGE]


def _matched(pattern: re.Pattern[str], text: str) -> str:
    return text if pattern.fullmatch(text) else ""


def _day(text: str) -> date | None:
    try:
        return parse_day(text) if text else None
    except InputError:
        return None
