"""Prometheus metrics.

With ``PROMETHEUS_MULTIPROC_DIR`` set before this import (``cli/process.py`` sets it when metrics are wanted) all
processes count into files of one folder and any of them exposes the sum; otherwise each counts alone. No label holds
what a caller typed: routes by template, providers by the host in the settings.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector

from retaguarda.foundation.metric_files import count_into_files

#: Seconds, from a plain read to the statement timeout.
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

_REGISTRY = CollectorRegistry()
count_into_files()

REQUESTS = Histogram(
    "retaguarda_call_seconds", "Calls of the API", ("method", "route", "status"), buckets=_BUCKETS, registry=_REGISTRY
)
JOBS = Histogram(
    "retaguarda_job_seconds",
    "Runs of jobs; outcome done, again (the other side did not answer), failed (an error nobody foresaw) or stopped",
    ("job", "outcome"),
    buckets=_BUCKETS,
    registry=_REGISTRY,
)
OUTGOING = Histogram(
    "retaguarda_provider_call_seconds",
    "Calls to the outside; outcome ok, refused (4xx), broken (5xx) or silent (no answer)",
    ("provider", "outcome"),
    buckets=_BUCKETS,
    registry=_REGISTRY,
)
CONNECTION_WAITS = Histogram(
    "retaguarda_connection_wait_seconds",
    "How long a transaction waits for a connection of its process' pool",
    buckets=_BUCKETS,
    registry=_REGISTRY,
)
REPLICA_READS = Counter(
    "retaguarda_replica_reads",
    "Lists that the replica was asked for; outcome read, behind (it had not caught up) or away (it did not answer)",
    ("outcome",),
    registry=_REGISTRY,
)
LEDGER_POSTS = Counter(
    "retaguarda_ledger_posts",
    "Journals posted; replays, and what was rolled back later, included",
    ("kind",),
    registry=_REGISTRY,
)


def outcome_of(status: int | None) -> str:
    if status is None:
        return "silent"
    return "broken" if status >= 500 else "refused" if status >= 400 else "ok"


@contextmanager
def measure_outgoing(provider: str) -> Iterator[None]:
    """Measures an outgoing request that raises on failure and has no status."""
    started = perf_counter()
    outcome = "silent"
    try:
        yield
        outcome = "ok"
    finally:
        OUTGOING.labels(provider, outcome).observe(perf_counter() - started)


class _Collector:
    def __init__(self, extra: Iterable[Metric]) -> None:
        self._extra = list(extra)

    def collect(self) -> Iterator[Metric]:
        folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
        if folder:
            yield from MultiProcessCollector.merge([str(file) for file in Path(folder).parent.glob("*/*.db")])
        else:
            yield from _REGISTRY.collect()
        yield from self._extra


def exposition(extra: Iterable[Metric]) -> bytes:
    """Renders all metrics, and ``extra``, in the Prometheus text format."""
    registry = CollectorRegistry()
    registry.register(_Collector(extra))  # pyright: ignore[reportArgumentType]
    return generate_latest(registry)
