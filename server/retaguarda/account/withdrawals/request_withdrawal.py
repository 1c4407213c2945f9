"""Request a withdrawal: check it, insert the row and hold the money, in the caller's transaction."""

from datetime import date
from uuid import UUID
from zoneinfo import ZoneInfo

from retaguarda.account.bank_accounts.queries import account_to_pay
from retaguarda.account.withdrawals.model import FURTHEST
from retaguarda.foundation.company_block import refuse_blocked
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, FieldErrors
from retaguarda.foundation.money import BRL
from retaguarda.payout_engine.check_day import leaves_later
from retaguarda.payout_engine.create_payout import Origin, Requester, create_payout
from retaguarda.payout_engine.limits import refuse_beyond_limits


async def request_withdrawal(
    tx: Tx,
    *,
    company: int,
    bank_account: UUID,
    amount: int,
    requester: Requester,
    origin: Origin,
    origin_id: UUID | None = None,
    scheduled_for: date | None = None,
    description: str | None = None,
) -> Row:
    """Insert a withdrawal and hold its money; the event consumer queues the job that sends it.

    Args:
        amount: what arrives, centavos; the fee of the merchant's terms comes on top.
        origin: what requests it; ``origin_id`` names it. With ``recipient``, that recipient's money leaves.
        scheduled_for: the merchant's day on which it is sent; today, or None, is now.

    Returns:
        The row of ``payout``.

    Raises:
        ApiError: 400 naming the field; 404 ``bank_account``; 409 when the company is blocked, or the account not
            verified or in its cooling-off; 422 ``insufficient_balance``.
    """
    await refuse_blocked(tx, company, "out")
    account = await account_to_pay(tx, company, bank_account)
    refuse_unusable(account)
    terms = await load_terms(tx, company)
    wrong, later = FieldErrors(), False
    if amount > terms["most"]:
        wrong.add("amount", "transfer_too_large", f"one withdrawal is at most {terms['most']} minor units")
    zone = await tx.value("select time_zone from company where id = %(company)s", {"company": company})
    with wrong.gathered():
        later = leaves_later(scheduled_for, ZoneInfo(zone), FURTHEST)
    wrong.refuse()
    await refuse_beyond_limits(tx, company, amount, scheduled_for if later else None)
    return await create_payout(
        tx,
        account | {"bank_account": bank_account},
        amount=amount,
        currency=BRL,
        fee=terms["fee"],
        requester=requester,
        origin=origin,
        origin_id=origin_id,
        status="created" if later else "pending",
        scheduled_for=scheduled_for,
        description=description,
    )


def refuse_unusable(account: Row) -> None:
    """Refuse a bank account that cannot be paid yet.

    Raises:
        ApiError: 409 ``bank_account_not_verified``, or ``bank_account_cooling_off`` with its end.
    """
    if account["status"] != "verified":
        raise ApiError(409, "bank_account_not_verified", f"this bank account is {account['status']}")
    if not account["usable"]:
        raise ApiError(
            409,
            "bank_account_cooling_off",
            f"nothing goes to this account before {account['usable_from']:%Y-%m-%dT%H:%MZ}",
        )


async def load_terms(tx: Tx, company: int) -> Row:
    """Return ``fee`` and ``most`` (minor units) and ``cooling_off_hours`` of the merchant."""
    row = await tx.one("select * from payout_terms(%(company)s)", {"company": company})
    assert row is not None
    return row
