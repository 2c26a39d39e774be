"""Addresses below `/events/`, subject by subject."""

from __future__ import annotations

from vsdb.events.checks import urls as checks
from vsdb.events.lists import urls as lists
from vsdb.events.notices import urls as notices
from vsdb.events.paper import urls as paper
from vsdb.events.planning import urls as planning
from vsdb.events.publishing import urls as publishing
from vsdb.events.registration import urls as registration
from vsdb.events.retention import urls as retention
from vsdb.events.sample import urls as sample
from vsdb.events.transfer import urls as transfer
from vsdb.events.triage import urls as triage
from vsdb.events.verdicts import urls as verdicts

app_name = "events"

_SUBJECTS = (
    *(planning, registration, lists, verdicts, triage, checks, paper, transfer, notices, publishing, retention),
    sample,
)
urlpatterns = [pattern for subject in _SUBJECTS for pattern in subject.urlpatterns]
API_PATTERNS = [pattern for subject in _SUBJECTS for pattern in subject.api_patterns]
