"""Simulation runs over HTTP: started and cancelled by an account, read by whoever has the key."""

from __future__ import annotations

import json
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.accounts.starters import Starter
from vsdb.api.base import StoredListView, StoredView, describe_answer, read, require_user
from vsdb.api.parameters import path_parameter
from vsdb.api.shapes import OPTIONAL, Day, Flag, Link, Moment, Number, Shape, StrictShape, Text
from vsdb.core.limits.callers import identify_caller
from vsdb.simulations import selectors, services, tasks
from vsdb.simulations.goldfish.api import GoldfishShape
from vsdb.simulations.goldfish.playing import DEFAULT_GAMES, DEFAULT_TURNS, MAX_TURNS, GoldfishRequest
from vsdb.simulations.models import SimulationRun
from vsdb.simulations.services import MAX_GAMES, MAX_SLOW_GAMES

_KEY = path_parameter("key", "The run's key.", str)


class NewSimulationRunShape(StrictShape):
    """A list, and how it is to be played in the background."""

    deck = Text("The deck list.", trim_whitespace=False)
    game = Text("The game's slug. Default: the one that the list names, else that of its cards.", **OPTIONAL)
    games = Number(
        f"Games to play, 1 to {MAX_GAMES:,}; at most {MAX_SLOW_GAMES:,} of a deck whose games are played one by one. "
        f"Default: {DEFAULT_GAMES:,}.",
        **OPTIONAL,
    )
    turns = Number(f"Turns of each game, 1 to {MAX_TURNS}. Default: {DEFAULT_TURNS}.", **OPTIONAL)
    seed = Number("The seed, from 0 to 2^64 - 1. Default: a random one, which the answer names.", **OPTIONAL)
    first = Flag("Whether to go first. Default: false.", **OPTIONAL)
    as_of = Day("The day whose facts and rules count. Default: the list's own day, else today.", **OPTIONAL)


class SimulationRunShape(Shape):
    """Goldfish games in the background, and how far they are."""

    key = Text("Its key. Anyone who has it can read the run.")
    state = Text("waiting, running, done, cancelled or failed.")
    game = Text("The game's slug.")
    as_of = Day("The day whose facts and rules count.")
    games = Number("Games to play.")
    turns = Number("Turns of each.")
    seed = Number("The seed.", of=lambda run: int(run.seed))
    first = Flag("Whether the deck goes first.")
    played = Number("Games played so far.")
    problem = Text("Why it doesn't go on, or why it failed; empty: no problem.")
    asked = Moment("When it was asked for.")
    started = Moment("When its first game was played; null: it waits.", allow_null=True)
    ended = Moment("When it ended; null: it is under way.", allow_null=True)
    page = Link("The path of its page on this site.", "simulate:run", "pk")
    api = Link("Its path in this API.", "api:simulation-run", "pk")


class SimulationRunInFullShape(SimulationRunShape):
    """A run with what its games came to so far."""

    result = GoldfishShape.one(
        "What the games played so far came to, as `POST /api/v1/simulate` answers; null: none yet.",
        allow_null=True,
    )


class SimulationRuns(StoredListView):
    """Goldfish games in the background."""

    @describe_answer(SimulationRunShape(many=True), 401)
    def get(self, request: Request) -> Response:
        """List your account's runs, newest first."""
        return self.page(selectors.list_own_runs(require_user(request)), SimulationRunShape)

    @describe_answer(SimulationRunInFullShape, 400, 401, 403, 404, 409, 429, status=202, takes=NewSimulationRunShape)
    def post(self, request: Request) -> Response:
        """Start goldfish games in the background. Returns the run that is under way if it is the same.

        Ask for its address until its state is `done`. The same seed gives the same games as `POST /api/v1/simulate`.
        """
        starter = _read_starter(request)
        given: dict[str, Any] = {k: v for k, v in read(NewSimulationRunShape, request).items() if v is not None}
        on = given.pop("as_of", None)
        run, is_new = services.start_run(GoldfishRequest(given.pop("deck"), **given), starter, on=on)
        if is_new:
            tasks.start(run.pk)
        return _full(run, 202)


class OneSimulationRun(StoredView):
    """Goldfish games in the background."""

    @describe_answer(SimulationRunInFullShape, 404, parameters=[_KEY])
    def get(self, request: Request, key: str) -> Response:
        """Return how far a run is and what its games came to so far. Needs no token."""
        return _full(selectors.find_run(key))

    @describe_answer(SimulationRunInFullShape, 401, 403, 404, parameters=[_KEY])
    def delete(self, request: Request, key: str) -> Response:
        """Cancel a run that your account started; of one that is over nothing changes. It can still be read."""
        run = selectors.find_run(key)
        services.cancel_run(run, _read_starter(request))
        return _full(selectors.find_run(key))


def _read_starter(request: Request) -> Starter:
    return Starter(require_user(request), caller=identify_caller(request._request))


def _full(run: SimulationRun, status: int = 200) -> Response:
    result = json.loads(run.answer) if run.answer else None
    return Response({**SimulationRunShape(run).data, "result": result}, status=status)
