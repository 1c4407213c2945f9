"""(j) The preview of a bank's return of payments: what a line costs in a long file beside a short one, and what it adds in memory."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from statistics import median

import psycopg

from bench import payers, sets
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_most, figure
from bench.returns import preview
from retaguarda.foundation.ids import uuid7
from retaguarda.providers.bankfiles.remittances import Payer, Payment, write_remittance
from retaguarda_sandbox.payment_files import answer

GOAL, MEMORY_MIB = 1.2, 32
FEW = 1_000
ROUNDS = 3
#: Each payment is two lines of a file, which has at most 99,998 of them.
_LINES, _MOST = 2, 49_990
DATABASE = "bench_payment_returns"
MERCHANT = sets.FIRST_MERCHANT
_PAYER = Payer("341", "ITAU", "BENCH01", "11222333000181", "RETAGUARDA", "1234", "", "56789", "0")


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    most = min(plan.batch_lines // _LINES, _MOST)
    few = min(FEW, plan.batch_lines) // _LINES
    server.database(DATABASE, lambda connection: _fill(connection, most), f"{sets.VERSION} payment returns 2 {most}")
    found: dict[int, list[float]] = {few: [], most: []}
    grown, number = 0, 0
    for _ in range(min(plan.rounds, ROUNDS)):
        for payments, rates in found.items():
            number += 1
            seconds, more = asyncio.run(
                preview(server.app_url(DATABASE), _returned(server, payments, number), "payment")
            )
            rates.append(seconds / payments / _LINES * 1e6)
            grown = max(grown, more if payments == most else 0)
    yield at_most(
        f"(j) preview of a return of payments, a line of {most * _LINES:,} beside one of {few * _LINES:,}",
        median(found[most]),
        median(found[few]),
        "µs/line",
        GOAL,
    )
    yield figure(
        f"(j) memory that the preview of a return of {most * _LINES:,} lines adds", grown / 2**20, "MiB", MEMORY_MIB
    )


def _returned(server: Server, payments: int, number: int) -> bytes:
    """What the bank answers of the first payments; each file is another one, of the same bytes there is only one."""
    with psycopg.connect(server.url(DATABASE)) as connection:
        lines = connection.execute(
            "select l.reference, l.amount, p.pix_key from remittance_line l join payout p on p.id = l.payout_id"
            " order by l.number limit %s",
            (payments,),
        ).fetchall()
    now = datetime.now(UTC)
    orders = [
        Payment("pix", reference, amount, now.date(), "IARA PONTES", "52998224725", key=key, key_kind="email")
        for reference, amount, key in lines
    ]
    return answer(write_remittance(_PAYER, number, now, orders), number, now.date())


def _fill(connection: psycopg.Connection, payments: int) -> None:
    """So many payments of one merchant at the bank, in one sealed remittance."""
    payers.fill(connection)
    with connection.transaction():
        connection.execute("set local session_replication_role = replica")
        key = {
            "payments": payments,
            "merchant": MERCHANT,
            "processor": uuid7(),
            "remittance": uuid7(),
            "agreement": _PAYER.agreement,
            "bank": _PAYER.bank,
        }
        for statement in (_PROCESSOR, _PAYOUTS, _ORDERS, _REMITTANCE, _REMITTED):
            connection.execute(statement, key)
    connection.execute("analyze")


_PROCESSOR = """
insert into payout_processor (id, name, adapter, methods, ispb, bank, agreement, holder_document, holder_name, branch, branch_digit,
       number, number_digit, enabled, ready, believed)
values (%(processor)s, 'bench', 'cnab240', '{pix}', '60701190', %(bank)s, %(agreement)s, '11222333000181', 'RETAGUARDA', '1234', '',
       '56789', '0', true, true, true)
"""
_PAYOUTS = """
insert into payout (company_id, id, origin, method, status, amount, currency, fee, kind, pix_key, pix_key_kind, holder_name,
       holder_document, actor, processor_id)
select %(merchant)s, gen_random_uuid(), 'payout', 'pix', 'in_bank_processing', 100 + n * 100, 'BRL', 0, 'key',
       'p' || n || '@example.com', 'email', 'Iara Pontes', '52998224725', 'bench', %(processor)s
  from generate_series(1, %(payments)s) n
"""
_ORDERS = """
insert into payout_order (company_id, id, payout_id, attempt, provider_id, amount, currency, state, processor_id)
select company_id, gen_random_uuid(), id, 1, replace(id::text, '-', ''), amount, currency, 'processing', processor_id from payout
 where processor_id = %(processor)s
"""
_REMITTANCE = """
insert into remittance (id, processor_id, state, sequence, day, lines, currency, amount, plan_hash, sha256, bytes, actor, sealed_at,
       sealed_by)
select %(remittance)s, %(processor)s, 'sealed', 1, current_date, count(*), 'BRL', sum(amount), 'bench', sha256('bench'), 'bench', 'bench',
       now(), 'bench' from payout_order where processor_id = %(processor)s
"""
_REMITTED = """
insert into remittance_line (remittance_id, number, merchant_id, payout_id, order_id, reference, currency, amount)
select %(remittance)s, row_number() over (order by number), company_id, payout_id, id, 'RG' || lpad(number::text, 12, '0'), currency, amount
  from payout_order where processor_id = %(processor)s
"""
