"""What if: a ban, a rotation, an erratum that is only proposed, and the reference as it would be with it."""

from engine.what_if.affected import touched
from engine.what_if.applying import ProposedReference, proposed
from engine.what_if.errata import ERRATUM_FACTS, Erratum, read_fact
from engine.what_if.serialization import from_plain, from_words, to_plain, to_words
from engine.what_if.values import MOST_CHANGES, Proposal

__all__ = [
    "ERRATUM_FACTS",
    "MOST_CHANGES",
    "Erratum",
    "Proposal",
    "ProposedReference",
    "from_plain",
    "from_words",
    "proposed",
    "read_fact",
    "to_plain",
    "to_words",
    "touched",
]
