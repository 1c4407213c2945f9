"""What is wrong with a condition: in plain English, and by code, place and word for whoever says it in another language."""

import re
from typing import Literal

#: Which kind of problem it is.
ProblemCode = Literal[
    "too_long",
    "too_deep",
    "loops",
    "open_text",
    "unknown_name",
    "unknown_function",
    "ends_early",
    "unexpected",
    "too_large",
    "unreadable",
    "fraction",
    "no_answer",
    "kinds",
    "failed",
]
#: What CEL itself says of its grammar, from the most telling one on; the group is what it stumbled over.
_STUMBLED = (
    re.compile(r"token recognition error at: '(?P<word>.*)'$", re.DOTALL),
    re.compile(r"(?:mismatched input|extraneous input|no viable alternative at input) '(?P<word>.*)'$", re.DOTALL),
    re.compile(r"missing .* at '(?P<word>.*)'$", re.DOTALL),
)


class RuleError(Exception):
    """The condition is invalid. ``str()`` is plain English, with the position where known.

    ``column``: from 1; ``word``: what of the condition it is about.
    """

    def __init__(
        self, text: str, code: ProblemCode = "failed", *, column: int | None = None, word: str | None = None
    ) -> None:
        super().__init__(text)
        self.code: ProblemCode = code
        self.column, self.word = column, word


def stumbled(line: str, column: int, said: str) -> RuleError:
    """The error of what CEL said of a source that it could not read."""
    text = f"line {line}, column {column}: {said}"
    if "invalid int literal" in said:
        return RuleError(text, "too_large", column=column)
    for each in _STUMBLED:
        if found := each.search(said):
            word = found.group("word").strip()
            if word == "<EOF>":
                return RuleError(text, "ends_early", column=column)
            if word.startswith(("'", '"')):
                return RuleError(text, "open_text", column=column)
            return RuleError(text, "unexpected", column=column, word=word[:40])
    return RuleError(text, "unreadable", column=column)
