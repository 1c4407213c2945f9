"""Submit a batch: authorise its plan as a whole and hold everything that leaves at once.

The work does not grow with the lines: the lines, their tree and their sums were written when the batch was planned.
"""

from collections.abc import Mapping
from typing import Any, Literal

import psycopg

from retaguarda import ledger
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.company_block import refuse_blocked
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.ledger import AccountRef
from retaguarda.payin.charges.model import AVAILABLE
from retaguarda.payout_engine.check_factor import refuse_stale_factor
from retaguarda.payout_engine.check_stops import Leaving, refuse_stopped
from retaguarda.payout_engine.limits import limit_refusal
from retaguarda.payout_engine.resolve_rules import resolve_rules
from retaguarda.payouts.batches.check_external_ids import refuse_used_ids
from retaguarda.payouts.batches.model import BatchRow, BatchState, LookedInput, PayoutBatch, SubmitBatchInput
from retaguarda.payouts.batches.plan_teds import plan_teds
from retaguarda.payouts.batches.queries import (
    LOOK,
    OF_BATCH,
    batch_for_update,
    batch_of,
    find_batch,
    looked_at,
    update_batch,
)
from retaguarda.payouts.batches.seal_batch import approve_root, hash_of_plan

SUBMIT = "payouts:payout_batch:submit"
#: A policy about withdrawals is about batches too, so that a limit of a day has one door and not two.
WITHDRAW = "account:withdrawal:create"


def submit_command(keys: Keys) -> Command[SubmitBatchInput]:
    async def apply(tx: Tx, principal: Principal, given: SubmitBatchInput, path: Mapping[str, str]) -> Done:
        await refuse_stale_factor(tx, principal)
        row = await batch_for_update(tx, principal, path, "planned")
        _refuse_unready(row, given)
        await refuse_blocked(tx, row.company_id, "out")
        await refuse_stopped(tx, Leaving(row.company_id))
        await _refuse_method(tx, row)
        await refuse_used_ids(tx, row, principal)
        total = row.amount + row.fee
        hold_key = f"batch:{row.id}"
        row = await _authorise(tx, row, hold_key, approve_root(keys, row), principal.email)
        await ledger.hold(
            tx,
            account=AccountRef(row.company_id, AVAILABLE, row.currency),
            amount=total,
            key=hold_key,
            reference=str(row.id),
        )
        data = {"name": row.name, "amount": total, "lines": row.good, "root": row.root.hex() if row.root else None}
        return Done(str(row.id), batch_of(row), data)

    return Command(
        name=SUBMIT,
        method="POST",
        path="/v1/payouts/batches/{id:str}/submit",
        summary="Have every good line of a batch paid",
        permission=Permission.PAYOUT_PAYMENT_WRITE,
        scope=OF_BATCH,
        planned=True,
        moves_money=True,
        input=SubmitBatchInput,
        answers=PayoutBatch,
        apply=apply,
        subject=_state,
        approvable=True,
        also=(WITHDRAW,),
        shows=_shows,
        typed="total",
        ready=_refuse_unlooked,
    )


async def _authorise(tx: Tx, row: BatchRow, hold_key: str, mac: bytes, by: str) -> BatchRow:
    """Authorise a batch, which its statement counts in the limits of the days that its lines name.

    Raises:
        ApiError: 400 ``amount``: one of these days, or the night, has less left.
    """
    at = await tx.value("select clock_timestamp()")
    try:
        return await update_batch(
            tx, row, status="authorised", mac=mac, hold_key=hold_key, authorised_at=at, authorised_by=by
        )
    except psycopg.DatabaseError as error:
        raise limit_refusal(error) from error


async def _look(tx: Tx, principal: Principal, given: LookedInput, path: Mapping[str, str]) -> Done:
    row = await find_batch(tx, principal, path_id(path))
    if row is None:
        raise not_found("batch")
    if given.plan != row.plan_hash:
        raise ApiError(409, "plan_changed", "what would leave is not what it was when you looked")
    return Done(str(row.id), batch_of(row), {"plan": given.plan, "category": given.category})


async def _refuse_unlooked(tx: Tx, principal: Principal, path: Mapping[str, str]) -> None:
    """
    Raises:
        ApiError: 404; 409 ``exceptions_unseen``: the principal has not opened every category of exceptions that would leave.
    """
    row = await find_batch(tx, principal, path_id(path))
    if row is None:
        raise not_found("batch")
    looked = await looked_at(tx, principal, row)
    if await tx.value(_UNSEEN, {"company": row.company_id, "batch": row.id, "looked": looked}):
        raise ApiError(409, "exceptions_unseen", "open every group of exceptions of this batch first")


async def _state(tx: Tx, principal: Principal, path: Mapping[str, str]) -> BatchState | None:
    row = await find_batch(tx, principal, path_id(path))
    return None if row is None else BatchState(row.status)


def why_unready(row: BatchRow) -> Literal["batch_empty", "batch_has_bad_lines"] | None:
    """Return why a batch as it was planned cannot be submitted; None: it can."""
    if row.good == 0:
        return "batch_empty"
    return "batch_has_bad_lines" if row.choice == "all" and row.bad else None


def _refuse_unready(row: BatchRow, given: SubmitBatchInput) -> None:
    match why_unready(row):
        case "batch_empty":
            raise ApiError(409, "batch_empty", "no line of this batch can leave")
        case "batch_has_bad_lines":
            raise ApiError(409, "batch_has_bad_lines", f"{row.bad} lines are bad, and all or nothing was chosen")
        case None:
            pass
    if given.plan != row.plan_hash or given.plan != hash_of_plan(row):
        raise ApiError(409, "plan_changed", "what would leave is not what it was when you looked")
    if (given.total.amount, given.total.currency) != (row.amount + row.fee, row.currency):
        raise invalid_field("total", "total_wrong", "this is not the total that leaves, fees included")


async def _refuse_method(tx: Tx, row: BatchRow) -> None:
    methods = (await resolve_rules(tx, row.company_id)).methods
    off = await tx.value(_OFF, {"company": row.company_id, "batch": row.id, "methods": methods})
    if off is not None:
        raise ApiError(409, "method_off", f"payments by {off} are switched off")


_OFF = (
    "select min(method) from payout_line where company_id = %(company)s and batch_id = %(batch)s and leaf is not null"
    " and method <> all(%(methods)s)"
)
_UNSEEN = (
    "select exists (select from payout_line where company_id = %(company)s and batch_id = %(batch)s"
    " and category in ('warned', 'changed', 'first', 'biggest') and category <> all(%(looked)s::text[]))"
)
LOOK_AT = Command(
    name=LOOK,
    method="POST",
    path="/v1/payouts/batches/{id:str}/look",
    summary="Say that the exceptions of a category are before you; whoever approves a batch has opened them all",
    permission=Permission.PAYOUT_PAYMENT_READ,
    scope=OF_BATCH,
    input=LookedInput,
    answers=PayoutBatch,
    apply=_look,
    keyed=False,
)


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    batch: Any = done.result
    facts = {
        "total": batch.total,
        "lines": str(batch.good),
        "fees": batch.fee,
        "first_time": str(batch.first_time),
        "root": batch.root[:12],
        **await plan_teds(tx, batch.company_id, batch.id),
    }
    return plan_summary(batch.name, facts)
