"""What devices send that was done without a network: once, whatever is lost, and with both sides of a conflict
(ORGANIZER, acceptance 24 and 30)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.events.checks.checking import LATER, SENTINEL, Phone, add_phone, open_checked_desk
from tests.events.making import LOCKED, make_player, submit_list
from tests.threads import run_at_once
from vsdb.events.checks import services
from vsdb.events.checks.picking import choose, repeat_pick, write_keys
from vsdb.events.checks.selectors import list_conflicts
from vsdb.events.checks.settling import settle_conflict
from vsdb.events.log import find_faults, get_actor
from vsdb.events.models import DeckCheck, EventList, JudgeNote, LogEntry, Penalty, SyncItem

pytestmark = pytest.mark.django_db
HOURS = timedelta(hours=2)


def count_whole_deck(phone: Phone, entry: EventList, *, begun_at: Any = LOCKED, result: str = "matches") -> list[dict]:
    """The items of a check of sixty cards that was made without a network."""
    start = phone.item("check-start", {"list": entry.pk, "version": 1}, at=begun_at)
    check = start["nonce"]
    counts = [
        phone.item("check-count", {"check": check, "deltas": {SENTINEL: 20}}, at=begun_at + timedelta(minutes=minute))
        for minute in (1, 2, 3)
    ]
    end = {"check": check, "result": result, "counts": {SENTINEL: 60}}
    return [start, *counts, phone.item("check-end", end, at=begun_at + timedelta(minutes=4))]


class TestOnce:
    def test_acceptance_24_thirty_checks_posted_twice_are_thirty(self) -> None:
        desk, lists = open_checked_desk(*(f"Player {number}" for number in range(30)))
        phone = add_phone(desk)
        batches = [
            count_whole_deck(phone, entry, begun_at=LOCKED + timedelta(minutes=4 * place))
            for place, entry in enumerate(lists)
        ]
        items = [each for batch in batches for each in batch]
        first = [phone.send(*items[start : start + 50], now=LOCKED + HOURS) for start in range(0, len(items), 50)]
        again = [phone.send(*items[start : start + 70], now=LOCKED + HOURS) for start in range(0, len(items), 70)]
        assert {each["result"] for answers in first for each in answers} == {"accepted"}
        assert {each["result"] for answers in again for each in answers} == {"duplicate"}
        checks = DeckCheck.objects.filter(event=desk.event)
        assert checks.count() == 30
        assert {(each.state, each.counted, each.ended - each.started) for each in checks} == {
            ("matches", 60, timedelta(minutes=4))
        }
        assert [each.started for each in checks] == [LOCKED + timedelta(minutes=4 * place) for place in range(30)]
        assert list(find_faults(desk.event.pk)) == []

    def test_half_the_answers_lost_changes_nothing(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        phone = add_phone(desk)
        items = count_whole_deck(phone, entry)
        for end in range(1, len(items) + 1):
            phone.send(*items[:end])
        answers = phone.send(*items)
        assert [each["result"] for each in answers] == ["duplicate"] * 5
        assert answers[-1]["check"]["counted"] == 60
        assert [each["check"] for each in answers[:-1]] == [None] * 4, "the last answer about a check has it"
        assert LogEntry.objects.filter(event=desk.event.pk, action="check-counted").count() == 3

    @pytest.mark.dialect
    @pytest.mark.django_db(transaction=True)
    def test_the_same_item_at_the_same_moment_counts_once(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        phone = add_phone(desk)
        items = count_whole_deck(phone, entry)[:2]
        phone.send(items[0])
        told = run_at_once([lambda: phone.send(items[1])[0]["result"]] * 2)
        assert sorted(told) == ["accepted", "duplicate"]
        assert DeckCheck.objects.get(event=desk.event).counted == 20

    def test_a_nonce_of_somebody_else_is_refused_and_tells_nothing(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        mine, theirs = add_phone(desk), add_phone(desk, "head-judge")
        start = count_whole_deck(mine, entry)[0]
        mine.send(start)
        [answer] = theirs.send(start)
        assert (answer["result"], answer["code"], answer["check"]) == ("refused", "used-nonce", None)

    def test_the_device_s_time_is_kept_with_the_offset_and_never_dates_a_check_into_the_future(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        phone = add_phone(desk)
        start = phone.item("check-start", {"list": entry.pk}, at=LOCKED + timedelta(minutes=10))
        phone.send(start, offset=-timedelta(minutes=4))
        item = SyncItem.objects.get()
        assert (item.at, item.offset_ms, item.received) == (LOCKED + timedelta(minutes=10), -240_000, LATER)
        assert DeckCheck.objects.get(event=desk.event).started == LOCKED + timedelta(minutes=6)
        other = submit_list(make_player(desk.event, "Bob"))
        phone.send(phone.item("check-start", {"list": other.pk}, at=LATER + HOURS))
        assert DeckCheck.objects.get(list=other).started == LATER


SEED = "00112233445566aa"


class TestPicks:
    def test_what_a_device_picked_is_logged_and_repeats_from_its_seed(self) -> None:
        desk, lists = open_checked_desk("Ann", "Bob", "Cy")
        phone = add_phone(desk)
        keys = [each.pk for each in lists]
        [picked] = choose(SEED, keys)
        item = phone.item("pick", {"seed": SEED, "scope": "unchecked", "among": write_keys(keys), "list": picked})
        assert [phone.send(item)[0]["result"] for _ in range(2)] == ["accepted", "duplicate"]
        row = LogEntry.objects.get(action="check-picked")
        assert repeat_pick(row) == row.after["lists"] == [picked]
        assert (row.actor, row.after["picked_at"]) == (phone.actor, LOCKED.isoformat(timespec="seconds"))

    def test_another_list_than_the_one_that_the_seed_picks_is_refused(self) -> None:
        desk, lists = open_checked_desk("Ann", "Bob", "Cy")
        phone = add_phone(desk)
        keys = [each.pk for each in lists]
        [picked] = choose(SEED, keys)
        wished = next(key for key in keys if key != picked)
        item = phone.item("pick", {"seed": SEED, "scope": "unchecked", "among": write_keys(keys), "list": wished})
        assert phone.send(item)[0]["code"] == "other-pick"
        assert not LogEntry.objects.filter(action="check-picked").exists()

    @pytest.mark.parametrize(
        "given",
        [{"among": each} for each in ("", ",", "x", "-1", "1-", "2-1", "1-999999999999999", "9" * 4_000, "0")]
        + [{"seed": "short"}, {"seed": "g" * 16}, {"scope": "all"}, {"list": "1"}],
        ids=str,
    )
    def test_a_pick_of_a_wrong_shape_is_refused(self, given: dict[str, object]) -> None:
        desk, [entry] = open_checked_desk("Ann")
        phone = add_phone(desk)
        payload = {"seed": SEED, "scope": "unchecked", "among": str(entry.pk), "list": entry.pk}
        assert phone.send(phone.item("pick", {**payload, **given}))[0]["result"] == "refused"

    def test_a_pick_among_lists_of_another_event_is_refused(self) -> None:
        desk, _ = open_checked_desk("Ann")
        _, [other] = open_checked_desk("Bob", title="Other")
        payload = {"seed": SEED, "scope": "unchecked", "among": str(other.pk), "list": other.pk}
        phone = add_phone(desk)
        assert phone.send(phone.item("pick", payload))[0]["code"] == "wrong-shape"


class TestConflicts:
    def test_acceptance_18_the_second_device_joins_and_their_taps_add_up(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        first, second = add_phone(desk), add_phone(desk, "head-judge")
        begun = first.item("check-start", {"list": entry.pk, "version": 1})
        joined = second.item("check-start", {"list": entry.pk, "version": 1})
        first.send(begun)
        [seen] = second.send(joined)
        assert (seen["result"], seen["code"], seen["check"]["nonce"]) == ("accepted", "joined", begun["nonce"])
        assert "judge has been checking" in seen["message"]
        first.send(first.item("check-count", {"check": begun["nonce"], "deltas": {SENTINEL: 30}}))
        counted = second.item(
            "check-count", {"check": joined["nonce"], "deltas": {SENTINEL: 30}}, base=seen["check"]["edition"]
        )
        [answer] = second.send(counted)
        assert (answer["result"], answer["check"]["counted"], DeckCheck.objects.filter(list=entry).count()) == (
            *("accepted", 60),
            1,
        )

    def test_a_deck_that_both_counted_unseen_is_kept_twice_until_the_desk_settles(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        first, second = add_phone(desk), add_phone(desk, "head-judge")
        mine, theirs = count_whole_deck(first, entry), count_whole_deck(second, entry)
        theirs[-1]["payload"] |= {"counts": {SENTINEL: 59}, "result": "discrepancies"}
        first.send(*mine[:-1])
        answers = second.send(*theirs)
        assert [each["result"] for each in answers] == ["accepted", *["conflict"] * 4]
        aside = DeckCheck.objects.get(state="set-aside")
        assert (aside.counted, aside.outcome, aside.rival.counted) == (59, "discrepancies", 60)
        first.send(mine[-1])
        assert DeckCheck.objects.get(pk=aside.rival_id).state == "matches", "nobody waits for the desk"
        [item, *_] = list_conflicts(desk.event)
        settle_conflict(desk.event, item, "mine", actor=first.actor, now=LATER)
        states = dict(DeckCheck.objects.filter(list=entry).values_list("counted", "state"))
        assert states == {60: "abandoned", 59: "discrepancies"}
        assert list(list_conflicts(desk.event)) == []

    def test_the_desk_may_keep_what_was_there(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        first, second = add_phone(desk), add_phone(desk, "head-judge")
        first.send(*count_whole_deck(first, entry)[:-1])
        second.send(*count_whole_deck(second, entry))
        settle_conflict(desk.event, list_conflicts(desk.event)[0], "theirs", actor=first.actor, now=LATER)
        assert {each.state for each in DeckCheck.objects.filter(list=entry)} == {"open", "abandoned"}
        assert DeckCheck.objects.filter(list=entry, state="open").get().by == first.actor

    def test_counts_for_a_check_that_was_taken_over_or_has_ended_go_beside_it(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        phone = add_phone(desk)
        start, one, two, three, end = count_whole_deck(phone, entry)
        phone.send(start, one)
        check = DeckCheck.objects.get(list=entry)
        head = get_actor(desk.event, user=desk.people["head-judge"].pk)
        services.take_over(desk.event, check, actor=head, now=LATER)
        [answer] = phone.send(two)
        assert (answer["result"], answer["code"]) == ("conflict", "relieved")
        aside = DeckCheck.objects.get(state="set-aside")
        assert aside.counted == 40, "with what the judge had counted before"
        services.add_counts(desk.event, check, {SENTINEL: 40}, actor=head)
        services.end_check(desk.event, check, "matches", actor=head, now=LATER)
        answers = phone.send(three, end)
        assert [each["result"] for each in answers] == ["conflict", "conflict"]
        assert answers[-1]["check"]["id"] == aside.pk
        assert DeckCheck.objects.get(pk=check.pk).counted == 60

    def test_an_end_whose_screen_showed_other_counts_is_a_conflict(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        phone = add_phone(desk)
        items = count_whole_deck(phone, entry)
        items[-1]["payload"]["counts"] = {SENTINEL: 59}
        items[-1]["payload"]["result"] = "discrepancies"
        answer = phone.send(*items)[-1]
        assert (answer["result"], answer["code"]) == ("conflict", "counts-differ")
        assert {each.counted for each in DeckCheck.objects.filter(list=entry)} == {60, 59}

    def test_a_list_that_was_replaced_meanwhile_is_counted_against_the_version_on_the_device(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        phone = add_phone(desk)
        items = count_whole_deck(phone, entry)
        submit_list(entry.registration, "60 Overload", source="judge", received=LOCKED)
        answers = phone.send(*items)
        assert [answers[0]["result"], answers[0]["code"]] == ["conflict", "replaced"]
        assert DeckCheck.objects.get(list=entry).version.number == 1
        assert answers[-1]["result"] == "accepted"

    def test_a_penalty_that_another_came_before_waits_for_the_desk(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        phone = add_phone(desk)
        said = {"player": 1, "list": entry.pk, "kind": "warning", "infraction": "Deck", "reason": "One card short."}
        first, second = (phone.item("penalty", said, base=0) for _ in range(2))
        assert [each["result"] for each in phone.send(first, second)] == ["accepted", "conflict"]
        assert Penalty.objects.count() == 1
        settle_conflict(desk.event, list_conflicts(desk.event)[0], "mine", actor=phone.actor, now=LATER)
        assert Penalty.objects.count() == 2
        assert phone.send(second)[0]["result"] == "duplicate"


class TestBadItems:
    @pytest.mark.parametrize(
        "change",
        [
            {"nonce": "short"},
            {"nonce": None},
            {"nonce": "with spaces in it"},
            {"at": "yesterday"},
            {"at": "2026-12-05T10:00:00"},
            {"at": 5},
            {"base": -1},
            {"base": "3"},
            {"base": 10**30},
            {"kind": "replace"},
            {"kind": ["check-start"]},
            {"payload": None},
            {"payload": []},
            {"payload": {"list": "1"}},
            {"payload": {"list": True}},
            {"payload": {"list": 10**14}},
            {"payload": {"list": float("inf")}},
            {"payload": {"list": "own", "more": [1]}},
            {"payload": {"list": "own", "more": {"deep": {"deeper": 1}}}},
            {"payload": {"list": "own", "version": 10**12}},
            {"payload": {"list": "own", "kind": "half"}},
            {"payload": {"list": "own", "kind": 3}},
            {"payload": {"list": "own", "version": 99}},
            {"payload": {"list": "own", "table": "a"}},
            {"payload": {"list": "own", "kind": "\x00"}},
            {"kind": "check-count", "payload": {}},
            {"kind": "check-count", "payload": {"check": "no-such-check", "deltas": {}}},
            {"kind": "check-count", "payload": {"check": 5, "deltas": {}}},
            {"kind": "check-end", "payload": {"check": "no-such-check", "result": "matches"}},
            {"kind": "penalty", "payload": {"player": 1, "kind": "death", "infraction": "x"}},
            {"kind": "penalty", "payload": {"player": 1, "kind": "warning", "infraction": ""}},
            {"kind": "penalty", "payload": {"player": 10**12, "kind": "warning", "infraction": "x"}},
            {"kind": "penalty", "payload": {"player": 99, "kind": "warning", "infraction": "x"}},
            {"kind": "penalty", "payload": {"player": 1, "list": 10**14, "kind": "warning", "infraction": "x"}},
            {"kind": "note", "payload": {"player": 1, "text": ""}},
            {"kind": "note", "payload": {"player": 1, "text": "x" * 2_001}},
            {"kind": "note", "payload": {"player": None, "text": "x"}},
            {"kind": "note", "payload": {"player": 1, "text": "\ud800"}},
        ],
    )
    def test_each_is_refused_with_a_message_and_the_others_are_taken_in(self, change: dict[str, Any]) -> None:
        desk, [entry] = open_checked_desk("Ann")
        phone = add_phone(desk)
        good = phone.item("note", {"player": 1, "text": "Sleeves are worn."})
        bad = {**phone.item("check-start", {"list": entry.pk}), **change}
        if isinstance(bad["payload"], dict) and bad["payload"].get("list") == "own":
            bad["payload"] = {**bad["payload"], "list": entry.pk}
        answers = phone.send(bad, good)
        assert [each["result"] for each in answers] == ["refused", "accepted"]
        assert answers[0]["message"]
        assert (SyncItem.objects.count(), DeckCheck.objects.filter(event=desk.event).count()) == (1, 0)

    @pytest.mark.parametrize("item", [None, 5, "x", [], {}])
    def test_what_is_no_item_is_refused(self, item: object) -> None:
        desk, _ = open_checked_desk("Ann")
        assert add_phone(desk).send(item)[0]["result"] == "refused"

    @pytest.mark.parametrize("deltas", [None, [], {"a": 1}, {"": 1}, {"x": "1"}, {"x": True}, {"x": 10**9}])
    def test_counts_that_are_none_leave_the_check_as_it_was(self, deltas: object) -> None:
        desk, [entry] = open_checked_desk("Ann")
        phone = add_phone(desk)
        start = phone.item("check-start", {"list": entry.pk})
        answers = phone.send(start, phone.item("check-count", {"check": start["nonce"], "deltas": deltas}))
        assert [each["result"] for each in answers] == ["accepted", "refused"]
        assert DeckCheck.objects.get(event=desk.event).edition == 1

    def test_a_refused_item_may_be_mended_and_sent_again(self) -> None:
        desk, _ = open_checked_desk("Ann")
        phone = add_phone(desk)
        item = phone.item("note", {"player": 1, "text": ""})
        phone.send(item)
        item["payload"]["text"] = "Brought a judge’s deck box."
        assert phone.send(item)[0]["result"] == "accepted"
        assert JudgeNote.objects.get().text == "Brought a judge’s deck box."

    def test_an_organizer_takes_the_event_along_and_checks_nothing(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        phone = add_phone(desk, "organizer")
        kinds = ("check-start", {"list": entry.pk}), ("note", {"player": 1, "text": "x"})
        answers = phone.send(*(phone.item(kind, payload) for kind, payload in kinds))
        assert {each["code"] for each in answers} == {"not-found"}

    def test_lists_that_are_not_locked_and_those_of_other_events_are_absent(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        _, [other] = open_checked_desk("Bob", title="Other")
        entry.registration.reopened_until = LATER + HOURS
        entry.registration.save()
        phone = add_phone(desk)
        answers = phone.send(*(phone.item("check-start", {"list": each.pk}) for each in (entry, other)))
        assert {each["code"] for each in answers} == {"not-found"}
