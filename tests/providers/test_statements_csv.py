"""CSV by a mapping: what a person says of the columns is checked against what stands in them."""

from typing import Any

import pytest

from retaguarda.providers.statements import (
    Balance,
    Damaged,
    Ended,
    Event,
    Mapping,
    Reader,
    StatementLine,
    read_statement,
)
from statement_files import COLUMNS, Move, Told, csvfile, ofx

HEAD = "Data;Valor;Histórico;Documento;Data valor;Saldo\r\n"


def mapping(**other: Any) -> Mapping:
    return Mapping(**{"account": "1", "currency": "BRL", "columns": COLUMNS} | other)


def read(text: str, **other: Any) -> list[Event]:
    return list(read_statement([text.encode()], mapping(**other)))


def lines(text: str, **other: Any) -> list[StatementLine]:
    return [event for event in read(text, **other) if isinstance(event, StatementLine)]


def damage(text: str, **other: Any) -> Damaged:
    with pytest.raises(Damaged) as refused:
        read(text, **other)
    return refused.value


def test_an_amount_that_may_be_two_is_refused_in_words_with_its_line_and_column() -> None:
    damaged = damage(f"{HEAD}19/11/2026;10,00;A;1;19/11/2026;10,00\r\n19/11/2026;1.234;B;2;19/11/2026;1.244,00\r\n")
    assert str(damaged) == "ambiguous_amount at line 3, column 2 amount '1.234'"


@pytest.mark.parametrize(
    ("row", "code", "column"),
    [
        ("10,00;19/11/2026;A;1;;", "columns_swapped", 1),
        ("19/11/2026;19/11/2026;A;1;;", "columns_swapped", 2),
        ("19/11/2026;10.50;A;1;;", "other_decimal_mark", 2),
        ("19/11/2026;;A;1;;", "field_missing", 2),
        (";10,00;A;1;;", "field_missing", 1),
        ("31/02/2026;10,00;A;1;;", "not_a_date", 1),
        ("2026-11-19;10,00;A;1;;", "not_a_date", 1),
        ("19/11/2026;1e400;A;1;;", "not_an_amount", 2),
        ("19/11/2026;=1+1;A;1;;", "not_an_amount", 2),
        ("19/11/2026;10,00;A;1", "cell_missing", 5),
        # A delimiter inside a text that is not quoted.
        ("19/11/2026;10,00;A;B;1;;;10,00", "too_many_cells", 7),
        ('19/11/2026;10,00;"A"B;1;;', "misplaced_quote", 1),
        ('19/11/2026;10,00;"A;1;;', "quote_not_closed", 1),
        ("19/11/2026;10,00;A\x07;1;;", "control_character", 19),
        ('19/11/2026;10,00;"' + "A" * 3_000 + "\n" + "A" * 3_000 + '";1;;', "field_too_long", 3),
    ],
)
def test_a_cell_that_makes_no_sense_is_named_by_its_column(row: str, code: str, column: int) -> None:
    damaged = damage(f"{HEAD}{row}\r\n")
    assert (damaged.code, damaged.line, damaged.column) == (code, 2, column)


def test_formulas_are_texts_and_nothing_more() -> None:
    (line,) = lines(f"{HEAD}19/11/2026;10,00;=HYPERLINK(A1);@SUM(1);19/11/2026;10,00\r\n")
    assert (line.description, line.reference, line.amount) == ("=HYPERLINK(A1)", "@SUM(1)", 1_000)


def test_quoted_cells_may_hold_delimiters_quotes_and_line_ends() -> None:
    row = '19/11/2026;10,00;"JOSE ""ZE"";\r\nSILVA";1;;10,00\r\n'
    one, two = lines(f"{HEAD}{row}{row.replace(';10,00' + chr(13), ';20,00' + chr(13))}")
    assert one.description == 'JOSE "ZE"; SILVA'
    assert (one.first_line, one.last_line, two.first_line) == (2, 3, 4)


def test_titles_are_found_wherever_they_stand_and_must_be_there_once() -> None:
    (line,) = lines("saldo;HISTÓRICO;Valor;Data;Documento;Data valor\n7,00;A;7,00;19/11/2026;X;\n")
    assert (line.amount, line.description, line.reference, line.value_on) == (700, "A", "X", None)
    assert damage("Data;Valor;Histórico\n").code == "column_missing"
    twice = damage("Data;Valor;Histórico;Documento;Data valor;Saldo;Valor\n")
    assert (twice.code, twice.line, twice.column, twice.detail) == ("column_twice", 1, 2, "Valor")


def test_columns_go_by_number_where_there_is_no_header() -> None:
    columns: Any = {"booked_on": 1, "amount": 3}
    (line,) = lines("19/11/2026;A;-7,00\n", columns=columns, header=False)
    assert line.amount == -700
    assert damage("19/11/2026;A\n", columns=columns, header=False).code == "column_missing"


def test_rows_before_the_header_are_skipped_and_so_is_what_excel_writes() -> None:
    (line,) = lines(f"sep=;\r\nExtrato de novembro\r\nConta;1\r\n{HEAD}19/11/2026;10,00;A;1;;10,00\r\n", skip=2)
    assert (line.amount, line.first_line) == (1_000, 5)


@pytest.mark.parametrize(
    ("columns", "row", "amount"),
    [
        ({"credit": "C", "debit": "D"}, "10,00;", 1_000),
        ({"credit": "C", "debit": "D"}, ";10,00", -1_000),
        ({"credit": "C", "debit": "D"}, ";-10,00", -1_000),
        ({"credit": "C", "debit": "D"}, "0,00;10,00", -1_000),
        ({"amount": "C", "sign": "D"}, "10,00;D", -1_000),
        ({"amount": "C", "sign": "D"}, "R$ 10,00;crédito", 1_000),
    ],
)
def test_signs_come_from_the_amount_from_two_columns_or_from_a_word(columns: Any, row: str, amount: int) -> None:
    (line,) = lines(f"Data;C;D\n19/11/2026;{row}\n", columns={"booked_on": "Data"} | columns)
    assert line.amount == amount


@pytest.mark.parametrize(
    ("columns", "row", "code", "column"),
    [
        ({"credit": "C", "debit": "D"}, "10,00;10,00", "two_amounts", 2),
        ({"credit": "C", "debit": "D"}, ";", "field_missing", 3),
        ({"credit": "C", "debit": "D"}, "-10,00;", "unexpected_sign", 2),
        ({"credit": "C", "debit": "D"}, ";-10,00\n19/11/2026;;10,00", "unexpected_sign", 3),
        ({"amount": "C", "sign": "D"}, "-10,00;D", "unexpected_sign", 2),
        ({"amount": "C", "sign": "D"}, "10,00;X", "unknown_sign", 3),
    ],
)
def test_a_sign_that_contradicts_itself_is_refused(columns: Any, row: str, code: str, column: int) -> None:
    damaged = damage(f"Data;C;D\n19/11/2026;{row}\n", columns={"booked_on": "Data"} | columns)
    assert (damaged.code, damaged.column) == (code, column)


def table(*rows: tuple[str, str]) -> str:
    return HEAD + "".join(f"19/11/2026;{amount};A;1;;{balance}\r\n" for amount, balance in rows)


def test_the_balance_column_proves_the_order_of_rows_and_gives_both_ends() -> None:
    rows = [("10,00", "110,00"), ("-30,00", "80,00"), ("5,00", "85,00")]
    for text in (table(*rows), table(*reversed(rows))):
        *_, ended = read(text)
        assert isinstance(ended, Ended)
        assert (ended.opening, ended.closing) == (Balance(10_000), Balance(8_500))
        assert [(each.name, each.holds) for each in ended.checks] == [("closing_balance", True), ("balance_gaps", True)]


def test_a_row_that_lacks_shows_in_the_balance_column() -> None:
    *_, ended = read(table(("10,00", "110,00"), ("5,00", "85,00"), ("1,00", "86,00")))
    assert isinstance(ended, Ended)
    assert [(each.name, each.said, each.counted) for each in ended.checks] == [
        ("closing_balance", 8_600, 11_600),
        ("balance_gaps", 0, 1),
    ]


def test_swapped_credits_and_debits_are_found_by_the_balance_column() -> None:
    text = "Data;C;D;S\n" + "".join(
        f"19/11/2026;{c};{d};{s}\n"
        for c, d, s in [("10,00", "", "90,00"), ("", "30,00", "120,00"), ("5,00", "", "115,00")]
    )
    columns = {"booked_on": "Data", "balance": "S"}
    assert damage(text, columns=columns | {"credit": "C", "debit": "D"}).code == "signs_swapped"
    assert [line.amount for line in lines(text, columns=columns | {"credit": "D", "debit": "C"})] == [
        -1_000,
        3_000,
        -500,
    ]


def test_a_balance_row_moves_nothing() -> None:
    text = f"{HEAD}19/11/2026;;SALDO ANTERIOR;;;100,00\r\n19/11/2026;10,00;A;1;;110,00\r\n"
    assert [(line.pseudo, line.amount) for line in lines(text)] == [(True, 0), (False, 1_000)]
    *_, ended = read(text)
    assert isinstance(ended, Ended)
    assert (ended.lines, ended.pseudo, ended.credits, ended.opening) == (2, 1, 1_000, Balance(10_000))


def test_a_mapping_that_cannot_be_meant_is_refused_when_it_is_made() -> None:
    for wrong in (
        {"currency": "XXX"},
        {"account": ""},
        {"columns": {"amount": "A"}},
        {"columns": {"booked_on": "A"}},
        {"columns": {"booked_on": "A", "amount": "B", "credit": "C", "debit": "D"}},
        {"columns": {"booked_on": "A", "credit": "C"}},
        {"columns": {"booked_on": "A", "amount": "A"}},
        {"columns": {"booked_on": 1, "amount": "B"}},
        {"columns": {"booked_on": 1, "amount": 2}},
        {"header": False},
        {"header": False, "columns": {"booked_on": 0, "amount": 2}},
        {"date_form": "DD/MM"},
        {"skip": -1},
    ):
        with pytest.raises(ValueError, match=r"."):
            mapping(**wrong)


def test_no_currency_is_assumed_and_its_decimals_count() -> None:
    columns: Any = {"booked_on": "Data", "amount": "Valor"}
    text = "Data;Valor\n19/11/2026;1234\n"
    assert [lines(text, columns=columns, currency=each)[0].amount for each in ("JPY", "BRL", "TND")] == [
        1_234,
        123_400,
        1_234_000,
    ]
    with pytest.raises(TypeError):
        Mapping(account="1", columns=columns)  # type: ignore[call-arg]


def test_a_mapping_changes_nothing_of_a_file_that_says_what_it_is() -> None:
    data = b"".join(ofx(Told([Move(5)])))
    reader = Reader(mapping())
    events = [*reader.feed(data), *reader.close()]
    assert reader.known.format == "ofx"
    assert events == list(read_statement([data]))
    with pytest.raises(Damaged) as refused:
        list(read_statement([b"".join(csvfile(Told([Move(5)])))]))
    assert refused.value.code == "unknown_format"
