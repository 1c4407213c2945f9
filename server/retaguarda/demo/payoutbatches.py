"""Batches of payouts of the demo: brought through the one door, read by the worker's own code; one waits for a decision, one
was paid, one cannot be read.
"""

from retaguarda.demo.run_commands import do
from retaguarda.foundation.database import Database, Scope
from retaguarda.foundation.keys import Keys
from retaguarda.payouts.batches.commands import COMMANDS, commands
from retaguarda.payouts.batches.parse_batch import Parsing
from retaguarda.payouts.batches.submit_batch import SUBMIT

MERCHANT, MAKER = 2, "bruno@merchant.example"
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
BATCHES = (
    ("Comissões de outubro", table("comissao", 8), True),
    ("Folha de novembro", table("folha", 24, *STRANGE), False),
    ("Fornecedores", "Empresa;Total\nPadaria Três Irmãos;R$ 100", False),
)


async def bring_batches(database: Database, keys: Keys) -> None:
    submit = next(command for command in commands(keys) if command.name == SUBMIT)
    for number, (name, text, pays) in enumerate(BATCHES):
        body = {"name": name, "text": text}
        made = await do(database, MAKER, MERCHANT, PASTE, body, key=f"batch:{number}", path={}, two_factor=True)
        await Parsing(database, keys).run(MERCHANT, made["id"])
        if not pays:
            continue
        async with database.transaction(Scope((MERCHANT,))) as tx:
            plan = await tx.value("select plan_hash from payout_batch where id = %(id)s", made)
            total = await tx.value("select amount + fee from payout_batch where id = %(id)s", made)
        body = {"plan": plan, "total": {"amount": total}}
        # The worker pays it while somebody looks.
        await do(
            database,
            MAKER,
            MERCHANT,
            submit,
            body,
            key=f"batch:{number}:submit",
            path={"id": made["id"]},
            two_factor=True,
        )
