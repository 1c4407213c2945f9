"""Whatever is written as a statement is read as it was meant, in every format, currency and encoding."""

import itertools
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retaguarda.providers.statements import (
    Begun,
    Damaged,
    Ended,
    Event,
    Limits,
    Mapping,
    Reader,
    StatementLine,
    read_statement,
)
from retaguarda.providers.statements.texts import tells_a_balance
from statement_files import COLUMNS, DAY, PLACES, Move, Told, camt, cnab, csvfile, mt940, ofx

Writer = Callable[[Told], Iterator[bytes]]
CALM = settings(derandomize=True, deadline=None, max_examples=40)

WRITERS: dict[str, Writer] = {
    "ofx": ofx,
    "ofx in one line": lambda told: ofx(told, break_=""),
    "ofx with commas": lambda told: ofx(told, mark=",", break_="\n"),
    "ofx in cp1252": lambda told: ofx(told, encoding="cp1252"),
    "ofx as xml": lambda told: ofx(told, xml=True),
    "camt 02": lambda told: camt(told, "02"),
    "camt 08": camt,
    "camt with a prefix": lambda told: camt(told, prefix="ns2"),
    "camt in latin-1": lambda told: camt(told, encoding="ISO-8859-1"),
    "mt940": mt940,
    "mt940 with line feeds": lambda told: mt940(told, break_="\n"),
    "mt940 in blocks": lambda told: mt940(told, swift=True),
    "cnab": cnab,
    "cnab with line feeds": lambda told: cnab(told, break_="\n"),
    "csv": csvfile,
    "csv of a spreadsheet in English": lambda told: csvfile(told, ".", ","),
    "csv with tabs in cp1252": lambda told: csvfile(told, ",", "\t", "cp1252"),
}


def mapping_of(name: str, currency: str = "BRL") -> Mapping:
    given: dict[str, Any] = {
        "csv of a spreadsheet in English": {"decimal": ".", "delimiter": ","},
        "csv with tabs in cp1252": {"delimiter": "\t"},
    }.get(name, {})
    return Mapping(account="12345", currency=currency, columns=COLUMNS, **given)


def read(chunks: Iterable[bytes], name: str = "", currency: str = "BRL") -> list[Event]:
    return list(read_statement(chunks, mapping_of(name, currency)))


#: What every format can write as it stands; each has a wider alphabet of its own below.
WORDS = st.text("ABCXYZabcxyz0123456789 .,", min_size=1, max_size=25)
PORTUGUESE = st.text("ABCabc ãçéõúÁÇÊ0189-/&", min_size=1, max_size=25)
ANYTHING = st.text(st.characters(categories=["L", "N", "P", "S"], include_characters=" "), min_size=1, max_size=60)


def alphabet(name: str) -> st.SearchStrategy[str]:
    if name.startswith("mt940"):
        words = WORDS
    elif "cp1252" in name or "latin" in name or name.startswith("cnab"):
        words = PORTUGUESE
    else:
        words = ANYTHING
    return words.map(str.strip).filter(lambda text: bool(text) and not tells_a_balance(text))


def moves(name: str) -> st.SearchStrategy[list[Move]]:
    days = st.dates(date(2026, 11, 1), date(2026, 11, 30))
    move = st.builds(
        Move,
        amount=st.integers(-(10**12), 10**12).filter(bool),
        text=alphabet(name),
        booked_on=days,
        value_on=days,
        reference=st.text("ABCDEF0123456789", min_size=1, max_size=16),
    )
    return st.lists(move, max_size=8, min_size=1 if name.startswith("csv") else 0)


def told_of(line: StatementLine) -> tuple[Any, ...]:
    return line.amount, line.booked_on, line.value_on, line.description


@pytest.mark.parametrize("name", WRITERS)
def test_what_was_written_is_read(name: str) -> None:
    # CNAB has places for two decimals, whatever the currency.
    currencies = st.sampled_from([each for each in PLACES if PLACES[each] <= 2 or not name.startswith("cnab")])

    @CALM
    @given(moves(name), currencies, st.integers(-(10**12), 10**12), st.sampled_from([1, 7, 64, 65_536]))
    def check(written: list[Move], currency: str, opening: int, piece: int) -> None:
        told = Told(written, currency, opening=opening)
        data = b"".join(WRITERS[name](told))
        reader = Reader(mapping_of(name, currency), piece=piece)
        events = [*reader.feed(data), *reader.close()]
        begun, *middle, ended = events
        lines = [event for event in middle if isinstance(event, StatementLine)]
        assert isinstance(begun, Begun)
        assert isinstance(ended, Ended)
        assert (begun.currency, begun.account.removesuffix("-0")) == (currency, "12345")
        assert [told_of(line) for line in lines] == [(m.amount, m.booked_on, m.value_on, m.text) for m in written]
        if not name.startswith("cnab"):
            assert [line.reference for line in lines] == [move.reference for move in written]
        assert [line.number for line in lines] == list(range(1, len(written) + 1))
        assert ended.closing is not None
        assert ended.closing.amount == told.end()
        assert all(each.holds for each in ended.checks)
        assert (ended.opening.amount if ended.opening else opening) == opening

    check()


@pytest.mark.parametrize("name", WRITERS)
def test_the_bytes_of_a_line_are_its_own_and_no_line_shares_them(name: str) -> None:
    written = [Move(100 * n, f"PIX {n}", reference=f"R{n}") for n in range(1, 40)]
    data = b"".join(WRITERS[name](Told(written)))
    lines = [event for event in read([data], name) if isinstance(event, StatementLine)]
    for before, line in itertools.pairwise(lines):
        assert before.end <= line.offset
    for move, line in zip(written, lines, strict=True):
        piece = data[line.offset : line.end]
        assert move.text.encode() in piece
        assert piece.strip(b"\r\n").decode("latin-1").count("\n") == line.last_line - line.first_line


@pytest.mark.parametrize("name", WRITERS)
def test_two_equal_lines_of_one_day_are_two_lines(name: str) -> None:
    events = read(WRITERS[name](Told([Move(-990), Move(-990)])), name)
    lines = [event for event in events if isinstance(event, StatementLine)]
    assert [(line.number, line.amount) for line in lines] == [(1, -990), (2, -990)]
    assert lines[0].offset != lines[1].offset


@pytest.mark.parametrize("name", [name for name in WRITERS if not name.startswith("csv")])
def test_a_file_that_is_cut_off_anywhere_is_refused(name: str) -> None:
    """All but its last line end may lack: of a CSV nobody knows where it ends, so it is not among these."""
    data = b"".join(WRITERS[name](Told([Move(-250)])))
    whole = data.rstrip(b"\r\n ")
    ended = [end for end in range(len(whole)) if not refused(data[:end])]
    if name.startswith("mt940"):
        # The closing balance is whole, what is left out closes the message.
        assert all(data[end:].strip() in (b"-", b"-}", b"}") for end in ended)
    elif name.startswith("cnab"):
        # The last trailer has begun: all that it would say is how much came before it, and that is whole.
        assert all(end >= data.rindex(b"00199999") + 8 for end in ended)
    else:
        assert ended == []


def refused(data: bytes) -> bool:
    try:
        read([data])
    except Damaged:
        return True
    return False


@pytest.mark.parametrize("name", [name for name in WRITERS if not name.startswith(("csv", "ofx"))])
def test_a_balance_that_does_not_follow_is_told_with_both_amounts(name: str) -> None:
    """OFX and CSV tell no opening balance of their own."""
    *_, ended = read(WRITERS[name](Told([Move(100)], opening=500, closing=650)), name)
    assert isinstance(ended, Ended)
    assert [(each.said, each.counted, each.holds) for each in ended.checks if each.name == "closing_balance"] == [
        (650, 600, False)
    ]


class Many:
    """Moves that are made when they are asked for."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __iter__(self) -> Iterator[Move]:
        for number in range(self.count):
            yield Move(1, f"PIX {number}", DAY - timedelta(days=number % 7), DAY, f"R{number}")


@pytest.mark.parametrize("name", ["ofx", "ofx in one line", "camt 08", "mt940", "cnab", "csv"])
def test_memory_does_not_grow_with_the_file(name: str) -> None:
    def peak(count: int) -> int:
        chunks = WRITERS[name](Told(Many(count), opening=0, closing=count))
        tracemalloc.start()
        try:
            seen = sum(isinstance(event, StatementLine) for event in read_statement(chunks, mapping_of(name)))
            assert seen == count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(500)
    small, large = peak(1_000), peak(3_000)
    assert large < small + 256 * 1024


def test_limits_name_the_line_where_they_were_reached() -> None:
    data = b"".join(ofx(Told([Move(1)] * 20)))
    for limits, code in ((Limits(lines=5), "too_many_lines"), (Limits(bytes=1_000), "file_too_large")):
        with pytest.raises(Damaged) as damaged:
            list(read_statement([data], limits=limits))
        assert damaged.value.code == code


def test_a_file_of_two_accounts_is_two_statements() -> None:
    for name in ("ofx", "mt940", "camt 08"):
        one, two = (b"".join(WRITERS[name](replace(Told([Move(5)]), account=each))) for each in ("111", "222"))
        if name == "ofx":
            data = one.split(b"</STMTRS>")[0] + b"</STMTRS>" + two[two.index(b"<STMTRS>") :]
        elif name == "mt940":
            data = one + two
        else:
            data = one.split(b"</BkToCstmrStmt>")[0] + two[two.index(b"<Stmt>") :]
        events = read([data])
        assert [(each.number, each.account) for each in events if isinstance(each, Begun)] == [(1, "111"), (2, "222")]
        assert [each.number for each in events if isinstance(each, Ended)] == [1, 2]
        assert [each.number for each in events if isinstance(each, StatementLine)] == [1, 1]
