"""Reads ISO 20022 customer credit transfers (pain.001.001.09), as programs of accounting write them.

A transaction names who is paid (``Cdtr`` with a CPF or CNPJ), and a Pix key (``CdtrAcct/Prxy``) or an account (``CdtrAcct/Id/Othr``
with its digit after a dash, at the bank of ``CdtrAgt/FinInstnId/ClrSysMmbId/MmbId``). What the groups say of their counts and sums must be so.
"""

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse

from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payouts.batches.parse_rows import HEADING_ROW, FileRefused, Rows, cells_of

_SPACE = "{urn:iso:std:iso:20022:tech:xsd:pain.001.001.09}"
#: Elements within one another: the schema has fewer.
_DEEPEST = 24
_AMOUNT = re.compile(r"(\d{1,15})(?:\.(\d{1,5}))?")
_PROXIES = {"TELE": "phone", "EMAL": "email"}
#: What stands for an id that nobody gave.
_NONE = "NOTPROVIDED"


@dataclass(slots=True)
class _Said:
    """What a header says of the transactions below it; None where it says nothing."""

    count: int | None
    total: Decimal | None

    def compare(self, count: int, total: Decimal, line: int) -> None:
        if self.count not in (None, count) or self.total not in (None, total):
            raise FileRefused("totals_differ", f"there are {count} payments of {total}", line)


def rows_of_pain(path: Path) -> Rows:
    """Yield the transactions of a file, numbered as they stand there.

    Raises:
        FileRefused: it is no such message, holds entities, or its counts and sums are not so.
    """
    yield HEADING_ROW
    try:
        yield from _transactions(path)
    except DefusedXmlException:
        raise FileRefused("xml_entities", "a payment file declares no types and no entities") from None
    except ParseError as error:
        raise FileRefused("xml_damaged", str(error)[:200], *error.position) from None


def _transactions(path: Path) -> Rows:
    number, total, depth = 0, Decimal(0), 0
    part, part_total = 0, Decimal(0)
    said = _Said(None, None)
    stack = list[Element]()
    for event, element in iterparse(path, events=("start", "end"), forbid_dtd=True):
        if event == "start":
            depth += 1
            if depth > _DEEPEST:
                raise FileRefused("xml_damaged", "its elements stand too deep", number + 1)
            if depth == 1 and element.tag != f"{_SPACE}Document":
                raise FileRefused("not_a_payment_file", "this is no pain.001.001.09", 1)
            stack.append(element)
            continue
        depth -= 1
        stack.pop()
        match element.tag.removeprefix(_SPACE):
            case "GrpHdr" if depth == 2:
                said = _said_of(element, number)
            case "CdtTrfTxInf" if depth == 3:
                number += 1
                amount, values = _values(element, stack[-1], number)
                total, part, part_total = total + amount, part + 1, part_total + amount
                yield number, cells_of(values)
                stack[-1].remove(element)
            case "PmtInf" if depth == 2:
                _said_of(element, number).compare(part, part_total, number)
                part, part_total = 0, Decimal(0)
                stack[-1].remove(element)
            case _:
                pass
    said.compare(number, total, number)


def _said_of(element: Element, line: int) -> _Said:
    count, total = _text(element, "NbOfTxs"), _text(element, "CtrlSum")
    try:
        return _Said(int(count) if count else None, Decimal(total) if total else None)
    except (ValueError, InvalidOperation):
        raise FileRefused("totals_differ", "a count or a sum of its header is no number", line) from None


def _values(found: Element, group: Element, number: int) -> tuple[Decimal, dict[str, str]]:
    """Return the amount of a transaction, and what it says of each column."""
    method = _text(group, "PmtMtd")
    if method != "TRF":
        raise FileRefused("method_other", f"only transfers (TRF) are paid, not {method[:10]!r}", number)
    amount = found.find(f"{_SPACE}Amt/{_SPACE}InstdAmt")
    if amount is None or amount.get("Ccy") != PIX_CURRENCY:
        raise FileRefused("currency_other", "every amount is in reais", number)
    written = _AMOUNT.fullmatch((amount.text or "").strip())
    if written is None or (written[2] or "").ljust(2, "0")[2:].strip("0"):
        raise FileRefused("amount_damaged", f"{(amount.text or '')[:40]!r} is no amount", number)
    decimals = (written[2] or "").ljust(2, "0")[:2]
    ids = (_text(found, "PmtId/EndToEndId"), _text(found, "PmtId/InstrId"))
    proxy = _text(found, "CdtrAcct/Prxy/Id")
    said = _text(found, "CdtrAcct/Prxy/Tp/Cd")
    place = {
        "bank": _text(found, "CdtrAgt/FinInstnId/ClrSysMmbId/MmbId"),
        "branch": _text(found, "CdtrAgt/BrnchId/Id"),
        "account": _text(found, "CdtrAcct/Id/Othr/Id"),
        "account_type": _text(found, "CdtrAcct/Tp/Cd"),
    }
    key = {"pix_key": proxy, "pix_key_kind": _PROXIES.get(said, said) or _text(found, "CdtrAcct/Prxy/Tp/Prtry")}
    return Decimal(f"{written[1]}.{decimals}"), (key if proxy else place) | {
        "name": _text(found, "Cdtr/Nm"),
        "document": _text(found, "Cdtr/Id/PrvtId/Othr/Id") or _text(found, "Cdtr/Id/OrgId/Othr/Id"),
        "amount": f"{int(written[1])},{decimals}",
        "scheduled_for": _text(group, "ReqdExctnDt/Dt"),
        "description": _text(found, "RmtInf/Ustrd"),
        "external_id": next((each for each in ids if each and each != _NONE), ""),
    }


def _text(element: Element, path: str) -> str:
    found = element.find("/".join(f"{_SPACE}{step}" for step in path.split("/")))
    return "" if found is None else (found.text or "").strip()
