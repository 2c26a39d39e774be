"""The documents of the classic game, and citations of a rule in the edition that holds it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.vs_classic.play.attempt import OLD
from engine.model.verdicts import Citation
from engine.play.rules import Check, Rule, cite

NEW = "cr-2.7"
FAQ = "mun-faq-2008-06-10"
CAMMI = Citation(FAQ, "Cammi, Annoying Sidekick")
OPPOSING = Citation(FAQ, "General 5")

#: A row of a table: code, check, question, what is broken, the rules of 2.7, and those of 2007 (empty: it holds none).
TableRow = tuple[str, Check, str, str, str, str]


def cite_new(rules: str) -> tuple[Citation, ...]:
    """Citations of 2.7, out of a text such as "404.3, 301.2"."""
    return cite(NEW, *_split(rules))


def cite_old(rules: str) -> tuple[Citation, ...]:
    """Citations of the edition of 2007."""
    return cite(OLD, *_split(rules))


def build_table(
    *rows: TableRow, further: Mapping[str, tuple[Citation, ...]] | None = None
) -> dict[str, tuple[Rule, ...]]:
    """The rules by edition. What the edition of 2007 doesn't hold is cited from 2.7; `further` adds other documents."""
    more = further or {}
    return {
        NEW: tuple(
            Rule(code, check, question, broken, cite_new(new) + more.get(code, ()))
            for code, check, question, broken, new, _ in rows
        ),
        OLD: tuple(
            Rule(code, check, question, broken, (cite_old(old) if old else cite_new(new)) + more.get(code, ()))
            for code, check, question, broken, new, old in rows
        ),
    }


def _split(rules: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in rules.split(",") if each.strip())
