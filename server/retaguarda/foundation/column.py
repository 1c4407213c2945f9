"""One column of a list: its name, its SQL, and what a query may do with it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from retaguarda.foundation.money import BRL

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

#: SQL of the currency of what is Brazilian by law, such as a boleto, or has no column for it.
REAIS = f"'{BRL}'"

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

    Args:
        sortable: the expression must never be null.
        searched: the free search looks here, by equality; in money for what reads as an amount.
        internal: only staff see it.
        choices: the allowed values of a choice.
        currency: SQL of the currency; money always has one.
        more: a pattern of values that a choice allows beside ``choices``.
        many: the expression is an array; a filter finds the rows that hold one of its values.
        words: an array of lower-case words, in which the free search looks instead.
        named: the table of the words of this name, in which the free search looks instead, for parts of it.
        prefixes: the stored value begins with one of them; the free search tries each.
        summed: False for money whose sum means nothing, such as a balance.
        implies: choice → a condition that all its rows meet, so that the planner can use a partial index; copied into the SQL.
        nullable: rows may have none; texts, times, integers and documents always may.
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
    named: str = ""
    prefixes: tuple[str, ...] = ("",)
    summed: bool = True
    implies: Mapping[str, str] = field(default_factory=dict)
    nullable: bool = False
    more: str = ""
    currency: str = ""

    def __post_init__(self) -> None:
        if (self.kind == "money") != bool(self.currency):
            raise ValueError(f"column {self.name}: money has a currency, and nothing else has one")

    @property
    def json(self) -> str:
        """SQL of the value as JSON text, for concat(): several times cheaper than json_build_object, which looks up
        each type.
        """
        if self.kind == "money":
            return f"""coalesce('{{"amount":' || {self.sql} || ',"currency":"' || {self.currency} || '"}}', 'null')"""
        return f"coalesce(to_json({self.display_sql}::{self.sql_type}), 'null')"

    @property
    def sql_type(self) -> str:
        return SQL_TYPES[self.kind] + ("[]" if self.many else "")

    @property
    def one_of(self) -> str:
        """SQL of the filter condition, up to its array of values."""
        return f"({self.sql})::{self.sql_type} && " if self.many else f"{self.sql} = any"

    @property
    def display_sql(self) -> str:
        """SQL of what a person may see of the value."""
        if self.kind != "document":
            return self.sql
        # Lists mask a person's CPF (***.982.247-**); a company's CNPJ is public.
        return (
            f"(case when length({self.sql}) = 11 then"
            f" '***.' || substr({self.sql}, 4, 3) || '.' || substr({self.sql}, 7, 3) || '-**' else {self.sql} end)"
        )

    @property
    def searched_in(self) -> str:
        """SQL of the free-search condition, up to its array of values."""
        return f"{self.words} && " if self.words else self.one_of

    @property
    def by_value(self) -> bool:
        """Whether the free search compares it with what was typed, whole."""
        return self.searched and not self.named and self.kind != "money"

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
