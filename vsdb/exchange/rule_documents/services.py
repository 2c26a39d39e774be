"""Importing the text of a rules document: one door for the command line and whoever else has a file."""

from __future__ import annotations

import calendar
import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice, pairwise
from typing import Any

from django.db import transaction
from django.db.models import Q

from engine.model.errors import InputError
from vsdb.catalog.cards.followers import tell_of_new_facts
from vsdb.catalog.cards.loading import renew_texts_versions
from vsdb.catalog.cards.locking import lock_games
from vsdb.catalog.cards.tables import GameLoad, TargetRows
from vsdb.catalog.rules.models import Document, Reference, Unit
from vsdb.exchange.reports import TextReport
from vsdb.exchange.rule_documents import dotted, faq, rulebook, steps
from vsdb.exchange.rule_documents.edition import MARKDOWN, NUMBERED, read_markdown, read_numbered
from vsdb.exchange.rule_documents.lost_spaces import LostSpaces
from vsdb.exchange.rule_documents.rulebook_lines import find_contents, split_lines
from vsdb.exchange.rule_documents.units import DocumentText, UnitMention
from vsdb.exchange.rule_documents.units import DocumentUnit as Piece

READERS: Mapping[str, Callable[[str, str], DocumentText]] = {
    NUMBERED: read_numbered,
    MARKDOWN: read_markdown,
    rulebook.LAYOUT: rulebook.read,
    faq.LAYOUT: faq.read,
    steps.LAYOUT: steps.read,
    dotted.LAYOUT: dotted.read,
}

_RULE = re.compile(r"^[-#* \t]*(?:<u>[-#* \t]*)?\d{3}\.\d{1,3}[a-z]?(?:\.|:|[ \t]|\*|</u>)", re.MULTILINE | re.ASCII)
_HEADING = re.compile(r"^#{1,6} \S", re.MULTILINE)
_MIN_RULES = 3  #: numbered rules that tell a numbered edition
_UNREADABLE = re.compile(r"[\x00-\x08\x0e-\x1b\x7f\ufeff\ufffe\uffff\ud800-\udfff]")


def detect_document_layout(text: str) -> str:
    """The layout: `numbered`, `markdown`, `dotted`, `rulebook`, `faq` or `steps`. Raises InputError for any other."""
    if any(steps.is_heading(line) for line in text.split("\n")):
        return steps.LAYOUT
    if dotted.is_dotted(text):
        return dotted.LAYOUT
    if len([*islice(_RULE.finditer(text), _MIN_RULES)]) == _MIN_RULES:
        return MARKDOWN if _HEADING.search(text) else NUMBERED
    if find_contents(split_lines(text)):
        return rulebook.LAYOUT
    if faq.is_faq(text):
        return faq.LAYOUT
    raise InputError(
        "the text has no known layout. The layouts are: rules with numbers such as 101.2a, in plain text or Markdown; "
        "a rulebook whose table of contents lists headings with page numbers; questions in sections such as GENERAL "
        "or ERRATA; a sheet of steps with rule numbers. Save the document as UTF-8 text and keep its line breaks",
        code="unknown-layout",
    )


def read(text: str, document: str) -> DocumentText:
    """The units of a document, by the reader of its layout. Raises InputError where the text is no such document."""
    if found := _UNREADABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        why = f"holds the character {found[0]!r}; remove it and save the document as UTF-8 text"
        raise InputError(why, place=f"{document}, line {line}", code="not-text")
    return READERS[detect_document_layout(text)](text, document)


_TO = re.compile(r"\.?\s*[-–—]\s*|\s+(?:to|through)\s+")
_WIDEST = 1_000  #: units, those below the numbers counted; no range of a rules document spans more
_NUMBERED = frozenset({"heading", "rule"})

MAX_BYTES = 4 * 1024 * 1024  #: twelve times the longest document that is known
EDITION = "Edition"  #: what citations call the document itself, which no unit is
_NAME_IT = "Name the right document with --document"
_MIN_CITED = 0.5  #: of the rules cited of a document, the part that a file of it has at least
_AT_ONCE = 500
_MONTHS = {name: number for number, name in enumerate(calendar.month_name) if name}
_UPDATED = re.compile(rf"\blast updated:?\s+({'|'.join(_MONTHS)}) (\d{{1,2}}), (\d{{4}})", re.IGNORECASE)
_UPDATED_ISO = re.compile(r"last updated:?\s+(\d{4})-(\d{2})-(\d{2})", re.IGNORECASE)
_FIRST_UNITS = 20  #: among which the day of the edition is looked for
_UNIT_FIELDS = ("position", "depth", "kind", "number", "likely", "title", "text", "line", "folded")
_REFERENCE_FIELDS = ("start", "end", "written", "outside", "is_between", "target_id")
_MAX_WRITTEN_LENGTH = 200


def import_text(content: bytes, name: str, slug: str, *, is_dry_run: bool = False) -> TextReport:
    """Bring a document's units to what a file says, all or nothing; only what differs is written.

    With `is_dry_run` everything is done and taken back. Raises InputError, and changes nothing, where there is no such
    document, or where the file can't be read or is of another document.
    """
    document = _document(slug)
    text = read(_decode(content, name), name)
    digest = hashlib.sha256(content).hexdigest()
    report = TextReport(name, slug, document.name, text.layout, digest, is_dry_run=is_dry_run)
    _refuse_another(document, text, name, report)
    with transaction.atomic():
        # Whoever loads, imports or exports waits until this is done.
        lock_games()
        _write(document, text, report)
        report.is_new_file = Document.objects.get(pk=slug).text_digest != report.digest
        doubt = _describe_doubt(text)
        if report.has_changed or document.text_doubt != doubt:
            Document.objects.filter(pk=slug).update(text_digest=report.digest, text_doubt=doubt)
            document.text_digest, document.text_doubt = report.digest, doubt
            renew_texts_versions(document)
        if is_dry_run:
            transaction.set_rollback(True)
        tell_of_new_facts({}, {})  # no facts, but what is behind those of before may catch up
    return report


def _describe_doubt(text: DocumentText) -> str:
    """What readers of the text are told about this copy of it."""
    if not text.lost_spaces:
        return ""
    return (
        f"In this copy, spaces are missing at about {text.lost_spaces.count:,} places, most of them where lines ended. "
        "The text is shown as it is. The search also finds the words that run together."
    )


def _document(slug: str) -> Document:
    if found := Document.objects.filter(pk=slug).first():
        return found
    known = ", ".join(Document.objects.values_list("slug", flat=True))
    said = f"the documents are {known}" if known else "none is loaded; run manage.py load_reference"
    raise InputError(f"no document {slug[:80]!r}; {said}", code="no-such-document")


def _decode(content: bytes, name: str) -> str:
    """The text with plain ends of lines."""
    if len(content) > MAX_BYTES:
        raise InputError(f"more than {MAX_BYTES} bytes; check that this is a rules document", code="file-too-large")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = content[error.start : error.start + 1]
        why = f"byte {error.start} ({byte!r}) is not valid UTF-8; save the file as UTF-8 text"
        raise InputError(why, place=f"{name}, line {line}", code="not-utf-8") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _refuse_another(document: Document, text: DocumentText, name: str, report: TextReport) -> None:
    """Raise InputError where a file is of another document: by its day, else by the rules cited of the document."""
    day = _find_update_day(text)
    if day and document.edition_date and day != document.edition_date:
        why = f"the file was last updated on {day}, but {document.slug} is dated {document.edition_date}"
        raise InputError(f"{why}. {_NAME_IT}", place=name, code="another-document")
    names = {name for unit in text.units for name in (unit.slug, unit.number, unit.likely) if name}
    # A sheet of steps names no paragraph of its own: it is cited by the numbers that stand beside its steps.
    names |= {f"R.{mention.outside}" for unit in text.units for mention in unit.mentions if mention.outside}
    cited = [rule for rule in document.rules.order_by("position") if rule.number != EDITION]
    missing = [rule.number for rule in cited if rule.slug not in names and rule.number not in names]
    report.cited, report.missing = len(cited), tuple(missing)
    if (has := len(cited) - len(missing)) < _MIN_CITED * len(cited):
        why = f"the file has only {has} of the {len(cited)} rules cited from {document.slug}"
        raise InputError(f"{why}; it is another document. {_NAME_IT}", place=name, code="another-document")
    if missing:
        report.notes.append(f"Cited from {document.slug} but not in the file: {', '.join(missing)}.")


def _find_update_day(text: DocumentText) -> date | None:
    for unit in text.units[:_FIRST_UNITS]:
        said = f"{unit.title} {unit.text}"
        try:
            if found := _UPDATED.search(said):
                return date(int(found[3]), _MONTHS[found[1].capitalize()], int(found[2]))
            if found := _UPDATED_ISO.search(said):
                return date(int(found[1]), int(found[2]), int(found[3]))
        except ValueError:
            return None
    return None


def _write(document: Document, text: DocumentText, report: TextReport) -> None:
    load = GameLoad(document.slug)
    of_document = Q(document=document)
    parents = dict(Unit.objects.filter(of_document).values_list("slug", "parent_id"))
    target = TargetRows("units", Unit, of_document, ("document_id", "slug"), _UNIT_FIELDS)
    lost = text.lost_spaces
    rows = [{"document_id": document.slug, **_unit_row(unit, place, lost)} for place, unit in enumerate(text.units)]
    pks = {slug: pk for (_, slug), pk in load.sync(target, rows).items()}
    above = {unit.slug: pks[unit.parent] if unit.parent else None for unit in text.units}
    moved = [Unit(pk=pks[slug], parent_id=pk) for slug, pk in above.items() if parents.get(slug) != pk]
    Unit.objects.bulk_update(moved, ("parent",), batch_size=_AT_ONCE)
    of_units = Q(unit__document=document)
    target = TargetRows("references", Reference, of_units, ("unit_id", "position"), _REFERENCE_FIELDS)
    load.sync(target, _reference_rows(text, pks, report))
    load.remove_stale()
    for tally in load.tallies:
        for what in ("added", "changed", "unchanged", "removed"):
            report.counts[tally.table, what] += getattr(tally, what)
    report.kinds.update(unit.kind for unit in text.units)
    report.defects = text.defects


def _unit_row(unit: Piece, place: int, lost: LostSpaces) -> dict[str, Any]:
    for name, longest in (("slug", 160), ("title", 200), ("number", 80)):
        if len(value := getattr(unit, name)) > longest:
            why = f"the {name} has {len(value)} characters; at most {longest} are allowed"
            raise InputError(why, place=f"line {unit.line}")
    own = {name: getattr(unit, name) for name in _UNIT_FIELDS if name not in ("position", "folded")}
    folded = lost.fold_for_search(f"{unit.number} {unit.title} {unit.text}")
    return {**own, "slug": unit.slug, "position": place, "folded": folded}


def _reference_rows(text: DocumentText, pks: Mapping[str, int], report: TextReport) -> list[dict[str, Any]]:
    places = {unit.slug: place for place, unit in enumerate(text.units)}
    rows: list[dict[str, Any]] = []
    for unit in text.units:
        between = expand_ranges(unit.text, unit.mentions, text.units, places)
        for mention in unit.mentions:
            rest = "outside" if mention.outside else "dangling"
            report.references["resolved" if mention.target else rest] += 1
        report.references["between"] += len(between)
        every = [(mention, False) for mention in unit.mentions] + [(mention, True) for mention in between]
        for position, (mention, is_between) in enumerate(sorted(every, key=lambda pair: pair[0].start)):
            row = {"unit_id": pks[unit.slug], "position": position, "is_between": is_between}
            row |= {name: getattr(mention, name) for name in ("start", "end", "outside")}
            target = pks[mention.target] if mention.target else None
            rows.append({**row, "written": mention.written[:_MAX_WRITTEN_LENGTH], "target_id": target})
    return rows


def expand_ranges(
    text: str, mentions: Sequence[UnitMention], units: Sequence[Piece], places: Mapping[str, int]
) -> list[UnitMention]:
    """A mention of each unit between the ends of a range; its place is that of the dash, or the word, between them.

    Two mentions are a range where nothing but a dash or `to` stands between them and both ends are numbered alike.
    `places` says where in `units` each slug stands.
    """
    found = []
    for first, last in pairwise(mentions):
        if first.target and last.target and _TO.fullmatch(text, first.end, last.start):
            written = text[first.start : last.end]
            between = _between(units, places[first.target], places[last.target])
            found += [UnitMention(first.end, last.start, written, slug) for slug in between]
    return found


def _between(units: Sequence[Piece], first: int, last: int) -> Iterator[str]:
    begin, end = units[first], units[last]
    if begin.depth != end.depth or last - first > _WIDEST or not {begin.kind, end.kind} <= _NUMBERED:
        return
    for unit in units[first + 1 : last]:
        if unit.depth == begin.depth and unit.kind in _NUMBERED and unit.number:
            yield unit.slug
