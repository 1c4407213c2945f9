"""Payees of Loja Aurora in every state, as its people and the directory made them; and what staff put on the list of suspects.

All of it is asked for through the one door and looked up at the bundled provider. Only what takes days is moved back.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import httpx
import psycopg

from retaguarda.app import App
from retaguarda.foundation.command import Command
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.payouts.payees.commands import BLOCK, CHECK_AGAIN
from retaguarda.payouts.payees.commands import commands as payee_commands
from retaguarda.payouts.payees.imports.commands import APPLY_IMPORT, CREATE_IMPORT, FINISH_IMPORT
from retaguarda.payouts.suspects.commands import REMOVE_SUSPECT
from retaguarda.payouts.suspects.commands import commands as suspect_commands
from retaguarda_demo.payee_plans import PLANS, PayeePlan, document_of
from retaguarda_demo.people import HOUSE
from retaguarda_demo.run_commands import do

COMPANY, WHO = 2, "bruno@merchant.example"
_STAFF, _SECOND = "diego@retaguarda.example", "eva@retaguarda.example"

Run = Callable[[str, int, str], Awaitable[None]]


_ACCOUNT = {"ispb": "18236120", "account_type": "TRAN", "branch": "0001", "number": "4455667", "digit": "8"}
_NEW_KEY = {"kind": "email", "value": "novo.financeiro@nanquim.example"}


@dataclass(frozen=True, slots=True)
class Payees:
    """
    Args:
        run: one job, by its name, company and subject.
    """

    app: App
    bank: httpx.AsyncClient
    owner_url: str
    run: Run

    async def fill(self) -> None:
        ids = {plan.name: await self._add(plan) for plan in PLANS}
        await self._trust([ids[plan.name] for plan in PLANS if plan.trusted])
        self._move_back({ids[plan.name]: plan for plan in PLANS})
        await self._change(ids)
        await self._suspect()
        await self._import()

    async def _add(self, plan: PayeePlan) -> str:
        if plan.key is not None and plan.owner is not None:
            await self._own(plan.key, plan.owner, plan.owner_document, dict(plan.counters))
        place = {"account": _ACCOUNT} if plan.key is None else {"key": _key(plan.key)}
        body = {"name": plan.name, "document": plan.document, "trade_name": plan.trade_name, **place}
        made = await self._ask(self._command("payouts:payee:create"), body)
        if plan.key is not None:
            await self.run("payees.check", COMPANY, made["id"])
        return made["id"]

    async def _trust(self, payees: list[str]) -> None:
        for payee in payees:
            for (place,) in self._rows(
                "select id::text from payee_destination where payee_id = %s and state = 'new'", payee
            ):
                await self._ask(self._command("payouts:destination:trust"), {"call_back": None}, id=place)

    async def _change(self, ids: Mapping[str, str]) -> None:
        """A known payee gets another destination, a key passes to somebody else, a payee is blocked, and one waits."""
        await self._own(_NEW_KEY["value"], "GRAFICA NANQUIM LTDA", PLANS[0].document, dict(PLANS[0].counters))
        nanquim = ids["Gráfica Nanquim"]
        await self._ask(self._command("payouts:destination:create"), {"key": _NEW_KEY}, id=nanquim)
        await self.run("payees.check", COMPANY, nanquim)
        newest = self._rows("select id::text from payee_destination where payee_id = %s and state = 'new'", nanquim)
        await self._ask(
            self._command("payouts:destination:trust"),
            {"call_back": "Falei com a Dona Rita, no fixo do contrato."},
            id=newest[0][0],
        )
        letra = next(plan for plan in PLANS if plan.name == "Papelaria Letra Viva")
        await self._own(letra.key or "", "LETRA VIVA COMERCIO DE PAPEIS LTDA", document_of("903127740001"), {})
        await self._ask(CHECK_AGAIN, {}, id=ids[letra.name])
        await self.run("payees.check", COMPANY, ids[letra.name])
        await self._ask(
            BLOCK, {"reason": "Pediu para mudar a conta por e-mail; o telefone não atende."}, id=ids["Edson Luís Prado"]
        )

    def _move_back(self, payees: Mapping[str, PayeePlan]) -> None:
        """Cooling-offs and payments of the last months; the trigger lets no clock go back, so it rests meanwhile."""
        with psycopg.connect(self.owner_url) as connection:
            connection.execute("alter table payee_destination disable trigger user")
            connection.execute(
                "update payee_destination set created_at = created_at - interval '120 days',"
                " usable_from = usable_from - interval '119 days' where company_id = %s",
                (COMPANY,),
            )
            connection.execute("alter table payee_destination enable trigger user")
            connection.execute(
                "update payee set created_at = created_at - interval '120 days' where company_id = %s", (COMPANY,)
            )
            for payee, plan in payees.items():
                if plan.expired:
                    connection.execute(
                        "update payee set checked_at = checked_at - interval '200 days',"
                        " expires_at = expires_at - interval '200 days' where id = %s",
                        (payee,),
                    )
                for place, amount in enumerate(plan.paid):
                    connection.execute(
                        "select destination_paid(company_id, hash, %s, 'BRL', now() - make_interval(days => %s))"
                        " from payee_destination where payee_id = %s",
                        (amount, 14 * place + 5, payee),
                    )

    async def _import(self) -> None:
        """One table that came into the book, and one that waits to be looked at."""
        bases = [f"{318_204_517 + 7_919 * place:09d}" for place in range(60)]
        people = [
            f"{_NAMES[place % 8]} {_FAMILIES[place % 7]};{document_of(base)};e-mail;pessoa{place}@equipe.example"
            for place, base in enumerate(bases)
        ]
        applied = await self._table("Equipe de entregas.csv", people[:40])
        await self._ask(APPLY_IMPORT, {}, id=applied)
        wrong = ["Sem documento;123;;", f"Chave sem tipo;{document_of(bases[50])};;x@y.example", people[3]]
        await self._table("Novos montadores.csv", [*people[40:50], *wrong])

    async def _table(self, name: str, rows: list[str]) -> str:
        content = "\n".join(["Nome;Documento;Tipo da chave;Chave", *rows]).encode()
        made = await self._ask(CREATE_IMPORT, {"name": name, "size": len(content)})
        with psycopg.connect(self.owner_url) as connection:
            connection.execute(
                "insert into payee_import_piece (company_id, import_id, number, bytes) values (%s, %s, 0, %s)",
                (COMPANY, made["id"], content),
            )
        await self._ask(FINISH_IMPORT, {}, id=made["id"])
        await self.run("payees.read_import", COMPANY, made["id"])
        return made["id"]

    async def _suspect(self) -> None:
        """One for good, one that two of staff put and took away, one that waits for the second of them."""
        evidence = "Relato de infração 8c1f aceito pelo banco do recebedor em 12/11."
        mule = {"cause": "mule_account", "evidence": evidence, "key": _key("ganhe.facil@premio.example")}
        order = {
            "cause": "court_order",
            "evidence": "Ofício 4471/2026 da 2ª Vara Criminal.",
            "document": document_of("971408253"),
        }
        await self._staff(_STAFF, "payouts:suspect:create", mule)
        await self._staff(_SECOND, "payouts:suspect:create", order)
        wrong = {"cause": "fraud_report", "evidence": "Relato de um só pagador, sem análise.", "account": _ACCOUNT}
        made = await self._staff(_STAFF, "payouts:suspect:create", wrong)
        body = {"reason": "O banco do recebedor discordou do relato."}
        await self._ask(REMOVE_SUSPECT, body, who=_SECOND, company=HOUSE.id, id=made["id"])
        with psycopg.connect(self.owner_url) as connection:
            for command in ("payouts:suspect:create", "payouts:suspect:remove"):
                connection.execute(
                    "insert into approval_policy (id, company_id, name, command, condition, permission, needed, distinct_teams,"
                    " expires_days, emergency, active, alone, updated_by)"
                    " values (%s, %s, %s, %s, '', %s, 1, false, 7, null, true, false, %s)",
                    (uuid7(), HOUSE.id, _POLICIES[command], command, str(Permission.APPROVALS_DECIDE), _STAFF),
                )
        waiting = {
            "cause": "account_takeover",
            "evidence": "Três pagadores relatam a mesma chave hoje.",
            "key": _key("+5521981230099"),
        }
        await self._staff(_STAFF, "payouts:suspect:create", waiting)

    async def _staff(self, who: str, command: str, body: Mapping[str, Any]) -> Any:
        return await self._ask(self._command(command), body, who=who, company=HOUSE.id)

    async def _own(self, key: str, name: str, document: str, counters: Mapping[str, int]) -> None:
        kind = "LEGAL_PERSON" if len(document) == 14 else "NATURAL_PERSON"
        body = {"key": key, "name": name, "document": document, "kind": kind, "counters": dict(counters)}
        (await self.bank.post("/sandbox/dict/entries", json=body)).raise_for_status()

    async def _ask(
        self, command: Command[Any], body: Mapping[str, Any], *, who: str = WHO, company: int = COMPANY, **path: str
    ) -> Any:
        return await do(self.app.database, who, company, command, body, key=str(uuid7()), path=path, two_factor=True)

    def _command(self, name: str) -> Command[Any]:
        settings = self.app.settings
        keys = Keys(settings.secret, settings.secret_previous)
        return next(each for each in (*payee_commands(keys), *suspect_commands(keys)) if each.name == name)

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.owner_url) as connection:
            return connection.execute(query.encode(), values).fetchall()


_NAMES = ("Aline", "Breno", "Cecília", "Davi", "Elisa", "Fábio", "Gisele", "Hugo")
_FAMILIES = ("Moura", "Farias", "Nóbrega", "Salles", "Pacheco", "Quintela", "Rezende")
_POLICIES = {
    "payouts:suspect:create": "Incluir na lista de suspeitos",
    "payouts:suspect:remove": "Retirar da lista de suspeitos",
}


def _key(text: str) -> dict[str, str]:
    return {"kind": "email" if "@" in text else "phone", "value": text}
