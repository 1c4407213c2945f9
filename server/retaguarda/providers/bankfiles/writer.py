"""Returns of collection as a bank would write them: for the demo, the measurements and the tests."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from retaguarda.providers.bankfiles.layouts import layout_of

#: What a title says unless told otherwise. Amounts in centavos.
TITLE: dict[str, Any] = {"movement_code": "06", "title_amount": 3_700, "paid_amount": 3_700, "fee": 0}


def _line(width: int, bank: str, record: str, values: Mapping[str, Any]) -> str:
    layout = layout_of(width, bank)
    assert layout is not None
    text = [" "] * width
    for name, field in layout.records[record].fields.items():
        length = field.end - field.start
        value = values.get(name, 0 if field.kind in "NMCD" else "")
        if isinstance(value, date):
            value = value.strftime("%d%m%Y" if length == 8 else "%d%m%y")
        filled = str(value).rjust(length, "0") if field.kind in "NMCD" else str(value).ljust(length)
        text[field.start : field.end] = filled[-length:] if field.kind in "NMCD" else filled[:length]
    return "".join(text)


def cnab240(titles: Iterable[Mapping[str, Any]], bank: str = "341", **header: Any) -> bytes:
    """A file with one batch; each title is a T and a U. ``company_use`` is what we called it."""
    common: dict[str, Any] = {"bank_code": bank}
    lines = [
        _line(240, bank, "file_header", common | {"file_kind": 2, "file_seq": 7, "company_name": "AURORA"} | header),
        _line(240, bank, "collection_header", common | {"batch": 1, "record_type": 1, "operation": "T"}),
    ]
    for title in map(dict, titles):
        values = common | {"batch": 1, "record_type": 3} | TITLE | title
        lines.append(_line(240, bank, "T", values | {"segment": "T", "record_seq": len(lines) - 1}))
        lines.append(_line(240, bank, "U", values | {"segment": "U", "record_seq": len(lines) - 1}))
    batch = common | {"batch": 1, "record_type": 5, "record_count": len(lines)}
    lines.append(_line(240, bank, "collection_trailer", batch))
    ended = common | {"batch": 9999, "record_type": 9, "batch_count": 1, "record_count": len(lines) + 1}
    lines.append(_line(240, bank, "file_trailer", ended))
    return "".join(f"{line}\r\n" for line in lines).encode("latin-1", "replace")


def cnab400(titles: Iterable[Mapping[str, Any]], bank: str = "237", **header: Any) -> bytes:
    opening: dict[str, Any] = {
        "record_type": 0,
        "file_kind": 2,
        "kind_name": "RETORNO",
        "service_type": 1,
        "service_name": "COBRANCA",
    }
    lines = [_line(400, bank, "file_header", opening | {"bank_code": bank, "record_seq": 1} | header)]
    for title in map(dict, titles):
        kind = 7 if bank == "001" else 1
        lines.append(_line(400, bank, "detail", {"record_type": kind, "record_seq": len(lines) + 1} | TITLE | title))
    lines.append(_line(400, bank, "file_trailer", {"record_type": 9, "record_seq": len(lines) + 1}))
    return "".join(f"{line}\r\n" for line in lines).encode("latin-1", "replace")
