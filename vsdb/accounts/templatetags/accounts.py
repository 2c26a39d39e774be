"""Who is signed in, what they are told, and the fields of forms."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import template
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.messages.storage.base import Message
from django.core.serializers.json import DjangoJSONEncoder
from django.forms import BoundField
from django.urls import reverse

from vsdb.accounts.adapter import UNSENT
from vsdb.accounts.offline_copies import name_account
from vsdb.accounts.unconfirmed import find_sign_up_deletion
from vsdb.accounts.viewers import OWN_COOKIES

register = template.Library()


@register.simple_tag
def sign_up_deletion(user: User) -> datetime | None:
    """When somebody's account is deleted unless its address is confirmed; one query for one that is new."""
    return find_sign_up_deletion(user)


@register.simple_tag(takes_context=True)
def account_digest(context: Mapping[str, Any]) -> str:
    """The word by which this browser keeps what belongs to the account that asks."""
    return name_account(context["request"])


@register.simple_tag(takes_context=True)
def signed_in(context: Mapping[str, Any]) -> User | None:
    """Whoever is signed in. A request without a session's cookie is a stranger's, and looks into no session."""
    request = context.get("request")
    if request is None or settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    user: User | None = getattr(request, "user", None)
    return user if user is not None and user.is_authenticated else None


@register.simple_tag(takes_context=True)
def signed_in_staff(context: Mapping[str, Any]) -> User | None:
    """Whoever is signed in and runs the site: advice on loading files and on commands is for them alone."""
    user = signed_in(context)
    return user if user is not None and user.is_active and user.is_staff else None


@register.simple_tag(takes_context=True)
def notices(context: Mapping[str, Any]) -> list[Message]:
    """What the request before this one had to say; nothing is looked for where no cookie can hold it."""
    request = context.get("request")
    if request is None or OWN_COOKIES.isdisjoint(request.COOKIES):
        return []
    return list(messages.get_messages(request))


@register.simple_tag(takes_context=True)
def is_mail_unsent(context: Mapping[str, Any]) -> bool:
    """Whether the notices say that a mail could not be sent."""
    return any(UNSENT in each.tags.split() for each in notices(context))


@register.inclusion_tag("accounts/field.html")
def field(bound: BoundField, label: str = "", help_text: str = "", **attributes: str) -> dict[str, Any]:
    """A field with its label, its help and what is wrong with it; a visible label needs no placeholder."""
    bound.field.widget.attrs.pop("placeholder", None)
    bound.field.help_text = help_text or bound.field.help_text
    bound.help_text = bound.field.help_text
    attrs: dict[str, str | bool] = {name.replace("_", "-"): value for name, value in attributes.items()}
    return {"field": bound, "label": label or bound.label, "widget": bound.as_widget(attrs=attrs)}


@register.filter
def as_json(value: object) -> str:
    """A value as JSON, for an attribute that a script reads; the template escapes it."""
    return json.dumps(value, cls=DjangoJSONEncoder)


@register.simple_tag
def account_places() -> tuple[tuple[str, str], ...]:
    """The pages of one's own account, address and name."""
    return (
        (reverse("accounts:overview"), "Overview"),
        (reverse("account_email"), "Email"),
        (reverse("account_change_password"), "Password"),
        (reverse("mfa_index"), "Two-factor and passkeys"),
        (reverse("usersessions_list"), "Sessions"),
        (reverse("accounts:tokens"), "API tokens"),
        (reverse("errors:mine"), "Error reports"),
    )
