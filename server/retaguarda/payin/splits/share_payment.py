"""Writes shares with the payment, and takes them back with the refund, each in the same transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from retaguarda import ledger
from retaguarda.foundation.database import Tx
from retaguarda.ledger import AccountRef, Leg
from retaguarda.payin.rows import PixPaymentRow, RefundRow
from retaguarda.payin.splits.agree_split import split_of
from retaguarda.payin.splits.divide_amount import Share, divide, divide_refund

AVAILABLE = "available"
#: Prefix of the code of a recipient's ledger account.
ACCOUNT = "recipient."


def account_of(company: int, recipient: UUID, currency: str) -> AccountRef:
    return AccountRef(company, f"{ACCOUNT}{recipient}", currency)


def legs_of(company: int, shares: Sequence[Share], currency: str) -> list[Leg]:
    """Return the legs of a payment that go to recipients; a share that its fee uses up has none."""
    return [
        Leg(account_of(company, each.recipient, currency), each.net) for each in shares if each.recipient and each.net
    ]


async def share_payment(
    tx: Tx, charge: UUID, agreed: object, payment: PixPaymentRow, *, recurring: bool = False
) -> list[Share]:
    """Divide a payment by its charge's split and write the shares; an empty list without a split.

    Args:
        agreed: the charge's split as JSON.
        recurring: the charge is a recurring one.
    """
    split = split_of(agreed)
    if split is None:
        return []
    shares = divide(split, payment.amount, payment.fee)
    await write_shares(
        tx,
        shares,
        company=payment.company_id,
        payment=payment.end_to_end_id,
        currency=payment.currency,
        charge=charge,
        paid_at=payment.paid_at,
        recurring=recurring,
    )
    return shares


async def write_shares(
    tx: Tx,
    shares: Sequence[Share],
    *,
    company: int,
    payment: str,
    currency: str,
    charge: UUID,
    paid_at: datetime,
    recurring: bool = False,
) -> None:
    """Write the shares of a payment.

    Args:
        payment: endToEndId of a Pix, or the id of a boleto payment.
        recurring: the charge is a recurring one.
    """
    await tx.execute(
        "insert into payment_share (company_id, payment, place, recipient_id, charge_id, recurring_charge_id, kind, value, amount, currency, fee, rounding,"
        " reduced, paid_at) select %(company)s, %(payment)s, s.place, s.recipient, %(charge)s::uuid, %(recurring)s::uuid, s.kind, s.value, s.amount, %(currency)s, s.fee,"
        " s.rounding, s.reduced, %(paid_at)s from unnest(%(places)s::int[], %(recipients)s::uuid[], %(kinds)s::text[],"
        " %(values)s::bigint[], %(amounts)s::bigint[], %(fees)s::bigint[], %(roundings)s::boolean[], %(reduced)s::boolean[])"
        " s (place, recipient, kind, value, amount, fee, rounding, reduced)",
        {
            "company": company,
            "payment": payment,
            "currency": currency,
            "charge": None if recurring else charge,
            "recurring": charge if recurring else None,
            "paid_at": paid_at,
            "places": [each.place for each in shares],
            "recipients": [each.recipient for each in shares],
            "kinds": [each.kind for each in shares],
            "values": [each.value for each in shares],
            "amounts": [each.amount for each in shares],
            "fees": [each.fee for each in shares],
            "roundings": [each.rounding for each in shares],
            "reduced": [each.reduced for each in shares],
        },
    )


@dataclass(frozen=True, slots=True)
class RefundShares:
    """What each share bears of a refund: by place the amount, and the part that the merchant carries for the recipient."""

    payment: str
    amounts: Mapping[int, int]
    carried: Mapping[int, int]
    recipients: Mapping[int, UUID]

    @property
    def legs(self) -> dict[UUID, int]:
        """Return what each recipient gives back."""
        found = {self.recipients[place]: self.amounts[place] - self.carried[place] for place in self.recipients}
        return {recipient: amount for recipient, amount in found.items() if amount}


async def plan_refund_shares(tx: Tx, payment: PixPaymentRow, amount: int) -> RefundShares:
    """Compute what a refund of a split payment takes from each share. The caller has locked its charge.

    The merchant carries what a recipient lacks. Locks the recipients' accounts until the transaction ends.
    """
    key = {"company": payment.company_id, "payment": payment.end_to_end_id}
    await lock_recipient_accounts(tx, payment.company_id)
    rows = await tx.all(_LEFT, key)
    left = {row["place"]: row["left"] for row in rows}
    taken = divide_refund(amount, left, next(row["place"] for row in rows if row["rounding"]))
    free = {row["place"]: row["free"] for row in rows if row["recipient_id"]}
    carried = {place: max(0, taken[place] - free[place]) if place in free else 0 for place in taken}
    recipients = {row["place"]: row["recipient_id"] for row in rows if row["recipient_id"]}
    return RefundShares(payment.end_to_end_id, taken, carried, recipients)


async def lock_recipient_accounts(tx: Tx, company: int) -> None:
    """Serialise those who take from recipients' accounts: the second waits and sees what the first has left."""
    await tx.execute("select pg_advisory_xact_lock(hashtextextended('recipients', %(id)s))", {"id": company})


async def take_back_shares(tx: Tx, refund: RefundRow, shares: RefundShares) -> None:
    """Write the refund's shares and move the recipients' parts to the merchant's balance, which the refund then holds."""
    places = [place for place, amount in shares.amounts.items() if amount]
    await tx.execute(
        "insert into refund_share (company_id, refund_id, payment, place, amount, carried, currency)"
        " select %(company_id)s, %(id)s, %(payment)s, s.*, %(currency)s from unnest(%(places)s::int[], %(amounts)s::bigint[], %(carried)s::bigint[]) s",
        {
            "company_id": refund.company_id,
            "id": refund.id,
            "currency": refund.currency,
            "payment": shares.payment,
            "places": places,
            "amounts": [shares.amounts[place] for place in places],
            "carried": [shares.carried[place] for place in places],
        },
    )
    company, legs = refund.company_id, shares.legs
    if not legs:
        return
    await ledger.post(
        tx,
        company=company,
        key=f"share:{refund.id}",
        kind="payin.share_returned",
        reference=str(refund.charge_id),
        effective_at=None,
        legs=[
            Leg(AccountRef(company, AVAILABLE, refund.currency), sum(legs.values())),
            *(Leg(account_of(company, recipient, refund.currency), -amount) for recipient, amount in legs.items()),
        ],
    )


async def return_shares(tx: Tx, refund: RefundRow, hold_key: str) -> bool:
    """Return their parts to the recipients of a failed refund, out of its hold; False when none gave anything.

    Captures the hold instead of voiding it first: a merchant blocked meanwhile must still return what is not its own.
    """
    company = refund.company_id
    rows = await tx.all(
        "select s.recipient_id, r.amount - r.carried as amount from refund_share r"
        " join payment_share s using (company_id, payment, place)"
        " where r.company_id = %(company_id)s and r.refund_id = %(id)s and s.recipient_id is not null and r.amount > r.carried",
        refund,
    )
    if not rows:
        return False
    await ledger.capture(
        tx,
        company=company,
        hold_key=hold_key,
        key=f"unshare:{refund.id}",
        kind="payin.share_given_again",
        reference=str(refund.charge_id),
        effective_at=None,
        legs=[
            Leg(AccountRef(company, AVAILABLE, refund.currency), -sum(row["amount"] for row in rows)),
            *(Leg(account_of(company, row["recipient_id"], refund.currency), row["amount"]) for row in rows),
        ],
    )
    return True


_LEFT = f"""
    select s.place, s.recipient_id, s.rounding,
           s.amount - coalesce((
             select sum(g.amount) from refund_share g join refund r on r.company_id = g.company_id and r.id = g.refund_id
              where g.company_id = s.company_id and g.payment = s.payment and g.place = s.place and r.status <> 'failed'
           ), 0)::bigint as left,
           coalesce(case when not a.blocked_out then a.posted - a.held end, 0)::bigint as free
      from payment_share s
      left join ledger_account a on a.company_id = s.company_id and a.code = '{ACCOUNT}' || s.recipient_id and a.currency = s.currency
     where s.company_id = %(company)s and s.payment = %(payment)s
     order by s.place
"""
