"""The acts of a move on this installation, as a command line does them. Each returns what came of it: whoever calls it prints that, or goes on with it."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from retaguarda.app import build
from retaguarda.background import readers
from retaguarda.cells.abort_move import abort_move
from retaguarda.cells.export_company import ExportedFile
from retaguarda.cells.export_move import export_move
from retaguarda.cells.freeze_company import freeze_company
from retaguarda.cells.model import Move, NotQuiet, Signed
from retaguarda.cells.release_company import release_company
from retaguarda.cells.shut_tables import one_act, open_tables, owner_transaction, shut_tables
from retaguarda.cells.sign_words import own_key
from retaguarda.database_url import app_url
from retaguarda.foundation.database import Connection
from retaguarda.foundation.keys import Keys
from retaguarda.settings import Settings

#: How often an act is tried while what follows from the company's last events is still being done, and seconds between.
_TRIES, _PAUSE_SECONDS = 120, 0.5

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Acting:
    settings: Settings
    keys: Keys
    connection: Connection
    options: argparse.Namespace


async def own_public_key(act: Acting) -> str:
    async with owner_transaction(act.connection) as tx:
        return await own_key(tx, act.keys)


async def freeze_here(act: Acting, their_key: str) -> Move:
    names = [reader.name for reader in readers(build(act.settings, app_url(act.settings)))]
    async with one_act(act.connection):
        await shut_tables(act.connection, act.options.company)

        async def freeze() -> Move:
            async with owner_transaction(act.connection) as tx:
                return await freeze_company(tx, act.options.company, act.options.to, their_key, names)

        return await _when_quiet(freeze)


async def _when_quiet(act: Callable[[], Awaitable[T]]) -> T:
    for _ in range(_TRIES - 1):
        try:
            return await act()
        except NotQuiet:
            await asyncio.sleep(_PAUSE_SECONDS)
    return await act()


async def export_here(act: Acting, recipient_key: bytes, file: Path) -> ExportedFile:
    async with one_act(act.connection):
        return await _when_quiet(
            lambda: export_move(act.connection, act.keys, act.options.company, recipient_key, file)
        )


async def release_here(act: Acting, receipt: str) -> Signed:
    async with one_act(act.connection), owner_transaction(act.connection) as tx:
        return await release_company(tx, act.keys, act.options.company, receipt)


async def abort_here(act: Acting, refusal: str) -> Move:
    async with one_act(act.connection):
        async with owner_transaction(act.connection) as tx:
            move = await abort_move(tx, act.options.company, refusal)
        await open_tables(act.connection)
    return move
