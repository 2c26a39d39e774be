"""What a field of the query language is: its keys, its kind, what it means and examples of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.model.cards import GAMES

ALL_GAMES = tuple(GAMES)


class Kind(StrEnum):
    """How a field's values are read and compared; `OPERATORS` says with which operators.

    What a term of the kind holds after parsing:
    NAME, TEXT      op `:` or `=`; Word (`*`: any recorded) or Pattern
    COUNTED_TEXT    as TEXT, or as COUNT where a number follows or the operator compares
    CHOICE          op `:` or `=`; Word
    ORDERED         op `=` and the five others; Word
    NUMBER, COUNT   likewise; Figures, or with `=` and `!=` Word: `even`, `odd`, `none`, `unknown` or a sign as it is
                    printed; where figures are compared with figures, `left` is set
    LABELS          `:` has (of Several: any of them), `=` exactly, `<=` no others, `>=` all of them, `<` and `>`
                    likewise but not the same; Word (`*`: any, `none`: recorded as none, `unknown`), Several, or Pattern
                    with `:`
    SET             `:` in that set (of Several: any of them), the others as LABELS; Word (code or name) or Several
    NUMBERED        a collector's number: as ORDERED, with `=` and `!=` also a span `1..50` with either end left out
    DATE            as ORDERED; Word: what `days.period` reads, or `set:` and a set's code or name
    LEGALITY        op `:`; Word (`*`: any format), `on` the day, set or event after the `@`
    FLAG            op `:`; Word: the name of a choice
    SUBQUERY        op `:`; Subquery
    DISPLAY         never a term: it is taken into the query's display or day
    `!=` is left only where missing facts matter (ORDERED, NUMBER, COUNT, NUMBERED, DATE); else it is Not of `=` or `:`.
    """

    NAME = "name"
    TEXT = "text"
    COUNTED_TEXT = "text or count"
    CHOICE = "choice"
    ORDERED = "ordered choice"
    NUMBER = "number"
    COUNT = "count"
    LABELS = "labels"
    SET = "set"
    NUMBERED = "collector's number"
    DATE = "date"
    LEGALITY = "legality"
    FLAG = "flag"
    SUBQUERY = "query"
    DISPLAY = "display"


_ANY = (":", "=", "!=", "<", "<=", ">", ">=")
_SAME = (":", "=", "!=")
OPERATORS: dict[Kind, tuple[str, ...]] = {
    Kind.NAME: _SAME,
    Kind.TEXT: _SAME,
    Kind.COUNTED_TEXT: _ANY,
    Kind.CHOICE: _SAME,
    Kind.ORDERED: _ANY,
    Kind.NUMBER: _ANY,
    Kind.COUNT: _ANY,
    Kind.LABELS: _ANY,
    Kind.SET: _ANY,
    Kind.NUMBERED: _ANY,
    Kind.DATE: _ANY,
    Kind.LEGALITY: _SAME,
    Kind.FLAG: _SAME,
    Kind.SUBQUERY: (":", "="),
    Kind.DISPLAY: (":", "="),
}
FIGURES = (Kind.NUMBER, Kind.COUNT)  #: the kinds that can be reckoned with


class Needs(StrEnum):
    """What has to be loaded from a user's own files before a field answers."""

    NOTHING = ""
    WORDING = "wording"
    RULINGS = "rulings"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a field's fixed values.

    `unanswerable` says why no card records it, where none does; `needs` what has to be loaded for it.
    """

    name: str
    help: str = ""
    aliases: tuple[str, ...] = ()
    unanswerable: str = ""
    needs: Needs = Needs.NOTHING


@dataclass(frozen=True, slots=True)
class Field:
    """A field: `choices` are all its values where these are fixed.

    `unanswerable` says why no card records it, where none does; `needs` what has to be loaded for it.
    """

    name: str
    kind: Kind
    help: str
    examples: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    games: tuple[str, ...] = ALL_GAMES
    label: str = ""
    choices: tuple[Choice, ...] = ()
    unanswerable: str = ""
    needs: Needs = Needs.NOTHING

    @property
    def is_answerable(self) -> bool:
        """Whether the facts that are loaded can answer it."""
        return not self.unanswerable

    @property
    def keys(self) -> tuple[str, ...]:
        """Its name and its aliases."""
        return (self.name, *self.aliases)

    @property
    def title(self) -> str:
        """Its name as a person says it."""
        return self.label or self.name

    def choice(self, text: str) -> Choice | None:
        """The fixed value of that name or alias."""
        wanted = text.casefold()
        return next((choice for choice in self.choices if wanted in (choice.name, *choice.aliases)), None)
