"""Writes of collections: single cards, whole lists, and the link to the wish list. One transaction each."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from engine.model.errors import InputError
from vsdb.catalog.cards import selectors as cards
from vsdb.collection.models import MAX_COPIES, CollectedCard, Collection
from vsdb.collection.reading import OWNED, WANTED, CardKey, CollectionLine
from vsdb.collection.selectors import (
    NO_COPIES,
    Copies,
    get_collection,
    load_copies,
    load_copies_of_card,
    load_copies_of_slugs,
)
from vsdb.core.errors import ApplicationError
from vsdb.core.sealed_fields import get_stored

ADD, SET, REPLACE = "add", "set", "replace"
MODES = (ADD, SET, REPLACE)
_BATCH = 500
Counts = Mapping[CardKey, Copies]


class PlannedChange(NamedTuple):
    """What a list does to one printing."""

    key: CardKey
    before: Copies
    after: Copies


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What a list would do to a collection of this `edition`."""

    edition: int
    changes: tuple[PlannedChange, ...]
    unchanged: int = 0

    @property
    def removed(self) -> int:
        """How many printings it takes out."""
        return sum(1 for each in self.changes if each.after == NO_COPIES)


def plan_import(user: int, lines: Iterable[CollectionLine], mode: str) -> ImportPlan:
    """What the read lines would do; two queries. Raises InputError for an unknown mode.

    `add` adds their copies, `set` makes their copies the only ones of these printings, and `replace` also takes out
    everything else of the same kind, owned or wanted, in the same games.
    """
    held = get_collection(user)
    return _plan(held.edition if held else 0, load_copies(user), list(lines), mode)


def _plan(edition: int, before: Counts, lines: list[CollectionLine], mode: str) -> ImportPlan:
    if mode not in MODES:
        raise InputError(f"no mode {mode[:20]!r}; the modes are {', '.join(MODES)}", place="mode")
    said: dict[CardKey, dict[str, int]] = {}
    for line in lines:
        if line.key:
            counts = said.setdefault(line.key, {})
            counts[line.kind] = counts.get(line.kind, 0) + line.count
    replaced = {(key.game, kind) for key, counts in said.items() for kind in counts} if mode == REPLACE else set()
    changes, unchanged = [], 0
    for key in dict.fromkeys((*said, *(each for each in before if mode == REPLACE))):
        old, counts = before.get(key, NO_COPIES), said.get(key, {})
        new = Copies(
            *(
                _limit(_count(getattr(old, kind), counts.get(kind), mode, is_replaced=(key.game, kind) in replaced))
                for kind in (OWNED, WANTED)
            )
        )
        if new != old:
            changes.append(PlannedChange(key, old, new))
        elif key in said:
            unchanged += 1
    return ImportPlan(edition, tuple(changes), unchanged)


def _count(old: int, said: int | None, mode: str, *, is_replaced: bool) -> int:
    if said is None:
        return 0 if is_replaced else old
    return old + said if mode == ADD else said


def _refuse_unread(unread: Sequence[CollectionLine]) -> None:
    if unread:
        which = ", ".join(str(line.line) for line in unread[:5]) + (", …" if len(unread) > 5 else "")
        where = f"Line {which} can’t be read." if len(unread) == 1 else f"{len(unread):,} lines can’t be read: {which}."
        said = f"{where} Replacing would remove copies of cards named there. Nothing was saved. Correct or leave out "
        said += "what can’t be read."
        raise ApplicationError(said, code="unread-lines")


def _limit(count: int) -> int:
    return max(0, min(count, MAX_COPIES))


@transaction.atomic
def import_lines(
    user: int,
    lines: Iterable[CollectionLine],
    mode: str,
    *,
    edition: int | None = None,
    leaves_out_unread: bool = False,
) -> ImportPlan:
    """Save what the lines do that could be read; nothing if the collection is no longer of the `edition` that was
    previewed.

    Raises ApplicationError then, where the collection would get too large, and for `replace` with unread lines, unless
    `leaves_out_unread`: the copies that they mean would be taken out.
    """
    lines = list(lines)
    if mode == REPLACE and not leaves_out_unread:
        _refuse_unread([line for line in lines if not line.key])
    held = _lock(user)
    if edition is not None and held.edition != edition:
        said = "Your collection changed after this preview. Nothing was saved. Check the new preview."
        raise ApplicationError(said, code="stale")
    plan = _plan(held.edition, load_copies(user), lines, mode)
    _write(held, {each.key: each.after for each in plan.changes})
    return plan


@transaction.atomic
def set_copies(user: int, counts: Mapping[CardKey, Mapping[str, int]]) -> dict[CardKey, Copies]:
    """Set how many copies of printings somebody owns or wants; what isn't named stays. The copies of these printings
    from then on. Raises InputError and ApplicationError."""
    for each in counts.values():
        for kind, count in each.items():
            if not 0 <= count <= MAX_COPIES:
                raise InputError(f"{count:,} copies; 0 to {MAX_COPIES:,} are allowed", place=kind)
    if not counts:
        return {}
    held = _lock(user)
    slugs: dict[str, set[str]] = {}
    for key in counts:
        slugs.setdefault(key.game, set()).add(key.slug)
    before = load_copies_of_slugs(user, slugs)
    after = {key: before.get(key, NO_COPIES)._replace(**each) for key, each in counts.items()}
    _write(held, {key: copies for key, copies in after.items() if copies != before.get(key, NO_COPIES)})
    return after


@transaction.atomic
def step_copies(user: int, key: CardKey, kind: str, by: int) -> Copies:
    """Add copies of a printing, or take some away (`by` below 0), from 0 to the most there may be."""
    held = _lock(user)
    before = load_copies_of_card(user, key.game, key.slug).get(key, NO_COPIES)
    after = before._replace(**{kind: _limit(getattr(before, kind) + by)})
    _write(held, {key: after} if after != before else {})
    return after


@transaction.atomic
def step_set(user: int, game: str, set_code: str, by: int) -> int:
    """Add copies of every printing of a set, or take some away (`by` below 0), as who opens a fixed box does.

    The number of printings whose copies changed. Raises ApplicationError where the collection would get too large.
    """
    keys = [
        CardKey.of(card, printing)
        for card in cards.get_reference(game).catalog.cards
        for printing in card.printings
        if printing.set_code == set_code
    ]
    held = _lock(user)
    before = load_copies_of_slugs(user, {game: {key.slug for key in keys}})
    after = {key: before.get(key, NO_COPIES) for key in keys}
    after = {key: copies._replace(owned=_limit(copies.owned + by)) for key, copies in after.items()}
    changed = {key: copies for key, copies in after.items() if copies != before.get(key, NO_COPIES)}
    _write(held, changed)
    return len(changed)


@transaction.atomic
def delete_collection(user: int) -> None:
    """Take out every card, owned and wanted, and take back the link to the wish list."""
    held = _lock(user)
    CollectedCard.objects.filter(owner=user).delete()
    held.secret = ""
    held.edition += 1
    held.save(update_fields=("secret", "secret_digest", "edition"))


@transaction.atomic
def share_wish_list(user: int, *, is_shared: bool, renew: bool = False) -> str:
    """The word of the secret link to the wish list; empty where it isn't shared. A link that was taken back or renewed
    never leads anywhere again."""
    held = _lock(user)
    if not is_shared:
        held.secret = ""
    elif renew or not get_stored(held, "secret"):
        held.secret = secrets.token_urlsafe(16)
    held.save(update_fields=("secret", "secret_digest"))
    return str(held.secret)


def _lock(user: int) -> Collection:
    """Somebody's collection, which nobody else changes until the transaction is over."""
    Collection.objects.get_or_create(owner_id=user)
    return Collection.objects.select_for_update().get(owner_id=user)


def _write(held: Collection, counts: Counts) -> None:
    """Store changed counts, and take out what has none; without any, the collection stays of its edition. Raises
    ApplicationError where the collection would get too large."""
    if not counts:
        return
    now, mine = timezone.now(), CollectedCard.objects.filter(owner=held.owner_id)
    gone = {key for key, copies in counts.items() if copies == NO_COPIES}
    kept = [
        CollectedCard(
            owner_id=held.owner_id,
            game_id=key.game,
            slug=key.slug,
            set_code=key.set_code,
            number=key.number,
            owned=copies.owned,
            wanted=copies.wanted,
            changed=now,
        )
        for key, copies in counts.items()
        if key not in gone
    ]
    if gone:
        slugs, rows = {key.slug for key in gone}, mine.filter(game__in={key.game for key in gone})
        # Very many are read all at once.
        rows = rows.filter(slug__in=slugs) if len(slugs) <= _BATCH else rows
        fields = ("pk", "game", "slug", "set_code", "number")
        pks = [pk for pk, *key in rows.order_by().values_list(*fields) if CardKey(*key) in gone]
        for start in range(0, len(pks), _BATCH):
            CollectedCard.objects.filter(pk__in=pks[start : start + _BATCH]).delete()
    CollectedCard.objects.bulk_create(
        kept,
        batch_size=_BATCH,
        update_conflicts=True,
        unique_fields=["owner", "game", "slug", "set_code", "number"],
        update_fields=["owned", "wanted", "changed"],
    )
    if kept:
        _refuse_too_many(held.owner_id)
    held.edition, held.changed = held.edition + 1, now
    held.save(update_fields=("edition", "changed"))


def _refuse_too_many(user: int) -> None:
    if CollectedCard.objects.filter(owner=user).count() > (most := settings.COLLECTION_MAX_ROWS):
        said = f"A collection can have at most {most:,} printings. Nothing was saved."
        raise ApplicationError(said, code="too-many")
