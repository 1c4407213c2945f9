"""Statements written in every format that is read, by code that shares nothing with the readers."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

DAY = date(2026, 11, 19)
#: Decimals of the currencies that tests use.
PLACES = {"BRL": 2, "EUR": 2, "JPY": 0, "TND": 3, "CLF": 4}


@dataclass(frozen=True)
class Move:
    amount: int
    text: str = "PIX RECEBIDO"
    booked_on: date = DAY
    value_on: date = DAY
    reference: str = "REF1"


@dataclass(frozen=True)
class Told:
    """``moves`` may be a generator: no writer holds more than one."""

    moves: Iterable[Move]
    currency: str = "BRL"
    account: str = "12345"
    opening: int = 1_000_000
    closing: int | None = None
    more: dict[str, Any] = field(default_factory=dict)

    def end(self) -> int:
        return self.closing if self.closing is not None else self.opening + sum(each.amount for each in self.moves)


def decimal(amount: int, currency: str, mark: str = ".") -> str:
    return f"{Decimal(amount).scaleb(-PLACES[currency]):f}".replace(".", mark)


def sign(amount: int, credit: str, debit: str) -> str:
    return credit if amount >= 0 else debit


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def ofx(
    told: Told, encoding: str = "utf-8", mark: str = ".", xml: bool = False, break_: str = "\r\n"
) -> Iterator[bytes]:
    """1.x in SGML, or 2.x in XML; ``encoding`` is told as banks tell it."""
    names = {"utf-8": ("UTF-8", "NONE"), "cp1252": ("USASCII", "1252")}[encoding]

    def leaf(name: str, value: str) -> str:
        return f"<{name}>{value}{f'</{name}>' if xml else ''}{break_}"

    if xml:
        head = f'<?xml version="1.0" encoding="{encoding}"?>{break_}<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE"?>{break_}'
    else:
        lines = f"OFXHEADER:100|DATA:OFXSGML|VERSION:102|SECURITY:NONE|ENCODING:{names[0]}|CHARSET:{names[1]}|COMPRESSION:NONE||"
        head = lines.replace("|", break_)
    account = leaf("BANKID", "0341") + leaf("BRANCHID", "1234-5") + leaf("ACCTID", told.account)
    yield (
        f"{head}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>{break_}{leaf('CURDEF', told.currency)}"
        f"<BANKACCTFROM>{break_}{account}</BANKACCTFROM>{break_}<BANKTRANLIST>{break_}{leaf('DTSTART', '20261101')}"
    ).encode(encoding)
    for move in told.moves:
        value = (
            leaf("TRNTYPE", sign(move.amount, "CREDIT", "DEBIT"))
            + leaf("DTPOSTED", f"{move.booked_on:%Y%m%d}000000[-3:BRT]")
            + leaf("DTAVAIL", f"{move.value_on:%Y%m%d}")
            + leaf("TRNAMT", decimal(move.amount, told.currency, mark))
            + leaf("FITID", move.reference)
            + leaf("MEMO", escaped(move.text))
        )
        yield f"<STMTTRN>{break_}{value}</STMTTRN>{break_}".encode(encoding)
    closing = leaf("BALAMT", decimal(told.end(), told.currency, mark)) + leaf("DTASOF", f"{DAY:%Y%m%d}")
    yield f"</BANKTRANLIST>{break_}<LEDGERBAL>{closing}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>{break_}".encode(
        encoding
    )


def camt(told: Told, version: str = "08", prefix: str = "", encoding: str = "UTF-8") -> Iterator[bytes]:
    p = f"{prefix}:" if prefix else ""
    declared = f"xmlns{f':{prefix}' if prefix else ''}"

    def tag(name: str, *inside: str) -> str:
        return f"<{p}{name}>{''.join(inside)}</{p}{name}>"

    def amount(value: int) -> str:
        text = decimal(abs(value), told.currency)
        return f'<{p}Amt Ccy="{told.currency}">{text}</{p}Amt>{tag("CdtDbtInd", sign(value, "CRDT", "DBIT"))}'

    def balance(code: str, value: int) -> str:
        kind = tag("Tp", tag("CdOrPrtry", tag("Cd", code)))
        return tag("Bal", kind, amount(value), tag("Dt", tag("Dt", DAY.isoformat()))) + "\n"

    account = tag("Acct", tag("Id", tag("Othr", tag("Id", told.account))), tag("Ccy", told.currency))
    yield (
        f'<?xml version="1.0" encoding="{encoding}"?>\n'
        f'<{p}Document {declared}="urn:iso:std:iso:20022:tech:xsd:camt.053.001.{version}"><{p}BkToCstmrStmt>'
        f"{tag('GrpHdr', tag('MsgId', '1'))}\n<{p}Stmt>{tag('Id', '7')}{account}"
        f"{balance('OPBD', told.opening)}{balance('CLBD', told.end())}"
    ).encode(encoding)
    for move in told.moves:
        status = tag("Sts", tag("Cd", "BOOK")) if version == "08" else tag("Sts", "BOOK")
        days = tag("BookgDt", tag("Dt", move.booked_on.isoformat())) + tag(
            "ValDt", tag("Dt", move.value_on.isoformat())
        )
        text = tag("NtryDtls", tag("TxDtls", tag("RmtInf", tag("Ustrd", escaped(move.text)))))
        entry = tag("Ntry", amount(move.amount), status, days, tag("AcctSvcrRef", move.reference), text)
        yield f"{entry}\n".encode(encoding)
    yield f"</{p}Stmt></{p}BkToCstmrStmt></{p}Document>\n".encode(encoding)


def mt940(told: Told, break_: str = "\r\n", swift: bool = False) -> Iterator[bytes]:
    def amount(value: int) -> str:
        text = decimal(abs(value), told.currency, ",")
        return text if "," in text else f"{text},"

    def balance(tag: str, value: int) -> str:
        return f":{tag}:{sign(value, 'C', 'D')}{DAY:%y%m%d}{told.currency}{amount(value)}{break_}"

    begin, end = ("{1:F01BANKBRSPAXXX0000000000}{2:I940X}{4:" + break_, "-}") if swift else ("", "-")
    yield f"{begin}:20:STMT{break_}:25:0341/{told.account}{break_}:28C:1/1{break_}{balance('60F', told.opening)}".encode()
    for move in told.moves:
        first = f":61:{move.value_on:%y%m%d}{move.booked_on:%m%d}{sign(move.amount, 'C', 'D')}{amount(move.amount)}"
        yield f"{first}NTRFNONREF//{move.reference}{break_}:86:{move.text}{break_}".encode()
    yield f"{balance('62F', told.end())}{end}{break_}".encode()


def cnab(told: Told, break_: str = "\r\n") -> Iterator[bytes]:
    def amount(value: int) -> str:
        return f"{int(Decimal(abs(value)).scaleb(2 - PLACES[told.currency])):018}"

    def line(*fields: tuple[int, str]) -> bytes:
        text = ""
        for start, value in fields:
            text = text.ljust(start - 1) + value
        return (text.ljust(240) + break_).encode("latin-1")

    holder = [(18, "2"), (19, "11222333000181"), (53, "012345"), (59, told.account.rjust(12, "0")), (71, "0")]
    yield line((1, "00100000"), *holder, (73, "EMPRESA EXEMPLO"), (143, "2"), (144, "20112026"), (158, "000001"))
    opening = (amount(told.opening), sign(told.opening, "C", "D"))
    yield line(
        (1, "00100011E0440033"), *holder, (143, f"{DAY:%d%m%Y}"), (151, opening[0]), (169, f"{opening[1]}F"),
        (171, told.currency), (174, "00215"),
    )  # fmt: skip
    count = credits = debits = 0
    for count, move in enumerate(told.moves, 1):
        credits, debits = credits + max(move.amount, 0), debits + max(-move.amount, 0)
        yield line(
            (1, f"00100013{count % 100000:05}E"), *holder, (135, f"{move.value_on:%d%m%Y}{move.booked_on:%d%m%Y}"),
            (151, amount(move.amount)), (169, sign(move.amount, "C", "D")), (170, sign(move.amount, "209", "120")),
            (173, "0976"), (177, move.text[:25]), (202, move.reference[:39]),
        )  # fmt: skip
    closing = (amount(told.end()), sign(told.end(), "C", "D"))
    yield line(
        (1, "00100015"), *holder[:-1], (71, "0"), (143, f"{DAY:%d%m%Y}"), (151, closing[0]), (169, f"{closing[1]}F"),
        (171, f"{(count + 2) % 1000000:06}"), (177, amount(debits)), (195, amount(credits)),
    )  # fmt: skip
    yield line((1, "00199999"), (18, f"000001{(count + 4) % 1000000:06}000001"))


def csvfile(
    told: Told, mark: str = ",", delimiter: str = ";", encoding: str = "utf-8", break_: str = "\r\n"
) -> Iterator[bytes]:
    """Columns: Data;Valor;Histórico;Documento;Data valor;Saldo."""

    def cell(text: str) -> str:
        return '"' + text.replace('"', '""') + '"' if set(text) & {'"', delimiter, "\n", "\r"} else text

    yield f"{delimiter.join(['Data', 'Valor', 'Histórico', 'Documento', 'Data valor', 'Saldo'])}{break_}".encode(
        encoding
    )
    balance = told.opening
    for move in told.moves:
        balance += move.amount
        cells = [
            f"{move.booked_on:%d/%m/%Y}",
            decimal(move.amount, told.currency, mark),
            move.text,
            move.reference,
            f"{move.value_on:%d/%m/%Y}",
            decimal(balance, told.currency, mark),
        ]
        yield f"{delimiter.join(map(cell, cells))}{break_}".encode(encoding)


#: Titles of the columns above, as a person maps them.
COLUMNS: Any = {
    "booked_on": "Data",
    "amount": "Valor",
    "description": "Histórico",
    "reference": "Documento",
    "value_on": "Data valor",
    "balance": "Saldo",
}
