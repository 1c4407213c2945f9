"""The block list in every state, and what it refused and held: asked for through the one door, two of staff each time."""

import base64
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

import msgspec
import psycopg

from retaguarda.app import App
from retaguarda.catalogue import catalogue
from retaguarda.compliance.block_list.commands import COMMANDS
from retaguarda.compliance.judicial_orders.commands import COMMANDS as ORDER_COMMANDS
from retaguarda.compliance.judicial_orders.receive_orders import CourtAnswers, CourtIntake
from retaguarda.compliance.merchant_rules.commands import COMMANDS as RULE_COMMANDS
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.errors import RecordedRefusal
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.payin.charges.create_charge import CREATE_CHARGE
from retaguarda.providers.courts import CourtAnswer, CourtMoney, CourtOrder, CourtReceipt, SignedOrder
from retaguarda_demo.payee_plans import document_of
from retaguarda_demo.people import HOUSE, MERCHANTS
from retaguarda_demo.run_commands import do

_MERCHANT, _ANA, _BRUNO = 2, "ana@merchant.example", "bruno@merchant.example"
_STAFF, _SECOND = "diego@retaguarda.example", "eva@retaguarda.example"
_UPLOAD = "compliance:block_upload:create"
_OWN_RULES = """
    select exists (select from payin_rule_version v, jsonb_array_elements(v.groups) g
                    where v.status = 'active' and g ->> 'name' = 'Todas as cobranças')
"""

#: Of nobody else in the demo.
_IVAN, _ROSANA = document_of("604118273"), document_of("715529384")
_MULE = {
    "lane": "fraud", "kind": "pix_key", "value": "ganhe.agora@premio.example", "effect": "refuse", "direction": "both",
    "cause": "mule_account", "reason": "Relato de infração 8c1f aceito pelo banco do recebedor em 12/11.",
}  # fmt: skip
#: Where a court keeps deposits.
_COURT = {
    "ispb": "00000000", "account_type": "CACC", "branch": "3793", "number": "40012", "digit": "2",
    "holder_name": "Tribunal Regional do Trabalho da 2ª Região", "holder_document": document_of("024148280001"),
    "deposit_id": "081020000012345678",
}  # fmt: skip
_LISTED = {
    "lane": "sanctions", "kind": "document", "value": _IVAN, "effect": "refuse", "direction": "both",
    "cause": "sanctions_list", "reason": "Nome e nascimento conferem com a lista consolidada do CSNU.",
}  # fmt: skip
_WATCHED = {
    "lane": "pld", "kind": "document", "value": _ROSANA, "effect": "hold", "direction": "both",
    "cause": "own_analysis", "reason": "Muitos pagadores em poucos dias; a origem está em análise.",
}  # fmt: skip
_RING = {
    "lane": "pld", "kind": "document_root", "value": "33.014.556", "effect": "alert", "direction": "in",
    "cause": "joint_register", "reason": "Grupo citado no registro conjunto de indícios de fraude.",
}  # fmt: skip
_PHONE = {
    "lane": "fraud", "kind": "phone", "value": "+55 21 98765-4321", "effect": "refuse", "direction": "out",
    "cause": "account_takeover", "reason": "Três clientes relatam a mesma chave depois de troca de aparelho.",
}  # fmt: skip
_WRONG = {
    "lane": "fraud", "kind": "account", "value": "18236120/0001/4455667", "effect": "refuse", "direction": "out",
    "cause": "fraud_report", "reason": "Relato de um só pagador, sem análise do banco.",
}  # fmt: skip
_BAD_ROWS = ("cpf;111.111.111-11", "email;=HYPERLINK(1)", "nome;Fulano de Tal", "telefone;12", "conta;4455667")


@dataclass(frozen=True, slots=True)
class Blocks:
    """``run``: one job, by its name and values."""

    app: App
    owner_url: str
    run: Callable[..., Awaitable[None]]

    async def fill(self) -> None:
        await self._upload()
        await self._staff("create", _MULE)
        await self._staff("create", _LISTED)
        watched = await self._staff("create", _WATCHED)
        await self._staff("confirm", {}, who=_SECOND, id=watched["id"])
        await self._staff("create", _RING)
        soon = str(datetime.now(BRASILIA).date() + timedelta(days=6))
        await self._staff("create", _PHONE | {"until": soon, "merchant": _MERCHANT})
        wrong = await self._staff("create", _WRONG)
        body = {"how": "lifted", "reason": "O banco do recebedor discordou do relato."}
        await self._staff("end", body, who=_SECOND, id=wrong["id"])
        over = await self._staff("create", _WRONG | {"kind": "email", "value": "sorteio@premio.example"})
        await self._staff("end", {"how": "expired", "reason": "O prazo do relato acabou."}, who=_SECOND, id=over["id"])
        await self._meet()
        await self._rules()
        await self._orders()
        await self._messages()

    async def _meet(self) -> None:
        """Payments that meet an entry: one refused, one held, one charge that is not written."""
        await self._pay("ganhe.agora@premio.example", "email", "Ganhe Fácil Prêmios", "52998224725", 12_990)
        await self._pay(_ROSANA, "cpf", "Rosana Teles", _ROSANA, 84_000)
        payer = {"name": "Ivan Petrov", "document": _IVAN}
        with contextlib.suppress(RecordedRefusal):
            await self._do(CREATE_CHARGE, {"amount": {"amount": 45_000}, "payer": payer}, _ANA, _MERCHANT)

    async def _pay(self, key: str, kind: str, name: str, document: str, amount: int) -> None:
        pay = next(each for each in catalogue(self.app.settings).commands if each.name == "payouts:payment:pay")
        body = {
            "amount": {"amount": amount}, "key": {"kind": kind, "value": key}, "holder_name": name,
            "holder_document": document,
        }  # fmt: skip
        with contextlib.suppress(RecordedRefusal):
            await self._do(pay, body, _BRUNO, _MERCHANT)

    async def _orders(self) -> None:
        """Orders in each state. The merchants' money is held as it would be."""
        day = datetime.now(BRASILIA).date()
        until = str(day + timedelta(days=20))
        await self._order("20261120000411", 4, 350_000, day, secret=True, viewers=_SECOND)
        asked = await self._order("20261119000395", 6, None, day, type="information")
        await self._step(asked, "execute", _SECOND)
        await self._step(asked, "answer", _STAFF)
        held = await self._order("20261118000377", 5, 90_000, day, repeat_until=until)
        await self._step(held, "execute", _SECOND)
        answered = await self._order("20261112000290", 6, 120_000, day)
        await self._step(answered, "execute", _SECOND)
        await self._step(answered, "answer", _STAFF)
        released = await self._order("20261103000118", 7, 40_000, day, repeat_until=until)
        await self._step(released, "execute", _SECOND)
        await self._step(released, "answer", _STAFF)
        why = "Ofício de desbloqueio 88/2026 da 4ª Vara do Trabalho."
        await self._step(released, "end", _STAFF, {"how": "released", "reason": why})
        freed = await self._order("20261105000140", 5, 15_000, day)
        await self._step(freed, "execute", _SECOND)
        await self._step(freed, "answer", _STAFF)
        # Whoever executed the block does not end it: this time the second registers and the first executes.
        word = await self._order("20261107000151", 5, None, day, who=_SECOND, type="unblock", about="20261105000140")
        await self._step(word, "execute", _STAFF)
        partly = await self._order("20261109000162", 6, 70_000, day)
        await self._step(partly, "execute", _SECOND)
        await self._step(partly, "answer", _STAFF)
        word = await self._order(
            "20261116000163", 6, 25_000, day, who=_SECOND, type="unblock", about="20261109000162", extent="part"
        )
        await self._step(word, "execute", _STAFF)
        await self._step(word, "answer", _STAFF)
        sent = await self._order("20261101000072", 3, 25_000, day)
        await self._step(sent, "execute", _SECOND)
        await self._step(sent, "answer", _STAFF)
        await self._step(sent, "direct", _SECOND, _COURT)
        why = "Transferência à conta judicial 4471-2, ofício 512/2026."
        await self._step(sent, "end", _STAFF, {"how": "transferred", "reason": why})

    async def _messages(self) -> None:
        """Messages of courts: one answered with its receipt, one to execute, a secret one, and two that are refused."""
        court = _Court()
        intake, answers = CourtIntake(self.app.database, court, _SECOND), CourtAnswers(self.app.database, court)
        court.send("20261124000450", 3, 12_000)
        await intake.run()
        ((order,),) = self.rows("select id::text from judicial_order where protocol = '20261124000450'")
        await self._step(order, "execute", _SECOND)
        await self._step(order, "answer", _STAFF)
        await answers.answer(order)
        court.send("20261127000477", 6, 80_000)
        court.send("20261127000477", 6, 8_000_000)
        court.send("20261127000481", 5, 60_000, forged=True)
        # Of the staff Eva alone sees it.
        court.send("20261128000490", 7, 210_000, secret=True)
        await intake.run()

    async def _order(
        self, protocol: str, merchant: int, amount: int | None, received: date, *, who: str = _STAFF, **more: Any
    ) -> str:
        company = next(each for each in MERCHANTS if each.id == merchant)
        body = {
            "protocol": protocol, "court": "4ª Vara do Trabalho de São Paulo", "document": company.document,
            "process": f"00{protocol[-5:]}-12.2026.5.02.0004", "holder_name": company.legal_name,
            "amount": amount and {"amount": amount}, "received_on": str(received), **more,
        }  # fmt: skip
        return (await self._do(_order_command("register"), body, who, HOUSE.id))["id"]

    async def _step(self, order: str, action: str, who: str, body: Mapping[str, Any] | None = None) -> None:
        await self._do(_order_command(action), body or {}, who, HOUSE.id, id=order)

    async def _has_rules(self) -> bool:
        async with self.app.database.transaction(SYSTEM) as tx:
            return bool(await tx.value(_OWN_RULES))

    async def _rules(self) -> None:
        """Rules of merchants in each state: stricter, off, proposed to be off, rejected and cleared."""
        night, unnamed, everything = (
            "Muito alto de madrugada", "Sem pagador acima de R$ 50 mil", "Todas as cobranças",
        )  # fmt: skip
        if not await self._has_rules():  # A trial that wrote no rules of its own has nothing to override.
            return
        until = str(datetime.now(BRASILIA).date() + timedelta(days=30))
        why = "Contestações acima da média do segmento em outubro."
        await self._own(5, everything, "review", why, least_amount={"amount": 200_000})
        await self._own(6, night, "block", "Escola não cobra de madrugada.")
        event = "Venda de ingressos com pagador anônimo, conforme contrato."
        off = await self._own(8, unnamed, "off", event, until=until)
        await self._decide(off, "approve", "Contrato conferido com o comercial.")
        await self._own(9, unnamed, "off", "Loja pede para vender sem identificar o pagador.", until=until)
        no = await self._own(4, night, "off", "Padaria abre antes das seis.", until=until)
        await self._decide(no, "reject", "Nenhuma cobrança da padaria chega a este valor.")
        gone = await self._own(7, everything, "review", why)
        body = {"reason": "Contestações voltaram à média."}
        await self._do(_rule("clear"), body, _SECOND, HOUSE.id, id=gone)

    async def _own(self, merchant: int, rule: str, kind: str, reason: str, **more: Any) -> str:
        body = {"merchant": merchant, "rule": rule, "kind": kind, "reason": reason, **more}
        return (await self._do(_rule("set"), body, _STAFF, HOUSE.id))["id"]

    async def _decide(self, own: str, choice: str, reason: str) -> None:
        await self._do(_rule("decide"), {"choice": choice, "reason": reason}, _SECOND, HOUSE.id, id=own)

    async def _upload(self) -> None:
        good = [f"email;{chr(97 + number)}.promo@golpe{number}.example" for number in range(24)]
        terms = {name: value for name, value in _MULE.items() if name not in ("kind", "value")}
        content = base64.b64encode("\n".join(["tipo;valor", *_BAD_ROWS, *good]).encode()).decode()
        body = terms | {"name": "relatos-novembro.csv", "content": content, "cause": "joint_register"}
        made = await self._do(_command(_UPLOAD), body, _STAFF, HOUSE.id)
        await self.run("compliance.read_block_upload", made["id"])
        broken = base64.b64encode(b"PK\x03\x04\x00\x00").decode()
        made = await self._do(_command(_UPLOAD), body | {"name": "lista.xlsx", "content": broken}, _STAFF, HOUSE.id)
        await self.run("compliance.read_block_upload", made["id"])

    async def _staff(self, action: str, body: Mapping[str, Any], *, who: str = _STAFF, **path: str) -> Any:
        return await self._do(_command(f"compliance:block_entry:{action}"), body, who, HOUSE.id, **path)

    async def _do(self, command: Command[Any], body: Mapping[str, Any], who: str, company: int, **path: str) -> Any:
        return await do(self.app.database, who, company, command, body, key=str(uuid7()), path=path, two_factor=True)

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.owner_url) as connection:
            return connection.execute(query.encode(), values).fetchall()


class _Court:
    """A courts' system that sends what it is told to, and takes every answer."""

    connected = True

    def __init__(self) -> None:
        self._sent = list[SignedOrder]()

    def send(self, protocol: str, merchant: int, amount: int, *, secret: bool = False, forged: bool = False) -> None:
        company = next(each for each in MERCHANTS if each.id == merchant)
        told = CourtOrder(
            protocol, "block", "2ª Vara Empresarial de São Paulo", f"00{protocol[-5:]}-44.2026.8.26.0100", company.document,
            company.legal_name, datetime.now(BRASILIA).date(), CourtMoney(amount, "BRL"), secret=secret,
        )  # fmt: skip
        self._sent.append(SignedOrder(msgspec.json.encode(told).decode(), "" if forged else "signed"))

    async def waiting(self) -> list[SignedOrder]:
        return self._sent

    def is_signed(self, message: SignedOrder) -> bool:
        return message.signature == "signed"

    async def answer(self, protocol: str, answer: CourtAnswer) -> CourtReceipt:
        return CourtReceipt(f"SBJ{protocol}")


def _order_command(action: str) -> Command[Any]:
    return next(each for each in ORDER_COMMANDS if each.name == f"compliance:judicial_order:{action}")


def _rule(action: str) -> Command[Any]:
    return next(each for each in RULE_COMMANDS if each.name == f"compliance:merchant_rule:{action}")


def _command(name: str) -> Command[Any]:
    return next(each for each in COMMANDS if each.name == name)
