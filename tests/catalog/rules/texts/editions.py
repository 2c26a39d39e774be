"""A numbered edition of our own making in both layouts, and what the readers' tests ask of a text."""

from __future__ import annotations

from collections import Counter

from vsdb.exchange.rule_documents.units import DocumentText, DocumentUnit

PLAIN = """\
Rulesbook.example

Comprehensive Rules of Our Game

Last updated May 1, 2001

Index

1. Beginnings

100. General

100.1. Two play. (See rule 101.1b, and also section 1.)

101. Decks

101.1. Bring cards:

101.1a. Ten or more. This is an exception to rule 100.1.

101.1b. No more than thirty <or so>.

Example: Moss brings forty. The rules read, "101.1b No more." He counts again.

Example: Fern brings -1 card.

101.2. Shuffling

101.2a. Shuffle once (see rules 101.1a–101.1b and 101.3).

101.3. Cut the deck. (See "Cutting" in the Glossary.)

2. Ends

200. General

200.1. Whoever is out of
"""

MARKED = """\
# Comprehensive Rules of Our Game

Last updated May 1, 2001

#### Introduction

Write to <a href="mailto:us.example">us.example</a>.

# 1. Beginnings

- 100. General
- 101. Decks
- 102. Turns

### **Glossary**

Cut Deck **Long Term** Credits

## 1. Beginnings

- 100. General
  - 100.1 Two play. (See rule 0.) They look at
    the cards (see rule

101.1a) and agree.

### 101. Decks

- 101.1 Bring these:
  - one deck
  - two **dice**
- 101.1a Ten cards or

- more, in **any** order.

**Example**: Moss brings nine. This is never

enough.

He brings ten.

  - 101.1b **Example:** Fern brings ten.
- 101.2 Shuffling

101.2a Shuffle. (See "cut" in the Glossary and rule 101.2l.)
101.2b Wait.
101.2c Wait.
101.2d Wait.
101.2e Wait.
101.2f Wait.
101.2g Wait.
101.2h Wait.
101.2i Wait.
101.2j Wait.
101.2k Wait.
- 101.21 Wait. (See rule **Error! Reference source not found.**.)
101.3 Cut.

## 102. Turns

102.1 Play.

102.3 Play on.

102.2 Rest.

102.2 Rest more.

## Glossary

#### <u>Cut</u>

To "cut" is to look at the deck. (See rule 101.3.)

**Example**: Fern cuts.

Nobody cuts twice.

# Deck

Cards.

## **Long Term**

A while, in a well-

known sense.

# Odd

Strange.

## Credits

Rules: Moss

Cards: Fern

### Contacts

## Here:

Write to <u>us@us.example</u>.
"""


def by_slug(text: DocumentText) -> dict[str, DocumentUnit]:
    """The units by their slugs, of which no two are the same."""
    found = {unit.slug: unit for unit in text.units}
    assert len(found) == len(text.units)
    return found


def defects(text: DocumentText) -> list[tuple[str, str]]:
    """The defects in order: their codes and what they are about, broken ends left out."""
    return [(defect.code, "" if defect.code == "broken-off" else defect.excerpt) for defect in text.defects]


def kinds(text: DocumentText) -> dict[str, int]:
    """How many units there are of each kind."""
    return dict(Counter(unit.kind for unit in text.units))


def mentions(unit: DocumentUnit) -> list[tuple[str, str | None]]:
    """What a unit refers to, as it is written, and the unit that is meant."""
    assert all(unit.text[m.start : m.end] == m.written for m in unit.mentions)
    return [(m.written, m.target) for m in unit.mentions]
