"""What the demo's first merchant has at its bank beside single charges: batches, payload locations, and cycles of Pix Automático
that were paid.

All of it is asked for through the one door, carried out by the jobs, and paid at the bundled provider, which runs in this
process for that long: so both sides know the same.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import psycopg

from retaguarda.app import App, build
from retaguarda.background import jobs
from retaguarda.database_url import app_url, owner_url
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import SYSTEM, Row
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payin.batches.commands import SEND_BATCH
from retaguarda.payin.locations.commands import CREATE_LOCATION, LINK_LOCATION
from retaguarda.payin.locations.jobs import WORK as _WORK_LOCATION
from retaguarda.providers.pix.due import day_of
from retaguarda.recurrences.commands.refunds import REFUND_RECURRING_CHARGE
from retaguarda.settings import SANDBOX_CLIENT, SANDBOX_SECRET, Settings
from retaguarda_demo.blocks import Blocks
from retaguarda_demo.payees import Payees
from retaguarda_demo.paymentsout import PaymentsOut
from retaguarda_demo.recurrences import DUE_TODAY
from retaguarda_demo.run_commands import do
from retaguarda_sandbox.app import lay_routes, opened
from retaguarda_sandbox.settings import SandboxSettings

_SEND = "payin.send_batch"
MERCHANT, WHO = 2, "ana@merchant.example"
_HEAD = "Nome;Documento;Valor;Vencimento;Mensagem;Referência"
_PAYERS = (
    ("Alice Moura", "52998224725"),
    ("Bento Farias", "11144477735"),
    ("Clara Nóbrega", "39053344705"),
    ("Dora Salles", "86288366757"),
    ("Enzo Pacheco", "71428793860"),
)
#: What the bank would tell is read back.
_NOBODY = httpx.MockTransport(lambda _: httpx.Response(200))
_TERMS = {"fine": {"mode": 2, "value": 200}, "interest": {"mode": 3, "value": 100}}


@dataclass(frozen=True, slots=True)
class Town:
    """Both sides: ours, and the bank as payers see it."""

    app: App
    bank: httpx.AsyncClient
    owner_url: str

    async def ask(self, command: Command[Any], body: dict[str, Any], **path: str) -> Any:
        return await do(self.app.database, WHO, MERCHANT, command, body, key=str(uuid7()), path=path)

    async def run(self, name: str, *values: object) -> None:
        """One job, now; what it could not finish it takes up again once the worker runs."""
        await next(job for job in jobs(self.app)[0] if job.name == name).run(*values)

    async def rows(self, query: str, **values: Any) -> list[Row]:
        async with self.app.database.transaction(SYSTEM) as tx:
            return await tx.all(query, values)

    async def say(self, path: str, body: dict[str, Any]) -> Any:
        """Something payers or their banks do."""
        return (await self.bank.post(path, json=body)).raise_for_status().json()

    async def fault(self, route: str, status: int) -> None:
        """The bank refuses the next such call."""
        rule = {"effect": "status", "status": status, "route": route, "times": 1}
        await self.say("/sandbox/faults", {"faults": [rule]})

    def lose_payer(self, batch: str) -> None:
        """Of the last line that the bank has of a batch."""
        with psycopg.connect(self.owner_url) as connection:
            connection.execute(
                "update sandbox.batch_item set body = body - 'devedor' where txid ="
                " (select txid from charge where batch = %s order by batch_line desc limit 1)",
                (batch,),
            )


async def live(settings: Settings) -> None:
    """Once, after the demo's history: nothing of it is in the past. What events ask for beside is the worker's, once it runs."""
    async with _town(settings) as town:
        await fill(town)


async def fill(town: Town) -> None:
    await _pay_cycles(town)
    to_pay = await _send_batches(town)
    await _place(town, to_pay[0]["id"])
    await Payees(town.app, town.bank, town.owner_url, town.run).fill()
    await PaymentsOut(town.app, town.bank, town.run, town.owner_url).fill()
    await Blocks(town.app, town.owner_url, town.run).fill()


@asynccontextmanager
async def _town(settings: Settings) -> AsyncIterator[Town]:
    settings_of_bank = SandboxSettings(
        database_url=owner_url(settings),
        client_id=SANDBOX_CLIENT,
        client_secret=SANDBOX_SECRET,
        public_host=f"localhost:{settings.sandbox_listens}",
    )
    bank = lay_routes()
    there = httpx.ASGITransport(bank)  # pyright: ignore[reportArgumentType]
    app = build(settings, app_url(settings), there)
    async with (
        opened(bank, settings_of_bank, webhook_transport=_NOBODY),
        app.opened(),
        httpx.AsyncClient(transport=there, base_url=settings.sandbox_address) as client,
    ):
        yield Town(app, client, owner_url(settings))


async def _pay_cycles(town: Town) -> None:
    """What is due today is paid; of the first a part goes back."""
    charges = await town.rows(
        "select c.id::text, c.txid, c.connection_id::text as connection, c.amount from recurring_charge c"
        " join recurrence r on r.company_id = c.company_id and r.id = c.recurrence_id"
        " where c.company_id = %(company)s and c.status = 'active' and r.contract = any(%(contracts)s) order by c.amount",
        company=MERCHANT,
        contracts=[plan.contract for plan in DUE_TODAY],
    )
    for charge in charges:
        await town.say(f"/sandbox/cobr/{charge['txid']}/settle", {})
        await town.run("pix.read_charge", charge["connection"], charge["txid"])
    body = {"amount": {"amount": charges[0]["amount"] // 2}, "reason": "Metade do mês"}
    await town.ask(REFUND_RECURRING_CHARGE, body, id=charges[0]["id"])


async def _send_batches(town: Town) -> list[Row]:
    """One that is partly paid, one that the bank would not have, and one of which a line came back; the charges of the first
    that are still to be paid."""
    first = await _send(town, "Mensalidades da turma da manhã", 45_000, 5)
    await town.run(_SEND, MERCHANT, first["id"])
    asked = await town.rows(
        "select id::text, br_code, connection_id::text as connection from charge where company_id = %(company)s and batch = %(batch)s"
        " order by batch_line",
        company=MERCHANT,
        batch=first["id"],
    )
    for charge in asked[:2]:
        paid = await town.say("/sandbox/pay", {"code": charge["br_code"]})
        await town.run("payin.read_back", charge["connection"], paid["pix"][0]["endToEndId"])
    refused = await _send(town, "Rematrículas", 30_000, 2)
    await town.fault("PUT /lotecobv", 403)
    await town.run(_SEND, MERCHANT, refused["id"])
    # The bank has this one, but does not say yet what became of it; by then it knows nothing of one of the payers.
    parted = await _send(town, "Aluguel das salas", 120_000, 3)
    await town.fault("GET /lotecobv", 503)
    with suppress(TryAgain):
        await town.run(_SEND, MERCHANT, parted["id"])
    town.lose_payer(parted["id"])
    await town.run(_SEND, MERCHANT, parted["id"])
    return asked[2:]


async def _send(town: Town, description: str, amount: int, lines: int) -> Any:
    due = day_of(datetime.now(UTC)) + timedelta(days=12)
    reais = f"{amount // 100},{amount % 100:02d}"
    text = [_HEAD, *(f"{name};{document};{reais};{due:%d/%m/%Y};{description};" for name, document in _PAYERS[:lines])]
    body = {"description": description, "text": "\n".join(text), "terms": _TERMS}
    return await town.ask(SEND_BATCH, body)


async def _place(town: Town, charge: str) -> None:
    """One that is free, one at which a charge stands, and one that the bank would not make."""
    await _location(town, "Balcão da secretaria", "immediate")
    poster = await _location(town, "Cartaz da turma da manhã", "due")
    await town.ask(LINK_LOCATION, {"charge": charge}, id=poster)
    await town.run(_WORK_LOCATION, MERCHANT, poster)
    await town.fault("POST /loc", 403)
    await _location(town, "Vitrine", "immediate")


async def _location(town: Town, name: str, kind: str) -> str:
    made = await town.ask(CREATE_LOCATION, {"name": name, "kind": kind})
    await town.run(_WORK_LOCATION, MERCHANT, made["id"])
    return str(made["id"])
