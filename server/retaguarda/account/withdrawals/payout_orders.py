"""Orders to a bank: written down before the call, asked about until their end is known, never given twice.

A call whose answer is lost is followed by the question what became of it. Only an order that is known to be refused
may be followed by another one; the database keeps to that too (payout_order_of_transfer, payout_order_of_account).
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from retaguarda.foundation.database import Database, Row, Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.jobs import TryAgain
from retaguarda.providers.payout import Account, Order, Outcome, PayoutRefused, Payouts, PayoutUnknown
from retaguarda.providers.pix.ids import transaction_id

#: Seconds until the bank is asked again about an order it works on.
POLL_SECONDS = 2

#: Of a withdrawal or an account: the order whose end is not known, else the newest.
OF_TRANSFER = "select * from payout_order where company_id = %(company)s and transfer_id = %(id)s order by attempt"
OF_ACCOUNT = "select * from payout_order where company_id = %(company)s and bank_account_id = %(id)s order by attempt"


@dataclass(frozen=True, slots=True)
class PayoutClient:
    """What every order needs. ``ispb``: of the participant that pays."""

    database: Database
    payouts: Payouts
    ispb: str

    async def ask(self, order: Row, to: Row, message: str, *, first: bool) -> Outcome:
        """What the bank says of an order, which it is given unless it has it.

        Args:
            to: whose columns say where it goes: of a bank account, or of a withdrawal.
            first: nobody has called with this order before.

        Raises:
            TryAgain: its end is not known.
        """
        asked = order_of(order, to, message)
        try:
            found = None if first else await self.payouts.status(asked)
            outcome = found or await self.payouts.send(asked)
        except PayoutUnknown as error:
            raise TryAgain(str(error), error.retry_after) from error
        except PayoutRefused as error:
            return Outcome("refused", reason=str(error))
        return outcome

    async def close(self) -> None:
        await self.payouts.close()


async def write_order(
    tx: Tx, company: int, amount: int, ispb: str, *, transfer: UUID | None = None, account: UUID | None = None
) -> Row:
    """The next order for a withdrawal or an account, with its end-to-end id. Commit before asking the bank.

    Args:
        ispb: of the participant whose end-to-end id it is.
    """
    order = await tx.one(
        "insert into payout_order (company_id, id, transfer_id, bank_account_id, attempt, provider_id, end_to_end_id, amount)"
        " select %(company)s, %(id)s, %(transfer)s, %(account)s, 1 + count(*), %(provider)s, %(e2e)s, %(amount)s"
        " from payout_order where company_id = %(company)s and (transfer_id = %(transfer)s or bank_account_id = %(account)s)"
        " returning *",
        {
            "company": company,
            "id": (number := uuid7()),
            "transfer": transfer,
            "account": account,
            "provider": number.hex,
            "e2e": transaction_id("E", ispb, datetime.now(UTC)),
            "amount": amount,
        },
    )
    assert order is not None
    return order


def order_of(order: Row, to: Row, message: str) -> Order:
    """As the bank knows it; ``to``: whose columns say where it goes."""
    if to["kind"] == "key":
        place: str | Account = to["pix_key"]
    else:
        place = Account(to["ispb"], to["branch"], to["number"], to["account_type"])
    return Order(
        id=order["provider_id"],
        end_to_end_id=order["end_to_end_id"],
        amount=order["amount"],
        to=place,
        holder_name=to["holder_name"],
        holder_document=to["holder_document"],
        message=message,
    )


async def follow_order(tx: Tx, order: Row, outcome: Outcome) -> bool:
    """Brings an order to what the bank says of it; the caller holds the lock of what it is for. False: it had ended before."""
    state = outcome.state
    moved = await tx.execute(
        "update payout_order set state = %(state)s, code = %(code)s, reason = %(reason)s,"
        " ended_at = case when %(state)s in ('done', 'refused') then clock_timestamp() end"
        " where company_id = %(company)s and id = %(id)s and state in ('sending', 'processing')",
        {
            "company": order["company_id"],
            "id": order["id"],
            "state": state,
            "code": outcome.code or None,
            "reason": outcome.reason[:500] or None,
        },
    )
    return moved == 1
