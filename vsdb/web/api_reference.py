"""The API's description as pages: every address with its parameters, fields and examples, by subject."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator

from vsdb.api.examples import ADDRESSES

_REF = "#/components/schemas/"
_METHODS = ("get", "post", "put", "patch", "delete")
_STATUSES = {
    200: "Answer",
    201: "Created",
    204: "Done; no content",
    400: "The request is wrong",
    401: "A token is missing or wrong",
    403: "Not allowed",
    404: "Not found",
    409: "Refused",
    413: "Too long",
    429: "Too many requests",
}
_WORDS = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "null": "null"}
_FORMATS = {"date": "date", "date-time": "time", "uri": "address", "binary": "file"}
_LISTED_CHOICES = re.compile(r"\n\n\* `.*", re.DOTALL)
_MAX_CHOICES = 12  #: words that are listed beside a field

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ApiType:
    """The type of a field in words; `shape` is the object that it holds, if any."""

    words: str
    shape: str = ""

    @property
    def name(self) -> str:
        """The object's name on the page."""
        return name_shape(self.shape)


@dataclass(frozen=True, slots=True)
class ApiField:
    """A field or parameter. `inner` are the fields of an object that has no name of its own."""

    name: str
    type: ApiType
    help: str
    is_required: bool = False
    choices: tuple[str, ...] = ()
    inner: tuple[ApiField, ...] = ()


@dataclass(frozen=True, slots=True)
class ApiAnswer:
    """What an address answers with a status."""

    status: int
    said: str
    type: ApiType | None


@dataclass(frozen=True, slots=True)
class ApiExample:
    """A body that can be sent."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class ApiOperation:
    """An address with a method."""

    method: str
    path: str
    summary: str
    more: str
    token: str
    parameters: tuple[ApiField, ...]
    body: ApiType | None
    body_fields: tuple[ApiField, ...]
    examples: tuple[ApiExample, ...]
    answers: tuple[ApiAnswer, ...]
    tries: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """Its place on the page."""
        return re.sub(r"[^a-z0-9]+", "-", f"{self.method}{self.path.removeprefix('/api/v1')}".lower()).strip("-")


@dataclass(frozen=True, slots=True)
class ApiShape:
    """An object of the API with its fields."""

    slug: str
    help: str
    fields: tuple[ApiField, ...]

    @property
    def name(self) -> str:
        """Its name on the page."""
        return name_shape(self.slug)


@dataclass(frozen=True, slots=True)
class ApiSubject:
    """The addresses about one thing, and every object that they take or give."""

    slug: str
    operations: tuple[ApiOperation, ...]
    shapes: tuple[ApiShape, ...]

    @property
    def title(self) -> str:
        """Its heading."""
        return self.slug.replace("-", " ").capitalize()


@lru_cache(maxsize=1)
def load_reference() -> tuple[ApiSubject, ...]:
    """Every subject in the order of its name; the description is made once per process and takes about a second."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    shapes: Schema = schema["components"]["schemas"]
    by_subject: dict[str, list[ApiOperation]] = {}
    for path, methods in schema["paths"].items():
        for method in (each for each in _METHODS if each in methods):
            made = _build_operation(path, method, methods[method], shapes)
            by_subject.setdefault(methods[method]["tags"][0], []).append(made)
    return tuple(
        ApiSubject(slug, tuple(operations), tuple(_list_shapes(operations, shapes)))
        for slug, operations in sorted(by_subject.items())
    )


def name_shape(slug: str) -> str:
    """An object's name in words: `Card`, `Page of cards`."""
    if paged := re.fullmatch(r"Paginated(\w+?)(?:Shape)?List", slug):
        return f"Page of {_spell(paged[1]).lower()} entries"
    return _spell(slug.removesuffix("Shape"))


def _spell(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).capitalize()


def _build_operation(path: str, method: str, described: Schema, shapes: Schema) -> ApiOperation:
    summary = described.get("summary", "")
    more = " ".join(described["description"].split()).removeprefix(summary).lstrip(". ")
    content = described.get("requestBody", {}).get("content", {}).get("application/json", {})
    body = _read_type(content["schema"]) if content else None
    return ApiOperation(
        method.upper(),
        path,
        summary,
        more,
        _say_token(described.get("security", [])),
        tuple(_build_parameter(each, shapes) for each in described.get("parameters", ())),
        body,
        _list_fields(shapes[body.shape], shapes) if body and body.shape in shapes else (),
        tuple(
            ApiExample(each.get("summary", ""), json.dumps(each["value"], indent=2, ensure_ascii=False))
            for each in content.get("examples", {}).values()
        ),
        tuple(
            _build_answer(int(status), each)
            for status, each in sorted(described["responses"].items())
            if "x-common" not in each
        ),
        _list_tries(path) if method == "get" else (),
    )


def _say_token(ways: list[Schema]) -> str:
    if {} in ways:
        return ""
    return "Needs a token." if ways else ""


def _list_tries(path: str) -> tuple[str, ...]:
    """The example addresses that this path stands for."""
    pattern = re.compile(re.sub(r"\\{\w+\\}", "[^/?]+", re.escape(path)) + r"(?:\?.*)?")
    literal = [each for each in ADDRESSES if pattern.fullmatch(each)]
    # A word of an address such as `named` also fits a path that has a variable there.
    return tuple(
        each
        for each in literal
        if not re.fullmatch(r".*/(?:random|named|autocomplete)", each.split("?")[0]) or "{" not in path
    )


def _build_parameter(described: Schema, shapes: Schema) -> ApiField:
    schema = described["schema"]
    return ApiField(
        described["name"],
        _read_type(schema),
        _clean(described.get("description", "")),
        described.get("required", False),
        _list_choices(schema, shapes),
    )


def _build_answer(status: int, described: Schema) -> ApiAnswer:
    content = described.get("content", {})
    kind = next(iter(content), "")
    type_ = _read_type(content[kind].get("schema", {})) if kind else None
    if kind and kind != "application/json":
        type_ = ApiType(f"a file, {kind}")
    return ApiAnswer(status, _STATUSES.get(status, ""), type_)


def _list_shapes(operations: list[ApiOperation], shapes: Schema) -> Iterator[ApiShape]:
    """Every object that the operations take or give, and those within them, by name."""
    waiting = [each.type.shape for made in operations for each in made.answers if each.type]
    waiting += [field.type.shape for made in operations for field in made.body_fields]
    found: dict[str, ApiShape] = {}
    while waiting:
        slug = waiting.pop()
        if slug in shapes and slug not in found:
            fields = _list_fields(shapes[slug], shapes)
            found[slug] = ApiShape(slug, _clean(shapes[slug].get("description", "")), fields)
            waiting += [each.type.shape for field in fields for each in (field, *field.inner)]
    yield from (found[slug] for slug in sorted(found, key=name_shape))


def _list_fields(shape: Schema, shapes: Schema) -> tuple[ApiField, ...]:
    required = set(shape.get("required", ()))
    return tuple(
        ApiField(
            name,
            _read_type(schema),
            _clean(schema.get("description", "")),
            name in required,
            _list_choices(schema, shapes),
            _list_inner(schema, shapes),
        )
        for name, schema in shape.get("properties", {}).items()
    )


def _list_inner(schema: Schema, shapes: Schema) -> tuple[ApiField, ...]:
    """The fields of an object that has no name."""
    inner = schema.get("items", schema)
    return _list_fields(inner, shapes) if "properties" in inner else ()


def _read_type(schema: Schema) -> ApiType:
    """The type in words, with the object it holds."""
    if ref := schema.get("$ref"):
        slug = ref.removeprefix(_REF)
        return ApiType("text") if slug.endswith("Enum") else ApiType("object", slug)
    if (parts := schema.get("allOf") or schema.get("oneOf") or schema.get("anyOf")) is not None:
        return _join([_read_type(each) for each in parts])
    kinds = schema.get("type", "any")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    return _join([_read_kind(kind, schema) for kind in kinds])


def _read_kind(kind: str, schema: Schema) -> ApiType:
    if kind == "array":
        inner = _read_type(schema.get("items", {}))
        return ApiType(f"list of {inner.words}" if inner.words != "any" else "list", inner.shape)
    if kind == "object":
        values = schema.get("additionalProperties")
        if isinstance(values, Mapping) and values:
            inner = _read_type(values)
            return ApiType(f"object of {inner.words}", inner.shape)
        return ApiType("object")
    if kind == "string" and (said := _FORMATS.get(schema.get("format", ""))):
        return ApiType(said)
    return ApiType(_WORDS.get(kind, "any value"))


def _join(parts: list[ApiType]) -> ApiType:
    words = list(dict.fromkeys(each.words for each in parts))
    return ApiType(" or ".join(words), next((each.shape for each in parts if each.shape), ""))


def _list_choices(schema: Schema, shapes: Schema) -> tuple[str, ...]:
    """The words that a field can be, where they are few."""
    inner = schema.get("items", schema)
    for each in (inner, *inner.get("allOf", ()), *inner.get("oneOf", ())):
        held = shapes.get(each.get("$ref", "").removeprefix(_REF), each)
        if words := [str(word) for word in held.get("enum", ()) if word]:
            return tuple(words) if len(words) <= _MAX_CHOICES else ()
    return ()


def _clean(text: str) -> str:
    """A help without the list of choices that the description repeats in it."""
    return " ".join(_LISTED_CHOICES.sub("", text).split())
