"""Batches: a table read line by line, sent as a whole, and followed until the end of every line is known."""

from datetime import timedelta
from typing import Any

import pytest

from days import today
from people import Person
from retaguarda.foundation.jobs import TryAgain
from support.charges import Counter

Sql = Any
DUE = today(10)
HEAD = "Nome;Documento;Valor;Vencimento;Mensagem;Referência"


def table(*lines: str) -> str:
    return "\ufeff" + "\r\n".join([HEAD, *lines]) + "\r\n"


def line(name: str = "Maria Exemplo", amount: str = "1.234,56", reference: str = "") -> str:
    return f"{name};529.982.247-25;{amount};{DUE:%d/%m/%Y};Mensalidade;{reference}"


async def sent(ana: Person, text: str, **more: Any) -> dict[str, Any]:
    body = {"description": "Turma da manhã", "text": text} | more
    first, again = [await ana.post("/v1/payin/batches", body, key=f"once{len(text)}") for _ in range(2)]
    assert (first.status_code, again.json()) == (201, first.json()), first.text
    return first.json()


async def followed(ana: Person, counter: Counter, batch: str) -> dict[str, Any]:
    await counter.work()
    await counter.run_job("payin.send_batch", 2, batch)
    return (await ana.get(f"/v1/payin/batches/{batch}")).json()


async def test_every_line_becomes_a_charge_that_can_be_paid(ana: Person, counter: Counter) -> None:
    lines = [line(f"Aluno {number}", reference=f"R{number}") for number in range(3)]
    batch = await sent(ana, table(*lines), terms={"fine": {"mode": 2, "value": 200}})
    batch = await followed(ana, counter, batch["id"])
    assert (batch["status"], batch["made"], batch["denied"]) == ("done", 3, 0)
    assert batch["amount"]["amount"] == 3 * 123_456
    charges = (await ana.get("/v1/payin/charges", batch=batch["id"])).json()
    assert {each["status"] for each in charges} == {"pending"}
    assert {each["reference"] for each in charges} == {"R0", "R1", "R2"}
    charge = await counter.read(ana, charges[0]["id"])
    assert (charge["due"]["terms"]["fine"], charge["batch"]) == ({"mode": 2, "value": 200}, batch["id"])
    await counter.bank.pay(charge["br_code"])
    await counter.carry()
    batch = (await ana.get(f"/v1/payin/batches/{batch['id']}")).json()
    assert (batch["paid"], batch["received"]["amount"]) == (1, 123_456)


async def test_what_of_a_batch_is_not_paid_is_withdrawn_at_once(ana: Person, carla: Person, counter: Counter) -> None:
    batch = await sent(ana, table(line("Um"), line("Dois"), line("Tres")))
    path = f"/v1/payin/batches/{batch['id']}/cancel"
    early = await ana.post(path, key=None)
    assert (early.status_code, early.json()["message"]) == (409, "batch_not_done")
    assert (await followed(ana, counter, batch["id"]))["open"] == 3
    charge = await counter.read(ana, (await ana.get("/v1/payin/charges", kind="due")).json()[0]["id"])
    await counter.bank.pay(charge["br_code"])
    await counter.carry()
    assert (await carla.post(path, key=None)).status_code == 404
    for _ in range(2):
        assert (await ana.post(path, key=None)).status_code == 200
    await counter.work()
    states = [each["status"] for each in (await ana.get("/v1/payin/charges", kind="due")).json()]
    assert sorted(states) == ["cancelled", "cancelled", "paid"]
    assert (await ana.get(f"/v1/payin/batches/{batch['id']}")).json()["open"] == 0
    told = (await ana.get("/v1/notifications", locale="en", per_page=10)).json()["notifications"]
    assert [each["message"] for each in told if "batch" in each["title"]] == [
        "Turma da manhã. Charges: 3. Refused by the provider: 0."
    ]


async def test_a_line_that_the_provider_refuses_comes_back_to_be_sent_again(
    ana: Person, counter: Counter, sql: Sql
) -> None:
    batch = await sent(ana, table(line("Um"), line("Dois")))
    # The provider knows one of these txids from elsewhere by the time it works on the batch.
    sql(
        "create function refuse_second() returns trigger language plpgsql as $$ begin"
        " if new.place = 1 then new.body := new.body - 'devedor'; end if; return new; end $$"
    )
    sql(
        "create trigger refuse_second before insert on sandbox.batch_item for each row execute function refuse_second()"
    )
    batch = await followed(ana, counter, batch["id"])
    assert (batch["status"], batch["made"], batch["denied"]) == ("done", 1, 1)
    (denied,) = batch["denied_lines"]
    assert (denied["number"], denied["name"]) == (3, "Dois")
    assert "cobv.devedor" in denied["problem"]
    checked = (await ana.post("/v1/payin/batches/check", {"text": batch["denied_text"]})).json()
    assert (len(checked["lines"]), checked["sendable"]) == (1, True)
    assert (await ana.post(f"/v1/payin/charges/{denied['charge_id']}/retry")).status_code == 200
    await counter.work()
    assert (await counter.read(ana, denied["charge_id"]))["status"] == "pending"


async def test_a_batch_that_is_refused_as_a_whole_fails_and_one_without_an_answer_waits(
    ana: Person, counter: Counter
) -> None:
    await counter.bank.fault(effect="status", status=503, route="PUT /lotecobv", times=1, after_work=True)
    waiting = await sent(ana, table(line("Um")))
    with pytest.raises(TryAgain):
        await counter.run_job("payin.send_batch", 2, waiting["id"])
    said = (await ana.get(f"/v1/payin/batches/{waiting['id']}")).json()
    assert said["status"] == "sending"
    assert "503" in said["last_error"]
    assert (await followed(ana, counter, waiting["id"]))["status"] == "done"
    await counter.bank.fault(effect="status", status=403, route="PUT /lotecobv", times=1)
    failed = await followed(ana, counter, (await sent(ana, table(line("Um"), line("Dois"))))["id"])
    assert (failed["status"], failed["denied"]) == ("failed", 2)


async def test_what_is_wrong_is_named_line_by_line_and_twins_are_only_a_warning(ana: Person, counter: Counter) -> None:
    text = table(
        line(),
        line(),
        f";529.982.247-26;12,5;{DUE:%d/%m/%Y};;",
        "Ana;52998224725;10.00;31/02/2027;;",
        "Ana;52998224725;0,00;2020-01-01;;",
    )
    said = (await ana.post("/v1/payin/batches/check", {"text": text})).json()
    problems = [[(each["column"], each["key"]) for each in row["problems"]] for row in said["lines"]]
    assert problems == [
        [],
        [],
        [("name", "field_required"), ("document", "document_invalid"), ("amount", "amount_invalid")],
        [("due_date", "day_invalid")],
        [("amount", "out_of_range"), ("due_date", "out_of_range")],
    ]
    assert [[each["key"] for each in row["warnings"]] for row in said["lines"]][:2] == [["twin_in_batch"]] * 2
    assert (said["wrong"], said["warned"], said["sendable"], said["amount"]["amount"]) == (3, 2, False, 246_912)
    refused = await ana.post("/v1/payin/batches", {"description": "x", "text": text})
    assert (refused.status_code, refused.json()["message"]) == (400, {"text": ["lines_wrong"]})
    assert (await ana.get("/v1/payin/charges")).json() == []


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Nome;Documento;Valor\nAna;1;2", "columns_missing"),
        (HEAD + ";Valor\n", "column_twice"),
        ("\n\n", "field_required"),
        (table(*["x"] * 5_001), "too_many_lines"),
    ],
)
async def test_a_text_that_is_no_such_table_is_refused(ana: Person, counter: Counter, text: str, key: str) -> None:
    refused = await ana.post("/v1/payin/batches/check", {"text": text})
    assert (refused.status_code, refused.json()["message"]) == (400, {"text": [key]})


async def test_carla_neither_sees_a_batch_nor_its_charges(ana: Person, carla: Person, counter: Counter) -> None:
    batch = await sent(ana, table(line()))
    await followed(ana, counter, batch["id"])
    assert (await carla.get(f"/v1/payin/batches/{batch['id']}")).status_code == 404
    assert (await carla.get("/v1/payin/batches")).json() == []
    assert (await carla.get("/v1/payin/charges")).json() == []


async def test_what_of_a_batch_is_not_paid_is_changed_with_one_call(
    ana: Person, carla: Person, counter: Counter
) -> None:
    batch = await followed(ana, counter, (await sent(ana, table(line("Um"), line("Dois"), line("Tres"))))["id"])
    path, later = f"/v1/payin/batches/{batch['id']}/revise", (DUE + timedelta(days=5)).isoformat()
    change = {"due_date": later, "terms": {"fine": {"mode": 2, "value": 200}}}
    assert (await carla.post(path, change)).status_code in (403, 404)
    assert (await ana.post(path, {"due_date": DUE.isoformat()})).json()["message"] == "nothing_changes"
    paid, *_ = (await ana.get("/v1/payin/charges", kind="due", order_by="created_at", sort="asc")).json()
    await counter.bank.pay((await counter.read(ana, paid["id"]))["br_code"])
    await counter.carry()
    for _ in range(2):
        said = await ana.post(path, change, key="once")
        assert said.status_code == 200, said.text
    await counter.work()
    await counter.run_job("payin.revise_batch", 2, batch["id"])
    charges = (await ana.get("/v1/payin/charges", kind="due")).json()
    assert {(each["status"], each["due_date"]) for each in charges} == {
        ("paid", DUE.isoformat()),
        ("pending", later),
    }
    changed = await counter.read(ana, next(each["id"] for each in charges if each["status"] == "pending"))
    assert (changed["due"]["terms"]["fine"], changed["due"]["revision"]) == ({"mode": 2, "value": 200}, 1)
    # The bank refuses: every charge stays as it was, and says why.
    await counter.bank.fault(effect="status", status=400, route="PATCH /lotecobv", times=1)
    assert (await ana.post(path, {"due_date": DUE.isoformat()})).status_code == 200
    await counter.work()
    refused = await counter.read(ana, changed["id"])
    assert (refused["due_date"], refused["due"]["revising"], bool(refused["due"]["revision_error"])) == (
        later,
        False,
        True,
    )
