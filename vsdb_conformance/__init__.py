"""The conformance suite: lists with their right verdicts, searches with their right results, and a runner over HTTP.

It needs the standard library only and measures any API that speaks the verdict's shape (docs/conformance.md).
"""

from __future__ import annotations
