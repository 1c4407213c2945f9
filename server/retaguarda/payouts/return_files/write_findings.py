"""Examines a payment return: loads what the witnesses say, plans repairs, and writes findings and corrections."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.typed_rows import fetch_all, struct_of
from retaguarda.payouts.return_files.find_damage import Finding, find_damage, is_whole
from retaguarda.payouts.return_files.find_witness import FREE, BankMovement, CoveredDays, SentOrder, Statement
from retaguarda.payouts.return_files.plan_payments import replan_payments
from retaguarda.payouts.return_files.plan_repairs import FileFacts, ReadLine, plan_repairs
from retaguarda.providers.bankfiles import PaymentEntry, Reader, SalvageReader

#: Open lines of a file that are examined, orders and bank lines that are held against them; of more orders or bank lines nothing is
#: proposed that asks whether another is like it.
MOST_LINES, MOST_ORDERS, MOST_MOVEMENTS = 20_000, 60_000, 100_000
#: Days after a payment date in which a statement may still tell of it.
_AFTER = timedelta(days=60)
#: Days before a file's own within which every payment of its agreement is known, whether it is open or not.
_BEFORE = timedelta(days=45)
_LONG_AGO = date(2000, 1, 1)

_OF_FILE = "company_id = %(company_id)s and file_id = %(id)s"
_COMPLETE = f"""
    select not exists (select from payment_line where {_OF_FILE} and order_id is null)
       and not exists (
         select from remittance_line r
          where r.remittance_id in (select distinct remittance_id from payment_line where {_OF_FILE} and remittance_id is not null)
            and not exists (select from payment_line l where l.company_id = %(company_id)s and l.file_id = %(id)s
                              and l.merchant_id = r.merchant_id and l.order_id = r.order_id))
"""
_OPEN_LINES = f"""
    select * from payment_line where {_OF_FILE} and done_at is null and effect in ('no_change', 'unknown', 'contradiction', 'not_ours')
     order by number limit {MOST_LINES}
"""
_MOVEMENTS = """
    select l.id, l.booked_on, l.amount, l.tax_document, l.texts,
           case when exists (select from payment_line p where p.witness_id = l.id and p.done_at is not null) then 'matched' else l.state end
             as state
      from published.bank_line l join published.house_account h on h.company_id = l.company_id and h.id = l.account_id
     where l.account_id = any (%(accounts)s) and l.currency = %(currency)s and l.booked_on between %(first)s and %(last)s limit %(most)s
"""
_ACCOUNTS = """
    select distinct h.id from published.house_account h
      join jsonb_to_recordset(%(accounts)s::jsonb) a (bank text, branch text, number text, digit text)
        on a.bank = h.bank and ltrim(a.branch, '0') = ltrim(h.branch, '0')
       and h.digits in (ltrim(a.number, '0'), ltrim(a.number || a.digit, '0'))
     where h.state = 'open' and h.currency = %(currency)s
"""
_COVERED = """
    select first_on, last_on from published.stated_balance
     where account_id = any (%(accounts)s) and currency = %(currency)s and last_on >= %(first)s and first_on <= %(last)s
"""
_INSERT = """
    insert into payment_finding (company_id, file_id, number, kind, structural, line, lines, read, effect, merchant_id, payout_id,
           order_id, remittance_id, amount, currency, paid_on, witness, witness_id, taken)
    select %(company_id)s, %(id)s, coalesce((select max(number) from payment_finding where company_id = %(company_id)s and file_id = %(id)s), 0)
             + row_number() over (order by r.place),
           r.kind, r.structural, r.line, r.lines, r.read, r.effect, r.merchant_id, r.payout_id, r.order_id, r.remittance_id, r.amount,
           case when r.amount is not null then %(currency)s end, r.paid_on, r.witness, r.witness_id, r.taken
      from jsonb_to_recordset(%(rows)s::jsonb) r (place int, kind text, structural boolean, line bigint, lines bigint, read text,
             effect text, merchant_id int, payout_id uuid, order_id uuid, remittance_id uuid, amount bigint, paid_on date, witness text,
             witness_id uuid, taken boolean)
"""
_CORRECT = """
    update payment_line l
       set merchant_id = f.merchant_id, payout_id = f.payout_id, order_id = f.order_id, remittance_id = f.remittance_id,
           effect = f.effect, why = null, repair = f.kind, witness_id = f.witness_id, settled_on = f.paid_on
      from payment_finding f
     where l.company_id = %(company_id)s and l.file_id = %(id)s and l.done_at is null and f.company_id = l.company_id
       and f.file_id = l.file_id and f.line = l.number and f.taken
"""
_CORRECTED = f"select number, effect, repair, order_id, witness_id from payment_line where {_OF_FILE} and done_at is null and repair is not null"
#: What was applied stays; the rest is planned again.
_FORGET = f"""
    delete from payment_finding f where {_OF_FILE} and not structural
       and not exists (select from payment_line l where l.company_id = f.company_id and l.file_id = f.file_id and l.number = f.line
                          and l.repair is not null and l.done_at is not null)
"""
_PROVES = """
    select exists (select from published.bank_line where id = %(witness_id)s and state = any (%(free)s))
       and not exists (select from payment_line where witness_id = %(witness_id)s and done_at is not null)
"""


class _File(msgspec.Struct, frozen=True):
    """What of a file says whose payments it is about."""

    bank: str
    agreement: str | None
    generated_on: date | None
    currency: str


class _Id(msgspec.Struct, frozen=True):
    id: UUID


class _Corrected(msgspec.Struct, frozen=True):
    number: int
    effect: str
    repair: str
    order_id: UUID
    witness_id: UUID | None


class _LeftOut(msgspec.Struct, frozen=True):
    kind: str
    line: int | None


async def examine(tx: Tx, file: Row, reader: Reader[PaymentEntry]) -> None:
    """Examine a file that was just read; ``file`` names its bank and agreement.

    What is damaged so that lines may be missing is doubted: its lines move money only with a second witness.
    """
    damages = list(reader.damages.seen.values()) if isinstance(reader, SalvageReader) else []
    complete = bool(damages) and await tx.value(_COMPLETE, file)
    await _insert(tx, file, find_damage(damages, reader.found.tolerances.seen, complete=complete))
    if not is_whole(damages, complete=complete):
        await tx.execute(f"update payment_line set doubted = true where {_OF_FILE}", file)
        await replan_payments(tx, file)
    await _write_repairs(tx, file)


async def replan_file(tx: Tx, file: Row) -> int:
    """Plan every open line of a file again, with its corrections; return how many lines changed."""
    before = {each.number: each for each in await fetch_all(tx, _Corrected, _CORRECTED, file)}
    changed = set(await replan_payments(tx, file))
    await _write_repairs(tx, file)
    after = {each.number: each for each in await fetch_all(tx, _Corrected, _CORRECTED, file)}
    same = {number for number, each in before.items() if after.get(number) == each}
    return len((changed | before.keys() | after.keys()) - same)


async def still_proven(tx: Tx, witness: UUID | None) -> bool:
    """Whether the bank line that proves a correction still explains nothing else; True for a line that needs none."""
    return witness is None or await tx.value(_PROVES, {"witness_id": witness, "free": sorted(FREE)})


async def _write_repairs(tx: Tx, file: Row) -> None:
    left_out = await fetch_all(
        tx, _LeftOut, f"select kind, line from payment_finding where {_OF_FILE} and taken is false", file
    )
    await tx.execute(_FORGET, file)
    lines = await fetch_all(tx, ReadLine, _OPEN_LINES, file)
    if not lines:
        return
    found = plan_repairs(lines, await _facts(tx, file, lines))
    await _insert(tx, file, found, set(left_out))
    await tx.execute(_CORRECT, file)


async def _insert(tx: Tx, file: Row, found: Sequence[Finding], left_out: set[_LeftOut] | None = None) -> None:
    rows = [
        {
            "place": place,
            "kind": each.kind,
            "structural": each.structural,
            "line": each.line,
            "lines": each.lines,
            "read": each.read,
            "effect": each.effect,
            "merchant_id": each.order and each.order.merchant_id,
            "payout_id": each.order and each.order.payout_id,
            "order_id": each.order and each.order.order_id,
            "remittance_id": each.order and each.order.remittance_id,
            "amount": each.order and each.order.amount,
            "paid_on": each.paid_on,
            "witness": each.witness,
            "witness_id": each.witness_id,
            "taken": None if each.effect is None else _LeftOut(each.kind, each.line) not in (left_out or ()),
        }
        for place, each in enumerate(found)
    ]
    if rows:
        await tx.execute(_INSERT, file | {"rows": json_text(rows)})


async def _facts(tx: Tx, file: Row, lines: Sequence[ReadLine]) -> FileFacts:
    """Load what is held against the open lines: the orders that they may be about, and the statements of the accounts debited."""
    of = struct_of(_File, file)
    until = of.generated_on or max((each.paid_on for each in lines if each.paid_on), default=_LONG_AGO)
    since = until - _BEFORE
    named = await fetch_all(
        tx,
        _Id,
        f"select distinct order_id as id from payment_line where {_OF_FILE} and order_id is not null",
        file,
    )
    asked = {
        "bank": of.bank,
        "agreement": of.agreement,
        "orders": [each.order_id for each in lines if each.order_id is not None],
        "since": since,
        "most": MOST_ORDERS + 1,
    }
    orders = await fetch_all(
        tx,
        SentOrder,
        "select * from sent_orders(%(bank)s, %(agreement)s, %(orders)s::uuid[], %(since)s, %(most)s)",
        asked,
    )
    return FileFacts(
        bank=of.bank,
        until=until,
        orders=orders,
        known_since=since if len(orders) <= MOST_ORDERS else None,
        named=frozenset(each.id for each in named),
        statement=await _statement(tx, orders, until, of.currency),
    )


async def _statement(tx: Tx, orders: Sequence[SentOrder], until: date, currency: str) -> Statement:
    debited = {(each.bank, each.account_branch, each.account_number, each.account_digit) for each in orders}
    names = ("bank", "branch", "number", "digit")
    accounts = json_text([dict(zip(names, each, strict=True)) for each in sorted(debited)])
    found = await fetch_all(tx, _Id, _ACCOUNTS, {"accounts": accounts, "currency": currency})
    if not found:
        return Statement((), ())
    asked: dict[str, Any] = {
        "accounts": [each.id for each in found],
        "currency": currency,
        "first": min(each.day for each in orders),
        "last": max(until, *(each.day for each in orders)) + _AFTER,
        "most": MOST_MOVEMENTS + 1,
    }
    movements = await fetch_all(tx, BankMovement, _MOVEMENTS, asked)
    if len(movements) > MOST_MOVEMENTS:
        return Statement((), ())
    return Statement(movements, await fetch_all(tx, CoveredDays, _COVERED, asked))
