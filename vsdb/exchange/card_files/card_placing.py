"""Proposed cards put where they belong: to the recorded card that each means, or as a new one.

A card is told by its printing, then by its name with versions and identity.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from engine.model.games import game_of
from engine.model.names import fold, version_key
from vsdb.catalog.cards.filling import add_printings, build_card_row, fill
from vsdb.catalog.cards.reading.cards import RARITIES, build_card_slug, digest, slugify_word
from vsdb.exchange.card_files.card_index import (
    CardIndex,
    IndexedCard,
    is_known_by_name_alone,
    list_identifying_facts,
    number_key,
)
from vsdb.exchange.card_files.card_writing import IMPLIED, write_cards
from vsdb.exchange.card_files.checking import check_facts, find_refusal
from vsdb.exchange.card_files.game_tables import MANY_NAMESAKES, GameTables
from vsdb.exchange.card_files.proposals import CardProposal
from vsdb.exchange.card_files.sources.facts import split_joined_words
from vsdb.exchange.reports import ImportReport

_LIKENESS = 60  #: of 100; below it two names under one number are two cards
_TELLING_APART = ("type", "level", "cost", "atk", "defense", "health")


@dataclass(frozen=True, slots=True)
class CardMatch:
    """The card that is meant, None for a new one; `rivals` are those that may be meant where that can't be told.

    `holder` is the card that is recorded under the proposed printing with another name: a slip of one of the two.
    `is_crowded` says that very many cards have the name, so that none of them was compared.
    """

    entry: IndexedCard | None
    rivals: tuple[IndexedCard, ...] = ()
    holder: IndexedCard | None = None
    is_crowded: bool = False


def match(shelf: CardIndex, card: CardProposal, slug: str) -> CardMatch:
    """The recorded card that a proposal means; `slug` is the address that it would have as a new card.

    A printing given with another name than recorded means the card of that name if there is just one, else the card of
    the printing where the names are alike.
    """
    printed = shelf.printed(card.set_code, card.number)
    called_so = [entry for entry in printed if entry.name_key == fold(card.name)]
    if called_so:
        return _one_of(called_so, card)
    if shelf.is_crowded(card.name) and is_known_by_name_alone(card, is_printing_held=bool(printed)):
        return CardMatch(None, is_crowded=True)
    titled = _of_name(shelf, card, is_printing_held=bool(printed))
    found = _one_of(titled, card)
    if found.entry is None and not found.rivals:
        # Brought by an earlier import, whose printing couldn't be kept: its set isn't recorded, or it was a slip.
        before = shelf.by_slug.get(slug)
        if before is not None and before.name_key == fold(card.name) and not before.is_printed:
            found = CardMatch(before)
    holder = printed[0] if printed else None
    if holder is None or found.entry is not None or found.rivals:
        return replace(found, holder=holder)
    alike = [entry for entry in printed if fuzz.ratio(entry.name_key, fold(card.name)) >= _LIKENESS]
    return CardMatch(_one_of(alike, card).entry, holder=holder)


def _one_of(entries: list[IndexedCard], card: CardProposal) -> CardMatch:
    """The one card among several that the proposal's facts don't contradict."""
    left = entries
    for column in _TELLING_APART:
        found = card.facts.get(column)
        if len(left) > 1 and found is not None:
            left = [entry for entry in left if entry.row[column] in (None, found)] or left
    for tells in (_has_versions, _has_identity):
        if len(left) > 1:
            left = [entry for entry in left if tells(entry, card)] or left
    if len(left) > 1 and card.identity:
        left = [entry for entry in left if entry.row["identity"]] or left
    return CardMatch(None, tuple(left)) if len(left) > 1 else CardMatch(left[0] if left else None)


def _has_versions(entry: IndexedCard, card: CardProposal) -> bool:
    if card.versions is None:
        return True
    return bool(entry.row["versions_known"]) and version_key(tuple(entry.row["versions"])) == version_key(card.versions)


def _has_identity(entry: IndexedCard, card: CardProposal) -> bool:
    """Whether both have one identity; one that isn't recorded, or isn't said, is no contradiction."""
    recorded = entry.row["identity"]
    return not card.identity or not recorded or fold(recorded) == fold(card.identity)


def _of_name(shelf: CardIndex, card: CardProposal, *, is_printing_held: bool) -> list[IndexedCard]:
    """The cards of the proposal's name that may be meant, by what else tells the game's cards apart."""
    named, told_by = shelf.named(card.name), list_identifying_facts(card.game)
    if "versions" in told_by:
        return named if card.versions is None else _by_versions(shelf, named, card)
    if "printings" not in told_by or is_printing_held or card.set_code is None:
        return named
    # Recorded in the set without a number, or without any given: another number is another card.
    if card.number is None:
        return [entry for entry in named if shelf.is_in_set(entry, card.set_code)]
    return [each for each in named if any(code == card.set_code and not no for code, no, _ in each.row["printings"])]


def _by_versions(shelf: CardIndex, named: list[IndexedCard], card: CardProposal) -> list[IndexedCard]:
    """Those with the same versions; else one whose version isn't recorded, if it is recorded in the same set."""
    exact = [entry for entry in named if entry.row["versions_known"] and _has_versions(entry, card)]
    if exact:
        return [entry for entry in exact if _has_identity(entry, card)] or exact
    open_ones = [entry for entry in named if not entry.row["versions_known"] and _has_identity(entry, card)]
    return [entry for entry in open_ones if card.set_code and shelf.is_in_set(entry, card.set_code)]


_NUMBER = re.compile(r"[A-Za-z]{0,2}\d{1,4}[A-Za-z]{0,2}\*?", re.ASCII)
_NAMED_RIVALS = 5


@dataclass(frozen=True, slots=True)
class PlacedProposal:
    """A proposal with its card, and the recorded printing that it is of, set and number, where it is of one."""

    entry: IndexedCard
    card: CardProposal
    set_code: str | None
    number: str | None


def place_cards(tables: GameTables, proposals: Iterable[CardProposal], report: ImportReport) -> list[PlacedProposal]:
    """Find or make the cards of a batch and write what is new of them; they have primary keys then."""
    cards = []
    for card in proposals:
        if fault := find_refusal(card):
            report.problem(card.place, fault, card.name)
        else:
            cards.append(_check_proposal(tables, card, report))
    slugs = [
        build_card_slug(card.game, card.name, card.identity, card.versions or (), card.set_code, card.number)
        for card in cards
    ]
    shelf, placed = CardIndex(tables), []
    shelf.fetch(cards, slugs)
    for card, slug in zip(cards, slugs, strict=True):
        found = match(shelf, card, slug)
        if found.rivals or found.is_crowded:
            _report_rivals(card, found, report)
            continue
        entry = found.entry or _new_entry(tables, card, slug, shelf)
        holder = found.holder if found.holder is not entry else None
        if found.holder is not None:
            _report_slip(card, entry, holder, report)
        has_filled = _fill(tables.game, entry, card, report) if found.entry else False
        set_code, number, has_added = _add_printing(tables, shelf, entry, card, is_held=holder is not None)
        report.count("printings", "added", has_added)
        if found.entry is None:
            shelf.put(entry)
            report.new_card(card.place, entry.row["slug"], entry.row["title"])
        else:
            report.count("cards", "filled" if has_filled or has_added else "unchanged")
        placed.append(PlacedProposal(entry, card, set_code, number))
    write_cards(tables, shelf.by_slug.values())
    return placed


def _check_proposal(tables: GameTables, card: CardProposal, report: ImportReport) -> CardProposal:
    """The proposal with what can be kept, in the recorded spelling of sets, teams and keywords."""
    facts, faults = check_facts(card)
    if facts.get("teams"):
        facts["teams"] = [tables.teams.spell(team) for team in facts["teams"]]
    if facts.get("keywords"):
        facts["keywords"] = [
            [tables.keywords.spell(part), parameter]
            for name, parameter in facts["keywords"]
            for part in split_joined_words(name, lambda word: slugify_word(word) in tables.keywords)
        ]
    for fault in faults:
        report.problem(card.place, f"{card.name}: {fault}")
    set_code, number = (card.set_code or "").strip(), (card.number or "").strip()
    recorded = tables.sets.get(set_code.casefold())
    if set_code and recorded is None and set_code.casefold() not in tables.unknown_sets:
        tables.unknown_sets.add(set_code.casefold())
        way_out = "add the set to the fixtures, or give its name and release date"
        message = f"set {set_code[:20]!r} is not recorded; its cards were kept without this printing; {way_out}"
        report.problem(card.place, message)
    if number and not _NUMBER.fullmatch(number):
        report.problem(card.place, f"{card.name}: {number[:40]!r} is not a collector number such as 053")
        number = ""
    rarity = card.rarity if card.rarity in RARITIES else None
    if card.rarity and not rarity:
        report.problem(card.place, f"{card.name}: {card.rarity[:40]!r} is not a rarity; use {', '.join(RARITIES)}")
    return replace(
        card,
        name=" ".join(card.name.split()),
        identity=" ".join((card.identity or "").split()) or None,
        set_code=recorded.code if recorded else set_code.upper()[:10] or None,
        number=number or None,
        rarity=rarity,
        facts=facts,
    )


def _facts(card: CardProposal) -> dict[str, object]:
    """The proposal's facts with what its title says, but for its links, which wait for the other cards."""
    said = {column: value for column, value in card.facts.items() if column != "linked"}
    told_by = list_identifying_facts(card.game)
    if card.identity and "identity" in told_by:
        said["identity"] = card.identity
    if card.versions is not None and "versions" in told_by:
        said["versions"] = list(card.versions)
    return said


def _new_entry(tables: GameTables, card: CardProposal, slug: str, shelf: CardIndex) -> IndexedCard:
    """A card that isn't recorded; where another has its address, with letters behind it that its name gives."""
    if slug in shelf.by_slug:
        slug = f"{slug}-{digest(card.name, card.identity, *(card.versions or ()), card.set_code, card.number)}"
    importing = game_of(card.game).site.importing
    has_versions = "versions" in importing.identifying and card.facts.get("type") not in importing.versionless_types
    known = card.versions is not None or not has_versions
    facts = {"name": card.name, **_facts(card), "versions_known": known}
    return IndexedCard(build_card_row(tables.game, slug, facts), filled=facts, place=card.place.cut())


def _fill(game: str, entry: IndexedCard, card: CardProposal, report: ImportReport) -> bool:
    """Fill the card's blanks; whether there was one."""
    filled, against = fill(game, entry.row, _facts(card))
    for each in against:
        report.conflict(card.place, entry.row["slug"], each.column, each.recorded, each.found)
    entry.row.update(filled)
    entry.filled.update(filled)
    entry.place = entry.place or card.place.cut()
    told = filled.keys() - IMPLIED
    report.count("facts", "filled", len(told))
    return bool(told)


def _add_printing(
    tables: GameTables, shelf: CardIndex, entry: IndexedCard, card: CardProposal, *, is_held: bool
) -> tuple[str | None, str | None, bool]:
    """The recorded printing that is meant, and whether it was added; a number that another card has is a slip."""
    if card.set_code is None:
        return None, None, False
    if is_held or card.number is None:
        shelf.fetch_two_of(entry, card.set_code)
    if is_held:
        own = [printing for printing in entry.row["printings"] if printing[0] == card.set_code]
        return (own[0][0], own[0][1], False) if len(own) == 1 else (None, None, False)
    is_known = card.set_code.casefold() in tables.sets
    if not is_known and entry.pk is not None:
        return None, None, False
    recorded = (number for code, number, _ in entry.row["printings"] if _is_spelling(card, code, number))
    number = next(recorded, card.number)
    added = add_printings(entry.row, [[card.set_code, number, card.rarity]], tables.set_codes)
    entry.printings += added
    shelf.put_printing(entry, card.set_code, number)
    return (card.set_code, number, bool(added)) if is_known else (None, None, False)


def _is_spelling(card: CardProposal, code: str | None, number: str | None) -> bool:
    """Whether a recorded printing is the one that the file gives, padded otherwise or with its rarity's letter."""
    if code != card.set_code or not number or not card.number:
        return False
    recorded, found = number_key(number), number_key(card.number)
    if recorded is None or found is None:
        return number == card.number
    return recorded == found or (game_of(card.game).naming.has_rarity_letters and recorded == (*found[:2], ""))


def _report_rivals(card: CardProposal, found: CardMatch, report: ImportReport) -> None:
    slugs = [entry.row["slug"] for entry in found.rivals]
    more = f" and {len(slugs) - _NAMED_RIVALS} more" if len(slugs) > _NAMED_RIVALS else ""
    some = f"{len(slugs)} recorded cards ({', '.join(slugs[:_NAMED_RIVALS])}{more})"
    which = f"more than {MANY_NAMESAKES} recorded cards" if found.is_crowded else some
    message = f"matches {which}; give its set and number, or its versions"
    report.problem(card.place, f"{card.name}: {message}")


def _report_slip(card: CardProposal, entry: IndexedCard, holder: IndexedCard | None, report: ImportReport) -> None:
    """The file gives a printing that is recorded with another name."""
    code, slug = f"{card.set_code}-{card.number}", entry.row["slug"]
    if holder is None:
        report.conflict(card.place, slug, "name", entry.row["name"], card.name, f"matched by {code}")
    else:
        report.conflict(card.place, slug, "printing", holder.row["slug"], code, f"{code} belongs to another card")
