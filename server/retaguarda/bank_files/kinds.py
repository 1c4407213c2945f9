"""The families of return files: what is the same for all, with what each family does with its lines."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import RowScope
from retaguarda.providers.bankfiles import Header, Layout, Reader

FamilyName = Literal["collection", "payment", "statement"]


class Insert(Protocol):
    async def __call__(self, tx: Tx, file: Row, header: Header, entries: Sequence[Any], /) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Return files about one kind of thing.

    Args:
        path: of its list in the API.
        event: prefix of its Commands and events.
        preview: permission to upload and to look; ``live``: to apply.
        new: whose a new file is; ``one``: the scope of a file that the path names.
        apply_input: what a person says who applies a file; with ``plan``.
        reader: reads the bytes; its entries go to ``insert``, which plans them.
        layout: of a bank's files of a width, for whoever looks at raw lines.
        replan: plans every open line again and returns how many changed.
        plan_hash: of the effects of all lines; equal effects give equal hashes.
        started: whether a line of a file is applied already.
        refuse: raises what stands in the way of applying a file.
        facts: what applying it comes to, for its event; ``shows`` says it to whoever approves.
        apply_batch: applies the next lines; True when more may be left.
        finish: follows the last line, in its transaction.
        reader_of: as ``reader``, where it depends on the file.
        salvage: reads what can be read of a file that ``reader`` refuses.
        examine: looks at a file that was just read, before its plan is hashed.
    """

    name: FamilyName
    path: str
    event: str
    preview: Permission
    live: Permission
    new: RowScope
    one: RowScope
    apply_input: type[Any]
    reader: Callable[[], Reader[Any]]
    layout: Callable[[int, str], Layout | None]
    insert: Insert
    replan: Callable[[Tx, Row], Awaitable[int]]
    plan_hash: Callable[[Tx, int, Any], Awaitable[str]]
    started: Callable[[Tx, Row], Awaitable[bool]]
    refuse: Callable[[Tx, Row, Any], Awaitable[None]]
    facts: Callable[[Tx, Row], Awaitable[Mapping[str, Any]]]
    shows: Callable[[Any, Mapping[str, Any]], PlanSummary]
    apply_batch: Callable[[Tx, Row], Awaitable[bool]]
    finish: Callable[[Tx, Row], Awaitable[None]]
    reader_of: Callable[[Tx, Row], Awaitable[Any]] | None = None
    salvage: Callable[[], Reader[Any]] | None = None
    examine: Callable[[Tx, Row, Reader[Any]], Awaitable[None]] | None = None


@dataclass(frozen=True, slots=True)
class Families:
    """Every family of return files, by its name."""

    by_name: Mapping[str, Family]
