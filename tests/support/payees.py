"""One-line steps of people with the payee book."""

import contextlib
from dataclasses import dataclass
from typing import Any

from people import AURORA, Person
from retaguarda.foundation.jobs import TryAgain
from support.charges import Counter

PAYEES, DESTINATIONS = "/v1/payouts/payees", "/v1/payouts/payee-destinations"
CPF, OTHER_CPF, CNPJ = "52998224725", "11144477735", "11222333000181"
KEY = {"kind": "email", "value": "joao@loja.example"}
JOAO: dict[str, Any] = {"name": "Joao P Silva ME", "document": CPF, "key": KEY}
ACCOUNT = {"ispb": "18236120", "account_type": "TRAN", "branch": "0001", "number": "4455667", "digit": "8"}


@dataclass
class Book:
    counter: Counter

    async def owner(self, key: str, name: str, document: str, **more: Any) -> None:
        """Whose a key is at the directory, from now on."""
        said = await self.counter.bank.client.post(
            "/sandbox/dict/entries", json={"key": key, "name": name, "document": document, **more}
        )
        assert said.status_code == 201, said.text

    async def added(self, person: Person, body: dict[str, Any] = JOAO) -> str:
        made = await person.post(PAYEES, body)
        assert made.status_code == 201, made.text
        return made.json()["id"]

    async def looked_up(self, person: Person, payee: str) -> dict[str, Any]:
        """The payee once the worker has come by."""
        await self.counter.work()
        with contextlib.suppress(TryAgain):
            await self.counter.run_job("payees.check", AURORA, payee)
        return await self.read(person, payee)

    async def read(self, person: Person, payee: str) -> dict[str, Any]:
        said = await person.get(f"{PAYEES}/{payee}")
        assert said.status_code == 200, said.text
        return said.json()

    async def checked(self, person: Person, payee: str) -> dict[str, Any]:
        assert (await person.post(f"{PAYEES}/{payee}/check")).status_code == 200
        return await self.looked_up(person, payee)
