"""Bank return files: the public samples, and everything that real files do beside the standard."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from retaguarda.providers.bankfiles import Damaged, Entry, Reader, collection_reader, layout_of, look
from retaguarda.providers.bankfiles.writer import cnab240, cnab400

SAMPLES = Path(__file__).parents[1] / "data" / "cnab"
DAY = date(2026, 11, 19)
TITLES = [{"company_use": f"PEDIDO-{n}", "bank_ref": f"{n:08}", "occurrence_date": DAY} for n in (1, 2)]


def read(data: bytes, piece: int = 1_000) -> tuple[Reader[Entry], list[Entry]]:
    reader, entries = collection_reader(), list[Entry]()
    for start in range(0, len(data), piece):
        entries += reader.feed(data[start : start + piece])
    return reader, entries + reader.close()


def tolerated(data: bytes) -> set[str]:
    reader, entries = read(data)
    assert [entry.paid for entry in entries] == [3_700, 3_700]
    return set(reader.found.tolerances.seen)


@pytest.mark.parametrize("piece", [1, 241, 100_000])
def test_the_sample_of_itau_is_read_whole_and_its_trailer_agrees(piece: int) -> None:
    reader, entries = read((SAMPLES / "sample-cnab400-cobranca-retorno-itau.ret").read_bytes(), piece)
    assert reader.found.header is not None
    assert reader.found.header.bank == "341"
    assert (reader.found.totals.entries, reader.found.totals.amount) == (4, 189_576)
    assert (reader.found.totals.said_entries, reader.found.totals.said_amount) == (4, 189_576)
    # 389,75 less 176,45 of discount is what was paid; the bank credits 3,33 less.
    assert (entries[0].meaning, entries[0].paid, entries[0].fee) == ("paid", 21_330, 333)
    assert (entries[1].meaning, entries[1].reasons) == ("payer_statement", "1842")
    assert reader.found.tolerances.seen == {}


def test_the_shifted_segment_of_santander_is_read_where_it_is() -> None:
    reader, (entry,) = read((SAMPLES / "sample-cnab240-cobranca-retorno-santander.ret").read_bytes())
    assert (entry.bank_ref, entry.amount, entry.paid, entry.fee) == ("0000000001040", 1_000, 1_100, 324)
    assert (entry.due_on, entry.credit_on, entry.meaning) == (
        date(2014, 6, 4),
        date(2014, 6, 5),
        "paid_after_write_off",
    )
    # Its batch trailer counts two records of four, and a total of nothing in the file.
    assert set(reader.found.tolerances.seen) == {"batch_count_differs", "batch_total_differs"}


@pytest.mark.parametrize(
    ("name", "bank_ref", "seen"),
    [
        ("sample-cnab400-cobranca-retorno-santander-pix.ret", "00000019", {"optional_record", "no_last_line_end"}),
        ("sample-cnab400-cobranca-retorno-sicredi.ret", "00000162000015", {"no_last_line_end"}),
    ],
)
def test_further_samples_are_read_with_what_they_lack_named(name: str, bank_ref: str, seen: set[str]) -> None:
    reader, (entry,) = read((SAMPLES / name).read_bytes())
    assert (entry.bank_ref, entry.meaning) == (bank_ref, "entry_confirmed")
    # Both write what the title is about where a payment would stand.
    assert (entry.amount > 0, entry.paid, reader.found.totals.paid) == (True, 0, 0)
    assert set(reader.found.tolerances.seen) == seen


@pytest.mark.parametrize(
    ("name", "code", "line", "column"),
    [
        ("sample-cnab240-pagamento-retorno-synthetic.ret", "payment_return", 2, 9),
        ("sample-cnab240-pagamento-remessa-synthetic.rem", "remittance", 1, 143),
        ("sample-cnab240-extrato-synthetic.ret", "statement", 2, 9),
    ],
)
def test_another_kind_of_file_is_refused_by_its_name(name: str, code: str, line: int, column: int) -> None:
    with pytest.raises(Damaged) as refused:
        read((SAMPLES / name).read_bytes())
    assert (refused.value.code, refused.value.line, refused.value.column) == (code, line, column)


GOOD = cnab240(TITLES)
LINES = GOOD.split(b"\r\n")


@pytest.mark.parametrize(
    ("data", "names"),
    [
        (GOOD.replace(b"\r\n", b"\n"), {"line_feed_only"}),
        (GOOD.removesuffix(b"\r\n"), {"no_last_line_end"}),
        (b"\xef\xbb\xbf" + GOOD, {"bom"}),
        (GOOD + b"\x1a", {"end_of_file_mark"}),
        (GOOD + b"\r\n  \r\n", {"blank_lines_at_end"}),
        (b"\r\n".join(line.rstrip() for line in LINES), {"short_line"}),
        (b"\r\n".join(line + b"   " if line else line for line in LINES), {"blanks_beyond"}),
        (GOOD.replace(b"AURORA", b"AUR\0RA"), {"nul_bytes"}),
        (cnab240(TITLES, company_name="LOJA S\u00c3O JOS\u00c9"), set[str]()),
        (cnab240(TITLES, company_name="S\u00c3O").decode("latin-1").encode(), {"utf8_text"}),
        (cnab240(TITLES, company_doc="12ABC34501DE35"), set[str]()),
        (cnab240([title | {"due_date": "99999999"} for title in TITLES]), {"open_date"}),
    ],
)
def test_what_real_files_do_wrong_is_read_and_named(data: bytes, names: set[str]) -> None:
    assert tolerated(data) == {*names}


def changed(line: int, column: int, text: bytes) -> bytes:
    lines = list(LINES)
    lines[line - 1] = lines[line - 1][: column - 1] + text + lines[line - 1][column - 1 + len(text) :]
    return b"\r\n".join(lines)


def without(*numbers: int) -> bytes:
    return b"\r\n".join(line for place, line in enumerate(LINES, 1) if place not in numbers)


FOUR = cnab400(TITLES).split(b"\r\n")


@pytest.mark.parametrize(
    ("data", "code", "line", "column"),
    [
        (b"", "empty", 1, 1),
        (b"<html>", "unknown_layout", 1, 1),
        (b"x" * 9_000, "line_without_end", 1, 4_096),
        (b"\r".join(LINES), "unknown_line_end", 1, 241),
        (b"\r".join(LINES) * 9, "unknown_line_end", 1, 241),
        (changed(4, 80, b"X"), "not_a_number", 4, 80),
        (changed(4, 138, b"31022026"), "not_a_date", 4, 138),
        (changed(4, 100, b"\x07"), "control_character", 4, 100),
        (changed(3, 14, b"Q"), "unknown_segment", 3, 14),
        (changed(3, 8, b"7"), "unexpected_record", 3, 8),
        (changed(5, 1, b"001"), "another_bank", 5, 1),
        (changed(4, 16, b"17"), "segments_differ", 4, 16),
        (without(3), "segment_alone", 3, 14),
        (without(4), "segment_alone", 3, 14),
        (without(5, 6), "lines_missing", 6, 24),
        (without(8), "no_trailer", 7, 1),
        (GOOD + LINES[0] + b"\r\n", "after_trailer", 9, 1),
        (b"\r\n\r\n".join(LINES[:-1]), "blank_line", 2, 1),
        (b"\r\n".join([LINES[0], LINES[1] + b"Z", *LINES[2:]]), "line_too_long", 2, 241),
        (b"\r\n".join([FOUR[0], *FOUR[2:]]), "out_of_order", 2, 395),
        (cnab400(TITLES, bank_code="999"), "unknown_bank", 1, 77),
    ],
)
def test_a_damaged_file_is_refused_with_line_and_column(data: bytes, code: str, line: int, column: int) -> None:
    with pytest.raises(Damaged) as refused:
        read(data)
    assert (refused.value.code, refused.value.line, refused.value.column) == (code, line, column)


@pytest.mark.parametrize(
    ("make", "bank"),
    [(cnab240, bank) for bank in ("001", "033", "104", "237", "341")]
    + [(cnab400, bank) for bank in ("001", "033", "237", "341")],
)
def test_each_bank_has_its_places(make: Callable[..., bytes], bank: str) -> None:
    asked = {"document_number": "NF-77", "bank_ref": "12345678", "credit_date": DAY, "occurrence_date": DAY, "fee": 150}
    reader, (entry,) = read(make([asked], bank=bank))
    assert reader.found.layout is layout_of(240 if make is cnab240 else 400, bank)
    assert (entry.bank_ref, entry.fee, entry.credit_on, entry.amount) == ("12345678", 150, DAY, 3_700)
    assert {"NF-77", "12345678"} <= {*entry.keys}
    assert entry.meaning == "paid"


def test_a_line_is_shown_with_its_fields_and_what_makes_no_sense_has_no_value() -> None:
    layout = layout_of(240, "341")
    assert layout is not None
    text = changed(4, 78, b"00000000000X700").split(b"\r\n")[3].decode()
    fields = {field.name: field for field in look(layout, text).fields}
    assert (fields["paid_amount"].column, fields["paid_amount"].length, fields["paid_amount"].value) == (78, 15, None)
    assert fields["occurrence_date"].value == "2026-11-19"
