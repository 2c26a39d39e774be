"""What the operator does with accounts: blocking, a lost second factor; by command and in the admin, logged, mailed."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from tests.accounts.people import account, add_authenticator, at_home, is_signed_in, sign_in, sure
from vsdb.accounts.services import make_token
from vsdb.error_reports.context import ReportContext
from vsdb.error_reports.services import answer_report, file_report

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    user = account("boss", is_staff=True)
    user.is_superuser = True
    user.save()
    return user


def command(capture: DjangoCaptureOnCommitCallbacks, *words: str) -> None:
    with capture(execute=True):
        call_command("account", *words)


class TestStaffThatIsNoAdministrator:
    @pytest.fixture
    def helper(self, settings: Settings) -> Client:
        settings.STAFF_SECOND_FACTOR = False
        user = account("helper", is_staff=True)
        user.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "change_user", "delete_user"]))
        client = Client()
        client.force_login(user)
        return client

    def test_changes_no_administrator(self, boss: User, helper: Client) -> None:
        page = f"/admin/auth/user/{boss.pk}"
        new = {"usable_password": "true", "password1": "four grey owls", "password2": "four grey owls"}
        assert helper.post(f"{page}/password/", new).status_code == 403
        assert helper.post(f"{page}/change/", {"username": "none"}).status_code == 403
        assert helper.post(f"{page}/delete/", {"post": "yes"}).status_code == 403
        boss.refresh_from_db()
        assert (boss.username, boss.check_password("four grey owls")) == ("boss", False)

    def test_gives_no_rights_and_blocks_only_with_a_reason(self, helper: Client) -> None:
        ann = account()
        joined = {"date_joined_0": "2026-01-01", "date_joined_1": "10:00:00"}
        sent = {
            "username": "ann",
            "email": ann.email,
            "is_superuser": "on",
            "is_staff": "on",
            "is_active": "",
            **joined,
        }
        assert helper.post(f"/admin/auth/user/{ann.pk}/change/", sent).status_code == 302
        ann.refresh_from_db()
        assert (ann.is_superuser, ann.is_staff, ann.is_active) == (False, False, True)

    def test_vouches_for_the_address_that_it_enters(self, helper: Client) -> None:
        ann = User.objects.create_user("ann")
        joined = {"date_joined_0": "2026-01-01", "date_joined_1": "10:00:00"}
        sent = {"username": "ann", "email": "Ann@example.org", **joined}
        assert helper.post(f"/admin/auth/user/{ann.pk}/change/", sent).status_code == 302
        address = EmailAddress.objects.get(user=ann)
        assert (address.email, address.verified, address.primary) == ("ann@example.org", True, True)


class TestBlocking:
    def test_ends_sessions_and_tokens_and_says_so_at_the_door(
        self, boss: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
    ) -> None:
        browser = at_home("ann")
        ann = User.objects.get(username="ann")
        _, token = make_token(ann, name="backup", scope="write")
        command(django_capture_on_commit_callbacks, "ANN", "--block", "--reason", "spam", "--by", "boss")
        assert not is_signed_in(browser)
        assert Client(headers={"Authorization": f"Bearer {token}"}).get("/api/v1/folders").status_code == 401
        again = Client()
        assert sign_in(again).headers["Location"] == "/account/inactive/"
        assert "closed this account" in again.get("/account/inactive/").content.decode()
        command(django_capture_on_commit_callbacks, "ann", "--unblock", "--reason", "mistake")
        assert sign_in(Client()).headers["Location"] == "/account/"

    def test_is_logged_and_mailed_with_its_reason(
        self,
        boss: User,
        mailoutbox: list[EmailMessage],
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        account()
        command(django_capture_on_commit_callbacks, "ann", "--block", "--reason", "sold  spam", "--by", "boss")
        (mail,) = mailoutbox
        assert (mail.to, mail.subject) == (["ann@example.org"], "vsdb: your account is blocked")
        assert "Reason: sold spam\n" in mail.body
        (entry,) = LogEntry.objects.all()
        assert (entry.user, entry.object_repr) == (boss, "ann")
        assert entry.change_message == "Blocked. Reason: sold spam"

    def test_by_a_command_without_a_name_says_whence_in_the_log(
        self, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
    ) -> None:
        account()
        command(django_capture_on_commit_callbacks, "ann", "--block", "--reason", "spam")
        assert LogEntry.objects.get().change_message == "Blocked from the command line. Reason: spam"

    @pytest.mark.parametrize("words", [("ann", "--block"), ("nobody", "--block", "--reason", "x")])
    def test_needs_a_reason_and_somebody(self, words: tuple[str, ...]) -> None:
        account()
        with pytest.raises(CommandError):
            call_command("account", *words)
        assert User.objects.get(username="ann").is_active

    def test_leaves_the_last_administrator(self, boss: User, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as ended:
            call_command("account", "boss", "--block", "--reason", "oops")
        assert ended.value.code == 1
        assert "last administrator" in capsys.readouterr().err
        boss.refresh_from_db()
        assert boss.is_active


class TestALostSecondFactor:
    def test_is_removed_with_all_sessions_and_the_person_is_told(
        self, mailoutbox: list[EmailMessage], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
    ) -> None:
        browser = sure()
        add_authenticator(browser)
        mailoutbox.clear()
        command(django_capture_on_commit_callbacks, "ann", "--reset-second-factor", "--reason", "lost phone")
        assert not Authenticator.objects.exists()
        assert not is_signed_in(browser)
        (mail,) = mailoutbox
        assert mail.subject == "vsdb: two-factor sign-in was turned off"
        fresh = Client()
        assert sign_in(fresh).headers["Location"] == "/account/"
        assert is_signed_in(fresh)

    def test_that_was_never_there_is_refused(self, capsys: pytest.CaptureFixture[str]) -> None:
        account()
        with pytest.raises(SystemExit):
            call_command("account", "ann", "--reset-second-factor", "--reason", "lost phone")
        assert "no second factor" in capsys.readouterr().err


class TestInTheAdmin:
    def act(self, browser: Client, action: str, user: User, reason: str = "spam") -> Any:
        sent = {"action": action, "_selected_action": [user.pk], "reason": reason}
        return browser.post("/admin/auth/user/", sent, follow=True)

    def test_accounts_are_blocked_with_a_reason(self, boss: User) -> None:
        ann, browser = account(), Client()
        browser.force_login(boss)
        assert "say why" in self.act(browser, "block", ann, "").content.decode()
        assert "ann is blocked. The person is told by email." in self.act(browser, "block", ann).content.decode()
        ann.refresh_from_db()
        assert not ann.is_active

    def test_the_log_is_read_and_not_changed(self, boss: User) -> None:
        ann, browser = account(), Client()
        browser.force_login(boss)
        self.act(browser, "block", ann)
        page = browser.get("/admin/admin/logentry/").content.decode()
        assert "Blocked. Reason: spam" in page
        entry = LogEntry.objects.get()
        assert browser.post(f"/admin/admin/logentry/{entry.pk}/delete/", {"post": "yes"}).status_code == 403
        assert LogEntry.objects.filter(pk=entry.pk).exists()


class TestTheLogOfStaff:
    def test_keeps_what_is_done_on_pages_of_the_site(self, boss: User) -> None:
        report = file_report(ReportContext(), "A typo.")
        answer_report(report.pk, boss, state="accepted")
        entry = LogEntry.objects.get()
        assert (entry.user, entry.object_id, entry.change_message) == (boss, str(report.pk), "Answered: accepted.")


class TestStaffWithoutASecondFactor:
    @pytest.mark.parametrize(
        "address", ["/admin/", "/admin/auth/user/", "/rechecks/", "/reports/", "/decks/reports/", "/operations/"]
    )
    def test_is_led_to_one_and_not_locked_out(self, boss: User, settings: Settings, address: str) -> None:
        settings.STAFF_SECOND_FACTOR = True
        browser = sure_as(boss)
        answer = browser.get(address)
        assert answer.status_code == 403
        assert "/account/two-factor/" in answer.content.decode()
        add_authenticator(browser)
        assert browser.get(address).status_code == 200

    def test_is_told_no_details_by_probes(self, boss: User, settings: Settings) -> None:
        settings.STAFF_SECOND_FACTOR = True
        browser = sure_as(boss)
        assert browser.get("/metrics").status_code == 403
        assert {*browser.get("/readyz").json()["checks"][0]} == {"name", "state"}
        add_authenticator(browser)
        assert browser.get("/metrics").status_code == 200
        assert {*browser.get("/readyz").json()["checks"][0]} > {"name", "state"}

    def test_is_let_in_where_the_setting_is_off(self, boss: User, settings: Settings) -> None:
        settings.STAFF_SECOND_FACTOR = False
        assert sure_as(boss).get("/admin/").status_code == 200


def sure_as(user: User) -> Client:
    """A browser in which somebody has signed in and given the password once more."""
    browser = Client()
    sign_in(browser, user.username)
    browser.post("/account/reauthenticate/", {"password": "seven geese in a row"})
    return browser
