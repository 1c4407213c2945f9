"""The sandbox bank's statements: one month in five formats, each telling the same lines and balances."""

from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal

import msgspec

from retaguarda.foundation.currencies import EXPONENT


class BankMove(msgspec.Struct, frozen=True):
    """One movement; ``amount`` in minor units, below nothing when money leaves. ``text`` names an end-to-end id where there is one."""

    amount: int
    booked_on: date
    text: str
    reference: str = ""
    history_code: str = "0976"


class BankStatement(msgspec.Struct, frozen=True):
    """Of ``first_day`` to ``last_day``. ``number``: of the account, its last digit being the check digit."""

    bank: str
    branch: str
    number: str
    currency: str
    first_day: date
    last_day: date
    opening: int
    moves: Sequence[BankMove]

    @property
    def closing(self) -> int:
        return self.opening + sum(move.amount for move in self.moves)

    def decimal(self, amount: int, mark: str = ".") -> str:
        return f"{Decimal(amount).scaleb(-EXPONENT[self.currency]):f}".replace(".", mark)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _side(amount: int, credit: str, debit: str) -> str:
    return credit if amount >= 0 else debit


def ofx(told: BankStatement) -> bytes:
    """OFX 1.02, as Brazilian banks write it."""
    lines = ["OFXHEADER:100", "DATA:OFXSGML", "VERSION:102", "SECURITY:NONE", "ENCODING:UTF-8", "CHARSET:NONE"]
    lines += ["COMPRESSION:NONE", "", "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>", f"<CURDEF>{told.currency}"]
    lines += [f"<BANKACCTFROM><BANKID>0{told.bank}<BRANCHID>{told.branch}<ACCTID>{told.number}</BANKACCTFROM>"]
    lines += [f"<BANKTRANLIST><DTSTART>{told.first_day:%Y%m%d}<DTEND>{told.last_day:%Y%m%d}"]
    lines += [
        f"<STMTTRN><TRNTYPE>{_side(move.amount, 'CREDIT', 'DEBIT')}<DTPOSTED>{move.booked_on:%Y%m%d}000000[-3:BRT]"
        f"<TRNAMT>{told.decimal(move.amount)}<FITID>{move.reference}<MEMO>{_escaped(move.text)}</STMTTRN>"
        for move in told.moves
    ]
    lines += ["</BANKTRANLIST>", f"<LEDGERBAL><BALAMT>{told.decimal(told.closing)}<DTASOF>{told.last_day:%Y%m%d}"]
    lines += ["</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>", ""]
    return "\r\n".join(lines).encode()


def camt053(told: BankStatement) -> bytes:
    """camt.053.001.08."""

    def amount(value: int) -> str:
        text = told.decimal(abs(value))
        return f'<Amt Ccy="{told.currency}">{text}</Amt><CdtDbtInd>{_side(value, "CRDT", "DBIT")}</CdtDbtInd>'

    def balance(code: str, value: int, day: date) -> str:
        return f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>{amount(value)}<Dt><Dt>{day}</Dt></Dt></Bal>"

    entries = "".join(
        f"<Ntry>{amount(move.amount)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>{move.booked_on}</Dt></BookgDt>"
        f"<ValDt><Dt>{move.booked_on}</Dt></ValDt><AcctSvcrRef>{_escaped(move.reference)}</AcctSvcrRef>"
        f"<NtryDtls><TxDtls><RmtInf><Ustrd>{_escaped(move.text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n"
        for move in told.moves
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>'
        f"<GrpHdr><MsgId>1</MsgId></GrpHdr>\n<Stmt><Id>1</Id><Acct><Id><Othr><Id>{told.number}</Id></Othr></Id>"
        f"<Ccy>{told.currency}</Ccy></Acct>{balance('OPBD', told.opening, told.first_day)}"
        f"{balance('CLBD', told.closing, told.last_day)}\n{entries}</Stmt></BkToCstmrStmt></Document>\n"
    ).encode()


def mt940(told: BankStatement) -> bytes:
    """MT940 without SWIFT's envelope."""

    def amount(value: int) -> str:
        text = told.decimal(abs(value), ",")
        return text if "," in text else f"{text},"

    def balance(tag: str, value: int, day: date) -> str:
        return f":{tag}:{_side(value, 'C', 'D')}{day:%y%m%d}{told.currency}{amount(value)}"

    lines = [
        ":20:STATEMENT",
        f":25:{told.bank}/{told.number}",
        ":28C:1/1",
        balance("60F", told.opening, told.first_day),
    ]
    for move in told.moves:
        day = f"{move.booked_on:%y%m%d}{move.booked_on:%m%d}"
        lines += [f":61:{day}{_side(move.amount, 'C', 'D')}{amount(move.amount)}NTRFNONREF//{move.reference[:16]}"]
        lines += [f":86:{move.text}"]
    return "\r\n".join([*lines, balance("62F", told.closing, told.last_day), "-", ""]).encode()


def cnab240(told: BankStatement) -> bytes:
    """CNAB 240 with operation E, as FEBRABAN lays it out; a description has 25 places."""

    def line(*fields: tuple[int, str]) -> str:
        text = ""
        for start, value in fields:
            text = text.ljust(start - 1) + value
        return text.ljust(240)

    def amount(value: int) -> str:
        return f"{abs(value):018}"

    bank, account = told.bank, told.number
    holder = [
        (18, "2"),
        (19, "11222333000181"),
        (53, f"{told.branch:>05}0"),
        (59, account[:-1].rjust(12, "0")),
        (71, account[-1]),
    ]
    lines = [
        line(
            (1, f"{bank}00000"),
            *holder,
            (73, "RETAGUARDA PAGAMENTOS"),
            (143, "2"),
            (144, f"{told.last_day:%d%m%Y}"),
            (158, "000001"),
        )
    ]
    lines.append(
        line((1, f"{bank}00011E0440033"), *holder, (143, f"{told.first_day:%d%m%Y}"), (151, amount(told.opening)),
             (169, f"{_side(told.opening, 'C', 'D')}F"), (171, told.currency), (174, "00001"))
    )  # fmt: skip
    lines += [
        line((1, f"{bank}00013{number % 100000:05}E"), *holder, (135, f"{move.booked_on:%d%m%Y}" * 2), (151, amount(move.amount)),
             (169, _side(move.amount, "C", "D")), (170, _side(move.amount, "209", "120")), (173, move.history_code[:4]),
             (177, move.text[:25]), (202, move.reference[:39]))
        for number, move in enumerate(told.moves, 1)
    ]  # fmt: skip
    credits = sum(move.amount for move in told.moves if move.amount > 0)
    debits = -sum(move.amount for move in told.moves if move.amount < 0)
    count = len(told.moves)
    lines.append(
        line((1, f"{bank}00015"), *holder, (143, f"{told.last_day:%d%m%Y}"), (151, amount(told.closing)),
             (169, f"{_side(told.closing, 'C', 'D')}F"), (171, f"{count + 2:06}"), (177, amount(debits)), (195, amount(credits)))
    )  # fmt: skip
    lines.append(line((1, f"{bank}99999"), (18, f"000001{count + 4:06}000001")))
    return ("\r\n".join(lines) + "\r\n").encode("latin-1")


#: Titles of the CSV's columns, as a person maps them for an account.
CSV_COLUMNS = {
    "booked_on": "Data",
    "amount": "Valor",
    "description": "Histórico",
    "reference": "Documento",
    "balance": "Saldo",
}


def csv(told: BankStatement) -> bytes:
    """Columns: Data;Valor;Histórico;Documento;Saldo."""
    rows, balance = ["Data;Valor;Histórico;Documento;Saldo"], told.opening
    for move in told.moves:
        balance += move.amount
        amounts = (told.decimal(move.amount, ","), told.decimal(balance, ","))
        rows.append(f'{move.booked_on:%d/%m/%Y};{amounts[0]};"{move.text}";{move.reference};{amounts[1]}')
    return ("\r\n".join(rows) + "\r\n").encode()


#: Every format that the sandbox bank writes, by its file's ending.
FORMATS: dict[str, Callable[[BankStatement], bytes]] = {
    "ofx": ofx,
    "xml": camt053,
    "sta": mt940,
    "ret": cnab240,
    "csv": csv,
}
