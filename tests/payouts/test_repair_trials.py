"""Files broken on purpose, of days whose truth is known: faults are named, and no payment ends otherwise than it did at the bank.

The figures over ten thousand files stand in bench/results.json (``python -m bench --only repairs``).
"""

from collections.abc import Callable
from pathlib import Path
from random import Random
from uuid import UUID

import msgspec
import pytest
from bench.bank_days import DAY, bank_day
from bench.break_files import broken
from bench.repair_trials import score, take_in

from bench import repair_trials
from retaguarda.payouts.return_files.find_witness import BankMovement, CoveredDays, Statement
from retaguarda_sandbox import broken_returns
from retaguarda_sandbox.broken_returns import BrokenFile

CNAB = Path(__file__).parents[1] / "data" / "cnab"
#: Files of others, which nothing here was written by.
PUBLIC = ("sample-cnab240-itau-pagamento-boleto-retorno.ret", "sample-cnab240-pagamento-retorno-synthetic.ret")
FILES = 800
WHOLE = {**broken_returns.ENDS, **broken_returns.SHELLS}
OF_LINES = {**broken_returns.PAID, **broken_returns.ANY}


def test_most_faults_are_found_and_put_right_and_no_money_is_moved_wrongly() -> None:
    total = score(range(FILES))
    assert (total.wrongly_paid, total.wrongly_failed) == (0, 0)
    assert total.found >= total.faults * 0.99, total.missed
    assert total.right >= total.touched * 0.90, total
    assert total.refused == 0


@pytest.mark.parametrize("fault", WHOLE, ids=lambda fault: fault.__name__)
def test_each_fault_of_a_file_is_named(fault: Callable[[BrokenFile], None]) -> None:
    for seed in range(12):
        day = bank_day(seed)
        file = BrokenFile(list(day.whole), Random(seed))
        fault(file)
        findings = take_in(day, file.bytes())
        assert findings is not None
        assert WHOLE[fault] & {each.kind for each in findings}, seed


@pytest.mark.parametrize("fault", OF_LINES, ids=lambda fault: fault.__name__)
def test_each_fault_of_a_line_is_named(fault: Callable[[BrokenFile, int], None]) -> None:
    for seed in range(12):
        day = bank_day(seed)
        file = BrokenFile(list(day.whole), Random(seed))
        paid = {each.reference for each in day.orders if day.truth[each.order_id] == "paid"}
        places = [at for at in file.firsts() if file.lines[at][73:93].strip() in paid]
        if not places:
            continue
        fault(file, places[0])
        findings = take_in(day, file.bytes())
        assert findings is not None
        assert OF_LINES[fault] & {each.kind for each in findings}, seed


def test_a_spoilt_record_that_says_paid_is_not_proven_by_a_payment_by_hand() -> None:
    asked = 0
    for seed in range(150):
        day = bank_day(seed)
        unpaid = [each for each in day.orders if day.truth[each.order_id] != "paid"]
        by_hand = [
            BankMovement(
                id=UUID(int=n + 1),
                booked_on=DAY,
                amount=-each.amount,
                tax_document=each.document,
                texts="PIX ENVIADO INTERNET",
                state="exception",
            )
            for n, each in enumerate(unpaid)
        ]
        day.statement = Statement(by_hand, day.statement.covered)
        file = BrokenFile(list(day.whole), Random(seed))
        for at in file.firsts():
            order = next(each for each in day.orders if each.reference in file.lines[at])
            file.put(at, slice(154, 177), DAY.strftime("%d%m%Y") + f"{order.amount:015}")
            file.put(at, slice(230, 240), "00")
            if seed % 2:
                file.put(at, slice(73, 93), "")
        asked += len(unpaid)
        take_in(day, "".join(f"{line}\r\n" for line in file.lines[:-1]).encode())
        assert {day.states[each.order_id] for each in unpaid} <= {"processing"}, seed
    assert asked > 100


def test_a_refusal_under_a_neighbours_number_ends_neither() -> None:
    asked = 0
    for seed in range(400):
        day = bank_day(seed)
        first, last = day.orders[0], day.orders[-1]
        if first.amount != last.amount or "paid" in (day.truth[first.order_id], day.truth[last.order_id]):
            continue
        twin = msgspec.structs.replace(last, document=first.document, number=first.number)
        day.orders[-1] = twin
        day.statement = Statement((), [CoveredDays(DAY, DAY)])
        file = BrokenFile(list(day.whole), Random(seed))
        for at in file.firsts():
            if twin.reference in file.lines[at]:
                file.put(at, slice(230, 240), "AG")
        asked += 1
        take_in(day, "".join(f"{line}\r\n" for line in file.lines[:-1]).encode())
        assert day.states[twin.order_id] == "processing", seed
    assert asked > 3


def test_a_file_taken_in_twice_and_before_or_after_the_whole_one_comes_to_the_same() -> None:
    for seed in range(250):
        ends = list[dict[UUID, str]]()
        for order in ("bw", "wb", "bbw", "bwb"):
            day = bank_day(seed)
            data = {"b": broken(day).bytes(), "w": "".join(f"{line}\r\n" for line in day.whole).encode()}
            for which in order:
                take_in(day, data[which])
            ends.append(dict(day.states))
        assert all(each == ends[0] for each in ends), seed


def test_taken_in_once_more_a_file_proposes_nothing_that_it_did() -> None:
    for seed in range(150):
        day = bank_day(seed)
        data = broken(day).bytes()
        take_in(day, data)
        before = dict(day.states)
        again = take_in(day, data) or []
        assert [each for each in again if each.effect is not None] == []
        assert day.states == before


def test_pieces_of_any_size_are_read_alike() -> None:
    for seed in range(40):
        data = broken(bank_day(seed)).bytes()
        whole = repair_trials.read(data)
        for piece in (1, 7, 239, 241, 4_097):
            assert repair_trials.read(data, piece) == whole, (seed, piece)


@pytest.mark.parametrize("name", PUBLIC)
def test_public_files_cut_anywhere_say_nothing_that_they_did_not_say_whole(name: str) -> None:
    data = (CNAB / name).read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    whole = repair_trials.read(data)
    assert whole is not None
    assert whole.damages == []
    said = {(each.line, each.reference, each.codes, each.amount, each.paid) for each in whole.entries}
    found = 0
    for end in range(0, len(data), 13):
        cut = repair_trials.read(data[:end])
        if cut is not None and cut.entries:
            found += 1
            assert {(each.line, each.reference, each.codes, each.amount, each.paid) for each in cut.entries} <= said
            # Blanks at the very end are no loss.
            assert cut.damages or data[end:].strip() == b"" or end > len(data) - 242
    assert found > 10


@pytest.mark.parametrize("name", PUBLIC)
def test_public_files_with_any_byte_changed_are_read_or_refused_and_never_crash(name: str) -> None:
    data, rng = (CNAB / name).read_bytes(), Random(24)
    for _ in range(400):
        at = rng.randrange(len(data))
        repair_trials.read(data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :])
