"""Amounts and days of statements: what may mean two things means none."""

import ast
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retaguarda.providers import statements
from retaguarda.providers.statements.amounts import EXPONENT, exponent_of, loose, strict
from retaguarda.providers.statements.days import (
    booked_near,
    end_of_february,
    formed_day,
    ofx_day,
    pattern_of,
    short_day,
)
from retaguarda.providers.statements.texts import decoded, document_in, end_to_end_in, plain, tells_a_balance
from retaguarda.providers.statements.unread import Unread

CALM = settings(derandomize=True, deadline=None)


def code_or_amount(text: str, exponent: int, mark: str) -> str | int:
    try:
        return loose(text, exponent, mark)
    except Unread as unread:
        return unread.code


@pytest.mark.parametrize(
    ("text", "exponent", "mark", "amount"),
    [
        ("250.00", 2, "", 25_000),
        ("250,00", 2, "", 25_000),
        ("-1.500,25", 2, "", -150_025),
        ("-1,500.25", 2, "", -150_025),
        ("1.234.567", 2, "", 123_456_700),
        ("1 234 567,8", 2, ",", 123_456_780),
        ("1'234.5", 2, ".", 123_450),
        ("+10", 2, "", 1_000),
        ("10.0000", 2, "", 1_000),
        ("0.500", 2, "", 50),
        ("12.345,00-", 2, ",", -1_234_500),
        ("(15,00)", 2, ",", -1_500),
        ("\u221210,00", 2, ",", -1_000),
        ("- 10,00", 2, ",", -1_000),
        ("1.234", 3, ".", 1_234),
        ("1.234", 3, "", 1_234),
        ("1234", 0, "", 1_234),
        ("1,234", 0, ".", 1_234),
        ("0,0001", 4, ",", 1),
    ],
)
def test_an_amount_is_whole_minor_units_of_its_currency(text: str, exponent: int, mark: str, amount: int) -> None:
    assert loose(text, exponent, mark) == amount


@pytest.mark.parametrize(
    ("text", "exponent", "mark", "code"),
    [
        # A thousand and more, or one and a bit.
        ("1.234", 2, "", "ambiguous_amount"),
        ("1,234", 2, "", "ambiguous_amount"),
        ("1.234", 2, ",", "ambiguous_amount"),
        ("1,000", 2, ",", "ambiguous_amount"),
        ("1.234", 0, "", "ambiguous_amount"),
        ("1.234", 3, ",", "ambiguous_amount"),
        ("10.50", 2, ",", "other_decimal_mark"),
        ("10,50", 2, ".", "other_decimal_mark"),
        ("1,234.50", 2, ",", "not_an_amount"),
        ("1.234.567", 2, ".", "not_an_amount"),
        ("12.34.56", 2, "", "not_an_amount"),
        ("1.23.456,00", 2, ",", "not_an_amount"),
        ("1234.5678", 2, "", "too_many_decimals"),
        ("10,005", 0, ",", "ambiguous_amount"),
        ("1e400", 2, "", "not_an_amount"),
        ("=1+1", 2, "", "not_an_amount"),
        ("١٢٣", 2, "", "not_an_amount"),
        ("--1", 2, "", "not_an_amount"),
        ("-1-", 2, "", "not_an_amount"),
        ("(1", 2, "", "not_an_amount"),
        ("", 2, "", "not_an_amount"),
        ("NaN", 2, "", "not_an_amount"),
        ("9" * 17, 2, "", "amount_too_large"),
        ("9" * 200, 2, "", "not_an_amount"),
    ],
)
def test_an_amount_that_may_be_two_or_none_is_refused_by_name(text: str, exponent: int, mark: str, code: str) -> None:
    with pytest.raises(Unread) as refused:
        loose(text, exponent, mark)
    assert refused.value.code == code


@CALM
@given(st.integers(-(10**15), 10**15), st.sampled_from([0, 2, 3, 4]), st.sampled_from([".", ","]), st.booleans())
def test_an_amount_in_its_currency_s_decimals_is_read_as_it_was_written(
    amount: int, exponent: int, mark: str, grouped: bool
) -> None:
    written = f"{Decimal(abs(amount)).scaleb(-exponent):{',' if grouped else ''}f}"
    if mark == ",":
        written = written.translate(str.maketrans(",.", ".,"))
    text = f"{'-' if amount < 0 else ''}{written}"
    # Only a group of three behind one mark is ever refused.
    read = code_or_amount(text, exponent, mark)
    assert read == amount or (read == "ambiguous_amount" and grouped and exponent != 2)
    if not grouped:
        assert strict(written, exponent, mark) == abs(amount)


@CALM
@given(st.text(max_size=80), st.sampled_from([0, 2, 3]), st.sampled_from(["", ".", ","]))
def test_no_text_makes_an_amount_fail_in_another_way(text: str, exponent: int, mark: str) -> None:
    assert code_or_amount(text, exponent, mark) is not None


def test_decimals_are_those_of_iso_4217() -> None:
    assert {code: exponent_of(code) for code in ("BRL", "EUR", "JPY", "TND", "KWD", "CLF", "ISK")} == {
        "BRL": 2, "EUR": 2, "JPY": 0, "TND": 3, "KWD": 3, "CLF": 4, "ISK": 0,
    }  # fmt: skip
    assert all(len(code) == 3 and code.isupper() for code in EXPONENT)
    for code in ("", "brl", "XXX", "R$"):
        with pytest.raises(Unread):
            exponent_of(code)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("20261119", date(2026, 11, 19)),
        ("20261119000000", date(2026, 11, 19)),
        ("20261119235959.999[-3:BRT]", date(2026, 11, 19)),
        # Midnight of Greenwich is the evening before in Brazil, and still the day that the bank wrote.
        ("20261119000000[-3:GMT]", date(2026, 11, 19)),
        ("20261119000000[0:GMT]", date(2026, 11, 19)),
        ("20261119120000 [-03]", date(2026, 11, 19)),
    ],
)
def test_a_day_of_ofx_is_the_one_the_bank_wrote_whatever_the_zone(text: str, day: date) -> None:
    assert ofx_day(text) == day


@pytest.mark.parametrize(
    "text", ["20260230", "2026-11-19", "19112026", "20261319", "2026111", "20261119[BRT", "00010101"]
)
def test_a_day_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(Unread):
        ofx_day(text)


def test_a_booking_day_without_a_year_is_the_nearest_one() -> None:
    assert booked_near("0102", date(2026, 12, 30)) == date(2027, 1, 2)
    assert booked_near("1231", date(2027, 1, 2)) == date(2026, 12, 31)
    assert booked_near("0229", date(2028, 3, 1)) == date(2028, 2, 29)
    assert (short_day("800101"), short_day("790101")) == (date(1980, 1, 1), date(2079, 1, 1))
    with pytest.raises(Unread):
        booked_near("1332", date(2026, 1, 1))


def test_the_thirtieth_of_february_is_its_last_day() -> None:
    assert (end_of_february("110230"), end_of_february("120230")) == (date(2011, 2, 28), date(2012, 2, 29))
    assert (end_of_february("110231"), end_of_february("110431")) == (None, None)


def test_a_form_of_days_is_what_a_person_wrote() -> None:
    assert formed_day("5/3/2026", "DD/MM/YYYY") == date(2026, 3, 5)
    assert formed_day("03/05/26", "MM/DD/YY") == date(2026, 3, 5)
    assert formed_day("20260305", "YYYYMMDD") == date(2026, 3, 5)
    assert formed_day("2026-03-05 23:59:59", "YYYY-MM-DD") == date(2026, 3, 5)
    for form in ("DD/MM", "DD/DD/YYYY", "DD/MM/YYYYZ", "", "(DD)/(MM)/YYYY?x"):
        with pytest.raises(ValueError, match="no form"):
            pattern_of(form)
    for text in ("2026-03-05", "31/02/2026", "5/3/2026x"):
        with pytest.raises(Unread):
            formed_day(text, "DD/MM/YYYY")


def test_texts_are_decoded_by_what_they_are() -> None:
    assert decoded("EMISSÃO".encode()) == ("EMISSÃO", "utf-8")
    assert decoded("EMISSÃO".encode("cp1252")) == ("EMISSÃO", "cp1252")
    with pytest.raises(Unread):
        decoded(b"\x81\xff")
    assert plain("A &amp;lt; B &#67; &unknown; &#0;\n C") == "A &lt; B C &unknown; &#0; C"


def test_an_id_or_document_in_a_text_counts_only_where_it_is_the_only_one() -> None:
    one, two = "E00000000202611191015abc123def45", "D00000000202611191201abcdef12345"
    assert end_to_end_in(f"PIX {one} JOSE") == one
    assert end_to_end_in(f"PIX {one} {one}") == one
    assert end_to_end_in(f"PIX {one} {two}") == ""
    assert end_to_end_in(f"PIX X{one}") == ""
    assert end_to_end_in("PIX E00000000202613991015abc123def45") == ""
    assert document_in("JOSE 529.982.247-25 BANCO") == "52998224725"
    assert document_in("LOJA 11.222.333/0001-81") == "11222333000181"
    assert document_in("JOSE 529.982.247-26") == ""
    assert document_in("529.982.247-25 11.222.333/0001-81") == ""


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("SALDO DO DIA", True),
        ("Saldo anterior", True),
        ("S A L D O", True),
        ("SALDO  ANTERIOR 18/11/2026", True),
        ("SALDO EM CONTA CORRENTE", True),
        # A payer may write anything.
        ("SALDO DEVEDOR ALUGUEL", False),
        ("PIX RECEBIDO SALDO DO DIA", False),
        ("SALDO DO DIA 5 DA OBRA", False),
    ],
)
def test_a_row_tells_a_balance_only_if_all_of_its_text_does(text: str, tells: bool) -> None:
    assert tells_a_balance(text) == tells


def test_no_float_is_anywhere_in_the_readers() -> None:
    for path in Path(statements.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), path.name
            assert not (isinstance(node, ast.Name) and node.id in ("float", "round")), path.name
