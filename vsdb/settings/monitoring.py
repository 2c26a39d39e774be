"""Who may read the site's metrics and the details of its checks."""

from __future__ import annotations

from vsdb.settings.env import env

# Closed to everybody while both are empty: a token (`Authorization: Bearer …`), and addresses or networks.
MONITORING_TOKEN = env.str("MONITORING_TOKEN", default="")
MONITORING_ADDRESSES = env.list("MONITORING_ADDRESSES", default=[])
# A folder through which the processes of a machine add up their metrics; prometheus-client reads the same variable.
PROMETHEUS_MULTIPROC_DIR = env.str("PROMETHEUS_MULTIPROC_DIR", default="")
