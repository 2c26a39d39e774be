"""A YAML file of the fixtures, each value with the place where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import yaml
from yaml.reader import ReaderError

from engine.model.errors import InputError
from vsdb.catalog.cards.reading.csv_tables import LONGEST_NAME, Place, day, quoted, read_text, refuse_long

_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Node:
    """A value with its place; `fields` are a mapping's values by key, `entries` a list's."""

    place: Place
    plain: Any  #: the value without places; a day is ISO text
    fields: dict[str, Node] = field(default_factory=dict)
    entries: tuple[Node, ...] = ()

    def mapping(self, allowed: tuple[str, ...], required: tuple[str, ...] = ()) -> dict[str, Node]:
        """Its values by key; a key that isn't allowed, or one that is missing, is refused."""
        if not isinstance(self.plain, dict):
            self.place.refuse(f"{quoted(self.plain)} stands where fields with values are expected")
        for key, value in self.fields.items():
            if key not in allowed:
                value.place.refuse(f"{quoted(key)} is no field here; the fields are {', '.join(allowed)}")
        for key in required:
            if self.fields.get(key) is None or self.fields[key].plain in (None, ""):
                self.place.refuse(f"the field {key} is missing")
        return self.fields

    def listed(self) -> tuple[Node, ...]:
        """Its entries; anything but a list is refused, nothing at all is an empty one."""
        if self.plain is None:
            return ()
        if not isinstance(self.plain, list):
            self.place.refuse(f"{quoted(self.plain)} stands where a list is expected")
        return self.entries

    def text(self, *, at_most: int = LONGEST_NAME) -> str:
        """Its text; a number or anything else is refused, and a text of more characters than `at_most`."""
        if not isinstance(self.plain, str):
            self.place.refuse(f"{quoted(self.plain)} stands where a text is expected; a number is put in quotes")
        text = " ".join(self.plain.split())
        if len(text) > at_most:
            refuse_long(text, at_most, self.place)
        return text

    def texts(self, *, at_most: int = LONGEST_NAME) -> list[str]:
        """The texts of a list."""
        return [entry.text(at_most=at_most) for entry in self.listed()]

    def count(self) -> int | None:
        """A whole number that isn't negative, or null."""
        if self.plain is not None and (type(self.plain) is not int or self.plain < 0):
            self.place.refuse(f"{quoted(self.plain)} is no whole number")
        return None if self.plain is None else int(self.plain)

    def flag(self) -> bool:
        """true or false."""
        if not isinstance(self.plain, bool):
            self.place.refuse(f"{quoted(self.plain)} stands where true or false is expected")
        return bool(self.plain)

    def day(self) -> str:
        """A day as ISO text."""
        return day(str(self.plain), self.place)


def read_yaml(path: Path) -> Node:
    """What the file holds; raises InputError, also for a key that is given twice."""
    text = read_text(path)
    try:
        loader = yaml.SafeLoader(text)
        root = loader.get_single_node()
        return Node(Place(path, 1, 1), None) if root is None else _node(root, loader, path, "", 0)
    except ReaderError as error:
        before = text[: error.position]
        place = Place(path, before.count("\n") + 1, error.position - before.rfind("\n"))
        raise InputError("is no YAML: a control character", place=str(place), code="wrong-file") from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(path, mark.line + 1, mark.column + 1) if mark else Place(path, 1, 1)
        raise InputError(f"is no YAML: {error.problem}", place=str(place), code="wrong-file") from error


def _node(node: yaml.Node, loader: yaml.SafeLoader, path: Path, name: str, depth: int) -> Node:
    place = Place(path, node.start_mark.line + 1, node.start_mark.column + 1, name)
    if depth > _DEEPEST:
        place.refuse("lies too deep; fields within fields go no further down than this")
    if isinstance(node, yaml.MappingNode):
        fields = dict(_fields(node, loader, path, depth))
        return Node(place, {key: value.plain for key, value in fields.items()}, fields)
    if isinstance(node, yaml.SequenceNode):
        entries = tuple(_node(entry, loader, path, name, depth + 1) for entry in node.value)
        return Node(place, [entry.plain for entry in entries], {}, entries)
    try:
        plain = loader.construct_object(node)
    except ValueError as error:
        message = f"{quoted(node.value)} can't be read: {error}"
        raise InputError(message, place=str(place), code="wrong-file") from error
    return Node(place, plain.isoformat() if isinstance(plain, date) else plain)


def _fields(node: yaml.MappingNode, loader: yaml.SafeLoader, path: Path, depth: int) -> Iterator[tuple[str, Node]]:
    seen = set()
    for key_node, value_node in node.value:
        key = str(key_node.value)
        if key in seen:
            Place(path, key_node.start_mark.line + 1, key_node.start_mark.column + 1, key).refuse("stands there twice")
        seen.add(key)
        yield key, _node(value_node, loader, path, key, depth + 1)
