"""What a plan shows has a word in both languages: whoever confirms, and whoever approves, reads no name of the source."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCALES = ROOT / "web/public/locales"


def _summaries() -> Iterator[tuple[ast.AST, ast.expr]]:
    """Each function that calls plan_summary(), with what it gives as facts."""
    for file in (ROOT / "server/retaguarda").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for call in ast.walk(node):
                    if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "plan_summary":
                        yield node, call.args[1]


def _names(function: ast.AST, facts: ast.expr) -> Iterator[str]:
    given = [facts]
    if isinstance(facts, ast.Name):
        for node in ast.walk(function):
            if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                given += [node.value for target in targets if getattr(target, "id", "") == facts.id]
    for each in given:
        for node in ast.walk(each):
            if isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values, strict=True):
                    # What is None is not shown: it only takes the place of an input.
                    if isinstance(key, ast.Constant) and not (isinstance(value, ast.Constant) and value.value is None):
                        yield str(key.value)


@pytest.mark.parametrize("language", ["en", "pt"])
def test_every_fact_that_a_plan_shows_has_a_word(language: str) -> None:
    words = json.loads((LOCALES / language / "kit.json").read_text())["fact"]
    shown = {name for function, facts in _summaries() for name in _names(function, facts)}
    assert len(shown) > 60
    assert shown - words.keys() == set()
