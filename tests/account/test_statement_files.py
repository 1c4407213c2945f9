"""The statement of a period as a file: whole, exact to the centavo, and readable by other programs."""

import csv
import io
import re
import zlib
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from days import today
from people import Person
from retaguarda.account.statement.files.camt053 import NAMESPACE
from retaguarda.account.statement.files.words import KIND_WORDS
from retaguarda.account.statement.tables import ENTRIES
from support.charges import Counter

FILE = "/v1/account/statement/file"
HOSTILE = '=1+1; "Três" & <Irmãos> 🍞'


def days(back: int = 0) -> dict[str, str]:
    return {"from": today(-back).isoformat(), "to": today().isoformat()}


async def take(person: Person, format_: str, **more: Any) -> httpx.Response:
    said = await person.get(FILE, format=format_, **(days() | more))
    assert said.status_code == 200, said.text
    assert int(said.headers["content-length"]) == len(said.content)
    return said


@pytest.fixture
async def moved(ana: Person, counter: Counter) -> list[dict[str, Any]]:
    """A payment with a hostile text, another, and a refund; as the list tells them, the oldest first."""
    await counter.paid(ana, 10_000, description=HOSTILE)
    charge = await counter.paid(ana, 250_025)
    await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 5}})
    await counter.work()
    await counter.run_job("payin.reconcile")
    return (await ana.get("/v1/account/transactions", sort="asc")).json()


async def test_a_csv_is_what_the_list_tells_in_the_way_of_its_language(
    ana: Person, moved: list[dict[str, Any]]
) -> None:
    for locale, mark, point in (("pt", ";", ","), ("en", ",", ".")):
        said = await take(ana, "csv", locale=locale)
        assert said.content.startswith(b"\xef\xbb\xbf")
        header, *lines = csv.reader(io.StringIO(said.text.lstrip("\ufeff")), delimiter=mark)
        assert header[-3:] == (["Valor", "Saldo", "Moeda"] if locale == "pt" else ["Amount", "Balance", "Currency"])
        assert header[0].endswith("(America/Sao_Paulo)")
        assert len(header) == len(lines[0])
        for line, row in zip(lines, moved, strict=True):
            assert line[2] == row["transaction_id"]
            assert int(line[-3].replace(point, "")) == row["movement"]["amount"]
            assert int(line[-2].replace(point, "")) == row["balance_after"]["amount"]
            assert line[-1] == "BRL"
        assert lines[0][5] == f"'{HOSTILE}"
        assert lines[2][-3] == f"-0{point}05"


def test_every_kind_of_entry_has_its_words_in_a_file() -> None:
    (kinds,) = (column.choices for column in ENTRIES.columns if column.name == "kind")
    for words in KIND_WORDS.values():
        assert set(kinds) | {"withdrawal.payout", "withdrawal.returned"} <= set(words)


async def test_an_ofx_has_each_entry_once_under_the_same_id_in_every_file(
    ana: Person, moved: list[dict[str, Any]]
) -> None:
    text = (await take(ana, "ofx", locale="pt")).text
    assert text.startswith("OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n")
    assert re.findall("<TRNAMT>(.*)", text) == ["99.01", "2475.50", "-0.05"]
    assert re.findall("<TRNTYPE>(.*)", text) == ["CREDIT", "CREDIT", "DEBIT"]
    ids = re.findall("<FITID>(.*)", text)
    assert len(set(ids)) == 3
    assert ids == re.findall("<FITID>(.*)", (await take(ana, "ofx", **days(30))).text)
    assert re.findall("<BALAMT>(.*)", text) == ["2574.46"]
    assert "&lt;Irmãos&gt;" in text
    assert "&amp;" in text
    assert re.search(r"<BANKID>11222333\n<ACCTID>2-available\n<ACCTTYPE>CHECKING", text)
    assert re.search(r"<DTPOSTED>\d{14}\[-3:BRT\]", text)
    for opened in re.findall(r"^<([A-Z0-9]+)>$", text, re.MULTILINE):
        assert text.count(f"<{opened}>") == text.count(f"</{opened}>"), opened


#: The order of camt.053.001.08 in what we write.
ORDER = {
    "Stmt": ["Id", "CreDtTm", "FrToDt", "Acct", "Bal", "Ntry"],
    "Acct": ["Id", "Ccy", "Ownr", "Svcr"],
    "Bal": ["Tp", "Amt", "CdtDbtInd", "Dt"],
    "Ntry": [
        "NtryRef", "Amt", "CdtDbtInd", "RvslInd", "Sts", "BookgDt", "ValDt", "AcctSvcrRef", "BkTxCd", "NtryDtls",
    ],
    "TxDtls": ["Refs", "Amt", "CdtDbtInd", "RltdPties", "RmtInf"],
}  # fmt: skip


async def test_a_camt053_adds_up_and_keeps_the_order_of_its_schema(ana: Person, moved: list[dict[str, Any]]) -> None:
    root = ElementTree.fromstring((await take(ana, "camt053", locale="en")).content)
    assert root.tag == f"{{{NAMESPACE}}}Document"
    for element in root.iter():
        name = element.tag.removeprefix(f"{{{NAMESPACE}}}")
        inner = [child.tag.removeprefix(f"{{{NAMESPACE}}}") for child in element]
        if name in ORDER:
            places = [ORDER[name].index(each) for each in inner]
            assert places == sorted(places), name
        if name in ("NtryRef", "MsgId", "Id", "EndToEndId"):
            assert len(element.text or "") <= 35, (name, element.text)

    def amounts(path: str) -> list[int]:
        found = root.findall(path, {"": NAMESPACE})
        return [
            int((each.findtext("Amt", "", {"": NAMESPACE})).replace(".", ""))
            * (1 if each.findtext("CdtDbtInd", "", {"": NAMESPACE}) == "CRDT" else -1)
            for each in found
        ]

    opening, closing = amounts(".//Stmt/Bal")
    entries = amounts(".//Stmt/Ntry")
    assert opening + sum(entries) == closing == moved[-1]["balance_after"]["amount"]
    assert [row["movement"]["amount"] for row in moved] == entries
    assert {e.get("Ccy") for e in root.iter(f"{{{NAMESPACE}}}Amt")} == {"BRL"}


async def test_a_pdf_has_every_entry_with_both_balances_and_opens_at_its_places(
    ana: Person, moved: list[dict[str, Any]]
) -> None:
    content = (await take(ana, "pdf", locale="pt")).content
    assert content.startswith(b"%PDF-1.7\n")
    start = int(content.rsplit(b"startxref\n", 1)[1].split(b"\n")[0])
    places = [int(line[:10]) for line in content[start:].split(b"\n")[3:] if line.endswith(b" n ")]
    for number, place in enumerate(places, 1):
        assert content[place:].startswith(b"%d 0 obj" % number)
    drawn = "".join(
        zlib.decompress(packed).decode("cp1252")
        for packed in re.findall(rb"stream\n(.*?)\nendstream", content, re.DOTALL)
    )
    for text in (
        "Saldo anterior",
        "R$ 0,00",
        "R$ 99,01",
        "-R$ 0,05",
        "R$ 2.574,46",
        "Loja Aurora",
        "Pix devolvido",
        "1/1",
    ):
        assert f"{text}" in drawn, text


async def test_a_period_without_entries_is_a_file_and_a_stranger_gets_their_own(
    ana: Person, carla: Person, moved: list[dict[str, Any]]
) -> None:
    yesterday = today(-1).isoformat()
    empty = await take(ana, "ofx", **{"from": yesterday, "to": yesterday})
    assert "<STMTTRN>" not in empty.text
    assert "<BALAMT>0.00" in empty.text
    theirs = await take(carla, "csv")
    assert theirs.text.count("\n") == 1


async def test_that_a_file_was_taken_is_on_record(ana: Person, moved: list[dict[str, Any]], sql: Any) -> None:
    await take(ana, "csv")
    ((actor, data),) = sql("select actor, data from event where name = 'account:statement:downloaded'")
    assert (actor, data["format"], data["entries"]) == (ana.email, "csv", 3)


async def test_a_file_has_limits_that_it_names(ana: Person, diego: Person) -> None:
    for query, message in (
        ({"format": "doc"}, {"format": ["not_allowed"]}),
        ({"format": "csv", "from": "2026-02-31"}, {"from": ["day_invalid"]}),
        ({"format": "csv", "from": "2020-01-01"}, {"to": ["out_of_range"]}),
        ({"format": "csv", "to": "2000-01-01"}, {"to": ["out_of_range"]}),
        ({"format": "csv", "to": "2999-01-01"}, {"to": ["moment_in_future"]}),
        ({"format": "csv", "account": "pix_fees"}, {"account": ["not_allowed"]}),
        ({"format": "csv", "page": "1"}, "unknown_column"),
    ):
        refused = await ana.get(FILE, **(days() | query))
        assert (refused.status_code, refused.json()["message"]) == (400, message), query
    assert (await diego.get(FILE, format="csv", **days())).json()["message"] == "account_required"
