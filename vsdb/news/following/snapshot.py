"""What is seen of something that is followed, to be compared with what was seen before."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Part = dict[str, Any]  #: one thing that happened, as it is stored: `what`, and what its sentence needs
State = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Look:
    """What is seen now: the fingerprint of what it rests on, the state to be kept, and what differs from the last one.

    A fingerprint changes whenever the state can.
    """

    rests_on: str
    state: State
    parts: list[Part] = field(default_factory=list)
