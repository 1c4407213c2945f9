"""Many at once: batches of due-date charges, banks' return files, a Command on many rows, and lists as files."""

from datetime import timedelta
from typing import Any

from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.providers.bankfiles.writer import cnab240, cnab400
from storm.people import ANA, BRUNO, DIEGO
from storm.selling import CHARGES
from storm.sender import Sender
from storm.world import AURORA, World

BATCHES, FILES, LINES = "/v1/payin/batches", "/v1/payin/return-files", "/v1/payin/return-lines"
HEAD = "Nome;Documento;Valor;Vencimento;Mensagem;Referência"
EXPORTED = ("payin.payments", "payin.reviews", "account.transfers", "account.transactions")


def batch(sender: Sender, world: World) -> None:
    rng, now = sender.rng, today(BRASILIA)
    lines = [
        f"Aluno {number};529.982.247-25;{rng.randint(5, 900)},{rng.randint(0, 99):02};"
        f"{now + timedelta(days=rng.randint(5, 30)):%d/%m/%Y};Mensalidade;"
        for number in range(rng.randint(1, 6))
    ]
    if rng.random() < 0.1:
        lines.append("Sem documento;1;0,00;31/02/2020;;")
    body = {"text": "\r\n".join([HEAD, *lines]) + "\r\n", "description": sender.key()}
    said = sender.command("batch", ANA, BATCHES, body, made="charge_batch")
    if said.done:
        world.batches.add(ANA, said.body["id"])


def of_batch(sender: Sender, world: World) -> None:
    """The charges of a batch become known to payers; or what is open is put off, or withdrawn."""
    rng = sender.rng
    if (found := world.batches.some(rng)) is None:
        return
    path, dice = f"{BATCHES}/{found[1]}", rng.random()
    if dice < 0.1:
        sender.command("batch cancel", ANA, f"{path}/cancel")
    elif dice < 0.3:
        day = (today(BRASILIA) + timedelta(days=rng.randint(31, 60))).isoformat()
        sender.command("batch revise", ANA, f"{path}/revise", {"due_date": day})
    else:
        for row in sender.get(ANA, CHARGES, batch=found[1], per_page=10) or []:
            world.charges.add(ANA, row["id"])


def return_file(sender: Sender, world: World) -> None:
    """A bank tells of charges that were paid as boletos: one of them twice, one that is nobody's. Some arrive cut off."""
    rng, titles = sender.rng, list[dict[str, Any]]()
    for _ in range(rng.randint(1, 3)):
        reference = sender.key()[:20]
        body = {"amount": {"amount": 3_700}, "reference": reference}
        said = sender.command("charge", ANA, "/v1/payin/charges", body, made="charge")
        if said.done:
            world.charges.add(ANA, said.body["id"])
            titles.append({"company_use": reference, "bank_ref": reference[:8], "occurrence_date": today(BRASILIA)})
    titles += rng.sample(titles, min(len(titles), rng.randint(0, 1)))
    if rng.random() < 0.6:
        titles.append({"company_use": sender.key()[:20], "bank_ref": sender.key()[:8], "fee": rng.choice((0, 190))})
    data = rng.choice((cnab240, cnab400))(titles)
    data = data[:-250] if rng.random() < 0.1 else data
    made = sender.command("return file", DIEGO, FILES, {"name": sender.key(), "size": len(data)}, account="all")
    if made.done:
        path = f"{FILES}/{made.body['id']}"
        sender.command("return file piece", DIEGO, f"{path}/pieces/0", data, account="all", method="PUT")
        sender.command("return file finish", DIEGO, f"{path}/finish", account="all")
        world.files.add(DIEGO, made.body["id"])


def apply_file(sender: Sender, world: World) -> None:
    """What a file says is done as it was seen; two may press at once."""
    if found := world.files.some(sender.rng):
        known = sender.get(DIEGO, f"{FILES}/{found[1]}", account="all")
        if known and known["plan_hash"]:
            plan = {"plan": known["plan_hash"]}
            sender.command("return file apply", DIEGO, f"{FILES}/{found[1]}/apply", plan, account="all")


def decide_line(sender: Sender, world: World) -> None:
    """A line of nobody is somebody's deposit, a charge's payment, or nothing."""
    rng = sender.rng
    effect = rng.choice(("unknown", "review"))
    rows = sender.get(DIEGO, LINES, account="all", effect=effect, per_page=20)
    if not rows:
        return
    line = rng.choice(rows)
    what, body = rng.choice((
        ("dismiss", {"reason": "De outra empresa"}),
        ("credit", {"merchant": AURORA, "reason": "Comprovante do cliente"}),
        ("assign", {"charge": found[1]} if (found := world.charges.some(rng)) else None),
    ))  # fmt: skip
    if body:
        path = f"{FILES}/{line['file_id']}/lines/{line['number']}/{what}"
        sender.command(f"return line {what}", DIEGO, path, body, account="all")


def bulk(sender: Sender, world: World) -> None:
    """Withdraws many charges at once, or gives them back, whatever became of them."""
    if ids := list({found[1] for _ in range(8) if (found := world.charges.some(sender.rng))}):
        command = sender.rng.choice(("payin:charge:cancel", "payin:refund:create"))
        sender.command("bulk", ANA, "/v1/bulk", {"command": command, "ids": ids})


def export(sender: Sender, world: World) -> None:
    rng = sender.rng
    body = {"list": rng.choice(EXPORTED), "format": rng.choice(("csv", "xlsx"))}
    said = sender.command("export", BRUNO, "/v1/exports", body)
    if said.done and rng.random() < 0.2:
        sender.command("export cancel", BRUNO, f"/v1/exports/{said.body['id']}/cancel")
