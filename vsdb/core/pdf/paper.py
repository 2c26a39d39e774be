"""The papers that people print on; all measures of printed pages are points."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.errors import InputError

MM = 72 / 25.4  #: points in a millimetre


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright."""

    name: str
    width: float
    height: float


PAPERS = {"a4": Paper("A4", 210 * MM, 297 * MM), "letter": Paper("Letter", 612, 792)}


def paper_of(name: str) -> Paper:
    """The paper of that name. Raises InputError."""
    try:
        return PAPERS[name.lower()]
    except KeyError:
        raise InputError(
            f"{name[:40]!r} is no paper; choose {' or '.join(PAPERS)}", place="paper", code="unknown-paper"
        ) from None
