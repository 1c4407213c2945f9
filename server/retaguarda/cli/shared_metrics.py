"""Lets the processes of one machine count into one folder.

Imports nothing that creates a meter: the Prometheus client reads its folder from the environment when the first meter is made.
"""

import os
import socket

from retaguarda.settings import load


def enable_shared_metrics() -> None:
    """With metrics enabled, make this process count into the shared folder. Call before the meters are imported.

    Remove the files of processes that have ended: counters may restart when a process starts.
    """
    settings = load()
    if not settings.metrics_token:
        return
    # One folder for each machine, because process ids of two machines may collide.
    folder = settings.data / "metrics" / socket.gethostname()
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.glob("*.db"):
        if not _alive(int(file.stem.rpartition("_")[2])):
            file.unlink(missing_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def _alive(process: int) -> bool:
    """Treat this process as dead: a file under its own id is from an earlier process."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return process != os.getpid()
