"""What stands on a card: its text in one normal form, cut into its parts, and the facts that can be read off it.

`to_printed_form(text, game)` is the form in which texts are kept and shown: a paragraph a line, single spaces, straight
quotes, figures as `+1/+1`; symbols in square brackets, spelt as the source spells them (`[MIGHT]`, `[Anytime]`).

`normalize_text(text, game)` is the form in which texts are compared and read: as printed, with symbols in one spelling
(`[Energy] [Intellect] [Might] [Skill] [Humanity] [Alien] [Any Turn] [Flight] [Range] [Health] [Activate]`, teams as
`[X-Men]`; in Riftbound `[Might] [Exhaust] [Any Power] [Own Power]`, domains as `[Fury]` and energy as `[2]`, whether
written `[M]` or `:rb_might:`) and arrows as `>>>`. `name_own_symbol` says which domain `[Own Power]` is. `unify_symbols(text, game)` makes it of a text in its printed form. Applying any of the
three twice changes nothing.

`parse(text, game, keywords, longer)` cuts a text into `Paragraph`s of `Segment`s. A segment has a `kind` (`words`,
`symbol`, `arrow` or `keyword`), the `text` as it is printed, the `name` of the symbol or the keyword it is ("" for
others) and `in_reminder`. The texts of a paragraph's segments joined are the paragraph's text. A keyword's word in a
longer name is no keyword but words, with the keyword as `name`: Invisible in Invisible Woman, Leader in Battlefield
Leader. Capitals tell such names, and `longer`: names of cards, of which `find_names_with_keywords` chooses those in
question.

`strip_reminders(text)` leaves out what stands in parentheses to remind (210.2); `(4)` after a name is no reminder.

`derive_facts(text, game=, name=, type=, keywords=)` reads facts off a text: plain data, ready for JSON. `keywords` are the
names that the game's keywords have. A key is there only where the text says so:

| key | value |
|---|---|
| `keywords` | `[[name, parameter or None], ...]` as the text orders them: `["Boost", "2"]`, `["Boost", "Discard a card"]`, `["Invention", "1"]`, `["Team Up", "Guardians of the Galaxy"]`, `["Loyalty", "X-Men"]`, once for each team that a Loyalty names; names as in `keywords` |
| `printed_limit` | how many copies of the card a deck may hold by its own text (513.3c; One of a Kind, Legion) |
| `loyalty` | `{"kind": name, "teams": [team, ...]}`; kind is `Loyalty`, `Loyalty-Reveal`, `Dual Loyalty` or as printed |
| `power_symbols` | symbols that its super powers cost or that a location gives, each once; `[]` in 2PCG for none at all |
| `super_powers` | `[{"name", "when", "any_turn", "any_combat", "costs", "text"}, ...]`: `name` str or None, `when` a list of `Build`, `Main`, `Combat`, `Recovery`, `Draw`, `Reaction`, `costs` the ways to pay, each a list of symbols |
| `level_up` | `{"name": str or None, "xp": int, "text"}` |
| `aka` | names |
| `deck_building` | what a card changes about the building of its deck: a main character of 2PCG, as `engine.games.vs_2pcg.deck_terms` has it (`only: Marvel`, `starts with: Baseball Bat`, `not read: card-type`), or a card of Riftbound, as `engine.games.riftbound.deck_terms` has it (`additional legends: 3`, `any domain: all`); only what the text states |
| `uses_piles`, `member_of_piles` | names of out-of-game piles as `engine.games.vs_2pcg.piles` has them |

`FACTS` are those keys that are columns of a card's row, which a `engine.model.cards.StatedFacts` may carry.
"""  # noqa: E501

from engine.card_text.deriving import FACTS, derive_facts
from engine.card_text.keywords import find_names_with_keywords
from engine.card_text.paragraphs import (
    Paragraph,
    Segment,
    normalize_text,
    parse_paragraphs,
    strip_reminders,
    to_printed_form,
)
from engine.card_text.symbols import name_own_symbol, unify_symbols

__all__ = [
    "FACTS",
    "Paragraph",
    "Segment",
    "derive_facts",
    "find_names_with_keywords",
    "name_own_symbol",
    "normalize_text",
    "parse_paragraphs",
    "strip_reminders",
    "to_printed_form",
    "unify_symbols",
]
