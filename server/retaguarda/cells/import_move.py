"""Take the file of a company in: it stands here, closed, and a receipt says so to the installation that it comes from."""

import hashlib
from pathlib import Path
from typing import Any

from retaguarda.cells.freeze_company import tell
from retaguarda.cells.import_company import ImportedCompany, import_company
from retaguarda.cells.model import Refused, Signed, move_under, newest_move
from retaguarda.cells.shut_tables import owner_transaction
from retaguarda.cells.sign_words import Word, read_key, signed_word
from retaguarda.foundation.database import Connection, Tx
from retaguarda.foundation.keys import Keys

#: The first worker begins this reader, and every other one with it.
_HAS_RUN = "select exists (select from event_reader where name = 'payin.roll_up')"


async def import_move(
    connection: Connection, keys: Keys, company: int, file: Path, opening_key: Any, address: str, their_key: str
) -> Signed:
    """Import it, or find that this very file is here, and return the receipt.

    Args:
        company: its number; its tables are guarded already (shut_tables).
        opening_key: opens what was sealed for this installation.
        address: of the installation that it comes from.
        their_key: the public key of that one.

    Raises:
        Refused: the file is not whole, not of this company or of a move that was refused, or something here is in its way.
    """
    read_key(their_key)
    with file.open("rb") as source:
        sha256 = hashlib.file_digest(source, "sha256").hexdigest()
    async with owner_transaction(connection) as tx:
        await tx.value("select cell_lock(%(company)s, true)", {"company": company})
        before = await newest_move(tx, company, "to")
        if before is not None and before.file_sha256 == sha256 and before.receipt is not None:
            if before.state == "refused":
                raise Refused("refused_already", f"the move {before.id} was refused here, for good")
            return before.receipt
        if not await tx.value(_HAS_RUN):
            raise Refused(
                "never_ran",
                "this installation has never run: start it once, so that its readers of events begin before",
            )
        imported = await import_company(connection, file, opening_key, keys=keys)
        if imported.company_id != company:
            raise Refused("company_other", f"the file is of company {imported.company_id}, not of {company}")
        if await move_under(tx, imported.move_id, "to") is not None:
            raise Refused("refused_already", f"the move {imported.move_id} was refused here, for good")
        return await record_import(tx, keys, imported, address, their_key)


async def record_import(tx: Tx, keys: Keys, imported: ImportedCompany, address: str, their_key: str) -> Signed:
    """Close the company that has just come, and sign the receipt."""
    told = {"renumbered": imported.renumbered, "bundle": imported.bundle_sha256}
    word = Word(
        kind="receipt", move=imported.move_id, company=imported.company_id, file=imported.file_sha256, told=told
    )
    receipt = await signed_word(tx, keys, word)
    await tx.execute(
        "insert into cell_move (id, company_id, role, state, other_address, other_key, file_sha256, bundle_sha256, receipt)"
        " values (%(id)s, %(company)s, 'to', 'imported', %(address)s, %(key)s, %(file)s, %(bundle)s,"
        " jsonb_build_object('note', %(note)s::text))",
        {
            "id": imported.move_id,
            "company": imported.company_id,
            "address": address,
            "key": their_key,
            "file": imported.file_sha256,
            "bundle": imported.bundle_sha256,
            "note": receipt.note,
        },
    )
    data = {"move": str(imported.move_id), "file": imported.file_sha256, "bundle": imported.bundle_sha256}
    await tell(tx, "cells:company:imported", imported.company_id, data)
    return receipt
