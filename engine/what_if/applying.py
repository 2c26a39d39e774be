"""The reference as it would be with a proposal; what it is made of stays as it is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from engine.formats.bans import is_named_by_ban
from engine.model.cards import Card, CardSet
from engine.model.catalog import Catalog
from engine.model.errors import InputError, NotFound
from engine.model.formats import Ban, Format, Pool
from engine.model.reference import Reference, build_catalog
from engine.what_if.errata import apply_erratum
from engine.what_if.naming import build_bans, find_cards, find_one_card
from engine.what_if.serialization import proposal_to_dict
from engine.what_if.values import Proposal

_SIGNS = 12  #: of a proposal's fingerprint


@dataclass(frozen=True, eq=False)
class ProposedReference(Reference):
    """A reference with a proposal in force. `on` a day before it counts it is the one without: cards and formats."""

    since: date = date.min  #: from when it counts
    without: Reference | None = None

    def on(self, day: date) -> Reference:
        """The reference of a day: before the proposal counts, that which is recorded."""
        if self.without is not None and day < self.since:
            return self.without.on(day)
        return super().on(day)


def apply_proposal(reference: Reference, proposal: Proposal) -> ProposedReference:
    """The reference with the proposal in force. What it doesn't touch are the same objects as before.

    Raises NotFound for a card, a set or a format that isn't recorded, and InputError for what changes nothing.
    """
    if reference.game != proposal.game:
        raise InputError(f"the proposal is for {proposal.game}, not {reference.game}", place="game")
    version = f"{reference.data_version} + proposal {fingerprint_proposal(proposal)}"
    since = proposal.since or find_first_day(reference)
    sets = _build_sets(reference, proposal)
    catalog = _rebuild_catalog(reference, proposal, sets, since)
    formats = dict(reference.formats)
    for fmt in find_formats_in_scope(reference, proposal):
        pool = _build_pool(reference, fmt, proposal)
        bans = _list_bans(reference, fmt, proposal, since)
        if pool != fmt.pool or bans != fmt.bans:
            formats[fmt.slug] = replace(fmt, pool=pool, bans=bans)
    if catalog is not reference.catalog:
        formats = {slug: replace(fmt, sets=sets) for slug, fmt in formats.items()}
    formats = {
        slug: fmt if fmt is reference.formats[slug] else replace(fmt, data_version=version)
        for slug, fmt in formats.items()
    }
    counts_from = proposal.since or date.min
    made = ProposedReference(reference.game, version, catalog, sets, formats, since=counts_from, without=reference)
    _refuse_no_change(made, reference, proposal)
    return made


def fingerprint_proposal(proposal: Proposal) -> str:
    """A few letters that are the same for the same proposal, wherever they are worked out."""
    text = json.dumps(proposal_to_dict(proposal), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:_SIGNS]


def find_formats_in_scope(reference: Reference, proposal: Proposal) -> tuple[Format, ...]:
    """The formats that a proposal is about, each once. Raises NotFound for one that there isn't."""
    if not proposal.formats:
        return tuple(reference.formats.values())
    found: dict[str, Format] = {}
    for word in proposal.formats:
        fmt = reference.format(word)
        if fmt is None:
            raise NotFound(f"no format {word[:80]!r}", nearest=tuple(reference.formats)[:5])
        found[fmt.slug] = fmt
    return tuple(found.values())


def find_first_day(reference: Reference) -> date:
    """The day before which no set of a game can be legal: from then on a proposal without a day counts."""
    return min((each.legal.earliest for each in reference.sets.values()), default=date.min)


def _build_sets(reference: Reference, proposal: Proposal) -> Mapping[str, CardSet]:
    moved = {_find_set_code(reference, code, "set_days"): day for code, day in proposal.set_days}
    if not moved:
        return reference.sets
    held = reference.sets
    return {code: replace(each, legal_from=moved[code]) if code in moved else each for code, each in held.items()}


def _find_set_code(reference: Reference, word: str, place: str) -> str:
    """The recorded code of a set, for any case. Raises NotFound."""
    code = reference.catalog.set_code(word.strip())
    if code is None:
        raise NotFound(f"{place}: no set {word[:40]!r}", nearest=tuple(reference.sets)[:5])
    return code


def _rebuild_catalog(reference: Reference, proposal: Proposal, sets: Mapping[str, CardSet], since: date) -> Catalog:
    """The same catalog where neither a card nor a set is another one."""
    if not proposal.errata:
        return reference.catalog if sets is reference.sets else Catalog(reference.game, reference.catalog.cards, sets)
    changed: dict[Card, Card] = {}
    for erratum in proposal.errata:
        card = find_one_card(reference.catalog, erratum.card, "errata")
        changed[card] = apply_erratum(changed.get(card, card), erratum, since)
    cards: Iterable[Card] = (changed.get(card, card) for card in reference.catalog.cards)
    return build_catalog(reference.game, cards, sets)


def _build_pool(reference: Reference, fmt: Format, proposal: Proposal) -> Pool:
    pool = fmt.pool
    left = {_find_set_code(reference, code, "sets_out") for code in proposal.sets_out}
    entered = {_find_set_code(reference, code, "sets_in") for code in proposal.sets_in}
    if left or entered:
        without = tuple(sorted({*pool.without, *left} - entered))
        pool = replace(pool, without=without, also=tuple(sorted({*pool.also, *entered} - left)))
    if pool.kind == "rotation":
        kept = {brand: count for brand, count in proposal.per_brand if brand in pool.per_brand}
        if kept.items() - pool.per_brand.items():
            pool = replace(pool, per_brand={**pool.per_brand, **kept})
    if pool.kind == "yearly" and proposal.first_rotation is not None:
        pool = replace(pool, first_rotation=proposal.first_rotation)
    return pool


def _list_bans(reference: Reference, fmt: Format, proposal: Proposal, since: date) -> tuple[Ban, ...]:
    freed = [card for word in proposal.lifts for card in find_cards(reference.catalog, word, "lifts")]
    kept = [ban for ban in fmt.bans if all(is_named_by_ban(card, ban)[0] is False for card in freed)]
    return (*kept, *(ban for word in proposal.bans for ban in build_bans(reference.catalog, word, since)))


def _refuse_no_change(made: Reference, reference: Reference, proposal: Proposal) -> None:
    """Raise InputError for a part of a proposal that does nothing in any of its formats: it is a slip."""
    formats = find_formats_in_scope(reference, proposal)
    for word in proposal.lifts:
        freed = find_cards(reference.catalog, word, "lifts")
        if not any(is_named_by_ban(card, ban)[0] is not False for fmt in formats for ban in fmt.bans for card in freed):
            said = f"no ban of {freed[0].title} recorded in {_name_formats(formats)}"
            raise InputError(said, place="lifts", code="no-such-ban")
    for brand, _ in proposal.per_brand:
        if not any(brand in fmt.pool.per_brand for fmt in formats if fmt.pool.kind == "rotation"):
            raise InputError(
                f"no rotation by {brand} in {_name_formats(formats)}", place="per_brand", code="no-rotation"
            )
    if proposal.first_rotation is not None and not any(fmt.pool.kind == "yearly" for fmt in formats):
        raise InputError(f"no rotation by year in {_name_formats(formats)}", place="first_rotation", code="no-rotation")
    if not proposal.changes:
        raise InputError("the proposal has no changes", place="changes", code="nothing-proposed")


def _name_formats(formats: tuple[Format, ...]) -> str:
    return formats[0].name if len(formats) == 1 else "these formats"
