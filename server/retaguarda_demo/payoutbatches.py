"""Batches of payouts of the demo, in every state that lasts: brought through the one door, read by the worker's own code."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from retaguarda.approvals.commands import REJECT
from retaguarda.foundation.database import Database, Scope
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.keys import Keys
from retaguarda.payouts.batches.commands import COMMANDS, commands
from retaguarda.payouts.batches.parse_batch import Parsing
from retaguarda_demo.run_commands import do

MERCHANT, MAKER, CHECKER = 2, "bruno@merchant.example", "eva@retaguarda.example"
HEADINGS = "Nome;Documento;Chave Pix;Valor;Descrição;Referência"
#: Test numbers; the names are invented.
PEOPLE = (
    ("Iara Pontes Melo", "52998224725"),
    ("Otávio Brandt", "11144477735"),
    ("Nilo Araújo Prestes", "39053344705"),
)
PASTE = next(command for command in COMMANDS if command.name == "payouts:payout_batch:paste")


def table(name: str, count: int, *more: str) -> str:
    """A table of ``count`` good lines, each to a key of its own, and of those that follow."""
    lines = [
        f"{PEOPLE[place % 3][0]};{PEOPLE[place % 3][1]};{name}{place}@example.com;{90 + place * 7},{place * 13 % 100:02d};{name};"
        for place in range(count)
    ]
    return "\n".join([HEADINGS, *lines, *more])


#: Lines that a person has to look at.
STRANGE = (
    "Iara Pontes Melo;52998224726;iara@example.com;148,20;Folha;",
    "Otávio Brandt;11144477735;11144477736;311,54;Folha;",
    "Nilo Araújo Prestes;39053344705;nilo@example.com;1.830;Folha;",
    "Iara Pontes Melo;52998224725;caio@example.com;183,00;Folha;F-11",
    "Iara Pontes Melo;52998224725;caio@example.com;183,00;Folha;F-12",
)
#: A branch whose number begins with 99 refuses.
_BY_ACCOUNT = """Nome;Documento;Banco;Agência;Conta;Valor
Iara Pontes Melo;52998224725;001;1584;00210169-6;184,20
Otávio Brandt;11144477735;001;9903;00210169-6;96,75
"""


@dataclass(frozen=True, slots=True)
class DemoBatch:
    """``then``: what its people do of it, one Command after another. ``refused``: why a second person refuses it, where the policy asks for some."""

    name: str
    text: str
    then: tuple[str, ...] = ()
    refused: str = ""


#: The worker pays what is submitted while somebody looks.
BATCHES = (
    DemoBatch("Comissões de outubro", table("comissao", 8), ("submit",)),
    DemoBatch("Reembolsos de viagem", _BY_ACCOUNT, ("submit",)),
    DemoBatch("Ajudas de custo", table("ajuda", 3), ("submit", "pause")),
    DemoBatch("Brindes de fim de ano", table("brinde", 2), ("cancel",)),
    DemoBatch("Prestadores do trimestre", table("prestador", 60), ("submit",), "Faltam as notas de três prestadores"),
    DemoBatch("Décimo terceiro, 1ª parcela", table("decimo", 61), ("submit",)),
    DemoBatch("Folha de novembro", table("folha", 24, *STRANGE)),
    DemoBatch("Fornecedores", "Empresa;Total\nPadaria Três Irmãos;R$ 100"),
)


async def bring_batches(database: Database, keys: Keys) -> None:
    """Bring them in every state that lasts; what the merchant has too little for, in a small trial, stays as it was planned."""
    ways = {command.name.rpartition(":")[2]: command for command in commands(keys)}
    for number, batch in enumerate(BATCHES):
        made = await do(
            database, MAKER, MERCHANT, PASTE, {"name": batch.name, "text": batch.text}, key=f"batch:{number}", path={}, two_factor=True
        )  # fmt: skip
        await Parsing(database, keys).run(MERCHANT, made["id"])
        for step in batch.then:
            body = await _as_planned(database, made) if step == "submit" else {}
            try:
                said = await do(
                    database, MAKER, MERCHANT, ways[step], body, key=f"batch:{number}:{step}", path={"id": made["id"]}, two_factor=True
                )  # fmt: skip
            except ApiError as error:
                if error.message != "insufficient_balance":
                    raise
                break
            if batch.refused:
                path = {"id": said["request"]["id"]}
                await do(
                    database, CHECKER, MERCHANT, REJECT, {"reason": batch.refused}, key=f"batch:{number}:reject", path=path, two_factor=True
                )  # fmt: skip


async def _as_planned(database: Database, made: Mapping[str, Any]) -> dict[str, Any]:
    async with database.transaction(Scope((MERCHANT,))) as tx:
        plan = await tx.value("select plan_hash from payout_batch where id = %(id)s", made)
        total = await tx.value("select amount + fee from payout_batch where id = %(id)s", made)
    return {"plan": plan, "total": {"amount": total}}
