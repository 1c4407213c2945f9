"""The mailbox of a processor, with the newest files that went and came."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.payouts.mailboxes.commands import PATH, SCOPE
from retaguarda.payouts.mailboxes.model import MailboxFile, MailboxRecord, problem_or_none
from retaguarda.payouts.mailboxes.queries import find_mailbox
from retaguarda.payouts.processors.tables import READ

#: The newest files in a record.
MOST = 30


async def _load(tx: Tx, principal: Principal, processor: UUID) -> MailboxRecord | None:
    if not await tx.value(
        "select exists (select from payout_processor where id = %(id)s and adapter = 'cnab240')", {"id": processor}
    ):
        return None
    files = [
        struct_of(MailboxFile, row, last_error=problem_or_none(row["last_error"]))
        for row in await tx.all(_FILES, {"id": processor, "most": MOST})
    ]
    return MailboxRecord(await find_mailbox(tx, processor), files)


_FILES = """
    select id, direction, name, size, encode(sha256, 'hex') as sha256, state, remittance_id, return_file_id, created_at, ended_at, attempts,
           last_error, actor
      from mailbox_file where processor_id = %(id)s order by created_at desc, id desc limit %(most)s
"""

MAILBOX_RECORD = Record(
    path=PATH,
    summary="The mailbox (SFTP) of a processor that gets files, and the newest files that went and came",
    permission=READ,
    scope=SCOPE,
    answers=MailboxRecord,
    load=_load,
)
