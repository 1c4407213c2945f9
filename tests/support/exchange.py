"""What tests of exchange share: a bank, rates, tax rules and an agreement, each made through the API."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from people import Person
from retaguarda.foundation.local_day import BRASILIA, today
from support.charges import Counter

OPERATIONS, CLOSINGS, BANKS = "/v1/exchange/operations", "/v1/exchange/closings", "/v1/exchange/banks"
RATES, TAX_RULES, AGREEMENTS, C220 = (
    "/v1/exchange/rates",
    "/v1/exchange/tax-rules",
    "/v1/exchange/agreements",
    "/v1/exchange/c220",
)
BANK: dict[str, Any] = {
    "code": "porto",
    "name": "Banco Porto Alto",
    "document": "11222333000181",
    "swift": "BPALBRSP",
    "line": {"amount": 900_000_000_00, "currency": "BRL"},
}
AGREEMENT: dict[str, Any] = {
    "currency": "USD",
    "direction": "out",
    "spread": 120,
    "tax_kind": "services",
    "purpose": "2",
    "counterparty": "Games Example Inc",
    "country": "US",
}


def answer(*rates: tuple[str, str], hours: int = 0) -> str:
    """The Central Bank's answer of today with these buying and selling rates, one bulletin an hour from one o'clock on."""
    day = datetime.combine(today(BRASILIA), datetime.min.time())
    lines = [
        {
            "cotacaoCompra": float(buy),
            "cotacaoVenda": float(sell),
            "dataHoraCotacao": str(day + timedelta(hours=hours, minutes=number + 1)),
            "tipoBoletim": "Fechamento PTAX",
        }
        for number, (buy, sell) in enumerate(rates)
    ]
    return json.dumps({"value": lines})


@dataclass
class ExchangeDesk:
    """Does what staff do before a merchant can exchange anything."""

    diego: Person
    counter: Counter

    async def made(self, path: str, body: dict[str, Any], status: int = 201) -> dict[str, Any]:
        said = await self.diego.post(path, body)
        assert said.status_code == status, said.text
        return said.json()

    async def rate(self, currency: str, buy: str, sell: str, *, hours: int = 0) -> None:
        body = {"currency": currency, "source": "PTAX", "answer": answer((buy, sell), hours=hours)}
        await self.made(RATES, body, 200)

    async def rule(self, percent: str, kind: str = "services", direction: str = "out", day: str = "2025-07-17") -> None:
        body = {"kind": kind, "direction": direction, "percent": percent, "valid_from": day, "source": "Decreto 12.499"}
        await self.made(TAX_RULES, body)

    async def bank(self, *currencies: str, **more: Any) -> str:
        bank = (await self.made(BANKS, BANK | more))["id"]
        for currency in currencies:
            body = {"currency": currency, "cut_off": "23:59", "home_days": 0, "foreign_days": 2}
            await self.made(f"{BANKS}/{bank}/set-currency", body, 200)
        return bank

    async def agree(self, merchant: int = 2, **more: Any) -> str:
        self.diego.account = str(merchant)
        made = await self.made(AGREEMENTS, AGREEMENT | more)
        self.diego.account = ""
        # Whoever stands abroad is compared with the lists before anything is bought.
        await self.counter.work()
        return made["id"]

    async def ready(self, currency: str = "USD", buy: str = "5.4000", sell: str = "5.4080", **more: Any) -> str:
        """Everything for one currency; the bank's id."""
        await self.rate(currency, buy, sell)
        await self.rule("3.5")
        await self.rule("0.38", direction="in")
        await self.agree(currency=currency, **more)
        return await self.bank(currency)

    async def quote(self, person: Person, amount: int, currency: str = "USD", **more: Any) -> dict[str, Any]:
        body = {"currency": currency, "direction": "out", "amount": {"amount": amount, "currency": currency}, **more}
        said = await person.post(OPERATIONS, body)
        assert said.status_code == 201, said.text
        return said.json()

    async def booked(
        self, person: Person, amount: int, currency: str = "USD", *, compared: bool = True, **more: Any
    ) -> dict[str, Any]:
        """``compared``: its client and counterparty are compared with the lists, as the worker does a moment later."""
        quoted = await self.quote(person, amount, currency, **more)
        said = await person.post(f"{OPERATIONS}/{quoted['id']}/book")
        assert said.status_code == 200, said.text
        if compared:
            await self.counter.work()
        return said.json()

    async def agreed(self, bank: str, rate: str, currency: str = "USD", direction: str = "out") -> dict[str, Any]:
        body = {"bank": bank, "currency": currency, "direction": direction}
        drafted = await self.made(CLOSINGS, body)
        return await self.made(f"{CLOSINGS}/{drafted['id']}/agree", {"rate": rate}, 200)

    async def close(self, eva: Person, closing: str) -> dict[str, Any]:
        plan = (await eva.get(f"{CLOSINGS}/{closing}")).json()["plan"]
        said = await eva.post(f"{CLOSINGS}/{closing}/close", {"plan": plan})
        assert said.status_code == 200, said.text
        return said.json()


def decimal(money: dict[str, Any], places: int = 2) -> Decimal:
    return Decimal(money["amount"]).scaleb(-places)
