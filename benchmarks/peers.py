"""The programs that vsdb is measured against, in a folder of their own: `var/peers`.

`python -m benchmarks.peers` installs them with npm and pip, at the versions below. Nothing else of the project uses
them, and a benchmark whose peer isn't there says so.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "var" / "peers"
THRONETEKI_VERSION = "2.7.0"
THRONETEKI = f"throneteki-deck-helper {THRONETEKI_VERSION}"
DATASETTE_VERSION = "0.65.5"
DATASETTE = f"datasette {DATASETTE_VERSION}"


def find_throneteki() -> Path | None:
    """The folder of the Node package, from which a script can require it."""
    folder = FOLDER / "node" / "node_modules" / "throneteki-deck-helper"
    return folder if folder.is_dir() else None


def find_datasette() -> Path | None:
    """The Python that has Datasette."""
    folder = FOLDER / "python" / "bin"
    return folder / "python" if (folder / "datasette").is_file() else None


def install() -> None:
    """Install what is missing. Raises CalledProcessError or FileNotFoundError (no npm)."""
    if find_throneteki() is None:
        node = FOLDER / "node"
        node.mkdir(parents=True, exist_ok=True)
        package = f"throneteki-deck-helper@{THRONETEKI_VERSION}"
        _run("npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", str(node), package)
    if find_datasette() is None:
        _run(sys.executable, "-m", "venv", str(FOLDER / "python"))
        pip = (str(FOLDER / "python" / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "install", "-qq")
        _run(*pip, f"datasette=={DATASETTE_VERSION}")


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


if __name__ == "__main__":
    install()
