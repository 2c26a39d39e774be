"""What if: a ban, a rotation, an erratum that is only proposed, and the reference as it would be with it."""

from engine.what_if.affected import find_affected_cards
from engine.what_if.applying import ProposedReference, apply_proposal
from engine.what_if.errata import ERRATUM_FACTS, Erratum, read_fact
from engine.what_if.serialization import proposal_from_dict, proposal_from_params, proposal_to_dict, proposal_to_params
from engine.what_if.values import MAX_CHANGES, Proposal

__all__ = [
    "ERRATUM_FACTS",
    "MAX_CHANGES",
    "Erratum",
    "Proposal",
    "ProposedReference",
    "apply_proposal",
    "find_affected_cards",
    "proposal_from_dict",
    "proposal_from_params",
    "proposal_to_dict",
    "proposal_to_params",
    "read_fact",
]
