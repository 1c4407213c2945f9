"""Two installations, each with its database, secret and name, and the acts between them as its command line runs them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import httpx

from people import AURORA, Person
from retaguarda.app import App
from retaguarda.background import readers
from retaguarda.cells.abort_move import abort_move
from retaguarda.cells.freeze_company import freeze_company
from retaguarda.cells.import_company import ImportedCompany
from retaguarda.cells.import_move import record_import
from retaguarda.cells.model import Move
from retaguarda.cells.open_company import open_company
from retaguarda.cells.refuse_move import refuse_move
from retaguarda.cells.release_company import release_company
from retaguarda.cells.shut_tables import open_tables, owner_transaction, shut_tables
from retaguarda.cells.sign_words import own_key
from retaguarda.foundation.database import Connection
from retaguarda.foundation.events import consume
from retaguarda.foundation.keys import Keys

#: Where a browser reaches each.
HERE, THERE = "https://pay-a.example", "https://pay-b.example"
FILE, OTHER_FILE = "ab" * 32, "cd" * 32
CHARGES = "/v1/payin/charges"


def refusal(said: httpx.Response) -> tuple[int, Any]:
    return said.status_code, said.json()["message"]


async def charge(person: Person, amount: int = 100, *, key: str = "") -> httpx.Response:
    return await person.post(CHARGES, {"amount": {"amount": amount}}, key=key)


@dataclass
class Side:
    """One installation, and what the other one is to it."""

    connection: Connection
    keys: Keys
    other: str
    readers: list[str] = field(default_factory=list)
    their_key: str = ""

    async def key(self) -> str:
        async with owner_transaction(self.connection) as tx:
            return await own_key(tx, self.keys)

    async def freeze(self, company: int = AURORA, to: str = "") -> Move:
        await shut_tables(self.connection, company)
        async with owner_transaction(self.connection) as tx:
            return await freeze_company(tx, company, to or self.other, self.their_key, self.readers)

    async def exported(self, file: str = FILE, company: int = AURORA) -> None:
        """As if a file had been written."""
        async with owner_transaction(self.connection) as tx:
            await tx.execute(
                "update cell_move set state = 'exported', exported_at = now(), file_sha256 = %(file)s::text, files = files || %(file)s::text"
                " where company_id = %(company)s and state in ('frozen', 'exported')",
                {"file": file, "company": company},
            )

    async def imported(self, move: UUID, file: str = FILE, company: int = AURORA) -> str:
        """As if its rows had come; the receipt."""
        await shut_tables(self.connection, company)
        async with owner_transaction(self.connection) as tx:
            took = ImportedCompany(move, company, file, {"ledger_account": {7: 9}}, "ef" * 32)
            return (await record_import(tx, self.keys, took, self.other, self.their_key)).note

    async def release(self, receipt: str, company: int = AURORA) -> str:
        async with owner_transaction(self.connection) as tx:
            return (await release_company(tx, self.keys, company, receipt)).note

    async def open(self, release: str, company: int = AURORA) -> Move:
        async with owner_transaction(self.connection) as tx:
            move = await open_company(tx, company, release)
        assert await open_tables(self.connection) == 0
        return move

    async def refuse(self, move: UUID, company: int = AURORA) -> str:
        async with owner_transaction(self.connection) as tx:
            return (await refuse_move(tx, self.keys, move, company, self.other, self.their_key)).note

    async def abort(self, refusal: str, company: int = AURORA) -> Move:
        async with owner_transaction(self.connection) as tx:
            move = await abort_move(tx, company, refusal)
        assert await open_tables(self.connection) == 0
        return move


@asynccontextmanager
async def side(url: str, secret: str, other: str) -> AsyncIterator[Side]:
    connection = await Connection.connect(url, autocommit=True, options="-c timezone=UTC")
    async with connection:
        yield Side(connection, Keys(secret), other)


async def introduce(one: Side, two: Side) -> None:
    """Each knows the other's key."""
    one.their_key, two.their_key = await two.key(), await one.key()


async def read_events(app: App) -> None:
    """Every reader reads what there is, and no job runs."""
    for reader in readers(app):
        while await consume(app.database, reader):
            pass


def some_move() -> UUID:
    return uuid4()
