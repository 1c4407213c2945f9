"""Writes CNAB 240 payment files: a batch for each way of paying, several where it has many. The same input gives the same bytes."""

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import Any

from retaguarda.foundation.money import BRL
from retaguarda.providers.bankfiles.layouts import Layout, payment_layout_of
from retaguarda.providers.bankfiles.remittance_payments import Payer, Payment, Unwritable

_ITAU = "341"
#: Way of paying → code of the batch (FEBRABAN G029), in the order of the batches.
METHODS = {"ted": "41", "own_ted": "43", "slip": "31", "own_slip": "30", "pix": "45"}
_BATCH_LAYOUTS = {"41": "046", "43": "046", "31": "040", "30": "040", "45": "046"}
_CHAMBERS = {"ted": "018", "pix": "009"}
#: Kind of key → form of initiation (G100); without a key by account.
_FORMS = {"phone": "01", "email": "02", "cpf": "03", "cnpj": "03", "evp": "04"}
_BY_ACCOUNT = "05"
#: Purpose of a TED of which nobody says one.
_SUPPLIERS = "00005"
_ACCOUNT_TYPES = {"CACC": "01", "TRAN": "02", "SVGS": "03"}
_WIDTH = 240
#: Each payment has two records. A batch numbers its records in five places, a file counts all of them in six.
_MOST_OF_BATCH, _MOST = 49_999, 499_900


def write_remittance(payer: Payer, sequence: int, at: datetime, payments: Sequence[Payment]) -> bytes:
    """Write a file.

    Args:
        sequence: number of the file (NSA), 1 to 999999.
        at: local moment that the header names.

    Raises:
        Unwritable: the bank is not known, there is no payment or more than a file counts, or a value does not fit.
    """
    layout = payment_layout_of(payer.bank)
    if layout is None:
        raise Unwritable(f"no layout for bank {payer.bank}")
    if not 1 <= sequence <= 999_999:
        raise Unwritable("a file has a number from 1 to 999999")
    if not 1 <= len(payments) <= _MOST:
        raise Unwritable(f"a file has from 1 to {_MOST} payments")
    common = _common(payer)
    opening = {"file_kind": 1, "generated_date": at.date(), "generated_time": at.strftime("%H%M%S")}
    version = {"file_seq": sequence, "layout_version": "103", "bank_name": payer.bank_name}
    lines = [_line(layout, "file_header", common | opening | version)]
    batches = 0
    ordered = sorted(payments, key=lambda each: (list(METHODS).index(_way(payer, each)), each.reference))
    for way, group in groupby(ordered, key=lambda each: _way(payer, each)):
        alike = list(group)
        for begin in range(0, len(alike), _MOST_OF_BATCH):
            batches += 1
            part = alike[begin : begin + _MOST_OF_BATCH]
            lines += _batch(layout, common, batches, METHODS[way], part, payer)
    ended = {"bank_code": payer.bank, "batch": 9999, "record_type": 9, "batch_count": batches}
    lines.append(_line(layout, "file_trailer", ended | {"record_count": len(lines) + 1}))
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")


def _way(payer: Payer, payment: Payment) -> str:
    if payment.method == "ted":
        return "own_ted" if payment.document == payer.document else "ted"
    if payment.method == "slip":
        return "own_slip" if payment.barcode[:3] == payer.bank else "slip"
    return payment.method


def _common(payer: Payer) -> dict[str, Any]:
    return {
        "bank_code": payer.bank,
        "company_doc_type": _document_kind(payer.document),
        "company_doc": payer.document,
        "agreement": payer.agreement,
        "branch": payer.branch,
        "branch_dv": payer.branch_digit,
        "account": payer.number,
        "account_dv": payer.number_digit,
        "company_name": payer.name,
    }


def _batch(
    layout: Layout, common: Mapping[str, Any], batch: int, code: str, payments: Sequence[Payment], payer: Payer
) -> list[str]:
    header = {"batch": batch, "record_type": 1, "operation": "C", "service_type": "20", "payment_method": code}
    form = {"batch_layout": _BATCH_LAYOUTS[code], "payment_form_indicator": "01"}
    lines = [_line(layout, "payment_header", {**common, **header, **form})]
    detail = {"bank_code": payer.bank, "batch": batch, "record_type": 3}
    for payment in payments:
        for name, values in _segments(layout, payment, payer):
            lines.append(_line(layout, name, detail | {"record_seq": len(lines)} | values))
    total = sum(payment.amount for payment in payments)
    trailer = {"batch": batch, "record_type": 5, "record_count": len(lines) + 1, "amount_total": total}
    return [*lines, _line(layout, "payment_trailer", {"bank_code": payer.bank} | trailer)]


def _segments(layout: Layout, payment: Payment, payer: Payer) -> list[tuple[str, dict[str, Any]]]:
    if payment.method == "slip":
        return [("J", _slip(payment)), ("J52", _slip_people(payment, payer))]
    second = "BPIX" if payment.method == "pix" else "B"
    return [("A", _credit(layout, payment)), (second, _credited(layout, payment))]


def _credit(layout: Layout, payment: Payment) -> dict[str, Any]:
    values: dict[str, Any] = {
        "segment": "A",
        "chamber": _CHAMBERS[payment.method],
        "payee_bank": payment.bank or 0,
        "payee_name": payment.name,
        "company_ref": payment.reference,
        "payment_date": payment.day,
        "currency": BRL,
        "amount": payment.amount,
        "payee_notice": 0,
    }
    if payment.method == "ted":
        values |= {
            "ted_purpose": payment.purpose or _SUPPLIERS,
            "purpose_complement": "PP" if payment.account_type == "SVGS" else "CC",
        }
    account, digit = payment.number[:-1], payment.number[-1:]
    if layout.bank == _ITAU:
        by_key = "04" if payment.key else _ACCOUNT_TYPES[payment.account_type]
        composite = f"{payment.branch:0>5} {account:0>12} {digit or '0'}"
        values |= {"currency": "REA", "payee_branch_account": composite, "payee_doc": payment.document}
        pix = {"ispb": payment.ispb, "transfer_identification": by_key} if payment.method == "pix" else {}
        return values | pix
    return values | {"payee_branch": payment.branch or 0, "payee_account": account or 0, "payee_account_dv": digit}


def _credited(layout: Layout, payment: Payment) -> dict[str, Any]:
    values: dict[str, Any] = {
        "segment": "B",
        "payee_doc_type": _document_kind(payment.document),
        "payee_doc": payment.document,
    }
    if payment.method == "ted":
        return values | {"due_date": payment.day, "document_amount": payment.amount, "ispb": payment.ispb}
    form = _FORMS[payment.key_kind] if payment.key else _BY_ACCOUNT
    key = "" if form == _FORMS["cpf"] else payment.key
    if layout.bank == _ITAU:
        return values | {"key_type": form if payment.key else "", "pix_key": key}
    info = "" if payment.key else _ACCOUNT_TYPES[payment.account_type]
    return values | {"initiation_form": form, "info11": info, "info12": key, "ispb": payment.ispb or 0}


def _slip(payment: Payment) -> dict[str, Any]:
    if len(payment.barcode) != 44 or not payment.barcode.isdigit():
        raise Unwritable(f"{payment.reference} has no barcode of 44 digits")
    return {
        "segment": "J",
        "barcode": payment.barcode,
        "payee_name": payment.name,
        "due_date": payment.due_on or payment.day,
        "title_amount": payment.amount,
        "payment_date": payment.day,
        "amount": payment.amount,
        "company_ref": payment.reference,
        "currency_code": "09",
    }


def _slip_people(payment: Payment, payer: Payer) -> dict[str, Any]:
    return {
        "segment": "J",
        "optional_record": 52,
        "payer_doc_type": _document_kind(payer.document),
        "payer_doc": payer.document,
        "payer_name": payer.name,
        "payee_doc_type": _document_kind(payment.document),
        "payee_doc": payment.document,
        "payee_name": payment.name,
    }


def _document_kind(document: str) -> int:
    return {11: 1, 14: 2}.get(len(document), 0)


def _line(layout: Layout, name: str, values: Mapping[str, Any]) -> str:
    text = [" "] * _WIDTH
    for field, place in layout.records[name].fields.items():
        length = place.end - place.start
        numeric = place.kind in "NMCD"
        value = values.get(field, 0 if numeric else "")
        written = value.strftime("%d%m%Y") if isinstance(value, date) else plain(str(value))
        if numeric and not written.isalnum():
            raise Unwritable(f"{field} is no number")
        if numeric and len(written) > length:
            raise Unwritable(f"{field} has {len(written)} places, and there are {length}")
        if not numeric and field in _WHOLE and len(written) > length:
            raise Unwritable(f"{field} has {len(written)} places, and there are {length}")
        text[place.start : place.end] = written.rjust(length, "0") if numeric else written.ljust(length)[:length]
    return "".join(text)


#: Text that means something else when its end is cut off.
_WHOLE = frozenset({"company_ref", "info12", "pix_key", "agreement"})


def plain(text: str) -> str:
    """Return text as banks take it: capital letters of ASCII, but keys as they are written; anything else is a blank."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    if "@" not in bare:
        bare = bare.upper()
    return "".join(letter if letter.isprintable() else " " for letter in bare)
