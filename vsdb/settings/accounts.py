"""Accounts: passwords, sign-in, sign-up, second factors and how often an address may try."""

from __future__ import annotations

from vsdb.settings.env import DEBUG, env
from vsdb.settings.operations import EMAIL_SUBJECT_PREFIX

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]


def _limit(rate: str, by: str = "ip") -> str:
    """A limit as the accounts library reads it: `10/minute` as `10/m/ip`; empty for none."""
    count, _, period = rate.partition("/")
    return f"{count}/{period[:1]}/{by}" if rate else ""


# Logins of one account, by name or email: `10/minute`, or empty for no limit. Its limit of failed ones stays. Logins
# that succeed don't count for the address: a hundred players of an event may share one.
LOGIN_RATE = env.str("LOGIN_RATE", default="10/minute")
# Failed logins of one address, of whatever accounts: `30/minute`, or empty for no limit.
LOGIN_FAILURES_RATE = env.str("LOGIN_FAILURES_RATE", default="30/minute")
# What browsers that have opened the venue code of an event may do from one address, of each kind that is limited by
# address, on the day of the event: failed logins, decks and registrations without an account, and the like.
VENUE_RATE = env.str("VENUE_RATE", default="600/minute")
# Registrations for events without an account, and wrong codes of an event, from one address.
REGISTRATIONS_RATE = env.str("REGISTRATIONS_RATE", default="60/hour")
EVENT_CODES_RATE = env.str("EVENT_CODES_RATE", default="100/hour")
# Lists that one registration for an event may submit.
LIST_SUBMISSIONS_RATE = env.str("LIST_SUBMISSIONS_RATE", default="30/minute")
# Sign-ups and links for a new password that one address may ask for, or empty for no limit.
SIGNUP_RATE = env.str("SIGNUP_RATE", default="30/hour")
PASSWORD_RESET_RATE = env.str("PASSWORD_RESET_RATE", default="20/hour")
# Decks that one address may make without an account: `60/hour`, or empty for no limit.
DECKS_RATE = env.str("DECKS_RATE", default="60/hour")
# Errors that one address may report: `10/hour`, or empty for no limit.
ERROR_REPORTS_RATE = env.str("ERROR_REPORTS_RATE", default="10/hour")
# Lists too long for an address: how many one address may have kept, for how many days, and how many in all.
SHARED_LISTS_RATE = env.str("SHARED_LISTS_RATE", default="30/hour")
SHARED_LISTS_DAYS = env.int("SHARED_LISTS_DAYS", default=90)
SHARED_LISTS_MAX = env.int("SHARED_LISTS_MAX", default=5_000)
# Long simulations: how many one address may start, how many one caller may have under way (0 for any number), for how
# many days they are kept (0: always), and how many in all.
SIMULATION_RUNS_RATE = env.str("SIMULATION_RUNS_RATE", default="30/hour")
SIMULATION_RUNS_AT_ONCE = env.int("SIMULATION_RUNS_AT_ONCE", default=2)
SIMULATION_RUNS_DAYS = env.int("SIMULATION_RUNS_DAYS", default=30)
SIMULATION_RUNS_MAX = env.int("SIMULATION_RUNS_MAX", default=2_000)
# Checks of many lists: how many one address may start without an account, how many of them one caller may have under
# way (0 for any number), for how many days they are kept (0: always), and how many in all.
CHECK_MANY_RATE = env.str("CHECK_MANY_RATE", default="60/hour")
CHECK_MANY_AT_ONCE = env.int("CHECK_MANY_AT_ONCE", default=2)
CHECK_MANY_DAYS = env.int("CHECK_MANY_DAYS", default=30)
CHECK_MANY_MAX = env.int("CHECK_MANY_MAX", default=500)

# Accounts: a name, a confirmed address, a password, and a second factor for who wants one. One door for all, staff too.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "accounts:overview"
LOGOUT_REDIRECT_URL = "site:home"
ACCOUNT_ADAPTER = "vsdb.accounts.adapter.AccountAdapter"
# Whether strangers may make accounts; whoever administers the site may always.
ACCOUNT_SIGNUP_OPEN = env.bool("ACCOUNT_SIGNUP_OPEN", default=True)
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_FORMS = {"login": "vsdb.accounts.entry_forms.SignInForm", "signup": "vsdb.accounts.entry_forms.SignUpForm"}
ACCOUNT_USERNAME_VALIDATORS = "vsdb.accounts.forms.VALIDATORS"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = EMAIL_SUBJECT_PREFIX
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http" if DEBUG else "https"
ACCOUNT_RATE_LIMITS = {
    "sign_in": _limit(LOGIN_RATE, "key"),
    "sign_in_failed": _limit(LOGIN_FAILURES_RATE),
    "login": "",  # the library would count each login, also one that succeeds, for the address
    "login_failed": "5/5m/key",
    "venue": _limit(VENUE_RATE, "key"),
    "registration": _limit(REGISTRATIONS_RATE),
    "event_code": _limit(EVENT_CODES_RATE, "key"),
    "list_submission": _limit(LIST_SUBMISSIONS_RATE, "key"),
    "signup": _limit(SIGNUP_RATE),
    "reset_password": ",".join(filter(None, (_limit(PASSWORD_RESET_RATE), "5/h/key"))),
    "new_deck": _limit(DECKS_RATE),
    "error_report": _limit(ERROR_REPORTS_RATE),
    "kept_list": _limit(SHARED_LISTS_RATE),
    "simulation_run": _limit(SIMULATION_RUNS_RATE),
    "check_many": _limit(CHECK_MANY_RATE),
}
# Whether staff is asked to set up a second factor before it uses the pages of staff and the admin.
STAFF_SECOND_FACTOR = env.bool("STAFF_SECOND_FACTOR", default=not DEBUG)
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# A passkey can't be guessed; what is bounded is the work. The players of an event may share an address.
MFA_RATE_LIMITS = {"webauthn_login": "300/m/ip"}
# Browsers let passkeys be tried at http://localhost.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEBUG
MFA_FORMS = {
    "add_webauthn": "vsdb.accounts.passkeys.AddPasskeyForm",
    "authenticate_webauthn": "vsdb.accounts.passkeys.AuthenticatePasskeyForm",
    "reauthenticate_webauthn": "vsdb.accounts.passkeys.ReauthenticatePasskeyForm",
    "login_webauthn": "vsdb.accounts.passkeys.LoginPasskeyForm",
    "edit_webauthn": "vsdb.accounts.passkeys.RenamePasskeyForm",
}
# Sign-up confirms the address; accounts of staff are made by the operator, who vouches for theirs.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_ADAPTER = "vsdb.accounts.second_factors.MfaAdapter"
MFA_TOTP_ISSUER = "vsdb"
# A clock that is half a minute off is no reason to be kept out.
MFA_TOTP_TOLERANCE = 1
