"""Statements of banks: the samples, read alike whatever format told them."""

from datetime import date
from pathlib import Path

import pytest

from retaguarda.providers.statements import Balance, Begun, Check, Damaged, Ended, Reader, StatementLine, read_statement

DATA = Path(__file__).parents[1] / "data"
SAMPLES = DATA / "statements"
DAY = date(2026, 11, 19)
FIVE = [
    "statements/sample-br-itau-style.ofx",
    "statements/sample-br-quirky-comma-decimal.ofx",
    "statements/sample.camt053.xml",
    "statements/sample.mt940",
    "cnab/sample-cnab240-extrato-synthetic.ret",
]


def lines_of(path: Path) -> list[StatementLine]:
    return [event for event in read_statement([path.read_bytes()]) if isinstance(event, StatementLine)]


@pytest.mark.parametrize("name", FIVE)
def test_five_formats_tell_the_same_five_movements(name: str) -> None:
    lines = [line for line in lines_of(DATA / name) if not line.pseudo]
    assert [line.amount for line in lines] == [25_000, -150_025, -150, -7_590, -1_000]
    assert {line.booked_on for line in lines} == {DAY}
    assert [line.end_to_end_id[:1] for line in lines if line.end_to_end_id != "PO-0001"] in (
        ["E", "", "", "E", "D"],
        ["E", "", "E", "D"],
    )
    assert lines[4].end_to_end_id == "D00000000202611191201abcdef12345"
    assert "PIX" in lines[0].description


@pytest.mark.parametrize("name", FIVE)
def test_five_formats_end_with_the_same_balance(name: str) -> None:
    *_, ended = read_statement([(DATA / name).read_bytes()])
    assert isinstance(ended, Ended)
    assert (ended.credits, ended.debits, ended.closing) == (25_000, 158_765, Balance(866_235, DAY))
    assert all(check.holds for check in ended.checks)
    # OFX alone tells no opening balance.
    assert (ended.opening is None) == name.endswith(".ofx")
    assert [check.name for check in ended.checks][:1] == ([] if name.endswith(".ofx") else ["closing_balance"])


@pytest.mark.parametrize("name", FIVE)
def test_each_line_names_the_bytes_and_lines_it_stands_on(name: str) -> None:
    data = (DATA / name).read_bytes()
    for line in lines_of(DATA / name):
        piece = data[line.offset : line.end].decode("latin-1")
        assert str(abs(line.amount))[-2:] in piece
        assert line.description.split()[0] in piece
        assert data.count(b"\n", 0, line.offset) + 1 == line.first_line
        assert piece.rstrip().count("\n") == line.last_line - line.first_line


def test_a_balance_among_the_movements_is_marked_and_counted_in_no_sum() -> None:
    *_, row = lines_of(SAMPLES / "sample-br-quirky-comma-decimal.ofx")
    assert (row.description, row.amount, row.pseudo) == ("SALDO DO DIA", 866_235, True)


def test_the_header_of_each_format_says_what_the_format_knows() -> None:
    begun = {name: next(read_statement([(DATA / name).read_bytes()])) for name in FIVE}
    heads = [each for each in begun.values() if isinstance(each, Begun)]
    assert [(each.format, each.bank, each.branch, each.account, each.currency) for each in heads] == [
        ("ofx", "0341", "1234-5", "123456789", "BRL"),
        ("ofx", "001", "1234-5", "123456789", "BRL"),
        ("camt.053", "EXEMBRSPXXX", "", "BR1800360305000010009795493C1", "BRL"),
        ("mt940", "0341", "", "1234-123456789", "BRL"),
        ("cnab240", "001", "01234-5", "56789-0", "BRL"),
    ]
    assert [each.opening for each in heads[2:]] == [Balance(1_000_000, date(2026, 11, 18))] * 3
    assert (heads[4].holder_document, heads[4].sequence) == ("11222333000181", "215")


def test_camt_tells_the_other_side() -> None:
    first, second, *_ = lines_of(SAMPLES / "sample.camt053.xml")
    assert (first.name, first.counter_account) == ("JOSE EXEMPLO DA SILVA", "00001-1234567")
    assert (second.name, second.kind, second.reference) == ("FORNECEDOR ALFA LTDA", "PMNT.ICDT.DMCT", "0393000002")


@pytest.mark.parametrize(
    ("name", "currency", "numbers", "sums"),
    [
        ("abnamro", "EUR", [8, 2], [(0, 32_144), (0, 2_449)]),
        ("ing", "EUR", [7], [(468, 5_027)]),
        ("knab", "EUR", [1, 2], [(50_000, 0), (50_000, 726_000)]),
        ("sns", "EUR", [2, 0], [(0, 2_500), (0, 0)]),
        ("triodos", "EUR", [2], [(0, 71_570)]),
    ],
)
def test_mt940_of_dutch_banks_is_read_in_their_dialects(
    name: str, currency: str, numbers: list[int], sums: list[tuple[int, int]]
) -> None:
    events = list(read_statement([(SAMPLES / "mt940" / f"{name}.sta").read_bytes()]))
    assert {event.currency for event in events if isinstance(event, Begun)} == {currency}
    ends = [event for event in events if isinstance(event, Ended)]
    assert [end.lines for end in ends] == numbers
    assert [(end.credits, end.debits) for end in ends] == sums


def test_dialects_name_the_other_account_where_they_have_it() -> None:
    found = {
        name: [(line.counter_account, line.name) for line in lines_of(SAMPLES / "mt940" / f"{name}.sta")]
        for name in ("abnamro", "ing", "knab", "sns", "triodos")
    }
    assert found["abnamro"][0] == ("428428", "KPN - DIGITENNE")
    assert found["abnamro"][-1] == ("528939882", "MYCOM DEN HAAG")
    assert [account for account, _ in found["ing"]] == ["", "0111111111", "0111111111", "", "0111111111", "0123456789", "0111111111"]  # fmt: skip
    assert found["knab"][1:] == [("NL65INGB0123456789", "PICQER"), ("NL84INGB0234561789", "MMS ONLINE NEDERLAND B.V.")]
    assert found["sns"] == [("0987654321", "marechal s")] * 2
    assert [account for account, _ in found["triodos"]] == ["987654321", "133967858"]


def test_a_sample_whose_amounts_were_changed_says_by_how_much_it_fails() -> None:
    """The samples of ABN are anonymised: their balances do not follow from their lines, and that is told, not refused."""
    ends = [
        event for event in read_statement([(SAMPLES / "mt940/abnamro.sta").read_bytes()]) if isinstance(event, Ended)
    ]
    assert [each.checks for each in ends] == [
        (Check("closing_balance", 87_684, 291_484),),
        (Check("closing_balance", 184_975, 285_235),),
    ]


def test_a_value_day_may_be_another_than_the_booking_day() -> None:
    second = lines_of(SAMPLES / "mt940/abnamro.sta")[1]
    assert (second.booked_on, second.value_on) == (date(2011, 5, 23), date(2011, 5, 21))


def test_an_amount_without_its_comma_is_read_and_named() -> None:
    reader = Reader()
    reader.feed((SAMPLES / "mt940/knab.sta").read_bytes())
    reader.close()
    assert reader.known.tolerances.seen == {"amount_without_comma": (1, 17)}


def test_camt_without_an_account_s_currency_takes_that_of_its_entries() -> None:
    begun, line, ended = read_statement([(SAMPLES / "camt053-v2/with-account-name.xml").read_bytes()])
    assert isinstance(begun, Begun)
    assert isinstance(line, StatementLine)
    assert isinstance(ended, Ended)
    assert (begun.currency, begun.holder) == ("EUR", "Account Owner Name")
    assert (line.amount, line.name, line.counter_account) == (885, "Company Name", "CH2801234000123456789")
    assert (ended.opening, ended.closing, ended.checks) == (None, None, ())


@pytest.mark.parametrize(
    ("name", "code", "line", "column"),
    [
        # A closing balance in crowns for an account in euros.
        ("minimal", "currency_differs", 60, 17),
        ("with-party-ids", "currency_differs", 60, 17),
        ("wrong", "no_statement", 10, 1),
    ],
)
def test_camt_that_contradicts_itself_is_refused_where_it_does(name: str, code: str, line: int, column: int) -> None:
    with pytest.raises(Damaged) as refused:
        list(read_statement([(SAMPLES / f"camt053-v2/{name}.xml").read_bytes()]))
    assert (refused.value.code, refused.value.line, refused.value.column) == (code, line, column)
