"""Files of payments as people keep them: what is read, what is refused by line and column, and what hostile files do."""

import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
import xlsxwriter

from people import Person
from retaguarda.payouts.batches import parse_batch
from support.batches import BATCHES, HEADINGS, line, lines, paste, planned, read, read_lines, submit, table, whys
from support.charges import Counter

Sql = Callable[..., list[tuple[Any, ...]]]
PIECE = 512 * 1024


async def bring(person: Person, content: bytes, name: str = "folha.csv") -> str:
    """Send a file in pieces, the last of them first and each twice; return its batch."""
    made = await person.post(BATCHES, {"name": name, "size": len(content)})
    assert made.status_code == 201, made.text
    batch = made.json()["id"]
    for number in reversed(range(-(-len(content) // PIECE))):
        piece = content[number * PIECE : (number + 1) * PIECE]
        for _ in range(2):
            said = await person.client.put(
                f"{BATCHES}/{batch}/pieces/{number}", content=piece, headers=person._headers()
            )
            assert said.status_code == 200, said.text
    assert (await person.post(f"{BATCHES}/{batch}/finish", key=None)).status_code == 200
    return batch


async def brought(person: Person, counter: Counter, content: bytes, name: str = "folha.csv") -> dict[str, Any]:
    batch = await bring(person, content, name)
    await counter.work()
    return await read(person, batch)


def sheet(*rows: tuple[Any, ...]) -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        page = book.add_worksheet()
        for number, row in enumerate(rows):
            page.write_row(number, 0, row)
    return out.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
async def test_a_csv_is_read_whatever_wrote_it(bruno: Person, counter: Counter, encoding: str, delimiter: str) -> None:
    text = delimiter.join(("Favorecido", "CPF/CNPJ", "Chave", "Valor")) + "\r\n"
    text += delimiter.join(("Otávio Brandão", "529.982.247-25", "otavio@example.com", '"1.234,56"')) + "\r\n\r\n"
    batch = await brought(bruno, counter, text.encode(encoding))
    (found,) = await read_lines(bruno, batch["id"])
    assert (found["number"], found["name"], found["amount"]["amount"]) == (2, "Otávio Brandão", 123_456)
    assert (found["document"], found["pix_key"]) == ("***.982.247-**", "o***@example.com")


async def test_a_spreadsheet_is_read_with_its_numbers_as_numbers(bruno: Person, counter: Counter) -> None:
    content = sheet(
        ("Nome", "Documento", "Banco", "Agência", "Conta", "Valor", "Referência"),
        ("Iara", "52998224725", "001", "1584", "00210169-6", 1234.5, 17),
        ("Nilo", "39053344705", 260, "0001", "4455667-8", 0.1 + 0.2, "x"),
        ("Otávio", "11144477735", "260", "0001", "4455667", 10, ""),
    )
    batch = await brought(bruno, counter, content, "folha.xlsx")
    assert (batch["status"], batch["format"]) == ("planned", "xlsx")
    found = await read_lines(bruno, batch["id"])
    assert [each["amount"]["amount"] for each in found] == [123_450, 30, 1_000]
    assert (found[0]["external_id"], found[0]["bank_name"], found[0]["account"]) == (
        "17",
        found[0]["bank_name"],
        "002101696",
    )
    assert "account_digit_missing" in found[2]["problems"]


async def test_each_wrong_cell_is_named_with_its_line_and_column(bruno: Person, counter: Counter, sql: Sql) -> None:
    text = table(
        line(0, "1.234"),
        line(1, "1.234,56"),
        line(2, "12.50"),
        "Iara;12345678901;iara@example.com;10,00;;",
        "Iara;52998224725;52998224726;10,00;;",
        "Iara;52998224725;;10,00;;",
        ";52998224725;iara@example.com;zehn;;",
        "Iara;52998224725;52998224725;0,00;;",
        "Iara;52998224725;iara2@example.com;15000,01;;",
        line(10, "7,00", "same"),
        line(11, "8,00", "same"),
    )
    batch = await planned(bruno, counter, text)
    problems = {
        number: whys(found) for number, found in sql("select number, problems from payout_line order by number")
    }
    assert problems == {
        2: [("amount", "amount_ambiguous")],
        3: [],
        4: [("amount", "amount_other_mark")],
        5: [("document", "document_invalid")],
        6: [("pix_key_kind", "key_kind_needed")],
        7: [("pix_key", "key_or_account")],
        8: [("name", "field_required"), ("amount", "amount_invalid")],
        9: [("amount", "out_of_range")],
        10: [("amount", "over_limit")],
        11: [],
        12: [("external_id", "reference_twice")],
    }
    assert (batch["good"], batch["bad"]) == (2, 9)
    told = await bruno.get(f"{BATCHES}/{batch['id']}/file", kind="errors", locale="en")
    assert (
        told.content.decode("utf-8-sig")
        .splitlines()[2]
        .endswith("amount uses another decimal mark than the lines above")
    )
    # The file of errors, corrected, is a file again.
    again = await planned(bruno, counter, told.content.decode("utf-8-sig").replace("1.234;", "1.234,00;"))
    # The line that repeated a reference stands alone now.
    assert again["good"] == 2


@pytest.mark.parametrize(
    ("content", "code", "place"),
    [
        (b"", None, None),
        (b"Nome;Documento\nx;y\n", "columns_missing", (1, 0)),
        (b"Nome;Documento;Chave;Valor;Valor\n", "column_twice", (1, 5)),
        (HEADINGS.encode() + b"\n", "no_lines", (1, 0)),
        (b"a\0b", "not_a_table", (0, 0)),
        ("Nome".encode("utf-16"), "encoding_unknown", (0, 0)),
        (b"PK\x03\x04 no archive at all", "sheet_damaged", (0, 0)),
        (HEADINGS.encode() + b'\n"' + b"x" * 20_000, "row_damaged", (2, 0)),
    ],
)
async def test_what_is_no_table_is_refused_with_its_place(
    bruno: Person, counter: Counter, content: bytes, code: str | None, place: tuple[int, int] | None
) -> None:
    if code is None:
        assert (await bruno.post(BATCHES, {"name": "x", "size": 0})).status_code == 400
        return
    batch = await brought(bruno, counter, content)
    assert (batch["status"], batch["error"]["code"]) == ("unreadable", code)
    assert (batch["error"]["line"], batch["error"]["column"]) == place


def archive(*parts: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts:
            packed.writestr(name, content)
    return out.getvalue()


async def test_a_hostile_spreadsheet_is_refused_and_the_worker_lives(bruno: Person, counter: Counter) -> None:
    workbook = ("xl/workbook.xml", b"<workbook/>")
    hostile = {
        "sheet_bomb": archive(workbook, ("xl/worksheets/sheet1.xml", b"0" * 450_000_000)),
        "sheet_macros": archive(workbook, ("xl/vbaProject.bin", b"x")),
        "sheet_damaged": archive(workbook, ("../../evil", b"x")),
    }
    for code, content in hostile.items():
        batch = await brought(bruno, counter, content, "x.xlsx")
        assert (batch["status"], batch["error"]["code"]) == ("unreadable", code)
    assert (await planned(bruno, counter, lines(1)))["status"] == "planned"


async def test_no_cell_of_a_result_begins_a_formula(bruno: Person, counter: Counter) -> None:
    evil = ("=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(1)")
    batch = await planned(bruno, counter, table(*(f"{each};x;y@example.com;1,00;{each};" for each in evil)))
    for kind in ("result", "errors"):
        told = await bruno.get(f"{BATCHES}/{batch['id']}/file", kind=kind, locale="pt")
        for row in told.content.decode("utf-8-sig").splitlines()[1:]:
            assert row.lstrip('"').startswith("'")


async def test_the_same_bytes_are_refused_with_the_first_and_nearly_the_same_lines_are_told(
    bruno: Person, counter: Counter
) -> None:
    first = await planned(bruno, counter, lines(10))
    same = await planned(bruno, counter, lines(10), "Outra folha")
    assert (same["status"], same["same_as"]) == ("unreadable", first["id"])
    sorted_anew = table(*(line(number) for number in reversed(range(10))))
    one_more = table(*(line(number) for number in range(11)))
    for text in (sorted_anew, one_more):
        found = await planned(bruno, counter, text)
        assert (found["status"], found["similar_to"], found["similar_lines"]) == ("planned", first["id"], 10)
    other = await planned(bruno, counter, lines(10, "11,00"))
    assert other["similar_to"] is None


async def test_a_worker_that_dies_while_it_reads_goes_on_at_its_checkpoint(
    bruno: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parse_batch, "CHECKPOINT", 4)
    made = await paste(bruno, table(*(line(number, f"{number + 1},00") for number in range(11))))
    batch = made.json()["id"]
    insert, calls = parse_batch.insert_lines, []

    class Killed(BaseException):
        pass

    async def dies(*given: Any) -> None:
        await insert(*given)
        calls.append(1)
        if len(calls) == 2:
            raise Killed

    monkeypatch.setattr(parse_batch, "insert_lines", dies)
    with pytest.raises(Killed):
        await counter.run_job("payouts.read_batch", 2, batch)
    assert (await read(bruno, batch))["read_lines"] == 4
    await counter.run_job("payouts.read_batch", 2, batch)
    found = await read(bruno, batch)
    assert (found["status"], found["lines"], found["amount"]["amount"]) == ("planned", 11, 6_600)
    assert [each["number"] for each in await read_lines(bruno, batch)] == list(range(2, 13))


async def test_a_program_or_a_session_without_a_second_factor_sees_no_batch(
    ana: Person, bruno: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    batch = await planned(bruno, counter, lines(1))
    sql("update role set permissions = permissions || '{payout::payment:read,payout::payment:write}'")
    for path in (BATCHES, f"{BATCHES}/{batch['id']}", f"{BATCHES}/{batch['id']}/file"):
        said = await ana.get(path, **({"kind": "result"} if path.endswith("/file") else {}))
        assert (said.status_code, said.json()["message"]) == (403, "two_factor_required")
    for path, given in (("", {}), ("/file", {"kind": "result"})):
        assert (await carla.get(f"{BATCHES}/{batch['id']}{path}", **given)).status_code in (403, 404)
    assert (await submit(carla, batch)).status_code in (403, 404)
