"""Everything stored about a person, in sections: what they can export, and what a deletion does with it."""

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


def _nothing_more(user: User) -> None:
    """What goes with the account's own row needs no erasing beforehand."""


@dataclass(frozen=True, slots=True)
class OwnDataSection:
    """A kind of thing that is held about people.

    `position` orders the sections; `held` gives it as JSON has it, without secrets; `fate` says in a sentence what a
    deletion does with it; `erase` does it where it isn't done by deleting the account's row.
    """

    name: str
    position: int
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


def _rows(model: Any, *fields: str) -> Callable[[User], list[dict[str, Any]]]:
    """What reads these fields of somebody's rows of a table, in their order."""
    return lambda user: list(model.objects.filter(user=user).order_by("pk").values(*fields))


_SESSIONS = _rows(UserSession, "created_at", "last_seen_at", "ip", "user_agent")
_SECOND_FACTORS = _rows(Authenticator, "type", "created_at", "last_used_at")
_TOKENS = _rows(ApiToken, "name", "prefix", "scope", "created", "last_used", "expires")
_DEEDS = _rows(LogEntry, "action_time", "action_flag", "object_repr", "change_message")
_sections: dict[str, OwnDataSection] = {}
_refusals: dict[str, Callable[[User], str]] = {}


def register(*sections: OwnDataSection) -> None:
    """Enter sections; a room enters its own when it is ready. One entered again takes the place of its namesake."""
    _sections.update({section.name: section for section in sections})


def register_refusal(name: str, refuse: Callable[[User], str]) -> None:
    """Enter what may stand against a deletion: it says what has to be done first, in a sentence, or nothing."""
    _refusals[name] = refuse


def list_refusals(user: User) -> list[str]:
    """What somebody has to do before their account can be deleted."""
    return [said for refuse in _refusals.values() if (said := refuse(user))]


def list_own_data_sections() -> tuple[OwnDataSection, ...]:
    """Every section, in the order in which they are read and erased."""
    return tuple(sorted(_sections.values(), key=lambda section: section.position))


register(
    OwnDataSection("account", 0, _account, "Your account and user name are deleted. Others can then take the name."),
    OwnDataSection("emails", 1, _rows(EmailAddress, "email", "verified", "primary"), "Your email address is deleted."),
    OwnDataSection("sessions", 2, _SESSIONS, "You are signed out everywhere. The list of your sessions is deleted."),
    OwnDataSection("two_factor", 3, _SECOND_FACTORS, "Your authenticator and recovery codes are deleted."),
    OwnDataSection("tokens", 4, _TOKENS, "Your API tokens stop working and are deleted."),
    OwnDataSection("administration", 5, _DEEDS, "What you did as staff is removed from the administration’s log."),
)


def export(user: User) -> dict[str, Any]:
    """All that is held about somebody, by the names of the sections."""
    return {"exported": timezone.now(), **{section.name: section.held(user) for section in list_own_data_sections()}}
