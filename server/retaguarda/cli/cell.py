"""Move one company from this installation to another, or take one in: each act may be cut short and repeated (docs/operations.md has the
steps).

`move` leads through all of them, on both installations. One by one: on the installation that it leaves freeze, export, release, or abort; on
the one that it comes to key, import, open, or refuse. What one prints or writes, the other takes.
"""

import argparse
import asyncio
import os
import shutil
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

import psycopg
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from retaguarda.cells.import_move import import_move
from retaguarda.cells.model import Refused, moves_of
from retaguarda.cells.open_company import open_company
from retaguarda.cells.refuse_move import refuse_move
from retaguarda.cells.shut_tables import one_act, open_tables, owner_transaction, shut_tables
from retaguarda.cells.write_map import places, set_host, written
from retaguarda.cli.cell_acts import Acting, abort_here, export_here, freeze_here, own_public_key, release_here
from retaguarda.cli.cell_move import move_company
from retaguarda.cli.cell_options import STDIN, read
from retaguarda.cli.process import settings_with_secret
from retaguarda.cli.server import running
from retaguarda.database_url import owner_url
from retaguarda.foundation.database import Connection
from retaguarda.foundation.keys import Keys
from retaguarda.settings import Settings


def main(arguments: list[str]) -> int:
    """Return 1 when the act was refused; nothing was changed then."""
    options = read(arguments, __doc__)
    settings = settings_with_secret()
    with running(settings):
        return asyncio.run(_run(settings, options))


async def _run(settings: Settings, options: argparse.Namespace) -> int:
    keys = Keys(settings.secret, settings.secret_previous)
    connection = await Connection.connect(owner_url(settings), autocommit=True, options="-c timezone=UTC")
    try:
        async with connection:
            await _ACTS[options.act](Acting(settings, keys, connection, options))
    except Refused as refused:
        print(f"retaguarda: {refused.words}", file=sys.stderr)
        return 1
    except psycopg.errors.LockNotAvailable:
        print(
            "retaguarda: somebody writes the company's rows for a long time; nothing was changed, try again",
            file=sys.stderr,
        )
        return 1
    except OSError as error:
        print(f"retaguarda: {error}", file=sys.stderr)
        return 1
    return 0


async def _freeze(act: Acting) -> None:
    move = await freeze_here(act, act.options.their_key)
    print(f"company {move.company_id} is {move.state} for the move {move.id}")


async def _export(act: Acting) -> None:
    exported = await export_here(act, act.options.recipient_key, act.options.file)
    print(f"{exported.path}: {sum(rows for *_, rows in exported.parts):,} rows, SHA-256 {exported.sha256}")


async def _key(act: Acting) -> None:
    private = X25519PrivateKey.generate()
    raw = private.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
    sealed = act.keys.seal(_OPENING, raw)
    if act.options.file != STDIN:
        with os.fdopen(os.open(act.options.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
            target.write(sealed)
    print(f"--recipient-key {private.public_key().public_bytes_raw().hex()}")
    print(f"--their-key {await own_public_key(act)}")
    if act.options.file == STDIN:
        print(f"--sealed-key {sealed.hex()}")


async def _import(act: Acting) -> None:
    sealed = act.options.sealed_key or act.options.key.read_bytes()
    try:
        opening = act.keys.unseal(_OPENING, sealed)
    except ValueError:
        raise Refused("key_invalid", f"{act.options.key or 'the sealed key'} was not made here by `cell key`") from None
    with _file_of(act) as file:
        async with one_act(act.connection):
            await shut_tables(act.connection, act.options.company)
            receipt = await import_move(
                act.connection,
                act.keys,
                act.options.company,
                file,
                opening,
                act.options.address,
                act.options.their_key,
            )
    print(receipt.note, end="")


@contextmanager
def _file_of(act: Acting) -> Iterator[Path]:
    """The company's file. It is read from its end on, and twice, so one that comes in is kept meanwhile."""
    if act.options.file != STDIN:
        yield Path(act.options.file)
        return
    act.settings.data.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=act.settings.data, prefix="cell-") as target:
        shutil.copyfileobj(sys.stdin.buffer, target)
        target.flush()
        yield Path(target.name)


async def _release(act: Acting) -> None:
    print((await release_here(act, _word(act))).note, end="")


def _word(act: Acting) -> str:
    return sys.stdin.read() if act.options.word == STDIN else Path(act.options.word).read_text("utf-8")


async def _open(act: Acting) -> None:
    async with one_act(act.connection):
        async with owner_transaction(act.connection) as tx:
            move = await open_company(tx, act.options.company, _word(act))
        await open_tables(act.connection)
    print(f"company {move.company_id} is open here")


async def _refuse(act: Acting) -> None:
    async with one_act(act.connection), owner_transaction(act.connection) as tx:
        refusal = await refuse_move(
            tx, act.keys, act.options.move, act.options.company, act.options.address, act.options.their_key
        )
    print(refusal.note, end="")


async def _abort(act: Acting) -> None:
    move = await abort_here(act, _word(act))
    print(f"company {move.company_id} is open here again")


async def _status(act: Acting) -> None:
    async with owner_transaction(act.connection) as tx:
        moves = await moves_of(tx)
    for move in moves:
        print(
            f"{move.company_id:>10}  {move.state:<9} {move.role:<4} {move.other_address}  {move.id}  {move.started_at:%Y-%m-%d %H:%M}"
        )
    if not moves:
        print("no company was moved from here or to here")


async def _host(act: Acting) -> None:
    async with owner_transaction(act.connection) as tx:
        await set_host(tx, act.options.company, act.options.host, here=not act.options.remove)


async def _map(act: Acting) -> None:
    async with owner_transaction(act.connection) as tx:
        print(written(await places(tx, act.settings.address), act.options.form), end="")


_OPENING = "company move"
_ACTS: dict[str, Callable[[Acting], Awaitable[None]]] = {
    "move": move_company,
    "freeze": _freeze,
    "export": _export,
    "key": _key,
    "import": _import,
    "release": _release,
    "open": _open,
    "refuse": _refuse,
    "abort": _abort,
    "status": _status,
    "host": _host,
    "map": _map,
}
