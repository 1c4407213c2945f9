"""Files that nobody honest sends: each is refused with its line and column, and leaves nothing behind."""

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import Sql
from people import Person
from retaguarda.foundation.business_days import add_business_days, holidays, is_business_day
from retaguarda_sandbox.statements import FORMATS, BankMove
from support.statements import DAY, LINES, opened, told, uploaded

WHOLE = {name: write(told(BankMove(12_34, DAY, "PIX RECEBIDO", "R1"))) for name, write in FORMATS.items()}
BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>'
    b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">&lol2;</Document>'
)
HOSTILE: dict[str, bytes] = {
    "nothing but blanks": b"   \r\n\r\n",
    "a spreadsheet": b"PK\x03\x04" + b"\0" * 200,
    "a picture": b"\x89PNG\r\n\x1a\n" + b"\0" * 200,
    "a pdf": b"%PDF-1.7\n" + b"x" * 200,
    "a page": b"<html><body>Acesso negado</body></html>",
    "utf-16": "OFXHEADER:100".encode("utf-16"),
    "billion laughs": BOMB,
    "outside entity": BOMB.replace(b'"lol"', b'SYSTEM "file:///etc/passwd"'),
    "a line without an end": WHOLE["sta"] + b"x" * 100_000,
    "a text without an end": b":20:X\r\n:25:1\r\n:86:" + b"y" * 200_000,
    "nul in ofx": WHOLE["ofx"].replace(b"PIX", b"P\0X"),
    "nul in camt": WHOLE["xml"].replace(b"PIX", b"P\0X"),
    "nul in mt940": WHOLE["sta"].replace(b"PIX", b"P\0X"),
    "escape in cnab": WHOLE["ret"].replace(b"PIX", b"P\x1bX"),
    "mixed line ends": WHOLE["sta"].replace(b"\r\n", b"\r", 2),
    "30 february in ofx": WHOLE["ofx"].replace(b"<DTPOSTED>20261116", b"<DTPOSTED>20260230"),
    "30 february in camt": WHOLE["xml"].replace(b"<BookgDt><Dt>2026-11-16", b"<BookgDt><Dt>2026-02-30"),
    "32nd in mt940": WHOLE["sta"].replace(b":61:2611161116", b":61:2611321116"),
    "amount of 1e400": WHOLE["ofx"].replace(b"<TRNAMT>12.34", b"<TRNAMT>1e400"),
    "amount of many digits": WHOLE["ofx"].replace(b"<TRNAMT>12.34", b"<TRNAMT>" + b"9" * 60),
    "amount in words": WHOLE["xml"].replace(b">12.34<", b">doze<", 1),
    "amount not a number": WHOLE["ofx"].replace(b"<TRNAMT>12.34", b"<TRNAMT>NaN"),
    "amount without end": WHOLE["ofx"].replace(b"<TRNAMT>12.34", b"<TRNAMT>Infinity"),
    "three decimals": WHOLE["xml"].replace(b">12.34<", b">12.345<", 1),
    "cut in ofx": WHOLE["ofx"][:-60],
    "cut in camt": WHOLE["xml"][:-60],
    "cut in mt940": WHOLE["sta"][:90],
    "cut in cnab": WHOLE["ret"][:-300],
    "letters in a cnab amount": WHOLE["ret"].replace(b"000000000000001234", b"00000000000000I234", 1),
    "another bank inside": WHOLE["ret"].replace(b"\r\n341", b"\r\n237", 1),
    "too deep": WHOLE["xml"].replace(b"<Ntry>", b"<Ntry>" + b"<a>" * 5_000, 1),
    "a version of tomorrow": WHOLE["xml"].replace(b"camt.053.001.08", b"camt.053.001.99"),
    "another message": WHOLE["xml"].replace(b"camt.053.001.08", b"pain.001.001.09"),
    "no account": WHOLE["ofx"].replace(b"<ACCTID>482137", b"<ACCTID>"),
    "no currency": WHOLE["ofx"].replace(b"<CURDEF>BRL", b"<CURDEF>"),
    "a currency that is none": WHOLE["ofx"].replace(b"<CURDEF>BRL", b"<CURDEF>XQQ"),
    "bytes of no encoding": WHOLE["xml"].replace(b"PIX", b"\xff\xfe\xfd"),
    "csv without a mapping": WHOLE["csv"],
    "csv of nothing": b";;;;\r\n;;;;\r\n",
    "a script": b"#!/bin/sh\nrm -rf /\n",
}


async def test_forty_hostile_files_are_refused_with_line_and_column(diego: Person, eva: Person, sql: Sql) -> None:
    sql("select ledger_open(1, 'pix_clearing', 'BRL', null, true)")
    await opened(diego, eva)
    assert len(HOSTILE) == 40
    for name, data in HOSTILE.items():
        file = await uploaded(diego, data, f"{name}.ofx")
        assert (file["status"], name) == ("rejected", name)
        assert file["error"]["line"] >= 1, name
        assert file["error"]["column"] >= 1, name
    assert (await diego.get(LINES)).json() == []
    assert sql("select count(*) from bank_line") == [(0,)]
    assert sql("select count(*) from stated_balance") == [(0,)]


async def test_the_clock_of_the_database_is_that_of_the_program(sql: Sql) -> None:
    for day in (date(2026, 2, 13), date(2026, 11, 19), date(2026, 12, 31), date(2026, 4, 1)):
        for count in range(11):
            said = sql("select business_day_after(%s, %s, %s)", day, count, sorted(holidays()))
            assert said == [(add_business_days(day, count),)], (day, count)


@settings(max_examples=200, deadline=None)
@given(st.dates(date(2024, 1, 2), date(2032, 10, 1)), st.integers(0, 40))
def test_business_days_are_counted_as_one_walks(day: date, count: int) -> None:
    walked = day
    for _ in range(count):
        walked = date.fromordinal(walked.toordinal() + 1)
        while not is_business_day(walked):
            walked = date.fromordinal(walked.toordinal() + 1)
    assert add_business_days(day, count) == walked
