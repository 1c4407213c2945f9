"""The ledger postings of exchange. X foreign, P price at home, I tax, F fee, B the bank's price.

Out (in mirrors the signs of P, X and B):
booked      merchant's: available −(P+I+F), fx_position +P, iof_payable +I, fx_fees +F; fx_position −X, exchange +X
closed      the provider's: fx_position −B, fx_clearing.<bank> +B; fx_clearing.<bank> −X, fx_position +X
            its result: fx_position −(ΣP−B), fx_spread +(ΣP−B−r), fx_rounding +r; and the tax, where the bank pays it
settled     at home, the provider's: fx_clearing.<bank> −(B+I), fx_cash +(B+I)
            abroad, each merchant's: exchange −X, fx_clearing.<bank> +X
taken back  before closing: the booking reversed; after it: an operation of its own, the other way round
"""

from collections.abc import Sequence
from uuid import UUID

from retaguarda import ledger
from retaguarda.exchange.evaluate_price import Price
from retaguarda.exchange.model import (
    AVAILABLE,
    CASH,
    CLEARING,
    EXCHANGE,
    FEES,
    POSITION,
    ROUNDING,
    SPREAD,
    TAX,
    Direction,
)
from retaguarda.foundation.database import Tx
from retaguarda.foundation.request import PROVIDER
from retaguarda.ledger import AccountRef, Leg

#: Kinds of journals.
BOOKED, CLOSED, SETTLED, DELIVERED, RETURNED, RECEIVED = (
    "exchange.booked",
    "exchange.closed",
    "exchange.settled",
    "exchange.delivered",
    "exchange.returned",
    "exchange.received",
)


def clearing(code: str) -> str:
    return f"{CLEARING}.{code}"


def sign_of(direction: Direction) -> int:
    return 1 if direction == "out" else -1


def legs_of(*wanted: tuple[int, str, str, int]) -> list[Leg]:
    """Legs of (company, account, currency, amount), without those of nothing."""
    return [
        Leg(AccountRef(company, code, currency), amount) for company, code, currency, amount in wanted if amount != 0
    ]


async def open_house(tx: Tx, currencies: Sequence[str]) -> None:
    """Open what every currency needs of the provider."""
    for currency in currencies:
        for code in (POSITION, SPREAD, FEES, TAX, ROUNDING, CASH):
            await ledger.open_account(tx, AccountRef(PROVIDER, code, currency), floor=None, append_only=True)


async def open_clearing(tx: Tx, code: str, currencies: Sequence[str]) -> None:
    """Open what is between a bank and us, in each currency."""
    for currency in currencies:
        await ledger.open_account(tx, AccountRef(PROVIDER, clearing(code), currency), floor=None, append_only=True)


async def open_merchant(tx: Tx, company: int, currency: str) -> None:
    await ledger.open_account(tx, AccountRef(company, EXCHANGE, currency))


async def post_booking(
    tx: Tx, company: int, operation: UUID, direction: Direction, price: Price, currency: str, home: str
) -> UUID:
    """
    Raises:
        InsufficientBalance: the merchant has less than the total, or less of the currency than it sells.
    """
    sign = sign_of(direction)
    posted = await ledger.post(
        tx,
        company=company,
        key=f"exchange:{operation}",
        kind=BOOKED,
        reference=str(operation),
        effective_at=None,
        legs=legs_of(
            (company, AVAILABLE, home, -sign * price.total(direction)),
            (PROVIDER, POSITION, home, sign * price.price),
            (PROVIDER, TAX, home, price.tax),
            (PROVIDER, FEES, home, price.fee),
            (PROVIDER, POSITION, currency, -sign * price.foreign),
            (company, EXCHANGE, currency, sign * price.foreign),
        ),
    )
    return posted.id


async def reverse_booking(tx: Tx, company: int, operation: UUID) -> None:
    journal = await tx.value(
        "select id from ledger_journal where company_id = %(company)s and key = %(key)s",
        {"company": company, "key": f"exchange:{operation}"},
    )
    await ledger.reverse(
        tx,
        company=company,
        journal=journal,
        key=f"exchange:{operation}:return",
        kind=RETURNED,
        reference=str(operation),
    )


async def post_closing(
    tx: Tx,
    closing: UUID,
    code: str,
    direction: Direction,
    *,
    foreign: int,
    clients: int,
    contract: int,
    rounding: int,
    tax: int,
    tax_due: int,
    collects_tax: bool,
    currency: str,
    home: str,
) -> None:
    """The contract with the bank, the result, and the tax: what was taken beyond what is due is ours, what lacks too."""
    sign, bank = sign_of(direction), clearing(code)
    result = sign * (clients - contract)
    await ledger.post(
        tx,
        company=PROVIDER,
        key=f"exchange:closing:{closing}",
        kind=CLOSED,
        reference=str(closing),
        effective_at=None,
        legs=legs_of(
            (PROVIDER, POSITION, home, -sign * clients),
            (PROVIDER, bank, home, sign * contract + (tax_due if collects_tax else 0)),
            (PROVIDER, SPREAD, home, result - rounding + tax - tax_due),
            (PROVIDER, ROUNDING, home, rounding),
            (PROVIDER, TAX, home, -(tax if collects_tax else tax - tax_due)),
            (PROVIDER, bank, currency, -sign * foreign),
            (PROVIDER, POSITION, currency, sign * foreign),
        ),
    )


async def post_settlement(tx: Tx, closing: UUID, code: str, side: str, amount: int, currency: str) -> None:
    """Our money of one side reached the bank; ``amount`` below zero: the bank's reached us."""
    await ledger.post(
        tx,
        company=PROVIDER,
        key=f"exchange:closing:{closing}:{side}",
        kind=SETTLED,
        reference=str(closing),
        effective_at=None,
        legs=legs_of((PROVIDER, clearing(code), currency, -amount), (PROVIDER, CASH, currency, amount)),
    )


async def post_delivery(tx: Tx, company: int, closing: UUID, code: str, foreign: int, currency: str) -> None:
    """What was bought for a merchant is abroad."""
    await ledger.post(
        tx,
        company=company,
        key=f"exchange:closing:{closing}:abroad",
        kind=DELIVERED,
        reference=str(closing),
        effective_at=None,
        legs=legs_of((company, EXCHANGE, currency, -foreign), (PROVIDER, clearing(code), currency, foreign)),
    )
