"""The parts that formats are built from: a table of pools and restrictions with their terms, and their checks."""

from engine.formats.definitions.definition import problems_of_definition
from engine.formats.definitions.parts import POOLS, RESTRICTIONS, Part, offered_pools, offered_restrictions
from engine.formats.definitions.terms import Known, Problem, Term

__all__ = [
    "POOLS",
    "RESTRICTIONS",
    "Known",
    "Part",
    "Problem",
    "Term",
    "offered_pools",
    "offered_restrictions",
    "problems_of_definition",
]
