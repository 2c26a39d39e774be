"""A kept verdict as a value of the engine again, so that pages show it as they show any other."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from engine import Catalog, CheckedRule, Citation, Finding, Verdict


@dataclass(frozen=True, slots=True)
class KeptVerdict:
    """A verdict as it was kept, for the API."""

    whole: str

    def as_dict(self) -> dict[str, Any]:
        """The verdict as `Verdict.as_dict` gave it."""
        found: dict[str, Any] = json.loads(self.whole)
        return found


def read_verdict(whole: str, catalog: Catalog) -> Verdict:
    """The verdict of a JSON text as `Verdict.as_dict` gives it. A card that is gone from the catalog is left out, and
    suggestions are."""
    plain = json.loads(whole)
    return Verdict(
        outcome=plain["outcome"],
        game=plain["game"],
        format=plain["format"],
        as_of=date.fromisoformat(plain["as_of"]),
        edition=plain["edition"],
        data_version=plain["data_version"],
        counts=plain["counts"],
        findings=tuple(_read_finding(each, catalog) for each in plain["findings"]),
        checked=tuple(_read_rule(each) for each in plain["checked"]),
    )


def _read_finding(plain: Mapping[str, Any], catalog: Catalog) -> Finding:
    return Finding(
        plain["code"],
        plain["severity"],
        plain["message"],
        _read_citation(plain["citation"]) if plain["citation"] else None,
        cards=tuple(catalog.by_slug[slug] for slug in plain["cards"] if slug in catalog.by_slug),
        found=plain["found"],
        allowed=plain["allowed"],
        section=plain["section"],
        lines=tuple(plain["lines"]),
    )


def _read_rule(plain: Mapping[str, Any]) -> CheckedRule:
    return CheckedRule(**{**plain, "citation": _read_citation(plain["citation"])})


def _read_citation(plain: Mapping[str, str]) -> Citation:
    return Citation(plain["document"], plain["rule"])
