"""(m) Reading a bank's statement in each format beside a bare pass over the same file, and what a long one adds in memory."""

import csv
import io
import time
from collections.abc import Callable, Iterator
from datetime import date
from statistics import median
from xml.parsers import expat

from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_most, figure
from bench.watch import Grown
from retaguarda.providers.statements.csv_mapping import Mapping
from retaguarda.providers.statements.read_statement import PIECE, Reader

GOAL, MEMORY_LIMIT = 3, 8
DAY = date(2026, 3, 2)
ROUNDS = 3
#: Lines of the file that is read in each format, of ``matched``.
PART = 10


def measure(_: Server, plan: Plan) -> Iterator[Row]:
    lines = plan.matched // PART
    for name, (write, mapping, bare) in _FORMATS.items():
        data = write(lines)
        ours, theirs = list[float](), list[float]()
        for _round in range(min(plan.rounds, ROUNDS)):
            theirs.append(_seconds(lambda data=data, bare=bare: bare(data)))
            ours.append(_seconds(lambda data=data, mapping=mapping: _read(data, mapping, lines)))
        size = len(data) / 1e6
        yield at_most(
            f"(m) reading a statement of {lines:,} lines, {name}, beside {_BARE[name]}",
            median(ours) / lines * 1e6,
            median(theirs) / lines * 1e6,
            "µs/line",
            GOAL,
            f"{size / median(ours):.1f} MB/s beside {size / median(theirs):.1f}; ours checks and keeps every field of every line with its"
            " place in the file, in Python: to make the event of a line alone takes as long as splitting up to four of them in C",
        )
        if name == "OFX":
            with Grown() as memory:
                _read(data, mapping, lines)
            yield figure(f"(m) memory that reading {lines:,} lines adds", memory.bytes / 2**20, "MiB", MEMORY_LIMIT)


def _seconds(run: Callable[[], object]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def _read(data: bytes, mapping: Mapping | None, lines: int) -> None:
    """In pieces, as the product reads a file that was uploaded."""
    reader, found = Reader(mapping), 0
    for at in range(0, len(data), PIECE):
        found += len(reader.feed(data[at : at + PIECE]))
    found += len(reader.close())
    assert found >= lines


def _moves(lines: int) -> Iterator[tuple[int, int, str]]:
    for n in range(lines):
        yield n, 100 + n * 7_919 % 500_000, f"PIX RECEBIDO {n}"


def _total(lines: int) -> int:
    return sum(amount for _, amount, _ in _moves(lines))


def _ofx(lines: int) -> bytes:
    parts = [
        "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nSECURITY:NONE\r\nENCODING:UTF-8\r\nCHARSET:NONE\r\nCOMPRESSION:NONE\r\n\r\n"
        "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>\r\n<CURDEF>BRL\r\n<BANKACCTFROM>\r\n<BANKID>0341\r\n<BRANCHID>1234-5\r\n<ACCTID>12345\r\n"
        f"</BANKACCTFROM>\r\n<BANKTRANLIST>\r\n<DTSTART>{DAY:%Y%m%d}\r\n"
    ]
    for n, amount, text in _moves(lines):
        parts.append(
            f"<STMTTRN>\r\n<TRNTYPE>CREDIT\r\n<DTPOSTED>{DAY:%Y%m%d}000000[-3:BRT]\r\n<DTAVAIL>{DAY:%Y%m%d}\r\n<TRNAMT>{_decimal(amount, '.')}\r\n"
            f"<FITID>REF{n}\r\n<MEMO>{text}\r\n</STMTTRN>\r\n"
        )
    closing = f"<BALAMT>{_decimal(_total(lines), '.')}\r\n<DTASOF>{DAY:%Y%m%d}\r\n"
    parts.append(f"</BANKTRANLIST>\r\n<LEDGERBAL>{closing}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n")
    return "".join(parts).encode()


def _camt(lines: int) -> bytes:
    def amount(value: int) -> str:
        return f'<Amt Ccy="BRL">{_decimal(value, ".")}</Amt><CdtDbtInd>CRDT</CdtDbtInd>'

    def balance(code: str, value: int) -> str:
        return f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>{amount(value)}<Dt><Dt>{DAY}</Dt></Dt></Bal>\n"

    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>'
        "<GrpHdr><MsgId>1</MsgId></GrpHdr>\n<Stmt><Id>7</Id><Acct><Id><Othr><Id>12345</Id></Othr></Id><Ccy>BRL</Ccy></Acct>"
        f"{balance('OPBD', 0)}{balance('CLBD', _total(lines))}"
    ]
    for n, value, text in _moves(lines):
        parts.append(
            f"<Ntry>{amount(value)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>{DAY}</Dt></BookgDt><ValDt><Dt>{DAY}</Dt></ValDt>"
            f"<AcctSvcrRef>REF{n}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>{text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n"
        )
    return ("".join(parts) + "</Stmt></BkToCstmrStmt></Document>\n").encode()


def _mt940(lines: int) -> bytes:
    def balance(tag: str, value: int) -> str:
        return f":{tag}:C{DAY:%y%m%d}BRL{_decimal(value, ',')}\r\n"

    parts = [f":20:STMT\r\n:25:0341/12345\r\n:28C:1/1\r\n{balance('60F', 0)}"]
    for n, amount, text in _moves(lines):
        parts.append(f":61:{DAY:%y%m%d}{DAY:%m%d}C{_decimal(amount, ',')}NTRFNONREF//REF{n}\r\n:86:{text}\r\n")
    return ("".join(parts) + balance("62F", _total(lines)) + "-\r\n").encode()


def _cnab(lines: int) -> bytes:
    def line(*fields: tuple[int, str]) -> str:
        text = ""
        for start, value in fields:
            text = text.ljust(start - 1) + value
        return f"{text:240}\r\n"

    holder = [(18, "2"), (19, "11222333000181"), (53, "012345"), (59, "12345".rjust(12, "0")), (71, "0")]
    parts = [
        line((1, "00100000"), *holder, (73, "BENCH"), (143, f"2{DAY:%d%m%Y}"), (158, "000001")),
        line((1, "00100011E0440033"), *holder, (143, f"{DAY:%d%m%Y}{0:018}CFBRL00001")),
    ]
    for n, amount, text in _moves(lines):
        first = f"00100013{(n + 1) % 100_000:05}E"
        parts.append(line((1, first), *holder, (135, f"{DAY:%d%m%Y}{DAY:%d%m%Y}{amount:018}C2090976{text:25}REF{n}")))
    total = f"{DAY:%d%m%Y}{_total(lines):018}CF{(lines + 2) % 1_000_000:06}{0:018}{_total(lines):018}"
    parts += [
        line((1, "00100015"), *holder, (143, total)),
        line((1, "00199999"), (18, f"000001{(lines + 4) % 1_000_000:06}000001")),
    ]
    return "".join(parts).encode()


def _csv(lines: int) -> bytes:
    parts, balance = ["Data;Valor;Histórico;Documento;Data valor;Saldo\r\n"], 0
    for n, amount, text in _moves(lines):
        balance += amount
        parts.append(
            f"{DAY:%d/%m/%Y};{_decimal(amount, ',')};{text};REF{n};{DAY:%d/%m/%Y};{_decimal(balance, ',')}\r\n"
        )
    return "".join(parts).encode()


def _decimal(amount: int, mark: str) -> str:
    return f"{amount // 100}{mark}{amount % 100:02d}"


def _expat(data: bytes) -> None:
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda _name, _attributes: None
    parser.EndElementHandler = lambda _name: None
    parser.CharacterDataHandler = lambda _text: None
    parser.Parse(data, True)


def _lines(data: bytes) -> None:
    for line in data.decode().splitlines():
        line[:8].strip()


def _rows(data: bytes) -> None:
    for row in csv.reader(io.StringIO(data.decode(), newline=""), delimiter=";"):
        row[0].strip()


_COLUMNS = {
    "booked_on": "Data",
    "amount": "Valor",
    "description": "Histórico",
    "reference": "Documento",
    "value_on": "Data valor",
    "balance": "Saldo",
}
_MAPPING = Mapping(account="12345", currency="BRL", bank="341", columns=_COLUMNS)  # pyright: ignore[reportArgumentType]
_FORMATS: dict[str, tuple[Callable[[int], bytes], Mapping | None, Callable[[bytes], None]]] = {
    "OFX": (_ofx, None, _lines),
    "camt.053": (_camt, None, _expat),
    "MT940": (_mt940, None, _lines),
    "CNAB 240 E": (_cnab, None, _lines),
    "CSV": (_csv, _MAPPING, _rows),
}
_BARE = {
    "OFX": "its lines, split",
    "camt.053": "expat with empty handlers",
    "MT940": "its lines, split",
    "CNAB 240 E": "its lines, split",
    "CSV": "Python's csv reader",
}
