"""Compiles conditions that cannot fail to SQL, so that Postgres asks them of a whole history.

Whole numbers, texts, yes and no; comparisons, ``in`` a list, ``&&``, ``||``, ``!`` and parentheses: each answers on every movement.
What could fail (arithmetic overflows), or means something else in SQL, is not compiled, and CEL alone says what it comes to.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from retaguarda.compliance.pld_rules.check_conditions import Condition
from retaguarda.compliance.pld_rules.condition_facts import BY_NAME
from retaguarda.compliance.pld_rules.evaluate_movements import column_of

_Kind = Literal["number", "text", "flag"]
_TOKEN = re.compile(
    r"""\s*(?:(?P<number>-?\d+(?![\w.]))|(?P<name>[A-Za-z_]\w*(?!['"\w(.]))|(?P<text>'[^'"\\\r\n]*'|"[^'"\\\r\n]*")"""
    r"""|(?P<sign>&&|\|\||[<>=!]=|[<>!()\[\],]))""",
)
_LARGEST = 2**63 - 1
_COMPARED: Mapping[str, str] = {"==": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


class _NotCompiled(Exception):
    """CEL alone says what this condition comes to."""


class _Part(NamedTuple):
    kind: _Kind
    sql: str


def sql_of(conditions: Sequence[Condition], row: str) -> str | None:
    """SQL over a row of ``Evaluation.sql``: true where all hold, null where a value is missing and none fails.

    None: one of them is not compiled.
    """
    try:
        return " and ".join(_line(each, row) for each in conditions) or "true"
    except _NotCompiled:
        return None


def _line(condition: Condition, row: str) -> str:
    reader = _Reader(condition.text, row)
    part = reader.either()
    if reader.peek() is not None or part.kind != "flag":
        raise _NotCompiled
    # A line says nothing as soon as one of its values is missing, also where another part of it would decide.
    known = " and ".join(f"{row}.{column_of(name)} is not null" for name in sorted(condition.uses)) or "true"
    return f"case when {known} then ({part.sql}) end"


class _Reader:
    """Reads a condition from left to right; each method takes what binds as tightly as its name."""

    def __init__(self, text: str, row: str) -> None:
        self._words = list(_words(text))
        self._place = 0
        self._row = row

    def peek(self) -> str | None:
        return self._words[self._place][1] if self._place < len(self._words) else None

    def _next(self) -> tuple[str, str]:
        if self._place == len(self._words):
            raise _NotCompiled
        self._place += 1
        return self._words[self._place - 1]

    def _expect(self, sign: str) -> None:
        if self._next() != ("sign", sign):
            raise _NotCompiled

    def _is_sign(self, *signs: str) -> bool:
        return self._place < len(self._words) and self._words[self._place] in [("sign", each) for each in signs]

    def either(self) -> _Part:
        return self._joined("||", "or", self.both)

    def both(self) -> _Part:
        return self._joined("&&", "and", self.compared)

    def _joined(self, sign: str, word: str, inner: Callable[[], _Part]) -> _Part:
        part = inner()
        while self._is_sign(sign):
            self._next()
            part = _Part("flag", f"({_flag(part)} {word} {_flag(inner())})")
        return part

    def compared(self) -> _Part:
        left = self.single()
        if self._place < len(self._words) and self._words[self._place] == ("name", "in"):
            self._next()
            return _Part("flag", f"({left.sql} in ({', '.join(self._list_of(left.kind))}))")
        if not self._is_sign(*_COMPARED):
            return left
        sign = self._next()[1]
        right = self.single()
        if left.kind != right.kind or (left.kind == "flag" and sign not in ("==", "!=")) or self._is_sign(*_COMPARED):
            raise _NotCompiled
        return _Part("flag", f"({left.sql} {_COMPARED[sign]} {right.sql})")

    def single(self) -> _Part:
        kind, word = self._next()
        if kind == "number":
            if abs(int(word)) > _LARGEST:
                raise _NotCompiled
            return _Part("number", f"({int(word)})::bigint")
        if kind == "text":
            return _Part("text", _quoted(word[1:-1]))
        if kind == "name":
            return self._named(word)
        if word == "!":
            return _Part("flag", f"(not {_flag(self.single())})")
        if word != "(":
            raise _NotCompiled
        part = self.either()
        self._expect(")")
        return part

    def _named(self, name: str) -> _Part:
        if name in ("true", "false"):
            return _Part("flag", name)
        if name not in BY_NAME:
            raise _NotCompiled
        column = f"{self._row}.{column_of(name)}"
        if BY_NAME[name].unit == "text":
            return _Part("text", f'({column} collate "C")')
        return _Part("flag" if BY_NAME[name].unit == "flag" else "number", column)

    def _list_of(self, kind: _Kind) -> Iterator[str]:
        self._expect("[")
        while True:
            part = self.single()
            if part.kind != kind:
                raise _NotCompiled
            yield part.sql
            if self._is_sign("]"):
                self._next()
                return
            self._expect(",")


def _flag(part: _Part) -> str:
    if part.kind != "flag":
        raise _NotCompiled
    return part.sql


def _words(text: str) -> Iterator[tuple[str, str]]:
    place = 0
    while place < len(text.rstrip()):
        found = _TOKEN.match(text, place)
        if found is None or found.lastgroup is None:
            raise _NotCompiled
        yield found.lastgroup, found[found.lastgroup]
        place = found.end()


def _quoted(text: str) -> str:
    """A literal of SQL; neither quote nor backslash is in the text, and a percent sign would name a parameter."""
    return f"('{text.replace('%', '%%')}'::text collate \"C\")"
