"""One-line steps of staff, for tests of payment files: orders sent by file, their remittance, and the bank's answer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx

from days import today
from people import Person
from retaguarda.bank_files.model import PIECE
from retaguarda_sandbox.payment_files import answer
from support.charges import Counter
from support.withdrawals import usable, withdraw

Sql = Callable[..., list[tuple[Any, ...]]]
PROCESSORS, REMITTANCES = "/v1/payouts/processors", "/v1/payouts/remittances"
FILES, LINES = "/v1/payouts/return-files", "/v1/payouts/return-lines"
#: The provider's account at Itaú, from which payment files are paid.
BY_FILE: dict[str, Any] = {
    "name": "Itaú SISPAG",
    "ispb": "60701190",
    "methods": ["pix", "ted"],
    "bank": "341",
    "agreement": "RETAGUARDA01",
    "holder_document": "11222333000181",
    "holder_name": "Retaguarda Instituição de Pagamento S.A.",
    "branch": "1234",
    "number": "56789",
    "number_digit": "0",
}


@dataclass
class FileDesk:
    """Diego before the payment files, with what the sandbox's bank answers."""

    diego: Person
    bruno: Person
    counter: Counter
    sql: Sql
    processor: str = ""
    account: str = ""

    async def by_file(self, **more: Any) -> str:
        """A processor that gets files; the one that is called is drained."""
        made = await self.diego.post(f"{PROCESSORS}/files", BY_FILE | more)
        assert made.status_code == 201, made.text
        self.processor = made.json()["id"]
        for row in (await self.diego.get(PROCESSORS)).json():
            if row["enabled"]:
                assert (await self.diego.post(f"{PROCESSORS}/{row['id']}/disable")).status_code == 200
        said = await self.diego.post(f"{PROCESSORS}/{self.processor}/enable")
        assert (said.status_code, said.json()["status"]) == (200, "up"), said.text
        return self.processor

    async def pay(self, ana: Person, *amounts: int) -> list[str]:
        """Withdrawals of these amounts, whose orders wait for a file."""
        await self.counter.paid(ana, sum(amounts) + 100_000)
        self.account = self.account or await usable(self.bruno, self.sql)
        ids = [(await withdraw(self.bruno, self.account, amount)).json()["id"] for amount in amounts]
        await self.counter.work()
        return ids

    async def drafted(self) -> dict[str, Any]:
        body = {"processor": self.processor, "day": today().isoformat()}
        made = await self.diego.post(REMITTANCES, body, key=str(uuid4()))
        assert made.status_code == 201, made.text
        return made.json()

    async def sealed(self) -> dict[str, Any]:
        draft = await self.drafted()
        said = await self.seal(draft)
        assert said.status_code == 200, said.text
        return said.json()

    async def seal(self, draft: dict[str, Any]) -> httpx.Response:
        return await self.diego.post(
            f"{REMITTANCES}/{draft['id']}/seal", {"plan": draft["plan_hash"]}, key=str(uuid4())
        )

    async def content(self, remittance: dict[str, Any]) -> bytes:
        said = await self.diego.get(f"{REMITTANCES}/{remittance['id']}/file")
        assert said.status_code == 200, said.text
        return said.content

    async def answered(self, remittance: dict[str, Any], sequence: int = 1, **more: Any) -> bytes:
        return answer(await self.content(remittance), sequence, today(), **more)

    async def upload(self, data: bytes, name: str = "PG2211.RET") -> dict[str, Any]:
        made = await self.diego.post(FILES, {"name": name, "size": len(data)}, key=str(uuid4()))
        assert made.status_code == 201, made.text
        file = made.json()["id"]
        for number in range(-(-len(data) // PIECE)):
            piece = data[number * PIECE : (number + 1) * PIECE]
            path = f"{FILES}/{file}/pieces/{number}"
            said = await self.diego.client.put(path, content=piece, headers=self.diego._headers())
            assert said.status_code == 200, said.text
        said = await self.diego.post(f"{FILES}/{file}/finish", {})
        assert said.status_code == 200, said.text
        return said.json()

    async def apply(self, file: dict[str, Any], **more: Any) -> httpx.Response:
        """Applied, as far as the worker got; asked for twice."""
        body, key = {"plan": file["plan_hash"], **more}, str(uuid4())
        first, said = [await self.diego.post(f"{FILES}/{file['id']}/apply", body, key=key) for _ in range(2)]
        assert first.status_code == said.status_code
        await self.counter.work()
        return said

    async def effects(self, file: dict[str, Any]) -> dict[tuple[str, str | None], tuple[int, int]]:
        record = (await self.diego.get(f"{FILES}/{file['id']}")).json()
        return {(each["effect"], each["why"]): (each["count"], each["done"]) for each in record["effects"]}

    async def state(self, remittance: dict[str, Any]) -> str:
        return (await self.diego.get(f"{REMITTANCES}/{remittance['id']}")).json()["state"]

    def states(self, ids: list[str]) -> list[str]:
        return [self.sql("select status from payout where id = %s", number)[0][0] for number in ids]
