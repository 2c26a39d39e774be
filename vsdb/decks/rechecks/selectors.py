"""Reads of rechecks and of verdicts that changed; each says how many queries it costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, Count, F, Max, Min, Q, QuerySet, Sum, When
from django.utils import timezone

from engine.model.errors import NotFound
from engine.model.verdicts import ILLEGAL, UNCERTAIN
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.models import Game
from vsdb.decks import verdict_cache, verdict_records
from vsdb.decks.models import Deck
from vsdb.decks.rechecks.models import Portion, Recheck, VerdictChange
from vsdb.decks.selectors import list_findable_decks

PATIENCE = timedelta(seconds=8)  #: until somebody is called again to a recheck that nobody works on
_GRAVEST = (ILLEGAL, UNCERTAIN)  #: outcomes; what is legal comes last


@dataclass(frozen=True, slots=True)
class RecheckProgress:
    """How far a recheck is, in decks; `at_work` are the portions that somebody works on now."""

    total: int
    done: int
    judged: int
    left_out: int
    failed: int
    at_work: int
    began: datetime | None
    last: datetime | None

    @property
    def percent(self) -> int:
        """From 0 to 100, rounded down."""
        return self.done * 100 // self.total if self.total else 100

    @property
    def per_second(self) -> float | None:
        """Decks a second from the first taken to the last recorded; None where nothing is recorded yet."""
        if self.began is None or self.last is None:
            return None
        return self.done / max((self.last - self.began) / timedelta(seconds=1), 0.001)


def list_verdict_changes(decks: QuerySet[Deck]) -> QuerySet[VerdictChange]:
    """How the verdicts of these decks changed, the newest first; also of editions that aren't the newest any more."""
    return VerdictChange.objects.filter(deck__in=decks).select_related("deck", "recheck")


def map_latest_changes(decks: Iterable[int]) -> Mapping[int, VerdictChange]:
    """By the key of a deck the newest change of its verdict, where nobody has edited the deck since; one query."""
    current = VerdictChange.objects.filter(deck__in=list(decks), edition=F("deck__edition"), format=F("deck__format"))
    return {change.deck_id: change for change in current.order_by("pk").select_related("recheck")}


def recheck_of(number: int) -> Recheck:
    """A recheck; one query. Raises NotFound."""
    found = Recheck.objects.select_related("by").filter(pk=number).first()
    if found is None:
        raise NotFound(f"there is no recheck {number}")
    return found


def list_rechecks() -> QuerySet[Recheck]:
    """All rechecks, the newest first."""
    return Recheck.objects.select_related("by")


def list_games_to_recheck() -> list[dict[str, Any]]:
    """The games that have facts, with how many stored decks have a format and the last recheck of them all; `is_behind`
    where facts came in since. Three queries."""
    counts = dict(Deck.objects.exclude(format="").order_by().values_list("game").annotate(number=Count("pk")))
    of_all = Recheck.objects.filter(only_ended=False)
    newest = of_all.filter(pk__in=of_all.order_by().values("game").annotate(n=Max("pk")).values("n"))
    last = {each.game_id: each for each in newest}
    listed = []
    for game in Game.objects.exclude(data_version="").order_by("position"):
        decks, found = counts.get(game.pk, 0), last.get(game.pk)
        is_behind = bool(decks) and found is not None and found.after != game.data_version
        listed.append({"game": game.pk, "decks": decks, "last": found, "is_behind": is_behind})
    return listed


def list_visible_changes(recheck: Recheck, viewer: Viewer) -> QuerySet[VerdictChange]:
    """The changes of a recheck in decks that the viewer may find, the gravest first: what is illegal now."""
    order = Case(*(When(after=outcome, then=place) for place, outcome in enumerate(_GRAVEST)), default=len(_GRAVEST))
    seen = recheck.changes.filter(deck__in=list_findable_decks(viewer)).select_related("deck__owner")
    return seen.order_by(order, "-deck__edited", "pk")


def count_progress(recheck: Recheck) -> RecheckProgress:
    """How far a recheck is; one query."""
    over = Q(state=Portion.State.DONE)
    found = recheck.portions.aggregate(
        done=Sum("size", filter=over, default=0),
        judged=Sum("judged", filter=over, default=0),
        left_out=Sum("left_out", filter=over, default=0),
        failed=Sum("size", filter=Q(state=Portion.State.FAILED), default=0),
        at_work=Count("pk", filter=Q(state=Portion.State.TAKEN, until__gt=timezone.now())),
        began=Min("started"),
        last=Max("ended"),
    )
    return RecheckProgress(total=recheck.total, **found)


def may_be_resumed(recheck: Recheck) -> bool:
    """Whether it isn't done and nobody works on it, or it failed; one query."""
    if recheck.state == Recheck.State.RUNNING:
        return bool(recheck.problem) or is_stalled(recheck)
    running = Recheck.objects.filter(game=recheck.game_id, state=Recheck.State.RUNNING)
    return recheck.state == Recheck.State.FAILED and not running.exists()


def is_stalled(recheck: Recheck) -> bool:
    """Whether nobody works on a recheck that was called to a while ago."""
    now = timezone.now()
    at_work = Q(state=Portion.State.TAKEN, until__gt=now)
    return recheck.called < now - PATIENCE and not recheck.portions.filter(at_work).exists()


def list_stuck_rechecks() -> list[Recheck]:
    """The rechecks that are to run and don't: nobody works on them, or something is wrong; a query for each."""
    running = Recheck.objects.filter(state=Recheck.State.RUNNING)
    return [each for each in running if each.problem or is_stalled(each)]


def count_missed_verdicts() -> int:
    """Of how many decks no verdict holds today, nor held yesterday, though no recheck is under way; three queries a
    game."""
    today = verdict_records.get_today()
    busy = Recheck.objects.filter(state=Recheck.State.RUNNING).values("game")
    games = Game.objects.exclude(data_version="").exclude(pk__in=busy).values_list("pk", flat=True)
    return sum(verdict_cache.list_ended(game, today, today - timedelta(days=1)).count() for game in games)


def count_open_portions() -> tuple[int, int]:
    """How many rechecks are running, and how many of their portions are left; two queries."""
    running = Recheck.objects.filter(state=Recheck.State.RUNNING)
    is_open = Q(state__in=(Portion.State.WAITING, Portion.State.TAKEN))
    return running.count(), Portion.objects.filter(is_open, recheck__in=running).count()


def count_outcome_changes(recheck: Recheck) -> Mapping[tuple[str, str], int]:
    """How many verdicts of a recheck went from an outcome to another, or stayed with other codes; one query."""
    rows = recheck.changes.order_by("before", "after").values_list("before", "after").annotate(number=Count("pk"))
    return {(before, after): number for before, after, number in rows}


def count_code_changes(recheck: Recheck) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """In how many decks a code came, and in how many one went, the most frequent first; one query."""
    came: Counter[str] = Counter()
    went: Counter[str] = Counter()
    rows = recheck.changes.order_by().values("codes_before", "codes_after").annotate(number=Count("pk"))
    for row in rows:
        before, after = {*row["codes_before"].split()}, {*row["codes_after"].split()}
        came.update(dict.fromkeys(after - before, row["number"]))
        went.update(dict.fromkeys(before - after, row["number"]))
    return _sort_frequent(came), _sort_frequent(went)


@dataclass(frozen=True, slots=True)
class RecheckReport:
    """A recheck with its figures. `outcomes`: how many verdicts went from an outcome to another; `came` and `went`:
    in how many changed verdicts a code stands since, or no more, the most frequent first."""

    recheck: Recheck
    progress: RecheckProgress
    outcomes: Mapping[tuple[str, str], int]
    came: Mapping[str, int]
    went: Mapping[str, int]
    may_be_resumed: bool

    @property
    def changed(self) -> int:
        """Decks whose verdict is another one."""
        return sum(self.outcomes.values())

    @property
    def rows(self) -> list[dict[str, str | int]]:
        """The outcomes in words, the most frequent first."""
        return [
            {"decks": number, "said": f"still {before}" if before == after else f"{before} to {after}"}
            for (before, after), number in sorted(self.outcomes.items(), key=lambda each: -each[1])
        ]

    @property
    def codes(self) -> list[tuple[str, int, int]]:
        """Each code, in how many decks it came and from how many it went."""
        return [(code, self.came.get(code, 0), self.went.get(code, 0)) for code in {**self.came, **self.went}]

    @property
    def is_under_way(self) -> bool:
        """Whether somebody should look again."""
        return self.recheck.state == Recheck.State.RUNNING


def report(recheck: Recheck) -> RecheckReport:
    """A recheck with its figures of now; five queries at most."""
    progress, outcomes = count_progress(recheck), count_outcome_changes(recheck)
    return RecheckReport(recheck, progress, outcomes, *count_code_changes(recheck), may_be_resumed(recheck))


def _sort_frequent(codes: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(codes.items(), key=lambda each: (-each[1], each[0])))
