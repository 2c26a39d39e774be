"""What people may be called: a name that can be read aloud, stands in an address, and passes for nobody else's."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError

SHORTEST, LONGEST = 2, 30  #: characters

#: Letters and digits of ASCII, so that no letter of another script can pass for one; hyphens only between them.
_NAME = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*", re.ASCII)
#: Names that speak for the site, or would be taken for a word of an address.
_RESERVED = frozenset(
    (
        *("abuse", "account", "accounts", "admin", "administration", "administrator", "anonymous", "api", "billing"),
        *("contact", "deleted", "edit", "editor", "everybody", "help", "info", "judge", "judges", "legal", "login"),
        *("logout", "mail", "me", "mod", "moderation", "moderator", "moderators", "nobody", "none", "null", "official"),
        *("operator", "owner", "people", "postmaster", "root", "security", "settings", "shared", "signin", "signout"),
        *("signup", "site", "somebody", "staff", "stranger", "superuser", "support", "system", "team", "undefined"),
        *("vsdb", "webmaster", "you"),
    )
)
#: Digits and letters that are read as another letter: adm1n, 0fficial.
_READ_AS = str.maketrans("01l35", "oiies")


def well_formed(name: str) -> None:
    """Letters, digits and single hyphens between them. Raises ValidationError."""
    if not _NAME.fullmatch(name):
        raise ValidationError(
            "Use letters A to Z, digits, and single hyphens between them.", code="username-characters"
        )
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(f"Use {SHORTEST} to {LONGEST} characters.", code="username-length")


def not_reserved(name: str) -> None:
    """No name of the site's own, nor one that reads like it. Raises ValidationError."""
    if _as_read(name) in _RESERVED_AS_READ:
        raise ValidationError("This name is kept for the site. Use another.", code="username-reserved")


def _as_read(name: str) -> str:
    """How a name is read at a glance, which tells no hyphen and no digit from a letter."""
    return name.lower().replace("-", "").translate(_READ_AS)


_RESERVED_AS_READ = frozenset(map(_as_read, _RESERVED))

VALIDATORS = [well_formed, not_reserved]
