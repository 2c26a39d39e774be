"""Vs. System 2PCG."""
