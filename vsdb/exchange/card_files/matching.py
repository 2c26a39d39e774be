"""Which recorded card a proposal means: by its printing, then by its name with versions and identity."""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz import fuzz

from engine.model.names import fold, version_key
from vsdb.exchange.card_files.card_index import Entry, Shelf, hangs_on_name, identifying
from vsdb.exchange.card_files.proposals import CardProposal

_LIKENESS = 60  #: of 100; below it two names under one number are two cards
_TELLING_APART = ("type", "level", "cost", "atk", "defense", "health")


@dataclass(frozen=True, slots=True)
class Match:
    """The card that is meant, None for a new one; `rivals` are those that may be meant where that can't be told.

    `holder` is the card that is recorded under the proposed printing with another name: a slip of one of the two.
    `is_crowded` says that very many cards have the name, so that none of them was compared.
    """

    entry: Entry | None
    rivals: tuple[Entry, ...] = ()
    holder: Entry | None = None
    is_crowded: bool = False


def match(shelf: Shelf, card: CardProposal, slug: str) -> Match:
    """The recorded card that a proposal means; `slug` is the address that it would have as a new card.

    A printing given with another name than recorded means the card of that name if there is just one, else the card of
    the printing where the names are alike.
    """
    printed = shelf.printed(card.set_code, card.number)
    called_so = [entry for entry in printed if entry.name_key == fold(card.name)]
    if called_so:
        return _one_of(called_so, card)
    if shelf.is_crowded(card.name) and hangs_on_name(card, is_printing_held=bool(printed)):
        return Match(None, is_crowded=True)
    titled = _of_name(shelf, card, is_printing_held=bool(printed))
    found = _one_of(titled, card)
    if found.entry is None and not found.rivals:
        # Brought by an earlier import, whose printing couldn't be kept: its set isn't recorded, or it was a slip.
        before = shelf.by_slug.get(slug)
        if before is not None and before.name_key == fold(card.name) and not before.is_printed:
            found = Match(before)
    if not printed:
        return found
    holder = printed[0]
    if found.entry is not None:
        return Match(found.entry, holder=holder)
    if found.rivals:
        return Match(None, found.rivals, holder)
    alike = [entry for entry in printed if fuzz.ratio(entry.name_key, fold(card.name)) >= _LIKENESS]
    return Match(_one_of(alike, card).entry, holder=holder)


def _one_of(entries: list[Entry], card: CardProposal) -> Match:
    """The one card among several that the proposal's facts don't contradict."""
    left = entries
    for column in _TELLING_APART:
        found = card.facts.get(column)
        if len(left) > 1 and found is not None:
            left = [entry for entry in left if entry.row[column] in (None, found)] or left
    for tells in (_has_versions, _has_identity, _is_recorded_with_identity):
        if len(left) > 1:
            left = [entry for entry in left if tells(entry, card)] or left
    if len(left) > 1:
        return Match(None, tuple(left))
    return Match(left[0] if left else None)


def _has_versions(entry: Entry, card: CardProposal) -> bool:
    if card.versions is None:
        return True
    return bool(entry.row["versions_known"]) and version_key(tuple(entry.row["versions"])) == version_key(card.versions)


def _has_identity(entry: Entry, card: CardProposal) -> bool:
    """Whether both have one identity; one that isn't recorded, or isn't said, is no contradiction."""
    recorded = entry.row["identity"]
    return not card.identity or not recorded or fold(recorded) == fold(card.identity)


def _is_recorded_with_identity(entry: Entry, card: CardProposal) -> bool:
    return bool(card.identity and entry.row["identity"])


def _of_name(shelf: Shelf, card: CardProposal, *, is_printing_held: bool) -> list[Entry]:
    """The cards of the proposal's name that may be meant, by what else tells the game's cards apart."""
    named, told_by = shelf.named(card.name), identifying(card.game)
    if "versions" in told_by:
        return _by_versions(shelf, named, card)
    if "printings" in told_by and not is_printing_held:
        return _by_printing(shelf, named, card)
    return named


def _by_versions(shelf: Shelf, named: list[Entry], card: CardProposal) -> list[Entry]:
    """Those with the same versions; else one whose version isn't recorded, if it is recorded in the same set."""
    if card.versions is None:
        return named
    exact = [entry for entry in named if entry.row["versions_known"] and _has_versions(entry, card)]
    if exact:
        return [entry for entry in exact if _has_identity(entry, card)] or exact
    open_ones = [entry for entry in named if not entry.row["versions_known"] and _has_identity(entry, card)]
    return [entry for entry in open_ones if card.set_code and shelf.is_in_set(entry, card.set_code)]


def _by_printing(shelf: Shelf, named: list[Entry], card: CardProposal) -> list[Entry]:
    """Those recorded in the set without a number, or without any given: another number is another card."""
    if card.set_code is None:
        return named
    if card.number is None:
        return [entry for entry in named if shelf.is_in_set(entry, card.set_code)]
    return [
        entry
        for entry in named
        if any(code == card.set_code and not number for code, number, _ in entry.row["printings"])
    ]
