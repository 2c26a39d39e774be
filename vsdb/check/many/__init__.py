"""Checking many lists at once: reading them out of texts, tables and archives, judging them, and the table of answers.

Reading and judging know nothing of the page or its stored runs: events and commands use them by themselves.
"""
