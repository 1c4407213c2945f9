"""How the demo's staff end cases of payments: some wait for somebody to look, some for the second person, one is settled."""

from typing import Any

import msgspec

from retaguarda.foundation.command import Command
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL
from retaguarda.payout_engine.open_case import Found, open_case, open_file_case
from retaguarda.payout_engine.write_rules import HOUSE
from retaguarda.payouts.cases.commands import PROPOSE, SETTLE
from retaguarda_demo.run_commands import do

FIRST_PERSON, SECOND_PERSON = "diego@retaguarda.example", "eva@retaguarda.example"
_UNDONE = {
    "outcome": "bank",
    "reason": "O banco rodou o arquivo duas vezes e estornou o lote; carta anexada ao chamado",
}
_LOST = {"outcome": "losses", "reason": "O favorecido não responde e o banco não estorna"}
_CREDITED = {"outcome": "merchant", "reason": "O favorecido confirma que devolveu também a taxa de outro pedido"}


class _Case(msgspec.Struct):
    id: str
    company_id: int
    kind: str


_ACCEPTED = {"outcome": "accepted", "reason": "O banco confirma por carta que os arquivos pulados estavam vazios"}


async def _open_what_moved_nothing(database: Database) -> None:
    """A key that was somebody else's right before its order, and files of a bank that were passed over, twice."""
    async with database.transaction(SYSTEM) as tx:
        held = await tx.one(
            "select * from payout where status = 'on_hold' and kind = 'key' and origin = 'payout' order by created_at desc limit 1 for update"
        )
        if held is not None:
            said = "owner differ, name no"
            await open_case(
                tx,
                held,
                Found(
                    kind="owner_changed",
                    key=f"owner:{held['id']}",
                    reference=str(held["id"]),
                    amount=held["amount"],
                    source="directory",
                    evidence=said,
                ),
            )
        for numbers in ("17", "21-22"):
            reason = "O banco ainda não respondeu ao chamado; o arquivo seguinte não podia esperar"
            await open_file_case(
                tx,
                HOUSE,
                BRL,
                Found(
                    kind="file_gap",
                    key=f"gap:341/0099:{numbers}",
                    reference=f"341/0099 NSA {numbers}",
                    amount=0,
                    source="file",
                    evidence=f"RET-341.ret: {reason}",
                ),
            )


async def decide_cases(database: Database) -> None:
    """Of each kind, the newest stays open; before it one waits for the second person, and the first is settled."""
    await _open_what_moved_nothing(database)
    async with database.transaction(SYSTEM) as tx:
        rows = await tx.all("select id::text, company_id, kind from payout_case order by opened_at, id")
    by_kind = dict[str, list[_Case]]()
    for case in msgspec.convert(rows, list[_Case]):
        by_kind.setdefault(case.kind, []).append(case)
    desk = _Desk(database)
    for case in by_kind.get("return_unmatched", []):
        await desk.act(PROPOSE, case, _CREDITED)
    for case in by_kind.get("file_gap", [])[:1]:
        await desk.act(PROPOSE, case, _ACCEPTED)
    twice = by_kind.get("paid_twice", [])[:-1]
    for case, ends in zip(twice, (_UNDONE, _LOST), strict=False):
        await desk.act(PROPOSE, case, ends)
    for case in twice[:1]:
        await desk.act(SETTLE, case, {}, SECOND_PERSON)


class _Desk:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def act(self, command: Command[Any], case: _Case, body: dict[str, str], who: str = FIRST_PERSON) -> None:
        path = {"id": case.id}
        await do(
            self._database,
            who,
            case.company_id,
            command,
            body,
            key=str(uuid7()),
            path=path,
            two_factor=True,
            scoped=True,
        )
