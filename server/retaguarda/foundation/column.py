"""One column of a list: what it is called, where it comes from, and what may be done with it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["text", "id", "money", "time", "integer", "choice", "document", "flag"]

SQL_TYPES: Mapping[Kind, str] = {
    "text": "text",
    "choice": "text",
    "document": "text",
    "id": "uuid",
    "money": "bigint",
    "integer": "bigint",
    "time": "timestamptz",
    "flag": "boolean",
}

_NULL = {"type": "null"}
_SCHEMAS: dict[Kind, dict[str, Any]] = {
    "text": {"type": ["string", "null"]},
    "id": {"type": "string", "format": "uuid"},
    "money": {"$ref": "#/components/schemas/Money"},
    "time": {"type": ["string", "null"], "format": "date-time"},
    "integer": {"type": ["integer", "null"]},
    "choice": {"type": "string"},
    "document": {"type": ["string", "null"]},
    "flag": {"type": "boolean"},
}


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a list. ``sql`` is an expression over the Table's source.

    ``sortable`` needs an expression that is never null; ``searched`` makes the free search look here, by equality.
    ``internal`` columns exist for staff only. ``choices`` are the allowed values of a choice. ``many``: the expression is
    an array, and a filter finds the rows that hold one of its values. ``words``: an array of small letters, in which the
    free search looks instead. ``prefixes``: one of them stands before the value in the database, and the free search tries each.
    ``summed``: false for money that means nothing added up, such as a balance. ``implies``: choice → a condition that all
    its rows fulfil, for an index that knows the condition and not the choice; it stands in the statement word for word.
    ``nullable``: rows may have none; texts, times, whole numbers and documents always may. ``more``: a pattern of values
    that a choice has beside its ``choices``.
    """

    name: str
    sql: str
    kind: Kind = "text"
    sortable: bool = False
    searched: bool = False
    internal: bool = False
    choices: tuple[str, ...] = ()
    many: bool = False
    words: str = ""
    prefixes: tuple[str, ...] = ("",)
    summed: bool = True
    implies: Mapping[str, str] = field(default_factory=dict)
    nullable: bool = False
    more: str = ""

    @property
    def json(self) -> str:
        """The value as JSON text, for concat(): several times cheaper than json_build_object, which looks each type up anew."""
        if self.kind == "money":
            return f"""coalesce('{{"amount":' || {self.sql} || ',"currency":"BRL"}}', 'null')"""
        return f"coalesce(to_json({self.shown}::{self.sql_type}), 'null')"

    @property
    def sql_type(self) -> str:
        return SQL_TYPES[self.kind] + ("[]" if self.many else "")

    @property
    def one_of(self) -> str:
        """The condition of a filter, up to its array of values."""
        return f"({self.sql})::{self.sql_type} && " if self.many else f"{self.sql} = any"

    @property
    def shown(self) -> str:
        """The expression of what a person may see of the value."""
        if self.kind != "document":
            return self.sql
        # A person's number is shown masked in lists (***.982.247-**); a company's is public.
        return (
            f"(case when length({self.sql}) = 11 then"
            f" '***.' || substr({self.sql}, 4, 3) || '.' || substr({self.sql}, 7, 3) || '-**' else {self.sql} end)"
        )

    @property
    def searched_in(self) -> str:
        """The condition of the free search, up to its array of values."""
        return f"{self.words} && " if self.words else self.one_of

    @property
    def ranged(self) -> bool:
        return self.kind in ("money", "time", "integer") and not self.many

    def schema(self) -> dict[str, Any]:
        base = dict(_SCHEMAS[self.kind])
        if self.more:
            base |= {"pattern": f"^({'|'.join((*map(re.escape, self.choices), self.more))})$"}
        elif self.choices:
            base |= {"enum": list(self.choices)}
        whole = {"type": "array", "items": base} if self.many else base
        return {"anyOf": [whole, _NULL]} if self.nullable else whole
