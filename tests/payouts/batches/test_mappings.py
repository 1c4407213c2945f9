"""Templates of columns: a merchant's own headings, saved by version; a batch keeps the version that it was read with."""

from typing import Any
from uuid import uuid4

import psycopg
import pytest

from conftest import Sql
from people import Person
from support.batches import BATCHES, planned, read, read_lines, submit
from support.charges import Counter

MAPPINGS = "/v1/payouts/batch-mappings"
OWN = {
    "name": "Beneficiário",
    "document": "Inscrição",
    "pix_key": "Pix",
    "amount": "Líquido",
    "external_id": "Matrícula",
}
TABLE = "Matrícula;Beneficiário;Inscrição;Pix;Bruto;Líquido\n{}"
ROW = "{number};Iara Pontes;52998224725;iara{number}@example.com;99,99;10,00\n"


async def saved(person: Person, columns: dict[str, str] = OWN, name: str = "Folha do ERP") -> dict[str, Any]:
    body, key = {"name": name, "columns": columns}, str(uuid4())
    first, again = [await person.post(MAPPINGS, body, key=key) for _ in range(2)]
    assert first.status_code == 201, first.text
    assert again.content == first.content
    return first.json()


async def brought(person: Person, counter: Counter, number: int, mapping: str | None) -> dict[str, Any]:
    body = {"name": "Folha", "text": TABLE.format(ROW.format(number=number)), "mapping": mapping}
    made = await person.post("/v1/payouts/batch-tables", body, key=str(uuid4()))
    assert made.status_code == 201, made.text
    await counter.work()
    return await read(person, made.json()["id"])


async def test_a_table_with_the_merchants_own_headings_is_read_with_its_template(
    bruno: Person, ana: Person, carla: Person, counter: Counter
) -> None:
    await counter.paid(ana, 100_000)
    template = await saved(bruno)
    assert (template["version"], template["columns"]) == (1, OWN)
    unknown = await brought(bruno, counter, 1, None)
    assert (unknown["status"], unknown["error"]["code"]) == ("unreadable", "columns_missing")
    batch = await brought(bruno, counter, 2, template["id"])
    assert (batch["status"], batch["good"], batch["mapping"]) == ("planned", 1, "Folha do ERP · 1")
    (line,) = await read_lines(bruno, batch["id"])
    # What the template does not name is not read: neither the gross pay nor anything called as we would call it.
    assert (line["amount"]["amount"], line["external_id"], line["name"]) == (1_000, "2", "Iara Pontes")
    # Nobody reads with another merchant's template, nor sees it.
    said = await carla.post(f"{MAPPINGS}/{template['id']}/retire")
    assert said.status_code in (403, 404)
    assert (await submit(bruno, batch)).status_code == 200


async def test_a_template_that_changes_never_changes_a_batch_and_is_read_by_its_newest_version_alone(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    first = await saved(bruno)
    batch = await brought(bruno, counter, 3, first["id"])
    swapped = await saved(bruno, OWN | {"amount": "Bruto"})
    assert (swapped["version"], swapped["id"] == first["id"]) == (2, False)
    assert await saved(bruno, OWN | {"amount": "Bruto"}) == swapped
    same = await read(bruno, batch["id"])
    assert [same[name] for name in ("plan_hash", "root", "mapping")] == [
        batch[name] for name in ("plan_hash", "root", "mapping")
    ]
    assert (await submit(bruno, batch)).json()["total"] == batch["total"]
    (offered,) = (await bruno.get(MAPPINGS)).json()
    assert offered["id"] == swapped["id"]
    old = await bruno.post(BATCHES, {"name": "Folha", "size": 10, "mapping": first["id"]}, key=str(uuid4()))
    assert (old.status_code, old.json()["message"]) == (400, {"mapping": ["not_found"]})
    with pytest.raises(psycopg.DatabaseError, match="does not change"):
        sql("update payout_mapping set columns = '{}' where id = %s", first["id"])
    for _ in range(2):
        assert (await bruno.post(f"{MAPPINGS}/{swapped['id']}/retire")).status_code == 200
    assert (await bruno.get(MAPPINGS)).json() == []
    # A plain table needs no template.
    assert (
        await planned(bruno, counter, "Nome;Documento;Chave Pix;Valor\nIara Pontes;52998224725;i9@example.com;1,00\n")
    )["mapping"] is None


async def test_a_template_names_what_every_payment_needs_each_under_one_heading(
    bruno: Person, subtests: pytest.Subtests
) -> None:
    cases: list[tuple[dict[str, str], str]] = [
        (OWN | {"salary": "Bruto"}, "not_allowed"),
        (OWN | {"amount": "  "}, "field_invalid"),
        (OWN | {"amount": "pix"}, "columns_twice"),
        ({name: OWN[name] for name in ("name", "document", "amount")}, "field_required"),
        ({name: OWN[name] for name in ("name", "document", "pix_key")}, "field_required"),
    ]
    for columns, why in cases:
        with subtests.test(columns=columns, why=why):
            said = await bruno.post(MAPPINGS, {"name": "Folha", "columns": columns}, key=str(uuid4()))
            assert (said.status_code, said.json()["message"]) == (400, {"columns": [why]})
