"""The queue: who may see and answer it, states and answers, who is told."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from engine import InputError, NotFound
from vsdb.accounts.services import delete_account
from vsdb.core.errors import ApplicationError, Forbidden
from vsdb.error_reports import services, tasks
from vsdb.error_reports.context import ReportContext
from vsdb.error_reports.models import ErrorReport

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


def a_report(text: str = "Its cost is 3.", **more: Any) -> ErrorReport:
    about = more.pop("about", ReportContext(kind="card", subject="vs-classic/savage-beatdown", game="vs-classic"))
    return services.file_report(about, text, **more)


def answer(client: Client, report: ErrorReport, **words: object) -> Any:
    sent = {"state": "fixed", "answer": "Corrected.", "edition": 0, **words}
    return client.post(f"/reports/{report.pk}/", sent)


class TestWhoMay:
    def test_see_the_queue(
        self, ann: tuple[User, Client], reader: tuple[User, Client], staff: tuple[User, Client]
    ) -> None:
        report = a_report()
        for address in ("/reports/", f"/reports/{report.pk}/"):
            statuses = [each.get(address).status_code for each in (Client(), ann[1], reader[1], staff[1])]
            assert statuses == [404, 404, 200, 200]

    def test_answer(self, ann: tuple[User, Client], reader: tuple[User, Client], staff: tuple[User, Client]) -> None:
        report = a_report()
        statuses = [answer(each, report).status_code for each in (Client(), ann[1], reader[1])]
        assert statuses == [404, 404, 403]
        report.refresh_from_db()
        assert (report.state, report.edition) == ("new", 0)
        assert answer(staff[1], report).status_code == 302

    def test_answer_by_the_service_alone(self, ann: tuple[User, Client], reader: tuple[User, Client]) -> None:
        report = a_report()
        for user in (None, ann[0]):
            with pytest.raises(NotFound):
                services.answer_report(report.pk, user, state="fixed")
        with pytest.raises(Forbidden):
            services.answer_report(report.pk, reader[0], state="fixed")

    def test_be_told_in_the_menu_how_many_wait(self, ann: tuple[User, Client], staff: tuple[User, Client]) -> None:
        a_report()
        a_report()
        assert "(2 new)" in staff[1].get("/help/").content.decode()
        assert 'href="/reports/"' not in ann[1].get("/help/").content.decode()
        assert 'href="/reports/"' not in Client().get("/help/").content.decode()


class TestAnAnswer:
    def test_is_read_by_the_reporter_with_who_and_when_kept(self, staff: tuple[User, Client]) -> None:
        report = a_report()
        answer(staff[1], report, state="accepted", answer="You are <right>.")
        report.refresh_from_db()
        assert (report.state, report.handled_by, report.edition) == ("accepted", staff[0], 1)
        assert report.handled is not None
        page = Client().get(f"/report/{report.key}/").content.decode()
        assert "You are &lt;right&gt;." in page
        assert "judge" not in page

    def test_to_an_older_edition_is_refused(self, staff: tuple[User, Client]) -> None:
        report = a_report()
        answer(staff[1], report, state="accepted", answer="First.")
        second = answer(staff[1], report, state="declined", answer="Second.")
        assert second.status_code == 409
        assert "Someone else answered" in second.content.decode()
        assert "Second." in second.content.decode()
        report.refresh_from_db()
        assert report.answer == "First."

    def test_that_declines_says_why(self, staff: tuple[User, Client]) -> None:
        report = a_report()
        refused = answer(staff[1], report, state="declined", answer=" ")
        assert refused.status_code == 400
        assert "Say why" in refused.content.decode()
        with pytest.raises(InputError, match="answer"):
            services.answer_report(report.pk, staff[0], state="declined")

    @pytest.mark.parametrize("words", [{"state": "gone"}, {"answer": "x" * 4_001}, {"edition": -1}, {"edition": ""}])
    def test_that_cant_be_is_refused(self, staff: tuple[User, Client], words: dict[str, object]) -> None:
        report = a_report()
        assert answer(staff[1], report, **words).status_code == 400
        report.refresh_from_db()
        assert report.state == "new"

    def test_of_a_state_that_there_isnt(self, staff: tuple[User, Client]) -> None:
        with pytest.raises(InputError, match="not a state"):
            services.answer_report(a_report().pk, staff[0], state="gone")

    def test_by_two_at_once_leaves_one(self, staff: tuple[User, Client]) -> None:
        report = a_report()
        services.answer_report(report.pk, staff[0], state="accepted", edition=0)
        with pytest.raises(ApplicationError):
            services.answer_report(report.pk, staff[0], state="fixed", edition=0)


class TestMail:
    def test_goes_to_staff_about_a_new_report(
        self,
        client: Client,
        mailoutbox: list[EmailMessage],
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            about = {"kind": "card", "subject": "vs-classic/savage-beatdown", "page": "/cards/"}
            client.post("/report/", {**about, "text": "Wrong.\nVery."})
        (mail,) = mailoutbox
        number = ErrorReport.objects.get().pk
        assert mail.to == ["staff@example.org"]
        assert mail.subject == f"vsdb: Error report {number}: Card: Savage Beatdown"
        assert f"http://testserver/reports/{number}/" in mail.body
        assert "Wrong.\nVery." in mail.body

    def test_to_staff_stops_when_very_many_come(
        self, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tasks, "MAILS_AN_HOUR", 2)
        for number in range(4):
            tasks.tell_staff(a_report(f"Report {number}").pk, "http://testserver/")
        assert len(mailoutbox) == 2
        assert "Emails pause until fewer arrive" in mailoutbox[1].body

    def test_carries_the_answer_to_whoever_left_an_address_once(
        self,
        staff: tuple[User, Client],
        mailoutbox: list[EmailMessage],
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        report = a_report(email="me@example.org")
        with django_capture_on_commit_callbacks(execute=True):
            answer(staff[1], report, state="accepted", answer="We look into it.")
        (mail,) = mailoutbox
        assert mail.to == ["me@example.org"]
        assert "We look into it." in mail.body
        assert f"http://testserver/report/{report.key}/" in mail.body
        report.refresh_from_db()
        assert report.email == "me@example.org"
        with django_capture_on_commit_callbacks(execute=True):
            answer(staff[1], report, edition=1)
        assert len(mailoutbox) == 2
        report.refresh_from_db()
        assert report.email == ""  # closed

    def test_that_can_t_be_sent_loses_neither_answer_nor_address(
        self,
        staff: tuple[User, Client],
        settings: Any,
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        settings.EMAIL_BACKEND = "vsdb.core.mail.CarefulBackend"
        settings.EMAIL_DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
        report = a_report(email="me@example.org")
        with django_capture_on_commit_callbacks(execute=True):
            assert answer(staff[1], report).status_code == 302
        report.refresh_from_db()
        assert (report.state, report.email) == ("fixed", "me@example.org")

    def test_of_a_header_injected_is_refused(self, client: Client) -> None:
        sent = client.post("/report/", {"text": "Wrong.", "email": "me@example.org\nBcc: all@example.org"})
        assert sent.status_code == 400


class TestTheQueue:
    def test_shows_open_ones_first_and_is_narrowed(self, staff: tuple[User, Client]) -> None:
        card = a_report("Cost of the card")
        rule = a_report("Text of the rule", about=ReportContext(kind="rule", subject="cr-2.7/101.2"))
        done = a_report("Done already")
        services.answer_report(done.pk, staff[0], state="fixed")

        def shown(query: str = "") -> set[int]:
            page = staff[1].get(f"/reports/{query}").content.decode()
            return {each.pk for each in (card, rule, done) if f'href="/reports/{each.pk}/"' in page}

        assert shown() == {card.pk, rule.pk}
        assert shown("?state=fixed") == {done.pk}
        assert shown("?state=") == {card.pk, rule.pk, done.pk}
        assert shown("?kind=rule") == {rule.pk}
        assert shown("?game=vs-classic") == {card.pk}
        assert shown("?q=COST") == {card.pk}
        assert shown("?state=nonsense&kind=nonsense&page=999") == {card.pk, rule.pk}
        assert shown("?q=%00%25'--") == set()

    def test_is_cut_into_pages_and_costs_no_query_a_row(
        self, staff: tuple[User, Client], django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        for number in range(30):
            a_report(f"Report {number}", by=staff[0])
        staff[1].get("/reports/")
        with django_assert_max_num_queries(14):
            page = staff[1].get("/reports/").content.decode()
        assert page.count('class="report"') == 25
        assert staff[1].get("/reports/?page=2").content.decode().count('class="report"') == 5


class TestAccounts:
    def test_take_their_reports_along_and_leave_them_without_the_name(self, ann: tuple[User, Client]) -> None:
        from vsdb.accounts.own_data import export

        report = a_report("Mine.", by=ann[0], email="ann@example.org")
        assert export(ann[0])["error_reports"][0]["text"] == "Mine."
        delete_account(ann[0])
        report.refresh_from_db()
        assert (report.by, report.email, report.text) == (None, "", "Mine.")

    def test_of_staff_leave_their_answers(self, staff: tuple[User, Client]) -> None:
        report = a_report()
        services.answer_report(report.pk, staff[0], state="fixed", answer="Done.")
        delete_account(staff[0])
        report.refresh_from_db()
        assert (report.handled_by, report.answer) == (None, "Done.")
