"""The server's secret: configured, or in a file of the data folder."""

import contextlib
import os
import secrets
from pathlib import Path


def secret_of(configured: str, data: Path) -> str:
    """Returns the configured secret, or the one in the data folder, created at the first start."""
    if configured:
        return configured
    data.mkdir(parents=True, exist_ok=True)
    path = data / "secret"
    if not path.exists():
        # Create it atomically: after a full disk or a concurrent start, an empty secret would open every seal.
        fresh = data / f"secret.{os.getpid()}"
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
        with contextlib.suppress(FileExistsError):
            os.link(fresh, path)
        fresh.unlink()
    return path.read_text().strip()


def previous_secret_of(configured: str, data: Path) -> str:
    """Returns the configured previous secret, or the file ``secret.previous`` of the data folder; empty: none."""
    path = data / "secret.previous"
    return configured or (path.read_text().strip() if path.exists() else "")
