"""Applies the plan of a return file in batches. A line's effect and its done mark commit in one transaction."""

from uuid import UUID

from retaguarda.bank_files.duplicate_payments import find_duplicates
from retaguarda.bank_files.kinds import Family
from retaguarda.bank_files.parse_file import ACTOR
from retaguarda.bank_files.postings import noon, open_accounts, post_bank_fee, post_boleto
from retaguarda.bank_files.rows import BoletoPaymentRow
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.charges.transitions import add_paid, record_move
from retaguarda.payin.rows import ChargeRow
from retaguarda.payin.settings.charge_terms import fee_on
from retaguarda.payin.splits.agree_split import split_of
from retaguarda.payin.splits.divide_amount import Share, divide
from retaguarda.payin.splits.share_payment import write_shares

#: Lines per transaction.
BATCH = 200

_NEXT = """
    select * from return_line
     where company_id = %(company_id)s and file_id = %(id)s and done_at is null and effect in ('settle', 'fee')
     order by number limit %(batch)s for update
"""

#: Lock every charge before any ledger account, the accounts in merchant order: docs/decisions/order-of-locks.md.
_LOCK = """
    select from unnest(%(companies)s::int[], %(ids)s::uuid[]) l (company, id) join charge c on c.company_id = l.company and c.id = l.id
     order by c.company_id, c.id for no key update of c
"""


async def apply_batch(tx: Tx, file: Row) -> bool:
    """Apply the next batch of a file's lines; return True when more lines may be left."""
    await open_accounts(tx)
    lines = await tx.all(_NEXT, file | {"batch": BATCH})
    await tx.execute(
        _LOCK, {"companies": [line["merchant_id"] for line in lines], "ids": [line["charge_id"] for line in lines]}
    )
    duplicates = await find_duplicates(tx, file, [line["number"] for line in lines if line["effect"] == "settle"])
    for line in sorted(lines, key=lambda line: (line["merchant_id"] or 0, line["number"])):
        if line["number"] in duplicates:
            await _set_effect(tx, line, "already", None)
        elif line["effect"] == "fee" or await _settle_line(tx, file, line):
            if line["fee"]:
                await post_bank_fee(tx, file, line)
            await tx.execute(
                "update return_line set done_at = clock_timestamp() where company_id = %(company_id)s and file_id = %(file_id)s"
                " and number = %(number)s",
                line,
            )
    return len(lines) == BATCH


async def mark_applied(tx: Tx, file: Row, family: Family) -> None:
    await tx.execute(
        "update return_file set status = 'applied', applied_at = now() where company_id = %(company_id)s and id = %(id)s",
        file,
    )
    await record(
        tx,
        f"{family.event}:applied",
        company=file["company_id"],
        subject=str(file["id"]),
        actor=ACTOR,
        data={"entries": file["entries"]},
    )


async def _settle_line(tx: Tx, file: Row, line: Row) -> bool:
    """Settle the line against its charge, which is locked.

    Returns:
        False when the charge was paid or closed since the plan was made; the line then waits for a person.
    """
    charge = await fetch_one(
        tx, ChargeRow, "select * from charge where company_id = %(merchant_id)s and id = %(charge_id)s", line
    )
    assert charge is not None
    if (
        charge.paid
        or charge.status in ("created", "under_review", "cancelled", "failed")
        or charge.amount != line["paid"]
    ):
        await _set_effect(tx, line, "review", "duplicate")
        return False
    await settle(tx, file, line, charge)
    return True


async def _set_effect(tx: Tx, line: Row, effect: str, why: str | None) -> None:
    await tx.execute(
        "update return_line set effect = %(effect)s, why = %(why)s where company_id = %(company_id)s"
        " and file_id = %(file_id)s and number = %(number)s",
        line | {"effect": effect, "why": why},
    )


async def settle(tx: Tx, file: Row, line: Row, charge: ChargeRow) -> None:
    """Mark the charge paid with the line's amount, less the merchant's fee, and post it to the ledger."""
    payment = await fetch_one(
        tx,
        BoletoPaymentRow,
        "insert into boleto_payment (company_id, id, charge_id, file_company_id, file_id, line, bank, bank_ref, amount, currency, fee,"
        " paid_on) values (%(company)s, %(id)s, %(charge)s, %(file_company)s, %(file)s, %(line)s, %(bank)s, %(bank_ref)s,"
        " %(amount)s, %(currency)s, %(fee)s, %(paid_on)s) returning *",
        {
            "company": charge.company_id,
            "id": uuid7(),
            "charge": charge.id,
            "file_company": file["company_id"],
            "file": file["id"],
            "line": line["number"],
            "bank": file["bank"],
            "bank_ref": line["bank_ref"],
            "amount": line["paid"],
            "currency": charge.currency,
            "fee": await fee_on(tx, charge.company_id, charge.kind, line["paid"]),
            "paid_on": line["occurred_on"],
        },
    )
    assert payment is not None
    await post_boleto(tx, payment, await _write_shares(tx, charge, payment))
    await _mark_paid(tx, charge, payment, file["id"])


async def _write_shares(tx: Tx, charge: ChargeRow, payment: BoletoPaymentRow) -> list[Share]:
    """Write the shares of a payment whose charge is split; an empty list where it is not."""
    split = split_of(charge.split)
    shares = divide(split, payment.amount, payment.fee) if split else []
    if shares:
        await write_shares(
            tx,
            shares,
            company=payment.company_id,
            payment=str(payment.id),
            currency=payment.currency,
            charge=charge.id,
            paid_at=noon(payment.paid_on),
        )
    return shares


async def _mark_paid(tx: Tx, charge: ChargeRow, payment: BoletoPaymentRow, file: UUID) -> None:
    at = noon(payment.paid_on)
    await add_paid(tx, charge, payment.amount, payment.fee, at)
    await record(
        tx,
        "payin:payment:settled",
        company=payment.company_id,
        subject=str(payment.charge_id),
        actor=ACTOR,
        data={
            "method": "boleto",
            "file": str(file),
            "received": payment.amount,
            "fee": payment.fee,
            "paid_at": at,
        },
    )
    await record_move(tx, charge, "paid")
