"""Read and lock communications and files to COAF, and map their rows to the API's types."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.compliance.coaf.model import CoafFile, Communication, CommunicationRow, FileStatus
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import path_id
from retaguarda.providers.coaf import Kind

#: Beside a column of that name the type needs another one.
Content = bytes


class FileRow(msgspec.Struct):
    """A row of ``coaf_file``."""

    id: UUID
    number: int
    kind: Kind
    status: FileStatus
    batch_id: str
    bytes: Content
    sha256: Content
    tries: int
    created_at: datetime


def communication_of(row: CommunicationRow) -> Communication:
    money = {name: Money(getattr(row, name), row.currency) for name in ("credit", "debit")}
    return msgspec.convert(msgspec.structs.asdict(row) | money, Communication)


async def find_communication(tx: Tx, communication: UUID, *, lock: bool = False) -> CommunicationRow | None:
    row = await tx.one(
        f"select * from coaf_communication where id = %(id)s{' for update' if lock else ''}", {"id": communication}
    )
    return None if row is None else msgspec.convert(row, CommunicationRow)


async def communication_for_update(tx: Tx, path: Mapping[str, str]) -> CommunicationRow:
    """Lock a communication until the transaction ends.

    Raises:
        ApiError: 404.
    """
    found = await find_communication(tx, path_id(path), lock=True)
    if found is None:
        raise not_found("communication")
    return found


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
    return CoafFile(row.id, row.number, row.kind, row.status, row.batch_id, carried, len(row.bytes), row.sha256.hex())
