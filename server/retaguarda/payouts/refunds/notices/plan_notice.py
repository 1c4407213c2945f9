"""Plans a return notice: what each of its lines would do, against the payments and returns as they are; and stores the lines."""

from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.payouts.payments.model import OF_PAYMENTS
from retaguarda.payouts.refunds.notices.model import NoticeRow, ParsedNotice
from retaguarda.providers.bankfiles import Header
from retaguarda.providers.pix.ids import is_rtr_id


class _Payment(msgspec.Struct):
    """A payment as a notice may name it. ``number``: of the order that was carried out; ``by_file``: it has no end-to-end id."""

    id: UUID
    end_to_end_id: str | None
    external_id: str | None
    status: str
    amount: int
    returned: int
    ended_on: date | None
    number: int | None
    by_file: bool
    bank: str | None
    agreement: str | None


class _Booked(msgspec.Struct):
    rtr_id: str
    payout_id: UUID
    amount: int


class _Plan(msgspec.Struct):
    """What is known while the lines are planned one after the other: a line counts as booked for those below it."""

    named: dict[str, _Payment]
    booked: dict[str, _Booked]
    header: Header | None
    today: date
    seen: set[str]
    left: dict[UUID, int]


async def plan_notice(
    tx: Tx, row: NoticeRow, format: str, header: Header | None, lines: Sequence[ParsedNotice], elsewhere: set[str]
) -> None:
    """Store the lines of a notice with what each would do, and count them on it.

    Args:
        header: what a bank's payment return says of itself.
        elsewhere: names of payments that are another merchant's.
    """
    plan = await _look_up(tx, row, header, lines)
    planned = [_planned(line, plan) | {"elsewhere": line.payment in elsewhere} for line in lines]
    values = {"company": row.company_id, "notice": row.id, "currency": row.currency, "format": format}
    await tx.execute(_INSERT, values | {"rows": json_text(planned)})
    await tx.execute(_COUNT, values)


async def _look_up(tx: Tx, row: NoticeRow, header: Header | None, lines: Sequence[ParsedNotice]) -> _Plan:
    names = {"company": row.company_id, "names": list({line.payment for line in lines})}
    payments = await fetch_all(tx, _Payment, _PAYMENTS, names)
    references = {"company": row.company_id, "references": list({line.reference for line in lines})}
    booked = await fetch_all(tx, _Booked, _BOOKED, references)
    today = await tx.value("select (now() at time zone 'America/Sao_Paulo')::date")
    # One payment's external id may be how another is named by its own: what the bank or we named stands first.
    named = {each.external_id: each for each in payments if each.external_id}
    named |= {f"RG{each.number:012}": each for each in payments if each.number is not None}
    named |= {each.end_to_end_id: each for each in payments if each.end_to_end_id}
    named |= {str(each.id): each for each in payments}
    return _Plan(named, {each.rtr_id: each for each in booked}, header, today, set(), {})


def _planned(line: ParsedNotice, plan: _Plan) -> dict[str, Any]:
    payment = plan.named.get(line.payment) or plan.named.get(_as_id(line.payment))
    outcome, problem = _outcome(line, payment, plan)
    remaining = None if payment is None else plan.left.get(payment.id, payment.amount - payment.returned)
    if payment is not None and remaining is not None and outcome == "match":
        plan.left[payment.id] = remaining - (line.amount or 0)
    if outcome in ("match", "over"):
        plan.seen.add(line.reference)
    found = None if payment is None or outcome == "bad" else payment.id
    values = msgspec.to_builtins(line)
    return values | {"outcome": outcome, "problem": problem, "payout_id": found, "remaining": remaining}


def _as_id(name: str) -> str:
    """Return the id of a payment as Postgres writes it; what is no id is nobody's."""
    try:
        return str(UUID(name))
    except ValueError:
        return ""


def _outcome(line: ParsedNotice, payment: _Payment | None, plan: _Plan) -> tuple[str, str | None]:
    """Return what a line would do, and why it is not booked."""
    if line.problem is not None or line.amount is None:
        return "bad", line.problem
    if line.returned_on is not None and line.returned_on > plan.today:
        return "bad", "returned_on:0:day_future"
    if line.reference in plan.seen:
        return "bad", "reference:0:reference_twice"
    booked = plan.booked.get(line.reference)
    if booked is not None:
        same = payment is not None and (booked.payout_id, booked.amount) == (payment.id, line.amount)
        return ("booked", None) if same else ("bad", "reference:0:reference_used")
    if payment is None:
        return "unknown", "row:0:no_payment"
    if payment.status != "done":
        return "unknown", "row:0:not_paid"
    return _against(line, payment, plan)


def _against(line: ParsedNotice, payment: _Payment, plan: _Plan) -> tuple[str, str | None]:
    """Compare a line with the payment that it names, which was paid."""
    if is_rtr_id(line.reference) == payment.by_file:
        # The bank would tell of the same return under its own id, and it would be booked twice.
        return "bad", f"reference:0:{'order_number_needed' if payment.by_file else 'rtr_id_needed'}"
    if payment.by_file and line.reference != f"RG{payment.number or 0:012}":
        return "bad", "reference:0:reference_of_another"
    header = plan.header
    if header is not None and (header.bank, header.agreement) != (payment.bank, payment.agreement):
        return "unknown", "row:0:other_agreement"
    if line.returned_on is not None and payment.ended_on is not None and line.returned_on < payment.ended_on:
        return "bad", "returned_on:0:day_before_payment"
    if (line.amount or 0) > plan.left.get(payment.id, payment.amount - payment.returned):
        return "over", "amount:0:over"
    return "match", None


_PAYMENTS = f"""
    select t.id, t.end_to_end_id, t.external_id, t.status, t.amount, t.returned,
           (t.ended_at at time zone 'America/Sao_Paulo')::date as ended_on, o.number, coalesce(o.end_to_end_id is null, false) as by_file,
           r.bank, r.agreement
      from (select * from payout where company_id = %(company)s and {OF_PAYMENTS} and (
              end_to_end_id = any (%(names)s::text[]) or external_id = any (%(names)s::text[])
              or id in (select n::uuid from unnest(%(names)s::text[]) n where n ~* '^[0-9a-f]{{8}}(-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}}$')
              or id in (select q.payout_id from payout_order q where q.company_id = %(company)s and q.number in (
                          select substr(n, 3)::bigint from unnest(%(names)s::text[]) n where n ~ '^RG[0-9]{{1,18}}$')))) t
      left join payout_order o on o.company_id = t.company_id and o.payout_id = t.id and o.state = 'done'
      left join lateral remitted_order('RG' || o.number) r on true
"""
_BOOKED = """
    select rtr_id, payout_id, amount from payout_return
     where company_id = %(company)s and rtr_id = any (%(references)s::text[])
"""
_INSERT = """
    insert into return_notice_line (company_id, notice_id, number, outcome, problem, reference, payment, amount, currency, returned_on,
                                    reason, payout_id, remaining, elsewhere)
    select %(company)s, %(notice)s, r.number, r.outcome, r.problem, r.reference, r.payment, r.amount, %(currency)s, r.returned_on,
           r.reason, r.payout_id, r.remaining, r.elsewhere
      from jsonb_to_recordset(%(rows)s::jsonb) r (number int, outcome text, problem text, reference text, payment text, amount bigint,
             returned_on date, reason text, payout_id uuid, remaining bigint, elsewhere boolean)
"""
_COUNT = """
    update return_notice n
       set status = 'read', format = %(format)s, lines = c.lines, matched = c.matched, known = c.known, over = c.over, unknown = c.unknown,
           bad = c.bad, amount = c.amount
      from (select count(*)::int as lines, count(*) filter (where outcome = 'match')::int as matched,
                   count(*) filter (where outcome = 'booked')::int as known, count(*) filter (where outcome = 'over')::int as over,
                   count(*) filter (where outcome = 'unknown')::int as unknown, count(*) filter (where outcome = 'bad')::int as bad,
                   coalesce(sum(amount) filter (where outcome = 'match'), 0)::bigint as amount
              from return_notice_line where company_id = %(company)s and notice_id = %(notice)s) c
     where n.company_id = %(company)s and n.id = %(notice)s
"""
