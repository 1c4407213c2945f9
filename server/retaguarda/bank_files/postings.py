"""The ledger postings of return files.

Title paid:    boleto_clearing −amount (the bank owes us), the merchant's available +net, pix_fees +fee;
               of a split charge recipient.<id> +its share each, the rest to available
Line credited: boleto_clearing −amount, the merchant's available +amount (credit_line.py)
Bank tariff:   bank_costs −fee (the provider bears it), boleto_clearing +fee
"""

from collections.abc import Sequence
from datetime import date, datetime, time

from retaguarda import ledger
from retaguarda.bank_files.rows import BoletoPaymentRow
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.money import BRL
from retaguarda.foundation.request import PROVIDER
from retaguarda.ledger import AccountRef, Leg
from retaguarda.payin.charges.model import AVAILABLE, FEES
from retaguarda.payin.splits.divide_amount import Share
from retaguarda.payin.splits.share_payment import legs_of

CLEARING_ACCOUNT = AccountRef(PROVIDER, "boleto_clearing", BRL)
_COSTS = AccountRef(PROVIDER, "bank_costs", BRL)


async def open_accounts(tx: Tx) -> None:
    for account in (CLEARING_ACCOUNT, _COSTS):
        await ledger.open_account(tx, account, floor=None, append_only=True)


async def post_boleto(tx: Tx, payment: BoletoPaymentRow, shares: Sequence[Share] = ()) -> None:
    """Post a title that was paid; ``payment`` is a row of boleto_payment."""
    currency = payment.currency
    company, amount, fee = payment.company_id, payment.amount, payment.fee
    recipient_legs = legs_of(company, shares, currency)
    sums = {
        CLEARING_ACCOUNT: -amount,
        AccountRef(company, AVAILABLE, currency): amount - fee - sum(leg.amount for leg in recipient_legs),
        AccountRef(PROVIDER, FEES, currency): fee,
    }
    await ledger.post(
        tx,
        company=company,
        key=f"boleto:{payment.id}",
        kind="payin.boleto",
        reference=str(payment.charge_id),
        effective_at=noon(payment.paid_on),
        legs=[*(Leg(account, own) for account, own in sums.items() if own), *recipient_legs],
    )


async def post_bank_fee(tx: Tx, file: Row, line: Row) -> None:
    """Post the tariff that the bank took for a line."""
    day = line["credit_on"] or line["occurred_on"]
    await ledger.post(
        tx,
        company=PROVIDER,
        key=f"bankfee:{file['id']}:{line['number']}",
        kind="returns.bank_fee",
        reference=str(file["id"]),
        effective_at=day and noon(day),
        legs=[Leg(_COSTS, -line["fee"]), Leg(CLEARING_ACCOUNT, line["fee"])],
    )


def noon(day: date) -> datetime:
    """Return noon of a day in Brasília: banks give days, not times."""
    return datetime.combine(day, time(12), BRASILIA)
