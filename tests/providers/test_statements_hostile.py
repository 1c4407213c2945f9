"""Statements that mean harm, or that were harmed: each is refused with line and column, and nothing else is ever raised."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retaguarda.providers.statements import (
    Damaged,
    Ended,
    Event,
    Limits,
    Mapping,
    Reader,
    StatementLine,
    read_statement,
)
from statement_files import COLUMNS, Move, Told, camt, cnab, csvfile, mt940, ofx

SAMPLES = Path(__file__).parents[1] / "data" / "statements"
CALM = settings(derandomize=True, deadline=None)
TOLD = Told([Move(12_345), Move(-6_789, "TARIFA")])
OFX, XML, CAMT, MT, CNAB, CSV = (
    b"".join(each) for each in (ofx(TOLD), ofx(TOLD, xml=True), camt(TOLD), mt940(TOLD), cnab(TOLD), csvfile(TOLD))
)
WHOLE = {"ofx": OFX, "xml": XML, "camt": CAMT, "mt940": MT, "cnab": CNAB, "csv": CSV}
MAPPING = Mapping(account="1", currency="BRL", columns=COLUMNS)
BOMB = b'<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'


def read(data: bytes, piece: int = 65_536) -> list[Event]:
    reader = Reader(MAPPING, piece=piece)
    return [*reader.feed(data), *reader.close()]


def damage(data: bytes) -> tuple[str, int, int]:
    with pytest.raises(Damaged) as refused:
        read(data)
    # However it comes, the damage is the same.
    with pytest.raises(Damaged) as again:
        read(data, 61)
    assert str(again.value) == str(refused.value)
    return refused.value.code, refused.value.line, refused.value.column


def line_of(data: bytes, piece: bytes) -> int:
    return data.count(b"\n", 0, data.index(piece)) + 1


@pytest.mark.parametrize(
    ("data", "code", "line", "column"),
    [
        (b"", "empty", 1, 1),
        (b" \r\n\0\x1a", "empty", 1, 1),
        (b"PK\x03\x04 and so on", "unknown_format", 1, 1),
        (b"%PDF-1.7", "unknown_format", 1, 1),
        (OFX.decode().encode("utf-16"), "wrong_encoding", 1, 1),
        (CAMT.decode().encode("utf-16-le"), "wrong_encoding", 1, 1),
        (CSV.decode().encode("utf-16"), "wrong_encoding", 1, 1),
        # Bombs and declarations.
        (CAMT.replace(b"<Document", BOMB + b"<Document"), "doctype", 2, 13),
        (XML.replace(b"<OFX>", BOMB + b"<OFX>"), "doctype", 3, 1),
        (b'<?xml version="1.0"?><!DOCTYPE OFX SYSTEM "file:///etc/passwd"><OFX></OFX>', "doctype", 1, 63),
        (CAMT.replace(b"PIX RECEBIDO", b"&xxe;"), "not_well_formed", 5, 221),
        (CAMT.replace(b'encoding="UTF-8"', b'encoding="UTF-7"'), "unknown_encoding", 1, 1),
        (CAMT.replace(b'encoding="UTF-8"', b'encoding="rot13"'), "unknown_encoding", 1, 1),
        (CAMT.replace(b"PIX RECEBIDO", b"EMISS\xc3O"), "not_well_formed", 5, 226),
        # What is no statement of an account.
        (CAMT.replace(b"camt.053.001.08", b"camt.054.001.08"), "another_message", 2, 1),
        (CAMT.replace(b"camt.053.001.08", b"camt.053.001.99"), "unknown_version", 2, 1),
        (b"<html><body>Sess\xc3\xa3o expirada</body></html>", "another_message", 1, 1),
        (CNAB.replace(b"00100011E", b"00100011C"), "not_a_statement", 2, 9),
    ],
)
def test_what_is_no_statement_is_refused_at_once(data: bytes, code: str, line: int, column: int) -> None:
    assert damage(data) == (code, line, column)


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        ("ofx", b"<TRNAMT>123.45", b"<TRNAMT>1.234", "ambiguous_amount"),
        ("ofx", b"<TRNAMT>123.45", b"<TRNAMT>1e400", "not_an_amount"),
        ("ofx", b"<TRNAMT>123.45", b"<TRNAMT>123.456789", "too_many_decimals"),
        ("ofx", b"<TRNAMT>123.45", b"<MEMO>123.45", "field_missing"),
        ("ofx", b"<DTPOSTED>20261119000000[-3:BRT]", b"<DTPOSTED>20260230", "not_a_date"),
        ("ofx", b"<MEMO>PIX", b"<MEMO>PI\0X", "control_character"),
        ("ofx", b"<MEMO>PIX", b"<MEMO>PI&#7;\x1bX", "control_character"),
        ("ofx", b"<MEMO>PIX", b"<MEMO>\x81\xff", "wrong_encoding"),
        ("ofx", b"<MEMO>PIX", b"<MEMO>" + b"X" * 5_000, "field_too_long"),
        ("ofx", b"<MEMO>PIX", b"<MEMO><![CDATA[a<b>c]]>", "cdata"),
        ("ofx", b"<STMTTRN>", b"<CURRENCY>", "outside_transaction"),
        ("ofx", b"</STMTTRN>\r\n<STMTTRN>", b"<NAME>", "field_twice"),
        ("ofx", b"<CURDEF>BRL", b"<CURDEF>", "currency_missing"),
        ("ofx", b"<CURDEF>BRL", b"<CURDEF>R$", "unknown_currency"),
        ("ofx", b"<TRNTYPE>", b"<CURRENCY><CURSYM>USD</CURRENCY><TRNTYPE>", "currency_differs"),
        ("camt", b">123.45<", b">123,45<", "not_an_amount"),
        ("camt", b">123.45<", b">-123.45<", "not_an_amount"),
        ("camt", b">123.45<", b">123.456<", "too_many_decimals"),
        ("camt", b'"BRL">123.45<', b'"USD">123.45<', "currency_differs"),
        ("camt", b"<CdtDbtInd>DBIT", b"<CdtDbtInd>OUT", "unknown_sign"),
        ("camt", b"<BookgDt><Dt>2026-11-19", b"<BookgDt><Dt>2026-02-30", "not_a_date"),
        ("camt", b"<Ustrd>PIX", b"<Ustrd>" + b"X" * 5_000, "field_too_long"),
        ("camt", b"<Ustrd>PIX", b"<Ustrd>" + b"<a>" * 50, "too_deep"),
        ("camt", b"<Ustrd>PIX", b"<Ustrd>\xc2\x85\xc2\x9f", "control_character"),
        ("camt", b"<Ustrd>", b'<Ustrd a="' + b"x" * 200_000 + b'">', "token_too_long"),
        ("mt940", b"C123,45N", b"C123.45N", "not_an_entry"),
        ("mt940", b"C123,45N", b"C123,456N", "too_many_decimals"),
        ("mt940", b":61:2611191119C123", b":61:2602311119C123", "not_a_date"),
        ("mt940", b":62F:C261119BRL", b":62F:C261119USD", "currency_differs"),
        ("mt940", b":60F:C261119BRL", b":60F:C261119XXX", "unknown_currency"),
        ("mt940", b":60F:", b":61:", "opening_missing"),
        ("mt940", b"PIX RECEBIDO", b"X" * 5_000, "line_without_end"),
        ("mt940", b"PIX RECEBIDO", b"PIX\x1bRECEBIDO", "control_character"),
        ("mt940", b"PIX RECEBIDO", b"PIX\rRECEBIDO", "unknown_line_end"),
        ("mt940", b"PIX RECEBIDO", b"PIX\r\n" * 100, "field_too_long"),
        ("mt940", b"PIX RECEBIDO", (b"X" * 3_000 + b"\r\n") * 2, "field_too_long"),
        ("cnab", b"000000000000012345C", b"00000000000001234XC", "not_a_number"),
        ("cnab", b"000000000000012345C", b"000000000000012345X", "unknown_sign"),
        ("cnab", b"1911202619112026", b"1911202630022026", "not_a_date"),
        ("cnab", b"CFBRL", b"CF   ", "currency_missing"),
        ("cnab", b"0010001300002E", b"0010001300002A", "unknown_segment"),
        ("cnab", b"0010001300002E", b"2370001300002E", "another_bank"),
        ("cnab", b"000001000006", b"000001000007", "lines_missing"),
        ("csv", b"123,45", b"1.234", "ambiguous_amount"),
    ],
)
def test_harm_is_named_where_it_is(name: str, old: bytes, new: bytes, code: str) -> None:
    data = WHOLE[name].replace(old, new, 1)
    assert data != WHOLE[name]
    found, line, column = damage(data)
    assert (found, line > 0, column > 0) == (code, True, True)
    if code not in (
        "field_missing",
        "outside_transaction",
        "currency_missing",
        "field_twice",
        "lines_missing",
        "opening_missing",
        "too_deep",
        "line_without_end",
    ):
        start = line_of(data, new)
        # An aggregate of OFX and an entry of camt are checked when they end; the place is still that of what is wrong.
        assert start <= line <= start + new.count(b"\n") + 1


def test_a_trailer_of_another_account_and_parts_of_a_yen_are_refused() -> None:
    trailer = CNAB.index(b"\r\n00100015") + 2
    assert damage(CNAB[: trailer + 57] + b"9" + CNAB[trailer + 58 :]) == ("another_account", 5, 53)
    yen = b"".join(cnab(Told([Move(12_345)], "JPY")))
    assert damage(yen.replace(b"1234500C", b"1234501C", 1)) == ("too_many_decimals", 3, 151)


def test_a_line_without_an_end_is_refused_long_before_it_ends() -> None:
    def endless(begin: bytes) -> Iterator[bytes]:
        yield begin
        for _ in range(10_000):
            yield b"A" * 65_536
        raise AssertionError("it was read to its end")

    for begin in (b":20:X\r\n:25:1\r\n", b"<OFX>", b"001" + b"0" * 5, CAMT[:300], CSV, b"OFXHEADER:100"):
        with pytest.raises(Damaged):
            list(read_statement(endless(begin), MAPPING))


def test_elements_without_end_are_refused_by_the_size_of_the_file() -> None:
    def endless() -> Iterator[bytes]:
        yield CAMT[: CAMT.index(b"<Ntry>")]
        while True:
            yield b"<Whatever>" * 20 + b"</Whatever>" * 20

    with pytest.raises(Damaged) as refused:
        list(read_statement(endless(), limits=Limits(bytes=3_000_000)))
    assert refused.value.code == "file_too_large"


def test_what_real_files_do_wrong_is_read_and_named() -> None:
    for data, name in (
        (OFX.replace(b"</STMTTRN>\r\n", b""), "end_tag_lacks"),
        (OFX.replace(b"</STMTTRN>\r\n", b"").replace(b"</BANKTRANLIST>\r\n", b""), "end_tag_lacks"),
        (
            OFX.replace(b"ENCODING:UTF-8", b"ENCODING:USASCII")
            .replace(b"CHARSET:NONE", b"CHARSET:1252")
            .replace(b"TARIFA", "EMISSÃO".encode()),
            "charset_lies",
        ),
        (OFX.replace(b"TARIFA", "EMISSÃO".encode("cp1252")), "charset_lies"),
        (OFX.replace(b"<TRNTYPE>DEBIT", b"<TRNTYPE>CREDIT"), "type_contradicts_sign"),
        (CNAB.replace(b"D1200976", b"D2090976"), "type_contradicts_sign"),
        (CNAB.replace(b"\r\n", b"\n"), "line_feed_only"),
        (CNAB.replace(b"CFBRL", b"CFR$ "), ""),
        (MT.replace(b":61:2611191119C123", b":61:2602300228C123"), "thirtieth_of_february"),
        (MT.replace(b"TARIFA", "EMISSÃO".encode("cp1252")), "cp1252_text"),
        (b"\xef\xbb\xbf" + OFX, ""),
        (b"\xef\xbb\xbf" + CAMT, ""),
        (b"\xef\xbb\xbf" + MT, ""),
        (b"\xef\xbb\xbf" + CSV, ""),
        (b"\r\n\r\n" + OFX.replace(b"\r\n", b"\n"), ""),
        (MT.replace(b"\r\n", b"\r\n\r\n"), ""),
    ):
        reader = Reader(MAPPING)
        events = [*reader.feed(data), *reader.close()]
        assert [event.amount for event in events if isinstance(event, StatementLine)] == [12_345, -6_789], name
        assert set(reader.known.tolerances.seen) == ({name} if name else set()), name


def test_a_payment_that_is_only_announced_is_counted_and_is_no_line() -> None:
    data = CAMT.replace(b"<Cd>BOOK</Cd>", b"<Cd>PDNG</Cd>", 1)
    *middle, ended = read(data)
    assert isinstance(ended, Ended)
    assert (ended.lines, ended.unbooked, ended.credits) == (1, 1, 0)
    assert [event.amount for event in middle if isinstance(event, StatementLine)] == [-6_789]


def test_payments_booked_as_one_are_one_line_and_name_no_single_payer() -> None:
    one = b"<TxDtls><Refs><EndToEndId>A1</EndToEndId></Refs><RmtInf><Ustrd>PIX RECEBIDO</Ustrd></RmtInf></TxDtls>"
    alone = CAMT.replace(b"<TxDtls><RmtInf><Ustrd>PIX RECEBIDO</Ustrd></RmtInf></TxDtls>", one)
    many = CAMT.replace(b"<TxDtls><RmtInf><Ustrd>PIX RECEBIDO</Ustrd></RmtInf></TxDtls>", one * 3)
    found = [next(each for each in read(data) if isinstance(each, StatementLine)) for data in (alone, many)]
    assert [(each.parts, each.end_to_end_id, each.description) for each in found] == [
        (1, "A1", "PIX RECEBIDO"),
        (3, "", ""),
    ]


def test_a_reversal_turns_the_sign_in_mt940_and_is_marked_in_both() -> None:
    taken = MT.replace(b":61:2611191119C123", b":61:2611191119RC123")
    given = MT.replace(b":61:2611191119D67", b":61:2611191119RD67")
    marked = CAMT.replace(b"<Sts>", b"<RvslInd>true</RvslInd><Sts>", 1)
    told = [
        [(e.amount, e.reversal) for e in read(data) if isinstance(e, StatementLine)] for data in (taken, given, marked)
    ]
    assert told == [
        [(-12_345, True), (-6_789, False)],
        [(12_345, False), (6_789, True)],
        [(12_345, True), (-6_789, False)],
    ]


def only_damaged(data: bytes) -> None:
    damaged = harm_of(data)
    if damaged is not None:
        assert damaged.line >= 1
        assert damaged.column >= 1
        assert str(damaged).isprintable()


def harm_of(data: bytes) -> Damaged | None:
    try:
        for _ in read_statement([data], MAPPING):
            pass
    except Damaged as damaged:
        return damaged
    return None


@CALM
@given(st.binary(max_size=400))
def test_no_bytes_raise_anything_else(data: bytes) -> None:
    only_damaged(data)


@pytest.mark.parametrize("name", WHOLE)
def test_no_change_of_a_right_file_raises_anything_else(name: str) -> None:
    whole = WHOLE[name]
    place = st.integers(0, len(whole))
    tokens = [b"<", b">", b"&", b'"', b";", b":61:", b":86:", b"\0", b"\r", b"\n", b"\xff", b"\xc3", b"-", b",", b".", b"<STMTTRN>", b"</STMTRS>", b"<Ntry>", b"]]>", b"9" * 30]  # fmt: skip
    change = st.tuples(place, st.integers(0, 40), st.one_of(st.binary(max_size=12), st.sampled_from(tokens)))

    @settings(CALM, max_examples=150)
    @given(st.lists(change, min_size=1, max_size=4))
    def check(changes: list[tuple[int, int, bytes]]) -> None:
        data = whole
        for start, length, put in changes:
            data = data[:start] + put + data[start + length :]
        only_damaged(data)

    check()


@pytest.mark.parametrize("name", WHOLE)
def test_a_byte_that_lacks_is_read_refused_or_told_but_raises_nothing_else(name: str) -> None:
    whole = WHOLE[name]
    for place in range(0, len(whole), 3):
        only_damaged(whole[:place] + whole[place + 1 :])


def test_each_sample_survives_the_loss_of_any_line() -> None:
    for path in sorted(SAMPLES.rglob("*.*")):
        lines = path.read_bytes().splitlines(keepends=True)
        for place in range(len(lines)):
            only_damaged(b"".join(lines[:place] + lines[place + 1 :]))
