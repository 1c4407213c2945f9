"""Search as a person asks: parts of a name in any order, an amount, or both in one line.

Row security lets only leakproof comparisons use an index, so parts of names are found as bounds of words in a table of words.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

#: A pasted list of ids is no list of names.
MOST_LINES = 5
MOST_WORDS = 8
#: One letter names nobody.
SHORTEST = 2
#: After every word that begins alike.
_END = "\U0010ffff"
_AMOUNT = re.compile(r"(?:R\$)?(\d{1,3}(?:[.,]\d{3})+|\d{1,11})(?:[.,](\d{2}))?")


@dataclass(frozen=True, slots=True)
class Asked:
    """One line of a search: every part of a name must be there; ``amounts`` in minor units, any of them."""

    parts: tuple[str, ...]
    amounts: tuple[int, ...]


def fold(text: str) -> list[str]:
    """Splits into words as the function name_words() of the database does."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.lower()) if not "\u0300" <= c <= "\u036f")
    return [word for word in re.split(r"[^a-z0-9]+", bare) if word]


def read_lines(raw: str) -> tuple[Asked, ...]:
    """Reads what may be names and amounts; nothing of a list of ids."""
    lines = [line for line in re.split(r"[\n\r\t;]+", raw) if line.strip()]
    if len(lines) > MOST_LINES:
        return ()
    return tuple(asked for line in lines if (asked := _read_line(line)) is not None)


def _read_line(line: str) -> Asked | None:
    tokens = re.sub(r"R\$\s+", "R$", line).split()
    amounts = tuple(amount for token in tokens if (amount := _amount(token)) is not None)
    parts = tuple(dict.fromkeys(part for token in tokens if _amount(token) is None for part in fold(token)))
    if len(tokens) > MOST_WORDS or len(amounts) > 1 or any(len(part) < SHORTEST for part in parts):
        return None
    return Asked(parts, amounts) if parts or amounts else None


def _amount(token: str) -> int | None:
    """Reads "350", "350,00", "1.234,56" and "R$1,234.56" as minor units."""
    found = _AMOUNT.fullmatch(token)
    if found is None:
        return None
    return int(re.sub(r"[.,]", "", found[1])) * 100 + int(found[2] or 0)


def condition_of(
    asked: Sequence[Asked], name: tuple[str, str] | None, amount: str | None, *, one_company: bool
) -> tuple[list[str], dict[str, object]]:
    """Builds SQL conditions, any of which is enough, and their parameters.

    Args:
        name: the expression of the name, and the table of its words (company_id, word, payer_name).
        amount: the expression of the amount; only an index by company finds it, so it asks for one.
        one_company: ``_account`` is among the parameters.
    """
    found, params = list[str](), dict[str, object]()
    for number, line in enumerate(asked):
        if (line.amounts and (amount is None or not one_company)) or (line.parts and name is None):
            continue
        both = list[str]()
        if name is not None and line.parts:
            named = list[str]()
            for place, part in enumerate(line.parts):
                key = f"_name{number}_{place}"
                params |= {key: part, f"{key}_end": part + _END}
                of_company = "company_id = %(_account)s and " if one_company else ""
                named.append(
                    f"select payer_name from {name[1]} where {of_company}word >= %({key})s and word < %({key}_end)s"
                )
            both.append(f"{name[0]} = any(array({' intersect '.join(named)}))")
        if amount is not None and line.amounts:
            params[f"_sum{number}"] = line.amounts[0]
            both.append(f"{amount} = %(_sum{number})s::bigint")
        found.append(f"({' and '.join(both)})")
    return found, params
