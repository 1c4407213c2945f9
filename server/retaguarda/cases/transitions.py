"""Move a case from one state to another and write its step."""

from collections.abc import Mapping

import msgspec

from retaguarda.cases.model import CaseFile, TicketRow
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError


async def add_step(
    tx: Tx, case: TicketRow | CaseFile, actor: str, kind: str, body: str | None = None, *, sealed: bytes | None = None
) -> None:
    """Append a step; the caller holds the case's lock, or has just inserted it. ``sealed``: what it says, instead of the body."""
    await tx.execute(
        "insert into case_step (case_id, n, actor, kind, body, sealed)"
        " select %(id)s, 1 + count(*), %(actor)s, %(kind)s, %(body)s, %(sealed)s from case_step where case_id = %(id)s",
        {"id": case.id, "actor": actor, "kind": kind, "body": body, "sealed": sealed},
    )


async def move(tx: Tx, case: TicketRow, to: str, sets: str = "", **values: object) -> TicketRow:
    """Set the state and what ``sets`` says, in SQL over ``values``; returns the row as it is now."""
    return msgspec.convert(await _moved(tx, case, to, sets, values), TicketRow)


async def move_file(tx: Tx, case: CaseFile, to: str, sets: str = "", **values: object) -> CaseFile:
    """As move(), for a case of which another room keeps more."""
    return msgspec.convert(await _moved(tx, case, to, sets, values), CaseFile)


async def _moved(tx: Tx, case: TicketRow | CaseFile, to: str, sets: str, values: Mapping[str, object]) -> Row | None:
    more = f", {sets}" if sets else ""
    return await tx.one(
        f"update case_file set state = %(to)s{more} where company_id = 1 and id = %(id)s returning *",
        {"id": case.id, "to": to, **values},
    )


def refuse_unless(case: TicketRow | CaseFile, *states: str) -> None:
    """Refuse a case in any other state.

    Raises:
        ApiError: 409 ``case_not_so``, naming the state.
    """
    if case.state not in states:
        raise ApiError(409, "case_not_so", f"case {case.protocol} is {case.state}, not {' or '.join(states)}")
