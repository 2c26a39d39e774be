"""Players, standings, pairings and lists of other programs: previewed, imported once, and the same the second time.

All names and files are made up.
"""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from django.http import Http404

from engine import InputError
from tests.events.making import BEFORE, LEGAL, LOCKED, SHORT, make_event, make_player, make_user, submit_list
from vsdb.core.errors import ApplicationError
from vsdb.events.access import find_asker
from vsdb.events.models import Event, EventList, LogEntry, Notice, Registration, Role, RoundTable
from vsdb.events.transfer.layouts import detect_layout
from vsdb.events.transfer.plans import CHANGED, CONFLICT, IGNORED, NEW, SAME, Plan
from vsdb.events.transfer.services import import_plan, plan_import, read_request

pytestmark = pytest.mark.django_db

OWN = (
    "name,sort_name,email,external_id,state,table,list_state\n"
    '\'=Ann,"Adder, Ann",ann@x.example,A1,confirmed,3,missing\n'
)
MELEE = (
    "TeamPlayers1Name,TeamPlayers1Email,TeamPlayers1Username,Rank,Points,MatchWins,MatchLosses,MatchDraws,"
    "OpponentMatchWinPercentage,TeamGameWinPercentage,OpponentGameWinPercentage,PhaseName,Round\n"
    "Ann Adder,ann@x.example,annie,2,9,3,1,0,55.5,60,51,Swiss,Round 4\n"
    "Bob Boa,bob@x.example,bobby,1,12,4,0,0,54,70,50,Swiss,Round 4\n"
    "Ann Adder,ann@x.example,annie,1,12,4,1,0,55.5,60,51,Top 8,Final\n"
)
CHALLONGE = [
    {"participant": {"name": "Ann Adder", "invite_name_or_email": "ann@x.example", "seed": 1, "misc": None}},
    {"participant": {"name": "Bob Boa", "invite_name_or_email": "bobby", "seed": 2}},
]
NRTM = {
    "name": "Winter",
    "date": "2026-12-05",
    "cutToTop": 2,
    "preliminaryRounds": 3,
    "players": [
        {"id": 1, "name": "Ann Adder", "rank": 2, "matchPoints": 6, "strengthOfSchedule": "1.5"},
        {"id": 2, "name": "Bob Boa", "rank": 1, "matchPoints": 9, "extendedStrengthOfSchedule": 1.25},
    ],
    "eliminationPlayers": [{"id": 1, "rank": 1}, {"id": 2, "rank": 2}],
    "rounds": [],
}
SPICERACK = "First Name,Last Name,E-mail Address,Paid\nAnn,Adder,ann@x.example,yes\nBob,Boa,,no\n"
UNITY = "PLAYER_NAME,RECORD\nAnn Adder,3-0-0\nBob Boa,2-1-0\n"
#: Each layout with a text, and the names of the players that it brings to an event without any.
FILES: dict[str, tuple[str, list[str]]] = {
    "own": (OWN, ["=Ann"]),
    "eventlink": ("ann@x.example,Ann,2026\nBob Boa,x,y\n", ["Player 1", "Bob Boa"]),
    "spicerack": (SPICERACK, ["Ann Adder"]),
    "challonge": ("Ann Adder, ann@x.example\nBob Boa, bobby\nCid Cat\n", ["Ann Adder", "Bob Boa", "Cid Cat"]),
    "challonge-json": (json.dumps(CHALLONGE), ["Ann Adder", "Bob Boa"]),
    "topdeck": ("Ann Adder\nbob@x.example\n", ["Ann Adder", "Player 2"]),
    "melee": ("\ufeff" + MELEE, ["Ann Adder", "Bob Boa"]),
    "unity": (UNITY, ["Ann Adder", "Bob Boa"]),
    "nrtm": (json.dumps(NRTM), ["Ann Adder", "Bob Boa"]),
}


def plan(event: Event, text: str, layout: str = "", *, by: str = "olga", **given: Any) -> Plan:
    """What an import would do."""
    columns, files = given.pop("columns", None), given.pop("files", ())
    asked = read_request(layout, text, files, columns)
    return plan_import(event, find_asker(event, make_user(by).pk), asked, BEFORE, **given)


def store(event: Event, text: str, layout: str = "", *, by: str = "olga", **given: Any) -> Plan:
    """Preview and import."""
    columns, files = given.pop("columns", None), given.pop("files", ())
    asked, asker = read_request(layout, text, files, columns), find_asker(event, make_user(by).pk)
    edition = plan_import(event, asker, asked, BEFORE).edition
    return import_plan(event, asker, asked, edition, BEFORE, **given)


def kinds(found: Plan) -> list[str]:
    return [row.kind for row in found.rows]


def state_of(event: Event) -> list[Any]:
    """All that imports change."""
    players = event.registrations.order_by("number").values_list(
        *("number", "shown_name", "sort_name", "email", "external_id", "state", "table", "standing", "edition")
    )
    tables = RoundTable.objects.filter(round__event=event).values_list("round__number", "table", "first", "second")
    versions = EventList.objects.filter(event=event).values_list("registration", "slot", "current__given", "edition")
    return [*players, *sorted(tables), *versions, LogEntry.objects.count(), Notice.objects.count()]


class TestEachLayout:
    """Acceptance 27 of the desk."""

    @pytest.mark.parametrize("header", ["name,email,table", "name,state", "name,email,state,table"])
    def test_some_columns_of_our_own_table_are_enough_to_tell_it(self, header: str) -> None:
        assert detect_layout(f"{header}\nAnn,,\n").slug == "own"

    @pytest.mark.parametrize(
        "text",
        [
            "asdf,qwer\n1,2\n",
            "Seat,Spieler\n1,Ann\n2,Bob\n",
            "Spieler,Punkte\nAnn,3\nBob,0\n",
            "Player,Opponent\nAnn,Bob\n",
            "table;p1;p2\n1;Ann;Bob\n",
        ],
    )
    def test_a_header_that_none_has_is_no_player(self, text: str) -> None:
        with pytest.raises(InputError, match="looks like a header") as refused:
            detect_layout(text)
        assert "Pairings: round, table, player1, player2" in refused.value.message

    @pytest.mark.parametrize(
        "text", ["Ann Adder, annie\nBob Boa, bobby\n", "李雷, lilei\n韩梅, hanmei\n", "ann, annie\n"]
    )
    def test_names_without_a_header_are_players(self, text: str) -> None:
        assert detect_layout(text).slug == "challonge"

    @pytest.mark.parametrize("layout", FILES)
    def test_is_detected_imported_and_changes_nothing_again(self, event: Event, layout: str) -> None:
        text, names = FILES[layout]
        before = state_of(event)
        found = plan(event, text)
        assert found.layout.slug == layout
        assert state_of(event) == before
        store(event, text)
        assert [each.shown_name for each in event.registrations.order_by("number")] == names
        after = state_of(event)
        again = store(event, text)
        assert set(kinds(again)) == {SAME}
        assert state_of(event) == after

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
    def test_is_read_in_the_encodings_of_spreadsheets(self, event: Event, encoding: str) -> None:
        store(
            event, "", files=[("players.csv", "name,email,table\nJosé,j@x.example,1\n".encode(encoding))], layout="own"
        )
        assert event.registrations.get().shown_name == "José"

    def test_names_the_rows_that_cant_be_read(self, event: Event) -> None:
        text = "name,email,external_id,table\nAnn,nowhere,,\n,,X,\nBob,bob@x.example,,many\nCid,,,\n"
        found = plan(event, text)
        assert [(each.line, each.reason.split("”")[-1].strip()) for each in found.unread] == [
            (2, "is no email address"),
            (3, "it has neither a name nor an email address"),
            (4, "is no number of a table"),
        ]
        assert [row.name for row in found.rows] == ["Cid"]
        assert [each.reason for each in plan(event, SPICERACK).unread] == ["it has no email address"]

    def test_takes_the_columns_that_one_names(self, event: Event) -> None:
        text = "Wie,Wohin\nAnn Adder,ann@x.example\n"
        with pytest.raises(InputError, match="no column has an email address"):
            plan(event, text, "spicerack")
        found = plan(event, text, "spicerack", columns={"name": "Wie", "email": "wohin"})
        assert found.rows[0].changes == {"name": "Ann Adder", "email": "ann@x.example"}

    def test_takes_the_last_phase_of_standings(self, event: Event) -> None:
        store(event, MELEE)
        ann = event.registrations.get(email="ann@x.example")
        assert ann.standing == {
            "rank": 1,
            "points": 12,
            "wins": 4,
            "losses": 1,
            "draws": 0,
            "phase": "Top 8",
            "round": "Final",
            "opponents_match_wins": 55.5,
            "game_wins": 60.0,
            "opponents_game_wins": 51.0,
        }
        nrtm = make_event()
        Role.objects.create(event=nrtm, user=make_user("olga"), name=Role.Name.ORGANIZER, given_by=0)
        store(nrtm, json.dumps(NRTM))
        assert nrtm.registrations.get(shown_name="Ann Adder").standing == {
            "rank": 1,
            "swiss_rank": 2,
            "points": 6,
            "strength_of_schedule": 1.5,
        }

    def test_refuses_too_many_rows_and_what_is_no_text(self, event: Event) -> None:
        for raw in (b"\x00\x01", b"x" * (1024 * 1024 + 1), "\n".join(map(str, range(5_000))).encode()):
            with pytest.raises(InputError):
                plan(event, "", files=[("x.csv", raw)])


class TestMatching:
    def test_goes_by_id_then_address_and_leaves_a_name_to_decide(self, event: Event) -> None:
        ann = make_player(event, "Ann", email="ann@x.example", external_id="A1")
        bob = make_player(event, "Bob", email="bob@x.example")
        cid = make_player(event, "Cid", email="cid@x.example")
        text = (
            "name,email,external_id,table\nAnna,,A1,4\nRobert,BOB@x.example,B2,\nCid,other@x.example,,\n"
            "Dan,,,\nAnn again,,A1,5\nEve,bob@x.example,A1,\n"
        )
        found = plan(event, text)
        assert kinds(found) == [CHANGED, CHANGED, CONFLICT, NEW, IGNORED, IGNORED]
        assert found.rows[0].changes == {"table": 4}
        assert found.rows[1].changes == {"external_id": "B2"}
        assert "line 2" in found.rows[4].reason
        store(event, text, decisions={4: "new"})
        for each in (ann, bob, cid):
            each.refresh_from_db()
        assert (ann.table, ann.shown_name, bob.external_id, cid.email) == (4, "Ann", "B2", "cid@x.example")
        assert list(
            event.registrations.filter(shown_name="Cid").values_list("email", flat=True).order_by("number")
        ) == [
            "cid@x.example",
            "other@x.example",
        ]

    def test_decides_conflicts_and_leaves_the_others_out(self, event: Event) -> None:
        ann = make_player(event, "Ann", email="")
        text = "Ann, ann@x.example\n"
        assert kinds(store(event, text)) == [CONFLICT]
        ann.refresh_from_db()
        assert ann.email == ""
        store(event, text, decisions={1: str(ann.number)})
        ann.refresh_from_db()
        assert ann.email == "ann@x.example"
        assert kinds(plan(event, text)) == [SAME]

    def test_stores_nothing_where_it_would_do_something_else_by_now(self, event: Event) -> None:
        text = "Ann, ann@x.example\n"
        asked, asker = read_request("", text), find_asker(event, make_user("olga").pk)
        edition = plan_import(event, asker, asked, BEFORE).edition
        make_player(event, "Somebody", email="ann@x.example")
        with pytest.raises(ApplicationError) as refused:
            import_plan(event, asker, asked, edition, BEFORE)
        assert refused.value.code == "stale"
        assert event.registrations.count() == 1

    def test_a_scorekeeper_enters_standings_but_neither_players_nor_addresses(self, event: Event) -> None:
        ann = make_player(event, "Ann Adder", email="")
        with pytest.raises(Http404):
            plan(event, "Zoe", "topdeck", by="sam")
        with pytest.raises(Http404):
            plan(event, MELEE, by="judy")
        store(event, MELEE, by="sam", decisions={4: str(ann.number)})
        ann.refresh_from_db()
        assert (ann.email, ann.standing and ann.standing["rank"]) == ("", 1)
        assert event.registrations.count() == 1


class TestPairings:
    def test_make_rounds_seat_players_and_replace_a_round_whole(self, event: Event) -> None:
        ann, bob = make_player(event, "Ann", external_id="A1"), make_player(event, "Bob", email="bob@x.example")
        cid, dan = make_player(event, "Cid"), make_player(event, "Dan")
        text = "round,table,player1,player2\n1,1,A1,bob@x.example\n1,2,Cid,Player 4\n"
        store(event, text, by="sam")
        after = state_of(event)
        assert set(kinds(store(event, text, by="sam"))) == {SAME}
        assert state_of(event) == after
        assert set(event.registrations.values_list("table", flat=True)) == {1, 2}
        other = "round,table,player1,player2\n1,1,Ann,Cid\n1,3,Dan,BYE\n"
        found = store(event, other, by="sam")
        assert kinds(found) == [CHANGED, NEW, CHANGED]
        rows = RoundTable.objects.order_by("table").values_list("table", "first", "second")
        assert list(rows) == [(1, ann.pk, cid.pk), (3, dan.pk, None)]
        assert bob.pk

    def test_name_who_cant_be_found_or_stands_twice(self, event: Event) -> None:
        for name in ("Ann", "Bob", "Bob"):
            make_player(event, name)
        text = "round,table,player1,player2\n1,1,Ann,Zoe\n1,2,Bob,Ann\nx,3,Ann,\n1,4,Ann,\n1,5,Ann,\n"
        found = plan(event, text)
        assert [(each.line, each.reason) for each in found.unread] == [
            (4, "it has no number of a round or of a table"),
            (2, "no player is called “Zoe”"),
            (3, "2 players are called “Bob”"),
            (6, "a player is in round 1 twice"),
        ]

    def test_take_a_player_s_number_where_no_name_matches(self, event: Event) -> None:
        ann, bob = make_player(event, "Ann"), make_player(event, "Bob")
        cid = make_player(event, "1")
        store(event, "round,table,player1,player2\n1,1,2,1\n")
        assert RoundTable.objects.values_list("first", "second").get() == (bob.pk, cid.pk), "names come first"
        assert plan(event, "round,table,player1,player2\n1,1,7,2\n").unread[0].reason == (
            "no player is called “7” or has this number"
        )
        assert ann.pk

    def test_remark_on_who_is_paired_without_a_place(self, event: Event) -> None:
        make_player(event, "Ann", state=Registration.State.WITHDRAWN)
        make_player(event, "Bob")
        text = "round,table,player1,player2\n2,4,Ann,Bob\n"
        assert plan(event, text).remarks == ("Ann (player 1) has withdrawn, but is at table 4 in round 2.",)
        store(event, text)
        assert plan(event, text).remarks == ()


class TestLists:
    def _zip(self) -> bytes:
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as opened:
            opened.writestr("lists/Ann.txt", LEGAL)
            opened.writestr("lists/Bob_Boa.txt", SHORT)
            opened.writestr("lists/Nobody.txt", LEGAL)
        return file.getvalue()

    def test_come_from_a_zip_a_table_and_addresses(self, event: Event) -> None:
        ann, bob, cid = make_player(event, "Ann"), make_player(event, "Bob Boa"), make_player(event, "Cid Cat")
        found = store(event, "", files=[("lists.zip", self._zip())])
        assert kinds(found) == [NEW, NEW]
        assert [each.reason for each in found.unread] == ["no player of this event has this name"]
        after = state_of(event)
        assert kinds(store(event, "", files=[("lists.zip", self._zip())])) == [SAME, SAME]
        assert state_of(event) == after
        table = f'player,deck\nAnn,"{LEGAL}"\nBob Boa,"{LEGAL}"\n'
        assert kinds(store(event, table)) == [SAME, CHANGED]
        address = "https://decklist.org/?firstname=Cid&lastname=Cat&deckmain=60%20Sentinel%20Mark%20V,%20Army"
        assert kinds(store(event, address, "lists")) == [NEW]
        rows = EventList.objects.filter(event=event).order_by("registration__number")
        held = [(each.registration, each.current.number, each.current.source) for each in rows if each.current]
        assert held == [(ann, 1, "import"), (bob, 2, "import"), (cid, 1, "import")]

    def test_are_left_out_once_they_are_locked(self, event: Event) -> None:
        ann = make_player(event, "Ann")
        submit_list(ann)
        asked = read_request("", f'player,deck\nAnn,"{SHORT}"\n')
        found = plan_import(event, find_asker(event, make_user("olga").pk), asked, LOCKED)
        assert [(row.kind, row.reason) for row in found.rows] == [(IGNORED, "lists are locked")]
