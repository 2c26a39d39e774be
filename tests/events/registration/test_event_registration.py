"""Players register, wait, accept, withdraw and come back; what follows from the clock, and what is logged."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections, transaction

from engine import InputError
from tests.events.making import BEFORE, START, make_event, make_player, make_user, set_clock
from vsdb.core.errors import ApplicationError
from vsdb.events import access
from vsdb.events.log import CLOCK, find_faults, get_actor
from vsdb.events.models import Event, LogEntry, Notice, Registration
from vsdb.events.notices import tasks
from vsdb.events.registration import services
from vsdb.events.registration.consents import Consents, describe_disclosure
from vsdb.events.registration.selectors import find_by_code
from vsdb.events.registration.waiting import find_position, promote_waiting

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]

State = Registration.State
HOUR = timedelta(hours=1)
DESK = CLOCK  #: stands for an actor of the desk


def register(event: Event, name: str, **given: object) -> Registration:
    """Somebody without an account registers."""
    return services.register(event, shown_name=name, now=BEFORE, **given)[0]  # type: ignore[arg-type]


def state_of(player: Registration) -> str:
    player.refresh_from_db()
    return player.state


class TestRegistering:
    def test_numbers_players_by_event_and_gives_a_code_to_who_has_no_account(self) -> None:
        event, other = make_event(), make_event()
        ann, code = services.register(event, shown_name="  Ann   Á. ", sort_name="Ázel, Ann", now=BEFORE)
        bob, none = services.register(event, shown_name="Bob", user=make_user("bob").pk, now=BEFORE)
        assert (ann.number, bob.number, register(other, "Cy").number) == (1, 2, 1)
        assert (ann.shown_name, ann.sort_key, ann.state) == ("Ann Á.", "azel, ann", State.CONFIRMED)
        assert none == bob.code == ""
        assert find_by_code(event, code.lower().replace("-", " ")) == ann
        assert find_by_code(other, code) is None
        assert find_by_code(event, "") is None
        log = LogEntry.objects.filter(event=event.pk)
        assert [(row.action, row.about, row.after) for row in log] == [
            ("register", "registration:1", {"state": "confirmed"}),
            ("register", "registration:2", {"state": "confirmed"}),
        ]
        assert [row.actor for row in log] == [
            get_actor(event, registration=ann),
            get_actor(event, user=bob.user_id, registration=bob),
        ]
        assert sorted(Notice.objects.filter(event=event).values_list("registration", "kind")) == [
            (ann.pk, "registered"),
            (bob.pk, "registered"),
        ]

    def test_is_refused_twice_for_an_account_and_outside_the_window_but_not_to_the_desk(self) -> None:
        event, bob = make_event(registration_closes=BEFORE), make_user("bob")
        with pytest.raises(ApplicationError, match="closed"):
            register(event, "Ann")
        services.register(event, shown_name="Bob", user=bob.pk, actor=DESK, now=BEFORE)
        with pytest.raises(ApplicationError) as caught:
            services.register(event, shown_name="Bob", user=bob.pk, actor=DESK, now=BEFORE)
        assert caught.value.code == "already-registered"
        services.register(event, shown_name="Cy", external_id="X1", actor=DESK, now=BEFORE)
        with pytest.raises(InputError, match="X1"):
            services.register(event, shown_name="Di", external_id="X1", actor=DESK, now=BEFORE)
        assert event.registrations.count() == 2

    @pytest.mark.parametrize(
        ("field", "given"),
        [
            ("shown_name", {"shown_name": " "}),
            ("shown_name", {"shown_name": "x" * 81}),
            ("shown_name", {"shown_name": "A\nB"}),
            ("email", {"shown_name": "Ann", "email": "nobody"}),
            ("table", {"shown_name": "Ann", "table": 0}),
        ],
    )
    def test_says_which_field_is_wrong(self, field: str, given: dict[str, object]) -> None:
        with pytest.raises(InputError) as caught:
            services.register(make_event(), now=BEFORE, **given)  # type: ignore[arg-type]
        assert caught.value.place == field

    def test_a_new_code_takes_the_place_of_the_old_one(self) -> None:
        event = make_event()
        ann, code = services.register(event, shown_name="Ann", now=BEFORE)
        new = services.renew_code(event, ann, DESK)
        assert find_by_code(event, code) is None
        assert find_by_code(event, new) == ann
        with pytest.raises(ApplicationError):
            services.renew_code(event, make_player(event, "Bob", user=make_user("bob")), DESK)


class TestTheWaitingList:
    def test_is_first_come_and_gives_each_so_long_to_accept(self) -> None:
        event = make_event(capacity=1, offer_hours=2)
        ann, bob, cy, di = (register(event, name) for name in ("Ann", "Bob", "Cy", "Di"))
        assert [each.state for each in (ann, bob, cy, di)] == ["confirmed", *["waitlisted"] * 3]
        assert [find_position(each) for each in (ann, bob, cy, di)] == [None, 1, 2, 3]
        services.withdraw(event, ann, DESK, BEFORE)
        assert [state_of(each) for each in (ann, bob, cy)] == ["withdrawn", "pending", "waitlisted"]
        assert bob.offered_until == BEFORE + 2 * HOUR
        # Nobody passes who waits, though a place would be free of who has a decision to make.
        assert register(event, "Ed").state == State.WAITLISTED
        assert promote_waiting(event, BEFORE + 2 * HOUR - timedelta(milliseconds=1)) == 0
        late = BEFORE + 2 * HOUR
        with pytest.raises(ApplicationError) as caught:
            services.accept_offer(event, bob, DESK, late)
        assert caught.value.code == "no-offer"
        assert [state_of(each) for each in (bob, cy)] == ["withdrawn", "pending"]
        assert services.accept_offer(event, cy, DESK, late).state == State.CONFIRMED
        assert promote_waiting(event, late + 5 * HOUR) == 0
        promoted = Notice.objects.filter(kind="promoted").values_list("registration", flat=True)
        assert sorted(promoted) == [bob.pk, cy.pk]
        assert [row.action for row in LogEntry.objects.filter(event=event.pk, actor=CLOCK)].count("offer-place") == 2
        assert list(find_faults(event.pk)) == []

    def test_ends_with_the_start_and_follows_capacity(self, monkeypatch: pytest.MonkeyPatch) -> None:
        event = make_event(capacity=1, offer_hours=48)
        register(event, "Ann")
        bob, cy = register(event, "Bob"), register(event, "Cy")
        Event.objects.update(capacity=2)
        event.refresh_from_db()
        set_clock(monkeypatch, START - HOUR)
        tasks.look()  # what the timer does
        assert state_of(bob) == State.PENDING
        assert bob.offered_until == START
        Event.objects.update(capacity=None)
        event.refresh_from_db()
        assert promote_waiting(event, START) == 1  # the offer expires, and no other is made
        assert [state_of(each) for each in (bob, cy)] == ["withdrawn", "waitlisted"]

    def test_the_desk_confirms_anybody_and_above_capacity_only_if_it_says_so(self) -> None:
        event = make_event(capacity=1)
        register(event, "Ann")
        bob = register(event, "Bob")
        with pytest.raises(ApplicationError) as caught:
            services.set_state(event, bob, State.CONFIRMED, DESK, BEFORE)
        assert caught.value.code == "full"
        services.set_state(event, bob, State.CONFIRMED, DESK, BEFORE, over_capacity=True)
        assert state_of(bob) == State.CONFIRMED
        walk_in, _ = services.register(event, shown_name="Cy", actor=DESK, now=BEFORE, over_capacity=True)
        assert walk_in.state == State.CONFIRMED
        with pytest.raises(InputError):
            services.set_state(event, bob, State.PENDING, DESK, BEFORE)

    def test_nothing_is_due_in_one_query(self, django_assert_num_queries: Callable[[int], object]) -> None:
        event = make_event(capacity=1)
        register(event, "Ann")
        register(event, "Bob")
        with django_assert_num_queries(1):  # type: ignore[attr-defined]
            promote_waiting(event, BEFORE)


class TestLeaving:
    def test_is_withdrawn_before_and_dropped_while_it_runs_and_may_come_back(self) -> None:
        event = make_event()
        ann, bob = register(event, "Ann"), register(event, "Bob")
        assert services.withdraw(event, ann, DESK, BEFORE).state == State.WITHDRAWN
        with pytest.raises(ApplicationError):
            services.withdraw(event, ann, DESK, BEFORE)
        assert services.register_again(event, ann, DESK, BEFORE).state == State.CONFIRMED
        Event.objects.update(stage=Event.Stage.RUNNING)
        assert services.set_state(event, bob, State.WITHDRAWN, DESK, START).state == State.DROPPED
        with pytest.raises(ApplicationError):
            services.register_again(event, bob, DESK, START)
        assert services.confirm(event, bob, DESK, START).state == State.CONFIRMED
        assert event.registrations.count() == 2

    def test_a_change_on_an_older_edition_is_refused_with_what_stands_now(self) -> None:
        event = make_event()
        ann = register(event, "Ann")
        services.set_table(event, ann, 7, DESK, edition=1)
        with pytest.raises(services.StaleEditionError) as caught:
            services.set_place(event, ann, DESK, BEFORE, state="confirmed", table=8, is_in_cut=True, edition=1)
        assert (caught.value.current.table, caught.value.current.edition) == (7, 2)
        services.set_place(event, ann, DESK, BEFORE, state="withdrawn", table=8, is_in_cut=True, edition=2)
        ann.refresh_from_db()
        assert (ann.state, ann.table, ann.is_in_cut) == ("withdrawn", 8, True)
        last = LogEntry.objects.filter(event=event.pk).last()
        assert last is not None
        assert (last.action, last.before, last.after) == ("set-cut", {"is_in_cut": False}, {"is_in_cut": True})


class TestConsents:
    def test_keep_the_words_that_were_agreed_to(self) -> None:
        event = make_event(disclosure="participants", disclosed_from="round", disclosed_round=3)
        ann = register(event, "Ann", consents=Consents(disclosure=True, named=True))
        assert (ann.agreed_disclosure, ann.agreed_from) == ("participants", "round")
        assert (ann.may_publish, ann.may_be_named) == (False, True)
        assert [(row["what"], row["agreed"]) for row in ann.consents] == [
            ("disclosure", True),
            ("publish", False),
            ("named", True),
        ]
        assert ann.consents[0]["text"] == describe_disclosure(event)
        assert describe_disclosure(event) == "From round 3, all players of the event may read my list."

    @pytest.mark.parametrize(
        ("level", "since", "said"),
        [
            ("opponent", "over", "Once the event is over, my opponent of the last round may read my list."),
            ("opponent", "lock", "Once lists are locked, my opponent of the current round may read my list."),
            ("everybody", "cut", "Once the cut has begun, everybody may read my list."),
            ("nobody", "over", ""),
        ],
    )
    def test_are_asked_for_in_a_plain_sentence(self, level: str, since: str, said: str) -> None:
        assert describe_disclosure(make_event(disclosure=level, disclosed_from=since)) == said

    @pytest.mark.parametrize(
        ("change", "is_covered"),
        [
            ({}, True),
            ({"disclosed_round": 4}, True),
            ({"disclosed_round": 2}, False),
            ({"disclosure": "cut"}, True),
            ({"disclosure": "everybody"}, False),
            ({"disclosed_from": "over"}, True),
            ({"disclosed_from": "lock"}, False),
            ({"disclosed_from": "date", "disclosed_at": START + 99 * HOUR}, False),
            ({"disclosure": "nobody"}, True),
        ],
    )
    def test_cover_no_more_than_was_agreed_to(self, change: dict[str, object], is_covered: bool) -> None:
        event = make_event(disclosure="participants", disclosed_from="round", disclosed_round=3)
        ann = register(event, "Ann", consents=Consents(disclosure=True))
        Event.objects.update(**change)
        event.refresh_from_db()
        assert access.is_covered(event, ann) is is_covered
        services.set_consents(event, ann, Consents(disclosure=True), DESK, BEFORE)
        ann.refresh_from_db()
        assert access.is_covered(event, ann)
        services.set_consents(event, ann, Consents(), DESK, BEFORE)
        ann.refresh_from_db()
        assert access.is_covered(event, ann) is (event.disclosure == "nobody")

    def test_an_earlier_date_is_no_date_that_was_agreed_to(self) -> None:
        event = make_event(disclosure="everybody", disclosed_from="date", disclosed_at=START)
        ann = register(event, "Ann", consents=Consents(disclosure=True))
        event.disclosed_at = START + HOUR
        assert access.is_covered(event, ann)
        event.disclosed_at = START - HOUR
        assert not access.is_covered(event, ann)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
class TestTwoAtOnce:
    """SQLite has one writer at a time; there the test of the rush shows that none is lost."""

    def test_who_register_for_the_last_place_are_one_confirmed_and_one_waiting(self) -> None:
        event = make_event(capacity=1)
        failed = run_at_once(event, *(lambda name=name: register(event, name) for name in ("Ann", "Bob", "Cy")))
        assert failed == []
        assert sorted(event.registrations.values_list("state", flat=True)) == ["confirmed", "waitlisted", "waitlisted"]
        assert sorted(event.registrations.values_list("number", flat=True)) == [1, 2, 3]

    def test_a_place_that_gets_free_twice_is_offered_once_each(self) -> None:
        event = make_event(capacity=2)
        ann, bob, *others = (register(event, name) for name in ("Ann", "Bob", "Cy", "Di", "Ed"))
        failed = run_at_once(
            event,
            lambda: services.withdraw(event, ann, DESK, BEFORE),
            lambda: services.withdraw(event, bob, DESK, BEFORE),
            lambda: promote_waiting(event, BEFORE),
            lambda: register(event, "Flo"),
        )
        assert failed == []
        assert [state_of(each) for each in others] == ["pending", "pending", "waitlisted"]
        assert list(find_faults(event.pk)) == []


def run_at_once(event: Event, *actions: Callable[[], object]) -> list[BaseException]:
    """Begin all while a third holds the event, so that they wait for each other; what failed."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    failed: list[BaseException] = []

    def run(action: Callable[[], object]) -> None:
        try:
            action()
        except BaseException as error:
            failed.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(each,)) for each in actions]
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)
        for each in threads:
            each.start()
    for each in threads:
        each.join()
    return failed


def test_an_account_that_goes_leaves_the_registration() -> None:
    event, user = make_event(), make_user("bob")
    bob, _ = services.register(event, shown_name="Bob", user=user.pk, now=BEFORE)
    User.objects.filter(pk=user.pk).delete()
    bob.refresh_from_db()
    assert (bob.user, bob.number) == (None, 1)
