"""Commands that repeat what is safe to repeat: ask a bank about an order, replan a return file. Never a second payment."""

from collections.abc import Mapping

from retaguarda.bank_files.model import ReturnFile
from retaguarda.bank_files.plan_lines import reopen_file, store_plan_hash
from retaguarda.bank_files.queries import file_for_update, file_of
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import of_subject, with_second_factor
from retaguarda.foundation.text_input import clean
from retaguarda.payouts.reprocessing.model import Asked, ReprocessInput
from retaguarda.payouts.return_files.plan_payments import plan_hash
from retaguarda.payouts.return_files.queries import ONE, something_follows
from retaguarda.payouts.return_files.write_findings import replan_file

WRITE = Permission.PAYOUT_REPROCESSING_WRITE


async def of_payout(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from payout where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


async def _ask(tx: Tx, principal: Principal, given: ReprocessInput, path: Mapping[str, str]) -> Done:
    """Ask a worker to ask the bank; the order keeps its ids, so the bank cannot pay it twice."""
    row = await tx.one(
        "select t.id, t.status, o.attempt, o.end_to_end_id from payout t left join payout_order o on o.company_id = t.company_id"
        " and o.payout_id = t.id and o.state in ('sending', 'processing') where t.company_id = %(company)s and t.id = %(id)s"
        " for update of t",
        {"company": principal.chosen(), "id": path_id(path)},
    )
    if row is None:
        raise not_found("payment")
    if row["status"] != "in_bank_processing":
        raise ApiError(409, "nothing_to_ask", f"a payment that is {row['status']} has no order under way")
    if row["end_to_end_id"] is None:
        raise ApiError(
            409, "waits_for_return_file", "this order went in a file: only a return file says what became of it"
        )
    clean("reason", given.reason)
    return Done(str(row["id"]), Asked(row["id"], row["status"]), {"attempt": row["attempt"]})


async def _plan_again(tx: Tx, principal: Principal, given: ReprocessInput, path: Mapping[str, str]) -> Done:
    """Plan the lines of a file once more that nothing has followed from yet. An applied one is open again where a statement that came
    since proves what it left open.
    """
    file = await file_for_update(tx, principal, path, "payment")
    before = file_of(file)
    if before.status not in ("parsed", "applied"):
        raise ApiError(409, "file_not_open", f"a file that is {before.status} is not planned again")
    clean("reason", given.reason)
    changed = await replan_file(tx, file)
    after = await plan_hash(tx, file["company_id"], file["id"])
    if before.status == "parsed":
        row = await store_plan_hash(tx, file, after)
    else:
        row = await reopen_file(tx, file, after) if await something_follows(tx, file) else file
    data = {"lines_changed": changed, "plan_before": file["plan_hash"][:12], "plan_after": after[:12]}
    return Done(str(before.id), file_of(row), data)


ASK = Command(
    name="payouts:payment:reprocess",
    method="POST",
    path="/v1/payouts/payments/{id:str}/reprocess",
    summary="Ask the bank again what became of the order of a payment; nothing is sent twice",
    permission=WRITE,
    scope=with_second_factor(of_subject(of_payout)),
    input=ReprocessInput,
    answers=Asked,
    apply=_ask,
    keyed=False,
)
PLAN_AGAIN = Command(
    name="payouts:return_file:reprocess",
    method="POST",
    path="/v1/payouts/return-files/{id:str}/reprocess",
    summary="Plan the lines of a payment return again, by what is known now",
    permission=WRITE,
    scope=ONE,
    input=ReprocessInput,
    answers=ReturnFile,
    apply=_plan_again,
    keyed=False,
)
COMMANDS = (ASK, PLAN_AGAIN)
