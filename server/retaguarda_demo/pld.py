"""PLD of the demo: rules in every state, alerts that they raised, cases and communications; all through the one door."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.approvals.gate import ApprovalGate
from retaguarda.compliance.coaf.commands import coaf_commands
from retaguarda.compliance.coaf.queries import file_for_update
from retaguarda.compliance.coaf.seal_texts import ToldTexts
from retaguarda.compliance.pld_alerts.commands import COMMANDS as ALERTS
from retaguarda.compliance.pld_alerts.decide_case import case_commands
from retaguarda.compliance.pld_alerts.watch_movements import watch
from retaguarda.compliance.pld_blind_spots.commands import COMMANDS as BLIND_SPOTS
from retaguarda.compliance.pld_blind_spots.decide_exclusion import EXCLUSIONS
from retaguarda.compliance.pld_blind_spots.run_search import BlindSpotSearches
from retaguarda.compliance.pld_rules.commands import COMMANDS as RULES
from retaguarda.compliance.pld_rules.count_movements import find_busy
from retaguarda.compliance.pld_rules.run_backtest import Backtests
from retaguarda.foundation.command import run
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.request import PROVIDER, Intent, Origin, read_input
from retaguarda.identity.acting_access import ActingAccess, Requester
from retaguarda.lists.resolve_scope import HouseCaller
from retaguarda_demo.pld_rules import DEMO_EXCLUSIONS, DEMO_RULES, ENDS, DemoRule
from retaguarda_sandbox.coaf import answer

DIEGO, EVA = "diego@retaguarda.example", "eva@retaguarda.example"
#: How far the rules look back when the demo begins.
HISTORY = timedelta(days=45)
_COMMANDS = (*RULES, *BLIND_SPOTS, *EXCLUSIONS, *ALERTS)
_WHY = "Conferido com o cadastro, as notas do mês e o histórico da relação."
_DOSSIER = {
    "facts": "Pagamentos repetidos de valores altos em 30 dias, acima do próprio histórico e do grupo.",
    "capacity": "Renda declarada de R$ 6.000 por mês; movimentou várias vezes isso.",
    "origin": "Contas próprias em dois bancos; o destino é um só estabelecimento.",
    "grounds": "Movimentação incompatível com a capacidade financeira, sem fundamento econômico conhecido.",
    "typologies": ["1045", "1047"],
}


class Pld:
    """Diego writes and investigates; Eva approves and decides."""

    def __init__(self, database: Database, keys: PartyKeys) -> None:
        self._database, self._texts = database, ToldTexts(keys)
        own = (*_COMMANDS, *case_commands(keys), *coaf_commands(keys))
        self._commands = {each.name: each for each in own}
        self._number = 0

    async def load(self) -> None:
        """Nothing happens where rules are there already."""
        async with self._database.transaction(SYSTEM) as tx:
            if await tx.value("select count(*) from pld_rule"):
                return
            now = datetime.now(UTC)
        first, *_ = [await self._rule(each) for each in DEMO_RULES]
        for code, reason, end in DEMO_EXCLUSIONS:
            await self._exclusion(code, reason, end)
        async with self._database.transaction(SYSTEM) as tx:
            # In the transaction that watches: the worker's own watch, before there were rules, may have read past all of it.
            await tx.execute(
                "insert into pld_reader (read_until) values (%(at)s)"
                " on conflict (company_id) do update set read_until = excluded.read_until",
                {"at": now - HISTORY},
            )
            await find_busy(tx)
            await watch(tx, now)
            rows = await tx.all(
                "select a.id::text from pld_alert a where a.target = 'end_user' order by a.number limit %(most)s",
                {"most": len(ENDS)},
            )
        for end, row in zip(ENDS, rows, strict=False):
            await self._alert(end, str(next(iter(row.values()))))
        draft = await self._do(
            DIEGO,
            "pld:rule:change",
            {**DEMO_RULES[0].body, "conditions": ["in_sum_30d >= 1600000", "in_count_30d >= 8"]},
            {"id": first["id"]},
        )
        await self._backtest(draft["version"]["id"])
        for version in (None, draft["version"]["id"]):
            search = await self._do(DIEGO, "pld:blind_spots:search", {"version": version})
            await BlindSpotSearches(self._database).run(search["id"])

    async def _rule(self, rule: DemoRule) -> dict[str, Any]:
        written = await self._do(DIEGO, "pld:rule:create", rule.body)
        version = written["version"]["id"]
        if rule.state == "draft":
            return written
        await self._decide(EVA, version, "approve")
        if rule.state == "active":
            await self._backtest(version)
        choices: Mapping[str, Sequence[str]] = {
            "active": ("activate",),
            "shadow": ("shadow",),
            "retired": ("retire",),
        }
        for choice in choices.get(rule.state, ()):
            await self._decide(DIEGO, version, choice)
        return written

    async def _exclusion(self, code: str, reason: str, end: str) -> None:
        made = await self._do(DIEGO, "pld:exclusion:propose", {"code": code, "reason": reason})
        path = {"id": made["id"]}
        if end != "proposed":
            await self._do(EVA, "pld:exclusion:decide", {"agree": end != "refused"}, path)
        if end == "ended":
            await self._do(DIEGO, "pld:exclusion:end", {"reason": "Há agora câmbio com o exterior"}, path)

    async def _alert(self, end: str, alert: str) -> None:
        path = {"id": alert}
        if end in ("cleared", "dismissed", "taken"):
            await self._do(DIEGO, "pld:alert:assign", {}, path)
        if end in ("cleared", "dismissed"):
            choice = {"choice": "clear", "reason_id": "documented"}
            if end == "dismissed":
                choice = {"choice": "dismiss", "reason_id": "rule_too_wide"}
            await self._do(DIEGO, "pld:alert:decide", choice | {"text": _WHY}, path)
        elif end == "snoozed":
            reason = {"days": 30, "reason": "Compra sazonal conhecida, volta em um mês"}
            await self._do(DIEGO, "pld:alert:snooze", reason, path)
        elif end != "taken":
            told = await self._do(DIEGO, "pld:alert:escalate", {"text": "Valores fora do perfil"}, path)
            await self._case(end, told["case_id"])

    async def _case(self, end: str, case: str) -> None:
        path = {"id": case}
        if end == "opened":
            return
        await self._do(DIEGO, "pld:case:move", {"choice": "investigate"}, path)
        if end == "waiting":
            await self._do(DIEGO, "pld:case:move", {"choice": "wait", "text": "Documentos pedidos ao cadastro"}, path)
        if end in ("waiting", "investigating"):
            return
        await self._do(DIEGO, "pld:case:dossier", _DOSSIER, path)
        await self._do(DIEGO, "pld:case:propose", {"proposal": "communicate"}, path)
        if end == "proposed":
            return
        await self._do(EVA, "pld:case:decide", {"agree": True, "text": "De acordo com os fundamentos"}, path)
        if end == "decided":
            return
        cents = {"credit": {"amount": 4_500_041, "currency": "BRL"}} if end == "refused" else {}
        written = await self._do(DIEGO, "pld:communication:write", {"case": case} | cents)
        if end == "draft":
            return
        await self._sent(written["id"])
        if end == "closed":
            await self._do(DIEGO, "pld:case:move", {"choice": "close"}, path)

    async def _sent(self, communication: str) -> None:
        path = {"id": communication}
        await self._do(DIEGO, "pld:communication:move", {"choice": "check"}, path)
        await self._do(EVA, "pld:communication:approve", {}, path)
        (file,) = (await self._do(EVA, "pld:coaf_file:create", {}))["files"]
        await self._do(EVA, "pld:coaf_file:send", {"by_hand": True}, {"id": file["id"]})
        async with self._database.transaction(SYSTEM) as tx:
            row = await file_for_update(tx, UUID(file["id"]))
            content = await self._texts.of_file(tx, row.id, row.bytes, sealed=row.sealed)
        told = answer("EnviarLoteComunicacao", content or b"") or b""
        await self._do(EVA, "pld:coaf_file:answer", {"xml": told.decode("iso-8859-1")}, {"id": file["id"]})

    async def _decide(self, who: str, version: str, choice: str) -> None:
        await self._do(who, "pld:version:decide", {"choice": choice}, {"id": version})

    async def _backtest(self, version: str) -> None:
        asked = await self._do(DIEGO, "pld:backtest:run", {"version": version})
        await Backtests(self._database).run(asked["id"])

    async def _do(self, who: str, name: str, body: Mapping[str, Any], path: Mapping[str, str] | None = None) -> Any:
        self._number += 1
        async with self._database.transaction(SYSTEM) as tx:
            person = await tx.value("select id from person where email = %(email)s", {"email": who})
        inner = ActingAccess(
            self._database, Requester(person, PROVIDER, two_factor=False, work=uuid7()), ApprovalGate({})
        )
        command = self._commands[name]
        given = read_input(msgspec.json.encode(body), command.input)
        intent = Intent(given, path or {}, Origin(str(uuid7())))
        done = await run(command, intent, HouseCaller(inner), f"demo:pld-{self._number}")
        return msgspec.json.decode(done.body)
