"""What if: a ban, a rotation, an erratum that is only proposed, and the reference as it would be with it."""

from engine.proposals.applying import ProposedReference, proposed
from engine.proposals.errata import ERRATUM_FACTS, Erratum, read_fact
from engine.proposals.plain import from_plain, from_words, to_plain, to_words
from engine.proposals.touching import touched
from engine.proposals.values import MOST_CHANGES, Proposal

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
