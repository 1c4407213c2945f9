"""Single payments of the demo, in every state that lasts: paid by key, account and code, failed, come back, asked back, planned,
waiting for money, on hold, cooling off, rejected, cancelled.

All of it is asked for through the one door, carried out by the jobs, and answered by the sandbox's bank.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any, Protocol

import httpx
import psycopg

from retaguarda.account.deposits.deposit_codes import account_with_us
from retaguarda.app import App
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Scope
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.payout_engine.consumers import SEND, TAKE_BACK
from retaguarda.payouts.payments.commands import CANCEL, HOLD, MOVE_DAY, REJECT, SEND_NOW
from retaguarda.payouts.payments.create_payment import PAY, commands
from retaguarda.payouts.refunds.commands import ASK_BACK
from retaguarda.payouts.reprocessing.commands import ASK
from retaguarda.providers.pix import brcode
from retaguarda_demo.companies import BLOCKED
from retaguarda_demo.people import MERCHANTS, DemoCompany
from retaguarda_demo.return_notices import ReturnNotices, ToldReturn
from retaguarda_demo.run_commands import do
from retaguarda_demo.slips import slip

MERCHANT, PAYER, STAFF = 2, "bruno@merchant.example", "diego@retaguarda.example"
#: Times that the bank is asked until it says how a payment ended, and the seconds between.
_ROUNDS, _BREATH = 6, 0.7
#: What the balance lacks for the payment in the queue (centavos); less, and the next sales would send it and empty the account.
_LACKING = 9_000_000
#: What the merchant sorts a payment by.
_SORTED: dict[str, Any] = {"tags": ["fornecedor", "transporte"], "cost_centre": "Loja 12"}
_RITA = {"holder_name": "Rita Campos Figueira", "holder_document": "86288366757"}
_HUGO = {"holder_name": "Hugo Sá Transportes", "holder_document": "71428793860"}


class Job(Protocol):
    async def __call__(self, name: str, *values: object) -> None: ...


def _cpf(document: str) -> dict[str, Any]:
    return {"key": {"kind": "cpf", "value": document}}


def _account(branch: str, number: str) -> dict[str, Any]:
    return {"account": {"ispb": "18236120", "account_type": "TRAN", "branch": branch, "number": number, "digit": "0"}}


class PaymentsOut:
    """
    Args:
        run: does one job, now.
        owner_url: of the database's owner, who makes a day pass.
    """

    def __init__(self, app: App, bank: httpx.AsyncClient, run: Job, owner_url: str) -> None:
        self._app, self._bank, self._run, self._owner_url = app, bank, run, owner_url
        (self._pay,) = (command for command in commands(app.keys) if command.name == PAY)

    async def fill(self) -> None:
        await self._wait_for_money()
        by_key = await self._sent(
            12_050, _cpf("86288366757") | _RITA | {"purpose": "Frete", "tags": ["frete"], "cost_centre": "Loja 12"}
        )
        await self._sent(48_900, _account("0001", "443210") | _HUGO | {"external_id": "NF-2291"} | _SORTED, asked=True)
        code = brcode.static("52998224725", "Iara Pontes Melo", "Curitiba", amount=7_590)
        iara = {"holder_name": "Iara Pontes Melo", "holder_document": "52998224725"}
        by_code = await self._sent(7_590, {"code": code} | iara)
        await self._sent(
            31_000, _account("9903", "771200") | {"holder_name": "Nilo Prestes", "holder_document": "39053344705"}
        )
        for payment, part in ((by_key, None), (by_code, 2_500)):
            await self._give_back(payment, part)
        disputed = await self._sent(
            95_000, _cpf("39053344705") | {"holder_name": "Nilo Prestes", "holder_document": "39053344705"}
        )
        claim = {"reason": "fraud", "details": "O favorecido não reconhece o pedido; o endereço não existe."}
        await self._do(ASK_BACK, claim, disputed)
        # Rita is paid at another place than before: it cools off.
        await self._made(64_000, _account("0001", "998877") | _RITA)
        later = {"scheduled_for": str(today(BRASILIA) + timedelta(days=6))}
        moved = await self._made(22_300, _cpf("86288366757") | _RITA | later)
        await self._do(MOVE_DAY, {"scheduled_for": str(today(BRASILIA) + timedelta(days=9))}, moved)
        # Rita asked for this one sooner than planned.
        sooner = await self._made(8_600, _cpf("86288366757") | _RITA | later)
        await self._do(SEND_NOW, {}, sooner)
        await self._followed(sooner)
        held = [
            await self._made(amount, _cpf("11144477735") | _otavio() | later) for amount in (150_000, 18_000, 9_900)
        ]
        for payment in held[:2]:
            reason = {"hold_reason": "risk", "minutes": 1_440, "reason": "Primeiro pagamento, à noite"}
            await self._do(HOLD, reason, payment, STAFF)
        await self._do(REJECT, {"reason": "O favorecido não confirmou o pedido"}, held[1], STAFF)
        await self._do(CANCEL, {}, held[2])
        await self._between_merchants()
        await self._overdue_slip()
        await self._told_in_files(by_key)
        await self._against_its_word()
        lacking = await self._more_than_there_is()
        await self._made(lacking, _cpf("11144477735") | _otavio() | {"priority": "high", "tags": ["urgente"]})
        # Most of what one payee gets of a day is used.
        await self._wait_for_money(lacking * 100 // 85)

    async def _between_merchants(self) -> None:
        """Other merchants of the house are paid inside; one that does not take anything is refused, and one pays back."""
        bakery, workshop = MERCHANTS[2:4]
        await self._sent(38_640, await self._account_with_us(bakery) | {"purpose": "Café da equipe"})
        await self._sent(21_000, await self._account_with_us(workshop) | {"external_id": "OS-118"})
        await self._sent(15_500, await self._account_with_us(BLOCKED) | {"description": "Reposição"})
        back = {"amount": {"amount": 4_800}, **(await self._account_with_us(MERCHANTS[0]))}
        made = await do(
            self._app.database, STAFF, workshop.id, self._pay, back, key=str(uuid7()), path={}, two_factor=True
        )
        await self._run(SEND, workshop.id, str(made["id"]))

    async def _account_with_us(self, merchant: DemoCompany) -> dict[str, Any]:
        async with self._app.database.transaction(Scope((merchant.id,))) as tx:
            found = await account_with_us(tx, merchant.id)
        digits = {"number": found.number[:-1], "digit": found.number[-1]}
        account = {"ispb": found.ispb, "account_type": "TRAN", "branch": found.branch, **digits}
        return {"account": account, "holder_name": merchant.legal_name, "holder_document": merchant.document}

    async def _overdue_slip(self) -> None:
        """A slip that no processor took in time: it was due ten days ago, so nothing is sent and its money is free again."""
        printer = {"holder_name": "Gráfica Ponto Final Ltda", "holder_document": "11222333000181"}
        overdue = await self._made(15_050, {"code": slip(today(BRASILIA) + timedelta(days=3), 15_050)} | printer)
        with psycopg.connect(self._owner_url) as connection:
            connection.execute("alter table payout disable trigger user")
            connection.execute("update payout set due_on = due_on - 13 where id = %s", (overdue,))
            connection.execute("alter table payout enable trigger user")
        with suppress(TryAgain):
            await self._run(SEND, MERCHANT, overdue)

    async def _against_its_word(self) -> None:
        """The bank pays what it has refused, and sends back more than it got: cases (payoutcases.py)."""
        lucia = {"holder_name": "Lúcia Prado Gomes", "holder_document": "12345678909"}
        late = await self._sent(27_400, _account("9903", "662018") | lucia)
        await self._pay_late(late)
        more = await self._sent(15_000, _account("0001", "443210") | _HUGO)
        await self._give_back(more, 18_000, beyond=True)

    async def _told_in_files(self, known: str) -> None:
        """The bank gives back what nobody has asked it about: people bring the files that tell of it."""
        told = list[ToldReturn]()
        for amount, back, beyond in ((26_000, 6_000, False), (8_400, 9_000, True), (17_500, 17_500, False)):
            payment = await self._sent(amount, _account("0001", "443210") | _HUGO)
            said = await self._bank_gives_back(payment, back, beyond=beyond)
            told.append(ToldReturn(said["rtrId"], payment, back))
        await ReturnNotices(self._app, self._run).fill(known, *told)

    async def _wait_for_money(self, payee_most: int | None = None) -> None:
        """From now on payments of the merchant wait in the queue where there is too little, cost by their amount, and count for each payee."""
        async with self._app.database.transaction(Scope((MERCHANT,))) as tx:
            await tx.execute(_QUEUE, {"company": MERCHANT, "payee_most": payee_most})

    async def _more_than_there_is(self) -> int:
        async with self._app.database.transaction(Scope((MERCHANT,))) as tx:
            free: int = await tx.value(
                "select posted - held from ledger_account where company_id = %(company)s and code = 'available' and currency = 'BRL'",
                {"company": MERCHANT},
            )
            most: int = await tx.value("select most from payout_rules(%(company)s)", {"company": MERCHANT})
        return min(free + _LACKING, most)

    async def _made(self, amount: int, where: Mapping[str, Any]) -> str:
        made = await self._do(self._pay, {"amount": {"amount": amount}, **where})
        return str(made["id"])

    async def _sent(self, amount: int, where: Mapping[str, Any], *, asked: bool = False) -> str:
        """With ``asked`` staff do not wait, and let the bank be asked once more while it works on it."""
        return await self._followed(await self._made(amount, where), asked=asked)

    async def _followed(self, payment: str, *, asked: bool = False) -> str:
        for _ in range(_ROUNDS):
            with suppress(TryAgain):
                await self._run(SEND, MERCHANT, payment)
            if await self._has_ended(payment):
                break
            if asked:
                await self._do(ASK, {"reason": "O lojista perguntou pelo pagamento"}, payment, STAFF)
                asked = False
            await asyncio.sleep(_BREATH)
        return payment

    async def _has_ended(self, payment: str) -> bool:
        async with self._app.database.transaction(Scope((MERCHANT,))) as tx:
            status = await tx.value("select status from payout where id = %(id)s", {"id": payment})
        return status not in ("pending", "in_bank_processing")

    async def _give_back(self, payment: str, part: int | None, *, beyond: bool = False) -> None:
        """The receiver's bank gives back, all of it or a part, and we ask; ``beyond``: more than it got."""
        await self._bank_gives_back(payment, part, beyond=beyond)
        await self._run(TAKE_BACK, MERCHANT, payment)

    async def _bank_gives_back(self, payment: str, part: int | None, *, beyond: bool = False) -> Any:
        async with self._app.database.transaction(Scope((MERCHANT,))) as tx:
            number = await tx.value("select end_to_end_id from payout where id = %(id)s", {"id": payment})
        amount = {} if part is None else {"valor": f"{part // 100}.{part % 100:02d}"}
        return await self._told("returns", {"endToEndId": number, "beyond": beyond, **amount})

    async def _pay_late(self, payment: str) -> None:
        """The bank carries out after all the order that it has refused."""
        async with self._app.database.transaction(Scope((MERCHANT,))) as tx:
            number = await tx.value("select end_to_end_id from payout_order where payout_id = %(id)s", {"id": payment})
        await self._told("late", {"endToEndId": number})
        await self._run(TAKE_BACK, MERCHANT, payment)

    async def _told(self, what: str, body: Mapping[str, Any]) -> Any:
        said = await self._bank.post(f"/sandbox/payouts/{what}", json=body)
        said.raise_for_status()
        return said.json()

    async def _do(self, command: Command[Any], body: Mapping[str, Any], at: str = "", who: str = PAYER) -> Any:
        path = {"id": at} if at else {}
        return await do(self._app.database, who, MERCHANT, command, body, key=str(uuid7()), path=path, two_factor=True)


def _otavio() -> dict[str, str]:
    return {"holder_name": "Otávio Brandt", "holder_document": "11144477735"}


_QUEUE = """
    insert into payout_setting_version (company_id, version, currency, methods, queue, queue_days, queue_skips, hold_ends, duplicates,
                                        external_id_needed, allow_list, day_count_most, payee_day_most, payee_count_most,
                                        fee_points, fee_least, fee_top, fee_back, fee_tiers, valid_from, actor)
    select %(company)s, 1 + coalesce(max(version), 0), 'BRL', array['pix', 'slip'], true, 30, true, 'refuse', 'warn', false, 'warn', 20000, %(payee_most)s,
           20, 50, 50, 500, true,
           '[{"from_payment": 501, "fee": 0, "points": 40}, {"from_payment": 2001, "fee": 0, "points": 25}]', now(),
           'bruno@merchant.example' from payout_setting_version where company_id = %(company)s
"""
