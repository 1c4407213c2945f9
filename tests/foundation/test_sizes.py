"""A file can be read in one go: nearly all are short, and so is every function."""

import ast
from pathlib import Path

import pytest

import retaguarda

SERVER = Path(retaguarda.__file__).parents[1]
#: Lines. One file of twenty may be longer, where its subject is one table of words or one outside contract.
LONGEST_FILE, LONGEST_FUNCTION = 220, 80
SHARE_OF_LONGER_FILES = 0.05


def texts() -> dict[str, str]:
    found = {str(path.relative_to(SERVER)): path.read_text() for path in sorted(SERVER.rglob("*.py"))}
    assert {name.partition("/")[0] for name in found} >= {"retaguarda", "retaguarda_demo", "retaguarda_sandbox"}
    return found


def too_long(files: dict[str, str]) -> list[str]:
    """The longer files, longest first, where they are more than may be; nothing otherwise."""
    longer = sorted(
        ((text.count("\n"), name) for name, text in files.items() if text.count("\n") > LONGEST_FILE), reverse=True
    )
    most = int(len(files) * SHARE_OF_LONGER_FILES)
    return [f"{name}: {lines}" for lines, name in longer] if len(longer) > most else []


def long_functions(name: str, text: str) -> list[str]:
    # A short file holds no long function.
    if text.count("\n") <= LONGEST_FUNCTION:
        return []
    functions = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    lengths = ((node.name, (node.end_lineno or 0) - node.lineno + 1) for node in functions)
    return [f"{name}: {function} has {lines}" for function, lines in lengths if lines > LONGEST_FUNCTION]


def test_nineteen_files_of_twenty_are_short() -> None:
    assert too_long(texts()) == [], "split one of these by subject"


def test_every_function_is_short() -> None:
    assert [found for name, text in texts().items() for found in long_functions(name, text)] == []


@pytest.mark.parametrize(("longer", "refused"), [(1, False), (2, True)])
def test_a_file_more_than_may_be_long_is_told(longer: int, refused: bool) -> None:
    files = {f"{n}.py": "x\n" * (LONGEST_FILE + (n < longer)) for n in range(20)}
    assert too_long(files) == ([f"{n}.py: {LONGEST_FILE + 1}" for n in reversed(range(longer))] if refused else [])


@pytest.mark.parametrize(("lines", "told"), [(LONGEST_FUNCTION, []), (LONGEST_FUNCTION + 1, ["a.py: f has 81"])])
def test_a_function_of_a_line_too_many_is_told(lines: int, told: list[str]) -> None:
    assert long_functions("a.py", "import os\n\n\nasync def f():\n" + "    os\n" * (lines - 1)) == told
