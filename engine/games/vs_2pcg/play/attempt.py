"""The value that checks of the 2PCG look at: who acts, who stands where, and what is derived from that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.games.vs_2pcg.play.facts import (
    BACK,
    DURING,
    FACE_UP,
    FRONT,
    OPPONENT,
    PHASE_OF,
    RESOLUTION,
    YOU,
    Character,
    Position,
    Side,
    Turn,
)
from engine.games.vs_2pcg.play.figures import work_out
from engine.play.facts import Maybe, read_facts
from engine.play.rules import Edition
from engine.play.truth import Truth, Unknown, equals


class Figure:
    """A character with its side and row."""

    __slots__ = ("facts", "row", "side")

    def __init__(self, facts: Character, side: str, row: Maybe[str]) -> None:
        self.facts, self.side, self.row = facts, side, row

    @property
    def name(self) -> str:
        """The name for messages, else the id."""
        return self.facts.name if isinstance(self.facts.name, str) else self.facts.id or "The character"

    @property
    def is_named(self) -> bool:
        """Whether it has a name or an id."""
        return isinstance(self.facts.name, str) or bool(self.facts.id)

    @property
    def key(self) -> str:
        """The id, else the name: by this a result names it."""
        return self.facts.id or self.name

    @property
    def face_up(self) -> Truth:
        """Whether its powers are on."""
        return True if self.facts.type == "machine" else equals(self.facts.state, FACE_UP)

    def has(self, keyword: str) -> bool:
        """Whether a keyword is said; one that isn't said is taken as absent."""
        return has_keyword(self.facts.keywords, keyword)

    def may_have(self, keyword: str) -> Truth:
        """Whether it has a keyword that would help; unknown where no keywords are said."""
        if self.facts.keywords is None:
            return Unknown((f"{self.facts.path}.keywords",))
        return self.has(keyword)

    @property
    def flight(self) -> Truth:
        """Whether it has Flight, said by itself or among its keywords."""
        return True if isinstance(self.facts.flight, Unknown) and self.has("Flight") else self.facts.flight

    @property
    def range(self) -> Truth:
        """Whether it has Range, said by itself or among its keywords."""
        said = self.has("Range") or self.has("Ranged")
        return True if isinstance(self.facts.range, Unknown) and said else self.facts.range

    @property
    def atk(self) -> Maybe[int]:
        """The ATK as it stands now: as said, else worked out from the base figures."""
        worked = tuple(work_out(self.facts)) if isinstance(self.facts.atk, Unknown) else ()
        return worked[-1].atk if worked else self.facts.atk

    @property
    def defence(self) -> Maybe[int]:
        """The DEF as it stands now: as said, else worked out from the base figures."""
        worked = tuple(work_out(self.facts)) if isinstance(self.facts.def_, Unknown) else ()
        return worked[-1].defence if worked else self.facts.def_


class Attempt:
    """A position and an action, with all characters."""

    __slots__ = ("by", "by_id", "enemy", "figures", "phase", "position", "says", "step", "turn")

    def __init__(self, position: Position, says: Any, edition: Edition) -> None:
        self.position, self.says, self.turn = position, says, position.turn
        self.by: str = says.by
        self.enemy = OPPONENT if self.by == YOU else YOU
        self.phase, self.step = _read_time(position.turn)
        self.figures = (*self._list_figures(self.enemy), *self._list_figures(self.by))
        self.by_id = {each.facts.id: each for each in self.figures if each.facts.id}

    def _list_figures(self, side: str) -> Iterator[Figure]:
        held = self.side(side)
        for row, characters in ((FRONT, held.front), (BACK, held.back)):
            if not isinstance(characters, Unknown):
                yield from (Figure(each, side, row) for each in characters)
        yield from (Figure(each, side, each.row) for each in held.characters)

    def side(self, side: str) -> Side:
        """What a player has."""
        return self.position.you if side == YOU else self.position.opponent

    @property
    def own(self) -> Side:
        """What the acting player has."""
        return self.side(self.by)

    def figure(self, name: str, side: str) -> Figure:
        """A character by its id; one that no list holds is taken to stand on the side that the action implies."""
        found = self.by_id.get(name)
        if found is None:
            facts = read_facts(Character, {"id": name}, f"{side}.characters.{name}")
            return Figure(facts, side, facts.row)
        return found

    def on_side(self, side: str) -> tuple[Figure, ...]:
        """The characters of a side that are listed."""
        return tuple(each for each in self.figures if each.side == side)

    def row_open(self, side: str, row: str) -> Unknown | None:
        """What to ask where a row isn't listed."""
        held = self.side(side)
        return Unknown((f"{side}.{row}",)) if isinstance(getattr(held, row), Unknown) else None


def has_keyword(keywords: tuple[str, ...] | None, keyword: str) -> bool:
    """Whether a keyword is said, in whatever case."""
    return keyword.casefold() in (each.casefold() for each in keywords or ())


def _read_time(turn: Turn) -> tuple[Maybe[str], Maybe[str]]:
    """Phase and step. A step that is said implies its phase; where the two contradict each other, both are unknown."""
    step = _step_of(turn)
    if isinstance(step, Unknown):
        return turn.phase, step
    if isinstance(turn.phase, Unknown) or turn.phase == PHASE_OF[step]:
        return PHASE_OF[step], step
    unknown = Unknown(("turn.phase", "turn.step"))
    return unknown, unknown


def _step_of(turn: Turn) -> Maybe[str]:
    """The step; once both players have passed, the combat resolves."""
    has_ended = not isinstance(turn.combat, Unknown) and turn.combat.passes == 2
    return RESOLUTION if turn.step == DURING and has_ended else turn.step
