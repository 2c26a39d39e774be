"""Lists that came along with a question, and the samples of the project, without and with a proposal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from engine import decklists
from engine.model.cards import GAMES
from engine.model.errors import InputError, NotFound
from engine.model.names import fold
from vsdb.catalog.formats.lookup import find_format
from vsdb.check.forms import samples
from vsdb.core.dates import day as read_day
from vsdb.what_if.comparison import Effect, effect
from vsdb.what_if.trying import Trial


@dataclass(frozen=True, slots=True)
class ListEffect:
    """A list with what becomes of it, or why it can't be judged."""

    name: str
    effect: Effect | None = None
    problem: str = ""


def list_effects(trial: Trial) -> list[ListEffect]:
    """The lists of the question, in their order."""
    return [of_text(trial, text, f"List {number}") for number, text in enumerate(trial.question.lists, start=1)]


def sample_effects(trial: Trial) -> list[ListEffect]:
    """The samples of the game."""
    return [of_text(trial, each.text, each.title) for each in samples() if each.game == trial.before.game]


def of_text(trial: Trial, text: str, name: str, *, fmt: str = "", on: date | None = None) -> ListEffect:
    """Judge a list; format and day are those asked for, else its own, else the proposal's only format and today."""
    try:
        said = decklists.metadata(text)
        name = said.get("title") or name
        if "game" in said and fold(said["game"]) not in {fold(trial.before.game), fold(GAMES[trial.before.game])}:
            return ListEffect(name, problem=f"it is for {said['game'][:40]}, not for {GAMES[trial.before.game]}")
        slug = _format(trial, fmt or said.get("format", ""))
        own_day = read_day(said["as-of"], place="as-of") if said.get("as-of") else None
        day = trial.question.on or on or own_day or max(timezone.localdate(), trial.after.since)
        deck = decklists.read(text, trial.before.on(day).catalog, day)
        return ListEffect(name, effect(trial, deck, slug, day))
    except (InputError, NotFound) as refused:
        return ListEffect(name, problem=str(refused))


def _format(trial: Trial, word: str) -> str:
    """The slug of the format that a list is judged in. Raises InputError and NotFound."""
    if trial.question.in_format:
        return trial.question.in_format
    only = trial.question.proposal.formats
    if not word and len(only) == 1:
        return only[0]
    if not word:
        raise InputError("it names no format; write “# format: silver-age” above it", code="format-missing")
    slug = find_format(trial.before, word).slug
    if slug not in trial.before.formats:
        raise InputError(f"the format {slug} isn't one that the proposal is about", code="format-missing")
    return slug
