"""The form of the tables of the 2PCG: rows with the headings of the rulebook that they cite."""

from __future__ import annotations

from engine.model.verdicts import Citation
from engine.play.rules import Check, Rule

RULEBOOK = "pcg-5.0"
UPDATES = "pcg-updates"

#: A row of a table: code, check, question, what is broken, the headings with semicolons between them.
TableRow = tuple[str, Check, str, str, str]


def cite_headings(headings: str) -> tuple[Citation, ...]:
    """Citations of a text such as "Melee Attack; Game Terms > Protection"; a heading may name the updates first."""
    return tuple(_cite(each.strip()) for each in headings.split(";"))


def build_table(*rows: TableRow) -> dict[str, tuple[Rule, ...]]:
    """The rules of an action by the one edition."""
    return {
        RULEBOOK: tuple(
            Rule(code, check, question, broken, cite_headings(headings))
            for code, check, question, broken, headings in rows
        )
    }


def _cite(heading: str) -> Citation:
    if heading.startswith(f"{UPDATES} "):
        return Citation(UPDATES, heading.removeprefix(f"{UPDATES} "))
    return Citation(RULEBOOK, heading)
