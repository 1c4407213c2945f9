"""A slip is read from its barcode or its typed line, and a wrong digit anywhere is found."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retaguarda.providers.bankfiles.slips import SlipError, read_slip

TODAY = date(2026, 11, 23)


def mod10(digits: str) -> int:
    """By the table of the standard: doubled digits, their cross sums, up to the next ten."""
    doubled = [str(int(digit) * (2, 1)[place % 2]) for place, digit in enumerate(digits[::-1])]
    return (10 - sum(int(each) for text in doubled for each in text) % 10) % 10


def mod11(digits: str) -> int:
    rest = 11 - sum(int(digit) * weight for digit, weight in zip(digits[::-1], [2, 3, 4, 5, 6, 7, 8, 9] * 6)) % 11  # noqa: B905
    return 1 if rest in (0, 10, 11) else rest


def barcode(
    factor: int = 1_640, cents: int = 15_050, *, bank: str = "341", free: str = "1234567890" * 2 + "12345"
) -> str:
    body = f"{bank}9{factor:04}{cents:010}{free}"
    return f"{body[:4]}{mod11(body)}{body[4:]}"


def typed(code: str) -> str:
    first, second, third = code[:4] + code[19:24], code[24:34], code[34:44]
    fields = "".join(f"{field}{mod10(field)}" for field in (first, second, third))
    return f"{fields[:5]}.{fields[5:10]} {fields[10:15]}.{fields[15:21]} {fields[21:26]}.{fields[26:32]} {code[4]} {code[5:19]}"


def test_a_line_of_the_standards_own_example_is_read() -> None:
    # Itaú's manual of collection, annex 4: nosso número 12345678, R$ 123,45, due on 1 May 2002.
    slip = read_slip("34191.10121 34567.880058 71234.570001 6 16670000012345", date(2002, 4, 1))
    assert (slip.bank, slip.amount, slip.due_on) == ("341", 12_345, date(2002, 5, 1))
    assert slip.barcode == "34196166700000123451101234567880057123457000"


def test_barcode_and_typed_line_are_one_slip() -> None:
    code = barcode()
    assert read_slip(code, TODAY) == read_slip(typed(code), TODAY)
    assert read_slip(code, TODAY).amount == 15_050


@pytest.mark.parametrize(
    ("factor", "today", "due"),
    [
        (9_999, date(2025, 2, 1), date(2025, 2, 21)),
        (1_000, date(2025, 2, 1), date(2025, 2, 22)),
        (1_000, date(2000, 7, 1), date(2000, 7, 3)),
        (1_640, TODAY, date(2026, 11, 24)),
        (9_999, TODAY, date(2025, 2, 21)),
        (1_000, date(2049, 10, 1), date(2049, 10, 14)),
    ],
)
def test_the_factor_of_the_due_date_begins_anew(factor: int, today: date, due: date) -> None:
    assert read_slip(barcode(factor), today).due_on == due


def test_a_slip_without_amount_or_date_says_neither() -> None:
    slip = read_slip(barcode(0, 0), TODAY)
    assert (slip.amount, slip.due_on) == (None, None)


@given(st.integers(0, 46), st.integers(1, 9))
def test_one_wrong_digit_of_a_typed_line_is_found(place: int, more: int) -> None:
    line = "".join(filter(str.isdigit, typed(barcode())))
    wrong = line[:place] + str((int(line[place]) + more) % 10) + line[place + 1 :]
    with pytest.raises(SlipError):
        read_slip(wrong, TODAY)


@given(st.dates(TODAY - timedelta(days=2_900), TODAY + timedelta(days=5_400)), st.integers(1, 9_999_999_999))
def test_any_day_and_amount_come_back_as_they_were_written(due: date, cents: int) -> None:
    days = (due - date(1997, 10, 7)).days
    factor = days if days <= 9_999 else (days - 1_000) % 9_000 + 1_000
    slip = read_slip(typed(barcode(factor, cents)), TODAY)
    assert (slip.due_on, slip.amount) == (due, cents)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "slip_invalid"),
        ("3" * 43, "slip_invalid"),
        ("١" * 47, "slip_invalid"),
        ("3419x" + "0" * 42, "slip_invalid"),
        ("836" + "0" * 45, "slip_collected"),
        ("836" + "0" * 41, "slip_collected"),
    ],
)
def test_what_is_no_slip_says_so(text: str, key: str) -> None:
    with pytest.raises(SlipError) as refused:
        read_slip(text, TODAY)
    assert refused.value.key == key
