"""Moments that scripts write are written as the site writes them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.template.defaultfilters import date as format_date
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome

from tests.events.making import make_event
from vsdb.events.clock import describe_moment, name_offsets

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

_SCRIPTS = Path(__file__).parents[2] / "static" / "js"
_WINTER = datetime(2026, 12, 5, 9, 7, 31, tzinfo=UTC)
_CHANGE = datetime(2026, 10, 24, 22, 30, tzinfo=UTC)  #: the evening before clocks go back in Berlin


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "UTC", "Europe/London"])
def test_the_desk_on_a_device_writes_moments_as_the_pages_of_the_event(
    browser: Chrome, loaded_live_server: LiveServer, zone: str
) -> None:
    event = make_event(zone=zone)
    moments = [_WINTER, _WINTER.replace(month=7), *(_CHANGE + timedelta(hours=hours) for hours in range(0, 30, 5))]
    names = name_offsets(event, min(moments), max(moments))
    browser.get(f"{loaded_live_server.url}/robots.txt")
    browser.execute_script((_SCRIPTS / "desk_parts.js").read_text())
    written = browser.execute_script(
        "const [moments, event] = arguments; return moments.map((each) => desk.writeMoment(each, event));",
        [each.isoformat() for each in moments],
        {"zone": zone, "zone_names": names},
    )
    assert written == [describe_moment(each, event) for each in moments]


def test_the_pages_of_the_device_write_days_and_moments_as_the_site(
    browser: Chrome, loaded_live_server: LiveServer
) -> None:
    browser.get(f"{loaded_live_server.url}/robots.txt")
    browser.execute_script((_SCRIPTS / "device-shelf.js").read_text())
    written = browser.execute_script(
        "return [Shelf.writeDay(arguments[0]), Shelf.writeMoment(arguments[0])]", _WINTER.isoformat()
    )
    assert written == [format_date(_WINTER, "j F Y"), f"{format_date(_WINTER, 'j F Y, H:i')} UTC"]
