"""Conciliation of the demo: house accounts in each state, a week of statements in five formats, and days in each state.

The sandbox bank tells what the ledger expects, with the faults of a real week. All of it is asked for through the one door.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta
from typing import Any, NamedTuple

from retaguarda.app import App
from retaguarda.background import jobs
from retaguarda.bank_files.jobs import APPLY
from retaguarda.conciliation.adjustments.commands import ASK_ADJUSTMENT
from retaguarda.conciliation.days.commands import DECIDE_DAY
from retaguarda.conciliation.matching.commands import DECIDE_EXCEPTION, DECIDE_LINE
from retaguarda.conciliation.matching.confirm_match import DECIDE_MATCH
from retaguarda.conciliation.matching.divide_line import SPLIT_LINE
from retaguarda.conciliation.statements.commands import ADD_ACCOUNT, DECIDE_ACCOUNT
from retaguarda.conciliation.statements.files import APPLY_FILE, CREATE_FILE, FINISH_FILE
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import SYSTEM, Row
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda_demo.matching_rules import write_rules
from retaguarda_demo.people import DIEGO, EVA, HOUSE
from retaguarda_demo.run_commands import do
from retaguarda_sandbox.statements import CSV_COLUMNS, FORMATS, BankMove, BankStatement

MAKER, CHECKER = DIEGO, EVA
#: Days before today on which the accounts begin.
BEGINS = 6
#: More lines than that would take a trial longer than its person waits.
MOST = 60_000
OPENING = 250_000_00
_DAY = timedelta(days=1)
#: A transfer that pays one charge and brings something more, in centavos.
_GROUPED, _MORE = "TED RECEBIDA AGRUPADA", 10_00

_PIX: dict[str, Any] = {
    "name": "Banco Serra Azul",
    "bank": "341",
    "branch": "0912",
    "number": "48213-7",
    "currency": "BRL",
    "clearing_code": "pix_clearing",
    "opening": OPENING,
    "mapping": CSV_COLUMNS,
}
_BOLETO = _PIX | {
    "name": "Caixa Cobrança",
    "bank": "104",
    "number": "77001-2",
    "clearing_code": "boleto_clearing",
    "tariff": 50,
}
_PROPOSED = _PIX | {"name": "Conta reserva", "number": "90210-4", "clearing_code": "adjustments", "opening": 1_000_00}
_ENDED = _PIX | {"name": "Conta antiga", "number": "11008-5", "clearing_code": "pix_fees", "opening": 0}
_REFUSED = _PIX | {"name": "Conta de tarifas", "number": "33107-0", "clearing_code": "pix_fees", "opening": 0}

_EXPECTED = """
    select e.amount, e.day, e.end_to_end_id, e.kind from expectation e
     where e.company_id = 1 and e.account_id = %(account)s and e.day between %(first)s and %(last)s
       and e.kind not in ('deposit.identified', 'deposit.credited') order by e.day, e.id
"""
_ACCOUNTS = """
    select count(*) = 4 as there, (select count(*) from ledger_entry e join ledger_account a on a.id = e.account_id
             where a.company_id = 1 and a.code = 'pix_clearing' and e.posted_at > now() - interval '9 days') as entries
      from ledger_account where company_id = 1 and append_only and code in ('pix_clearing', 'boleto_clearing', 'adjustments', 'pix_fees')
"""


class _Week(NamedTuple):
    """One account's statements so far: what the last one closed with."""

    app: App
    account: str
    told: dict[str, Any]


async def load_conciliation(app: App) -> None:
    """After the pay-ins and payouts, which the bank tells of."""
    async with app.database.transaction(SYSTEM) as tx:
        found = await tx.one(_ACCOUNTS)
    if found is None or not found["there"] or found["entries"] > MOST:
        return
    begins = today(BRASILIA) - BEGINS * _DAY
    await _ask(app, MAKER, ADD_ACCOUNT, _PROPOSED | {"opened_on": str(begins)})
    refused = await _ask(app, MAKER, ADD_ACCOUNT, _REFUSED | {"opened_on": str(begins)})
    await _ask(app, CHECKER, DECIDE_ACCOUNT, {"choice": "refuse"}, id=refused["id"])
    ended = await _opened(app, _ENDED, begins)
    await _ask(app, CHECKER, DECIDE_ACCOUNT, {"choice": "end"}, id=ended.account)
    pix, boleto = await _opened(app, _PIX, begins), await _opened(app, _BOLETO, begins)
    await _pix_week(pix, begins)
    await _boleto_week(boleto, begins)
    await write_rules(app, MAKER, CHECKER, pix=pix.account, boleto=boleto.account)


async def _opened(app: App, given: dict[str, Any], begins: date) -> _Week:
    made = await _ask(app, MAKER, ADD_ACCOUNT, given | {"opened_on": str(begins)})
    await _ask(app, CHECKER, DECIDE_ACCOUNT, {"choice": "agree"}, id=made["id"])
    number = given["number"].replace("-", "")
    told = {name: given[name] for name in ("bank", "branch", "currency")} | {"number": number, "opening": OPENING}
    return _Week(app, made["id"], told)


async def _pix_week(week: _Week, begins: date) -> None:
    """Three days closed, one that waits for the second person, one with faults, one whose file is not applied."""
    third = begins + 2 * _DAY
    moves = await _moves(week, begins, third)
    tariff = BankMove(-12_50, begins + _DAY, "TARIFA PIX COBRANCA", "TAR1", "0120")
    await _applied(week, "serra-azul-semana.ofx", [*moves, tariff], begins, third)
    await _decide_lines(week, "TARIFA PIX COBRANCA", "book_cost", "Tarifa da tabela de janeiro")
    for number in range(3):
        await _close(week, begins + number * _DAY)
    fourth = third + _DAY
    await _applied(week, "serra-azul-camt053.xml", await _moves(week, fourth, fourth), fourth, fourth)
    await _decide_day(week, MAKER, fourth, "ask_close", "Nada além do que vence amanhã")
    fifth = fourth + _DAY
    await _applied(week, "serra-azul.sta", _faulty(await _moves(week, fifth, fifth), fifth), fifth, fifth)
    await _work_on_exceptions(week)
    last = fifth + _DAY
    moves = await _moves(week, last, last)
    await _sent(week, "serra-azul.csv", _statement(week, moves, last, last), account=week.account)
    whole = FORMATS["ofx"](_statement(week, moves, last, last))
    await _send(week, "serra-azul-cortado.ofx", whole[: len(whole) * 2 // 3])
    await _send(week, "outra-conta.ofx", whole.replace(b"<ACCTID>482137", b"<ACCTID>555001"))


def _faulty(moves: Sequence[BankMove], day: date) -> list[BankMove]:
    """A day as banks tell it: one payment missing, one twice, two without their ids, one with more than is due, a return, tariffs, and what nobody knows."""
    kept = list(moves[1:])
    told = [
        BankMove(move.amount, day, f"TED RECEBIDA {number + 1}", f"TED{number}") for number, move in enumerate(kept[:2])
    ]
    grouped = [BankMove(move.amount + _MORE, day, _GROUPED, "TED8", "0118") for move in kept[3:4]]
    twice = [BankMove(move.amount, day, move.text, f"{move.reference}B") for move in kept[2:3]]
    rtr = f"D60746948{day:%Y%m%d}1512aB3dE6gH9Kq"[:32]
    return [
        *told,
        *kept[2:3],
        *grouped,
        *kept[4:],
        *twice,
        BankMove(-10_00, day, f"PIX DEVOLVIDO {rtr}", "DEV1", "0131"),
        BankMove(-1_50, day, "TARIFA DE 3 BOLETOS", "TAR2", "0120"),
        BankMove(-150_25, day, "TED ENVIADA FERRAZ E COUTO", "TED9", "0118"),
        BankMove(2_145_00, day, "TED RECEBIDA CAIO V DUTRA", "TED10", "0118"),
        BankMove(-33, day, "AJUSTE DE CENTAVOS", "AJ1", "0199"),
    ]


async def _boleto_week(week: _Week, begins: date) -> None:
    """One day closed that somebody asks to reopen, and a tariff that is one of two; the bank tells it in CNAB 240."""
    moves = await _moves(week, begins, begins + _DAY)
    await _applied(week, "cobranca-104.ret", moves, begins, begins + _DAY)
    await _close(week, begins, "Saldo conferido com o gerente")
    await _decide_day(week, MAKER, begins, "ask_reopen", "O banco avisou de um lançamento tardio")
    # Of two equal tariffs of a day the bank has debited one, and its text does not say which.
    first, last = begins + 2 * _DAY, begins + (BEGINS - 1) * _DAY
    once = {(move.amount, move.booked_on): move for move in await _moves(week, first, last)}
    await _applied(week, "cobranca-104-tarifas.ret", list(once.values()), first, last)


async def _work_on_exceptions(week: _Week) -> None:
    async with week.app.database.transaction(SYSTEM) as tx:
        rows = await tx.all(
            "select x.id::text, x.line_id::text, l.description from conciliation_exception x join bank_line l on l.company_id = x.company_id"
            " and l.id = x.line_id where x.company_id = 1 and x.account_id = %(account)s and x.state = 'open' order by l.number",
            {"account": week.account},
        )
        matched = await tx.value(
            "select g.id::text from match_group g where g.company_id = 1 and g.account_id = %(account)s and g.state = 'confirmed'"
            " and g.rung = 1 and g.from_day = (select max(booked_on) from bank_line l where l.company_id = 1 and l.account_id = g.account_id"
            " and l.applied_at is not null) order by g.id limit 1",
            {"account": week.account},
        )
    for row in rows:
        text, path = row["description"], row["id"]
        if text.startswith("PIX DEVOLVIDO"):
            await _ask(week.app, MAKER, DECIDE_EXCEPTION, {"choice": "assign", "owner": CHECKER}, id=path)
        elif text.startswith("TED RECEBIDA CAIO"):
            body = {"choice": "resolve", "text": "O cliente confirmou: depósito de 2.145,00 a identificar"}
            await _ask(week.app, MAKER, DECIDE_EXCEPTION, body, id=path)
        elif text.startswith("AJUSTE"):
            body = {"choice": "ignore", "reason": "Centavos que o banco estorna no dia seguinte"}
            await _ask(week.app, MAKER, DECIDE_LINE, body, id=row["line_id"])
        elif text.startswith("TED ENVIADA"):
            await _ask_adjustment(week, path)
    await _split_grouped(week)
    if matched is not None:
        body = {"choice": "undo", "reason": "O pagador avisou que era de outro pedido"}
        await _ask(week.app, MAKER, DECIDE_MATCH, body, id=matched)


async def _split_grouped(week: _Week) -> None:
    """What the transfer pays becomes a match; the rest of it stays open."""
    async with week.app.database.transaction(SYSTEM) as tx:
        pair = await tx.one(
            "select l.id::text as line, e.id::text as expectation from bank_line l join expectation e on e.company_id = 1"
            " and e.account_id = l.account_id and e.amount = l.amount - %(more)s and e.day = l.booked_on and e.state = 'expected'"
            " where l.company_id = 1 and l.account_id = %(account)s and l.description = %(text)s and l.state in ('new', 'exception')"
            " order by e.id limit 1",
            {"account": week.account, "more": _MORE, "text": _GROUPED},
        )
    if pair is not None:
        # Amounts are drawn: a proposal may have taken a part of either meanwhile, and then the line stays whole.
        with suppress(ApiError):
            await _ask(week.app, MAKER, SPLIT_LINE, {"parts": [{"expectation": pair["expectation"]}]}, id=pair["line"])


async def _ask_adjustment(week: _Week, exception: str) -> None:
    await _ask(
        week.app,
        MAKER,
        ASK_ADJUSTMENT,
        {
            "merchant": 2,
            "type": "debit",
            "reason": "conciliation",
            "amount": {"amount": 150_25},
            "due_date": str(today(BRASILIA)),
            "description": "TED enviada sem registro no livro",
            "evidence": "Comprovante do banco, protocolo 88-1204",
            "exception": exception,
        },
    )


async def _moves(week: _Week, first: date, last: date) -> list[BankMove]:
    async with week.app.database.transaction(SYSTEM) as tx:
        rows = await tx.all(_EXPECTED, {"account": week.account, "first": first, "last": last})
    return [_move(number, row) for number, row in enumerate(rows, 1)]


def _move(number: int, row: Row) -> BankMove:
    word = "PIX RECEBIDO" if row["amount"] > 0 else "PIX ENVIADO"
    text = f"{word} {row['end_to_end_id']}".strip() if row["kind"] != "returns.bank_fee" else "TARIFA DE COBRANCA"
    return BankMove(row["amount"], row["day"], text, f"{row['day']:%m%d}{number:06}")


def _statement(week: _Week, moves: Sequence[BankMove], first: date, last: date) -> BankStatement:
    return BankStatement(**week.told, first_day=first, last_day=last, moves=moves)


async def _applied(week: _Week, name: str, moves: Sequence[BankMove], first: date, last: date) -> None:
    statement = _statement(week, moves, first, last)
    file = await _sent(week, name, statement)
    await _ask(week.app, MAKER, APPLY_FILE, {"plan": file["plan_hash"]}, id=file["id"])
    await next(job for job in jobs(week.app)[0] if job.name == APPLY).run(HOUSE.id, file["id"])
    week.told["opening"] = statement.closing


async def _sent(week: _Week, name: str, statement: BankStatement, account: str | None = None) -> Any:
    return await _send(week, name, FORMATS[name.rpartition(".")[2]](statement), account)


async def _send(week: _Week, name: str, data: bytes, account: str | None = None) -> Any:
    file = await _ask(week.app, MAKER, CREATE_FILE, {"name": name, "size": len(data), "account": account})
    async with week.app.database.transaction(SYSTEM) as tx:
        for number, begin in enumerate(range(0, len(data), 512 * 1024)):
            await tx.execute(
                "insert into return_piece (company_id, file_id, number, bytes) values (%(company)s, %(id)s, %(number)s, %(bytes)s)",
                {"company": HOUSE.id, "id": file["id"], "number": number, "bytes": data[begin : begin + 512 * 1024]},
            )
    return await _ask(week.app, MAKER, FINISH_FILE, {}, id=file["id"])


async def _decide_lines(week: _Week, text: str, choice: str, reason: str) -> None:
    async with week.app.database.transaction(SYSTEM) as tx:
        rows = await tx.all(
            "select id::text from bank_line where company_id = 1 and account_id = %(account)s and description = %(text)s",
            {"account": week.account, "text": text},
        )
    for row in rows:
        await _ask(week.app, MAKER, DECIDE_LINE, {"choice": choice, "reason": reason}, id=row["id"])


async def _close(week: _Week, day: date, reason: str = "Conferido com o extrato do banco") -> None:
    await _decide_day(week, MAKER, day, "ask_close", reason)
    await _decide_day(week, CHECKER, day, "close", None)


async def _decide_day(week: _Week, by: str, day: date, choice: str, reason: str | None) -> None:
    async with week.app.database.transaction(SYSTEM) as tx:
        found = await tx.value(
            "select id::text from house_day where company_id = 1 and account_id = %(account)s and day = %(day)s",
            {"account": week.account, "day": day},
        )
    if found is not None:
        await _ask(week.app, by, DECIDE_DAY, {"choice": choice, "reason": reason}, id=found)


async def _ask(app: App, by: str, command: Command[Any], body: dict[str, Any], **path: str) -> Any:
    key = str(uuid7())
    return await do(app.database, by, None, command, body, key=key, path=path, two_factor=True, scoped=True)
