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


def _per_address(rate: str) -> str:
    """A limit as the accounts library reads it: `10/minute` as `10/m/ip`; empty for none."""
    count, _, period = rate.partition("/")
    return f"{count}/{period[:1]}/ip" if rate else ""


# Logins that one address may try: `10/minute`, or empty for no limit. An account's own limit stays.
LOGIN_RATE = env.str("LOGIN_RATE", default="10/minute")
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
    "login": _per_address(LOGIN_RATE),
    "login_failed": ",".join(filter(None, (_per_address(LOGIN_RATE), "5/5m/key"))),
    "signup": _per_address(SIGNUP_RATE),
    "reset_password": ",".join(filter(None, (_per_address(PASSWORD_RESET_RATE), "5/h/key"))),
    "new_deck": _per_address(DECKS_RATE),
    "error_report": _per_address(ERROR_REPORTS_RATE),
    "kept_list": _per_address(SHARED_LISTS_RATE),
    "simulation_run": _per_address(SIMULATION_RUNS_RATE),
    "check_many": _per_address(CHECK_MANY_RATE),
}
# Whether staff is asked to set up a second factor before it uses the pages of staff and the admin.
STAFF_SECOND_FACTOR = env.bool("STAFF_SECOND_FACTOR", default=not DEBUG)
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
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
