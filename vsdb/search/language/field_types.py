"""A field of the query language: keys, kind, meaning and examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from engine.model.game_site import SearchSettings
from engine.model.games import games


class FieldKind(StrEnum):
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
    DATE            as ORDERED; Word: what `days.parse_period` reads, or `set:` and a set's code or name
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
_BY_KIND = {
    _SAME: (FieldKind.NAME, FieldKind.TEXT, FieldKind.CHOICE, FieldKind.LEGALITY, FieldKind.FLAG),
    (":", "="): (FieldKind.SUBQUERY, FieldKind.DISPLAY),
}
OPERATORS: dict[FieldKind, tuple[str, ...]] = dict.fromkeys(FieldKind, _ANY) | {
    kind: operators for operators, kinds in _BY_KIND.items() for kind in kinds
}
FIGURES = (FieldKind.NUMBER, FieldKind.COUNT)  #: the kinds that can be reckoned with


class RequiredData(StrEnum):
    """Data that a field needs from the user's own files."""

    NOTHING = ""
    WORDING = "wording"
    RULINGS = "rulings"


WORDING, RULINGS = RequiredData.WORDING, RequiredData.RULINGS


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """One of a field's fixed values.

    `unanswerable` says why no card records it, where none does; `needs` what has to be loaded for it.
    """

    name: str
    help: str = ""
    aliases: tuple[str, ...] = ()
    unanswerable: str = ""
    needs: RequiredData = RequiredData.NOTHING


class _Games(Sequence[FieldChoice]):
    """The games as values, those too that are registered later."""

    def __getitem__(self, place: Any) -> Any:
        names = {each: (*each.site.search.names, each.name.casefold()) for each in games()}
        return tuple(FieldChoice(each.slug, each.name, aliases) for each, aliases in names.items())[place]

    def __len__(self) -> int:
        return len(games())


GAMES_AS_CHOICES = _Games()


def list_games_with(name: str, own: Callable[[SearchSettings], Sequence[str]]) -> tuple[str, ...]:
    """The games (slugs) that name something among their own; all of them where none does."""
    every = games()
    return tuple(game.slug for game in every if name in own(game.site.search)) or tuple(game.slug for game in every)


@dataclass(frozen=True, slots=True)
class SearchField:
    """A field: `choices` are all its values where these are fixed.

    Cards of the games whose `Game.site.search.fields` name it have it; where none does, or it `is_of_every_game`, all.
    `unanswerable` says why no card records it, where none does; `needs` what has to be loaded for it.
    """

    name: str
    kind: FieldKind
    help: str
    examples: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    label: str = ""
    choices: Sequence[FieldChoice] = ()
    unanswerable: str = ""
    needs: RequiredData = RequiredData.NOTHING
    is_of_every_game: bool = False

    @property
    def games(self) -> tuple[str, ...]:
        """The slugs of the games that have it."""
        return list_games_with(self.name, lambda own: () if self.is_of_every_game else own.fields)

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

    def choice(self, text: str) -> FieldChoice | None:
        """The fixed value of that name or alias."""
        wanted = text.casefold()
        return next((choice for choice in self.choices if wanted in (choice.name, *choice.aliases)), None)


def list_choices(*keys: str) -> tuple[FieldChoice, ...]:
    """Values that say themselves what they mean, each with its aliases behind its name: `common c`."""
    return tuple(FieldChoice(name, aliases=tuple(aliases)) for name, *aliases in map(str.split, keys))


def _build_field(kind: FieldKind, keys: str, meaning: str, examples: tuple[str, ...], **about: Any) -> SearchField:
    """A field whose aliases stand behind its name in `keys`; `about` are the other attributes of `SearchField`."""
    name, *aliases = keys.split()
    return SearchField(name, kind, meaning, examples, tuple(aliases), **about)


#: What makes a field of each kind.
name = partial(_build_field, FieldKind.NAME)
text = partial(_build_field, FieldKind.TEXT)
counted_text = partial(_build_field, FieldKind.COUNTED_TEXT)
choice = partial(_build_field, FieldKind.CHOICE)
ordered = partial(_build_field, FieldKind.ORDERED)
number = partial(_build_field, FieldKind.NUMBER)
count = partial(_build_field, FieldKind.COUNT)
labels = partial(_build_field, FieldKind.LABELS)
sets = partial(_build_field, FieldKind.SET)
numbered = partial(_build_field, FieldKind.NUMBERED)
date = partial(_build_field, FieldKind.DATE)
legality = partial(_build_field, FieldKind.LEGALITY)
flag = partial(_build_field, FieldKind.FLAG)
subquery = partial(_build_field, FieldKind.SUBQUERY)
display = partial(_build_field, FieldKind.DISPLAY)
