"""Reads payments that programs write: one JSON object a line (NDJSON), whose fields are our columns."""

import json
from pathlib import Path
from typing import Any, NoReturn

from retaguarda.payouts.batches.model import COLUMNS
from retaguarda.payouts.batches.parse_rows import HEADING_ROW, FileRefused, Rows, cells_of, centavos_text

#: Characters of a line.
_LONGEST = 10_000


class _Wrong(Exception):
    """``str()`` is one line for a person."""


def rows_of_ndjson(path: Path, encoding: str) -> Rows:
    """Yield the lines of a file.

    Raises:
        FileRefused: a line is no object of texts, or names what is no column.
    """
    yield HEADING_ROW
    with path.open(encoding=encoding, newline="\n") as file:
        number = 0
        while text := file.readline(_LONGEST + 1):
            number += 1
            if len(text) > _LONGEST:
                raise FileRefused("row_damaged", f"a line has at most {_LONGEST} characters", number)
            if not text.strip():
                continue
            try:
                yield number, cells_of(_fields(text))
            except (ValueError, RecursionError, _Wrong) as error:
                raise FileRefused("row_damaged", str(error)[:200], number) from None


def _fields(text: str) -> dict[str, str]:
    given = json.loads(text, parse_float=_inexact, parse_constant=_inexact, object_pairs_hook=_once)
    if not isinstance(given, dict):
        raise _Wrong("a line is one object, with a payment in it")
    unknown = next((name for name in given if name not in COLUMNS), None)
    if unknown is not None:
        raise _Wrong(f"{unknown[:60]!r} is no field of a payment")
    return {name: _text(name, value) for name, value in given.items() if value is not None}


def _text(name: str, value: Any) -> str:
    if name == "amount":
        if type(value) is not int or value < 0:
            raise _Wrong("amount is a whole number of centavos")
        return centavos_text(value)
    if not isinstance(value, str):
        raise _Wrong(f"{name} is a text")
    return value


def _inexact(text: str) -> NoReturn:
    raise _Wrong(f"{text[:40]} is no whole number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise _Wrong("a field stands there twice")
    return fields
