"""Verdicts of stored decks that are kept, for as long as list, facts and rules are those that they came from.

`verdict_records.py` works them out and writes them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import nullcontext
from datetime import date, timedelta
from functools import reduce
from itertools import accumulate, chain
from operator import or_
from typing import Any

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce

from engine.model.formats import Format
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named, get_custom_formats
from vsdb.check.services import VERDICTS
from vsdb.core.code_version import get_code_version
from vsdb.core.limits.computing import bound_computing
from vsdb.core.read_only import is_refusing_writes
from vsdb.decks.models import Deck, Judgement
from vsdb.decks.rechecks.models import Standing
from vsdb.decks.verdict_records import (
    JUDGED,
    compute_cached_verdict,
    get_facts_state,
    get_today,
    store_verdicts,
)

MAX_AT_ONCE = 500  #: decks that one request judges; each takes a few milliseconds, and a list of any length longer
_CHARACTERS = 3_000  #: of a list that counts as one deck; a longer one counts as several
_BATCH = 200
MANY_DECKS = 60  #: judged by one request, beyond which it counts as what takes long
_KEPT_DAYS = timedelta(days=7)
_MAX_KEPT = 1_000_000  #: verdicts, of any day that anybody asked for; a few hundred bytes each


def list_valid_own_verdicts(game: str, today: date) -> QuerySet[Judgement]:
    """The kept verdicts of decks in their own format that hold on their own day, or today.

    Those in a format by an organizer are kept by the name of its version, so that they end with it.
    """
    day = Coalesce("deck__as_of", Value(today))
    own = _list_valid(game).filter(format=get_custom_formats().current_name(game))
    return own.alias(day=day).filter(since__lte=F("day"), until__gte=F("day"))


def list_ended(game: str, *days: date) -> QuerySet[Deck]:
    """The decks of a game in a format of which no verdict is recorded that holds on their own day, else on one of these
    days; a format that is gone has no verdicts. One query, beside those for the formats."""
    same = Standing.objects.filter(deck=OuterRef("pk"), edition=OuterRef("edition"), format=OuterRef("format"))
    held = same.filter(state=get_facts_state(game))
    found = Deck.objects.filter(game=game).exclude(format="")
    for today in days:
        day = Coalesce("deck__as_of", Value(today))
        found = found.exclude(_look_up(Exists(held.alias(day=day).filter(since__lte=F("day"), until__gte=F("day")))))
    reference = cards.get_reference(game)
    formats = found.order_by().values_list("format", flat=True).distinct()
    return found.filter(format__in=[slug for slug in formats if format_named(reference, slug)])


def is_judged(fmt: Format, day: date, **wanted: Any) -> Q:
    """Whether a deck has a kept verdict in a format that holds on a day, and is as wanted (`outcome`).

    No deck of another game has one: no two games have the same state.
    """
    held = Judgement.objects.filter(deck=OuterRef("pk"), edition=OuterRef("edition"), state=get_facts_state(fmt.game))
    return _look_up(Exists(held.filter(format=fmt.slug, since__lte=day, until__gte=day, **wanted)))


def _look_up(verdict: Exists) -> Q:
    """Whether a deck has such a verdict, asked so that PostgreSQL doesn't join the tables.

    Just after new facts it expects one verdict by them, and would compare each deck with every one there is.
    """
    return Q(Case(When(verdict, then=Value(True)), default=Value(False)))


def is_judged_by_itself(games: Collection[str], today: date, wanted: Q | None = None) -> Q:
    """Whether a deck has a verdict in its own format that holds on its own day, or today, and is as wanted.

    In a recorded format that is the one that it stands by, which costs one look at each.
    """
    found = _is_in_recorded_format(games) & Q(_stands(games, today, wanted or Q()))
    for game in _list_games_of_organizers(games):
        found |= Q(pk__in=_list_valid_by_organizers(game, today).filter(wanted or Q()).values("deck"))
    return found


def _is_in_recorded_format(games: Collection[str]) -> Q:
    references = map(cards.get_reference, games)
    return reduce(or_, (Q(game=each.game, format__in=list(each.formats)) for each in references), Q(pk__in=()))


def _stands(games: Collection[str], today: date, wanted: Q) -> Exists:
    same = Standing.objects.filter(deck=OuterRef("pk"), edition=OuterRef("edition"), format=OuterRef("format"))
    day = Coalesce(OuterRef("as_of"), Value(today))
    return Exists(same.filter(wanted, state__in=map(get_facts_state, games), since__lte=day, until__gte=day))


def _list_games_of_organizers(games: Collection[str]) -> list[str]:
    """Those of the games that have formats by organizers."""
    return [game for game in games if get_custom_formats().offered(cards.get_reference(game))]


def _list_valid_by_organizers(game: str, today: date) -> QuerySet[Judgement]:
    return list_valid_own_verdicts(game, today).exclude(deck__format__in=list(cards.get_reference(game).formats))


def _list_valid(game: str) -> QuerySet[Judgement]:
    return Judgement.objects.filter(state=get_facts_state(game), edition=F("deck__edition"), deck__game=game)


def judge_decks_without_verdict(
    decks: QuerySet[Deck], fmt: Format, day: date, *, most: int = MAX_AT_ONCE
) -> tuple[int, int]:
    """Judge those of the decks that have no verdict in a format on a day that still holds, the last edited first.

    How much of `most` was spent on it, and how many are left because that wasn't enough. One query, and three and a
    transaction for each 200 decks that are judged, beside those for the versions of the facts.
    """
    return _judge_first(list_without_verdict(decks, fmt, day), get_today(), most, slug=fmt.slug, day=day)


def list_without_verdict(decks: QuerySet[Deck], fmt: Format, day: date) -> list[QuerySet[Deck]]:
    """Those of the decks that have no verdict in a format of their game that holds on a day."""
    return [decks.filter(~is_judged(fmt, day), game=fmt.game)]


def check_own(
    decks: QuerySet[Deck], games: Collection[str], today: date, *, most: int = MAX_AT_ONCE
) -> tuple[int, int]:
    """Judge those of the games without a verdict in their own format on their own day."""
    return _judge_first(list_without_own_verdict(decks, games, today), today, most)


def list_without_own_verdict(decks: QuerySet[Deck], games: Collection[str], today: date) -> list[QuerySet[Deck]]:
    """Those of the decks that have no verdict in their own format that holds on their own day: those in recorded
    formats, and for each game with formats by organizers those in these."""
    waiting = [decks.filter(_is_in_recorded_format(games), ~_look_up(_stands(games, today, Q())))]
    for game in _list_games_of_organizers(games):
        others = decks.filter(game=game).exclude(format__in=[*cards.get_reference(game).formats, ""])
        waiting.append(others.exclude(pk__in=_list_valid_by_organizers(game, today).values("deck")))
    return waiting


def _judge_first(
    waiting: Iterable[QuerySet[Deck]], today: date, most: int, *, slug: str = "", day: date | None = None
) -> tuple[int, int]:
    """Judge as many of the decks as `most` allows in a format on a day, else each in its own on its own, and keep what
    comes of it; a format that is gone judges none.

    Nearly always none is waiting: only then their lists are read.
    """
    rows = (each.order_by().values_list("edited", "pk") for each in waiting)
    keys = [pk for _, pk in sorted(chain.from_iterable(rows), reverse=True)]
    most = 0 if is_refusing_writes() else max(most, 0)  # a verdict that can't be kept helps nobody
    spent = taken = 0
    for start in range(0, min(most, len(keys)), _BATCH):
        batch = keys[start : min(start + _BATCH, most)]
        held = Deck.objects.only(*JUDGED).in_bulk(batch)
        costs = list(accumulate((_cost(held.get(pk)) for pk in batch), initial=spent))
        affordable = bisect_right(costs, most) - 1
        with bound_computing() if min(most, len(keys)) > MANY_DECKS else nullcontext():
            _judge_and_keep([held[pk] for pk in batch[:affordable] if pk in held], today, slug, day)
        spent, taken = costs[affordable], taken + affordable
        if affordable < len(batch):
            break
    return spent, len(keys) - taken


def _cost(deck: Deck | None) -> int:
    return 1 + len(deck.text) // _CHARACTERS if deck else 0


def _judge_and_keep(decks: Sequence[Deck], today: date, slug: str, day: date | None) -> None:
    for game in {deck.game_id for deck in decks}:
        state = get_facts_state(game)
        made = [
            compute_cached_verdict(deck, slug or deck.format, day or deck.as_of or today, state)
            for deck in decks
            if deck.game_id == game
        ]
        store_verdicts([each[0] for each in made if each is not None], today)


@cards.pin_data_versions()
def map_own_outcomes(decks: Sequence[Deck], today: date) -> Mapping[int, str]:
    """The outcome of each of these decks in its own format on its own day, by key; none for one without a format.

    What isn't kept yet is judged and kept. A query, one more for each game with decks in formats by organizers, and
    what judging costs.
    """
    own = [deck for deck in decks if deck.format]
    if not own:
        return {}
    found = _find_own_outcomes(own, today)
    VERDICTS.labels("deck", "cache").inc(len(found))
    # The whole table of verdicts is asked for those that are missing only where some are.
    if missing := [deck for deck in own if deck.pk not in found]:
        check_own(Deck.objects.filter(pk__in=[deck.pk for deck in missing]), {deck.game_id for deck in missing}, today)
        found |= _find_own_outcomes(missing, today)
    return found


def _find_own_outcomes(decks: Sequence[Deck], today: date) -> dict[int, str]:
    found: dict[int, str] = {}
    for game in {deck.game_id for deck in decks}:
        official = cards.get_reference(game).formats
        others = [deck.pk for deck in decks if deck.game_id == game and deck.format not in official]
        if others:
            found |= list_valid_own_verdicts(game, today).filter(deck__in=others).values_list("deck", "outcome")
    keys = [deck.pk for deck in decks if deck.pk not in found]
    stands = Deck.objects.order_by().filter(is_judged_by_itself({deck.game_id for deck in decks}, today), pk__in=keys)
    return {**dict(stands.values_list("pk", "standing__outcome")), **found}


def list_past_verdicts() -> QuerySet[Judgement]:
    """The kept verdicts of decks without a day of their own that have held on no day for a week, or rest on facts that
    are over; one query."""
    long_ago = get_today() - _KEPT_DAYS
    code = get_code_version()[:31]
    states = [f"{version[:31]} {code}" for version in cards.map_stored_versions().values()]
    made = Judgement.objects.filter(as_of__lt=long_ago, deck__as_of=None, as_of__gte=F("deck__created__date"))
    return made.filter(Q(until=None) | Q(until__lt=long_ago) | ~Q(state__in=states))


def delete_oldest_verdicts() -> None:
    """Throw away the oldest of very many verdicts; two queries."""
    if is_refusing_writes():
        return
    newest = Judgement.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    Judgement.objects.filter(pk__lte=newest - _MAX_KEPT).delete()
