"""Postgres' own load generator, as every part of the bench runs it."""

import os
import re
import subprocess
from pathlib import Path

from bench.postgres import programs

CLIENTS, THREADS = 16, 2


def rate(url: str, seconds: float, *more: str) -> float:
    """Transactions a second, without the time that connecting took.

    Raises:
        RuntimeError: it failed, or one of its transactions did.
    """
    said = run("-M", "prepared", "-c", str(CLIENTS), "-j", str(THREADS), "-T", str(round(seconds)), *more, url)
    found = re.search(r"^tps = ([\d.]+)", said, re.MULTILINE)
    if found is None or "number of failed transactions: 0 " not in said:
        raise RuntimeError(f"pgbench failed:\n{said}")
    return float(found[1])


def rate_of(url: str, seconds: float, script: Path, **variables: int) -> float:
    """The same of a script, with variables of its own."""
    given = [part for name, value in variables.items() for part in ("-D", f"{name}={value}")]
    return rate(url, seconds, "-n", *given, "-f", str(script))


def run(*arguments: str) -> str:
    ran = subprocess.run(
        [programs() / "pgbench", *arguments],
        check=False,
        capture_output=True,
        text=True,
        env=os.environ | {"LC_ALL": "C"},
    )
    if ran.returncode:
        raise RuntimeError(f"pgbench {' '.join(arguments)}:\n{ran.stderr[-2_000:]}")
    return ran.stdout
