"""Fill a database that has no charges with a demo of any size. Others wait for its tables until it is done."""

import argparse
import sys
import time
from collections.abc import Callable

from retaguarda.cli.prepare import make_database
from retaguarda.cli.process import settings_with_secret
from retaguarda.cli.server import running
from retaguarda.database_url import owner_url
from retaguarda.settings import SettingsError
from retaguarda_demo.fill_trial import demo_order
from retaguarda_demo.load import load_demo
from retaguarda_demo.payins import DAYS, SEED, NotTheDemo, load_payins
from retaguarda_demo.trial import connect_sandbox

#: Settings of the embedded server during a load: write no log, because a failed load is discarded anyway.
LOADING = {"wal_level": "minimal", "max_wal_senders": "0", "max_wal_size": "8GB", "checkpoint_timeout": "30min"}


def main(arguments: list[str]) -> int:
    """Load the demo.

    Raises:
        SettingsError: in production, on a database with charges, or with companies that are not the demo's.
    """
    options = _read(arguments)
    settings = settings_with_secret()
    if settings.production:
        raise SettingsError("demo data is refused in production")
    progress = _Progress(options.payins)
    with running(settings, LOADING):
        make_database(settings)
        load_demo(settings, owner_url(settings))
        order = demo_order(settings, connect_sandbox(settings), options.payins, days=options.days, seed=options.seed)
        try:
            loaded = load_payins(owner_url(settings), order, progress)
        except NotTheDemo as error:
            raise SettingsError(str(error)) from None
        if not loaded:
            raise SettingsError("this database has pay-ins already; use another, or another RETAGUARDA_DATA")
        progress("ready; python -m retaguarda verify checks it, with a server running")
    return 0


def _read(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m retaguarda demo", description=__doc__)
    parser.add_argument("--payins", type=_count(100, 50_000_000), default=20_000, help="how many charges (20000)")
    parser.add_argument("--days", type=_count(2, 1_500), default=DAYS, help=f"over how many days up to now ({DAYS})")
    parser.add_argument("--seed", type=_count(0, 2**31), default=SEED, help="another seed gives other data")
    return parser.parse_args(arguments)


def _count(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 12 else -1
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {low} to {high}")
        return number

    return read


class _Progress:
    """Print one line a step, at most one every two seconds: the output may go to a log."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._started = self._said = time.monotonic()

    def __call__(self, what: int | str) -> None:
        now = time.monotonic()
        if isinstance(what, int):
            if what < self._total and now < self._said + 2:
                return
            what = f"{what:>12,} of {self._total:,} pay-ins"
        self._said = now
        print(f"{now - self._started:6.0f} s  {what}", file=sys.stderr, flush=True)
