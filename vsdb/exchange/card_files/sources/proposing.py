"""A card's cells into proposals, one a printing, and the source that leads them."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from itertools import chain
from pathlib import PurePath

from django.utils.text import slugify

from engine.model.cards import Between
from engine.model.names import split_identity
from vsdb.exchange.card_files import proposals
from vsdb.exchange.card_files.proposals import CardProposal, FilePosition, Item, ReadingProblem, SourceProposal
from vsdb.exchange.card_files.sources import facts
from vsdb.exchange.card_files.sources.vocabulary import FactCell, normalize_rarity

Printing = tuple[str | None, str | None, str | None]  #: set, number, rarity
Code = tuple[str | None, str]  #: set and number
Ids = Mapping[str, str]  #: by the system that gives them
_NO_IDS: Ids = {}

_SIGNS = r"[A-Za-z]{0,2}\d{1,4}[A-Za-z]{0,2}\*?"
_CODE = re.compile(rf"([A-Za-z0-9]{{2,10}})\s?[-\u2013_ ]\s?({_SIGNS})(?:/\d+)?", re.ASCII)
_NUMBER = re.compile(rf"#?({_SIGNS})(?:/\d+)?", re.ASCII)
_SET = re.compile(r"[A-Za-z0-9]{2,10}", re.ASCII)
_DAY = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)
_MAX_HELD = 1_000


def propose_cards(
    cells: Mapping[str, FactCell], game: str, place: FilePosition, *, text_kind: str = "printed", ids: Ids = _NO_IDS
) -> Iterator[CardProposal | ReadingProblem]:
    """A proposal for each printing that the cells name, with the wordings at the first; what is wrong before them.

    Without a name nothing is proposed. `text_kind` is the kind of wording that the field `text` holds.
    """
    reader = facts.CellReader(cells)
    name, identity = split_identity(reader.read("name", facts.clean, ""))
    identity = reader.read("identity", facts.clean, identity or "") or None
    versions = reader.read("versions", facts.parse_versions, None)
    if versions is None and reader.read("versions_known", facts.parse_flag, False):
        versions = ()
    printings = _printings(reader, game)
    wordings = tuple(_wordings(reader, text_kind))
    rulings = tuple(_rulings(reader, name))
    said = facts.parse_facts(reader, game)
    yield from reader.problems
    if not name and not (printings[0][0] and printings[0][1]):
        yield ReadingProblem(place, "the card has no name, and no code that identifies it")
        return
    first, *others = printings
    yield CardProposal(place, game, name, identity, versions, *first, said, wordings, rulings, ids)
    for printing in others:
        yield CardProposal(place, game, name, identity, versions, *printing, said)


def parse_code(text: str, game: str) -> tuple[str, str] | None:
    """Set and number of a whole code, as in MOR-053; None for anything else."""
    found = _CODE.fullmatch(text.strip())
    return (facts.to_printed_case(found[1], game), facts.to_printed_case(found[2], game)) if found else None


def parse_between(text: str) -> Between:
    """The days that a day, a month or a year may mean: 2008-06-10, 2008-06, 2008."""
    found = _DAY.fullmatch(text)
    try:
        if not found:
            raise ValueError(text)
        year, month, day = int(found[1]), int(found[2] or 1), int(found[3] or 1)
        last_month = month if found[2] else 12
        last_day = day if found[3] else calendar.monthrange(year, last_month)[1]
        return Between(date(year, month, day), date(year, last_month, last_day))
    except ValueError as error:
        message = f"{text[:40]!r} is not a date; write it as 2006-02-28"
        raise facts.UnreadableCell(message) from error


def join_paragraphs(text: str) -> str:
    """A text with a paragraph a line."""
    text = facts.clean(text, facts.MAX_TEXT_LENGTH)
    return "\n".join(filter(None, (" ".join(line.split()) for line in text.splitlines())))


def build_file_slug(name: str) -> str:
    """A file's name without its folder and its ending, as it can stand in a slug."""
    return slugify(PurePath(name.replace("\\", "/")).stem)[:60] or "file"


def put_source_first(
    items: Iterable[Item], game: str, describe: Callable[[CardProposal | None], tuple[str, str]]
) -> Iterator[Item]:
    """The items after their source, whose slug and name the first card may tell. Raises InputError where there is no
    card at all."""
    held: list[Item] = []
    rest = iter(items)
    for item in rest:
        held.append(item)
        if isinstance(item, CardProposal) or len(held) >= _MAX_HELD:
            slug, name = describe(item if isinstance(item, CardProposal) else None)
            yield SourceProposal(game, slug, name[:200])
            yield from chain(held, rest)
            return
    first = next((item for item in held if isinstance(item, ReadingProblem)), None)
    reason = f": {first.message}" if first else ""
    raise (first.place if first else FilePosition()).error(f"the file has no cards{reason}")


def _printings(reader: facts.CellReader, game: str) -> list[Printing]:
    """The printings that a card's cells name: one, of which little may be known, or all of a list."""

    def whole(text: str) -> list[Printing]:
        words = facts.parse_list(facts.clean(text, facts.MAX_TEXT_LENGTH))
        return [_parse_printing(word, game) for word in words if word != "?"]

    def number_of(text: str) -> Code:
        if code := parse_code(text, game):
            return code
        found = _NUMBER.fullmatch(text)
        if not found:
            raise facts.UnreadableCell(f"{text[:40]!r} is not a collector number or code such as 053 or MOR-053")
        return None, facts.to_printed_case(found[1], game)

    def set_of(text: str) -> str:
        if not _SET.fullmatch(text):
            raise facts.UnreadableCell(f"{text[:40]!r} is not a set code such as MOR")
        return facts.to_printed_case(text, game).upper()

    rarity = reader.read("rarity", lambda text: normalize_rarity(facts.clean(text, 20)), "") or None
    unknown: Code = (None, "")
    set_code, number = reader.read("number", number_of, unknown)
    set_code = set_code or reader.read("set", set_of, "") or None
    listed = reader.read("printings", whole, list[Printing]())
    if set_code or number or not listed:
        code = (set_code, number or None)
        return [(*code, rarity), *(other for other in listed if other[:2] != code)]
    head, *others = listed
    return [(head[0], head[1], head[2] or rarity), *others]


def _parse_printing(word: str, game: str) -> Printing:
    """`SET-NUMBER Rarity`, of which the set alone is needed."""
    code, _, rarity = word.partition(" ")
    found = parse_code(code, game)
    if not found and not _SET.fullmatch(code):
        example = "write it as MOR-053, or as MOR without a number"
        raise facts.UnreadableCell(f"{word[:40]!r} is not a printing; {example}")
    return (*(found or (facts.to_printed_case(code, game), None)), normalize_rarity(rarity) if rarity else None)


def _wordings(reader: facts.CellReader, text_kind: str) -> Iterator[proposals.WordingProposal]:
    flavour = reader.read("flavour", join_paragraphs, "")
    errata_day = reader.read("errata_date", parse_between, None)
    for name, kind in (("printed_text", "printed"), ("text", text_kind), ("errata_text", "errata")):
        if text := reader.read(name, join_paragraphs, ""):
            day = errata_day if kind == "errata" else None
            yield proposals.WordingProposal(kind, text, reader.cells[name].place, flavour, day)
            flavour = ""
    if flavour:
        yield proposals.WordingProposal("printed", "", reader.cells["flavour"].place, flavour)


def _rulings(reader: facts.CellReader, name: str) -> Iterator[proposals.RulingProposal]:
    text = reader.read("ruling", join_paragraphs, "")
    day = reader.read("ruling_date", parse_between, None)
    if text:
        yield proposals.RulingProposal(reader.cells["ruling"].place, name, text, day, cards=(name,) if name else ())
