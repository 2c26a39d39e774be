"""The page of an event's notices: how far they are, sending them now, and a message to the players."""

from __future__ import annotations

from http import HTTPStatus
from secrets import token_urlsafe

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from vsdb.core.mail import find_mail_fault
from vsdb.core.words import quantity
from vsdb.events import clock, log
from vsdb.events.access import Act, Asker, open_event
from vsdb.events.models import Event
from vsdb.events.notices import selectors, sending
from vsdb.events.notices.kinds import NoticeKind
from vsdb.events.notices.services import TO_ALL, add_notice, refuse_too_many_messages
from vsdb.events.rendering import render_event

_A_PAGE = 100
_AT_ONCE = 20  #: notices that a click sends; the others follow by themselves


class MessageForm(forms.Form):
    """A message to all players who have not withdrawn."""

    subject = forms.CharField(max_length=100)
    text = forms.CharField(max_length=4_000, widget=forms.Textarea(attrs={"rows": 6}))


@require_safe
def show_notices(request: HttpRequest, event: int) -> HttpResponse:
    """How many notices wait, were sent or failed, and each by player and kind, without addresses."""
    found, asker = open_event(request, event, Act.MAIL_PLAYERS)
    return _render(request, found, asker, MessageForm())


def _render(request: HttpRequest, event: Event, asker: Asker, form: MessageForm) -> HttpResponse:
    now = clock.get_now()
    page = Paginator(selectors.list_notices(event, asker), _A_PAGE).get_page(request.GET.get("page"))
    rows = [
        {
            "notice": each,
            "state": selectors.describe_state(each, now),
            "made": clock.describe_moment(each.made, event),
            "sent": clock.describe_moment(each.sent, event) if each.sent else "",
        }
        for each in page
    ]
    context = {
        "counts": selectors.count_notices(event, now),
        "rows": rows,
        "page": page,
        "fault": find_mail_fault(),
        "form": form,
    }
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render_event(request, "events/notices/notices.html", event, asker, context, status=status)


@require_POST
def send_now(request: HttpRequest, event: int) -> HttpResponse:
    """Send what waits of this event, a few at once; what couldn't be sent is tried again at once, too."""
    found, _ = open_event(request, event, Act.MAIL_PLAYERS)
    count = sending.send_now(found, clock.get_now(), _AT_ONCE)
    if count.failed:
        messages.error(request, f"{quantity(count.failed, 'notice')} couldn’t be sent. They wait and are tried again.")
    if count.sent or not count.failed:
        messages.success(request, f"{quantity(count.sent, 'notice').capitalize()} sent.")
    return redirect("events:notices", found.pk)


@require_POST
def send_message(request: HttpRequest, event: int) -> HttpResponse:
    """Have a message sent to all players who have not withdrawn."""
    found, asker = open_event(request, event, Act.MAIL_PLAYERS)
    form = MessageForm(request.POST)
    if not form.is_valid():
        return _render(request, found, asker, form)
    data = {name: form.cleaned_data[name] for name in ("subject", "text")}
    with transaction.atomic():
        actor = log.get_actor(found, user=asker.user)
        refuse_too_many_messages(found)
        add_notice(found, NoticeKind.MESSAGE, token_urlsafe(9), data=data)
        log.record(found, actor, TO_ALL)
    messages.success(request, "The message is sent to all players.")
    return redirect("events:notices", found.pk)
