"""Provide a database server for a command that runs alone."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from retaguarda.database_url import embedded
from retaguarda.settings import Settings


@contextmanager
def running(settings: Settings, tuning: Mapping[str, str] | None = None) -> Iterator[None]:
    """Start the embedded server unless it already runs on the data folder; do nothing with DATABASE_URL."""
    server = embedded(settings)
    if settings.database_url or server.alive():
        yield
        return
    server.tuning |= tuning or {}
    server.start()
    try:
        yield
    finally:
        server.stop()
