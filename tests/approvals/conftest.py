"""Who asks and who decides: ana and bruno of Loja Aurora (2), gil who administers it, diego and eva of the staff."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import pytest

from deciding import Desk
from people import Person

SignIn = Callable[[str], Awaitable[Person]]
Sql = Callable[..., list[tuple[Any, ...]]]


@pytest.fixture
def policy(sql: Sql) -> Callable[..., str]:
    """``policy("payin:refund:create", condition="amount > 100")``: a policy that stands already; its id."""

    def make(command: str, **given: Any) -> str:
        row = {
            "id": str(uuid4()), "company_id": 1, "name": f"{command} {uuid4()}"[:80], "command": command, "condition": "",
            "permission": "approvals::requests:decide", "needed": 1, "distinct_teams": False, "expires_days": 7,
            "emergency": None, "active": True, "alone": False, "updated_by": "a test",
        } | given  # fmt: skip
        sql(
            f"insert into approval_policy ({', '.join(row)}) values ({', '.join(['%s'] * len(row))})",
            *row.values(),
        )
        return row["id"]

    return make


@pytest.fixture
def desk(sql: Sql) -> Desk:
    return Desk(sql)
