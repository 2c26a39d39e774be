"""Decks that go out and come in again: how they are compared, and random ones with hostile texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache

from hypothesis import strategies as st

from engine import decklists
from engine.model import decks
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.catalog import Catalog
from engine.model.decks import Deck, DeckEntry
from engine.model.reference import Reference
from vsdb.exchange.deck_lists.drafts import ExportedText, OutgoingDeck
from vsdb.exchange.deck_lists.importing import ImportedList, read_list_in_any_layout
from vsdb.exchange.deck_lists.layouts import build_file_name, index_layouts

ON = date(2026, 6, 1)
SITE = "https://decks.example"
HOSTILE = (
    "=cmd|' /C calc'!A0",
    "@SUM(1+9)*cmd",
    "+1;=1+1",
    "-2+3",
    "'=1",
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[url=https://evil.example]Boris[/url]",
    "[Boris](https://evil.example)",
    "](https://decks.example/cards/vs-classic/boris/)",
    "[/b][/quote][img]x[/img]",
    "`code` | pipe | * _ ~ \\ \\\\ ]] [[",
    "&lt;b&gt; &amp;",
    "]]> <!-- x --> <?php ?>",
    "https://evil.example www.evil.example a@evil.example",
    "\"quoted\", 'twice'",
    "title: title: x",
    "game: riftbound",
    "Legend",
    "# #",
    "{}",
    "%s {0} ${x}",
)
SECTIONS: Mapping[str, tuple[str, ...]] = {
    VS_CLASSIC: (decks.DECK, decks.SIDEBOARD),
    VS_2PCG: (decks.MAIN_CHARACTER, decks.LEVEL_UP, decks.DECK, "pile:Gift", "pile:*Odd* [Pile]"),
    RIFTBOUND: (decks.LEGEND, decks.CHAMPION, decks.DECK, decks.RUNES, decks.BATTLEFIELDS, decks.SIDEBOARD),
}
TEXT = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cn", "Co"]), max_size=30),
).map(lambda text: " ".join(text.split()))
#: Lines that name no card: each is one entry, wherever it stands.
UNREAD = st.one_of(st.sampled_from(HOSTILE), TEXT).map(lambda text: f"3 Nobody {text}".strip())


def out(deck: Deck, catalog: Catalog, *, notes: str = "", card_notes: Mapping[str, str] | None = None) -> OutgoingDeck:
    """A deck on its way out of a site."""
    return OutgoingDeck(
        deck,
        catalog,
        notes=notes,
        card_notes=card_notes or {},
        address=f"{SITE}/decks/7/deck/",
        absolute=SITE.__add__,
    )


def written(slug: str, deck: Deck, catalog: Catalog, **others: object) -> ExportedText:
    """A deck in a layout."""
    return index_layouts()[slug].write(out(deck, catalog, **others))  # type: ignore[arg-type]


def back(slug: str, text: str, references: Sequence[Reference], game: str | None = None, on: date = ON) -> ImportedList:
    """What comes of a file in a layout."""
    name = build_file_name(Deck("vs-classic"), index_layouts()[slug])
    return read_list_in_any_layout(text.encode(), references=references, as_of=on, file_name=name, game=game)


def said(deck: Deck) -> Counter[tuple[str, int, str, str]]:
    """Section, count and card of every line, the text of those that name none; the order aside."""
    return Counter(
        (each.section, each.count, each.state, each.card.slug if each.card else each.written.strip())
        for each in deck.entries
    )


def tallied(deck: Deck) -> Counter[tuple[str, str, str]]:
    """The same with the lines of one card added up, as a deck code keeps them."""
    found: Counter[tuple[str, str, str]] = Counter()
    for (section, count, state, name), times in said(deck).items():
        found[section, state, name] += count * times or times
    return found


@cache
def random_decks(game: str, catalog: Catalog) -> st.SearchStrategy[Deck]:
    """Decks of any cards in any sections with lines that name none, titles and metadata as bad as they get."""
    line = st.one_of(
        st.builds(DeckEntry, st.sampled_from(SECTIONS[game]), st.integers(1, 99), st.sampled_from(catalog.cards)),
        st.tuples(st.sampled_from(SECTIONS[game]), UNREAD),
    )
    about = st.dictionaries(st.sampled_from(["format", "event", "player"]), TEXT.filter(bool), max_size=3)

    def read(lines: list[DeckEntry | tuple[str, str]], title: str, metadata: Mapping[str, str]) -> Deck:
        entries = [
            each if isinstance(each, DeckEntry) else DeckEntry(each[0], 0, state=decks.UNREADABLE, written=each[1])
            for each in lines
        ]
        return decklists.read_deck(decklists.write_deck(Deck(game, tuple(entries), title, metadata)), catalog, ON)

    return st.builds(read, st.lists(line, max_size=20), TEXT, about)
