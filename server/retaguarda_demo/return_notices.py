"""Files of returns that the demo's people brought: applied, waiting to be looked at, brought twice, and not readable."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from retaguarda.app import App
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Scope
from retaguarda.foundation.ids import uuid7
from retaguarda.payouts.refunds.notices.book_suspense import BOOK_SUSPENSE
from retaguarda.payouts.refunds.notices.commands import APPLY_NOTICE, CREATE_NOTICE, FINISH_NOTICE
from retaguarda.payouts.refunds.notices.jobs import APPLY, READ
from retaguarda_demo.run_commands import do

MERCHANT, PAYER, STAFF = 2, "bruno@merchant.example", "diego@retaguarda.example"
_HEAD = "Devolução;Pagamento;Valor;Motivo"
_PIECE = "insert into return_notice_piece (company_id, notice_id, number, bytes) values (%(company)s, %(notice)s, 0, %(bytes)s)"


@dataclass(frozen=True, slots=True)
class ToldReturn:
    """A return as the bank told of it: its rtrId, the payment it is of, and centavos."""

    rtr_id: str
    payment: str
    amount: int

    @property
    def row(self) -> str:
        return f"{self.rtr_id};{self.payment};{self.amount // 100},{self.amount % 100:02d};MD06"


class Job(Protocol):
    async def __call__(self, name: str, *values: object) -> None: ...


class ReturnNotices:
    """
    Args:
        run: does one job, now.
    """

    def __init__(self, app: App, run: Job) -> None:
        self._app, self._run = app, run

    async def fill(self, known: str, booked: ToldReturn, over: ToldReturn, waiting: ToldReturn) -> None:
        """
        Args:
            known: a payment whose return the bank has told of already.
            booked: told by the bank in a file alone.
            over: it brings more than was paid.
            waiting: in a merchant's file that nobody has applied.
        """
        again = await self._row_of(known)
        nobody = "D18236120202611201533F2K9QX4TB7M;NF-1187;42,00;AC03"
        rows = [booked.row, again, over.row, nobody, f"{waiting.rtr_id};NF-2291;1.234;"]
        notice = await self._brought("Devoluções do banco, novembro.csv", rows, STAFF)
        await self._do(APPLY_NOTICE, {}, STAFF, id=notice)
        await self._run(APPLY, MERCHANT, notice)
        reason = {"reason": "O banco confirma o crédito e não explica o excesso; aberto o chamado 88120"}
        await self._do(BOOK_SUSPENSE, reason, STAFF, id=notice, number="4")
        await self._brought("Devoluções (cópia).csv", rows, STAFF)
        merchant = [waiting.row, f"{nobody.partition(';')[0]};{waiting.payment};=10+2;"]
        await self._brought("Voltou do frete.csv", merchant, PAYER)
        await self._brought("Extrato.csv", ["1;2;3;4"], PAYER, head="Dia;Histórico;Crédito;Saldo")

    async def _row_of(self, payment: str) -> str:
        async with self._app.database.transaction(Scope((MERCHANT,))) as tx:
            found = await tx.one(
                "select rtr_id, payout_id::text as payment, amount from payout_return where payout_id = %(id)s",
                {"id": payment},
            )
        assert found is not None
        return ToldReturn(*found.values()).row

    async def _brought(self, name: str, rows: Sequence[str], who: str, head: str = _HEAD) -> str:
        content = "\n".join([head, *rows]).encode()
        made = await self._do(CREATE_NOTICE, {"name": name, "size": len(content)}, who)
        async with self._app.database.transaction(Scope((MERCHANT,))) as tx:
            await tx.execute(_PIECE, {"company": MERCHANT, "notice": made["id"], "bytes": content})
        await self._do(FINISH_NOTICE, {}, who, id=made["id"])
        await self._run(READ, MERCHANT, made["id"])
        return str(made["id"])

    async def _do(self, command: Command[Any], body: Mapping[str, Any], who: str, **path: str) -> Any:
        return await do(
            self._app.database, who, MERCHANT, command, body, key=str(uuid7()), path=path, two_factor=True, scoped=True
        )
