"""Commands of staff on mailboxes, and on the files that go into them."""

from collections.abc import Mapping
from uuid import UUID

import msgspec

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanFact, PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.text_input import clean
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payouts.mailboxes.model import PayoutMailbox, SendAgainInput, SendRules
from retaguarda.payouts.mailboxes.queries import load_mailbox, locked_mailbox, mailbox_rules
from retaguarda.payouts.mailboxes.rows import MailboxFileRow
from retaguarda.payouts.processors.create_processors import WRITE
from retaguarda.payouts.processors.tables import PROCESSORS, SCOPE
from retaguarda.payouts.remittances.commands import ONE
from retaguarda.payouts.remittances.commands import PATH as REMITTANCES
from retaguarda.payouts.remittances.model import Remittance
from retaguarda.payouts.remittances.queries import load, locked

__all__ = ["COMMANDS", "PATH", "SCOPE", "WRITE"]

PATH = f"{PROCESSORS.path}/{{id:str}}/mailbox"
REMIT = Permission.PAYOUT_REMITTANCE_WRITE


async def _enable(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await locked_mailbox(tx, path)
    if row.tested_at is None or row.test_error is not None:
        raise ApiError(409, "mailbox_untested", "this mailbox was not opened as it is set now; test it first")
    if row.enabled:
        raise ApiError(409, "mailbox_enabled", "this mailbox is enabled already")
    await tx.execute("update mailbox set enabled = true where processor_id = %(processor_id)s", row)
    return await _done(tx, row.processor_id)


async def _disable(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Nothing goes or comes any more; what waits goes on waiting."""
    row = await locked_mailbox(tx, path)
    if not row.enabled:
        raise ApiError(409, "mailbox_disabled", "this mailbox is disabled already")
    await tx.execute("update mailbox set enabled = false where processor_id = %(processor_id)s", row)
    return await _done(tx, row.processor_id)


async def _test(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Ask a worker to open it; the response does not wait for the result."""
    row = await locked_mailbox(tx, path)
    await tx.execute("update mailbox set test_asked_at = clock_timestamp() where processor_id = %(processor_id)s", row)
    return await _done(tx, row.processor_id)


async def _look(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Ask a worker to look for new files now."""
    row = await locked_mailbox(tx, path)
    if not row.enabled:
        raise ApiError(409, "mailbox_disabled", "nobody looks into a mailbox that is disabled")
    return await _done(tx, row.processor_id)


async def _done(tx: Tx, processor: UUID) -> Done:
    shown = await load_mailbox(tx, processor)
    return Done(str(processor), shown, {"name": shown.processor, "host": shown.host})


class _Sendable(msgspec.Struct):
    """What this reads of a row of ``remittance``."""

    id: UUID
    processor_id: UUID
    state: str
    sequence: int | None


async def _send(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Write down what goes, under which name; a worker sends it. Asking twice is asking once."""
    row = msgspec.convert(await locked(tx, path), _Sendable)
    if await _file_of(tx, row.id) is None:
        if row.state != "sealed":
            raise ApiError(409, "remittance_not_sealed", f"a remittance that is {row.state} is not sent")
        if not await tx.value("select mailbox_enabled(%(processor_id)s)", row):
            raise ApiError(409, "mailbox_disabled", "this processor has no mailbox in use")
        values = {"new": uuid7(), "company": PROVIDER, "id": row.id, "by": principal.email}
        await tx.execute(_WRITE_DOWN, values)
    return Done(str(row.id), await load(tx, row.id), {"sequence": row.sequence})


async def _send_again(tx: Tx, principal: Principal, given: SendAgainInput, path: Mapping[str, str]) -> Done:
    """Let a file go once more that the bank has not got, as people who asked there say."""
    row = msgspec.convert(await locked(tx, path), _Sendable)
    file = await _file_of(tx, row.id)
    if file is None or file.state not in ("uncertain", "stopped") or row.state != "sealed":
        raise ApiError(
            409, "file_not_uncertain", "only a file of which nobody knows whether the bank has it goes again"
        )
    reason = clean("reason", given.reason)
    await tx.execute(
        "update mailbox_file set state = 'waiting', naming_at = null, last_error = null where id = %(id)s", file
    )
    data = {"sequence": row.sequence, "file": file.name, "reason": reason}
    return Done(str(row.id), await load(tx, row.id), data)


async def _file_of(tx: Tx, remittance: UUID) -> MailboxFileRow | None:
    return await fetch_one(
        tx, MailboxFileRow, "select * from mailbox_file where remittance_id = %(id)s for update", {"id": remittance}
    )


async def _sending(tx: Tx, principal: Principal, path: Mapping[str, str]) -> SendRules | None:
    return await fetch_one(
        tx, SendRules, "select state, name from mailbox_file where remittance_id = %(id)s", {"id": path_id(path)}
    )


async def _shows_file(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise which file goes again, of which remittance, and why."""
    made: Remittance = done.result
    facts = {
        "processor": made.processor,
        "bank": made.bank,
        "lines": str(made.lines),
        "amount": made.amount,
        "reason": done.data["reason"],
    }
    return plan_summary(f"{made.processor} · {done.data['file']}", facts)


async def _shows_place(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise where files go, and by which key the server is known."""
    made: PayoutMailbox = done.result
    names = ("host", "username", "fingerprint", "outbox", "inbox")
    return PlanSummary(made.processor, [PlanFact(name, getattr(made, name)) for name in names])


def _on_mailbox(action: str, summary: str, apply: object, *, approvable: bool = False) -> Command[Nothing]:
    return Command(
        name=f"payouts:mailbox:{action}",
        method="POST",
        path=f"{PATH}/{action}",
        summary=summary,
        permission=WRITE,
        scope=SCOPE,
        planned=approvable,
        input=Nothing,
        answers=PayoutMailbox,
        apply=apply,  # pyright: ignore[reportArgumentType]
        keyed=False,
        subject=mailbox_rules,
        approvable=approvable,
        shows=_shows_place if approvable else None,
    )


SEND = Command(
    name="payouts:remittance:send",
    method="POST",
    path=f"{REMITTANCES}/{{id:str}}/send",
    summary="Let a worker lay a sealed remittance into the mailbox of its bank, once",
    permission=REMIT,
    scope=ONE,
    input=Nothing,
    answers=Remittance,
    apply=_send,
    keyed=False,
)
SEND_AGAIN = Command(
    name="payouts:remittance:send_again",
    method="POST",
    path=f"{REMITTANCES}/{{id:str}}/send-again",
    summary="Say that the bank has not got the file of a remittance, which then goes once more",
    permission=REMIT,
    scope=ONE,
    planned=True,
    input=SendAgainInput,
    answers=Remittance,
    apply=_send_again,
    subject=_sending,
    approvable=True,
    shows=_shows_file,
)
COMMANDS = (
    _on_mailbox(
        "enable",
        "Use a mailbox that was tested: sealed remittances can go, and return files come",
        _enable,
        approvable=True,
    ),
    _on_mailbox("disable", "Use a mailbox no more", _disable),
    _on_mailbox("test", "Ask a worker to open a mailbox and to look into its folders", _test),
    _on_mailbox("look", "Ask a worker to look for new files in a mailbox now", _look),
    SEND,
    SEND_AGAIN,
)

#: The name of a remittance's file, as the download has it.
_WRITE_DOWN = """
    insert into mailbox_file (company_id, id, processor_id, direction, name, size, sha256, state, remittance_id, actor)
    select r.company_id, %(new)s, r.processor_id, 'out', 'PG_' || p.bank || '_' || p.agreement || '_' || lpad(r.sequence::text, 6, '0') || '.REM',
           length(r.bytes), r.sha256, 'waiting', r.id, %(by)s
      from remittance r join payout_processor p on p.id = r.processor_id where r.company_id = %(company)s and r.id = %(id)s
"""
