"""Archive a month that is over: events, journals, entries and messages of payment providers as Parquet, with the audit log's own proof
beside them.

Nothing is taken out of the database; of a month in the installation's archive (RETAGUARDA_ARCHIVE) two people may drop the messages
afterwards. Every engine that knows Parquet reads the folder as tables, partitioned by month and company.
"""

import argparse
import asyncio
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from retaguarda.audit.bundle import BundleCounts, BundleSpec, EmptyLog, write_bundle
from retaguarda.backup import Refused
from retaguarda.backup.archive_month import archive_month, bounds, remove
from retaguarda.backup.check_archive import check_archive
from retaguarda.backup.record_month import is_recorded, record_month, refuse_dropped
from retaguarda.cli.connect_payouts import database_of
from retaguarda.cli.process import settings_with_secret
from retaguarda.cli.server import running
from retaguarda.database_url import owner_url
from retaguarda.foundation.keys import Keys
from retaguarda.settings import Settings

AUDIT = "audit"


def main(arguments: list[str]) -> int:
    """Return 1 when nothing was archived, or an archive is not whole."""
    options = _read(arguments)
    if options.check is not None:
        return _check(options.check)
    settings = settings_with_secret()
    # A month that is none is refused below, and names no folder.
    kept = Path(settings.archive, Path(options.month).name) if settings.archive else None
    out: Path | None = options.out or kept
    if out is None:
        print("retaguarda: say where by --out, or once for all months by RETAGUARDA_ARCHIVE", file=sys.stderr)
        return 1
    partial = out.with_name(f"{out.name}.partial")
    try:
        period = bounds(options.month)
        if period.ends > datetime.now(UTC):
            raise Refused(f"{options.month} is not over yet")
        if out.exists():
            if kept is not None and out.resolve() == kept.resolve() and _record_written(settings, out, options.month):
                return 0
            raise Refused(f"{out} exists already; an archive is never written over another")
        remove(partial)
        out.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with running(settings):
            refuse_dropped(owner_url(settings), options.month)
            manifest = archive_month(owner_url(settings), options.month, partial)
            last = period.ends - timedelta(days=1)
            proof = _prove(settings, BundleSpec(period.begins.date(), last.date()), partial / AUDIT)
            partial.rename(out)
            if kept is not None and out.resolve() == kept.resolve():
                record_month(owner_url(settings), out, manifest)
    except Refused as error:
        remove(partial)
        print(f"retaguarda: {error}", file=sys.stderr)
        return 1
    for name, count in manifest.rows.items():
        print(f"{count:>12,} rows of {name}, read back and equal")
    print(f"{options.month} is in {out}; {proof}")
    return 0


def _record_written(settings: Settings, folder: Path, month: str) -> bool:
    """Record an archive that was written whole by a run that was cut before it could; False where it is recorded.

    Raises:
        Refused: it is not whole, or of another month.
    """
    with running(settings):
        if is_recorded(owner_url(settings), month):
            return False
        manifest = check_archive(folder)
        if manifest.month != month:
            raise Refused(f"{folder} is the archive of {manifest.month}")
        record_month(owner_url(settings), folder, manifest)
    print(f"{month} was in {folder} already, whole; now the database knows")
    return True


def _prove(settings: Settings, spec: BundleSpec, folder: Path) -> str:
    async def write() -> BundleCounts:
        async with database_of(settings) as database:
            return await write_bundle(database, Keys(settings.secret, settings.secret_previous), folder, spec)

    try:
        counts = asyncio.run(write())
    except EmptyLog:
        return "the audit log has nothing of it"
    return f"{counts.entries:,} entries of the audit log prove themselves: python {AUDIT}/verify.py {AUDIT}"


def _read(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m retaguarda archive", description=__doc__)
    parser.add_argument("month", nargs="?", help="as 2026-01, in UTC")
    parser.add_argument(
        "--out", type=Path, help="a folder to make; without it, that of the month in RETAGUARDA_ARCHIVE"
    )
    parser.add_argument("--check", type=Path, metavar="FOLDER", help="whether an archive that was written is whole")
    options = parser.parse_args(arguments)
    if options.check is None and not options.month:
        parser.error("a month, or --check alone")
    if options.check is not None and (options.month or options.out):
        parser.error("--check stands alone")
    return options


def _check(folder: Path) -> int:
    try:
        manifest = check_archive(folder)
    except Refused as error:
        print(f"retaguarda: {error}", file=sys.stderr)
        return 1
    print(f"{folder} is whole: {manifest.month}, {len(manifest.files):,} files, {sum(manifest.rows.values()):,} rows")
    return 0
