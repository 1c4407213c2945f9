"""The public page of a receipt: whoever holds the receipt of a payout learns that it is genuine, and what became of the money.

The address is printed on the receipt. It carries 128 bits of signature, and every address that we did not make, or whose
payout has no receipt, is answered alike.
"""

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.account.withdrawals.model import OF_WITHDRAWALS
from retaguarda.audit.inclusion_proof import prove_event
from retaguarda.audit.model import Proof
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.documents import mask_name, mask_text
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.money import Money
from retaguarda.foundation.moved_company import refuse_moved
from retaguarda.foundation.receipt import authentication_code, issuer_of
from retaguarda.foundation.request import Request, Response, Route, json_response
from retaguarda.foundation.signed_link import make_token, read_token
from retaguarda.payout_engine.transitions import PAYMENT_ORIGINS, event_of

#: Of Keys.sign_permanently(): an address on paper outlives the secret.
PURPOSE = "receipt_link"
#: Letters of an end-to-end id that are shown: E and the ISPB of who sent it, and its last four.
_E2E_BEGIN, _E2E_END = 9, 4
_CNPJ = 14
_PUBLIC = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex"}


class VerifiedReceipt(msgspec.Struct):
    """What a receipt says, for whoever holds it. Names and documents of natural persons are masked, and so is the end-to-end id.

    ``code``: the authentication code that the receipt carries. ``returned``: what came back since, the last of it at
    ``returned_at``. ``entry`` and ``proof``: where the payment stands in the audit log; null for about a second after it.
    """

    status: Literal["done", "partly_returned", "returned"]
    kind: Literal["payment", "withdrawal"]
    amount: Money
    returned: Money
    paid_at: datetime
    returned_at: datetime | None
    time_zone: str
    payer: str
    payer_document: str | None
    payee: str
    payee_document: str | None
    bank: str | None
    end_to_end_id: str | None
    code: str
    issuer: str
    entry: int | None
    proof: Proof | None


class ReceiptPayout(msgspec.Struct):
    """What of a payout stands in the authentication code of its receipt; ``amount`` in minor units of ``currency``."""

    id: UUID
    company_id: int
    amount: int
    currency: str
    ended_at: datetime
    end_to_end_id: str | None


class _Paid(ReceiptPayout):
    """A row of _READ; ``returned`` in minor units of ``currency``."""

    origin: str
    returned: int
    returned_at: datetime | None
    holder_name: str
    holder_document: str
    bank_name: str | None
    legal_name: str
    document: str
    time_zone: str


_READ = f"""
    select p.id, p.company_id, p.origin, p.amount, p.returned, p.currency, p.ended_at, p.holder_name, p.holder_document, p.bank_name,
           p.end_to_end_id, c.legal_name, c.document, c.time_zone,
           (select max(r.returned_at) from payout_return r where r.company_id = p.company_id and r.payout_id = p.id) as returned_at
      from payout p join company c on c.id = p.company_id
     where p.company_id = %(company)s and p.id = %(id)s and p.status = 'done'
       and (p.origin = any(%(payments)s) or p.{OF_WITHDRAWALS})
"""


async def code_of(tx: Tx, keys: Keys, payout: ReceiptPayout) -> str:
    """Return the authentication code of a payout's receipt."""
    return await authentication_code(
        tx, keys, "payout", payout.id, payout.end_to_end_id, payout.amount, payout.ended_at
    )


async def link_of(tx: Tx, keys: Keys, own_origin: str, company: int, payout: UUID) -> str:
    """Return the address of the page that says whether the receipt of a payout is genuine."""
    return f"{own_origin}/verify/{await make_token(tx, keys, PURPOSE, company, payout)}"


def verify_route(database: Database, keys: Keys) -> Route:
    async def handler(request: Request) -> Response:
        async with database.transaction(SYSTEM) as tx:
            named = await read_token(tx, keys, PURPOSE, request.path_params["token"])
            if named:
                await refuse_moved(tx, named[0])
            found = await _verified(tx, keys, *named) if named else None
        if found is None:
            raise not_found("receipt")
        return json_response(found, headers=_PUBLIC)

    return Route(
        "GET",
        "/v1/receipts/{token:str}",
        "What the page of a receipt's address is told: whether it is genuine, and what came back",
        handler,
        public=True,
        answers=VerifiedReceipt,
    )


async def _verified(tx: Tx, keys: Keys, company: int, payout: UUID) -> VerifiedReceipt | None:
    row = await tx.one(_READ, {"company": company, "id": payout, "payments": sorted(PAYMENT_ORIGINS)})
    if row is None:
        return None
    paid = msgspec.convert(row, _Paid)
    proven = await prove_event(tx, company, str(payout), event_of(paid.origin, "done"))
    # A CNPJ is public, and so is the name of who has one.
    natural = len(paid.holder_document) != _CNPJ
    return VerifiedReceipt(
        status=_status(paid),
        kind="payment" if paid.origin in PAYMENT_ORIGINS else "withdrawal",
        amount=Money(paid.amount, paid.currency),
        returned=Money(paid.returned, paid.currency),
        paid_at=paid.ended_at,
        returned_at=paid.returned_at,
        time_zone=paid.time_zone,
        payer=paid.legal_name,
        payer_document=mask_text(paid.document),
        payee=mask_name(paid.holder_name) if natural else paid.holder_name,
        payee_document=mask_text(paid.holder_document),
        bank=paid.bank_name,
        end_to_end_id=paid.end_to_end_id and _masked(paid.end_to_end_id),
        code=await code_of(tx, keys, paid),
        issuer=(await issuer_of(tx)).name,
        entry=proven[0] if proven else None,
        proof=proven[1] if proven else None,
    )


def _status(paid: _Paid) -> Literal["done", "partly_returned", "returned"]:
    if paid.returned == 0:
        return "done"
    return "returned" if paid.returned == paid.amount else "partly_returned"


def _masked(end_to_end_id: str) -> str:
    return f"{end_to_end_id[:_E2E_BEGIN]}…{end_to_end_id[-_E2E_END:]}"
