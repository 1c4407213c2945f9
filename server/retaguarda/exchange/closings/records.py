"""One closing: who pays what in it, what it earns against the reference rate, what was left out, and what stands in its way."""

from decimal import Decimal
from uuid import UUID

import msgspec

from retaguarda.exchange.banks.queries import currency_of, load_bank
from retaguarda.exchange.closings.check_closing import check_closing
from retaguarda.exchange.closings.create_closing import FREE
from retaguarda.exchange.closings.model import ClosingLine, ClosingPosition, ClosingRecord, LeftOut, MerchantPart
from retaguarda.exchange.closings.queries import (
    LINES,
    ClosingRow,
    closing_of,
    find_closing,
    plan_of,
    result_of,
    sums_of,
)
from retaguarda.exchange.closings.tables import CLOSINGS, READ, SCOPE
from retaguarda.exchange.evaluate_price import convert
from retaguarda.exchange.model import rate_text
from retaguarda.exchange.operations.check_restrictions import HELD
from retaguarda.exchange.postings import sign_of
from retaguarda.exchange.rates.model import Reference
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.money import Money, exponent_of
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.timeline import moments_of
from retaguarda.foundation.typed_rows import struct_fields

#: Rows that a record tells one by one.
MOST = 500

_PARTS = f"""
    select o.company_id, k.name as company_name, count(*) as operations,
           json_build_object('amount', sum(o.foreign_amount)::bigint, 'currency', min(o.currency)) as foreign,
           json_build_object('amount', sum(o.price)::bigint, 'currency', min(o.home_currency)) as clients,
           json_build_object('amount', sum(o.tax)::bigint, 'currency', min(o.home_currency)) as tax,
           json_build_object('amount', sum(%(sign)s * (o.price - exchange_price(o.foreign_amount, o.ptax, %(places)s, %(home_places)s)))
             ::bigint, 'currency', min(o.home_currency)) as spread
      from {LINES} join company k on k.id = o.company_id
     where l.closing_id = %(id)s and (l.living or %(over)s) group by 1, 2 order by sum(o.foreign_amount) desc, 1
"""
_LINE_ROWS = f"""
    select o.id as operation_id, o.reference, o.company_id, o.client_name,
           json_build_object('amount', o.foreign_amount, 'currency', o.currency) as foreign, trim_scale(o.rate)::text as rate,
           json_build_object('amount', o.price, 'currency', o.home_currency) as price,
           json_build_object('amount', o.tax, 'currency', o.home_currency) as tax
      from {LINES} where l.closing_id = %(id)s and (l.living or %(over)s) order by o.company_id, o.funded_at, o.id limit {MOST}
"""
_LEFT_OUT = f"""
    select o.id as operation_id, o.reference, o.company_id, k.name as company_name,
           json_build_object('amount', o.foreign_amount, 'currency', o.currency) as foreign, o.lacks
      from (select o.*, exchange_lacks(o) || case when {HELD} then '{{under_review}}'::text[] else '{{}}' end as lacks from {FREE}) o
      join company k on k.id = o.company_id
     where o.lacks <> '{{}}' order by o.funded_at, o.id limit {MOST}
"""
_OPEN = """
    select coalesce(sum(case o.direction when 'out' then -o.foreign_amount else o.foreign_amount end), 0)::bigint
      from exchange_operation o where o.state = 'funded' and o.currency = %(currency)s
"""


async def _load(tx: Tx, principal: Principal, closing: UUID) -> ClosingRecord | None:
    row = await find_closing(tx, closing)
    if row is None:
        return None
    sums = await sums_of(tx, row)
    values = {
        "id": row.id,
        "over": row.state in ("cancelled", "rejected"),
        "sign": sign_of(row.direction),
        "places": exponent_of(row.currency),
        "home_places": exponent_of(row.home_currency),
        "currency": row.currency,
        "direction": row.direction,
        "until": row.cut_at,
    }
    parts = msgspec.convert(await tx.all(_PARTS, values), list[_Part])
    going = row.state in ("draft", "agreed")
    left_out = msgspec.convert(await tx.all(_LEFT_OUT, values), list[LeftOut]) if going else []
    reference = None if row.ptax is None or row.ptax_day is None else Reference(row.ptax_day, row.ptax, row.ptax)
    bank = await load_bank(tx, row.bank_id)
    return ClosingRecord(
        **msgspec.structs.asdict(closing_of(row)),
        mean_rate=_mean(Money(row.clients, row.home_currency), Money(row.foreign_amount, row.currency)),
        result=None
        if reference is None
        else result_of(
            row,
            sums,
            reference,
            convert(sums.foreign, reference.of(row.direction), row.currency, row.home_currency),
        ),
        line_after=Money(bank.line_granted.amount - bank.line_used.amount, bank.line_granted.currency)
        if going
        else None,
        merchants=[
            MerchantPart(
                **struct_fields(MerchantPart, each, without=("mean_rate",)), mean_rate=_mean(each.clients, each.foreign)
            )
            for each in parts
        ],
        lines=msgspec.convert(await tx.all(_LINE_ROWS, values), list[ClosingLine]),
        left_out=left_out,
        position=await _position(tx, row, going),
        checks=await check_closing(tx, row, sums, bank, await _cut_off(tx, row)) if going else [],
        plan=plan_of(row, sums),
        own=await tx.value(
            "select approval_makers(%(person)s) && %(makers)s::uuid[]",
            {"person": principal.person_id, "makers": row.makers},
        ),
        bank_quotes=row.bank_quotes,
        collects_iof=row.bank_collects if row.collects_tax is None else row.collects_tax,
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(closing), "most": 100}),
    )


class _Part(msgspec.Struct):
    """A merchant's part as the database adds it up."""

    company_id: int
    company_name: str
    operations: int
    foreign: Money
    clients: Money
    tax: Money
    spread: Money


def _mean(clients: Money, foreign: Money) -> str:
    """What clients pay for one unit, in the mean, with four decimals: of a merchant's part and of the whole it is the money that was
    booked over the foreign money, so that each stands beside the amounts that it follows from."""
    if foreign.amount == 0:
        return "0"
    home = Decimal(clients.amount).scaleb(-exponent_of(clients.currency))
    units = Decimal(foreign.amount).scaleb(-exponent_of(foreign.currency))
    return rate_text((home / units).quantize(Decimal("0.0001")))


async def _position(tx: Tx, row: ClosingRow, going: bool) -> ClosingPosition:
    now = await tx.value(_OPEN, {"currency": row.currency})
    takes = sign_of(row.direction) * row.foreign_amount if going else 0
    return ClosingPosition(Money(now, row.currency), Money(takes, row.currency), Money(now + takes, row.currency))


async def _cut_off(tx: Tx, row: ClosingRow) -> str | None:
    """The bank's cut-off where the contract is of today; None: it is of a later day, or the bank deals in it no more."""
    try:
        terms = await currency_of(tx, row.bank_id, row.currency)
    except ApiError:
        return None
    return terms.cut_off


CLOSING_RECORD = Record(
    path=f"{CLOSINGS.path}/{{id:str}}",
    summary="One closing: its plan by merchant, its result in five numbers, what was left out, the checks",
    permission=READ,
    scope=SCOPE,
    answers=ClosingRecord,
    load=_load,
)
