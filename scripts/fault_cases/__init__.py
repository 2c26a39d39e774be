"""Faults on purpose: what `scripts/faults.py` does to a site of its own, and what must hold afterwards."""
