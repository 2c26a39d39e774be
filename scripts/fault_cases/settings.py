"""The settings of a site that faults are made on: those of production, with a folder of its own for static files."""

from __future__ import annotations

import os
from pathlib import Path

from vsdb.settings import *  # noqa: F403

STATIC_ROOT = Path(os.environ["FAULTS_STATIC"])
