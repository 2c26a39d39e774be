"""Triage, rulings, penalties and decisions about later verdicts over HTTP."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api.base import StoredListView, StoredView, created_response, describe_answer, read
from vsdb.api.errors import ErrorShape, build_error_body
from vsdb.api.parameters import path_parameter, query_parameter
from vsdb.api.shapes import OPTIONAL, Choice, Decimal, Flag, Moment, Number, Recorded, Shape, StrictShape, Text, Texts
from vsdb.events import clock, log
from vsdb.events.access import Act, Asker
from vsdb.events.api_base import EVENT, open_event
from vsdb.events.models import Event, ListVerdict, Penalty
from vsdb.events.triage import selectors
from vsdb.events.triage.chosen import read_filter, select_rows
from vsdb.events.triage.loading import load_rows, reads_no_list
from vsdb.events.triage.penalties import give_penalty, withdraw_penalty
from vsdb.events.triage.penalty_views import open_withdrawal
from vsdb.events.triage.rows import ALL, TABS
from vsdb.events.triage.ruling_views import name_judge, note_reading, open_list
from vsdb.events.triage.services import (
    MAX_DOCUMENT,
    MAX_REASON,
    MAX_RULE,
    Decision,
    Judge,
    StaleRulingError,
    give_ruling,
)
from vsdb.events.verdicts.services import adopt_verdict

_WRONG = (400, 401, 403, 404, 409)
_LIST = path_parameter("entry", "The number of the list.", int)
_PENALTY = path_parameter("penalty", "The number of the penalty.", int)
_PLAYER = path_parameter("player", "The number of the registration.", int)
_PAGES = (query_parameter("page", "The page, from 1.", int), query_parameter("page_size", "Rows a page.", int))
_TABS = tuple(each.slug for each in (*TABS, ALL))
_FILTERS = (
    query_parameter("tab", "Which rows. Default: all.", enum=list(_TABS)),
    query_parameter("q", "A part of the player’s name."),
    query_parameter("code", "The code of a finding. Only for who may read the lists."),
    query_parameter("card", "Words of a line. Only for who may read the lists."),
)


class EventRulingShape(Shape):
    """A ruling."""

    number = Number("Its number.", source="pk")
    list = Number("The list it is about; null: all lists of the event.", source="list_id", allow_null=True)
    code = Text("The finding’s code.")
    subject = Text("The slugs of its cards, or its lines; empty: the whole list.")
    finding = Text("The digest of the finding as the judge saw it.")
    allowed = Flag("Whether it is allowed.", source="is_allowed")
    reason = Text("Why.")
    document = Recorded("The document that the judge cites.")
    rule = Recorded("Its rule.")
    by = Text("The judge’s user name; null: account closed.", source="by_name", allow_null=True)
    at = Moment("When.")
    supersedes = Number("The ruling whose place it takes; null: none.", source="supersedes_id", allow_null=True)


class RuledFindingShape(Shape):
    """An error or unknown of a list with its ruling."""

    finding = Text("Its digest, by which it is ruled on.", source="finding.digest")
    code = Text("Its code.", source="finding.code")
    severity = Text("error or unknown.", source="finding.severity")
    message = Text("What was found, then what is allowed.", source="finding.message")
    subject = Text("The slugs of its cards, or its lines; empty: the whole list.", source="finding.subject")
    document = Recorded("The document that its rule is in.", source="finding.document")
    rule = Recorded("The rule.", source="finding.rule")
    ruling = EventRulingShape.one("The ruling that counts; null: none.", allow_null=True)
    stale = EventRulingShape.one("An earlier ruling whose finding has changed; null: none.", allow_null=True)


class OtherListShape(Shape):
    """A list with the same cards, or nearly so. Teams share lists."""

    list = Number("The number of the list.")
    name = Text("Its player.")
    likeness = Decimal("From 0 to 1; 1: the same cards.")


class EventVerdictChangeShape(Shape):
    """A later verdict that differs from the one of record."""

    before = Text("The outcome of record.")
    after = Text("The later outcome.")
    verdict = Number("The number of the later verdict.")
    since = Moment("When it was made.")
    reasons = Texts("New findings.")


class TriageRowShape(Shape):
    """A list, or the place of one that is missing. Without `readable` it tells the state and the outcome alone."""

    player = Number("The number of the registration.", source="registration")
    number = Number("The player’s number at the event.")
    name = Text("The player’s name.")
    table = Number("The table; null: none.", allow_null=True)
    list = Number("The number of the list; null: there is none.", allow_null=True)
    slot = Number("Which of the player’s lists it is.")
    state = Choice("missing, draft or submitted.", ("missing", "draft", "submitted"))
    locked = Flag("Whether it can no longer be changed.", source="is_locked")
    readable = Flag("Whether you may read its findings.", source="is_readable")
    version = Number("The number of its version; null: not for you, or none.", allow_null=True)
    received = Moment("When it was received; null: never.", allow_null=True)
    late_seconds = Number("How late it was.")
    outcome = Recorded("The outcome of record.")
    cleared = Flag("Whether a ruling allows each error and unknown.", source="is_cleared")
    unread = Number("Lines that name no card.")
    findings = RuledFindingShape.several("Its errors and unknowns.")
    change = EventVerdictChangeShape.one("A later verdict that differs; null: none.", allow_null=True)
    same = OtherListShape.several("Lists with the same cards.")
    similar = OtherListShape.several("Lists with nearly the same cards.")
    opened_by = Recorded("Who has it open now.")


class RuledListShape(Shape):
    """A list with its findings and all its rulings."""

    list = Number("The number of the list.", source="entry.pk")
    outcome = Recorded("The outcome of record.")
    cleared = Flag("Whether a ruling allows each error and unknown.", source="is_cleared")
    findings = RuledFindingShape.several("Its errors and unknowns.")
    rulings = EventRulingShape.several("Its rulings, superseded ones too, the newest first.")


class NewRulingShape(StrictShape):
    """A ruling on a finding of a list."""

    finding = Text("The digest of the finding.", max_length=64)
    allowed = Flag("Whether it is allowed.")
    reason = Text("Why. The player reads it.", max_length=MAX_REASON)
    document = Text("A document that you cite.", max_length=MAX_DOCUMENT, required=False, allow_blank=True, default="")
    rule = Text("Its rule.", max_length=MAX_RULE, required=False, allow_blank=True, default="")
    seen = Number("The number of the ruling that counted as you saw it; null or left out: none.", **OPTIONAL)
    all_lists = Flag(
        "Rule for all lists of the event with this finding, later ones too.", required=False, default=False
    )


class RulingDecisionShape(Shape):
    """What you decided."""

    allowed = Flag("Whether it is allowed.")
    reason = Text("Why.")
    document = Text("What you cite.")
    rule = Text("Its rule.")


class StaleRulingShape(ErrorShape):
    """Somebody else ruled first: their ruling and yours."""

    theirs = EventRulingShape.one("The ruling that counts now; null: none.", allow_null=True)
    mine = RulingDecisionShape.one("What you sent.")


class PenaltyShape(Shape):
    """A penalty."""

    number = Number("Its number.", source="pk")
    player = Number("The number of the registration.", source="registration_id")
    name = Text("The player’s name.", source="registration.shown_name")
    list = Number("The list it is about; null: none.", source="list_id", allow_null=True)
    kind = Choice("Its kind.", Penalty.Kind.choices)
    infraction = Text("What for.")
    reason = Recorded("Why.")
    by = Text("The judge’s user name; null: account closed.", source="by_name", allow_null=True)
    at = Moment("When.")
    withdrawn_at = Moment("When it was withdrawn; null: never.", allow_null=True)
    withdrawn_by = Text(
        "Who withdrew it, by user name; null: nobody, or account closed.",
        source="withdrawn_by_name",
        allow_null=True,
    )
    withdrawn_reason = Recorded("Why it was withdrawn.")


class WithdrawalShape(StrictShape):
    """Why a penalty is withdrawn."""

    reason = Text("Why. The player reads it.", max_length=MAX_REASON)


class NewPenaltyShape(StrictShape):
    """A penalty to give."""

    kind = Choice("Its kind.", Penalty.Kind.choices)
    infraction = Text("What for.", max_length=120)
    reason = Text("Why.", max_length=MAX_REASON, required=False, allow_blank=True, default="")
    list = Number("The player’s list that it is about.", **OPTIONAL)
    seen = Number("How many penalties the player had as you saw it, also withdrawn ones; left out: any.", **OPTIONAL)


class VerdictDecisionShape(StrictShape):
    """What the head judge does with a later verdict."""

    verdict = Number("The number of the later verdict.", min_value=1)
    adopted = Flag("True: it is of record from now on; false: the one of record stays.")
    reason = Text("Why.", max_length=MAX_REASON)


class AdoptionShape(Shape):
    """A decision about a later verdict."""

    list = Number("The number of the list.", source="list_id")
    verdict = Number("The number of the later verdict.", source="verdict_id")
    adopted = Flag("Whether it is of record.", source="is_adopted")
    reason = Text("Why.")
    at = Moment("When.")


class Triage(StoredListView):
    """The lists of an event for triage."""

    parameters = ("tab", "q", "code", "card", "page", "page_size")

    @describe_answer(TriageRowShape(many=True), 400, 404, parameters=[EVENT, *_FILTERS, *_PAGES])
    def get(self, request: Request, event: int) -> Response:
        """List the lists of an event and the players without one, by name, for organizers and judges."""
        found, asker = open_event(request, event, Act.SEE_LIST_STATES)
        reads_cards = not reads_no_list(found, asker)
        wanted = read_filter(request.query_params, (), reads_cards=reads_cards)
        rows = load_rows(found, asker, clock.get_now())
        return self.page(select_rows(found, rows, wanted, reads_cards=reads_cards).rows, TriageRowShape)


class ListRulings(StoredView):
    """The rulings on a list."""

    def handle_exception(self, exc: Exception) -> Response:
        """A stale ruling comes back with the one that came first."""
        if not isinstance(exc, StaleRulingError):
            return super().handle_exception(exc)
        theirs = EventRulingShape(exc.theirs).data if exc.theirs else None
        body = build_error_body(exc.code, exc.message)
        return Response({**body, "theirs": theirs, "mine": exc.mine.as_dict()}, status=409)

    @describe_answer(RuledListShape, 404, parameters=[EVENT, _LIST])
    def get(self, request: Request, event: int, entry: int) -> Response:
        """Give the findings of a list with their rulings, to its player and to who may read it by a role."""
        found, asker = open_event(request, event)
        now = clock.get_now()
        held, is_own = open_list(found, asker, entry, now)
        if not is_own:
            note_reading(found, asker, held, now)
        ruled = selectors.load_ruled_list(found, held)
        rulings = selectors.list_rulings_of_list(found, held, [each.finding for each in ruled.findings])
        return Response(RuledListShape({"entry": held, **_spread(ruled), "rulings": rulings}).data)

    @describe_answer(
        EventRulingShape,
        *_WRONG[:-1],
        status=201,
        takes=NewRulingShape,
        parameters=[EVENT, _LIST],
        errors={409: StaleRulingShape},
    )
    def post(self, request: Request, event: int, entry: int) -> Response:
        """Rule on a finding: judges for this list, the head judge for all lists and on what makes a list illegal."""
        found, asker = open_event(request, event, Act.RULE)
        now = clock.get_now()
        held, is_own = open_list(found, asker, entry, now)
        if is_own:
            raise Http404
        sent = read(NewRulingShape, request)
        decision = Decision(sent["allowed"], sent["reason"], sent["document"], sent["rule"])
        judge = _get_judge(request, found, asker, now)
        try:
            ruling = give_ruling(
                found,
                held,
                sent["finding"],
                decision,
                judge,
                seen=sent.get("seen"),
                is_event_wide=sent["all_lists"],
            )
        except StaleRulingError as error:
            raise StaleRulingError(name_judge(found, error.theirs), error.mine) from error
        return created_response(EventRulingShape(name_judge(found, ruling)).data)


def _spread(ruled: selectors.RuledList) -> dict[str, Any]:
    return {"outcome": ruled.outcome, "is_cleared": ruled.is_cleared, "findings": ruled.findings}


def _get_judge(request: Request, event: Event, asker: Asker, now: datetime) -> Judge:
    user = request.user if isinstance(request.user, User) else None
    return Judge(asker, log.get_actor(event, user=asker.user), now, user)


class Rulings(StoredListView):
    """The rulings of an event."""

    @describe_answer(EventRulingShape(many=True), 404, parameters=[EVENT, *_PAGES])
    def get(self, request: Request, event: int) -> Response:
        """List all rulings, superseded ones too, the newest first, for who may read the event’s lists."""
        found, asker = open_event(request, event, Act.READ_LOCKED_LISTS)
        if reads_no_list(found, asker):
            raise Http404
        return self.page(selectors.list_rulings(found), EventRulingShape)


class Penalties(StoredListView):
    """The penalties of an event."""

    @describe_answer(PenaltyShape(many=True), 404, parameters=[EVENT, *_PAGES])
    def get(self, request: Request, event: int) -> Response:
        """List all penalties, withdrawn ones too, the oldest first, for judges and organizers."""
        found, asker = open_event(request, event, Act.SEE_PENALTIES)
        return self.page(
            selectors.list_penalties(found),
            PenaltyShape,
            lambda page: selectors.show_penalties_to(found, asker, page),
        )


class PlayerPenalties(StoredListView):
    """The penalties of a player."""

    @describe_answer(PenaltyShape(many=True), 404, parameters=[EVENT, _PLAYER, *_PAGES])
    def get(self, request: Request, event: int, player: int) -> Response:
        """List a player’s penalties, withdrawn ones too, the oldest first, for judges, organizers and the player."""
        found, asker = open_event(request, event)
        who = selectors.find_player(found, player)
        is_own = asker.registration is not None and asker.registration.pk == who.pk
        if not is_own and not asker.may(Act.SEE_PENALTIES):
            raise Http404
        return self.page(
            selectors.list_penalties(found, [who]),
            PenaltyShape,
            lambda page: selectors.show_penalties_to(found, asker, page),
        )

    @describe_answer(PenaltyShape, *_WRONG, status=201, takes=NewPenaltyShape, parameters=[EVENT, _PLAYER])
    def post(self, request: Request, event: int, player: int) -> Response:
        """Give a player a penalty. None is ever given by itself."""
        found, asker = open_event(request, event, Act.GIVE_PENALTIES)
        who = selectors.find_player(found, player)
        if asker.registration is not None and asker.registration.pk == who.pk:
            raise Http404
        sent = read(NewPenaltyShape, request)
        entry = selectors.find_own_list(who, sent.get("list"))
        actor = log.get_actor(found, user=asker.user)
        given = give_penalty(
            who,
            sent["kind"],
            sent["infraction"],
            sent["reason"],
            actor,
            entry,
            now=clock.get_now(),
            seen=sent.get("seen"),
        )
        return created_response(PenaltyShape(selectors.list_penalties(found).get(pk=given.pk)).data)


class PenaltyWithdrawal(StoredView):
    """The withdrawal of a penalty."""

    @describe_answer(PenaltyShape, *_WRONG, takes=WithdrawalShape, parameters=[EVENT, _PENALTY])
    def post(self, request: Request, event: int, penalty: int) -> Response:
        """Withdraw a penalty: the judge who gave it, the head judge, and organizers. It stays, and counts no more."""
        found, asker = open_event(request, event, Act.SEE_PENALTIES)
        held, actor = open_withdrawal(found, asker, penalty)
        sent = read(WithdrawalShape, request)
        withdraw_penalty(held, sent["reason"], actor, now=clock.get_now())
        return Response(PenaltyShape(selectors.list_penalties(found).get(pk=held.pk)).data)


class VerdictDecision(StoredView):
    """What the head judge does with a later verdict on a list."""

    @describe_answer(AdoptionShape, *_WRONG, status=201, takes=VerdictDecisionShape, parameters=[EVENT, _LIST])
    def post(self, request: Request, event: int, entry: int) -> Response:
        """Adopt a later verdict, or keep the one of record, with a reason."""
        found, asker = open_event(request, event, Act.RULE_EVENT_WIDE)
        held, is_own = open_list(found, asker, entry, clock.get_now())
        if is_own:
            raise Http404
        sent = read(VerdictDecisionShape, request)
        verdict = ListVerdict.objects.filter(version__list=held, pk=sent["verdict"]).first()
        if verdict is None:
            raise Http404
        actor = log.get_actor(found, user=asker.user)
        made = adopt_verdict(held, verdict, sent["adopted"], sent["reason"], actor)
        return created_response(AdoptionShape(made).data)
