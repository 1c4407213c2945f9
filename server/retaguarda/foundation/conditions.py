"""Evaluates the conditions that people write, in CEL (Common Expression Language), for the whole product.

We bound length, nesting and loops before a condition runs. With at most one loop its time grows only with its input, and
the input of a request is bounded (``request.LARGEST_BODY``), so evaluation needs no timeout.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from retaguarda.foundation.condition_errors import RuleError, stumbled

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


#: CEL's standard functions and those of its texts; an operator's own name is no word.
_FUNCTIONS = frozenset(
    [
        "size",
        "contains",
        "startsWith",
        "endsWith",
        "matches",
        "int",
        "uint",
        "double",
        "string",
        "bytes",
        "bool",
        "type",
        "dyn",
        "timestamp",
        "duration",
        "has",
        "all",
        "exists",
        "exists_one",
        "existsOne",
        "map",
        "filter",
        "getFullYear",
        "getMonth",
        "getDate",
        "getDayOfMonth",
        "getDayOfWeek",
        "getDayOfYear",
        "getHours",
        "getMinutes",
        "getSeconds",
        "getMilliseconds",
        "min",
        "max",
    ]
)


class Rule:
    """A compiled condition. ``names`` are the variables it may use; ``uses`` those that it does use."""

    __slots__ = ("_program", "uses")

    def __init__(self, source: str, names: frozenset[str]) -> None:
        """Compiles the condition.

        Raises:
            RuleError: too long, too deep, more than one loop, invalid CEL, or an unknown name.
        """
        if len(source) > LONGEST:
            raise RuleError(f"a condition has at most {LONGEST} characters", "too_long")
        code = _without_texts(source)
        _refuse_deep(code)
        if len(_LOOP.findall(code)) > MOST_LOOPS:
            raise RuleError("a condition goes through one list at most", "loops")
        self._program = _compiled(source)
        if "'" in code or '"' in code:
            raise RuleError("a text of this condition has no end", "open_text")
        # A loop may name its items freely.
        unknown = sorted(set(self._program.variables()) - names - _loop_names(code))
        if unknown:
            column = _column(code, unknown[0])
            raise RuleError(
                f"{unknown[0]!r} is unknown at column {column}; there are {_listed(names)}",
                "unknown_name",
                column=column,
                word=unknown[0],
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
            said = str(error).partition(". ")[0]
            raise RuleError(said, "kinds" if said.startswith("No such overload") else "failed") from None
        if not isinstance(result, bool):
            raise RuleError(f"a condition answers yes or no, this one answers {type(result).__name__}", "no_answer")
        return result


def refuse_unknown_functions(source: str) -> None:
    """Of a condition that is being written: a part that no sample reaches may call what does not exist.

    Raises:
        RuleError: it calls such a function.
    """
    unknown = sorted(
        name
        for name in _compiled(source).functions()
        if name.isidentifier() and not name.startswith("_") and name not in _FUNCTIONS
    )
    if unknown:
        # A text may hold the same word before it is called.
        column = _column(_without_texts(source), unknown[0])
        raise RuleError(
            f"there is no function {unknown[0]!r}, at column {column}",
            "unknown_function",
            column=column,
            word=unknown[0],
        )


def _without_texts(source: str) -> str:
    """The code alone, each character where it stood: comments and texts are blanks."""
    return _COMMENTS_AND_STRINGS.sub(lambda found: " " * len(found[0]), source)


def _refuse_deep(code: str) -> None:
    depth = 0
    for column, char in enumerate(code):
        depth += (char in "([{?") - (char in ")]}")
        if depth > DEEPEST:
            raise RuleError(f"nested more than {DEEPEST} deep at column {column + 1}", "too_deep", column=column + 1)


def _column(code: str, name: str) -> int:
    """Where a name stands, as a word of its own; from 1."""
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", code)
    return 1 if found is None else found.start() + 1


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
            raise RuleError("this is no condition", "unreadable") from None
        raise stumbled(match[1], int(match[2]), match[3].partition(" expecting ")[0]) from None
