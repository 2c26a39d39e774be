"""What the API's shapes are made of. A shape is the one definition of what is given: schema and answer come from it.

A field takes its help first. It reads the attribute of its name, or of `source`; `of` is a function of the whole value,
for what no attribute has. Null means "not recorded" or what the help says, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, ClassVar, Self, cast

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import get_attribute

from engine.model.games import Game, games, name_in_sentences

Of = Callable[[Any], Any]
OPTIONAL: Mapping[str, Any] = {"required": False, "allow_null": True}  #: of a field that may be left out or null


def only_of(has: Callable[[Game], object]) -> str:
    """Which games alone have something, as the end of a help: ` (2PCG)`."""
    names = [name_in_sentences(game) for game in games() if has(game)]
    return f" ({', '.join(names)})" if names else ""


class Field(serializers.Field[Any, Any, Any, Any]):
    """A field with its help first, and with `of`."""

    def __init__(self, help_text: str = "", *, of: Of | None = None, **options: Any) -> None:
        super().__init__(help_text=help_text, **options)
        self.of = of

    def get_attribute(self, instance: Any) -> Any:
        return self.of(instance) if self.of else super().get_attribute(instance)


class Text(Field, serializers.CharField):
    """A text."""


class Recorded(Text):
    """A text whose empty column means that it isn't recorded."""

    def __init__(self, help_text: str = "", **options: Any) -> None:
        super().__init__(help_text, allow_null=True, **options)

    def to_representation(self, value: str | None) -> str | None:
        return value or None


class Address(Field, serializers.URLField):
    """A whole address."""


class Link(Text):
    """The path on this site of a page or an object of the API: the address of that name, with these attributes of the
    row, or of what `within` gives of it."""

    def __init__(self, help_text: str, name: str, *attributes: str, within: Of | None = None) -> None:
        def build(row: Any) -> str:
            held = within(row) if within else row
            return reverse(name, args=[get_attribute(held, each.split(".")) for each in attributes])

        super().__init__(help_text, of=build, read_only=True)


class Number(Field, serializers.IntegerField):
    """A whole number."""


class Decimal(Field, serializers.FloatField):
    """A number that need not be whole."""


class Flag(Field, serializers.BooleanField):
    """True or false."""


class Day(Field, serializers.DateField):
    """A day."""


class Moment(Field, serializers.DateTimeField):
    """A moment."""


class Choice(Field, serializers.ChoiceField):
    """One of a few words."""

    def __init__(self, help_text: str, choices: Any, **options: Any) -> None:
        super().__init__(help_text, choices=choices, **options)


class Texts(Field, serializers.ListField):
    """Texts, or what `child` is."""

    child = Text()


class Slugs(Texts):
    """The slugs of cards, formats and so on."""

    def to_representation(self, data: Iterable[Any]) -> list[Any]:
        return [each.slug for each in data]


class Numbers(Field, serializers.ListField):
    """Whole numbers."""

    child = Number()


class Map(Field, serializers.DictField):
    """An object whose names are data, with values of any kind."""


class TextMap(Map):
    """An object whose names are data, with texts."""

    child = Text()


class Counts(Map):
    """An object whose names are data, with whole numbers."""

    child = Number()


@extend_schema_field({"type": ["integer", "string", "null"]})
class Figure(Field, serializers.ReadOnlyField):
    """A figure: a number, the sign or the words that stand in its place, or null where it isn't recorded."""


@extend_schema_field(
    {
        "type": ["object", "null"],
        "properties": {
            "earliest": {"type": "string", "format": "date"},
            "latest": {"type": ["string", "null"], "format": "date"},
        },
        "required": ["earliest", "latest"],
    }
)
class Between(Field):
    """Two columns as one day known only to lie between two days; null where neither is recorded."""

    def __init__(self, stem: str, help_text: str) -> None:
        super().__init__(help_text, of=lambda row: [getattr(row, f"{stem}_{end}") for end in ("earliest", "latest")])

    def to_representation(self, value: list[date | None]) -> dict[str, str | None] | None:
        earliest, latest = (day.isoformat() if day else None for day in value)
        return {"earliest": earliest, "latest": latest} if earliest else None


class _Shapes(serializers.ListSerializer[Any]):
    """Values of one shape; `of` is with the shape."""

    def get_attribute(self, instance: Any) -> Any:
        of = cast(Shape, self.child).of
        return of(instance) if of else super().get_attribute(instance)


class Shape(serializers.Serializer[Any]):
    """What the API gives or takes: its fields, in order."""

    class Meta:
        list_serializer_class = _Shapes

    def __init__(self, *args: Any, of: Of | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.of = of

    @classmethod
    def one(cls, help_text: str, **options: Any) -> Self:
        """A field that holds one of this shape."""
        return cls(help_text=help_text, **options)

    @classmethod
    def several(cls, help_text: str, **options: Any) -> Any:
        """A field that holds several."""
        return cls(help_text=help_text, many=True, **options)

    def get_attribute(self, instance: Any) -> Any:
        return self.of(instance) if self.of else super().get_attribute(instance)


class StrictShape(Shape):
    """What is sent: a field of another name is refused, not overlooked."""

    #: How the fields that there are begin in that refusal.
    there_is: ClassVar = "The fields are"

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping) and (others := [str(name) for name in data if name not in self.fields]):
            said = f"No such field. {self.there_is} {', '.join(self.fields)}."
            raise serializers.ValidationError({name[:80]: said for name in others[:20]})
        return super().to_internal_value(data)
