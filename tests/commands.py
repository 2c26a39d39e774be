"""What the tests of management commands share."""

from __future__ import annotations

import io

from django.core.management import CommandError, call_command


def run(command: str, *arguments: str) -> tuple[int, str, str]:
    """The exit status, standard output and standard error of a call."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(command, *arguments, stdout=out, stderr=err, no_color=True)
    except SystemExit as exc:
        return int(exc.code or 0), out.getvalue(), err.getvalue()
    except CommandError as exc:
        return exc.returncode, out.getvalue(), err.getvalue() + str(exc)
    return 0, out.getvalue(), err.getvalue()
