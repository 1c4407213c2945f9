"""Attacks on payouts that no other file tries: formulas in what people download, entities in spreadsheets, limits cut into pieces."""

import io
import zipfile

import pytest

from conftest import Sql
from people import AURORA, Person
from spreadsheet import formulas
from support.batches import BATCHES, line, planned, read, submit, table
from support.charges import Counter
from support.payments import pay

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

#: How each begins, and how it is hidden from a program that looks at the first character alone.
_BODIES = ("cmd|' /C calc'!A0", 'HYPERLINK("https://evil.example","x")', "SUM(1)*1", "1+1")
_SIGNS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", " =", '"=')
PAYLOADS = [sign + body for sign in _SIGNS for body in _BODIES]


async def test_forty_formulas_come_back_as_text_in_every_file(bruno: Person, counter: Counter) -> None:
    assert len(PAYLOADS) == 40
    cells = ['"' + each.replace('"', '""') + '"' for each in PAYLOADS]
    batch = await planned(bruno, counter, table(*(f"{each};x;y@example.com;1,00;{each};{each}" for each in cells)))
    assert batch["lines"] == len(PAYLOADS)
    for kind in ("result", "errors"):
        for locale in ("pt", "en"):
            told = await bruno.get(f"{BATCHES}/{batch['id']}/file", kind=kind, locale=locale)
            assert formulas(told.content.decode()) == []


def _entities() -> bytes:
    """A spreadsheet whose one cell is three lols to the power of nine, and one that reads a file of the machine."""
    levels = ["<!ENTITY a0 'lol'>", *(f"<!ENTITY a{n + 1} '{f'&a{n};' * 10}'>" for n in range(9))]
    bomb = f"<!DOCTYPE x [{''.join(levels)}<!ENTITY file SYSTEM 'file:///etc/passwd'>]>"
    rows = "<row r='1'><c r='A1' t='inlineStr'><is><t>&a9;&file;</t></is></c></row>"
    space = "xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'"
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    sheet = "<sheets><sheet name='a' sheetId='1' r:id='r1'/></sheets>"
    part = f"<Relationship Id='r1' Type='{relations}/worksheet' Target='worksheets/sheet1.xml'/>"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", f"<workbook {space} xmlns:r='{relations}'>{sheet}</workbook>")
        packed.writestr(
            "xl/_rels/workbook.xml.rels",
            f"<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>{part}</Relationships>",
        )
        packed.writestr(
            "xl/worksheets/sheet1.xml", f"{bomb}<worksheet {space}><sheetData>{rows}</sheetData></worksheet>"
        )
    return out.getvalue()


async def test_entities_in_a_spreadsheet_are_not_expanded_and_read_no_file(bruno: Person, counter: Counter) -> None:
    content = _entities()
    made = await bruno.post(BATCHES, {"name": "x.xlsx", "size": len(content)})
    batch = made.json()["id"]
    await bruno.client.put(f"{BATCHES}/{batch}/pieces/0", content=content, headers=bruno._headers())
    await bruno.post(f"{BATCHES}/{batch}/finish", key=None)
    await counter.work()
    found = await read(bruno, batch)
    assert (found["status"], found["lines"]) == ("unreadable", 0)
    assert "root:" not in str(found)


async def test_a_limit_holds_however_a_sum_is_cut_and_through_whichever_door(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 500_000)
    sql(
        "insert into payout_setting_version (company_id, version, currency, methods, day_most, queue, queue_days, queue_skips,"
        " hold_ends, duplicates, external_id_needed, valid_from, actor)"
        " values (%s, 1, 'BRL', '{pix}', 10000, false, 30, true, 'refuse', 'off', false, now() - interval '1 minute', 'a test')",
        AURORA,
    )
    whole = await pay(bruno, 10_001)
    assert whole.json()["message"] == {"amount": ["transfer_day_limit"]}
    cut = await planned(bruno, counter, table(*(line(number, "20,00") for number in range(5)), line(9, "0,01")))
    assert (await submit(bruno, cut)).json()["message"] == {"amount": ["transfer_day_limit"]}
    # Half through one door; what is left is all that the other lets through, in pieces or at once.
    half = await planned(bruno, counter, table(line(0, "30,00"), line(1, "20,00")))
    assert (await submit(bruno, half)).status_code == 200
    for amount, status in ((5_001, 400), (2_000, 201), (3_001, 400), (3_000, 201), (1, 400)):
        assert (await pay(bruno, amount)).status_code == status, amount
