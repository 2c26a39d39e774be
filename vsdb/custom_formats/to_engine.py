"""A definition by an organizer as an engine value, with the sets and the inherited bans of the facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.model.formats import Format
from engine.model.reference import Reference, ban, format_value

KIND = "by an organizer"


def own_format_value(
    reference: Reference, slug: str, name: str, definition: Mapping[str, Any], data_version: str = ""
) -> Format:
    """The format that a definition says, with the bans of the format that it inherits them from before its own."""
    row = {**definition, "slug": slug, "name": name, "kind": KIND}
    fmt = format_value(reference.game, row, reference.sets, (), data_version or reference.data_version)
    source = reference.formats.get(definition.get("bans_of") or "")
    own = tuple(ban({**each, "formats": [slug]}) for each in definition.get("bans") or ())
    return replace(fmt, bans=((*source.bans, *own) if source else own))
