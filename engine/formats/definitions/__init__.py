"""The parts that formats are built from: a table of pools and restrictions with their terms, and their checks."""

from engine.formats.definitions.definition import FIELDS, FIGURES, validate_definition
from engine.formats.definitions.parts import ALWAYS, POOLS, RESTRICTIONS, FormatPart, list_pools, list_restrictions
from engine.formats.definitions.terms import DefinitionProblem, KnownNames, PartTerm

__all__ = [
    "ALWAYS",
    "FIELDS",
    "FIGURES",
    "POOLS",
    "RESTRICTIONS",
    "DefinitionProblem",
    "FormatPart",
    "KnownNames",
    "PartTerm",
    "list_pools",
    "list_restrictions",
    "validate_definition",
]
