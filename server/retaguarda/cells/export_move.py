"""Write the file of a frozen company, and remember it: a receipt for any other file is refused."""

from pathlib import Path
from uuid import UUID

from retaguarda.cells.export_company import ExportedFile, export_company
from retaguarda.cells.freeze_company import tell
from retaguarda.cells.model import Move, NotQuiet, Refused, newest_move
from retaguarda.cells.shut_tables import owner_transaction
from retaguarda.cells.write_parts import opened
from retaguarda.foundation.database import Connection, Tx
from retaguarda.foundation.keys import Keys

_UNSEQUENCED = """
select count(*) from event e where e.company_id = %(company)s
   and not exists (select from moved_bundle b where b.company_id = e.company_id and e.id <= b.last_event)
   and not exists (select from audit_leaf l where l.event_xid = e.xid and l.event_id = e.id)
"""


async def export_move(connection: Connection, keys: Keys, company: int, recipient_key: bytes, to: Path) -> ExportedFile:
    """Export it, or find that this very file is of this move already. Another file holds the same rows, and is as good.

    Args:
        recipient_key: the public key that the other installation made for the move.

    Raises:
        Refused: the company is not frozen, its events have no place in the audit log yet, or the file cannot be written.
    """
    async with owner_transaction(connection) as tx:
        move = await _frozen(tx, company)
        waiting = await tx.value(_UNSEQUENCED, {"company": company})
        if waiting:
            raise NotQuiet("not_quiet", f"{waiting} events have no place in the audit log yet: does a worker run?")
    written = _found(to, move.id) or await export_company(connection, move.id, company, recipient_key, to, keys=keys)
    if written.sha256 in move.files:
        return written
    async with owner_transaction(connection) as tx:
        move = await _frozen(tx, company)
        await tx.execute(
            "update cell_move set state = 'exported', exported_at = coalesce(exported_at, clock_timestamp()),"
            " file_sha256 = %(file)s::text, files = files || %(file)s::text where id = %(id)s and role = 'from'",
            {"id": move.id, "file": written.sha256},
        )
        await tell(tx, "cells:company:exported", company, {"move": str(move.id), "file": written.sha256})
    return written


def _found(file: Path, move: UUID) -> ExportedFile | None:
    """The file as it was written whole, by an act that was cut short before it could say so."""
    if not file.exists():
        return None
    with opened(file) as reader:
        if reader.manifest.move != move:
            raise Refused("file_exists", f"{file} exists already, and is of another move")
        return ExportedFile(
            file, reader.sha256, [(part.name, part.sha256, part.rows) for part in reader.manifest.parts]
        )


async def _frozen(tx: Tx, company: int) -> Move:
    move = await newest_move(tx, company, "from")
    if move is None or move.state not in ("frozen", "exported"):
        raise Refused("not_frozen", f"company {company} is {'not frozen' if move is None else move.state}")
    return move
