"""Load and lock cases, and map their rows to the API's types."""

from collections.abc import Mapping

import msgspec

from retaguarda.cases.model import CaseFile, FileKind, Kind, Ticket, TicketRow
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id
from retaguarda.foundation.typed_rows import struct_fields


def case_of(row: TicketRow) -> Ticket:
    return msgspec.convert(struct_fields(Ticket, row), Ticket)


async def find_case(tx: Tx, kind: Kind, case: object) -> TicketRow | None:
    row = await tx.one("select * from case_file where id = %(id)s and kind = %(kind)s", {"id": case, "kind": kind})
    return None if row is None else msgspec.convert(row, TicketRow)


async def case_file_for_update(tx: Tx, kind: FileKind, path: Mapping[str, str]) -> CaseFile:
    """As case_for_update(), for the rooms that keep more of a case elsewhere."""
    row = await tx.one(
        "select * from case_file where id = %(id)s and kind = %(kind)s for update",
        {"id": path_id(path), "kind": kind},
    )
    if row is None:
        raise not_found("case")
    return msgspec.convert(row, CaseFile)


async def case_for_update(tx: Tx, kind: Kind, path: Mapping[str, str]) -> TicketRow:
    """Lock a case until the transaction ends.

    Raises:
        ApiError: 404.
    """
    row = await tx.one(
        "select * from case_file where id = %(id)s and kind = %(kind)s for update",
        {"id": path_id(path), "kind": kind},
    )
    if row is None:
        raise not_found("case")
    return msgspec.convert(row, TicketRow)
