"""All that is held about somebody, section by section: what one may take along, and what a deletion does with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.utils import timezone

from vsdb.accounts.models import ApiToken
from vsdb.custom_formats import own_data as own_formats
from vsdb.decks import own_data as decks
from vsdb.news import own_data as changes


def _nothing_more(user: User) -> None:
    """What goes with the account's own row needs no erasing beforehand."""


@dataclass(frozen=True, slots=True)
class Section:
    """A kind of thing that is held about people.

    `held` gives it as JSON has it, without secrets; `fate` says in a sentence what a deletion does with it; `erase`
    does it where it isn't done by deleting the account's row.
    """

    name: str
    held: Callable[[User], Any]
    fate: str
    erase: Callable[[User], None] = _nothing_more


def _account(user: User) -> dict[str, Any]:
    return {
        "username": user.username,
        "email": user.email,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "joined": user.date_joined,
        "last_login": user.last_login,
        "is_staff": user.is_staff,
    }


def _emails(user: User) -> list[dict[str, Any]]:
    return list(EmailAddress.objects.filter(user=user).order_by("pk").values("email", "verified", "primary"))


def _sessions(user: User) -> list[dict[str, Any]]:
    fields = ("created_at", "last_seen_at", "ip", "user_agent")
    return list(UserSession.objects.filter(user=user).order_by("pk").values(*fields))


def _second_factors(user: User) -> list[dict[str, Any]]:
    return list(Authenticator.objects.filter(user=user).order_by("pk").values("type", "created_at", "last_used_at"))


def _tokens(user: User) -> list[dict[str, Any]]:
    fields = ("name", "prefix", "scope", "created", "last_used", "expires")
    return list(ApiToken.objects.filter(user=user).order_by("pk").values(*fields))


def _imports(user: User) -> list[dict[str, Any]]:
    fields = ("source", "file_name", "asked", "started", "ended", "state", "is_dry_run")
    return list(user.imports.order_by("pk").values(*fields))


def _rechecks(user: User) -> list[dict[str, Any]]:
    return [{**each} for each in user.rechecks.order_by("pk").values("game", "why", "asked", "ended", "state")]


def _deeds(user: User) -> list[dict[str, Any]]:
    fields = ("action_time", "action_flag", "object_repr", "change_message")
    return [{**each} for each in LogEntry.objects.filter(user=user).order_by("pk").values(*fields)]


#: Whoever keeps more about people adds a section, in the order in which it is to be read and erased.
SECTIONS: tuple[Section, ...] = (
    Section("account", _account, "Your account with its name goes. Others may then take the name."),
    Section("emails", _emails, "Your email address goes."),
    Section("sessions", _sessions, "You are signed out everywhere, and the list of your sessions goes."),
    Section("two_factor", _second_factors, "Your authenticator and your recovery codes go."),
    Section("tokens", _tokens, "Your API tokens stop working and go."),
    Section("administration", _deeds, "What you did as staff goes from the administration’s log."),
    Section(
        "decks",
        decks.decks_of,
        "Your decks go with all their versions; forks stay with their owners.",
        decks.forget_decks,
    ),
    Section("comments", decks.comments_of, "Your comments go.", decks.forget_comments),
    Section("likes", decks.likes_of, "Your likes go."),
    Section("following", changes.follows_of, "What you follow goes, with what happened to it."),
    Section("feed", changes.feed_of, "The address of your own feed leads nowhere any more."),
    Section("reports", decks.reports_of, "What you reported to staff stays, without your name."),
    Section(
        "own_formats",
        own_formats.formats_of,
        "Your drafts of formats go. Formats that you published stay for those who use them, without your name.",
        own_formats.forget_formats,
    ),
    Section("imports", _imports, "Card files that you imported as staff stay, without your name."),
    Section("rechecks", _rechecks, "Rechecks of decks that you asked for as staff stay, without your name."),
)


def export(user: User) -> dict[str, Any]:
    """All that is held about somebody, by the names of the sections."""
    return {"exported": timezone.now(), **{section.name: section.held(user) for section in SECTIONS}}
