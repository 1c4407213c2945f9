"""What waits for a second person in the demo: asked for through the one door, as everybody asks."""

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.payin.refunds.refund_charge import REFUND_CHARGE
from retaguarda_demo.run_commands import do

MERCHANT, MAKER = 6, "diego@retaguarda.example"
#: Centavos, and why; the demo's policy asks for a second person above R$ 1,000.00.
REFUNDS = ((115_000, "Item em falta"), (105_000, "Entrega fora do prazo"))

#: The newest payments that are large enough.
_CHARGES = (
    "select c.id from charge c join pix_payment p on p.company_id = c.company_id and p.charge_id = c.id"
    " where c.company_id = %(company)s and c.status = 'paid' and p.status = 'settled' and p.amount >= %(least)s"
    " and p.refunded = 0 and p.paid_at > now() - interval '80 days' order by p.paid_at desc limit %(count)s"
)


async def ask_requests(database: Database) -> None:
    """A small demo may have fewer payments that are large enough, and then fewer requests."""
    async with database.transaction(SYSTEM) as tx:
        wanted = {"company": MERCHANT, "least": REFUNDS[0][0], "count": len(REFUNDS)}
        charges = [str(row["id"]) for row in await tx.all(_CHARGES, wanted)]
    for charge, (amount, reason) in zip(charges, REFUNDS, strict=False):
        body = {"amount": {"amount": amount}, "reason": reason}
        await do(database, MAKER, MERCHANT, REFUND_CHARGE, body, key=charge, path={"id": charge})
