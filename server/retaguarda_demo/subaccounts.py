"""What a merchant of the demo has set aside: two sub-accounts that staff opened, and filled by the merchant itself."""

from retaguarda.accounts.move_money import MOVE_MONEY
from retaguarda.accounts.sub_accounts import OPEN_SUB_ACCOUNT
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda_demo.run_commands import do

MERCHANT, STAFF, PAYER = 2, "diego@retaguarda.example", "bruno@merchant.example"
#: Name, and the part of the available balance that is set aside in it, in percent.
SET_ASIDE = (("Impostos", 6), ("Folha de pagamento", 12))
_AVAILABLE = (
    "select id, posted - held as free from ledger_account"
    " where company_id = %(company)s and code = 'available' and currency = 'BRL'"
)


async def set_aside(database: Database) -> None:
    path = {"id": str(MERCHANT)}
    for name, percent in SET_ASIDE:
        async with database.transaction(SYSTEM) as tx:
            available = await tx.one(_AVAILABLE, {"company": MERCHANT})
        assert available is not None
        opened = await do(database, STAFF, MERCHANT, OPEN_SUB_ACCOUNT, {"alias": name}, key=f"open {name}", path=path)
        amount = available["free"] * percent // 100
        if amount > 0:
            body = {"source": available["id"], "destination": opened["id"], "amount": {"amount": amount}}
            await do(database, PAYER, MERCHANT, MOVE_MONEY, body, key=f"move {name}", path=path, two_factor=True)
