"""The smallest repair: the fewest card changes that make a deck legal, and why fewer can't.

A change is a copy taken out, a copy put in, or one copy exchanged for another, which counts one; a copy that moves to
another section is taken out of the one and put into the other, and counts one. So a repair that takes m copies out and
puts n in has max(m, n) changes. A line that can't be read, or whose card isn't known, goes like a card; a line that
can't be read counts as one copy. The goal is the outcome `legal`: what is unknown has to go as well, unless no change
of cards can settle it, which is said.
"""

from __future__ import annotations

from engine.repair.alternatives import apply_changes, apply_picks
from engine.repair.repairing import BUDGET, repair
from engine.repair.values import ProofStep, Repair, RepairChange

__all__ = ["BUDGET", "ProofStep", "Repair", "RepairChange", "apply_changes", "apply_picks", "repair"]
