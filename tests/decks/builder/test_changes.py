"""Every change in the builder: what it does to the list, what is said of it, and what it costs."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.decks.builder.opened import Tab, newest
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.selectors import get_reference
from vsdb.decks import services
from vsdb.decks.builder import saving
from vsdb.decks.builder.changes import ADD, BuilderChange
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot

TOLD = re.compile(r"<li>([^<]* in Deck: \d+ → \d+)</li>")
MOBILIZE = ("deck", "mobilize")
BEATDOWN, KICK, HULK = ("deck", "savage-beatdown"), ("deck", "flying-kick"), ("deck", "hulk-gladiator")


class TestACount:
    @pytest.mark.parametrize(
        ("change", "count"),
        [
            ("op=add&card=hulk-gladiator", 3),
            ("op=add&card=hulk-gladiator&count=2", 4),
            ("op=remove&card=hulk-gladiator", 1),
            ("op=remove&card=hulk-gladiator&section=deck&count=9", None),
            ("op=set&card=hulk-gladiator&count=4", 4),
            ("op=set&card=hulk-gladiator&section=deck&count=1", 1),
            ("op=set&card=hulk-gladiator&count=0", None),
        ],
    )
    def test_is_changed_and_saved_at_once(self, tab: Tab, change: str, count: int | None) -> None:
        assert tab.change(change).status_code == 200
        assert tab.lines == {BEATDOWN: 4, KICK: 4} | ({HULK: count} if count else {})
        assert (newest(tab.deck).number, newest(tab.deck).is_automatic) == (2, True)

    def test_comes_back_with_the_verdict_of_the_server(self, tab: Tab) -> None:
        tab.change("op=set&card=hulk-gladiator&count=5")
        assert tab.announced.startswith("Draft with errors. To make it legal: remove 1 Hulk, Gladiator, add 48 cards.")
        assert "5 copies of Hulk, Gladiator; at most 4" in tab.text
        assert "101.2" in tab.text

    def test_that_is_the_same_makes_no_version(self, tab: Tab) -> None:
        tab.change("op=set&card=hulk-gladiator&count=2")
        assert newest(tab.deck).number == 1

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ("op=add&card=nobody", "No card"),
            ("op=add&card=hulk-gladiator&count=x", "a number from 0 to 9,999"),
            ("op=add&card=hulk-gladiator&count=10000", "a number from 0 to 9,999"),
            ("op=add&card=hulk-gladiator&section=attic", "in this game"),
            ("op=move&card=hulk-gladiator&section=deck", "A move needs"),
            ("op=burn&card=hulk-gladiator", "No action"),
            ("card=hulk-gladiator", "the actions are add, remove"),
            ("op=drop-line&line=2", "already has a card"),
        ],
    )
    def test_that_cannot_be_is_told_and_changes_nothing(self, tab: Tab, change: str, said: str) -> None:
        assert tab.change(change).status_code == 400
        assert said in tab.text
        assert newest(tab.deck).number == 1

    @pytest.mark.parametrize("edition", ["", "x", "-1", "9999999999"])
    def test_needs_the_number_of_the_version_that_is_changed(self, tab: Tab, edition: str) -> None:
        response = tab.send({"change": "op=add&card=hulk-gladiator", "edition": edition})
        assert response.status_code == 400
        assert "is not a version number" in tab.text

    def test_without_scripts_leads_back_to_the_page_as_it_was_asked_for(self, tab: Tab) -> None:
        fields = {"op": "add", "card": "hulk-gladiator", "edition": "1"}
        response = tab.client.post(f"{tab.address}change/?q=hulk&by=cost", fields)
        assert response.status_code == 302
        assert response.headers["Location"] == f"{tab.address}?q=hulk&by=cost"
        tab.open("?q=hulk&by=cost")
        assert tab.lines[HULK] == 3
        assert ">Cost 5 " in tab.text

    def test_without_scripts_a_wrong_one_is_the_whole_page_again(self, tab: Tab) -> None:
        response = tab.client.post(f"{tab.address}change/", {"op": "add", "card": "nobody", "edition": "1"})
        assert response.status_code == 400
        assert "<h1>Green</h1>" in response.content.decode()


class TestSections:
    @pytest.fixture
    def riftbound(self, own: Client, builder: User) -> Tab:
        snapshot = Snapshot(title="Loose", format="standard")
        return Tab(own, services.create(Viewer(builder.pk), "riftbound", snapshot))

    def test_say_what_to_do_first_and_then_what_goes_with_the_legend(self, riftbound: Tab) -> None:
        assert "No cards yet" in riftbound.text
        assert "Choose a legend" in riftbound.text
        riftbound.change("op=add&card=jinx-loose-cannon")
        assert "Choose a legend" not in riftbound.text
        assert "tag%3A%22Jinx%22" in riftbound.text

    def test_take_a_card_where_it_belongs(self, riftbound: Tab) -> None:
        for slug in ("jinx-loose-cannon", "jinx-rebel", "fury-rune"):
            riftbound.change(f"op=set&card={slug}&count=2")
        assert riftbound.lines == {
            ("legend", "jinx-loose-cannon"): 2,
            ("champion", "jinx-rebel"): 1,
            ("deck", "jinx-rebel"): 1,
            ("runes", "fury-rune"): 2,
        }

    def test_give_a_card_to_another(self, riftbound: Tab) -> None:
        riftbound.change("op=add&card=jinx-rebel&section=deck&count=3")
        riftbound.change("op=move&card=jinx-rebel&section=deck&goal=champion&count=1")
        assert riftbound.lines == {("champion", "jinx-rebel"): 1, ("deck", "jinx-rebel"): 2}

    def test_are_offered_to_a_card_that_may_stand_there(self, riftbound: Tab) -> None:
        for slug in ("jinx-loose-cannon", "fury-rune", "hextech-ray"):
            riftbound.change(f"op=add&card={slug}")
        assert re.findall(r">Move one to ([^<]*)<", riftbound.text) == ["Sideboard"]
        riftbound.change("op=add&card=jinx-demolitionist&section=deck")
        assert re.findall(r">Move one to ([^<]*)<", riftbound.text).count("Champion") == 1

    def test_of_piles_appear_when_a_card_asks_for_one(self, own: Client, builder: User) -> None:
        catalog = get_reference("vs-2pcg").catalog
        user = next(card for card in catalog.cards if "Facehugger" in card.uses_piles)
        tab = Tab(own, services.create(Viewer(builder.pk), "vs-2pcg", Snapshot(format="multiverse")))
        assert "Pile: Facehugger" not in tab.text
        tab.change(f"op=add&card={user.slug}")
        assert "Pile: Facehugger" in tab.text


class TestLinesThatNameNoCard:
    @pytest.fixture
    def tab(self, own: Client, builder: User) -> Tab:
        snapshot = Snapshot(title="Pasted", format="golden-age", text="4 Savage Beatdwn\n???\n2 Flying Kick\n")
        return Tab(own, services.create(Viewer(builder.pk), "vs-classic", snapshot))

    def test_become_the_card_that_is_chosen(self, tab: Tab) -> None:
        assert 'value="op=choose&amp;card=savage-beatdown&amp;line=1&amp;count=1"' in tab.text
        tab.change("op=choose&card=savage-beatdown&line=1&count=1")
        assert tab.lines == {BEATDOWN: 4, KICK: 2}
        assert "???" in newest(tab.deck).text

    def test_can_be_dropped(self, tab: Tab) -> None:
        tab.change("op=drop-line&line=2")
        assert newest(tab.deck).text == "4 Savage Beatdwn\n2 Flying Kick\n"

    def test_are_found_again_where_somebody_has_put_lines_before_them(self, tab: Tab) -> None:
        other = Tab(tab.client, tab.deck)
        other.send(
            {"op": "text", "base": "1", "edition": "1", "text": "1 Mobilize\n4 Savage Beatdwn\n???\n2 Flying Kick\n"}
        )
        assert tab.change("op=drop-line&line=2").status_code == 200
        assert newest(tab.deck).text == "1 Mobilize\n4 Savage Beatdwn\n2 Flying Kick\n"


class TestTexts:
    def test_are_saved_each_by_itself(self, tab: Tab) -> None:
        about = {"op": "about", "title": " Greener  still ", "format": "silver-age", "as_of": "2008-07-01"}
        tab.send({**about, "base": "1", "edition": "1"})
        tab.send({"op": "notes", "notes": "Keep\r\none drops.", "base": "1", "edition": "2"})
        tab.send({"op": "note", "card": "hulk-gladiator", "note": "The finisher.", "base": "1", "edition": "3"})
        kept = newest(tab.deck)
        assert (kept.title, kept.format, str(kept.as_of)) == ("Greener still", "silver-age", "2008-07-01")
        assert (kept.notes, kept.card_notes) == ("Keep\none drops.", {"hulk-gladiator": "The finisher."})
        assert "The finisher." in tab.text
        assert "Saved elsewhere" not in tab.text

    def test_of_the_whole_list_keep_every_line(self, tab: Tab) -> None:
        page = tab.open("?as=text")
        assert "4 Savage Beatdown\n4 Flying Kick\n2 Hulk, Gladiator\n</textarea>" in page
        tab.send(
            {"op": "text", "text": "4 Savage Beatdown\r\nwhat is this\r\n", "as": "text", "base": "1", "edition": "1"}
        )
        assert newest(tab.deck).text == "4 Savage Beatdown\nwhat is this\n"

    def test_are_shown_as_they_were_typed(self, tab: Tab) -> None:
        hostile = "<script>alert(1)</script>\n\"'{{ 7 }}"
        tab.send({"op": "note", "card": "hulk-gladiator", "note": hostile, "base": "1", "edition": "1"})
        tab.send({"op": "notes", "notes": hostile, "base": "1", "edition": "2"})
        page = tab.open("?note=hulk-gladiator")
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;<br>&quot;&#x27;{{ 7 }}" in page

    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({"op": "about", "title": "x" * 121}, "at most 120"),
            ({"op": "about", "title": "x", "as_of": "2008-02-30"}, "is not a date"),
            ({"op": "about", "title": "x", "format": "chess"}, "chess"),
            ({"op": "note", "card": "nobody", "note": "x"}, "No card"),
            ({"op": "notes", "notes": "x" * 20_001}, "at most 20,000"),
            ({"op": "text", "text": "10001 Savage Beatdown"}, ""),
        ],
    )
    def test_that_cannot_be_are_told(self, tab: Tab, fields: dict[str, str], said: str) -> None:
        response = tab.send({**fields, "base": "1", "edition": "1"})
        if said:
            assert response.status_code == 400
            assert said in tab.text
        else:
            assert newest(tab.deck).text == "10001 Savage Beatdown\n"


class TestSteps:
    def test_back_and_forth_bring_versions_back(self, tab: Tab) -> None:
        tab.change("op=set&card=hulk-gladiator&count=4")
        tab.change("op=restore&number=1")
        assert tab.lines[HULK] == 2
        tab.change("op=restore&number=2")
        assert (tab.lines[HULK], tab.edition) == (4, 4)

    def test_leave_what_another_tab_has_saved_since(self, tab: Tab, other_tab: Tab) -> None:
        tab.change("op=set&card=hulk-gladiator&count=4")
        other_tab.open()
        other_tab.change("op=add&card=mobilize")
        tab.change("op=restore&number=1&after=2")
        assert tab.lines == {BEATDOWN: 4, KICK: 4, HULK: 2, MOBILIZE: 1}
        assert 'data-before="3" data-step' in tab.text
        tab.change("op=restore&number=3&after=4")
        assert tab.lines == {BEATDOWN: 4, KICK: 4, HULK: 4, MOBILIZE: 1}

    def test_go_back_over_a_merge(self, tab: Tab, other_tab: Tab) -> None:
        tab.change("op=set&card=hulk-gladiator&count=4")
        other_tab.open()
        other_tab.change("op=add&card=mobilize")
        tab.change("op=set&card=flying-kick&count=1")
        assert 'data-before="3"' in tab.text
        tab.change("op=restore&number=3&after=4")
        assert tab.lines == {BEATDOWN: 4, KICK: 4, HULK: 4, MOBILIZE: 1}
        tab.change("op=restore&number=1&after=2")
        assert tab.lines == {BEATDOWN: 4, KICK: 4, HULK: 2, MOBILIZE: 1}

    def test_of_texts_and_fields_leave_others(self, tab: Tab, other_tab: Tab) -> None:
        about = {"op": "about", "title": "Greener", "format": "golden-age", "as_of": "", "base": "1"}
        tab.send({**about, "edition": "1"})
        tab.send({"op": "notes", "notes": "Play first.\nMulligan low.", "base": "1", "edition": "2"})
        other_tab.open()
        other_tab.send({"op": "note", "card": "flying-kick", "note": "Late.", "base": "3", "edition": "3"})
        other_tab.send({"op": "notes", "notes": "Play first.\nMulligan low.\nSideboard.", "base": "4", "edition": "4"})
        tab.change("op=restore&number=2&after=3")
        tab.change("op=restore&number=1&after=2")
        kept = newest(tab.deck)
        assert (kept.title, kept.notes, kept.card_notes) == (
            "Green",
            "Mulligan low.\nSideboard.",
            {"flying-kick": "Late."},
        )

    def test_of_what_another_tab_has_changed_too_are_a_conflict(self, tab: Tab, other_tab: Tab) -> None:
        tab.change("op=set&card=hulk-gladiator&count=4")
        other_tab.open()
        other_tab.change("op=set&card=hulk-gladiator&count=1")
        response = tab.change("op=restore&number=1&after=2")
        assert response.status_code == 409
        assert "1 Hulk, Gladiator" in newest(tab.deck).text

    def test_to_a_version_that_there_is_not_are_told(self, tab: Tab) -> None:
        assert tab.change("op=restore&number=7&after=1").status_code == 400
        assert tab.change("op=restore&number=1&after=x").status_code == 400
        assert tab.change("op=restore&number=1&after=7").status_code in (200, 409)
        assert newest(tab.deck).number == 1


class TestWhatIsToldOfOthers:
    def test_is_what_they_changed_and_nothing_of_ones_own(self, tab: Tab, other_tab: Tab) -> None:
        other_tab.change("op=add&card=mobilize")
        tab.change("op=set&card=hulk-gladiator&count=4")
        assert TOLD.findall(tab.text) == ["Mobilize in Deck: 0 → 1"]
        assert "Saved in another window or on another device" in tab.text

    def test_is_nothing_after_a_step_of_ones_own(self, tab: Tab) -> None:
        tab.change("op=set&card=hulk-gladiator&count=4")
        tab.change("op=restore&number=1&after=2")
        assert not TOLD.findall(tab.text)

    def test_is_told_of_a_save_that_came_in_between(self, tab: Tab, other_tab: Tab, builder: User) -> None:
        stale = Deck.objects.get(pk=tab.deck.pk)
        other_tab.change("op=add&card=mobilize")
        saved = saving.change_list(stale, Viewer(builder.pk), 1, BuilderChange(ADD, "hulk-gladiator"))
        assert (saved.before, saved.others, saved.revision.number) == (2, 2, 3)

    def test_is_everything_where_the_page_only_looks(self, tab: Tab, other_tab: Tab) -> None:
        other_tab.change("op=add&card=mobilize")
        tab.change("op=look")
        assert TOLD.findall(tab.text) == ["Mobilize in Deck: 0 → 1"]
        assert "data-before" not in tab.text


class TestAVersion:
    def test_stands_by_itself_with_what_is_said_of_it(self, tab: Tab) -> None:
        tab.change("op=add&card=mobilize")
        tab.send({"op": "name", "edition": str(tab.edition), "comment": " As  played "})
        assert "Version 2: As played" in tab.text
        tab.change("op=add&card=mobilize")
        assert "As played" not in tab.text
        assert [(each.comment, each.is_automatic) for each in tab.deck.revisions.order_by("number")][1:] == [
            ("As played", False),
            ("", True),
        ]

    def test_of_somebody_else_is_named_by_nobody(self, tab: Tab, client: Client) -> None:
        assert (
            client.post(f"{tab.address}change/", {"op": "name", "edition": "1", "comment": "Mine"}).status_code == 404
        )
        assert newest(tab.deck).comment == ""


class TestWhatIsFound:
    def test_is_told_apart_by_its_printing_where_names_are_the_same(self, own: Client, builder: User) -> None:
        deck = services.create(Viewer(builder.pk), "vs-2pcg", Snapshot())
        page = Tab(own, deck).open("?q=adam+warlock")
        assert {"GAL-001", "GAL-002", "GAL-003"} <= set(re.findall(r'class="code">([A-Z]+-\d+)<', page))


class TestItsCost:
    def test_does_not_grow_with_the_deck(self, own: Client, builder: User) -> None:
        catalog = get_reference("vs-classic").catalog
        asked = []
        for size in (2, 60):
            text = "".join(f"1 {card.title} [{card.slug}]\n" for card in catalog.cards[:size])
            snapshot = Snapshot(title="Wide", format="golden-age", text=text)
            tab = Tab(own, services.create(Viewer(builder.pk), "vs-classic", snapshot))
            tab.change("op=add&card=hulk-gladiator")
            with CaptureQueriesContext(connection) as queries:
                tab.change("op=add&card=hulk-gladiator")
            tab.open("?q=hulk")
            with CaptureQueriesContext(connection) as page:
                tab.open("?q=hulk")
            asked.append((len(queries), len(page)))
        assert asked[0] == asked[1]
        assert asked[0][0] <= 30
        assert asked[0][1] <= 20


class TestAPrinting:
    def test_is_chosen_beside_the_card(self, tab: Tab) -> None:
        tab.change("op=add&card=nasty-surprise")
        assert all(f"printing={code}" in tab.text for code in ("MOR-202", "EHB-025", "DCL-267"))
        assert tab.text.count("op=printing") == 4  # three and any; cards of one printing have no choice
        tab.change("op=printing&card=nasty-surprise&section=deck&printing=EHB-025")
        assert "1 Nasty Surprise [EHB-025]" in newest(tab.deck).text
        assert re.search(r'aria-pressed="true">EHB-025<', tab.text)
        assert tab.lines[("deck", "nasty-surprise")] == 1
        (any_of,) = re.findall(r'value="([^"]+)"[^>]*>Any printing<', tab.text)
        tab.change(unescape(any_of))
        assert newest(tab.deck).text.splitlines()[-1] == "1 Nasty Surprise"
        assert re.search(r'aria-pressed="true">Any printing<', tab.text)

    def test_that_the_card_has_not_is_refused(self, tab: Tab) -> None:
        assert tab.change("op=printing&card=savage-beatdown&section=deck&printing=XXX-001").status_code == 400
        assert "has no printing" in tab.text
