"""Ask the advisory data about every pinned package: `python scripts/audit_dependencies.py PATH-OF-PIP-AUDIT`.

Exits with 1 where a package has a known vulnerability. Where the data can't be reached it says so plainly and exits
with 0: a build without that network is not to fail, and is not to look as if it had been audited either.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FILES = ("requirements.txt", "requirements-dev.txt")
_ASKED = ("--no-deps", "--disable-pip", "--progress-spinner", "off", "--format", "json", "--timeout", "15")


def ask(pip_audit: str, file: str) -> list[dict[str, Any]]:
    """What is known of each package of a file; nothing where the data can't be reached at all."""
    ran = subprocess.run(
        [pip_audit, "--requirement", str(ROOT / file), *_ASKED], check=False, capture_output=True, text=True, cwd=ROOT
    )
    try:
        found: list[dict[str, Any]] = json.loads(ran.stdout)["dependencies"]
    except (ValueError, KeyError):
        print((ran.stderr.strip().splitlines() or ["no answer"])[-1], file=sys.stderr)
        return []
    return found


def describe(known: list[dict[str, Any]]) -> tuple[list[str], int]:
    """The lines that tell of it, and the exit status."""
    skipped = [each["name"] for each in known if "skip_reason" in each]
    faults = [(each, fault) for each in known for fault in each.get("vulns", ())]
    lines = [
        f"{each['name']} {each['version']}: {fault['id']}, fixed in {', '.join(fault['fix_versions']) or 'none yet'}"
        for each, fault in faults
    ]
    audited = len(known) - len(skipped)
    if not audited:
        return ["NOT AUDITED: the advisory data can't be reached from here."], 0
    lines.append(f"{audited} packages audited, {len(faults)} known vulnerabilities.")
    if skipped:
        lines.append(f"NOT AUDITED, unknown to the advisory data: {', '.join(skipped)}.")
    return lines, 1 if faults else 0


def main() -> int:
    """Audit every file; return the exit status."""
    known = {(each["name"], each.get("version")): each for file in FILES for each in ask(sys.argv[1], file)}
    lines, status = describe([*known.values()])
    print("\n".join(lines))
    return status


if __name__ == "__main__":
    sys.exit(main())
