"""One's own account: tokens, export, deletion."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from vsdb.accounts import own_data, services
from vsdb.accounts.forms import DeleteForm, TokenForm
from vsdb.accounts.sessions import end_session, end_sessions, list_browsers
from vsdb.accounts.viewers import for_members
from vsdb.core.errors import ApplicationError
from vsdb.core.words import quantity


def _require_user(request: HttpRequest) -> User:
    """Whoever is signed in."""
    return cast(User, request.user)


@for_members("GET", "HEAD", "POST")
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def show_tokens(request: HttpRequest) -> HttpResponse:
    """The tokens, and a form for a new one, whose secret is shown in the answer and never again."""
    user = _require_user(request)
    form, made, secret = TokenForm(request.POST or None), None, ""
    if request.method == "POST" and form.is_valid():
        made, secret = services.make_token(user, **form.cleaned_data)
        form = TokenForm()
    held = {"tokens": user.api_tokens.all(), "most": services.MAX_TOKENS, "now": timezone.now()}
    context = {"form": form, "made": made, "secret": secret, **held}
    return render(request, "accounts/tokens.html", context, status=400 if form.errors else 200)


@for_members("POST")
def revoke_token_view(request: HttpRequest, token: int) -> HttpResponse:
    """One of the tokens no longer works."""
    services.revoke_token(_require_user(request), token)
    return redirect("accounts:tokens")


@for_members("GET", "HEAD", "POST")
def show_sessions(request: HttpRequest) -> HttpResponse:
    """The browsers in which one is signed in; a POST signs out all but this one."""
    user, current = _require_user(request), request.session.session_key
    if request.method == "POST":
        ended = end_sessions(user, keep=current)
        messages.success(request, f"Signed out {quantity(ended, 'other browser')}.")
        return redirect("usersessions_list")
    return render(request, "usersessions/usersession_list.html", {"browsers": list_browsers(user, current)})


@for_members("POST")
def end_session_view(request: HttpRequest, session: int) -> HttpResponse:
    """One of the sessions ends; one's own by signing out."""
    end_session(_require_user(request), session)
    messages.success(request, "That browser is signed out.")
    return redirect("usersessions_list")


@for_members("GET")
@reauthentication_required  # type: ignore[untyped-decorator]
def export(request: HttpRequest) -> HttpResponse:
    """All that is held about oneself, as a file."""
    user = _require_user(request)
    name = f"vsdb-{user.pk}-{timezone.localdate().isoformat()}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    written = {"indent": 2, "ensure_ascii": False}
    return JsonResponse(own_data.export(user), json_dumps_params=written, headers=headers)


@for_members("GET", "HEAD", "POST")
@reauthentication_required  # type: ignore[untyped-decorator]
def delete(request: HttpRequest) -> HttpResponse:
    """What a deletion takes away and what it leaves; and the deletion."""
    user = _require_user(request)
    form = DeleteForm(user.username, request.POST or None)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            services.delete_account(user)
        except ApplicationError:
            status = 409
        else:
            logout(request)
            return redirect("accounts:deleted")
    context = {"form": form, "sections": own_data.list_own_data_sections(), "refusals": own_data.list_refusals(user)}
    return render(request, "accounts/delete.html", context, status=400 if form.errors else status)


@require_safe
def show_deleted(request: HttpRequest) -> HttpResponse:
    """The account is gone."""
    return render(request, "accounts/deleted.html")
