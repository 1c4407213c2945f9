"""Pay one destination, and repeat a payment that failed or came back: Commands with the engine behind them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.account.bank_accounts.add_bank_account import read_document
from retaguarda.account.withdrawals.model import WITHDRAW
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import printable, printable_or_none
from retaguarda.payout_engine.check_factor import refuse_stale_factor
from retaguarda.payout_engine.create_payout import DESTINATION, Particulars, Requester
from retaguarda.payout_engine.identify_destination import load_names
from retaguarda.payout_engine.parse_tags import STORED, tags_of
from retaguarda.payout_engine.plan_ted import CREDIT, load_ted_plan
from retaguarda.payout_engine.request_payout import PayoutRequest, request_payout
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payouts.payments.confirm_payment import refuse_another_owner
from retaguarda.payouts.payments.find_previous import find_previous
from retaguarda.payouts.payments.identify_payee import identify_payee
from retaguarda.payouts.payments.model import (
    PayInput,
    PaymentDestination,
    PayoutPayment,
    PreviousDestination,
    RetryInput,
    SortedInput,
)
from retaguarda.payouts.payments.parse_destination import Destination, read_given
from retaguarda.payouts.payments.queries import of_payment, payment_for_update, shown_payment
from retaguarda.payouts.payments.tables import PAYMENTS
from retaguarda.payouts.verify_factor import FACTOR_CHOSEN, guarded_subject

#: The Command that pays one destination.
PAY = "payouts:payment:pay"
#: What a new payment copies of the one that it repeats.
_COPIED = ("kind", *DESTINATION, "holder_name", "holder_document")


class Holder(msgspec.Struct, frozen=True):
    """Who is expected to own a destination."""

    holder_name: str
    holder_document: str


@dataclass(frozen=True, slots=True)
class Payer:
    """``keys``: of the keyed hash that names destinations."""

    keys: Keys

    async def pay(self, tx: Tx, principal: Principal, given: PayInput, path: Mapping[str, str]) -> Done:
        principal.require(Permission.TWO_FACTOR)
        await refuse_stale_factor(tx, principal, given.scheduled_for)
        company, amount = principal.chosen(), given.amount.amount
        found = await read_given(tx, given)
        if found.amount is not None and found.amount != amount:
            raise invalid_field("amount", "code_other_amount", f"the code asks for {found.amount} minor units")
        names = await load_names(tx, self.keys)
        destination = names.of_destination(found.columns)
        holder = await holder_of(tx, company, given, found, destination)
        document_hash = names.of_document(holder.holder_document)
        await refuse_another_owner(tx, company, destination, document_hash)
        row = await request_payout(
            tx,
            PayoutRequest(
                company=company,
                destination=found.columns | msgspec.structs.asdict(holder),
                amount=amount,
                requester=Requester(principal.email, principal.person_id),
                particulars=Particulars(
                    method="slip" if found.columns["kind"] == "slip" else given.method,
                    ted_purpose=purpose_of(given),
                    destination=destination,
                    document_hash=document_hash,
                    external_id=one_line("external_id", given.external_id),
                    purpose=one_line("purpose", given.purpose),
                    **sorted_by(given),
                ),
                scheduled_for=given.scheduled_for,
                description=one_line("description", given.description or (found.text and found.text[:140])),
                duplicate_reason=printable_or_none("duplicate_reason", given.duplicate_reason),
            ),
        )
        return await _done(tx, row, duplicate_reason=given.duplicate_reason)

    async def retry(self, tx: Tx, principal: Principal, given: RetryInput, path: Mapping[str, str]) -> Done:
        principal.require(Permission.TWO_FACTOR)
        await refuse_stale_factor(tx, principal)
        raw, before = await payment_for_update(tx, principal, path)
        if before.state not in ("failed", "returned"):
            raise ApiError(409, "payment_not_repeatable", f"a payment that is {before.state} is not paid again")
        if await tx.value(_HAS_CASE, {"company": before.company_id, "id": before.id}):
            raise ApiError(409, "payment_has_case", "the bank may have paid it: a case of it is not settled")
        columns = {name: raw[name] for name in _COPIED}
        names = await load_names(tx, self.keys)
        destination = names.of_destination(columns)
        row = await request_payout(
            tx,
            PayoutRequest(
                company=before.company_id,
                destination=columns,
                amount=before.amount,
                requester=Requester(principal.email, principal.person_id),
                particulars=Particulars(
                    # What was asked for as a TED and left as a Pix is asked for as a TED again.
                    method="ted" if before.ted_purpose else before.method,
                    ted_purpose=before.ted_purpose,
                    destination=destination,
                    document_hash=names.of_document(columns["holder_document"]),
                    payee_id=before.payee_id,
                    external_id=one_line("external_id", given.external_id),
                    purpose=before.purpose,
                    replaces=before.id,
                    tags=before.tags,
                    cost_centre=before.cost_centre,
                    priority=before.priority,
                ),
                description=before.description,
                # That it goes again is what this Command says.
                duplicate_reason=given.duplicate_reason or "retry",
            ),
        )
        return await _done(tx, row, replaces=str(before.id))


def purpose_of(given: PaymentDestination) -> str | None:
    """What a TED is for; of what is none, nothing."""
    return (given.ted_purpose or CREDIT) if given.method == "ted" else None


async def holder_of(tx: Tx, company: int, given: PaymentDestination, found: Destination, destination: bytes) -> Holder:
    """Return the expected holder: as named, else as known.

    Raises:
        ApiError: 400 naming what is missing, where nobody was paid there yet.
    """
    if given.holder_name is not None and given.holder_document is not None:
        name = printable("holder_name", given.holder_name).replace("\n", " ")
        return Holder(name, read_document(given.holder_document))
    known = await identify_payee(tx, company, found.columns, destination)
    if known is None:
        missing = "holder_name" if given.holder_name is None else "holder_document"
        raise invalid_field(missing, "field_required", "nobody was paid there yet: say whose it is")
    return Holder(known.holder_name, known.holder_document)


def one_line(field: str, text: str | None) -> str | None:
    cleaned = printable_or_none(field, text)
    if cleaned is not None and "\n" in cleaned:
        raise invalid_field(field, "invalid", f"{field} is one line of text")
    return cleaned


def sorted_by(given: SortedInput) -> dict[str, Any]:
    """Return what a merchant sorts a payment by, as it is stored.

    Raises:
        ApiError: 400 ``tags``.
    """
    try:
        tags = tags_of(given.tags)
    except ValueError:
        raise invalid_field("tags", "tags_invalid", "up to 10 tags of up to 30 characters") from None
    return {
        "tags": tags,
        "cost_centre": one_line("cost_centre", given.cost_centre) or None,
        "priority": STORED[given.priority],
    }


async def _done(tx: Tx, row: Row, **more: str | None) -> Done:
    payment: UUID = row["id"]
    result = await shown_payment(tx, row["company_id"], payment)
    said = {name: value for name, value in more.items() if value}
    return Done(str(payment), result, {"amount": result.amount.amount, "fee": result.fee.amount, **said})


async def shows_payment(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise a payment: who gets it, where, how much, at what price, when, and whether it is their first."""
    payment: PayoutPayment = done.result
    facts: dict[str, Any] = {
        "holder_name": payment.holder_name,
        "holder_document": payment.holder_document,
        "pix_key": payment.pix_key,
        "barcode": payment.barcode,
        "due_on": payment.due_on and payment.due_on.isoformat(),
        "bank_name": payment.bank_name,
        "branch": payment.branch,
        "number": payment.number and f"{payment.number[:-1]}-{payment.number[-1]}",
        "account_type": payment.account_type,
    }
    facts = {name: value for name, value in facts.items() if value is not None}
    previous = await find_previous(tx, payment.company_id, payment.id)
    facts |= {
        **({"previous_destination": _place_text(previous)} if previous else {}),
        "first": await is_first(tx, payment.company_id, payment.id),
        **({"untrusted": True} if await _warns(tx, payment.company_id, payment.id) else {}),
        **({"inside": True} if payment.inside else {}),
        "status": payment.status,
        **await _ted_facts(tx, payment),
        "amount": payment.amount,
        "fee": payment.fee,
        "gross": Money(payment.gross.amount, PIX_CURRENCY),
        "scheduled_for": payment.scheduled_for and payment.scheduled_for.isoformat(),
        "purpose": payment.purpose,
        "external_id": payment.external_id,
    }
    return plan_summary(f"{payment.holder_name} · {payment.bank_name or payment.pix_key}", facts)


def _place_text(place: PreviousDestination) -> str:
    """Return a place in one line, as screens write it."""
    if place.number is None:
        return place.pix_key or ""
    return f"{place.bank_name or place.ispb} · {place.branch} / {place.number[:-1]}-{place.number[-1]}"


async def _ted_facts(tx: Tx, payment: PayoutPayment) -> dict[str, Any]:
    """What a plan says of a TED: what for, until when it leaves and, where it waits or goes as a Pix, that it does."""
    if payment.method != "ted" or payment.ispb is None:
        return {}
    plan = await load_ted_plan(tx, payment.company_id, payment.ispb)
    facts = {"method": "ted", "ted_purpose": payment.ted_purpose, "ted_way": plan.way}
    moments = {"leave_by": plan.leave_by, "opens_at": payment.opens_at}
    return facts | {name: at.isoformat() for name, at in moments.items() if at is not None}


async def is_first(tx: Tx, company: int, payment: UUID) -> bool:
    """Return whether nothing had been paid to its destination when this payment was made."""
    return await tx.value(_FIRST, {"company": company, "id": payment})


async def _warns(tx: Tx, company: int, payment: UUID) -> bool:
    """Whether the merchant's allow-list has something to say of a payment that was made despite it."""
    return await tx.value(_WARNS, {"company": company, "id": payment})


_WARNS = """
    select payout_allow_list(t.company_id, t.destination, t.document_hash) <> 'off'
      from payout t where t.company_id = %(company)s and t.id = %(id)s
"""
_HAS_CASE = (
    "select exists (select from payout_case where company_id = %(company)s and payout_id = %(id)s and status <> 'settled'"
    " and kind <> 'owner_changed')"
)
_FIRST = """
    select not exists (select from payout o where o.company_id = t.company_id and o.destination = t.destination
                          and o.status = 'done' and o.created_at < t.created_at)
      from payout t where t.company_id = %(company)s and t.id = %(id)s
"""


def commands(keys: Keys) -> tuple[Command[Any], ...]:
    """Build the Commands that make payments."""
    payer = Payer(keys)
    return (
        Command(
            name=PAY,
            method="POST",
            path="/v1/payouts/payments",
            summary="Pay somebody by Pix key, bank account (Pix or TED) or Pix code, or a slip by its line, now or on a later day",
            permission=Permission.PAYOUT_PAYMENT_WRITE,
            scope=FACTOR_CHOSEN,
            planned=True,
            moves_money=True,
            input=PayInput,
            answers=PayoutPayment,
            apply=payer.pay,
            status=201,
            approvable=True,
            also=(WITHDRAW,),
            shows=shows_payment,
        ),
        Command(
            name="payouts:payment:retry",
            method="POST",
            path="/v1/payouts/payments/{id:str}/retry",
            summary="Pay again what failed or came back: a new payment that names the old one",
            permission=Permission.PAYOUT_PAYMENT_WRITE,
            scope=guarded_subject(of_payment),
            planned=True,
            moves_money=True,
            input=RetryInput,
            answers=PayoutPayment,
            apply=payer.retry,
            status=201,
            bulk=PAYMENTS,
            in_session=refuse_stale_factor,
            approvable=True,
            also=(WITHDRAW,),
            shows=shows_payment,
        ),
    )
