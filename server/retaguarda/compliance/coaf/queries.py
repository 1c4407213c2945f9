"""Read and lock communications and files to COAF, and map their rows to the API's types."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.compliance.coaf.model import CoafFile, Communication, CommunicationRow, FileStatus
from retaguarda.compliance.coaf.seal_texts import SELECT_COMMUNICATIONS, ToldTexts
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import path_id
from retaguarda.providers.coaf import Kind

#: Beside a column of that name the type needs another one.
Content = bytes


class FileRow(msgspec.Struct):
    """A row of ``coaf_file``; ``sealed``: its bytes are, and what was answered to it. ``size``: of what it says."""

    id: UUID
    number: int
    kind: Kind
    status: FileStatus
    batch_id: str
    bytes: Content
    sealed: bool
    size: int
    sha256: Content
    tries: int
    created_at: datetime


def communication_of(row: CommunicationRow) -> Communication:
    money = {name: Money(getattr(row, name), row.currency) for name in ("credit", "debit")}
    return msgspec.convert(msgspec.structs.asdict(row) | money, Communication)


async def find_communication(tx: Tx, communication: UUID) -> Row | None:
    return await tx.one(f"{SELECT_COMMUNICATIONS} where c.id = %(id)s", {"id": communication})


async def communication_for_update(tx: Tx, texts: ToldTexts, path: Mapping[str, str]) -> CommunicationRow:
    """Lock a communication until the transaction ends.

    Raises:
        ApiError: 404; 409 ``communication_unreadable``.
    """
    row = await tx.one(f"{SELECT_COMMUNICATIONS} where c.id = %(id)s for update of c", {"id": path_id(path)})
    if row is None:
        raise not_found("communication")
    return texts.opened_whole(row)


async def communication_now(tx: Tx, texts: ToldTexts, communication: UUID) -> CommunicationRow:
    """One that was just written, and is locked."""
    row = await find_communication(tx, communication)
    assert row is not None
    return texts.opened_whole(row)


async def file_for_update(tx: Tx, file: UUID) -> FileRow:
    """Lock a file until the transaction ends.

    Raises:
        ApiError: 404.
    """
    row = await tx.one("select * from coaf_file where id = %(id)s for update", {"id": file})
    if row is None:
        raise not_found("file")
    return msgspec.convert(row, FileRow)


async def file_of(tx: Tx, row: FileRow) -> CoafFile:
    carried: int = await tx.value("select count(*) from coaf_communication where file_id = %(id)s", {"id": row.id})
    return CoafFile(row.id, row.number, row.kind, row.status, row.batch_id, carried, row.size, row.sha256.hex())
