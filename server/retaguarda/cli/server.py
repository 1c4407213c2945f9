"""A database server for a command that runs by itself."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from retaguarda.database_url import embedded
from retaguarda.settings import Settings


@contextmanager
def running(settings: Settings, tuning: Mapping[str, str] | None = None) -> Iterator[None]:
    """The embedded server, started for this when none runs on the data folder; nothing with DATABASE_URL."""
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
