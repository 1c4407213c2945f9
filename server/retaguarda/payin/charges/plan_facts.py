"""Builds the facts that a plan shows about Commands on a payment."""

from typing import Any

import msgspec

from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanFact, PlanSummary, plan_summary
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.money import Money
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import fetch_one


class _Review(msgspec.Struct):
    review_reason: str | None
    asked: int | None
    currency: str


class _Payment(msgspec.Struct):
    payer_name: str | None
    payer_document: str | None
    amount: int
    currency: str
    end_to_end_id: str
    reference: str | None


async def of_refund(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise a refund: amount, reason, payer and payment."""
    refund: Any = done.result
    payment = await _of_payment(tx, principal, refund.end_to_end_id)
    reason = [PlanFact("reason", refund.reason)] if refund.reason else []
    carried = [PlanFact("carried", refund.carried)] if refund.carried else []
    return PlanSummary(payment.about, [PlanFact("amount", refund.amount), *reason, *payment.facts, *carried])


async def of_review(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise the decision on a review: the payment, why it waits, and the charge's amount where it differs."""
    payment = await _of_payment(tx, principal, done.data["end_to_end_id"])
    row = await fetch_one(
        tx,
        _Review,
        "select p.review_reason, nullif(c.amount, p.amount) as asked, p.currency from pix_payment p left join charge c"
        " on c.company_id = p.company_id and c.id = p.charge_id where p.company_id = %(company)s and p.end_to_end_id = %(id)s",
        {"company": principal.chosen(), "id": done.data["end_to_end_id"]},
    )
    assert row is not None
    charge_amount = [PlanFact("asked", Money(row.asked, row.currency))] if row.asked is not None else []
    return PlanSummary(payment.about, [*payment.facts, PlanFact("review_reason", row.review_reason), *charge_amount])


async def _of_payment(tx: Tx, principal: Principal, end_to_end_id: str) -> PlanSummary:
    row = await fetch_one(
        tx,
        _Payment,
        "select coalesce(p.payer_name, c.payer_name) as payer_name,"
        " coalesce(p.payer_document, c.payer_document) as payer_document, p.amount, p.end_to_end_id, p.currency, c.reference from pix_payment p left join charge c"
        " on c.company_id = p.company_id and c.id = p.charge_id where p.company_id = %(company)s and p.end_to_end_id = %(id)s",
        {"company": principal.chosen(), "id": end_to_end_id},
    )
    assert row is not None
    return plan_summary(_about(row), _facts(row))


def _about(row: _Payment) -> str:
    return " · ".join(text for text in (row.payer_name, row.reference) if text) or row.end_to_end_id


def _facts(row: _Payment) -> dict[str, Any]:
    return {
        "payer_name": row.payer_name,
        "payer_document": mask_text(row.payer_document),
        "reference": row.reference,
        "received": Money(row.amount, row.currency),
        "end_to_end_id": row.end_to_end_id,
    }
