"""Files of payments that programs write: NDJSON, pain.001 and CNAB 240 remittances, and what hostile ones do."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from people import Person
from retaguarda.payouts.batches.parse_file import open_file, rows_of
from retaguarda.payouts.batches.parse_rows import FileRefused
from retaguarda.providers.bankfiles.remittances import Payer, Payment, write_remittance
from support.batches import paste, planned, read_lines
from support.charges import Counter

AT = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
BY_KEY = Payment(
    "pix", "FOLHA-1", 123_456, date(2026, 3, 2), "Iara Pontes", "52998224725", key="iara@example.com", key_kind="email"
)
BY_DOCUMENT = Payment(
    "pix", "FOLHA-2", 50, date(2026, 3, 2), "Nilo Prestes", "39053344705", key="39053344705", key_kind="cpf"
)
TO_ACCOUNT = Payment(
    "ted",
    "FOLHA-3",
    7_700,
    date(2026, 3, 2),
    "Otávio Brandt",
    "11144477735",
    bank="260",
    ispb="18236120",
    branch="1",
    number="44556678",
)

PAIN = """<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-03-02T09:30:00</CreDtTm><NbOfTxs>2</NbOfTxs><CtrlSum>1235.06</CtrlSum>
<InitgPty><Nm>Aurora</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>P1</PmtInfId><PmtMtd>TRF</PmtMtd><NbOfTxs>2</NbOfTxs><ReqdExctnDt><Dt>2026-03-02</Dt></ReqdExctnDt>
<Dbtr><Nm>Aurora</Nm></Dbtr><DbtrAcct><Id><Othr><Id>1</Id></Othr></Id></DbtrAcct><DbtrAgt><FinInstnId/></DbtrAgt>
<CdtTrfTxInf><PmtId><EndToEndId>FOLHA-1</EndToEndId></PmtId><Amt><InstdAmt Ccy="BRL">1234.56</InstdAmt></Amt>
<Cdtr><Nm>Iara  Pontes</Nm><Id><PrvtId><Othr><Id>52998224725</Id></Othr></PrvtId></Id></Cdtr>
<CdtrAcct><Id><Othr><Id>NOTPROVIDED</Id></Othr></Id><Prxy><Tp><Cd>EMAL</Cd></Tp><Id>iara@example.com</Id></Prxy></CdtrAcct>
<RmtInf><Ustrd>Folha de março</Ustrd></RmtInf></CdtTrfTxInf>
<CdtTrfTxInf><PmtId><InstrId>FOLHA-2</InstrId><EndToEndId>NOTPROVIDED</EndToEndId></PmtId><Amt><InstdAmt Ccy="BRL">0.5</InstdAmt></Amt>
<CdtrAgt><FinInstnId><ClrSysMmbId><MmbId>260</MmbId></ClrSysMmbId></FinInstnId><BrnchId><Id>0001</Id></BrnchId></CdtrAgt>
<Cdtr><Nm>Nilo Prestes</Nm><Id><PrvtId><Othr><Id>39053344705</Id></Othr></PrvtId></Id></Cdtr>
<CdtrAcct><Id><Othr><Id>4455667-8</Id></Othr></Id></CdtrAcct></CdtTrfTxInf>
</PmtInf></CstmrCdtTrfInitn></Document>"""


def payer(bank: str) -> Payer:
    return Payer(bank, "BANCO", "AURORA1", "11222333000181", "AURORA", "1234", "", "56789", "0")


def remittance(*payments: Payment, bank: str = "001") -> str:
    return write_remittance(payer(bank), 1, AT, payments).decode()


def ndjson(*lines: dict[str, Any]) -> str:
    return "\n".join(map(json.dumps, lines)) + "\n"


IARA = {"name": "Iara Pontes", "document": "52998224725", "pix_key": "iara@example.com", "amount": 123_456}
NILO = {
    "name": "Nilo Prestes", "document": "39053344705", "bank": "260", "branch": "0001", "account": "4455667-8", "amount": 50,
    "external_id": "FOLHA-2",
}  # fmt: skip


@pytest.mark.parametrize(
    ("written", "text", "first"),
    [
        ("ndjson", ndjson(IARA, NILO), 1),
        ("pain.001", PAIN.replace("<Dt>2026-03-02</Dt>", ""), 1),
        ("cnab240", remittance(BY_KEY, BY_DOCUMENT), 3),
    ],
)
async def test_what_programs_write_is_read_as_a_table_is(
    bruno: Person, counter: Counter, written: str, text: str, first: int
) -> None:
    batch = await planned(bruno, counter, text)
    assert (batch["status"], batch["format"], batch["error"]) == ("planned", written, None)
    one, two = await read_lines(bruno, batch["id"])
    assert (one["number"], one["name"].upper(), one["amount"]["amount"]) == (first, "IARA PONTES", 123_456)
    assert (one["pix_key"], one["document"]) == ("i***@example.com", "***.982.247-**")
    assert (two["amount"]["amount"], two["external_id"]) == (50, "FOLHA-2")
    # The same bytes again are not read.
    assert (await paste(bruno, text)).json()["same_as"] == batch["id"]


async def rows(folder: Path, text: str | bytes) -> list[tuple[int, list[str]]]:
    path = folder / "brought"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(rows_of(await open_file(path)))


async def test_a_remittance_of_ours_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    for bank in ("001", "033", "237", "341"):
        _, *found = await rows(tmp_path, remittance(BY_KEY, BY_DOCUMENT, TO_ACCOUNT, bank=bank))
        told = {cells[11]: cells for _, cells in found}
        key, document, account = told["FOLHA-1"], told["FOLHA-2"], told["FOLHA-3"]
        assert key[:4] == ["IARA PONTES", "52998224725", "iara@example.com", "email"]
        assert document[:3] == ["NILO PRESTES", "39053344705", "39053344705"]
        assert account[:7] == ["OTAVIO BRANDT", "11144477735", "", "", "260", "0001", "4455667-8"]
        assert [each[8] for each in (key, document, account)] == ["1234,56", "0,50", "77,00"]
        assert {each[9] for each in (key, document, account)} == {"02/03/2026"}


def cut(text: str, line: int, place: int, new: str) -> str:
    """A remittance with other signs at a line and a column, both from one."""
    kept = text.split("\r\n")
    kept[line - 1] = kept[line - 1][: place - 1] + new + kept[line - 1][place - 1 + len(new) :]
    return "\r\n".join(kept)


_BOMB = '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>' + PAIN[39:]
_FETCHES = '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + PAIN[39:]
_FILE = remittance(BY_KEY, BY_DOCUMENT)
_HOSTILE: list[tuple[str, str, int]] = [
    (ndjson(IARA) + "[1]\n", "row_damaged", 2),
    (ndjson(IARA | {"amount": 12.5}), "row_damaged", 1),
    (ndjson(IARA | {"amount": "1.234"}), "row_damaged", 1),
    (ndjson(IARA | {"amount": True}), "row_damaged", 1),
    (ndjson(IARA, {"amont": 1}), "row_damaged", 2),
    ('{"amount": 1, "amount": 2}\n', "row_damaged", 1),
    ('{"name": NaN}\n', "row_damaged", 1),
    (ndjson(IARA) + '{"name": ' + "[" * 9_000 + "\n", "row_damaged", 2),
    (ndjson(IARA | {"name": "x" * 20_000}), "row_damaged", 1),
    (_BOMB, "xml_entities", 0),
    (_FETCHES, "xml_entities", 0),
    (PAIN[:-30], "xml_damaged", 15),
    (PAIN.replace("pain.001.001.09", "pain.002.001.10"), "not_a_payment_file", 1),
    ("<Document>" * 5, "not_a_payment_file", 1),
    (PAIN.replace("<NbOfTxs>2</NbOfTxs><CtrlSum>", "<NbOfTxs>3</NbOfTxs><CtrlSum>"), "totals_differ", 2),
    (PAIN.replace("1235.06", "1235.07"), "totals_differ", 2),
    (PAIN.replace('Ccy="BRL">0.5', 'Ccy="EUR">0.5'), "currency_other", 2),
    (PAIN.replace(">0.5<", ">0.505<"), "amount_damaged", 2),
    (PAIN.replace(">0.5<", ">-5<"), "amount_damaged", 2),
    (PAIN.replace("TRF", "CHK"), "method_other", 1),
    (PAIN.replace("<Cdtr>", "<Cdtr>" * 30), "xml_damaged", 1),
    (cut(_FILE, 1, 143, "2"), "not_a_remittance", 1),
    (cut(_FILE, 1, 1, "999"), "bank_unknown", 1),
    (cut(_FILE, 2, 12, "31"), "method_other", 2),
    (cut(_FILE, 3, 14, "J"), "segment_other", 3),
    (cut(_FILE, 3, 15, "9"), "movement_other", 3),
    (cut(_FILE, 3, 120, "00000000000999X"), "amount_damaged", 3),
    (cut(_FILE, 3, 120, "000000000000001"), "totals_differ", 7),
    (cut(_FILE, 3, 102, "USD"), "currency_other", 3),
    (cut(_FILE, 5, 50, "\x07"), "row_damaged", 5),
    (_FILE[: 242 * 6], "file_cut", 6),
    (_FILE + _FILE, "row_damaged", 9),
]


async def test_a_hostile_file_is_refused_whole_with_its_line(tmp_path: Path) -> None:
    for text, code, line in _HOSTILE:
        with pytest.raises(FileRefused) as refused:
            await rows(tmp_path, text)
        assert (refused.value.code, refused.value.line) == (code, line), (str(refused.value), text[:80])


async def test_a_hostile_file_pays_nothing_and_says_why(
    bruno: Person, counter: Counter, sql: Callable[..., list[tuple[Any, ...]]]
) -> None:
    batch = await planned(bruno, counter, PAIN.replace("1235.06", "1235.07"))
    assert (batch["status"], batch["error"]["code"], batch["good"]) == ("unreadable", "totals_differ", 0)
    assert sql("select count(*)::int from payout_line") == [(0,)]
