"""The package of an event that a device takes along (`vsdb-package 1`, docs/offline.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db.models import Count, Q

from engine import Catalog, Citation, Reference
from engine.model.identities import get_identity
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.faces import name_card
from vsdb.catalog.rules.models import Rule
from vsdb.catalog.rules.selectors import map_headings
from vsdb.core.read_only import is_refusing_writes
from vsdb.events import clock, log
from vsdb.events.access import Act, Asker
from vsdb.events.checks import selectors
from vsdb.events.checks.codes import make_sheet_code
from vsdb.events.checks.devices import get_expiry
from vsdb.events.checks.lines import build_lines, name_section
from vsdb.events.checks.selectors import State, describe_card, write_moment
from vsdb.events.models import DeckCheck, Device, Event, EventList, Penalty, Registration, RoundTable
from vsdb.events.triage.findings import ListFinding, list_findings
from vsdb.events.triage.loading import list_current_rulings
from vsdb.events.triage.rulings import CurrentRulings
from vsdb.events.verdicts.selectors import list_records

LAYOUT, VERSION = "vsdb-package", 1
_MAY = {"check": Act.CHECK_DECKS, "penalty": Act.GIVE_PENALTIES, "note": Act.CHECK_DECKS}


def build_package(event: Event, asker: Asker, device: Device, actor: int, now: datetime) -> dict[str, Any]:
    """The package for somebody who may take the event along. About 20 queries, however many players there are."""
    reference = cards.get_reference(event.game_id).on(clock.get_judged_day(event))
    lists = list(selectors.list_checkable(event, now))
    players = _describe_players(event)
    newest = event.rounds.order_by("-number").first()
    tables = _describe_tables(newest.pk) if newest else []
    checks = selectors.list_checks(event).filter(state=State.OPEN)
    told_checks = selectors.describe_checks(event, checks, now)
    told_lists, findings = _describe_lists(event, lists, reference.catalog)
    sections = sorted({line[0] for each in told_lists for line in each["lines"]})
    if not is_refusing_writes():
        Device.objects.filter(pk=device.pk).update(taken=now)
        log.record(event, actor, "package-taken", f"device:{device.pk}", after={"lists": len(lists)})
    return {
        "layout": LAYOUT,
        "version": VERSION,
        "complete": True,
        "event": _describe_event(event, reference, now),
        "me": {
            "number": actor,
            "name": selectors.name_judges(event, [actor]).get(actor, ""),
            "may": [word for word, act in _MAY.items() if asker.may(act)],
        },
        "generated": write_moment(now),
        "expires": write_moment(get_expiry(event)),
        "round": newest.number if newest else None,
        "counts": {
            "players": len(players),
            "lists": len(told_lists),
            "tables": len(tables),
            "checks": len(told_checks),
        },
        "players": players,
        "tables": tables,
        "lists": told_lists,
        "sections": {each: name_section(each) for each in sections},
        **_describe_cards(reference),
        "rules": _describe_rules(findings),
        "checks": told_checks,
        "penalty_kinds": [[value, label] for value, label in Penalty.Kind.choices],
        "check_kinds": [[value, label] for value, label in DeckCheck.Kind.choices],
    }


def _describe_event(event: Event, reference: Reference, now: datetime) -> dict[str, Any]:
    fmt = reference.format(event.format)
    return {
        "id": event.pk,
        "title": event.title,
        "game": event.game_id,
        "format": event.format,
        "format_name": fmt.name if fmt else event.format,
        "zone": event.zone,
        "zone_names": clock.name_offsets(event, min(now, event.starts), get_expiry(event)),
        "stage": event.stage,
        "starts": write_moment(event.starts),
        "ends": write_moment(event.ends),
        "judged_on": clock.get_judged_day(event).isoformat(),
        "lists_per_entry": event.lists_per_entry,
        "check_percent": event.check_percent,
        "check_warnings": selectors.list_warnings(event),
        "shuffle_minutes": event.shuffle_minutes,
    }


def _describe_players(event: Event) -> list[dict[str, Any]]:
    """Everybody who has a place, or had one, with how many penalties stand, and how many were ever given; one query."""
    found = event.registrations.filter(state__in=(Registration.State.CONFIRMED, Registration.State.DROPPED))
    columns = ("pk", "number", "shown_name", "sort_key", "state", "table", "is_in_cut", "standing_penalties", "given")
    counts = {
        "given": Count("penalties"),
        "standing_penalties": Count("penalties", filter=Q(penalties__isnull=False, penalties__withdrawn_at=None)),
    }
    rows = found.annotate(**counts).order_by("sort_key", "number").values_list(*columns)
    names = ("id", "number", "name", "sort", "state", "table", "cut", "penalties", "penalties_given")
    return [dict(zip(names, row, strict=True)) for row in rows]


def _describe_tables(newest: int) -> list[dict[str, Any]]:
    rows = RoundTable.objects.filter(round=newest).order_by("table")
    return [
        {"table": table, "players": [first, *filter(None, (second,))]}
        for table, first, second in rows.values_list("table", "first__number", "second__number")
    ]


def _describe_lists(
    event: Event, lists: Sequence[EventList], catalog: Catalog
) -> tuple[list[dict[str, Any]], list[ListFinding]]:
    """The locked lists with their lines and their verdicts of record, and the findings of all. Seven queries."""
    records = list_records(event)
    rulings = CurrentRulings(list_current_rulings(event))
    checked = selectors.map_checked(event)
    told: list[dict[str, Any]] = []
    all_findings: list[ListFinding] = []
    for entry in lists:
        version, record = entry.current, records.get(entry.pk)
        if version is None:
            continue
        findings = list_findings(record.whole, version.text) if record and record.codes else ()
        all_findings += findings
        player = entry.registration
        told.append(
            {
                "list": entry.pk,
                "player": player.number,
                "slot": entry.slot,
                "version": version.number,
                "code": make_sheet_code(event, player.number, entry.slot),
                "late_seconds": version.late_seconds,
                "unread": version.unread,
                "checked": write_moment(checked.get(entry.pk)),
                "outcome": record.outcome if record else "",
                "cleared": rulings.are_cleared(entry.pk, findings),
                "findings": [_describe_finding(each) for each in findings],
                "lines": [
                    _describe_line(each)
                    for each in build_lines(selectors.read_version(event, version, catalog), DeckCheck.Kind.WHOLE)
                ],
            }
        )
    return told, all_findings


def _describe_finding(finding: ListFinding) -> dict[str, str]:
    names = ("code", "severity", "message", "document", "rule")
    return {name: getattr(finding, name) for name in names}


def _describe_line(line: Mapping[str, Any]) -> list[Any]:
    """A line as section, slug and number; one that names no card has its place and its text."""
    section, _, slug = line["key"].rpartition("/")
    row = [section, slug, line["registered"]]
    return row if line["card"] else [*row, line["name"]]


@lru_cache(maxsize=8)
def _describe_cards(reference: Reference) -> Mapping[str, Any]:
    """The names, types and printings of every card of the game, and which slugs count as another card; kept for each
    version of the facts."""
    of_identity: dict[str, str] = {}
    same: dict[str, str] = {}
    for card in reference.catalog.cards:
        first = of_identity.setdefault(get_identity(card), card.slug)
        if first != card.slug:
            same[card.slug] = first
    told = {
        card.slug: [name_card(card), *describe_card(card.slug, reference.catalog)] for card in reference.catalog.cards
    }
    return {"cards": told, "same": same}


def _describe_rules(findings: Sequence[ListFinding]) -> dict[str, Any]:
    """The rules that the findings cite, by `document/rule`, with heading and summary. Two queries."""
    cited = {citation for each in findings if (citation := each.citation)}
    headings = map_headings(cited)
    named = {"document__in": {each.document for each in cited}, "number__in": {each.rule for each in cited}}
    held = {
        Citation(rule.document_id, rule.number): rule
        for rule in Rule.objects.filter(**named).select_related("document")
    }
    return {
        f"{each.document}/{each.rule}": {
            "document": held[each].document.name if each in held else each.document,
            "rule": each.rule,
            "heading": headings.get(each, ""),
            "summary": held[each].summary if each in held else "",
        }
        for each in sorted(cited, key=lambda each: (each.document, each.rule))
    }
