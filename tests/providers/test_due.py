from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retaguarda.providers.pix.due import due, last_payable

#: A Thursday.
DAY = date(2026, 12, 10)


def term(modalidade: int, value: str) -> dict[str, Any]:
    return {"modalidade": modalidade, "valorPerc": value}


@pytest.mark.parametrize(
    ("terms", "on", "final"),
    [
        ({}, DAY, 100_00),
        ({"abatimento": term(1, "5.00")}, DAY, 95_00),
        ({"abatimento": term(2, "5.00")}, DAY, 95_00),
        ({"multa": term(1, "3.00")}, DAY, 100_00),
        ({"multa": term(1, "3.00")}, date(2026, 12, 11), 103_00),
        ({"multa": term(2, "2.00")}, date(2026, 12, 11), 102_00),
        # The document's own example: two days late, a fine of 3 %, interest of 1 % a day.
        ({"multa": term(2, "3.00"), "juros": term(2, "1.00")}, date(2026, 12, 12), 105_00),
        ({"juros": term(1, "0.50")}, date(2026, 12, 14), 102_00),
        ({"juros": term(5, "0.50")}, date(2026, 12, 14), 101_00),
        ({"juros": term(3, "3.00")}, date(2027, 1, 9), 103_00),
        ({"juros": term(4, "36.50")}, date(2026, 12, 20), 101_00),
        ({"juros": term(6, "1.00")}, date(2026, 12, 15), 103_00),
        ({"juros": term(7, "2.10")}, date(2026, 12, 24), 101_00),
        ({"juros": term(8, "25.20")}, date(2026, 12, 24), 101_00),
        ({"desconto": term(3, "1.00")}, date(2026, 12, 5), 95_00),
        ({"desconto": term(4, "1.00")}, date(2026, 12, 5), 96_00),
        ({"desconto": term(5, "1.00")}, date(2026, 12, 8), 98_00),
        ({"desconto": term(6, "1.00")}, date(2026, 12, 5), 96_00),
        ({"desconto": term(5, "1.00")}, date(2026, 12, 11), 100_00),
    ],
)
def test_a_charge_costs_what_its_terms_say(terms: dict[str, Any], on: date, final: int) -> None:
    assert due({"original": "100.00"} | terms, DAY, on).final == final


@pytest.mark.parametrize(
    ("on", "final"),
    [(date(2026, 11, 30), 90_00), (date(2026, 12, 1), 95_00), (DAY, 95_00), (date(2026, 12, 11), 100_00)],
)
def test_of_several_discounts_the_one_still_open_counts(on: date, final: int) -> None:
    steps = [{"data": "2026-12-10", "valorPerc": "5.00"}, {"data": "2026-11-30", "valorPerc": "10.00"}]
    for modalidade in (1, 2):
        discount = {"modalidade": modalidade, "descontoDataFixa": steps}
        assert due({"original": "100.00", "desconto": discount}, DAY, on).final == final


def test_a_due_date_on_a_weekend_moves_to_monday_and_everything_counts_from_there() -> None:
    saturday = date(2026, 12, 12)
    valor = {"original": "100.00", "multa": term(2, "2.00"), "juros": term(1, "1.00"), "desconto": term(3, "1.00")}
    assert due(valor, saturday, date(2026, 12, 11)).final == 97_00
    assert due(valor, saturday, date(2026, 12, 14)).final == 100_00
    assert due(valor, saturday, date(2026, 12, 15)).final == 103_00


def test_a_discount_until_the_due_date_moves_with_it() -> None:
    christmas = date(2026, 12, 25)
    valor = {
        "original": "100.00",
        "desconto": {"modalidade": 1, "descontoDataFixa": [{"data": "2026-12-25", "valorPerc": "5.00"}]},
    }
    assert due(valor, christmas, date(2026, 12, 28)).final == 95_00
    assert due(valor, christmas, date(2026, 12, 29)).final == 100_00


@pytest.mark.parametrize(
    ("vencimento", "validade", "last"),
    [
        # The document's examples A to G; B to E, which turn on Christmas and New Year, six years later on the same weekdays.
        (date(2020, 10, 20), 4, date(2020, 10, 26)),
        (date(2026, 12, 25), 0, date(2026, 12, 28)),
        (date(2026, 12, 25), 1, date(2026, 12, 29)),
        (date(2026, 12, 25), 3, date(2026, 12, 31)),
        (date(2026, 12, 25), 4, date(2027, 1, 4)),
        (date(2021, 8, 27), 5, date(2021, 9, 1)),
        (date(2021, 8, 28), 5, date(2021, 9, 6)),
    ],
)
def test_a_charge_can_be_paid_until_the_day_that_the_document_names(
    vencimento: date, validade: int, last: date
) -> None:
    assert last_payable(vencimento, validade) == last


@given(
    st.integers(1, 10**9),
    st.integers(1, 8),
    st.integers(1, 2),
    st.integers(0, 99_99),
    st.dates(date(2026, 11, 1), date(2027, 11, 1)),
)
def test_parts_always_add_up_and_something_is_left_to_pay(
    original: int, interest: int, fine: int, value: int, on: date
) -> None:
    text = f"{value // 100}.{value % 100:02d}"
    valor = {
        "original": f"{original // 100}.{original % 100:02d}",
        "juros": term(interest, text),
        "multa": term(fine, text),
        "desconto": term(5, text),
    }
    cost = due(valor, DAY, on)
    assert cost.final == original + cost.multa + cost.juros - cost.abatimento - cost.desconto > 0
    assert not (cost.desconto and (cost.multa or cost.juros))
