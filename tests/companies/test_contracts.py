"""Contracts of a company: until when they hold, how one ends, and their papers."""

from datetime import date
from typing import Any
from uuid import uuid4

import httpx

from days import today
from people import AURORA, Person

PATH = f"/v1/companies/{AURORA}/contracts"
PDF = b"%PDF-1.7\n" + bytes(range(256)) * 8
#: Also when the tests begin just before midnight.
PAST, COMING = today(-2), today(2)


async def written(diego: Person, valid_from: date = PAST, valid_to: date | None = None) -> str:
    body = {"name": "Adquirência", "valid_from": valid_from.isoformat(), "valid_to": valid_to and valid_to.isoformat()}
    key = str(uuid4())
    first, again = [await diego.post(PATH, body, key=key) for _ in range(2)]
    assert (first.status_code, first.json()) == (201, again.json()), first.text
    return first.json()["id"]


async def upload(person: Person, contract: str, content: bytes = PDF, name: str = "contrato.pdf") -> httpx.Response:
    headers = person._headers({"Content-Type": "application/octet-stream"})
    return await person.client.post(f"{PATH}/{contract}/files", content=content, params={"name": name}, headers=headers)


async def contracts(person: Person) -> dict[str, dict[str, Any]]:
    found = (await person.get(f"/v1/companies/{AURORA}")).json()["contracts"]
    return {contract["id"]: contract for contract in found}


async def test_a_contract_is_to_come_in_force_or_over_by_its_days_and_ends_once_for_a_reason(
    ana: Person, diego: Person
) -> None:
    ids = [await written(diego, *days) for days in ((COMING,), (PAST,), (PAST, PAST))]
    found = await contracts(ana)
    assert [found[each]["status"] for each in ids] == ["to_come", "in_force", "over"]
    reason, key = {"reason": "Trocado pelo de 2027"}, str(uuid4())
    first, again = [await diego.post(f"{PATH}/{ids[1]}/end", reason, key=key) for _ in range(2)]
    assert (first.status_code, first.json()["status"], again.json()) == (200, "ended", first.json())
    assert (await diego.post(f"{PATH}/{ids[1]}/end", reason)).json()["message"] == "contract_ended"
    assert (await contracts(ana))[ids[1]]["end_reason"] == "Trocado pelo de 2027"
    assert (await diego.post(f"{PATH}/{uuid4()}/end", reason)).status_code == 404


async def test_its_papers_come_back_as_they_were_and_an_ended_contract_takes_none(
    ana: Person, carla: Person, diego: Person, sql: Any
) -> None:
    contract = await written(diego)
    first, again = [await upload(diego, contract) for _ in range(2)]
    assert (first.status_code, again.status_code, again.json()) == (201, 200, first.json())
    path = f"{PATH}/{contract}/files/{first.json()['id']}"
    said = await ana.get(path)
    assert (said.content, said.headers["content-type"]) == (PDF, "application/pdf")
    (file,) = (await contracts(ana))[contract]["files"]
    assert (file["name"], file["uploaded_by"]) == ("contrato.pdf", "")
    assert (await upload(diego, contract, b"<svg/>")).json()["message"] == "file_type_refused"
    assert (await carla.get(path)).status_code == 404
    assert (await upload(carla, contract)).status_code in (403, 404)
    assert (await upload(ana, contract, PDF + b"x")).status_code == 403
    assert (await ana.post(f"{PATH}/{contract}/end", {"reason": "porque sim"})).status_code == 403
    kept = await upload(diego, contract, b"%PDF-1.4 anexo", "anexo.pdf")
    assert (await diego.delete(f"{PATH}/{contract}/files/{kept.json()['id']}")).status_code == 200
    assert len((await contracts(ana))[contract]["files"]) == 1
    await diego.post(f"{PATH}/{contract}/end", {"reason": "caso encerrado"})
    assert (await upload(diego, contract, PDF + b"y")).json()["message"] == "contract_ended"
    assert (await diego.delete(path)).json()["message"] == "contract_ended"
    assert (await ana.get(path)).status_code == 200
    told = sql("select name from event where name like 'companies:contract:%%file%%' order by id")
    assert [name.rpartition(":")[2] for (name,) in told] == [
        "file_added", "file_downloaded", "file_added", "remove_file", "file_downloaded",
    ]  # fmt: skip
