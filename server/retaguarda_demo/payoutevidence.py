"""Payments of the demo whose orders a bank keeps in security analysis for ever: of one somebody has proposed by a letter what became of it,
and it waits for the second person; the other is uncertain, and nobody has looked yet."""

import psycopg

from retaguarda.app import App
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.payouts.evidence.commands import propose_evidence
from retaguarda.payouts.evidence.queries import owner_of
from retaguarda_demo.papers import paper
from retaguarda_demo.run_commands import do

MERCHANT, STAFF = 2, "diego@retaguarda.example"
#: Centavos; the sandbox's bank never says how a payment ends whose amount ends so.
UNANSWERED = (38_501, 12_301)
_REASON = "O banco confirma por carta que a ordem ficou em análise e foi paga; protocolo 2231-7"
_UNCERTAIN = """
    select o.payout_id from payout_order o join payout p on p.company_id = o.company_id and p.id = o.payout_id
     where o.company_id = %(company)s and o.amount = %(amount)s and o.state in ('sending', 'processing') and p.origin = 'payout'
"""
_LETTER = """
    insert into stored_file (company_id, id, owner, name, media_type, size, sha256, content, uploaded_by)
    values (%(company)s, %(id)s, %(owner)s, 'carta-itau-2231-7.pdf', 'application/pdf', length(%(content)s::bytea), sha256(%(content)s::bytea),
            %(content)s, %(by)s)
"""


async def propose_by_letter(app: App, owner_url: str) -> None:
    """Nothing where the demo has no such payment."""
    async with app.database.transaction(SYSTEM) as tx:
        payment = await tx.value(_UNCERTAIN, {"company": MERCHANT, "amount": UNANSWERED[0]})
    if payment is None:
        return
    _move_back(owner_url)
    async with app.database.transaction(SYSTEM) as tx:
        letter = {
            "company": MERCHANT,
            "id": uuid7(),
            "owner": owner_of(payment),
            "content": paper("Carta do banco: ordem paga"),
            "by": STAFF,
        }
        await tx.execute(_LETTER, letter)
    body = {"says": "paid", "file": str(letter["id"]), "occurred_on": str(today(BRASILIA)), "reason": _REASON}
    await do(
        app.database,
        STAFF,
        MERCHANT,
        propose_evidence("totp"),
        body,
        key=str(uuid7()),
        path={"id": str(payment)},
        two_factor=True,
        scoped=True,
    )


def _move_back(owner_url: str) -> None:
    """The bank has kept silent for some minutes; the trigger lets no order begin earlier, so it rests meanwhile."""
    with psycopg.connect(owner_url) as connection:
        connection.execute("alter table payout_order disable trigger payout_order_moves")
        connection.execute(
            "update payout_order set created_at = created_at - interval '2 minutes' where company_id = %s and amount = any (%s)",
            (MERCHANT, list(UNANSWERED)),
        )
        connection.execute("alter table payout_order enable trigger payout_order_moves")
