"""What a reader makes of a rules document; no reader touches the database."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in a unit's text (`start` and `end`, in characters) that refers to another unit.

    `target` is the slug of that unit; None where the document has none, which the report then tells. `outside` is the
    number of a rule of another document (`355.2.a`), for a document that refers to the numbers of another; such a
    mention has no target and is no defect.
    """

    start: int
    end: int
    written: str
    target: str | None
    outside: str = ""


@dataclass(frozen=True, slots=True)
class Unit:
    """One piece of the document, in its order: the fields of `rules.models.Unit`, its parent by its slug.

    `likely` is the number that is meant where the document's own is misread, else empty; it stands in no sentence.
    `title` is a heading, a defined term or a step's name, `text` what stands below or after it; `number` as the file
    has it. Together the three hold every sentence of the piece, once.
    """

    kind: str
    slug: str
    depth: int
    line: int
    number: str = ""
    title: str = ""
    text: str = ""
    parent: str | None = None
    mentions: tuple[Mention, ...] = ()
    likely: str = ""


@dataclass(frozen=True, slots=True)
class Defect:
    """Something that the document itself has wrong; `code` says what kind.

    `number-out-of-order`, `number-twice`, `number-missing`, `dangling-reference`, `leftover-reference`,
    `misread-number`, `broken-off`, `furniture-in-text`, `contents-differ`, `heading-twice`, `heading-misplaced`,
    `broken-link`, `broken-line`, `leftover-markup`, `missing-symbol`.
    """

    code: str
    line: int
    message: str
    excerpt: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A document that was read: its units in order and its defects."""

    layout: str
    units: tuple[Unit, ...]
    defects: tuple[Defect, ...] = field(default=())
