"""Conditions that people write: one evaluator of CEL (Common Expression Language) for the whole house.

A condition is bounded before it runs: in length, in nesting, and in loops. With one loop at most its time grows with
its input alone, and the input of a call is bounded (``call.LARGEST_BODY``); nothing needs to be broken off.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

LONGEST = 1_000
DEEPEST = 20
MOST_LOOPS = 1

_LOOP = re.compile(r"\.\s*(?:all|exists|exists_one|existsOne|map|filter)\s*\(")
#: What holds no code, parted as CEL itself does: comments, and texts (raw ones know no escapes, tripled ones may hold quotes and
#: go over lines). Code that is taken for a text hides its loops.
_NO_CODE = re.compile(
    r"""
    //[^\n]*
    | (?<!\w)[bB]?[rR](?:'{3}(?s:.*?)'{3}|"{3}(?s:.*?)"{3}|'[^'\n\r]*'|"[^"\n\r]*")
    | '{3}(?s:\\.|[^\\])*?'{3} | "{3}(?s:\\.|[^\\])*?"{3}
    | '(?:\\.|[^'\\\n\r])*' | "(?:\\.|[^"\\\n\r])*"
    """,
    re.VERBOSE,
)
_PLACE = re.compile(r"ERROR: <input>:(\d+):(\d+): (.*)")


class RuleError(Exception):
    """``str()`` is plain English, and names the place where there is one."""


class Rule:
    """A condition that can be asked. ``names`` are the variables it may use."""

    __slots__ = ("_program",)

    def __init__(self, source: str, names: frozenset[str]) -> None:
        """
        Raises:
            RuleError: too long, too deep, more than one loop, no CEL, or a name that nobody knows.
        """
        if len(source) > LONGEST:
            raise RuleError(f"a condition has at most {LONGEST} characters")
        bare = _NO_CODE.sub(lambda found: " " * len(found[0]), source)
        _refuse_deep(bare)
        if len(_LOOP.findall(bare)) > MOST_LOOPS:
            raise RuleError("a condition goes through one list at most")
        self._program = _compiled(source)
        if "'" in bare or '"' in bare:
            raise RuleError("a text of this condition has no end")
        # What a loop calls its items is its own affair.
        unknown = sorted(set(self._program.variables()) - names - _loop_names(bare))
        if unknown:
            raise RuleError(
                f"{unknown[0]!r} is unknown at column {source.find(unknown[0]) + 1}; there are {_listed(names)}"
            )

    def holds(self, facts: Mapping[str, Any]) -> bool:
        """
        Raises:
            RuleError: the condition makes no sense of these facts, or answers something else than yes or no.
        """
        try:
            said = self._program.execute(dict(facts))
        except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as error:
            raise RuleError(str(error).partition(". ")[0]) from None
        if not isinstance(said, bool):
            raise RuleError(f"a condition answers yes or no, this one answers {type(said).__name__}")
        return said


def _refuse_deep(bare: str) -> None:
    depth = 0
    for place, letter in enumerate(bare):
        depth += (letter in "([{?") - (letter in ")]}")
        if depth > DEEPEST:
            raise RuleError(f"nested more than {DEEPEST} deep at column {place + 1}")


def _loop_names(bare: str) -> frozenset[str]:
    return frozenset(re.findall(rf"{_LOOP.pattern}\s*(\w+)\s*,", bare))


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names))


@lru_cache(1_000)
def _compiled(source: str) -> Any:
    # Its package brings a command line with it, which takes half a second to load: only a house with conditions pays for it.
    import cel

    try:
        return cel.compile(source)
    except ValueError as error:
        found = _PLACE.search(str(error))
        if found is None:
            raise RuleError("this is no condition") from None
        raise RuleError(f"line {found[1]}, column {found[2]}: {found[3].partition(' expecting ')[0]}") from None
