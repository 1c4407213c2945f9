"""Check what stands against an operation: a blocked merchant, the block list, a client or a counterparty that a list of sanctions names."""

from uuid import UUID

import msgspec

from retaguarda.exchange.evaluate_price import Price
from retaguarda.exchange.model import Direction
from retaguarda.foundation.block_refusal import refused_by, under_review
from retaguarda.foundation.company_block import refuse_blocked
from retaguarda.foundation.database import Tx
from retaguarda.foundation.request import Principal

#: SQL: whether a funded operation o waits for compliance. Its own index probe first: nearly nobody is on the list.
HELD = """
    (exists (select from published.counterparty c where c.merchant_id = o.company_id and c.name = o.counterparty and c.held)
     or exists (select from published.exchange_client c where c.merchant_id = o.company_id and c.name = o.client_name
                   and c.document is not distinct from o.client_document and c.held)
     or exists (select from company k join published.blocked_word w
                    on w.probe = any (block_probes(o.client_document) || block_probes(k.document))
                 where k.id = o.company_id
                   and exists (select from block_verdict_on(o.company_id, o.direction, block_probes(o.client_document)))))
"""


class Parties(msgspec.Struct):
    """Whose operation it is, for whom, and with whom abroad."""

    company: int
    direction: Direction
    client_name: str | None
    client_document: str | None
    counterparty: str | None


class _Verdict(msgspec.Struct):
    entry_id: UUID
    effect: str
    code: str


async def refuse_restricted(tx: Tx, principal: Principal, parties: Parties, price: Price, home: str) -> None:
    """Refuse an operation that compliance would hold: there is nothing to hold yet, so an entry that holds refuses it too.

    Raises:
        ApiError: 409 ``company_blocked`` or ``company_not_active``; 409 with a public code of the block list, which says no reason.
    """
    await refuse_blocked(tx, parties.company, parties.direction)
    row = await tx.one(
        "select v.* from block_verdict_on(%(company)s, %(direction)s, block_probes(%(document)s)) v",
        {"company": parties.company, "direction": parties.direction, "document": parties.client_document},
    )
    if row is not None:
        found = msgspec.convert(row, _Verdict)
        values = {
            "company": parties.company,
            "name": parties.client_name,
            "document": parties.client_document,
            "amount": price.price,
            "currency": home,
            "person": principal.person_id,
        }
        raise refused_by(found.entry_id, found.code, "exchange", values)
    # Each is asked whichever the other says: how long it takes tells of neither.
    frozen = await tx.value(
        "select coalesce(counterparty_frozen(%(company)s, %(counterparty)s), false)"
        " or coalesce(exchange_client_frozen(%(company)s, %(client_name)s, %(client_document)s), false)",
        msgspec.structs.asdict(parties),
    )
    if frozen:
        raise under_review()
