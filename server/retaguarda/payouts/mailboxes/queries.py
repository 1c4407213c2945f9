"""Reads mailboxes and their files, and maps them to the API's shapes."""

from collections.abc import Mapping
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import fetch_one, present, struct_of
from retaguarda.payouts.mailboxes.model import MailboxRules, PayoutMailbox, problem_or_none
from retaguarda.payouts.mailboxes.rows import MailboxRow

_SHOWN = (
    "select m.*, p.name as processor, coalesce(m.test_asked_at > coalesce(m.tested_at, '-infinity'), false) as testing,"
    " case when m.private_key is null then 'password' when m.password is null then 'private_key' else 'both' end as opened_by"
    " from mailbox m join payout_processor p on p.id = m.processor_id where m.processor_id = %(id)s"
)


async def find_mailbox(tx: Tx, processor: UUID) -> PayoutMailbox | None:
    row = await tx.one(_SHOWN, {"id": processor})
    if row is None:
        return None
    said = {name: problem_or_none(row[name]) for name in ("test_error", "look_error")}
    return struct_of(PayoutMailbox, row, **said)


async def load_mailbox(tx: Tx, processor: UUID) -> PayoutMailbox:
    return present(await find_mailbox(tx, processor))


async def mailbox_rules(tx: Tx, principal: Principal, path: Mapping[str, str]) -> MailboxRules | None:
    return await fetch_one(tx, MailboxRules, _SHOWN, {"id": path_id(path)})


async def locked_mailbox(tx: Tx, path: Mapping[str, str]) -> MailboxRow:
    """Return the mailbox of the processor that the path names, locked.

    Raises:
        ApiError: 404.
    """
    row = await fetch_one(
        tx, MailboxRow, "select * from mailbox where processor_id = %(id)s for update", {"id": path_id(path)}
    )
    if row is None:
        raise not_found("mailbox")
    return row
