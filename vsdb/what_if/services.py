"""What if: the use case of the pages, the API and the command line. Nothing is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core import signing
from django.db.models import Q, QuerySet
from django.db.models.functions import Length

from engine import InputError
from engine.what_if.applying import fingerprint_proposal
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.core.limits.computing import bounds_computing
from vsdb.decks import selectors, to_engine
from vsdb.decks.models import Deck, DeckCard
from vsdb.what_if import trials
from vsdb.what_if.questions import WhatIfQuestion
from vsdb.what_if.trials import DeckEffect, PoolEffect, ProposalEffect, ProposalTrial

_MAX_SLUGS = 2_000  #: in one condition; where more cards are touched, nearly every deck is
A_SLICE = 250  #: decks that one request judges twice
_CHARACTERS = 3_000  #: of a list that counts as one deck; a longer one counts as several
Rule = tuple[str, str, str]


def list_decks_in_question(trial: ProposalTrial, viewer: Viewer) -> QuerySet[Deck]:
    """The decks that are asked about: of the game, that the viewer may find, and with a format unless one is given.

    Staff asks about all of them.
    """
    seen = Deck.objects.all() if viewer.may_moderate else selectors.list_findable_decks(viewer)
    found = seen.filter(game=trial.before.game)
    return found if trial.question.in_format else found.exclude(format="")


def list_candidates(trial: ProposalTrial, viewer: Viewer) -> QuerySet[Deck]:
    """Those of them whose outcome the proposal can change; the others have none of its cards, nor of their names, every
    one of their lines is read, or they are judged on a day before it counts.

    Cards of the same name count as touched as well: which of them a list means may hang on the day.
    """
    found = list_decks_in_question(trial, viewer)
    if trial.question.on and trial.question.on < trial.after.since:
        return found.none()
    if not trial.question.on:
        found = found.exclude(as_of__lt=trial.after.since)
    return found.filter(_may_be_touched(trial))


def _may_be_touched(trial: ProposalTrial) -> Q:
    """One condition for all formats that the proposal changes by the same cards."""
    if trial.question.in_format:
        if trial.question.in_format not in trial.touched:
            return Q(pk__in=())
        return _has_any(trial, trial.touched[trial.question.in_format])
    by_cards: dict[frozenset[str] | None, list[str]] = {}
    for name, slug in trial.named.items():
        if slug in trial.touched:
            by_cards.setdefault(trial.touched[slug], []).append(name)
    condition = Q(pk__in=())
    for slugs, names in by_cards.items():
        condition |= Q(format__in=names) & _has_any(trial, slugs)
    return condition


def _has_any(trial: ProposalTrial, slugs: frozenset[str] | None) -> Q:
    if slugs is None:
        return Q()
    by_slug = trial.before.catalog.by_slug
    names = {by_slug[slug].name for slug in slugs}
    named = sorted({card.slug for name in names for card in trial.before.catalog.by_name(name)})
    if len(named) > _MAX_SLUGS:
        return Q()
    holding = DeckCard.objects.filter(slug__in=named).order_by().values("deck")
    # Of a deck with a line that names no one card the rows hold less than its list.
    is_known = Q(is_wholly_read=True, facts=cards.get_data_version(trial.before.game))
    return Q(pk__in=holding) | ~is_known


@dataclass(frozen=True, slots=True)
class RunningTotals:
    """What came of the decks that were looked at: `outcomes` by what they were and would be, `rules` that only the
    proposal breaks with the decks that break them. `last` is the key of the last deck; 0 before the first."""

    last: int = 0
    looked: int = 0
    listed: int = 0
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    otherwise: int = 0  #: decks of which something else is said while the outcome stays
    rules: Counter[Rule] = field(default_factory=Counter)

    def after(self, last: int, effects: Sequence[ProposalEffect], listed: int) -> RunningTotals:
        """With some more decks."""
        outcomes = self.outcomes + Counter((each.before, each.after) for each in effects)
        otherwise = self.otherwise + sum(each.is_touched and each.before == each.after for each in effects)
        rules = self.rules + Counter(rule for each in effects for rule in each.rules)
        return RunningTotals(last, self.looked + len(effects), self.listed + listed, outcomes, otherwise, rules)

    @property
    def changed(self) -> list[tuple[str, str, int]]:
        """How many decks go from which outcome to which, most first."""
        return [(*turn, count) for turn, count in self.outcomes.most_common() if turn[0] != turn[1]]

    @property
    def unchanged(self) -> int:
        """How many decks keep their outcome."""
        return sum(count for (before, after), count in self.outcomes.items() if before == after)


@dataclass(frozen=True, slots=True)
class EffectBatch:
    """The decks of one request, and the sum of all that were looked at since the first.

    `decks` are asked about, `candidates` can be touched. `listed` are those of this slice of which anything is
    otherwise, as far as the viewer may see them. `cursor` asks for the next ones; empty where there are none.
    """

    decks: int
    candidates: int
    listed: tuple[DeckEffect, ...]
    so_far: RunningTotals
    cursor: str = ""
    is_first: bool = True

    @property
    def others(self) -> int:
        """How many of the decks that are asked about can't be touched."""
        return self.decks - self.candidates

    @property
    def hidden(self) -> int:
        """How many decks that are otherwise aren't listed because they aren't the viewer's to see."""
        changed = sum(count for *_, count in self.so_far.changed)
        return changed + self.so_far.otherwise - self.so_far.listed


def check_batch(trial: ProposalTrial, viewer: Viewer, cursor: str = "", most: int | None = None) -> EffectBatch:
    """Judge the next decks, the newest first; six queries. Raises InputError for a cursor of another question."""
    most = most or A_SLICE
    before = _so_far(trial, viewer, cursor)
    waiting = list_candidates(trial, viewer)
    total = waiting.count()
    if before.last:
        waiting = waiting.filter(pk__lt=before.last)
    rows = list(waiting.order_by("-pk").values_list("pk", Length("text"))[: most + 1])
    keys = _affordable(rows, most)
    found = Deck.objects.select_related("owner").in_bulk(keys)
    effects = [(found[key], find_effect(trial, found[key])) for key in keys if key in found]
    seen = set(selectors.list_findable_decks(viewer).filter(pk__in=keys).values_list("pk", flat=True))
    listed = tuple(DeckEffect(row.title, each, row=row) for row, each in effects if each.is_touched and row.pk in seen)
    so_far = before.after(keys[-1] if keys else before.last, [each for _, each in effects], len(listed))
    decks = list_decks_in_question(trial, viewer).count()
    following = _sign(trial, viewer, so_far) if len(keys) < len(rows) else ""
    return EffectBatch(decks, total, listed, so_far, following, is_first=not cursor)


def find_effect(trial: ProposalTrial, row: Deck) -> ProposalEffect:
    """What a proposal does to a stored deck in its own format, or in the one that is asked about; on the day asked for,
    else its own, else today's."""
    day = trial.question.on or row.as_of or trial.today
    slug = trial.question.in_format or trial.named[row.format]
    return trials.compute_effect(trial, to_engine.build_deck(row.text, row.game_id, day), slug, day)


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


def _build_salt(trial: ProposalTrial, viewer: Viewer) -> str:
    """What a cursor belongs to: the question, the facts, and whoever asks."""
    asked = trial.question
    whose = f"{viewer.user} {viewer.may_moderate}"
    proposed = f"{trial.before.data_version} {fingerprint_proposal(asked.proposal)}"
    return f"what-if {proposed} {asked.on} {asked.in_format} {whose}"


def _sign(trial: ProposalTrial, viewer: Viewer, so_far: RunningTotals) -> str:
    held = {
        "l": [so_far.last, so_far.looked, so_far.listed, so_far.otherwise],
        "o": [[*turn, count] for turn, count in so_far.outcomes.items()],
        "r": [[*rule, count] for rule, count in so_far.rules.items()],
    }
    return signing.dumps(held, salt=_build_salt(trial, viewer), compress=True)


def _so_far(trial: ProposalTrial, viewer: Viewer, cursor: str) -> RunningTotals:
    if not cursor:
        return RunningTotals()
    try:
        held: dict[str, Any] = signing.loads(cursor, salt=_build_salt(trial, viewer))
    except signing.BadSignature as exc:
        said = "the facts or the question have changed since; start again with the first decks"
        raise InputError(said, place="cursor", code="stale-cursor") from exc
    last, looked, listed, otherwise = held["l"]
    outcomes = Counter({(before, after): count for before, after, count in held["o"]})
    rules = Counter({(code, document, rule): count for code, document, rule, count in held["r"]})
    return RunningTotals(last, looked, listed, outcomes, otherwise, rules)


@dataclass(frozen=True, slots=True)
class WhatIfAnswer:
    """What a proposal would do: to decks, a slice of them at a time, to the lists that came along, and to pools."""

    trial: ProposalTrial
    stored: EffectBatch
    lists: tuple[DeckEffect, ...]
    pools: tuple[PoolEffect, ...]


@bounds_computing
def run_what_if(question: WhatIfQuestion, viewer: Viewer, *, cursor: str = "", most: int | None = None) -> WhatIfAnswer:
    """Try a proposal on the next decks; lists and pools only beside the first ones. Nine queries.

    Raises InputError and NotFound for what can't be proposed or asked.
    """
    with cards.pin_data_versions():
        tried = trials.build_trial(question)
        stored = check_batch(tried, viewer, cursor, most)
        if cursor:
            return WhatIfAnswer(tried, stored, (), ())
        return WhatIfAnswer(tried, stored, tuple(trials.list_effects(tried)), tuple(trials.list_pool_effects(tried)))
