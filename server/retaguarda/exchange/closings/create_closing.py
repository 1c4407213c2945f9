"""Draft a closing: bind what is funded and complete, and leave out what lacks something or waits for compliance."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from uuid import UUID

from retaguarda.exchange.banks.queries import bank_for_update, currency_of
from retaguarda.exchange.closings.model import ClosingInput
from retaguarda.exchange.closings.queries import closing_of, load_closing, sums_of
from retaguarda.exchange.model import HOME, foreign_currency
from retaguarda.exchange.operations.check_restrictions import HELD
from retaguarda.foundation.business_days import BeyondCalendar, add_business_days, next_business_day
from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import see_all

#: Funded operations o of a currency and direction that no living closing has.
FREE = """
    exchange_operation o where o.state = 'funded' and o.currency = %(currency)s and o.direction = %(direction)s
     and o.funded_at <= %(until)s and not exists (
       select from exchange_closing_line l where l.operation_id = o.id and l.living)
"""
_BIND = f"""
    insert into exchange_closing_line (closing_id, merchant_id, operation_id)
    select %(id)s, o.company_id, o.id from {FREE} and exchange_lacks(o) = '{{}}' and not {HELD} and (%(wanted)s::uuid[] is null or o.id = any(%(wanted)s))
     order by o.id for no key update of o
    on conflict do nothing
"""
#: Numbers of one day are given one after the other.
_LOCK = "select pg_advisory_xact_lock(hashtextextended('exchange_closing', 1))"


async def draft_closing(tx: Tx, principal: Principal, given: ClosingInput, path: Mapping[str, str]) -> Done:
    await see_all(tx, principal)
    currency = foreign_currency("currency", given.currency)
    bank = await bank_for_update(tx, given.bank, active=True)
    terms = await currency_of(tx, bank.id, currency)
    now = datetime.now(UTC)
    until = now
    if given.until is not None:
        until = datetime.combine(now.astimezone(BRASILIA), time.fromisoformat(given.until), BRASILIA)
    if until > now:
        raise invalid_field("until", "day_in_future", "what is not funded yet is in no closing")
    day = trade_day(now, terms.cut_off)
    closing = uuid7()
    await tx.execute(_LOCK)
    await tx.execute(
        "insert into exchange_closing (id, reference, bank_id, direction, currency, home_currency, cut_at, trade_day, home_day,"
        " foreign_day, makers, created_by) select %(id)s, 'FX-' || to_char(%(day)s::date, 'YYYYMMDD') || '-' ||"
        " lpad((count(*) + 1)::text, 2, '0'), %(bank)s, %(direction)s, %(currency)s, %(home)s, %(until)s, %(day)s, %(home_day)s,"
        " %(foreign_day)s, approval_makers(%(person)s), %(by)s from exchange_closing where trade_day = %(day)s",
        {
            "id": closing,
            "bank": bank.id,
            "direction": given.direction,
            "currency": currency,
            "home": HOME,
            "until": until,
            "day": day,
            "home_day": add_business_days(day, terms.home_days),
            "foreign_day": add_business_days(day, terms.foreign_days),
            "person": principal.person_id,
            "by": principal.email,
        },
    )
    bound = await tx.execute(
        _BIND,
        {
            "id": closing,
            "currency": currency,
            "direction": given.direction,
            "until": until,
            "wanted": given.operations,
        },
    )
    if bound == 0:
        raise ApiError(409, "closing_empty", "nothing of this currency is funded, complete and free")
    if given.operations is not None and bound != len(set(given.operations)):
        raise ApiError(
            409,
            "operation_not_free",
            "some of these operations are not funded, not complete, under review or in a closing",
        )
    await write_sums(tx, closing)
    row = await load_closing(tx, closing)
    return Done(
        str(closing),
        closing_of(row),
        {"name": row.reference, "operations": row.operations, "amount": row.foreign_amount, "currency": row.currency},
    )


async def write_sums(tx: Tx, closing: UUID) -> None:
    sums = await sums_of(tx, await load_closing(tx, closing))
    await tx.execute(
        "update exchange_closing set operations = %(operations)s, foreign_amount = %(foreign)s, clients = %(clients)s, tax = %(tax)s,"
        " tax_due = %(due)s where id = %(id)s",
        {
            "id": closing,
            "operations": sums.operations,
            "foreign": sums.foreign,
            "clients": sums.clients,
            "tax": sums.tax,
            "due": sums.due,
        },
    )


def trade_day(now: datetime, cut_off: str) -> date:
    """The day that a contract counts for: today until the bank's cut-off, else its next business day.

    Raises:
        ApiError: 409 ``calendar_ended``: the holidays of that year are not known.
    """
    here = now.astimezone(BRASILIA)
    try:
        day = next_business_day(here.date())
        return add_business_days(day, 1) if day == here.date() and f"{here:%H:%M}" > cut_off else day
    except BeyondCalendar as error:
        raise ApiError(409, "calendar_ended", str(error)) from None
