"""Evaluates the conditions that people write, in CEL (Common Expression Language), for the whole product.

We bound length, nesting and loops before a condition runs. With at most one loop its time grows only with its input, and
the input of a request is bounded (``request.LARGEST_BODY``), so evaluation needs no timeout.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

LONGEST = 1_000
DEEPEST = 20
MOST_LOOPS = 1

_LOOP = re.compile(r"\.\s*(?:all|exists|exists_one|existsOne|map|filter)\s*\(")
#: Comments and string literals, split as CEL splits them: raw strings know no escapes; triple-quoted ones may hold quotes and
#: span lines. Code mistaken for a string would hide its loops.
_COMMENTS_AND_STRINGS = re.compile(
    r"""
    //[^\n]*
    | (?<!\w)[bB]?[rR](?:'{3}(?s:.*?)'{3}|"{3}(?s:.*?)"{3}|'[^'\n\r]*'|"[^"\n\r]*")
    | '{3}(?s:\\.|[^\\])*?'{3} | "{3}(?s:\\.|[^\\])*?"{3}
    | '(?:\\.|[^'\\\n\r])*' | "(?:\\.|[^"\\\n\r])*"
    """,
    re.VERBOSE,
)
_ERROR_POSITION = re.compile(r"ERROR: <input>:(\d+):(\d+): (.*)")


class RuleError(Exception):
    """The condition is invalid. ``str()`` is plain English, with the position where known."""


class Rule:
    """A compiled condition. ``names`` are the variables it may use; ``uses`` those that it does use."""

    __slots__ = ("_program", "uses")

    def __init__(self, source: str, names: frozenset[str]) -> None:
        """Compiles the condition.

        Raises:
            RuleError: too long, too deep, more than one loop, invalid CEL, or an unknown name.
        """
        if len(source) > LONGEST:
            raise RuleError(f"a condition has at most {LONGEST} characters")
        code = _COMMENTS_AND_STRINGS.sub(lambda found: " " * len(found[0]), source)
        _refuse_deep(code)
        if len(_LOOP.findall(code)) > MOST_LOOPS:
            raise RuleError("a condition goes through one list at most")
        self._program = _compiled(source)
        if "'" in code or '"' in code:
            raise RuleError("a text of this condition has no end")
        # A loop may name its items freely.
        unknown = sorted(set(self._program.variables()) - names - _loop_names(code))
        if unknown:
            raise RuleError(
                f"{unknown[0]!r} is unknown at column {source.find(unknown[0]) + 1}; there are {_listed(names)}"
            )
        self.uses = frozenset(self._program.variables()) & names

    def holds(self, facts: Mapping[str, Any]) -> bool:
        """Evaluates the condition.

        Raises:
            RuleError: the condition fails on these facts, or returns something other than a boolean.
        """
        try:
            # Only its own variables: a context of a hundred facts costs more than the condition.
            result = self._program.execute({name: facts[name] for name in self.uses if name in facts})
        except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as error:
            raise RuleError(str(error).partition(". ")[0]) from None
        if not isinstance(result, bool):
            raise RuleError(f"a condition answers yes or no, this one answers {type(result).__name__}")
        return result


def _refuse_deep(code: str) -> None:
    depth = 0
    for column, char in enumerate(code):
        depth += (char in "([{?") - (char in ")]}")
        if depth > DEEPEST:
            raise RuleError(f"nested more than {DEEPEST} deep at column {column + 1}")


def _loop_names(code: str) -> frozenset[str]:
    return frozenset(re.findall(rf"{_LOOP.pattern}\s*(\w+)\s*,", code))


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names))


@lru_cache(1_000)
def _compiled(source: str) -> Any:
    # Import here: the package loads a command line for half a second, and only an app with conditions needs it.
    import cel

    try:
        return cel.compile(source)
    except ValueError as error:
        match = _ERROR_POSITION.search(str(error))
        if match is None:
            raise RuleError("this is no condition") from None
        raise RuleError(f"line {match[1]}, column {match[2]}: {match[3].partition(' expecting ')[0]}") from None
