"""How deep each heading of the 2PCG rulebook stands: its contents list names them all on one level.

A chapter stands at 0. A heading in it that its table doesn't name stands as deep as the one before it, the first below
the chapter; `BELOW` opens one level below the heading before. Where a rulebook has chapters of other names, all its
headings stand at 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from vsdb.exchange.rule_documents.rulebook_contents import folded

BELOW = 0

_PLAIN: Mapping[str, int] = MappingProxyType({})
CHAPTERS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "introduction": _PLAIN,
        "gameplay overview": _PLAIN,
        "the card types": {"infinity gem": BELOW, "locations": 1},
        "basic game concepts": _PLAIN,
        "setting up the game": _PLAIN,
        "turn sequence": {"resource step (optional)": BELOW, "main phase": 1},
        "combat step": {
            "solo attack": BELOW,
            "during combat": 1,
            "ferocious resolution": BELOW,
            "normal resolution": 2,
            "combat clean up": 1,
        },
        "ending the game": _PLAIN,
        "powers": {
            "triggers": BELOW,
            'intervening "if" clause': BELOW,
            "continuous": 2,
            "super powers": 1,
            "once per game restrictions": BELOW,
            "copying powers": 1,
        },
        "modifiers": {
            "continuous/conditional power": BELOW,
            "variables": BELOW,
            "resolving effects": 2,
            "delayed trigger modifiers": 1,
        },
        "deck building rules": _PLAIN,
        "additional rules": {
            "demoting/promoting a character": BELOW,
            "can't appear": 1,
            "plot twist": BELOW,
            "power ups": 1,
        },
        "the golden rules": _PLAIN,
        "game terms": _PLAIN,
        "keyword glossary": _PLAIN,
        "ability glossary": _PLAIN,
        "team glossary": _PLAIN,
        "alternative formats": _PLAIN,
        "credits": _PLAIN,
        "version history": _PLAIN,
        "appendix": _PLAIN,
    }
)


def levels(titles: Iterable[str]) -> Iterator[int]:
    """The level of each heading, in their order."""
    chapter: Mapping[str, int] | None = None
    level = 0
    for title in map(folded, titles):
        if title in CHAPTERS:
            chapter, level = CHAPTERS[title], 0
        elif chapter is not None and title in chapter:
            level = chapter[title] or level + 1
        elif chapter is not None:
            level = level or 1
        yield level
