"""Gunicorn's settings for production: `gunicorn --config deploy/gunicorn.conf.py vsdb.wsgi`, from the checkout.

`WEB_BIND`, `WEB_CONCURRENCY`, `WEB_THREADS` and `WEB_TIMEOUT` change them from the environment. The numbers were
measured with `python -m benchmarks.web_processes` (docs/operating.md, "Sizes measured").
"""

import gc
import os
from pathlib import Path

bind = os.environ.get("WEB_BIND", "127.0.0.1:8000")

# One process for each core, since checks and searches need the processor; more only take memory. While one request of
# a process waits for the database or the cache, another of its threads goes on.
workers = int(os.environ.get("WEB_CONCURRENCY") or len(os.sched_getaffinity(0)))
threads = int(os.environ.get("WEB_THREADS") or 4)
worker_class = "gthread"
# The site bounds how many of them compute at once (docs/operating.md, "Limits").
raw_env = [f"WEB_CONCURRENCY={workers}", f"WEB_THREADS={threads}"]

# With WEB_PRELOAD=1 the main process loads the site and the facts once, and its processes share that memory. New code
# then comes with a restart alone, not with a reload.
preload_app = os.environ.get("WEB_PRELOAD") == "1"
if preload_app:
    raw_env.append("WEB_PRELOADING=1")

# A process that doesn't come round for so long is replaced. It covers the longest page and an import without a queue.
timeout = int(os.environ.get("WEB_TIMEOUT") or 120)
# Requests under way may end after a stop or a reload; the unit waits a little longer.
graceful_timeout = 30
# Longer than the 60 seconds for which nginx keeps a connection, so that it never picks one that closes.
keepalive = 75

# Recycling bounds what a leak could do; the jitter keeps two processes from going at once.
max_requests = 20_000
max_requests_jitter = 4_000

# The heartbeat is a file: in memory, since a busy disk would make a healthy process look stuck.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  (a folder for memory, not for files)
# The socket by which gunicorn can be steered lies in a home that the unit doesn't have; signals do the same.
control_socket_disable = True

# In the format of all logs, with the id of each request and without secrets of addresses (docs/operating.md, "Logs").
logger_class = "vsdb.core.logs.gunicorn.Logger"
accesslog = errorlog = "-"
access_log_format = '%({x-forwarded-for}i)s "%(m)s %(U)s" %(s)s %(B)s %(M)sms pid=%(p)s'

# With PROMETHEUS_MULTIPROC_DIR each process adds to the metrics in files of its own. One that takes the place of
# another goes on with its files (vsdb/core/metrics.py), so that recycling doesn't leave more and more of them.
_places = {}


def pre_fork(server, worker):
    """Give a process the first place that is free."""
    taken = set(_places.values())
    _places[worker] = next(place for place in range(len(taken) + 1) if place not in taken)


def post_fork(server, worker):
    """Name the process before it loads the site."""
    os.environ["METRICS_PROCESS"] = f"web-{worker.ppid}-{_places[worker]}"


def post_worker_init(worker):
    """Begin what each process does, where the main process has loaded the site for it."""
    if os.environ.pop("WEB_PRELOADING", ""):
        from vsdb.operations.web_processes import start_process

        start_process()


def worker_exit(server, worker):
    """Leave the memory of a process that ends to the system: Python would look through all cards first, for seconds."""
    gc.freeze()


def child_exit(server, worker):
    """Free the place of a process that ended; its memory is no longer added up."""
    place = _places.pop(worker, None)
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if place is not None and folder:
        for path in Path(folder).glob(f"gauge_live*_web-{worker.ppid}-{place}.db"):
            path.unlink(missing_ok=True)
