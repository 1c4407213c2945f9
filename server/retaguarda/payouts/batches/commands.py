"""Commands on batches: bring a file, choose what goes, submit, pause, resume, stop, cancel, and send the failed again."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import printable_or_none
from retaguarda.payout_engine.check_factor import refuse_stale_factor
from retaguarda.payout_engine.create_payout import Requester
from retaguarda.payouts.batches.cancel_rest import stop_batch, wait_for_chunk
from retaguarda.payouts.batches.create_batch import insert_batch
from retaguarda.payouts.batches.model import (
    PIECE,
    BatchRow,
    ChooseLinesInput,
    ExcludeLinesInput,
    PasteBatchInput,
    PayoutBatch,
    PayoutBatchInput,
    StopBatchInput,
)
from retaguarda.payouts.batches.plan_lines import plan_batch
from retaguarda.payouts.batches.queries import (
    BROUGHT,
    BROUGHT_ONE,
    OF_BATCH,
    batch_for_update,
    batch_of,
    batch_subject,
    update_batch,
)
from retaguarda.payouts.batches.retry_failed import SENT_AGAIN, copy_failed
from retaguarda.payouts.batches.run_batch import end_if_over
from retaguarda.payouts.batches.seal_batch import hash_of_plan
from retaguarda.payouts.batches.submit_batch import LOOK_AT, submit_command
from retaguarda.payouts.batches.upload_pieces import hash_pieces, store_piece
from retaguarda.payouts.batches.write_mapping import RETIRE, SAVE, refuse_old_mapping

_ONE = "/v1/payouts/batches/{id:str}"


async def _insert(
    tx: Tx, principal: Principal, name: str, source: Literal["file", "paste", "again"], **columns: Any
) -> BatchRow:
    maker = Requester(principal.email, principal.person_id)
    await refuse_old_mapping(tx, principal.chosen(), columns.get("mapping_id"))
    return await insert_batch(tx, principal.chosen(), maker, name, source, **columns)


async def _create(tx: Tx, principal: Principal, given: PayoutBatchInput, path: Mapping[str, str]) -> Done:
    row = await _insert(tx, principal, given.name, "file", size=given.size, mapping_id=given.mapping)
    return _done(row, {"name": row.name, "size": row.size})


async def _paste(tx: Tx, principal: Principal, given: PasteBatchInput, path: Mapping[str, str]) -> Done:
    text = given.text.encode()
    row = await _insert(tx, principal, given.name, "paste", size=len(text), mapping_id=given.mapping)
    for number, at in enumerate(range(0, len(text), PIECE)):
        await store_piece(tx, row, number, text[at : at + PIECE])
    return _done(await _received(tx, principal, row), {"name": row.name, "size": row.size})


async def _finish(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await batch_for_update(tx, principal, path)
    if row.status == "receiving":
        row = await _received(tx, principal, row)
    return _done(row, {"sha256": row.sha256.hex() if row.sha256 else None})


async def _received(tx: Tx, principal: Principal, row: BatchRow) -> BatchRow:
    """Close the upload and let the worker read it. The same bytes are brought once: a second batch of them is not read."""
    digest, size = await hash_pieces(tx, row)
    if size != row.size:
        raise ApiError(409, "batch_incomplete", f"{size} of {row.size} bytes are here")
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('payout_batch', %(company)s))", {"company": row.company_id}
    )
    first = await tx.value(
        "select id from payout_batch where company_id = %(company)s and sha256 = %(digest)s"
        " and status not in ('cancelled', 'expired', 'unreadable') order by created_at limit 1",
        {"company": row.company_id, "digest": digest},
    )
    if first is not None:
        ended = await tx.value("select clock_timestamp()")
        return await update_batch(tx, row, status="unreadable", sha256=digest, same_as=first, ended_at=ended)
    row = await update_batch(tx, row, status="received", sha256=digest)
    await _tell(tx, principal, row, "received")
    return row


async def _choose(tx: Tx, principal: Principal, given: ChooseLinesInput, path: Mapping[str, str]) -> Done:
    row = await batch_for_update(tx, principal, path, "planned")
    row = await update_batch(tx, row, choice=given.choice)
    row = await update_batch(tx, row, plan_hash=hash_of_plan(row))
    return _done(row, {"choice": given.choice})


async def _exclude(tx: Tx, principal: Principal, given: ExcludeLinesInput, path: Mapping[str, str]) -> Done:
    row = await batch_for_update(tx, principal, path, "planned")
    changed = await tx.execute(
        "update payout_line set excluded_by = %(by)s where company_id = %(company)s and batch_id = %(batch)s"
        " and number = any(%(lines)s) and (excluded_by is null) = (%(by)s::text is not null)",
        {
            "company": row.company_id,
            "batch": row.id,
            "lines": given.lines,
            "by": None if given.back else principal.email,
        },
    )
    row = await plan_batch(tx, row) if changed else row
    return _done(row, {"lines": given.lines[:20], "count": changed, "back": given.back})


async def _pause(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await batch_for_update(tx, principal, path, "authorised", "running")
    if row.hold_key is None:
        raise ApiError(409, "batch_not_open", "every line of this batch is a payout already")
    return _done(await update_batch(tx, row, status="paused"), {"turned": row.turned})


async def _resume(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    await refuse_stale_factor(tx, principal)
    row = await batch_for_update(tx, principal, path, "paused")
    return _done(await update_batch(tx, row, status="running", error=None), {"turned": row.turned})


async def _stop(tx: Tx, principal: Principal, given: StopBatchInput, path: Mapping[str, str]) -> Done:
    """Send no further line and cancel waiting payments; what the bank already has runs its course."""
    await wait_for_chunk(tx)
    row = await batch_for_update(tx, principal, path, "authorised", "running", "paused")
    maker = Requester(principal.email, principal.person_id)
    row, cancelled = await stop_batch(tx, row, maker, printable_or_none("reason", given.reason))
    row = await end_if_over(tx, row)
    said = {"reason": row.stop_reason} if row.stop_reason else {}
    return _done(row, {"turned": row.turned, "left": row.good - row.turned, "cancelled": cancelled} | said)


async def _cancel(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await batch_for_update(tx, principal, path, "receiving", "received", "planned")
    ended = await tx.value("select clock_timestamp()")
    return _done(await update_batch(tx, row, status="cancelled", ended_at=ended), {"lines": row.lines})


async def _again(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    first = await batch_for_update(tx, principal, path, *SENT_AGAIN)
    row = await _insert(tx, principal, first.name, "again", replaces=first.id)
    count = await copy_failed(tx, first, row)
    if count == 0:
        raise ApiError(409, "batch_nothing_failed", "no line of this batch failed that was not sent again already")
    row = await update_batch(tx, row, status="received", read_lines=count, format=first.format, headings=first.headings)
    return _done(await plan_batch(tx, row), {"first": str(first.id), "lines": count})


async def _tell(tx: Tx, principal: Principal, row: BatchRow, what: str) -> None:
    await record(
        tx,
        f"payouts:payout_batch:{what}",
        company=row.company_id,
        subject=str(row.id),
        actor=principal.email,
        person=principal.person_id,
        data={"name": row.name, "size": row.size},
    )


def _done(row: BatchRow, data: Mapping[str, Any]) -> Done:
    return Done(str(row.id), batch_of(row), {"name": row.name} | dict(data))


_command = partial(Command, method="POST", permission=Permission.PAYOUT_PAYMENT_WRITE, answers=PayoutBatch)
_on_one = partial(_command, scope=OF_BATCH, subject=batch_subject)

COMMANDS: tuple[Command[Any], ...] = (
    _command(
        name="payouts:payout_batch:create", path="/v1/payouts/batches", scope=BROUGHT, status=201, input=PayoutBatchInput, apply=_create,
        summary="Announce a file of payments; its pieces follow",
    ),
    _command(
        name="payouts:payout_batch:paste", path="/v1/payouts/batch-tables", scope=BROUGHT, status=201, input=PasteBatchInput, apply=_paste,
        summary="Bring a table of payments as text, headings included",
    ),
    _on_one(
        name="payouts:payout_batch:finish", path=f"{_ONE}/finish", scope=BROUGHT_ONE, input=Nothing, apply=_finish, keyed=False,
        summary="All pieces are sent: the file is read",
    ),
    _on_one(
        name="payouts:payout_batch:choose", path=f"{_ONE}/choice", input=ChooseLinesInput, apply=_choose, keyed=False,
        summary="Choose whether good lines leave without the bad ones",
    ),
    _on_one(
        name="payouts:payout_batch:exclude", path=f"{_ONE}/exclude", input=ExcludeLinesInput, apply=_exclude, keyed=False,
        summary="Leave lines out of a batch, or take them in again",
    ),
    _on_one(
        name="payouts:payout_batch:pause", path=f"{_ONE}/pause", input=Nothing, apply=_pause, keyed=False,
        summary="Pause a batch: no further line leaves until somebody resumes it",
    ),
    _on_one(
        name="payouts:payout_batch:resume", path=f"{_ONE}/resume", input=Nothing, apply=_resume, keyed=False,
        summary="Resume a paused batch",
    ),
    _on_one(
        name="payouts:payout_batch:stop", path=f"{_ONE}/stop", input=StopBatchInput, apply=_stop, keyed=False, planned=True,
        summary="Stop a batch: the lines that have not left never do, and their money is free",
    ),
    _on_one(
        name="payouts:payout_batch:cancel", path=f"{_ONE}/cancel", input=Nothing, apply=_cancel, keyed=False,
        summary="Cancel a batch that is not authorised",
    ),
    _on_one(
        name="payouts:payout_batch:again", path=f"{_ONE}/again", input=Nothing, apply=_again, status=201,
        summary="Make a new batch of the lines that failed or came back",
    ),
)  # fmt: skip


def commands(keys: Keys) -> tuple[Command[Any], ...]:
    """Build the Commands on batches; an approved root is signed with ``keys``."""
    return *COMMANDS, LOOK_AT, SAVE, RETIRE, submit_command(keys)
