"""Revert a transaction: post its exact mirror and link the two; both stay.

Only what the provider decided by itself can be reverted by itself. A payment, a refund, a deposit or a withdrawal also
happened outside: another payment (a refund, a return) undoes it, never a line in our books alone.
"""

from collections.abc import Mapping

from retaguarda import ledger
from retaguarda.account.statement.annotate_transaction import write_annotation
from retaguarda.account.statement.model import REVERSAL, REVERTIBLE, Reversible, Reverted, RevertInput
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, forbidden, not_found
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import CHOSEN_MERCHANT
from retaguarda.foundation.text_input import printable

_JOURNAL = """
    select j.*, exists (select from ledger_journal r where r.company_id = j.company_id and r.reverses = j.id) as reverted
      from ledger_journal j where j.company_id = %(company)s and j.id = %(id)s
"""


async def _revert(tx: Tx, principal: Principal, given: RevertInput, path: Mapping[str, str]) -> Done:
    row = await _journal(tx, principal, path)
    if row is None:
        raise not_found("transaction")
    if not principal.internal:
        raise forbidden(Permission.STATEMENT_TRANSACTION_FIX)
    reason = printable("reason", given.reason)
    if row["kind"] not in REVERTIBLE:
        raise ApiError(
            409,
            "transaction_not_revertible",
            f"a transaction of the kind {row['kind']} is not reverted: only {', '.join(sorted(REVERTIBLE))}",
        )
    reversal = await ledger.reverse(
        tx,
        company=row["company_id"],
        journal=row["id"],
        key=f"revert:{row['id']}",
        kind=REVERSAL,
        reference=row["reference"],
    )
    if reversal.replayed:
        # Covers two concurrent reverts too: the second waits for the first in the ledger.
        raise ledger.NotReversible(f"journal {row['id']} is reversed already")
    await write_annotation(tx, principal, reversal.id, reason, internal=False)
    return Done(str(row["id"]), Reverted(row["id"], reversal.id), {"kind": row["kind"]})


async def _subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Reversible | None:
    row = await _journal(tx, principal, path)
    return Reversible(row["reverted"]) if row else None


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise the merchant note that the reversal undoes."""
    row = await tx.one(
        "select n.* from ledger_journal j join merchant_note n on n.company_id = j.company_id and n.journal_id = j.id"
        " where j.company_id = %(company)s and j.id = %(id)s",
        {"company": principal.chosen(), "id": done.result.transaction_id},
    )
    assert row is not None
    facts = {"note": row["number"], "note_type": row["type"], "description": row["description"]}
    return plan_summary(
        row["description"], facts | {"amount": Money(row["amount"], BRL), "due_date": row["due_date"].isoformat()}
    )


async def _journal(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Row | None:
    return await tx.one(_JOURNAL, {"company": principal.chosen(), "id": path_id(path)})


REVERT = Command(
    name="account:transaction:revert",
    method="POST",
    path="/v1/account/transactions/{id:str}/revert",
    summary="Revert a transaction by its mirror; both stay",
    permission=Permission.STATEMENT_TRANSACTION_FIX,
    scope=CHOSEN_MERCHANT,
    planned=True,
    input=RevertInput,
    answers=Reverted,
    apply=_revert,
    subject=_subject,
    approvable=True,
    shows=_shows,
)
