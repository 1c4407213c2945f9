"""What the demo exchanges: two banks, rates of the last days, the turns of the tax in 2025, and operations in every state."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from retaguarda.compliance.screening.jobs import Parties
from retaguarda.exchange.agreements.commands import COMMANDS as AGREEMENTS
from retaguarda.exchange.banks.commands import COMMANDS as BANKS
from retaguarda.exchange.closings.commands import COMMANDS as CLOSINGS
from retaguarda.exchange.closings.queries import find_closing, plan_of, sums_of
from retaguarda.exchange.operations.commands import COMMANDS as OPERATIONS
from retaguarda.exchange.operations.jobs import Tend
from retaguarda.exchange.rates.commands import COMMANDS as RATES
from retaguarda.filings.commands import filing_commands
from retaguarda.filings.tables import C220
from retaguarda.foundation import local_day
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.documents import check_digits
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import PROVIDER
from retaguarda_demo.run_commands import do

STAFF, SECOND, PAYER = "diego@retaguarda.example", "eva@retaguarda.example", "bruno@merchant.example"
_COMMANDS: Mapping[str, Command[Any]] = {
    command.name: command for command in (*AGREEMENTS, *BANKS, *CLOSINGS, *OPERATIONS, *RATES, *filing_commands(C220))
}
#: Merchants with an agreement.
AURORA, ESCOLA, MERCADO = 2, 6, 7
#: Currency → selling rate of today, and how far the buying rate lies below.
_RATES = {
    "USD": ("5.4080", "0.0006"),
    "EUR": ("6.2514", "0.0012"),
    "JPY": ("0.03614", "0.00002"),
    "TND": ("1.7420", "0.0030"),
}
_DAYS = 10
#: The tax on exchange and its turns of 2025; public norms, rates as newspapers and law firms told them.
_TAX = (
    ("services", "out", "0.38", "2008-01-03", "Decreto 6.306/2007, art. 15-B"),
    ("other", "out", "0.38", "2008-01-03", "Decreto 6.306/2007, art. 15-B"),
    ("services", "in", "0.38", "2008-01-03", "Decreto 6.306/2007, art. 15-B"),
    ("other", "in", "0.38", "2008-01-03", "Decreto 6.306/2007, art. 15-B"),
    ("goods", "out", "0", "2008-01-03", "Decreto 6.306/2007, art. 15-B, I"),
    ("goods", "in", "0", "2008-01-03", "Decreto 6.306/2007, art. 15-B, I"),
    ("services", "out", "3.5", "2025-05-23", "Decretos 12.466/2025 e 12.467/2025"),
    ("other", "out", "3.5", "2025-05-23", "Decretos 12.466/2025 e 12.467/2025"),
    ("services", "out", "0.38", "2025-06-27", "Decreto Legislativo 176/2025: suspensão"),
    ("other", "out", "0.38", "2025-06-27", "Decreto Legislativo 176/2025: suspensão"),
    ("services", "out", "3.5", "2025-07-17", "STF, ADC 96: Decreto 12.499/2025 restabelecido"),
    ("other", "out", "3.5", "2025-07-17", "STF, ADC 96: Decreto 12.499/2025 restabelecido"),
)
_CLIENTS = (
    ("Helena Moraes", "390533447", "Games Example Inc", "US"),
    ("Paulo Teixeira", "111444777", "Software Example GmbH", "DE"),
    ("Marina Prado", "123456789", "Learning Example Ltd", "GB"),
    ("Caio Antunes", "987654321", "Games Example Inc", "US"),
    ("Beatriz Nogueira", "246813579", "Kyoto Example KK", "JP"),
)


@dataclass(slots=True)
class _Desk:
    """Does things through the one door, as everybody does."""

    database: Database
    banks: dict[str, str] = field(default_factory=dict[str, str])

    async def do(
        self, name: str, body: Mapping[str, Any], *, at: str = "", of: int = PROVIDER, who: str = STAFF
    ) -> Any:
        path = {"id": at} if at else {}
        return await do(self.database, who, of, _COMMANDS[name], body, key=str(uuid7()), path=path, two_factor=True)

    async def quote(self, of: int, amount: int, place: int, currency: str = "USD", **more: Any) -> str:
        name, document, counterparty, country = _CLIENTS[place % len(_CLIENTS)]
        body = {
            "currency": currency,
            "direction": "out",
            "amount": {"amount": amount, "currency": currency},
            "client_name": name,
            "client_document": document + check_digits(document),
            "counterparty": counterparty,
            "country": country,
            **more,
        }
        return (await self.do("exchange:operation:quote", body, of=of))["id"]

    async def booked(self, of: int, amount: int, place: int, currency: str = "USD", **more: Any) -> str:
        operation = await self.quote(of, amount, place, currency, **more)
        await self.do("exchange:operation:book", {}, at=operation, of=of)
        return operation

    async def agreed(self, currency: str, rate: str, minutes: int = 30, direction: str = "out") -> str:
        body = {"bank": self.banks["porto"], "currency": currency, "direction": direction}
        closing = (await self.do("exchange:closing:draft", body))["id"]
        await self.do("exchange:closing:agree", {"rate": rate, "minutes": minutes}, at=closing)
        return closing

    async def close(self, closing: str) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            row = await find_closing(tx, closing)  # pyright: ignore[reportArgumentType]
            assert row is not None
            plan = plan_of(row, await sums_of(tx, row))
        await self.do("exchange:closing:close", {"plan": plan}, at=closing, who=SECOND)


async def load_exchange(database: Database) -> None:
    desk = _Desk(database)
    await _price(desk)
    await _add_banks(desk)
    await _agree(desk)
    await _compare(desk)
    await _close_some(desk)
    await _leave_open(desk)
    await _ask_files(desk)
    await _run_out(database)
    await Tend(database).run()


async def _price(desk: _Desk) -> None:
    today = local_day.today(local_day.BRASILIA)
    for currency, (sell, below) in _RATES.items():
        lines = []
        for ago in range(_DAYS, -1, -1):
            day = today - timedelta(days=ago)
            if day.weekday() > 4 and ago:
                continue
            price = Decimal(sell) * (10_000 - 3 * ago) / 10_000
            lines.append(
                f'{{"cotacaoCompra":{price - Decimal(below):.5f},"cotacaoVenda":{price:.5f},'
                f'"dataHoraCotacao":"{_noon(day, ago)}","tipoBoletim":"Fechamento PTAX"}}'
            )
        answer = f'{{"value":[{",".join(lines)}]}}'
        json.loads(answer)
        await desk.do("exchange:rate:import", {"currency": currency, "source": "PTAX (demo)", "answer": answer})
    for kind, direction, percent, first, source in _TAX:
        body = {"kind": kind, "direction": direction, "percent": percent, "valid_from": first, "source": source}
        await desk.do("exchange:tax_rule:add", body)


def _noon(day: date, ago: int) -> str:
    """When the closing bulletin came; of today soon after midnight, so that it is never in the future."""
    return f"{datetime.combine(day, datetime.min.time()) + timedelta(hours=13 if ago else 0, minutes=5)}"


async def _add_banks(desk: _Desk) -> None:
    today = str(local_day.today(local_day.BRASILIA))
    banks = (
        ("porto", "Banco Porto Alto", "900300100001", "BPALBRSP", 400_000_000, True, ("USD", "EUR", "JPY", "TND")),
        ("serra", "Serra Câmbio", "900300200001", "SERCBRRJ", 90_000_000, False, ("USD", "EUR")),
        ("litoral", "Banco Litoral", "900300300001", "LITOBRPR", 50_000_000, True, ("USD",)),
    )
    for code, name, base, swift, line, collects, currencies in banks:
        body = {
            "code": code,
            "name": name,
            "document": base + check_digits(base),
            "swift": swift,
            "line": {"amount": line, "currency": "BRL"},
            "collects_iof": collects,
            "quotes": code == "porto",
            "contact": f"mesa@{code}.example",
        }
        bank = (await desk.do("exchange:bank:add", body))["id"]
        desk.banks[code] = bank
        for currency in currencies:
            terms = {
                "currency": currency,
                "cut_off": "23:30" if code == "porto" else "16:30",
                "home_days": 0,
                "foreign_days": 2,
            }
            await desk.do("exchange:bank:set_currency", terms, at=bank)
            spread = {"currency": currency, "direction": "out", "basis_points": 8, "valid_from": today}
            await desk.do("exchange:bank:set_spread", spread, at=bank)
    reason = "Renovação do limite em análise"
    await desk.do("exchange:bank:set_state", {"state": "paused", "reason": reason}, at=desk.banks["litoral"])


async def _agree(desk: _Desk) -> None:
    terms: Mapping[str, Any] = {"direction": "out", "tax_kind": "services", "purpose": "2", "hold_seconds": 86_400}
    for merchant, currency, spread in (
        (AURORA, "USD", 120),
        (AURORA, "JPY", 150),
        (AURORA, "TND", 150),
        (AURORA, "EUR", 130),
        (ESCOLA, "USD", 135),
        (MERCADO, "USD", 95),
    ):
        body = {**terms, "currency": currency, "spread": spread, "fee": 150}
        await desk.do("exchange:agreement:write", body, of=merchant)


async def _close_some(desk: _Desk) -> None:
    """A settled contract of which one operation was taken back, a closed one, one that was given up and one the bank rejected."""
    first = [await desk.booked(of, amount, place) for place, (of, amount) in enumerate(_sizes(6))]
    settled = await desk.agreed("USD", "5.4120")
    await desk.close(settled)
    for side in ("home", "foreign"):
        await desk.do("exchange:closing:settle", {"side": side, "reason": "Extrato do banco"}, at=settled)
    uetr = "97ed4827-7b6f-4491-a06f-b548d5a7512d"
    await desk.do("exchange:closing:number", {"number": "000260001234", "uetr": uetr}, at=settled)
    await desk.do("exchange:operation:return", {"reason": "Cliente cancelou a compra"}, at=first[0], of=AURORA)
    for place in range(3):
        await desk.booked(AURORA, 2_000 + 177 * place, place, "JPY")
    await desk.close(await desk.agreed("JPY", "0.03622"))
    await desk.booked(AURORA, 5_000, 1, "EUR")
    for outcome, reason in (
        ("rejected", "Banco recusou: limite em revisão"),
        ("cancelled", "Taxa ruim, aguardar a tarde"),
    ):
        closing = await desk.agreed("EUR", "6.2600")
        await desk.do("exchange:closing:end", {"outcome": outcome, "reason": reason}, at=closing)


async def _compare(desk: _Desk) -> None:
    """Let everybody abroad and every client be compared with the lists, as the worker does: nothing is bought for them before."""
    async with desk.database.transaction(SYSTEM) as tx:
        await tx.execute(
            "select counterparty_note(m, c) from unnest(%(merchants)s::int[]) m, unnest(%(names)s::text[]) c",
            {"merchants": [AURORA, ESCOLA, MERCADO], "names": sorted({abroad for _, _, abroad, _ in _CLIENTS})},
        )
        await tx.execute(
            "select exchange_client_note(m, n, d) from unnest(%(merchants)s::int[]) m, unnest(%(names)s::text[], %(documents)s::text[]) c (n, d)",
            {
                "merchants": [AURORA, ESCOLA, MERCADO],
                "names": [name for name, _, _, _ in _CLIENTS],
                "documents": [document + check_digits(document) for _, document, _, _ in _CLIENTS],
            },
        )
    await Parties(desk.database).screen_counterparties()


def _sizes(count: int) -> list[tuple[int, int]]:
    return [((AURORA, ESCOLA, MERCADO)[place % 3], 2_400 + 719 * place) for place in range(count)]


async def _leave_open(desk: _Desk) -> None:
    """A rate that waits for a second person, with rows left out; a draft; operations in every other state."""
    for place, (of, amount) in enumerate(_sizes(9)):
        await desk.booked(of, amount, place)
    for place in range(2):
        await desk.booked(AURORA, 3_800 + 1_600 * place, place, client_name=None, client_document=None)
    # Whom the list of the sandbox names: closings leave it out until somebody has decided the hit.
    await desk.booked(ESCOLA, 6_400, 1, counterparty="Imaginary Trading House")
    await desk.agreed("USD", "5.4120", minutes=1_440)
    await desk.booked(AURORA, 100_500, 4, "TND")
    body = {"bank": desk.banks["porto"], "currency": "TND", "direction": "out"}
    await desk.do("exchange:closing:draft", body)
    await desk.quote(AURORA, 45_000, 0)
    cancelled = await desk.quote(AURORA, 9_900, 2)
    await desk.do("exchange:operation:cancel", {"reason": "Cliente desistiu"}, at=cancelled, of=AURORA)
    returned = await desk.booked(AURORA, 3_100, 3)
    await desk.do("exchange:operation:return", {"reason": "Pagamento devolvido"}, at=returned, of=AURORA)
    await desk.quote(ESCOLA, 77_000, 1)
    # More than the merchant has: it waits for funds.
    await desk.booked(MERCADO, 900_000_000, 4)


async def _ask_files(desk: _Desk) -> None:
    """A request in hand, one that waits for approval, one delivered and accepted, one overdue and one cancelled."""
    today = local_day.today(local_day.BRASILIA)
    document = "900300100001" + check_digits("900300100001")

    async def ask(number: str, days: int, **more: Any) -> str:
        body = {
            "number": number,
            "layout": "acam220",
            "filer_document": document,
            "filer_name": "Banco Porto Alto",
            "period_from": str(today - timedelta(days=30)),
            "period_to": str(today),
            "received_on": str(today - timedelta(days=days)),
            **more,
        }
        return (await desk.do("filings:request:register", body))["id"]

    accepted = await ask("BCB 2026/0398", 12)
    await _excuse_all(desk, accepted)
    await desk.do("filings:request:generate", {}, at=accepted)
    await desk.do("filings:request:approve", {}, at=accepted, who=SECOND)
    await desk.do("filings:request:deliver", {"protocol": "STA-2026-000417"}, at=accepted)
    await desk.do("filings:request:receipt", {"outcome": "accepted"}, at=accepted)
    waits = await ask("BCB 2026/0409", 2)
    await _excuse_all(desk, waits)
    await desk.do("filings:request:generate", {}, at=waits)
    await ask("BCB 2026/0412", 0)
    await ask(
        "BCB 2026/0401", 9, period_from=str(today - timedelta(days=90)), period_to=str(today - timedelta(days=60))
    )
    gone = await ask("BCB 2026/0377", 20)
    await desk.do("filings:request:cancel", {"reason": "Pedido revogado pelo Banco Central"}, at=gone)


async def _excuse_all(desk: _Desk, request: str) -> None:
    """The yen's contract has no registry number yet."""
    async with desk.database.transaction(SYSTEM) as tx:
        rows = await tx.all(
            "select source_id from exchange_acam220 where registro_operacao_cambial is null order by source_id", {}
        )
    for row in rows:
        body = {
            "source": row["source_id"],
            "problem": "registro_operacao_cambial:required",
            "reason": "Banco ainda não registrou",
        }
        await desk.do("filings:request:excuse", body, at=request)


async def _run_out(database: Database) -> None:
    """A price of two days ago, which the clock ends."""
    async with database.transaction(SYSTEM) as tx:
        await tx.execute(
            "insert into exchange_operation select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),"
            " 'reference', 'EX0123456789', 'quoted_at', now() - interval '2 days',"
            " 'expires_at', now() - interval '2 days' + interval '5 minutes'))).* from exchange_operation o"
            " where o.state = 'quoted' order by o.quoted_at limit 1"
        )
