"""The facts of positions and actions: frozen values whose fields say what they may hold, and how people are asked.

A game declares a class for each thing of a position:

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Character(Facts):
        id: str = fact(Text(), default="")
        ready: Maybe[bool] = fact(Flag(), ask="Is {it} ready?")
        atk: Maybe[int] = fact(Number(), ask="What is the ATK of {it}?")

From this one declaration come the reader, the writer, the questions of the page, the API's description and the docs.
Each value knows its `path`; a fact without a default that a position leaves out is `Unknown` with its own path.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, ClassVar, TypeAlias, TypeVar

from engine.play.truth import Unknown

T = TypeVar("T")
F = TypeVar("F", bound="Facts")
Maybe: TypeAlias = T | Unknown

MAX_ELEMENTS = 200  #: of a list or a table
MAX_TEXT = 200  #: characters of a text
MAX_NUMBER = 1_000_000

_ABSENT: Any = object()


class PlayInputError(ValueError):
    """A position or an action can't be read: at which path, why, and the nearest words that can be."""

    def __init__(self, path: str, message: str, near: tuple[str, ...] = ()) -> None:
        path = path.encode(errors="backslashreplace").decode()
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message
        self.near = near

    def as_dict(self) -> dict[str, Any]:
        """The error as the API and the command line give it."""
        return {"path": self.path, "message": self.message, "near": list(self.near)}


@dataclass(frozen=True, slots=True)
class Kind:
    """What a fact may hold. `read` turns JSON into a value or raises PlayInputError; `write` turns it back."""

    common: ClassVar[tuple[str, ...]] = ()  #: values that are said often, where there are others

    def read(self, raw: Any, path: str) -> Any:
        raise NotImplementedError

    def write(self, value: Any) -> Any:
        return value

    def describe(self) -> dict[str, Any]:
        """The kind as the API and the docs give it."""
        return {"type": type(self).__name__.lower()}


@dataclass(frozen=True, slots=True)
class Flag(Kind):
    """True or false."""

    def read(self, raw: Any, path: str) -> bool:
        if not isinstance(raw, bool):
            raise _wrong(path, raw, "true or false")
        return raw


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A whole number between two bounds."""

    least: int = -MAX_NUMBER
    most: int = MAX_NUMBER

    def read(self, raw: Any, path: str) -> int:
        if not isinstance(raw, int) or isinstance(raw, bool) or not self.least <= raw <= self.most:
            raise _wrong(path, raw, f"a whole number from {self.least} to {self.most}")
        return raw

    def describe(self) -> dict[str, Any]:
        return {"type": "number", "min": self.least, "max": self.most}


@dataclass(frozen=True, slots=True)
class Text(Kind):
    """A text of at most MAX_TEXT characters: a name or an id."""

    def read(self, raw: Any, path: str) -> str:
        if not isinstance(raw, str) or len(raw) > MAX_TEXT:
            raise _wrong(path, raw, f"a text of at most {MAX_TEXT} characters")
        if not is_encodable(raw):
            raise _wrong(path, raw, "text: it has half of a pair of UTF-16 alone")
        return raw


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One of a few words."""

    options: tuple[str, ...]

    def read(self, raw: Any, path: str) -> str:
        if not isinstance(raw, str) or raw not in self.options:
            near = nearest(raw, self.options)
            raise PlayInputError(path, f"{quote(raw)} isn’t one of {', '.join(self.options)}", near)
        return raw

    def describe(self) -> dict[str, Any]:
        return {"type": "choice", "options": list(self.options)}


@dataclass(frozen=True, slots=True)
class ListOf(Kind):
    """A list of one kind, read into a tuple. Records of a list have the path of the list and their id."""

    of: Kind
    refers: bool = False  #: whether the ids name things that stand elsewhere, so that one may be given twice

    def read(self, raw: Any, path: str) -> tuple[Any, ...]:
        if not isinstance(raw, list) or len(raw) > MAX_ELEMENTS:
            raise _wrong(path, raw, f"a list of at most {MAX_ELEMENTS} elements")
        if not isinstance(self.of, Record):
            return tuple(self.of.read(each, path) for each in raw)
        ids = [each["id"] for each in raw if isinstance(each, dict) and isinstance(each.get("id"), str)]
        twice = next((each for each in ids if ids.count(each) > 1), None)
        if twice is not None and not self.refers:
            raise PlayInputError(path, f"the id {quote(twice)} is given twice")
        return tuple(self.of.read(each, _element_path(each, path)) for each in raw)

    def write(self, value: Any) -> list[Any]:
        return [self.of.write(each) for each in value]

    def describe(self) -> dict[str, Any]:
        return {"type": "list", "of": self.of.describe()}


@dataclass(frozen=True, slots=True)
class TableOf(Kind):
    """Texts with a value each, such as power by domain; read into sorted pairs, which `dict` turns into a mapping."""

    of: Kind
    keys: tuple[str, ...] = ()  #: the only ones; any where empty

    def read(self, raw: Any, path: str) -> tuple[tuple[str, Any], ...]:
        if not isinstance(raw, dict) or len(raw) > MAX_ELEMENTS:
            raise _wrong(path, raw, "an object")
        for key in raw:
            if not isinstance(key, str) or len(key) > MAX_TEXT or not is_encodable(key):
                raise _wrong(path, key, f"a key of at most {MAX_TEXT} characters")
            if self.keys and key not in self.keys:
                raise unknown_key(f"{path}.{key}", key, self.keys)
        return tuple(sorted((key, self.of.read(each, f"{path}.{key}")) for key, each in raw.items()))

    def write(self, value: Any) -> dict[str, Any]:
        return {key: self.of.write(each) for key, each in value}

    def describe(self) -> dict[str, Any]:
        return {"type": "table", "of": self.of.describe(), "keys": list(self.keys)}


@dataclass(frozen=True, slots=True)
class Record(Kind):
    """An object with facts of its own."""

    of: type[Facts]

    def read(self, raw: Any, path: str) -> Facts:
        return read_facts(self.of, raw, path)

    def write(self, value: Any) -> dict[str, Any]:
        return write_facts(value)

    def describe(self) -> dict[str, Any]:
        return {"type": "object", "facts": describe_facts(self.of)}


@dataclass(frozen=True, slots=True)
class Null(Kind):
    """Nothing: JSON's null."""

    def read(self, raw: Any, path: str) -> None:
        if raw is not None:
            raise _wrong(path, raw, "null")


@dataclass(frozen=True, slots=True)
class Either(Kind):
    """One of several kinds; the first that fits. Where none fits, the message of the last that has JSON's type."""

    kinds: tuple[Kind, ...]

    def read(self, raw: Any, path: str) -> Any:
        errors: list[PlayInputError] = []
        for kind in self.kinds:
            try:
                return kind.read(raw, path)
            except PlayInputError as exc:
                errors.append(exc)
        raise max(reversed(errors), key=lambda error: len(error.path))

    def write(self, value: Any) -> Any:
        if value is None:
            return None
        kind = next((kind for kind in self.kinds if _fits(kind, value)), self.kinds[0])
        return kind.write(value)

    def describe(self) -> dict[str, Any]:
        return {"type": "either", "of": [kind.describe() for kind in self.kinds]}


@dataclass(frozen=True, slots=True)
class FactSpec:
    """What a field of a class of facts says: its key in JSON, its kind, its default, and how a person is asked."""

    key: str
    attribute: str
    kind: Kind
    default: Any = _ABSENT
    ask: str = ""  #: the question; `{it}` stands for the thing that the fact is about
    label: str = ""  #: a short name for tables and forms; the key where empty

    @property
    def has_default(self) -> bool:
        """Whether a position that leaves the fact out still says it."""
        return self.default is not _ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """A thing of a position or an action, with the path at which it stands."""

    path: str


#: The default of a record that is read as if it were given empty: all its facts are unknown or have their defaults.
EMPTY: Any = object()


def fact(kind: Kind, *, default: Any = _ABSENT, ask: str = "", label: str = "") -> Any:
    """Declare a field of a class of facts. Without a default it is unknown when missing; a trailing `_` isn't said."""
    return dataclasses.field(metadata={"kind": kind, "default": default, "ask": ask, "label": label})


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFacts(Facts):
    """A thing that stands for a card: what the reference records of the card that it names fills in its facts."""

    slug: str = fact(
        Text(), default="", label="its slug in the card reference, or its name where one card alone has it"
    )


def specs_of(cls: type[Facts]) -> Mapping[str, FactSpec]:
    """The facts of a class by their keys in JSON, in the order of their declaration."""
    declared: Any = cls  # mypy takes a dataclass's own __hash__ for the one of its class
    return _specs_of(declared)


@lru_cache(maxsize=256)
def _specs_of(cls: Any) -> Mapping[str, FactSpec]:
    specs = [
        FactSpec(field.name.rstrip("_"), field.name, **field.metadata)
        for field in dataclasses.fields(cls)
        if "kind" in field.metadata
    ]
    return {spec.key: spec for spec in specs}


def read_facts(cls: type[F], raw: Any, path: str) -> F:
    """Read an object into frozen facts. Raises PlayInputError with the path of what can't be read."""
    if not isinstance(raw, dict):
        raise _wrong(path, raw, "an object")
    specs = specs_of(cls)
    for key in raw:
        if key not in specs:
            raise unknown_key(join(path, str(key)), str(key), tuple(specs))
    return cls(path=path, **{each.attribute: _read_fact(each, raw, path) for each in specs.values()})


def missing(cls: type[F], path: str) -> F:
    """A thing of which nothing is said but where it stands; its facts are unknown or have their defaults."""
    return read_facts(cls, {}, path)


def write_facts(value: Facts) -> dict[str, Any]:
    """Write facts as the object that reads back to the same value; what is unknown or at its default is left out."""
    return dict(_written(value))


def describe_facts(cls: type[Facts]) -> list[dict[str, Any]]:
    """The facts of a class as the API and the docs give them."""
    return [
        {"key": spec.key, "ask": spec.ask, **({"default": _described_default(spec)} if spec.has_default else {})}
        | spec.kind.describe()
        for spec in specs_of(cls).values()
    ]


def is_encodable(text: str) -> bool:
    """Whether a text can be written: JSON can name halves of characters that no file holds."""
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def join(path: str, key: str) -> str:
    """The path of a fact of the thing at a path."""
    return f"{path}.{key}" if path else key


def nearest(word: Any, words: tuple[str, ...], likeness: float = 0.5) -> tuple[str, ...]:
    """Up to three of the words that are spelt most like this one, at least so much of 1."""
    return tuple(get_close_matches(word[:MAX_TEXT], words, n=3, cutoff=likeness)) if isinstance(word, str) else ()


def quote(raw: Any) -> str:
    """Something that was typed, short enough for a message."""
    said = repr(raw) if not isinstance(raw, (dict, list)) else f"{type(raw).__name__} of {len(raw)}"
    return said if len(said) <= 60 else f"{said[:57]}..."


def unknown_key(path: str, key: str, known: tuple[str, ...]) -> PlayInputError:
    """The error for a key that nothing has."""
    return PlayInputError(path[:MAX_TEXT], f"no fact is called {quote(key)}", nearest(key, known))


def _read_fact(spec: FactSpec, raw: Mapping[str, Any], path: str) -> Any:
    own = join(path, spec.key)
    if spec.key in raw:
        return spec.kind.read(raw[spec.key], own)
    if spec.default is EMPTY:
        return spec.kind.read({}, own)
    return spec.default if spec.has_default else Unknown((own,))


def _written(value: Facts) -> Iterator[tuple[str, Any]]:
    for spec in specs_of(type(value)).values():
        held = getattr(value, spec.attribute)
        if isinstance(held, Unknown) or (spec.has_default and held == spec.default):
            continue
        written = spec.kind.write(held)
        if spec.default is not EMPTY or written != {}:
            yield spec.key, written


def _described_default(spec: FactSpec) -> Any:
    return {} if spec.default is EMPTY else list(spec.default) if isinstance(spec.default, tuple) else spec.default


def _element_path(raw: Any, path: str) -> str:
    name = raw.get("id") if isinstance(raw, dict) else None
    return join(path, name[:MAX_TEXT]) if isinstance(name, str) and name else path


def _fits(kind: Kind, value: Any) -> bool:
    if isinstance(kind, Record):
        return isinstance(value, kind.of)
    if isinstance(kind, (ListOf, TableOf)):
        return isinstance(value, tuple)
    try:
        kind.read(value, "")
    except PlayInputError:
        return False
    return True


def _wrong(path: str, raw: Any, allowed: str) -> PlayInputError:
    return PlayInputError(path[:MAX_TEXT], f"{quote(raw)} isn’t {allowed}")
