"""What `make audit` says of what it was told: faults fail it; data that can't be reached don't, and are told."""

from __future__ import annotations

from scripts.audit_dependencies import describe

FINE = {"name": "a", "version": "1", "vulns": []}
SKIPPED = {"name": "b", "skip_reason": "not found"}
FAULTY = {"name": "c", "version": "2", "vulns": [{"id": "CVE-1", "fix_versions": ["2.1"]}]}


def test_a_known_fault_fails() -> None:
    lines, status = describe([FINE, FAULTY])
    assert status == 1
    assert lines == ["c 2: CVE-1, fixed in 2.1", "2 packages audited, 1 known vulnerabilities."]


def test_what_is_unknown_is_named() -> None:
    lines, status = describe([FINE, SKIPPED])
    assert (lines[-1], status) == ("NOT AUDITED, unknown to the advisory data: b.", 0)


def test_data_that_cannot_be_reached_is_said_and_does_not_fail() -> None:
    for known in ([], [SKIPPED]):
        assert describe(known) == (["NOT AUDITED: the advisory data can't be reached from here."], 0)
