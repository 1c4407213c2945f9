"""Batches: a file of payments is read, planned, sealed, authorised as a whole, and paid line by line."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from people import Person
from support.batches import BATCHES, line, paste, read, settle, submit, table
from support.charges import Counter

Sql = Callable[..., list[tuple[Any, ...]]]


async def test_a_file_is_planned_approved_paid_and_told_line_by_line(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    sql("insert into payout_setting values (1, 150, 1500000, 24) on conflict (company_id) do update set fee = 150")
    await counter.paid(ana, 10_000)
    key, text = str(uuid4()), table(line(0, "10,00", "a-1"), line(1, "20,50"), line(2, "1.234"))
    first, second = [await paste(bruno, text, key=key) for _ in range(2)]
    assert (first.status_code, first.content) == (201, second.content)
    await counter.work()
    batch = await read(bruno, first.json()["id"])
    assert (batch["status"], batch["lines"], batch["good"], batch["bad"]) == ("planned", 3, 2, 1)
    assert (batch["amount"]["amount"], batch["fee"]["amount"], batch["total"]["amount"]) == (3_050, 300, 3_350)
    assert (await submit(bruno, batch)).json()["message"] == "batch_has_bad_lines"
    batch = (await bruno.post(f"{BATCHES}/{batch['id']}/choice", {"choice": "good"}, key=None)).json()
    wrong = await submit(bruno, batch, total={"amount": 3_349})
    assert (wrong.status_code, wrong.json()["message"]) == (400, {"total": ["total_wrong"]})
    key = str(uuid4())
    first, second = [await submit(bruno, batch, key=key) for _ in range(2)]
    assert (first.status_code, first.content) == (200, second.content), first.text
    assert (await counter.balances(ana))["on_hold"] == 3_350
    await settle(counter, sql)
    done = await read(bruno, batch["id"])
    assert (done["status"], done["progress"]["done"], done["turned"]) == ("done", 2, 2)
    assert await counter.balances(ana) == {"available": 9_901 - 3_350, "on_hold": 0, "in_review": 0}
    told = await bruno.get(f"{BATCHES}/{batch['id']}/file", kind="result", locale="pt")
    rows = told.content.decode("utf-8-sig").splitlines()
    assert (
        rows[0]
        == "Nome;Documento;Chave Pix;Valor;Descrição;Referência;estado;id fim a fim;pago em;tarifa;código;motivo"
    )
    assert rows[1].startswith("Iara Pontes;52998224725;payee0@example.com;10,00;Folha;a-1;pago;E")
    assert "não enviado" in rows[3]
    assert "valor é ambíguo" in rows[3]
