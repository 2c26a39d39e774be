"""`manage.py account`: what the operator does with somebody's account."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User

from engine import InputError
from vsdb.accounts import control
from vsdb.accounts.models import ApiToken
from vsdb.core.commands import StatusCommand, add_json
from vsdb.core.errors import ApplicationError

_REFUSED = 1
_ACTIONS = {
    "block": (control.block_account, "blocked: sessions ended, API tokens deleted"),
    "unblock": (control.unblock_account, "unblocked"),
    "reset_second_factor": (control.reset_second_factor, "without a second factor now: the password alone signs in"),
}


class Command(StatusCommand):
    help = (
        "Show an account, block or unblock it, or remove a lost second factor. The person is told by email, and the "
        "administration's log keeps it. Exits with 1 if the account is in no state for it, 2 for unusable input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options."""
        parser.add_argument("name", metavar="NAME", help="user name")
        actions = parser.add_mutually_exclusive_group()
        actions.add_argument("--block", action="store_true", help="nobody signs in with it any more")
        actions.add_argument("--unblock", action="store_true", help="it works again")
        actions.add_argument(
            "--reset-second-factor", action="store_true", help="remove authenticator app, passkeys and recovery codes"
        )
        parser.add_argument("--reason", default="", help="why; the person is told, and the log keeps it")
        parser.add_argument("--by", metavar="NAME", default="", help="the account of staff that the log names")
        add_json(parser, "print the account as JSON")

    def run(self, options: dict[str, Any]) -> int:
        """Do what is asked for, or show the account."""
        user = control.get_account(options["name"])
        by = control.get_account(options["by"]) if options["by"] else None
        if by is not None and not by.is_staff:
            raise InputError(f"{by.username} isn't staff", place="--by")
        name = next((name for name in _ACTIONS if options[name]), None)
        if name is None:
            shown = _describe(user)
            self.answer(options, lambda: shown, (f"{key}: {value}" for key, value in shown.items()))
            return 0
        act, done = _ACTIONS[name]
        try:
            is_told = act(user, options["reason"], by)
        except ApplicationError as error:
            self.stderr.write(error.message)
            return _REFUSED
        if not is_told:
            self.stderr.write(control.say_told(user, is_told=False))
        user.refresh_from_db()
        self.answer(options, lambda: _describe(user), [f"{user.username} is {done}."])
        return 0


def _describe(user: User) -> dict[str, Any]:
    factors = Authenticator.objects.filter(user=user).order_by("pk").values_list("type", flat=True)
    return {
        "name": user.username,
        "email": user.email,
        "state": "active" if user.is_active else "blocked",
        "role": "administrator" if user.is_superuser else "staff" if user.is_staff else "member",
        "second_factor": ", ".join(factors) or "none",
        "sessions": UserSession.objects.filter(user=user).count(),
        "tokens": ApiToken.objects.filter(user=user).count(),
    }
