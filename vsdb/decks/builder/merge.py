"""What two texts that began from one come to together, as far as that can be said; else both, for whoever decides."""

from __future__ import annotations

from engine.decklists import merging
from engine.decklists.text_merging import merge_text
from engine.model.errors import InputError


def together(name: str, base: str, mine: str, theirs: str, game: str) -> str:
    """A proposal for a field that was changed on both sides: of texts all that either has; of other fields mine."""
    if name in ("title", "format", "as_of"):
        return mine
    if name == "text":
        try:
            return merging.merge(base, mine, theirs, game).text
        except InputError:
            return mine
    # With the last line ended as the others are, so that a line added behind it is no change of it.
    return merge_text(*(f"{text}\n" for text in (base, mine, theirs))).text.strip("\n")
