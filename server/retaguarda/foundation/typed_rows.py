"""Rows of a table as typed Structs: a wrong name or a forgotten null is an error before anything runs."""

from collections.abc import Callable, Collection, Mapping
from functools import cache, partial
from typing import Any, ClassVar, Self, TypeVar, get_args, get_type_hints

import msgspec

from retaguarda.foundation.database import Params, Row, Tx
from retaguarda.foundation.money import Money

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")


def struct_fields(
    shape: type[msgspec.Struct], source: Mapping[str, Any] | object, /, *, without: Collection[str] = (), **own: Any
) -> dict[str, Any]:
    """Takes the fields of a Struct out of a row or another Struct that has them under the same names. A field of Money
    takes the row's amount in its ``currency``.

    ``own`` are fields that the source has not, or says otherwise; ``without`` are left to the caller.

    Raises:
        KeyError: the statement did not select all of them.
    """
    read: Callable[[str], Any] = source.__getitem__ if isinstance(source, Mapping) else partial(getattr, source)
    found = {name: read(name) for name in shape.__struct_fields__ if name not in own and name not in without}
    for name in _money_fields(shape):
        if isinstance(amount := found.get(name), int) and (currency := _currency_of(source)) is not None:
            found[name] = Money(amount, currency)
    return found | own


@cache
def _money_fields(shape: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(name for name, kind in get_type_hints(shape).items() if kind is Money or Money in get_args(kind))


def _currency_of(source: Mapping[str, Any] | object) -> str | None:
    return source.get("currency") if isinstance(source, Mapping) else getattr(source, "currency", None)


def struct_of(shape: type[S], source: Mapping[str, Any] | object, /, **own: Any) -> S:
    """Builds a Struct out of a row or another Struct that has its fields under the same names; see struct_fields()."""
    return shape(**struct_fields(shape, source, **own))


def present(value: T | None) -> T:
    """Returns the value of a column that may be null, but not in the row's state.

    Raises:
        AssertionError: it is null.
    """
    assert value is not None
    return value


async def fetch_one(tx: Tx, shape: type[S], query: str, params: Params = None) -> S | None:
    """Returns the first row of a statement that selects the Struct's fields; None without a row."""
    row = await tx.one(query, params)
    return None if row is None else struct_of(shape, row)


async def fetch_all(tx: Tx, shape: type[S], query: str, params: Params = None) -> list[S]:
    """Returns the rows of a statement that selects the Struct's fields."""
    return [struct_of(shape, row) for row in await tx.all(query, params)]


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row with the columns of its table, under their own names. It may be the parameters of a statement."""

    table: ClassVar[str]

    @classmethod
    def of(cls, row: Row) -> Self:
        """Takes the table's columns out of a row; a join may have brought more.

        Raises:
            KeyError: the statement did not select all of them.
        """
        return struct_of(cls, row)

    def with_columns(self, **more: Any) -> dict[str, Any]:
        """The columns by name and more parameters beside them, for a statement."""
        return msgspec.structs.asdict(self) | more
