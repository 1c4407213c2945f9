"""docs/specification.md names tests that exist, at least one for every reading."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
READINGS = range(1, 64)
LINE = re.compile(
    r"^\| (?P<section>[^|]+) \| (?P<fact>[^|]+) \| (?:`(?P<file>[^`]+)` › (?P<test>[^|]+)|\*later: [^*]+\*) \|$"
)


def lines() -> list[str]:
    page = (ROOT / "docs/specification.md").read_text()
    return [line for line in page.splitlines() if line.startswith("| ")][1:]


def is_test(name: str, file: str, text: str) -> bool:
    """Whether a test of exactly this name is defined: ``def name(``, ``it('name'`` or ``it.each(…)('name'``."""
    if file.endswith(".py"):
        return re.search(rf"^(?:async )?def {re.escape(name)}\(", text, re.MULTILINE) is not None
    # A table ends with its bracket; what it is called with is the name.
    begins = r"(?:\b(?:it|test)|\.each\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|^ *\]\)|\bas const\))"
    return re.search(rf"{begins}\(\s*(['\"`]){re.escape(name)}\1,", text, re.MULTILINE) is not None


def test_every_fact_names_a_test_that_exists() -> None:
    wrong = list[str]()
    for line in lines():
        found = LINE.match(line)
        if found is None:
            wrong.append(f"not a line of this page: {line}")
        elif found["file"]:
            path = ROOT / found["file"]
            if not path.exists() or not is_test(found["test"].strip(), found["file"], path.read_text()):
                wrong.append(f"{found['file']} has no test {found['test'].strip()!r}")
    assert wrong == []
    assert len(lines()) > 400


#: Readings without a test of their own yet. A name may only leave this set.
_LATER = set[str]()


def test_only_what_is_named_here_waits_for_its_test() -> None:
    waiting = {line.split("|")[1].strip() for line in lines() if "*later:" in line}
    assert waiting <= _LATER, "a fact of this page names its test"
    assert waiting >= _LATER, "what has its test leaves _LATER"


def test_every_reading_has_a_line() -> None:
    told = set(re.findall(r"\bR(\d+)\b", "\n".join(lines())))
    assert [f"R{number}" for number in READINGS if str(number) not in told] == []


@pytest.mark.parametrize(
    ("file", "text", "found"),
    [
        ("a.py", "async def test_x() -> None:", True),
        ("a.py", "# test_x", False),
        ("a.py", "def test_x_and_y() -> None:", False),
        ("a.test.ts", "it('test_x', () => {", True),
        ("a.test.ts", "it.each([1, 2])('test_x', (one) => {", True),
        ("a.test.ts", "  it.each([\n    ['(', f()],\n  ])('test_x', (one) => {", True),
        ("a.test.ts", "  it.each(x)(\n    'test_x',\n    (one) => {", True),
        ("a.test.ts", "describe('test_x', () => {", False),
        ("a.test.ts", "// it is test_x", False),
        ("a.test.ts", "it('test_x and y', () => {", False),
        ("a.test.ts", "say('test_x', 1)", False),
    ],
)
def test_only_a_whole_name_of_a_test_counts(file: str, text: str, found: bool) -> None:
    assert is_test("test_x", file, text) is found
