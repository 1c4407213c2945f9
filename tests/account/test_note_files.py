"""Files attached to notes: decided by their content, kept whole, given out as downloads, and never to strangers."""

from typing import Any

import httpx
import pytest

from people import Person

NOTES = "/v1/account/notes"
PDF = b"%PDF-1.7\n" + bytes(range(256)) * 20
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40
LARGEST = 10 * 1024 * 1024


@pytest.fixture
async def staff(diego: Person) -> Person:
    diego.account = "2"
    return diego


async def written(staff: Person) -> str:
    body = {"type": "credit", "reason": "goodwill", "amount": {"amount": 2_500}, "due_date": "2026-01-05"}
    return (await staff.post(NOTES, body | {"description": "Cortesia"})).json()["id"]


async def upload(person: Person, note: str, content: bytes, name: str = "carta.pdf") -> httpx.Response:
    headers = person._headers({"Content-Type": "application/octet-stream"})
    return await person.client.post(f"{NOTES}/{note}/files", content=content, params={"name": name}, headers=headers)


async def attached(person: Person, note: str) -> list[dict[str, Any]]:
    return (await person.get(f"{NOTES}/{note}")).json()["files"]


async def test_a_file_comes_back_as_it_was_sent_and_nothing_opens_it_in_our_name(
    ana: Person, carla: Person, staff: Person, eva: Person, sql: Any
) -> None:
    note = await written(staff)
    first, again = [await upload(staff, note, PDF, "C:\\notas\\Carta do João 🍞.exe") for _ in range(2)]
    assert (first.status_code, again.status_code, first.json()) == (201, 200, again.json())
    assert (first.json()["name"], first.json()["size"]) == ("Carta do João 🍞.exe.pdf", len(PDF))
    path = f"{NOTES}/{note}/files/{first.json()['id']}"
    # A merchant sees the files of the notes they see.
    assert (await ana.get(path)).status_code == 404
    eva.account = "2"
    await staff.post(f"{NOTES}/{note}/submit")
    assert (await eva.post(f"{NOTES}/{note}/post")).status_code == 200
    said = await ana.get(path)
    assert (said.content, said.headers["content-type"]) == (PDF, "application/pdf")
    assert said.headers["content-disposition"].startswith(
        'attachment; filename="Carta do Jo_o _.exe.pdf"; filename*=UTF-8'
    )
    assert "sandbox" in said.headers["content-security-policy"]
    assert said.headers["x-content-type-options"] == "nosniff"
    assert [each["uploaded_by"] for each in await attached(ana, note)] == [""]
    assert (await carla.get(path)).status_code == 404
    assert (await carla.delete(path)).status_code == 403
    assert (await upload(ana, note, PDF)).status_code == 403
    kept = sql("select name, data ->> 'file', actor from event where name like 'account:note:file%' order by id")
    assert kept == [
        ("account:note:file_added", "Carta do João 🍞.exe.pdf", staff.email),
        ("account:note:file_downloaded", "Carta do João 🍞.exe.pdf", ana.email),
    ]
    # What was posted with it keeps it.
    assert (await staff.delete(path)).json()["message"] == "note_not_open"


async def test_what_is_no_file_of_ours_is_refused_whatever_it_is_called(staff: Person) -> None:
    note = await written(staff)
    for content, status, key in (
        (b"", 400, "file_empty"),
        (b"<html><script>alert(1)</script>", 415, "file_type_refused"),
        (b"MZ" + PDF, 415, "file_type_refused"),
        (PDF + b"\0" * LARGEST, 413, "body_too_large"),
    ):
        refused = await upload(staff, note, content)
        assert (refused.status_code, refused.json()["message"]) == (status, key), key
    assert (await upload(staff, note, PDF + b"\0" * (LARGEST - len(PDF)))).status_code == 201
    for number in range(9):
        assert (await upload(staff, note, PNG + bytes([number]), "foto")).json()["name"] == "foto.png"
    assert (await upload(staff, note, PNG, "foto")).json()["message"] == "files_full"
    cancelled = await written(staff)
    await staff.post(f"{NOTES}/{cancelled}/cancel")
    assert (await upload(staff, cancelled, PDF)).json()["message"] == "note_not_open"


async def test_a_removed_file_leaves_its_trace_and_can_come_again(staff: Person, sql: Any) -> None:
    note = await written(staff)
    file = (await upload(staff, note, PDF)).json()
    path = f"{NOTES}/{note}/files/{file['id']}"
    assert (await staff.delete(path)).json() == file
    assert (await staff.delete(path)).status_code == 404
    assert (await staff.get(path)).status_code == 404
    assert await attached(staff, note) == []
    assert sql("select content is null, removed_by, encode(sha256, 'hex') from stored_file") == [
        (True, staff.email, file["sha256"])
    ]
    assert (await upload(staff, note, PDF)).status_code == 201
    with pytest.raises(Exception, match="a file stays as it is"):
        sql("update stored_file set name = 'outro.pdf' where removed_at is null")
