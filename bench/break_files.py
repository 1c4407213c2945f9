"""Breaks the return file of a day with one to three faults, at most one of a kind that would hide another."""

from collections.abc import Callable, Mapping

from bench.bank_days import DAY, BankDay
from retaguarda_sandbox import broken_returns
from retaguarda_sandbox.broken_returns import BrokenFile


def broken(day: BankDay) -> BrokenFile:
    """Break the day's file with one to three faults, at most one of a kind that would hide another."""
    rng, file = day.rng, BrokenFile(list(day.whole), day.rng)
    wanted = rng.randrange(1, 4)
    if day.bank == "341" and rng.random() < 0.05:
        _whole_file(file, broken_returns.LAYOUT)
        return file
    if rng.random() < 0.03:
        _lie(day, file)
        return file
    free = {each.reference: day.truth[each.order_id] for each in day.orders}
    marks = dict[str, tuple[str, str]]()
    for _ in range(rng.randrange(0, wanted + 1)):
        _one_line(file, free, marks)
    for group in (broken_returns.SHELLS, broken_returns.ENDS):
        if len(file.faults) < wanted and (rng.random() < 0.5 or not file.faults):
            _whole_file(file, group)
    _forget_cut_off(file, marks)
    return file


def _forget_cut_off(file: BrokenFile, marks: dict[str, tuple[str, str]]) -> None:
    """What was cut off together with its part of the file is no fault of it any more, and without a trailer nothing counts the lines."""
    for name, (reference, text) in marks.items():
        if not any(text in line for line in file.lines) or (file.cut and text in file.lines[-1]):
            file.faults.pop(name, None)
            file.touched.discard(reference)
    if {"truncated", "cut_record"} & file.faults.keys():
        file.faults.pop("lost_line", None)
        if "" not in file.lines[:-1]:
            file.faults.pop("blank_line", None)
        if not any(line[:3] in ("655", "611") for line in file.lines):
            file.faults.pop("foreign_line", None)


def _whole_file(file: BrokenFile, group: Mapping[Callable[[BrokenFile], None], frozenset[str]]) -> None:
    fault = file.rng.choice(list(group))
    fault(file)
    file.faults[fault.__name__] = group[fault]
    file.touched |= set(file.references())


def _one_line(file: BrokenFile, free: dict[str, str], marks: dict[str, tuple[str, str]]) -> None:
    places = [at for at in file.firsts() if file.lines[at][73:93].strip() in free]
    if not places:
        return
    at = file.rng.choice(places)
    reference = file.lines[at][73:93].strip()
    truth = free.pop(reference)
    group = broken_returns.ANY | {"paid": broken_returns.PAID, "waiting": broken_returns.WAITING}.get(truth, {})
    fault = file.rng.choice(list(group))
    if fault.__name__ in file.faults:
        return
    lost = fault is broken_returns.lost_line
    fault(file, at)
    file.faults[fault.__name__] = group[fault]
    if lost:
        return
    if fault is not broken_returns.garbled_line:
        file.touched.add(reference)
    marks[fault.__name__] = (reference, file.lines[at + (fault is broken_returns.code_on_segment_b)])


def _lie(day: BankDay, file: BrokenFile) -> None:
    """Records that were spoilt on their way so that they say the contrary, in a file that is cut off: only the statement knows better."""
    orders = {each.reference: each for each in day.orders}
    for at in file.firsts():
        order = orders[file.lines[at][73:93].strip()]
        if day.truth[order.order_id] != "paid":
            file.put(at, slice(154, 177), DAY.strftime("%d%m%Y") + f"{order.amount:015}")
            file.put(at, slice(230, 240), "00")
        elif file.rng.random() < 0.3:
            file.put(at, slice(154, 177), "0" * 23)
            file.put(at, slice(230, 240), "AG")
    broken_returns.truncated(file)
    file.faults["truncated"] = frozenset({"truncated"})
    file.touched |= set(file.references())
