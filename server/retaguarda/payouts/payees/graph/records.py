"""The graph of a payee: a merchant's people see their own book alone, staff every merchant's."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import see_all
from retaguarda.payouts.payees.graph.find_graph import Sees, Subject, find_graph
from retaguarda.payouts.payees.graph.model import PayeeGraph
from retaguarda.payouts.payees.queries import find_payee
from retaguarda.payouts.payees.tables import READ, SCOPE


async def _load(tx: Tx, principal: Principal, payee: UUID) -> PayeeGraph | None:
    row = await find_payee(tx, list(principal.companies), payee)
    if row is None:
        return None
    if principal.internal:
        await see_all(tx, principal)
    hashed: bytes = await tx.value(
        "select document_hash from payee where company_id = %(company)s and id = %(id)s",
        {"company": row.company_id, "id": payee},
    )
    sees = Sees(
        all_books=principal.internal,
        units=Permission.PAYOUT_FRANCHISES_READ in principal.permissions,
        payments=Permission.PAYIN_PAYMENT_READ in principal.permissions,
    )
    return await find_graph(tx, Subject(row.document, hashed, row.name, row.trade_name), sees)


GRAPH_RECORD = Record(
    path="/v1/payouts/payees/{id:str}/graph",
    summary="What a payee has in common with others: destinations, names, units and rings, up to three steps away",
    permission=READ,
    scope=SCOPE,
    answers=PayeeGraph,
    load=_load,
)
