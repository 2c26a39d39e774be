"""Documents of our own in the layouts of the official ones, and what holds for whatever a reader makes of a text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vsdb.exchange.rule_documents.units import INLINE, DocumentText, DocumentUnit, remove_until_stable

RULEBOOK = """\
House Rules of the Harbor Club

Edition 3

Table of Contents

Introduction\t2
Turn Sequence\t2
Draw Phase\t2
Build Phase\t3
Resource Step (Optional)\t3
Main Phase\t4
Solo Attack\t4
Solo Attack\t5
Game Terms\t6
Keyword Glossary\t6
Ability Glossary\t7
Team Glossary\t8
Good Teams\t8

Introduction

Harbor cards are for rainy evenings. See [Main Phase](#) and [Nowhere](#) for more.

Turn Sequence

- Two phases come first, and their order
 - never changes.
- **Small print:** read it.
 - o Twice.
1. Sit down.
 - a. Take a chair.
 - i. A dry one.
2. Stand up.

Example 1: Ann sits, and then

stands.

Draw Phase

Draw one.

Build Phase

- **Step 1: Lumber**

Pay in planks.

Resource Step (Optional)

Add a plank.

[Main Phase](#)

Sail.

Solo Attack

Row \\(slowly\\).

Solo Attack

Row again.

Game Terms

Plank: A piece of wood ().

Tide(s): Water that moves.

A second paragraph on water.

Keyword Glossary

Only the strange ones.

Afloat – It can't sink.

- It may be **wet.

All Hands! - Everyone helps.

[Anchor] **Captain Required**: Ask the captain.

Ability Glossary

AKA (Name) - It answers to both.

Example: Boots AKA Paws.

Team Glossary

Good Teams

Gulls (*) introduced in Shore Birds.
S.A.I.L.S. () introduced in Regatta.
"""

FAQ = """\
May 3, 2010

Harbor FAQ

Harbor Frequently Asked Questions
Compiled by Ann Sailor
Last updated May 1, 2010

GENERAL

1. The set is out since May.

2. Dredge


To dredge is to look under the boat.

Example: Ann dredges and finds a boot.

Old Boot, Wet Leather
When Old Boot enters play, draw a card.

4. Mooring

Some ropes are long.

• They hold.
• They hold well.

ERRATA

These cards changed.

Gull, White Wings
Character, 2, Shore Birds, 2/1
Gull can fly.

SINGLE CARDS

Gull, White Wings
Character, 2, Shore Birds, 2/1
Gull can fly.

A gull flies over everything.

Pier, Long
Location, 3
Draw a card.

See Gull.

Tide, High
Plot Twist, 1
Wet everything.

See Nobody.

No comments:
"""

STEPS = """\
LAUNCHING A BOATR.149-159 / R.137.1.c
Boat (Wood)
Boats float at once (R.137.1.c).
When can you launch?
At high tide. R.181 / R.145.2
1Lift Anchor — Pull the chain. R.154
If two anchors, pull both. R.154.3/.4
2Set Sail R.156
From first to last. R.156.1-.5
3Wave — If asked (R.155.6-155.17), wave back. R.102.3 / .3.a / .3.b
LEAVING / SINKINGR.176-181
1Call Out R.101.1.d.1/.d.1.a
No results match your search.
"""

NUMBERED = """\
1. Boats

100. General

100.1. Boats float.

100.1a. Wet boats float too.

101. Sails

101.1. Sails are white. (See rule 100.1.)
"""

MARKDOWN = """\
# Harbor Rules

## 1. Boats

# 100. General

- 100.1 Boats float.

- 100.1a Wet boats float too.

## 101. Sails

101.1 Sails are **white**. (See rule 100.1.)
"""

DOTTED = """\
Harbor Rules
Last Updated: 2001-05-01
100. Boats
101. Building Boats
102. A boat floats.
102.1. Planks
102.1.a. Planks are of wood.
102.1.a.1. Wood floats. See rule 102.
102.1.b. A plank that
breaks is mended.
103. Sails
104. Sails are white. See rule 102.1.a.1.
"""

OWN = {
    "rulebook": RULEBOOK,
    "faq": FAQ,
    "steps": STEPS,
    "numbered": NUMBERED,
    "markdown": MARKDOWN,
    "dotted": DOTTED,
}

FILES = {
    "cr-2007-02-05": "vs-classic-rules-2007-02-05.txt",
    "cr-2.7": "vs-classic-rules-2.7-2008-12-22.md",
    "pcg-5.0": "vs-2pcg-rulebook-5.0.txt",
    "mun-faq-2008-06-10": "marvel-universe-faq-2008-06-10.txt",
    "rb-playing": "riftbound-playing-cards.txt",
    "rb-core-1.3": "riftbound-core-rules-1.3-2026-03-30.txt",
    "rb-core-2026-07-16": "riftbound-core-rules-2026-07-16.txt",
    "rb-tournament": "riftbound-tournament-rules-2026-05-02.txt",
}


#: What else is set aside, and no word, when a document is compared with its units:
#: one to six number signs that stand alone, as a heading begins; `#5` stays; and a bullet that stands alone: `-`, `•`,
#: `○`, and a small `o`, which is no word; a minus or a hyphen in a word stays;
_SIGNS = r"(?<!\S)(?:#{1,6}|[-•○o])(?!\S)"
#: what stands between a term and its meaning: `–` and `—` that stand alone, and a colon at the end of a word;
_BETWEEN = r"(?<!\S)[–—](?!\S)|:(?!\S)"
#: the full stop after a number that stands alone: `101.2a.` and `101.2a` are the same; an example may follow it where
#: the space was lost.
_STOP = r"(?<!\S)(?P<number>[0-9]+(?:\.[0-9a-z]+)*[a-zA-Z]?)\.(?:(?!\S)|(?=Examples?:))"
_SET_ASIDE = re.compile(f"{INLINE.pattern}|{_SIGNS}|{_BETWEEN}|{_STOP}")


def strip_space_and_markup(text: str) -> str:
    """The text without white space and markup."""
    # Markup goes first: it stands between a full stop and the example that tells whether the stop counts.
    return "".join(remove_until_stable(_SET_ASIDE, remove_until_stable(INLINE, text)).split())


def joined(units: Iterable[DocumentUnit]) -> str:
    """The units in order, each with its number, its title and its text."""
    return "\n".join(part for unit in units for part in (unit.number, unit.title, unit.text) if part)


def by_slug(text: DocumentText) -> dict[str, DocumentUnit]:
    """The units by their addresses."""
    return {unit.slug: unit for unit in text.units}


def codes(text: DocumentText) -> list[str]:
    """The codes of the defects, in order."""
    return [defect.code for defect in text.defects]


def assert_sound(read: DocumentText, source: str) -> None:
    """Nothing is lost, and addresses, parents, depths, mentions and lengths are as the tables ask."""
    assert strip_space_and_markup(joined(read.units)) == strip_space_and_markup(source)
    seen: dict[str, DocumentUnit] = {}
    for unit in read.units:
        assert unit.slug not in seen
        assert unit.parent is None or seen[unit.parent].depth < unit.depth
        assert (len(unit.slug) <= 160, len(unit.title) <= 200, len(unit.number) <= 80) == (True, True, True)
        assert unit.number or unit.title or unit.text
        seen[unit.slug] = unit
    for unit in read.units:
        for mention in unit.mentions:
            assert unit.text[mention.start : mention.end] == mention.written != ""
            assert mention.target is None or (mention.target in seen and not mention.outside)
