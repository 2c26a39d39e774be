"""So many decks at a time, judged without and with a proposal. What came of the ones before goes along, signed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.core import signing
from django.db.models.functions import Length

from engine.model.errors import InputError
from engine.what_if.applying import fingerprint
from vsdb.accounts.viewers import Visitor
from vsdb.decks import selectors, to_engine
from vsdb.decks.models import Deck
from vsdb.what_if.candidates import candidates, in_question
from vsdb.what_if.comparison import Effect, effect
from vsdb.what_if.trying import Trial

A_SLICE = 400  #: decks that one request judges twice
_CHARACTERS = 3_000  #: of a list that counts as one deck; a longer one counts as several

Rule = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class SoFar:
    """What came of the decks that were looked at: `outcomes` by what they were and would be, `rules` that only the
    proposal breaks with the decks that break them. `last` is the key of the last deck; 0 before the first."""

    last: int = 0
    looked: int = 0
    listed: int = 0
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    otherwise: int = 0  #: decks of which something else is said while the outcome stays
    rules: Counter[Rule] = field(default_factory=Counter)

    def after(self, last: int, effects: Sequence[Effect], listed: int) -> SoFar:
        """With some more decks."""
        return SoFar(
            last,
            self.looked + len(effects),
            self.listed + listed,
            self.outcomes + Counter((each.before, each.after) for each in effects),
            self.otherwise + sum(each.is_touched and each.before == each.after for each in effects),
            self.rules + Counter(rule for each in effects for rule in each.rules),
        )

    @property
    def changed(self) -> list[tuple[str, str, int]]:
        """How many decks go from which outcome to which, most first."""
        return [(*turn, count) for turn, count in self.outcomes.most_common() if turn[0] != turn[1]]

    @property
    def unchanged(self) -> int:
        """How many decks keep their outcome."""
        return sum(count for (before, after), count in self.outcomes.items() if before == after)


@dataclass(frozen=True, slots=True)
class StoredEffect:
    """What becomes of a stored deck that the asker may see."""

    row: Deck
    effect: Effect


@dataclass(frozen=True, slots=True)
class Slice:
    """The decks of one request, and the sum of all that were looked at since the first.

    `decks` are asked about, `candidates` can be touched. `listed` are those of this slice of which anything is
    otherwise, as far as the asker may see them. `cursor` asks for the next ones; empty where there are none.
    """

    decks: int
    candidates: int
    listed: tuple[StoredEffect, ...]
    so_far: SoFar
    cursor: str = ""
    is_first: bool = True

    @property
    def others(self) -> int:
        """How many of the decks that are asked about can't be touched."""
        return self.decks - self.candidates

    @property
    def hidden(self) -> int:
        """How many decks that are otherwise aren't listed because they aren't the asker's to see."""
        changed = sum(count for *_, count in self.so_far.changed)
        return changed + self.so_far.otherwise - self.so_far.listed


def judge_slice(trial: Trial, asker: Visitor, cursor: str = "", most: int | None = None) -> Slice:
    """Judge the next decks, the newest first; six queries. Raises InputError for a cursor of another question."""
    most = most or A_SLICE
    before = _so_far(trial, asker, cursor)
    waiting = candidates(trial, asker)
    total = waiting.count()
    if before.last:
        waiting = waiting.filter(pk__lt=before.last)
    rows = list(waiting.order_by("-pk").values_list("pk", Length("text"))[: most + 1])
    keys = _affordable(rows, most)
    effects = [(row, effect_of(trial, row)) for row in _in_order(keys)]
    seen = set(selectors.findable(asker).filter(pk__in=keys).values_list("pk", flat=True))
    listed = tuple(StoredEffect(row, each) for row, each in effects if each.is_touched and row.pk in seen)
    last = keys[-1] if keys else before.last
    so_far = before.after(last, [each for _, each in effects], len(listed))
    return Slice(
        decks=in_question(trial, asker).count(),
        candidates=total,
        listed=listed,
        so_far=so_far,
        cursor=_signed(trial, asker, so_far) if len(keys) < len(rows) else "",
        is_first=not cursor,
    )


def effect_of(trial: Trial, row: Deck) -> Effect:
    """What a proposal does to a stored deck in its own format, or in the one that is asked about."""
    day = day_of(trial, row)
    slug = trial.question.in_format or trial.named[row.format]
    return effect(trial, to_engine.deck_value(row.text, row.game_id, day), slug, day)


def day_of(trial: Trial, row: Deck) -> date:
    """The day that a deck is judged on: the one asked for, else its own, else today's."""
    return trial.question.on or row.as_of or trial.today


def _in_order(keys: Sequence[int]) -> Iterable[Deck]:
    rows = Deck.objects.select_related("owner").in_bulk(keys)
    return (rows[key] for key in keys if key in rows)


def _affordable(rows: Sequence[tuple[int, int]], most: int) -> list[int]:
    """The first of the decks that count as no more than `most`, long lists as several; one at least."""
    keys: list[int] = []
    spent = 0
    for pk, length in rows:
        spent += 1 + length // _CHARACTERS
        if keys and spent > most:
            break
        keys.append(pk)
    return keys


def _salt(trial: Trial, asker: Visitor) -> str:
    """What a cursor belongs to: the question, the facts, and whoever asks."""
    asked = trial.question
    whose = f"{asker.user} {asker.may_moderate}"
    return f"what-if {trial.before.data_version} {fingerprint(asked.proposal)} {asked.on} {asked.in_format} {whose}"


def _signed(trial: Trial, asker: Visitor, so_far: SoFar) -> str:
    held = {
        "l": [so_far.last, so_far.looked, so_far.listed, so_far.otherwise],
        "o": [[*turn, count] for turn, count in so_far.outcomes.items()],
        "r": [[*rule, count] for rule, count in so_far.rules.items()],
    }
    return signing.dumps(held, salt=_salt(trial, asker), compress=True)


def _so_far(trial: Trial, asker: Visitor, cursor: str) -> SoFar:
    if not cursor:
        return SoFar()
    try:
        held: dict[str, Any] = signing.loads(cursor, salt=_salt(trial, asker))
    except signing.BadSignature as exc:
        said = "these decks belong to another question, or the facts have changed since; ask anew from the first"
        raise InputError(said, place="cursor", code="stale-cursor") from exc
    last, looked, listed, otherwise = held["l"]
    return SoFar(
        last,
        looked,
        listed,
        Counter({(before, after): count for before, after, count in held["o"]}),
        otherwise,
        Counter({(code, document, rule): count for code, document, rule, count in held["r"]}),
    )
