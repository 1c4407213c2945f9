"""Rows of a table as typed Structs: a wrong name or a forgotten null is an error before anything runs."""

from typing import Any, ClassVar, Self

import msgspec

from retaguarda.foundation.database import Row


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row with the columns of its table, under their own names. It may be the parameters of a statement."""

    table: ClassVar[str]

    @classmethod
    def of(cls, row: Row) -> Self:
        """Takes the table's columns out of a row; a join may have brought more.

        Raises:
            KeyError: the statement did not select all of them.
        """
        return cls(**{name: row[name] for name in cls.__struct_fields__})

    def with_columns(self, **more: Any) -> dict[str, Any]:
        """The columns by name and more parameters beside them, for a statement."""
        return msgspec.structs.asdict(self) | more
