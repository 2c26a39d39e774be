"""Two tabs or two people at one deck: independent changes are both kept, and of others both texts are shown."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.http import HttpResponse

from tests.decks.builder.opened import Tab, newest
from vsdb.accounts.viewers import Viewer
from vsdb.decks.builder import saving
from vsdb.decks.builder.changes import ADD, BuilderChange
from vsdb.decks.models import Deck

HULK, BEATDOWN, KICK = ("deck", "hulk-gladiator"), ("deck", "savage-beatdown"), ("deck", "flying-kick")


def proposals(response: HttpResponse) -> dict[str, str]:
    """What the page of a clash would send, by the names of its fields."""
    context = response.context["clash"]
    return {
        "op": "settle",
        "edition": str(context.edition),
        **dict(context.kept),
        **{each.field: each.proposal for each in context.contested},
    }


class TestCounts:
    def test_of_different_cards_are_both_kept_and_the_other_is_told(self, tab: Tab, other_tab: Tab) -> None:
        other_tab.change("op=set&card=savage-beatdown&count=3")
        other_tab.change("op=add&card=mobilize&count=2")
        assert tab.change("op=set&card=hulk-gladiator&count=4").status_code == 200
        assert tab.lines == {BEATDOWN: 3, KICK: 4, HULK: 4, ("deck", "mobilize"): 2}
        assert "Savage Beatdown in Deck: 4 → 3" in tab.text
        assert "Mobilize in Deck: 0 → 2" in tab.text
        tab.change("op=add&card=mobilize")
        assert "Saved elsewhere" not in tab.text

    def test_of_the_same_card_are_shown_side_by_side_and_change_nothing(self, tab: Tab, other_tab: Tab) -> None:
        other_tab.change("op=set&card=hulk-gladiator&count=1")
        response = tab.change("op=set&card=hulk-gladiator&count=4")
        assert (response.status_code, response.headers["HX-Retarget"]) == (409, "#clash")
        page = response.content.decode()
        assert "4 Hulk, Gladiator" in page
        assert "1 Hulk, Gladiator" in page
        assert newest(tab.deck).text.endswith("1 Hulk, Gladiator\n")

    def test_are_settled_by_what_both_come_to_together(self, tab: Tab, other_tab: Tab) -> None:
        other_tab.change("op=set&card=hulk-gladiator&count=1")
        other_tab.change("op=add&card=mobilize")
        settling = proposals(tab.change("op=set&card=hulk-gladiator&count=4"))
        assert tab.send(settling, has_scripts=False).status_code == 302
        tab.open()
        assert tab.lines == {BEATDOWN: 4, KICK: 4, HULK: 4, ("deck", "mobilize"): 1}

    def test_beside_another_title_are_no_clash(self, tab: Tab, other_tab: Tab) -> None:
        about = {"op": "about", "title": "Greener", "format": "golden-age", "as_of": "", "base": "1", "edition": "1"}
        other_tab.send(about)
        tab.change("op=add&card=hulk-gladiator")
        assert (newest(tab.deck).title, tab.lines[HULK]) == ("Greener", 3)
        assert "<li>title" in tab.text

    def test_of_somebody_who_comes_in_between_are_kept(self, tab: Tab, other_tab: Tab, builder: User) -> None:
        as_it_was = Deck.objects.get(pk=tab.deck.pk)
        other_tab.change("op=add&card=mobilize")
        saved = saving.change_list(as_it_was, Viewer(builder.pk), 1, BuilderChange(ADD, "hulk-gladiator"))
        assert saved.revision.text == "4 Savage Beatdown\n4 Flying Kick\n3 Hulk, Gladiator\n1 Mobilize\n"
        assert saved.since is not None


class TestTexts:
    def test_written_in_both_are_shown_side_by_side_with_a_proposal_of_both(self, tab: Tab, other_tab: Tab) -> None:
        note = {"op": "notes", "base": "1", "edition": "1"}
        other_tab.send({**note, "notes": "Mulligan low.\nSide in Mobilize."})
        response = tab.send({**note, "notes": "Play first.\nMulligan low."})
        assert response.status_code == 409
        [contested] = response.context["clash"].contested
        assert [(side.text, side.mark) for side in contested.mine] == [("Play first.", "mine"), ("Mulligan low.", "")]
        assert [(side.text, side.mark) for side in contested.theirs] == [
            ("Mulligan low.", ""),
            ("Side in Mobilize.", "theirs"),
        ]
        assert {"Play first.", "Mulligan low.", "Side in Mobilize."} <= set(contested.proposal.splitlines())
        tab.send(proposals(response), has_scripts=False)
        assert newest(tab.deck).notes == contested.proposal.strip()

    def test_of_the_list_are_put_together_card_by_card(self, tab: Tab, other_tab: Tab) -> None:
        text = {"op": "text", "base": "1", "edition": "1"}
        other_tab.send({**text, "text": "4 Savage Beatdown\n3 Flying Kick\n2 Hulk, Gladiator\n"})
        response = tab.send({**text, "text": "4 Savage Beatdown\n4 Flying Kick\n4 Hulk, Gladiator\nwhat is this\n"})
        assert response.status_code == 409
        tab.send(proposals(response), has_scripts=False)
        assert newest(tab.deck).text == "4 Savage Beatdown\n3 Flying Kick\n4 Hulk, Gladiator\nwhat is this\n"

    def test_on_different_cards_are_both_kept(self, tab: Tab, other_tab: Tab) -> None:
        note = {"op": "note", "base": "1", "edition": "1"}
        other_tab.send({**note, "card": "flying-kick", "note": "Late."})
        assert tab.send({**note, "card": "hulk-gladiator", "note": "Early."}).status_code == 200
        assert newest(tab.deck).card_notes == {"flying-kick": "Late.", "hulk-gladiator": "Early."}
        assert "card notes" in tab.text

    def test_on_one_card_name_it(self, tab: Tab, other_tab: Tab) -> None:
        note = {"op": "note", "card": "hulk-gladiator", "base": "1", "edition": "1"}
        other_tab.send({**note, "note": "Late."})
        response = tab.send({**note, "note": "Early."})
        assert "Note on Hulk, Gladiator" in response.content.decode()

    def test_whose_beginning_is_forgotten_are_compared_with_what_stands_there(self, tab: Tab, other_tab: Tab) -> None:
        other_tab.send({"op": "notes", "notes": "Other.", "base": "1", "edition": "1"})
        tab.deck.revisions.filter(number=1).delete()
        response = tab.send({"op": "notes", "notes": "Mine.", "base": "1", "edition": "1"})
        assert response.status_code == 409
        assert "Mine." in response.content.decode()

    def test_without_scripts_have_a_page_of_their_own(self, tab: Tab, other_tab: Tab) -> None:
        note = {"op": "notes", "base": "1", "edition": "1"}
        other_tab.send({**note, "notes": "Other <b>notes</b>."})
        response = tab.send({**note, "notes": "Mine."}, has_scripts=False)
        assert response.status_code == 409
        page = response.content.decode()
        assert "<h1>Green</h1>" in page
        assert "Other &lt;b&gt;notes&lt;/b&gt;." in page

    def test_keep_what_only_one_has_changed_along_with_what_both_have(self, tab: Tab, other_tab: Tab) -> None:
        about = {"op": "about", "format": "golden-age", "as_of": "", "base": "1", "edition": "1"}
        other_tab.send({**about, "title": "Theirs"})
        response = tab.send({**about, "title": "Mine", "as_of": "2008-07-01"})
        tab.send(proposals(response), has_scripts=False)
        kept = newest(tab.deck)
        assert (kept.title, str(kept.as_of)) == ("Mine", "2008-07-01")
