"""A person decides a line of an applied file that matched no charge automatically.

Assign: the line pays the charge that the person names. Credit: it becomes a merchant's deposit (credit_line.py).
Dismiss: no money moves, and the reason is recorded. In each case we post the tariff that the line names, since the bank
took it, but only once for a payment that two files report.
"""

from collections.abc import Mapping
from typing import Any

from retaguarda.bank_files.apply_plan import settle
from retaguarda.bank_files.duplicate_payments import day_of, find_duplicates, refuse_duplicate
from retaguarda.bank_files.model import AssignLineInput, DismissLineInput, ReturnLine
from retaguarda.bank_files.postings import open_accounts, post_bank_fee
from retaguarda.bank_files.queries import OF_FILE, file_for_update, file_row
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.company_block import refuse_blocked
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import number_of
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.text_input import clean
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.rows import ChargeRow

#: Statuses of a charge that a line may pay; one under review or refunded is settled elsewhere, never by a file.
_PAYABLE = ("pending", "expired", "cancelled", "failed", "paid")


async def _assign(tx: Tx, principal: Principal, given: AssignLineInput, path: Mapping[str, str]) -> Done:
    file, line = await lock_undecided_line(tx, principal, path)
    if line["why"] == "reversal" or line["paid"] <= 0:
        raise ApiError(409, "line_brings_nothing", "this line brings no payment that a charge could be paid with")
    charge = await fetch_one(
        tx,
        ChargeRow,
        "select * from charge where id = %(id)s and company_id = any(%(seen)s) for no key update",
        {"id": given.charge, "seen": list(principal.companies)},
    )
    if charge is None or file["company_id"] not in (PROVIDER, charge.company_id):
        raise invalid_field("charge", "not_found", "charge must be the id of a charge that this file can be about")
    if charge.status not in _PAYABLE:
        raise ApiError(409, "charge_not_payable", f"a charge that is {charge.status} is not paid by a line of a file")
    await refuse_blocked(tx, charge.company_id, "in")
    await refuse_duplicate(tx, file, line)
    decided = await record_decision(
        tx,
        principal,
        line | {"merchant_id": charge.company_id, "charge_id": charge.id, "effect": "settle", "why": None},
        "assigned",
        clean("reason", given.reason) if given.reason else None,
    )
    await open_accounts(tx)
    await settle(tx, file, decided | {"occurred_on": day_of(file, line)}, charge)
    await post_fee(tx, file, line)
    data = {
        "line": line["number"],
        "charge": str(charge.id),
        "amount": line["paid"],
        "merchant": charge.company_id,
    }
    return Done(str(file["id"]), line_of(decided | {"reference": charge.reference}), data)


async def _dismiss(tx: Tx, principal: Principal, given: DismissLineInput, path: Mapping[str, str]) -> Done:
    file, line = await lock_undecided_line(tx, principal, path)
    reason = clean("reason", given.reason)
    # A reversal names the payment it reverses, so it is no duplicate of it.
    if line["why"] != "reversal" and await find_duplicates(tx, file, [line["number"]]):
        # Post no tariff, as when the plan finds the duplicate: the other file's line has posted it.
        decided = await record_decision(tx, principal, line | {"effect": "already", "why": None}, "dismissed", reason)
    else:
        decided = await record_decision(tx, principal, line, "dismissed", reason)
        await open_accounts(tx)
        await post_fee(tx, file, line)
    return Done(str(file["id"]), line_of(decided), {"line": line["number"], "reason": reason, "amount": line["paid"]})


async def lock_undecided_line(tx: Tx, principal: Principal, path: Mapping[str, str]) -> tuple[Row, Row]:
    """Lock the file and a line that is still to be decided.

    Raises:
        ApiError: 404; 409 when the file is not applied, or the line needs no decision.
    """
    file = await file_for_update(tx, principal, path)
    if file["status"] != "applied":
        raise ApiError(
            409, "file_not_applied", f"the lines of a file that is {file['status']} are not decided over yet"
        )
    line = await tx.one(
        _LINE + " for update of l", {"file": file["id"], "company": file["company_id"], "line": _number(path)}
    )
    if line is None:
        raise not_found("line")
    if line["effect"] not in ("review", "unknown") or line["decision"] is not None:
        raise ApiError(409, "line_decided", "this line waits for nobody")
    return file, line


_LINE = (
    "select l.*, c.reference from return_line l left join charge c on c.company_id = l.merchant_id and c.id = l.charge_id"
    " where l.company_id = %(company)s and l.file_id = %(file)s and l.number = %(line)s"
)


async def record_decision(tx: Tx, principal: Principal, line: Row, decision: str, note: str | None) -> Row:
    row = await tx.one(
        "update return_line set merchant_id = %(merchant_id)s, charge_id = %(charge_id)s, effect = %(effect)s, why = %(why)s,"
        " decision = %(decision)s, decided_by = %(by)s, decided_at = now(), note = %(note)s, done_at = clock_timestamp()"
        " where company_id = %(company_id)s and file_id = %(file_id)s and number = %(number)s returning *",
        line | {"decision": decision, "by": principal.email, "note": note},
    )
    assert row is not None
    return row | {"reference": line["reference"]}


async def post_fee(tx: Tx, file: Row, line: Row) -> None:
    if line["fee"]:
        await post_bank_fee(tx, file, line)


def _number(path: Mapping[str, str]) -> int:
    return number_of(path["line"], "line")


def line_of(row: Row) -> ReturnLine:
    plain = ("file_id", "number", "meaning", "bank_ref", "payer_name", "occurred_on", "effect", "why", "charge_id")
    more = ("reference", "decision", "decided_by", "decided_at", "note")
    return ReturnLine(
        **{name: row[name] for name in (*plain, *more)}, paid=Money(row["paid"], BRL), fee=Money(row["fee"], BRL)
    )


async def line_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> ReturnLine | None:
    """Return the line of the path as a plan compares it. Leave decided_at out: it would make every plan differ from the
    approved one.
    """
    file = await file_row(tx, principal, path)
    line = await tx.one(_LINE, {"file": file["id"], "company": file["company_id"], "line": _number(path)})
    return line_of(line | {"decided_at": None}) if line else None


async def line_shown(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise the plan: the payment and the charge it pays."""
    line: Any = done.result
    facts = {
        "amount": line.paid,
        "payer_name": line.payer_name or None,
        "reference": line.reference,
        "reason": line.note,
    }
    return plan_summary(
        line.bank_ref or str(line.number), {name: value for name, value in facts.items() if value is not None}
    )


ASSIGN_LINE = Command(
    name="returns:line:assign",
    method="POST",
    path="/v1/payin/return-files/{id:str}/lines/{line:str}/assign",
    summary="Say which charge a line of an applied file has paid",
    permission=Permission.PAYIN_RETURN_FILE_LIVE,
    scope=OF_FILE,
    planned=True,
    input=AssignLineInput,
    answers=ReturnLine,
    apply=_assign,
    subject=line_subject,
    approvable=True,
    shows=line_shown,
)

DISMISS_LINE = Command(
    name="returns:line:dismiss",
    method="POST",
    path="/v1/payin/return-files/{id:str}/lines/{line:str}/dismiss",
    summary="Leave a line of an applied file without effect, and say why",
    permission=Permission.PAYIN_RETURN_FILE_LIVE,
    scope=OF_FILE,
    planned=True,
    input=DismissLineInput,
    answers=ReturnLine,
    apply=_dismiss,
    subject=line_subject,
)
