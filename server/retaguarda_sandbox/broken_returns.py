"""What goes wrong with return files of payments on their way from a bank, one fault a function: for trials, tests and the demo."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

_WIDTH = 240
_REFERENCE, _AMOUNT, _PAID_ON, _PAID = slice(73, 93), slice(119, 134), slice(154, 162), slice(162, 177)
_EFFECTIVE, _CODES = slice(154, 177), slice(230, 240)


@dataclass(slots=True)
class BrokenFile:
    """A file that is being broken: its records, and what ends them. ``touched``: references of the payments that a fault is about;
    ``faults``: each with the findings that name it."""

    lines: list[str]
    rng: Random
    end: str = "\r\n"
    tail: str = ""
    cut: int = 0
    touched: set[str] = field(default_factory=set)
    faults: dict[str, frozenset[str]] = field(default_factory=dict)

    def bytes(self) -> bytes:
        whole = "".join(line + self.end for line in self.lines) + self.tail
        return whole[: len(whole) - self.cut].encode("latin-1")

    def firsts(self) -> list[int]:
        """Places of the whole records that begin a payment."""
        whole = self.lines[:-1] if self.cut else self.lines
        return [at for at, line in enumerate(whole) if line[7:8] == "3" and line[13] == "A"]

    def references(self) -> list[str]:
        return [self.lines[at][_REFERENCE].strip() for at in self.firsts()]

    def put(self, at: int, place: slice, text: str) -> None:
        line = self.lines[at]
        self.lines[at] = (
            line[: place.start] + text.ljust(place.stop - place.start)[: place.stop - place.start] + line[place.stop :]
        )

    def place_of(self, kind: str) -> int:
        return next(at for at, line in enumerate(self.lines) if line[7:8] == kind)


def _number(broken: BrokenFile, at: int, start: int, end: int, by: int) -> None:
    value = int(broken.lines[at][start:end]) + by
    broken.put(at, slice(start, end), f"{value:0{end - start}}")


def truncated(broken: BrokenFile) -> None:
    places = broken.firsts()
    at = broken.rng.choice(places) + broken.rng.choice((1, 2))
    del broken.lines[at:]


def cut_record(broken: BrokenFile) -> None:
    del broken.lines[broken.rng.choice(broken.firsts()) + 2 :]
    broken.cut = broken.rng.randrange(20, 230)


def repeated_file(broken: BrokenFile) -> None:
    broken.lines += broken.lines


def merged_file(broken: BrokenFile) -> None:
    other = [line[:157] + "777777" + line[163:] if line[7:8] == "0" else line for line in broken.lines]
    broken.lines += [line.replace("RG00", "XX00") for line in other]


def trailer_count(broken: BrokenFile) -> None:
    _number(broken, broken.place_of("9"), 23, 29, broken.rng.choice((-2, -1, 1, 2)))


def batch_count(broken: BrokenFile) -> None:
    _number(broken, broken.place_of("9"), 17, 23, 1)


def batch_trailer_count(broken: BrokenFile) -> None:
    _number(broken, broken.place_of("5"), 17, 23, 1)


def trailer_total(broken: BrokenFile) -> None:
    _number(broken, broken.place_of("5"), 23, 41, broken.rng.randrange(1, 9_999))


def batch_trailer_missing(broken: BrokenFile) -> None:
    del broken.lines[broken.place_of("5")]


def no_line_ends(broken: BrokenFile) -> None:
    broken.end = ""


def other_line_ends(broken: BrokenFile) -> None:
    broken.end = "\r"


def blank_line(broken: BrokenFile) -> None:
    broken.lines.insert(broken.rng.randrange(1, len(broken.lines)), "")


def after_trailer(broken: BrokenFile) -> None:
    broken.tail = broken.rng.choice(("FIM DO ARQUIVO\r\n", "9" * 240 + "\r\n", "*** END OF TRANSMISSION ***"))


def foreign_line(broken: BrokenFile) -> None:
    at = broken.rng.choice(broken.firsts())
    bank = "655" if broken.lines[0][:3] != "655" else "611"
    broken.lines.insert(at, bank + broken.lines[at][3:].replace("RG00", "ZZ00"))


def other_layout(broken: BrokenFile) -> None:
    """The file names another bank than the one whose layout it is in."""
    broken.lines = ["001" + line[3:] for line in broken.lines]


def repeated_line(broken: BrokenFile, at: int) -> None:
    broken.lines[at:at] = broken.lines[at : at + 2]


def lost_line(broken: BrokenFile, at: int) -> None:
    del broken.lines[at : at + 2]


def garbled_line(broken: BrokenFile, at: int) -> None:
    start = broken.rng.randrange(_AMOUNT.start, _AMOUNT.stop)
    broken.put(at, slice(start, start + 1), broken.rng.choice("?XÇ#"))


def _code(broken: BrokenFile, at: int, code: str) -> None:
    broken.put(at, _EFFECTIVE, "0" * 23)
    broken.put(at, _CODES, code)


def security_analysis(broken: BrokenFile, at: int) -> None:
    _code(broken, at, "BS")


def test_contract(broken: BrokenFile, at: int) -> None:
    broken.put(at, _CODES, "5T")


def scheduled(broken: BrokenFile, at: int) -> None:
    _code(broken, at, "BD")


def unknown_code(broken: BrokenFile, at: int) -> None:
    _code(broken, at, broken.rng.choice(("X9", "QQ", "7?")))


def code_slots(broken: BrokenFile, at: int) -> None:
    broken.put(at, _CODES, " 00")


def code_on_segment_b(broken: BrokenFile, at: int) -> None:
    broken.put(at, _CODES, "")
    broken.put(at + 1, _CODES, "00")


def lost_reference(broken: BrokenFile, at: int) -> None:
    broken.put(at, _REFERENCE, broken.rng.choice(("", "0" * 20, "PAGTO FORNECEDOR", "RG")))


def amount_damaged(broken: BrokenFile, at: int) -> None:
    start = broken.rng.randrange(_PAID.start + 6, _PAID.stop)
    digit = (int(broken.lines[at][start]) + broken.rng.randrange(1, 10)) % 10
    broken.put(at, slice(start, start + 1), str(digit))


def without_day(broken: BrokenFile, at: int) -> None:
    broken.put(at, _PAID_ON, "0" * 8)


#: A fault of the whole file → the findings that name it. Of one group a file has one at most.
ENDS: dict[Callable[[BrokenFile], None], frozenset[str]] = {
    truncated: frozenset({"truncated"}),
    cut_record: frozenset({"cut_record"}),
    repeated_file: frozenset({"repeated_file"}),
    merged_file: frozenset({"merged_file"}),
    after_trailer: frozenset({"after_trailer"}),
    trailer_count: frozenset({"trailer_count"}),
    batch_count: frozenset({"batch_count"}),
    batch_trailer_count: frozenset({"batch_trailer_count"}),
    trailer_total: frozenset({"trailer_total"}),
    batch_trailer_missing: frozenset({"batch_trailer_missing"}),
}
SHELLS: dict[Callable[[BrokenFile], None], frozenset[str]] = {
    no_line_ends: frozenset({"no_line_ends"}),
    other_line_ends: frozenset({"other_line_ends"}),
    blank_line: frozenset({"blank_line"}),
    foreign_line: frozenset({"foreign_line"}),
}
#: A fault of one payment's records. ``PAID``: of one that the bank paid.
PAID: dict[Callable[[BrokenFile, int], None], frozenset[str]] = {
    security_analysis: frozenset({"security_analysis", "suspended", "unknown_code"}),
    scheduled: frozenset({"scheduled"}),
    unknown_code: frozenset({"unknown_code"}),
    code_slots: frozenset({"code_slots"}),
    code_on_segment_b: frozenset({"code_on_segment_b"}),
    lost_reference: frozenset({"lost_reference"}),
    amount_damaged: frozenset({"amount_differs"}),
    without_day: frozenset({"without_day"}),
}
#: ``WAITING``: of one that it has not paid.
WAITING: dict[Callable[[BrokenFile, int], None], frozenset[str]] = {
    security_analysis: frozenset({"security_analysis", "suspended", "unknown_code"}),
    test_contract: frozenset({"test_contract", "unknown_code"}),
    unknown_code: frozenset({"unknown_code"}),
}
ANY: dict[Callable[[BrokenFile, int], None], frozenset[str]] = {
    # One lost and one repeated leave the counts as they were, and not the total.
    repeated_line: frozenset({"repeated_line", "trailer_count", "trailer_total"}),
    lost_line: frozenset({"trailer_count", "trailer_total"}),
    garbled_line: frozenset({"garbled_line"}),
}
LAYOUT: dict[Callable[[BrokenFile], None], frozenset[str]] = {other_layout: frozenset({"other_layout", "other_bank"})}
