"""Ask for a payment: the charge stands at once in state created; the provider hears of it right after (readings 33)."""

from collections.abc import Mapping
from datetime import timedelta

from retaguarda.foundation.blocking import refuse_blocked
from retaguarda.foundation.call import Who
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.payin.model import Charge, ChargeInput
from retaguarda.payin.rows import charge_of
from retaguarda.providers.pix.ids import new_txid


async def _apply(tx: Tx, who: Who, given: ChargeInput, path: Mapping[str, str]) -> Done:
    document = _document(given)
    charge = uuid7()
    row = await tx.one(
        "insert into charge (company_id, id, connection_id, processor, txid, status, amount, payer_name, payer_document,"
        " reference, description, expires_at, created_by)"
        " select %(company)s, %(id)s, c.id, c.name, %(txid)s, 'created', %(amount)s, %(name)s, %(document)s, %(reference)s,"
        " %(description)s, now() + %(expires)s, %(person)s from pix_connection_for(%(company)s, %(amount)s) c returning *",
        {
            "company": who.chosen(),
            "id": charge,
            "txid": new_txid(),
            "amount": given.amount.amount,
            "name": given.payer.name.strip() if given.payer else None,
            "document": document,
            "reference": _clean("reference", given.reference),
            "description": _clean("description", given.description),
            "expires": timedelta(seconds=given.expires_in),
            "person": who.person_id,
        },
    )
    if row is None:
        raise await _why_not(tx, who.chosen(), given.amount.amount)
    return Done(
        str(charge),
        charge_of(row),
        {"to": "created", "amount": given.amount.amount, "created_at": row["created_at"]},
    )


async def _why_not(tx: Tx, company: int, amount: int) -> ApiError:
    """Why no charge was written."""
    await refuse_blocked(tx, company, "in")
    most = await tx.value("select company_limit_of(%(company)s, 'charge')", {"company": company})
    if most is not None and amount > most:
        return invalid_field("amount", "above_limit", f"a charge of this company asks for at most {most} minor units")
    return ApiError(409, "no_connection", "no payment provider is connected; staff connect one first")


def _document(given: ChargeInput) -> str | None:
    if given.payer is None:
        return None
    _clean("payer.name", given.payer.name)
    if not given.payer.name.strip():
        raise invalid_field("payer.name", "field_required", "payer.name is only white space")
    try:
        return parse(given.payer.document).value
    except DocumentError as error:
        raise invalid_field("payer.document", "document_invalid", f"payer.document: {error}") from None


def _clean(field: str, text: str | None) -> str | None:
    if text is not None and "\x00" in text:
        raise invalid_field(field, "field_invalid", f"{field} holds a zero character")
    return text.strip() or None if text is not None else None


CREATE_CHARGE = Command(
    name="payin:charge:create",
    method="POST",
    path="/v1/payin/charges",
    summary="Ask for a payment with Pix",
    permission=Permission.PAYIN_CHARGE_WRITE,
    input=ChargeInput,
    answers=Charge,
    apply=_apply,
    status=201,
)
