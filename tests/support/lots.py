"""What happens in tests of lots, each in one line: a processor that takes lots, payments that go by it, its worker, and its bank."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from people import Person
from retaguarda.payout_engine.consumers import TAKE_BACK
from retaguarda.payouts.lots.watch_lots import LOTS
from retaguarda.settings import SANDBOX_CLIENT, SANDBOX_SECRET
from support.charges import Counter
from support.withdrawals import read, usable, withdraw

Sql = Callable[..., list[tuple[Any, ...]]]
PROCESSORS = "/v1/payouts/processors"
CREDENTIALS: dict[str, Any] = {
    "base_url": "http://psp/pagamentos-lote/v1",
    "token_url": "http://psp/oauth/token",
    "client_id": SANDBOX_CLIENT,
    "client_secret": SANDBOX_SECRET,
    "app_key": "sandbox-app-key",
}
BY_LOTS: dict[str, Any] = CREDENTIALS | {
    "name": "Banco do Brasil lotes",
    "ispb": "00000000",
    "branch": "1607",
    "number": "99738672",
    "number_digit": "X",
}
#: The beginnings of the bank's routes, as faults name them.
SUBMIT = "POST /pagamentos-lote/v1/lotes-transferencias-pix"
STATE = "GET /pagamentos-lote/v1/lotes-transferencias-pix"
RELEASE = "POST /pagamentos-lote/v1/liberar-pagamentos"
LINE = "GET /pagamentos-lote/v1/pix/"


@dataclass
class LotDesk:
    """Diego before the processor, Bruno who pays, and the worker."""

    diego: Person
    bruno: Person
    counter: Counter
    sql: Sql
    processor: str = ""
    account: str = ""

    async def by_lots(self, **more: Any) -> str:
        """A processor that takes lots; the others are drained."""
        made = await self.diego.post(f"{PROCESSORS}/lots", BY_LOTS | more)
        assert made.status_code == 201, made.text
        self.processor = made.json()["id"]
        await self.counter.work()
        for row in (await self.diego.get(PROCESSORS)).json():
            if row["enabled"]:
                assert (await self.diego.post(f"{PROCESSORS}/{row['id']}/disable")).status_code == 200
        said = await self.diego.post(f"{PROCESSORS}/{self.processor}/enable")
        assert (said.status_code, said.json()["enabled"]) == (200, True), said.text
        return self.processor

    async def pay(self, ana: Person, *amounts: int) -> list[str]:
        """Withdrawals of these amounts, whose orders wait for a lot."""
        await self.counter.paid(ana, sum(amounts) + 100_000)
        self.account = self.account or await usable(self.bruno, self.sql)
        ids = [(await withdraw(self.bruno, self.account, amount)).json()["id"] for amount in amounts]
        await self.counter.work()
        return ids

    async def run(self, times: int = 1) -> None:
        """The worker comes by, each time when the next lot is due."""
        for _ in range(times):
            self.make_due()
            await self.counter.run_job(LOTS, self.processor)

    def make_due(self) -> None:
        """Every open lot is due, and whoever had one died long enough ago."""
        self.sql(
            "update payout_lot set ask_at = now() - interval '1 second', asking_until = null where ask_at is not null"
        )

    def hours_pass(self) -> None:
        """What was asked of the bank was asked long ago."""
        self.sql(
            "update payout_lot set held_since = held_since - interval '1 hour', release_asked_at = release_asked_at - interval '1 hour'"
            " where ask_at is not null"
        )

    def submitted_long_ago(self) -> None:
        self.sql("alter table payout_lot disable trigger payout_lot_moves")
        self.sql("update payout_lot set submit_asked_at = submit_asked_at - interval '1 hour' where ask_at is not null")
        self.sql("alter table payout_lot enable trigger payout_lot_moves")

    async def take_back(self, payout: str) -> None:
        """The worker asks whether anything came back of a payment, or was paid after all."""
        await self.counter.run_job(TAKE_BACK, 2, payout)

    async def statuses(self, ids: list[str]) -> list[str]:
        return [(await read(self.bruno, each))["status"] for each in ids]

    async def tell(self, what: str, **body: Any) -> Any:
        """The bank on a bad day: ``returns``, ``words`` or ``rejections``."""
        said = await self.counter.bank.client.post(f"/sandbox/lots/{what}", json=body)
        assert said.status_code == 201, said.text
        return said.json()

    def lots(self) -> list[tuple[Any, ...]]:
        """State, lines and releases of each lot here, oldest first."""
        return self.sql("select state, lines, releases from payout_lot order by request_number")

    def paid(self) -> list[tuple[Any, ...]]:
        """Amount, and how often the bank paid it, of each line that it paid at all."""
        return self.sql("select valor, paid from sandbox.lot_line where paid > 0 order by valor")

    def document(self, payout: str) -> int:
        ((number,),) = self.sql(
            "select number from payout_order where payout_id = %s order by attempt desc limit 1", payout
        )
        return number
