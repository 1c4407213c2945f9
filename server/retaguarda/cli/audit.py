"""The audit log: export a bundle that proves itself offline, forget a person, and rotate the signing key."""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from typing import TypeVar
from uuid import UUID

import psycopg

from retaguarda.app import build
from retaguarda.audit.bundle import BundleCounts, BundleSpec, EmptyLog, write_bundle
from retaguarda.audit.forget_person import forget
from retaguarda.audit.keep_bundle import write_kept_bundle
from retaguarda.audit.signing_keys import renew
from retaguarda.cli.process import settings_with_secret
from retaguarda.database_url import app_url, owner_url
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.keys import Keys
from retaguarda.settings import Settings

T = TypeVar("T")


def main(arguments: list[str]) -> int:
    """Run the subcommand. Return 1 on failure."""
    options = _read(arguments)
    settings = settings_with_secret()
    match options.what:
        case "export":
            return _export(settings, options)
        case "moved":
            return _moved(settings, options)
        case "forget":
            return _forget(settings, options)
        case _:
            number = asyncio.run(_with_database(settings, renew))
            print(f"the key {number} signs from here on; what was signed before stays signed by the one before")
            return 0


def _export(settings: Settings, options: argparse.Namespace) -> int:
    period = BundleSpec(options.first, options.last, options.company)

    async def write(database: Database, keys: Keys) -> BundleCounts:
        return await write_bundle(database, keys, options.out, period)

    try:
        counts = asyncio.run(_with_database(settings, write))
    except EmptyLog:
        print("the audit log is empty: nothing was done yet, or no worker has run", file=sys.stderr)
        return 1
    except FileExistsError:
        print(f"{options.out} is not empty: name a folder that is, or that is not there yet", file=sys.stderr)
        return 1
    print(f"{counts.entries} entries, {counts.checkpoints} checkpoints: {options.out}")
    print(
        f"to verify: python {options.out / 'verify.py'} {options.out}, or open {options.out / 'verify.html'} in a browser"
    )
    return 0


def _moved(settings: Settings, options: argparse.Namespace) -> int:
    async def write(database: Database, _: Keys) -> list[UUID]:
        async with database.transaction(SYSTEM) as tx:
            return await write_kept_bundle(tx, options.company, options.out)

    try:
        moves = asyncio.run(_with_database(settings, write))
    except FileExistsError:
        print(f"{options.out} holds a bundle of it already: name another folder", file=sys.stderr)
        return 1
    for move in moves:
        print(f"to verify: python {options.out / str(move) / 'verify.py'} {options.out / str(move)}")
    if not moves:
        print(f"company {options.company} has not come from another installation", file=sys.stderr)
    return 0 if moves else 1


def _forget(settings: Settings, options: argparse.Namespace) -> int:
    with psycopg.connect(owner_url(settings)) as connection:
        count = forget(connection, options.person, options.reason)
    print(f"{count} events forget who it was; the log still proves everything else")
    return 0 if count else 1


async def _with_database(settings: Settings, work: Callable[[Database, Keys], Awaitable[T]]) -> T:
    app = build(settings, app_url(settings))
    await app.database.open()
    try:
        return await work(app.database, app.keys)
    finally:
        await app.database.close()


def _read(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m retaguarda audit", description=__doc__)
    subcommands = parser.add_subparsers(dest="what", required=True)
    export = subcommands.add_parser(
        "export", help="writes entries and their proofs, with the programs that verify them"
    )
    export.add_argument("--out", type=Path, required=True, help="an empty folder, or one to make")
    export.add_argument("--from", dest="first", type=_day, help="first day, as 2026-01-31, in UTC")
    export.add_argument("--to", dest="last", type=_day, help="last day")
    export.add_argument("--company", type=_number, help="of this company only, by its number")
    moved = subcommands.add_parser(
        "moved", help="writes the bundles that came with a company, as the installation that it comes from signed them"
    )
    moved.add_argument("company", type=_number, help="its number")
    moved.add_argument("--out", type=Path, required=True, help="a folder; each bundle gets one of its own in it")
    forgetting = subcommands.add_parser(
        "forget", help="erases who somebody was from the log, which still proves the rest"
    )
    forgetting.add_argument("person", type=UUID, help="the id of the person")
    forgetting.add_argument("--reason", required=True, help="why; it goes on record")
    subcommands.add_parser("rotate", help="another key signs from here on")
    return parser.parse_args(arguments)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day such as 2026-01-31") from None


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of a company")
    return int(text)
