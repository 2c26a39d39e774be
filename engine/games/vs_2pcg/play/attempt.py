"""The value that checks of the 2PCG look at: who acts, who stands where, and what is derived from that."""

from __future__ import annotations

from typing import Any

from engine.games.vs_2pcg.play.facts import BACK, FACE_UP, FRONT, OPPONENT, PHASE_OF, YOU, Character, Position, Side
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
    def face_up(self) -> Truth:
        """Whether its powers are on."""
        return True if self.facts.type == "machine" else equals(self.facts.state, FACE_UP)

    def has(self, keyword: str) -> bool:
        """Whether a keyword is said; one that isn't said is taken as absent."""
        return self.facts.keywords is not None and keyword in self.facts.keywords

    def may_have(self, keyword: str) -> Truth:
        """Whether it has a keyword that would help; unknown where no keywords are said."""
        if self.facts.keywords is None:
            return Unknown((f"{self.facts.path}.keywords",))
        return keyword in self.facts.keywords


class Attempt:
    """A position and an action, with all characters by id."""

    __slots__ = ("by", "enemy", "figures", "phase", "position", "says", "step", "turn")

    def __init__(self, position: Position, says: Any, edition: Edition) -> None:
        self.position, self.says, self.turn = position, says, position.turn
        self.by: str = says.by
        self.enemy = OPPONENT if self.by == YOU else YOU
        self.step = position.turn.step
        self.phase = position.turn.phase if isinstance(self.step, Unknown) else PHASE_OF[self.step]
        self.figures: dict[str, Figure] = {}
        for side in (self.enemy, self.by):
            self._read(side)

    def _read(self, side: str) -> None:
        held = self.side(side)
        for row, characters in ((FRONT, held.front), (BACK, held.back)):
            if not isinstance(characters, Unknown):
                self.figures |= {each.id: Figure(each, side, row) for each in characters}
        self.figures |= {each.id: Figure(each, side, each.row) for each in held.characters}

    def side(self, side: str) -> Side:
        """What a player has."""
        return self.position.you if side == YOU else self.position.opponent

    @property
    def own(self) -> Side:
        """What the acting player has."""
        return self.side(self.by)

    def figure(self, name: str, side: str) -> Figure:
        """A character by its id; one that no list holds is taken to stand on the side that the action implies."""
        found = self.figures.get(name)
        if found is None:
            facts = read_facts(Character, {"id": name}, f"{side}.characters.{name}")
            return Figure(facts, side, facts.row)
        return found

    def on_side(self, side: str) -> tuple[Figure, ...]:
        """The characters of a side that are listed."""
        return tuple(each for each in self.figures.values() if each.side == side)

    def row_open(self, side: str, row: str) -> Unknown | None:
        """What to ask where a row isn't listed."""
        held = self.side(side)
        return Unknown((f"{side}.{row}",)) if isinstance(getattr(held, row), Unknown) else None
